//! Characters that a change lost, from the old and the new version of a file.

mod mixed;

pub use mixed::{MixedLine, mixed_line};

use utfkit::Encoding;

use super::{
    family::{Damage, Groups},
    state::Healer,
    text::{Map, hash, is_letter, is_poor_line},
};
use crate::heal::weights::loss::{DAMAGED, DROPPED_LINES, DROPPED_PART};

/// Lost characters of a change.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Loss {
    /// The kind of damage, such as `read as UTF-8 with U+FFFD per part`.
    pub damage: String,
    /// The number of lines that lost characters and have no other change.
    pub lines: usize,
    /// The number of characters that these lines lost.
    pub characters: usize,
    /// The first of these lines in the new version, from 1, and its bytes there.
    pub line: usize,
    /// The offset of that line, in bytes.
    pub offset: usize,
    /// The length of that line, in bytes.
    pub len: usize,
    /// The same line in the old version, from 1.
    pub old_line: usize,
}

/// Returns the characters that are lost between `old`, in `encoding`, and `new`.
///
/// Only lines that changed are compared: a line of `new` that is a line of `old` after a damage. So
/// U+FFFD in a new line is not a loss, and lines that were damaged before are not reported. Replaced
/// quotes and letters without their accents are not reported, because many are meant.
///
/// Cost: linear in the lengths, apart from the number of damages that the new version can have.
///
/// ```
/// use utfkit_text::heal::loss;
/// let old = b"# Menu: caf\xE9 cr\xE8me\nprice = 1\n# Thank you!\n";
/// let new = "# Menu: caf\u{FFFD} cr\u{FFFD}me\nprice = 2\n# Thank you!\n";
/// let loss = loss(old, new.as_bytes(), utfkit::Encoding::Iso8859_1).expect("a line lost letters");
/// assert_eq!((loss.lines, loss.characters, loss.line), (1, 2, 1));
/// ```
#[must_use]
pub fn loss(old: &[u8], new: &[u8], encoding: Encoding) -> Option<Loss> {
    if old == new || old.is_ascii() && encoding.unit_bytes() == 1 && !encoding.has_shifts() {
        return None;
    }
    let mut healer = Healer::new(old, new, encoding).ok()?;
    let mut changed = Changed::of(&mut healer);
    changed.remove_converted(&healer);
    if changed.gone.is_empty() || changed.added.is_empty() {
        return None;
    }
    let is_loss = |damage: &Damage| {
        let replaces = damage.drops && !damage.drops_bytes();
        !(damage.is_identity() || damage.converts() || replaces || damage.target.is_some())
    };
    let all = (0..healer.family.len()).rev().filter(|&damage| is_loss(&healer.family[damage]));
    let found = all.filter_map(|damage| Some((damage, changed.lost(&healer, damage)?)));
    let best = found
        .max_by_key(|(damage, loss)| (loss.lines, std::cmp::Reverse(healer.family[*damage].cost)));
    let Some((damage, loss)) = best else { return changed.holes(&healer) };
    // The change may put back characters that were lost before.
    #[cfg(feature = "model")]
    if super::kinship::reading::is_better(&healer, damage) {
        return None;
    }
    #[cfg(not(feature = "model"))]
    let _ = damage;
    Some(loss)
}

/// The lines of one version that the other does not have.
struct Changed {
    /// Lines of the old version with characters that can be lost.
    gone: Vec<usize>,
    /// Lines of the new version, by the hash of their bytes.
    added: Map<usize>,
}

impl Changed {
    fn of(healer: &mut Healer<'_>) -> Self {
        let olds = healer.hashes(0);
        let mut counts: Map<i64> = Map::default();
        for &key in olds.iter() {
            *counts.entry(key).or_default() += 1;
        }
        let mut added = Map::default();
        for line in 0..healer.news.len() {
            let key = hash(healer.new_line(line));
            match counts.get_mut(&key) {
                Some(count) => *count -= 1,
                None => {
                    added.entry(key).or_insert(line);
                }
            }
        }
        let is_gone = |line: &usize| counts.get(&olds[*line]).is_some_and(|&count| count > 0);
        let gone = healer.special_lines().filter(is_gone).collect();
        Self { gone, added }
    }

