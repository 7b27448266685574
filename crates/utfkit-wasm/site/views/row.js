// Draws a row of the text: the number of the line, the text, and its marks.

import { element } from '../dom.js';
import { labelOf } from '../model/explain.js';
import { divide } from '../model/names.js';
import { count } from '../model/words.js';

/** Blanks that belong to good typography. They are shown, but more quietly. */
const QUIET = new Set(['\u00a0', '\u202f', '\u2009']);

/** Returns the nodes of a text, with names for odd characters. */
function textNodes(text) {
  return divide(text).map((part) => {
    if (typeof part === 'string') return part;
    if (QUIET.has(part.character))
      return element('span', { class: 'blank', title: part.name }, part.character);
    return element('span', { class: 'odd', 'data-character': part.character }, `‹${part.name}›`);
  });
}

/** Returns the nodes of a part. */
function partNodes(part, row) {
  const data = { 'data-offset': part.offset };
  if (part.isBad) return [element('span', { ...data, class: 'bad' }, part.text)];
  // The line end is not shown.
  const isLast = row.endsLine && part === row.parts.at(-1);
  let { text } = part;
  if (isLast) text = text.replace(/\r?\n$|[\n\u0085]$/, '');
  if (part.isUnfit) return [element('span', { ...data, class: 'unfit' }, ...textNodes(text))];
  return [element('span', data, ...textNodes(text))];
}

/** Divides the parts of a row into runs of one mark each. */
function runsOf(parts) {
  const runs = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last && last.mark === part.mark) last.parts.push(part);
    else runs.push({ mark: part.mark, parts: [part] });
  }
  return runs;
}

/** Draws a mark. In the preview of the repair, the text after it follows the text before it. */
function drawMark(mark, parts, row, text) {
  const nodes = parts.flatMap((part) => partNodes(part, row));
  const after = text.isPreview ? text.after(mark) : undefined;
  const isSelected = text.selected?.mark?.offset === mark.offset;
  const label = labelOf(mark, parts.map((part) => part.text).join(''), after);
  const content =
    after === undefined
      ? nodes
      : [element('del', {}, ...nodes), ' ', element('ins', {}, ...(after === '' ? ['∅'] : textNodes(after)))];
  return element(
    'mark',
    {
      class: `${mark.cls}${isSelected ? ' is-selected' : ''}${after === undefined ? '' : ' is-fixed'}`,
      role: 'button',
      tabindex: 0,
      'aria-label': label,
      'data-mark': mark.offset,
    },
    ...content,
  );
}

/** Draws a row. `text` is the `Text` of the model. */
export function drawRow(row, text) {
  const nodes = runsOf(row.parts).flatMap(({ mark: offset, parts }) => {
    const mark = offset === undefined ? undefined : text.marks.at(offset);
    return mark ? drawMark(mark, parts, row, text) : parts.flatMap((part) => partNodes(part, row));
  });
  return element(
    'div',
    { class: 'row' },
    element('span', { class: 'number', 'aria-hidden': 'true' }, row.startsLine ? count(row.line) : '↪'),
    element('span', { class: 'line', dir: 'auto' }, ...nodes),
  );
}
