// Takes the place of `load.js` of the package: the modules are scripts, because the policy of the
// page forbids to fetch anything.

export const node = undefined;

/** A module with one instruction of simd128. */
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

export const simd = WebAssembly.validate(WITH_SIMD);

/** Compiles a module. */
export async function compile(name) {
  const script = await import(`../wasm/${name}${simd ? '' : '-plain'}.js`);
  const bytes = Uint8Array.from(atob(script.default), (character) => character.charCodeAt(0));
  return WebAssembly.compile(bytes);
}

export function compileSync() {
  throw new Error('utfkit: browsers compile asynchronously');
}
