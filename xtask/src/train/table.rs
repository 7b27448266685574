//! Turns counts into the costs of a group of languages, and into the bytes that the library reads.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use utfkit_text::model::listed::{self, Costly, Weights};

use super::counts::Counts;

/// The weight of the symbols of all languages in the costs of one language.
const TRUST_SINGLE: f64 = 2000.0;
/// The weight of single symbols in the costs of pairs.
const TRUST_PAIRS: f64 = 60.0;

/// The weight of pairs in the costs of triples.
const TRUST_TRIPLES: f64 = 30.0;

/// The extra cost of a triple that is not listed, by the count of its context.
pub(super) fn weights() -> Weights {
    Weights(std::array::from_fn(|quarters| {
        let count = (quarters as f64 / 4.0).exp2();
        (((count + TRUST_TRIPLES) / TRUST_TRIPLES).log2() * 4.0).round() as u8
    }))
}

/// The limits that keep the table small.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The minimum counts: rarer symbols, pairs and triples are not listed.
    pub(super) single: f64,
    pub(super) pairs: f64,
    pub(super) triples: f64,
    /// The minimum difference between a listed cost and the cost from shorter contexts, exclusive,
    /// in quarters of a bit.
    pub(super) differs: u8,
    /// The minimum number of bits of the text that a listed triple saves.
    pub(super) saves: f64,
}

/// Returns a cost in quarters of a bit.
pub(super) fn cost(chance: f64) -> u8 {
    (-chance.log2() * 4.0).round().clamp(1.0, 255.0) as u8
}

