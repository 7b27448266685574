//! The part of the damaged text that the old version has, in passages that chance does not repeat.

use crate::heal::weights::passages::{FEWEST, LETTER, LONGEST, SURE, WORD};
use crate::heal::{
    state::{Healer, whole::Whole},
    text::{self, Map, Set, hash, is_letter, is_odd, words},
};

/// Returns the part of the damaged passages of the new text that the old version has, or `None` if
/// there are too few.
///
/// A word that lost all of its letters shows only its length, and translations of one program have
/// words of equal lengths at equal places. So a passage has as many damaged words as are needed to
/// be in only one text.
pub(in crate::heal) fn passages(healer: &Healer<'_>, whole: &Whole) -> Option<f64> {
    let damaged = &whole.damaged;
    let may_be_damaged = |word: &[u8], key: u64| is_odd(word) || damaged.contains(&key);
    // The same words of both versions, because a word that is damaged in one place may also be
    // plain text in another.
    let image = words(&whole.image).map(|word| (word, hash(word)));
    let olds: Vec<u64> =
        image.filter(|&(word, key)| may_be_damaged(word, key)).map(|(_, key)| key).collect();
    let (mut news, mut counts) = (Vec::new(), Map::<(u32, f64)>::default());
    let mut symbols = Vec::new();
    for word in words(&healer.new) {
        let key = hash(word);
        if !may_be_damaged(word, key) {
            continue;
        }
        news.push(key);
        let entry = counts.entry(key).or_insert_with(|| {
            symbols.clear();
            text::symbols(&text::without_signs(word), &mut symbols);
            let letters = symbols.iter().filter(|&&symbol| is_letter(symbol)).count();
            (0, letters as f64 * LETTER)
        });
        entry.0 += 1;
    }
    let all = news.len() as f64;
    let says = |key: &u64| {
        let &(count, letters) = counts.get(key)?;
        Some(letters.max((all / f64::from(count)).log2()).min(WORD))
    };
    let enough = (olds.len() as f64 + 1.0).log2() + SURE;
    let keys = |words: &[u64]| -> Set { passages_of(words, enough, says).collect() };
    let (had, wanted) = (keys(&olds), keys(&news));
    let mut found = wanted.intersection(&had).count();
    if healer.charset.unit == 1 && found * 2 < wanted.len() {
        // Lines that the damage did not reach are in the old version as they are.
        let raw = words(healer.old).filter(|word| is_odd(word)).map(hash).collect::<Vec<_>>();
        let kept = keys(&raw);
        found = wanted.iter().filter(|&key| had.contains(key) || kept.contains(key)).count();
    }
    (wanted.len() >= FEWEST).then(|| found as f64 / wanted.len() as f64)
}

/// Returns the key of the passage from each word on.
fn passages_of(
    words: &[u64],
    enough: f64,
    says: impl Fn(&u64) -> Option<f64>,
) -> impl Iterator<Item = u64> {
    (0..words.len()).filter_map(move |start| {
        let (mut bits, mut key) = (0.0, 0_u64);
        for word in words[start..].iter().take(LONGEST) {
            bits += says(word)?;
            key = (key.rotate_left(7) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            if bits >= enough {
                return Some(key);
            }
        }
        None
    })
}
