// Measures the package and `TextDecoder` of the platform in turn, in Node or in a browser.

import { languages, text } from './texts.js';

/**
 * The number of rounds. Each round runs all candidates once or more. The best round counts, because
 * other work on the machine makes all others slower.
 */
const ROUNDS = 100;

/** Returns the best number of gigabytes per second of each candidate. A round is `work` bytes long. */
export function compare(bytes, candidates, rounds = ROUNDS, work = 3e6) {
  const times = candidates.map(() => []);
  const repeat = Math.max(1, Math.round(work / bytes.length));
  for (let round = 0; round < rounds; round++) {
    candidates.forEach((run, at) => {
      const start = performance.now();
      for (let time = 0; time < repeat; time++) run(bytes);
      times[at].push((performance.now() - start) / repeat);
    });
  }
  return times.map((all) => bytes.length / 1e6 / Math.min(...all));
}

/**
 * Returns a row for each text, with gigabytes of UTF-8 per second.
 *
 * @param {typeof import('../package/src/index.js')} utfkit
 * @param {number[]} sizes in bytes
 */
export function measure(utfkit, sizes) {
  const native = new globalThis.TextDecoder();
  const ours = new utfkit.TextDecoder();
  const rows = [];
  for (const size of sizes) {
    for (const language of languages) {
      const bytes = text(language, size);
      const room = new Uint16Array(bytes.length);
      const speeds = compare(bytes, [
        (data) => native.decode(data),
        (data) => ours.decode(data),
        (data) => utfkit.isValid(data),
        (data) => utfkit.decodeInto(data, room),
      ]);
      const [platform, decode, validate, units] = speeds;
      rows.push({
        text: language,
        size,
        platform,
        decode,
        validate,
        units,
        'decode ratio': decode / platform,
        'validate ratio': validate / platform,
        'units ratio': units / platform,
      });
    }
  }
  return rows;
}

/** Returns the rows as a table of Markdown. */
export function table(rows) {
  const number = (value) => (value >= 10 ? value.toFixed(0) : value.toPrecision(2));
  const line = (row) =>
    `| ${row.text}, ${row.size.toLocaleString('en')} B | ${number(row.platform)} | ` +
    `${number(row.decode)} (${number(row['decode ratio'])}) | ` +
    `${number(row.validate)} (${number(row['validate ratio'])}) | ` +
    `${number(row.units)} (${number(row['units ratio'])}) |`;
  return [
    '| text | TextDecoder of the platform | our TextDecoder | isValid | decodeInto |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(line),
  ].join('\n');
}
