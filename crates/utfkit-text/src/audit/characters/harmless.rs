//! Measures text that no rule can apply to, so that the auditor skips it.
//!
//! Most characters are letters without suspicion, in words that are fine in any context. The table
//! in [`classes`] has all facts for this test. A calm stretch ends before the first character or
//! word that needs a look.

use icu_normalizer::ComposingNormalizerBorrowed;

use crate::audit::characters::classes;
use crate::audit::characters::classes::CHECK_NFC;
use crate::audit::characters::classes::COMPOSED;
use crate::audit::characters::classes::CYRILLIC;
use crate::audit::characters::classes::GREEK;
use crate::audit::characters::classes::LATIN;
use crate::audit::characters::classes::LEAD;
use crate::audit::characters::classes::MARK;
use crate::audit::characters::classes::NEEDS_LOOK;
use crate::audit::characters::classes::OTHER;
use crate::audit::characters::classes::RESEMBLES;
use crate::audit::characters::classes::RTL;
use crate::audit::characters::classes::TRAIL;
use crate::audit::characters::classes::UNLIKE_ASCII;
use crate::audit::characters::classes::WORD;

/// The maximum length of a word, and the minimum length of skipped ASCII, in bytes.
const MAX_WORD: usize = 256;
const MIN_SKIP: usize = 32;

/// A stretch of text that no rule applies to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Calm {
    /// The length in bytes; the last character is not part of a word.
    pub(crate) len: usize,
    /// Whether the last line has a letter from right to left.
    pub(crate) rtl: bool,
    /// The length in bytes of the next word, if only the word as a whole needs a look. Neither its
    /// characters nor the next one do.
    pub(crate) word: usize,
}

/// Measures the calm start of `text`, which must begin at the start of a word. Words with composed
/// accents are calm only if `settled`: the text is known to be composed, or the mix is already
/// reported.
pub(crate) fn prefix(text: &str, settled: bool) -> Calm {
    let bytes = text.as_bytes();
    let mut calm = Calm::default();
    let (mut at, mut rtl, mut last) = (0, false, 0);
    loop {
        let skipped = if last & LEAD == 0 { skip(&bytes[at..]) } else { 0 };
        if skipped > 0 {
            rtl = rtl && !bytes[at..at + skipped].contains(&b'\n');
            at += skipped;
            calm = Calm { len: at, rtl, word: 0 };
            last = 0;
        }
        let Some((word, class, len)) = Word::of(&bytes[at..], last) else { return calm };
        if !word.is_calm(settled, &text[at..at + word.bytes]) {
            calm.word = if calm.len == at { word.bytes } else { 0 };
            return calm;
        }
        let end = at + word.bytes;
        at = end + len;
        last = class;
        rtl = (rtl || (word.classes | class) & RTL != 0) && bytes[end] != b'\n';
        if class & LEAD == 0 {
            calm = Calm { len: at, rtl, word: 0 };
        }
    }
}

/// Returns the number of bytes of plain ASCII before the last word, or 0 if skipping is not worth
/// it.
fn skip(bytes: &[u8]) -> usize {
    // The first byte shows most words that are not ASCII, and the second those after one letter.
    let begins = bytes.iter().take(2).all(u8::is_ascii);
    if !begins || !bytes.get(..MIN_SKIP).is_some_and(<[u8]>::is_ascii) {
        return 0;
    }
    let plain = crate::audit::characters::suspect::plain_prefix(bytes);
    let tail =
        bytes[..plain].iter().rev().take(MAX_WORD).take_while(|byte| byte.is_ascii_alphanumeric());
    match tail.count() {
        MAX_WORD => 0,
        tail => plain - tail,
    }
}

/// Returns `true` if `text` ends with `Â` or `Ã` and a space, which may have been a no-break space of
/// mojibake.
fn has_lost_space(text: &[u8]) -> bool {
    text.ends_with("Â ".as_bytes()) || text.ends_with("Ã ".as_bytes())
}

/// Returns [`CHECK_NFC`] if two marks are not in the order of their combining classes.
#[inline(always)]
const fn disorder(first: u32, second: u32) -> u32 {
    let (first, second) = (first & MARK, second & MARK);
    if second != 0 && second < first { CHECK_NFC } else { 0 }
}

