// The table of bytes, with the bits of the code points coloured.

import { count, element, hex, table } from '../dom.js';

/** The number of bytes in a page. */
const PAGE = 128;

/** Shows the bytes. */
export function bytesView({ panel, blob, encoding, go, ask }) {
  let start = 0;
  const input = element('input', {
    id: 'offset',
    type: 'number',
    min: 0,
    max: Math.max(0, blob.size - 1),
    value: 0,
    change: () => show({ offset: Number(input.value) || 0 }),
  });
  const step = (by, text) =>
    element('button', { type: 'button', class: 'quiet', click: () => show({ offset: start + by }) }, text);
  const body = element('div');
  panel.append(
    element(
      'div',
      { class: 'row' },
      element('label', { for: 'offset' }, 'Offset'),
      input,
      step(-PAGE, 'Previous'),
      step(PAGE, 'Next'),
    ),
    body,
  );

  async function show({ offset }) {
    const last = Math.max(0, blob.size - 1);
    start = Math.max(0, Math.min(offset, last));
    // A page begins at a multiple of four, the longest code unit.
    start -= start % 4;
    input.value = start;
    const here = start;
    const end = Math.min(blob.size, start + PAGE);
    // In some encodings, the whole text before a page determines its characters.
    const onProgress = (part) => {
      if (start !== here || part >= 1) return;
      body.replaceChildren(element('p', {}, `Reading the text before: ${Math.floor(100 * part)} %`));
    };
    const cells = await ask('inspect', { blob, encoding, start, end }, onProgress);
    // Another page may be wanted by now.
    if (cells && start === here) body.replaceChildren(tableOf(cells));
  }

  function tableOf(cells) {
    const heads = ['Offset', 'Bytes', 'Bits', 'Role', 'Character', 'Code point', 'Name'];
    const caption = `Bytes ${count(start)} to ${count(Math.min(blob.size, start + PAGE))} as ${encoding}. The coloured bits are those of the code point.`;
    return table(caption, heads, cells.map(row));
  }

  function row(cell) {
    const isError = cell.what === 'ill-formed';
    const bits = cell.units.map((unit) =>
      element('div', {}, unit.fixed, element('span', { class: 'payload' }, unit.payload)),
    );
    const roles = cell.units.map((unit) => element('div', {}, unit.role));
    return element(
      'tr',
      { class: isError ? 'error' : '' },
      element('td', {}, count(cell.offset)),
      element('td', { class: 'bytes' }, hex(cell.bytes)),
      element('td', { class: 'bits' }, ...bits),
      element('td', {}, ...roles),
      ...meaning(cell),
    );
  }

  function meaning(cell) {
    if (cell.what !== 'character') {
      const text = { bom: 'byte order mark', shift: 'no character', 'ill-formed': cell.message };
      return [element('td', { colspan: 3 }, text[cell.what])];
    }
    const point = `U+${cell.point.toString(16).toUpperCase().padStart(4, '0')}`;
    const link = element(
      'button',
      { type: 'button', class: 'quiet', click: () => go('character', { point: cell.point }) },
      point,
    );
    return [element('td', {}, cell.shown), element('td', {}, link), element('td', {}, cell.name)];
  }

  show({ offset: 0 });
  return { show };
}
