// Conversion to another encoding.

import { count, download, element } from '../dom.js';

const POLICIES = [
  ['strict', 'stop'],
  ['replace', 'write U+FFFD or ?'],
  ['skip', 'leave them out'],
  ['escape', 'write \\xNN'],
];
const BOMS = [
  ['auto', 'as the encoding needs it'],
  ['add', 'add'],
  ['strip', 'remove'],
];

/** Shows the conversion. */
export function convertView({ panel, blob, name, encoding, run, encodings }) {
  const choice = (id, text, options) => {
    const list = element('select', { id });
    list.append(...options.map(([value, label]) => element('option', { value }, label)));
    return [element('label', { for: id }, text), list];
  };
  const [toLabel, to] = choice('to', 'To', []);
  const [errorsLabel, errors] = choice('policy', 'If there is an error', POLICIES);
  const [bomLabel, bom] = choice('bom', 'BOM', BOMS);
  encodings().then((names) =>
    to.append(...names.map((one) => element('option', { selected: one === 'utf-8' }, one))),
  );
  const result = element('p', { role: 'status' });
  const save = element('div', { class: 'row' });
  panel.append(
    element('p', {}, `The text is read as ${encoding}.`),
    element('div', { class: 'row' }, toLabel, to, errorsLabel, errors, bomLabel, bom),
    element('div', { class: 'row' }, element('button', { type: 'button', click: convert }, 'Convert')),
    result,
    save,
  );

  async function convert() {
    const target = to.value;
    save.replaceChildren();
    const options = { blob, from: encoding, to: target, errors: errors.value, bom: bom.value };
    const done = await run('Converting', 'convert', options);
    if (!done) {
      result.textContent = document.getElementById('status').textContent;
      return;
    }
    const { counts } = done;
    result.textContent =
      `${count(done.blob.size)} bytes; ${count(counts.illFormed)} ill-formed, ` +
      `${count(counts.unencodable)} not in ${target}`;
    save.append(
      element('button', { type: 'button', click: () => download(`${name}.${target}`, [done.blob]) }, 'Save the file'),
    );
  }
  return {};
}
