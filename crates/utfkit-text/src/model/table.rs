//! The unpacked table of the trainer.
//!
//! All costs are in quarters of a bit. `cargo xtask train` writes the file: its module `table`
//! writes what this module reads.

use super::letters::Kind;

/// The weight of the pair, as a count, in the probability of a triple.
pub const TRUST_TRIPLES: f64 = 30.0;

/// The maximum number of languages in a group.
pub(crate) const MAX_LANGUAGES: usize = 64;

/// The maximum cost, which fits a byte.
const MAX_COST: u16 = 255;

/// The costs for all languages, and those of each group of languages.
#[derive(Debug)]
pub(crate) struct Model {
    /// The cost of a kind after another kind.
    pub(crate) kinds: [[u8; Kind::COUNT]; Kind::COUNT],
    /// The cost of an uppercase and of a lowercase letter after the cases of two characters.
    pub(crate) cases: [[[u8; 2]; 5]; 5],
    /// The cost of an unlisted character, by kind.
    pub(crate) rare: [u8; Kind::COUNT],
    /// The cost of a listed character among those of its kind.
    pub(crate) characters: Pages<u8>,
    /// The languages by script; Latin is the first group.
    pub(crate) groups: Vec<Group>,
}

/// Languages that share a script.
#[derive(Debug)]
pub(crate) struct Group {
    /// The kinds of letters, as bits, that select this group.
    pub(crate) kinds: u32,
    /// The ISO 639 codes.
    pub(crate) languages: Vec<String>,
    /// The number of each symbol; 0 if the group does not have it.
    pub(crate) symbols: Pages<u16>,
    /// The number of symbols, plus one for number 0.
    pub(crate) count: usize,
    pub(crate) pairs: Pairs,
}

/// The costs of a symbol after others.
#[derive(Debug)]
pub(crate) enum Pairs {
    /// A row of costs for each pair, the extra cost of an unlisted triple, and the listed triples.
    Dense { costs: Vec<u8>, unlisted: Vec<u8>, triples: Listed },
    /// A row of costs for each symbol, the extra cost of an unlisted pair by its first symbol, and
    /// the listed pairs.
    Listed { single: Vec<u8>, unlisted: Vec<u8>, pairs: Listed },
}

/// Listed costs, by context, then symbol, then language.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// The index of the first symbol of each context.
    contexts: Vec<u32>,
    symbols: Vec<u16>,
    /// The index of the first language of each symbol.
    begins: Vec<u32>,
    languages: Vec<u8>,
    costs: Vec<u8>,
}

impl Listed {
    /// Writes the listed costs of `symbol` after `context` into `row`.
    pub(crate) fn overwrite(&self, context: usize, symbol: u16, row: &mut [u16; MAX_LANGUAGES]) {
        let Some(&[from, to]) = self.contexts.get(context..context + 2) else { return };
        let (from, to) = (from as usize, to as usize);
        let Ok(at) = self.symbols[from..to].binary_search(&symbol) else { return };
        let range = self.begins[from + at] as usize..self.begins[from + at + 1] as usize;
        for (&language, &cost) in self.languages[range.clone()].iter().zip(&self.costs[range]) {
            row[usize::from(language) % MAX_LANGUAGES] = u16::from(cost);
        }
    }

    fn read(bytes: &mut Bytes<'_>, contexts: usize) -> Listed {
        let mut listed = Listed::default();
        let mut counts = bytes.part();
        let mut symbols = bytes.part();
        let mut shares = bytes.part();
        let mut languages = bytes.part();
        let mut costs = bytes.part();
        for _ in 0..contexts {
            listed.contexts.push(listed.symbols.len() as u32);
            let mut symbol = 0;
            for _ in 0..counts.number() {
                symbol += symbols.number();
                listed.symbols.push(symbol as u16);
                listed.begins.push(listed.languages.len() as u32);
                let mut language = 0;
                for _ in 0..shares.number() {
                    language += languages.byte();
                    listed.languages.push(language);
                    listed.costs.push(costs.byte());
                }
            }
        }
        listed.contexts.push(listed.symbols.len() as u32);
        listed.begins.push(listed.languages.len() as u32);
        listed
    }
}

/// A value for each code point, in pages of 256.
#[derive(Debug)]
pub(crate) struct Pages<T> {
    pages: Vec<u16>,
    values: Vec<[T; 256]>,
}

impl<T: Copy + Default> Pages<T> {
    fn new() -> Self {
        Pages { pages: vec![0; 0x1100], values: vec![[T::default(); 256]] }
    }

    fn set(&mut self, code_point: u32, value: T) {
        let Some(page) = self.pages.get_mut(code_point as usize >> 8) else { return };
        if *page == 0 {
            *page = self.values.len() as u16;
            self.values.push([T::default(); 256]);
        }
        self.values[usize::from(*page)][code_point as usize & 0xFF] = value;
    }

    /// Returns the value of a code point, or the default.
    pub(crate) fn get(&self, code_point: u32) -> T {
        let page = self.pages.get(code_point as usize >> 8).copied().unwrap_or(0);
        self.values[usize::from(page)][code_point as usize & 0xFF]
    }
}

/// The bytes of the file, read in order. Bytes after the end are zero.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn byte(&mut self) -> u8 {
        let [first, rest @ ..] = self.0 else { return 0 };
        self.0 = rest;
        *first
    }

    /// Reads a number of seven bits per byte, the lowest first.
    fn number(&mut self) -> u32 {
        let mut number = 0;
        for shift in (0..28).step_by(7) {
            let byte = self.byte();
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn take(&mut self, length: usize) -> &'b [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Reads a part, which follows its length.
    fn part(&mut self) -> Bytes<'b> {
        let length = self.number() as usize;
        Bytes(self.take(length))
    }
}

