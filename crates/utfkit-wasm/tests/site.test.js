// Tests the site in Chromium: the whole way of a file, the policy, accessibility, and a large file.
//
// `CHROMIUM` is the browser. With `UTFKIT_SCREENSHOTS=DIRECTORY`, the views are saved as pictures.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { SITE, assertQuiet, inspect, open, origin, saved, tab } from './page.js';
import { repair } from '../package/src/index.js';

const LARGE = Number(process.env.UTFKIT_TEST_BYTES ?? 500_000_000);
const VIEWS = ['Overview', 'Errors', 'Bytes', 'Character', 'Map', 'Repair', 'Convert'];

const BROKEN = Buffer.concat([
  Buffer.from('one\ncafÃ© crÃ¨me\n'),
  Buffer.from([0x2f, 0xc0, 0xae, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0xff, 0x0a]),
  Buffer.from('€ 😀 end'),
]);

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'utfkit-site-'));
after(() => fs.rmSync(directory, { recursive: true, force: true }));

test('a file is dropped, shown, repaired, saved and converted', async () => {
  const opened = await open();
  const { page, context } = opened;
  // A real drop of a file.
  const transfer = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(bytes)], 'broken.txt'));
    return data;
  }, [...BROKEN]);
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
  await page.getByRole('heading', { name: 'Results for broken.txt' }).waitFor();
  const status = await page.locator('#status').textContent();
  assert.match(status, /broken\.txt: utf-8, 3 errors/);
  const errors = await page.getByRole('tabpanel').filter({ visible: true }).innerText();
  assert.match(errors, /3:2: overlong form of U\+002E/);
  assert.match(errors, /invalid byte/);

  await page.getByRole('button', { name: 'Show the bytes' }).first().click();
  const row = page.getByRole('row').filter({ hasText: 'C0 AE' });
  await row.waitFor();
  assert.match(await row.innerText(), /overlong/);

  await tab(page, 'Repair').click();
  await page.getByRole('button', { name: 'Repair', exact: true }).click();
  const repaired = await saved(page, 'Save the repaired file');
  const expected = await repair(BROKEN);
  assert.deepEqual(repaired, Buffer.from(expected.bytes));
  assert.match(repaired.toString(), /café crème/);
  const written = (await saved(page, 'Save a patch')).toString();
  assert.match(written, /^{"type":"patch","version":1/);
  assert.equal(written.trim().split('\n').length, 2 + expected.fixes.length);

  await tab(page, 'Convert').click();
  await page.getByLabel('To', { exact: true }).selectOption('utf-16le');
  await page.getByLabel('If there is an error').selectOption('replace');
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await page.getByRole('button', { name: 'Save the file' }).waitFor();
  const converted = await saved(page, 'Save the file');
  const text = new TextDecoder().decode(BROKEN);
  assert.equal(converted.toString('utf16le'), text);
  assertQuiet(opened);
  await context.close();
});

test('text and hexadecimal digits can be pasted', async () => {
  const opened = await open();
  const { page, context } = opened;
  await page.getByLabel(/Or paste/).fill('E2 82 AC');
  await page.getByRole('radio', { name: 'Hex' }).check();
  await page.getByRole('button', { name: 'Inspect' }).click();
  await page.getByRole('heading', { name: 'Results for pasted text' }).waitFor();
  await tab(page, 'Bytes').click();
  await page.getByRole('cell', { name: 'EURO SIGN' }).waitFor();
  assert.equal(await page.locator('.bits .payload').first().textContent(), '0010');
  await page.getByRole('button', { name: 'U+20AC' }).click();
  await page.getByRole('heading', { name: 'U+20AC EURO SIGN' }).waitFor();
  const panel = await page.getByRole('tabpanel').filter({ visible: true }).innerText();
  assert.match(panel, /windows-1252\s+80/);
  await page.getByLabel(/Or paste/).fill('E2 8');
  await page.getByRole('button', { name: 'Inspect' }).click();
  assert.match(await page.locator('#status').textContent(), /even number/);
  assertQuiet(opened);
  await context.close();
});

test('the keyboard reaches everything', async () => {
  const { page, context } = await open();
  await inspect(page, 'broken.txt', BROKEN);
  await tab(page, 'Errors').focus();
  for (const name of ['Bytes', 'Character', 'Map', 'Repair', 'Convert', 'Overview', 'Errors']) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator(':focus').textContent(), name);
    assert.equal(await tab(page, name).getAttribute('aria-selected'), 'true');
  }
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator(':focus').textContent(), 'Overview');
  await page.keyboard.press('End');
  assert.equal(await page.locator(':focus').textContent(), 'Convert');
  await page.keyboard.press('Home');
  assert.equal(await page.locator(':focus').textContent(), 'Overview');
  await context.close();
});

