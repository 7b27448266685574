// Conversion between any two encodings.

import { joined } from './bytes.js';
import { Job, jobStream, prepareSync, runJob } from './judge.js';

/** The error of a strict conversion. */
export class ConversionError extends Error {
  constructor(finding) {
    super(`utfkit: ${finding.message} at byte ${finding.offset}`);
    this.name = 'ConversionError';
    this.finding = finding;
  }
}

/** Converts a stream of bytes from one encoding to another. */
export class ConvertStream {
  #transform;
  #counts;

  constructor(from, to, options = {}) {
    this.#transform = jobStream({ ...options, job: 'convert', from, to }, (lines) => {
      for (const { finding, counts } of lines) {
        if (finding) throw new ConversionError(finding);
        this.#counts = counts;
      }
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
  const parts = [];
  await runJob({ ...options, job: 'convert', from, to }, source, (bytes, lines) => {
    if (bytes.length > 0) parts.push(bytes.slice());
    const line = lines.find((line) => line.finding);
    if (line) throw new ConversionError(line.finding);
  });
  return joined(parts);
}

/** Converts texts one after the other, each in pieces. `TextDecoder` and `TextEncoder` use it. */
export class Converter {
  #options;
  /** The job of the current text. */
  #job;

  constructor(from, to, labelSet, fatal, options = {}) {
    const errors = fatal ? 'strict' : 'replace';
    this.#options = { ...options, job: 'convert', from, to, labelSet, errors };
    prepareSync(this.#options);
  }

  /**
   * Converts the next piece of a text. `last` ends the text, and an error ends it too.
   *
   * @param {Uint8Array} bytes
   * @param {boolean} last
   * @param {(bytes: Uint8Array) => void} take gets the converted bytes, which are valid only until
   *     it returns
   * @returns {object | undefined} the error
   */
  push(bytes, last, take) {
    const job = (this.#job ??= new Job(this.#options));
    if (last) this.#job = undefined;
    let finding;
    job.push(bytes, last, (converted, lines) => {
      take(converted);
      finding ??= lines.find((line) => line.finding)?.finding;
    });
    if (finding) {
      job.close();
      this.#job = undefined;
    }
    return finding;
  }
}
