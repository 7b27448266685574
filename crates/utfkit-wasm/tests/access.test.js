// Tests that everyone can use the page: axe, the keyboard alone, a phone.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { inspect, lines, open, sentence, settled } from './page.js';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const BROKEN = Buffer.concat([
  Buffer.from('caf\u00c3\u00a9 cr\u00c3\u00a8me, a\u200bb, na\ufffdve\n'),
  Buffer.from([0x2f, 0xc0, 0xae, 0xff, 0x0a]),
  Buffer.from('end'),
]);

/** A text with all kinds of findings, which is also the one of the pictures. */
const MIXED = Buffer.concat([
  Buffer.from(
    "-- Orders of the branch in Köln\nINSERT INTO orders VALUES\n  (1, 'M\u00c3\u00bcller', 'Stra\u00c3\u0178e des 17. Juni 135'),\n",
  ),
  Buffer.from(
    "  (2, 'Fran\u00c3\u00a7ois Lef\u00c3\u00a8vre', '12 rue de l\u00e2\u20ac\u2122\u00c3\u2030glise'),\n  (3, 'José Núñez', 'Calle Mayor 7'),\n  (4, '",
  ),
  Buffer.from([0xff, 0xc0, 0xae]),
  Buffer.from("', 'p\u0430ypal\u200b account'),\n  (5, 'Zo\ufffd', 'N\u00c3\u00b8rrebrogade 40');\n"),
]);

async function assertClean(page, state) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const faults = violations.map((one) => `${one.id}: ${one.nodes[0].html}`);
  assert.deepEqual(faults, [], state);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(overflow <= 0, `${state} is ${overflow} pixels too wide`);
}

test('axe finds no fault, light and dark, also on a phone', { timeout: 300_000 }, async () => {
  const pictures = process.env.UTFKIT_SCREENSHOTS;
  for (const colorScheme of ['light', 'dark']) {
    for (const device of [{ viewport: { width: 1280, height: 800 } }, PHONE]) {
      const { page, context } = await open({ colorScheme, ...device });
      const isPhone = device === PHONE;
      const check = async (state) => {
        await assertClean(page, `${state}, ${colorScheme}, ${isPhone ? 'phone' : 'desktop'}`);
        if (!pictures || colorScheme === 'dark' || isPhone) return;
        await page.screenshot({ path: path.join(pictures, `site-${state}.png`) });
      };
      await check('start');
      await inspect(page, 'orders.sql', MIXED);
      await lines(page);
      await check('text');
      await page.locator('mark').first().click();
      await page.getByText('Bytes from').waitFor();
      await check('finding');
      await page.getByRole('button', { name: /^Repair / }).click();
      await page.locator('ins').first().waitFor();
      await check('repair');
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('button', { name: 'Bytes', exact: true }).click();
      await page.locator('.cells').first().waitFor();
      await check('bytes');
      await page.getByRole('button', { name: 'Bytes', exact: true }).click();
      await page.getByRole('button', { name: 'Save as' }).click();
      await page
        .getByText(/broken place/)
        .last()
        .waitFor();
      await check('save');
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: /^Read as: / }).click();
      await page.locator('dialog .sample').first().waitFor();
      await check('read-as');
      await context.close();
    }
  }
});

test('the keyboard alone loads a sample, goes to a mark, applies its fix and saves', async () => {
  const { page, context } = await open();
  const { keyboard } = page;
  /** Presses Tab until the focus is on an element whose text or label matches. */
  const tabTo = async (pattern) => {
    for (let step = 0; step < 60; step++) {
      await keyboard.press('Tab');
      const name = await page.evaluate(
        () => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent,
      );
      if (pattern.test(name)) return;
    }
    assert.fail(`Tab does not reach ${pattern}`);
  };
  await tabTo(/^Mojibake$/);
  await keyboard.press('Enter');
  await settled(page);
  await lines(page, 6);
  await keyboard.press('n');
  await page.waitForFunction(() => document.activeElement.tagName === 'MARK');
  assert.match(
    await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
    /^Mojibake: Ã¼, repaired ü, line 3$/,
  );
  // The next mark is one Tab away.
  await keyboard.press('Tab');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /repaired ß/);
  await keyboard.press('Enter');
  await page.getByRole('complementary').getByText('ß').first().waitFor();
  await tabTo(/^Fix$/);
  await keyboard.press('Enter');
  await page.locator('ins').first().waitFor();
  // The focus stays on the button.
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Fix');
  await keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Leave');
  await keyboard.press('Enter');
  await page.getByText('8 places will change').waitFor();
  for (let step = 0; step < 60; step++) {
    await keyboard.press('Shift+Tab');
    if ((await page.evaluate(() => document.activeElement.textContent)) === 'Save') break;
  }
  const waiting = page.waitForEvent('download');
  await keyboard.press('Enter');
  const download = await waiting;
  assert.equal(download.suggestedFilename(), 'customers.repaired.sql');
  const text = fs.readFileSync(await download.path(), 'utf8');
  assert.match(text, /'Müller', 'Stra\u00c3\u0178e des/);
  await context.close();
});

test('a dialog and a sheet are closed by Escape, and arrow keys move in the bytes', async () => {
  const { page, context } = await open();
  await inspect(page, 'broken.txt', BROKEN);
  await page.getByRole('button', { name: /^Read as: / }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByRole('button', { name: 'Bytes', exact: true }).press('Enter');
  await page.locator('#bytes').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  const side = page.getByRole('complementary');
  await side.getByText('Bytes from 10').waitFor();
  // The selection is shared: the text shows the same mark.
  for (let step = 0; step < 11; step++) await page.keyboard.press('ArrowLeft');
  await side.getByRole('heading', { name: 'Mojibake' }).waitFor();
  await page.getByRole('button', { name: 'Bytes', exact: true }).press('Enter');
  await page.locator('mark.mojibake.is-selected').waitFor();
  await page.keyboard.press('Escape');
  await side.getByRole('heading', { name: 'About this text' }).waitFor();
  await context.close();
});

test('on a phone, the first view needs no scroll, and a finding is a sheet from below', async () => {
  const { page, context } = await open(PHONE);
  for (const node of [
    page.getByText('Your text stays on this computer'),
    page.getByRole('button', { name: 'EBCDIC' }),
  ]) {
    const { y, height } = await node.boundingBox();
    assert.ok(y >= 0 && y + height <= 844, `${y}`);
  }
  await page.getByRole('button', { name: 'Broken UTF-8' }).tap();
  await settled(page);
  await lines(page, 4);
  assert.match(await sentence(page), /broken places/);
  assert.equal(await page.getByRole('complementary').isVisible(), false);
  await page.locator('mark').nth(2).tap();
  const side = page.getByRole('complementary');
  await side.waitFor();
  const sheet = await side.boundingBox();
  assert.ok(Math.abs(sheet.y + sheet.height - 844) < 1 && sheet.y > 300, JSON.stringify(sheet));
  await page.getByRole('button', { name: 'Close' }).tap();
  assert.equal(await side.isVisible(), false);
  await context.close();
});