/// Returns the facts about the first character and its length; `None` at the end, or if it has four
/// bytes.
#[inline(always)]
fn first(bytes: &[u8]) -> Option<(u32, usize)> {
    let low = |byte: u8| u16::from(byte & 0x3F);
    let (value, len) = match *bytes {
        [a @ ..0x80, ..] => (u16::from(a), 1),
        [a @ ..0xE0, b, ..] => (u16::from(a & 0x1F) << 6 | low(b), 2),
        [a @ ..0xF0, b, c, ..] => (u16::from(a) << 12 | low(b) << 6 | low(c), 3),
        _ => return None,
    };
    Some((classes::of(value), len))
}

/// The facts about a word.
#[derive(Clone, Copy, Default)]
struct Word {
    classes: u32,
    characters: usize,
    bytes: usize,
}

impl Word {
    /// Reads the word at the start of `bytes`, which may be empty, after a character with the facts
    /// `last`. Also returns the facts and the length of the character that ends it. `None` if a
    /// character needs a look, the word is too long, or its end is missing.
    #[inline(always)]
    fn of(bytes: &[u8], mut last: u32) -> Option<(Self, u32, usize)> {
        let mut word = Self::default();
        loop {
            let before = word.bytes;
            match bytes.get(before)? {
                ..0x80 => word.letters::<1>(bytes, |lead| lead < 0x80),
                _ => {
                    word.letters::<2>(bytes, |lead| (0xC0..0xE0).contains(&lead));
                    word.letters::<3>(bytes, |lead| (0xE0..0xF0).contains(&lead));
                }
            }
            last = if word.bytes > before { 0 } else { last };
            let (class, len) = first(bytes.get(word.bytes..)?)?;
            let looks = class & NEEDS_LOOK != 0
                || (last & LEAD != 0
                    && (class & TRAIL != 0 || has_lost_space(&bytes[..word.bytes + len])));
            if looks || word.bytes > MAX_WORD {
                return None;
            }
            if class & WORD == 0 {
                return Some((word, class, len));
            }
            word.push(class | disorder(last, class), len);
            last = class;
        }
    }

    /// Takes letters of `BYTES` bytes that cannot be part of mojibake or out-of-order marks;
    /// `leads` accepts their first bytes. Most text has only such letters, so the branches are
    /// predictable.
    #[inline(always)]
    fn letters<const BYTES: usize>(&mut self, bytes: &[u8], leads: impl Fn(u8) -> bool) {
        while let Some(letter) = bytes.get(self.bytes..).and_then(<[u8]>::first_chunk::<BYTES>)
            && leads(letter[0])
            && let Some((class, len)) = first(letter)
            && class & (NEEDS_LOOK | WORD | LEAD | TRAIL | MARK) == WORD
        {
            self.push(class, len);
        }
    }

    #[inline(always)]
    fn push(&mut self, class: u32, bytes: usize) {
        self.classes |= class;
        self.characters += 1;
        self.bytes += bytes;
    }

    /// Returns `true` if no rule can apply to the word, which is `text`.
    #[inline(always)]
    fn is_calm(self, settled: bool, text: &str) -> bool {
        const RARE: u32 = CHECK_NFC | COMPOSED | RESEMBLES;
        self.classes & RARE == 0 || self.is_calm_by_itself(settled, text)
    }

