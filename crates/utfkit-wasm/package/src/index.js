// The entry for browsers, which waits for the small module. Node uses `all.js`.

import { startCore } from './core.js';

await startCore();

export * from './all.js';
