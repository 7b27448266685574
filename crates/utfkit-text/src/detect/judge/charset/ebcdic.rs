//! Finds the cheapest reading in a code page of EBCDIC.
//!
//! Most bytes mean the same character in nearly all pages. Words of these bytes are scored once, and
//! the other words decide between the pages.

use once_cell::race::OnceBox;

use super::{
    judge::{of_pages, of_several},
    pages::{Choice, Page, ZOS_SUFFIX, ebcdic},
    race::race,
};
use crate::detect::weights::ebcdic::{CONTROLS, FAR};
use crate::{
    detect::{judge::candidate::Candidate, named::hints::Known},
    model::{
        priors::{EBCDIC_SHIFTED, Prior},
        score::{Scored, Text},
    },
};

/// Returns the pages of EBCDIC that `bytes` can be in.
pub(crate) fn candidates(bytes: &[u8], known: Known<'_>) -> Vec<Candidate> {
    if !may_be_ebcdic(bytes) {
        return Vec::new();
    }
    let count = |which: u8| bytes.iter().filter(|&&byte| byte == which).count();
    let is_zos = count(NEWLINE_ZOS) > count(NEWLINE_IBM);
    let empty = Text::of(&[]);
    if count(SHIFT_OUT) > 0 && count(SHIFT_IN) > 0 {
        return race(of_several(shifted(is_zos), bytes, known), bytes, &empty, FAR);
    }
    let all = ebcdic(is_zos);
    let common = common();
    let mut shared: Vec<Scored> = Vec::new();
    let mut other: Vec<u8> = Vec::new();
    for word in bytes.split_inclusive(|&byte| is_end(byte)) {
        if word.iter().all(|&byte| common[usize::from(byte)]) {
            shared.extend(word.iter().map(|&byte| all[0].scored[usize::from(byte)]));
        } else {
            other.extend_from_slice(word);
        }
    }
    let shared = Text::of(&shared);
    let own = |page: &&Page| has_own_letters(page);
    let others = of_pages(all.iter().filter(|page| !own(page)), &other, known);
    let mut found = race(others, &other, &shared, FAR);
    found.extend(race(of_pages(all.iter().filter(own), bytes, known), bytes, &empty, FAR));
    found.iter_mut().for_each(|one| one.characters = bytes.len() as u64);
    found
}

const NEWLINE_ZOS: u8 = 0x15;
const NEWLINE_IBM: u8 = 0x25;
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;
const SPACE: u8 = 0x40;

/// Returns `true` if `bytes` have spaces or line ends of EBCDIC, and next to no bytes that are rare
/// control characters in it, such as all digits and most signs of ASCII. This check is cheap.
fn may_be_ebcdic(bytes: &[u8]) -> bool {
    let is_usual = |byte: u8| matches!(byte, 0x05 | 0x0B..=0x0F | 0x15 | 0x25 | SPACE..);
    let strange = bytes.iter().filter(|&&byte| !is_usual(byte)).count();
    let is_blank = |byte: u8| matches!(byte, SPACE | NEWLINE_IBM | NEWLINE_ZOS);
    strange * CONTROLS <= bytes.len() && bytes.iter().any(|&byte| is_blank(byte))
}

/// Returns the charsets in which shifts switch between characters of one and of two bytes.
fn shifted(is_zos: bool) -> &'static [Choice] {
    static ALL: OnceBox<[Vec<Choice>; 2]> = OnceBox::new();
    let all = ALL.get_or_init(|| {
        Box::new(["", ZOS_SUFFIX].map(|suffix| {
            let choice =
                |prior: &'static Prior| Choice::of(prior, &format!("{}{suffix}", prior.name));
            EBCDIC_SHIFTED.iter().filter_map(choice).collect()
        }))
    });
    &all[usize::from(is_zos)]
}

/// Returns `true` if the Latin letters have bytes of their own in `page`.
fn has_own_letters(page: &Page) -> bool {
    page.characters[0x81] != 'a'
}

/// Returns, for each byte, whether all pages read it as the same character. Pages with other bytes for
/// Latin letters do not count, nor do line ends.
fn common() -> &'static [bool; 256] {
    static COMMON: OnceBox<[bool; 256]> = OnceBox::new();
    COMMON.get_or_init(|| {
        let pages = || ebcdic(false).iter().filter(|page| !has_own_letters(page));
        let first = pages().next();
        Box::new(std::array::from_fn(|byte| {
            let character = first.map(|page| page.characters[byte]);
            let is_same = pages().all(|page| Some(page.characters[byte]) == character);
            is_same || matches!(byte as u8, NEWLINE_IBM | NEWLINE_ZOS)
        }))
    })
}

/// Returns `true` for white space and the signs of markup, as in words of ASCII.
const fn is_end(byte: u8) -> bool {
    matches!(
        byte,
        0x05 | 0x0D
            | NEWLINE_ZOS
            | NEWLINE_IBM
            | SPACE
            | 0x4C
            | 0x50
            | 0x5E
            | 0x61
            | 0x6E
            | 0x7A
            | 0x7E
            | 0x7F
    )
}
