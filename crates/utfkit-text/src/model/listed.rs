//! Costs that are listed by context, symbol and language, and the extra cost of those that are not.
//!
//! A list is read where it is, because most texts need few contexts. Its form is a compromise: a
//! general compressor saves 0.8 MB, but takes longer for each process than a hundred judgments.
//!
//! All numbers have their lowest byte first. A list begins with the sets of languages that are most
//! frequent: their number, which is one byte, and each set as bits. An offset of three bytes for
//! each row of contexts follows. A row has the number of its contexts, their places in the row, and
//! their offsets. A context has the number of its symbols, the symbols, and one byte for each: the
//! number of its set of languages, or `OTHER`. The other sets follow, and then the costs. If there
//! is only one language, there are no sets. All offsets are from the start of the rows.

use std::collections::BTreeMap;

/// The maximum number of languages in a group.
pub const MAX_LANGUAGES: usize = 64;

/// A cost in each language.
pub(crate) type Costs = [u8; MAX_LANGUAGES];

/// The number of a set of languages that follows.
const OTHER: u8 = 255;
/// The size of an offset.
const OFFSET: usize = 3;
/// The maximum number of symbols and of contexts in a row whose numbers have one byte.
const SMALL: usize = 256;

/// Returns the size of a number of one of `count` symbols.
const fn size_of(count: usize) -> usize {
    if count <= SMALL { 1 } else { 2 }
}

/// Returns the size of a set of languages.
const fn size_of_set(width: usize) -> usize {
    width.div_ceil(8)
}

