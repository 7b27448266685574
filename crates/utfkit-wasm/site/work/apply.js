// Applies the fixes that the user wants.

import { runJob } from '../utfkit/src/judge.js';
import { Gathering, piecesOf } from './stream.js';

const encoder = new TextEncoder();

/**
 * Returns the wanted fixes in the order of their offsets, and a function that applies them to a blob.
 * The parts between the fixes are not copied.
 */
export function applied({ fixes, choices }, left, chosen) {
  const isLeft = new Set(left);
  const readings = new Map(chosen);
  const wanted = choices
    .filter((choice) => readings.has(choice.offset))
    .map(({ offset, length, bytes, readings: texts }) => {
      return { offset, length, bytes, becomes: encoder.encode(texts[readings.get(offset)]) };
    });
  const list = [...fixes.filter((fix) => !isLeft.has(fix.offset)), ...wanted].sort(
    (a, b) => a.offset - b.offset,
  );
  const blob = (source) => {
    const parts = [];
    let done = 0;
    for (const { offset, length, becomes } of list) {
      parts.push(source.slice(done, offset), becomes);
      done = offset + length;
    }
    return new Blob([...parts, source.slice(done)]);
  };
  return { list, blob };
}

/** Returns the text with all fixes, also with those that are not listed. */
export async function repairAll(blob, onProgress, signal) {
  const gathering = new Gathering();
  const options = {
    job: 'repair',
    onProgress: (bytes) => onProgress(bytes / Math.max(1, blob.size)),
    signal,
  };
  await runJob(options, piecesOf(blob), (bytes) => {
    if (bytes.length > 0) gathering.push(bytes.slice());
  });
  return gathering.blob();
}
