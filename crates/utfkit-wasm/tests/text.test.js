// Tests how the text is shown: only its visible lines, in texts of any length and shape.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { convert } from '../package/src/index.js';
import { assertQuiet, inspect, lines, open, sentence, settled } from './page.js';

const LARGE = Number(process.env.UTFKIT_TEST_BYTES ?? 500_000_000);

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'utfkit-site-'));
after(() => fs.rmSync(directory, { recursive: true, force: true }));

/** Writes a file, and opens it in the page. */
async function openFile(page, name, parts) {
  const file = path.join(directory, name);
  const handle = fs.openSync(file, 'w');
  for (const part of parts) fs.writeSync(handle, part);
  fs.closeSync(handle);
  await page.evaluate(() => (globalThis.longest = 0));
  await page.setInputFiles('#file', file);
}

/** Scrolls to a part of the height, and waits until the box is full of rows. */
async function scroll(page, part) {
  await page.locator('#text').evaluate((box, part) => (box.scrollTop = part * box.scrollHeight), part);
  await page.waitForTimeout(200);
  await page.waitForFunction(() => {
    const box = document.getElementById('text').getBoundingClientRect();
    const rows = [...document.querySelectorAll('#text .row')].map((row) => row.getBoundingClientRect());
    return rows.length > 0 && rows[0].top <= box.top + 10 && rows.at(-1).bottom >= box.bottom - 30;
  });
}

/** Returns the numbers of the visible lines. */
const visible = (page) =>
  page.locator('#text').evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    const rows = [...box.querySelectorAll('.row')].filter((row) => {
      const place = row.getBoundingClientRect();
      return place.bottom > top && place.top < bottom;
    });
    return rows.map((row) => row.firstChild.textContent.replaceAll(',', ''));
  });

test(
  'a million lines are scrolled, and only the visible ones are in the document',
  { timeout: 120_000 },
  async () => {
    const opened = await open();
    const { page, context } = opened;
    await openFile(page, 'lines.txt', [
      Array.from({ length: 1_000_000 }, (_, at) => `line ${at + 1}\n`).join(''),
    ]);
    await settled(page);
    await page.getByText('1,000,000').first().waitFor();
    await lines(page);
    assert.equal((await visible(page))[0], '1');
    for (const part of [0.5, 0.123, 0.9]) {
      await scroll(page, part);
      const numbers = (await visible(page)).map(Number);
      assert.ok(Math.abs(numbers[0] - part * 1_000_000) < 10_000, `${part}: ${numbers[0]}`);
      // Each line has its own number.
      assert.ok(numbers.length > 10 && numbers.every((number, at) => number === numbers[0] + at));
      assert.ok((await lines(page)).every((line) => /^line \d+$/.test(line)));
      assert.ok((await page.locator('#text .row').count()) < 400);
    }
    await scroll(page, 1);
    await scroll(page, 1);
    assert.equal((await visible(page)).at(-1), '1000000');
    await page.locator('#text').press('Home');
    await page.locator('.number', { hasText: /^1$/ }).waitFor();
    assert.equal((await visible(page))[0], '1');
    // Small steps reach each line.
    await page.mouse.move(400, 400);
    for (let step = 0; step < 30; step++) await page.mouse.wheel(0, 300);
    await page.waitForTimeout(500);
    const [first] = await visible(page);
    assert.ok(Number(first) > 200 && Number(first) < 600, first);
    assertQuiet(opened);
    await context.close();
  },
);

test('a line of 10 MB is shown in pieces', { timeout: 120_000 }, async () => {
  const opened = await open();
  const { page, context } = opened;
  const line = Buffer.alloc(10_000_000, 'naïve words, ');
  await openFile(page, 'long.json', ['first\n', line, '\nlast\n']);
  await settled(page);
  assert.deepEqual((await visible(page)).slice(0, 3), ['1', '2', '↪']);
  await scroll(page, 0.5);
  assert.ok((await visible(page)).every((number) => number === '↪'));
  assert.match((await lines(page)).at(3), /naïve words/);
  await scroll(page, 1);
  await scroll(page, 1);
  assert.equal((await visible(page)).at(-1), '3');
  assert.ok((await page.locator('#text .row').count()) < 400);
  assertQuiet(opened);
  await context.close();
});

