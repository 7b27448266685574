// Tests the content security policy: what it blocks, and what the page says about it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { SITE, inspect, open, origin, requested } from './page.js';
import { serve } from './server.js';

/** Runs in the page or in its worker. Returns the kinds of requests that were allowed. */
async function connect(urls) {
  const allowed = [];
  for (const url of urls) {
    const passes = (kind, promise) =>
      promise.then(
        () => allowed.push(`${kind} ${url}`),
        () => {},
      );
    await passes('fetch', fetch(`${url}?fetch`));
    await passes(
      'XMLHttpRequest',
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.onload = resolve;
        request.onerror = reject;
        request.open('GET', `${url}?XMLHttpRequest`);
        request.send();
      }),
    );
    await passes(
      'WebSocket',
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}?WebSocket`);
        socket.onopen = resolve;
        socket.onerror = reject;
      }),
    );
    await passes(
      'EventSource',
      new Promise((resolve, reject) => {
        const source = new EventSource(`${url}?EventSource`);
        source.onopen = resolve;
        source.onerror = reject;
      }),
    );
  }
  return allowed;
}

/** Runs in the page. Asks for resources of all kinds, and sends a form and a beacon. */
async function load(urls) {
  const loads = [];
  const add = (name, attributes) => {
    const node = Object.assign(document.createElement(name), attributes);
    loads.push(new Promise((resolve) => (node.onload = node.onerror = resolve)));
    document.body.append(node);
    return node;
  };
  for (const url of urls) {
    add('img', { src: `${url}?img` });
    add('link', { rel: 'stylesheet', href: `${url}?stylesheet` });
    add('video', { src: `${url}?video` });
    add('iframe', { src: `${url}?iframe` });
    add('object', { data: `${url}?object` });
    new FontFace('f', `url(${url}?font)`).load().catch(() => {});
    new Image().srcset = `${url}?srcset`;
    navigator.sendBeacon(`${url}?beacon`, 'secret');
    const form = add('form', { action: `${url}?form`, method: 'post' });
    form.submit();
  }
  await Promise.race([Promise.all(loads), new Promise((resolve) => setTimeout(resolve, 1500))]);
}

/** Runs in the page. Asks for what only the server of the page may give. */
async function loadScripts(url) {
  await import(`${url}?import`).catch(() => {});
  document.body.append(
    Object.assign(document.createElement('script'), { src: `${url}?script` }),
    Object.assign(document.createElement('link'), { rel: 'prefetch', href: `${url}?prefetch` }),
  );
  try {
    new Worker(`${url}?worker`);
  } catch {}
}

test('the policy blocks connections, forms, and all resources except scripts of the site', async (t) => {
  const other = await serve(SITE);
  t.after(other.close);
  const { page, context } = await open();
  await inspect(page, 'a.txt', Buffer.from('a'));
  // The page names what the policy does not block.
  const promise = await page.locator('.promise').evaluate((node) => node.textContent.replace(/\s+/g, ' '));
  for (const word of ['fetch', 'forms', 'images', 'cannot block', 'WebRTC', 'prefetches']) {
    assert.ok(promise.includes(word), word);
  }
  const urls = [`${origin}/index.html`, `${other.origin}/index.html`];
  assert.equal(page.workers().length, 2);
  for (const place of [page, ...page.workers()]) {
    assert.deepEqual(await place.evaluate(connect, urls), []);
  }
  await page.evaluate(load, urls);
  await page.evaluate(loadScripts, urls[1]);
  await page.waitForTimeout(500);
  assert.deepEqual(
    requested().filter((url) => url.includes('?')),
    [],
  );
  assert.deepEqual(other.requested, []);
  await context.close();
});
