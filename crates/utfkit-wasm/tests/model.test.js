// Tests the parts of the page that need no browser: marks, the sentence, commands, names of characters.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { commandFor, convertCommand, operand, renamed } from '../site/model/command.js';
import { Marks, merge } from '../site/model/marks.js';
import { divide, visible } from '../site/model/names.js';
import { byRegion } from '../site/model/regions.js';
import { verdictOf } from '../site/model/verdict.js';

const fix = (offset, length = 4) => ({
  offset,
  length,
  kind: 'mojibake',
  before: 'Ã©',
  after: 'é',
  why: 'UTF-8 read as windows-1252 and encoded again',
});

test('findings of several passes become marks that do not overlap', () => {
  const marks = merge({
    errors: [{ offset: 20, length: 1, line: 2, message: 'invalid byte' }],
    fixes: [fix(4), { ...fix(19, 3), kind: 'irregular-pair' }],
    choices: [{ offset: 30, length: 1, kind: 'stray-byte', readings: ['a', 'b'] }],
    seen: [
      { offset: 4, length: 4, line: 1, class: 'mojibake' },
      { offset: 10, length: 3, line: 1, class: 'zero-width' },
      { offset: 40, length: 3, line: 3, class: 'replacement' },
    ],
  });
  assert.deepEqual(
    marks.map(({ offset, length, cls, line }) => [offset, length, cls, line]),
    [
      [4, 4, 'mojibake', 1],
      [10, 3, 'hidden', 1],
      [19, 3, 'error', 2],
      [30, 1, 'error', undefined],
      [40, 3, 'lost', 3],
    ],
  );
  assert.ok(marks[2].fix && marks[2].error);
});

test('marks are found by their offsets, around the end too', () => {
  const marks = new Marks(merge({ fixes: [fix(10), fix(20), fix(30)] }));
  assert.equal(marks.next(10).offset, 20);
  assert.equal(marks.next(30).offset, 10);
  assert.equal(marks.previous(10).offset, 30);
  assert.equal(marks.previous(25).offset, 20);
  assert.equal(marks.around(33).offset, 30);
  assert.equal(marks.around(34), undefined);
  assert.equal(marks.at(20).offset, 20);
  assert.equal(marks.next(0, 'error'), undefined);
  assert.deepEqual(
    marks.bins(4, 40).map((bin) => bin.mojibake ?? 0),
    [0, 1, 1, 1],
  );
  assert.equal(new Marks().next(0), undefined);
});

const NONE = { error: 0, mojibake: 0, hidden: 0, lost: 0 };
const state = (more) => ({
  blob: { size: 100 },
  encoding: 'utf-8',
  detection: { encoding: 'utf-8', verdict: 'proven', confidence: 1, alternatives: [] },
  report: { errors: 0, remarks: [] },
  counts: NONE,
  seenCount: 0,
  isRepairDone: true,
  ...more,
});
const said = (more) => {
  const { text, action } = verdictOf(state(more));
  return action ? `${text} [${action.label}]` : text;
};

test('the sentence names the most important finding, with the next step', () => {
  const windows = {
    encoding: 'windows-1252',
    verdict: 'likely',
    confidence: 0.98,
    language: 'de',
    alternatives: [],
  };
  assert.equal(said({ detection: undefined }), 'Reading the text…');
  assert.equal(said({ failure: 'it failed' }), 'The text could not be judged: it failed.');
  assert.equal(said({ blob: { size: 0 } }), 'The text is empty.');
  assert.equal(said({}), 'Valid UTF-8. Nothing is wrong.');
  // Before the end of all passes, nothing is said about them.
  assert.equal(said({ doing: {}, seenCount: undefined }), 'Valid UTF-8.');
  assert.equal(said({ seenCount: undefined }), 'Valid UTF-8. No mojibake.');
  assert.equal(
    said({ detection: { verdict: 'binary', fileType: 'zip', alternatives: [] } }),
    'This is a ZIP archive (also DOCX, XLSX or JAR), not text. [Show the bytes]',
  );
  assert.equal(
    said({ report: { errors: 9, binary: true } }),
    'This is a binary file, not text. [Show the bytes]',
  );
  assert.equal(
    said({ chosen: 'utf-8', detection: windows, report: { errors: 3 } }),
    'Read as UTF-8, 3 errors. It is probably windows-1252, 98 %. [Read as windows-1252]',
  );
  assert.equal(
    said({ encoding: 'windows-1252', detection: windows }),
    'windows-1252, German, 98 % sure. No errors. [Save as UTF-8]',
  );
  assert.match(
    said({ encoding: 'windows-1252', detection: { ...windows, confidence: 0.4 } }),
    /^Probably windows-1252, German, but only 40 % sure/,
  );
  assert.equal(
    said({ report: { errors: 1 }, counts: { ...NONE, error: 1 } }),
    'UTF-8 with 1 broken place. [Go to the first]',
  );
  assert.equal(
    said({ fixCount: 380, fixes: [fix(0)], counts: { ...NONE, mojibake: 380 } }),
    'UTF-8, 380 places look like UTF-8 read as windows-1252. [Repair 380 places]',
  );
  assert.equal(
    said({
      encoding: 'utf-16le',
      detection: windows,
      chosen: 'utf-16le',
      report: { errors: 0 },
      counts: { ...NONE, mojibake: 1 },
      chosenEncoding: 1,
    }).includes('windows-1252'),
    true,
  );
  // A repair is offered when all of its places are known.
  assert.equal(
    said({ fixCount: 3, fixes: [fix(0)], counts: { ...NONE, mojibake: 3 }, isRepairDone: false }),
    'UTF-8, 3 places look like UTF-8 read as windows-1252.',
  );
  assert.equal(
    said({ counts: { ...NONE, hidden: 2 } }),
    'UTF-8 with 2 hidden or odd characters. [Go to the first]',
  );
  assert.equal(
    said({ counts: { ...NONE, lost: 1 } }),
    'UTF-8, but text was lost before: 1 U+FFFD. [Go to the first]',
  );
});