test('the rows of a text have all of its characters, in any encoding', { timeout: 120_000 }, async () => {
  const { page, context } = await open();
  const japanese = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。';
  const texts = {
    'utf-8': japanese,
    'utf-16': `\ufeff${japanese}`,
    'utf-32': `\ufeff${japanese}`,
    'utf-16be': japanese,
    'utf-7': japanese,
    'iso-2022-jp': japanese,
    'euc-jp': japanese,
    shift_jis: japanese,
    gb18030: '人人生而自由，在尊严é',
    'koi8-r': 'Не знаю',
    ibm037: 'Hello world',
    'windows-1252': 'Zwölf €',
    'cesu-8': 'a😀b',
    scsu: 'naïve Москва',
  };
  for (const [name, text] of Object.entries(texts)) {
    const expected = Array.from({ length: 12 }, (_, at) => `${at} ${text.replace('\ufeff', '')}`);
    const bytes = await convert(
      `${text.startsWith('\ufeff') ? '\ufeff' : ''}${expected.join('\n')}`,
      'utf-8',
      name,
      { bom: 'auto' },
    );
    await inspect(page, `${name}.txt`, Buffer.from(bytes));
    await page.getByRole('button', { name: /^Read as: / }).click();
    await page.getByLabel('Filter encodings').fill(name);
    await page.locator('.regions').getByRole('button', { name, exact: true }).click();
    await settled(page);
    await page
      .waitForFunction((last) => document.querySelector('#text')?.innerText.includes(last), expected.at(-1))
      .catch(() => {});
    const found = (await lines(page)).map((line) => line.replace(/^‹BOM›/, ''));
    assert.deepEqual(found, expected, name);
  }
  await context.close();
});

test('a carriage return alone ends a line on the screen', async () => {
  const { page, context } = await open();
  await inspect(page, 'old.txt', Buffer.from('one\rtwo\rthree\r'));
  await lines(page);
  const tops = await page
    .locator('.odd')
    .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 3);
  await context.close();
});

test('marks are reached by n and p, in texts that are longer than the page', async () => {
  const opened = await open();
  const { page, context } = opened;
  const text = Array.from({ length: 3000 }, (_, at) =>
    at % 1000 === 500 ? `line ${at} caf\u00c3\u00a9` : `line ${at}`,
  ).join('\n');
  await inspect(page, 'long.txt', Buffer.from(text));
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  for (const [key, line] of [
    ['n', 501],
    ['n', 1501],
    ['n', 2501],
    ['n', 501],
    ['p', 2501],
    ['p', 1501],
  ]) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      (line) => document.activeElement.getAttribute('aria-label')?.endsWith(`line ${line}`),
      line,
    );
    assert.equal(await focused(), `Mojibake: Ã©, repaired é, line ${line}`);
    assert.ok((await visible(page)).includes(String(line)));
  }
  assertQuiet(opened);
  await context.close();
});

test('a large file is read while the page stays responsive', { timeout: 900_000 }, async () => {
  const opened = await open();
  const { page, context } = opened;
  // No emoji: the browser loads their font in one long task.
  const block = Buffer.from('aé€ naïve text, line by line\n'.repeat(30_000));
  const blocks = Math.ceil(LARGE / block.length);
  function* parts() {
    for (let at = 0; at < blocks; at++) yield block;
    yield Buffer.from([0xff]);
  }
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
  await openFile(page, 'large.txt', parts());
  // The text is shown long before it was read.
  await page.locator('.line', { hasText: 'naïve text' }).first().waitFor();
  const shown = seconds();
  const progress = page.locator('progress');
  let moves = 0;
  let last = 0;
  const watch = setInterval(async () => {
    const value = await progress.evaluate((bar) => bar.value).catch(() => 0);
    if (value > last) moves++;
    last = value;
  }, 200);
  await settled(page, 800_000);
  clearInterval(watch);
  assert.match(await sentence(page), /^UTF-8 with 1 broken place/);
  await page.keyboard.press('n');
  await page.locator('mark.error').waitFor();
  assert.equal(await page.locator('mark.error').innerText(), 'FF');
  const longest = await page.evaluate(() => globalThis.longest);
  console.log(
    `${blocks * block.length + 1} bytes: shown after ${shown} s, read after ${seconds()} s, longest task ${longest} ms`,
  );
  // A task also waits for other processes if there are more of them than cores.
  const wait = Math.max(1, os.loadavg()[0] / os.availableParallelism());
  assert.ok(longest < 100 * wait, `the longest task took ${longest} ms`);
  if (LARGE > 100_000_000) assert.ok(moves > 0, 'the progress bar moves');
  assertQuiet(opened);
  await context.close();
});
