// All errors, with the explanations of the command.

import { count, counted, element, facts, hex } from '../dom.js';

/** The number of errors that are shown at once. */
const PAGE = 100;

const ADVICE = {
  'read-as': ({ readAs }) => `Read the text as ${readAs}.`,
  'order-from-bom': ({ readAs }) => `Read the text as ${readAs}, so that the BOM gives the byte order.`,
  'allow-bom': () => 'Allow a BOM.',
  'allow-no-bom': () => 'Allow text without a BOM.',
  repair: () => 'Repair the text.',
  normalize: () => 'Normalize the text to form C.',
  'drop-inner-boms': () => 'Drop the BOMs inside the text.',
  inspect: () => 'Look at the bytes.',
  check: () => 'Look at the errors.',
};

function remedy(finding) {
  const advice = ADVICE[finding.advice]?.(finding) ?? '';
  return [finding.hint ?? '', advice].filter((text) => text !== '').join('. ');
}

/** Shows the errors. */
export function errorsView({ panel, report, encoding, go }) {
  const { findings } = report;
  if (report.errors === 0) {
    const looks = report.looksLike ? ` It looks like ${report.looksLike}, though.` : '';
    panel.append(element('p', {}, `The text is valid ${encoding}.${looks}`));
    return {};
  }
  const notListed = report.errors - findings.length;
  const list = element('ol', { class: 'cards' });
  const more = element('button', { type: 'button', click: add }, 'Show more');
  panel.append(
    element(
      'p',
      {},
      counted(report.errors, 'error') +
        (notListed > 0 ? `; the first ${count(findings.length)} are listed` : ''),
    ),
    list,
    more,
  );
  let shown = 0;
  add();

  function add() {
    for (const finding of findings.slice(shown, shown + PAGE)) list.append(card(finding));
    shown = Math.min(findings.length, shown + PAGE);
    more.hidden = shown === findings.length;
  }

  function card(finding) {
    const [before, bytes, after] = finding.context;
    return element(
      'li',
      { class: 'card' },
      element(
        'div',
        {},
        element('strong', {}, `${count(finding.line)}:${count(finding.column)}: ${finding.message}`),
        ` (byte ${count(finding.offset)})`,
      ),
      element('div', { class: 'context' }, before, element('mark', {}, bytes), after),
      facts([
        ['Bytes', element('span', { class: 'bytes' }, hex(finding.bytes))],
        ['Hint', remedy(finding)],
        ['Defined in', finding.section],
        [
          'Explanation',
          element('a', { href: `book/docs/findings.html#${finding.kind}` }, finding.kind),
        ],
      ]),
      element(
        'button',
        { type: 'button', class: 'quiet', click: () => go('bytes', { offset: finding.offset }) },
        'Show the bytes',
      ),
    );
  }
  return {};
}
