import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ConversionError,
  ConvertStream,
  RepairStream,
  audit,
  character,
  check,
  convert,
  decodeInto,
  detect,
  encodings,
  inspect,
  isValid,
  kinds,
  patch,
  repair,
  toUtf16,
  utf16Length,
  validate,
} from 'utfkit';

const bytes = (...values) => Uint8Array.from(values);
const utf8 = (text) => new TextEncoder().encode(text);

test('validate returns the first error', () => {
  assert.equal(validate(utf8('naïve')), null);
  assert.deepEqual(validate(bytes(0x61, 0xc0, 0xaf)), {
    offset: 1,
    length: 1,
    kind: 'overlong',
    message: 'overlong form of U+002F',
    bytes: bytes(0xc0),
    means: 'U+002F',
    subparts: 1,
  });
  assert.equal(isValid(bytes(0xe2, 0x82)), false);
  assert.equal(isValid(new ArrayBuffer(3)), true);
  assert.throws(() => isValid('text'), TypeError);
});

test('validate finds an error at any offset of a long text', () => {
  const long = utf8('é€😀'.repeat(50_000));
  assert.equal(validate(long), null);
  for (const at of [0, 131_071, 131_072, 262_143, long.length - 1]) {
    const broken = long.slice();
    broken[at] = 0xff;
    let expected = 0;
    for (const character of new TextDecoder().decode(broken)) {
      if (character === '\ufffd') break;
      expected += utf8(character).length;
    }
    assert.equal(validate(broken).offset, expected);
  }
});

test('validate knows UTF-16 and all other encodings', () => {
  assert.equal(isValid(bytes(0x3d, 0xd8, 0x00, 0xde), 'utf-16le'), true);
  assert.equal(validate(bytes(0x61, 0, 0x3d, 0xd8), 'utf-16le').offset, 2);
  assert.deepEqual(validate(bytes(0, 0x61, 0xd8, 0x3d), 'utf-16be').bytes, bytes(0xd8, 0x3d));
  assert.equal(validate(bytes(0x61, 0xff), 'us-ascii').offset, 1);
  assert.equal(isValid(bytes(0x93, 0xfa), 'shift_jis'), true);
});

test('UTF-8 is converted to units of UTF-16', () => {
  const text = 'aé€😀\ufffd'.repeat(30_000);
  const units = toUtf16(utf8(text));
  assert.equal(units.length, utf16Length(utf8(text)));
  assert.equal(Buffer.from(units.buffer).toString('utf16le'), text);
  assert.throws(() => toUtf16(bytes(0xff), { fatal: true }), TypeError);
  assert.deepEqual([...toUtf16(bytes(0x61, 0xe2, 0x82))], [0x61, 0xfffd]);
});

test('decodeInto fills what fits, and never half a character', () => {
  const data = utf8('aé€😀b');
  const expected = 'aé€😀b';
  for (let room = 0; room < 8; room++) {
    const units = new Uint16Array(room);
    const { read, written } = decodeInto(data, units);
    const text = String.fromCharCode(...units.subarray(0, written));
    assert.ok(expected.startsWith(text) && text.isWellFormed(), `${room}`);
    assert.equal(read, utf8(text).length);
    assert.ok(written === expected.length || room - written < 2);
  }
  const cut = decodeInto(data.subarray(0, 8), new Uint16Array(9), { stream: true });
  assert.deepEqual(cut, { read: 6, written: 3 });
  const ended = decodeInto(data.subarray(0, 8), new Uint16Array(9));
  assert.deepEqual(ended, { read: 8, written: 4 });
  const long = utf8('é€😀'.repeat(100_000));
  const units = new Uint16Array(400_001);
  assert.deepEqual(decodeInto(long, units), { read: long.length, written: 400_000 });
  assert.deepEqual(units.subarray(0, 400_000), toUtf16(long));
});

