// The types of binary files that people drop most often. The module for judgments names only a few,
// because the list of all is large.

const TYPES = [
  ['ZIP', 'application/zip', [0x50, 0x4b, 3, 4]],
  ['gzip', 'application/gzip', [0x1f, 0x8b, 8]],
  ['PDF', 'application/pdf', [...'%PDF-'].map((one) => one.charCodeAt(0))],
  ['JPEG', 'image/jpeg', [0xff, 0xd8, 0xff]],
  ['GIF', 'image/gif', [...'GIF8'].map((one) => one.charCodeAt(0))],
  ['OLE', 'application/x-ole-storage', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['SQLite', 'application/vnd.sqlite3', [...'SQLite format 3'].map((one) => one.charCodeAt(0))],
  ['WebAssembly', 'application/wasm', [0, 0x61, 0x73, 0x6d]],
  ['7-Zip', 'application/x-7z-compressed', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['zstd', 'application/zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

/** Returns a detection of binary data with the type of the file, if it is known. */
export async function withType(detection, blob) {
  if (detection.verdict !== 'binary' || detection.fileType) return detection;
  const head = new Uint8Array(await blob.slice(0, 16).arrayBuffer());
  const found = TYPES.find(([, , bytes]) => bytes.every((byte, at) => head[at] === byte));
  return found ? { ...detection, fileType: found[0], mediaType: found[1] } : detection;
}
