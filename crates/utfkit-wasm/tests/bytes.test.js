// Tests the table of bytes: its pages show the characters that the whole text has there.

import assert from 'node:assert/strict';
import test from 'node:test';
import { convert, inspect as cellsOf } from '../package/src/index.js';
import { inspect, open, tab } from './page.js';

const TEXT = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。';
const CHINESE = '人人生而自由，在尊严和权利上一律平等。';
const TRADITIONAL = '人人生而自由，在尊嚴和權利上一律平等。';

/** The texts, each longer than two pages. */
const TEXTS = {
  'utf-8': TEXT,
  'utf-16': `\ufeff${TEXT}`,
  'utf-32': `\ufeff${TEXT}`,
  'utf-16le': TEXT,
  'utf-7': TEXT,
  'iso-2022-jp': TEXT,
  'euc-jp': TEXT,
  shift_jis: TEXT,
  gbk: CHINESE,
  gb18030: `${CHINESE}é`,
  big5: TRADITIONAL,
};

async function encoded(name) {
  if (name === 'utf-16') return Buffer.from(`${TEXTS[name]}\n${'é😀'.repeat(300)}`, 'utf16le');
  return Buffer.from(await convert(`a${TEXTS[name].repeat(20)}\n${TEXTS[name].repeat(20)}`, 'utf-8', name));
}

/** Returns the offset and the character of each row. */
const rows = (page) =>
  page.locator('#panel-bytes tbody tr').evaluateAll((rows) =>
    rows.map(({ children }) => `${children[0].textContent} ${children[children.length - 2].textContent}`),
  );

test('each page of the table has the characters of the whole text', { timeout: 300_000 }, async () => {
  const { page, context } = await open();
  for (const name of Object.keys(TEXTS)) {
    const bytes = await encoded(name);
    const all = await cellsOf(bytes, { encoding: name });
    await inspect(page, `${name}.txt`, bytes);
    await page.getByLabel('Read as').selectOption(name);
    await page.getByText(`${name}.txt: ${name},`).waitFor();
    await tab(page, 'Bytes').click();
    for (const start of [256, bytes.length - (bytes.length % 4) - 128]) {
      await page.locator('#offset').fill(String(start));
      await page.locator('#offset').blur();
      await page.getByText(new RegExp(`^Bytes ${start.toLocaleString('en')} to .* as ${name}\\.`)).waitFor();
      const here = all.filter((one) => one.offset + one.bytes.length > start && one.offset < start + 128);
      const expected = here.map((one) => {
        const point = one.point?.toString(16).toUpperCase().padStart(4, '0');
        const offset = one.offset.toLocaleString('en');
        return one.what === 'character' ? `${offset} U+${point}` : undefined;
      });
      const found = await rows(page);
      assert.equal(found.length, expected.length, `${name} at ${start}`);
      for (const [at, row] of expected.entries()) if (row) assert.equal(found[at], row, `${name} at ${start}`);
    }
  }
  await context.close();
});

test('a page far from a line feed is right, and a later page replaces it', async () => {
  const { page, context } = await open();
  // Most characters have four bytes, and the bytes before them are not a multiple of four.
  const bytes = Buffer.concat([Buffer.from('abc'), await convert('€é😀'.repeat(10), 'utf-8', 'gb18030')]);
  const whole = Buffer.concat([bytes, Buffer.alloc(20_000_000, Buffer.from('81308139', 'hex'))]);
  await inspect(page, 'far.txt', whole);
  await page.getByLabel('Read as').selectOption('gb18030');
  await page.getByText('far.txt: gb18030,').waitFor();
  await tab(page, 'Bytes').click();
  await page.locator('#offset').fill('19000000');
  await page.locator('#offset').blur();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/^Bytes 19,000,256 to /).waitFor();
  const all = await cellsOf(whole.subarray(0, 1000), { encoding: 'gb18030' });
  const { point, offset } = all.at(-2);
  const found = await rows(page);
  const first = 19_000_256 - ((19_000_256 - offset) % 4);
  assert.equal(found[0], `${first.toLocaleString('en')} U+${point.toString(16).toUpperCase().padStart(4, '0')}`);
  assert.ok(found.length >= 32);
  await context.close();
});
