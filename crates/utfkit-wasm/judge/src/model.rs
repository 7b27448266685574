//! Restores the model of text.
//!
//! `pack/model.mjs` writes the file. It sorts the numbers of a group of languages by kind, so that a
//! general compressor finds much alike. JavaScript has unpacked that already. A part is put in its order
//! when it is first used, mostly by copies: engines run code slowly at first.

use std::sync::OnceLock;

use utfkit_text::model::listed::MAX_LANGUAGES;

/// The file. It begins with the number of parts. A byte for each follows, with its number of
/// languages. Then come three numbers for each: its length here, its length in the library, and the
/// checksum of that. They have four bytes, the lowest first. The parts follow.
static FILE: OnceLock<Vec<u8>> = OnceLock::new();

/// The number of a set of languages that follows, and the size of an offset, as in the library.
const OTHER: u8 = 255;
const OFFSET: usize = 3;

/// Sets the file, and makes the library read it.
pub(crate) fn provide(file: Vec<u8>) {
    if FILE.set(file).is_ok() {
        utfkit_text::model::provide(part);
    }
}

/// Returns a part, or an empty one if the file is damaged.
fn part(number: usize) -> Vec<u8> {
    restored(FILE.get().map_or(&[], Vec::as_slice), number).unwrap_or_default()
}

fn restored(file: &'static [u8], number: usize) -> Option<Vec<u8>> {
    let mut file = Reader(file);
    let count = usize::from(file.byte()?);
    let widths = file.take(count)?;
    let (heads, _) = file.take(12 * count)?.as_chunks::<12>();
    for head in heads.get(..number)? {
        file.take(Reader(head).fixed(4)?)?;
    }
    let mut head = Reader(heads.get(number)?);
    let packed = file.take(head.fixed(4)?)?;
    let (length, sum) = (head.fixed(4)?, head.fixed(4)?);
    let part = match usize::from(*widths.get(number)?) {
        0 => packed.to_vec(),
        width @ 1..=MAX_LANGUAGES => Part::restored(Reader(packed), width, length)?,
        _ => return None,
    };
    (part.len() == length && checksum(&part) as usize == sum).then_some(part)
}

/// Returns the checksum of a part, of its words of four bytes.
fn checksum(part: &[u8]) -> u32 {
    part.as_chunks::<4>().0.iter().fold(0x811C_9DC5, |sum, word| {
        (sum ^ u32::from_le_bytes(*word)).wrapping_mul(0x0100_0193).rotate_left(5)
    })
}

/// The bytes that are not read yet.
struct Reader(&'static [u8]);

impl Reader {
    fn take(&mut self, length: usize) -> Option<&'static [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.0.split_off_first().copied()
    }

    /// Reads a number of this size, the lowest byte first.
    fn fixed(&mut self, size: usize) -> Option<usize> {
        let bytes = self.take(size)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }

    /// Reads a number with seven bits per byte, the lowest bits first.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..28).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    }
}

/// Numbers of one or two bytes: the lowest bytes of all, and then the others.
struct Numbers {
    low: Reader,
    high: Option<Reader>,
}

impl Numbers {
    fn read(packed: &mut Reader, count: usize, size: usize) -> Option<Self> {
        let low = Reader(packed.take(count)?);
        let high = if size == 1 { None } else { Some(Reader(packed.take(count)?)) };
        Some(Numbers { low, high })
    }

    fn next(&mut self) -> Option<usize> {
        let low = usize::from(self.low.byte()?);
        Some(match &mut self.high {
            Some(high) => low | usize::from(high.byte()?) << 8,
            None => low,
        })
    }
}

/// A part as the library reads it.
struct Part {
    /// The number of languages, and the size of the number of a symbol.
    width: usize,
    size: usize,
    bytes: Vec<u8>,
}

/// The numbers of a list of costs, by kind.
struct List {
    /// The number of languages in each of the most frequent sets.
    languages: [u8; 256],
    counts: Numbers,
    differences: Numbers,
    codes: Reader,
    others: Reader,
    costs: Reader,
}

