// The text itself, with its marks.

import { element, framed } from '../dom.js';
import { drawRow } from './row.js';
import { Scroller } from './scroller.js';

/** Returns the text node and the index in it under the pointer. */
function caretAt(event) {
  if (document.caretPositionFromPoint) {
    const place = document.caretPositionFromPoint(event.clientX, event.clientY);
    return place && { node: place.offsetNode, index: place.offset };
  }
  const range = document.caretRangeFromPoint(event.clientX, event.clientY);
  return range && { node: range.startContainer, index: range.startOffset };
}

/** Returns the text of a node of a part. A name of an odd character stands for the character. */
const textOf = (node) => node.dataset?.character ?? node.textContent;

/** Returns the text of a part before a place in it, and the character at the place. */
function around(part, { node, index }) {
  let before = '';
  for (const child of part.childNodes) {
    const text = textOf(child);
    if (child.contains(node)) {
      const at = child.dataset?.character ? 0 : index;
      return { before: before + text.slice(0, at), character: text.slice(at).match(/^./su)?.[0] };
    }
    before += text;
  }
  return {};
}

/** Returns the range of a text in a part, from `start` on. */
function rangeIn(part, start, length) {
  let at = 0;
  for (const child of part.childNodes) {
    const size = textOf(child).length;
    if (start < at + size) {
      const range = document.createRange();
      if (child.nodeType === Node.TEXT_NODE) {
        range.setStart(child, start - at);
        range.setEnd(child, Math.min(size, start - at + length));
      } else range.selectNodeContents(child);
      return range;
    }
    at += size;
  }
  return undefined;
}

export class TextView {
  #text;
  #numberWidth;

  constructor() {
    this.box = element('div', {
      class: 'text',
      tabindex: 0,
      role: 'region',
      'aria-label': 'Text',
      id: 'text',
    });
    this.scroller = new Scroller(
      this.box,
      (first, count) => this.#text.read('rows', { first, count }),
      (row) => drawRow(row, this.#text),
    );
    this.#refresh = framed(() => this.scroller.refresh().catch(() => {}));
    this.box.addEventListener('click', (event) => this.#click(event));
    this.box.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      const mark = event.target.closest('mark');
      if (!mark) return;
      event.preventDefault();
      this.#selectMark(mark);
    });
  }

  #refresh;

  /** Shows another text. */
  show(text) {
    this.#text = text;
    this.scroller.clear();
    let wasOpen = false;
    text.addEventListener('rows', () => {
      if (this.#text !== text) return;
      if (!text.isOpen || text.rows < this.scroller.count) wasOpen = false;
      const digits = String(text.lines ?? text.rows).length;
      if (digits !== this.#numberWidth) {
        this.#numberWidth = digits;
        this.box.style.setProperty('--digits', digits + Math.floor((digits - 1) / 3));
      }
      if (!wasOpen) this.scroller.clear();
      wasOpen = true;
      this.scroller.setCount(text.rows);
    });
    this.#numberWidth = undefined;
    for (const type of ['marks', 'preview'])
      text.addEventListener(type, () => this.#text === text && this.#refresh());
    text.addEventListener('select', () => this.#text === text && this.#showSelection());
  }

  /** Draws the visible rows again, because the target of a conversion has changed. */
  refresh() {
    this.#refresh();
  }

  #showSelection() {
    const offset = this.#text.selected?.mark?.offset;
    for (const node of this.box.querySelectorAll('mark')) {
      node.classList.toggle('is-selected', Number(node.dataset.mark) === offset);
    }
    this.#highlight();
  }

  /** Marks the selected character, which is not an element of its own. Old browsers cannot do that. */
  async #highlight() {
    const highlights = globalThis.CSS?.highlights;
    highlights?.delete('selected');
    const { selected, isConverted } = this.#text;
    if (!highlights || !selected || selected.mark || isConverted) return;
    const parts = [...this.box.querySelectorAll('[data-offset]')];
    const part = parts.findLast((one) => Number(one.dataset.offset) <= selected.offset);
    if (!part || part.className) return;
    const start = Number(part.dataset.offset);
    const end = selected.offset + selected.length;
    const [before, all] = await Promise.all(
      [selected.offset, end].map((end) => this.#text.read('unitsBetween', { start, end })),
    ).catch(() => []);
    if (this.#text.selected !== selected || all === undefined) return;
    const range = rangeIn(part, before, Math.max(1, all - before));
    if (range) highlights.set('selected', new Highlight(range));
  }

  /** Goes to a byte, and moves the focus to its mark. */
  async go({ offset, mark }) {
    const text = this.#text;
    if (text.isConverted) {
      if (mark?.line) await this.scroller.go(await text.read('rowOfLine', { line: mark.line }));
      return;
    }
    const row = await text.read('rowOf', { offset });
    await this.scroller.go(row);
    const find = () => this.box.querySelector(`[data-mark="${mark?.offset ?? offset}"]`);
    // The rows may have been drawn before the marks were known.
    for (let turn = 0; mark && !find() && turn < 5; turn++) await this.scroller.refresh();
    const node = find();
    node?.scrollIntoView({ block: 'nearest' });
    node?.focus({ preventScroll: true });
    this.#highlight();
  }

  /** Returns the offset of the first visible row, where a search begins. */
  get start() {
    return this.scroller.firstVisible()?.offset ?? 0;
  }

  get end() {
    const row = this.scroller.lastVisible();
    const last = row?.parts.at(-1);
    return last ? last.offset + last.length : 0;
  }

  #selectMark(node) {
    const mark = this.#text.marks.at(Number(node.dataset.mark));
    if (mark) this.#text.select(mark);
  }

  async #click(event) {
    const mark = event.target.closest('mark');
    if (mark) {
      this.#selectMark(mark);
      return;
    }
    // A selection of text is for copying.
    if (!getSelection().isCollapsed || this.#text.isConverted) return;
    const part = event.target.closest('[data-offset]');
    const caret = caretAt(event);
    if (!part || !caret || !part.contains(caret.node)) return;
    if (part.className === 'bad') return;
    const { before, character } = around(part, caret);
    if (!character) return;
    const text = this.#text;
    const start = Number(part.dataset.offset) + (await text.read('lengthOf', { text: before }));
    text.select({ offset: start, length: await text.read('lengthOf', { text: character }) });
  }
}
