// The codes of characters in legacy charsets in which a code does not depend on the characters before it.
//
// The large module converts from UTF-16 by way of code points, and a call of it costs more than a short
// text does. So its answers are kept, for 256 characters at a time, and the small module reads them.

import { exports, outcome, output } from './core.js';
import { askNumbers } from './judge.js';
import { Places, fillUnits, pointAt } from './places.js';

/** In place of a code: the charset lacks the character, the large module was not asked, a half of a pair. */
const LACKING = -1;
const UNKNOWN = -2;
const SURROGATE = -3;

const QUESTION_MARK = 0x3f;
const REPLACEMENT = 0xfffd;

/** The number of code units. */
const UNITS = 0x10000;

const places = new Places();

/** Writes a code to the output, the highest byte first. Returns the offset after it. */
function write(code, to) {
  const length = Math.max(1, 4 - (Math.clz32(code) >> 3));
  for (let at = 0; at < length; at++) output[to + at] = code >> (8 * (length - 1 - at));
  return to + length;
}

/** The codes of a charset. */
export class Codes {
  #label;
  /** The codes of code units, here and in the small module. */
  #codes = new Int32Array(UNITS).fill(UNKNOWN).fill(SURROGATE, 0xd800, 0xe000);
  #copy;
  /** The codes of characters above U+FFFF, by the number of their row. */
  #rows = new Map();

  /** @param {{ label: string, labelSet: string }} label */
  constructor(label) {
    this.#label = label;
  }

  /** Writes the codes to the place of the charset. */
  write(memory) {
    this.#copy = new Int32Array(memory, exports.codes(this.place), UNITS);
    this.#copy.set(this.#codes);
  }

  /** Returns the code of a code point. */
  #code(point) {
    const row = point >> 8;
    const known = point >= UNITS ? this.#rows.get(row)?.[point & 0xff] : this.#codes[point];
    if (known !== undefined && known !== UNKNOWN) return known;
    const codes = askNumbers({ ...this.#label, ask: 'codes', row });
    if (point >= UNITS) {
      this.#rows.set(row, codes);
    } else {
      this.#codes.set(codes, row << 8);
      this.#copy.set(codes, row << 8);
    }
    return codes[point & 0xff];
  }

  /** Returns the code that is written for a character that the charset lacks. */
  #replacement() {
    const code = this.#code(REPLACEMENT);
    return code === LACKING ? this.#code(QUESTION_MARK) : code;
  }

  /**
   * Encodes a text. The result is `undefined` if a character has no code, and is not replaced: because of
   * `fatal`, or because the charset has no replacement either.
   *
   * @param {string} text
   * @param {boolean} fatal
   * @returns {Uint8Array[] | undefined} the parts of the result
   */
  encode(text, fatal) {
    const place = places.of(this);
    const parts = [];
    for (let start = 0, count = 0; start < text.length; start += count) {
      count = fillUnits(text, start);
      const length = this.#encodeUnits(place, count, fatal);
      if (length < 0) return undefined;
      parts.push(output.slice(0, length));
    }
    return parts;
  }

  /** Encodes the first `count` units of the input. Returns the number of bytes, or -1. */
  #encodeUnits(place, count, fatal) {
    let at = 0;
    let to = 0;
    for (;;) {
      at = exports.encode(place, at, count, to);
      to = outcome[0];
      if (at === count) return to;
      const point = pointAt(at, count);
      at += point >= UNITS ? 2 : 1;
      let code = this.#code(point);
      if (code === SURROGATE || code === LACKING) {
        code = fatal ? LACKING : this.#replacement();
        if (code === LACKING) return -1;
      }
      to = write(code, to);
    }
  }
}
