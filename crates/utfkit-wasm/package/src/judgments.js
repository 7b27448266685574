// The judgments: encoding, errors, repair, audit, and single characters.

import { bytesOf, joined, styled } from './bytes.js';
import { FORMS, firstFinding } from './core.js';
import { Job, answer, jobStream, prepareSync, runJob } from './judge.js';
import { whatwgName } from './labels.js';

/** The number of bytes that `validate` converts before it looks for an error. */
const BLOCK = 1 << 18;

/**
 * Returns the first error of `data`, or `null` if they are valid.
 *
 * UTF-8 and UTF-16 need only the small module. In browsers, other encodings need `load`.
 */
export function validate(data, encoding = 'utf-8', { labelSet = 'iana' } = {}) {
  const bytes = bytesOf(data);
  const label = String(encoding).toLowerCase();
  const name = labelSet === 'whatwg' ? whatwgName(label) : label === 'utf8' ? 'utf-8' : label;
  if (Object.hasOwn(FORMS, name)) return firstFinding(bytes, FORMS[name]);
  const options = { job: 'convert', from: encoding, to: 'utf-8', labelSet, errors: 'ill-formed' };
  prepareSync(options);
  const job = new Job(options);
  let found = null;
  let at = 0;
  do {
    const block = bytes.subarray(at, at + BLOCK);
    at += block.length;
    job.push(block, at === bytes.length, (_, lines) => {
      const line = lines.find((line) => line.finding);
      if (line) found ??= line.finding;
    });
  } while (found === null && at < bytes.length);
  job.close();
  return found;
}

/** Returns `true` if `data` have no error. */
export function isValid(data, encoding = 'utf-8', options = {}) {
  return validate(data, encoding, options) === null;
}

/** Finds all errors of a source, with lines, columns and hints. */
export async function check(source, options = {}) {
  const findings = [];
  let summary = {};
  await runJob({ ...options, job: 'check' }, source, (_, lines) => {
    for (const line of lines) {
      if (line.summary) summary = line.summary;
      else findings.push(line);
    }
    if (lines.length > 0) options.onFindings?.(findings);
  });
  return { ...summary, findings };
}

/** Finds the encoding of a source, with the evidence. */
export async function detect(source, options = {}) {
  let detection;
  await runJob({ ...options, job: 'detect' }, source, (_, lines) => {
    detection = lines[0] ?? detection;
  });
  return detection;
}

/** Finds the suspicious parts of a source. */
export async function audit(source, options = {}) {
  const observations = [];
  let total = 0;
  await runJob({ ...options, job: 'audit' }, source, (_, lines) => {
    for (const line of lines) {
      if (line.summary) total = line.summary.observations;
      else observations.push(line);
    }
  });
  return { total, observations };
}

/** Adds the lines of a repair to `result`, which lists at most `limit` fixes and ambiguous parts. */
function record(result, lines, { limit = Infinity, onFixes }) {
  const fixes = [];
  for (const { fix, ambiguous, illFormed, illFormedCount } of lines) {
    if (fix) fixes.push(fix);
    if (ambiguous && result.ambiguousCount++ < limit) result.ambiguous.push(ambiguous);
    if (illFormed) result.illFormed.push(illFormed);
    if (illFormedCount) result.illFormedCount = illFormedCount;
  }
  if (fixes.length === 0) return;
  for (const fix of fixes) if (result.fixes.length < limit) result.fixes.push(fix);
  result.fixCount += fixes.length;
  onFixes?.(fixes);
}

const newRepair = () => ({
  fixes: [],
  fixCount: 0,
  ambiguous: [],
  ambiguousCount: 0,
  illFormed: [],
  illFormedCount: 0,
});

/** Repairs a source. The result has the bytes, the fixes, and the damage that stays. */
export async function repair(source, options = {}) {
  const result = newRepair();
  const parts = [];
  await runJob({ ...options, job: 'repair' }, source, (bytes, lines) => {
    if (bytes.length > 0) parts.push(bytes.slice());
    record(result, lines, options);
  });
  const bytes = joined(parts);
  const undo = () => {
    if (result.fixes.length < result.fixCount) {
      throw new RangeError('utfkit: the limit left out fixes, which cannot be undone');
    }
    return undone(bytes, result.fixes);
  };
  return { bytes, ...result, undo };
}

/** Returns the text before the fixes. */
function undone(bytes, fixes) {
  const parts = [];
  let done = 0;
  let length = 0;
  const add = (part) => {
    parts.push(part);
    length += part.length;
  };
  for (const fix of fixes) {
    // The text between two fixes has the same length before and after.
    const end = done + fix.offset - length;
    add(bytes.subarray(done, end));
    add(fix.bytes);
    done = end + fix.becomes.length;
  }
  add(bytes.subarray(done));
  return joined(parts);
}

/** Repairs a stream of bytes. The properties have the fixes so far. */
export class RepairStream {
  #transform;

  constructor(options = {}) {
    Object.assign(this, newRepair());
    this.#transform = jobStream({ ...options, job: 'repair' }, (lines) => record(this, lines, options));
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }
}

/** Returns the characters of a source, each with its bytes, bits and name. */
export async function inspect(source, options = {}) {
  const cells = [];
  await runJob({ ...options, job: 'inspect' }, source, (_, lines) => {
    cells.push(...lines);
  });
  return cells;
}

/** Returns a code point in all encodings, with its name and its escapes. */
export async function character(point) {
  const value = typeof point === 'string' ? point.codePointAt(0) : point;
  if (!(Number.isInteger(value) && value >= 0 && value < 2 ** 31)) {
    throw new RangeError('utfkit: expected a character, or a number below 2^31');
  }
  return styled(await answer({ ask: 'character', point: value }));
}

/** Returns the names of all encodings. */
export async function encodings() {
  return answer({ ask: 'encodings' });
}

/** Returns all labels of a label set, with the names of their encodings. */
export async function labels(labelSet = 'iana') {
  return answer({ ask: 'labels', labelSet });
}

/** Returns all kinds of errors, with their titles and the standards that define them. */
export async function kinds() {
  return answer({ ask: 'kinds' });
}
