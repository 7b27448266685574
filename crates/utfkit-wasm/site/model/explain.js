// What a mark is, in words: its title, the sentence for screen readers, and what to do.

import { visible } from './names.js';
import { hex } from './words.js';

const TITLES = { error: 'Broken bytes', mojibake: 'Mojibake', hidden: 'Hidden or odd', lost: 'Lost text' };

const ADVICE = {
  'read-as': ({ readAs }) => `Read the text as ${readAs}.`,
  'order-from-bom': ({ readAs }) => `Read the text as ${readAs}, so that the BOM gives the byte order.`,
  'allow-bom': () => 'Allow a BOM.',
  'allow-no-bom': () => 'Allow text without a BOM.',
  repair: () => 'Repair the text.',
  normalize: () => 'Normalize the text to form C.',
  'drop-inner-boms': () => 'Drop the BOMs inside the text.',
  inspect: () => 'Look at the bytes.',
};

/** Why characters of a class matter. */
const DANGERS = {
  bidi: 'It changes the order in which the text around it is shown. So code can look different from what it does.',
  'zero-width': 'It cannot be seen, but programs find it: two words that look the same are different.',
  tag: 'It cannot be seen, and can hide a message.',
  control: 'Text seldom has this control character. A terminal may act on it.',
  nul: 'Many programs end the text here.',
};

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the title of a mark. */
export function titleOfMark(mark) {
  const { error, seen, cls } = mark;
  if (cls === 'error' && error) return capital(error.message);
  if (cls === 'hidden' && seen)
    return capital(seen.name && seen.class !== 'confusable' ? seen.name.toLowerCase() : seen.message);
  return TITLES[cls];
}

/** Returns why a mark is a finding, in one or two sentences. */
export function reasonOf(mark) {
  const { error, fix, choice, seen, cls } = mark;
  if (choice) return 'These bytes can be read in two ways. Choose one, or leave them.';
  if (fix) return `${capital(fix.why)}.`;
  if (cls === 'mojibake') return `${capital(seen.message)}.`;
  if (error) return error.hint ? `${capital(error.hint)}.` : 'No character has these bytes in this encoding.';
  if (cls === 'lost')
    return 'U+FFFD stands for text that another program could not read. The original bytes are gone.';
  if (seen.class === 'confusable' && seen.means)
    return `${capital(seen.message)}. It looks like “${visible(seen.means)}”.`;
  return [`${capital(seen.message)}.`, DANGERS[seen.class]].filter(Boolean).join(' ');
}

/** Returns what the user can do, or an empty string. */
export function adviceOf({ error, fix, choice, cls }) {
  if (fix || choice) return '';
  if (cls === 'lost')
    return 'Get the text from an older file. `utf repair --against OLD` puts lost characters back.';
  return ADVICE[error?.advice]?.(error) ?? '';
}

/** Returns the name of a mark for screen readers. */
export function labelOf(mark, text, after) {
  const { error, fix, choice, seen, cls } = mark;
  const line = mark.line ? `, line ${mark.line}` : '';
  if (after !== undefined)
    return `${visible(text)} ${visible(after) || '∅'}, before and after the repair${line}`;
  if (choice) return `Two readings: ${visible(choice.readings[0])} or ${visible(choice.readings[1])}${line}`;
  if (fix) return `${TITLES[cls]}: ${visible(fix.before)}, repaired ${visible(fix.after)}${line}`;
  if (error) return `Broken bytes ${hex(error.bytes)}: ${error.message}${line}`;
  const name = cls === 'hidden' ? `, ${(seen.name ?? seen.message).toLowerCase()}` : '';
  return `${TITLES[cls]}: ${visible(text)}${name}${line}`;
}
