//! The unpacked table of the trainer.
//!
//! All costs are in quarters of a bit. `cargo xtask train` writes the file: its module `table`
//! writes what this module reads.

use std::ops::Deref;

use super::{file, letters::Kind};
use once_cell::race::OnceBox;

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
    pub(crate) groups: Vec<LazyGroup>,
}

/// A group of languages that is unpacked when its costs are first used.
#[derive(Debug)]
pub(crate) struct LazyGroup {
    /// The kinds of letters, as bits, that select this group.
    pub(crate) kinds: u32,
    /// The ISO 639 codes.
    pub(crate) languages: Vec<String>,
    /// The number of its part in the file.
    number: usize,
    weights: Weights,
    group: OnceBox<Group>,
}

impl Deref for LazyGroup {
    type Target = Group;

    fn deref(&self) -> &Group {
        self.group.get_or_init(|| {
            let bytes = file::part(self.number);
            let weights = self.weights.clone();
            Box::new(Group::read(&mut Bytes(&bytes), self.languages.len(), weights))
        })
    }
}

/// Languages that share a script.
#[derive(Debug)]
pub(crate) struct Group {
    /// The number of languages.
    width: usize,
    /// The number of each symbol; 0 if the group does not have it.
    pub(crate) symbols: Pages<u16>,
    /// The number of symbols, plus one for number 0.
    pub(crate) count: usize,
    pub(crate) pairs: Pairs,
}

/// The costs of a symbol after others.
#[derive(Debug)]
pub(crate) struct Pairs {
    /// A row of costs for each symbol.
    single: Vec<u8>,
    /// The extra cost of an unlisted pair, by its first symbol.
    unlisted: Vec<u8>,
    pairs: Listed,
    triples: Option<Triples>,
}

/// The costs of a symbol after two others.
#[derive(Debug)]
pub(crate) struct Triples {
    /// The logarithm of the number of symbols in each language.
    totals: Vec<u8>,
    /// The pairs that begin with each symbol, computed when they are first used.
    rows: Vec<OnceBox<Row>>,
    weights: Weights,
    listed: Listed,
}

/// The pairs that begin with one symbol.
#[derive(Debug)]
struct Row {
    /// A row of costs for each second symbol.
    costs: Vec<u8>,
    /// The extra cost of an unlisted triple, by its second symbol.
    unlisted: Vec<u8>,
}

/// Listed costs, by context, then symbol, then language.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// The index of the first symbol of each context.
    contexts: Vec<u32>,
    symbols: Vec<u16>,
    /// The index of the first language of each symbol.
    begins: Vec<u32>,
    /// The difference to the language before.
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
        let (Some(languages), Some(costs)) =
            (self.languages.get(range.clone()), self.costs.get(range))
        else {
            return;
        };
        let mut language = 0_usize;
        for (&more, &cost) in languages.iter().zip(costs) {
            language += usize::from(more);
            row[language % MAX_LANGUAGES] = u16::from(cost);
        }
    }

    fn read(bytes: &mut Bytes<'_>, contexts: usize) -> Listed {
        let [mut counts, mut symbols, mut shares] = [bytes.part(), bytes.part(), bytes.part()];
        let (languages, costs) = (bytes.part().0.to_vec(), bytes.part().0.to_vec());
        let mut listed = Listed { languages, costs, ..Listed::default() };
        listed.contexts.reserve(contexts + 1);
        let mut begin = 0;
        for _ in 0..contexts {
            listed.contexts.push(listed.symbols.len() as u32);
            let mut symbol = 0;
            for _ in 0..counts.number() {
                symbol += symbols.number();
                listed.symbols.push(symbol as u16);
                listed.begins.push(begin);
                begin += shares.number();
            }
        }
        listed.contexts.push(listed.symbols.len() as u32);
        listed.begins.push(begin);
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
    pub(crate) fn read() -> Model {
        let first = file::part(0);
        let mut bytes = Bytes(&first);
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
        let mut weights = Weights([0; 256]);
        weights.0.iter_mut().for_each(|weight| *weight = bytes.byte());
        let groups = (1..=bytes.number() as usize).map(|number| {
            let kinds = bytes.number();
            let names = String::from_utf8_lossy(bytes.part().0).into_owned();
            let languages = names.split(' ').map(str::to_owned).collect();
            let weights = weights.clone();
            LazyGroup { kinds, languages, number, weights, group: OnceBox::new() }
        });
        Model { kinds, cases, rare, characters, groups: groups.collect() }
    }
}

