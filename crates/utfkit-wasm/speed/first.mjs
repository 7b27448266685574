// The processor time of the import and the first detection of a process, next to those of other detectors.
// The median of five processes counts. `tables.mjs` prints it.

import { execFileSync } from 'node:child_process';

const TEXTS = {
  'UTF-8': Buffer.from('La crème brûlée est un dessert à base de crème.'),
  'French, windows-1252': Buffer.from('La crème brûlée est un dessert à base de crème.', 'latin1'),
  'Japanese, Shift_JIS': Buffer.from('93fa967b8cea82cc836583428358836783f18efe82e9', 'hex'),
};
const PACKAGES = {
  utfkit: [new URL('../package/node/all.js', import.meta.url), 'detect'],
  'utfkit/inline': [new URL('../package/inline/all.js', import.meta.url), 'detect'],
  jschardet: ['jschardet', 'default.detect'],
  chardet: ['chardet', 'default.detect'],
};

/** Returns the milliseconds of a fresh process. */
function milliseconds([module, path], bytes) {
  const script = `
    const start = process.cpuUsage();
    const found = await import('${module}');
    await found.${path}(Buffer.from('${bytes.toString('hex')}', 'hex'));
    const { user, system } = process.cpuUsage(start);
    process.stdout.write(String((user + system) / 1000));`;
  const cwd = new URL('.', import.meta.url);
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd }));
}

/** Returns a table in milliseconds. */
export function firstCalls() {
  const lines = [`| text | ${Object.keys(PACKAGES).join(' | ')} |`, '| --- '.repeat(1 + Object.keys(PACKAGES).length) + '|'];
  for (const [text, bytes] of Object.entries(TEXTS)) {
    // The candidates run in turn, because other work disturbs them.
    const rounds = Array.from({ length: 5 }, () =>
      Object.values(PACKAGES).map((candidate) => milliseconds(candidate, bytes)),
    );
    const medians = rounds[0].map((_, column) => rounds.map((row) => row[column]).sort((a, b) => a - b)[2]);
    lines.push(`| ${text} | ${medians.map((median) => median.toFixed(0)).join(' | ')} |`);
  }
  return lines.join('\n');
}
