// Takes the place of `load.js` of the package: the files are scripts, because the policy of the page
// forbids to fetch anything.

export const node = undefined;
export const core = undefined;

/** A module with one instruction of simd128. */
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

export const simd = WebAssembly.validate(WITH_SIMD);

const plain = simd ? '' : '-plain';
const FILES = {
  core: `core${plain}.wasm`,
  judge: `judge${plain}.wasm.brotli`,
  tables: 'tables.brotli',
  names: 'names.brotli',
  model: 'model.brotli',
};

/** Reads a file. */
export async function read(name) {
  const path = `../wasm/${FILES[name]}.js`;
  const script = await import(path).catch(() => {
    throw Object.assign(new Error(`${path} could not be loaded`), { isFatal: true });
  });
  return Uint8Array.from(atob(script.default), (character) => character.charCodeAt(0));
}

export function readSync() {
  throw new Error('utfkit: browsers load asynchronously');
}
