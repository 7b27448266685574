// Conversion between any two encodings.

import { bytesOf, fromHex, joined, pieces } from './bytes.js';
import { Job, load } from './judge.js';

const NOTHING = new Uint8Array(0);

/** The error of a strict conversion. */
export class ConversionError extends Error {
  constructor(finding) {
    super(`utfkit: ${finding.message} at byte ${finding.offset}`);
    this.name = 'ConversionError';
    this.finding = { ...finding, bytes: fromHex(finding.bytes) };
  }
}

/** Converts a stream of bytes from one encoding to another. */
export class ConvertStream {
  #transform;
  #counts;

  constructor(from, to, options = {}) {
    let job;
    const push = (bytes, last, controller) =>
      job.push(bytes, last, (converted, lines) => {
        if (converted.length > 0) controller.enqueue(converted.slice());
        for (const { finding, counts } of lines) {
          if (finding) throw new ConversionError(finding);
          this.#counts = counts;
        }
      });
    this.#transform = new TransformStream({
      async start() {
        await load();
        job = new Job({ ...options, job: 'convert', from, to });
      },
      transform: (chunk, controller) => push(bytesOf(chunk), false, controller),
      flush: (controller) => push(NOTHING, true, controller),
    });
  }

  /** The numbers of errors, and of the actions for them; `undefined` before the end. */
  get counts() {
    return this.#counts;
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }
}

/** Converts a source from one encoding to another. */
export async function convert(source, from, to = 'utf-8', options = {}) {
  await load();
  const job = new Job({ ...options, job: 'convert', from, to });
  const parts = [];
  const take = (bytes, lines) => {
    parts.push(bytes.slice());
    const line = lines.find((line) => line.finding);
    if (line) throw new ConversionError(line.finding);
  };
  try {
    for await (const piece of pieces(source)) job.push(piece, false, take);
    job.push(NOTHING, true, take);
  } finally {
    job.close();
  }
  return joined(parts);
}
