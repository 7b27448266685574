// The characters of bytes in legacy charsets in which they do not depend on the bytes before them.
//
// As in `codes.js`, the answers of the module are kept: for single bytes, for pairs of bytes, and for other
// sequences one by one.

import { exports, isPlain, outcome } from './core.js';
import { ask, askNumbers } from './judge.js';
import { node } from './load.js';
import { Places, fillBytes, putUnit, takeText } from './places.js';

/** The number of bytes that determine most sequences, and of those that determine all. */
const MOST = 4;
const ALL = 8;

/** The number of pairs of bytes. */
const PAIRS = 0x10000;

/** The maximum number of sequences that are kept. */
const KEPT = 4096;

/** The number of questions about sequences in a text. With more, the module is faster. */
const QUESTIONS = 16;

/** The answer to a question too many. */
const STOP = { length: 0, stops: true };

const places = new Places();

/** The characters of a charset. */
export class Characters {
  #label;
  /** The characters of single bytes. Other bytes have -1. */
  #singles;
  #isAsciiCompatible;
  /** The characters of pairs of bytes, or 0, here and in the small module. */
  #pairs = new Uint16Array(PAIRS);
  #copy;
  /** Whether the pairs with a first byte are here. */
  #hasPairs = new Uint8Array(256);
  /** The answers about other sequences, by their first four bytes. */
  #steps = new Map();
  #questions = 0;

  /** @param {{ label: string, labelSet: string }} label */
  constructor(label) {
    this.#label = label;
    this.#singles = askNumbers({ ...label, ask: 'characters' });
    this.#isAsciiCompatible = this.#singles.subarray(0, 0x80).every((unit, byte) => unit === byte);
  }

  /** Writes the characters to the place of the charset. */
  write(memory) {
    new Int32Array(memory, exports.singles(this.place), 256).set(this.#singles);
    this.#copy = new Uint16Array(memory, exports.pairs(this.place), PAIRS);
    this.#copy.set(this.#pairs);
  }

  /**
   * Decodes bytes. If `stops` is true, the module must decode the rest: there is an error and `fatal`, or
   * too many rare sequences. Otherwise, the rest is the start of a sequence, unless `last` is true.
   *
   * @param {Uint8Array} bytes
   * @param {boolean} last
   * @param {boolean} fatal
   * @returns {{ text: string, read: number, stops: boolean }}
   */
  decode(bytes, last, fatal) {
    if (node && this.#isAsciiCompatible && isPlain(bytes)) {
      const text = node.Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
      return { text, read: bytes.length, stops: false };
    }
    const place = places.of(this);
    this.#questions = 0;
    let text = '';
    for (let start = 0; start < bytes.length; ) {
      const length = fillBytes(bytes, start);
      let [at, count] = [0, 0];
      for (;;) {
        at = exports.decode(place, at, length, count);
        count = outcome[0];
        // The next block has the whole sequence.
        if (at === length || (at > length - ALL && at > 0 && start + length < bytes.length)) break;
        if (this.#loadsPairs(bytes[start + at])) continue;
        const step = this.#step(bytes, start + at, last);
        const stops = step.stops || (fatal && step.isError);
        if (stops || step.length === 0) return { text: text + takeText(count), read: start + at, stops };
        for (const unit of step.units) putUnit(unit, count++);
        at += step.length;
      }
      text += takeText(count);
      start += at;
    }
    return { text, read: bytes.length, stops: false };
  }

  /** Loads the characters of the pairs with a first byte. Returns `false` if they were here. */
  #loadsPairs(first) {
    if (this.#hasPairs[first]) return false;
    this.#hasPairs[first] = 1;
    const characters = askNumbers({ ...this.#label, ask: 'characters', first });
    characters.forEach((unit, second) => {
      if (unit >= 0) this.#pairs[(first << 8) | second] = unit;
    });
    this.#copy.set(this.#pairs.subarray(first << 8, (first + 1) << 8), first << 8);
    return true;
  }

  /** Returns the length and the units of the sequence at an index. The length is 0 if the end cuts it. */
  #step(bytes, at, last) {
    const head = bytes.subarray(at, at + MOST);
    const key = head.length === MOST ? new DataView(bytes.buffer, head.byteOffset).getUint32(0) : undefined;
    const known = this.#steps.get(key);
    if (known) return known;
    if (this.#questions++ === QUESTIONS) return STOP;
    const question = { ...this.#label, ask: 'step' };
    if (key !== undefined) {
      const step = ask({ ...question, bytes: [...head], last: false });
      if (step.length > 0) {
        if (this.#steps.size === KEPT) this.#steps.clear();
        this.#steps.set(key, step);
        return step;
      }
    }
    const rest = bytes.subarray(at, at + ALL);
    const step = ask({ ...question, bytes: [...rest], last: last && at + rest.length === bytes.length });
    // All of them are incomplete only in a charset that has no tables.
    return step.length === 0 && rest.length === ALL ? STOP : step;
  }
}
