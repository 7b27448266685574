// Tests the recognition of what is pasted. It needs no browser.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { FORMS, recognize } from '../site/input/recognize.js';

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const read = (text) => Buffer.from(FORMS[recognize(text)].read(text));

test('ordinary text is text', () => {
  for (const text of [
    '',
    ' ',
    'deadbeef',
    '1234',
    '12 34 56',
    '06 12 34 56 78',
    'cafe',
    'be ad fa',
    'Hello',
    'abcdefghijklmnop',
    'HelloWorldHello1',
    'QWERTYuiop123456',
    '00:1A:2B:3C:4D:5E',
    '2024-11-05',
    '12:34:56',
    'C:\\new\\test',
    'd41d8cd98f00b204e9800998ecf8427e',
    '550e8400-e29b-41d4-a716-446655440000',
    '100%25',
    '50% off',
    'a & b',
    '/usr/local/lib/python3',
    'café \\u00e9',
    '\x1b[0m \\x1b[0m',
    'cafÃ© crÃ¨me',
    'The cat sat on the mat',
    '1234: 56',
    '0: a\n1: b',
    '00000000',
    '12345678',
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB',
    '1 2 3\n4 5 6',
    'EAN 40 12345 67890',
    'A1 B2',
    'x = "\\x1b[31m"',
  ]) {
    assert.equal(recognize(text), 'text', JSON.stringify(text));
    assert.equal(read(text).toString(), text);
  }
});

test('text with a lone surrogate keeps it', () => {
  assert.equal(hex(read('a\ud800b')), '61eda08062');
});

test('hexadecimal digits are recognized by pairs, or by the text that they spell', () => {
  for (const [text, bytes] of [
    ['E2 82 AC', 'e282ac'],
    ['e2 82 ac\n20 41', 'e282ac2041'],
    ['0xE2, 0x82', 'e282'],
    ['c3:a9:20:41', 'c3a92041'],
    ['48656c6c6f20776f726c64', '48656c6c6f20776f726c64'],
    ['FF FE 41 00', 'fffe4100'],
  ]) {
    assert.equal(recognize(text), 'hex', text);
    assert.equal(hex(read(text)), bytes);
  }
  assert.equal(FORMS.hex.read('E2 8'), undefined);
});

const DATA = Buffer.from('Zw\u00f6lf Boxk\u00e4mpfer jagen Viktor, 100 % sicher\n\0\0\0', 'latin1');

test('output of xxd is recognized', () => {
  const lines = `00000000: 5a77 f66c 6620 426f 786b e46d 7066 6572  Zw.lf Boxk.mpfer
00000010: 206a 6167 656e 2056 696b 746f 722c 2031   jagen Viktor, 1
00000020: 3030 2025 2073 6963 6865 720a 0000 00    00 % sicher....
`;
  for (const text of [lines, lines.replaceAll('\n', '\r\n'), lines.toUpperCase(), lines.split('\n')[0]]) {
    assert.equal(recognize(text), 'xxd');
  }
  assert.equal(hex(read(lines)), hex(DATA));
  const single = '00000000: 48 65 6c 6c 6f 0a                                Hello.';
  assert.equal(read(single).toString(), 'Hello\n');
});

test('output of hexdump -C is recognized, with repeated lines', () => {
  const text = `00000000  5a 77 f6 6c 66 20 42 6f  78 6b e4 6d 70 66 65 72  |Zw.lf Boxk.mpfer|
00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
00000040  0a                                                |.|
00000041
`;
  assert.equal(recognize(text), 'hexdump');
  assert.equal(hex(read(text)), `${hex(DATA.subarray(0, 16))}${'00'.repeat(48)}0a`);
  // The offsets must follow from the bytes.
  assert.equal(recognize(text.replace('00000041', '00000099')), 'text');
});

test('dumps of the tools themselves are read', (t) => {
  for (const [tool, args] of [
    ['xxd', []],
    ['xxd', ['-g1']],
    ['hexdump', ['-C']],
  ]) {
    let text;
    try {
      text = execFileSync(tool, args, { input: DATA }).toString();
    } catch {
      t.diagnostic(`${tool} is not installed`);
      continue;
    }
    assert.equal(hex(read(text)), hex(DATA), `${tool} ${args}`);
  }
});

test('Base64 is recognized if it spells text, or is clearly a file', () => {
  for (const source of ['Zwölf Boxkämpfer', 'Hello, world!!', 'line\n'.repeat(40)]) {
    const plain = Buffer.from(source).toString('base64');
    for (const text of [plain, plain.replace(/.{76}/g, '$&\n')]) {
      assert.equal(recognize(text), 'base64', text);
      assert.equal(read(text).toString(), source);
    }
  }
  const binary = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 7919) % 256)).toString('base64');
  assert.equal(recognize(binary), 'text');
  assert.equal(recognize(binary.replace(/.{76}/g, '$&\n')), 'base64');
  assert.equal(read('data:text/plain;base64,Y2Fmw6k=').toString(), 'café');
});

test('escapes are recognized', () => {
  for (const [text, expected] of [
    ['caf\\xC3\\xA9', 'café'],
    ['caf\\u00e9 \\ud83d\\ude00', 'café 😀'],
    ['caf%C3%A9', 'café'],
    ['caf&#xE9; &#233;', 'café é'],
    ["b'caf\\xc3\\xa9\\n'", 'café\n'],
    ['caf\\303\\251', 'café'],
    ['\\u{1F600}', '😀'],
    ['\\U0001F600', '😀'],
    ['{"a":"\\u00e9\\n"}', '{"a":"é\n"}'],
  ]) {
    assert.equal(recognize(text), 'escapes', text);
    assert.equal(read(text).toString(), expected);
  }
  // Half of a pair is kept, so that the page shows it as an error.
  assert.equal(hex(read('\\ud83d \\u00e9')), 'eda0bd20c3a9');
});
