//! The counts that all languages share: the order of character kinds, the frequent characters of
//! each kind, and the positions of capitals.

use std::collections::BTreeMap;

use utfkit_text::model::letters::{Case, Kind, Letter};

use super::table::{cost, push};

/// The number of characters that each text counts as.
const LENGTH: f64 = 1e6;
const KINDS: usize = Kind::COUNT;
/// The last code point that is listed. It is the last of the first two planes.
const LAST: u32 = 0x1_FFFF;

/// Counts of all texts.
pub(super) struct Shared {
    kinds: [[f64; KINDS]; KINDS],
    symbols: BTreeMap<u32, f64>,
    cases: [[[f64; 2]; 5]; 5],
}

impl Shared {
    pub(super) fn new() -> Shared {
        Shared {
            kinds: [[0.05; KINDS]; KINDS],
            symbols: BTreeMap::new(),
            cases: [[[0.02; 2]; 5]; 5],
        }
    }

    /// Counts a text.
    pub(super) fn text(&mut self, text: &str) {
        let letters: Vec<Letter> = text.chars().map(Letter::of).collect();
        let weight = LENGTH / letters.len().max(1) as f64;
        for letter in &letters {
            *self.symbols.entry(letter.symbol).or_default() += weight;
        }
        for pair in letters.windows(2) {
            self.kinds[pair[0].kind as usize][pair[1].kind as usize] += weight;
        }
        for three in letters.windows(3) {
            let [first, second, third] = [three[0].case, three[1].case, three[2].case];
            let case = match third {
                Case::Upper => 0,
                Case::Lower => 1,
                _ => continue,
            };
            self.cases[first as usize][second as usize][case] += 1.0;
        }
    }

    /// Returns the bytes that the library reads.
    pub(super) fn write(mut self) -> Vec<u8> {
        let mut out = Vec::new();
        let (lines, space, latin, digit) =
            (Kind::Box as usize, Kind::Space as usize, Kind::Ascii as usize, Kind::Digit as usize);
        // The texts do not contain drawings.
        self.kinds[lines][lines] += 9e5;
        self.kinds[lines][space] += 1e5;
        self.kinds[space][lines] += 3e3;
        self.kinds[lines][latin] += 3e3;
        self.kinds[lines][digit] += 3e3;
        let sums = self.kinds.map(|row| row.iter().sum::<f64>());
        for (row, sum) in self.kinds.iter_mut().zip(sums) {
            row.iter_mut().for_each(|times| *times += 1e-6 * sum);
        }
        let odd = [(Kind::C1, 1e-8), (Kind::Bad, 1e-8), (Kind::C0, 2e-7)];
        for row in &mut self.kinds {
            let sum: f64 = row.iter().sum();
            odd.iter().for_each(|&(kind, share)| row[kind as usize] = share * sum);
        }
        let mean: [f64; KINDS] =
            std::array::from_fn(|kind| self.kinds.iter().map(|row| row[kind]).sum());
        odd.iter().for_each(|&(kind, _)| self.kinds[kind as usize] = mean);
        for row in &self.kinds {
            let sum: f64 = row.iter().sum();
            out.extend(row.iter().map(|times| cost(times / sum)));
        }
        for pair in self.cases.iter().flatten() {
            let sum: f64 = pair.iter().sum();
            out.extend(pair.iter().map(|times| cost(times / sum)));
        }

        // The cost of each symbol among the symbols of its kind. All symbols of a kind share a
        // thousandth of its count, so that a symbol that was not seen has a cost.
        let mut all = [0.0; KINDS];
        let mut seen = [0.0; KINDS];
        let letters: BTreeMap<u32, usize> = (0..=LAST)
            .filter_map(char::from_u32)
            .map(|c| (c, Letter::of(c)))
            .filter(|(c, letter)| letter.symbol == u32::from(*c))
            .map(|(c, letter)| (c.into(), letter.kind as usize))
            .collect();
        for (symbol, &kind) in &letters {
            all[kind] += 1.0;
            seen[kind] += self.symbols.get(symbol).copied().unwrap_or(0.0);
        }
        let least: [f64; KINDS] =
            std::array::from_fn(|kind| (seen[kind] * 1e-3 / f64::max(all[kind], 1.0)).max(0.5));
        let chance = |times: f64, kind: usize| {
            (times + least[kind]) / (seen[kind] + least[kind] * f64::max(all[kind], 1.0))
        };
        out.extend((0..KINDS).map(|kind| cost(chance(0.0, kind))));
        let listed = letters.iter().filter_map(|(symbol, &kind)| {
            let cost_of = cost(chance(*self.symbols.get(symbol)?, kind));
            (cost_of != cost(chance(0.0, kind))).then_some((*symbol, cost_of))
        });
        let listed: Vec<(u32, u8)> = listed.collect();
        push(&mut out, listed.len() as u32);
        let mut last = 0;
        for (symbol, cost) in listed {
            push(&mut out, symbol - last);
            out.push(cost);
            last = symbol;
        }
        out
    }
}
