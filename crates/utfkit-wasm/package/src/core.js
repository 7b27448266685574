// The small module: validation and conversion of UTF-8 and UTF-16, a block at a time.

import { NOTHING, bytesOf } from './bytes.js';
import { core, node, read } from './load.js';

/** The forms, as the module numbers them. */
export const FORMS = { 'utf-8': 0, 'utf-16le': 1, 'utf-16be': 2 };
const UTF8 = 0;
const UTF16_BE = 2;

/** The functions of the module, and views of its memory. */
export let exports;
let CAPACITY;
export let input;
export let output;
let outputUnits;
export let outcome;
export let outputBuffer;

/** Starts the module. It has no allocator, so its memory never grows and the views stay valid. */
function start(module) {
  exports = new WebAssembly.Instance(module).exports;
  const memory = exports.memory.buffer;
  CAPACITY = exports.capacity();
  // The length of the output, as the module defines it.
  const length = 2 * CAPACITY + 16;
  input = new Uint8Array(memory, exports.input(), CAPACITY);
  output = new Uint8Array(memory, exports.output(), length);
  outputUnits = new Uint16Array(memory, exports.output(), length / 2);
  outcome = new Uint32Array(memory, exports.outcome(), 4);
  outputBuffer = node?.Buffer.from(memory, exports.output(), length);
}

// Node has no need to wait, so `require` works there. Neither does the entry `utfkit/inline`.
if (core) start(new WebAssembly.Module(core));

/** Starts the module in a browser. */
export async function startCore() {
  if (!exports) start(await WebAssembly.compile(await read('core')));
}

const nativeUtf8 = new TextDecoder();

/** Copies bytes into the input, and returns the number of bytes there. */
function fill(carry, bytes, at) {
  input.set(carry);
  const length = Math.min(CAPACITY - carry.length, bytes.length - at);
  input.set(length === bytes.length ? bytes : bytes.subarray(at, at + length), carry.length);
  return length;
}

/**
 * Returns the first error of `bytes`, or `null`.
 *
 * @param {Uint8Array} bytes
 * @param {number} form
 */
export function firstFinding(bytes, form) {
  let at = 0;
  do {
    const length = fill(NOTHING, bytes, at);
    const last = at + length === bytes.length ? 1 : 0;
    const valid = exports.validate(form, length, last);
    at += valid;
    if (outcome[0] !== 0) {
      const text = nativeUtf8.decode(output.subarray(0, outcome[1]));
      const [kind, message, means, subparts] = text.split('\n');
      const length = outcome[0];
      const its = new Uint8Array(bytes.subarray(at, at + length));
      return {
        offset: at,
        length,
        kind,
        message,
        bytes: its,
        means: means === '' ? null : means,
        subparts: Number(subparts),
      };
    }
  } while (at < bytes.length);
  return null;
}

/** Returns `true` if Node can make a string of one byte per character, which is half as long. */
export function isPlain(bytes) {
  return bytes.buffer instanceof ArrayBuffer && node.isAscii(bytes);
}

/**
 * The state of a stream: the bytes of a character that the last piece cut. Only Node uses it, because
 * browsers have a faster decoder.
 */
export class Stream {
  #form;
  #carry = NOTHING;

  constructor(form) {
    this.#form = form;
  }

  /**
   * Decodes the next piece. `last` ends the stream. If `fatal` is true, an error ends it too, and
   * the result is `undefined`.
   *
   * @param {Uint8Array} bytes
   * @param {boolean} last
   * @param {boolean} fatal
   */
  decode(bytes, last, fatal) {
    if (this.#form === UTF8 && this.#carry.length === 0 && isPlain(bytes)) {
      return node.Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
    }
    let text = '';
    let at = 0;
    do {
      const kept = this.#carry.length;
      const length = fill(this.#carry, bytes, at);
      at += length;
      const ends = last && at === bytes.length ? 1 : 0;
      const written = exports.convert(this.#form, kept + length, ends);
      const [read, errors] = outcome;
      if (fatal && errors > 0) {
        this.#carry = NOTHING;
        return undefined;
      }
      if (written > 0) text += outputBuffer.ucs2Slice(0, written);
      this.#carry = read === kept + length ? NOTHING : this.#cut(read, kept + length);
    } while (at < bytes.length);
    return text;
  }

  /** Returns a copy of the bytes that were not read. The module swapped those of UTF-16BE. */
  #cut(start, end) {
    const carry = input.slice(start, end);
    if (this.#form === UTF16_BE && carry.length > 1) {
      [carry[0], carry[1]] = [carry[1], carry[0]];
    }
    return carry;
  }
}

/**
 * Converts UTF-8 to code units of UTF-16. Each ill-formed sequence becomes U+FFFD, or is a
 * `TypeError` if `fatal` is set.
 *
 * @param {BufferSource} data
 * @param {{ fatal?: boolean }} [options]
 * @returns {Uint16Array}
 */
export function toUtf16(data, options = {}) {
  const bytes = bytesOf(data);
  if (bytes.length > CAPACITY) {
    const units = new Uint16Array(utf16Length(bytes));
    decodeInto(bytes, units, options);
    return units;
  }
  const written = exports.convert(UTF8, fill(NOTHING, bytes, 0), 1);
  if (options.fatal && outcome[1] > 0) throw illFormed('utf-8');
  return outputUnits.slice(0, written >> 1);
}

/**
 * Converts as much UTF-8 as fits into `units`. Errors are as for `toUtf16`.
 *
 * @param {BufferSource} data
 * @param {Uint16Array} units
 * @param {{ fatal?: boolean, stream?: boolean }} [options] with `stream`, a character that the end
 *     of the data cuts is not read
 * @returns {{ read: number, written: number }}
 */
export function decodeInto(data, units, { fatal = false, stream = false } = {}) {
  const bytes = bytesOf(data);
  if (Object.prototype.toString.call(units) !== '[object Uint16Array]') {
    throw new TypeError('utfkit: expected a Uint16Array');
  }
  let read = 0;
  let written = 0;
  while (read < bytes.length) {
    const room = units.length - written;
    // A byte is at most one unit, so a block of this length fits. The last units are tried singly.
    const most = Math.min(CAPACITY, bytes.length - read, Math.max(room, 4));
    input.set(most === bytes.length ? bytes : bytes.subarray(read, read + most));
    const last = !stream && read + most === bytes.length ? 1 : 0;
    let length = exports.convert(UTF8, most, last) >> 1;
    let used = outcome[0];
    if (length > room) [used, length] = fitting(most, room);
    if (used === 0) break;
    // Errors after the room are for the next call.
    if (fatal && outcome[1] > 0) throw illFormed('utf-8');
    units.set(outputUnits.subarray(0, length), written);
    read += used;
    written += length;
  }
  return { read, written };
}

/** Returns the longest start of the input whose units fit the room, and their number. */
function fitting(most, room) {
  for (let length = most - 1; length > 0; length--) {
    const units = exports.convert(UTF8, length, 0) >> 1;
    if (units <= room) return [outcome[0], units];
  }
  return [0, 0];
}

/**
 * Returns the number of code units that `toUtf16` returns.
 *
 * @param {BufferSource} data
 */
export function utf16Length(data) {
  const bytes = bytesOf(data);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += outcome[0]) {
    const length = fill(NOTHING, bytes, at);
    sum += exports.utf16_length(length, at + length === bytes.length ? 1 : 0);
  }
  return sum;
}

/** Returns the error of a strict conversion. */
export function illFormed(encoding) {
  return new TypeError(`utfkit: the data are not valid ${encoding}`);
}
