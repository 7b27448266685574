// The page: takes a text, shows it, and connects its parts.

import { Client } from './client.js';
import { download } from './dom.js';
import { addressOf, fromAddress } from './input/address.js';
import { connect, pasted } from './input/box.js';
import { commandFor, renamed } from './model/command.js';
import { Text } from './model/document.js';
import { Bar } from './views/bar.js';
import { BytesView } from './views/bytes.js';
import { readAs } from './views/readas.js';
import { saveMenu } from './views/save.js';
import { Side } from './views/side.js';
import { Strip } from './views/strip.js';
import { TextView } from './views/text.js';

const byId = (id) => document.getElementById(id);
const judge = new Client('work/judge.js');
const reader = new Client('work/reader.js');

/** The text that is shown, and the view of it. */
let current;
let isBytes = false;

const textView = new TextView();
const bytesView = new BytesView();
const view = () => (isBytes ? bytesView : textView);
byId('main').append(textView.box, bytesView.box);
bytesView.box.hidden = true;

/** What the buttons of the bar do. Errors become messages. */
const acts = {
  bytes: () => showBytes(true),
  toggle: () => showBytes(!isBytes),
  go: (cls) => goTo(cls ? current.marks.next(-1, cls) : current.marks.all[0]),
  repair,
  'to-utf8': toUtf8,
  'read-as': (encoding) => current.judge(encoding),
  readAs: chooseEncoding,
  'save-as': openSave,
  saveUtf8,
  stop: () => current.stop(),
  command: () => copy(commandOf(current), 'Command copied'),
  link: async () => copy(await addressOf(current.blob), 'Link copied: it has the bytes of the text'),
  form: (form) => open(pasted(current.source.text, form)),
  saveRepaired,
  copyRepaired: async () => copy(await (await current.repaired(false)).blob.text(), 'Repaired text copied'),
  patch: async () => {
    const { patch } = await current.repaired(true);
    download(`${current.name}.patch.jsonl`, new Blob([patch]));
  },
  leavePreview: () => current.preview(false),
};
const guarded = (act) => async (value) => {
  try {
    await act(value);
  } catch (error) {
    notify(`Error: ${error.message}`);
  }
};
const bar = new Bar(byId('bar'), {
  ...Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, guarded(act)])),
  isBytes: () => isBytes,
});
const side = new Side(byId('side'), {
  next: (step) => move(step),
  first: (cls) => goTo(current.marks.next(-1, cls)),
  to: (offset) => visit({ offset }),
});
const strip = new Strip(
  byId('strip'),
  (offset) => {
    const mark = current.marks.around(offset);
    if (mark) goTo(mark);
    else visit({ offset });
  },
  () => [view().start, view().end],
);
for (const { scroller } of [textView, bytesView]) scroller.onMove = scroller.onDraw = strip.move;

const box = connect(open);

/** Shows a text. The work on the text before it ends. */
function open(input) {
  current?.close();
  document.querySelector('dialog')?.close();
  const text = new Text(input, judge, reader);
  current = text;
  box.hide();
  byId('work').hidden = false;
  byId('new').hidden = false;
  document.title = `${text.name} · utfkit`;
  text.addEventListener('failure', ({ detail }) => current === text && notify(`Error: ${detail}`));
  // The text of a binary file is not worth reading.
  let isFirst = true;
  text.addEventListener('change', () => {
    if (current !== text || !isFirst || !text.report) return;
    isFirst = false;
    if (text.isBinary && !isBytes) showBytes(true);
  });
  showBytes(false);
  textView.show(text);
  bar.show(text);
  side.show(text);
  strip.show(text);
  text.judge();
}

function showBytes(isOn) {
  const place = current?.selected;
  const hasMoved = isOn !== isBytes;
  const at = place ?? { offset: hasMoved ? view().start : 0 };
  isBytes = isOn;
  textView.box.hidden = isOn;
  bytesView.box.hidden = !isOn;
  if (isOn && bytesView.text !== current) bytesView.show(current);
  if (!hasMoved || !current) return;
  bar.draw();
  if (place || at.offset > 0) visit(at);
}

