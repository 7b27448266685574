// Recognizes what was pasted. Text is the rule: another form must be clear, because a person who
// pastes `deadbeef` or a phone number means these characters.

import { fromBase64, fromDump, fromEscapes, fromHex, utf8 } from './forms.js';

/** The forms, with their titles and readers. A reader returns `undefined` for text of another form. */
export const FORMS = {
  text: { title: 'text', read: utf8 },
  hex: { title: 'hex digits', read: fromHex },
  xxd: { title: 'xxd dump', read: (text) => fromDump(text, 'xxd') },
  hexdump: { title: 'hexdump -C', read: (text) => fromDump(text, 'hexdump') },
  base64: { title: 'Base64', read: fromBase64 },
  escapes: { title: 'escapes', read: fromEscapes },
};

/** Returns whether at least nine of ten bytes are of text. */
function looksLikeText(bytes) {
  let good = 0;
  let length = 0;
  for (const byte of bytes.subarray(0, 4096)) {
    length++;
    if ((byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d) good++;
  }
  if (good >= 0.9 * length) return length > 0;
  try {
    // The last character may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, 4096), {
      stream: true,
    });
    return !/[\0-\x08\x0e-\x1f]/.test(text);
  } catch {
    return false;
  }
}

/** Pairs of digits, with one kind of separator between them. */
const PAIRS = /^(?:0x|\\x)?[0-9a-f]{2}(?:([\s,;:-]+)(?:0x|\\x)?[0-9a-f]{2})+[\s,;]*$/i;

function isHex(text) {
  const trimmed = text.trim();
  if (!/^[0-9a-fx\\\s,;:-]+$/i.test(trimmed)) return false;
  if (PAIRS.test(trimmed)) {
    const pairs = trimmed.replace(/0x|\\x/gi, '').match(/[0-9a-f]{2}/gi);
    if (/0x/i.test(trimmed)) return pairs.length >= 2;
    // Digits alone are numbers, such as of a telephone; letters alone are words.
    const digits = pairs.filter((pair) => /\d/.test(pair)).length;
    const letters = pairs.filter((pair) => /[a-f]/i.test(pair)).length;
    // Six or eight pairs with colons are the address of a network card.
    if (/^[^\s]+$/.test(trimmed) && [6, 8].includes(pairs.length)) return false;
    return pairs.length >= 3 && ((digits > 0 && letters > 0) || pairs.length >= 24);
  }
  // Without separators, a checksum looks the same. So the bytes must be text.
  const digits = trimmed.replace(/\s/g, '');
  if (/[^0-9a-f]/i.test(digits) || digits.length % 2 !== 0 || digits.length < 16) return false;
  return looksLikeText(fromHex(digits));
}

function isBase64(text) {
  const trimmed = text.trim();
  if (/^data:[^,]*;base64,/.test(trimmed)) return fromBase64(trimmed) !== undefined;
  if (!/^[A-Za-z0-9+/_=\s-]+$/.test(trimmed)) return false;
  const lines = trimmed.split(/\s+/);
  // A sentence has spaces between its words; Base64 is one word, or lines of one length.
  const width = lines[0].length;
  if (lines.some((line, at) => (at < lines.length - 1 ? line.length !== width : line.length > width)))
    return false;
  const letters = lines.join('');
  if (letters.length < 16 || letters.length % 4 !== 0) return false;
  if (!/[A-Z]/.test(letters) || !/[a-z]/.test(letters) || !/[0-9+/=]/.test(letters)) return false;
  const bytes = fromBase64(letters);
  return bytes !== undefined && (looksLikeText(bytes) || (lines.length > 2 && width >= 60));
}

/** Escapes that ordinary text does not have: of bytes from 80 on, and of code points. */
const CLEAR =
  /\\x[89a-f][0-9a-f]|\\u[0-9a-f]{4}|\\u\{[0-9a-f]{2,6}\}|\\U000[0-9a-f]{5}|\\[23][0-7]{2}|%[89a-f][0-9a-f]|&#x[0-9a-f]{2,6};|&#[0-9]{2,7};/gi;

function isEscaped(text) {
  // A text that writes other characters directly has no need for escapes.
  if (/[^\0-\x7f]/.test(text)) return false;
  const found = text.match(CLEAR)?.length ?? 0;
  // A program with one escape in hundreds of lines is a program.
  return found > 0 && found * 1000 >= text.length;
}

/** Returns the form of a pasted text, a key of `FORMS`. */
export function recognize(text) {
  if (fromDump(text, 'xxd') && isDumpClear(text)) return 'xxd';
  if (fromDump(text, 'hexdump') && isDumpClear(text)) return 'hexdump';
  if (isHex(text)) return 'hex';
  if (isEscaped(text)) return 'escapes';
  if (isBase64(text)) return 'base64';
  return 'text';
}

/** Returns whether a dump has full offsets, or more than one line. */
function isDumpClear(text) {
  return /^\s*[0-9a-f]{7,}/i.test(text) || text.trim().includes('\n');
}
