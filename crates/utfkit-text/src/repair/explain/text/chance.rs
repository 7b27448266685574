//! UTF-8 beside bytes of a charset. Text in that charset may be UTF-8 by chance, but most such text is
//! UTF-8. So it stays, unless it makes no sense.

use crate::model::score::Cost;
use crate::repair::explain::memory::Memory;
use crate::repair::explain::parts::{MAX_LINE, lines};
use crate::repair::explain::text::lines::Explainer;
use crate::repair::explain::text::segment::{Segment, percent};
use crate::repair::explain::tokens::units::{Unit, bytes, is_high};
use crate::repair::explain::ways::{charsets, contradictions::breaks_words};
use crate::repair::explain::weights::chance::{CERTAIN, GOOD, HOPELESS, MAX_DOUBTS, RARE};

/// What a text that is UTF-8 was meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Utf8,
    /// Either is possible. The text in the charset gains this much.
    Unknown(Cost),
    /// Text in the charset that is UTF-8 by chance.
    Charset(Cost),
}

impl Memory {
    /// Returns what `token`, which is UTF-8, was meant to be beside bytes of a charset.
    pub(super) fn meaning(&mut self, token: &[Unit], charset: u8) -> Meaning {
        let own = self.cost_of(token);
        let facts = charsets::of(charset);
        let Some(other) = facts.decode(&bytes(token)) else {
            // A token of several bytes per character may be cut.
            let is_utf8 = facts.is_single() || own < GOOD * (width(token) + 1);
            return if is_utf8 { Meaning::Utf8 } else { Meaning::Unknown(0) };
        };
        let (is_odd, is_other_odd) = (breaks_words(token, true), breaks_words(&other, false));
        let most = if is_odd { own } else { RARE * (token.len() as Cost + 1) };
        match own.min(most) - self.cost_of(&other) {
            _ if other == token || is_other_odd && !is_odd => Meaning::Utf8,
            ..=HOPELESS => Meaning::Utf8,
            gain @ CERTAIN.. if is_odd && !is_other_odd => Meaning::Charset(gain),
            gain => Meaning::Unknown(gain),
        }
    }

    /// Returns `true` if `token` makes more sense as it is than in a charset. A token that is not complete
    /// in the charset must be good text.
    pub(super) fn is_better_as_utf8(&mut self, token: &[Unit], charset: u8) -> bool {
        if token.iter().all(is_sign) {
            return true;
        }
        let own = self.cost_of(token);
        match charsets::of(charset).decode(&bytes(token)) {
            Some(other) => {
                own < self.cost_of(&other)
                    || breaks_words(&other, false) && !breaks_words(token, true)
            }
            None => own < GOOD * (width(token) + 1),
        }
    }

    /// Returns the cost of `units` in the best language.
    fn cost_of(&mut self, units: &[Unit]) -> Cost {
        let row = self.row(units);
        self.costs(row).best().1 + self.mixed(units)
    }
}

impl Explainer {
    /// Returns what a line was meant to be that is UTF-8. One word that is UTF-8 decides.
    pub(super) fn meaning_of_line(&mut self, line: &[u8], charset: u8) -> Option<Meaning> {
        let mut all: Option<Meaning> = None;
        self.each_token(line, |memory, token| {
            let one = memory.meaning(token, charset);
            all = Some(all.map_or(one, |all| all.beside(one)));
        });
        all
    }

    /// Returns doubts about the lines of `text` that are UTF-8, and make more sense in a charset.
    pub(super) fn chance_lines(&mut self, text: &[u8], charset: u8) -> Vec<Segment> {
        let mut found = Vec::new();
        for (start, line) in lines(text) {
            if line.is_ascii() || line.len() > MAX_LINE || str::from_utf8(line).is_err() {
                continue;
            }
            let meaning = self.meaning_of_line(line, charset);
            let Some(Meaning::Unknown(gain) | Meaning::Charset(gain)) = meaning else { continue };
            found.extend((gain > 0).then(|| doubt(line, start, charset, gain)).flatten());
            if found.len() == MAX_DOUBTS {
                break;
            }
        }
        found
    }
}

impl Meaning {
    /// Returns the meaning of a line with words of both.
    fn beside(self, other: Meaning) -> Meaning {
        match (self, other) {
            (Meaning::Utf8, _) | (_, Meaning::Utf8) => Meaning::Utf8,
            (Meaning::Charset(one), Meaning::Charset(other)) => Meaning::Charset(one + other),
            (
                Meaning::Unknown(one) | Meaning::Charset(one),
                Meaning::Unknown(other) | Meaning::Charset(other),
            ) => Meaning::Unknown(one + other),
        }
    }
}

/// Returns the doubt about a line that is UTF-8, and begins at `base`. In the charset, it gains this
/// much.
pub(super) fn doubt(line: &[u8], base: usize, charset: u8, gain: Cost) -> Option<Segment> {
    let start = line.iter().position(|byte| !byte.is_ascii())?;
    let end = line.iter().rposition(|byte| !byte.is_ascii())? + 1;
    // The second byte of a character may be ASCII.
    let more = usize::from(!charsets::of(charset).is_single() && end < line.trim_ascii_end().len());
    let read = [end, end + more]
        .into_iter()
        .find_map(|end| Some((end, charsets::of(charset).decode(&line[start..end])?)));
    let (end, becomes) = read?;
    Some(Segment {
        percent: percent(gain),
        rival: Some(line[start..end].to_vec()),
        ..Segment::raw(base + start..base + end, charset, &becomes)
    })
}

/// Returns `true` for a quotation mark, a dash and another sign of three bytes that texts have. By chance,
/// there are few such sequences.
fn is_sign(unit: &Unit) -> bool {
    matches!(unit, 0x2010..=0x203A | 0x20AC | 0x2122)
}

/// Returns the number of characters of `units` that the model would expect to pay for.
fn width(units: &[Unit]) -> Cost {
    units.iter().map(|&unit| if is_high(unit) && unit >= 0x2E80 { 2 } else { 1 }).sum()
}
