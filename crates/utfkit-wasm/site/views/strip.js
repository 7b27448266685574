// The strip below the text: where the findings are, and which part is visible.

import { element, framed } from '../dom.js';
import { CLASSES } from '../model/marks.js';

const BINS = 240;
const HEIGHT = 20;

const scheme = matchMedia('(prefers-color-scheme: dark)');

export class Strip {
  #text;

  /** @param {(offset: number) => void} go */
  constructor(box, go, visible) {
    this.canvas = element('canvas', { width: 2 * BINS, height: 2 * HEIGHT, role: 'img' });
    this.window = element('div', { class: 'window' });
    this.box = box;
    this.visible = visible;
    box.append(this.canvas, this.window);
    box.addEventListener('click', ({ clientX }) => {
      const { left, width } = this.canvas.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (clientX - left) / width));
      const start = Math.floor(part * this.#text.blob.size);
      // The first mark of the part that was clicked, which may be a pixel wide.
      const mark = this.#text.marks.next(start - this.#text.blob.size / BINS);
      const isNear = mark && Math.abs(mark.offset - start) <= this.#text.blob.size / BINS;
      go(isNear ? mark.offset : start);
    });
    this.draw = framed(() => this.#draw());
    this.move = framed(() => this.#move());
    scheme.addEventListener('change', this.draw);
  }

  show(text) {
    this.#text = text;
    for (const type of ['change', 'marks'])
      text.addEventListener(type, () => this.#text === text && this.draw());
    this.draw();
  }

  #draw() {
    const { marks, blob, isConverted } = this.#text;
    this.box.hidden = marks.all.length === 0 || isConverted;
    if (this.box.hidden) return;
    const style = getComputedStyle(document.documentElement);
    const painter = this.canvas.getContext('2d');
    painter.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const bins = marks.bins(BINS, blob.size);
    // A bin with ten times the findings is not ten times as high, so that a single one is seen.
    const scale = Math.log2(
      1 + Math.max(...bins.map((bin) => Object.values(bin).reduce((a, b) => a + b, 0))),
    );
    bins.forEach((bin, at) => {
      const total = Object.values(bin).reduce((a, b) => a + b, 0);
      if (total === 0) return;
      const height = 2 * HEIGHT * (0.35 + 0.65 * (Math.log2(1 + total) / Math.max(1, scale)));
      let bottom = 2 * HEIGHT;
      for (const cls of Object.keys(CLASSES)) {
        if (!bin[cls]) continue;
        const part = (height * bin[cls]) / total;
        painter.fillStyle = style.getPropertyValue(`--${cls}`).trim();
        painter.fillRect(2 * at, bottom - part, 2, part);
        bottom -= part;
      }
    });
    const counts = Object.entries(marks.counts()).filter(([, number]) => number > 0);
    const list = counts.map(([cls, number]) => `${number} ${CLASSES[cls].title.toLowerCase()}`).join(', ');
    this.canvas.setAttribute(
      'aria-label',
      `Where the findings are: ${list}. Use n and p to go from one to the next.`,
    );
    this.#move();
  }

  /** Shows which part of the text is visible. */
  #move() {
    if (this.box.hidden) return;
    const [start, end] = this.visible();
    const size = Math.max(1, this.#text.blob.size);
    this.window.hidden = start <= 0 && end >= size;
    this.window.style.setProperty('left', `${(100 * start) / size}%`);
    this.window.style.setProperty('width', `${Math.max(0.4, (100 * (end - start)) / size)}%`);
  }
}
