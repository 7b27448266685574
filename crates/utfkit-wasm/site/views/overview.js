// The encoding with its evidence, and the numbers of the text.

import { count, counted, element, facts, table } from '../dom.js';

const VERDICTS = {
  proven: 'proven: the whole text was read',
  'so-far': 'valid so far',
  likely: 'likely: this is an estimate',
  unknown: 'unknown',
  binary: 'this is not text',
};

const percent = (part) => `${Math.round(100 * part)} %`;

/** Shows the overview. */
export function overview({ panel, detection, report, encoding, blob, go, run }) {
  panel.append(
    element('h3', {}, 'Encoding'),
    facts([
      ['Encoding', detection.encoding ?? 'none'],
      ['Verdict', VERDICTS[detection.verdict] ?? detection.verdict],
      ['Confidence', detection.encoding ? percent(detection.confidence) : ''],
      ['Language', detection.language],
      ['Type of file', detection.fileType && `${detection.fileType} (${detection.mediaType})`],
      ['Declared in the text', detection.declared],
      ['Evidence', element('ul', {}, ...detection.evidence.map((one) => element('li', {}, one)))],
    ]),
  );
  if (detection.alternatives.length > 0) {
    const rows = detection.alternatives.map((one) => [one.encoding, percent(one.confidence)]);
    panel.append(table('Other encodings that are possible', ['Encoding', 'Confidence'], rows));
  }
  if (detection.segments.length > 0) {
    const rows = detection.segments
      .slice(0, 100)
      .map((one) => [count(one.offset), count(one.length), one.encoding ?? 'unknown']);
    panel.append(table('Parts in several encodings', ['Offset', 'Bytes', 'Encoding'], rows));
  }
  const suspicious = element('div');
  panel.append(
    element('h3', {}, `Read as ${encoding}`),
    facts([
      ['Bytes', count(report.bytes)],
      ['Characters', count(report.characters)],
      ['Errors', count(report.errors)],
      ['Ill-formed sequences', count(report.illFormed)],
      ['Looks like', report.looksLike],
      ['BOMs inside the text', report.innerBoms ? count(report.innerBoms) : ''],
    ]),
    element('button', { type: 'button', click: audit }, 'Look for suspicious characters'),
    suspicious,
  );

  async function audit(event) {
    const button = event.target;
    button.disabled = true;
    const result = await run('Looking for suspicious characters', 'audit', { blob, encoding });
    button.disabled = false;
    if (!result) return;
    const rows = result.observations.slice(0, 200).map((one) => [
      `${one.line}:${one.column}`,
      one.severity,
      one.kind,
      one.means ? `${one.message}: ${one.means}` : one.message,
      element(
        'button',
        { type: 'button', class: 'quiet', click: () => go('bytes', { offset: one.offset }) },
        `Byte ${count(one.offset)}`,
      ),
    ]);
    const caption = `${counted(result.total, 'observation')}${result.total > rows.length ? ', the first of them' : ''}`;
    suspicious.replaceChildren(table(caption, ['Line', 'Severity', 'Rule', 'Meaning', 'Place'], rows));
  }
  return {};
}
