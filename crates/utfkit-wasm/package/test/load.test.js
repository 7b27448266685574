// The files that are loaded on demand.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import test from 'node:test';
import zlib from 'node:zlib';
import { detect, simd } from 'utfkit';
import { unpack, unpackHere } from '../src/brotli.js';

const directory = new URL('../wasm/', import.meta.url);
const file = (name) => new Uint8Array(fs.readFileSync(new URL(name, directory)));

/** Starts the large module without its tables, or with them. */
function start(withTables) {
  const module = new WebAssembly.Module(unpack(file(`judge${simd ? '' : '-plain'}.wasm.brotli`)));
  const { exports } = new WebAssembly.Instance(module);
  const places = new Uint32Array(WebAssembly.Module.customSections(module, 'tables')[0]);
  const tables = unpack(file('tables.brotli'));
  const bytes = new Uint8Array(exports.memory.buffer);
  let from = 0;
  for (let at = 0; at < places.length; at += 2) {
    const place = bytes.subarray(places[at], places[at] + places[at + 1]);
    const table = tables.subarray(from, from + place.length);
    if (withTables) place.set(table);
    else place.fill(0xff);
    from += place.length;
  }
  assert.equal(from, tables.length);
  return (options, input) => {
    const write = (data) => {
      const address = exports.input();
      new Uint8Array(exports.memory.buffer).set(data, address);
      return data.length;
    };
    const job = exports.open(write(new TextEncoder().encode(JSON.stringify(options))));
    assert.ok(job >= 0, options.from);
    assert.equal(exports.push(job, write(input), 1), 0);
    return Buffer.from(exports.memory.buffer, exports.bytes(), exports.bytes_length()).toString();
  };
}

test('the encodings that need no tables are the same without them', () => {
  const [without, all] = [start(false), start(true)];
  const pairs = new Uint8Array(2 * 65536);
  for (let code = 0; code < 65536; code++) pairs.set([code >> 8, code & 255], 2 * code);
  const names = ['us-ascii', 'iso-8859-7', 'windows-1251', 'windows-1258', 'koi8-u', 'macintosh'];
  for (const from of names) {
    const options = { job: 'convert', from, to: 'utf-8', errors: 'replace' };
    assert.equal(without(options, pairs), all(options, pairs), from);
  }
  const options = { job: 'convert', from: 'ibm939', to: 'utf-8', errors: 'replace' };
  const kanji = new Uint8Array([0x0e, 0x45, 0x41, 0x45, 0x42, 0x0f]);
  assert.notEqual(without(options, kanji), all(options, kanji), 'a charset of the tables');
});

test('the model knows a language of each group', async () => {
  const texts = {
    'windows-1252': 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich, natürlich später.',
    'koi8-r': 'Съешь же ещё этих мягких французских булок, да выпей чаю. Сегодня хорошая погода.',
    'iso-8859-7': 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Η ζωή είναι ωραία και ο κόσμος μεγάλος.',
    'windows-1255': 'דג סקרן שט בים מאוכזב ולפתע מצא חברה. השמש זורחת והיום יפה מאוד היום.',
    'windows-1256': 'نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق.',
    'windows-874': 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน จงฝ่าฟันพัฒนาวิชาการ',
    shift_jis: '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。',
    'euc-kr': '키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다. 오늘은 날씨가 좋다.',
  };
  const { convert } = await import('utfkit');
  for (const [encoding, text] of Object.entries(texts)) {
    const found = await detect(await convert(text, 'utf-8', encoding));
    const same = { 'koi8-r': ['koi8-r', 'koi8-u'], 'iso-8859-7': ['iso-8859-7', 'windows-1253'], 'euc-kr': ['euc-kr', 'uhc'] };
    assert.ok((same[encoding] ?? [encoding]).includes(found.encoding), `${encoding}: ${found.encoding}`);
    assert.ok(found.confidence > 0.9, `${encoding}: ${found.confidence}`);
  }
});

