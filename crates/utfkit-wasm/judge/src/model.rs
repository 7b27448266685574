//! Unpacks the model of text: context mixing in front of an arithmetic decoder.
//!
//! The costs of the model depend on each other: that of three symbols on those of two. So a general
//! compressor needs a third more bytes. A part is unpacked when it is first used.
//! `pack/model.mjs` writes the file, and has the same predictions.

use std::sync::OnceLock;

use utfkit_text::model::listed::{self, Costly, MAX_LANGUAGES};

/// The file. It begins with the number of parts. A byte for each follows, with its number of
/// languages; then a length and a checksum for each, both of four bytes, the lowest first.
static FILE: OnceLock<Vec<u8>> = OnceLock::new();

/// The number of predictions that are mixed.
const INPUTS: usize = 3;
/// The number of bits that select a prediction.
const BITS: u32 = 20;
const PREDICTIONS: usize = 1 << BITS;
const MASK: u32 = (1 << BITS) - 1;
/// The number of sets of weights.
const SETS: usize = 8192;
/// The number of bits after which a prediction adapts no slower.
const SLOWEST: u8 = 60;

/// The logistic function, in 33 points from -2048 to 2048.
const POINTS: [i32; 33] = [
    1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348,
    3607, 3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
];

/// Sets the file, and makes the library read it.
pub(crate) fn provide(file: Vec<u8>) {
    if FILE.set(file).is_ok() {
        utfkit_text::model::provide(part);
    }
}

/// Returns a part, or an empty one if the file is damaged.
fn part(number: usize) -> Vec<u8> {
    unpacked(FILE.get().map_or(&[], Vec::as_slice), number).unwrap_or_default()
}

fn unpacked(file: &[u8], number: usize) -> Option<Vec<u8>> {
    let count = usize::from(*file.first()?);
    let (widths, rest) = file.get(1..)?.split_at_checked(count)?;
    let (heads, mut rest) = rest.split_at_checked(8 * count)?;
    let (heads, _) = heads.as_chunks::<8>();
    for [a, b, c, d, ..] in heads.get(..number)? {
        rest = rest.get(u32::from_le_bytes([*a, *b, *c, *d]) as usize..)?;
    }
    let [a, b, c, d, checksum @ ..] = *heads.get(number)?;
    let packed = rest.get(..u32::from_le_bytes([a, b, c, d]) as usize)?;
    let mut coder = Coder::new(packed);
    let part = match usize::from(*widths.get(number)?) {
        0 => first(&mut coder),
        width @ 1..=MAX_LANGUAGES => Group::read(&mut coder, width, weights(file)?).bytes,
        _ => return None,
    };
    let sum = part
        .iter()
        .fold(0x811C_9DC5, |sum: u32, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (sum.to_le_bytes() == checksum).then_some(part)
}

/// Returns the extra costs of triples that are not listed. The offset of these 256 bytes is at the
/// start of the first part.
fn weights(file: &[u8]) -> Option<&'static [u8; 256]> {
    static WEIGHTS: OnceLock<Option<[u8; 256]>> = OnceLock::new();
    WEIGHTS
        .get_or_init(|| {
            let packed = file.get(1 + 9 * usize::from(*file.first()?)..)?;
            let mut coder = Coder::new(packed);
            let bytes = first(&mut coder);
            let at = coder.number(FIRST, [9, 9, 9]) as usize;
            bytes.get(at..)?.first_chunk().copied()
        })
        .as_ref()
}

/// The sets of weights for bytes.
const HEAD: usize = 0;
const SINGLE: usize = 1;
const UNLISTED: usize = 2;
const COUNTS: usize = 3;
const SYMBOLS: usize = 4;
const SHARES: usize = 5;
const COSTS: usize = 6;
const FIRST: usize = 7;
/// The set of weights of the bits that say which languages are listed.
const LANGUAGES: usize = 8 * 256;

/// Reads the first part. The last bytes predict the next one.
fn first(coder: &mut Coder<'_>) -> Vec<u8> {
    let length = coder.number(FIRST, [8, 8, 8]);
    let mut last: u32 = 0;
    let mut bytes = Vec::new();
    for at in 0..length {
        let byte = coder.byte(HEAD, [last & 0xFF, last & 0xFFFF, at % 23]);
        last = last << 8 | byte;
        bytes.push(byte as u8);
    }
    bytes
}

