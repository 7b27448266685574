// The tables of charsets, next to the conversion of the large module, which uses none of them.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as utfkit from 'utfkit';
import { Converter } from '../src/convert.js';

const ALL = { labelSet: 'iana' };
const names = await utfkit.encodings();
await utfkit.load();

/** Returns numbers below `limit`, the same in every run. */
function* numbers(limit, count) {
  let seed = 1;
  for (let at = 0; at < count; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    yield (seed >>> 8) % limit;
  }
}

/** Returns the result of the large module, or `undefined` if it is an error. */
function converted(bytes, from, to, fatal) {
  const parts = [];
  const converter = new Converter(from, to, 'iana', fatal);
  const finding = converter.push(bytes, true, (part) => parts.push(part.slice()));
  return finding ? undefined : Buffer.concat(parts);
}

const encodedOnce = (text, name, fatal) => converted(Buffer.from(text, 'utf16le'), 'utf-16le', name, fatal);
const decodedOnce = (bytes, name, fatal) => converted(bytes, name, 'utf-16le', fatal)?.toString('utf16le');

/** Returns the result of `run`, or `undefined` if it throws a `TypeError`. */
function attempt(run) {
  try {
    return run();
  } catch (error) {
    assert.ok(error instanceof TypeError, error);
    return undefined;
  }
}

/** The code points of alphabets, and a part of the others, which is another one for each encoding. */
function sample(number) {
  const isChosen = (point) => point < 0x3100 || point % 31 === number % 31;
  const points = Array.from({ length: 0x30000 }, (_, point) => point).filter(isChosen);
  return points.map((point) => String.fromCodePoint(point)).join('');
}

test('the encoder writes every character as the large module does', () => {
  for (const [number, name] of names.entries()) {
    const text = sample(number);
    const encoder = new utfkit.TextEncoder(name, ALL);
    const expected = encodedOnce(text, name, false);
    const encoded = attempt(() => encoder.encode(text));
    assert.equal(encoded && Buffer.compare(encoded, expected), expected && 0, name);
    // Short texts, with and without errors.
    const strict = new utfkit.TextEncoder(name, { ...ALL, fatal: true });
    for (const point of numbers(0x3000, 50)) {
      for (const text of [String.fromCodePoint(point), `a${String.fromCodePoint(point, point + 0xd000)}\ud800`]) {
        const codes = attempt(() => encoder.encode(text));
        assert.deepEqual(codes && Buffer.from(codes), encodedOnce(text, name, false), `${name} ${text}`);
        const strictCodes = attempt(() => strict.encode(text));
        assert.deepEqual(strictCodes && Buffer.from(strictCodes), encodedOnce(text, name, true), `${name} ${text}`);
      }
    }
  }
});

/** Decodes bytes in pieces. */
function inPieces(decoder, bytes) {
  let text = '';
  let at = 0;
  for (const length of numbers(40, bytes.length)) {
    if (at >= bytes.length) break;
    text += decoder.decode(bytes.subarray(at, at + length), { stream: true });
    at += length;
  }
  return text + decoder.decode(bytes.subarray(at));
}

test('the decoder reads all bytes as the large module does', () => {
  const random = Uint8Array.from(numbers(256, 5000));
  for (const [number, name] of names.entries()) {
    const text = Buffer.from(encodedOnce(sample(number), name, false) ?? []);
    const damaged = text.map((byte, at) => (at % 499 === 0 ? random[at % 5000] : byte));
    const rare = text.map((byte, at) => (at % 2011 === 0 ? random[at % 5000] : byte));
    const decoder = new utfkit.TextDecoder(name, ALL);
    const strict = new utfkit.TextDecoder(name, { ...ALL, fatal: true });
    const cuts = [1, 2, 3, 4].map((length) => text.subarray(0, -length));
    for (const bytes of [text, random, damaged, rare, ...cuts]) {
      const expected = decodedOnce(bytes, name, false);
      const short = bytes.subarray(0, 20_000);
      // Comparisons of long texts would print them.
      assert.ok(decoder.decode(bytes) === expected, name);
      assert.ok(inPieces(decoder, short) === decodedOnce(short, name, false), `${name} in pieces`);
      assert.ok(attempt(() => strict.decode(bytes)) === decodedOnce(bytes, name, true), `${name} fatal`);
    }
  }
});

test('a text of rare sequences is decoded by the large module', () => {
  const text = String.fromCodePoint(...Array.from({ length: 200 }, (_, at) => 0x20000 + 331 * at)).repeat(100);
  const bytes = encodedOnce(text, 'gb18030', false);
  const decoder = new utfkit.TextDecoder('gb18030');
  assert.equal(decoder.decode(bytes), text);
  assert.equal(inPieces(decoder, bytes), text);
  assert.equal(decoder.decode(Uint8Array.of(0x81)), '\ufffd');
});
