//! The bytes of a text that are not UTF-8, and the charsets that they can be in. The judge of charsets
//! decides, as in detection: it reads all these bytes together.

use std::borrow::Cow;

use utfkit::{Encoding, transcode};

use crate::detect::{
    likeliest::Likeliest,
    opinion::{self, Opinion},
    strange,
};
use crate::model::score::Cost;
use crate::receivers::declared::Declared;
use crate::repair::characters::high_runs;
use crate::repair::explain::tokens::cut;
use crate::repair::explain::tokens::units::{Line, is_high};
use crate::repair::explain::ways::alternatives::is_foreign;
use crate::repair::explain::ways::{charsets, contradictions::other_script, pages};
use crate::repair::explain::weights::foreign::{
    FEW, LEAST, MAX_COST, STRANGE, SURE, SURE_OF_NAMES,
};

/// The maximum number of bytes that are kept for the judge.
const MAX: usize = 16 << 10;

/// The charset of the bytes that are not UTF-8.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Judged {
    /// The likeliest charset.
    pub(crate) best: u8,
    /// Whether the judge is so sure that the charset may be named.
    pub(crate) is_sure: bool,
    /// The other charsets in which the text is another, with the cost of each above the best one.
    pub(crate) rivals: Vec<(u8, Cost)>,
}

impl Judged {
    /// Returns the charset of `bytes`, which may be `declared`. Returns `None` if they are not text in
    /// a charset, or if that charset has other characters for their ASCII bytes.
    fn of(bytes: &[u8], declared: Option<&Declared>) -> Option<Judged> {
        if bytes.is_empty() {
            return None;
        }
        let Opinion::Text(text) = opinion::lines(bytes, declared) else { return None };
        let is_sure = text.best.confidence >= Likeliest::SURE;
        if text.best.encoding.name() != "windows-1252"
            && is_few(bytes, is_sure)
            && bytes.iter().all(|byte| byte.is_ascii() || is_sign(*byte))
            && !are_signs(bytes)
        {
            return None;
        }
        if let Some(best) = usual(bytes, &text, is_sure).and_then(|usual| usable(bytes, usual)) {
            return Some(Judged {
                best,
                is_sure: is_sure && runs(bytes) >= FEW,
                rivals: Vec::new(),
            });
        }
        if text.best.confidence < LEAST {
            return None;
        }
        let best = usable(bytes, text.best.encoding)?;
        let (own, sure) = (read(bytes, best), sure(bytes));
        let cost = |other: i64| Cost::try_from(other - text.best.cost).unwrap_or(Cost::MAX);
        let others = text.others.iter().filter(|other| cost(other.cost) < sure);
        let others = others.filter_map(|other| {
            let charset = usable(bytes, other.encoding)?;
            (read(bytes, charset) != own).then(|| (charset, cost(other.cost)))
        });
        let mut rivals: Vec<(u8, Cost)> = others.collect();
        for charset in strange::charsets(bytes, text.best.encoding) {
            let charset = usable(bytes, charset).filter(|one| read(bytes, *one) != own);
            rivals.extend(charset.map(|charset| (charset, STRANGE)));
        }
        rivals.sort_by_key(|&(charset, cost)| (charset, cost));
        rivals.dedup_by_key(|(charset, _)| *charset);
        Some(Judged { best, is_sure, rivals })
    }

    /// Returns the charsets that a line can be in, with the cost of each above the best one.
    pub(super) fn for_lines(&self) -> Vec<(u8, Cost)> {
        let rivals = self.rivals.iter().map(|&(charset, cost)| (charset, cost.min(MAX_COST)));
        [(self.best, 0)].into_iter().chain(rivals).collect()
    }
}

/// Returns the usual charset of `bytes`, if they do not prove another one. The bytes of quotation marks
/// and dashes in windows-1252 are letters in charsets of Macs and DOS. The byte of the maqaf in
/// windows-1255 is a vowel point in Mac Hebrew. `is_sure` must be `true` if the judge is sure of `text`.
fn usual(bytes: &[u8], text: &opinion::Text, is_sure: bool) -> Option<Encoding> {
    let high = || bytes.iter().filter(|byte| !byte.is_ascii());
    let is_hebrew = |byte: &u8| matches!(byte, 0xCE | 0xE0..=0xFA);
    let name = match text.best.encoding.name() {
        "windows-1252" if is_sure => return None,
        _ if is_few(bytes, is_sure) && are_signs(bytes) => "windows-1252",
        "x-mac-hebrew" if high().all(is_hebrew) => "windows-1255",
        _ => return None,
    };
    name.parse().ok()
}

