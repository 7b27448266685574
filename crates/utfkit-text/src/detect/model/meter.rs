//! The price of a text in bits, by a model that knows scripts, but no languages.
//!
//! Bytes that are read in the wrong encoding make text that nobody writes: scripts change at every
//! character, and there are control characters and unassigned code points. The model gives each
//! character a price in bits, which is lower if the character has the script of its neighbors. A
//! reading that is cheaper than its bytes is plausible. The cheapest of several readings of the
//! same bytes is the most plausible.

/// The price of a capital after a small letter.
const CAPITAL: Price = 5 * BIT;

/// A price, in eighths of a bit.
pub(crate) type Price = u64;

/// One bit.
pub(crate) const BIT: Price = 8;

/// A group of characters that are used together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    /// Used with every script: spaces, digits, punctuation, symbols.
    Common,
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    /// A script of India, by the number of the block.
    Indic(u8),
    Thai,
    /// Ideographs and kana.
    Han,
    Hangul,
    /// Another script in use, by the number of the block.
    Other(u8),
    /// A script of few files, by the number of the block.
    Rare(u8),
    /// Not text.
    Never,
}

use Script::{
    Arabic, Common, Cyrillic, Greek, Han, Hangul, Hebrew, Indic, Latin, Never, Other, Rare, Thai,
};

/// The price of the characters of a range among those of the same script, in bits.
struct Range {
    first: u32,
    script: Script,
    bits: u8,
}

const fn range(first: u32, script: Script, bits: u8) -> Range {
    Range { first, script, bits }
}

/// The prices of characters that nobody writes: control characters, unassigned code points, private
/// use.
const CONTROL: u8 = 24;
const UNASSIGNED: u8 = 30;
const PRIVATE: u8 = 24;

/// The ranges, each up to the start of the next. The few unassigned code points of a block in use
/// do not matter.
#[rustfmt::skip]
static RANGES: [Range; 126] = [
    range(0x0000, Never, CONTROL), range(0x0009, Common, 6), range(0x000A, Common, 5), range(0x000B, Never, 20),
    range(0x000C, Common, 14), range(0x000D, Common, 5), range(0x000E, Never, CONTROL), range(0x001B, Common, 16),
    range(0x001C, Never, CONTROL), range(0x0020, Common, 2), range(0x0021, Common, 7), range(0x002C, Common, 5),
    range(0x002F, Common, 7), range(0x0030, Common, 5), range(0x003A, Common, 7), range(0x0041, Latin, 7),
    range(0x005B, Common, 8), range(0x0061, Latin, 4), range(0x007B, Common, 9), range(0x007F, Never, CONTROL),
    range(0x00A0, Common, 9), range(0x00C0, Latin, 8), range(0x00D7, Common, 11), range(0x00D8, Latin, 8),
    range(0x00F7, Common, 11), range(0x00F8, Latin, 8), range(0x0100, Latin, 9), range(0x0180, Latin, 12),
    range(0x0250, Latin, 12), range(0x02B0, Common, 13), range(0x0300, Common, 10), range(0x0370, Greek, 9),
    range(0x0386, Greek, 6), range(0x03AC, Greek, 5), range(0x03CF, Greek, 11), range(0x0400, Cyrillic, 9),
    range(0x0410, Cyrillic, 7), range(0x0430, Cyrillic, 5), range(0x0450, Cyrillic, 7), range(0x0460, Cyrillic, 11),
    range(0x0530, Other(0), 6), range(0x0590, Hebrew, 8), range(0x05D0, Hebrew, 4), range(0x05EB, Hebrew, 10),
    range(0x0600, Arabic, 8), range(0x0620, Arabic, 5), range(0x064B, Arabic, 7), range(0x0700, Rare(0), 7),
    range(0x0900, Indic(0), 5), range(0x0980, Indic(1), 5), range(0x0A00, Indic(2), 5), range(0x0A80, Indic(3), 5),
    range(0x0B00, Indic(4), 5), range(0x0B80, Indic(5), 5), range(0x0C00, Indic(6), 5), range(0x0C80, Indic(7), 5),
    range(0x0D00, Indic(8), 5), range(0x0D80, Indic(9), 5), range(0x0E00, Thai, 5), range(0x0E60, Never, UNASSIGNED),
    range(0x0E80, Other(1), 6), range(0x0F00, Other(2), 6), range(0x1000, Other(3), 6), range(0x10A0, Other(4), 6),
    range(0x1100, Hangul, 9), range(0x1200, Other(5), 8), range(0x13A0, Rare(1), 7), range(0x1780, Other(6), 6),
    range(0x1800, Rare(2), 7), range(0x1900, Rare(3), 9), range(0x1C80, Rare(4), 10), range(0x1E00, Latin, 12),
    range(0x1EA0, Latin, 8), range(0x1F00, Greek, 8), range(0x2000, Common, 9), range(0x2010, Common, 7),
    range(0x2028, Common, 14), range(0x2030, Common, 10), range(0x205F, Never, 20), range(0x2070, Common, 12),
    range(0x20A0, Common, 10), range(0x20D0, Common, 13), range(0x2190, Common, 11), range(0x2500, Common, 8),
    range(0x25A0, Common, 10), range(0x2800, Common, 14), range(0x2C00, Rare(5), 9), range(0x2E00, Common, 15),
    range(0x2E80, Han, 16), range(0x3000, Common, 5), range(0x3003, Common, 9), range(0x3008, Common, 6),
    range(0x3012, Common, 12), range(0x3041, Han, 5), range(0x30A0, Han, 6), range(0x3100, Han, 12),
    range(0x3130, Hangul, 10), range(0x3190, Han, 14), range(0x3400, Han, 18), range(0x4DC0, Common, 16),
    range(0x4E00, Han, 13), range(0xA000, Rare(6), 11), range(0xA4D0, Rare(7), 11), range(0xA980, Rare(8), 11),
    range(0xAC00, Hangul, 12), range(0xD7A4, Never, 20), range(0xE000, Never, PRIVATE), range(0xF900, Han, 16),
    range(0xFB00, Common, 14), range(0xFB1D, Hebrew, 10), range(0xFB50, Arabic, 10), range(0xFE00, Common, 10),
    range(0xFE10, Common, 13), range(0xFE70, Arabic, 9), range(0xFEFF, Common, 20), range(0xFF00, Common, 7),
    range(0xFF61, Han, 9), range(0xFFA0, Never, 18), range(0xFFF0, Never, UNASSIGNED), range(0x1_0000, Rare(9), 14),
    range(0x1_D000, Common, 13), range(0x1_DA00, Rare(10), 14), range(0x1_F000, Common, 10), range(0x1_FB00, Never, 20),
    range(0x2_0000, Han, 20), range(0x3_2000, Never, UNASSIGNED),
];

