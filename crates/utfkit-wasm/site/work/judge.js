// The worker that judges texts: encoding, errors, repair, hidden text, and conversion.

import * as utfkit from '../utfkit/src/index.js';
import { analyze, audit, findFixes } from './analysis.js';
import { answer } from './answer.js';
import { applied, repairAll } from './apply.js';
import { lineEnds } from './eol.js';
import { through, throttled } from './stream.js';

/** The text that was analyzed last, and its fixes. */
let last = {};

/** Returns the fixes of a text. They are searched again if the worker was replaced. */
async function fixesOf(blob, id, signal) {
  if (last.id !== id || !last.found)
    last = {
      id,
      found: await findFixes(
        blob,
        () => {},
        () => () => {},
        signal,
      ),
    };
  return last.found;
}

answer({
  /** Loads everything, so that the first text has no wait. */
  async warm() {
    await utfkit.load();
    await utfkit.detect(Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
  },

  async analyze({ id, ...options }, emit, signal) {
    const found = await analyze(options, emit, signal);
    if (found) last = { id, found };
  },

  audit: (options, emit, signal) => audit(options, emit, signal),

  /**
   * Returns the repaired text. `left` has the offsets of the fixes that the user left, and `chosen` the
   * readings that the user chose, by their offsets. With `hasPatch`, the result also has a patch.
   */
  async repair({ id, blob, name, left, chosen, hasPatch }, emit, signal) {
    const progress = throttled((part) => emit({ doing: 'Repairing', part }));
    const found = await fixesOf(blob, id, signal);
    if (found.fixCount > found.fixes.length) return { blob: await repairAll(blob, progress, signal) };
    const fixes = applied(found, left, chosen);
    const repaired = fixes.blob(blob);
    const patch = hasPatch ? await utfkit.patch(name, fixes.list, blob, repaired) : undefined;
    return { blob: repaired, patch };
  },

  /** Returns the text in another encoding, and the numbers of characters that it lacks. */
  async convert({ blob, from, to, errors, bom, eol }, emit, signal) {
    const progress = throttled((part) => emit({ doing: 'Converting', part }));
    const isDirect = !eol || eol === 'keep';
    const second = new utfkit.ConvertStream(isDirect ? from : 'utf-8', to, { errors, bom });
    if (isDirect) {
      const converted = await through(blob, [second], progress, signal);
      return { blob: converted, counts: second.counts };
    }
    // The line ends of UTF-8 are bytes, so the text passes through UTF-8.
    const first = new utfkit.ConvertStream(from, 'utf-8', { errors, bom: 'keep' });
    const converted = await through(blob, [first, lineEnds(eol), second], progress, signal);
    const counts = { ...second.counts, illFormed: first.counts.illFormed };
    return { blob: converted, counts };
  },

  encodings: () => utfkit.encodings(),
});
