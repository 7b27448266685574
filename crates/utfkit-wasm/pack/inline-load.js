// Takes the place of `load.js` in the entry `utfkit/inline`: the files are modules with text, so that
// every bundler finds them. There is no top-level `await` and no `import.meta`.

import coreText from './wasm/core.wasm.js';

export const node = undefined;
export const simd = true;

/** Returns the bytes that a text in Base64 has. */
function decoded(text) {
  if (globalThis.Buffer) return new Uint8Array(globalThis.Buffer.from(text, 'base64'));
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = units.charCodeAt(at);
  return bytes;
}

/** The bytes of the small module. Browsers compile at once what is so small. */
export const core = decoded(coreText);

const FILES = {
  judge: () => import('./wasm/judge.wasm.brotli.js'),
  tables: () => import('./wasm/tables.brotli.js'),
  names: () => import('./wasm/names.brotli.js'),
  model: () => import('./wasm/model.brotli.js'),
};

/** Reads a file: `core`, `judge`, `tables`, `names` or `model`. */
export async function read(name) {
  return name === 'core' ? core : decoded((await FILES[name]()).default);
}

export function readSync() {
  throw new Error('utfkit: call `await load()` before you use this encoding');
}