impl Part {
    /// Restores a group of languages, of this length.
    fn restored(mut packed: Reader, width: usize, length: usize) -> Option<Vec<u8>> {
        let is_dense = packed.byte()?;
        let head = packed.0;
        let count = packed.number()? + 1;
        for _ in 1..count {
            packed.number()?;
        }
        packed.take(width + 2 * width * count)?;
        let mut bytes = Vec::with_capacity(length);
        bytes.extend_from_slice(head.get(..head.len() - packed.0.len())?);
        let mut part = Part { width, size: if count <= 256 { 1 } else { 2 }, bytes };
        part.list(&mut packed, 1, count)?;
        part.bytes.push(is_dense);
        if is_dense == 1 {
            part.list(&mut packed, count, count)?;
        }
        Some(part.bytes)
    }

    /// Restores a list: its length, the most frequent sets, and rows of contexts.
    fn list(&mut self, packed: &mut Reader, rows: usize, count: usize) -> Option<()> {
        let set_size = self.width.div_ceil(8);
        let head = packed.0;
        packed.number()?;
        let sets = usize::from(packed.byte()?) * set_size;
        let sets = packed.take(sets)?;
        self.bytes.extend_from_slice(head.get(..head.len() - packed.0.len())?);
        let mut languages = [0; 256];
        for (languages, set) in languages.iter_mut().zip(sets.chunks_exact(set_size)) {
            *languages = ones(set) as u8;
        }
        let [entries, others, costs] = [packed.fixed(4)?, packed.fixed(4)?, packed.fixed(4)?];
        let mut list = List {
            languages,
            counts: Numbers::read(packed, rows * count, self.size)?,
            differences: Numbers::read(packed, entries, self.size)?,
            codes: Reader(packed.take(if self.width > 1 { entries } else { 0 })?),
            others: Reader(packed.take(others)?),
            costs: Reader(packed.take(costs)?),
        };
        let start = self.bytes.len();
        self.bytes.resize(start + OFFSET * rows, 0);
        for row in 0..rows {
            self.offset(start + OFFSET * row, start)?;
            self.row(&mut list, count, start)?;
        }
        Some(())
    }

    /// Writes the current place as an offset from `start`.
    fn offset(&mut self, at: usize, start: usize) -> Option<()> {
        let offset = (self.bytes.len() - start).to_le_bytes();
        self.bytes.get_mut(at..at + OFFSET)?.copy_from_slice(&offset[..OFFSET]);
        Some(())
    }

    /// Restores a row: its contexts, their offsets, and what follows each.
    fn row(&mut self, list: &mut List, count: usize, start: usize) -> Option<()> {
        let mut places = Vec::new();
        for place in 0..count {
            match list.counts.next()? {
                0 => {}
                count => places.push((place, count)),
            }
        }
        self.put(places.len());
        places.iter().for_each(|(place, _)| self.put(*place));
        let mut offset = self.bytes.len();
        self.bytes.resize(offset + OFFSET * places.len(), 0);
        for (_, count) in places {
            self.offset(offset, start)?;
            offset += OFFSET;
            self.context(list, count)?;
        }
        Some(())
    }

    /// Restores a context with this number of symbols: the symbols, their sets, and the costs.
    fn context(&mut self, list: &mut List, count: usize) -> Option<()> {
        self.put(count);
        let mut symbol = 0;
        for _ in 0..count {
            symbol += list.differences.next()?;
            self.put(symbol);
        }
        let mut costs = count;
        if self.width > 1 {
            let codes = list.codes.take(count)?;
            let others = codes.iter().filter(|code| **code == OTHER).count();
            let others = list.others.take(others * self.width.div_ceil(8))?;
            self.bytes.extend_from_slice(codes);
            self.bytes.extend_from_slice(others);
            let frequent = codes.iter().map(|code| usize::from(list.languages[usize::from(*code)]));
            costs = ones(others) + frequent.sum::<usize>();
        }
        self.bytes.extend_from_slice(list.costs.take(costs)?);
        Some(())
    }

    /// Appends the number of a symbol, or of symbols.
    fn put(&mut self, number: usize) {
        self.bytes.push(number as u8);
        if self.size == 2 {
            self.bytes.push((number >> 8) as u8);
        }
    }
}

/// Returns the number of languages in sets.
fn ones(sets: &[u8]) -> usize {
    sets.iter().map(|byte| byte.count_ones() as usize).sum()
}
