// The packed package: its types and entries, and a bundle of the entry `utfkit/inline`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { build } from 'esbuild';

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

const SCRIPT = `
  import { TextDecoder, detect, isValid, load } from 'utfkit/inline';
  const text = 'Zw\\u00f6lf Boxk\\u00e4mpfer jagen Viktor quer \\u00fcber den Deich';
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  export async function main() {
    const { encoding } = await detect(bytes);
    await load();
    const decoder = new TextDecoder('johab', { labelSet: 'iana' });
    return [isValid(bytes), encoding, decoder.decode(Uint8Array.of(0x88, 0x61))].join(' ');
  }`;
const EXPECTED = 'false windows-1252 가';

/** Bundles the script. */
async function bundled(options) {
  const outfile = path.join(directory, `${options.format}.cjs`);
  const stdin = { contents: SCRIPT, resolveDir: directory };
  const { warnings } = await build({ stdin, bundle: true, outfile, logLevel: 'silent', ...options });
  assert.deepEqual(warnings, []);
  return outfile;
}

test('a bundle for browsers has everything inside', async () => {
  const file = await bundled({ format: 'iife', globalName: 'bundle', platform: 'browser' });
  // Browsers have no `process`.
  const names = ['TextDecoder', 'TextEncoder', 'WebAssembly', 'TransformStream', 'atob', 'performance'];
  const context = vm.createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
  vm.runInContext(fs.readFileSync(file, 'utf8'), context);
  assert.equal(await vm.runInContext('bundle.main()', context), EXPECTED);
});

test('a bundle can be CommonJS', async () => {
  const file = await bundled({ format: 'cjs', platform: 'node' });
  const run = ['-e', `require(${JSON.stringify(file)}).main().then((text) => process.stdout.write(text))`];
  assert.equal(execFileSync(process.execPath, run).toString(), EXPECTED);
});
