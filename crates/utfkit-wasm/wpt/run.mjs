// Runs the Encoding tests of web-platform-tests against the classes of the package, in Node.
//
//     node run.mjs DIRECTORY [--native] [--verbose]
//
// DIRECTORY is `encoding` of a checkout of web-platform-tests. `--native` runs the classes of Node
// instead, for comparison. The tests of decoders in HTML are read as data: each `span` has bytes and
// the character that they mean.

import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import * as utfkit from '../package/src/index.js';

const [directory, ...flags] = process.argv.slice(2);
if (!directory) {
  console.error('usage: run.mjs DIRECTORY [--native] [--verbose]');
  process.exit(2);
}
const classes = flags.includes('--native')
  ? { TextDecoder, TextEncoder, TextDecoderStream, TextEncoderStream }
  : {
      TextDecoder: utfkit.TextDecoder,
      TextEncoder: utfkit.TextEncoder,
      TextDecoderStream: utfkit.TextDecoderStream,
      TextEncoderStream: utfkit.TextEncoderStream,
    };
Object.assign(globalThis, classes);

/** The tests of the current file, and those that failed. */
let queue = [];
const results = [];

class Failure extends Error {}

const fail = (message) => {
  throw new Failure(message);
};
const show = (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));
const isSame = (a, b) => Object.is(a, b);
const list = (values) => Array.from(values);

/** The part of testharness.js that these tests use. */
const harness = {
  self: globalThis,
  GLOBAL: { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false },
  setup(first) {
    if (typeof first === 'function') first();
  },
  test: (run, name) => queue.push([name, async () => run(context())]),
  promise_test: (run, name) => queue.push([name, async () => run(context())]),
  async_test: (run, name) => queue.push([name, () => asynchronous(run)]),
  subsetTest: (kind, ...rest) => kind(...rest),
  generate_tests: (run, rows) => {
    for (const [name, ...values] of rows) queue.push([name, async () => run(...values)]);
  },
  step_timeout: setTimeout,
  format_value: show,
  assert_equals: (a, b, m) => isSame(a, b) || fail(`${m}: ${show(a)}, expected ${show(b)}`),
  assert_not_equals: (a, b, m) => !isSame(a, b) || fail(`${m}: both are ${show(a)}`),
  assert_true: (a, m) => a === true || fail(`${m}: ${show(a)}, expected true`),
  assert_false: (a, m) => a === false || fail(`${m}: ${show(a)}, expected false`),
  assert_array_equals(a, b, m) {
    const isEqual = a.length === b.length && list(a).every((one, at) => isSame(one, b[at]));
    if (!isEqual) fail(`${m}: [${list(a)}], expected [${list(b)}]`);
  },
  assert_in_array: (a, all, m) => all.includes(a) || fail(`${m}: ${show(a)}`),
  assert_unreached: (m) => fail(`reached: ${m}`),
  assert_throws_js(type, run, m) {
    try {
      run();
    } catch (error) {
      if (error?.constructor === type && error instanceof type) return;
      fail(`${m}: threw ${error}`);
    }
    fail(`${m}: did not throw`);
  },
  promise_rejects_js: async (_, type, promise, m) => {
    const error = await promise.then(() => fail(`${m}: was not rejected`), (error) => error);
    if (error?.constructor !== type) fail(`${m}: rejected with ${error}`);
  },
  promise_rejects_exactly: async (_, value, promise, m) => {
    const error = await promise.then(() => fail(`${m}: was not rejected`), (error) => error);
    if (error !== value) fail(`${m}: rejected with ${error}`);
  },
};
harness.assert_throws_dom = (_, run, m) => harness.assert_throws_js(Error, run, m);

function context() {
  return {
    step: (run) => run(),
    step_func: (run) => run,
    step_func_done: (run) => run,
    unreached_func: (message) => () => fail(message),
    add_cleanup() {},
    done() {},
  };
}

function asynchronous(run) {
  return new Promise((resolve, reject) => {
    const guard = (step) => (...values) => {
      try {
        step(...values);
      } catch (error) {
        reject(error);
      }
    };
    const test = { ...context(), step_func: guard, done: resolve, step: (step) => guard(step)() };
    guard(run)(test);
  });
}