/// The ideographs and syllables of which most text in Chinese, Japanese and Korean consists. Each
/// costs less than its block.
const FREQUENT: &str = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉術领共确传師觀清今切院讓識候帶導爭運這個們來為國說時會對後過發學現當沒動還進樣開從實軍無與長機關點業間問應戰頭體見產話內門員論處義條氣題爾變總電數報結計場區隊難權設記類據邊張該規萬覺領號広本者氏月日年火星第二次世界大戦東京都府県市町村駅線車駅食飲言語読書買売午後前何今私彼女子供達思使持待始終使作用入出見来行帰分取手足目耳口心体食生活仕事会社員学校先名際最初当時間題集国際連合約表示含構造観測発見探査機軌道衛星地球太陽이다는의에가고을하도로지기한사리인은그나서시어자아대들를과수있것게만일해라부여정으마면오전구스보주장제우무조상나어와소국원동성비실화신문미신공안치유경관할중학때년했다적세계러들방선관발내간행생물체간명트연거없었던된등모";

/// A set of the characters in `FREQUENT`.
struct Frequent {
    /// One bit per code point from U+4E00 to U+D7FF.
    bits: [u64; (0xD800 - 0x4E00) / 64],
}

static FREQUENT_SET: Frequent = Frequent::new(FREQUENT);

impl Frequent {
    const fn new(text: &str) -> Self {
        let (bytes, mut bits, mut at) = (text.as_bytes(), [0; (0xD800 - 0x4E00) / 64], 0);
        // Each character has three bytes.
        while at + 2 < bytes.len() {
            let value = (bytes[at] as usize & 0xF) << 12
                | (bytes[at + 1] as usize & 0x3F) << 6
                | (bytes[at + 2] as usize & 0x3F);
            let place = value - 0x4E00;
            bits[place / 64] |= 1 << (place % 64);
            at += 3;
        }
        Self { bits }
    }

    fn has(&self, value: u32) -> bool {
        let Some(place) = value.checked_sub(0x4E00) else { return false };
        let place = place as usize;
        self.bits.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
    }
}

