// The answers have the keys of the command, in the style of JavaScript.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { audit, check, detect, repair, validate } from '../src/all.js';

const schema = JSON.parse(readFileSync(new URL('../../../../docs/report.schema.json', import.meta.url)));

/** Returns the keys of an answer in the style of the command. */
const keys = (answer) =>
  Object.keys(answer).map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Checks the keys of `answer`. The keys in `absent` are those that only the command adds. */
function hasKeysOf(title, answer, absent) {
  const { required, properties } = schema.oneOf.find((one) => one.title === title);
  const found = keys(answer);
  const missing = required.filter((key) => !found.includes(key) && !absent.includes(key));
  const unknown = found.filter((key) => !(key in properties));
  // Only the package for JavaScript has the line around an error.
  assert.deepEqual([missing, unknown.filter((key) => key !== 'context')], [[], []], title);
}

test('answers have the keys of the schema', async () => {
  const [error] = (await check(Uint8Array.of(0x61, 0xc0, 0xaf))).findings;
  hasKeysOf('An ill-formed sequence', error, ['path']);
  assert.deepEqual([error.means, error.subparts], ['U+002F', 2]);
  const [letter] = (await check(Uint8Array.of(0x63, 0x61, 0x66, 0xe9))).findings;
  assert.deepEqual([letter.advice, letter.readAs], ['read-as', 'iso-8859-1']);
  hasKeysOf('The result of `utf detect` for a file', await detect('naïve'), ['path']);
  const [seen] = (await audit('if a \u202e {')).observations;
  hasKeysOf('A finding of `utf audit`', seen, ['path', 'encoding', 'hint']);
  assert.equal(seen.codePoint, 'U+202E');
  const { fixes } = await repair('Ça va bien, cafÃ© crÃ¨me ?');
  hasKeysOf('A fix that `utf repair` made or would make', fixes[0], ['path']);
  const { illFormed } = await repair(Uint8Array.of(0x61, 0xff));
  const left = 'Ill-formed or rejected text that `utf repair` left unchanged or `utf inspect` shows';
  hasKeysOf(left, illFormed[0], ['path', 'encoding']);
  const first = validate(Uint8Array.of(0x61, 0xc0, 0xaf));
  assert.deepEqual(Object.keys(first).sort(), Object.keys(illFormed[0]).sort());
});
