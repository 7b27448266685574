//! A text that has no character of UTF-8 beyond ASCII: all of it may be in another charset, and is
//! judged as a whole.

use crate::repair::broken::{
    readings::{HIGH, Page, Readings},
    western,
};
use crate::repair::mojibake;

/// What all bytes of a text can be together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Letters of a language of Western Europe, more than of any that is written in another
    /// charset.
    Western,
    /// As much of one as of the other.
    Open,
    /// More of another.
    Foreign,
}

/// How often each byte from 80 on stands in a text.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    all: [usize; HIGH],
    /// Beside a letter of ASCII, and between two of them.
    beside: [usize; HIGH],
    between: [usize; HIGH],
}

impl Counts {
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut counts = Self { all: [0; HIGH], beside: [0; HIGH], between: [0; HIGH] };
        let is_letter =
            |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_alphabetic);
        for (at, &byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
            let place = usize::from(byte & 0x7F);
            let [left, right] = [at.checked_sub(1), Some(at + 1)].map(is_letter);
            counts.all[place] += 1;
            counts.beside[place] += usize::from(left || right);
            counts.between[place] += usize::from(left && right);
        }
        counts
    }

    /// What the text is, which may be in any of the charsets of `readings`.
    pub(crate) fn standing(&self, readings: &Readings) -> Standing {
        let Some((western, others)) = readings.pages() else { return Standing::Open };
        let own = languages(western::ALL.into())
            .map(|language| {
                let having = |place: usize| {
                    let letter = [western.letters[place]].into_iter();
                    u64::from(western::having_all(letter)) & language > 0
                };
                self.explained(western, having, &self.between)
            })
            .max();
        let of_page = |page: &Page| {
            let differs = |place: usize| {
                self.all[place] > 0
                    && page.characters[place] != western.characters[place]
                    && mojibake::is_alphabetic(page.characters[place])
            };
            if !(0..HIGH).any(differs) {
                return 0;
            }
            let explained = languages(page.written).map(|language| {
                self.explained(page, |place| page.having[place] & language > 0, &self.beside)
            });
            explained.max().unwrap_or(0)
        };
        let other = others.iter().map(of_page).max();
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => Standing::Western,
            std::cmp::Ordering::Equal => Standing::Open,
            std::cmp::Ordering::Less => Standing::Foreign,
        }
    }

    /// How many of the bytes are letters that a language has (`has`, of a byte's place) by
    /// `page`, or signs; those are none that stand in words as often as `inside` says.
    fn explained(&self, page: &Page, has: impl Fn(usize) -> bool, inside: &[usize; HIGH]) -> usize {
        let of = |place: usize| match page.characters[place] {
            _ if page.letters[place] != '\0' => {
                if has(place) {
                    self.all[place]
                } else {
                    0
                }
            }
            one if one.is_control() => 0,
            '’' | '·' | '\u{AD}' => self.all[place],
            _ => self.all[place] - inside[place],
        };
        (0..HIGH).filter(|&place| self.all[place] > 0).map(of).sum()
    }
}

/// Each of `languages` by itself, a bit for each.
fn languages(languages: u64) -> impl Iterator<Item = u64> {
    (0..u64::BITS).map(|bit| 1 << bit).filter(move |bit| languages & bit > 0)
}
