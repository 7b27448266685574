// Tests repairs: the encoding that the text is read in, and the bounds of a repair.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect, open, saved, tab } from './page.js';

/** Repairs a text that is read as `encoding`, and waits for the counts. */
async function repair(page, name, buffer, encoding) {
  await inspect(page, name, buffer);
  await page.getByLabel('Read as').selectOption(encoding);
  await page.getByText(`${name}: ${encoding},`).waitFor();
  await tab(page, 'Repair').click();
  await page.getByRole('button', { name: 'Repair', exact: true }).click();
  const counts = page.getByText(/ fixed; /);
  await counts.waitFor({ timeout: 60_000 });
  return counts.textContent();
}

test('a repair reads the encoding that the text is read in', async () => {
  const { page, context } = await open();
  const chinese = Buffer.from('d6d0cec4c297cec4bcfe', 'hex');
  assert.match(await repair(page, 'gbk.txt', chinese, 'gbk'), /^0 fixed/);
  assert.equal((await saved(page, 'Save the repaired file')).toString(), '中文聴文件');
  const wide = Buffer.from('caf\u00c3\u00a9, na\u00c3\u00afve', 'utf16le');
  assert.match(await repair(page, 'wide.txt', wide, 'utf-16le'), /^2 fixed/);
  assert.equal((await saved(page, 'Save the repaired file')).toString(), 'café, naïve');
  assert.equal(await page.getByRole('button', { name: 'Save a patch' }).count(), 0);
  await context.close();
});

test('a repair with many fixes shows the first, counts all, and has no patch', async () => {
  const { page, context } = await open();
  const text = Buffer.from('caf\u00c3\u00a9, '.repeat(100_001));
  assert.match(await repair(page, 'many.txt', text, 'utf-8'), /^100,001 fixed/);
  assert.equal(await page.locator('#panel-repair tbody tr').count(), 200);
  await page.getByText('The first 200 fixes').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Save a patch' }).count(), 0);
  await page.getByText('too many fixes for a patch').waitFor();
  const repaired = (await saved(page, 'Save the repaired file')).toString();
  assert.equal(repaired, 'café, '.repeat(100_001));
  await context.close();
});
