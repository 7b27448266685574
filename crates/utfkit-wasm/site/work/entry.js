// Finds an offset at which a character begins, so that a page of a large file needs few bytes.

import { ask, load } from '../utfkit/src/judge.js';

/** Encodings without a byte order in their names, and the marks of little-endian order. */
const ORDERED = { 'utf-16': 2, 'ucs-2': 2, 'utf-32': 4, 'ucs-4': 4 };

/** Encodings in which a reader finds the characters a few bytes after any offset. */
const IN_STEP = new Set([
  ...['utf-8', 'utf-8-rfc2279', 'cesu-8', 'java-modified-utf-8', 'wtf-8', 'unicode-1-1-utf-8'],
  ...['us-ascii', 'iso-8859-1'],
  ...Object.keys(ORDERED).flatMap((name) => [name, `${name}be`, `${name}le`]),
]);

/** The number of bytes to read before an offset, so that adjacent errors are joined. */
const RUN_IN = 64;

/** The number of bytes in which a line feed is searched, and those that are read at once. */
const SEARCH = 1 << 20;
const BLOCK = 1 << 14;

const bytesOf = async (blob, start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer());

/** Returns the byte order of a text in `encoding` that begins with `head`. */
export function orderOf(encoding, head) {
  const isLittle =
    head[0] === 0xff && head[1] === 0xfe && (ORDERED[encoding] === 2 || (head[2] === 0 && head[3] === 0));
  return isLittle ? 'little' : 'big';
}

/** Returns the offset after the last line feed before `end`; 0 if none is near. */
async function lineBefore(blob, end) {
  const limit = Math.max(0, end - SEARCH);
  while (end > limit) {
    const start = Math.max(0, end - BLOCK);
    const at = (await bytesOf(blob, start, end)).lastIndexOf(0x0a);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

/**
 * Returns an offset before `start` at which a character begins, and the byte order there. The offset
 * is 0 if only the whole text before `start` determines its characters.
 */
export async function entry(blob, encoding, start) {
  if (start <= RUN_IN) return { offset: 0 };
  const before = start - RUN_IN;
  if (IN_STEP.has(encoding)) {
    const order = encoding in ORDERED ? orderOf(encoding, await bytesOf(blob, 0, 4)) : undefined;
    // The longest code unit has four bytes.
    return { offset: before - (before % 4), order };
  }
  await load();
  const hasLines = ask({ ask: 'line-feed-byte', label: encoding });
  return { offset: hasLines ? await lineBefore(blob, before) : 0 };
}
