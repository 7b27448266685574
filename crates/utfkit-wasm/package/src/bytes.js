// Bytes in the shapes that JavaScript has for them.

/** No bytes. */
export const NOTHING = new Uint8Array(0);

/** Returns `true` if `data` is a buffer, also of another realm, or a view of one. */
function isBytes(data) {
  if (ArrayBuffer.isView(data)) return true;
  const tag = Object.prototype.toString.call(data);
  return tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]';
}

/**
 * Returns `data` as bytes, without a copy.
 *
 * @param {BufferSource | SharedArrayBuffer} data
 * @returns {Uint8Array}
 */
export function bytesOf(data) {
  if (data instanceof Uint8Array) return data.length === 0 ? NOTHING : data;
  if (!isBytes(data)) throw new TypeError('utfkit: expected an ArrayBuffer or a view of one');
  // A detached buffer has no bytes, and cannot have a view.
  if (data.byteLength === 0) return NOTHING;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/** Returns the UTF-8 of a text. A lone surrogate has the three bytes that WTF-8 has for it. */
function utf8Of(text) {
  const encoder = new TextEncoder();
  if (text.isWellFormed()) return encoder.encode(text);
  const bytes = (unit) => Uint8Array.of(0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  // With `u`, the range matches only surrogates that are not in pairs.
  const parts = text.split(/([\ud800-\udfff])/u);
  return joined(parts.map((part, at) => (at % 2 === 0 ? encoder.encode(part) : bytes(part.charCodeAt(0)))));
}

/** Returns the bytes that hexadecimal digits spell, with or without blanks between them. */
function fromHex(text) {
  const digits = text.replaceAll(' ', '');
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

/** The keys whose text is hexadecimal. */
const BYTES = ['bytes', 'becomes'];

/**
 * Returns an answer of the module in the style of JavaScript: the keys are in camel case, and bytes
 * are arrays.
 */
export function styled(value) {
  if (Array.isArray(value)) return value.map(styled);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, one]) => [
    key.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
    BYTES.includes(key) && typeof one === 'string' ? fromHex(one) : styled(one),
  ]);
  return Object.fromEntries(entries);
}

/** Returns the parts as one array. A single part is not copied. */
export function joined(parts) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The maximum length of a piece. */
const PIECE = 1 << 20;

/** Iterates over bytes in pieces. */
function* cut(bytes) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/**
 * Iterates over a source in pieces: bytes, a string (as UTF-8), a `Blob`, a stream, or an iterable
 * of bytes. `signal` also ends a stream that waits.
 */
export async function* pieces(source, signal) {
  if (typeof source === 'string') {
    yield* cut(utf8Of(source));
  } else if (isBytes(source)) {
    yield* cut(bytesOf(source));
  } else if (typeof source?.stream === 'function') {
    yield* pieces(source.stream(), signal);
  } else if (typeof source?.getReader === 'function') {
    const reader = source.getReader();
    const cancel = () => reader.cancel(signal.reason).catch(() => {});
    signal?.addEventListener('abort', cancel);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield* cut(bytesOf(value));
      }
    } finally {
      signal?.removeEventListener('abort', cancel);
      await reader.cancel();
      reader.releaseLock();
    }
  } else if (typeof source?.[Symbol.asyncIterator] === 'function') {
    for await (const piece of source) yield* cut(bytesOf(piece));
  } else if (typeof source?.[Symbol.iterator] === 'function') {
    for (const piece of source) yield* cut(bytesOf(piece));
  } else {
    throw new TypeError('utfkit: expected bytes, a string, a Blob, or a stream of bytes');
  }
}
