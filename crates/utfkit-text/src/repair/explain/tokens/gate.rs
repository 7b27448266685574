//! The ways in which a token may have been damaged, without the model.

use crate::repair::explain::tokens::units::{
    REPLACEMENT, Unit, character, is_ascii_letter, is_raw,
};
use crate::repair::explain::ways::gbk::{self, Scan};
use crate::repair::explain::ways::pages::{Pages, Row, Table};
use crate::repair::explain::weights::gate::{MANY, MANY_SEQUENCES};

/// The charsets in which a lost byte may have become `?` or U+FFFD: windows-1250 to 1258 and 874.
pub(crate) const LOSSY: Pages = 0b11_1110_0011_0000_0111;

/// The charsets in which a no-break space may have become a space.
pub(crate) const SPACED: Pages = 0b01_0010_0001_0000_0111;

/// The charsets in which a sequence is incomplete after a character: one, two or three more bytes
/// must follow.
#[derive(Clone, Copy, Debug, Default)]
struct Open([Pages; 3]);

impl Open {
    /// Adds a character. Returns the charsets in which it completes a sequence.
    fn push(&mut self, row: &Row) -> Pages {
        let Open([one, two, three]) = *self;
        let [of_two, of_three, of_four] = row.leads;
        let on = row.continues;
        self.0 = [of_two | two & on, of_three | three & on, of_four];
        one & on
    }

    /// Returns the charsets in which a sequence is incomplete.
    const fn all(&self) -> Pages {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// Adds a lost byte. Returns the charsets of `may` in which it completes a sequence.
    fn push_lost(&mut self, may: Pages) -> Pages {
        let Open([one, two, three]) = *self;
        self.0 = [two & may, three & may, 0];
        one & may
    }
}

/// The ways in which a token may have been damaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gate {
    /// The charsets in which it has a complete sequence of UTF-8.
    pub(crate) pages: Pages,
    /// The charsets in which a letter is not a part of a complete sequence.
    broken: Pages,
    /// The number of characters that complete a sequence in any charset.
    sequences: u16,
    /// The charsets in which a sequence is complete with a lost byte.
    pub(crate) lossy: Pages,
    /// Whether it has ill-formed bytes.
    pub(crate) raw: bool,
    /// Whether it has controls from U+0080 to U+009F.
    pub(crate) controls: bool,
    /// Whether it has UTF-8 that was read as GBK.
    pub(crate) gbk: bool,
    /// The number of characters of windows-1252 beyond ASCII.
    pub(crate) western: u16,
    /// Whether several different ones of these are adjacent.
    pub(crate) many: bool,
}

impl Gate {
    /// Returns the gate of a token.
    pub(crate) fn of(units: impl IntoIterator<Item = Unit>, table: &Table) -> Gate {
        let mut gate = Gate::default();
        let (mut open, mut scan) = (Open::default(), Scan::default());
        let (mut many, mut last, mut after_letter) = (0, 0, false);
        for unit in units {
            let is_after_letter = std::mem::replace(&mut after_letter, is_ascii_letter(unit));
            if after_letter {
                gate.gbk |= scan.is_complete();
            }
            if is_raw(unit) {
                gate.raw = true;
                gate.broken |= open.all();
                (open, many) = (Open::default(), 0);
                continue;
            }
            if unit < 0x80 {
                match unit {
                    0x20 => gate.lossy |= open.push_lost(SPACED),
                    0x3F => gate.lossy |= open.push_lost(LOSSY),
                    _ => {
                        gate.broken |= open.all();
                        open = Open::default();
                    }
                }
                (many, scan) = (0, Scan::default());
                continue;
            }
            if unit == REPLACEMENT {
                gate.lossy |= open.push_lost(LOSSY);
                many = 0;
                continue;
            }
            gate.controls |= unit < 0xA0;
            if unit >= gbk::FIRST as u32 || scan.is_open() {
                gate.gbk |= scan.push(character(unit), is_after_letter);
            }
            let Some(row) = table.row(character(unit)) else {
                gate.broken |= open.all();
                (open, many) = (Open::default(), 0);
                continue;
            };
            let begun = open.all();
            let leads = row.leads[0] | row.leads[1] | row.leads[2];
            gate.broken |= begun & !row.continues | row.letter & !leads & !(row.continues & begun);
            if row.bytes[0] == 0 {
                many = 0;
            } else {
                gate.western = gate.western.saturating_add(1);
                many += usize::from(unit != last);
                gate.many |= many >= MANY;
            }
            last = unit;
            let complete = open.push(row);
            gate.sequences += u16::from(complete != 0);
            gate.pages |= complete;
        }
        gate.broken |= open.all();
        gate
    }

    /// Returns `true` if the token may be damaged by itself. In damaged text, all letters were read in the
    /// same charset. In correct text, a sequence is there by chance.
    pub(crate) const fn is_likely(&self) -> bool {
        let pages =
            if self.sequences < MANY_SEQUENCES { self.pages & !self.broken } else { self.pages };
        pages | self.lossy != 0 || self.raw || self.controls || self.gbk || self.many
    }

    /// Returns `true` if the token may have been damaged. A single western letter is not a reason.
    pub(crate) const fn is_open(&self) -> bool {
        self.pages | self.lossy != 0 || self.raw || self.controls || self.gbk || self.many
    }
}