impl Model {
    /// Reads the file of the trainer.
    pub(crate) fn read(file: &[u8]) -> Model {
        let mut bytes = Bytes(file);
        let mut kinds = [[0; Kind::COUNT]; Kind::COUNT];
        kinds.iter_mut().flatten().for_each(|cost| *cost = bytes.byte());
        let mut cases = [[[0; 2]; 5]; 5];
        cases.iter_mut().flatten().flatten().for_each(|cost| *cost = bytes.byte());
        let mut rare = [0; Kind::COUNT];
        rare.iter_mut().for_each(|cost| *cost = bytes.byte());
        let mut characters = Pages::new();
        let mut at = 0;
        for _ in 0..bytes.number() {
            at += bytes.number();
            characters.set(at, bytes.byte());
        }
        let groups = (0..bytes.number()).map(|_| Group::read(&mut bytes.part())).collect();
        Model { kinds, cases, rare, characters, groups }
    }
}

impl Group {
    fn read(bytes: &mut Bytes<'_>) -> Group {
        let kinds = bytes.number();
        let names = String::from_utf8_lossy(bytes.part().0).into_owned();
        let languages: Vec<String> = names.split(' ').map(str::to_owned).collect();
        let mut symbols = Pages::new();
        let count = bytes.number() as usize + 1;
        let mut at = 0;
        for number in 1..count {
            at += bytes.number();
            symbols.set(at, number as u16);
        }
        let width = languages.len();
        let totals = bytes.take(width);
        let (single, unlisted) = (bytes.take(width * count), bytes.take(width * count));
        let pairs = Listed::read(bytes, count);
        let is_dense = bytes.byte() == 1;
        let pairs = match is_dense {
            false => Pairs::Listed { single: single.to_vec(), unlisted: unlisted.to_vec(), pairs },
            true => dense(&pairs, totals, single, unlisted, bytes),
        };
        Group { kinds, languages, symbols, count, pairs }
    }

    /// Writes the cost of `symbol` after `before` in each of the first `count` languages into
    /// `row`.
    pub(crate) fn row(
        &self,
        before: [u16; 2],
        symbol: u16,
        count: usize,
        row: &mut [u16; MAX_LANGUAGES],
    ) {
        let width = self.languages.len();
        let [first, second] = before.map(usize::from);
        let at = |row: usize| row * width..row * width + count.min(width);
        let (costs, more, listed, context) = match &self.pairs {
            Pairs::Dense { costs, unlisted, triples } => {
                let context = first * self.count + second;
                let pair = second * self.count + usize::from(symbol);
                (&costs[at(pair)], &unlisted[at(context)], triples, context)
            }
            Pairs::Listed { single, unlisted, pairs } => {
                (&single[at(usize::from(symbol))], &unlisted[at(second)], pairs, second)
            }
        };
        for ((sum, cost), more) in row.iter_mut().zip(costs).zip(more) {
            *sum = u16::from(*cost) + u16::from(*more);
        }
        listed.overwrite(context, symbol, row);
    }
}

/// Computes the costs of every pair, and reads the triples.
fn dense(
    listed: &Listed,
    totals: &[u8],
    singles: &[u8],
    unlisted: &[u8],
    bytes: &mut Bytes<'_>,
) -> Pairs {
    let width = totals.len();
    let count = singles.len() / width.max(1);
    let mut costs = Vec::with_capacity(count * count * width);
    let mut more = Vec::with_capacity(count * count * width);
    let weights = Weights::new();
    let mut row = [0; MAX_LANGUAGES];
    for (first, more_first) in unlisted.chunks_exact(width).enumerate() {
        for (second, single) in singles.chunks_exact(width).enumerate() {
            for ((cost, one), more) in row.iter_mut().zip(single).zip(more_first) {
                *cost = (u16::from(*one) + u16::from(*more)).min(MAX_COST);
            }
            listed.overwrite(first, second as u16, &mut row);
            let row = row[..width].iter().map(|&cost| cost as u8);
            costs.extend(row.clone());
            let firsts = &singles[first * width..];
            let contexts = row.zip(firsts).zip(totals);
            more.extend(contexts.map(|((cost, one), total)| weights.unlisted(*total, *one, cost)));
        }
    }
    let triples = Listed::read(bytes, count * count);
    Pairs::Dense { costs, unlisted: more, triples }
}

/// The extra cost of a triple that is not listed, by the count of its context.
#[derive(Debug)]
pub struct Weights([u8; 256]);

impl Weights {
    /// Computes the costs of all counts.
    #[must_use]
    pub fn new() -> Self {
        let mut weights = [0; 256];
        for (quarters, weight) in weights.iter_mut().enumerate() {
            let count = (quarters as f64 / 4.0).exp2();
            *weight = (((count + TRUST_TRIPLES) / TRUST_TRIPLES).log2() * 4.0).round() as u8;
        }
        Weights(weights)
    }

    /// Returns the extra cost of an unlisted triple after a context. `first` and `pair` are the
    /// costs of the context, and `total` is the logarithm of the number of symbols.
    #[must_use]
    pub fn unlisted(&self, total: u8, first: u8, pair: u8) -> u8 {
        match Self::seen(total, first, pair) {
            Some(quarters) => self.0[usize::from(quarters)],
            None => 0,
        }
    }

    /// Returns the logarithm of the count of a context, or `None` if the count is below one.
    #[must_use]
    pub fn seen(total: u8, first: u8, pair: u8) -> Option<u8> {
        total.checked_sub(first).and_then(|rest| rest.checked_sub(pair))
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::new()
    }
}
