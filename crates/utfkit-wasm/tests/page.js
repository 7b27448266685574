// The site in Chromium, for tests.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';
import { launch, serve } from './server.js';

export const SITE = path.resolve(import.meta.dirname, '../../../target/wasm/site');

let server;
let browser;
export let origin;

before(async () => {
  server = await serve(SITE);
  origin = server.origin;
  browser = await chromium.launch(launch);
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** Returns the paths that the server was asked for. */
export const requested = () => server.requested;

/**
 * Opens the page. The result records requests, violations of the policy, and errors. Requests for
 * `missing`, a pattern, fail.
 */
export async function open(options = {}, missing = undefined) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  if (missing) await context.route(missing, (route) => route.abort());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const seen = { requests: [], problems: [] };
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.problems.push(message.text());
  });
  page.on('pageerror', (error) => seen.problems.push(String(error)));
  await page.addInitScript(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`${origin}/`);
  return { page, context, ...seen };
}

/** Fails if the page used anything except the files of the site. */
export function assertQuiet({ requests, problems }) {
  const others = requests.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'));
  assert.deepEqual(others, []);
  assert.deepEqual(problems, []);
}

/** Clicks a button, and returns the file that it saves. */
export async function saved(page, button) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return fs.readFileSync(await (await waiting).path());
}

/** Waits until all passes over the text have ended. */
export async function settled(page, timeout = 60_000) {
  const isDone = () => {
    const shown = document.querySelector('#sentence');
    return shown?.dataset.tone && shown.dataset.tone !== 'wait' && document.querySelector('.doing').hidden;
  };
  await page.waitForFunction(isDone, undefined, { timeout });
}

export const sentence = (page) => page.locator('#sentence').innerText();

/** Opens a small file, and waits for its results. */
export async function inspect(page, name, buffer) {
  await page.setInputFiles('#file', { name, mimeType: 'text/plain', buffer });
  await page.locator('.name', { hasText: name }).first().waitFor();
  await settled(page);
}

/** Pastes text into the box of the first view. */
export async function paste(page, text) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document
      .getElementById('pasted')
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await settled(page);
}

/** Returns the lines of the text that are in the document, which are at least `count`. */
export async function lines(page, count = 1) {
  await page.waitForFunction((count) => document.querySelectorAll('#text .line').length >= count, count);
  return page.locator('#text .line').allInnerTexts();
}

/** Checks that the lines become these. The text is drawn again when its errors are known. */
export async function linesBecome(page, expected) {
  for (let tries = 0; tries < 100; tries++) {
    if (isDeepStrictEqual(await lines(page), expected)) return;
    await page.waitForTimeout(50);
  }
  assert.deepEqual(await lines(page), expected);
}