/// The parts of a group of languages that are read.
struct Group {
    width: usize,
    count: usize,
    totals: Vec<u8>,
    single: Vec<u8>,
    unlisted: Vec<u8>,
    /// The cost of each pair in each language. Empty if the group has no triples.
    pairs: Vec<u8>,
    weights: &'static [u8; 256],
    /// The bytes that the library reads.
    bytes: Vec<u8>,
}

impl Group {
    fn read(coder: &mut Coder<'_>, width: usize, weights: &'static [u8; 256]) -> Self {
        let mut bytes = Vec::new();
        let size = coder.number(FIRST, [1, 1, 1]);
        push(&mut bytes, size);
        let mut before = 0;
        for _ in 0..size {
            before = coder.number(FIRST, [2, before + 3, 2]);
            push(&mut bytes, before);
        }
        let count = size as usize + 1;
        let totals = column(coder, UNLISTED, width, width, None);
        let single = column(coder, SINGLE, width * count, width, None);
        let unlisted = column(coder, UNLISTED, width * count, width, Some(&single));
        [&totals, &single, &unlisted].into_iter().for_each(|part| bytes.extend_from_slice(part));
        let is_dense = coder.byte(FIRST, [5, 5, 5]) == 1;
        let mut pairs = Vec::new();
        if is_dense {
            pairs.reserve_exact(count * count * width);
            for first in unlisted.chunks_exact(width) {
                for second in single.chunks_exact(width) {
                    pairs.extend(first.iter().zip(second).map(|(a, b)| a.saturating_add(*b)));
                }
            }
        }
        let mut group = Group { width, count, totals, single, unlisted, pairs, weights, bytes };
        group.listed(coder, false);
        group.bytes.push(is_dense.into());
        if is_dense {
            group.listed(coder, true);
        }
        group
    }

    /// Returns the costs of `symbol` after a shorter context, and those of the context, by language.
    fn around(&self, is_triple: bool, context: usize, symbol: usize) -> [Costs; 2] {
        if is_triple {
            let below = context % self.count * self.count + symbol;
            [below, context].map(|row| costs(&self.pairs, row, self.width))
        } else {
            [symbol, context].map(|row| costs(&self.single, row, self.width))
        }
    }

    /// Returns the extra cost of a context, and the number of its occurrences, by language.
    fn extra(&self, is_triple: bool, context: usize) -> [Costs; 2] {
        if !is_triple {
            return [costs(&self.unlisted, context, self.width); 2];
        }
        let mut seen = costs(&self.totals, 0, self.width);
        let one = costs(&self.single, context / self.count, self.width);
        let pair = costs(&self.pairs, context, self.width);
        for (seen, (one, pair)) in seen.iter_mut().zip(one.iter().zip(pair)) {
            *seen = seen.saturating_sub(*one).saturating_sub(pair);
        }
        [seen.map(|seen| self.weights[usize::from(seen)]), seen]
    }

    /// Reads listed costs, by context, then symbol, then language.
    fn listed(&mut self, coder: &mut Coder<'_>, is_triple: bool) {
        let tag = u32::from(is_triple);
        let contexts = if is_triple { self.count * self.count } else { self.count };
        let mut all = Costly::new();
        let mut before = 0;
        for context in 0..contexts {
            let last = if is_triple { (context % self.count) as u32 } else { 0 };
            before = coder.number(COUNTS, [tag, before * 2 + tag, last * 2 + tag]);
            if before == 0 {
                continue;
            }
            let [more, seen] = self.extra(is_triple, context);
            let mut symbol = 0;
            for _ in 0..before {
                let old = symbol * 2 + tag;
                let delta = coder.number(SYMBOLS, [tag, old, symbol * 512 + 2 * last + tag]);
                symbol += delta;
                let share = coder.number(SHARES, [tag, symbol * 2 + tag, last * 2 + tag]);
                let around = self.around(is_triple, context, symbol as usize);
                let own = if is_triple { last } else { context as u32 };
                let pair = symbol.wrapping_mul(4096).wrapping_add(own).wrapping_mul(64);
                let listed = self.languages(coder, is_triple, &around, share, pair);
                let (mut costs, mut residue) = (Vec::new(), 0);
                for (at, &one) in listed.iter().enumerate() {
                    let set = if at == 0 { COSTS } else { FIRST };
                    let third = (u32::from(seen[one] >> 2) * 64 + one as u32) * 2 + tag;
                    let below = u32::from(around[0][one]);
                    residue = coder.byte(set, [below * 2 + tag, residue * 2 + tag + 1024, third]);
                    let cost = more[one].wrapping_sub(residue as u8);
                    costs.push((one as u8, cost));
                    let place = (context * self.count + symbol as usize) * self.width + one;
                    if let (false, Some(pair)) = (is_triple, self.pairs.get_mut(place)) {
                        *pair = cost;
                    }
                }
                let row = if is_triple { context / self.count } else { 0 };
                all.insert((row, context % self.count, symbol as u16), costs);
            }
        }
        let rows = if is_triple { self.count } else { 1 };
        let mut part = Vec::new();
        listed::write(&mut part, rows, self.count, self.width, &all);
        push(&mut self.bytes, part.len() as u32);
        self.bytes.extend(part);
    }

