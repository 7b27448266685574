// The speed of the package in Node, next to Node's own functions, iconv-lite, jschardet and chardet.
// `tables.mjs` prints it.

import { isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import iconv from 'iconv-lite';
import jschardet from 'jschardet';
import * as utfkit from '../package/node/all.js';
import { compare } from './measure.js';
import { languages, text } from './texts.js';

const Native = globalThis.TextDecoder;

/** The maximum number of bytes in a round. Rounds are short, so that some have the processor for themselves. */
const WORK = 100_000;

/** The charsets, with a language that each can write. */
const CHARSETS = [
  ['windows-1252', 'French'],
  ['windows-1252', 'ASCII'],
  ['KOI8-R', 'Russian'],
  ['GB18030', 'Chinese'],
  ['Shift_JIS', 'Japanese'],
  ['EUC-KR', 'Korean'],
];

/** Returns a row of a table. */
export const row = (...cells) => `| ${cells.join(' | ')} |`;
const rule = (columns) => row(...Array(columns).fill('---'));
const digits = (speed) => (speed >= 10 ? speed.toFixed(0) : speed.toPrecision(2));

/** Returns the gigabytes per second of each candidate, or the nanoseconds of a call for short texts. */
function measured(bytes, candidates) {
  const speeds = compare(bytes, candidates, 200, Math.min(WORK, 300 * bytes.length));
  return speeds.map((speed) => (bytes.length > 200 ? digits(speed) : (bytes.length / speed).toFixed(0)));
}

/** Validation of UTF-8. */
export function validation() {
  const lines = [row('text', '`isValid`', '`buffer.isUtf8`'), rule(3)];
  for (const size of [1_000_000, 1000]) {
    for (const language of languages) {
      const bytes = text(language, size);
      const speeds = measured(bytes, [(data) => utfkit.isValid(data), isUtf8]);
      lines.push(row(`${language}, ${size.toLocaleString('en')} B`, ...speeds));
    }
  }
  return lines.join('\n');
}

/** Reading and writing of charsets, for texts of a number of characters. */
export async function charsets(characters) {
  await utfkit.load();
  const read = ['read: ours', '`TextDecoder` of Node', 'iconv-lite'];
  const lines = [row('charset', ...read, 'write: ours', 'iconv-lite'), rule(6)];
  for (const [label, language] of CHARSETS) {
    const long = new Native().decode(text(language, 4 * characters + 100));
    // A copy, because a part of a long string is slower.
    const string = [...long].slice(0, characters).join('');
    const encoder = new utfkit.TextEncoder(label, { labelSet: 'iana' });
    const bytes = encoder.encode(string);
    const [ours, native] = [new utfkit.TextDecoder(label), new Native(label)];
    const speeds = measured(bytes, [
      (data) => ours.decode(data),
      (data) => native.decode(data),
      (data) => iconv.decode(data, label),
      () => encoder.encode(string),
      () => iconv.encode(string, label),
    ]);
    lines.push(row(`${label}, ${language}`, ...speeds));
  }
  return lines.join('\n');
}

/** Detection in a process that has detected before, in microseconds of a call. */
export async function detection() {
  const lines = [row('text', 'utfkit', 'jschardet', 'chardet'), rule(4)];
  const candidates = [
    (data) => utfkit.detect(data),
    (data) => jschardet.detect(data),
    (data) => chardet.detect(data),
  ];
  for (const [label, language] of [['UTF-8', 'Russian'], ...CHARSETS.filter(([, one]) => one !== 'ASCII')]) {
    for (const size of [200, 20_000]) {
      const string = new Native().decode(text(language, size));
      const bytes = Buffer.from(iconv.encode(string, label));
      const best = candidates.map(() => Infinity);
      for (let round = 0; round < 15; round++) {
        for (const [at, candidate] of candidates.entries()) {
          const start = performance.now();
          await candidate(bytes);
          best[at] = Math.min(best[at], performance.now() - start);
        }
      }
      const times = best.map((time) => digits(1000 * time));
      lines.push(row(`${label}, ${language}, ${bytes.length.toLocaleString('en')} B`, ...times));
    }
  }
  return lines.join('\n');
}
