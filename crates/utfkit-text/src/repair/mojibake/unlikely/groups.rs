//! Groups of characters that are next to each other in words.

/// Characters that stand beside each other in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Letters of European languages.
    Latin,
    Greek,
    /// A script with letters of its own, by its first block.
    Letters(u32),
    /// Scripts of which a letter may stand beside an ASCII letter, for they have no spaces.
    Dense(u32),
    Mark,
    /// Digits of Arabic and Persian: beside letters of any script.
    Digit,
    /// Signs, spaces, emoji: beside anything.
    Common,
    /// Signs that also show how text runs, and other rare ones.
    Rare,
    /// What hardly any text holds.
    Never,
}

use Group::{Common, Dense, Digit, Greek, Latin, Letters, Mark, Never, Rare};

impl Group {
    /// How many bits [`Group::bits`] has.
    pub(crate) const BITS: u32 = Self::FIRST_BITS + 4;

    /// Of these those of the first block of a script.
    const FIRST_BITS: u32 = 18;

    /// A number for it.
    pub(crate) fn bits(self) -> u32 {
        let (kind, first) = match self {
            Latin => (0, 0),
            Greek => (1, 0),
            Letters(first) => (2, first),
            Dense(first) => (3, first),
            Mark => (4, 0),
            Digit => (5, 0),
            Common => (6, 0),
            Rare => (7, 0),
            Never => (8, 0),
        };
        kind << Self::FIRST_BITS | first
    }

    /// The one that the lowest of `bits` are the number of.
    pub(crate) fn of_bits(bits: u32) -> Self {
        let first = bits & ((1 << Self::FIRST_BITS) - 1);
        match bits >> Self::FIRST_BITS & 0xF {
            0 => Latin,
            1 => Greek,
            2 => Letters(first),
            3 => Dense(first),
            4 => Mark,
            5 => Digit,
            6 => Common,
            7 => Rare,
            _ => Never,
        }
    }
}

/// Finds the group of `character`. [`Traits::group`](super::lookup::Traits::group) remembers it.
pub(crate) fn found(character: char) -> Group {
    match u32::from(character) {
        0xA0..=0xBF | 0xD7 | 0xF7 => Common,
        // In no alphabet of today.
        0x132 | 0x133 | 0x138 | 0x13F | 0x140 | 0x149 | 0x17F => Rare,
        0xC0..=0x17F | 0x218..=0x21B | 0x1A0..=0x1A1 | 0x1AF..=0x1B0 | 0x259 | 0x18F => Latin,
        0x1E00..=0x1EFF | 0xFB00..=0xFB06 => Latin,
        0x2BB | 0x2BC => Rare,
        0x300..=0x33F | 0x358 => Mark,
        0x386..=0x3CE | 0x1F00..=0x1FFC if !character.is_alphabetic() => Rare,
        0x386..=0x3CE | 0x1F00..=0x1FFC => Greek,
        0x400..=0x45F | 0x490..=0x4BF | 0x4D8..=0x4E9 => Letters(0x400),
        0x660..=0x669 | 0x6F0..=0x6F9 => Digit,
        0x200C | 0x200D => Rare,
        0x5B0..=0x5C7 | 0x5D0..=0x5EA | 0x5EF..=0x5F4 => Letters(0x590),
        0x60C..=0x61B | 0x61E..=0x6D5 if !is_rare_arabic(character) => Letters(0x600),
        0x901..=0x97F => Letters(0x900),
        0xE3F | 0xE46..=0xE5B => Dense(0xE00),
        0xEC8..=0xECD => Dense(0xE80),
        0xF00..=0xF47 | 0xF84 => Dense(0xF00),
        0x1000..=0x109F => Dense(0x1000),
        // The signs that take a vowel away, and that make a letter another; money and numbers.
        value @ (0x980..=0xBBB | 0xBBD..=0xD7F) if matches!(value & 0x7F, 0x3C | 0x4D) => {
            Letters(value & !0x7F)
        }
        value @ (0x9F2..=0x9FB | 0xAF1 | 0xBF0..=0xBFA) => Letters(value & !0x7F),
        0x55A..=0x55F | 0x589 | 0x58A => Letters(0x530),
        0x1360..=0x137C => Letters(0x1200),
        0x17C6..=0x17DB => Letters(0x1780),
        // What else is no letter of its script is a sign that hardly any text holds, or no
        // character yet.
        0x530..=0x1CFF if !character.is_alphanumeric() || is_rare_arabic(character) => Never,
        0x531..=0x587 => Letters(0x530),
        value @ (0x981..=0xDF4 | 0x10A0..=0x10FF | 0x1780..=0x17F9) => Letters(value & !0x7F),
        value @ (0xE01..=0xEDD | 0xF48..=0xFDA) => Dense(value & !0x7F),
        0x710..=0x72F => Letters(0x700),
        0x780..=0x7B1 => Letters(0x780),
        value @ (0x1200..=0x167F | 0x1820..=0x18AA) => Letters(value & !0x1FF),
        0xFF01..=0xFF0F | 0xFF1A..=0xFF20 | 0xFF3B..=0xFF40 | 0xFF5B..=0xFF65 => Common,
        0xAC00..=0xD7A3 => Dense(0xAC00),
        0x3041..=0x30FF | 0x4E00..=0x9FFF | 0xFF01..=0xFF9F | 0x3400..=0x4DBF => Dense(0x4E00),
        0x2000..=0x200A | 0x2010..=0x2027 | 0x202F..=0x205E | 0x3000..=0x3020 => Common,
        // Signs of phonetics of old, of mathematics that few fonts have, and what is no character
        // yet.
        0x2072 | 0x2073 | 0x208F | 0x209D..=0x209F | 0x20C1..=0x20FF | 0x218C..=0x218F => Never,
        0x242A..=0x243F | 0x244B..=0x245F | 0x2B74 | 0x2B75 | 0x2B96 => Never,
        0x27C0..=0x2B04 | 0x2B08..=0x2B1A | 0x2B1D..=0x2B4F | 0x2B51..=0x2B54 | 0x2B56..=0x2BFF => {
            Rare
        }
        0x2070..=0x2BFF | 0xFE0E..=0xFE0F | 0xFEFF | 0xFFFD => Common,
        0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 => Rare,
        0x1F000..=0x1FAFF => Common,
        0x1D400..=0x1D7FF | 0xE0020..=0xE007F => Rare,
        0x20000..=0x2FA1F => Dense(0x2_0000),
        _ => Never,
    }
}

/// Whether `character` is an Arabic letter of none of the larger languages.
fn is_rare_arabic(character: char) -> bool {
    // Of Persian and Urdu, Pashto, Kurdish, Uyghur and Kazakh, Sindhi, Malay.
    const LETTERS: &str = "پٹچڈڑژکگںھۀہۂۃیےۓ۔ټځڅډړږښګڼۍېڕڵۆێەڭۇۈۋۉۅٺٻٽٿڀڃڄڇڊڌڍڏڙڦڪڱڳڻڠڤڬڽۏٱ";
    matches!(character, '\u{671}'..='\u{6D3}') && !LETTERS.contains(character)
}
