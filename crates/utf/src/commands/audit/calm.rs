//! Text of which nothing can be said, passed over quickly.
//!
//! Most characters are letters that are suspected of nothing, in words of which nothing can be said whatever stands around them.
//! A table has for each character all that must be known of it; a stretch of such words ends where one character, or one
//! word, needs to be looked at.

use std::sync::atomic::{AtomicU16, Ordering};

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{EmojiModifier, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup, Script},
};
use unicode_security::confusable_detection::skeleton;
use utfkit::audit;

use super::{bidi, mojibake, words};
use crate::filter;

/// The character needs to be looked at.
const LOOK: u16 = 1;
/// It is part of a word.
const WORD: u16 = 1 << 1;
/// Its script is Latin; one that looks like Latin; another.
const LATIN: u16 = 1 << 2;
const ALIKE: u16 = 1 << 3;
const OTHER: u16 = 1 << 4;
/// It does not look like ASCII.
const NO_ASCII: u16 = 1 << 5;
/// It has an accent, as one character.
const COMPOSED: u16 = 1 << 6;
/// A sequence of mojibake may begin with it, or go on.
const LEAD: u16 = 1 << 7;
const TRAIL: u16 = 1 << 8;
/// It is written from right to left.
const RTL: u16 = 1 << 9;
/// All this is known.
const KNOWN: u16 = 1 << 15;

/// What is known of the characters of the first plane: filled as they are asked for.
static TABLE: [AtomicU16; 1 << 16] = [const { AtomicU16::new(0) }; 1 << 16];

/// Words have so many octets at most, and ASCII is worth skipping from so many on.
const MOST: usize = 256;
const WORTH: usize = 32;

/// A stretch of text of which nothing is to be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calm {
    /// How many octets it has; it ends behind what is no part of a word.
    pub len: usize,
    /// Whether there is a letter from right to left on its last line.
    pub rtl: bool,
}

/// How much of `text`, at the start of a word, is calm. Words with accents are only if these are `settled`: told, or known to be
/// composed.
pub fn prefix(text: &str, settled: bool) -> Calm {
    let octets = text.as_bytes();
    let mut calm = Calm::default();
    let (mut at, mut rtl, mut last) = (0, false, 0);
    let mut word = Word::default();
    while let Some(&first) = octets.get(at) {
        if first < 0x80
            && word.octets == 0
            && last & LEAD == 0
            && octets.get(at + 1).is_some_and(u8::is_ascii)
        {
            let skipped = skip(&octets[at..]);
            if skipped > 0 {
                rtl &= !octets[at..at + skipped].contains(&b'\n');
                at += skipped;
                calm = Calm { len: at, rtl };
                last = 0;
                continue;
            }
        }
        let (class, len) = match first {
            0x80.. => match text[at..].chars().next() {
                Some(character) => (of(character), character.len_utf8()),
                None => return calm,
            },
            _ => (of(first.into()), 1),
        };
        if class & LOOK != 0 || (last & LEAD != 0 && class & TRAIL != 0) {
            return calm;
        }
        at += len;
        last = class;
        if class & WORD != 0 {
            word.push(class, len);
            if word.octets > MOST {
                return calm;
            }
            rtl |= class & RTL != 0;
            continue;
        }
        if !word.is_calm(settled) {
            return calm;
        }
        word = Word::default();
        rtl = (rtl || class & RTL != 0) && first != b'\n';
        if class & LEAD == 0 {
            calm = Calm { len: at, rtl };
        }
    }
    calm
}

/// How many octets of plain ASCII `octets` begin with, up to a word; none if that is not worth it.
fn skip(octets: &[u8]) -> usize {
    if !octets.get(..WORTH).is_some_and(<[u8]>::is_ascii) {
        return 0;
    }
    let plain = audit::plain_prefix(octets);
    let tail =
        octets[..plain].iter().rev().take(MOST).take_while(|octet| octet.is_ascii_alphanumeric());
    match tail.count() {
        MOST => 0,
        tail => plain - tail,
    }
}

/// What is known of a word.
#[derive(Clone, Copy, Default)]
struct Word {
    classes: u16,
    characters: usize,
    octets: usize,
}

impl Word {
    fn push(&mut self, class: u16, octets: usize) {
        self.classes |= class;
        self.characters += 1;
        self.octets += octets;
    }

    /// Whether nothing can be said of it.
    fn is_calm(self, settled: bool) -> bool {
        let has = |class| self.classes & class != 0;
        let alone = !has(LATIN) && (has(NO_ASCII) || self.characters <= 2);
        (!has(COMPOSED) || settled) && (!has(ALIKE) || has(OTHER) || alone)
    }
}

