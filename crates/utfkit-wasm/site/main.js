// The page: takes a text, lets the worker analyze it, and shows the views.

import { Client, Stopped } from './client.js';
import { counted, element, isolated } from './dom.js';
import { examples } from './examples.js';
import { bytesView } from './views/bytes.js';
import { characterView } from './views/character.js';
import { convertView } from './views/convert.js';
import { errorsView } from './views/errors.js';
import { mapView } from './views/map.js';
import { overview } from './views/overview.js';
import { repairView } from './views/repair.js';

const byId = (id) => document.getElementById(id);
const client = new Client();

/** The text that is shown: its bytes, its name, and the results of the analysis. */
let current;

const VIEWS = [
  ['overview', 'Overview', overview],
  ['errors', 'Errors', errorsView],
  ['bytes', 'Bytes', bytesView],
  ['character', 'Character', characterView],
  ['map', 'Map', mapView],
  ['repair', 'Repair', repairView],
  ['convert', 'Convert', convertView],
];

/** The views of the current text. A view is created when it is first shown. */
let views = new Map();

for (const [id, title] of VIEWS) {
  const tab = element(
    'button',
    {
      type: 'button',
      role: 'tab',
      id: `tab-${id}`,
      'aria-controls': `panel-${id}`,
      click: () => select(id),
      keydown: (event) => move(event, id),
    },
    title,
  );
  byId('tabs').append(tab);
  const panel = { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': tab.id, tabindex: 0 };
  byId('panels').append(element('div', panel));
}

/** Moves between tabs with the arrow keys. */
function move(event, id) {
  const at = VIEWS.findIndex(([name]) => name === id);
  const last = VIEWS.length - 1;
  const to = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  if (!(event.key in to)) return;
  event.preventDefault();
  const [next] = VIEWS[to[event.key]];
  select(next);
  byId(`tab-${next}`).focus();
}

/** The view that is shown. */
let shown;

/** Shows a view, and passes options to it. */
function select(id, options) {
  shown = id;
  for (const [name, , create] of VIEWS) {
    const isShown = name === id;
    byId(`tab-${name}`).setAttribute('aria-selected', isShown);
    byId(`tab-${name}`).tabIndex = isShown ? 0 : -1;
    byId(`panel-${name}`).hidden = !isShown;
    if (!isShown) continue;
    if (!views.has(name)) views.set(name, create(context(byId(`panel-${name}`))));
    if (options) views.get(name).show?.(options);
  }
}

/** What a view gets. */
function context(panel) {
  panel.replaceChildren();
  return { panel, ...current, go, ask, run, encodings };
}

/** Shows a view for a button of another view, which is hidden then. So the focus moves too. */
function go(id, options) {
  select(id, options);
  byId(`panel-${id}`).focus();
}

/** Replaces the content of an element by copies of `parts`: texts and nodes. */
function fill(id, ...parts) {
  byId(id).replaceChildren(...parts.map((part) => part.cloneNode?.(true) ?? part));
}

function announce(...parts) {
  fill('status', ...parts);
}

/** Runs a short action of the worker. The result is `undefined` after an error, which is announced. */
async function ask(name, options, onProgress) {
  try {
    return await client.call(name, options, onProgress);
  } catch (error) {
    if (!(error instanceof Stopped)) announce(`Error: ${error.message}`);
    return undefined;
  }
}

/** The number of the work with a progress bar, and whether it runs. */
let work = 0;
let isRunning = false;

/** Stops the work that runs. Its caller gets `undefined`. */
function stop() {
  if (!isRunning) return;
  isRunning = false;
  client.stop();
}

/**
 * Runs an action of the worker, with a progress bar and a button that stops it. It stops the work
 * before it, so that only the last result is shown. `title` is a text, or an array of its parts.
 */
async function run(title, name, options) {
  const parts = [title].flat();
  stop();
  const number = ++work;
  isRunning = true;
  fill('work-title', ...parts);
  byId('progress').value = 0;
  byId('work').hidden = false;
  announce(...parts, '…');
  let message = [...parts, ': done.'];
  try {
    return await client.call(name, options, (part) => {
      if (number === work) byId('progress').value = part;
    });
  } catch (error) {
    message = error instanceof Stopped ? ['Stopped.'] : [`Error: ${error.message}`];
    return undefined;
  } finally {
    if (number === work) {
      isRunning = false;
      byId('work').hidden = true;
      announce(...message);
    }
  }
}

byId('stop').addEventListener('click', stop);

let known;
/** Returns the names of all encodings; none after an error, which is announced. */
async function encodings() {
  known ??= (await ask('encodings', {}))?.toSorted();
  return known ?? [];
}

/** Analyzes a text, and shows the results. */
async function open(blob, name, encoding) {
  const running = run(['Reading ', isolated(name)], 'analyze', { blob, encoding });
  const number = work;
  const result = await running;
  const names = result && (await encodings());
  // Other work may have begun, such as on another text.
  if (number !== work) return;
  if (!result) {
    byId('encoding').value = current?.encoding ?? '';
    return;
  }
  // Another encoding of the same text is shown in the same view.
  const kept = current?.blob === blob ? shown : undefined;
  current = { blob, name, ...result };
  views = new Map();
  byId('encoding').replaceChildren(
    ...names.map((one) => element('option', { selected: one === result.encoding }, one)),
  );
  byId('results').hidden = false;
  fill('results-title', 'Results for ', isolated(name));
  byId('skip').hidden = false;
  select(kept ?? (result.report.errors > 0 ? 'errors' : 'overview'));
  const found = counted(result.report.errors, 'error');
  announce(isolated(name), `: ${result.encoding}, ${found}.`);
}

byId('encoding').addEventListener('change', (event) => {
  open(current.blob, current.name, event.target.value);
});

byId('file').addEventListener('change', (event) => {
  const [file] = event.target.files;
  if (file) open(file, file.name);
  // The same file can be chosen again.
  event.target.value = '';
});

const drop = byId('drop');
document.body.addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
document.body.addEventListener('dragleave', () => drop.classList.remove('over'));
document.body.addEventListener('drop', (event) => {
  drop.classList.remove('over');
  const [file] = event.dataTransfer.files;
  // A field takes text by itself.
  if (!file && event.target === byId('pasted')) return;
  event.preventDefault();
  const text = event.dataTransfer.getData('text/plain');
  if (file) open(file, file.name);
  else if (text !== '') open(new Blob([text]), 'dropped text');
});

/** Returns the bytes that hexadecimal digits spell, or `undefined`. */
function parseHex(text) {
  const digits = text.replace(/0x|\\x|[\s,;:%-]/gi, '');
  if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) return undefined;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

byId('paste').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = byId('pasted').value;
  const isHex = new FormData(event.target).get('kind') === 'hex';
  const bytes = isHex ? parseHex(text) : new TextEncoder().encode(text);
  if (!bytes) {
    announce('Error: write an even number of hexadecimal digits, such as E2 82 AC.');
    return;
  }
  open(new Blob([bytes]), 'pasted text');
});

byId('example').append(
  ...examples.map(({ title }, at) => element('option', { value: at }, title)),
);
byId('example').addEventListener('change', (event) => {
  const example = examples[event.target.value];
  if (!example) return;
  byId('pasted').value = example.hex;
  byId('paste').elements.kind.value = 'hex';
  open(new Blob([parseHex(example.hex)]), example.title);
});
