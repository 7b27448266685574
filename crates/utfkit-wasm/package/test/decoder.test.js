import assert from 'node:assert/strict';
import test from 'node:test';
import * as utfkit from 'utfkit';

const bytes = (...values) => Uint8Array.from(values);

/** Texts with every kind of damage, and their parts. */
const DIFFICULT = [
  bytes(),
  bytes(0xef, 0xbb, 0xbf, 0x61),
  bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf),
  bytes(0x61, 0xff, 0x62),
  bytes(0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80),
  bytes(0xf0, 0x9f, 0x98),
  bytes(0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82, 0xac, 0xe2, 0x82),
  bytes(0x3d, 0xd8, 0x00, 0xde, 0x3d, 0xd8),
  bytes(0xd8, 0x3d, 0xde, 0x00, 0xd8, 0x3d, 0x00),
  bytes(0x00, 0xdc, 0x61, 0x00, 0x62),
  bytes(0xfe, 0xff, 0x00, 0x61),
  bytes(0xff, 0xfe, 0x61, 0x00),
];

test('UTF-8 and UTF-16 are decoded as by the decoder of the platform', () => {
  for (const label of ['utf-8', 'utf-16le', 'utf-16be']) {
    for (const ignoreBOM of [false, true]) {
      for (const data of DIFFICULT) {
        const expected = new TextDecoder(label, { ignoreBOM }).decode(data);
        const decoder = new utfkit.TextDecoder(label, { ignoreBOM });
        assert.equal(decoder.decode(data), expected, `${label} ${data}`);
        // In single bytes, twice with the same decoder.
        for (let round = 0; round < 2; round++) {
          let text = '';
          for (const byte of data) text += decoder.decode(bytes(byte), { stream: true });
          text += decoder.decode();
          assert.equal(text, expected, `${label} ${data}, in bytes`);
        }
        const fatal = new utfkit.TextDecoder(label, { ignoreBOM, fatal: true });
        if (expected.includes('\ufffd')) assert.throws(() => fatal.decode(data), TypeError);
        else assert.equal(fatal.decode(data), expected);
      }
    }
  }
});

test('long texts are decoded in blocks', () => {
  const text = 'aé€😀'.repeat(60_000);
  const data = new TextEncoder().encode(text);
  assert.equal(new utfkit.TextDecoder().decode(data), text);
  const cut = data.slice(0, -1);
  assert.equal(new utfkit.TextDecoder().decode(cut), `${text.slice(0, -2)}\ufffd`);
  const units = Buffer.from(text, 'utf16le');
  assert.equal(new utfkit.TextDecoder('utf-16le').decode(units), text);
  assert.equal(new utfkit.TextDecoder('utf-16be').decode(units.swap16()), text);
});

test('a fatal decoder can be used again after an error', () => {
  const decoder = new utfkit.TextDecoder('utf-8', { fatal: true });
  for (let round = 0; round < 2; round++) {
    assert.throws(() => decoder.decode(bytes(0xe2, 0x82)), TypeError);
    assert.equal(decoder.decode(bytes(0x61)), 'a');
  }
});

test('the labels of browsers are those of the library', async () => {
  const labels = await utfkit.labels('whatwg');
  assert.equal(Object.keys(labels).length, 228);
  for (const label of Object.keys(labels)) {
    if (labels[label] === 'replacement') {
      assert.throws(() => new utfkit.TextDecoder(label), RangeError);
    } else {
      assert.ok(new utfkit.TextDecoder(` ${label.toUpperCase()}\n`).encoding);
    }
  }
  for (const label of ['utf-7', 'cesu-8', 'utf-32', 'ucs-4', '', 'utf-8\u00a0', 'ſhift_jis']) {
    assert.throws(() => new utfkit.TextDecoder(label), /^RangeError: .*labelSet: 'iana'/, label);
  }
});

test('legacy charsets are decoded in pieces', () => {
  const decoder = new utfkit.TextDecoder('shift_jis');
  assert.equal(decoder.encoding, 'shift_jis');
  assert.equal(decoder.decode(bytes(0x93, 0xfa, 0x96), { stream: true }), '日');
  assert.equal(decoder.decode(bytes(0x7b)), '本');
  assert.equal(decoder.decode(bytes(0x93)), '\ufffd');
  const fatal = new utfkit.TextDecoder('euc-kr', { fatal: true });
  assert.throws(() => fatal.decode(bytes(0xff)), TypeError);
  assert.equal(fatal.decode(bytes(0xb0, 0xa1)), '가');
  assert.equal(new utfkit.TextDecoder('latin1').encoding, 'windows-1252');
  assert.equal(new utfkit.TextDecoder('latin1').decode(bytes(0x80, 0x81)), '€\u0081');
});

