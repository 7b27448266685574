// One character in all encodings, side by side.

import { element, facts, hex, table } from '../dom.js';

/** Returns the code point that a text means: `U+20AC`, or its first character. */
function parse(text) {
  const match = /^(?:U\+|0x)?([0-9a-f]{2,8})$/i.exec(text.trim());
  return match ? Number.parseInt(match[1], 16) : text.codePointAt(0);
}

/** Shows a character. */
export function characterView({ panel, ask }) {
  const input = element('input', { id: 'point', type: 'text', value: '€', autocomplete: 'off' });
  const body = element('div');
  panel.append(
    element(
      'form',
      {
        class: 'row',
        submit: (event) => {
          event.preventDefault();
          const point = parse(input.value);
          if (point !== undefined) show({ point });
        },
      },
      element('label', { for: 'point' }, 'Character, or code point such as U+20AC'),
      input,
      element('button', { type: 'submit' }, 'Show'),
    ),
    body,
  );

  async function show({ point }) {
    const found = await ask('character', { point });
    if (!found) return;
    input.value = found.notation;
    const all = [...found.encodings, ...found.charsets];
    const rows = all.map((one) => [one.encoding, one.bytes ? hex(one.bytes) : 'not in this encoding']);
    body.replaceChildren(
      element('h3', {}, `${found.notation} ${found.name}`),
      facts([
        ['Category', found.category],
        ['Script', found.script],
        ['Block', found.block],
        ...found.escapes,
        ...found.normalized,
        ['UTF-8 read as windows-1252', found.mojibake],
      ]),
      table('The bytes in all encodings', ['Encoding', 'Bytes'], rows),
    );
  }

  show({ point: 0x20ac });
  return { show };
}
