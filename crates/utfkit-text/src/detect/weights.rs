//! The costs and limits of detection, by file.
//!
//! The costs are in quarters of a bit; [`BIT`] is one bit. The prices of `detect/model` are in eighths,
//! see [`meter`](crate::detect::model::meter). These commands measure a change:
//!
//! - `cargo xtask score-detect DIR`: the share of correct answers;
//! - `cargo xtask score-confidence DIR`: whether the confidence is that share;
//! - `cargo xtask score-time DIR`: the time of a decision, which the limits of looks decide;
//! - `cargo xtask score-mixed DIR`: the same judges in a repair.

use crate::detect::model::meter::{BIT as PRICE_BIT, Price};

/// A cost, in quarters of a bit.
pub(crate) type Cost = i64;

/// One bit.
pub(crate) const BIT: Cost = 4;

/// Answers from the facts about a stream.
pub(crate) mod conclude {
    /// The confidence in a declared encoding whose escape sequences are well-formed.
    pub(crate) const ESCAPED: f32 = 0.99;
}

/// Answers for lines in several encodings.
pub(crate) mod answer {
    use super::{BIT, Cost};

    /// The number of bits that lines must save as UTF-8, if other lines are in a charset.
    pub(crate) const MEANT: Cost = 24 * BIT;

    /// The number of ill-formed subparts among which one character can be UTF-8 by chance.
    pub(crate) const MANY: u64 = 1000;

    /// The lowest confidence of an answer for a very short text.
    pub(crate) const LEAST: f32 = 0.9;
    pub(crate) const FEW: u64 = 1;
}

/// The candidates that an answer names.
pub(crate) mod candidates {
    /// The maximum number of alternatives.
    pub(crate) const MAX_ALTERNATIVES: usize = 4;
}

/// Text or binary data.
pub(crate) mod content {
    /// The minimum confidence of UTF-16 or UTF-32 without a BOM.
    pub(crate) const ENOUGH: f32 = 0.98;
}

/// Hebrew in visual order.
pub(crate) mod visual {
    /// The minimum number of words that begin with a final form.
    pub(crate) const FEWEST: usize = 2;

    /// One word in this number may end with a final form.
    pub(crate) const FEW: usize = 8;
}

/// A text as UTF-16, UTF-32 or UTF-8.
pub(crate) mod reading {
    use super::{PRICE_BIT, Price};

    /// The price of an ill-formed maximal subpart, or of a value that is not a character.
    pub(crate) const ILL_FORMED: Price = 40 * PRICE_BIT;

    /// The price of a byte of a character that the end cuts.
    pub(crate) const CUT: Price = 12 * PRICE_BIT;

    /// The price of an ill-formed maximal subpart in text that is mostly UTF-8.
    pub(crate) const DAMAGE: Price = 20 * PRICE_BIT;

    /// The minimum number of pairs of characters that show an ascending table.
    pub(crate) const MIN_ASCENT: usize = 12;
}

/// UTF-16 and UTF-32 without a BOM.
pub(crate) mod without_bom {
    use super::Price;

    /// The prior price of UTF-16 or UTF-32 without a BOM, in bits.
    pub(crate) const PRIOR: Price = 4;

    /// The prior price if no byte is zero. Text of some length has a space or a line end.
    pub(crate) const WITHOUT_ZEROS: Price = 20;

    /// Text without zeros has at most one byte in this number that is white space in ASCII.
    pub(crate) const SPACES: usize = 16;
}

/// Hints.
pub(crate) mod hints {
    use super::{BIT, Cost};

    /// The number of bits that an expected encoding saves, and a charset of an expected language. More
    /// than the difference between usual and rare charsets, and less than a few letters that make no
    /// sense.
    pub(crate) const ENCODING: Cost = 8 * BIT;
    pub(crate) const LANGUAGE: Cost = 6 * BIT;
}

/// An encoding that somebody named.
pub(crate) mod conflict {
    /// The minimum confidence that contradicts the encoding that somebody named.
    pub(crate) const SURE: f32 = 0.98;
}

/// A related charset.
pub(crate) mod difference {
    use super::{BIT, Cost};

