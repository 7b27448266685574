// The bar above the text: its name, the sentence, the next step, and the tools.

import { button, element, framed, isolated } from '../dom.js';
import { MAX } from '../input/address.js';
import { FORMS } from '../input/recognize.js';
import { percent, titleOf } from '../model/verdict.js';
import { count, counted, sizeOf } from '../model/words.js';
import { samplesOf } from './readas.js';

export class Bar {
  #text;
  #samples = '';

  /** @param {Record<string, (value?: unknown) => void>} acts what the buttons do, by their ids */
  constructor(box, acts) {
    this.acts = acts;
    this.title = element('div', { class: 'title' });
    this.sentence = element('p', { class: 'sentence', role: 'status', id: 'sentence' });
    this.readings = element('div', { class: 'readings', hidden: true });
    this.doing = element('div', { class: 'doing', hidden: true });
    this.tools = element('div', { class: 'tools' });
    box.append(this.title, this.sentence, this.readings, this.tools, this.doing);
  }

  show(text) {
    this.#text = text;
    this.#samples = '';
    this.readings.hidden = true;
    const { name, blob, source } = text;
    this.title.replaceChildren(
      isolated(name, { class: 'name' }),
      element('span', { class: 'quiet' }, sizeOf(blob.size)),
    );
    if (source) this.title.append(this.#form(source));
    const draw = framed(() => this.#text === text && this.draw());
    for (const type of ['change', 'preview']) text.addEventListener(type, draw);
    this.draw();
  }

  /** The control that shows and changes the form of pasted text. */
  #form(source) {
    const list = element('select', { id: 'form', change: () => this.acts.form(list.value) });
    for (const [form, { title, read }] of Object.entries(FORMS)) {
      const isPossible = form === 'text' || source.text.length > 1 << 20 || read(source.text) !== undefined;
      if (isPossible) list.append(element('option', { value: form, selected: form === source.form }, title));
    }
    return element('span', { class: 'form' }, element('label', { for: 'form' }, 'pasted as'), list);
  }

  draw() {
    const text = this.#text;
    const { verdict } = text;
    this.#drawSentence(verdict);
    this.#drawDoing(text);
    const tools = text.isPreview ? this.#repairTools(text) : this.#tools(text, verdict.action);
    const name = text.isBinary ? 'none' : titleOf(text.encoding ?? '');
    const views = [
      text.detection && this.#tool('readAs', `Read as: ${name}`, { 'aria-haspopup': 'dialog' }),
      this.#tool('toggle', 'Bytes', { 'aria-pressed': String(this.acts.isBytes()) }),
    ];
    const focused = this.tools.contains(document.activeElement) ? document.activeElement.id : undefined;
    this.tools.replaceChildren(...[...tools, element('span', { class: 'gap' }), ...views].filter(Boolean));
    if (focused) (document.getElementById(focused) ?? this.tools.querySelector('button')).focus();
  }

  #tool(id, title, more = {}) {
    return button(title, () => this.acts[id](), { class: 'plain', id: `tool-${id}`, ...more });
  }

  /** The button of the next step. */
  #primary(title, act) {
    return button(title, act, { class: 'primary', id: 'next' });
  }

  #tools({ report, blob, isBinary }, action) {
    const isReady = Boolean(report) && blob.size > 0;
    const isDone = action?.id === 'bytes' && this.acts.isBytes();
    return [
      action && !isDone && this.#primary(action.label, () => this.acts[action.id](action.value)),
      isReady && !isBinary && this.#tool('save-as', 'Save as'),
      isReady && this.#tool('command', 'Copy as command'),
      isReady && blob.size <= MAX && this.#tool('link', 'Copy link'),
    ];
  }

  /** The tools of the preview of the repair. */
  #repairTools({ wantedCount, fixCount, fixes }) {
    const hasChanges = wantedCount > 0;
    return [
      element('span', { class: 'preview-title' }, `${counted(wantedCount, 'place')} will change`),
      hasChanges && this.#primary('Save', () => this.acts.saveRepaired()),
      hasChanges && this.#tool('copyRepaired', 'Copy'),
      hasChanges && fixCount <= fixes.length && this.#tool('patch', 'Patch'),
      this.#tool('command', 'Copy as command'),
      this.#tool('leavePreview', 'Back'),
    ];
  }

  /** Writes the sentence, if it has changed: a screen reader would repeat it. */
  #drawSentence({ tone, text, readings }) {
    if (this.sentence.textContent !== text || this.sentence.dataset.tone !== tone) {
      this.sentence.dataset.tone = tone;
      this.sentence.replaceChildren(element('span', { class: 'shape', 'aria-hidden': 'true' }), text);
    }
    this.#drawReadings(readings ?? []);
  }

  /** Shows a line of the text in each of two encodings. */
  async #drawReadings(list) {
    const key = list.map((one) => one.encoding).join(' ');
    this.readings.hidden = list.length === 0;
    if (key === this.#samples || list.length === 0) return;
    this.#samples = key;
    const text = this.#text;
    const samples = await samplesOf(
      text,
      undefined,
      list.map((one) => one.encoding),
    ).catch(() => []);
    if (text !== this.#text || key !== this.#samples) return;
    this.readings.replaceChildren(
      ...list.map(({ encoding, confidence }, at) => {
        const node = button('', () => this.acts['read-as'](encoding), { class: 'choice' });
        node.append(
          element('span', { class: 'choice-name' }, titleOf(encoding)),
          element('span', { class: 'quiet' }, percent(confidence)),
          isolated(samples[at] || '(nothing)', { class: 'sample' }),
        );
        return node;
      }),
    );
  }

  #drawDoing({ doing }) {
    this.doing.hidden = !doing;
    if (!doing) return;
    if (!this.doing.firstChild) {
      this.doing.append(
        element('progress', { max: 1, 'aria-label': 'Progress' }),
        element('span', { class: 'quiet' }),
        button('Stop', () => this.acts.stop(), { class: 'plain', id: 'stop' }),
      );
    }
    const [bar, label] = this.doing.children;
    bar.value = doing.part;
    label.textContent = `${doing.name}, ${count(Math.floor(100 * doing.part))} %`;
  }
}
