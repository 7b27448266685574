// Tests repairs: their preview, what the user leaves and chooses, and the bounds.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect, lines, open, saved, sentence, settled } from './page.js';

const startRepair = async (page) => {
  await page.getByRole('button', { name: /^Repair / }).click();
  await page.locator('ins').first().waitFor();
};

test('the preview has the text before and after, and each fix can be left', async () => {
  const { page, context } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await inspect(
    page,
    'a.txt',
    Buffer.from('caf\u00c3\u00a9 cr\u00c3\u00a8me br\u00c3\u00bbl\u00c3\u00a9e\n'),
  );
  await startRepair(page);
  assert.deepEqual(await lines(page), ['cafÃ© é crÃ¨ ème brÃ» ûlÃ© ée']);
  assert.deepEqual(await page.locator('del').allInnerTexts(), ['Ã©', 'Ã¨', 'Ã»', 'Ã©']);
  await page.getByText('4 places will change').waitFor();
  await page.locator('mark').nth(1).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByText('3 places will change').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('ins').length === 3);
  assert.equal((await saved(page, 'Save')).toString(), 'café cr\u00c3\u00a8me brûlée\n');
  const patch = (await saved(page, 'Patch'))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    patch.filter(({ type }) => type === 'change').map(({ new: text }) => text),
    ['c3a9', 'c3bb', 'c3a9'],
  );
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Repaired text copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'café cr\u00c3\u00a8me brûlée\n');
  // A fix that was left can be applied again.
  await page.getByRole('button', { name: 'Fix', exact: true }).click();
  await page.getByText('4 places will change').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForFunction(() => document.querySelectorAll('ins').length === 0);
  await context.close();
});

test('two readings are two buttons', async () => {
  const { page, context } = await open();
  const text = Buffer.concat([
    Buffer.from('UTF-8 ligne é è à\n'),
    Buffer.from('Latin ligne é è à ça\n', 'latin1'),
    Buffer.from('ok\n'),
  ]);
  await inspect(page, 'mixed.txt', text);
  assert.match(await sentence(page), /4 places can be read in two ways/);
  await page.locator('mark').first().click();
  const side = page.getByRole('complementary');
  assert.match(await side.innerText(), /can be read in two ways/);
  await side.getByRole('button', { name: /^é/ }).click();
  await page.locator('ins', { hasText: 'é' }).waitFor();
  await page.getByText('1 place will change').waitFor();
  const result = await saved(page, 'Save');
  assert.deepEqual(
    result.subarray(0, 36),
    Buffer.concat([text.subarray(0, 33), Buffer.from('é ')]).subarray(0, 36),
  );
  await side.getByRole('button', { name: 'Leave' }).click();
  await page.waitForFunction(() => document.querySelectorAll('ins').length === 0);
  await context.close();
});

test('text in other encodings is repaired after a conversion', async () => {
  const { page, context } = await open();
  await inspect(
    page,
    'wide.txt',
    Buffer.from('\ufeffcaf\u00c3\u00a9, na\u00c3\u00afve, cr\u00c3\u00a8me', 'utf16le'),
  );
  assert.match(await sentence(page), /^UTF-16 with mojibake/);
  await page.getByRole('button', { name: 'Convert to UTF-8 and repair' }).click();
  await page.locator('.name', { hasText: 'wide.utf-8.txt' }).waitFor();
  await settled(page);
  await startRepair(page);
  assert.equal((await saved(page, 'Save')).toString(), 'café, naïve, crème');
  // Bytes of GBK that look like damaged UTF-8 are not repaired.
  await inspect(page, 'gbk.txt', Buffer.from('d6d0cec4c297cec4bcfe', 'hex'));
  await page.getByRole('button', { name: /^Read as: / }).click();
  await page.getByLabel('Filter encodings').fill('gbk');
  await page.locator('.regions').getByRole('button', { name: 'gbk', exact: true }).click();
  await settled(page);
  await page.locator('.line', { hasText: '中文聴文件' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Repair/ }).count(), 0);
  await context.close();
});

test('a repair with many fixes counts all, saves all, and has no patch', { timeout: 240_000 }, async () => {
  const { page, context } = await open();
  const text = Buffer.from('caf\u00c3\u00a9, '.repeat(100_001));
  await page.setInputFiles('#file', { name: 'many.txt', mimeType: 'text/plain', buffer: text });
  await settled(page, 200_000);
  assert.match(await sentence(page), /100,001 places look like/);
  await startRepair(page);
  assert.equal(await page.getByRole('button', { name: 'Patch' }).count(), 0);
  await page.locator('mark').first().click();
  await page.getByText('too many fixes to choose').waitFor();
  page.setDefaultTimeout(120_000);
  assert.equal((await saved(page, 'Save')).toString(), 'café, '.repeat(100_001));
  await context.close();
});

test('a binary file is shown as bytes, and is not repaired', async () => {
  const { page, context } = await open();
  const noise = Array.from({ length: 400 }, (_, at) => (at * 7919) % 256);
  await inspect(
    page,
    'a.zip',
    Buffer.from([...Buffer.from('504b03041400000008005b7a5e5a', 'hex'), ...noise]),
  );
  assert.equal(await sentence(page), 'This is a ZIP archive (also DOCX, XLSX or JAR), not text.');
  await page.locator('.cells').first().waitFor();
  assert.equal(await page.getByRole('button', { name: /Repair|Save as/ }).count(), 0);
  assert.match(await page.locator('#bytes .row').first().innerText(), /^00000000\s+50\s+4B\s+03\s+04/);
  await context.close();
});
