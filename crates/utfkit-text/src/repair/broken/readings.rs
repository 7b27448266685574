//! What bytes are in windows-1252, and in the charsets that may be meant instead of it: all of
//! them are read at once.

use std::{array, ops::Range};

use crate::repair::mojibake::{
    self,
    language::{ALL as ALL_LANGUAGES, is_misplaced},
    unlikely::lookup::{is_alphabetic, is_lowercase, is_uppercase},
};

/// Bytes beyond ASCII.
pub(crate) const HIGH: usize = 128;

/// A charset, from its byte 80 on.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// Its characters; `\0` where it has none.
    pub(crate) characters: [char; HIGH],
    /// The small letters that they are; `\0` where they are signs.
    pub(crate) letters: [char; HIGH],
    /// The languages that have the letter, a bit for each; all of them where there is none.
    pub(crate) having: [u64; HIGH],
    /// The languages that are written in it.
    pub(crate) written: u64,
}

impl Page {
    fn new(characters: [char; HIGH]) -> Self {
        let letters = characters.map(|one| if is_sign(one) { '\0' } else { small(one) });
        let having = letters.map(|one| match one {
            '\0' => ALL_LANGUAGES,
            letter => mojibake::languages_having([letter].into_iter()),
        });
        Self { characters, letters, having, written: mojibake::written_in(&characters) }
    }

    fn character(&self, byte: Beside) -> Option<char> {
        match byte {
            0..0x80 => char::from_u32(byte),
            _ => self.characters.get(byte as usize - HIGH).copied(),
        }
    }
}

/// Charsets that the rest of the repair does not know, from A0 on; `\0` where they have no
/// character.
const OTHERS: [&str; 2] = [
    // ISO-8859-3
    "\u{A0}Ħ˘£¤\0Ĥ§¨İŞĞĴ\u{AD}\0Ż°ħ²³´µĥ·¸ışğĵ½\0ż\
     ÀÁÂ\0ÄĊĈÇÈÉÊËÌÍÎÏ\0ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜß\
     àáâ\0äċĉçèéêëìíîï\0ñòóôġö÷ĝùúûüŭŝ˙",
    // ISO-8859-16
    "\u{A0}ĄąŁ€„Š§š©Ș«Ź\u{AD}źŻ°±ČłŽ”¶·žčș»ŒœŸż\
     ÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚß\
     àáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ",
];

/// What stands beside a byte: one of ASCII, one that is read, too, or [`NOTHING`] that is known.
type Beside = u32;

const NOTHING: Beside = 0x100;

/// All these charsets, windows-1252 the first, and what is known of bytes in them.
#[derive(Clone, Debug)]
pub(crate) struct Readings {
    pages: Vec<Page>,
    /// In which pages nobody writes a byte where it stands, a bit for each, of the places that
    /// were asked for last: text has few that differ.
    known: Vec<(u32, u32)>,
    /// What lines with so many bytes refused and seen had in the other charsets, those that were
    /// asked for last.
    others: Vec<Option<(u32, u128, Others)>>,
}

impl Readings {
    /// For a text of `len` bytes: what is remembered of it takes about as much.
    pub(crate) fn new(len: usize) -> Self {
        let windows1252 = array::from_fn(|at| {
            let byte = char::from(at as u8 | 0x80);
            mojibake::control_as_1252(byte).unwrap_or(byte)
        });
        let from = |first: usize, characters: &str| {
            let mut high = ['\0'; HIGH];
            high[first..].iter_mut().zip(characters.chars()).for_each(|(place, one)| *place = one);
            high
        };
        let others = mojibake::high_pages().map(|characters| from(0, characters));
        let others = others.chain(OTHERS.into_iter().map(|characters| from(0x20, characters)));
        let pages = [windows1252].into_iter().chain(others).map(Page::new).collect();
        let known = len.next_power_of_two().clamp(1 << 4, 1 << 15);
        let others = (known >> 4).min(1 << 8);
        Self { pages, known: vec![(u32::MAX, 0); known], others: vec![None; others] }
    }