/// Returns the script of `character`, and its price within the script, in bits.
fn class(character: char) -> (Script, u8) {
    let value = u32::from(character);
    if value & 0xFFFE == 0xFFFE {
        return (Never, UNASSIGNED);
    }
    let after = RANGES.partition_point(|range| range.first <= value);
    let &Range { script, bits, .. } = &RANGES[after.saturating_sub(1)];
    match script {
        Han | Hangul if FREQUENT_SET.has(value) => (script, 8),
        _ => (script, bits),
    }
}

impl Script {
    /// Returns the price of a change to this script, in bits.
    const fn arrival(self) -> Price {
        match self {
            Common => 1,
            Latin => 3,
            Greek | Cyrillic | Hebrew | Arabic | Indic(0) | Thai | Han | Hangul => 6,
            Indic(_) => 8,
            Other(_) => 10,
            Rare(_) => 16,
            Never => 6,
        }
    }
}

/// The price of a text so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    script: Script,
    /// Whether the last character is a small letter.
    small: bool,
    price: Price,
    /// The number of characters.
    pub(crate) characters: u64,
    /// The number of control characters, unassigned and private characters.
    pub(crate) odd: u64,
    /// The number of letters whose script is not that of the letter before. Latin letters can occur
    /// in any script.
    pub(crate) turns: u64,
    /// The script of the last letter that is not Latin.
    letters: Script,
}

impl Meter {
    /// Returns the price of `text`.
    pub(crate) fn of(text: &str) -> Self {
        let mut meter = Self {
            script: Common,
            small: false,
            price: 0,
            characters: 0,
            odd: 0,
            turns: 0,
            letters: Common,
        };
        text.chars().for_each(|character| meter.add(character));
        meter
    }

    /// Returns the price of `text` in which U+0000 ends names, as line feeds end lines. Names are
    /// not empty, and do not end with a line end.
    pub(crate) fn of_names(text: &str) -> Self {
        let (mut meter, mut before) = (Self::of(""), '\0');
        for character in text.chars() {
            let ends = character == '\0' && !matches!(before, '\0' | '\r' | '\n');
            meter.add(if ends { '\n' } else { character });
            before = character;
        }
        meter
    }

    fn add(&mut self, character: char) {
        let (script, bits) = class(character);
        self.characters += 1;
        self.odd += u64::from(script == Never);
        self.price += Price::from(bits) * BIT;
        self.price += match script {
            script if script == self.script => BIT / 2,
            // A letter after a space continues the script.
            Common => Common.arrival() * BIT,
            _ => script.arrival() * BIT,
        };
        if script != Common {
            self.script = script;
        }
        // Ideographs occur among syllables.
        let letters = if script == Hangul { Han } else { script };
        if !matches!(letters, Common | Latin | Never) {
            self.turns += u64::from(self.letters != Common && self.letters != letters);
            self.letters = letters;
        }
        // Within a word, capitals follow capitals.
        if self.small && character.is_uppercase() {
            self.price += CAPITAL;
        }
        self.small = character.is_lowercase();
    }

    /// Returns the price of the text.
    pub(crate) fn price(&self) -> Price {
        self.price
    }
}

/// Returns the price of `bytes` as binary data, in which NULs are frequent.
pub(crate) fn price_of_bytes(bytes: &[u8]) -> Price {
    bytes.iter().map(|&byte| if byte == 0 { 2 * BIT } else { 8 * BIT }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_in_order() {
        assert!(RANGES.is_sorted_by(|a, b| a.first < b.first));
        assert!(FREQUENT.chars().all(|c| matches!(c, '\u{4E00}'..='\u{D7A3}')));
        assert!(FREQUENT_SET.has(u32::from('的')) && FREQUENT_SET.has(u32::from('다')));
        assert!(!FREQUENT_SET.has(u32::from('龘')) && !FREQUENT_SET.has(0x41));
    }

    #[test]
    fn text_is_cheaper_than_its_bytes() {
        for text in [
            "The quick brown fox",
            "Съешь же ещё этих мягких",
            "国家和地区之间的关系",
            "다람쥐 헌 쳇바퀴에 타고파",
            "نص حكيم له سر قاطع",
            "いろはにほへと ちりぬるを",
            "ऋषियों को सताने वाले दुष्ट",
        ] {
            let bytes: std::vec::Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let meter = Meter::of(text);
            assert!(meter.price() < price_of_bytes(&bytes) * 9 / 10, "{text} {meter:?}");
            assert_eq!(meter.odd, 0);
        }
    }
}
