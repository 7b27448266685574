// The bytes as a grid of 16, with the text next to them. The selection is shared with the text.

import { element } from '../dom.js';
import { Scroller } from './scroller.js';

/** A phone shows half of a row, so that the text next to it fits. */
const narrow = matchMedia('(max-width: 760px)');

/** The number of bytes that are read at once and kept. */
const BLOCK = 1 << 14;

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

export class BytesView {
  /** The text that is shown. */
  text;
  columns = 16;
  #block = { start: -1 };
  #cursor = 0;

  constructor() {
    this.box = element('div', {
      class: 'text grid',
      tabindex: 0,
      role: 'region',
      'aria-label': 'Bytes',
      id: 'bytes',
    });
    this.scroller = new Scroller(
      this.box,
      (first, count) => this.#rows(first, count),
      (row) => this.#draw(row),
    );
    this.box.addEventListener('click', ({ target }) => {
      const cell = target.closest('[data-byte]');
      if (cell) this.#select(Number(cell.dataset.byte));
    });
    this.box.addEventListener('keydown', (event) => this.#move(event));
  }

  show(text) {
    this.text = text;
    this.#block = { start: -1 };
    this.columns = narrow.matches ? 8 : 16;
    this.scroller.clear();
    this.box.style.setProperty('--digits', Math.max(8, text.blob.size.toString(16).length));
    this.scroller.setCount(Math.ceil(text.blob.size / this.columns));
    for (const type of ['select', 'marks'])
      text.addEventListener(type, () => this.text === text && this.scroller.redraw());
  }

  async #rows(first, count) {
    const start = first * this.columns;
    const end = Math.min(this.text.blob.size, start + count * this.columns);
    if (
      this.#block.start < 0 ||
      start < this.#block.start ||
      end > this.#block.start + this.#block.bytes.length
    ) {
      const from = Math.max(0, start - BLOCK / 2);
      const bytes = new Uint8Array(
        await this.text.blob.slice(from, from + Math.max(BLOCK, end - from)).arrayBuffer(),
      );
      this.#block = { start: from, bytes };
    }
    const { start: from, bytes } = this.#block;
    const rows = [];
    for (let at = start; at < end; at += this.columns) {
      rows.push({
        offset: at,
        bytes: bytes.subarray(at - from, Math.min(end, at + this.columns) - from),
      });
    }
    return rows;
  }

  #draw({ offset, bytes }) {
    const { selected, marks } = this.text;
    const classes = Array.from(bytes, (_, at) => {
      const byte = offset + at;
      const mark = marks.around(byte);
      const isOn =
        selected && byte >= selected.offset && byte < selected.offset + Math.max(1, selected.length);
      return `${mark ? mark.cls : ''}${isOn ? ' is-selected' : ''}`.trim();
    });
    const cell = (text, at) =>
      element('span', { class: classes[at] || undefined, 'data-byte': offset + at }, text);
    const shown = (byte) =>
      byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? '\u00a0' : '·';
    return element(
      'div',
      { class: 'row' },
      element('span', { class: 'number' }, offset.toString(16).toUpperCase().padStart(8, '0')),
      element('span', { class: 'cells' }, ...Array.from(bytes, (byte, at) => cell(digits[byte], at))),
      element(
        'span',
        { class: 'letters', 'aria-hidden': 'true' },
        ...Array.from(bytes, (byte, at) => cell(shown(byte), at)),
      ),
    );
  }

  #select(offset) {
    this.#cursor = offset;
    const mark = this.text.marks.around(offset);
    this.text.select(mark ?? { offset, length: 1 });
  }

  /** Moves the selection with the arrow keys. */
  #move(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { selected, blob } = this.text;
    const isInside =
      selected && this.#cursor >= selected.offset && this.#cursor < selected.offset + selected.length;
    const from = !selected ? this.start : isInside ? this.#cursor : selected.offset;
    const to = Math.min(blob.size - 1, Math.max(0, selected ? from + step : from));
    this.#select(to);
    this.scroller.go(Math.floor(to / this.columns));
  }

  async go({ offset }) {
    this.#cursor = offset;
    await this.scroller.go(Math.floor(offset / this.columns));
    this.scroller.redraw();
    this.box.focus({ preventScroll: true });
  }

  get start() {
    return this.scroller.firstVisible()?.offset ?? 0;
  }

  get end() {
    const row = this.scroller.lastVisible();
    return row ? row.offset + row.bytes.length : 0;
  }
}
