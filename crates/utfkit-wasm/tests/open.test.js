// Tests how the page opens texts: one after the other, with any name, and after failures.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect, lines, open, sentence, settled } from './page.js';

/** Drops files, each of `size` bytes, without waiting. */
function drop(page, ...files) {
  return page.evaluate((files) => {
    for (const { name, size } of files) {
      const block = new Uint8Array(1 << 20).fill(0x61);
      const blocks = Array.from({ length: Math.ceil(size / block.length) }, () => block);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Blob(blocks).slice(0, size)], name));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
    }
  }, files);
}

test('the last file that is dropped is shown', async () => {
  const { page, context } = await open();
  await inspect(page, 'first.txt', Buffer.from('a'));
  await drop(page, { name: 'large.txt', size: 100_000_000 }, { name: 'small.txt', size: 10 });
  await page.locator('.name', { hasText: 'small.txt' }).waitFor();
  await settled(page);
  assert.deepEqual(await lines(page), ['aaaaaaaaaa']);
  // The work on the large file has ended.
  await page.waitForTimeout(3000);
  assert.equal(await page.locator('.name').textContent(), 'small.txt');
  assert.equal(await sentence(page), 'Valid ASCII. Nothing is wrong.');
  assert.deepEqual(await lines(page), ['aaaaaaaaaa']);
  await context.close();
});

test('work can be stopped, and the text stays', async () => {
  const { page, context } = await open();
  await inspect(page, 'first.txt', Buffer.from('a'));
  await drop(page, { name: 'small.txt', size: 10 }, { name: 'large.txt', size: 300_000_000 });
  const stop = page.getByRole('button', { name: 'Stop' });
  await stop.click();
  assert.equal(await stop.isVisible(), false);
  assert.equal(await page.locator('.name').textContent(), 'large.txt');
  await lines(page);
  await inspect(page, 'last.txt', Buffer.from('last'));
  assert.deepEqual(await lines(page), ['last']);
  await context.close();
});

test('a script that does not load gives a message, and the next text tries again', async () => {
  for (const [pattern, message] of [
    ['**/work/judge.js', /Error: the script of the worker could not be loaded/],
    ['**/wasm/judge*.js', /Error: .*judge.* could not be loaded/],
  ]) {
    const { page, context } = await open({}, pattern);
    await page.setInputFiles('#file', { name: 'a.txt', mimeType: '', buffer: Buffer.from('a') });
    await page.getByText(message).waitFor();
    // The text is shown although it cannot be judged.
    assert.match(await sentence(page), /^The text could not be judged/);
    assert.deepEqual(await lines(page), ['a']);
    assert.equal(await page.getByRole('button', { name: 'Stop' }).isVisible(), false);
    await page.setInputFiles('#file', { name: 'b.txt', mimeType: '', buffer: Buffer.from('b') });
    await page.getByText(message).waitFor();
    await context.unroute(pattern);
    await inspect(page, 'c.txt', Buffer.from('c'));
    await context.close();
  }
});

test('long names fit, and names cannot change the order of the text', async () => {
  const { page, context } = await open({ viewport: { width: 360, height: 740 } });
  const name = `${'long-name'.repeat(20)}.txt`;
  await inspect(page, name, Buffer.from('a'));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  await drop(page, { name: 'invoice\u202efdp.exe', size: 3 });
  await page.locator('.name', { hasText: 'invoice‹RLO›fdp.exe' }).waitFor();
  await drop(page, { name: '\u05d0\u05d1.txt', size: 3 });
  await page.locator('bdi.name', { hasText: '\u05d0\u05d1.txt' }).waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /[\u202a-\u202e\u2066-\u2069]/);
  await context.close();
});

test('dropped text is opened, and the same file can be chosen again', async () => {
  const { page, context } = await open();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'naïve');
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
  });
  await settled(page);
  assert.deepEqual(await lines(page), ['naïve']);
  await inspect(page, 'a.txt', Buffer.from('a'));
  await inspect(page, 'a.txt', Buffer.from('b'));
  assert.deepEqual(await lines(page), ['b']);
  assert.equal(await page.locator('#file').inputValue(), '');
  await context.close();
});

test('another encoding is chosen by a line of the text, and automatic is the first choice', async () => {
  const { page, context } = await open();
  const russian = Buffer.from(
    'd0d2c9d7c5d42c20cdc9d22120fcd4cf20d4c5cbd3d420cec120d2d5d3d3cbcfcd20d1dad9cbc52e0a',
    'hex',
  );
  await inspect(page, 'a.txt', russian);
  assert.match(await sentence(page), /^KOI8-R/i);
  await page.getByRole('button', { name: /^Read as: / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('.sample').first().waitFor();
  const choices = await dialog.locator('.choices .choice').allInnerTexts();
  assert.match(choices[0], /^Automatic/);
  assert.match(choices[1], /^KOI8-[RU]\s+\d+ %\s+привет, мир! Это текст/i);
  assert.ok(
    choices.some((one) => /windows-1251/.test(one) && /РТЙЧЕФ/i.test(one)),
    choices.join('; '),
  );
  await dialog.getByLabel('Filter encodings').fill('greek');
  assert.deepEqual(await dialog.locator('.regions h3').allInnerTexts(), ['Greek and Turkish']);
  await dialog.getByLabel('Filter encodings').fill('zzz');
  await dialog.getByText('No encoding has this name').waitFor();
  await dialog.locator('.choice', { hasText: 'windows-1251' }).click();
  await settled(page);
  assert.match(await sentence(page), /Read as windows-1251.*probably KOI8/);
  await page.getByRole('button', { name: /^Read as KOI8/ }).click();
  await settled(page);
  await page.locator('.line', { hasText: 'привет' }).waitFor();
  await page.getByRole('button', { name: /^Read as: / }).click();
  await dialog.getByRole('button', { name: /^Automatic/ }).click();
  await settled(page);
  assert.match(await sentence(page), /^KOI8.* sure/);
  await context.close();
});

test('with low confidence, two readings are shown with a line of the text', async () => {
  const { page, context } = await open();
  await inspect(page, 'a.txt', Buffer.from('c4e5ed', 'hex'));
  assert.match(
    await sentence(page),
    /^The encoding is not certain: windows-125[13] \(\d+ %\) or windows-125[13] \(\d+ %\)/,
  );
  const readings = page.locator('.readings .choice');
  await readings.first().waitFor();
  const shown = await readings.allInnerTexts();
  assert.ok(
    shown.some((text) => /windows-1251[^]*Ден/.test(text)) &&
      shown.some((text) => /windows-1253[^]*Δεν/.test(text)),
    shown.join(),
  );
  await readings.filter({ hasText: 'Ден' }).click();
  await settled(page);
  assert.match(await sentence(page), /^Read as windows-1251/);
  assert.deepEqual(await lines(page), ['Ден']);
  await context.close();
});
