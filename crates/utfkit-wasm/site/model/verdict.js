// The sentence about a text: the most important finding first, with the next step.

import { counted } from './words.js';

/** Names of encodings in running text. Others are written as they are. */
const TITLES = {
  'utf-8': 'UTF-8',
  'us-ascii': 'ASCII',
  'utf-16': 'UTF-16',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'utf-32': 'UTF-32',
  shift_jis: 'Shift_JIS',
  gbk: 'GBK',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
};

export const titleOf = (encoding) =>
  TITLES[encoding] ?? encoding.replace(/^iso-/, 'ISO-').replace(/^ibm/, 'IBM ');

export const percent = (part) => {
  if (part >= 0.995) return '99 %';
  return `${Math.max(1, Math.round(100 * part))} %`;
};

/** Below this confidence, the page shows the two best readings. */
const UNCERTAIN = 0.7;

const FILE_TYPES = {
  zip: 'a ZIP archive (also DOCX, XLSX or JAR)',
  docx: 'a Word document',
  xlsx: 'an Excel document',
  pptx: 'a PowerPoint document',
  PDF: 'a PDF document',
  PNG: 'a PNG image',
  JPEG: 'a JPEG image',
  GIF: 'a GIF image',
  gzip: 'a gzip file',
  ELF: 'a program (ELF)',
  doc: 'an older Office document',
  SQLite: 'an SQLite database',
  WebAssembly: 'a WebAssembly module',
};

const isUtf8 = (encoding) => encoding === 'utf-8' || encoding === 'us-ascii';

