// The forms in which bytes can be written as text, and how each is read.

/** Returns the bytes of a text in UTF-8. A lone surrogate gets the three bytes of WTF-8. */
export function utf8(text) {
  if (text.isWellFormed()) return new TextEncoder().encode(text);
  const bytes = [];
  for (const character of text) {
    const point = character.codePointAt(0);
    if (point >= 0xd800 && point <= 0xdfff) {
      bytes.push(0xed, 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
    } else bytes.push(...new TextEncoder().encode(character));
  }
  return Uint8Array.from(bytes);
}

/** Returns the bytes of hexadecimal digits, with any separators and prefixes, or `undefined`. */
export function fromHex(text) {
  const digits = text.replace(/0x|\\x|[\s,;:%-]/gi, '');
  if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

/** A line of a dump: the offset, and the digits before the text column. */
const DUMP_LINES = {
  xxd: /^([0-9a-f]{4,16}): {1,2}((?:[0-9a-f]{2,32} ?)+)(?: .*)?$/i,
  hexdump: /^([0-9a-f]{6,16})(?: {1,2}((?:[0-9a-f]{2} {1,2})*[0-9a-f]{2})\s*(?: *[|>].*)?)?$/i,
};

/** Returns the lines of a dump as offsets and bytes, or `undefined` if a line is not of this form. */
function dumpLines(text, form) {
  const lines = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    if (line.trim() === '*') {
      lines.push({ isRepeat: true });
      continue;
    }
    const match = DUMP_LINES[form].exec(line.trimEnd());
    if (!match) return undefined;
    lines.push({ offset: Number.parseInt(match[1], 16), bytes: fromHex(match[2] ?? '') });
  }
  return lines.every((line) => line.isRepeat || line.bytes) ? lines : undefined;
}

/**
 * Returns the bytes of a dump, or `undefined`. Each offset must follow from the bytes before it, so
 * that a list of numbers is not treated as a dump. `*` stands for repeats of the line before it.
 */
export function fromDump(text, form) {
  const lines = dumpLines(text, form);
  if (!lines?.some((line) => line.bytes?.length > 0)) return undefined;
  const first = lines[0].offset;
  if (first === undefined) return undefined;
  const parts = [];
  let length = 0;
  let repeated;
  for (const line of lines) {
    if (line.isRepeat) {
      repeated = parts.at(-1);
      continue;
    }
    while (repeated?.length > 0 && first + length < line.offset && length < 1 << 26) {
      parts.push(repeated);
      length += repeated.length;
    }
    repeated = undefined;
    if (first + length !== line.offset) return undefined;
    parts.push(line.bytes);
    length += line.bytes.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns the bytes of Base64, also with the alphabet for addresses, or `undefined`. */
export function fromBase64(text) {
  const letters = text
    .replace(/^\s*data:[^,]*,/, '')
    .replace(/\s/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/=+$/, '');
  if (/[^A-Za-z0-9+/]/.test(letters) || letters.length % 4 === 1) return undefined;
  try {
    return Uint8Array.from(atob(letters), (one) => one.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const SIMPLE = { n: '\n', r: '\r', t: '\t', '\\': '\\', '"': '"', "'": "'" };

const ESCAPES =
  /\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\u\{([0-9a-fA-F]{1,6})\}|\\U([0-9a-fA-F]{8})|\\([0-3][0-7]{2})|\\([nrt\\"'])|%([0-9a-fA-F]{2})|&#x([0-9a-fA-F]{1,6});|&#([0-9]{1,7});/g;

/** Returns the bytes of a text with escapes. An escape of a code point is written in UTF-8. */
export function fromEscapes(text) {
  const isLiteral = /^\s*b?(['"])[^]*\1\s*$/.exec(text);
  const inner = isLiteral ? text.trim().replace(/^b?["']|["']$/g, '') : text;
  // Single escapes of the programming languages are read only where other ones show a language.
  const hasBackslashes = /\\(?:x[0-9a-f]{2}|u[0-9a-f{]|U0|[0-3][0-7]{2})/i.test(inner);
  const parts = [];
  let characters = '';
  let done = 0;
  const flush = () => {
    if (characters !== '') parts.push(utf8(characters));
    characters = '';
  };
  for (const match of inner.matchAll(ESCAPES)) {
    const [, byte, unit, braced, long, octal, simple, percent, reference, decimal] = match;
    if (simple && !hasBackslashes) continue;
    const point = unit ?? braced ?? long ?? reference;
    const number = point ? Number.parseInt(point, 16) : decimal ? Number(decimal) : undefined;
    if (number > 0x10ffff) continue;
    characters += inner.slice(done, match.index);
    done = match.index + match[0].length;
    if (simple) characters += SIMPLE[simple];
    else if (number !== undefined) characters += String.fromCodePoint(number);
    else {
      flush();
      parts.push([Number.parseInt(byte ?? percent ?? octal, octal ? 8 : 16)]);
    }
  }
  characters += inner.slice(done);
  flush();
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