/// Returns `true` if `bytes` are so few that they prove no charset.
fn is_few(bytes: &[u8], is_sure: bool) -> bool {
    runs(bytes) < FEW || !is_sure
}

/// Returns `true` for the byte of a quotation mark, a dash or another sign in windows-1252.
const fn is_sign(byte: u8) -> bool {
    matches!(byte, 0x80 | 0x85 | 0x91..=0x97 | 0x99)
}

/// Returns `true` if all bytes of `text` beyond ASCII are signs of windows-1252 where such signs stand.
fn are_signs(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let is_sign = |(at, &byte): (usize, &u8)| {
        let letter = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(is_letter);
        let (before, after) = (letter(at.checked_sub(1)), letter(Some(at + 1)));
        match byte {
            0x92 => !before || is_apostrophe(&text[..at], &text[at + 1..]),
            // Signs that begin a word, and those that end one.
            0x80 | 0x91 | 0x93 => !before,
            0x94 | 0x99 => !after,
            // The ellipsis and the dashes, which end words as letters in charsets of DOS and Macs.
            0x85 | 0x96 | 0x97 => !before && !after,
            _ => byte.is_ascii(),
        }
    };
    text.iter().enumerate().all(is_sign)
}

/// Returns `true` if an apostrophe may stand between `before`, which ends with a letter, and `after`.
fn is_apostrophe(before: &[u8], after: &[u8]) -> bool {
    let len = after.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    match after[..len].to_ascii_lowercase().as_slice() {
        // The genitive of a plural, a letter that is not spoken, and quotation marks around words.
        [] => {
            before.ends_with(b"s")
                || before.ends_with(b"in")
                || before.last().is_some_and(u8::is_ascii_uppercase)
                || memchr::memchr2(0x91, 0x92, before).is_some()
        }
        b"s" | b"t" | b"d" | b"m" | b"ll" | b"re" | b"ve" => true,
        word => matches!(word[0], b'a' | b'e' | b'i' | b'o' | b'u' | b'y' | b'h'),
    }
}

/// Returns the number of runs of bytes beyond ASCII.
fn runs(bytes: &[u8]) -> usize {
    high_runs(bytes, 0..bytes.len()).count()
}

/// Returns the number of a charset that has ASCII, as far as `bytes` have it.
fn usable(bytes: &[u8], encoding: Encoding) -> Option<u8> {
    let number = charsets::number(encoding)?;
    let mut used = [false; 128];
    bytes.iter().filter(|byte| byte.is_ascii()).for_each(|&byte| used[usize::from(byte)] = true);
    let is_same = |byte: u8| {
        let byte = [byte];
        let (text, _) = transcode::decode_lossy(&byte, encoding);
        text.chars().eq(byte.map(char::from))
    };
    (0..128).all(|byte| !used[usize::from(byte)] || is_same(byte)).then_some(number)
}

/// Returns `bytes` in a charset.
pub(super) fn read(bytes: &[u8], charset: u8) -> Cow<'_, str> {
    transcode::decode_lossy(bytes, charsets::of(charset).encoding).0
}

/// Returns the letters of `bytes` in a charset. If only signs differ, a whole file is the same text.
pub(super) fn letters(bytes: &[u8], charset: u8) -> Vec<char> {
    read(bytes, charset).chars().filter(|one| one.is_alphabetic()).collect()
}

/// Returns the cost from which on another charset is not possible.
fn sure(bytes: &[u8]) -> Cost {
    match runs(bytes) {
        ..FEW if has_name(bytes) => SURE_OF_NAMES,
        _ => SURE,
    }
}