    /// Windows-1252, and the others.
    pub(crate) fn pages(&self) -> Option<(&Page, &[Page])> {
        self.pages.split_first()
    }

    /// The bytes `strays` of `line`, all that are read.
    pub(crate) fn of<'r>(&'r mut self, line: &'r [u8], strays: &'r [Range<usize>]) -> Reading<'r> {
        let (mut refused, mut seen) = (0, 0);
        let mut places = strays.iter().cloned().flatten().peekable();
        // Where the last one ended.
        let mut done = None;
        while let Some(place) = places.next() {
            let beside = |byte: Option<&u8>, is_read: bool| {
                let known = byte.filter(|byte| is_read || byte.is_ascii());
                known.map_or(NOTHING, |&byte| byte.into())
            };
            let before = place.checked_sub(1).and_then(|before| line.get(before));
            let left = beside(before, done == Some(place));
            let right = beside(line.get(place + 1), places.peek() == Some(&(place + 1)));
            refused |= self.refused(left, line[place], right);
            seen |= 1 << (line[place] & 0x7F);
            done = Some(place + 1);
            if refused == self.all() {
                break;
            }
        }
        let is_none = refused == self.all();
        let others = &mut self.others;
        Reading { pages: &self.pages, others, is_none, refused, seen, line, strays }
    }

    /// A bit for each page.
    fn all(&self) -> u32 {
        u32::MAX >> (u32::BITS as usize - self.pages.len())
    }

    /// The pages in which nobody writes `byte` between `left` and `right`, a bit for each.
    fn refused(&mut self, left: Beside, byte: u8, right: Beside) -> u32 {
        let key = left << 17 | right << 8 | u32::from(byte);
        let at = place(key.into(), self.known.len());
        let (known, pages) = self.known[at];
        if known == key {
            return pages;
        }
        let is_refused = |page: &Page| {
            let one = page.characters[usize::from(byte & 0x7F)];
            is_refused(page.character(left), one, page.character(right))
        };
        let all = self.pages.iter().rev();
        let pages = all.fold(0, |bits, page| bits << 1 | u32::from(is_refused(page)));
        self.known[at] = (key, pages);
        pages
    }
}

/// Where one of so many places, a power of two, `key` has.
fn place(key: u64, places: usize) -> usize {
    // Its upper bits depend on all of the key.
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (places - 1)
}

/// What the bytes of a line are in the charsets.
pub(crate) struct Reading<'r> {
    pages: &'r [Page],
    others: &'r mut [Option<(u32, u128, Others)>],
    is_none: bool,
    /// The charsets in which nobody writes them where they stand, a bit for each.
    refused: u32,
    /// Which bytes they are, a bit for each from 80 on.
    seen: u128,
    line: &'r [u8],
    strays: &'r [Range<usize>],
}

/// Languages that have all letters, a bit for each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Others {
    /// By any of the charsets.
    pub(crate) any: u64,
    /// By one that the language is written in.
    pub(crate) written: u64,
}

