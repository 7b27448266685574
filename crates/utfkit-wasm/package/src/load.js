// Finds and instantiates the WebAssembly modules, in Node and in browsers.

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

/** Whether this machine runs the modules for simd128. `UTFKIT_SIMD=portable` forbids them in Node. */
export const simd =
  globalThis.process?.env?.UTFKIT_SIMD !== 'portable' && WebAssembly.validate(WITH_SIMD);

const url = (name) => new URL(`../wasm/${name}${simd ? '' : '-plain'}.wasm`, import.meta.url);

/**
 * Compiles a module. Only Node can do this synchronously.
 *
 * @param {'core' | 'judge'} name
 */
export function compileSync(name) {
  return new WebAssembly.Module(node.fs.readFileSync(url(name)));
}

/**
 * Compiles a module in a browser.
 *
 * @param {'core' | 'judge'} name
 */
export async function compile(name) {
  const response = await fetch(url(name));
  if (!response.ok) throw new Error(`utfkit: ${response.url}: status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
