// The repair: a preview of the fixes, the repaired file, and a patch.

import { count, download, element, hex, isolated, table } from '../dom.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns bytes as an element with their text, or with hexadecimal digits if they are not text. */
function shown(bytes) {
  const text = decoder.decode(bytes);
  return isolated(text.includes('\ufffd') ? hex(bytes) : text);
}

/** Shows the repair. */
export function repairView({ panel, blob, name, encoding, run, encodings }) {
  const isUtf8 = ['utf-8', 'us-ascii'].includes(encoding);
  const mixed = element(
    'select',
    { id: 'mixed' },
    element('option', { value: '' }, 'leave them'),
  );
  encodings().then((names) => mixed.append(...names.map((one) => element('option', {}, one))));
  const body = element('div');
  panel.append(
    element(
      'p',
      {},
      'A repair fixes only damage that has one interpretation. Nothing is changed until you save the result.',
    ),
    isUtf8
      ? ''
      : element('p', {}, `The text is converted from ${encoding} to UTF-8 first, so the result is UTF-8 and there is no patch.`),
    element(
      'div',
      { class: 'row' },
      ...(isUtf8 ? [element('label', { for: 'mixed' }, 'Ill-formed bytes without another fix'), mixed] : []),
      element('button', { type: 'button', click: repair }, 'Repair'),
    ),
    body,
  );

  async function repair() {
    const result = await run('Repairing', 'repair', { blob, name, encoding, mixed: mixed.value });
    body.replaceChildren();
    if (!result) return;
    const { fixes, ambiguous, counts } = result;
    const rows = fixes.map((fix) => [
      count(fix.offset),
      element('mark', {}, shown(fix.bytes)),
      element('span', { class: 'payload' }, shown(fix.becomes)),
      fix.kind,
      fix.why,
    ]);
    const open = ambiguous.map((one) => [count(one.offset), shown(one.bytes), ...one.readings.map(isolated)]);
    body.replaceChildren(
      element(
        'p',
        { role: 'status' },
        `${count(counts[0])} fixed; ${count(counts[1])} ambiguous; ${count(counts[2])} ill-formed without a fix`,
      ),
      element(
        'div',
        { class: 'row' },
        element('button', { type: 'button', click: () => download(renamed('repaired'), [result.blob]) }, 'Save the repaired file'),
        result.patch
          ? element('button', { type: 'button', class: 'quiet', click: () => download(`${name}.patch.jsonl`, [result.patch]) }, 'Save a patch')
          : isUtf8 && counts[0] > 0
            ? 'These are too many fixes for a patch.'
            : '',
      ),
      ...(rows.length > 0
        ? [table(fixes.length < counts[0] ? `The first ${count(fixes.length)} fixes` : 'The fixes', ['Byte', 'Before', 'After', 'Damage', 'Reason'], rows)]
        : []),
      ...(open.length > 0
        ? [table('Ambiguous parts, which stay', ['Byte', 'Text', 'One reading', 'Another'], open)]
        : []),
    );
  }

  /** Returns the name of the file with a word before its extension. */
  function renamed(word) {
    const at = name.lastIndexOf('.');
    return at > 0 ? `${name.slice(0, at)}.${word}${name.slice(at)}` : `${name}.${word}`;
  }
  return {};
}
