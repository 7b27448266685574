// Prints the speeds in Chromium: `node speed.mjs [BYTES…]`. See ../speed.

import path from 'node:path';
import { chromium } from 'playwright-core';
import { table } from '../speed/measure.js';
import { launch, serve } from './server.js';

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10_000_000, 100_000, 1000, 30];
const { origin, close } = await serve(path.resolve(import.meta.dirname, '..'));
const browser = await chromium.launch(launch);
const page = await browser.newPage();
await page.goto(`${origin}/site/style.css`);
const { rows, simd } = await page.evaluate(
  async ([origin, sizes]) => {
    const utfkit = await import(`${origin}/package/src/index.js`);
    const { measure } = await import(`${origin}/speed/measure.js`);
    return { rows: measure(utfkit, sizes), simd: utfkit.simd };
  },
  [origin, sizes],
);
console.log(`Chromium ${browser.version()}, ${simd ? 'simd128' : 'plain'}`);
console.log(table(rows));
await browser.close();
close();