/// What is known of `character`.
#[inline]
fn of(character: char) -> u16 {
    let Some(place) = TABLE.get(u32::from(character) as usize) else { return LOOK };
    match place.load(Ordering::Relaxed) {
        0 => {
            let class = classify(character);
            // Whoever else asks meanwhile comes to the same.
            place.store(class | KNOWN, Ordering::Relaxed);
            class
        }
        class => class,
    }
}

#[cold]
fn classify(character: char) -> u16 {
    if audit::suspicion(character).is_some() {
        return LOOK;
    }
    let mut class = if mojibake::is_lead(character) { LEAD } else { 0 };
    if mojibake::is_trail(character) {
        class |= TRAIL;
    }
    if bidi::is_rtl(character) {
        class |= RTL;
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    let script = words::script(character);
    let emoji = CodePointSetData::new::<ExtendedPictographic>().contains(character)
        || CodePointSetData::new::<EmojiModifier>().contains(character);
    if !character.is_ascii()
        && (emoji || category == GeneralCategory::Unassigned || script == Script::Inherited)
    {
        return LOOK;
    }
    let word = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Mark)
        .union(GeneralCategoryGroup::Number);
    if !word.contains(category) {
        return class;
    }
    let mut octets = [0; 4];
    let text = &*character.encode_utf8(&mut octets);
    // What may change beside others, when normalized, is looked at.
    if !filter::is_boundary(character)
        || !ComposingNormalizerBorrowed::new_nfc().is_normalized(text)
    {
        return LOOK;
    }
    class |= WORD;
    class |= match script {
        Script::Common => 0,
        Script::Latin => LATIN,
        Script::Greek | Script::Cyrillic | Script::Armenian | Script::Cherokee => ALIKE,
        _ => OTHER,
    };
    if class & ALIKE != 0 && skeleton(text).any(|c| !c.is_ascii()) {
        class |= NO_ASCII;
    }
    if DecomposingNormalizerBorrowed::new_nfd().normalize(text).chars().nth(1).is_some() {
        class |= COMPOSED;
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::audit::{
        auditor::{Auditor, Offsets, Piece},
        policy::Policy,
    };

    /// What is found in a text that comes in `pieces`.
    fn found(pieces: &[&str], policy: &Policy) -> Vec<String> {
        let (mut found, mut offset) = (Vec::new(), 0);
        let mut auditor = Auditor::new(policy, true);
        for text in pieces {
            let piece = Piece { text, offsets: Offsets::From(offset) };
            auditor.text(piece, &mut |seen| found.push(format!("{seen:?}")));
            offset += text.len() as u64;
        }
        auditor.finish(&mut |seen| found.push(format!("{seen:?}")));
        found
    }

    /// Asserts that all is found that is found character by character.
    #[track_caller]
    fn same(pieces: &[&str]) -> usize {
        let mut each = Policy::default();
        // What is nowhere here: so every character has to be looked at.
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
    fn nothing_is_missed() {
        let mut random = 1_u64;
        let mut below = |end: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % end
        };
        let mut total = 0;
        for round in 0..3000 {
            // Few parts and all of them: what belongs together should meet.
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
    fn long_words_and_long_runs() {
        for part in ["a", "\u{430}", "\u{4E2D}", "\u{43E}\u{440}", "p\u{430}"] {
            for count in [1, 2, 3, 126, 127, 128, 129, 255, 256, 257, 300] {
                let word = part.repeat(count);
                same(&[&format!("plain {word} {word}\n{word}p\u{430}ypal \u{E9}")]);
            }
        }
    }

    #[test]
    fn calm_is_what_most_text_is() {
        let calm = |text| prefix(text, true).len;
        for text in [
            "Plain, as they say.\n",
            "\u{42D}\u{442}\u{43E} \u{43F}\u{440}\u{43E}\u{441}\u{442}\u{43E} \u{442}\u{435}\u{43A}\u{441}\u{442}.\n",
            "\u{4E2D}\u{6587}\u{3002}",
        ] {
            assert_eq!(calm(text), text.len(), "{text}");
        }
        // Words of Cyrillic letters that look like Latin ones; a sequence of mojibake.
        assert_eq!(calm("\u{434}\u{430} \u{440}\u{430}\u{441}\u{435} "), 5);
        assert_eq!(calm("a \u{C3}\u{A9} "), 2);
    }
}
