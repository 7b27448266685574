// Tests how the page opens texts: one after the other, with any name, and after failures.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect, open } from './page.js';

/** Drops files, each of `size` bytes, without waiting. */
function drop(page, ...files) {
  return page.evaluate((files) => {
    for (const { name, size } of files) {
      const block = new Uint8Array(1 << 20).fill(0x61);
      const blocks = Array.from({ length: Math.ceil(size / block.length) }, () => block);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Blob(blocks).slice(0, size)], name));
      document.getElementById('drop').dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
    }
  }, files);
}

test('the last file that is dropped is shown', async () => {
  const { page, context } = await open();
  await inspect(page, 'first.txt', Buffer.from('a'));
  await drop(page, { name: 'large.txt', size: 100_000_000 }, { name: 'small.txt', size: 10 });
  await page.getByRole('heading', { name: 'Results for small.txt' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Stop' }).isVisible(), false);
  // The work on the large file has ended.
  await page.waitForTimeout(3000);
  assert.equal(await page.locator('#results-title').textContent(), 'Results for small.txt');
  assert.match(await page.locator('#status').textContent(), /^small\.txt: us-ascii, 0 errors/);
  await context.close();
});

test('the end of old work does not hide the progress of new work', async () => {
  const { page, context } = await open();
  await inspect(page, 'first.txt', Buffer.from('a'));
  await drop(page, { name: 'small.txt', size: 10 }, { name: 'large.txt', size: 300_000_000 });
  const stop = page.getByRole('button', { name: 'Stop' });
  await page.waitForTimeout(300);
  assert.ok(await stop.isVisible());
  await stop.click();
  assert.equal(await page.locator('#status').textContent(), 'Stopped.');
  assert.equal(await stop.isVisible(), false);
  // The results before it are still shown, and can be used.
  assert.equal(await page.locator('#results-title').textContent(), 'Results for first.txt');
  assert.equal(await page.getByLabel('Read as').inputValue(), 'us-ascii');
  await page.getByLabel('Read as').selectOption('windows-1252');
  await page.getByText('first.txt: windows-1252').waitFor();
  await context.close();
});

test('a script that does not load gives a message, and the next text tries again', async () => {
  for (const [pattern, message] of [
    ['**/worker.js', /^Error: the script of the worker could not be loaded/],
    ['**/wasm/judge*.js', /^Error: .*judge.* could not be loaded/],
  ]) {
    const { page, context } = await open({}, pattern);
    await page.setInputFiles('#file', { name: 'a.txt', mimeType: '', buffer: Buffer.from('a') });
    await page.getByText(message).waitFor();
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
  await page.getByRole('heading', { name: 'Results for invoice<U+202E>fdp.exe' }).waitFor();
  await drop(page, { name: '\u05d0\u05d1.txt', size: 3 });
  await page.getByText('\u05d0\u05d1.txt: us-ascii').waitFor();
  assert.equal(await page.locator('#status > bdi').textContent(), '\u05d0\u05d1.txt');
  assert.doesNotMatch(await page.locator('main').innerText(), /[\u202a-\u202e\u2066-\u2069]/);
  await context.close();
});

test('another encoding keeps the view, and dropped text is opened', async () => {
  const { page, context } = await open();
  await inspect(page, 'a.txt', Buffer.from('a'));
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.getByLabel('Read as').selectOption('windows-1252');
  await page.getByText('a.txt: windows-1252').waitFor();
  assert.equal(await page.getByRole('tab', { name: 'Map' }).getAttribute('aria-selected'), 'true');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'naïve');
    document.getElementById('drop').dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
  });
  await page.getByText('dropped text: utf-8, 0 errors').waitFor();
  // The same file can be chosen again.
  await inspect(page, 'a.txt', Buffer.from('a'));
  assert.equal(await page.locator('#file').inputValue(), '');
  await page.getByLabel(/Or paste/).fill('%E2-82-AC');
  await page.getByRole('radio', { name: 'Hex' }).check();
  await page.getByRole('button', { name: 'Inspect' }).click();
  await page.getByText('pasted text: utf-8, 0 errors').waitFor();
  await context.close();
});