impl Reading<'_> {
    /// Whether they are nothing that anybody writes there, in no charset.
    pub(crate) fn is_none(&self) -> bool {
        self.is_none
    }

    /// The small letters that they are in windows-1252, each once; `None` if nobody writes them
    /// where they stand.
    pub(crate) fn western(&self) -> Option<impl Iterator<Item = char> + Clone> {
        let page = self.pages.first().filter(|_| self.refused & 1 == 0)?;
        Some(self.seen().map(|at| page.letters[at]).filter(|&letter| letter != '\0'))
    }

    /// The languages by the other charsets, where their letters are not those of windows-1252.
    pub(crate) fn others(&mut self) -> Others {
        let key = self.seen as u64 ^ (self.seen >> 64) as u64 ^ u64::from(self.refused) << 32;
        let at = place(key, self.others.len());
        match self.others[at] {
            Some((refused, seen, others)) if (refused, seen) == (self.refused, self.seen) => others,
            _ => {
                let (others, is_of_bytes) = self.found();
                if is_of_bytes {
                    self.others[at] = Some((self.refused, self.seen, others));
                }
                others
            }
        }
    }

    /// [`Reading::others`], and whether only which bytes there are tells them, not how they stand.
    fn found(&self) -> (Others, bool) {
        let western = self.pages.first().filter(|_| self.refused & 1 == 0);
        let (mut others, mut is_of_bytes) = (Others { any: 0, written: 0 }, true);
        for (at, page) in self.pages.iter().enumerate().skip(1) {
            let has_letters = self.seen().any(|byte| page.letters[byte] != '\0');
            if self.refused >> at & 1 == 1 || !has_letters {
                continue;
            }
            let are_same = western.is_some_and(|western| {
                let is_clear = self.are_same_signs(western, page);
                is_of_bytes &= is_clear;
                match is_clear {
                    true => self.seen().all(|at| western.letters[at] == page.letters[at]),
                    false => self.letters(western).eq(self.letters(page)),
                }
            });
            if !are_same {
                let having = self.seen().fold(ALL_LANGUAGES, |all, byte| all & page.having[byte]);
                others.any |= having;
                others.written |= having & page.written;
            }
        }
        (others, is_of_bytes)
    }

    /// Whether what is a letter in one is one in the other.
    fn are_same_signs(&self, one: &Page, other: &Page) -> bool {
        let is_sign = |page: &Page, at: usize| page.letters[at] == '\0';
        self.seen().all(|at| is_sign(one, at) == is_sign(other, at))
    }

    /// The small letters that the bytes are in `page`, as they stand.
    fn letters<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = char> + 'p {
        let bytes = self.strays.iter().cloned().flatten().map(|at| self.line[at] & 0x7F);
        bytes.map(|byte| page.letters[usize::from(byte)]).filter(|&letter| letter != '\0')
    }

    /// The bytes, each once, from 0 for 80 on.
    fn seen(&self) -> impl Iterator<Item = usize> + Clone {
        let mut seen = self.seen;
        std::iter::from_fn(move || {
            let lowest = seen.trailing_zeros();
            seen &= seen.wrapping_sub(1);
            (lowest < u128::BITS).then_some(lowest as usize)
        })
    }
}

/// Whether `character` is none that words are made of.
fn is_sign(character: char) -> bool {
    !is_alphabetic(character) || matches!(character, 'ª' | 'º' | 'ƒ' | 'µ')
}

/// The small letter of `letter`; of `İ`, which has a letter of ASCII, the one that stands beside it
/// in every language.
pub(crate) fn small(letter: char) -> char {
    letter.to_lowercase().next().filter(|small| !small.is_ascii()).unwrap_or('ı')
}

/// Whether nobody writes `one` between `left` and `right`.
fn is_refused(left: Option<char>, one: char, right: Option<char>) -> bool {
    let is = |beside: Option<char>, what: fn(char) -> bool| beside.is_some_and(what);
    let (behind, before) = (is(left, is_alphabetic), is(right, is_alphabetic));
    // Apostrophes stand inside words, and points in Catalan.
    let is_wrong_sign = || {
        one.is_control()
            || behind && before && !"’·\u{AD}".contains(one)
            || behind && "¤¦¨¬¯´¸¼½¾".contains(one)
            || before && "¢£¥€¤¦©¬®¯²³¶¸¹»¼½¾™”›".contains(one)
    };
    is_sign(one) && is_wrong_sign()
        || is_uppercase(one) && is(left, is_lowercase)
        || is_lowercase(one) && is(left, is_uppercase) && is(right, is_uppercase)
        || is_misplaced(left, one, right)
        || one == 'ÿ' && !behind
}

/// Returns `bytes` as ISO-8859-1 reads them.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}
