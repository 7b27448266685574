// The legacy charsets whose tables are kept.

import { Characters } from './characters.js';
import { Codes } from './codes.js';
import { ask, prepareSync } from './judge.js';

/** A charset with tables, which are made when they are needed. */
class Charset {
  #label;
  #codes;
  #characters;

  constructor(label) {
    this.#label = label;
  }

  get codes() {
    return (this.#codes ??= new Codes(this.#label));
  }

  get characters() {
    return (this.#characters ??= new Characters(this.#label));
  }
}

/** The charsets by name. Each takes at most 0.5 MB, and 1 kB for each 256 characters above U+FFFF. */
const charsets = new Map();

/** The answers about labels, and their maximum number: a sender of texts could try all spellings. */
const answers = new Map();
const KEPT = 1000;

/** Returns the name of an encoding, and its charset if it has tables. */
export function named(label, labelSet) {
  // The module rejects other types.
  const key = typeof labelSet === 'string' ? `${labelSet} ${label}` : undefined;
  const known = answers.get(key);
  if (known) return known;
  const { encoding: name, hasTables } = ask({ ask: 'label', label, labelSet });
  prepareSync({ job: 'convert', from: label, labelSet });
  if (hasTables && !charsets.has(name)) charsets.set(name, new Charset({ label, labelSet }));
  const answer = { name, charset: charsets.get(name) };
  if (answers.size === KEPT) answers.clear();
  answers.set(key, answer);
  return answer;
}
