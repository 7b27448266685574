//! The charsets of text that was misread, or of bytes among UTF-8: those that the judge of charsets
//! knows.

use once_cell::race::OnceBox;
use utfkit::{Encoding, transcode};

use crate::model::{
    priors::{MULTIPLE, Prior, SINGLE},
    reread,
    score::Cost,
};
use crate::repair::explain::tokens::units::{REPLACEMENT, Unit};
use crate::repair::explain::weights::charsets::UNUSUAL;

/// A charset, with the facts that are computed once.
pub(crate) struct Charset {
    pub(crate) encoding: Encoding,
    /// The cost in bits of text in it that was read as windows-1252, if that is looked for.
    pub(crate) misread: Option<Cost>,
    /// Whether it is Latin. Few characters of a text differ from windows-1252.
    pub(crate) is_latin: bool,
    /// The characters of each byte, if it has one byte per character.
    pub(crate) characters: Option<Box<[char; 256]>>,
    /// Whether marks follow their letters, as in Vietnamese.
    pub(crate) has_marks: bool,
    /// The extra cost of each language.
    pub(crate) unusual: Vec<u16>,
}

/// The charsets of text that is looked for in windows-1252, with the cost of each in bits, and
/// whether it is Latin.
const MISREAD: [(&str, Cost, bool); 15] = [
    ("windows-1251", 5, false),
    ("koi8-r", 6, false),
    ("windows-1253", 6, false),
    ("windows-1255", 8, false),
    ("windows-1256", 8, false),
    ("windows-1250", 4, true),
    ("windows-1257", 6, true),
    ("windows-1254", 5, true),
    ("windows-874", 8, false),
    ("gbk", 6, false),
    ("shift_jis", 8, false),
    ("euc-jp", 8, false),
    ("euc-kr", 8, false),
    ("big5", 8, false),
    ("iso-8859-2", 7, true),
];

/// Returns all charsets. Their numbers are the places in this list.
fn all() -> &'static [Charset] {
    static ALL: OnceBox<Vec<Charset>> = OnceBox::new();
    ALL.get_or_init(|| {
        let single = SINGLE.iter().filter_map(|prior| Charset::of(prior, true));
        Box::new(
            single.chain(MULTIPLE.iter().filter_map(|prior| Charset::of(prior, false))).collect(),
        )
    })
}

/// Returns the charset with this number.
pub(crate) fn of(number: u8) -> &'static Charset {
    &all()[usize::from(number)]
}

/// Returns the number of the charset of `encoding`.
pub(crate) fn number(encoding: Encoding) -> Option<u8> {
    let is_gbk = || "gbk".parse() == Ok(encoding);
    let found = all().iter().position(|one| one.encoding == encoding);
    let found = found.or_else(|| all().iter().position(|one| one.is_gb18030() && is_gbk()));
    found.and_then(|number| number.try_into().ok())
}

/// Returns the numbers of the charsets whose text is looked for in windows-1252: the Latin ones, or
/// the others.
pub(crate) fn misread(is_latin: bool) -> impl Iterator<Item = u8> {
    let is_one = move |one: &Charset| one.misread.is_some() && one.is_latin == is_latin;
    (0..).zip(all()).filter(move |(_, one)| is_one(one)).map(|(number, _)| number)
}

impl Charset {
    fn of(prior: &'static Prior, is_single: bool) -> Option<Charset> {
        // GB 18030 has all characters of GBK.
        let name = if prior.name == "gbk" { "gb18030" } else { prior.name };
        let encoding: Encoding = name.parse().ok()?;
        let characters = is_single.then(|| {
            let all: [u8; 256] = std::array::from_fn(|byte| byte as u8);
            let mut characters = Box::new([char::REPLACEMENT_CHARACTER; 256]);
            let text = transcode::decode_lossy(&all, encoding).0;
            characters.iter_mut().zip(text.chars()).for_each(|(place, one)| *place = one);
            characters
        });
        let is_usual = |code: &str| code == "en" || prior.languages.contains(&code);
        let unusual = reread::languages().map(|code| if is_usual(code) { 0 } else { UNUSUAL });
        let misread = MISREAD.iter().find(|(label, ..)| *label == prior.name);
        Some(Charset {
            encoding,
            misread: misread.map(|(_, cost, _)| *cost),
            is_latin: misread.is_some_and(|(.., is_latin)| *is_latin),
            characters,
            has_marks: prior.languages == ["vi"],
            unusual: unusual.collect(),
        })
    }

    fn is_gb18030(&self) -> bool {
        "gb18030".parse() == Ok(self.encoding)
    }

    /// Returns `true` if it has one byte per character.
    pub(crate) const fn is_single(&self) -> bool {
        self.characters.is_some()
    }

    /// Returns `bytes` decoded in this charset; `None` if they are not text in it.
    pub(crate) fn decode(&self, bytes: &[u8]) -> Option<Vec<Unit>> {
        let is_text = |unit: &Unit| {
            *unit != REPLACEMENT && !(0x80..0xA0).contains(unit) && !(0xE000..0xF900).contains(unit)
        };
        let units: Vec<Unit> = match &self.characters {
            Some(page) => bytes.iter().map(|&byte| page[usize::from(byte)].into()).collect(),
            None => {
                let (text, findings) = transcode::decode_lossy(bytes, self.encoding);
                if findings > 0 || !self.keeps_separators(bytes, &text) {
                    return None;
                }
                text.chars().map(Unit::from).collect()
            }
        };
        units.iter().all(is_text).then_some(units)
    }

    /// Returns `true` if `bytes` have the same controls, spaces, separators and digits as their `text`. In
    /// Johab, some of them are the second bytes of characters, but the claim that a line lost its
    /// separators is bold. In GB 18030, digits are.
    fn keeps_separators(&self, bytes: &[u8], text: &str) -> bool {
        let is_same =
            |is: fn(&u8) -> bool| bytes.iter().copied().filter(is).eq(text.bytes().filter(is));
        is_same(|byte| *byte < b'@')
            || self.is_gb18030() && is_same(|byte| *byte < b'@' && !byte.is_ascii_digit())
    }

    /// Returns the character of a byte, if this charset has one byte per character.
    pub(crate) fn character(&self, byte: u8) -> Option<Unit> {
        let unit = self.characters.as_ref()?[usize::from(byte)].into();
        (unit != REPLACEMENT).then_some(unit)
    }
}
