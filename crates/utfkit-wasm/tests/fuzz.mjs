// Compares the package with Node on random data, until the time is over.
//
//     node fuzz.mjs [--minutes N] [--seed N]
//
// `TextDecoder`, strict and with replacement, in pieces of random sizes; `isValid`; `TextEncoder`, whose output
// reads back; `RepairStream`, which repairs pieces as `repair` does the whole. Bytes that Node does not
// decode as the standard says are left out, and so are the charsets of East Asia. Stops at the first difference, and prints it.
import { parseArgs } from 'node:util';
import * as utfkit from '../package/src/index.js';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const end = Date.now() + Number(values.minutes ?? 30) * 60_000;
const seed = Number(values.seed ?? 1);

const SINGLE = ['ibm866', 'koi8-r', 'koi8-u', 'macintosh', 'windows-874'];
SINGLE.push(...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((page) => `windows-125${page}`));
SINGLE.push(...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15].map((part) => `iso-8859-${part}`));
const LABELS = ['utf-8', 'utf-16le', 'utf-16be', ...SINGLE];
const PARTS = ['text ', 'a', '\n', 'é', 'ß', 'Ж', 'я', 'λ', 'א', 'ع', 'ก', 'あ', '漢', '한', '€', '’', '\x80', '\xa0',
    '😀', '\0', '\ufeff', 'Ã©', 'â€™', '\ufffd'];

// The generator mulberry32, because Math.random() cannot be repeated.
let state = seed;
const chance = (below) => {
    state = (state + 0x6D2B79F5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
};
const pick = (list) => list[chance(list.length)];
const repeated = (make) => Array.from({ length: 1 + chance(40) }, make);

/** The bytes that Node decodes in another way, by charset. */
const other = new Map(SINGLE.map((label) => {
    const [ours, theirs] = [new utfkit.TextDecoder(label), new TextDecoder(label)];
    const all = Array.from({ length: 256 }, (_, byte) => byte);
    return [label, new Set(all.filter((byte) => {
        const data = Uint8Array.from([byte]);
        return ours.decode(data) !== theirs.decode(data);
    }))];
}));

/** Returns random bytes: text of the charset with some random bytes in it. */
function bytes(label) {
    const encoder = new utfkit.TextEncoder(label, { labelSet: 'whatwg' });
    const parts = repeated(() => chance(5) ? encoder.encode(pick(PARTS)) : Uint8Array.from([chance(256)]));
    const odd = other.get(label) ?? new Set();
    const once = Buffer.concat(parts).filter((byte) => !odd.has(byte));
    return chance(5) ? once : Buffer.concat(Array(60).fill(once));
}

/** Decodes `data` in these pieces. Returns `undefined` for an error. */
function decoded(TextDecoder, label, options, pieces) {
    const decoder = new TextDecoder(label, options);
    try {
        return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
    } catch (error) {
        if (error instanceof TypeError) return undefined;
        throw error;
    }
}

function pieces(data) {
    const cuts = [0, ...Array.from({ length: chance(4) }, () => chance(data.length + 1)), data.length];
    cuts.sort((one, other) => one - other);
    return cuts.slice(1).map((cut, at) => data.subarray(cuts[at], cut));
}

function same(ours, theirs, what, data) {
    if (ours === theirs) return;
    console.error(`seed ${seed}, ${comparisons} comparisons: ${what} of ${data.toString('hex')}:`);
    console.error(`${JSON.stringify(ours)} and not ${JSON.stringify(theirs)}`);
    process.exit(1);
}

async function repairedInPieces(data) {
    const stream = new utfkit.RepairStream();
    const reading = new Response(stream.readable).arrayBuffer();
    const writer = stream.writable.getWriter();
    for (const piece of pieces(data)) await writer.write(piece);
    await writer.close();
    return Buffer.from(await reading);
}

let comparisons = 0;
while (Date.now() < end) {
    const label = pick(LABELS);
    const data = bytes(label);
    const cut = pieces(data);
    for (const options of [{}, { fatal: true }, { ignoreBOM: true }]) {
        const theirs = decoded(TextDecoder, label, options, cut);
        const ours = decoded(utfkit.TextDecoder, label, options, cut);
        same(ours, theirs, `${label} ${JSON.stringify(options)}`, data);
        if (options.fatal) same(utfkit.isValid(data, label), theirs !== undefined, `isValid ${label}`, data);
        comparisons += 1;
    }
    const text = `a${repeated(() => pick(PARTS)).join('')}`;
    const written = new utfkit.TextEncoder(label, { labelSet: 'whatwg' }).encode(text);
    // A BOM at the start is not text, so each character is after a letter.
    const known = [...text].map((one) => {
        try {
            new utfkit.TextEncoder(label, { labelSet: 'whatwg', fatal: true }).encode(`a${one}`);
            return one;
        } catch {
            return '?';
        }
    });
    const read = new utfkit.TextDecoder(label, { ignoreBOM: true }).decode(written);
    same(read, known.join(''), `TextEncoder ${label}`, Buffer.from(text));
    if (comparisons % 8 === 0) {
        const whole = Buffer.from((await utfkit.repair(data)).bytes).toString('hex');
        same((await repairedInPieces(data)).toString('hex'), whole, 'RepairStream', data);
    }
}
console.log(`${comparisons} comparisons in ${LABELS.length} encodings, ${process.cpuUsage().user / 1e6} s of processor time`);
