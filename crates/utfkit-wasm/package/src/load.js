// Finds the files of the package, in Node and in browsers.

/** The built-in modules of Node, or `undefined` in browsers. */
export const node = globalThis.process?.versions?.node
  ? {
      fs: process.getBuiltinModule('node:fs'),
      Buffer: globalThis.Buffer,
      isAscii: process.getBuiltinModule('node:buffer').isAscii,
    }
  : undefined;

/** A module with one instruction of simd128. */
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** Returns `true` if the environment asks for the modules without simd128. Deno may forbid to look. */
function isPortable() {
  try {
    return globalThis.process?.env?.UTFKIT_SIMD === 'portable';
  } catch {
    return false;
  }
}

/** Whether this machine runs the modules for simd128. `UTFKIT_SIMD=portable` forbids them in Node. */
export const simd = !isPortable() && WebAssembly.validate(WITH_SIMD);

// Bundlers find files only by complete names.
const FILES = simd
  ? {
      core: new URL('../wasm/core.wasm', import.meta.url),
      judge: new URL('../wasm/judge.wasm.brotli', import.meta.url),
    }
  : {
      core: new URL('../wasm/core-plain.wasm', import.meta.url),
      judge: new URL('../wasm/judge-plain.wasm.brotli', import.meta.url),
    };
FILES.tables = new URL('../wasm/tables.brotli', import.meta.url);
FILES.names = new URL('../wasm/names.brotli', import.meta.url);
FILES.model = new URL('../wasm/model.brotli', import.meta.url);

/** Reads a file. Only Node can do this synchronously. */
export function readSync(name) {
  return new Uint8Array(node.fs.readFileSync(FILES[name]));
}

/** The bytes of the small module, if they can be read at once. */
export const core = node && readSync('core');

/** Reads a file: `core`, `judge`, `tables`, `names` or `model`. */
export async function read(name) {
  if (node) return readSync(name);
  const response = await fetch(FILES[name]);
  if (!response.ok) throw new Error(`utfkit: ${response.url}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