test('check lists errors with their positions', async () => {
  const report = await check(bytes(0x61, 0x0a, 0x62, 0xc0, 0xaf, 0xff));
  assert.equal(report.errors, 2);
  assert.deepEqual(
    report.findings.map(({ kind, line, column, offset }) => [kind, line, column, offset]),
    [
      ['overlong', 2, 2, 3],
      ['invalid-byte', 2, 4, 5],
    ],
  );
  assert.match(report.findings[0].section, /RFC 3629/);
  assert.equal((await check('all well')).errors, 0);
  const limited = await check(new Uint8Array(100).fill(0xff), { limit: 3 });
  assert.deepEqual([limited.findings.length, limited.illFormed], [3, 100]);
  const xml = await check('a\u0001', { receiver: 'xml' });
  assert.equal(xml.findings[0].receiver, 'xml');
  await assert.rejects(check('', { encoding: 'uft-8' }), /did you mean utf-8/);
});

test('check says what a well-formed text went through, and whether the data is text', async () => {
  const said = async (source) => {
    const { remarks, binary } = await check(source);
    return { remarks, binary };
  };
  assert.deepEqual(await said('cafÃ© crÃ¨me brÃ»lÃ©e'), { remarks: ['mojibake'], binary: false });
  assert.deepEqual(await said('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>'), {
    remarks: ['wrong-declaration'],
    binary: false,
  });
  assert.deepEqual(await said('plain text'), { remarks: [], binary: false });
  const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 8, 0, 8, 0, 0xff, 0xfe, 0xc0, 0, 0, 0, 1, 2, 3);
  assert.deepEqual(await said(zip), { remarks: [], binary: true });
});

test('detect finds the encoding', async () => {
  const found = await detect(Buffer.from('h\0e\0l\0l\0o\0'));
  assert.deepEqual([found.encoding, found.verdict], ['utf-16le', 'likely']);
  const proven = await detect(new Blob(['naïve']));
  assert.deepEqual([proven.encoding, proven.verdict], ['utf-8', 'proven']);
  assert.equal((await detect(utf8('naïve').slice(0, 5), { partial: true })).verdict, 'so-far');
  const german = Buffer.from('Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich', 'latin1');
  const likely = await detect(german);
  assert.deepEqual([likely.encoding, likely.language], ['windows-1252', 'de']);
  assert.ok(likely.evidence.length > 0);
});

test('detect names the type of a binary file', async () => {
  const rest = Array.from({ length: 64 }, (_, at) => (37 * at) & 0xff);
  for (const [start, fileType, mediaType] of [
    ['PK\x03\x04', 'zip', 'application/zip'],
    ['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'PDF', 'application/pdf'],
    ['\x7fELF\x02\x01\x01\0', 'ELF', 'application/x-executable'],
    ['SQLite format 3\0', 'SQLite', 'application/vnd.sqlite3'],
    ['7z\xbc\xaf\x27\x1c', '7z', 'application/x-7z-compressed'],
  ]) {
    const found = await detect(Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(rest)]));
    assert.deepEqual([found.verdict, found.fileType, found.mediaType], ['binary', fileType, mediaType]);
  }
});

test('repair fixes mojibake, and can be undone', async () => {
  const broken = utf8('Ça va bien, cafÃ© crÃ¨me ?');
  const repaired = await repair(broken);
  assert.equal(Buffer.from(repaired.bytes).toString(), 'Ça va bien, café crème ?');
  assert.deepEqual(repaired.fixes.map((fix) => fix.kind), ['mojibake', 'mojibake']);
  assert.deepEqual(repaired.undo(), broken);
  const stream = new RepairStream();
  const parts = [];
  for await (const part of new Blob([broken]).stream().pipeThrough(stream)) parts.push(part);
  assert.deepEqual(Buffer.concat(parts), Buffer.from(repaired.bytes));
  assert.equal(stream.fixes.length, 2);
});

