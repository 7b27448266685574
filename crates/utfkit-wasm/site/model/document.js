// The text that is shown, with what is known about it, and what the user decided.

import { Marks, merge } from './marks.js';
import { verdictOf } from './verdict.js';

/** With more findings than this, the marks are joined only after a pass, because that takes long. */
const MANY = 5000;

/** The encodings that are read as UTF-8. */
const READ_AS = { 'us-ascii': 'utf-8' };

let next = 0;

/**
 * A text. It sends events: `change` when something is known, `rows` when there are more rows, `marks`
 * when the marks are others, `select` when another place is selected, and `preview` when the preview of
 * the repair changes. `failure` has a message in `detail`.
 */
export class Text extends EventTarget {
  id = next++;
  marks = new Marks();
  rows = 0;
  /** The offsets of the fixes that the user left, and the readings that the user chose. */
  left = new Set();
  chosen = new Map();
  isPreview = false;
  /** The selected mark or character: `offset`, `length`, and `mark` if it is one. */
  selected = undefined;
  /** The work that runs: its name, and its part from 0 to 1. */
  doing = undefined;
  #judge;
  #reader;
  #work = new AbortController();
  #reading = new AbortController();
  #readAs;
  #isMerging = false;

  constructor({ blob, name, source }, judge, reader) {
    super();
    Object.assign(this, { blob, name, source });
    this.#judge = judge;
    this.#reader = reader;
    this.#forget();
  }

  #forget() {
    Object.assign(this, { errors: [], fixes: [], choices: [], seen: [], report: undefined });
    Object.assign(this, {
      fixCount: 0,
      choiceCount: 0,
      seenCount: undefined,
      isAuditOpen: false,
      isRepairDone: false,
    });
    this.left.clear();
    this.chosen.clear();
    this.isPreview = false;
    this.selected = undefined;
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  get isUtf8() {
    return this.encoding === 'utf-8' || this.encoding === 'us-ascii';
  }

  get isBinary() {
    return !this.chosenEncoding && (this.detection?.verdict === 'binary' || Boolean(this.report?.binary));
  }

  /** The sentence about the text. */
  get verdict() {
    const counts = { ...this.marks.counts(), hidden: this.marks.hiddenCount };
    return verdictOf({ ...this, chosen: this.chosenEncoding, counts });
  }

  /** Judges the text in the encoding that the user chose, or in the detected one. */
  async judge(chosen) {
    this.#work.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.#forget();
    this.chosenEncoding = chosen;
    const { id, blob, detection } = this;
    if (chosen || detection) this.#setEncoding(chosen ?? detection.encoding);
    else this.#guess();
    this.#join();
    const options = { id, blob, wanted: chosen, detection: this.isDetected ? detection : undefined };
    await this.#run('analyze', options, signal);
  }

