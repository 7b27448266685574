// A list of any length, of which only the rows near the visible ones are in the document.
//
// Rows have any height, which is known only after they are drawn. So the height of the whole list is an
// estimate. Small steps move the rows that are drawn by pixels; large ones find the row by the part of
// the height, and the ends are made exact when they are reached.

import { element, framed } from '../dom.js';

/** The maximum estimated height. Browsers do not scroll some tens of millions of pixels. */
const MAX_HEIGHT = 6_000_000;

/** The number of rows that are drawn at once. */
const CHUNK = 24;

export class Scroller {
  /** The number of the first row that is drawn, its place in pixels, and the rows. */
  #first = 0;
  #top = 0;
  #rows = [];
  #count = 0;
  #height = 0;
  #rowHeight = 21;
  #isWorking = false;
  #isDirty = false;
  /** Grows with each change of the list, so that old answers are dropped. */
  #version = 0;

  /**
   * @param {HTMLElement} box the element that scrolls
   * @param {(first: number, count: number) => Promise<object[]>} fetch returns rows
   * @param {(row: object) => HTMLElement} draw
   */
  constructor(box, fetch, draw) {
    this.box = box;
    this.fetch = fetch;
    this.draw = draw;
    this.space = element('div', { class: 'space' });
    this.block = element('div', { class: 'block' });
    this.space.append(this.block);
    box.replaceChildren(this.space);
    this.#update = framed(() => this.#work());
    box.addEventListener('scroll', () => {
      this.#update();
      this.onMove?.();
    });
    new ResizeObserver(() => this.#update()).observe(box);
  }

  #update;

  get count() {
    return this.#count;
  }

  /** Sets the number of rows, which may grow. */
  setCount(count) {
    if (count < this.#count) this.clear();
    this.#count = count;
    this.#estimate();
    this.#update();
  }

  /** Forgets all rows, and goes to the start. */
  clear() {
    this.#version++;
    this.#rows = [];
    this.#first = 0;
    this.#top = 0;
    this.#count = 0;
    this.block.replaceChildren();
    this.box.scrollTop = 0;
    this.#estimate();
  }

  /** Draws the visible rows again, at the same place. */
  async refresh() {
    const version = ++this.#version;
    if (this.#rows.length === 0) {
      this.#update();
      return;
    }
    const rows = await this.fetch(this.#first, this.#rows.length);
    if (version !== this.#version) return;
    this.redraw(rows);
    this.#update();
  }

  /** Draws rows again, from data that is here. */
  redraw(rows = this.#rows.map(({ data }) => data)) {
    // The row at the top of the box stays there.
    const anchor = this.#rows.findIndex(
      ({ node }) => this.#topOf(node) + node.offsetHeight > this.box.scrollTop,
    );
    const before = anchor >= 0 ? this.#topOf(this.#rows[anchor].node) : 0;
    const focused = this.block.contains(document.activeElement)
      ? document.activeElement.dataset.mark
      : undefined;
    this.#rows = rows.map((data) => ({ data, node: this.draw(data) }));
    this.block.replaceChildren(...this.#rows.map(({ node }) => node));
    const after = this.#rows[anchor] ? this.#topOf(this.#rows[anchor].node) : before;
    if (after !== before) this.box.scrollTop += after - before;
    if (focused !== undefined) {
      const node = this.block.querySelector(`[data-mark="${focused}"]`);
      (node ?? this.box).focus({ preventScroll: true });
    }
  }

  #topOf(node) {
    return this.#top + node.offsetTop;
  }

  #bottom() {
    return this.#top + this.block.offsetHeight;
  }

  #estimate() {
    this.#setHeight(Math.min(this.#count * this.#rowHeight, MAX_HEIGHT));
  }

  #setHeight(height) {
    this.#height = height;
    this.space.style.setProperty('height', `${height}px`);
  }