    /// The maximum number of bytes of words that are compared.
    pub(crate) const MAX: usize = 2 << 10;

    /// The number of bits that the words must save in another charset than the named one.
    pub(crate) const SURE: Cost = 20 * BIT;

    /// The part of their cost that words must save if they are readable in the named charset: a fifth.
    /// In a language that the model does not know, some charset always saves a little.
    pub(crate) const PART: Cost = 5;
}

/// Words in UTF-8.
pub(crate) mod good_parts {
    /// The minimum number of characters that are UTF-8 between other bytes beyond US-ASCII. Each has at
    /// least three bytes, as in texts without spaces between words.
    pub(crate) const GLUED: usize = 2;
}

/// Lines and words that are UTF-8 or a charset.
pub(crate) mod kept {
    use super::{BIT, Cost};

    /// The maximum number of bytes that are kept.
    pub(crate) const MAX: usize = 2 << 10;

    /// The number of bits that a text must save as UTF-8 to be that for certain, or maybe.
    pub(crate) const SURE: Cost = 20 * BIT;
    pub(crate) const MAYBE: Cost = 6 * BIT;

    /// The cost of words in another language than that of the text. Among many languages, one often has
    /// words by chance.
    pub(crate) const FOREIGN: Cost = 6 * BIT;

    /// The number of bits that Latin words save in addition if the charset has characters of several
    /// bytes. In such text, few words of ASCII letters have other characters that are Latin in UTF-8: 5
    /// of 660,000 in messages of programs.
    pub(crate) const LATIN: Cost = 8 * BIT;

    /// The minimum number of bytes beyond US-ASCII of a text that is kept after the first ones: four
    /// letters, or three of those that have three bytes.
    pub(crate) const LONG: usize = 8;

    /// The maximum number of bytes of such a text.
    pub(crate) const MAX_LONG: usize = 128;
}

/// Lines that are UTF-8.
pub(crate) mod lines {
    /// The number of continuation bytes without an error between them that prove UTF-8, no matter what
    /// follows.
    pub(crate) const SURE: u64 = 12;
}

/// Gaps between sequences.
pub(crate) mod scan {
    /// The distance to the next search for a part, if the last one found nothing: it grows from the
    /// first to the last.
    pub(crate) const FIRST_GAP: u64 = 64;
    pub(crate) const LAST_GAP: u64 = 4 << 10;
}

/// The start of a part in UTF-16.
pub(crate) mod opening {
    use super::{PRICE_BIT, Price};

    /// The number of bits that a part must save.
    pub(crate) const BELIEF: Price = 12 * PRICE_BIT;

    /// The value of a start or an end at the edge of a line.
    pub(crate) const AT_LINE: Price = 8 * PRICE_BIT;

    /// The price of a byte that is left over.
    pub(crate) const LEFT: Price = 8 * PRICE_BIT;

    /// The maximum difference between two prices that are practically equal.
    pub(crate) const NEAR: Price = 16 * PRICE_BIT;

    /// The number of bytes of plain text that cannot be UTF-16.
    pub(crate) const RUN: usize = 24;

    /// The same number at the end of the stream.
    pub(crate) const LAST_RUN: usize = 8;

    /// The minimum length of a part in bytes. A few letters with NULs between them are not a part.
    pub(crate) const MIN: usize = 16;

    /// The minimum length of a part that consists of whole lines.
    pub(crate) const MIN_LINES: usize = 6;
}

/// The end of a part in UTF-16.
pub(crate) mod wide {
    use super::{PRICE_BIT, Price};

    /// The number of bits that other text must save to end the part.
    pub(crate) const BELIEF: Price = 16 * PRICE_BIT;

    /// The minimum number of bytes that are read in another encoding.
    pub(crate) const MIN: usize = 8;
}

/// Lists and single words.
pub(crate) mod alone {
    /// The minimum number of different letters of a list.
    pub(crate) const MIN: usize = 8;

    /// The maximum number of times that a list has each of its letters, on average.
    pub(crate) const MAX_TIMES: usize = 3;

