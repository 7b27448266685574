// Packs the model of text: `node pack/model.mjs MODEL OUT`.
//
// `judge/src/model.rs` unpacks it, and describes the file. It has the same predictions, so all
// arithmetic here has exact results.

import fs from 'node:fs';

/** The number of predictions that are mixed. */
const INPUTS = 3;

/** The number of bits that select a prediction. */
const BITS = 20;

/** The numbers of weights for each kind of bit. */
const SETS = 8192;

/** The steps of adaptation, by the number of bits that a prediction has seen. */
const RATES = Int32Array.from({ length: 61 }, (_, seen) => Math.floor(131072 / (2 * seen + 3)));

/** The logistic function, in 33 points from -2048 to 2048. */
const POINTS = [
  1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607,
  3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
];

/** Returns the probability, in parts of 4096, of a logarithm of chances. */
function squash(value) {
  if (value > 2047) return 4095;
  if (value < -2047) return 1;
  const at = (value >> 7) + 16;
  const rest = value & 127;
  return (POINTS[at] * (128 - rest) + POINTS[at + 1] * rest + 64) >> 7;
}

/** The inverse of `squash`. */
const STRETCH = new Int16Array(4096);
for (let value = -2047, next = 0; value <= 2047; value++) {
  for (const end = squash(value); next <= end; next++) STRETCH[next] = value;
}
STRETCH[4095] = 2047;

function hash(first, second) {
  let mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** Predicts bits. A subclass reads or writes them. */
class Coder {
  #chances = Array.from({ length: INPUTS }, () => new Uint16Array(1 << BITS).fill(1 << 15));
  #seen = Array.from({ length: INPUTS }, () => new Uint8Array(1 << BITS));
  #weights = new Int32Array(SETS * INPUTS).fill(26000);
  #at = new Int32Array(INPUTS);
  #base = new Int32Array(INPUTS);
  #inputs = new Int32Array(INPUTS);

  /** Codes a bit. */
  #bit(wanted, set) {
    const [first, second, third] = this.#chances;
    const at = this.#at;
    const inputs = this.#inputs;
    const weights = this.#weights;
    const row = set * INPUTS;
    inputs[0] = STRETCH[first[at[0]] >> 4];
    inputs[1] = STRETCH[second[at[1]] >> 4];
    inputs[2] = STRETCH[third[at[2]] >> 4];
    const sum =
      inputs[0] * weights[row] + inputs[1] * weights[row + 1] + inputs[2] * weights[row + 2];
    const chance = Math.min(4095, Math.max(1, squash(Math.floor(sum / 65536))));
    const bit = this.code(wanted, chance);
    const error = ((bit << 12) - chance) * 32;
    for (let input = 0; input < INPUTS; input++) {
      weights[row + input] += (inputs[input] * error + 0x2000) >> 14;
      const chances = this.#chances[input];
      const seen = this.#seen[input];
      const here = at[input];
      const count = seen[here];
      chances[here] += Math.trunc((((bit === 1 ? 65535 : 0) - chances[here]) * RATES[count]) / 65536);
      if (count < RATES.length - 1) seen[here] = count + 1;
    }
    return bit;
  }

  /** Codes one bit in three contexts. */
  flag(wanted, set, first, second, third) {
    const mask = (1 << BITS) - 1;
    this.#at[0] = hash(first, 1) & mask;
    this.#at[1] = hash(second, 2) & mask;
    this.#at[2] = hash(third, 3) & mask;
    return this.#bit(wanted, set);
  }

  /** Codes a byte in three contexts. */
  byte(wanted, set, first, second, third) {
    const mask = ((1 << BITS) - 1) & ~255;
    const base = this.#base;
    base[0] = (hash(first, 4) << 8) & mask;
    base[1] = (hash(second, 5) << 8) & mask;
    base[2] = (hash(third, 6) << 8) & mask;
    let node = 1;
    for (let shift = 7; shift >= 0; shift--) {
      for (let input = 0; input < INPUTS; input++) this.#at[input] = base[input] | node;
      node = 2 * node + this.#bit((wanted >> shift) & 1, set * 256 + node);
    }
    return node - 256;
  }

  /** Codes a number below 2^24. Small numbers are one byte. */
  number(wanted, set, first, second, third) {
    const small = this.byte(Math.min(wanted, 255), set, first, second, third);
    if (small < 255) return small;
    const rest = wanted - 255;
    let value = 0;
    for (const shift of [16, 8, 0]) {
      const context = (shift << 8) + set;
      value = value * 256 + this.byte((rest >> shift) & 255, set, -context - 1, -context - 1, value - 9);
    }
    return value + 255;
  }
}

/** Returns the last number of the part of an interval that means 1. */
function split(low, high, chance) {
  const range = high - low;
  return low + Math.floor(range / 4096) * chance + (((range % 4096) * chance) >>> 12);
}

const KINDS = { head: 0, single: 1, unlisted: 2, counts: 3, symbols: 4, shares: 5, costs: 6, first: 7 };

/** The set of weights of the bits that say which languages are listed. */
const LANGUAGES = 8 * 256;

