// Edits that keep every other byte.

import { runJob } from './judge.js';

/** The error of an edit that was refused. */
export class EditError extends Error {
  constructor({ reason, message }) {
    super(`utfkit: ${message}`);
    this.name = 'EditError';
    this.reason = reason;
  }
}

/** Returns a text for the module. A lone surrogate would become another character. */
function textOf(value, name) {
  if (typeof value !== 'string') throw new TypeError(`utfkit: \`${name}\` must be a string`);
  if (/\p{Surrogate}/u.test(value)) {
    throw new RangeError(`utfkit: \`${name}\` has a surrogate without its partner`);
  }
  return value;
}

/** Replaces text in a file of any encoding, and keeps every other byte. */
export async function edit(source, oldText, newText, { count = 1, ...options } = {}) {
  if (count !== Infinity && !(Number.isSafeInteger(count) && count > 0)) {
    throw new RangeError('utfkit: `count` must be an integer from 1, or Infinity');
  }
  const job = {
    ...options,
    job: 'edit',
    old: textOf(oldText, 'oldText'),
    new: textOf(newText, 'newText'),
    count: count === Infinity ? 0 : count,
  };
  let edited;
  await runJob(job, source, (bytes, [line]) => {
    if (line?.refusal) throw new EditError(line.refusal);
    if (line) edited = { bytes: bytes.slice(), ...line };
  });
  return edited;
}
