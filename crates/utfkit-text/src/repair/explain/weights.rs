//! The costs and limits of the explanation, in one place.
//!
//! Costs are in quarters of a bit; [`BIT`] is one bit. They were chosen on seed 1 of a jury of damaged
//! lines in 24 languages, and measured on others: see the page about repair.

use crate::model::score::{BIT, Cost};

/// The cost of a channel in a line of a file that is not known to be damaged in this way.
pub(crate) const FIRST: Cost = 15 * BIT;
/// The cost of a channel that many groups of the file have. The share of groups is added.
pub(crate) const KNOWN: Cost = 4 * BIT;
/// The cost of a changed token in a line that was damaged as a whole, and in one that is only known
/// to be damaged from the rest of the file.
pub(crate) const WORD: Cost = BIT;
pub(crate) const KNOWN_WORD: Cost = 6 * BIT;
/// The cost of a layer below another one, and of a second depth of a charset that is already used.
pub(crate) const LAYER: Cost = 2 * BIT;
pub(crate) const OTHER_DEPTH: Cost = 4 * BIT;
/// The first cost of controls, and of raw bytes. Both are damage without doubt.
pub(crate) const FIRST_CONTROLS: Cost = 6 * BIT;
pub(crate) const FIRST_RAW: Cost = 8 * BIT;

/// Channels whose gains differ by less are rivals.
pub(crate) const RIVAL: Cost = 5 * BIT;
/// This limit for charsets of raw bytes, of which most texts do not say much.
pub(crate) const RAW_RIVAL: Cost = 10 * BIT;

/// The cost of a raw byte that stays.
pub(crate) const RAW_STAYS: Cost = 30 * BIT;
/// The cost of the claim that a part of a sequence is not one.
pub(crate) const CUT: Cost = 40 * BIT;
/// The cost of the claim that a drawing is letters.
pub(crate) const DRAWING: Cost = 36 * BIT;
/// Text does not repeat a byte so often.
pub(crate) const REPEATED: usize = 6;
/// The cost of a run of letters that stays in a token whose other letters are decoded.
pub(crate) const RESIDUE: Cost = 30 * BIT;

/// The cost of a lost byte that became `?`, or a space, or nothing; of a space that was eaten as well;
/// and of a lost byte that the charset does have.
pub(crate) const LOST_QUESTION_MARK: Cost = 4 * BIT;
pub(crate) const LOST_SPACE: Cost = 2 * BIT;
pub(crate) const EATEN_SPACE: Cost = BIT;
pub(crate) const DROPPED: Cost = 9 * BIT;
pub(crate) const RARE_LOSS: Cost = 9 * BIT;
/// The extra cost of lost bytes in charsets other than windows-1250 to 1252.
pub(crate) const RARE_LOSSY_PAGE: Cost = 8 * BIT;
/// A lost byte is certain if the second-best text costs this much more.
pub(crate) const SURE_LOSS: Cost = 5 * BIT / 2;
/// This limit for a character of Chinese or Japanese, about which the model knows less.
pub(crate) const SURE_IDEOGRAPH: Cost = 6 * BIT;
/// The cost of a lost no-break space in a file that has others, and the discount of a dropped byte in
/// a file in which others were dropped.
pub(crate) const SPACE_WAS_KEPT: Cost = 14 * BIT;
pub(crate) const OTHERS_DROPPED: Cost = 5 * BIT;

/// Text is noise if it costs more: per byte, and in total for a repaired line and for a text in one
/// charset.
pub(crate) const NOISE: Cost = 5 * BIT;
pub(crate) const NOISE_IN_ALL: Cost = 56 * BIT;
pub(crate) const NOISE_IN_WHOLE: Cost = 16 * BIT;
/// A gain that noise does not have.
pub(crate) const NEVER_NOISE: Cost = 60 * BIT;

/// The maximum cost of legacy text per character.
pub(crate) const POOR: Cost = 9 * BIT / 2;
pub(crate) const POOR_LATIN: Cost = 6 * BIT;

/// The largest influence of the language of the file.
pub(crate) const MAX_LANGUAGE: Cost = 8 * BIT;

/// The number of states that are kept in a token, and at its end.
pub(crate) const MAX_STATES: usize = 10;
/// The number of states if the language is known.
pub(crate) const MANY_STATES: usize = 24;
pub(crate) const FEW_STATES: usize = 4;
/// The number of alternatives of a token in the first layer, and in the others.
pub(crate) const MAX_FIRST: usize = 14;
pub(crate) const MAX_BELOW: usize = 8;
/// An alternative is not considered if its plain cost is higher than that of the best by this much, or
/// than that of the token.
pub(crate) const HOPELESS: Cost = 40 * BIT;
pub(crate) const WORSE: Cost = 8 * BIT;

/// A group ends after this many suspects, or tokens.
pub(crate) const MAX_SUSPECTS: usize = 20;
pub(crate) const MAX_TOKENS: usize = 120;
/// The number of other words that are the context of a group.
pub(crate) const MAX_CONTEXT: usize = 8;
/// The number of channels that a group may have.
pub(crate) const MAX_ROUNDS: usize = 5;
