//! Channels: the ways in which text is damaged, and the cost of the claim that a line was.

use once_cell::race::OnceBox;
use utfkit::{Encoding, transcode};

use crate::model::{
    priors::{MULTIPLE, SINGLE},
    reread,
    score::{BIT, Cost},
};
use crate::repair::explain::tokens::units::{RAW, REPLACEMENT, Unit, character};
use crate::repair::explain::ways::pages;
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
    /// Text in the first charset, by its number in [`CHARSETS`], that was read in the second.
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
        matches!(self, Channel::Legacy(charset, _) if LATIN.contains(&charset))
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
                let charset = &CHARSETS[usize::from(charset)];
                charset.misread * BIT + 2 * pages::cost(page.into())
            }
            Channel::Raw(charset) => CHARSETS[usize::from(charset)].raw * BIT,
            Channel::Gbk => 6 * BIT,
        }
    }
}

/// A charset of text that was misread, or of bytes among UTF-8.
pub(crate) struct Charset {
    pub(crate) label: &'static str,
    /// The cost in bits if it was read as windows-1252; [`NEVER`] if that is not looked for.
    misread: Cost,
    /// The cost in bits of bytes in this charset.
    raw: Cost,
}

/// The cost of a charset whose text is not looked for in windows-1252.
const NEVER: Cost = 99;

const fn charset(label: &'static str, misread: Cost, raw: Cost) -> Charset {
    Charset { label, misread, raw }
}

/// The number of charsets.
pub(crate) const COUNT: usize = CHARSETS.len();

/// The charsets of text that was misread, or of bytes among UTF-8.
pub(crate) const CHARSETS: [Charset; 29] = [
    charset("windows-1252", NEVER, 0),
    charset("windows-1251", 5, 3),
    charset("koi8-r", 6, 8),
    charset("windows-1253", 6, 5),
    charset("windows-1255", 8, 6),
    charset("windows-1256", 8, 6),
    charset("windows-1250", 4, 3),
    charset("windows-1257", 6, 6),
    charset("windows-1254", 5, 5),
    charset("windows-874", 8, 6),
    charset("gb18030", 6, 3),
    charset("shift_jis", 8, 5),
    charset("euc-jp", 8, 6),
    charset("euc-kr", 8, 5),
    charset("big5", 8, 6),
    charset("iso-8859-2", 7, 6),
    charset("ibm866", NEVER, 9),
    charset("ibm437", NEVER, 12),
    charset("ibm850", NEVER, 11),
    charset("ibm852", NEVER, 12),
    charset("macintosh", NEVER, 12),
    charset("iso-8859-15", NEVER, 9),
    charset("iso-8859-3", NEVER, 10),
    charset("iso-8859-16", NEVER, 9),
    charset("iso-8859-5", NEVER, 9),
    charset("iso-8859-13", NEVER, 8),
    charset("koi8-u", NEVER, 9),
    charset("x-mac-cyrillic", NEVER, 12),
    charset("iso-8859-6", NEVER, 8),
];

/// The Latin charsets other than windows-1252: few characters of a text differ.
pub(crate) const LATIN: [u8; 4] = [6, 7, 8, 15];

/// The facts about the charsets that are computed once.
pub(crate) struct Facts {
    encodings: Vec<Option<Encoding>>,
    /// The characters of each single-byte charset.
    characters: Vec<Option<Box<[char; 256]>>>,
    /// The extra cost of each language in each charset.
    unusual: Vec<Vec<u16>>,
}

/// The extra cost of a language that is not written in a charset.
const UNUSUAL: u16 = 10 * BIT as u16;

/// Returns the facts about the charsets.
pub(crate) fn facts() -> &'static Facts {
    static FACTS: OnceBox<Facts> = OnceBox::new();
    FACTS.get_or_init(|| {
        let mut facts = Facts { encodings: vec![], characters: vec![], unusual: vec![] };
        let all: [u8; 256] = std::array::from_fn(|byte| byte as u8);
        for Charset { label, .. } in CHARSETS {
            let encoding = label.parse::<Encoding>().ok();
            facts.encodings.push(encoding);
            let name = if label == "gb18030" { "gbk" } else { label };
            let single = SINGLE.iter().find(|prior| prior.name == name);
            let prior = single.or_else(|| MULTIPLE.iter().find(|prior| prior.name == name));
            let read = |encoding| transcode::decode_lossy(&all, encoding).0;
            facts.characters.push(single.and(encoding).map(|encoding| {
                let mut characters = Box::new([char::REPLACEMENT_CHARACTER; 256]);
                characters
                    .iter_mut()
                    .zip(read(encoding).chars())
                    .for_each(|(place, one)| *place = one);
                characters
            }));
            let is_usual = |code: &str| {
                code == "en" || prior.is_some_and(|prior| prior.languages.contains(&code))
            };
            let costs = reread::languages().map(|code| if is_usual(code) { 0 } else { UNUSUAL });
            facts.unusual.push(costs.collect());
        }
        Box::new(facts)
    })
}

impl Facts {
    /// Returns the encoding of a charset.
    pub(crate) fn encoding(&self, charset: u8) -> Option<Encoding> {
        self.encodings.get(usize::from(charset)).copied().flatten()
    }

    /// Returns the characters of a single-byte charset.
    pub(crate) fn characters(&self, charset: u8) -> Option<&[char; 256]> {
        self.characters.get(usize::from(charset))?.as_deref()
    }

    /// Returns the extra costs of the languages in a charset.
    pub(crate) fn unusual(&self, charset: u8) -> &[u16] {
        self.unusual.get(usize::from(charset)).map_or(&[], |costs| costs)
    }

    /// Returns `bytes` decoded in a charset; `None` if they are not text in it.
    pub(crate) fn decode(&self, bytes: &[u8], charset: u8) -> Option<Vec<Unit>> {
        let is_text = |unit: &Unit| {
            *unit != REPLACEMENT && !(0x80..0xA0).contains(unit) && !(0xE000..0xF900).contains(unit)
        };
        let units: Vec<Unit> = match self.characters(charset) {
            Some(page) => bytes.iter().map(|&byte| page[usize::from(byte)].into()).collect(),
            None => {
                let (text, findings) = transcode::decode_lossy(bytes, self.encoding(charset)?);
                if findings > 0 {
                    return None;
                }
                text.chars().map(Unit::from).collect()
            }
        };
        units.iter().all(is_text).then_some(units)
    }

    /// Returns the character of a raw byte in a single-byte charset.
    pub(crate) fn raw(&self, charset: u8, byte: u8) -> Option<Unit> {
        let unit = self.characters(charset)?[usize::from(byte)].into();
        (unit != REPLACEMENT).then_some(unit)
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

/// Returns `true` if text in a charset is looked for in windows-1252.
pub(crate) const fn is_misread(charset: u8) -> bool {
    CHARSETS[charset as usize].misread < NEVER
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
