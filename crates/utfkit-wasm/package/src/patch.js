// Patches, in the format of `utf repair --patch`. `utf undo` applies them.

/** Returns the length and the checksum of a text, as the last line of a patch has them. */
async function described(source) {
  const bytes = source instanceof Blob ? await source.arrayBuffer() : source;
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return { bytes: bytes.byteLength, sha256: hex(sum) };
}

/** Returns bytes as hexadecimal digits. */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns the patch with which `utf undo` makes `original` of `repaired`, the file at `path`.
 *
 * @param {string} path
 * @param {{ offset: number, bytes: Uint8Array, becomes: Uint8Array }[]} fixes
 * @param {Uint8Array | Blob} original
 * @param {Uint8Array | Blob} repaired
 */
export async function patch(path, fixes, original, repaired) {
  const changes = fixes.map(({ offset, bytes, becomes }) => ({
    type: 'change',
    offset,
    old: hex(bytes),
    new: hex(becomes),
  }));
  const lines = [
    { type: 'patch', version: 1, path },
    ...changes,
    {
      type: 'end',
      changes: changes.length,
      original: await described(original),
      result: await described(repaired),
    },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
