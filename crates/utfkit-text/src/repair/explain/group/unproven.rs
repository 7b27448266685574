//! Words that prove no Latin charset. Small languages have letters such as `â`, `è` and `ñ`, for example
//! Friulian, Breton and Kurdish, and the model does not know these languages. In windows-1250 and
//! windows-1257, the same bytes are letters of languages that it knows.

use crate::model::score::Cost;
use crate::repair::explain::group::search::Group;
use crate::repair::explain::memory::Memory;
use crate::repair::explain::tokens::units::{Unit, character};
use crate::repair::explain::ways::{alternative::Alternative, channels::Channel};
use crate::repair::explain::weights::unproven::{BESIDE_PROOF, CIRCUMFLEX};

impl Memory {
    /// Returns what a Latin charset gains without proof: by the words in which only letters of small
    /// languages change, if few other words gain something. Words that get worse add to it.
    pub(super) fn unproven(&self, group: &Group<'_>, channel: Channel, language: usize) -> Cost {
        let (mut weak, mut strong, mut worse) = (0, 0, 0);
        for suspect in &group.suspects {
            let token = &group.units[suspect.piece.range.clone()];
            let cost = |one: &Alternative| self.costs(one.row).cost(language) + one.fixed;
            let all = suspect.alternatives.iter().filter(|one| one.channel == channel);
            let Some(best) = all.min_by_key(|one| cost(one)) else { continue };
            let both = token.iter().zip(best.units.iter());
            let mut changed = both.filter(|(own, to)| own != to).map(|(own, _)| *own);
            let gain = Cost::from(suspect.now[language]) - cost(best);
            if gain > 0 {
                let sum = if changed.all(is_common) { &mut weak } else { &mut strong };
                *sum += gain;
            } else if changed.any(is_circumflex) {
                worse += CIRCUMFLEX;
            }
        }
        (weak - BESIDE_PROOF * strong).max(0) + worse
    }
}

/// Returns `true` for a vowel with a circumflex.
fn is_circumflex(unit: Unit) -> bool {
    "âêîôûŵŷÂÊÎÔÛŴŶ".contains(character(unit))
}

/// Returns `true` for a letter that small languages have.
fn is_common(unit: Unit) -> bool {
    is_circumflex(unit) || "àèìòùáéíóúçñÀÈÌÒÙÁÉÍÓÚÇÑ".contains(character(unit))
}
