import assert from 'node:assert/strict';
import test from 'node:test';
import { EditError, TextEncoder as AnyEncoder, edit, load } from 'utfkit';

const bytes = (...values) => Uint8Array.from(values);
const latin1 = (text) => Uint8Array.from(text, (character) => character.codePointAt(0));

test('edit keeps the bytes outside of its places', async () => {
  await load();
  const texts = { 'windows-1252': 'Größe = 12 €, ', shift_jis: '表示ソ = 12 能, ', big5: '許功蓋 = 12 育, ' };
  for (const [encoding, text] of Object.entries(texts)) {
    const encoder = new AnyEncoder(encoding, { labelSet: 'iana', fatal: true });
    const file = encoder.encode(text.repeat(3));
    const edited = await edit(file, '= 12', '= 7', { encoding, count: 3 });
    assert.deepEqual(edited.bytes, encoder.encode(text.replace('12', '7').repeat(3)));
    assert.equal(edited.encoding, encoding);
    let at = 0;
    let newAt = 0;
    for (const { offset, length, newOffset, newLength } of edited.places) {
      assert.deepEqual(file.subarray(at, offset), edited.bytes.subarray(newAt, newOffset));
      at = offset + length;
      newAt = newOffset + newLength;
    }
    assert.deepEqual(file.subarray(at), edited.bytes.subarray(newAt));
  }
});

test('ill-formed bytes, the BOM and line ends stay', async () => {
  const file = latin1('\xef\xbb\xbfa \xff\r\nsize\r\n\xc3');
  const edited = await edit(file, 'size\n', 'one\ntwo\n');
  assert.deepEqual(edited.bytes, latin1('\xef\xbb\xbfa \xff\r\none\r\ntwo\r\n\xc3'));
  // Longer than a block of the module.
  const long = latin1(`${'\xe9'.repeat(600_000)}a${'\xe8'.repeat(300_000)}`);
  const { bytes } = await edit(long, 'a', 'é', { encoding: 'iso-8859-1' });
  assert.equal(bytes.findIndex((byte) => byte !== 0xe9), 600_001);
  assert.equal(bytes.length, long.length);
});

test('an edit that is not exact is refused', async () => {
  for (const [reason, file, from, to, options] of [
    ['not-found', bytes(0x61), 'b', 'c'],
    ['found-elsewhere', latin1('a a'), 'a', 'b'],
    ['not-in-encoding', bytes(0x61), 'a', '→', { encoding: 'windows-1252' }],
    ['joins', bytes(0x81, 0x3b), ';', '@', { encoding: 'shift_jis' }],
    ['empty', bytes(0x61), '', 'b'],
    ['uncertain-encoding', latin1('a \xff\x90 b'), 'a', 'é'],
  ]) {
    await assert.rejects(edit(file, from, to, options), (error) => {
      assert.ok(error instanceof EditError);
      assert.equal(error.reason, reason);
      return true;
    });
  }
  await assert.rejects(edit(bytes(0x61), 'a', 'b', { count: 0 }), RangeError);
  await assert.rejects(edit(bytes(0x61), 'a', '\ud800'), RangeError);
  await assert.rejects(edit(bytes(0x61), 'a', undefined), TypeError);
  await assert.rejects(edit(bytes(0x61), 'a', 'b', { encoding: 'nonsense' }), RangeError);
});
