// The side of the page: a summary, the finding or the character under the cursor, or the menu for saving.

import { button, element, facts, framed, isolated } from '../dom.js';
import { languageOf, percent, titleOf } from '../model/verdict.js';
import { count, notation, sizeOf } from '../model/words.js';
import { drawCounts, drawFinding } from './finding.js';
import { drawCharacter, drawUnits } from './units.js';

const VERDICTS = {
  proven: 'proven: the whole text was read',
  'so-far': 'valid so far',
  likely: 'an estimate',
  unknown: 'unknown',
  binary: 'not text',
};

export class Side {
  #text;
  /** The menu that replaces the finding, until it is closed. */
  #menu;
  /** Grows with each drawing, so that old answers are dropped. */
  #version = 0;

  /** @param {{ next: (step: number) => void, first: (cls: string) => void }} moves */
  constructor(box, moves) {
    this.box = box;
    this.moves = moves;
    this.body = element('div', { class: 'side-body' });
    this.close = button('×', () => this.dismiss(), { class: 'plain close', 'aria-label': 'Close' });
    box.append(this.close, this.body);
  }

  show(text) {
    this.#text = text;
    this.#menu = undefined;
    for (const type of ['select', 'preview']) {
      text.addEventListener(type, () => {
        if (this.#text !== text) return;
        if (type === 'select') this.#menu = undefined;
        this.draw();
      });
    }
    const draw = framed(() => this.#text === text && !this.#menu && this.draw());
    text.addEventListener('change', () => text.selected || draw());
    text.addEventListener('marks', () => text.selected?.mark && draw());
    this.body.replaceChildren();
  }

  /** Shows a menu in the side. */
  open(menu) {
    this.#menu = menu;
    this.draw();
    this.body.querySelector('select, button')?.focus();
  }

  dismiss() {
    const menu = this.#menu;
    this.#menu = undefined;
    menu?.onClose?.();
    this.#text.select(undefined);
    this.box.dispatchEvent(new CustomEvent('dismiss'));
  }

  draw() {
    const version = ++this.#version;
    const { selected } = this.#text;
    const isSheet = Boolean(this.#menu || selected);
    this.box.classList.toggle('is-open', isSheet);
    this.close.hidden = !isSheet;
    const focused = this.body.contains(document.activeElement)
      ? document.activeElement.textContent
      : undefined;
    if (this.#menu) this.body.replaceChildren(this.#menu.node);
    else if (selected?.mark) this.#drawMark(selected, version);
    else if (selected) this.#drawCharacter(selected, version);
    else this.body.replaceChildren(...this.#summary());
    if (focused !== undefined && document.activeElement === document.body) {
      [...this.body.querySelectorAll('button')].find((one) => one.textContent === focused)?.focus();
    }
  }

  #drawMark({ mark, offset, length }, version) {
    const text = this.#text;
    const units = element('p', { class: 'quiet' }, 'Reading the bytes…');
    this.body.replaceChildren(drawFinding(mark, text, this.moves.next), units);
    if (!text.isConverted || mark) this.#fill(units, version, () => drawUnits(text, { offset, length }));
  }

  #drawCharacter(place, version) {
    const text = this.#text;
    const head = element('div', { class: 'side-head' }, element('h2', {}, 'Character'));
    const units = element('p', { class: 'quiet' }, 'Reading the bytes…');
    const more = element('div');
    this.body.replaceChildren(head, units, more);
    this.#fill(units, version, async () => {
      const [cell] = await text.inspect(place.offset, place.offset + Math.max(1, place.length));
      if (cell?.what === 'character' && version === this.#version) {
        head.firstChild.replaceChildren(isolated(cell.shown), ` ${notation(cell.point)}`);
        this.#fill(more, version, () => drawCharacter(text, cell.point));
      }
      return drawUnits(text, place);
    });
  }

  /** Fills an element when its content is there, unless something else is shown by then. */
  async #fill(node, version, create) {
    try {
      const content = await create();
      if (version === this.#version) node.replaceWith(...[content].flat());
    } catch {
      // Another text is shown.
    }
  }

  #summary() {
    const text = this.#text;
    const { detection, report, encoding } = text;
    if (!detection) return [];
    const others = detection.alternatives
      .slice(0, 3)
      .map((one) => `${titleOf(one.encoding)} ${percent(one.confidence)}`);
    const hasMarks = text.marks.all.length > 0;
    return [
      drawCounts(text, this.moves.first) ?? '',
      hasMarks
        ? element(
            'p',
            { class: 'quiet hint' },
            element('kbd', {}, 'n'),
            ' next, ',
            element('kbd', {}, 'p'),
            ' previous finding',
          )
        : '',
      text.isAuditOpen ? button('Look for hidden text', () => text.audit(), { class: 'plain' }) : '',
      element('h2', {}, 'About this text'),
      facts([
        ['Encoding', text.isBinary ? 'none' : titleOf(encoding)],
        ['Chosen', text.chosenEncoding ? 'by you' : undefined],
        ['Certainty', text.chosenEncoding ? undefined : (VERDICTS[detection.verdict] ?? detection.verdict)],
        [
          'Confidence',
          detection.encoding && !text.chosenEncoding && detection.verdict === 'likely'
            ? percent(detection.confidence)
            : undefined,
        ],
        ['Language', languageOf(detection.language)],
        [
          'Evidence',
          detection.evidence.length > 0 && !text.isBinary
            ? element('ul', {}, ...detection.evidence.map((one) => element('li', {}, one)))
            : undefined,
        ],
        ['Or', others.length > 0 && !text.chosenEncoding ? others.join(', ') : undefined],
        ['Declared', detection.declared],
        ['Type', detection.fileType && `${detection.fileType} (${detection.mediaType})`],
        ['Size', sizeOf(text.blob.size)],
        ['Lines', text.isIndexed && !text.isBinary ? count(text.lines) : undefined],
        ['Characters', report && !text.isBinary ? count(report.characters) : undefined],
      ]),
      ...this.#segments(detection),
    ].filter((one) => one !== '');
  }

  #segments({ segments }) {
    if (segments.length === 0) return [];
    const rows = segments.slice(0, 20).map((one) =>
      element(
        'li',
        {},
        button(
          `${titleOf(one.encoding ?? 'unknown')} from byte ${count(one.offset)}`,
          () => this.moves.to(one.offset),
          { class: 'plain' },
        ),
      ),
    );
    return [element('h3', {}, 'Parts in several encodings'), element('ul', { class: 'list' }, ...rows)];
  }
}