/** Codes the bytes of the first part. The last bytes predict the next one. */
function codeBytes(coder, bytes) {
  let last = 0;
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = coder.byte(bytes[at], KINDS.head, last & 255, last & 65535, at % 23);
    last = (last << 8) | bytes[at];
  }
}

/**
 * Codes a group of languages. Reading fills the arrays of `group`, whose `width` is known.
 *
 * @param {Coder} coder
 * @param {object} group the fields that `layout` writes
 * @param {Uint8Array} weights the extra costs of triples that are not listed
 */
function codeGroup(coder, group, weights) {
  const { width } = group;
  const size = coder.number(group.symbols.length, KINDS.first, 1, 1, 1);
  for (let at = 0; at < size; at++) {
    const before = at === 0 ? 0 : group.symbols[at - 1];
    group.symbols[at] = coder.number(group.symbols[at], KINDS.first, 2, before + 3, 2);
  }
  const count = size + 1;
  group.totals ??= new Uint8Array(width);
  group.single ??= new Uint8Array(width * count);
  group.unlisted ??= new Uint8Array(width * count);
  for (const [name, length] of [['totals', width], ['single', width * count], ['unlisted', width * count]]) {
    const kind = name === 'single' ? KINDS.single : KINDS.unlisted;
    const values = group[name];
    for (let at = 0; at < length; at++) {
      const left = at % width === 0 ? 0 : values[at - 1];
      const above = values[at - width] ?? 0;
      const other = name === 'unlisted' ? group.single[at] : above;
      const column = at % width;
      values[at] = coder.byte(values[at], kind, left, (other << 8) | column, (left << 8) | other);
    }
  }
  group.isDense = coder.byte(group.isDense, KINDS.first, 5, 5, 5);
  const { single, unlisted, totals } = group;
  const pairs = group.isDense ? new Uint8Array(count * count * width) : undefined;
  if (pairs) {
    for (let first = 0, at = 0; first < count; first++) {
      for (let second = 0; second < count; second++) {
        for (let language = 0; language < width; language++, at++) {
          const cost = single[second * width + language] + unlisted[first * width + language];
          pairs[at] = Math.min(255, cost);
        }
      }
    }
  }
  // Costs of pairs: the cost of the second symbol alone predicts that of the pair.
  codeListed(coder, group.pairs, count, width, {
    tag: 0,
    below: (context, symbol, language) => single[symbol * width + language],
    context: (context, language) => single[context * width + language],
    weight: (context, language) => unlisted[context * width + language],
    seen: (context, language) => unlisted[context * width + language],
    take: (context, symbol, language, cost) => {
      if (pairs) pairs[(context * count + symbol) * width + language] = cost;
    },
  });
  if (!pairs) return;
  const seen = (context, language) => {
    const first = Math.floor(context / count);
    const rest = totals[language] - single[first * width + language] - pairs[context * width + language];
    return Math.max(0, rest);
  };
  // Costs of triples: the cost of the last two symbols predicts that of all three.
  codeListed(coder, group.triples, count * count, width, {
    tag: 1,
    below: (context, symbol, language) => pairs[((context % count) * count + symbol) * width + language],
    context: (context, language) => pairs[context * width + language],
    weight: (context, language) => weights[seen(context, language)],
    seen,
    take: () => {},
  });
}

/** Codes listed costs, by context, then symbol, then language. */
function codeListed(coder, listed, contexts, width, { tag, below, context: costOf, weight, seen, take }) {
  const { counts, symbols, shares, languages, costs } = listed;
  let row = 0;
  let value = 0;
  let before = 0;
  for (let context = 0; context < contexts; context++) {
    const last = tag === 1 ? context % Math.sqrt(contexts) : 0;
    counts[context] = coder.number(counts[context], KINDS.counts, tag, before * 2 + tag, last * 2 + tag);
    before = counts[context];
    let symbol = 0;
    for (let at = 0; at < before; at++, row++) {
      const old = symbol;
      symbols[row] = coder.number(symbols[row], KINDS.symbols, tag, old * 2 + tag, old * 512 + 2 * last + tag);
      symbol += symbols[row];
      shares[row] = coder.number(shares[row], KINDS.shares, tag, symbol * 2 + tag, last * 2 + tag);
      const end = value + shares[row];
      const start = value;
      for (let language = 0; value < end; language++) {
        const left = end - value;
        const rest = width - language;
        let isListed = 1;
        if (left < rest) {
          const one = below(context, symbol, language);
          const other = costOf(context, language);
          const set = LANGUAGES + tag * 2048 + Math.floor((left * 16) / rest) * 64 + language;
          isListed = coder.flag(
            languages[value] === language ? 1 : 0,
            set,
            ((one * 64 + language) * 2 + tag) * 4,
            (((symbol * 4096 + (tag === 1 ? last : context)) * 64 + language) * 2 + tag) * 4 + 1,
            (((one + other) >> 2) * 64 + left) * 4 + 2,
          );
        }
        if (isListed === 1) languages[value++] = language;
      }
      let residue = 0;
      for (let at = start; at < end; at++) {
        const language = languages[at];
        const more = weight(context, language);
        const one = below(context, symbol, language);
        residue = coder.byte(
          (more - costs[at]) & 255,
          at === start ? KINDS.costs : KINDS.first,
          one * 2 + tag,
          residue * 2 + tag + 1024,
          ((seen(context, language) >> 2) * 64 + language) * 2 + tag,
        );
        costs[at] = (more - residue) & 255;
        take(context, symbol, language, costs[at]);
      }
    }
  }
}

