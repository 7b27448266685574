// Tests the rows of a text: each byte is in one row, in texts of any shape. It needs no browser.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Index, PIECE, STEP } from '../site/work/rows.js';

const utf8 = { unit: 1, feeds: [0x0a], isLittle: false, cut: 'utf-8' };
const multi = { ...utf8, cut: 'multi' };
const wide = { unit: 2, feeds: [0x0a], isLittle: true, cut: 'unit' };

async function indexOf(bytes, shape) {
  const index = new Index(new Blob([bytes]), shape);
  await index.build(() => {});
  return index;
}

/** Fails unless the rows have all bytes, in order. */
async function assertWhole(bytes, shape) {
  const index = await indexOf(bytes, shape);
  const rows = await index.read(0, index.rows);
  assert.equal(rows.length, index.rows);
  assert.deepEqual(Buffer.concat(rows.map((row) => row.bytes)), bytes);
  for (const row of rows) assert.ok(row.bytes.length <= PIECE && row.bytes.length > 0);
  return { index, rows };
}

test('lines are rows, with their numbers', async () => {
  const { rows } = await assertWhole(Buffer.from('one\r\ntwo\n\nfour'), utf8);
  assert.deepEqual(
    rows.map(({ line, offset }) => [line, offset]),
    [
      [1, 0],
      [2, 5],
      [3, 9],
      [4, 10],
    ],
  );
});

test('a long line is cut between characters', async () => {
  const { rows } = await assertWhole(Buffer.from('€'.repeat(20_000)), utf8);
  assert.ok(rows.every((row) => row.bytes.length % 3 === 0 && row.line === 1));
  assert.deepEqual(rows.map((row) => row.startsLine).slice(0, 3), [true, false, false]);
  await assertWhole(Buffer.alloc(5000, 0x80), utf8);
  const pairs = (await assertWhole(Buffer.from('😀'.repeat(3000), 'utf16le'), wide)).rows;
  assert.ok(pairs.every((row) => row.bytes.length % 4 === 0));
  const shifted = (await assertWhole(Buffer.from(`a${'😀'.repeat(3000)}`, 'utf16le'), wide)).rows;
  assert.ok(shifted.every((row) => (row.bytes[1] & 0xfc) !== 0xdc));
  const words = (await assertWhole(Buffer.from('word '.repeat(3000)), multi)).rows;
  assert.ok(words.slice(0, -1).every((row) => row.bytes.at(-1) === 0x20));
});

test('the line feed of UTF-16 is a unit, not a byte', async () => {
  const { rows } = await assertWhole(Buffer.from('\u0a0a\u0a00x\ny\u010a\u0a01\nz', 'utf16le'), wide);
  assert.deepEqual(
    rows.map((row) => Buffer.from(row.bytes).toString('utf16le')),
    ['\u0a0a\u0a00x\n', 'y\u010a\u0a01\n', 'z'],
  );
});

test('rows far into a text of many blocks are found', async () => {
  const lines = Array.from({ length: 300_000 }, (_, at) => `line ${at + 1}\n`);
  const text = Buffer.from(lines.join(''));
  const index = await indexOf(text, utf8);
  assert.equal(index.rows, lines.length);
  for (const number of [0, 1, STEP - 1, STEP, 123_456, 299_999]) {
    const [row] = await index.read(number, 1);
    assert.equal(Buffer.from(row.bytes).toString(), lines[number]);
    assert.equal(row.line, number + 1);
    assert.equal(await index.rowOf(row.offset), number);
    assert.equal(await index.rowOf(row.offset + 2), number);
    assert.equal(await index.rowOfLine(number + 1), number);
  }
  assert.equal((await index.read(299_990, 100)).length, 10);
});

test('a line of 10 MB is scrolled in pieces', async () => {
  const text = Buffer.concat([
    Buffer.from('first\n'),
    Buffer.alloc(10_000_000, 'ab cd '),
    Buffer.from('\nlast'),
  ]);
  const { index, rows } = await assertWhole(text, utf8);
  assert.ok(index.rows > 9000);
  assert.equal(rows.at(-1).line, 3);
  const [row] = await index.read(5000, 1);
  assert.equal(row.line, 2);
  assert.equal(row.startsLine, false);
});

test('an empty text has no rows', async () => {
  const index = await indexOf(Buffer.alloc(0), utf8);
  assert.equal(index.rows, 0);
  assert.deepEqual(await index.read(0, 10), []);
});
