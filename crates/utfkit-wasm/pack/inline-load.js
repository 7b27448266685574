// Takes the place of `load.js` in the entry `utfkit/inline`: the files are modules with text, so that
// every bundler finds them. There is no top-level `await` and no `import.meta`.

import coreText from './wasm/core.wasm.js';

export const node = undefined;
export const simd = true;

/** Returns the bytes that a text in Base64 has. */
const decoded = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** The bytes of the small module. Browsers compile at once what is so small. */
export const core = decoded(coreText);

const FILES = {
  judge: () => import('./wasm/judge.wasm.lzma.js'),
  tables: () => import('./wasm/tables.lzma.js'),
  model: () => import('./wasm/model.bin.js'),
};

/** Reads a file: `core`, `judge`, `tables` or `model`. */
export async function read(name) {
  return name === 'core' ? core : decoded((await FILES[name]()).default);
}

export function readSync() {
  throw new Error('utfkit: call `await load()` before you use this encoding');
}
