// Streams of the bytes of a file, in a worker.

/** The number of bytes after which other messages have their turn. Dense damage takes long to repair. */
const PIECE = 1 << 16;

/** Iterates over a blob in small pieces. */
export async function* piecesOf(blob) {
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.length; at += PIECE) yield value.subarray(at, at + PIECE);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Gathers bytes. Full parts become blobs, which the browser can keep on the disk. */
export class Gathering {
  #parts = [];
  #some = [];
  #length = 0;

  push(bytes) {
    this.#some.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= 16 << 20) return;
    this.#parts.push(new Blob(this.#some));
    this.#some = [];
    this.#length = 0;
  }

  blob() {
    return new Blob([...this.#parts, ...this.#some]);
  }
}

/** Passes a blob through `streams`, and returns the result. */
export async function through(blob, streams, onProgress, signal) {
  const gathering = new Gathering();
  let bytes = 0;
  const measure = new TransformStream({
    transform(piece, controller) {
      bytes += piece.length;
      onProgress(bytes / Math.max(1, blob.size));
      controller.enqueue(piece);
    },
  });
  const result = [measure, ...streams].reduce((from, to) => from.pipeThrough(to, { signal }), blob.stream());
  const reader = result.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return gathering.blob();
    gathering.push(value);
  }
}

/** Returns a function that passes on at most twenty numbers per second. */
export function throttled(onProgress) {
  let last = 0;
  return (part) => {
    const now = performance.now();
    if (now - last < 50) return;
    last = now;
    onProgress(part);
  };
}
