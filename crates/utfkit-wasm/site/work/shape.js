// Finds how an encoding writes lines and characters, so that the text can be read from any row on.

import * as utfkit from '../utfkit/src/index.js';
import { ask } from '../utfkit/src/judge.js';
import { orderOf } from './entry.js';

/** Encodings that begin a character at each byte below 80, with the names of their decoders. */
const UTF_8 = new Set([
  'utf-8',
  'us-ascii',
  'cesu-8',
  'wtf-8',
  'java-modified-utf-8',
  'utf-8-rfc2279',
  'unicode-1-1-utf-8',
]);

const SINGLE =
  /^(?:iso-8859-\d|windows-125|windows-874|koi8-|whatwg-koi8-|macintosh|x-mac|mac|ibm8|cp8|cp4|cp7)/;

/**
 * Returns the shape of the text of `blob`, and the encoding of its units. The result is `undefined` if
 * only the whole text determines its characters. Then the text must be converted.
 *
 * @returns {Promise<{ shape: import('./rows.js').Shape, encoding: string } | undefined>}
 */
export async function shapeOf(blob, encoding) {
  const unit = /^(?:utf-16|ucs-2)/.test(encoding) ? 2 : /^(?:utf-32|ucs-4)/.test(encoding) ? 4 : 1;
  if (unit > 1) {
    const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
    const named = /(be|le)$/.exec(encoding)?.[1];
    const isLittle = named ? named === 'le' : orderOf(encoding, head) === 'little';
    const family = unit === 2 ? 'utf-16' : 'utf-32';
    const shape = { unit, feeds: [0x0a], isLittle, cut: 'unit' };
    return { shape, encoding: `${family}${isLittle ? 'le' : 'be'}` };
  }
  const byte = (cut, feeds = [0x0a]) => ({ shape: { unit, feeds, isLittle: false, cut }, encoding });
  if (UTF_8.has(encoding)) return byte('utf-8');
  await utfkit.load();
  if (ask({ ask: 'line-feed-byte', label: encoding }))
    return byte(SINGLE.test(encoding) ? 'single' : 'multi');
  const bytesOf = (text) => new utfkit.TextEncoder(encoding, { labelSet: 'iana' }).encode(text);
  // In EBCDIC, `A` is C1. Some systems end lines with U+0085, others with U+000A.
  const feeds = ['\n', '\u0085'].map(bytesOf);
  const isEbcdic = bytesOf('A')[0] === 0xc1 && feeds.every((one) => one.length === 1);
  return isEbcdic
    ? byte(
        'single',
        feeds.map(([feed]) => feed),
      )
    : undefined;
}
