// Prints all tables of README.md that are measured in Node, in one run:
// `npm install --no-save iconv-lite jschardet chardet; node tables.mjs`.

import os from 'node:os';
import * as utfkit from '../package/node/all.js';
import { firstCalls } from './first.mjs';
import { measure, table } from './measure.js';
import { charsets, detection, validation } from './peers.mjs';

const [{ model }] = os.cpus();
const load = os.loadavg()[0].toFixed(0);
console.log(`Node ${process.version}, ${utfkit.simd ? 'simd128' : 'plain'}, ${model}, load ${load}`);
for (const [title, content] of [
  ['UTF-8', () => table(measure(utfkit, [3_000_000, 1000]))],
  ['Validation', validation],
  ['Charsets, 100,000 characters, GB/s', () => charsets(100_000)],
  ['Charsets, 1,000 characters, GB/s', () => charsets(1000)],
  ['Charsets, 16 characters, ns', () => charsets(16)],
  ['Detection, microseconds', detection],
  ['First call, milliseconds', firstCalls],
]) {
  console.log(`\n${title}\n`);
  console.log(await content());
}
