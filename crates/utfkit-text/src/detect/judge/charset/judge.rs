//! The legacy charsets that a text can be in.

use std::borrow::Cow;

use once_cell::race::OnceBox;

use super::{
    pages::{Choice, Page, pages},
    race::race,
    rival::{Rival, worth},
};
use crate::detect::weights::charset::{BAD, MAX_BAD, PIECE};
use crate::detect::weights::race::NEAR;
use crate::{
    detect::{
        judge::{candidate::Candidate, words::Words},
        named::hints::Known,
    },
    model::{
        letters::Kind,
        priors::{DECLARED, MULTIPLE, Prior},
    },
};

/// Returns the charsets that a text of these words can be in. If several charsets read the same
/// text, it returns the likeliest one.
pub(crate) fn candidates(words: &Words, known: Known<'_>) -> Vec<Candidate> {
    let bytes = &spread(&words.other);
    let mut rivals = of_pages(pages(), bytes, known);
    rivals.extend(of_several(multiple(bytes), bytes, known));
    let of_records = of_declarations().iter().filter(|choice| {
        known.declared.is_some_and(|declared| declared.encoding() == Some(choice.encoding))
    });
    let of_records = of_records.map(|choice| (choice, worth(choice, known)));
    rivals.extend(Rival::of_several(of_records, bytes));
    race(rivals, bytes, words.text(), NEAR)
}

/// Returns `bytes` in pieces that come from all parts of the text in turn. The race leaves out a
/// reading by the first bytes, and these can be unusual, such as a title of symbols.
fn spread(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut pieces: Vec<&[u8]> = Vec::new();
    let mut begin = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if byte.is_ascii_whitespace() && at + 1 - begin >= PIECE {
            pieces.push(&bytes[begin..=at]);
            begin = at + 1;
        }
    }
    let len = pieces.len();
    if len < 4 {
        return Cow::Borrowed(bytes);
    }
    // Steps of the golden ratio are far from each other, and from all earlier ones.
    let is_coprime = |step: &usize| gcd(*step, len) == 1;
    let step = (len * 5 / 8..len).find(is_coprime).unwrap_or(1);
    let order = (0..len).map(|turn| (len / 2 + turn * step) % len);
    let mut all: Vec<u8> = order.flat_map(|piece| pieces[piece]).copied().collect();
    all.extend_from_slice(&bytes[begin..]);
    Cow::Owned(all)
}

/// Returns the greatest common divisor.
const fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// Returns the readings of `bytes` in `all` pages.
pub(super) fn of_pages(
    all: impl IntoIterator<Item = &'static Page>,
    bytes: &[u8],
    known: Known<'_>,
) -> Vec<Rival> {
    let reading = |page: &&'static Page| (&page.choice, worth(&page.choice, known));
    let texts = same_texts(all, bytes).into_iter();
    texts.map(|pages| Rival::of_page(pages[0], pages.iter().map(reading).collect())).collect()
}

/// Returns the readings of `bytes` in charsets in which characters can have several bytes.
pub(super) fn of_several(all: &'static [Choice], bytes: &[u8], known: Known<'_>) -> Vec<Rival> {
    let reading = |choice: &'static Choice| (choice, worth(choice, known));
    Rival::of_several(all.iter().map(reading), bytes)
}

/// Groups the pages that read `bytes` as the same text. Pages in which far more bytes are not text
/// than in others are left out.
fn same_texts(
    all: impl IntoIterator<Item = &'static Page>,
    bytes: &[u8],
) -> Vec<Vec<&'static Page>> {
    let mut counts = [0_usize; 256];
    bytes.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
    // Most pages differ in the last bytes.
    let used: Vec<usize> = (0..256).rev().filter(|&byte| counts[byte] > 0).collect();
    let is_same = |one: &Page, other: &Page| {
        used.iter().all(|&byte| one.characters[byte] == other.characters[byte])
    };
    let is_bad =
        |page: &Page, byte: usize| matches!(page.scored[byte].kind(), Kind::C1 | Kind::Bad);
    let mut texts: Vec<(usize, Vec<&Page>)> = Vec::new();
    for page in all {
        match texts.iter_mut().find(|(_, known)| is_same(known[0], page)) {
            Some((_, pages)) => pages.push(page),
            None => {
                let bad = used.iter().filter(|&&byte| is_bad(page, byte));
                texts.push((bad.map(|&byte| counts[byte]).sum(), vec![page]));
            }
        }
    }
    let least = texts.iter().map(|(bad, _)| *bad).min().unwrap_or(0);
    let most = least + MAX_BAD + bytes.len() / BAD;
    texts.into_iter().filter(|(bad, _)| *bad <= most).map(|(_, pages)| pages).collect()
}

/// Returns the charsets with one or more bytes per character, apart from those of EBCDIC.
fn multiple(bytes: &[u8]) -> &'static [Choice] {
    static ALL: OnceBox<[Vec<Choice>; 2]> = OnceBox::new();
    let all = ALL.get_or_init(|| {
        Box::new(["gbk", "gb18030"].map(|gbk| {
            let name = |prior: &Prior| if prior.name == "gbk" { gbk } else { prior.name };
            MULTIPLE.iter().filter_map(|prior| Choice::of(prior, name(prior))).collect()
        }))
    });
    &all[usize::from(has_four(bytes))]
}

/// Returns the charsets that only count if a text declares them.
fn of_declarations() -> &'static [Choice] {
    static ALL: OnceBox<Vec<Choice>> = OnceBox::new();
    ALL.get_or_init(|| {
        Box::new(DECLARED.iter().filter_map(|prior| Choice::of(prior, prior.name)).collect())
    })
}

/// Returns `true` if there is a sequence of four bytes, which GB18030 has and GBK does not.
fn has_four(bytes: &[u8]) -> bool {
    bytes
        .windows(4)
        .any(|four| matches!(four, [0x81..=0xFE, b'0'..=b'9', 0x81..=0xFE, b'0'..=b'9']))
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn every_word_is_kept_and_the_first_ones_are_not_first() {
        for words in [0, 1, 9, 40, 41, 42, 300] {
            let text: String = (0..words).map(|word| format!("word-{word:04} ")).collect();
            let spread = spread(text.as_bytes()).into_owned();
            let sorted = |bytes: &[u8]| {
                let mut words: Vec<_> =
                    bytes.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
                words.sort();
                words
            };
            assert_eq!(sorted(&spread), sorted(text.as_bytes()));
            assert_eq!(words >= 40, !spread.starts_with(b"word-0000") && words > 0);
        }
    }
}
