// The finding under the cursor: what it is, why, and what to do.

import { button, element, facts, isolated, prose } from '../dom.js';
import { adviceOf, reasonOf, titleOfMark } from '../model/explain.js';
import { CLASSES } from '../model/marks.js';
import { count } from '../model/words.js';

const swatch = (cls) => element('span', { class: `swatch ${cls}`, 'aria-hidden': 'true' });

/** The text before and after a repair. */
function change({ fix, seen }) {
  const before = fix?.before;
  const after = fix?.after ?? (seen?.class === 'mojibake' ? seen.means : undefined);
  if (after === undefined || after === null) return undefined;
  return element(
    'p',
    { class: 'change' },
    ...(before === undefined ? [] : [isolated(before, { class: 'before' }), ' → ']),
    isolated(after === '' ? '∅' : after, { class: 'after' }),
  );
}

/** The buttons of a mark that can be repaired. */
function decisions(mark, text) {
  const { fix, choice } = mark;
  if (!fix && !choice) return undefined;
  const isListed = text.fixCount <= text.fixes.length;
  const after = text.isPreview ? text.after(mark) : undefined;
  const option = (title, isOn, decision) =>
    button(title, () => text.decide(mark, decision), { 'aria-pressed': String(isOn), class: 'option' });
  if (!isListed)
    return element(
      'p',
      { class: 'quiet' },
      'There are too many fixes to choose among them. All are applied.',
    );
  if (choice) {
    const chosen = text.chosen.get(choice.offset);
    return element(
      'div',
      { class: 'row-of-buttons' },
      ...choice.readings.map((reading, at) => {
        const chance = choice.percent ? ` ${choice.percent[at]} %` : '';
        const node = option('', chosen === at, at);
        const isLost = /^\ufffd+$/.test(reading);
        node.append(isLost ? 'Unknown' : isolated(reading), element('span', { class: 'quiet' }, chance));
        return node;
      }),
      option('Leave', chosen === undefined, 'leave'),
    );
  }
  return element(
    'div',
    { class: 'row-of-buttons' },
    option('Fix', after !== undefined, 'fix'),
    option('Leave', text.left.has(fix.offset), 'leave'),
  );
}

/** Returns the kind of a mark, with a link to its explanation if there is one. */
function kindOf({ error, fix, choice, seen }) {
  const page = error ? 'findings' : seen ? 'audit' : undefined;
  const kind = error?.kind ?? seen?.kind ?? fix?.kind ?? choice?.kind;
  return page ? element('a', { href: `book/docs/${page}.html#${kind}` }, kind) : kind;
}

/** Draws a mark. `go` moves to another one. */
export function drawFinding(mark, text, go) {
  const { error, fix } = mark;
  const position = text.marks.positionOf(mark);
  const chance = fix?.percent ? `${fix.percent} %` : '';
  const advice = adviceOf(mark);
  const section = error?.section;
  return element(
    'div',
    { class: 'finding' },
    element(
      'div',
      { class: 'side-head' },
      element('h2', {}, swatch(mark.cls), titleOfMark(mark)),
      element('span', { class: 'quiet' }, mark.line ? `line ${count(mark.line)}` : ''),
    ),
    change(mark),
    element('p', {}, ...prose(reasonOf(mark))),
    advice && element('p', {}, ...prose(advice)),
    text.isRepairDone ? decisions(mark, text) : undefined,
    facts([
      ['Kind', kindOf(mark)],
      ['Certainty', chance],
      ['Means', error?.means],
      ['Defined in', section],
    ]),
    element(
      'div',
      { class: 'steps' },
      button('Previous', () => go(-1), { 'aria-keyshortcuts': 'p', class: 'plain' }),
      element('span', { class: 'quiet' }, `${count(position)} of ${count(text.marks.all.length)}`),
      button('Next', () => go(1), { 'aria-keyshortcuts': 'n', class: 'plain' }),
    ),
  );
}

/** Draws the counts of all classes, with links to the first mark of each. */
export function drawCounts(text, go) {
  const counts = text.marks.counts();
  const rows = Object.entries(CLASSES).filter(([cls]) => counts[cls] > 0);
  if (rows.length === 0) return undefined;
  const item = ([cls, { title }]) => {
    // Not all errors of a text are listed.
    const total = cls === 'error' ? Math.max(counts[cls], text.report?.errors ?? 0) : counts[cls];
    const node = button('', () => go(cls), { class: 'plain count' });
    node.append(swatch(cls), title, element('span', { class: 'number-of' }, count(total)));
    return element('li', {}, node);
  };
  return element('ul', { class: 'counts' }, ...rows.map(item));
}
