// The large module: charsets, detection, diagnosis, repair and audit. It is loaded on demand, and so
// are its tables of characters and the model of text.

import { unpack } from './brotli.js';
import { NOTHING, bytesOf, pieces, styled } from './bytes.js';
import { node, read, readSync } from './load.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The encodings that need no tables: those of Unicode, and common ones of one byte per character. */
const NO_TABLES = /^(?:utf-|ucs-|us-ascii$|iso-8859-|windows-125|(?:whatwg-)?koi8-|macintosh$)/;

/**
 * The jobs that judge text. They need the model, and the tables too: without them, the answer would
 * depend on what was loaded before.
 */
const JUDGING = ['detect', 'check', 'repair', 'audit', 'edit'];

/** The tables that the module lacks: those of charsets, and the names of characters. */
const TABLES = ['tables', 'names'];

/** The files that were loaded, and promises of those that are being loaded. */
const loaded = {};
const loading = {};

/** The time in milliseconds after which other events have their turn. */
const TURN = 40;

/** The running instance, and its number. An instance that failed is replaced. */
let exports;
let generation = 0;

/** Keeps an unpacked file, or the module, and gives it to the running instance. */
function keep(name, file) {
  loaded[name] = file;
  if (exports) equip(name);
}

/** Loads a file, if it is not here yet. A failed attempt is not kept: the next call tries again. */
async function need(name) {
  if (loaded[name]) return;
  loading[name] ??= read(name)
    .then(async (file) => {
      const unpacked = unpack(file);
      keep(name, name === 'judge' ? await WebAssembly.compile(unpacked) : unpacked);
    })
    .finally(() => {
      loading[name] = undefined;
    });
  await loading[name];
}

/** The same at once. Only Node can do that. */
function needSync(name) {
  if (loaded[name]) return;
  if (!node) throw new Error('utfkit: call `await load()` before you use this encoding');
  const file = unpack(readSync(name));
  keep(name, name === 'judge' ? new WebAssembly.Module(file) : file);
}

/**
 * Loads the module and the tables of charsets, so that `TextDecoder` and `TextEncoder` know all
 * encodings. The model and the names follow when they are needed.
 */
export async function load() {
  await need('judge');
  await need('tables');
}

/** Gives a file to the running instance. */
function equip(name) {
  const file = loaded[name];
  if (TABLES.includes(name)) {
    const places = placesOf(name);
    let start = 0;
    for (let at = 0; at < places.length; at += 2) {
      const end = start + places[at + 1];
      view(places[at], places[at + 1]).set(file.subarray(start, end));
      start = end;
    }
  } else if (name === 'model') {
    const address = exports.model_room(file.length);
    view(address, file.length).set(file);
    exports.provide_model();
  }
}

/** Returns the address and the length of each table of a file. */
function placesOf(name) {
  const [section] = WebAssembly.Module.customSections(loaded.judge, name);
  return new Uint32Array(section);
}

function instance() {
  if (exports) return exports;
  needSync('judge');
  exports = new WebAssembly.Instance(loaded.judge).exports;
  for (const places of TABLES.map(placesOf)) {
    for (let at = 0; at < places.length; at += 2) view(places[at], places[at + 1]).fill(0xff);
  }
  for (const name of [...TABLES, 'model']) if (loaded[name]) equip(name);
  return exports;
}

/** Returns the files that a job needs in addition to the module. */
function filesFor({ job, labelSet, ...options }) {
  if (job === 'detect') return ['model', 'tables'];
  if (JUDGING.includes(job)) return ['model', ...TABLES];
  if (job === 'inspect') return TABLES;
  const isNamed = LABELS.some((key) => {
    const label = options[key];
    if (loaded.tables || typeof label !== 'string') return false;
    return !NO_TABLES.test(ask({ ask: 'label', label, labelSet }).encoding);
  });
  return isNamed ? ['tables'] : [];
}

/** Loads what a job needs. */
async function prepare(options) {
  await need('judge');
  for (const name of filesFor(options)) await need(name);
}

/** Loads what a job needs at once, or throws. */
export function prepareSync(options) {
  for (const name of filesFor(options)) needSync(name);
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

/** The options that are labels. */
const LABELS = ['from', 'to', 'encoding', 'mixed'];

/**
 * Throws if `labelSet` is given and not a name. The module would take `null` as "not given", and
 * allow UTF-7 where the caller meant the labels of browsers.
 */
function checkLabelSet({ labelSet }) {
  if (labelSet !== undefined && typeof labelSet !== 'string') {
    throw new TypeError('utfkit: `labelSet` must be the name of a set of labels');
  }
}

/** Returns options in which the module finds what the caller means, or throws. */
function checked(options) {
  const { limit } = options;
  checkLabelSet(options);
  if (limit !== undefined && limit !== Infinity && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new RangeError('utfkit: `limit` must be an integer from 0');
  }
  for (const key of LABELS) {
    const label = options[key];
    if (label !== undefined && typeof label !== 'string') {
      throw new TypeError(`utfkit: \`${key}\` must be the label of an encoding`);
    }
  }
  return limit === Infinity ? { ...options, limit: Number.MAX_SAFE_INTEGER } : options;
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

/** Loads what a question needs, and returns its answer. */
export async function answer(question) {
  await need('judge');
  if (question.ask === 'character') for (const name of TABLES) await need(name);
  return ask(question);
}

/** Returns the answer to a question, an object with the key `ask`. */
export function ask(question) {
  checkLabelSet(question);
  if (call('ask', writeJson(question)) < 0) throw failure();
  return JSON.parse(outputText());
}

/** The same for a question whose answer is a list of numbers. */
export function askNumbers(question) {
  ask(question);
  // The answer may be at any address, so it is copied byte by byte.
  const bytes = view(call('bytes'), call('bytes_length')).slice();
  return new Int32Array(bytes.buffer);
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
    this.#number = call('open', writeJson(checked(options)));
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
      const lines = text === '' ? [] : text.trimEnd().split('\n').map((line) => styled(JSON.parse(line)));
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
  await prepare(options);
  const job = new Job(options);
  try {
    let read = 0;
    let rested = performance.now();
    for await (const piece of pieces(source, signal)) {
      signal?.throwIfAborted();
      job.push(piece, false, take);
      read += piece.length;
      onProgress?.(read);
      // Other events have their turn, so that a caller can stop the work.
      if (performance.now() - rested > TURN) {
        await new Promise((resolve) => setTimeout(resolve));
        rested = performance.now();
      }
    }
    signal?.throwIfAborted();
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
      await prepare(options);
      job = new Job(options);
    },
    transform: (chunk, controller) => push(bytesOf(chunk), false, controller),
    flush: (controller) => push(NOTHING, true, controller),
  });
}
