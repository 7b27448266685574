//! The costs of a group of languages, which share a script.

use once_cell::race::OnceBox;

use super::{
    file::bytes::{Bytes, Pages},
    listed::{Context, Costs, Listed, MAX_LANGUAGES, Weights},
};

/// The maximum number of symbols of a group with triples, and number 0.
const MAX_SYMBOLS: usize = 256;

/// The maximum number of languages of a group whose costs are added in one step.
const NARROW: usize = 16;

/// The sum of costs in each language.
pub(crate) type Sums = [u16; MAX_LANGUAGES];

/// Languages that share a script.
#[derive(Debug)]
pub(crate) struct Group {
    /// The number of languages.
    width: usize,
    /// The number of each symbol; 0 if the group does not have it.
    symbols: Pages<u16>,
    /// The number of the space.
    space: u16,
    /// A row of costs for each symbol.
    single: &'static [u8],
    /// The extra cost of an unlisted pair, by its first symbol.
    unlisted: &'static [u8],
    pairs: Listed,
    after: After,
}

/// The known facts about the symbols of a context. Each context is computed when it is first used.
#[derive(Debug)]
enum After {
    /// The contexts of one symbol, if the group does not have triples.
    One(Vec<OnceBox<Known>>),
    /// The contexts of two symbols.
    Two {
        /// The logarithm of the number of symbols in each language.
        totals: &'static [u8],
        weights: Box<Weights>,
        listed: Listed,
        /// The pairs by their first symbol, then by their second one.
        rows: Vec<OnceBox<[OnceBox<Pair>; MAX_SYMBOLS]>>,
    },
}

/// Two symbols, one after the other.
#[derive(Debug)]
struct Pair {
    /// The cost of the second symbol.
    costs: Costs,
    /// The extra cost of an unlisted third symbol.
    unlisted: Costs,
    known: Known,
}

/// The listed symbols after a context, with the costs of those that were used.
#[derive(Debug)]
struct Known {
    context: Context,
    /// The listed symbols below [`MAX_SYMBOLS`], as bits, and the number of those in earlier words.
    bits: [u64; MAX_SYMBOLS / 64],
    before: [u8; MAX_SYMBOLS / 64],
    rows: Box<[OnceBox<Costs>]>,
}

impl Known {
    fn of(context: Context, listed: &Listed) -> Known {
        let rows = (0..context.count(listed)).map(|_| OnceBox::new()).collect();
        let (mut bits, mut before) = ([0_u64; MAX_SYMBOLS / 64], [0; MAX_SYMBOLS / 64]);
        for symbol in context.symbols(listed).filter(|symbol| *symbol < MAX_SYMBOLS) {
            bits[symbol / 64] |= 1 << (symbol % 64);
        }
        for word in 1..before.len() {
            before[word] = before[word - 1] + bits[word - 1].count_ones() as u8;
        }
        Known { context, bits, before, rows }
    }

    /// Returns the place of a symbol among the listed ones.
    fn find(&self, listed: &Listed, symbol: u16) -> Option<usize> {
        let symbol = usize::from(symbol);
        let Some(&bits) = self.bits.get(symbol / 64) else {
            return self.context.find(listed, symbol as u16);
        };
        let bit = 1 << (symbol % 64);
        let place =
            usize::from(self.before[symbol / 64]) + (bits & (bit - 1)).count_ones() as usize;
        (bits & bit != 0).then_some(place)
    }

    /// Returns the costs of a listed symbol. `costs` computes those in the unlisted languages.
    fn listed(&self, listed: &Listed, symbol: u16, costs: impl Fn() -> Costs) -> Option<&Costs> {
        let at = self.find(listed, symbol)?;
        Some(self.rows.get(at)?.get_or_init(|| {
            let mut row = costs();
            listed.overwrite(&self.context, at, &mut row);
            Box::new(row)
        }))
    }
}

impl Group {
    /// Reads the part of the file for a group of this number of languages.
    pub(super) fn read(part: &'static [u8], width: usize, weights: &Weights) -> Group {
        let mut bytes = Bytes(part);
        let mut symbols = Pages::new();
        let count = bytes.number() as usize + 1;
        let mut at = 0;
        for number in 1..count {
            at += bytes.number();
            symbols.set(at, number as u16);
        }
        let totals = bytes.take(width);
        let single = bytes.take(width * count);
        let unlisted = bytes.take(width * count);
        let pairs = Listed::read(bytes.part().0, count, width);
        let after = match bytes.byte() {
            1 if count <= MAX_SYMBOLS => After::Two {
                totals,
                weights: Box::new(weights.clone()),
                listed: Listed::read(bytes.part().0, count, width),
                rows: (0..count).map(|_| OnceBox::new()).collect(),
            },
            _ => After::One((0..count).map(|_| OnceBox::new()).collect()),
        };
        let space = symbols.get(' '.into());
        Group { width, symbols, space, single, unlisted, pairs, after }
    }

    /// Returns the number of a symbol, or 0 if the group does not have it.
    pub(super) fn number(&self, symbol: u32) -> u16 {
        self.symbols.get(symbol)
    }

