// Unpacks files in the format Brotli (RFC 7932). Node has the format, but few browsers do, and files
// that are packed stay so on any server. The files use no words of the dictionary of Brotli.

const LENGTHS = 15;
/** The number of bits that are looked up at once. */
const FAST = 8;
/** The order of the lengths that describe the lengths of a code. */
const ORDER = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** Returns the first value of each code, for codes with this many extra bits. */
function ranges(first, extra) {
  let value = first;
  return { extra, first: extra.map((bits) => (value += 2 ** bits) - 2 ** bits) };
}

const INSERTED = ranges(0, [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24]);
const COPIED = ranges(2, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24]);
const BLOCKS = ranges(1, [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 24]);
/** The first codes of both lengths, by the upper bits of the symbol. */
const INSERTED_CELLS = [0, 0, 0, 0, 8, 8, 0, 16, 8, 16, 16];
const COPIED_CELLS = [0, 8, 0, 8, 0, 8, 16, 0, 16, 8, 16];

/** The classes of bytes for the context of signed numbers. */
const SIGNED = Uint8Array.from({ length: 256 }, (_, byte) =>
  [1, 16, 64, 128, 192, 240, 255].findLastIndex((least) => byte >= least) + 1,
);

/** A prefix code. */
class Code {
  /** The length of each short code and its symbol, by the next bits. */
  #fast = new Uint16Array(1 << FAST);
  #counts = new Uint16Array(LENGTHS + 1);
  #symbols;
  #only;

