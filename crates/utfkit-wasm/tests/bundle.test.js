// The packed package: its types and entries, and bundles of it that run in Node and in Chromium.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { rollup } from 'rollup';
import * as vite from 'vite';
import webpack from 'webpack';
import { launch, serve } from './server.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const bin = (name) => path.join(here, 'node_modules', '.bin', name);
let directory;
let archive;

before(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'utfkit-bundle-'));
  const pack = ['pack', '--silent', '--pack-destination', directory, path.join(here, '..', 'package')];
  archive = path.join(directory, execFileSync('npm', pack).toString().trim());
  const modules = path.join(directory, 'node_modules', 'utfkit');
  fs.mkdirSync(modules, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', modules, '--strip-components=1']);
});
after(() => fs.rmSync(directory, { recursive: true }));

test('publint finds nothing', () => {
  const found = execFileSync(bin('publint'), [archive, '--strict']).toString();
  assert.match(found, /All good/);
});

test('all kinds of resolution find the types', () => {
  // It is an ES module. `require` works from Node 20.19 on, which attw does not know.
  execFileSync(bin('attw'), [archive, '--ignore-rules', 'cjs-resolves-to-esm'], { stdio: 'pipe' });
});

/** Returns a program that imports an entry of the package. */
const program = (entry) => `
  import { TextDecoder, detect, isValid, load } from '${entry}';
  const text = 'Zw\\u00f6lf Boxk\\u00e4mpfer jagen Viktor quer \\u00fcber den Deich';
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  export async function main() {
    const { encoding } = await detect(bytes);
    await load();
    const decoder = new TextDecoder('johab', { labelSet: 'iana' });
    return [isValid(bytes), encoding, decoder.decode(Uint8Array.of(0x88, 0x61))].join(' ');
  }`;
const EXPECTED = 'false windows-1252 가';

/** Bundles the program with esbuild. */
async function bundled(options) {
  const outfile = path.join(directory, `${options.format}.cjs`);
  const stdin = { contents: program('utfkit/inline'), resolveDir: directory };
  const { warnings } = await build({ stdin, bundle: true, outfile, logLevel: 'silent', ...options });
  assert.deepEqual(warnings, []);
  return outfile;
}

/** Runs `main` of a CommonJS module in Node, and returns its result. */
function runInNode(file) {
  const run = ['-e', `require(${JSON.stringify(file)}).main().then((text) => process.stdout.write(text))`];
  return execFileSync(process.execPath, run).toString();
}

test('esbuild puts everything into a bundle for browsers', async () => {
  const file = await bundled({ format: 'iife', globalName: 'bundle', platform: 'browser' });
  // Browsers have no `process`.
  const names = ['TextDecoder', 'TextEncoder', 'WebAssembly', 'TransformStream', 'atob', 'performance'];
  const context = vm.createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
  vm.runInContext(fs.readFileSync(file, 'utf8'), context);
  assert.equal(await vm.runInContext('bundle.main()', context), EXPECTED);
});

test('a bundle of esbuild can be CommonJS', async () => {
  assert.equal(runInNode(await bundled({ format: 'cjs', platform: 'node' })), EXPECTED);
});

test('Rollup makes modules and CommonJS from the entry with the files inside', async () => {
  const input = path.join(directory, 'rollup.js');
  fs.writeFileSync(input, program('./node_modules/utfkit/inline/all.js'));
  const bundle = await rollup({ input, onwarn: (warning) => assert.fail(warning.message) });
  await bundle.write({ dir: path.join(directory, 'rollup'), format: 'es', entryFileNames: '[name].mjs' });
  const { main } = await import(path.join(directory, 'rollup', 'rollup.mjs'));
  assert.equal(await main(), EXPECTED);
  await bundle.write({ file: path.join(directory, 'rollup.cjs'), format: 'cjs', inlineDynamicImports: true });
  assert.equal(runInNode(path.join(directory, 'rollup.cjs')), EXPECTED);
  await bundle.close();
});

/** Bundles a program with webpack. Errors are thrown. */
async function packed(options) {
  const compiler = webpack({ context: directory, mode: 'production', performance: false, ...options });
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }), { errors: [], warnings: [] });
}

test('webpack makes bundles for Node', async () => {
  for (const entry of ['utfkit', 'utfkit/inline']) {
    const name = entry.replace('/', '-');
    fs.writeFileSync(path.join(directory, `${name}.mjs`), program(entry));
    const output = { path: path.join(directory, `webpack-${name}`), filename: 'main.cjs', library: { type: 'commonjs2' } };
    await packed({ entry: `./${name}.mjs`, target: 'node20', output });
    assert.equal(runInNode(path.join(output.path, output.filename)), EXPECTED, entry);
  }
});

/** Writes a page whose title becomes the result of the program, and returns its directory. */
function page(name, script) {
  const root = path.join(directory, name);
  fs.mkdirSync(root);
  fs.writeFileSync(path.join(root, 'main.js'), `${program('utfkit')}\ndocument.title = await main();`);
  fs.writeFileSync(path.join(root, 'index.html'), `<title>wait</title><script type="module" src="${script}"></script>`);
  return root;
}

/** Returns the title that a page gets in Chromium. */
async function titleOf(address) {
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForFunction(() => document.title !== 'wait');
    return await page.title();
  } finally {
    await browser.close();
  }
}

/** Serves a directory, and compares the title of its page. */
async function assertPage(root) {
  const { origin, close } = await serve(root);
  try {
    assert.equal(await titleOf(origin), EXPECTED);
  } finally {
    close();
  }
}

const inBrowser = { skip: !fs.existsSync(launch.executablePath) && 'there is no Chromium' };

test('webpack makes a page', inBrowser, async () => {
  const root = page('webpack-page', 'bundle.js');
  const output = { path: root, filename: 'bundle.js', module: true };
  await packed({ entry: path.join(root, 'main.js'), experiments: { outputModule: true }, output });
  await assertPage(root);
});

test('Vite makes a page, and serves it', inBrowser, async () => {
  const root = page('vite-page', 'main.js');
  await vite.build({ root, configFile: false, logLevel: 'error', build: { target: 'es2022' } });
  await assertPage(path.join(root, 'dist'));
  const options = { optimizeDeps: { exclude: ['utfkit'] }, server: { fs: { allow: [directory] } } };
  const server = await vite.createServer({ root, configFile: false, logLevel: 'error', ...options });
  try {
    await server.listen(0);
    assert.equal(await titleOf(server.resolvedUrls.local[0]), EXPECTED);
  } finally {
    await server.close();
  }
});