  #place(top) {
    this.#top = top;
    this.block.style.setProperty('top', `${top}px`);
  }

  async #work() {
    if (this.#isWorking) {
      this.#isDirty = true;
      return;
    }
    this.#isWorking = true;
    do {
      this.#isDirty = false;
      await this.#fill().catch(() => {});
    } while (this.#isDirty);
    this.#isWorking = false;
    this.onDraw?.();
  }

  /** Draws rows until the box and a part around it are full. */
  async #fill() {
    const { box } = this;
    if (this.#count === 0 || box.clientHeight === 0) return;
    const view = box.clientHeight;
    const isFar = box.scrollTop > this.#bottom() + view || box.scrollTop + view < this.#top - view;
    if (this.#rows.length === 0 || isFar) {
      const part = box.scrollTop / Math.max(1, this.#height - view);
      const row = box.scrollTop === 0 ? 0 : Math.min(this.#count - 1, Math.floor(part * this.#count));
      if (!(await this.#restart(row))) return;
      this.#place(box.scrollTop);
    }
    for (let turn = 0; turn < 20; turn++) {
      const end = this.#first + this.#rows.length;
      if (this.#bottom() < box.scrollTop + 1.5 * view && end < this.#count) {
        if (!(await this.#append(end))) return;
      } else if (this.#top > box.scrollTop - view / 2 && this.#first > 0) {
        if (!(await this.#prepend())) return;
      } else break;
      this.#settle();
    }
    this.#prune(view);
    this.#settle();
  }

  /** Draws from `row` on. Returns `false` if the list has changed. */
  async #restart(row) {
    const version = this.#version;
    const rows = await this.fetch(row, CHUNK);
    if (version !== this.#version) return false;
    this.#first = row;
    this.#rows = rows.map((data) => ({ data, node: this.draw(data) }));
    this.#leave(this.block);
    this.block.replaceChildren(...this.#rows.map(({ node }) => node));
    return rows.length > 0;
  }

  async #append(end) {
    const version = this.#version;
    const rows = await this.fetch(end, CHUNK);
    if (version !== this.#version || rows.length === 0) return false;
    const more = rows.map((data) => ({ data, node: this.draw(data) }));
    this.#rows.push(...more);
    this.block.append(...more.map(({ node }) => node));
    return true;
  }

  async #prepend() {
    const version = this.#version;
    const start = Math.max(0, this.#first - CHUNK);
    const rows = await this.fetch(start, this.#first - start);
    if (version !== this.#version || rows.length === 0) return false;
    const before = this.block.offsetHeight;
    const more = rows.map((data) => ({ data, node: this.draw(data) }));
    this.#rows.unshift(...more);
    this.block.prepend(...more.map(({ node }) => node));
    this.#first = start;
    this.#place(this.#top - (this.block.offsetHeight - before));
    return true;
  }

  /** Makes the ends exact. */
  #settle() {
    const { box } = this;
    const shift =
      this.#first === 0
        ? -this.#top
        : this.#top < 0
          ? (this.#first / this.#count) * this.#height - this.#top
          : 0;
    if (shift !== 0) {
      const { scrollTop } = box;
      this.#place(this.#top + shift);
      box.scrollTop = scrollTop + shift;
    }
    const left = this.#count - this.#first - this.#rows.length;
    const bottom = this.#bottom();
    if (left === 0) {
      if (bottom !== this.#height) this.#setHeight(bottom);
    } else if (bottom > this.#height - box.clientHeight) {
      this.#setHeight(bottom + Math.min(left * this.#rowHeight, MAX_HEIGHT));
    }
  }

  /** Removes rows that are far from the box. */
  #prune(view) {
    const { scrollTop } = this.box;
    let above = 0;
    while (
      above < this.#rows.length - 1 &&
      this.#topOf(this.#rows[above].node) + this.#rows[above].node.offsetHeight < scrollTop - 3 * view
    )
      above++;
    if (above > CHUNK) {
      const height = this.#rows[above].node.offsetTop;
      for (const { node } of this.#rows.splice(0, above)) this.#remove(node);
      this.#first += above;
      this.#place(this.#top + height);
    }
    let kept = this.#rows.length;
    while (kept > 1 && this.#topOf(this.#rows[kept - 1].node) > scrollTop + 4 * view) kept--;
    if (this.#rows.length - kept > CHUNK) for (const { node } of this.#rows.splice(kept)) this.#remove(node);
  }

  #remove(node) {
    this.#leave(node);
    node.remove();
  }

  /** Keeps the focus in the box if its element is removed. */
  #leave(node) {
    if (node.contains(document.activeElement)) this.box.focus({ preventScroll: true });
  }

  /** Shows a row in the upper third of the box, unless it is visible. */
  async go(row) {
    const { box } = this;
    const view = box.clientHeight;
    // The rows may be drawn again meanwhile, because marks arrive.
    for (let turn = 0; !this.#rows[row - this.#first] && turn < 5; turn++) {
      this.#version++;
      const start = Math.max(0, row - 10);
      if (!(await this.#restart(start))) continue;
      const before = this.#rows[row - start]?.node.offsetTop ?? 0;
      this.#place(start === 0 ? 0 : Math.max(0, (row / this.#count) * this.#height - before));
    }
    const node = this.#rows[row - this.#first]?.node;
    if (!node) return;
    const top = this.#topOf(node);
    const isVisible = top >= box.scrollTop && top + Math.min(node.offsetHeight, view) <= box.scrollTop + view;
    if (!isVisible) {
      if (top + view > this.#height) this.#setHeight(top + view);
      box.scrollTop = top - view / 3;
    }
    await this.#work();
  }

  /** Returns the data of the first visible row. */
  firstVisible() {
    const { scrollTop } = this.box;
    return this.#rows.find(({ node }) => this.#topOf(node) + node.offsetHeight > scrollTop)?.data;
  }

  /** Returns the data of the last visible row. */
  lastVisible() {
    const end = this.box.scrollTop + this.box.clientHeight;
    return this.#rows.findLast(({ node }) => this.#topOf(node) < end)?.data;
  }
}
