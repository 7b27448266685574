// The menu for saving: as repaired, or converted to another encoding.

import { button, download, element } from '../dom.js';
import { convertCommand, renamed } from '../model/command.js';
import { byRegion } from '../model/regions.js';
import { titleOf } from '../model/verdict.js';
import { counted, sizeOf } from '../model/words.js';

const CHOICES = {
  eol: [
    'Line ends',
    [
      ['keep', 'as they are'],
      ['lf', 'LF (Unix)'],
      ['crlf', 'CRLF (Windows)'],
      ['cr', 'CR (old Mac OS)'],
    ],
  ],
  bom: [
    'BOM',
    [
      ['auto', 'if needed'],
      ['add', 'add'],
      ['strip', 'remove'],
    ],
  ],
  errors: [
    'What does not fit',
    [
      ['strict', 'stop'],
      ['replace', 'write U+FFFD or ?'],
      ['skip', 'leave out'],
      ['escape', 'write \\xNN'],
    ],
  ],
};

const COMMON = ['utf-8', 'utf-16', 'windows-1252', 'iso-8859-1', 'us-ascii'];

/** Returns a list of options with its label. */
function choice(id, title, groups, value) {
  const list = element('select', { id });
  for (const [label, options] of groups) {
    const parent = label ? element('optgroup', { label }) : list;
    parent.append(
      ...options.map(([name, text]) => element('option', { value: name, selected: name === value }, text)),
    );
    if (label) list.append(parent);
  }
  return [element('label', { for: id }, title), list];
}

/**
 * Creates the menu. `aim` marks the characters of the text that an encoding lacks.
 *
 * @param {{ text: object, names: string[], aim: (encoding?: string) => void, copy: Function, go: Function }} context
 */
export function saveMenu({ text, names, aim, copy, go }) {
  const named = (list) => list.map((name) => [name, titleOf(name)]);
  const [toLabel, to] = choice(
    'to',
    'Encoding',
    [['Common', named(COMMON)], ...byRegion(names).map(([region, all]) => [region, named(all)])],
    'utf-8',
  );
  const lists = Object.entries(CHOICES).map(([key, [title, options]]) => [
    key,
    choice(key, title, [[undefined, options]]),
  ]);
  const result = element('p', { role: 'status', class: 'result' });
  const options = () => ({
    to: to.value,
    ...Object.fromEntries(lists.map(([key, [, list]]) => [key, list.value])),
  });
  let number = 0;

  /** Converts, and says what would be lost. */
  async function preview() {
    const mine = ++number;
    result.className = 'result';
    aim(to.value === 'utf-8' || to.value.startsWith('utf-') ? undefined : to.value);
    const wanted = options();
    if (text.blob.size > 16 << 20) {
      result.textContent = `Will be saved as ${titleOf(wanted.to)}.`;
      return;
    }
    const first = await text.converted({ ...wanted, errors: 'replace' }).catch(() => undefined);
    if (mine !== number || !first) return;
    const { unencodable, illFormed } = first.counts;
    const lost = [
      unencodable > 0
        ? `${counted(unencodable, 'character')} not in ${titleOf(wanted.to)}, marked in the text`
        : '',
      illFormed > 0 ? counted(illFormed, 'broken place') : '',
    ].filter(Boolean);
    const { declared } = text.detection;
    const isFalse = declared && declared.toLowerCase() !== wanted.to;
    result.classList.toggle('is-loss', lost.length > 0);
    result.textContent =
      lost.length > 0 ? `${lost.join('; ')}.` : `Everything fits: ${sizeOf(first.blob.size)}.`;
    if (isFalse) result.append(` The text declares ${declared}, which stays. The command changes it.`);
  }

  async function save() {
    const wanted = options();
    try {
      const { blob } = await text.converted(wanted);
      result.className = 'result';
      result.textContent = `Saved: ${sizeOf(blob.size)}.`;
      download(renamed(text.name, wanted.to), blob);
    } catch (error) {
      result.className = 'result is-loss';
      result.textContent = `Not saved: ${error.message}.`;
      const at = /at byte (\d+)/.exec(error.message)?.[1];
      if (at)
        result.append(
          ' ',
          button('Go there', () => go(Number(at)), { class: 'plain' }),
        );
    }
  }

  for (const list of [to, ...lists.map(([, [, list]]) => list)]) list.addEventListener('change', preview);
  const node = element(
    'div',
    { class: 'menu' },
    element('div', { class: 'side-head' }, element('h2', {}, 'Save as')),
    element('div', { class: 'fields' }, toLabel, to, ...lists.flatMap(([, pair]) => pair)),
    result,
    element(
      'div',
      { class: 'row-of-buttons' },
      button('Save', save, { class: 'primary' }),
      button(
        'Copy as command',
        () => copy(convertCommand({ name: text.name, from: text.encoding, ...options() })),
        { class: 'plain' },
      ),
    ),
  );
  preview();
  return { node, onClose: () => aim(undefined) };
}
