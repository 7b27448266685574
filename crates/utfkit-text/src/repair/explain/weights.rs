//! The costs and limits of the explanation, in one place: those of several files, then those of each.
//!
//! Costs are in quarters of a bit; [`BIT`] is one bit. They were chosen on seed 1 of a jury of damaged
//! lines in 24 languages, and measured on others: see the page about repair. These commands measure a
//! change:
//!
//! - `cargo xtask score-repair DIR`: mojibake, alone and in a file;
//! - `cargo xtask score-repair DIR --misread`: text in a charset that was read as another;
//! - `cargo xtask score-repair DIR --clean`: the harm to correct text;
//! - `cargo xtask score-mixed DIR`: bytes of a charset among UTF-8 ([`agree`], [`chance`], [`foreign`],
//!   [`whole`] and the `RAW` costs).

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

/// Words of a charset among other words of their line.
pub(crate) mod agree {
    /// A single odd word among more segments than these may be a name or an identifier.
    pub(crate) const FEW: usize = 4;

    /// The maximum probability of an odd word, in percent.
    pub(crate) const MAX_PERCENT: u8 = 50;
}

/// UTF-8 among bytes of a charset.
pub(crate) mod chance {
    use super::{BIT, Cost};

    /// The gain from which on text in a charset is certain, and the one below which UTF-8 is.
    pub(crate) const CERTAIN: Cost = 12 * BIT;
    pub(crate) const HOPELESS: Cost = -20 * BIT;

    /// The maximum cost of a character of a possible word. The model knows few languages, and takes their
    /// letters for impossible.
    pub(crate) const RARE: Cost = 12 * BIT;

    /// The maximum cost of good text per character.
    pub(crate) const GOOD: Cost = 6 * BIT;

    /// The maximum number of lines that are reported.
    pub(crate) const MAX_DOUBTS: usize = 8;
}

/// The charset of the bytes that are not UTF-8.
pub(crate) mod foreign {
    use super::{BIT, Cost};

    /// The charset is certain if the second-best one costs more by this. The model is too confident, so two
    /// bits count as one. A single word, which may be a name of any language, needs more.
    pub(crate) const SURE: Cost = 8 * BIT;
    pub(crate) const SURE_OF_NAMES: Cost = 40 * BIT;
    pub(crate) const FEW: usize = 3;

    /// The minimum confidence of the judge in a charset.
    pub(crate) const LEAST: f32 = 0.5;

    /// The cost of another charset in which several lines make more sense.
    pub(crate) const STRANGE: Cost = 4 * BIT;

    /// The maximum influence of the judge on a single line.
    pub(crate) const MAX_COST: Cost = 12 * BIT;
}

/// The first look at the lines of a window.
pub(crate) mod lines {
    use super::{BIT, Cost};

    /// The maximum length of a word in bytes for the first look. Longer ones are cut.
    pub(crate) const MAX_WORD: usize = 1000;

    /// A text that is worse by this much in the best language is not a reason to look at a line. In
    /// languages of other scripts, all words are bad, and the shorter one is cheaper.
    pub(crate) const WORSE: Cost = 24 * BIT;

    /// The number of western lines that are looked at first, in the first window and in each of the others.
    /// After these, one in a few is.
    pub(crate) const SAMPLE: usize = 64;
    pub(crate) const SMALL_SAMPLE: usize = 8;
    pub(crate) const SHARE_OF_WESTERN: usize = 64;

    /// The number of lines of a window that may be damaged and are looked at first. After these, one in a
    /// few is.
    pub(crate) const MAX_OPEN: usize = 100;
    pub(crate) const SHARE_OF_OPEN: usize = 16;
}

/// Text without UTF-8.
pub(crate) mod whole {
    /// The maximum number of tokens that are read in both ways.
    pub(crate) const SAMPLE: usize = 400;

    /// Text has UTF-8 if at least one in this many tokens is better as UTF-8 than in the charset.
    pub(crate) const SHARE: usize = 12;

    /// The maximum number of lines beyond ASCII that are converted. The user decides about longer files.
    pub(crate) const MAX_LINES: usize = 16;

    /// The maximum number of places that are reported if the charset is not certain.
    pub(crate) const MAX_DOUBTS: usize = 8;

    /// The maximum number of units of a token that are read.
    pub(crate) const MAX_TOKEN: usize = 100;
}

/// What a file shows about its damage.
pub(crate) mod knowledge {
    use super::{BIT, Cost};

    /// The largest influence of a group.
    pub(crate) const MAX_OF_GROUP: Cost = 20 * BIT;
    pub(crate) const MAX_OF_WORD: i32 = 24 * BIT as i32;

    /// The minimum of groups, of their share, and of their sum of gains from which on a file is known to
    /// be damaged in a way, although no group is certain alone.
    pub(crate) const FEW: u32 = 2;
    pub(crate) const SHARE: u32 = 5;
    pub(crate) const ENOUGH: Cost = 30 * BIT;
}

/// A sign between two words.
pub(crate) mod lone {
    use super::{BIT, Cost};