/// Returns the number in the first `size` bytes of `bytes`, or 0.
fn number(bytes: &[u8], size: usize) -> usize {
    let bytes = bytes.get(..size).unwrap_or_default();
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// Listed costs.
#[derive(Debug)]
pub(crate) struct Listed {
    /// The rows, after their offsets.
    bytes: &'static [u8],
    /// The most frequent sets of languages, as bits.
    sets: Vec<u64>,
    /// The number of languages.
    width: usize,
    /// The size of the number of a symbol.
    size: usize,
}

impl Listed {
    /// Reads what [`write`] wrote for this number of symbols and of languages.
    pub(crate) fn read(bytes: &'static [u8], symbols: usize, width: usize) -> Listed {
        let (&count, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let size = size_of_set(width);
        let sets = usize::from(count) * size;
        let (sets, bytes) = rest.split_at(sets.min(rest.len()));
        let sets = sets.chunks(size).map(|set| number(set, size) as u64).collect();
        Listed { bytes, sets, width, size: size_of(symbols) }
    }

    /// Returns the context at a place in a row. It is empty if nothing is listed.
    pub(crate) fn context(&self, row: usize, place: usize) -> Context {
        let size = self.size;
        let from = |offset: usize| self.bytes.get(offset..).unwrap_or_default();
        let row = from(number(from(row * OFFSET), OFFSET));
        let count = number(row, size);
        let Some((places, offsets)) =
            row.get(size..).and_then(|rest| rest.split_at_checked(count * size))
        else {
            return Context::default();
        };
        let Some(at) = find(places, size, place) else { return Context::default() };
        let context = from(number(offsets.get(at * OFFSET..).unwrap_or_default(), OFFSET));
        let count = number(context, size);
        let sets = if self.width == 1 { 0 } else { count };
        let parts = context.get(size..).and_then(|rest| {
            let (symbols, rest) = rest.split_at_checked(count * size)?;
            let (sets, rest) = rest.split_at_checked(sets)?;
            Some(Context { symbols, sets, rest })
        });
        parts.unwrap_or_default()
    }

    /// Writes the costs of the symbol at a place of `context` into `row`.
    pub(crate) fn overwrite(&self, context: &Context, at: usize, row: &mut Costs) {
        if self.width == 1 {
            row[0] = context.rest.get(at).copied().unwrap_or(row[0]);
            return;
        }
        let size = size_of_set(self.width);
        let others = context.sets.iter().filter(|&&set| set == OTHER).count();
        let (mut others, mut costs) =
            context.rest.split_at_checked(others * size).unwrap_or_default();
        let mut next = |set: u8| {
            self.sets.get(usize::from(set)).copied().unwrap_or_else(|| {
                let set = number(others, size) as u64;
                others = others.get(size..).unwrap_or_default();
                set
            })
        };
        for &set in context.sets.get(..at).unwrap_or_default() {
            costs = costs.get(next(set).count_ones() as usize..).unwrap_or_default();
        }
        let mut set = context.sets.get(at).map_or(0, |&set| next(set));
        for &cost in costs {
            if set == 0 {
                break;
            }
            row[set.trailing_zeros() as usize] = cost;
            set &= set - 1;
        }
    }
}

/// The symbols that are listed after one context.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context {
    symbols: &'static [u8],
    /// The set of languages of each symbol.
    sets: &'static [u8],
    /// The sets that are not among the most frequent ones, and then the costs.
    rest: &'static [u8],
}

impl Context {
    /// Returns the place of a symbol of `listed`.
    pub(crate) fn find(&self, listed: &Listed, symbol: u16) -> Option<usize> {
        find(self.symbols, listed.size, symbol.into())
    }

    /// Returns the symbols of `listed`, in ascending order.
    pub(crate) fn symbols(&self, listed: &Listed) -> impl Iterator<Item = usize> {
        let size = listed.size;
        self.symbols.chunks(size).map(move |symbol| number(symbol, size))
    }

    /// Returns the number of symbols of `listed`.
    pub(crate) fn count(&self, listed: &Listed) -> usize {
        self.symbols.len() / listed.size
    }
}

/// Returns the place of a number among sorted numbers of this size.
fn find(numbers: &[u8], size: usize, wanted: usize) -> Option<usize> {
    match size {
        1 => numbers.binary_search(&u8::try_from(wanted).ok()?).ok(),
        _ => {
            let (numbers, _) = numbers.as_chunks::<2>();
            let wanted = u16::try_from(wanted).ok()?;
            numbers.binary_search_by_key(&wanted, |number| u16::from_le_bytes(*number)).ok()
        }
    }
}

/// Costs by row, place in the row, and symbol: the languages with a listed cost, in order, and the
/// costs.
#[doc(hidden)]
pub type Costly = BTreeMap<(usize, usize, u16), Vec<(u8, u8)>>;

/// Appends a list with this number of rows, of symbols and of languages.
#[doc(hidden)]
pub fn write(out: &mut Vec<u8>, rows: usize, symbols: usize, width: usize, listed: &Costly) {
    let size = size_of(symbols);
    let set_size = size_of_set(width);
    let set_of = |costs: &[(u8, u8)]| costs.iter().fold(0, |set: u64, (one, _)| set | 1 << one);
    let mut times: BTreeMap<u64, usize> = BTreeMap::new();
    listed.values().for_each(|costs| *times.entry(set_of(costs)).or_default() += 1);
    let mut sets: Vec<(u64, usize)> = times.into_iter().collect();
    // The sort is stable: of two sets that are as frequent, the lower one is first.
    sets.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    sets.truncate(OTHER.into());
    out.push(sets.len() as u8);
    sets.iter().for_each(|(set, _)| out.extend(&set.to_le_bytes()[..set_size]));

    let put = |out: &mut Vec<u8>, number: usize, size: usize| {
        out.extend(&number.to_le_bytes()[..size]);
    };
    let mut index: Vec<u8> = Vec::new();
    let mut data: Vec<u8> = Vec::new();
    let mut values = listed.iter().peekable();
    for row in 0..rows {
        let mut contexts: Vec<(usize, Vec<u8>)> = Vec::new();
        while let Some(((_, place, _), _)) = values.peek().filter(|((at, ..), _)| *at == row) {
            let place = *place;
            let [mut numbers, mut codes, mut others, mut costs] = [const { Vec::new() }; 4];
            while let Some(((.., symbol), own)) =
                values.next_if(|((at, one, _), _)| (*at, *one) == (row, place))
            {
                put(&mut numbers, usize::from(*symbol), size);
                let set = set_of(own);
                match sets.iter().position(|(known, _)| *known == set) {
                    Some(code) => codes.push(code as u8),
                    None => {
                        codes.push(OTHER);
                        others.extend(&set.to_le_bytes()[..set_size]);
                    }
                }
                costs.extend(own.iter().map(|(_, cost)| *cost));
            }
            if width == 1 {
                codes.clear();
            }
            let mut context = Vec::new();
            put(&mut context, numbers.len() / size, size);
            [numbers, codes, others, costs].iter().for_each(|part| context.extend(part));
            contexts.push((place, context));
        }
        put(&mut index, rows * OFFSET + data.len(), OFFSET);
        put(&mut data, contexts.len(), size);
        contexts.iter().for_each(|(place, _)| put(&mut data, *place, size));
        let mut offset = rows * OFFSET + data.len() + contexts.len() * OFFSET;
        for (_, context) in &contexts {
            put(&mut data, offset, OFFSET);
            offset += context.len();
        }
        contexts.iter().for_each(|(_, context)| data.extend(context));
    }
    out.extend(index);
    out.extend(data);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the costs that are read for each symbol of each context.
    fn read(bytes: Vec<u8>, [rows, places]: [usize; 2], symbols: usize, width: usize) -> Costly {
        let listed = Listed::read(bytes.leak(), symbols, width);
        let mut all = Costly::new();
        for (row, place) in (0..rows).flat_map(|row| (0..places).map(move |place| (row, place))) {
            let context = listed.context(row, place);
            for symbol in 0..symbols as u16 {
                let Some(at) = context.find(&listed, symbol) else { continue };
                assert!(at < context.count(&listed));
                let mut costs = [0; MAX_LANGUAGES];
                listed.overwrite(&context, at, &mut costs);
                let costs = (0..).zip(costs).filter(|(_, cost)| *cost > 0).collect();
                all.insert((row, place, symbol), costs);
            }
        }
        all
    }

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let mut random: u32 = 1;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) as usize % limit
        };
        for (symbols, width) in [(3, 1), (256, 1), (200, 8), (256, 49), (300, 1), (700, 12)] {
            let mut listed = Costly::new();
            for _ in 0..2000 {
                // Many sets of languages, of which only some are among the most frequent ones.
                let share = if below(2) == 0 { 1 } else { 2 + below(4) };
                let mut costs = Vec::new();
                for one in 0..width as u8 {
                    if below(width) < share {
                        costs.push((one, 1 + below(255) as u8));
                    }
                }
                if costs.is_empty() {
                    costs.push((0, 7));
                }
                let place = (below(5), below(symbols), below(symbols) as u16);
                listed.insert(place, costs);
            }
            let mut bytes = Vec::new();
            write(&mut bytes, 6, symbols, width, &listed);
            assert_eq!(read(bytes, [6, symbols], symbols, width), listed, "{symbols} {width}");
        }
    }

    #[test]
    fn a_damaged_list_is_read_without_a_panic() {
        let costs = vec![(0, 9), (5, 8)];
        let listed = (0..40).map(|at| ((at / 10, at % 10, at as u16), costs.clone())).collect();
        let mut bytes = Vec::new();
        write(&mut bytes, 4, 40, 6, &listed);
        for end in 0..bytes.len() {
            read(bytes[..end].to_vec(), [4, 40], 40, 6);
            let mut bytes = bytes.clone();
            bytes[end] = !bytes[end];
            read(bytes, [4, 40], 40, 6);
        }
    }
}