test('a patch is that of the command', async () => {
  const broken = utf8('one\ncafÃ© crÃ¨me\nlast\n');
  const { bytes, fixes } = await repair(broken);
  // `utf repair -i --patch` wrote these lines.
  assert.equal(
    await patch('m.txt', fixes, broken, bytes),
    `{"type":"patch","version":1,"path":"m.txt"}
{"type":"change","offset":7,"old":"c383c2a9","new":"c3a9"}
{"type":"change","offset":14,"old":"c383c2a8","new":"c3a8"}
{"type":"end","changes":2,"original":{"bytes":26,"sha256":"a5b928691d9663c10658fd46755dde6d0f6d2dbb0db673de346fc6fb5b59c3e4"},"result":{"bytes":22,"sha256":"e210cadfce7991b74c2476217f997120189cce55bdf1933430a4e59341d6a36a"}}
`,
  );
  assert.equal(await patch('m.txt', fixes, new Blob([broken]), new Blob([bytes])), await patch('m.txt', fixes, broken, bytes));
});

test('a lone surrogate in a string is an error', async () => {
  const { findings } = await check('a\ud800b😀\udc00');
  assert.deepEqual(findings.map(({ kind, offset }) => [kind, offset]), [['surrogate', 1], ['surrogate', 9]]);
});

test('audit finds hidden text', async () => {
  const { observations, total } = await audit('if a \u202e {');
  assert.equal(total, 1);
  assert.equal(observations[0].kind, 'bidi-override');
  assert.equal((await audit('if a \u202e {', { allow: 'bidi-override' })).total, 0);
  await assert.rejects(audit('', { allow: 'no-such-rule' }), RangeError);
});

test('inspect shows characters with their bits', async () => {
  const cells = await inspect(bytes(0xe2, 0x82, 0xac, 0xff, 0x41));
  assert.deepEqual(cells.map((cell) => cell.what), ['character', 'ill-formed', 'character']);
  assert.equal(cells[0].name, 'EURO SIGN');
  assert.deepEqual(cells[0].units.map((unit) => unit.payload), ['0010', '000010', '101100']);
  assert.equal(cells[1].offset, 3);
  const [little] = await inspect(bytes(0x61, 0), { encoding: 'utf-16', offset: 256, order: 'little' });
  assert.deepEqual([little.offset, little.point], [256, 0x61]);
  const text = await convert('日本語'.repeat(200), 'utf-8', 'iso-2022-jp');
  const all = await inspect(text, { encoding: 'iso-2022-jp' });
  const some = await inspect(text, { encoding: 'iso-2022-jp', start: 500, end: 502 });
  assert.deepEqual(some, all.filter((cell) => cell.offset + cell.bytes.length > 500 && cell.offset < 502));
  const euro = await character('€');
  const row = euro.charsets.find((charset) => charset.encoding === 'windows-1252');
  assert.deepEqual(row.bytes, bytes(0x80));
  assert.equal(euro.mojibake, 'â‚¬');
});

test('convert goes from any encoding to any other', async () => {
  assert.deepEqual(await convert('€', 'utf-8', 'windows-1252'), bytes(0x80));
  await assert.rejects(convert('日', 'utf-8', 'latin1'), (error) => {
    assert.ok(error instanceof ConversionError);
    assert.deepEqual([error.finding.kind, error.finding.offset], ['unencodable', 0]);
    return true;
  });
  const replaced = await convert('日', 'utf-8', 'latin1', { errors: 'replace' });
  assert.deepEqual(replaced, bytes(0x3f));
  await assert.rejects(convert('', 'utf-8', 'utf-8', { errors: 'guess' }), RangeError);
});

test('a long stream needs little memory', { timeout: 300_000 }, async () => {
  const total = Number(process.env.UTFKIT_TEST_BYTES ?? 2 ** 30);
  const block = utf8('aé€😀'.repeat(26_214));
  const blocks = Math.ceil(total / block.length);
  let left = blocks;
  const source = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(block);
      else controller.close();
    },
  });
  const stream = new ConvertStream('utf-8', 'utf-16le');
  const before = process.memoryUsage().rss;
  let most = before;
  let length = 0;
  for await (const part of source.pipeThrough(stream)) {
    length += part.length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  assert.equal(length, blocks * 26_214 * 10);
  assert.equal(stream.counts.illFormed, 0);
  // Garbage that is not yet collected counts too.
  assert.ok(most - before < 200 << 20, `${(most - before) >> 20} MiB`);
});

