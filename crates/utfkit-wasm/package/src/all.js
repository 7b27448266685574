// The public interface of the package.

export { decodeInto, toUtf16, utf16Length } from './core.js';
export { TextDecoder, TextDecoderStream } from './decoder.js';
export { TextEncoder, TextEncoderStream } from './encoder.js';
export { ConversionError, ConvertStream, convert } from './convert.js';
export { EditError, edit } from './edit.js';
export {
  RepairStream,
  audit,
  character,
  check,
  detect,
  encodings,
  inspect,
  isValid,
  kinds,
  labels,
  repair,
  validate,
} from './judgments.js';
export { patch } from './patch.js';
export { load } from './judge.js';
export { simd } from './load.js';
