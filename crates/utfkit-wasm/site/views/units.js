// The bytes of a selection, with their bits, and the characters that they are.

import { element, facts } from '../dom.js';
import { visible } from '../model/names.js';
import { hex, notation } from '../model/words.js';

/** The maximum number of bytes that are shown. */
const MAX = 48;

function meaning(cell) {
  const text = { bom: 'byte order mark', shift: 'no character', 'ill-formed': cell.message };
  if (cell.what !== 'character') return text[cell.what];
  return `${notation(cell.point)} ${cell.name}`;
}

function drawCell(cell) {
  const bits = cell.units.map((unit) =>
    element('span', { class: 'bits' }, unit.fixed, element('b', {}, unit.payload), ' '),
  );
  return element(
    'li',
    { class: cell.what === 'ill-formed' ? 'is-bad' : '' },
    element('span', { class: 'bytes' }, hex(cell.bytes)),
    element(
      'span',
      {},
      cell.what === 'character' && !cell.shown.startsWith('<U+') ? `${visible(cell.shown)} ` : '',
      meaning(cell),
    ),
    bits.length > 0 ? element('span', { class: 'bits-line' }, ...bits) : undefined,
  );
}

/** Returns the bytes of a range, as soon as they are read. */
export async function drawUnits(text, { offset, length }) {
  const end = offset + Math.min(length, MAX);
  const cells = await text.inspect(offset, end);
  return element(
    'section',
    { 'aria-label': 'Bytes of the selection' },
    element('h3', {}, `Bytes from ${offset.toString(16).toUpperCase()}`),
    element('ul', { class: 'units' }, ...cells.map(drawCell)),
    length > MAX
      ? element(
          'p',
          { class: 'quiet' },
          `The first ${MAX} of ${length} bytes. The bits of the code point are bold.`,
        )
      : element('p', { class: 'quiet' }, 'The bits of the code point are bold.'),
  );
}

/** Returns what is known of a character, and its bytes in all encodings. */
export async function drawCharacter(text, point) {
  const found = await text.read('character', { point });
  const all = [...found.encodings, ...found.charsets];
  return [
    facts([
      ['Category', found.category],
      ['Script', found.script],
      ['Block', found.block],
      ...found.escapes,
      ...found.normalized,
      ['Misread', found.mojibake],
    ]),
    element(
      'details',
      {},
      element('summary', {}, 'In all encodings'),
      element(
        'dl',
        {},
        ...all.flatMap((one) => [
          element('dt', {}, one.encoding),
          element('dd', { class: 'bytes' }, one.bytes ? hex(one.bytes) : '—'),
        ]),
      ),
    ),
  ];
}
