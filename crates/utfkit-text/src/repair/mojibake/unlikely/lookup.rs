//! What is asked of the same few characters again and again, remembered.
//!
//! The standard library's tables are small, so each question is a search; so are the ranges of
//! [`sorts`] and [`groups`]. Text has few characters that differ, and damaged text fewer: what was
//! found once is kept in a table, of the process. Two threads that find it at once find the same.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::repair::mojibake::unlikely::{
    groups::{self, Group},
    sorts::{self, Sort},
};

/// What is known of the characters up to U+FFFF; 0 of those that nobody asked for.
static KNOWN: [AtomicU32; 0x1_0000] = [const { AtomicU32::new(0) }; 0x1_0000];

/// What a character is.
///
/// The bits, from below: its group, its sort, whether it is a letter, a capital, a small letter,
/// and whether it is known.
#[derive(Clone, Copy)]
pub(crate) struct Traits(u32);

const SORT: u32 = Group::BITS;
const ALPHABETIC: u32 = 1 << (SORT + Sort::BITS);
const UPPERCASE: u32 = ALPHABETIC << 1;
const LOWERCASE: u32 = ALPHABETIC << 2;
const IS_KNOWN: u32 = ALPHABETIC << 3;

impl Traits {
    #[inline]
    pub(crate) fn of(character: char) -> Self {
        let Some(known) = KNOWN.get(character as usize) else { return Self::found(character) };
        match known.load(Ordering::Relaxed) {
            0 => {
                let found = Self::found(character);
                known.store(found.0, Ordering::Relaxed);
                found
            }
            bits => Self(bits),
        }
    }

    #[cold]
    fn found(character: char) -> Self {
        let flag = |is: bool, bit: u32| if is { bit } else { 0 };
        Self(
            IS_KNOWN
                | flag(character.is_alphabetic(), ALPHABETIC)
                | flag(character.is_uppercase(), UPPERCASE)
                | flag(character.is_lowercase(), LOWERCASE)
                | sorts::found(character).bits() << SORT
                | groups::found(character).bits(),
        )
    }

    pub(crate) fn is_alphabetic(self) -> bool {
        self.0 & ALPHABETIC != 0
    }

    pub(crate) fn is_uppercase(self) -> bool {
        self.0 & UPPERCASE != 0
    }

    pub(crate) fn is_lowercase(self) -> bool {
        self.0 & LOWERCASE != 0
    }

    pub(crate) fn sort(self) -> Sort {
        Sort::of_bits(self.0 >> SORT)
    }

    pub(crate) fn group(self) -> Group {
        Group::of_bits(self.0)
    }
}

/// As [`char::is_alphabetic`].
pub(crate) fn is_alphabetic(character: char) -> bool {
    Traits::of(character).is_alphabetic()
}

/// As [`char::is_uppercase`].
pub(crate) fn is_uppercase(character: char) -> bool {
    Traits::of(character).is_uppercase()
}

/// As [`char::is_lowercase`].
pub(crate) fn is_lowercase(character: char) -> bool {
    Traits::of(character).is_lowercase()
}

/// The small letter of `character`, the first character of it; `character` itself, if it is no
/// capital.
pub(crate) fn small(character: char) -> char {
    match character {
        _ if !is_uppercase(character) => character,
        'À'..='Þ' => char::from(character as u8 | 0x20),
        _ => character.to_lowercase().next().unwrap_or(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_was_found() {
        for character in '\0'..='\u{30000}' {
            // Found, and remembered.
            for traits in [Traits::of(character), Traits::of(character)] {
                assert_eq!(traits.is_alphabetic(), character.is_alphabetic(), "{character:?}");
                assert_eq!(traits.is_uppercase(), character.is_uppercase(), "{character:?}");
                assert_eq!(traits.is_lowercase(), character.is_lowercase(), "{character:?}");
                assert_eq!(traits.sort(), sorts::found(character), "{character:?}");
                assert_eq!(traits.group(), groups::found(character), "{character:?}");
            }
            let is_capital = character.is_uppercase();
            let first = character.to_lowercase().next().filter(|_| is_capital);
            assert_eq!(small(character), first.unwrap_or(character), "{character:?}");
        }
    }
}