/** Creates the arrays of a group. */
function newGroup(width) {
  const listed = () => ({ counts: [], symbols: [], shares: [], languages: [], costs: [] });
  return { width, symbols: [], isDense: 0, pairs: listed(), triples: listed() };
}

/** Writes bits. */
class Writer extends Coder {
  bytes = [];
  #low = 0;
  #high = 0xffffffff;

  code(bit, chance) {
    const middle = split(this.#low, this.#high, chance);
    if (bit === 1) this.#high = middle;
    else this.#low = middle + 1;
    while (((this.#low ^ this.#high) & 0xff000000) === 0) {
      this.bytes.push(this.#high >>> 24);
      this.#low = (this.#low << 8) >>> 0;
      this.#high = ((this.#high << 8) | 255) >>> 0;
    }
    return bit;
  }

  end() {
    for (const shift of [24, 16, 8, 0]) this.bytes.push((this.#low >>> shift) & 255);
  }
}

/** Returns the checksum of a part. */
function checksum(bytes) {
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

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

/** Returns the numbers of the languages in a set. */
function languagesOf(set) {
  return [...set].flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => 8 * at + bit),
  );
}

/** Reads listed costs. `model/listed.rs` of the library describes them. */
function listed(part, rows, symbols, width) {
  const size = symbols <= 256 ? 1 : 2;
  const bytes = new Bytes(part);
  const sets = Array.from({ length: bytes.fixed(1) }, () => bytes.take(Math.ceil(width / 8)));
  const start = bytes.at;
  const all = { counts: [], symbols: [], shares: [], languages: [], costs: [] };
  for (let row = 0; row < rows; row++) {
    bytes.at = start + 3 * row;
    bytes.at = start + bytes.fixed(3);
    const places = Array.from({ length: bytes.fixed(size) }, () => bytes.fixed(size));
    const offsets = places.map(() => bytes.fixed(3));
    for (let place = 0; place < symbols; place++) {
      const found = places.indexOf(place);
      if (found < 0) {
        all.counts.push(0);
        continue;
      }
      bytes.at = start + offsets[found];
      const count = bytes.fixed(size);
      all.counts.push(count);
      for (let before = 0, at = 0; at < count; at++) {
        const symbol = bytes.fixed(size);
        all.symbols.push(symbol - before);
        before = symbol;
      }
      const codes = width === 1 ? new Uint8Array(count) : bytes.take(count);
      const each = [...codes].map((code) => languagesOf(sets[code] ?? bytes.take(Math.ceil(width / 8))));
      for (const languages of each) {
        all.shares.push(languages.length);
        all.languages.push(...languages);
        all.costs.push(...bytes.take(languages.length));
      }
    }
  }
  return all;
}

/** Reads a group of languages. */
function parse(raw, width) {
  const bytes = new Bytes(raw);
  const group = newGroup(width);
  const size = bytes.number();
  for (let at = 0; at < size; at++) group.symbols.push(bytes.number());
  const count = size + 1;
  group.totals = bytes.take(width);
  group.single = bytes.take(width * count);
  group.unlisted = bytes.take(width * count);
  group.pairs = listed(bytes.take(bytes.number()), 1, count, width);
  [group.isDense] = bytes.take(1);
  if (group.isDense) group.triples = listed(bytes.take(bytes.number()), count, count, width);
  return group;
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
const weightsAt = head.at;
const weights = head.take(256);
const widths = [];
for (let left = head.number(); left > 0; left--) {
  head.number();
  widths.push(Buffer.from(head.take(head.number())).toString().split(' ').length);
}

/** Packs a part with a function that passes it to a coder. */
function pack(write) {
  const writer = new Writer();
  write(writer);
  writer.end();
  return Buffer.from(writer.bytes);
}

const packed = parts.map((part, number) =>
  pack((writer) => {
    if (number > 0) {
      codeGroup(writer, parse(part, widths[number - 1]), weights);
      return;
    }
    writer.number(part.length, KINDS.first, 8, 8, 8);
    codeBytes(writer, part);
    writer.number(weightsAt, KINDS.first, 9, 9, 9);
  }),
);
const numbers = packed.flatMap((part, number) => [part.length, checksum(parts[number])]);
const heads = Buffer.alloc(4 * numbers.length);
numbers.forEach((value, at) => heads.writeUInt32LE(value, 4 * at));
fs.writeFileSync(out, Buffer.concat([Buffer.from([parts.length, 0, ...widths]), heads, ...packed]));
console.log(`${out}: ${fs.statSync(out).size} bytes (${file.length})`);