test('a label set allows all encodings', () => {
  const iana = { labelSet: 'iana' };
  assert.equal(new utfkit.TextDecoder('utf-7', iana).decode(Buffer.from('1 +IKw-')), '1 €');
  assert.equal(
    new utfkit.TextDecoder('cesu-8', iana).decode(bytes(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)),
    '😀',
  );
  const utf32 = bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0);
  assert.equal(new utfkit.TextDecoder('utf-32', iana).decode(utf32), 'a');
  assert.equal(new utfkit.TextDecoder('latin1', iana).encoding, 'iso-8859-1');
  assert.throws(() => new utfkit.TextDecoder('no-such', iana), /RangeError|unknown encoding/);
  assert.throws(() => new utfkit.TextDecoder('utf-8', { labelSet: 'none' }), RangeError);
  for (const labelSet of [null, 5, false, [], {}]) {
    for (const label of ['utf-8', 'utf-7']) {
      assert.throws(() => new utfkit.TextDecoder(label, { labelSet }), TypeError);
      assert.throws(() => new utfkit.TextEncoder(label, { labelSet }), TypeError);
    }
  }
  const long = 'x'.repeat(300_000);
  assert.throws(() => new utfkit.TextDecoder(long, iana), /RangeError: .*too long/);
});

test('streams decode and encode', async () => {
  const collect = async (stream) => {
    const parts = [];
    for await (const part of stream) parts.push(part);
    return parts;
  };
  const source = new Blob([bytes(0xe2, 0x82), bytes(0xac)]).stream();
  const text = (await collect(source.pipeThrough(new utfkit.TextDecoderStream()))).join('');
  assert.equal(text, '€');
  const strings = ReadableStream.from(['a\ud83d', '\ude00\ud800']);
  const parts = await collect(strings.pipeThrough(new utfkit.TextEncoderStream()));
  assert.equal(Buffer.concat(parts).toString(), 'a😀\ufffd');
  const kana = ReadableStream.from(['日', '本']);
  const encoder = new utfkit.TextEncoderStream('shift_jis', { labelSet: 'iana' });
  const encoded = Buffer.concat(await collect(kana.pipeThrough(encoder)));
  assert.deepEqual([...encoded], [0x93, 0xfa, 0x96, 0x7b]);
});

test('the encoder is that of the standard, unless a label set is named', () => {
  assert.equal(new utfkit.TextEncoder('shift_jis').encoding, 'utf-8');
  assert.deepEqual(new utfkit.TextEncoder().encode('é'), bytes(0xc3, 0xa9));
  const into = new Uint8Array(3);
  assert.deepEqual(new utfkit.TextEncoder().encodeInto('é€', into), { read: 1, written: 2 });
  const sjis = new utfkit.TextEncoder('shift_jis', { labelSet: 'iana' });
  assert.deepEqual([...sjis.encode('日€')], [0x93, 0xfa, 0x3f]);
  const fatal = new utfkit.TextEncoder('shift_jis', { labelSet: 'iana', fatal: true });
  assert.throws(() => fatal.encode('€'), TypeError);
  assert.deepEqual([...fatal.encode('日')], [0x93, 0xfa]);
  const utf16 = new utfkit.TextEncoder('utf-16', { labelSet: 'iana' });
  assert.deepEqual([...utf16.encode('a')], [0xfe, 0xff, 0, 0x61]);
});

test('a BOM that is kept still gives the byte order', () => {
  const options = { labelSet: 'iana', ignoreBOM: true };
  assert.equal(new utfkit.TextDecoder('utf-16', options).decode(bytes(0xff, 0xfe, 0x61, 0)), '\ufeffa');
  const long = bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0);
  assert.equal(new utfkit.TextDecoder('utf-32', options).decode(long), '\ufeffa');
});

test('after an error, the next text has its own BOM', () => {
  const decoder = new utfkit.TextDecoder('utf-16le', { fatal: true });
  assert.equal(decoder.decode(bytes(0x61, 0), { stream: true }), 'a');
  assert.throws(() => decoder.decode(bytes(0)), TypeError);
  assert.equal(decoder.decode(bytes(0xff, 0xfe, 0x61, 0)), 'a');
});