/** Goes to a place. That ends early if another text is opened. */
function visit(place) {
  view()
    .go(place)
    .catch(() => {});
}

/** Selects a mark, and goes there. */
function goTo(mark) {
  if (!mark) return;
  current.select(mark);
  visit({ offset: mark.offset, mark });
}

/** Goes to the next or the previous mark. */
function move(step) {
  const { selected, marks } = current;
  const from = selected?.offset ?? (step > 0 ? view().start - 1 : view().end);
  goTo(step > 0 ? marks.next(from) : marks.previous(from));
}

document.addEventListener('keydown', (event) => {
  if (!current || byId('work').hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, dialog')) return;
  if (event.key === 'n') move(1);
  else if (event.key === 'p') move(-1);
  else if (event.key === 'Escape' && (current.selected || byId('side').classList.contains('is-open')))
    side.dismiss();
  else return;
  event.preventDefault();
});

/** Starts the preview of the repair, at the first fix. */
function repair() {
  current.preview(true);
  const first = current.marks.all.find((mark) => mark.fix);
  if (first && !(view().start <= first.offset && first.offset < view().end))
    visit({ offset: first.offset, mark: first });
}

async function saveRepaired() {
  const { blob } = await current.repaired(false);
  download(renamed(current.name, 'repaired'), blob);
  notify('Saved. Your file is unchanged; the repaired text is a new file.');
}

async function saveUtf8() {
  const { name } = current;
  const { blob } = await current.converted({ to: 'utf-8' });
  download(renamed(name, 'utf-8'), blob);
  notify(`Saved as ${renamed(name, 'utf-8')}.`);
}

/** Shows the text in UTF-8, in which it can be repaired. */
async function toUtf8() {
  const { name } = current;
  const { blob } = await current.converted({ to: 'utf-8', errors: 'replace' });
  open({ blob, name: renamed(name, 'utf-8') });
}

let known;
/** Returns the names of all encodings. */
async function encodings() {
  known ??= judge.call('encodings', {}).then((names) => names.toSorted());
  return known;
}

async function chooseEncoding() {
  const text = current;
  const names = await encodings();
  await readAs(text, names, (encoding) => {
    showBytes(false);
    text.judge(encoding);
  }).catch(() => {});
}

async function openSave() {
  const text = current;
  const names = await encodings();
  if (text !== current) return;
  const aim = async (encoding) => {
    await text.read('target', { encoding }).catch(() => {});
    textView.refresh();
  };
  const go = (offset) => visit({ offset });
  side.open(saveMenu({ text, names, aim, copy: (words) => copy(words, 'Command copied'), go }));
}

function commandOf(text) {
  const counts = text.marks.counts();
  return commandFor({
    name: text.name,
    encoding: text.encoding,
    isBinary: text.isBinary,
    fixes: text.fixCount,
    errors: text.report?.errors ?? 0,
    hidden: counts.hidden,
  });
}

/** Copies text, and says so. If the browser forbids it, the text is shown. */
async function copy(words, message) {
  try {
    await navigator.clipboard.writeText(words);
    notify(words.length < 300 && message === 'Command copied' ? `${message}: ${words}` : `${message}.`);
  } catch {
    notify(words.slice(0, 1000));
  }
}

let hiding;
/** Shows a short message for some seconds. */
function notify(message) {
  byId('message').replaceChildren(message);
  byId('message').hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (byId('message').hidden = true), 8000);
}

byId('new').addEventListener('click', () => {
  current?.close();
  current = undefined;
  byId('work').hidden = true;
  byId('new').hidden = true;
  document.title = 'utfkit: text that looks wrong';
  // The sample of a link is not the next text.
  history.replaceState(undefined, '', location.pathname);
  box.show();
});

addEventListener('hashchange', () => {
  const sample = fromAddress();
  if (sample) open(sample);
});
const sample = fromAddress();
if (sample) open(sample);
// The first text should not wait for the modules.
const idle = globalThis.requestIdleCallback ?? setTimeout;
idle(async () => {
  try {
    await judge.call('warm', {});
    // The reader shows UTF-8 without it, so it comes second.
    await reader.call('warm', {});
  } catch {
    // The first text tells what does not load.
  }
});
