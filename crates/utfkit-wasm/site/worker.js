// The work on texts, in a worker, so that the page stays responsive.

import { entry } from './entry.js';
import * as utfkit from './utfkit/src/index.js';

/** The number of cells of the map. */
const CELLS = 4096;

/** The maximum number of errors that the page lists. */
const LIMIT = 1000;

/** The number of bytes that are read after a page of the table, so that its last character is whole. */
const AROUND = 16;

/** The number of fixes that the page shows. */
const PREVIEW = 200;

/** The maximum number of fixes in a patch, which is kept in memory. */
const PATCHED = 100_000;

/** The encodings whose bytes are repaired. Others would be mistaken for damaged UTF-8. */
const REPAIRABLE = new Set(['utf-8', 'us-ascii']);

/** The classes of bytes, in the order of the legend: ASCII, space, control, NUL, beyond ASCII. */
const CLASSES = 5;
const CLASS_OF = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0) return 3;
  if (byte >= 0x80) return 4;
  if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) return 1;
  return byte < 0x20 || byte === 0x7f ? 2 : 0;
});

/** Counts the classes of bytes in each cell of the map. */
class Census {
  constructor(length) {
    this.cell = Math.max(1, Math.ceil(length / CELLS));
    this.counts = new Uint32Array(CLASSES * Math.ceil(length / this.cell));
    this.at = 0;
  }
  push(bytes) {
    const { counts, cell } = this;
    let index = 0;
    while (index < bytes.length) {
      const row = CLASSES * Math.floor(this.at / cell);
      const end = Math.min(bytes.length, index + cell - (this.at % cell));
      this.at += end - index;
      for (; index < end; index++) counts[row + CLASS_OF[bytes[index]]]++;
    }
  }
}

/** Iterates over a stream. Not all browsers can do that with `for await`. */
async function* read(stream, onPiece) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onPiece?.(value);
    yield value;
  }
}

/** Stops the last inspection. */
let stopInspect = new AbortController();

const actions = {
  /** Detects the encoding, counts the bytes for the map, and finds the errors. */
  async analyze({ blob, encoding }, progress) {
    const census = new Census(blob.size);
    const total = Math.max(1, blob.size);
    const detection = await utfkit.detect(
      read(blob.stream(), (piece) => census.push(piece)),
      { onProgress: (bytes) => progress(bytes / total / 2) },
    );
    const name = encoding ?? detection.encoding ?? 'utf-8';
    const report = await utfkit.check(blob, {
      encoding: name,
      limit: LIMIT,
      onProgress: (bytes) => progress(0.5 + bytes / total / 2),
    });
    return { detection, encoding: name, report, map: { cell: census.cell, counts: census.counts } };
  },

  /**
   * Returns the characters with at least one byte from `start` to `end`. The next call stops this one,
   * and then the result is `undefined`.
   */
  async inspect({ blob, encoding, start, end }, progress) {
    stopInspect.abort();
    stopInspect = new AbortController();
    const { signal } = stopInspect;
    const { offset, order } = await entry(blob, encoding, start);
    // The last character ends after `end`.
    const part = blob.slice(offset, end + AROUND);
    const onProgress = (bytes) => progress(bytes / part.size);
    const options = { encoding, offset, order, start, end, onProgress, signal };
    return utfkit.inspect(part, options).catch((error) => {
      if (!signal.aborted) throw error;
    });
  },

  character: ({ point }) => utfkit.character(point),

  async audit({ blob, encoding }, progress) {
    const onProgress = (bytes) => progress(bytes / Math.max(1, blob.size));
    return utfkit.audit(blob, { encoding, limit: LIMIT, onProgress });
  },

  /** Repairs UTF-8. Text in other encodings must be valid, and is converted to UTF-8 first. */
  async repair({ blob, name, encoding, mixed }, progress) {
    const isUtf8 = REPAIRABLE.has(encoding);
    const all = [];
    const stream = new utfkit.RepairStream({
      mixed: mixed || undefined,
      limit: PREVIEW,
      onFixes: (fixes) => {
        if (isUtf8 && stream.fixCount <= PATCHED) all.push(...fixes);
        else all.length = 0;
      },
    });
    const streams = isUtf8 ? [stream] : [new utfkit.ConvertStream(encoding, 'utf-8'), stream];
    const repaired = new Blob(await collect(blob, streams, progress));
    const { fixes, fixCount, ambiguous, ambiguousCount, illFormedCount } = stream;
    // A patch is for the file, so a text that was converted first has none.
    const hasPatch = isUtf8 && fixCount > 0 && fixCount <= PATCHED;
    return {
      blob: repaired,
      patch: hasPatch ? await utfkit.patch(name, all, blob, repaired) : undefined,
      fixes,
      ambiguous,
      counts: [fixCount, ambiguousCount, illFormedCount],
    };
  },

  async convert({ blob, from, to, errors, bom }, progress) {
    const stream = new utfkit.ConvertStream(from, to, { errors, bom });
    const parts = await collect(blob, [stream], progress);
    return { blob: new Blob(parts), counts: stream.counts };
  },

  encodings: () => utfkit.encodings(),
};

/**
 * Passes a blob through `streams`, and returns the parts of the result. Full parts become blobs, which
 * the browser can keep on the disk.
 */
async function collect(blob, streams, progress) {
  let bytes = 0;
  const count = new TransformStream({
    transform(piece, controller) {
      bytes += piece.length;
      progress(bytes / Math.max(1, blob.size));
      controller.enqueue(piece);
    },
  });
  const parts = [];
  let some = [];
  let length = 0;
  const results = [count, ...streams].reduce((from, to) => from.pipeThrough(to), blob.stream());
  for await (const piece of read(results)) {
    some.push(piece);
    length += piece.length;
    if (length > 16 << 20) {
      parts.push(new Blob(some));
      some = [];
      length = 0;
    }
  }
  return [...parts, ...some];
}

function messageOf({ name, message }) {
  if (['NotReadableError', 'NotFoundError'].includes(name)) {
    return 'the file cannot be read (if it has changed, choose it again)';
  }
  return String(message).replace(/^utfkit: /, '');
}

addEventListener('message', async ({ data: { id, name, options } }) => {
  let last = 0;
  // At most twenty messages per second.
  const progress = (part) => {
    const now = performance.now();
    if (now - last < 50) return;
    last = now;
    postMessage({ id, progress: part });
  };
  try {
    postMessage({ id, result: await actions[name](options ?? {}, progress) });
  } catch (error) {
    postMessage({ id, error: messageOf(error), isFatal: error.isFatal });
  }
});

postMessage({ isReady: true });
