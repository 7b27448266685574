// The large module: charsets, detection, diagnosis, repair and audit. It is loaded on demand.

import { NOTHING, bytesOf, pieces } from './bytes.js';
import { compile, compileSync, node } from './load.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The compiled module, and the promise of it. */
let module;
let loading;
/** The running instance, and its number. An instance that failed is replaced. */
let exports;
let generation = 0;

/** Loads the module, so that `TextDecoder` and `TextEncoder` know all encodings. */
export async function load() {
  if (isLoaded()) return;
  // A failed attempt is not kept, so that the next call tries again.
  loading ??= compile('judge').finally(() => {
    loading = undefined;
  });
  module = await loading;
}

/** Returns `true` if the module can be used now. Node loads it if necessary. */
function isLoaded() {
  if (!module && node) module = compileSync('judge');
  return module !== undefined;
}

function instance() {
  if (!isLoaded()) throw new Error('utfkit: call `await load()` before you use this encoding');
  exports ??= new WebAssembly.Instance(module).exports;
  return exports;
}

/** Calls a function of the module. A trap ends the instance, and all jobs with it. */
function call(name, ...numbers) {
  try {
    return instance()[name](...numbers);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    exports = undefined;
    generation++;
    throw new Error('utfkit: internal error (please report it)', { cause: error });
  }
}

function view(address, length) {
  return new Uint8Array(exports.memory.buffer, address, length);
}

/** Copies bytes to the input, and returns their number, which must be at most the capacity. */
function write(bytes) {
  view(call('input'), bytes.length).set(bytes);
  return bytes.length;
}

/** Writes `options` to the input as JSON, and returns its length in bytes. */
function writeJson(options) {
  const text = encoder.encode(JSON.stringify(options));
  if (text.length > call('capacity')) throw new RangeError('utfkit: the options are too long');
  return write(text);
}

function outputText() {
  const length = call('text_length');
  return length === 0 ? '' : decoder.decode(view(call('text'), length));
}

/** Returns the error that the module reports. */
function failure() {
  return new RangeError(`utfkit: ${JSON.parse(outputText()).error}`);
}

/** Returns the answer to a question, an object with the key `ask`. */
export function ask(question) {
  if (call('ask', writeJson(question)) < 0) throw failure();
  return JSON.parse(outputText());
}

const registry = new FinalizationRegistry(({ number, born }) => {
  if (born === generation) call('close', number);
});

/** A job on one stream. */
export class Job {
  #number;
  #born;
  #open = true;

  /** @param {object} options the kind of the job, with the key `job`, and its options */
  constructor(options) {
    this.#number = call('open', writeJson(options));
    if (this.#number < 0) throw failure();
    this.#born = generation;
    registry.register(this, { number: this.#number, born: this.#born }, this);
  }

  /**
   * Passes the next piece, of any length. `take` gets the bytes and the lines of JSON that the
   * module returns for each block. The bytes are valid only until it returns. `last` ends the job.
   *
   * @param {Uint8Array} bytes
   * @param {boolean} last
   * @param {(bytes: Uint8Array, lines: object[]) => void} take
   */
  push(bytes, last, take) {
    const capacity = call('capacity');
    let at = 0;
    do {
      if (!this.#open || this.#born !== generation) throw new Error('utfkit: the job has ended');
      const block = bytes.subarray(at, at + capacity);
      at += block.length;
      const ends = last && at === bytes.length;
      if (ends) this.#end();
      if (call('push', this.#number, write(block), ends ? 1 : 0) < 0) throw failure();
      const text = outputText();
      const lines = text === '' ? [] : text.trimEnd().split('\n').map((line) => JSON.parse(line));
      take(view(call('bytes'), call('bytes_length')), lines);
    } while (at < bytes.length);
  }

  /** Ends the job early. */
  close() {
    if (this.#open && this.#born === generation) call('close', this.#number);
    this.#end();
  }

  #end() {
    this.#open = false;
    registry.unregister(this);
  }
}

/**
 * Runs a job over a source. Memory does not depend on the length of the source. `onProgress` gets the
 * number of bytes read, `signal` stops the job, and the other options are for the module.
 */
export async function runJob({ onProgress, signal, ...options }, source, take) {
  signal?.throwIfAborted();
  await load();
  const job = new Job(options);
  try {
    let read = 0;
    for await (const piece of pieces(source)) {
      signal?.throwIfAborted();
      job.push(piece, false, take);
      read += piece.length;
      onProgress?.(read);
    }
    job.push(NOTHING, true, take);
  } finally {
    job.close();
  }
}

/** Creates a stream that passes bytes through a job. `take` gets the lines of each block. */
export function jobStream(options, take) {
  let job;
  const push = (bytes, last, controller) =>
    job.push(bytes, last, (output, lines) => {
      if (output.length > 0) controller.enqueue(output.slice());
      take(lines);
    });
  return new TransformStream({
    async start() {
      await load();
      job = new Job(options);
    },
    transform: (chunk, controller) => push(bytesOf(chunk), false, controller),
    flush: (controller) => push(NOTHING, true, controller),
  });
}
