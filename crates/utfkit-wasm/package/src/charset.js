// The legacy charsets whose tables are kept.

import { Characters } from './characters.js';
import { Codes } from './codes.js';
import { ask } from './judge.js';

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

/** Returns the name of an encoding, and its charset if it has tables. */
export function named(label, labelSet) {
  const { encoding: name, hasTables } = ask({ ask: 'label', label, labelSet });
  if (hasTables && !charsets.has(name)) charsets.set(name, new Charset({ label, labelSet }));
  return { name, charset: charsets.get(name) };
}