    /// Returns the costs of a symbol after `first`, if they are not listed.
    fn by_single(&self, first: u16, symbol: u16) -> Costs {
        let row = |table: &'static [u8], symbol: u16| {
            table.get(usize::from(symbol) * self.width..).unwrap_or_default()
        };
        let mut costs = [0; MAX_LANGUAGES];
        let both = row(self.single, symbol).iter().zip(row(self.unlisted, first));
        for (cost, (one, more)) in costs[..self.width].iter_mut().zip(both) {
            *cost = one.saturating_add(*more);
        }
        costs
    }

    /// Computes a pair.
    fn pair(
        &self,
        [first, second]: [u16; 2],
        totals: &[u8],
        weights: &Weights,
        triples: &Listed,
    ) -> Pair {
        let mut costs = self.by_single(first, second);
        let context = self.pairs.context(0, first.into());
        if let Some(at) = context.find(&self.pairs, second) {
            self.pairs.overwrite(&context, at, &mut costs);
        }
        let mut unlisted = [0; MAX_LANGUAGES];
        let single = self.single.get(usize::from(first) * self.width..).unwrap_or_default();
        let contexts = costs.iter().zip(single).zip(totals);
        for (unlisted, ((cost, one), total)) in unlisted.iter_mut().zip(contexts) {
            *unlisted = weights.unlisted(*total, *one, *cost);
        }
        let context = triples.context(first.into(), second.into());
        Pair { costs, unlisted, known: Known::of(context, triples) }
    }

    /// Starts to read a text after two symbols.
    pub(crate) fn walk(&self, before: [u16; 2]) -> Walk<'_> {
        let mut walk = Walk { group: self, last: before[0], pair: None, costs: [0; MAX_LANGUAGES] };
        walk.skip(before[1]);
        walk
    }

    /// Starts to read a text, as after two spaces.
    pub(crate) fn walk_from_space(&self) -> Walk<'_> {
        self.walk([self.space, self.space])
    }
}

/// The costs of a text, symbol by symbol.
#[derive(Debug)]
pub(crate) struct Walk<'g> {
    group: &'g Group,
    /// The last symbol.
    last: u16,
    /// The last two symbols, if the group has triples.
    pair: Option<&'g Pair>,
    costs: Costs,
}

impl<'g> Walk<'g> {
    /// Returns the pair of the last symbol and `symbol`.
    fn with(&self, symbol: u16) -> Option<&'g Pair> {
        let After::Two { totals, weights, listed, rows } = &self.group.after else { return None };
        let row = rows.get(usize::from(self.last))?;
        let row = row.get_or_init(|| Box::new([const { OnceBox::new() }; MAX_SYMBOLS]));
        Some(row.get(usize::from(symbol))?.get_or_init(|| {
            Box::new(self.group.pair([self.last, symbol], totals, weights, listed))
        }))
    }

    /// Continues with `symbol`, without a cost.
    pub(crate) fn skip(&mut self, symbol: u16) {
        self.pair = self.with(symbol);
        self.last = symbol;
    }

    /// Continues with `symbol`, and returns its costs. The costs beyond the languages of the group
    /// are 0.
    pub(crate) fn step(&mut self, symbol: u16) -> &Costs {
        let group = self.group;
        let (last, before) = (self.last, self.pair);
        self.skip(symbol);
        let known = match &group.after {
            After::One(contexts) => contexts.get(usize::from(last)).and_then(|known| {
                let context = || group.pairs.context(0, last.into());
                let known = known.get_or_init(|| Box::new(Known::of(context(), &group.pairs)));
                known.listed(&group.pairs, symbol, || group.by_single(last, symbol))
            }),
            After::Two { listed, .. } => before.zip(self.pair).and_then(|(before, pair)| {
                before.known.listed(listed, symbol, || sum(&pair.costs, &before.unlisted))
            }),
        };
        if let Some(costs) = known {
            return costs;
        }
        self.costs = match before.zip(self.pair) {
            Some((before, pair)) => sum(&pair.costs, &before.unlisted),
            None => group.by_single(last, symbol),
        };
        &self.costs
    }

    /// Continues with `symbol`, and adds its cost to `sums`: at most `floor` in each language.
    /// Symbol 0 costs as much.
    pub(crate) fn add(&mut self, symbol: u16, floor: u16, sums: &mut Sums) {
        if symbol == 0 {
            self.skip(symbol);
            sums.iter_mut().for_each(|sum| *sum += floor);
            return;
        }
        let is_narrow = self.group.width <= NARROW;
        let costs = self.step(symbol);
        if is_narrow {
            add_least::<NARROW>(costs, floor, sums);
        } else {
            add_least::<MAX_LANGUAGES>(costs, floor, sums);
        }
    }
}

impl Walk<'_> {
    /// Continues with `symbol`, and returns its cost in one language, at most `floor`.
    pub(crate) fn add_one(&mut self, symbol: u16, floor: u16, language: usize) -> u16 {
        if symbol == 0 {
            self.skip(symbol);
            return floor;
        }
        let cost = self.step(symbol).get(language).copied().unwrap_or(u8::MAX);
        floor.min(cost.into()).min(255)
    }
}

/// Adds the costs of the first `N` languages, but at most `floor` in each.
fn add_least<const N: usize>(costs: &Costs, floor: u16, sums: &mut Sums) {
    let (Some(costs), Some(sums)) = (costs.first_chunk::<N>(), sums.first_chunk_mut::<N>()) else {
        return;
    };
    let floor = floor.min(255) as u8;
    sums.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += u16::from(floor.min(*cost)));
}

/// Adds two costs in each language.
fn sum(one: &Costs, other: &Costs) -> Costs {
    std::array::from_fn(|language| one[language].saturating_add(other[language]))
}