async function runQueue(file) {
  for (const [name, run] of queue) {
    let timer;
    const timeout = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Failure('timeout')), 20_000);
    });
    try {
      await Promise.race([run(), timeout]);
      results.push({ file, name });
    } catch (error) {
      results.push({ file, name, error });
    }
    clearTimeout(timer);
  }
  queue = [];
}

/** Runs a script with those that it includes, each in the scope of the same function. */
async function runScript(file) {
  const source = fs.readFileSync(path.join(directory, file), 'utf8');
  const includes = [...source.matchAll(/^\/\/ META: script=(\S+)/gm)].map(([, name]) => name);
  // A variant runs a part of the tests. Here, one run has them all.
  const isSubset = includes.includes('/common/subset-tests.js');
  const found = isSubset ? [] : [...source.matchAll(/^\/\/ META: variant=(\S+)/gm)];
  const variants = found.map(([, query]) => query);
  const parts = includes.map((name) => {
    const base = name.startsWith('/') ? path.join(directory, '..') : path.join(directory, path.dirname(file));
    const at = path.join(base, name);
    if (!fs.existsSync(at)) throw new Error(`${name} is missing`);
    return fs.readFileSync(at, 'utf8');
  });
  for (const query of variants.length ? variants : ['']) {
    harness.location = { search: query };
    const names = Object.keys(harness);
    const code = `(function (${names.join(', ')}) {\n${[...parts, source].join('\n')}\n})`;
    vm.runInThisContext(code, { filename: file })(...Object.values(harness));
    await runQueue(file + query);
  }
}

/** Reads an HTML test: characters with their bytes, or bytes that must be errors. */
function runHtml(file) {
  const data = fs.readFileSync(path.join(directory, file), 'latin1');
  const label = /<meta charset="([^"]+)"/.exec(data)?.[1];
  const decode = (bytes, fatal) => new globalThis.TextDecoder(label, { fatal }).decode(bytes);
  if (file.includes('_errors')) {
    for (const [, text] of data.matchAll(/<span[^>]*>([^]*?)<\/span>/g)) {
      const bytes = Buffer.from(text, 'latin1');
      queue.push([bytes.toString('hex'), async () => {
        harness.assert_true(decode(bytes, false).includes('\ufffd'), 'U+FFFD');
        harness.assert_throws_js(TypeError, () => decode(bytes, true), 'fatal');
      }]);
    }
    return runQueue(file);
  }
  for (const [, point, digits] of data.matchAll(/data-cp="([0-9A-F]+)" data-bytes="([^"]+)"/g)) {
    const bytes = Buffer.from(digits.replaceAll(' ', ''), 'hex');
    // The page has these bytes as text. A row of an encoder that is not symmetric has others.
    if (!data.includes(bytes.toString('latin1'))) continue;
    queue.push([`${digits} is U+${point}`, async () => {
      const expected = String.fromCodePoint(Number.parseInt(point, 16));
      const isAsymmetric = /jp|sjis|jis/.test(file) && ['A5', '203E', '2212'].includes(point);
      if (!isAsymmetric) harness.assert_equals(decode(bytes, true), expected, digits);
    }]);
  }
  return runQueue(file);
}

const skipped = [];
const files = fs.readdirSync(directory, { recursive: true }).sort();
for (const file of files) {
  if (/(^|\/)resources\//.test(file)) continue;
  try {
    if (/\.(any|window)\.js$/.test(file)) await runScript(file);
    else if (/_(chars|errors|chars_extra)[^/]*\.html$/.test(file)) await runHtml(file);
  } catch (error) {
    skipped.push(`${file}: ${error.message}`);
    queue = [];
  }
}

const failed = results.filter(({ error }) => error);
const perFile = new Map();
for (const { file, error } of results) {
  const row = perFile.get(file) ?? { passed: 0, failed: 0 };
  row[error ? 'failed' : 'passed']++;
  perFile.set(file, row);
}
if (flags.includes('--verbose')) {
  for (const [file, row] of perFile) console.log(`${file}: ${row.passed} passed, ${row.failed} failed`);
}
for (const { file, name, error } of failed.slice(0, 200)) {
  console.log(`FAILED ${file}: ${name}\n    ${error.message.slice(0, 300)}`);
}
for (const line of skipped) console.log(`NOT RUN ${line}`);
console.log(`${perFile.size} files, ${results.length} tests, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