/// Appends a number with seven bits per byte, the lowest bits first.
pub(super) fn push(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a part after its length.
pub(super) fn push_part(out: &mut Vec<u8>, part: &[u8]) {
    push(out, part.len() as u32);
    out.extend_from_slice(part);
}

/// Appends listed costs as a part.
fn push_listed(out: &mut Vec<u8>, rows: usize, symbols: usize, width: usize, listed: &Costly) {
    let mut part = Vec::new();
    listed::write(&mut part, rows, symbols, width, listed);
    push_part(out, &part);
}

/// Returns the bytes of a group, and the numbers of listed costs of pairs and triples.
pub(super) fn group(
    width: usize,
    counts: &[Counts],
    is_dense: bool,
    limits: Limits,
) -> (Vec<u8>, [usize; 2]) {
    let symbols = symbols(counts, is_dense, limits);
    let numbers: HashMap<u32, u16> =
        symbols.iter().enumerate().map(|(at, &symbol)| (symbol, at as u16 + 1)).collect();
    let number = |symbol: u32| numbers.get(&symbol).copied().unwrap_or(0);
    let count = symbols.len() + 1;
    let mut out = Vec::new();
    push(&mut out, symbols.len() as u32);
    let mut last = 0;
    for &symbol in &symbols {
        push(&mut out, symbol - last);
        last = symbol;
    }

    // Single symbols, smoothed by the symbols of all languages.
    let mut own = vec![vec![0.0; count]; width];
    for (own, counts) in own.iter_mut().zip(counts) {
        for (&symbol, &times) in &counts.single {
            if number(symbol) > 0 {
                own[usize::from(number(symbol))] += times;
            }
        }
    }
    let sums: Vec<f64> = own.iter().map(|own| own.iter().sum()).collect();
    let pool: Vec<f64> = (0..count)
        .map(|symbol| {
            own.iter().zip(&sums).map(|(own, sum)| own[symbol] / sum).sum::<f64>() / width as f64
        })
        .map(|share| share * 0.98 + 0.02 / count as f64)
        .collect();
    let chance = |language: usize, symbol: usize| {
        (own[language][symbol] + TRUST_SINGLE * pool[symbol]) / (sums[language] + TRUST_SINGLE)
    };
    let by_symbol = |value: &dyn Fn(usize, usize) -> u8| -> Vec<u8> {
        let each = |symbol| (0..width).map(move |language| value(language, symbol));
        (0..count).flat_map(each).collect()
    };
    let totals: Vec<u8> =
        sums.iter().map(|sum| (sum.max(1.0).log2() * 4.0).round() as u8).collect();
    let single = by_symbol(&|language, symbol| cost(chance(language, symbol)));

    let mut pairs: Vec<BTreeMap<(u16, u16), f64>> = vec![BTreeMap::new(); width];
    let mut contexts = vec![vec![0.0; count]; width];
    for (language, counts) in counts.iter().enumerate() {
        for (&[first, second], &times) in &counts.pairs {
            let pair = (number(first), number(second));
            if pair.0 > 0 && pair.1 > 0 && times >= limits.pairs {
                *pairs[language].entry(pair).or_default() += times;
            }
        }
        for (&(first, _), &times) in &pairs[language] {
            contexts[language][usize::from(first)] += times;
        }
    }
    let unlisted = by_symbol(&|language, symbol| {
        let seen: f64 = contexts[language][symbol];
        (((seen + TRUST_PAIRS) / TRUST_PAIRS).log2() * 4.0).round() as u8
    });
    out.extend_from_slice(&totals);
    out.extend_from_slice(&single);
    out.extend_from_slice(&unlisted);
    let at = |symbol: u16, language: usize| usize::from(symbol) * width + language;
    let mut listed = Costly::new();
    for (language, pairs) in pairs.iter().enumerate() {
        for (&(first, second), &times) in pairs {
            let below = chance(language, second.into());
            let seen = contexts[language][usize::from(first)];
            let own = cost((times + TRUST_PAIRS * below) / (seen + TRUST_PAIRS));
            let other = single[at(second, language)].saturating_add(unlisted[at(first, language)]);
            if own.abs_diff(other) > limits.differs {
                listed.entry((0, first.into(), second)).or_default().push((language as u8, own));
            }
        }
    }
    let mut written = [listed.values().map(Vec::len).sum(), 0];
    push_listed(&mut out, 1, count, width, &listed);
    out.push(u8::from(is_dense));
    if is_dense {
        let pair = |first: u16, second: u16, language: usize| {
            let values = listed.get(&(0, first.into(), second));
            let value = values
                .and_then(|values| values.iter().find(|(at, _)| usize::from(*at) == language));
            value.map_or_else(
                || single[at(second, language)].saturating_add(unlisted[at(first, language)]),
                |(_, cost)| *cost,
            )
        };
        let weights = weights();
        let mut triples = Costly::new();
        for (language, counts) in counts.iter().enumerate() {
            let mut own: BTreeMap<[u16; 3], f64> = BTreeMap::new();
            for (symbols, &times) in &counts.triples {
                let triple = symbols.map(number);
                if !triple.contains(&0) && times >= limits.triples {
                    *own.entry(triple).or_default() += times;
                }
            }
            for ([first, second, third], times) in own {
                let context = pair(first, second, language);
                let below = pair(second, third, language);
                let one = single[at(first, language)];
                let seen = Weights::seen(totals[language], one, context);
                let seen = seen.map_or(0.0, |quarters| (f64::from(quarters) / 4.0).exp2());
                let chance = (-f64::from(below) / 4.0).exp2();
                let value =
                    cost((times + TRUST_TRIPLES * chance) / (seen.max(times) + TRUST_TRIPLES));
                let other = below.saturating_add(weights.unlisted(totals[language], one, context));
                let saves = (f64::from(other) - f64::from(value)) / 4.0 * times;
                if value.abs_diff(other) > limits.differs && saves.abs() >= limits.saves {
                    let place = (first.into(), second.into(), third);
                    triples.entry(place).or_default().push((language as u8, value));
                }
            }
        }
        written[1] = triples.values().map(Vec::len).sum();
        push_listed(&mut out, count, count, width, &triples);
    }
    (out, written)
}

/// Returns the symbols of a group, in order.
fn symbols(counts: &[Counts], is_dense: bool, limits: Limits) -> Vec<u32> {
    let mut best: BTreeMap<u32, f64> = BTreeMap::new();
    for counts in counts {
        let all: f64 = counts.single.values().sum::<f64>().max(1.0);
        for (&symbol, &times) in &counts.single {
            if times >= limits.single {
                let share = best.entry(symbol).or_default();
                *share = share.max(times / all);
            }
        }
    }
    let mut symbols: Vec<(u32, f64)> = best.into_iter().collect();
    symbols.sort_by(|(first, one), (second, other)| other.total_cmp(one).then(first.cmp(second)));
    symbols.truncate(if is_dense { 255 } else { 16_000 });
    symbols.into_iter().map(|(symbol, _)| symbol).collect::<BTreeSet<_>>().into_iter().collect()
}