test('with low confidence, two readings are offered', () => {
  const detection = {
    encoding: 'koi8-r',
    verdict: 'likely',
    confidence: 0.4,
    alternatives: [{ encoding: 'windows-1251', confidence: 0.3 }],
  };
  const { text, readings } = verdictOf(state({ encoding: 'koi8-r', detection }));
  assert.match(text, /^The encoding is not certain: KOI8-R \(40 %\) or windows-1251 \(30 %\)/);
  assert.deepEqual(
    readings.map((one) => one.encoding),
    ['koi8-r', 'windows-1251'],
  );
  // After a choice, the question is not asked again.
  assert.equal(verdictOf(state({ encoding: 'koi8-r', chosen: 'koi8-r', detection })).readings, undefined);
});

test('names of files are safe in a shell', () => {
  for (const name of [
    'a.txt',
    'my file.txt',
    "it's",
    '$(reboot)',
    '`id`',
    'a;b|c&d',
    '-rf',
    '--',
    'a\nb',
    'tab\there',
    "q'\n",
    'é.txt',
    'rlo\u202efdp',
    '*?[a]',
    'back\\slash',
    '!history',
    '~',
  ]) {
    // Only bash has `$'…'` everywhere.
    const output = execFileSync('bash', ['-c', `printf %s ${operand(name)}`]).toString();
    assert.equal(output, name.startsWith('-') ? `./${name}` : name);
    assert.doesNotMatch(operand(name), /[\p{Cc}\p{Cf}]/u);
  }
});

test('the command does what the page does', () => {
  const facts = { name: 'a b.csv', encoding: 'utf-8', isBinary: false, fixes: 0, errors: 0, hidden: 0 };
  assert.equal(commandFor({ ...facts, fixes: 2 }), "utf repair 'a b.csv' -o 'a b.repaired.csv'");
  assert.equal(
    commandFor({ ...facts, encoding: 'windows-1252' }),
    "utf convert -f windows-1252 'a b.csv' -o 'a b.utf-8.csv'",
  );
  assert.equal(commandFor({ ...facts, hidden: 1 }), "utf audit 'a b.csv'");
  assert.equal(commandFor(facts), "utf check 'a b.csv'");
  assert.equal(commandFor({ ...facts, isBinary: true }), "utf detect 'a b.csv'");
  assert.equal(
    convertCommand({
      name: 'a',
      from: 'utf-8',
      to: 'utf-16',
      errors: 'replace',
      bom: 'add',
      eol: 'crlf',
    }),
    'utf convert -t utf-16 --errors replace --bom add --eol crlf a -o a.utf-16',
  );
  assert.equal(renamed('.profile', 'utf-8'), '.profile.utf-8');
});

test('odd characters get names, and emoji stay whole', () => {
  assert.deepEqual(divide('a\u200bb'), ['a', { character: '\u200b', name: 'ZWSP' }, 'b']);
  assert.equal(visible('x\u202ey\u00ad\u{e0001}\t'), 'x‹RLO›y‹SHY›‹U+E0001›\t');
  assert.deepEqual(divide('👩‍👧 ❤️ 👍🏽'), ['👩‍👧 ❤️ 👍🏽']);
  assert.equal(visible('क्\u200dष'), 'क्‹ZWJ›ष');
  assert.deepEqual(divide(''), []);
});

test('each encoding is in one region', () => {
  const groups = byRegion(['utf-8', 'windows-1252', 'koi8-r', 'gbk', 'ibm037', 'adobe-x']);
  assert.deepEqual(
    groups.map(([region]) => region),
    ['Unicode', 'Western Europe', 'Cyrillic', 'Chinese', 'IBM, also EBCDIC', 'Other'],
  );
});