    fn is_calm_by_itself(self, settled: bool, text: &str) -> bool {
        let has = |class| self.classes & class != 0;
        let is_mixed = has(LATIN) || (has(GREEK) && has(CYRILLIC));
        let alone = !is_mixed && (has(UNLIKE_ASCII) || self.characters <= 2);
        (!has(COMPOSED) || settled)
            && (!has(RESEMBLES) || has(OTHER) || alone)
            && (!has(CHECK_NFC) || ComposingNormalizerBorrowed::new_nfc().is_normalized(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::rules::Severity;

    use crate::audit::auditor::text::Auditor;
    use crate::audit::policy::Policy;
    use crate::streams::text::Places;

    /// Returns the observations in a text that comes in `pieces`.
    fn found(pieces: &[&str], policy: &Policy) -> Vec<String> {
        let (mut found, mut offset) = (Vec::new(), 0);
        let mut auditor = Auditor::new(policy.clone(), Some(Severity::Note));
        for text in pieces {
            let places = Places::of_utf8(text, offset);
            let piece = places.piece();
            auditor.text(piece, &mut |seen| found.push(format!("{seen:?}")));
            offset += text.len() as u64;
        }
        auditor.finish(&mut |seen| found.push(format!("{seen:?}")));
        found
    }

    /// Asserts that skipping changes nothing, and returns the number of observations.
    #[track_caller]
    fn same(pieces: &[&str]) -> usize {
        let mut each = Policy::default();
        // The text does not have this character, but denying it turns skipping off.
        each.deny("U+3FFFD").unwrap();
        let found = found(pieces, &Policy::default());
        assert_eq!(found, self::found(pieces, &each), "{pieces:?}");
        found.len()
    }

    const PARTS: [&str; 64] = [
        "a",
        "b",
        "paypal",
        "x1",
        " ",
        " ",
        " ",
        "\n",
        "\n",
        ".",
        "-",
        "A",
        "Z",
        "\t",
        "\r\n",
        "(",
        "\u{E9}",
        "\u{C3}",
        "\u{A9}",
        "\u{E2}\u{20AC}\u{2122}",
        "\u{D7}",
        "\u{BB}",
        "\u{C9}",
        "\u{DF}",
        "\u{430}",
        "\u{43E}",
        "\u{440}\u{430}\u{441}\u{435}",
        "\u{416}",
        "\u{439}",
        "\u{438}\u{306}",
        "\u{3BF}",
        "\u{3B1}\u{3BB}",
        "\u{5E9}\u{5DC}",
        "\u{627}\u{644}",
        "\u{64B}",
        "\u{60C}",
        "\u{2067}",
        "\u{2069}",
        "\u{202E}",
        "\u{200F}",
        "\u{4E2D}\u{6587}",
        "\u{3002}",
        "\u{AC00}",
        "\u{1100}",
        "\u{1161}",
        "\u{915}\u{93F}",
        "\u{94D}",
        "\u{200D}",
        "\u{1F600}",
        "\u{2764}\u{FE0F}",
        "\u{1F3F4}\u{E0067}\u{E007F}",
        "\u{301}",
        "e\u{301}",
        "\u{AD}",
        "\u{200B}",
        "\u{FEFF}",
        "\u{2019}",
        "\u{201C}",
        "\u{2014}",
        "\u{85}",
        "\u{2028}",
        "\u{1B}[0m",
        "\u{378}",
        "\u{10400}",
    ];

    #[test]
    fn skipping_changes_nothing() {
        let mut random = 1_u64;
        let mut below = |end: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % end
        };
        let mut total = 0;
        for round in 0..3000 {
            // Many different parts, or a few: neighbors that matter together must meet.
            let from = if round % 2 == 0 { 64 } else { 8 };
            let first = below(65 - from);
            let mut text = String::new();
            for _ in 0..below(60) {
                text.push_str(PARTS[first + below(from)]);
                if below(3) == 0 {
                    text.push_str(PARTS[below(16)]);
                }
            }
            let mut cut = below(text.len() + 1);
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            total += same(&[&text[..cut], &text[cut..]]);
        }
        assert!(total > 10_000, "{total}");
    }

    #[test]
    fn long_words_are_judged() {
        for part in ["a", "\u{430}", "\u{4E2D}", "\u{43E}\u{440}", "p\u{430}"] {
            for count in [1, 2, 3, 126, 127, 128, 129, 255, 256, 257, 300] {
                let word = part.repeat(count);
                same(&[&format!("plain {word} {word}\n{word}p\u{430}ypal \u{E9}")]);
            }
        }
    }

    #[test]
    fn most_text_is_calm() {
        let calm = |text| prefix(text, true).len;
        for text in [
            "Plain, as they say.\n",
            "\u{42D}\u{442}\u{43E} \u{43F}\u{440}\u{43E}\u{441}\u{442}\u{43E} \u{442}\u{435}\u{43A}\u{441}\u{442}.\n",
            "\u{4E2D}\u{6587}\u{3002}",
        ] {
            assert_eq!(calm(text), text.len(), "{text}");
        }
        // The inputs are Cyrillic letters that look Latin, and a sequence of mojibake.
        assert_eq!(calm("\u{434}\u{430} \u{440}\u{430}\u{441}\u{435} "), 5);
        assert_eq!(calm("a \u{C3}\u{A9} "), 2);
    }
}