test('all encodings and kinds have names', async () => {
  assert.ok((await encodings()).length > 80);
  assert.ok((await kinds()).some((kind) => kind.code === 'overlong'));
});

test('convert reports its progress, and can be stopped', async () => {
  const source = [utf8('é'), utf8('€')];
  const progress = [];
  const options = { onProgress: (read) => progress.push(read) };
  assert.deepEqual(await convert(source, 'utf-8', 'utf-16be', options), bytes(0, 0xe9, 0x20, 0xac));
  assert.deepEqual(progress, [2, 5]);
  const controller = new AbortController();
  const stop = { signal: controller.signal, onProgress: () => controller.abort() };
  await assert.rejects(convert(source, 'utf-8', 'utf-16be', stop), { name: 'AbortError' });
  await assert.rejects(check(source, { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('a stream that waits can be stopped', async () => {
  const stalled = new ReadableStream({ start: (controller) => controller.enqueue(utf8('a')) });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(check(stalled, { signal: controller.signal }), { name: 'AbortError' });
});

test('a long array leaves turns to other events', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  const work = convert(utf8('é€'.repeat(20_000_000)), 'utf-8', 'utf-16le', { signal: controller.signal });
  await assert.rejects(work, { name: 'AbortError' });
});

test('any number of policies can be used', async () => {
  for (let number = 0; number < 300; number++) {
    const deny = `U+${(0x1000 + number).toString(16)}`;
    assert.equal((await audit('a', { deny })).total, 0);
  }
});

test('a repair lists no more than its limit', async () => {
  const fixes = [];
  const options = { limit: 1, onFixes: (some) => fixes.push(...some) };
  const repaired = await repair(utf8('Ça va bien, cafÃ© crÃ¨me ?'), options);
  assert.deepEqual([repaired.fixes.length, repaired.fixCount, fixes.length], [1, 2, 2]);
  assert.throws(() => repaired.undo(), RangeError);
  const line = [...utf8('one line '), 0xed, 0xa0, 0x80, 0x0a];
  const binary = await repair(Uint8Array.from(Array(5000).fill(line).flat()));
  await assert.rejects(repair('', { mixed: 'gb18030' }), RangeError);
  assert.deepEqual([binary.illFormed.length, binary.illFormedCount], [1000, 5000]);
});

test('values that are no characters are valid where the encoding has them', () => {
  assert.equal(validate(bytes(0, 0x11, 0, 0), 'ucs-4be'), null);
  assert.equal(validate(bytes(0xf4, 0x90, 0x80, 0x80), 'utf-8-rfc2279'), null);
  assert.equal(validate(bytes(0xf4, 0x90, 0x80, 0x80), 'UTF-8').offset, 0);
  assert.equal(isValid(bytes(0x61), 'utf8'), true);
});

test('options of wrong types are no defaults', async () => {
  const binary = new Uint8Array(2000).fill(0xff);
  assert.equal((await check(binary, { encoding: 'utf-8', limit: Infinity })).findings.length, 2000);
  for (const limit of [-1, 1.5, NaN, '5']) await assert.rejects(check('a', { limit }), RangeError);
  await assert.rejects(check('a', { encoding: 5 }), TypeError);
  await assert.rejects(convert('a', null, null), TypeError);
  for (const point of ['', -1, NaN, 2 ** 32 + 65]) await assert.rejects(character(point), RangeError);
  assert.throws(() => decodeInto(utf8('a'), new Uint8Array(1)), TypeError);
  assert.deepEqual(decodeInto(bytes(0x61, 0xff), new Uint16Array(1), { fatal: true }), { read: 1, written: 1 });
});
