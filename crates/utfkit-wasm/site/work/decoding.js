// Decodes rows to parts: text, ill-formed bytes, and the parts of marks.

import * as utfkit from '../utfkit/src/index.js';

/** Encodings that the small module validates and the decoder of the browser reads. */
const NATIVE = { 'utf-8': 'utf-8', 'us-ascii': 'utf-8', 'utf-16le': 'utf-16le', 'utf-16be': 'utf-16be' };

/**
 * A part of a row.
 *
 * @typedef {object} Part
 * @property {number} offset
 * @property {number} length in bytes
 * @property {string} text the decoded text; of ill-formed bytes, their hexadecimal digits
 * @property {boolean} [isBad] whether the bytes are ill-formed
 * @property {boolean} [isUnfit] whether the target of a conversion lacks the character
 * @property {number} [mark] the offset of the mark that has the part
 */

export class Decoding {
  #encoding;
  #decoder;
  #ranges = new Float64Array();
  /** The encoder of the conversion, and the characters that were tried. */
  #target;
  #fits = new Map();

  constructor(encoding) {
    this.#encoding = NATIVE[encoding] ?? encoding;
    this.#decoder = NATIVE[encoding]
      ? new TextDecoder(NATIVE[encoding], { ignoreBOM: true })
      : new utfkit.TextDecoder(encoding, { labelSet: 'iana', ignoreBOM: true });
  }

  mark(ranges) {
    this.#ranges = ranges;
  }

  aim(encoding) {
    this.#target = encoding && new utfkit.TextEncoder(encoding, { labelSet: 'iana', fatal: true });
    this.#fits.clear();
  }

  lengthOf(text) {
    if (this.#encoding === 'utf-8') return new TextEncoder().encode(text).length;
    if (this.#encoding.startsWith('utf-16')) return 2 * text.length;
    return new utfkit.TextEncoder(this.#encoding, { labelSet: 'iana' }).encode(text).length;
  }

  unitsOf(bytes) {
    return this.#decoder.decode(bytes).length;
  }

  /** Returns the parts of a row at `offset`. The offsets of a converted text are not those of marks. */
  parts(bytes, offset, isConverted) {
    const parts = [];
    let done = 0;
    const upTo = (end, mark) => {
      if (end > done) parts.push(...this.#texts(bytes.subarray(done, end), offset + done, mark));
      done = Math.max(done, end);
    };
    const ranges = isConverted ? [] : this.#ranges;
    for (let at = this.#firstMark(offset, ranges); at < ranges.length; at += 2) {
      const start = ranges[at] - offset;
      if (start >= bytes.length) break;
      upTo(Math.max(0, start));
      upTo(Math.min(bytes.length, start + ranges[at + 1]), ranges[at]);
    }
    upTo(bytes.length);
    return this.#target ? parts.flatMap((part) => this.#unfit(part)) : parts;
  }

  /** Returns the index of the first mark that ends after `offset`. */
  #firstMark(offset, ranges) {
    let low = 0;
    let high = ranges.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[2 * middle] + ranges[2 * middle + 1] <= offset) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }

  /** Divides bytes into text and ill-formed sequences. */
  #texts(bytes, offset, mark) {
    const parts = [];
    for (let at = 0; at < bytes.length;) {
      const rest = bytes.subarray(at);
      const finding = utfkit.validate(rest, this.#encoding);
      const good = finding?.offset ?? rest.length;
      if (good > 0) {
        parts.push({
          offset: offset + at,
          length: good,
          text: this.#decoder.decode(rest.subarray(0, good)),
          mark,
        });
      }
      if (!finding) break;
      const bad = rest.subarray(good, good + finding.length);
      const text = Array.from(bad, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
      const last = parts.at(-1);
      // Adjacent ill-formed sequences of one finding are one part.
      if (good === 0 && last?.isBad && mark !== undefined) {
        last.length += finding.length;
        last.text += ` ${text}`;
      } else parts.push({ offset: offset + at + good, length: finding.length, text, isBad: true, mark });
      at += good + finding.length;
    }
    return parts;
  }

  /** Divides a part at the characters that the target lacks. */
  #unfit(part) {
    if (part.isBad || /^[\0-\x7f]*$/.test(part.text)) return [part];
    const parts = [];
    let offset = part.offset;
    let text = '';
    const push = (more) => {
      const length = this.lengthOf(text);
      if (text !== '') parts.push({ ...part, offset, length, text, ...more });
      offset += length;
      text = '';
    };
    for (const character of part.text) {
      if (this.#isFit(character)) text += character;
      else {
        push({});
        text = character;
        push({ isUnfit: true });
      }
    }
    push({});
    return parts;
  }

  #isFit(character) {
    if (character < '\x80') return true;
    if (!this.#fits.has(character)) {
      let isFit = true;
      try {
        this.#target.encode(character);
      } catch {
        isFit = false;
      }
      this.#fits.set(character, isFit);
    }
    return this.#fits.get(character);
  }
}