/** Returns what the misread text was, such as `UTF-8 read as windows-1252`. */
function causeOf(fixes) {
  const causes = new Map();
  for (const { kind, why } of fixes.slice(0, 1000)) {
    const cause =
      kind === 'mojibake' ? /^UTF-8 read as [^,;]*?(?= and encoded again|$)/.exec(why)?.[0] : undefined;
    if (cause) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  // ISO-8859-1 is a part of windows-1252, so a text with both was read as the latter.
  const wider = 'UTF-8 read as windows-1252';
  if (causes.has(wider)) causes.delete('UTF-8 read as ISO-8859-1');
  const [first] = [...causes].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? 'misread text';
}

/** Returns the two likeliest encodings if none is certain. */
export function rivals({ detection, chosen }) {
  if (chosen || !detection || !['likely', 'unknown'].includes(detection.verdict)) return [];
  const [second, third] = detection.alternatives;
  if (!second || detection.confidence >= UNCERTAIN) return [];
  const first = detection.encoding
    ? { encoding: detection.encoding, confidence: detection.confidence }
    : third;
  return [first, second].filter(Boolean);
}

/**
 * Returns the sentence: `text`, its `tone` (`bad`, `warn`, `good` or `wait`), and the next step as
 * `action`, with an `id`, a `label` and perhaps a `value`.
 *
 * `state` has `detection`, `encoding`, `chosen`, `report`, `fixes`, `fixCount`, `choiceCount`, `counts`
 * (the marks by class), `blob` and `isRepairing`. What is not known yet is `undefined`.
 */
export function verdictOf(state) {
  const { detection, encoding, chosen, report, blob } = state;
  if (state.failure) return { tone: 'bad', text: `The text could not be judged: ${state.failure}.` };
  if (!detection) return { tone: 'wait', text: 'Reading the text…' };
  if (blob.size === 0) return { tone: 'warn', text: 'The text is empty.' };
  if (!chosen && (detection.verdict === 'binary' || report?.binary)) {
    const type =
      FILE_TYPES[detection.fileType] ?? (detection.fileType && `a file of type ${detection.fileType}`);
    const text = type ? `This is ${type}, not text.` : 'This is a binary file, not text.';
    return { tone: 'warn', text, action: { id: 'bytes', label: 'Show the bytes' } };
  }
  const name = titleOf(encoding);
  if (!report) return { tone: 'wait', text: `${name}, still reading…` };
  const better = betterEncoding(state);
  if (better) {
    const errors = report.errors > 0 ? `, ${counted(report.errors, 'error')}` : '';
    const chance = better.confidence ? `, ${percent(better.confidence)}` : '';
    return {
      tone: 'bad',
      text: `Read as ${name}${errors}. It is probably ${titleOf(better.encoding)}${chance}.`,
      action: { id: 'read-as', label: `Read as ${titleOf(better.encoding)}`, value: better.encoding },
    };
  }
  const two = rivals(state);
  if (two.length === 2) {
    const list = two.map((one) => `${titleOf(one.encoding)} (${percent(one.confidence)})`).join(' or ');
    return {
      tone: 'warn',
      text: `The encoding is not certain: ${list}. Which line is right?`,
      readings: two,
    };
  }
  return findingsOf(state, name);
}

/** Returns the encoding that the text is probably in, if that is not the one it is read in. */
function betterEncoding({ detection, encoding, chosen, report }) {
  const same = (other) => other === encoding || (isUtf8(other) && isUtf8(encoding) && report.errors === 0);
  if (report.looksLike && !same(report.looksLike)) return { encoding: report.looksLike };
  const isClear =
    chosen && detection.encoding && detection.confidence >= UNCERTAIN && !same(detection.encoding);
  return isClear ? detection : undefined;
}

function findingsOf(state, name) {
  const { detection, encoding, chosen, report, fixCount = 0, choiceCount = 0, counts, fixes = [] } = state;
  // Before the end of the pass, the preview would not show all that is changed.
  const repairs =
    fixCount > 0 && state.isRepairDone
      ? { id: 'repair', label: `Repair ${counted(fixCount, 'place')}` }
      : undefined;
  const goTo = (cls) => ({ id: 'go', label: 'Go to the first', value: cls });
  if (report.errors > 0) {
    const open = choiceCount > 0 ? `; ${counted(choiceCount, 'place')} can be read in two ways` : '';
    const also = counts.mojibake > 0 ? `, and ${counted(counts.mojibake, 'misread place')}` : '';
    const some =
      fixCount > 0 && fixCount < report.errors ? `; ${counted(fixCount, 'place')} can be repaired` : '';
    const text = `${name} with ${counted(report.errors, 'broken place')}${also}${open || some}.`;
    return { tone: 'bad', text, action: repairs ?? goTo('error') };
  }
  const misread = Math.max(fixCount, counts.mojibake);
  if (misread > 0 || report.remarks?.includes('mojibake')) {
    const verb = misread === 1 ? 'looks' : 'look';
    const text =
      misread > 0
        ? `${name}, ${counted(misread, 'place')} ${verb} like ${causeOf(fixes)}.`
        : `${name} with mojibake.`;
    if (repairs || isUtf8(encoding)) return { tone: 'warn', text, action: repairs };
    return { tone: 'warn', text, action: { id: 'to-utf8', label: 'Convert to UTF-8 and repair' } };
  }
  if (choiceCount > 0) {
    const text = `${name}, ${counted(choiceCount, 'place')} can be read in two ways.`;
    return { tone: 'warn', text, action: goTo() };
  }
  if (counts.hidden > 0) {
    const language = chosen ? '' : languageOf(detection.language);
    const text = `${name}${language && `, ${language},`} with ${counted(counts.hidden, 'hidden or odd character')}.`;
    return { tone: 'warn', text, action: goTo('hidden') };
  }
  if (counts.lost > 0 || report.remarks?.includes('lost-text')) {
    const number = counts.lost > 0 ? `: ${counted(counts.lost, 'U+FFFD', 'U+FFFD')}` : '';
    const text = `${name}, but text was lost before${number}.`;
    return { tone: 'warn', text, action: counts.lost > 0 ? goTo('lost') : undefined };
  }
  if (isUtf8(encoding)) return { tone: 'good', text: `Valid ${name}.${restOf(state)}` };
  const action = { id: 'saveUtf8', label: 'Save as UTF-8' };
  if (chosen) return { tone: 'good', text: `Read as ${name}. No errors.`, action };
  const language = languageOf(detection.language);
  const known = language ? `${name}, ${language}` : name;
  if (detection.verdict !== 'likely') return { tone: 'good', text: `${known}. No errors.`, action };
  const sure = percent(detection.confidence);
  if (detection.confidence < UNCERTAIN) {
    const text = `Probably ${known}, but only ${sure} sure. Compare a line of the text.`;
    return { tone: 'warn', text, action: { id: 'readAs', label: 'Compare encodings' } };
  }
  return { tone: 'good', text: `${known}, ${sure} sure. No errors.`, action };
}

/** Returns what else is known about a text without errors. A pass that has not ended has found nothing yet. */
function restOf({ doing, isRepairDone, seenCount }) {
  if (doing) return '';
  if (seenCount !== undefined) return ' Nothing is wrong.';
  return isRepairDone ? ' No mojibake.' : '';
}

/** Returns the English name of a language, or an empty string. */
export function languageOf(code) {
  if (!code) return '';
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code);
  } catch {
    return '';
  }
}
