// Short names of characters that cannot be seen, or that look like others.

const NAMES = {
  0x00: 'NUL',
  0x07: 'BEL',
  0x08: 'BS',
  0x0b: 'VT',
  0x0c: 'FF',
  0x0d: 'CR',
  0x1b: 'ESC',
  0x7f: 'DEL',
  0x85: 'NEL',
  0xa0: 'NBSP',
  0xad: 'SHY',
  0x34f: 'CGJ',
  0x61c: 'ALM',
  0x180e: 'MVS',
  0x200b: 'ZWSP',
  0x200c: 'ZWNJ',
  0x200d: 'ZWJ',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x2028: 'LS',
  0x2029: 'PS',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x202f: 'NNBSP',
  0x2060: 'WJ',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0xfeff: 'BOM',
  0xfffc: 'OBJ',
};

/** Characters without a visible form, blanks that are not U+0020, and controls of direction. */
const ODD =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2000-\u200a\u202f\u205f\ufffc]/u;

/**
 * Sequences of emoji, in which U+200D, variation selectors and (of flags) tags belong to the picture, or
 * else odd characters.
 */
const SPLIT =
  /\u{1f3f4}[\u{e0020}-\u{e007f}]+|[0-9#*]\ufe0f\u20e3|\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*|([\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2000-\u200a\u202f\u205f\ufffc])/gu;

/** Returns the name of a character in small letters of the text: `ZWSP`, or `U+E0001`. */
export function shortName(character) {
  const point = character.codePointAt(0);
  if (NAMES[point]) return NAMES[point];
  if (point >= 0xfe00 && point <= 0xfe0f) return `VS${point - 0xfe00 + 1}`;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Divides a text into strings and odd characters, which are objects with their `name`. Tabs stay, and
 * so do the parts of emoji.
 *
 * @param {string} text
 * @returns {(string | { character: string, name: string })[]}
 */
export function divide(text) {
  if (!ODD.test(text)) return text === '' ? [] : [text];
  const parts = [];
  let done = 0;
  for (const match of text.matchAll(SPLIT)) {
    const [, odd] = match;
    if (!odd || odd === '\t') continue;
    if (match.index > done) parts.push(text.slice(done, match.index));
    parts.push({ character: odd, name: shortName(odd) });
    done = match.index + odd.length;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

/** Returns text of the user with names for odd characters, for attributes and messages. */
export function visible(text) {
  return divide(text)
    .map((part) => (typeof part === 'string' ? part : `‹${part.name}›`))
    .join('');
}