    /// The minimum number of letters that are alone for each letter in a word, and the minimum number
    /// of different letters. Words with more letters show the charset.
    pub(crate) const MIN_RATIO: usize = 2;
    pub(crate) const MIN_DIFFERENT: usize = 4;

    /// The factors of the temperature for a text of signs, and for a short list.
    pub(crate) const SIGNS: f32 = 1.5;
    pub(crate) const LIST: f32 = 4.0;

    /// The factor for a text that is shorter than this number of bytes and has few bytes beyond ASCII.
    pub(crate) const SHORT: f32 = 3.0;
    pub(crate) const MIN_LENGTH: usize = 4;
}

/// The weight of a candidate.
pub(crate) mod candidate {
    use super::{BIT, Cost};

    /// The number of bits that make a text half as likely. It is more than 1 because the letters of a
    /// text depend on each other, so the model is too sure.
    pub(crate) const TEMPERATURE: f32 = 1.6;

    /// The cost of a byte that has no meaning, and of a letter of ASCII next to it.
    pub(crate) const NOISE: Cost = 9 * BIT;
    pub(crate) const NEXT_TO_NOISE: Cost = 7 * BIT;

    /// The prior cost of bytes without meaning.
    pub(crate) const MEANINGLESS: Cost = 18 * BIT;

    /// The maximum length of a short file, the cost of any byte in it, and the cost of each byte after the
    /// first four: short files without meaning are more frequent.
    pub(crate) const MAX_SHORT: usize = 24;
    pub(crate) const ANY: Cost = 8 * BIT;
    pub(crate) const RARE: Cost = 5 * BIT;

    /// The maximum confidence. Tables of symbols can deceive the model at any length.
    pub(crate) const MAX_CONFIDENCE: f32 = 0.99;
}

/// Encodings with escape sequences and shifts.
pub(crate) mod escapes {
    use super::{BIT, Cost};

    /// The minimum saving by UTF-7, so that a `+` or an `&` is a shift.
    pub(crate) const SHIFT: Cost = 24 * BIT;

    /// The number of code units that a single run must have.
    pub(crate) const MIN_UNITS: u64 = 3;

    /// One run in this number may make no sense.
    pub(crate) const FEW: u64 = 16;

    /// The cost of a code unit with any value. Text costs less.
    pub(crate) const NOISE: Cost = 15 * BIT;

    /// The extra cost of the first unit, which has a script of its own.
    pub(crate) const ARRIVAL: Cost = 4 * BIT;
}

/// The choice among all candidates.
pub(crate) mod opinion {
    use super::{BIT, Cost};

    /// The prior cost of EBCDIC.
    pub(crate) const EBCDIC: Cost = 13 * BIT;

    /// The prior cost of EBCDIC without a byte from 80 up, such as a digit.
    pub(crate) const BELOW_80: Cost = 16 * BIT;

    /// The margin from which US-ASCII is certain.
    pub(crate) const CERTAIN: Cost = 24 * BIT;

    /// The cheapest of many readings always looks too cheap, by this cost.
    pub(crate) const CHOICE: Cost = 4 * BIT;

    /// The maximum cost of text in EBCDIC, and the maximum cost per byte that is added to it.
    pub(crate) const EBCDIC_LIMIT: Cost = 32 * BIT;
    pub(crate) const EBCDIC_PER_BYTE: Cost = 9 * BIT;
}

/// Lines that do not fit the charset.
pub(crate) mod strange {
    use super::{BIT, Cost};

    /// The maximum number of lines that are checked, and of their bytes.
    pub(crate) const MAX_LINES: usize = 128;
    pub(crate) const MAX_BYTES: usize = 4 << 10;

    /// The maximum cost per byte of a line that is text, if each byte is a character or not.
    pub(crate) const TEXT: Cost = 5 * BIT;
    pub(crate) const TEXT_OF_SEVERAL: Cost = 6 * BIT;

    /// The minimum saving of a line in an encoding of its own.
    pub(crate) const STRANGE: Cost = 24 * BIT;

    /// The number of lines that are judged.
    pub(crate) const OTHERS: usize = 3;

    pub(crate) const ALONE: usize = 12;

