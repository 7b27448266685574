//! The knowledge about a file: how it is damaged, and in which language it is.

use std::collections::BTreeMap;

use crate::model::{
    reread::WIDTH,
    score::{BIT, Cost},
};
use crate::repair::explain::tokens::units::Unit;
use crate::repair::explain::ways::alternative::Losses;
use crate::repair::explain::ways::channels::Channel;
use crate::repair::explain::weights::knowledge::{ENOUGH, FEW, MAX_OF_GROUP, MAX_OF_WORD, SHARE};
use crate::repair::explain::weights::{
    FIRST, FIRST_CONTROLS, FIRST_RAW, KNOWN, MAX_LANGUAGE, OTHER_DEPTH, OTHERS_DROPPED,
    SPACE_WAS_KEPT,
};

/// The facts that a file has shown until now.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Knowledge {
    /// The number of groups in which each channel was used.
    used: BTreeMap<Channel, u32>,
    /// The number of groups in which each channel helps, and the sum of its gains.
    helps: BTreeMap<Channel, (u32, Cost)>,
    /// The number of groups with suspects, and of those with characters beyond ASCII.
    groups: u32,
    high_groups: u32,
    /// The cost of the words in each language above the best one, and the number of words.
    languages: Vec<u32>,
    words: u32,
    /// The number of no-break spaces in damaged text, and of dropped bytes.
    spaces: u32,
    drops: u32,
    /// Whether the whole of the text was looked at once.
    pub(crate) is_complete: bool,
}

/// The cost of a channel in a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Activation {
    /// The cost of the first use in a file or in a line.
    pub(crate) first: Cost,
    /// Whether the first cost is lower than usual.
    pub(crate) is_known: bool,
    /// Whether the file lowers it.
    pub(crate) by_file: bool,
}

impl Knowledge {
    /// Returns the cost of a channel in addition to the channels that are already used in the
    /// group.
    pub(crate) fn activation(&self, channel: Channel, active: &[Channel]) -> Activation {
        let share = |groups: u32, used: u32| {
            let bits = (f64::from(groups.max(1)) / f64::from(used.max(1))).log2().max(0.0);
            KNOWN + (bits * BIT as f64) as Cost
        };
        let mut first = FIRST;
        if let Some(&used) = self.used.get(&channel).filter(|&&used| used >= 2) {
            first = first.min(share(self.groups + 1, used - 1));
        }
        if let Some(&(count, gain)) = self.helps.get(&channel)
            && self.is_complete
            && count >= FEW
            && count * SHARE >= self.high_groups
            && gain > ENOUGH
        {
            first = first.min(share(self.high_groups, count));
        }
        let by_file = first < FIRST;
        match channel {
            Channel::Utf8(pages) => {
                let is_related =
                    |one: &Channel| matches!(one, Channel::Utf8(other) if other[0] == pages[0]);
                if active.iter().any(is_related) {
                    first = first.min(OTHER_DEPTH);
                }
            }
            Channel::Controls(_) => first = first.min(FIRST_CONTROLS),
            Channel::Raw(_) => first = first.min(FIRST_RAW),
            Channel::Legacy(..) | Channel::Gbk => {}
        }
        Activation { first, is_known: first < FIRST, by_file }
    }

    /// Returns the cost of each language, compared with the best one.
    pub(crate) fn languages(&self) -> Option<[u16; WIDTH]> {
        let least = self.languages.iter().copied().min()?;
        let share = 8.max(self.words / 8);
        let mut costs = [0; WIDTH];
        for (place, cost) in costs.iter_mut().zip(&self.languages) {
            *place = ((cost - least) / share).min(MAX_LANGUAGE as u32) as u16;
        }
        Some(costs)
    }

    /// Notes the losses of a token, and that it has no-break spaces.
    pub(crate) fn lost(&mut self, token: &[Unit], becomes: &[Unit], lost: Losses) {
        let count = |units: &[Unit]| units.iter().filter(|&&unit| unit == 0xA0).count() as u32;
        let decoded = count(token).saturating_sub(count(becomes));
        self.spaces = self.spaces.saturating_add(decoded);
        self.drops = self.drops.saturating_add(lost.drops.into());
    }

    /// Returns the cost of losses in this file above their usual cost.
    pub(crate) fn loss(&self, lost: Losses) -> Cost {
        let mut cost = 0;
        if self.spaces > 0 {
            cost += Cost::from(lost.spaces) * SPACE_WAS_KEPT;
        }
        if self.drops > 1 {
            cost -= Cost::from(lost.drops) * OTHERS_DROPPED;
        }
        cost
    }

    /// Returns `true` if a Latin charset helps in enough groups.
    pub(crate) fn has_latin(&self) -> bool {
        self.helps.iter().any(|(channel, &(count, gain))| {
            channel.is_latin() && 8 * count >= self.groups && gain > FIRST
        })
    }

    /// Counts a group with characters beyond ASCII.
    pub(crate) const fn count_high(&mut self) {
        self.high_groups = self.high_groups.saturating_add(1);
    }

    /// Counts a group with suspects.
    pub(crate) const fn count(&mut self) {
        self.groups = self.groups.saturating_add(1);
    }

    /// Notes that a channel helps in a group, with its gain above the cost of a known channel.
    pub(crate) fn helps(&mut self, channel: Channel, gain: Cost) {
        if gain > 0 {
            let (count, sum) = self.helps.entry(channel).or_default();
            *count = count.saturating_add(1);
            *sum = sum.saturating_add(gain.min(MAX_OF_GROUP));
        }
    }

    /// Notes that a channel was used in a group.
    pub(crate) fn used(&mut self, channel: Channel) {
        let count = self.used.entry(channel).or_default();
        *count = count.saturating_add(1);
    }

    /// Notes the costs of a word in all languages.
    pub(crate) fn word(&mut self, costs: &[i32]) {
        let least = costs.iter().copied().min().unwrap_or(0);
        self.languages.resize(costs.len(), 0);
        for (sum, cost) in self.languages.iter_mut().zip(costs) {
            *sum = sum.saturating_add((cost - least).clamp(0, MAX_OF_WORD) as u32);
        }
        self.words = self.words.saturating_add(1);
        // Only the differences count, so the sums do not overflow.
        let least = self.languages.iter().copied().min().unwrap_or(0);
        self.languages.iter_mut().for_each(|sum| *sum -= least);
    }
}