    /// The context of a sign may be in any language in which it does not cost more than this. A word is
    /// strange in a language if it costs this much more there.
    pub(crate) const CONTEXT: Cost = 4 * BIT;
    pub(crate) const STRANGE: Cost = 4 * BIT;
}

/// The choice of channels.
pub(crate) mod search {
    use super::{BIT, Cost};

    /// The cost of a western token that a legacy charset cannot read.
    pub(crate) const UNREADABLE: i32 = 24 * BIT as i32;

    /// The extra cost of a legacy charset if the group has letters that windows-1252 does not have, and if
    /// it has few western characters.
    pub(crate) const FOREIGN: Cost = 15 * BIT;
    pub(crate) const FEW_WESTERN: Cost = 4 * BIT;
    pub(crate) const FEW_LATIN: Cost = 15 * BIT;

    /// The extra cost of a legacy charset for a single word.
    pub(crate) const SINGLE: Cost = 8 * BIT;

    /// A text that gains too little by less than this is reported.
    pub(crate) const NEARLY: Cost = 4 * BIT;
}

/// Words that prove no Latin charset.
pub(crate) mod unproven {
    use super::{BIT, Cost};

    /// The cost of each word that gets worse, if a vowel with a circumflex of it changes.
    pub(crate) const CIRCUMFLEX: Cost = 20 * BIT;

    /// The words without proof may gain this many times what the others gain.
    pub(crate) const BESIDE_PROOF: Cost = 2;
}

/// The choice for each token.
pub(crate) mod verdict {
    use super::{BIT, Cost};

    /// Legacy text of fewer characters must be much better than the text that is there. Wide ones count
    /// twice.
    pub(crate) const SHORT: Cost = 14;

    /// The cost of a word in another language than the line, and the gain from which on it is certain
    /// that a word was read in another Latin charset. Most foreign words are names.
    pub(crate) const FOREIGN_WORD: Cost = 8 * BIT;
    pub(crate) const SURE_FOREIGN: Cost = 12 * BIT;
    pub(crate) const SURE_WORD: Cost = 3 * BIT;
    pub(crate) const SURE_NAME: Cost = 6 * BIT;

    /// The largest discount of damage in a group in which most suspects are damaged.
    pub(crate) const MAX_BONUS: f64 = 4.0;
}

/// The languages of a charset.
pub(crate) mod charsets {
    use super::BIT;

    /// The extra cost of a language that is not written in a charset.
    pub(crate) const UNUSUAL: u16 = 10 * BIT as u16;
}

/// Sequences that authors write on purpose.
pub(crate) mod claims {
    use super::{BIT, Cost};

    /// The discount for sequences that hardly any text has: `Â`, `Ã` or `â` and a symbol, outside of words
    /// in capitals.
    pub(crate) const LIKELY: Cost = 8 * BIT;

    /// The cost of sequences that people write: a letter and a punctuation mark after a letter of the same
    /// case.
    pub(crate) const HONEST: Cost = 10 * BIT;

    /// The cost of a sequence that would become a lowercase letter among capitals.
    pub(crate) const LOWER: Cost = 19 * BIT;

    /// The cost of a sequence that would become a mark without a letter, and of `Å` as a unit.
    pub(crate) const BARE: Cost = 16 * BIT;

    /// The cost of `kÅ` or `eÅ` as a unit, which are a capital after a lowercase letter, and of the operator
    /// `Â±B`.
    pub(crate) const NOTATION: Cost = 30 * BIT;
}

/// Texts that no author wrote.
pub(crate) mod contradictions {
    /// This many letters in the order of their code points are a table.
    pub(crate) const TABLE: usize = 4;

    /// This many letters without a repeated one are a list of letters, and seldom a word. A shorter list has
    /// capitals and small letters.
    pub(crate) const LONG_LIST: usize = 14;
    pub(crate) const LIST: usize = 6;

    /// This many letters of ASCII in the order of the alphabet are a list of letters.
    pub(crate) const ALPHABET: usize = 6;
}

/// Sequences with lost bytes.
pub(crate) mod sequences {
    use super::{BIT, Cost};

    /// The advantage in the search of a lost byte whose character is `Â`, `Ã` or `â`. Text that was damaged
    /// twice is full of these.
    pub(crate) const USUAL_LEAD: Cost = 10 * BIT;
}

/// The first look at a token.
pub(crate) mod gate {
    /// This many adjacent characters of windows-1252 may be text in another charset.
    pub(crate) const MANY: usize = 3;

    /// This number of sequences does not occur by chance.
    pub(crate) const MANY_SEQUENCES: u16 = 4;
}

/// UTF-8 that was read as GBK.
pub(crate) mod gbk {
    /// The number of adjacent characters of GBK that are UTF-8 before they may be mojibake. In correct
    /// Chinese, two such characters are common. Next to a letter of ASCII, one is enough.
    pub(crate) const MIN: usize = 3;
}

/// Examples of mojibake.
pub(crate) mod quoted {
    /// The maximum number of characters of a word before a fix and after it.
    pub(crate) const LONGEST: usize = 40;
}

/// The ends of tokens.
pub(crate) mod cut {
    /// The maximum number of units of a token.
    pub(crate) const MAX_TOKEN: usize = 480;
}