    /// Reads which languages are listed: a bit for each, until all of `share` are found.
    fn languages(
        &self,
        coder: &mut Coder<'_>,
        is_triple: bool,
        [below, other]: &[Costs; 2],
        share: u32,
        pair: u32,
    ) -> Vec<usize> {
        let tag = u32::from(is_triple);
        let mut found = Vec::with_capacity(share as usize);
        for language in 0..self.width {
            let (left, rest) = (share as usize - found.len(), self.width - language);
            if left == 0 {
                break;
            }
            let is_listed = left >= rest || {
                let (below, other) = (u32::from(below[language]), u32::from(other[language]));
                let set = LANGUAGES + tag as usize * 2048 + left * 16 / rest * 64 + language;
                let number = language as u32;
                let pair = pair.wrapping_add(number).wrapping_mul(2).wrapping_add(tag);
                coder.flag(
                    set,
                    [
                        ((below * 64 + number) * 2 + tag) * 4,
                        pair.wrapping_mul(4).wrapping_add(1),
                        (((below + other) >> 2) * 64 + left as u32) * 4 + 2,
                    ],
                )
            };
            if is_listed {
                found.push(language);
            }
        }
        found
    }
}

/// A cost in each language.
type Costs = [u8; MAX_LANGUAGES];

/// Returns a row of a table.
fn costs(table: &[u8], row: usize, width: usize) -> Costs {
    let mut costs = [0; MAX_LANGUAGES];
    if let Some(row) = table.get(row * width..(row + 1) * width) {
        costs[..width].copy_from_slice(row);
    }
    costs
}

/// Reads a table of costs, with a column for each language.
fn column(
    coder: &mut Coder<'_>,
    set: usize,
    length: usize,
    width: usize,
    other: Option<&[u8]>,
) -> Vec<u8> {
    let mut values: Vec<u8> = Vec::with_capacity(length);
    for at in 0..length {
        let column = at % width;
        let left = if column == 0 { 0 } else { u32::from(values[at - 1]) };
        let other = match other {
            Some(other) => other[at].into(),
            None => at.checked_sub(width).map_or(0, |above| u32::from(values[above])),
        };
        let inputs = [left, other << 8 | column as u32, left << 8 | other];
        values.push(coder.byte(set, inputs) as u8);
    }
    values
}

/// Appends a number with seven bits per byte, the lowest bits first.
fn push(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Predicts bits, and reads them.
struct Coder<'b> {
    chances: [Box<[u16; PREDICTIONS]>; INPUTS],
    /// The number of bits that each prediction has seen.
    seen: [Box<[u8; PREDICTIONS]>; INPUTS],
    weights: Vec<[i32; INPUTS]>,
    /// The steps of adaptation, by the number of bits seen.
    rates: [i64; SLOWEST as usize + 1],
    stretch: [i16; 4096],
    bytes: &'b [u8],
    low: u32,
    high: u32,
    value: u32,
}

