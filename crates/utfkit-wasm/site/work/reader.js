// The worker that reads the text that is shown: its rows, its bytes, and single characters.

import * as utfkit from '../utfkit/src/index.js';
import { answer } from './answer.js';
import { Decoding } from './decoding.js';
import { entry } from './entry.js';
import { Index } from './rows.js';
import { shapeOf } from './shape.js';
import { piecesOf, through, throttled } from './stream.js';

/** The text that is shown. */
let current;

/** The number of bytes that are read after a part, so that its last character is whole. */
const AROUND = 16;

/** The maximum length of a line that shows how an encoding reads. */
const SAMPLE = 160;

/** Returns the first bytes beyond ASCII with the text around them, or the start of the text. */
async function sampleOf(blob, offset) {
  let at = offset;
  if (at === undefined) {
    at = 0;
    let read = 0;
    for await (const piece of piecesOf(blob.slice(0, 4 << 20))) {
      const found = piece.findIndex((byte) => byte >= 0x80);
      if (found >= 0) {
        at = read + found;
        break;
      }
      read += piece.length;
    }
  }
  const start = Math.max(0, at - 40);
  const bytes = new Uint8Array(await blob.slice(start, at + SAMPLE).arrayBuffer());
  // The line with the byte, if it is short. A word before it helps to read it.
  const before = bytes.subarray(0, at - start);
  const blank = Math.max(before.lastIndexOf(0x0a), before.length >= 40 ? before.indexOf(0x20) : -1);
  // Code units of four bytes stay whole.
  const from = blank + 1 - ((start + blank + 1) % 4);
  const feed = bytes.indexOf(0x0a, at - start);
  return bytes.subarray(Math.max(0, from), feed < 0 ? bytes.length : feed);
}

answer({
  /** Loads the charsets, so that the first text in one of them has no wait. */
  warm: () => utfkit.load(),

  /**
   * Returns the encoding that the start of a text shows without a model: that of a BOM, or UTF-8. So the
   * text can be read before it is judged.
   */
  async guess({ blob }) {
    const head = new Uint8Array(await blob.slice(0, 1 << 16).arrayBuffer());
    if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return 'utf-16';
    if (head.includes(0)) return undefined;
    const finding = utfkit.validate(head);
    // The last character of the head may be cut.
    return finding === null || finding.offset > head.length - 4 ? 'utf-8' : undefined;
  },

  /** Opens a text, and indexes its rows. The events have the number of rows so far. */
  async open({ blob, encoding }, emit, signal) {
    const found = await shapeOf(blob, encoding);
    if (signal.aborted) return undefined;
    let source = blob;
    if (!found) {
      const stream = new utfkit.ConvertStream(encoding, 'utf-8', { errors: 'replace' });
      source = await through(
        blob,
        [stream],
        throttled((part) => emit({ part })),
        signal,
      );
    }
    const { shape, encoding: name } = found ?? {
      shape: await shapeOf(source, 'utf-8').then((one) => one.shape),
      encoding: 'utf-8',
    };
    if (name !== 'utf-8' && !/^utf-16/.test(name)) await utfkit.load();
    const index = new Index(source, shape);
    current = { index, decoding: new Decoding(name), isConverted: !found };
    const send = throttled(() => emit({ rows: index.rows, isConverted: !found }));
    await index.build(() => {
      send();
      return !signal.aborted;
    });
    const last = index.rows > 0 ? (await index.read(index.rows - 1, 1))[0].line : 0;
    return { rows: index.rows, lines: last, isConverted: !found };
  },

  /** Sets the marks: the start and the length of each. */
  marks({ ranges }) {
    current?.decoding.mark(ranges);
  },

  /** Sets the encoding of a conversion, so that characters that it lacks are marked. */
  async target({ encoding }) {
    await utfkit.load();
    current?.decoding.aim(encoding);
  },

  /** Returns rows as parts of text. */
  async rows({ first, count }) {
    const { index, decoding, isConverted } = current;
    const rows = await index.read(first, count);
    return rows.map(({ bytes, ...row }) => ({
      ...row,
      parts: decoding.parts(bytes, row.offset, isConverted),
    }));
  },

  rowOf: ({ offset }) => current.index.rowOf(offset),
  rowOfLine: ({ line }) => current.index.rowOfLine(line),

  /** Returns the number of bytes of a text in the encoding of the text that is shown. */
  lengthOf: ({ text }) => current.decoding.lengthOf(text),

  /** Returns the number of code units of the text between two offsets. */
  async unitsBetween({ start, end }) {
    const { index, decoding } = current;
    return decoding.unitsOf(new Uint8Array(await index.blob.slice(start, end).arrayBuffer()));
  },

  /** Returns the characters with at least one byte from `start` to `end`. */
  async inspect({ blob, encoding, start, end }, emit, signal) {
    const { offset, order } = await entry(blob, encoding, start);
    const part = blob.slice(offset, end + AROUND);
    const onProgress = throttled((bytes) => emit({ part: bytes / part.size }));
    return utfkit.inspect(part, { encoding, offset, order, start, end, onProgress, signal });
  },

  character: ({ point }) => utfkit.character(point),

  /** Returns a line of the text in each of several encodings. */
  async samples({ blob, offset, encodings }) {
    await utfkit.load();
    const bytes = await sampleOf(blob, offset);
    return encodings.map((encoding) => {
      try {
        return new utfkit.TextDecoder(encoding, { labelSet: 'iana' }).decode(bytes).trim();
      } catch {
        return '';
      }
    });
  },
});