    pub(crate) const SAVING: Cost = 8 * BIT;
}

/// Text in any language.
pub(crate) mod text {
    use super::{BIT, Cost};

    /// The cost of an ill-formed sequence.
    pub(crate) const ERROR: Cost = 30 * BIT;

    /// The extra cost of a text in a language that the model does not know.
    pub(crate) const UNKNOWN: Cost = 16 * BIT;
}

/// Encodings of Unicode.
pub(crate) mod unicode {
    use super::{BIT, Cost};

    /// The prior cost of UTF-16 and UTF-32 without a BOM.
    pub(crate) const UNMARKED: Cost = 6 * BIT;

    /// The prior cost if no byte is zero. Text of some length has a space or a line end.
    pub(crate) const WITHOUT_ZEROS: Cost = 20 * BIT;

    /// The prior cost of UTF-8 with errors.
    pub(crate) const DAMAGED: Cost = 4 * BIT;

    /// The cost of an ill-formed code unit.
    pub(crate) const ERROR: Cost = 40 * BIT;

    /// The cost of an ill-formed part of UTF-8.
    pub(crate) const DAMAGE: Cost = 20 * BIT;

    /// The cost of a character that is cut at the end, and of each of its bytes after the first. By chance,
    /// few texts end with these bytes.
    pub(crate) const CUT: Cost = 12 * BIT;
    pub(crate) const CUT_NEXT: Cost = 3 * BIT;

    /// The maximum cost per byte of text by its scripts.
    pub(crate) const TEXT: Cost = 6 * BIT;

    /// The maximum cost per character of text.
    pub(crate) const CHARACTER: Cost = 11 * BIT;
}

/// The shape of a text.
pub(crate) mod shape {
    /// The maximum number of bytes beyond ASCII of a text that has few of them.
    pub(crate) const FEW: usize = 4;
}

/// Pages of EBCDIC.
pub(crate) mod ebcdic {
    use super::{BIT, Cost};

    /// The maximum distance from the best reading outside all languages. Many pages of EBCDIC have letters
    /// for all bytes, and only words show which of them are correct.
    pub(crate) const FAR: Cost = 400 * BIT;

    /// One byte in this number can be a rare control character.
    pub(crate) const CONTROLS: usize = 32;
}

/// The choice of a charset.
pub(crate) mod charset {
    /// The minimum length of a piece, in bytes.
    pub(crate) const PIECE: usize = 24;

    /// A page can have more bytes that are not text than the best page: `MAX_BAD`, and one per `BAD`
    /// bytes.
    pub(crate) const MAX_BAD: usize = 2;
    pub(crate) const BAD: usize = 32;
}

/// The pages of charsets.
pub(crate) mod pages {
    /// The extra cost of a byte beyond ASCII that is a character of ASCII, in quarters of a bit.
    pub(crate) const TWICE: u8 = 24;
}

/// Which readings are read to their end.
pub(crate) mod race {
    use super::{BIT, Cost};

    /// The number of readings of which all are read to their end.
    pub(crate) const FEW: usize = 3;

    /// The usual maximum distance of a reading from the best one outside all languages. This model knows
    /// no words, so that the best one can be far from the first place.
    pub(crate) const NEAR: Cost = 100 * BIT;

    /// The maximum distance from the best one in a language after a short look, and in the end.
    pub(crate) const NEARER: Cost = 40 * BIT;
    pub(crate) const FAR: Cost = 60 * BIT;

    /// The maximum cost of text, per byte and for all of it. If the best reading costs more, all are read to
    /// their end.
    pub(crate) const TEXT: Cost = 7 * BIT;
    pub(crate) const MANY: Cost = 40 * BIT;
}

/// A charset as a rival.
pub(crate) mod rival {
    use super::{BIT, Cost};

    /// The extra cost of a language that is not written in the charset.
    pub(crate) const UNUSUAL: Cost = 10 * BIT;

    /// The cost of an error in a charset with several bytes per character.
    pub(crate) const ERROR: Cost = 30 * BIT;

    /// The number of bits that a declaration saves.
    pub(crate) const DECLARED: Cost = 16 * BIT;
}