  /** @param {Uint8Array} lengths the length of the code of each symbol */
  constructor(lengths) {
    const starts = new Uint16Array(LENGTHS + 2);
    for (const length of lengths) if (length > 0) this.#counts[length]++;
    for (let length = 1; length <= LENGTHS; length++) starts[length + 1] = starts[length] + this.#counts[length];
    this.#symbols = new Uint16Array(starts[LENGTHS + 1]);
    lengths.forEach((length, symbol) => {
      if (length > 0) this.#symbols[starts[length]++] = symbol;
    });
    if (this.#symbols.length <= 1) {
      this.#only = this.#symbols[0] ?? 0;
      return;
    }
    let code = 0;
    let at = 0;
    for (let length = 1; length <= FAST; length++) {
      for (let left = this.#counts[length]; left > 0; left--, code++, at++) {
        let reversed = 0;
        for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
        const entry = (this.#symbols[at] << 4) | length;
        for (let index = reversed; index < 1 << FAST; index += 1 << length) this.#fast[index] = entry;
      }
      code <<= 1;
    }
  }

  /** Reads a symbol. */
  read(bits) {
    if (this.#only !== undefined) return this.#only;
    const entry = this.#fast[bits.peek(FAST)];
    if (entry > 0) {
      bits.skip(entry & 15);
      return entry >> 4;
    }
    let code = 0;
    let first = 0;
    let at = 0;
    for (let length = 1; length <= LENGTHS; length++) {
      code |= bits.read(1);
      const count = this.#counts[length];
      if (code - first < count) return this.#symbols[at + code - first];
      at += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw damaged();
  }
}

const damaged = () => new Error('utfkit: a file is damaged');

/** Reads bits, the lowest first. */
class Bits {
  #bytes;
  #next = 0;
  #value = 0;
  #count = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  /** Returns the next bits, at most 16. After the end, they are 0. */
  peek(count) {
    while (this.#count < 16) {
      if (this.#next > this.#bytes.length + 4) throw damaged();
      this.#value |= this.#bytes[this.#next++] << this.#count;
      this.#count += 8;
    }
    return this.#value & ((1 << count) - 1);
  }

  skip(count) {
    this.#value >>>= count;
    this.#count -= count;
  }

  read(count) {
    if (count > 16) return this.read(16) + this.read(count - 16) * 65536;
    const value = this.peek(count);
    this.skip(count);
    return value;
  }

  /** Returns the bytes after the current one. */
  take(length) {
    const start = this.#next - (this.#count >> 3);
    this.#next = start + length;
    this.#value = this.#count = 0;
    return this.#bytes.subarray(start, this.#next);
  }

  /** Reads a number from 1 to 256. */
  small() {
    if (this.read(1) === 0) return 1;
    const count = this.read(3);
    return (1 << count) + this.read(count) + 1;
  }

  /** Reads a number of one of these ranges. */
  number({ first, extra }, code) {
    return first[code] + this.read(extra[code]);
  }
}

/** Reads a code for this number of symbols. */
function readCode(bits, count) {
  const lengths = new Uint8Array(count);
  const skipped = bits.read(2);
  if (skipped === 1) {
    const width = 32 - Math.clz32(count - 1);
    const symbols = Array.from({ length: bits.read(2) + 1 }, () => bits.read(width));
    const shape = [[1], [1, 1], [1, 2, 2], [2, 2, 2, 2]][symbols.length - 1];
    const own = symbols.length === 4 && bits.read(1) === 1 ? [1, 2, 3, 3] : shape;
    symbols.forEach((symbol, at) => (lengths[symbol] = own[at]));
    return new Code(lengths);
  }
  const widths = new Uint8Array(18);
  for (let at = skipped, space = 32; at < ORDER.length && space > 0; at++) {
    const next = bits.peek(4);
    bits.skip([2, 2, 2, 3, 2, 2, 2, 4][next & 7]);
    const width = (widths[ORDER[at]] = [0, 4, 3, 2, 0, 4, 3, next < 8 ? 1 : 5][next & 7]);
    if (width > 0) space -= 32 >> width;
  }
  const code = new Code(widths);
  let last = 8;
  let repeated = { length: -1, count: 0 };
  for (let at = 0, space = 32768; at < count && space > 0; ) {
    const length = code.read(bits);
    if (length < 16) {
      repeated = { length: -1, count: 0 };
      lengths[at++] = length;
      if (length > 0) {
        last = length;
        space -= 32768 >> length;
      }
      continue;
    }
    const own = length === 16 ? last : 0;
    if (repeated.length !== own) repeated = { length: own, count: 0 };
    const before = repeated.count;
    if (before > 0) repeated.count = (before - 2) << (length - 14);
    repeated.count += bits.read(length - 14) + 3;
    for (let left = repeated.count - before; left > 0; left--) lengths[at++] = own;
    if (own > 0) space -= (repeated.count - before) * (32768 >> own);
  }
  return new Code(lengths);
}

/** Reads the numbers of the codes for contexts. */
function readMap(bits, length, codes) {
  const map = new Uint8Array(length);
  if (codes === 1) return map;
  const runs = bits.read(1) === 1 ? bits.read(4) + 1 : 0;
  const code = readCode(bits, codes + runs);
  for (let at = 0; at < length; ) {
    const symbol = code.read(bits);
    if (symbol > runs) map[at++] = symbol - runs;
    else at += (1 << symbol) + bits.read(symbol);
  }
  if (bits.read(1) === 1) {
    const recent = Array.from({ length: 256 }, (_, number) => number);
    for (let at = 0; at < length; at++) {
      const [number] = recent.splice(map[at], 1);
      recent.unshift(number);
      map[at] = number;
    }
  }
  return map;
}

/** The types of blocks of literals, of lengths, or of distances. */
class Blocks {
  #bits;
  #types;
  #lengths;
  #before = 1;
  type = 0;
  left = 1 << 24;

  constructor(bits) {
    this.#bits = bits;
    this.count = bits.small();
    if (this.count === 1) return;
    this.#types = readCode(bits, this.count + 2);
    this.#lengths = readCode(bits, BLOCKS.first.length);
    this.left = bits.number(BLOCKS, this.#lengths.read(bits));
  }

  /** Starts the next block. */
  next() {
    const bits = this.#bits;
    const code = this.#types.read(bits);
    const type = code === 0 ? this.#before : code === 1 ? (this.type + 1) % this.count : code - 2;
    this.#before = this.type;
    this.type = type;
    this.left = bits.number(BLOCKS, this.#lengths.read(bits));
  }
}

/** Unpacks a part of the output, from `at` to its end. `recent` are the last distances. */
function unpackPart(bits, out, at, recent) {
  const literals = new Blocks(bits);
  const lengths = new Blocks(bits);
  const distances = new Blocks(bits);
  const postfix = bits.read(2);
  const direct = bits.read(4) << postfix;
  const modes = Array.from({ length: literals.count }, () => bits.read(2));
  // The packer chooses no contexts of text.
  if (modes.includes(2)) throw damaged();
  const literalCodes = bits.small();
  const literalMap = readMap(bits, 64 * literals.count, literalCodes);
  const distanceCodes = bits.small();
  const distanceMap = readMap(bits, 4 * distances.count, distanceCodes);
  const codes = (count, symbols) => Array.from({ length: count }, () => readCode(bits, symbols));
  const byLiteral = codes(literalCodes, 256);
  const byLength = codes(lengths.count, 704);
  const byDistance = codes(distanceCodes, 16 + direct + (48 << postfix));

  const context = (mode) => {
    const one = at > 0 ? out[at - 1] : 0;
    const two = at > 1 ? out[at - 2] : 0;
    return mode === 0 ? one & 63 : mode === 1 ? one >> 2 : (SIGNED[one] << 3) | SIGNED[two];
  };
  const distance = (code) => {
    if (code < 4) return recent[code];
    if (code < 16) {
      const step = ((code - 4) % 6 >> 1) + 1;
      return recent[code < 10 ? 0 : 1] + (code % 2 === 0 ? -step : step);
    }
    if (code < 16 + direct) return code - 15;
    const rest = code - 16 - direct;
    const count = (rest >> (postfix + 1)) + 1;
    const offset = ((2 + ((rest >> postfix) & 1)) << count) - 4 + bits.read(count);
    return (offset << postfix) + (rest & ((1 << postfix) - 1)) + direct + 1;
  };

  while (at < out.length) {
    if (lengths.left === 0) lengths.next();
    lengths.left--;
    const symbol = byLength[lengths.type].read(bits);
    const inserted = bits.number(INSERTED, INSERTED_CELLS[symbol >> 6] + ((symbol >> 3) & 7));
    const copied = bits.number(COPIED, COPIED_CELLS[symbol >> 6] + (symbol & 7));
    if (at + inserted > out.length) throw damaged();
    for (let left = inserted; left > 0; left--) {
      if (literals.left === 0) literals.next();
      literals.left--;
      const { type } = literals;
      out[at] = byLiteral[literalMap[64 * type + context(modes[type])]].read(bits);
      at++;
    }
    if (at === out.length) return;
    let code = 0;
    if (symbol >= 128) {
      if (distances.left === 0) distances.next();
      distances.left--;
      code = byDistance[distanceMap[4 * distances.type + Math.min(copied, 5) - 2]].read(bits);
    }
    const back = distance(code);
    if (back <= 0 || back > at || at + copied > out.length) throw damaged();
    if (code > 0) {
      recent.pop();
      recent.unshift(back);
    }
    for (let end = at + copied; at < end; at++) out[at] = out[at - back];
  }
}

/** Unpacks a file without the help of the platform. */
export function unpackHere(file) {
  const bits = new Bits(file);
  // The size of the window.
  if (bits.read(1) === 1 && bits.read(3) === 0) bits.read(3);
  const recent = [4, 11, 15, 16];
  let out = new Uint8Array();
  for (let isLast = false; !isLast; ) {
    isLast = bits.read(1) === 1;
    if (isLast && bits.read(1) === 1) break;
    const digits = bits.read(2) + 4;
    if (digits > 6) throw damaged();
    const length = bits.read(4 * digits) + 1;
    const at = out.length;
    const longer = new Uint8Array(at + length);
    longer.set(out);
    out = longer;
    if (!isLast && bits.read(1) === 1) out.set(bits.take(length), at);
    else unpackPart(bits, out, at, recent);
  }
  return out;
}

/**
 * Unpacks a file.
 *
 * @param {Uint8Array} file
 * @returns {Uint8Array}
 */
export function unpack(file) {
  const native = globalThis.process?.getBuiltinModule?.('node:zlib')?.brotliDecompressSync;
  return native ? native(file, { chunkSize: 1 << 22 }) : unpackHere(file);
}