/// Returns `true` if a word of `text` with bytes beyond ASCII begins with a capital, or such a byte,
/// among other words. It may be a name of any language.
fn has_name(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let words = || text.split(|byte| !is_part(byte)).filter(|word| !word.is_empty());
    let is_name = |word: &[u8]| {
        !word.is_ascii()
            && word
                .first()
                .is_some_and(|byte| byte.is_ascii_uppercase() || !byte.is_ascii() && word.len() > 2)
    };
    words().any(<[u8]>::is_ascii) && words().any(is_name)
}

/// The bytes of a file that are not UTF-8.
#[derive(Clone, Debug, Default)]
pub(crate) struct Foreign {
    /// The declaration of the file.
    pub(crate) declared: Option<Declared>,
    /// The words of the windows before, and those of this window at the first look.
    before: Vec<u8>,
    first: Option<Vec<u8>>,
    /// The last words that were judged, and the judgement.
    words: Vec<u8>,
    judged: Option<Judged>,
}

impl Foreign {
    /// Begins a window.
    pub(crate) fn begin_window(&mut self) {
        let words = self.first.take().unwrap_or_default();
        add(&words, &mut self.before);
    }

    /// Returns the charset of the words of `text` that are not UTF-8, and of those before this window.
    pub(crate) fn judge(&mut self, text: &[u8]) -> Option<&Judged> {
        let mut words = self.before.clone();
        self::words(text, &mut words);
        if self.first.is_none() {
            self.first = Some(words[self.before.len()..].to_vec());
        }
        if words != self.words {
            let judged = Judged::of(&words, self.declared.as_ref());
            self.judged = judged.filter(|judged| !is_in_other_script(&words, judged.best, text));
            self.words = words;
        }
        self.judged.as_ref()
    }

    /// Returns the charset that [`judge`](Self::judge) returned last.
    pub(crate) fn judged(&self) -> Option<&Judged> {
        self.judged.as_ref()
    }

    /// Returns the charsets that the lines of `text` can be in that are not UTF-8.
    pub(crate) fn charsets(&mut self, text: &[u8]) -> Vec<(u8, Cost)> {
        self.judge(text).map(Judged::for_lines).unwrap_or_default()
    }

    /// Returns the charset of `text`, which has no UTF-8.
    pub(crate) fn judge_whole(&self, text: &[u8]) -> Option<Judged> {
        let mut lines = Vec::new();
        ill_formed_lines(text).for_each(|line| add(line, &mut lines));
        Judged::of(&lines, self.declared.as_ref())
    }
}

/// Returns `true` if few `words` are in a script in a charset, and the UTF-8 of `text` is in others. Short
/// words are text in many charsets.
fn is_in_other_script(words: &[u8], charset: u8, text: &[u8]) -> bool {
    if runs(words) >= 2 * FEW {
        return false;
    }
    let scripts = |text: &str| -> Vec<u32> { text.chars().filter_map(other_script).collect() };
    let own = scripts(&read(words, charset));
    if own.is_empty() {
        return false;
    }
    let mut others =
        text[..text.len().min(MAX)].utf8_chunks().flat_map(|part| scripts(part.valid()));
    let is_other = others.clone().count() >= FEW;
    is_other && !others.any(|script| own.contains(&script))
}

/// Appends as much of `bytes` to `all` as the judge reads.
fn add(bytes: &[u8], all: &mut Vec<u8>) {
    let room = MAX.saturating_sub(all.len());
    all.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

/// Returns the lines of `text` that are not UTF-8.
fn ill_formed_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.filter(|line| utfkit::utf8::validate(line).is_err())
}

/// Appends the words of `text` that are not UTF-8, and the ASCII next to them in their lines.
fn words(text: &[u8], all: &mut Vec<u8>) {
    let table = pages::table();
    let mut units = Line::default();
    for line in ill_formed_lines(text) {
        if all.len() >= MAX {
            return;
        }
        let line = &line[..line.len().min(MAX)];
        units.read(line);
        let (mut from, mut done) = (0, 0);
        while let Some(range) = cut::next(&units.units, from, table) {
            from = range.end;
            let token = &units.units[range.clone()];
            // UTF-8, and bytes that are in no charset.
            if token.iter().any(|&unit| is_high(unit)) && !is_foreign(token) {
                let place = units.place(range);
                add(&line[done..place.start], all);
                done = place.end;
            }
        }
        add(&line[done..], all);
    }
}
