// The first view: one box for text, dumps and files, and the samples.

import { button, element } from '../dom.js';
import { FORMS, recognize } from './recognize.js';
import { samples } from './samples.js';

/** Longer text is not written into the field, which would take seconds. */
const LONG = 1 << 16;

/** Names for what was pasted. Commands need one without blanks. */
const NAMES = { text: 'pasted.txt' };

/** Returns pasted text as an input of `open`. `form` is the form in which it is read. */
export function pasted(text, form = recognize(text)) {
  const bytes = FORMS[form].read(text) ?? FORMS.text.read(text);
  return { blob: new Blob([bytes]), name: NAMES[form] ?? 'pasted.bin', source: { text, form } };
}

/**
 * Connects the first view. `open` gets what the user wants to see.
 *
 * @param {(input: { blob: Blob, name: string, source?: object }) => void} open
 */
export function connect(open) {
  const field = document.getElementById('pasted');
  const file = document.getElementById('file');
  const show = document.getElementById('show');
  const start = document.getElementById('start');

  const openText = (text) => {
    if (text !== '') open(pasted(text));
  };
  field.addEventListener('paste', (event) => {
    const [dropped] = event.clipboardData.files;
    const text = event.clipboardData.getData('text/plain');
    if (!dropped && text === '') return;
    event.preventDefault();
    if (dropped) open({ blob: dropped, name: dropped.name });
    else {
      if (text.length < LONG) field.value = text;
      show.hidden = field.value === '';
      openText(text);
    }
  });
  field.addEventListener('input', () => {
    show.hidden = field.value === '';
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) openText(field.value);
  });
  show.addEventListener('click', () => openText(field.value));
  document.getElementById('choose').addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    const [chosen] = file.files;
    if (chosen) open({ blob: chosen, name: chosen.name });
    // The same file can be chosen again.
    file.value = '';
  });

  document.body.addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('is-over');
  });
  document.body.addEventListener('dragleave', () => document.body.classList.remove('is-over'));
  document.body.addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('is-over');
    const [dropped] = event.dataTransfer.files;
    if (dropped) open({ blob: dropped, name: dropped.name });
    else openText(event.dataTransfer.getData('text/plain'));
  });

  const list = document.getElementById('samples');
  for (const { title, name, bytes } of samples) {
    list.append(
      element(
        'li',
        {},
        button(title, () => open({ blob: new Blob([bytes]), name }), { class: 'link' }),
      ),
    );
  }
  return {
    /** Shows the first view again. */
    show() {
      start.hidden = false;
      field.focus();
    },
    hide() {
      start.hidden = true;
    },
  };
}