test('files are unpacked without the help of Node, as in browsers', () => {
  for (const name of fs.readdirSync(directory).filter((name) => name.endsWith('.brotli'))) {
    const packed = file(name);
    assert.deepEqual(unpackHere(packed), new Uint8Array(zlib.brotliDecompressSync(packed)), name);
    // A file that was cut is an error.
    assert.throws(() => unpackHere(packed.subarray(0, packed.length >> 1)), /damaged/, name);
  }
  const head = file('core.wasm').subarray(0, 20000);
  const options = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 0 } };
  // One part without compression, and several parts.
  for (const bytes of [new Uint8Array(), randomBytes(70000), head]) {
    assert.deepEqual(unpackHere(new Uint8Array(zlib.brotliCompressSync(bytes, options))), new Uint8Array(bytes));
  }
});

test('the first detection of a process is fast', () => {
  const script = `
    const start = process.cpuUsage();
    const { detect } = await import('utfkit');
    const { encoding } = await detect(Buffer.from('Zw\u00f6lf Boxk\u00e4mpfer jagen Viktor', 'latin1'));
    const { user, system } = process.cpuUsage(start);
    process.stdout.write(encoding + ' ' + (user + system) / 1000);`;
  const run = ['--input-type=module', '-e', script];
  const found = execFileSync(process.execPath, run, { cwd: new URL('..', import.meta.url) });
  const [encoding, milliseconds] = found.toString().split(' ');
  assert.equal(encoding, 'windows-1252');
  // On a quiet machine, about 150.
  assert.ok(Number(milliseconds) < 600, `${milliseconds} ms of processor time`);
});

test('an answer does not depend on what was loaded before', () => {
  // A sentence in Johab, which is decoded by tables.
  const script = `
    import { detect, load } from 'utfkit';
    const text = Buffer.from('a1a1976520b7a58865b76520c881b4e19069209881a681c8e120b861b7419da1b681a161'
      + '208b6120b9a5b4f189c1208aa59fa1b54120b7b6b4e12095b79777d06194612e', 'hex');
    const fresh = await detect(text);
    await load();
    const later = await detect(text);
    process.stdout.write(fresh.encoding + ' ' + later.encoding);`;
  const run = ['--input-type=module', '-e', script];
  const found = execFileSync(process.execPath, run, { cwd: new URL('..', import.meta.url) });
  assert.equal(found.toString(), 'johab johab');
});

test('the entry with the files inside does the same, and every bundler can read it', async () => {
  const inline = await import('utfkit/inline');
  assert.equal(inline.isValid(Uint8Array.of(0xff)), false);
  assert.throws(() => new inline.TextDecoder('johab', { labelSet: 'iana' }).decode(), /await load/);
  const text = Buffer.from('Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich', 'latin1');
  assert.deepEqual(await inline.detect(text), await detect(text));
  await inline.load();
  assert.equal(new inline.TextDecoder('johab', { labelSet: 'iana' }).decode(Uint8Array.of(0x88, 0x61)), '가');
  const place = new URL('../inline/', import.meta.url);
  for (const name of fs.readdirSync(place).filter((name) => name.endsWith('.js'))) {
    const source = fs.readFileSync(new URL(name, place), 'utf8').replace(/^ *\/\/.*$/gm, '');
    assert.doesNotMatch(source, /import\.meta|^await /m, name);
  }
});

test('the classes of a bundle keep their names', async () => {
  for (const entry of ['utfkit', 'utfkit/inline']) {
    const { TextDecoder, ConversionError } = await import(entry);
    assert.equal(TextDecoder.name, 'TextDecoder');
    assert.equal(String(new TextDecoder()), '[object TextDecoder]');
    assert.equal(ConversionError.name, 'ConversionError');
  }
});

test('CommonJS can require the package', (context) => {
  if (!process.features.require_module) return context.skip('this Node has no require of modules');
  const script = "process.stdout.write(String(require('utfkit').isValid(new Uint8Array([255]))))";
  const found = execFileSync(process.execPath, ['-e', script], { cwd: new URL('..', import.meta.url) });
  assert.equal(found.toString(), 'false');
});
