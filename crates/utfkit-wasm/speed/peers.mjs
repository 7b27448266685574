// Prints the speeds of `isValid` and of legacy charsets in Node, next to those of `buffer.isUtf8`, of
// Node's `TextDecoder`, and of iconv-lite: `npm install --no-save iconv-lite; node speed/peers.mjs`.

import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import * as utfkit from '../package/src/all.js';
import { compare } from './measure.js';
import { languages, text } from './texts.js';

/** Rounds are short, so that some of them have the processor for themselves. */
const run = (bytes, candidates) => {
  const speeds = compare(bytes, candidates, 300, 100_000);
  return speeds.map((speed) => speed.toPrecision(2)).join(' | ');
};

await utfkit.load();
console.log('| text | isValid | isUtf8 |\n| --- | --- | --- |');
for (const size of [1_000_000, 1000]) {
  for (const language of languages) {
    const bytes = text(language, size);
    console.log(`| ${language}, ${size} B | ${run(bytes, [utfkit.isValid, isUtf8])} |`);
  }
}
console.log('| charset | decode: ours | Node | iconv-lite | encode: ours | iconv-lite |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [label, language] of [
  ['windows-1252', 'French'],
  ['koi8-r', 'Russian'],
  ['gb18030', 'Chinese'],
]) {
  const string = new TextDecoder().decode(text(language, 100_000));
  const bytes = iconv.encode(string, label);
  const [ours, node] = [new utfkit.TextDecoder(label), new TextDecoder(label)];
  const encoder = new utfkit.TextEncoder(label, { labelSet: 'iana' });
  const speeds = run(bytes, [
    () => ours.decode(bytes),
    () => node.decode(bytes),
    () => iconv.decode(bytes, label),
    () => encoder.encode(string),
    () => iconv.encode(string, label),
  ]);
  console.log(`| ${label}, ${language} | ${speeds} |`);
}
