// Divides a text into rows: a line, or a piece of a long line. So a line of any length can be scrolled,
// and a page needs only the bytes of the rows that it shows.

/** The number of bytes at which a long line is cut. */
export const PIECE = 1024;

/** The number of bytes before a cut in which a better place is searched: after a blank. */
const BACK = 256;

/** The number of rows between two entries of the index. */
export const STEP = 64;

/** The number of bytes that are read at once. It is a multiple of the longest code unit. */
const BLOCK = 1 << 20;

/**
 * How an encoding writes line ends.
 *
 * @typedef {object} Shape
 * @property {number} unit the length of a code unit in bytes: 1, 2 or 4
 * @property {number[]} feeds the code units that end a line
 * @property {boolean} isLittle the byte order
 * @property {'utf-8' | 'single' | 'multi' | 'unit'} cut where a character may begin
 */

/** Returns the number that the code unit at `at` has. */
function unitAt(bytes, at, { unit, isLittle }) {
  let value = 0;
  for (let index = 0; index < unit; index++) {
    value = value * 256 + bytes[at + (isLittle ? unit - 1 - index : index)];
  }
  return value;
}

/** Returns the offset after the first line feed between `start` and `end`, or -1. */
function afterFeed(bytes, start, end, shape) {
  const { unit, feeds } = shape;
  if (unit === 1) {
    const part = bytes.subarray(start, end);
    let found = -1;
    for (const feed of feeds) {
      const at = part.indexOf(feed);
      if (at >= 0 && (found < 0 || at < found)) found = at;
    }
    return found < 0 ? -1 : start + found + 1;
  }
  // The low byte of U+000A is rare enough to search for it.
  const place = shape.isLittle ? 0 : unit - 1;
  const part = bytes.subarray(0, end);
  for (let at = start + place; ; at += 1) {
    at = part.indexOf(0x0a, at);
    if (at < 0) return -1;
    if ((at - place) % unit !== start % unit) continue;
    const first = at - place;
    if (first + unit <= end && feeds.includes(unitAt(bytes, first, shape))) return first + unit;
  }
}

/** Returns a place for a cut at most at `limit`, where a character begins. */
function cutBefore(bytes, start, limit, shape) {
  const { unit, cut } = shape;
  const least = Math.max(start + unit, limit - BACK);
  if (cut === 'unit') {
    const end = limit - ((limit - start) % unit);
    // A surrogate pair stays together.
    const isHigh = unit === 2 && (unitAt(bytes, end - 2, shape) & 0xfc00) === 0xd800;
    return isHigh ? end - 2 : end;
  }
  for (let at = limit; at > least; at--) {
    // Below 30, no byte is the second one of a character in any charset of several bytes.
    const before = bytes[at - 1];
    if (before === 0x20 || (cut === 'multi' && before < 0x30)) return at;
  }
  if (cut === 'utf-8') {
    let at = limit;
    while (limit - at < 4 && (bytes[at] & 0xc0) === 0x80) at--;
    return (bytes[at] & 0xc0) === 0x80 ? limit : at;
  }
  return limit;
}

/**
 * Returns the end of the row that begins at `start`, and whether it ends a line. The result is
 * `undefined` if that needs more bytes, which there are unless `isLast`.
 */
function rowEnd(bytes, start, isLast, shape) {
  const limit = start + PIECE;
  const feed = afterFeed(bytes, start, Math.min(bytes.length, limit), shape);
  if (feed >= 0) return { end: feed, endsLine: true };
  // A few more bytes, so that the cut sees whole characters.
  if (bytes.length >= limit + 8) return { end: cutBefore(bytes, start, limit, shape), endsLine: false };
  if (!isLast) return undefined;
  if (bytes.length <= limit) return { end: bytes.length, endsLine: false };
  return { end: cutBefore(bytes, start, limit, shape), endsLine: false };
}

/** Returns the rows of `bytes`, which begin at a row. `isLast` says that the text ends with them. */
export function split(bytes, isLast, shape) {
  const rows = [];
  let start = 0;
  while (start < bytes.length) {
    const row = rowEnd(bytes, start, isLast, shape);
    if (!row) break;
    rows.push({ start, ...row });
    start = row.end;
  }
  return rows;
}

/** The offsets and the line numbers of every 64th row. */
export class Index {
  offsets = [0];
  lines = [1];
  /** The number of rows so far, and that of lines. */
  rows = 0;
  isDone = false;

  constructor(blob, shape) {
    this.blob = blob;
    this.shape = shape;
  }

  /** Reads the whole text. `onProgress` is called after each block, and stops the work by `false`. */
  async build(onProgress) {
    const { blob, shape } = this;
    let at = 0;
    let line = 1;
    while (at < blob.size) {
      const end = Math.min(blob.size, at + BLOCK);
      const bytes = new Uint8Array(await blob.slice(at, end).arrayBuffer());
      const isLast = end === blob.size;
      let start = 0;
      for (;;) {
        const row = start < bytes.length ? rowEnd(bytes, start, isLast, shape) : undefined;
        if (!row) break;
        if (this.rows % STEP === 0 && this.rows > 0) {
          this.offsets.push(at + start);
          this.lines.push(line);
        }
        this.rows++;
        if (row.endsLine) line++;
        start = row.end;
      }
      at += start;
      this.bytes = at;
      if (onProgress() === false) return;
    }
    this.isDone = true;
    onProgress();
  }

  /** Returns the rows from `first` on, at most `count`, with their bytes. */
  async read(first, count) {
    const rows = [];
    for (let step = Math.floor(first / STEP); rows.length < count && step < this.offsets.length; step++) {
      const start = this.offsets[step];
      const end = this.offsets[step + 1] ?? this.blob.size;
      // While the index grows, its last step can be long.
      const limit = Math.min(end, start + STEP * (PIECE + 8));
      const bytes = new Uint8Array(await this.blob.slice(start, limit).arrayBuffer());
      let line = this.lines[step];
      let startsLine = true;
      if (step > 0) startsLine = await this.#startsLine(start);
      const found = split(bytes, limit === this.blob.size || limit === this.offsets[step + 1], this.shape);
      for (const [at, row] of found.slice(0, STEP).entries()) {
        const number = step * STEP + at;
        if (number >= first && rows.length < count) {
          rows.push({
            number,
            line,
            startsLine,
            offset: start + row.start,
            endsLine: row.endsLine,
            bytes: bytes.subarray(row.start, row.end),
          });
        }
        startsLine = row.endsLine;
        if (row.endsLine) line++;
      }
    }
    return rows;
  }

  /** Returns whether the row at `offset` begins a line. */
  async #startsLine(offset) {
    const { unit } = this.shape;
    const bytes = new Uint8Array(await this.blob.slice(offset - unit, offset).arrayBuffer());
    return afterFeed(bytes, 0, bytes.length, this.shape) >= 0;
  }

  /** Returns the number of the row that has the byte at `offset`, as far as the text was read. */
  async rowOf(offset) {
    let low = 0;
    let high = this.offsets.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.offsets[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    const rows = await this.read(low * STEP, STEP);
    const at = rows.findLastIndex((row) => row.offset <= offset);
    return low * STEP + Math.max(0, at);
  }

  /** Returns the number of the first row of a line. */
  async rowOfLine(line) {
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle] < line) low = middle;
      else high = middle - 1;
    }
    const rows = await this.read(low * STEP, 2 * STEP);
    const found = rows.find((row) => row.line >= line);
    return found?.number ?? Math.max(0, this.rows - 1);
  }
}
