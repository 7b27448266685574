//! The limits of `heal`, by file: how much two versions must share, and how much is compared.
//!
//! `cargo xtask score-heal DIR` measures a change: the characters that come back, those that are wrong, and
//! the time.

/// Whether a text is a version of another.
pub(crate) mod healer {
    /// The lowest score of an older version.
    pub(crate) const RELATED: f64 = 0.4;

    /// The same if most of the damaged words have no letter: short ones are in any text.
    pub(crate) const RELATED_BY_SIGNS: f64 = 0.5;

    /// The smallest part of the new text that an older version has. Other texts about the same subject
    /// have paragraphs in common.
    pub(crate) const KIN: f64 = 0.4;

    /// The smallest part of the damaged passages that an older version has, and the same if its damaged
    /// words are signs.
    pub(crate) const SAME: f64 = 0.2;
    pub(crate) const SAME_BY_SIGNS: f64 = 0.45;

    /// The smallest part of the new text, and the smallest product of the parts of the damaged words
    /// and of their passages, that an old version has if it explains too few of the words.
    pub(crate) const MOST: f64 = 0.6;
    pub(crate) const BOTH: f64 = 0.13;

    /// The part of an undamaged text that shows that it is a version of the old one.
    pub(crate) const WHOLE: f64 = 0.8;

    /// The number of equal lines that show their place even if each of them is poor.
    pub(crate) const POOR_RUN: usize = 8;
}

/// Which version reads better.
#[cfg(feature = "model")]
pub(crate) mod reading {
    /// The number of lines that are compared, and of characters in each of their texts.
    pub(crate) const LINES: usize = 200;
    pub(crate) const CHARACTERS: usize = 20_000;
}

/// Lines that two versions share.
pub(crate) mod kinship {
    /// The number of lines of the new version that are looked for.
    pub(crate) const SAMPLE: usize = 4000;
}

/// Words that two versions share.
pub(crate) mod passages {
    /// The evidence of a letter about its word, and the maximum evidence of a word, in bits.
    pub(crate) const LETTER: f64 = 3.0;
    pub(crate) const WORD: f64 = 20.0;

    /// The evidence of a passage beyond that of its place in the old version, in bits.
    pub(crate) const SURE: f64 = 10.0;

    /// The most words of a passage, and the fewest passages that say something.
    pub(crate) const LONGEST: usize = 64;
    pub(crate) const FEWEST: usize = 4;
}

/// The alignment of lines.
pub(crate) mod align {
    /// The largest product of two lengths that is aligned by longest common blocks.
    pub(crate) const CELLS: u64 = 250_000;
}

/// Lines that lost characters.
pub(crate) mod loss {
    /// The smallest number of damaged characters of a line that says something without letters.
    pub(crate) const DAMAGED: usize = 6;

    /// The smallest number of lines, and the part of the lines with characters, that shows that
    /// characters were dropped. People remove them on purpose, too.
    pub(crate) const DROPPED_LINES: usize = 3;
    pub(crate) const DROPPED_PART: f64 = 0.9;
}

/// The damage that a sample shows.
pub(crate) mod infer {
    /// The lines of the sample, and the bytes of each.
    pub(crate) const SAMPLE: usize = 150;
    pub(crate) const BYTES: usize = 4096;

    /// The old lines that are compared as wholes.
    pub(crate) const LINES: usize = 2500;

    /// The whole lines with letters, and their share, that show a damage which few words show.
    pub(crate) const HIDDEN_LINES: usize = 3;
    pub(crate) const HIDDEN_SHARE: f64 = 0.5;
}

/// Lines without their indentation.
pub(crate) mod indent {
    /// The smallest number of bytes of a line without its indentation that show which line it is.
    pub(crate) const SHORTEST: usize = 3;
}

/// The open places.
pub(crate) mod output {
    /// The number of open places that are listed.
    pub(crate) const MAX_OPEN: usize = 100_000;
}

/// The old lines of a new one.
pub(crate) mod state {
    /// The old lines that a new line may come from; if there are more, the line stays.
    pub(crate) const MAX_ALIKE: usize = 64;
}

/// Lines with holes.
pub(crate) mod holes {
    /// The smallest number of letters of a line that no other line has.
    pub(crate) const LETTERS: usize = 4;

    /// The longest line, in bytes.
    pub(crate) const LONGEST: usize = 4096;

    /// The cost of a look at the ends of a line, and of each byte of a comparison.
    pub(crate) const COMPARED: u64 = 64;
}

/// The regions that are aligned.
pub(crate) mod gap {
    /// The longest region that is aligned, in symbols of one version.
    pub(crate) const LONGEST: usize = 2_000_000;
}

/// The context of a lost character.
pub(crate) mod evidence {
    /// The width of the context on each side, and the widest gap inside it, in symbols.
    pub(crate) const WIDTH: usize = 60;
    pub(crate) const GAP: usize = 12;
}