    /// Removes the lines that were converted to UTF-8 without a loss.
    fn remove_converted(&mut self, healer: &Healer<'_>) {
        let Self { gone, added } = self;
        let mut groups = Groups::default();
        for damage in healer.family.iter().filter(|damage| damage.converts()) {
            gone.retain(|&line| {
                damage.groups(healer.old_line(line), &healer.charset, &mut groups);
                !added.contains_key(&hash(&groups.image))
            });
        }
    }

    /// Returns the lines that lost only some of their characters.
    fn holes(&self, healer: &Healer<'_>) -> Option<Loss> {
        let (mut loss, mut searches) = (None, healer.searches);
        let mut added: Vec<usize> = self.added.values().copied().collect();
        added.sort_unstable();
        for new in added {
            let olds = self.gone.iter().copied();
            if let Some((damage, old)) = healer.with_holes(new, olds, &mut searches) {
                let lost = healer.holes(old, new, damage);
                add(&mut loss, healer, "with U+FFFD in place of some characters", (old, new), lost);
            }
        }
        loss
    }

    /// Returns what `damage` explains, if that is enough to be certain.
    fn lost(&self, healer: &Healer<'_>, damage: usize) -> Option<Loss> {
        let member = &healer.family[damage];
        let (mut groups, mut certain, mut letters) = (Groups::default(), 0, true);
        let mut loss: Option<Loss> = None;
        let is_paired = healer.olds.len() == healer.news.len();
        for &old in &self.gone {
            let line = healer.old_line(old);
            member.groups(line, &healer.charset, &mut groups);
            let Some(&new) = self.added.get(&hash(&groups.image)) else { continue };
            if groups.image != healer.new_line(new) {
                continue;
            }
            let lost = lost_characters(healer, line, &groups);
            if lost == 0 {
                continue;
            }
            letters &= !member.drops || has_letters(healer, line);
            let at_place = !member.mark.is_empty() && old == new && is_paired;
            certain += usize::from(!is_poor_line(&groups.image) || lost >= DAMAGED || at_place);
            add(&mut loss, healer, &member.name, (old, new), lost);
        }
        let loss = loss?;
        let part = loss.lines as f64 / self.gone.len() as f64;
        let enough = if member.drops {
            loss.lines >= DROPPED_LINES && part >= DROPPED_PART && letters
        } else {
            certain > 0 || loss.lines > 1
        };
        enough.then_some(loss)
    }
}

/// Adds a line that lost characters.
fn add(
    loss: &mut Option<Loss>,
    healer: &Healer<'_>,
    damage: &str,
    (old, new): (usize, usize),
    lost: usize,
) {
    let place = healer.news[new];
    let offset = healer.new_bom.len() + place.start;
    let loss = loss.get_or_insert_with(|| Loss {
        damage: damage.to_owned(),
        lines: 0,
        characters: 0,
        line: usize::MAX,
        offset,
        len: 0,
        old_line: 0,
    });
    if new + 1 < loss.line {
        (loss.line, loss.offset) = (new + 1, offset);
        (loss.len, loss.old_line) = (place.end - place.start, old + 1);
    }
    loss.lines += 1;
    loss.characters += lost;
}

/// Returns the number of characters of `line` that its image lacks.
fn lost_characters(healer: &Healer<'_>, line: &[u8], groups: &Groups) -> usize {
    let (mut before, mut lost) = ((0, 0), 0);
    for &(end, image) in &groups.ends {
        let (end, image) = (end as usize, image as usize);
        let old = &line[before.0..end];
        lost += usize::from(!healer.charset.is_plain(old) && *old != groups.image[before.1..image]);
        before = (end, image);
    }
    lost
}

/// Whether all characters of a line that are not ASCII are letters.
fn has_letters(healer: &Healer<'_>, line: &[u8]) -> bool {
    let mut letters = true;
    healer.charset.units(line, |unit| letters &= unit.value < 0x80 || is_letter(unit.value));
    letters
}