impl<'b> Coder<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        let mut coder = Coder {
            chances: std::array::from_fn(|_| boxed(1 << 15)),
            seen: std::array::from_fn(|_| boxed(0)),
            weights: vec![[26000; INPUTS]; SETS],
            rates: std::array::from_fn(|seen| 131_072 / (2 * seen as i64 + 3)),
            stretch: stretch(),
            bytes,
            low: 0,
            high: u32::MAX,
            value: 0,
        };
        (0..4).for_each(|_| coder.shift());
        coder
    }

    fn shift(&mut self) {
        let (&byte, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        self.value = self.value << 8 | u32::from(byte);
    }

    fn bit(&mut self, set: usize, at: [usize; INPUTS]) -> u32 {
        let mut inputs = [0; INPUTS];
        for ((input, chances), at) in inputs.iter_mut().zip(&self.chances).zip(at) {
            *input = i32::from(self.stretch[usize::from(chances[at % PREDICTIONS] >> 4)]);
        }
        let sum = inputs.iter().zip(&self.weights[set]);
        let sum: i64 = sum.map(|(input, weight)| i64::from(*input) * i64::from(*weight)).sum();
        let chance = squash((sum >> 16).clamp(-4096, 4096) as i32).clamp(1, 4095);
        let range = self.high - self.low;
        let middle =
            self.low + (range >> 12) * chance as u32 + ((range & 4095) * chance as u32 >> 12);
        let bit = u32::from(self.value <= middle);
        if bit == 1 {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 255;
            self.shift();
        }
        let error = (((bit << 12) as i32) - chance) * 32;
        let wanted = if bit == 1 { 65535 } else { 0 };
        for (input, at) in at.into_iter().enumerate() {
            self.weights[set][input] += (inputs[input] * error + 0x2000) >> 14;
            let at = at % PREDICTIONS;
            let (chance, seen) = (&mut self.chances[input][at], &mut self.seen[input][at]);
            let step = (wanted - i64::from(*chance)) * self.rates[usize::from(*seen)] / 65536;
            *chance = (i64::from(*chance) + step) as u16;
            *seen = SLOWEST.min(*seen + 1);
        }
        bit
    }

    /// Reads one bit in three contexts.
    fn flag(&mut self, set: usize, contexts: [u32; INPUTS]) -> bool {
        let mut at = [0; INPUTS];
        for (input, context) in contexts.into_iter().enumerate() {
            at[input] = (hash(context, input as u32 + 1) & MASK) as usize;
        }
        self.bit(set, at) == 1
    }

    /// Reads a byte in three contexts.
    fn byte(&mut self, set: usize, contexts: [u32; INPUTS]) -> u32 {
        let mut base = [0; INPUTS];
        for (input, context) in contexts.into_iter().enumerate() {
            base[input] = (hash(context, input as u32 + 4) << 8 & MASK) as usize;
        }
        let mut node = 1;
        while node < 256 {
            let bit = self.bit(set * 256 + node, base.map(|base| base | node));
            node = 2 * node + bit as usize;
        }
        node as u32 - 256
    }

    /// Reads a number below 2^24. Small numbers are one byte.
    fn number(&mut self, set: usize, contexts: [u32; INPUTS]) -> u32 {
        let small = self.byte(set, contexts);
        if small < 255 {
            return small;
        }
        let mut value: u32 = 0;
        for shift in [16, 8, 0] {
            let context = u32::MAX - (shift << 8) - set as u32;
            value = value << 8 | self.byte(set, [context, context, value.wrapping_sub(9)]);
        }
        value + 255
    }
}

/// Returns an array on the heap. It is too large for the stack.
fn boxed<T: Copy>(value: T) -> Box<[T; PREDICTIONS]> {
    match vec![value; PREDICTIONS].try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has this length"),
    }
}

/// Returns the probability, in parts of 4096, of a logarithm of chances.
fn squash(value: i32) -> i32 {
    match value {
        2048.. => 4095,
        ..-2047 => 1,
        _ => {
            let (at, rest) = ((value >> 7) + 16, value & 127);
            let [from, to] = [POINTS[at as usize], POINTS[at as usize + 1]];
            (from * (128 - rest) + to * rest + 64) >> 7
        }
    }
}

/// Returns the inverse of `squash`.
fn stretch() -> [i16; 4096] {
    let mut table = [2047; 4096];
    let mut next = 0;
    for value in -2047..=2047 {
        while next <= squash(value) as usize {
            table[next] = value as i16;
            next += 1;
        }
    }
    table
}

fn hash(first: u32, second: u32) -> u32 {
    let mixed = first.wrapping_mul(0x9E37_79B1) ^ second.wrapping_mul(0x85EB_CA6B);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D);
    mixed ^ mixed >> 13
}
