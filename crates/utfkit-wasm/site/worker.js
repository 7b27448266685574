// The work on texts, in a worker, so that the page stays responsive.

import { hex } from './dom.js';
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

  async repair({ blob, name, mixed }, progress) {
    const stream = new utfkit.RepairStream(mixed ? { mixed } : {});
    const parts = await collect(blob, stream, progress);
    const { fixes, ambiguous, illFormedCount } = stream;
    return {
      blob: new Blob(parts),
      patch: patch(name, fixes),
      fixes: fixes.slice(0, PREVIEW),
      ambiguous: ambiguous.slice(0, PREVIEW),
      counts: [fixes.length, ambiguous.length, illFormedCount],
    };
  },

  async convert({ blob, from, to, errors, bom }, progress) {
    const stream = new utfkit.ConvertStream(from, to, { errors, bom });
    const parts = await collect(blob, stream, progress);
    return { blob: new Blob(parts), counts: stream.counts };
  },

  encodings: () => utfkit.encodings(),
};

/** Returns the fixes as JSON lines. Each line can be applied in both directions. */
function patch(name, fixes) {
  const lines = [{ file: name, fixes: fixes.length }, ...fixes].map((fix) => {
    const row = fix.bytes ? { ...fix, bytes: hex(fix.bytes), becomes: hex(fix.becomes) } : fix;
    return `${JSON.stringify(row)}\n`;
  });
  return new Blob(lines, { type: 'application/jsonl' });
}

/**
 * Passes a blob through `stream`, and returns the parts of the result. Full parts become blobs, which
 * the browser can keep on the disk.
 */
async function collect(blob, stream, progress) {
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
  for await (const piece of read(blob.stream().pipeThrough(count).pipeThrough(stream))) {
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
