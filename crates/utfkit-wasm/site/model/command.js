// The command `utf` that does the same as the page.

/** Returns a word for a POSIX shell. */
export function quote(word) {
  if (/^[A-Za-z0-9_./:=@%+,-]+$/.test(word)) return word;
  // Control characters would act on the terminal into which the command is pasted.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(word)) {
    const escaped = word.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}'\\]/gu, (one) =>
      one === "'" || one === '\\'
        ? `\\${one}`
        : Array.from(new TextEncoder().encode(one), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(
            '',
          ),
    );
    return `$'${escaped}'`;
  }
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns a name of a file as a word that is not an option. */
export function operand(name) {
  return quote(name.startsWith('-') ? `./${name}` : name);
}

/** Returns the name of a file with a word before its extension. */
export function renamed(name, word) {
  const at = name.lastIndexOf('.');
  return at > 0 ? `${name.slice(0, at)}.${word}${name.slice(at)}` : `${name}.${word}`;
}

/** Returns the command that writes the text in another encoding. */
export function convertCommand({ name, from, to, errors, bom, eol }) {
  const options = [
    ['-f', from, from !== 'utf-8' && from !== 'us-ascii'],
    ['-t', to, to !== 'utf-8'],
    ['--errors', errors, errors && errors !== 'strict'],
    ['--bom', bom, bom && bom !== 'auto'],
    ['--eol', eol, eol && eol !== 'keep'],
  ];
  const given = options
    .filter(([, , isGiven]) => isGiven)
    .flatMap(([option, value]) => [option, quote(value)]);
  return ['utf convert', ...given, operand(name), '-o', operand(renamed(name, to))].join(' ');
}

/** Returns the command for the next step of a text. */
export function commandFor({ name, encoding, isBinary, fixes, errors, hidden }) {
  if (isBinary) return `utf detect ${operand(name)}`;
  const isUtf8 = ['utf-8', 'us-ascii'].includes(encoding);
  if (isUtf8 && fixes > 0) return `utf repair ${operand(name)} -o ${operand(renamed(name, 'repaired'))}`;
  if (!isUtf8) return convertCommand({ name, from: encoding, to: 'utf-8' });
  if (errors === 0 && hidden > 0) return `utf audit ${operand(name)}`;
  return `utf check ${operand(name)}`;
}
