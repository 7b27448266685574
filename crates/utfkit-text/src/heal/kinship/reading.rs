//! Whether the old version is the damaged one: somebody may have put its characters back already.

use crate::heal::weights::reading::{CHARACTERS, LINES};
use crate::heal::{
    charset::OPAQUE,
    family::Groups,
    state::Healer,
    text::{Set, hash},
};
use crate::model::score::{Scored, score};

/// Whether the new version reads better than the old one in the lines that a misreading made of
/// the other.
///
/// A misreading that is undone looks like the damage itself, in the other direction.
pub(in crate::heal) fn is_better(healer: &Healer<'_>, damage: usize) -> bool {
    if !healer.family[damage].misreads() {
        return false;
    }
    let news: Set = (0..healer.news.len()).map(|line| hash(healer.new_line(line))).collect();
    let (mut groups, mut lines) = (Groups::default(), 0);
    let (mut old_text, mut new_text) = (Vec::new(), Vec::new());
    for line in healer.special_lines() {
        healer.groups(damage, line, &mut groups);
        if !news.contains(&hash(&groups.image)) {
            continue;
        }
        let mut old = String::new();
        healer.charset.units(healer.old_line(line), |unit| {
            let value = if unit.value == OPAQUE { 0xFFFD } else { unit.value };
            old.push(char::from_u32(value).unwrap_or('\u{FFFD}'));
        });
        push_words(&old, &mut old_text);
        push_words(&String::from_utf8_lossy(&groups.image), &mut new_text);
        lines += 1;
        if lines == LINES || old_text.len().max(new_text.len()) > CHARACTERS {
            break;
        }
    }
    let cost = |text: &[Scored]| score(text).best().map_or(0, |(_, cost)| cost);
    let (old, new) = (cost(&old_text), cost(&new_text));
    // Both may be text in languages that the model knows badly.
    new * 10 < old * 9
}

/// Appends the words that are not ASCII.
fn push_words(text: &str, out: &mut Vec<Scored>) {
    for word in text.split_whitespace().filter(|word| !word.is_ascii()) {
        out.extend(word.chars().chain([' ']).take(CHARACTERS).map(Scored::of));
    }
}
