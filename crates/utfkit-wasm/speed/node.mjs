// Prints the speeds in Node: `node speed/node.mjs [BYTES…]`.

import * as utfkit from '../package/src/index.js';
import { measure, table } from './measure.js';

const sizes = process.argv.slice(2).map(Number);
console.log(`Node ${process.version}, ${utfkit.simd ? 'simd128' : 'plain'}`);
console.log(table(measure(utfkit, sizes.length > 0 ? sizes : [10_000_000, 100_000, 1000, 30])));
