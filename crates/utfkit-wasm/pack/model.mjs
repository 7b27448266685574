// Prepares the model of text for a general compressor: `node pack/model.mjs MODEL OUT`.
//
// `judge/src/model.rs` restores it, and describes the file. The numbers of a group of languages are
// sorted by kind, so that like bytes are neighbors.

import fs from 'node:fs';

/** The number of a set of languages that follows, as in the library. */
const OTHER = 255;

/** Reads the numbers and the parts of a file. */
class Bytes {
  at = 0;
  constructor(bytes) {
    this.bytes = bytes;
  }
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
  take(length) {
    this.at += length;
    return this.bytes.slice(this.at - length, this.at);
  }
  /** Reads a number of this size, the lowest byte first. */
  fixed(size) {
    return this.take(size).reduceRight((value, byte) => value * 256 + byte, 0);
  }
}

/** Returns the number of languages in a set. */
function ones(set) {
  return [...set].reduce((sum, byte) => sum + [...byte.toString(2)].filter((bit) => bit === '1').length, 0);
}

/**
 * Reads a list of costs. `model/listed.rs` of the library describes it.
 *
 * @returns its length and the most frequent sets, and the entries of each context: a symbol, the number of its set,
 *   the set itself if it is not a frequent one, its number of languages, and their costs
 */
function parse(bytes, rows, symbols, width) {
  const size = symbols <= 256 ? 1 : 2;
  const setSize = Math.ceil(width / 8);
  const from = bytes.at;
  const length = bytes.number();
  const end = bytes.at + length;
  const sets = Array.from({ length: bytes.fixed(1) }, () => bytes.take(setSize));
  const head = bytes.bytes.slice(from, bytes.at);
  const start = bytes.at;
  const contexts = Array.from({ length: rows * symbols }, () => []);
  for (let row = 0; row < rows; row++) {
    bytes.at = start + 3 * row;
    bytes.at = start + bytes.fixed(3);
    const places = Array.from({ length: bytes.fixed(size) }, () => bytes.fixed(size));
    const offsets = places.map(() => bytes.fixed(3));
    places.forEach((place, at) => {
      bytes.at = start + offsets[at];
      const count = bytes.fixed(size);
      const numbers = Array.from({ length: count }, () => bytes.fixed(size));
      const codes = width === 1 ? new Uint8Array(count) : bytes.take(count);
      const own = numbers.map((symbol, at) => {
        const code = codes[at];
        const other = code === OTHER && width > 1 ? [...bytes.take(setSize)] : [];
        return { symbol, code: width === 1 ? [] : code, other, languages: width === 1 ? 1 : ones(sets[code] ?? other) };
      });
      for (const entry of own) entry.costs = [...bytes.take(entry.languages)];
      contexts[row * symbols + place] = own;
    });
  }
  bytes.at = end;
  return { head, contexts };
}

/** Returns the bytes of numbers of this size: first the lowest byte of each, and then the others. */
function planes(numbers, size) {
  return size === 1 ? numbers : [...numbers.map((number) => number & 255), ...numbers.map((number) => number >> 8)];
}

/** Returns the bytes of numbers of this size, the lowest byte first. */
function fixed(numbers, size) {
  return numbers.flatMap((number) => [0, 8, 16, 24].slice(0, size).map((shift) => (number >>> shift) & 255));
}

/** Packs a list. */
function packList({ head, contexts }, symbols) {
  const size = symbols <= 256 ? 1 : 2;
  const entries = contexts.flat();
  const differences = contexts.flatMap((own) =>
    own.map(({ symbol }, at) => symbol - (at === 0 ? 0 : own[at - 1].symbol)),
  );
  const [codes, others, costs] = ['code', 'other', 'costs'].map((kind) => entries.map((entry) => entry[kind]).flat());
  const counts = contexts.map((own) => own.length);
  const lengths = [entries.length, others.length, costs.length];
  return [head, fixed(lengths, 4), planes(counts, size), planes(differences, size), codes, others, costs];
}

/** Packs a group of languages. */
function packGroup(part, width) {
  const bytes = new Bytes(part);
  const count = bytes.number() + 1;
  for (let at = 1; at < count; at++) bytes.number();
  bytes.take(width + 2 * width * count);
  const start = part.slice(0, bytes.at);
  const lists = [parse(bytes, 1, count, width)];
  const [isDense] = bytes.take(1);
  if (isDense) lists.push(parse(bytes, count, count, width));
  const packed = [[isDense], start, ...lists.flatMap((list) => packList(list, count))];
  return Buffer.concat(packed.map((piece) => Buffer.from(piece)));
}

/** Returns the checksum of a part, of its words of four bytes. */
function checksum(part) {
  const words = new Uint32Array(part.slice(0, part.length & ~3).buffer);
  return words.reduce((sum, word) => {
    const next = Math.imul(sum ^ word, 0x01000193);
    return ((next << 5) | (next >>> 27)) >>> 0;
  }, 0x811c9dc5);
}

const [, , model, out] = process.argv;
const file = fs.readFileSync(model);
const parts = [];
for (let at = 0; at < file.length; ) {
  const end = at + 4 + file.readUInt32LE(at);
  parts.push(new Uint8Array(file.subarray(at + 4, end)));
  at = end;
}

// The first part ends with the weights and the languages of each group. `Model::read` reads it.
const [first] = parts;
const kinds = 23;
const head = new Bytes(first);
head.take(kinds * kinds + 50 + kinds);
for (let left = head.number(); left > 0; left--) {
  head.number();
  head.take(1);
}
head.take(256);
const widths = [0];
for (let left = head.number(); left > 0; left--) {
  head.number();
  widths.push(Buffer.from(head.take(head.number())).toString().split(' ').length);
}

const packed = parts.map((part, number) =>
  number === 0 ? Buffer.from(part) : packGroup(part, widths[number]),
);
const numbers = packed.flatMap((part, number) => [part.length, parts[number].length, checksum(parts[number])]);
const heads = Buffer.from(Uint32Array.from(numbers).buffer);
fs.writeFileSync(out, Buffer.concat([Buffer.from([parts.length, ...widths]), heads, ...packed]));