impl Group {
    fn read(bytes: &mut Bytes<'_>, width: usize, weights: Weights) -> Group {
        let mut symbols = Pages::new();
        let count = bytes.number() as usize + 1;
        let mut at = 0;
        for number in 1..count {
            at += bytes.number();
            symbols.set(at, number as u16);
        }
        let totals = bytes.take(width).to_vec();
        let single = bytes.take(width * count).to_vec();
        let unlisted = bytes.take(width * count).to_vec();
        let pairs = Listed::read(bytes, count);
        let triples = (bytes.byte() == 1).then(|| Triples {
            totals,
            rows: (0..count).map(|_| OnceBox::new()).collect(),
            weights,
            listed: Listed::read(bytes, count * count),
        });
        Group { width, symbols, count, pairs: Pairs { single, unlisted, pairs, triples } }
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
        let [first, second] = before.map(usize::from);
        let at = |row: usize| row * self.width..row * self.width + count.min(self.width);
        let add = |row: &mut [u16; MAX_LANGUAGES], costs: &[u8], more: &[u8]| {
            for ((sum, cost), more) in row.iter_mut().zip(costs).zip(more) {
                *sum = u16::from(*cost) + u16::from(*more);
            }
        };
        match &self.pairs.triples {
            Some(triples) => {
                let (Some(pairs), Some(context)) = (self.pairs_of(second), self.pairs_of(first))
                else {
                    return;
                };
                add(row, &pairs.costs[at(symbol.into())], &context.unlisted[at(second)]);
                triples.listed.overwrite(first * self.count + second, symbol, row);
            }
            None => {
                let Pairs { single, unlisted, pairs, .. } = &self.pairs;
                add(row, &single[at(symbol.into())], &unlisted[at(second)]);
                pairs.overwrite(second, symbol, row);
            }
        }
    }

    /// Returns the pairs that begin with `first`.
    fn pairs_of(&self, first: usize) -> Option<&Row> {
        let Pairs { single, unlisted, pairs, triples } = &self.pairs;
        let Triples { totals, rows, weights, .. } = triples.as_ref()?;
        Some(rows.get(first)?.get_or_init(|| {
            let mut costs = Vec::with_capacity(self.count * self.width);
            let mut more = Vec::with_capacity(self.count * self.width);
            let of_first = first * self.width..(first + 1) * self.width;
            let mut row = [0; MAX_LANGUAGES];
            for (second, single_second) in single.chunks_exact(self.width).enumerate() {
                let of_pair = single_second.iter().zip(&unlisted[of_first.clone()]);
                for (cost, (one, more)) in row.iter_mut().zip(of_pair) {
                    *cost = (u16::from(*one) + u16::from(*more)).min(MAX_COST);
                }
                pairs.overwrite(first, second as u16, &mut row);
                let row = row[..self.width].iter().map(|&cost| cost as u8);
                costs.extend(row.clone());
                let contexts = row.zip(&single[of_first.clone()]).zip(totals);
                more.extend(
                    contexts.map(|((cost, one), total)| weights.unlisted(*total, *one, cost)),
                );
            }
            Box::new(Row { costs, unlisted: more })
        }))
    }
}

/// The extra cost of a triple that is not listed, by the logarithm of the count of its context in
/// quarters of a bit. The trainer computes it, so that it is the same on all machines.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Weights(pub [u8; 256]);

impl Weights {
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
