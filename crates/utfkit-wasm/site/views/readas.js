// The choice of the encoding: likely ones first, each with a line of the text read in it.

import { button, element, isolated } from '../dom.js';
import { byRegion } from '../model/regions.js';
import { percent, titleOf } from '../model/verdict.js';

/** Encodings that are likely if the detection has no alternatives. */
const COMMON = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'utf-16le',
  'shift_jis',
  'gbk',
  'koi8-r',
];

/** The number of encodings that are shown with a line. */
const LIKELY = 8;

/** Returns the likely encodings, each with its confidence if it is known. */
function likely({ detection, encoding, report }) {
  const all = new Map();
  const add = (name, confidence) => name && !all.has(name) && all.set(name, confidence);
  if (detection.encoding) add(detection.encoding, detection.confidence);
  for (const one of detection.alternatives) add(one.encoding, one.confidence);
  add(report?.looksLike);
  add(encoding);
  for (const segment of detection.segments) add(segment.encoding ?? undefined);
  for (const name of COMMON) if (all.size < LIKELY) add(name);
  return [...all].slice(0, LIKELY);
}

/** Shows the choice. `choose` gets the encoding, or `undefined` for the automatic one. */
export async function readAs(text, names, choose) {
  const list = element('div', { class: 'choices' });
  const filter = element('input', {
    type: 'search',
    placeholder: 'Filter, such as greek or 1252',
    'aria-label': 'Filter encodings',
  });
  const regions = element('div', { class: 'regions' });
  const dialog = element(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'read-as-title' },
    element(
      'div',
      { class: 'side-head' },
      element('h2', { id: 'read-as-title' }, 'Read as'),
      button('×', () => dialog.close(), { class: 'plain close', 'aria-label': 'Close' }),
    ),
    list,
    filter,
    regions,
  );
  const pick = (encoding) => {
    dialog.close();
    choose(encoding);
  };
  const option = (title, note, sample, encoding) => {
    const isOn = encoding === text.chosenEncoding;
    const node = button('', () => pick(encoding), { class: 'choice', 'aria-pressed': String(isOn) });
    node.append(
      element('span', { class: 'choice-name' }, title),
      element('span', { class: 'quiet' }, note ?? ''),
    );
    if (sample !== undefined) node.append(isolated(sample, { class: 'sample' }));
    return node;
  };
  const found = likely(text);
  const automatic = text.detection.encoding ? titleOf(text.detection.encoding) : 'no encoding fits';
  list.append(option('Automatic', automatic, undefined, undefined));
  const draw = () => {
    const wanted = filter.value.trim().toLowerCase();
    const groups = byRegion(names)
      .map(([region, all]) => [
        region,
        region.toLowerCase().includes(wanted) ? all : all.filter((name) => name.includes(wanted)),
      ])
      .filter(([, all]) => all.length > 0);
    regions.replaceChildren(
      ...groups.map(([region, all]) =>
        element(
          'section',
          {},
          element('h3', {}, region),
          element(
            'div',
            { class: 'names' },
            ...all.map((name) =>
              button(name, () => pick(name), {
                class: 'name',
                'aria-pressed': String(name === text.chosenEncoding),
              }),
            ),
          ),
        ),
      ),
    );
    if (groups.length === 0) regions.append(element('p', { class: 'quiet' }, 'No encoding has this name.'));
  };
  filter.addEventListener('input', draw);
  draw();
  dialog.addEventListener('close', () => dialog.remove());
  // A click next to the dialog closes it.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  const first = text.marks.all.find((mark) => mark.cls !== 'hidden');
  const samples = await samplesOf(
    text,
    first?.offset,
    found.map(([name]) => name),
  );
  list.append(
    ...found.map(([name, confidence], at) =>
      option(
        titleOf(name),
        confidence === undefined ? '' : percent(confidence),
        samples[at] || '(nothing)',
        name,
      ),
    ),
  );
}

/** Returns a line of the text in each of several encodings. */
export function samplesOf(text, offset, encodings) {
  const at = offset ?? text.marks.all[0]?.offset;
  return text.read('samples', { blob: text.blob, offset: at, encodings });
}
