// The tables of charsets in the memory of the small module, and the loops that read them.

import { exports, input, output, outputBuffer } from './core.js';
import { node } from './load.js';

/** The number of code units that are encoded at once. A block and its bytes stay in the cache of a core. */
const BLOCK = 1 << 14;

/** The number of code units from which on Node copies them faster than a loop. */
const LONG = 64;

const nativeUtf16 = node ? undefined : new TextDecoder('utf-16le', { ignoreBOM: true });

/** The input as code units, and as a buffer of Node. */
let units;
let buffer;

/** Writes code units of `text` to the input, but no half of a pair at the end. Returns their number. */
export function fillUnits(text, start) {
  units ??= new Uint16Array(input.buffer, input.byteOffset, BLOCK);
  buffer ??= node?.Buffer.from(input.buffer, input.byteOffset, 2 * BLOCK);
  const count = Math.min(text.length - start, BLOCK);
  if (node && count >= LONG) {
    buffer.write(count === text.length ? text : text.slice(start, start + count), 'utf16le');
  } else {
    for (let at = 0; at < count; at++) units[at] = text.charCodeAt(start + at);
  }
  const isCut = start + count < text.length && (units[count - 1] & 0xfc00) === 0xd800;
  return isCut ? count - 1 : count;
}

/** Returns the code point at an index of the input, or the half of a pair there. */
export function pointAt(index, count) {
  const high = units[index];
  const low = index + 1 < count ? units[index + 1] : 0;
  const isPair = (high & 0xfc00) === 0xd800 && (low & 0xfc00) === 0xdc00;
  return isPair ? 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff) : high;
}

/** Writes bytes to the input, and returns their number. */
export function fillBytes(bytes, start) {
  const count = Math.min(bytes.length - start, BLOCK);
  input.set(count === bytes.length ? bytes : bytes.subarray(start, start + count));
  return count;
}

/** Writes a code unit to the output, at an index. */
export function putUnit(unit, index) {
  output[2 * index] = unit;
  output[2 * index + 1] = unit >> 8;
}

/** Returns the first `count` code units of the output as a string. */
export function takeText(count) {
  return node ? outputBuffer.ucs2Slice(0, 2 * count) : nativeUtf16.decode(output.subarray(0, 2 * count));
}

/** Places for tables of one kind. The module has room for those of a few charsets. */
export class Places {
  #owners = [];
  #next = 0;

  /** Returns the number of the place of `owner`, and lets it write its tables if they are not there. */
  of(owner) {
    if (this.#owners[owner.place] !== owner) {
      owner.place = this.#next;
      this.#owners[owner.place] = owner;
      this.#next = (this.#next + 1) % exports.places();
      owner.write(input.buffer);
    }
    return owner.place;
  }
}