  /** Shows the text before its encoding was detected, if the start shows it. */
  async #guess() {
    const { signal } = this.#reading;
    const encoding = await this.#reader.call('guess', { blob: this.blob }, { signal }).catch(() => undefined);
    if (encoding && !signal.aborted && !this.detection) this.#open(encoding);
  }

  /** Looks for hidden characters, which large texts skip. */
  async audit() {
    this.isAuditOpen = false;
    await this.#run('audit', { blob: this.blob, encoding: this.encoding }, this.#work.signal);
  }

  /** Runs an action of the worker for judgments whose events have what it found. */
  async #run(name, options, signal) {
    this.doing = { name: 'Reading', part: 0 };
    this.failure = undefined;
    this.#emit('change');
    try {
      await this.#judge.call(name, options, {
        signal,
        onEvent: (event) => signal.aborted || this.#apply(event),
      });
      this.#join();
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error.message;
      this.#emit('failure', error.message);
    }
    this.doing = undefined;
    this.#emit('change');
  }

  /** Stops the work. What is known so far stays. */
  stop() {
    this.#work.abort();
    this.doing = undefined;
    this.#join();
    this.#emit('change');
  }

  /** Ends all work, because another text is shown. */
  close() {
    this.#work.abort();
    this.#reading.abort();
  }

  /** Takes an event of the worker for judgments. */
  #apply({ doing, part, isPartial, ...found }) {
    if (doing) this.doing = { name: doing, part };
    for (const [key, value] of Object.entries(found)) {
      if (Array.isArray(value)) this[key].push(...value);
      else this[key] = value;
    }
    if (found.detection) {
      this.isDetected = !isPartial;
      this.#setEncoding(this.chosenEncoding ?? found.detection.encoding);
    }
    if (found.errors || found.fixes || found.choices || found.seen) this.#joinSoon();
    this.#emit('change');
  }

  #setEncoding(name) {
    this.encoding = name ?? 'utf-8';
    const readAs = READ_AS[this.encoding] ?? this.encoding;
    if (readAs !== this.#readAs) this.#open(readAs);
  }

  /** Opens the text for reading. */
  async #open(encoding) {
    this.#readAs = encoding;
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.rows = 0;
    this.isOpen = false;
    try {
      const options = { blob: this.blob, encoding };
      const done = await this.#reader.call('open', options, {
        signal,
        onEvent: (event) => signal.aborted || this.#grow(event),
      });
      this.isIndexed = true;
      this.lines = done.lines;
      this.#grow(done);
      this.#emit('change');
    } catch (error) {
      if (!signal.aborted) this.#emit('failure', error.message);
    }
  }

  #grow({ rows, isConverted }) {
    if (rows === undefined) return;
    this.rows = rows;
    this.isConverted = isConverted;
    if (!this.isOpen) {
      this.isOpen = true;
      this.#sendMarks();
    }
    this.#emit('rows');
  }

  #joinSoon() {
    const { errors, fixes, choices, seen } = this;
    if (this.#isMerging || errors.length + fixes.length + choices.length + seen.length > MANY) return;
    this.#isMerging = true;
    setTimeout(() => {
      this.#isMerging = false;
      this.#join();
    }, 30);
  }

  #join() {
    // Errors in data that is not text mean nothing.
    this.marks = new Marks(this.isBinary ? [] : merge(this));
    if (this.selected?.mark) this.selected.mark = this.marks.around(this.selected.offset);
    this.#sendMarks();
    this.#emit('change');
  }

  async #sendMarks() {
    const ranges = this.marks.ranges();
    await this.#reader.call('marks', { ranges }, { transfer: [ranges.buffer] }).catch(() => {});
    this.#emit('marks');
  }

  /** Selects a mark, or the bytes of a character. */
  select(place) {
    this.selected =
      place && (place.cls ? { offset: place.offset, length: place.length, mark: place } : place);
    this.#emit('select');
  }

  preview(isOn) {
    this.isPreview = isOn;
    this.#emit('preview');
  }

  /** Says what is done with a mark: `fix`, `leave`, or the number of a reading. */
  decide(mark, decision) {
    if (typeof decision === 'number') this.chosen.set(mark.choice.offset, decision);
    else {
      if (mark.choice) this.chosen.delete(mark.choice.offset);
      if (mark.fix && decision === 'leave') this.left.add(mark.fix.offset);
      else if (mark.fix) this.left.delete(mark.fix.offset);
    }
    this.isPreview = true;
    this.#emit('preview');
  }

  /** Returns the number of places that the repair changes. */
  get wantedCount() {
    return this.fixCount - this.left.size + this.chosen.size;
  }

  /** Returns the text of a mark after the repair, or `undefined` if it stays. */
  after({ fix, choice }) {
    if (choice && this.chosen.has(choice.offset)) return choice.readings[this.chosen.get(choice.offset)];
    return fix && !this.left.has(fix.offset) ? fix.after : undefined;
  }

  /** Returns the repaired text, and with `hasPatch` the patch that `utf undo` reads. */
  repaired(hasPatch) {
    const options = {
      id: this.id,
      blob: this.blob,
      name: this.name,
      left: [...this.left],
      chosen: [...this.chosen],
      hasPatch,
    };
    return this.#judge.call('repair', options, { onEvent: (event) => this.#apply(event) }).finally(() => {
      this.doing = undefined;
      this.#emit('change');
    });
  }

  /** Returns the text in another encoding. */
  converted(options) {
    const { blob } = this;
    const from = this.encoding;
    return this.#judge
      .call('convert', { blob, from, ...options }, { onEvent: (event) => this.#apply(event) })
      .finally(() => {
        this.doing = undefined;
        this.#emit('change');
      });
  }

  /** Calls the worker that reads the text. */
  read(name, options, control) {
    return this.#reader.call(name, options, { signal: this.#reading.signal, ...control });
  }

  /** Returns the characters of a range of bytes. */
  inspect(start, end) {
    return this.read('inspect', { blob: this.blob, encoding: this.encoding, start, end });
  }
}
