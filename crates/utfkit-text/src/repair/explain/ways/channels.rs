//! Channels: the ways in which text is damaged, and the cost of the claim that a line was.

use crate::model::score::{BIT, Cost};
use crate::repair::explain::tokens::units::{RAW, Unit, character};
use crate::repair::explain::ways::{charsets, pages};
use crate::repair::explain::weights::LAYER;

/// No charset, in [`Channel::Utf8`].
pub(crate) const NONE: u8 = u8::MAX;

/// A way in which a token was damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Channel {
    /// UTF-8 that was read in these charsets, the outermost layer first.
    Utf8([u8; 3]),
    /// C1 controls that were characters of this charset.
    Controls(u8),
    /// Text in the first charset, by its number in [`charsets`], that was read in the second.
    Legacy(u8, u8),
    /// Bytes in this charset.
    Raw(u8),
    /// UTF-8 that was read as GBK.
    Gbk,
}

impl Channel {
    /// Returns `true` if all of a line was in a legacy charset.
    pub(crate) const fn is_legacy(self) -> bool {
        matches!(self, Channel::Legacy(..))
    }

    /// Returns `true` if all of a line was in a Latin charset.
    pub(crate) fn is_latin(self) -> bool {
        matches!(self, Channel::Legacy(charset, _) if charsets::of(charset).is_latin)
    }

    /// Returns the number of layers of UTF-8.
    pub(crate) fn layers(self) -> u8 {
        match self {
            Channel::Utf8(pages) => pages.iter().filter(|&&page| page != NONE).count() as u8,
            _ => 1,
        }
    }

    /// Returns `true` if both are the same damage, of one more or one fewer layers.
    pub(crate) fn is_layer_of(self, other: Channel) -> bool {
        let (Channel::Utf8(own), Channel::Utf8(other)) = (self, other) else { return false };
        let is_prefix = own
            .iter()
            .zip(&other)
            .all(|(own, other)| own == other || *own == NONE || *other == NONE);
        is_prefix && own != other
    }

    /// Returns the cost of the claim that text is in this charset or was read in it, compared with
    /// others.
    pub(crate) fn price(self) -> Cost {
        match self {
            Channel::Utf8(chain) => {
                let mut sum = pages::cost(chain[0].into());
                for two in chain.windows(2).filter(|two| two[1] != NONE) {
                    sum += LAYER + if two[0] == two[1] { 0 } else { pages::cost(two[1].into()) };
                }
                sum
            }
            Channel::Controls(page) => pages::cost(page.into()),
            Channel::Legacy(charset, page) => {
                let bits = charsets::of(charset).misread.unwrap_or(0);
                bits * BIT + 2 * pages::cost(page.into())
            }
            // The judge of charsets compares them.
            Channel::Raw(_) => 0,
            Channel::Gbk => 6 * BIT,
        }
    }
}

/// Returns the character that a control from U+0080 to U+009F was in the charset `page` of `pages`.
pub(crate) fn control(page: u8, control: Unit) -> Unit {
    pages::character(page.into(), control as u8).into()
}

/// Returns the bytes of `token` in the charset `page` of `pages`.
pub(crate) fn bytes_in(token: &[Unit], page: u8, table: &pages::Table) -> Option<Vec<u8>> {
    let byte = |&unit: &Unit| match unit {
        0..0x80 => Some(unit as u8),
        RAW.. => None,
        _ => table
            .row(character(unit))
            .map(|row| row.bytes[usize::from(page)])
            .filter(|&byte| byte > 0),
    };
    token.iter().map(byte).collect()
}

/// Returns `true` if the control at `at` of `token` was a character of windows-1252, and not a letter of
/// another charset: `€`, `Œ`, `œ`, `™`, a quotation mark, a dash, or `„` before a capital.
pub(crate) fn is_western_control(token: &[Unit], at: usize) -> bool {
    match token[at] {
        0x80 | 0x8C | 0x91..=0x97 | 0x99 | 0x9C => true,
        0x84 => at == 0 && token.get(1).is_some_and(|&next| character(next).is_uppercase()),
        _ => false,
    }
}
