//! Vowels with a circumflex. Small languages have them, such as Friulian and Welsh, and the model does
//! not know these. In windows-1257, the same bytes are vowels of Latvian.

use crate::model::score::{BIT, Cost};
use crate::repair::explain::group::search::Group;
use crate::repair::explain::memory::Memory;
use crate::repair::explain::tokens::units::{Unit, character};
use crate::repair::explain::ways::{alternative::Alternative, channels::Channel};

/// The extra cost of a Latin charset if all letters that change are vowels with a circumflex, and for
/// each word with such a vowel that gets worse.
const CIRCUMFLEX: Cost = 20 * BIT;

impl Memory {
    /// Returns the extra cost of a Latin charset that changes vowels with a circumflex.
    pub(super) fn circumflexes(
        &self,
        group: &Group<'_>,
        channel: Channel,
        language: usize,
    ) -> Cost {
        let (mut only, mut worse) = (true, 0);
        for suspect in &group.suspects {
            let token = &group.units[suspect.piece.range.clone()];
            let cost = |one: &Alternative| self.costs(one.row).cost(language) + one.fixed;
            let all = suspect.alternatives.iter().filter(|one| one.channel == channel);
            let Some(best) = all.min_by_key(|one| cost(one)) else { continue };
            let changed = || token.iter().zip(best.units.iter()).filter(|(own, to)| own != to);
            if cost(best) < suspect.now[language].into() {
                only &= changed().all(|(&own, _)| is_circumflex(own));
            } else {
                worse += Cost::from(changed().any(|(&own, _)| is_circumflex(own)));
            }
        }
        (Cost::from(only) + worse) * CIRCUMFLEX
    }
}

/// Returns `true` for a vowel with a circumflex.
fn is_circumflex(unit: Unit) -> bool {
    "âêîôûŵŷÂÊÎÔÛŴŶ".contains(character(unit))
}