test('the focus follows a button to another view', async () => {
  const { page, context } = await open();
  await inspect(page, 'broken.txt', BROKEN);
  const focus = () => page.evaluate(() => document.activeElement.id);
  await page.getByRole('button', { name: 'Show the bytes' }).first().press('Enter');
  assert.equal(await focus(), 'panel-bytes');
  await page.getByRole('button', { name: 'U+20AC' }).press('Enter');
  assert.equal(await focus(), 'panel-character');
  await context.close();
});

test('axe finds no fault in any view, light and dark, also on a phone', async () => {
  const pictures = process.env.UTFKIT_SCREENSHOTS;
  for (const colorScheme of ['light', 'dark']) {
    for (const viewport of [{ width: 1000, height: 800 }, { width: 360, height: 740 }]) {
      const { page, context } = await open({ colorScheme, viewport });
      await inspect(page, 'broken.txt', BROKEN);
      for (const name of VIEWS) {
        await tab(page, name).click();
        if (name === 'Repair') {
          await page.getByRole('button', { name: 'Repair', exact: true }).click();
          await page.getByRole('button', { name: 'Save a patch' }).waitFor();
        }
        if (name === 'Overview') {
          await page.getByRole('button', { name: 'Look for' }).click();
          await page.getByText(/observation/).first().waitFor();
        }
        if (name === 'Bytes') await page.getByRole('cell', { name: 'EURO SIGN' }).waitFor();
        if (name === 'Character') await page.getByRole('heading', { name: 'EURO SIGN' }).waitFor();
        const { violations } = await new AxeBuilder({ page }).analyze();
        const faults = violations.map((one) => `${one.id}: ${one.nodes[0].html}`);
        assert.deepEqual(faults, [], `${name}, ${colorScheme}, ${viewport.width}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
        if (pictures && viewport.width === 1000 && colorScheme === 'light') {
          const file = path.join(pictures, `site-${name.toLowerCase()}.png`);
          // The first picture has the whole page, the others have the results.
          const id = name === 'Overview' ? 'input-title' : 'results';
          await page.evaluate((id) => document.getElementById(id).scrollIntoView(), id);
          await page.screenshot({ path: file });
        }
      }
      await context.close();
    }
  }
});

test('a large file is checked while the page stays responsive', { timeout: 600_000 }, async () => {
  const file = path.join(directory, 'large.txt');
  const block = Buffer.from('aé€😀 naïve text, line by line\n'.repeat(30_000));
  const handle = fs.openSync(file, 'w');
  let length = 0;
  for (; length < LARGE; length += block.length) fs.writeSync(handle, block);
  fs.writeSync(handle, Buffer.from([0xff]));
  fs.closeSync(handle);
  const opened = await open();
  const { page, context } = opened;
  await page.evaluate(() => (globalThis.longest = 0));
  const start = performance.now();
  await page.setInputFiles('#file', file);
  let moves = 0;
  let last = 0;
  const finished = page.getByRole('heading', { name: 'Results for large.txt' }).waitFor({ timeout: 580_000 });
  const watch = setInterval(async () => {
    const value = await page.evaluate(() => document.getElementById('progress').value).catch(() => 0);
    if (value > last) moves++;
    last = value;
  }, 200);
  await finished;
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  const longest = await page.evaluate(() => globalThis.longest);
  console.log(`${length + 1} bytes in ${seconds.toFixed(1)} s, longest task ${longest} ms`);
  assert.match(await page.locator('#status').textContent(), /utf-8, 1 error|1 error/);
  assert.ok(longest < 100, `the longest task took ${longest} ms`);
  if (seconds > 2) assert.ok(moves > 0, 'the progress bar moves');
  await tab(page, 'Map').click();
  await page.getByRole('button', { name: /From byte/ }).first().click();
  await page.getByRole('row').filter({ hasText: 'FF' }).first().waitFor();
  assertQuiet(opened);
  await context.close();
});

test('the links of the site lead somewhere, and the documentation can be searched', async () => {
  const { page, context } = await open();
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.waitForLoadState();
  assert.match(await page.title(), /utfkit/);
  await page.goto(`${origin}/book/docs/findings.html#overlong`);
  assert.ok(await page.locator('#overlong').isVisible());
  const found = fs.readFileSync(path.join(SITE, 'book/search/search_index.json'), 'utf8');
  assert.match(found, /overlong/);
  await context.close();
});
