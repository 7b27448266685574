//! The choice for each token of a group, once its channels are known.

use std::{ops::Range, sync::Arc};

use crate::model::{
    reread,
    score::{BIT, Cost},
};
use crate::repair::explain::group::change::Change;
use crate::repair::explain::group::knowledge::Knowledge;
use crate::repair::explain::group::search::{Active, Group, Piece, Suspect};
use crate::repair::explain::memory::Memory;
use crate::repair::explain::tokens::units::{REPLACEMENT, Unit, character, is_raw};
use crate::repair::explain::ways::alternative::Alternative;
use crate::repair::explain::weights::verdict::{
    FOREIGN_WORD, MAX_BONUS, SHORT, SURE_FOREIGN, SURE_NAME, SURE_WORD,
};
use crate::repair::explain::weights::{
    NOISE, NOISE_IN_ALL, POOR, POOR_LATIN, SURE_IDEOGRAPH, SURE_LOSS,
};

impl Memory {
    /// Explains a group. Returns the changes, and the places that stay because two explanations are
    /// possible. With `learn`, notes what the group shows.
    pub(crate) fn explain(
        &mut self,
        units: &[Unit],
        pieces: &[Piece],
        with_latin: bool,
        knowledge: &mut Knowledge,
        learn: bool,
    ) -> Vec<Change> {
        // If a line was in a legacy charset, all its western words were.
        let with_western =
            with_latin || pieces.iter().any(|piece| self.of_token(piece.token).gate.many);
        let is_suspect = |memory: &mut Memory, piece: &Piece| {
            let gate = memory.of_token(piece.token).gate;
            gate.is_open() || with_western && gate.western > 0
        };
        let suspects: Vec<usize> =
            (0..pieces.len()).filter(|&at| is_suspect(self, &pieces[at])).collect();
        if suspects.is_empty() {
            return Vec::new();
        }
        if learn {
            knowledge.count();
        }
        let mut alternatives: Vec<Arc<[Alternative]>> = suspects
            .iter()
            .map(|&at| self.alternatives(pieces[at].token, &units[pieces[at].range.clone()]))
            .collect();
        if !with_latin && alternatives.iter().all(|list| list.is_empty()) {
            return Vec::new();
        }
        Memory::drop_controls(units, pieces, &mut alternatives);
        self.add_legacy(units, pieces, with_latin, &suspects, &mut alternatives);
        if alternatives.iter().all(|list| list.is_empty()) {
            return Vec::new();
        }
        let mut group = self.group(units, pieces, &suspects, alternatives, knowledge);
        self.choose_channels(&mut group, knowledge, learn);
        let changes = changes(self, &mut group, knowledge);
        if learn {
            group.suspects.iter().for_each(|suspect| knowledge.word(&suspect.now[..group.count]));
            for change in changes.iter().filter(|change| change.is_made()) {
                knowledge.lost(&units[change.range.clone()], &change.becomes, change.lost);
            }
            for Active { channel, .. } in &group.active {
                if changes.iter().any(|change| change.is_made() && change.channel == *channel) {
                    knowledge.used(*channel);
                }
            }
        }
        changes
    }
}

/// Returns the changes of a group and its doubts.
fn changes(memory: &mut Memory, group: &mut Group<'_>, knowledge: &Knowledge) -> Vec<Change> {
    let mut changes = std::mem::take(&mut group.doubts);
    if group.active.is_empty() {
        return changes;
    }
    let language = group.language();
    let is_changed = |suspect: &&Suspect| suspect.now[language] < suspect.own[language];
    let changed = group.suspects.iter().filter(is_changed).count() as f64;
    let others = group.suspects.len() as f64 - changed;
    // If most suspects are damaged, the others probably are.
    let bonus = ((changed + 1.0) / (others + 1.0)).log2().clamp(0.0, MAX_BONUS) * BIT as f64;
    let (mut made, mut doubts, mut cost, mut bytes) = (Vec::new(), Vec::new(), 0, 0);
    let mut legacy = Legacy::default();
    for suspect in &group.suspects {
        let own = Cost::from(suspect.own[language]) + bonus as Cost;
        let Some(choice) = Choice::of(memory, group, suspect, language, knowledge) else {
            continue;
        };
        let token = &group.units[suspect.piece.range.clone()];
        let is_legacy = choice.best.channel.is_legacy();
        if choice.cost >= own && !is_legacy || *choice.best.units == *token {
            continue;
        }
        if choice.best.channel.is_latin() {
            let word = Word::of(memory, suspect, &choice.best, language);
            let is_name = token.first().is_some_and(|&unit| character(unit).is_uppercase());
            let (gain, sure) = (word.gain, word.sure(is_name));
            if gain < -sure {
                continue;
            }
            if gain < sure {
                let stays: Arc<[Unit]> = token.into();
                let change = choice.change(suspect.piece.range.clone(), own);
                doubts.push(Change { gain, rival: Some(stays), ..change });
                continue;
            }
        }
        let row = memory.costs(choice.best.row).cost(language);
        cost += row + choice.best.fixed.max(0);
        bytes += len(&choice.best.units) + 1;
        if is_legacy {
            legacy.add(row, Cost::from(suspect.own[language]), &choice.best);
        }
        made.push(choice.change(suspect.piece.range.clone(), own));
    }
    // Noise that becomes better noise was never text.
    if !group.is_sure && cost > NOISE * bytes + NOISE_IN_ALL {
        return changes;
    }
    if legacy.is_poor() {
        made.retain(|change: &Change| !change.channel.is_legacy());
        doubts.clear();
    }
    changes.extend(made);
    changes.extend(doubts);
    changes.sort_by_key(|change| change.range.start);
    changes
}

/// A word of a line that was read in a Latin charset. `Camões` is correct in a line whose other
/// words have `õ` for `ő`.
struct Word {
    /// The gain, if each text may be a word of any language.
    gain: Cost,
    /// Whether the text that it becomes is in another language than the line.
    is_foreign: bool,
}

impl Word {
    fn of(memory: &Memory, suspect: &Suspect, best: &Alternative, language: usize) -> Word {
        let row = memory.costs(best.row);
        let (becomes, other) = (row.cost(language), row.best().1 + FOREIGN_WORD);
        let own = suspect.own.iter().take(reread::count()).min().copied().unwrap_or(0);
        let own = Cost::from(suspect.own[language]).min(Cost::from(own) + FOREIGN_WORD);
        let gain = own - becomes.min(other) - best.fixed;
        Word { gain, is_foreign: other < becomes }
    }

    /// Returns the gain from which on it is certain that the word was read in another charset.
    const fn sure(&self, is_name: bool) -> Cost {
        match is_name {
            _ if self.is_foreign => SURE_FOREIGN,
            true => SURE_NAME,
            false => SURE_WORD,
        }
    }
}

/// The best text of a token.
struct Choice {
    best: Alternative,
    cost: Cost,
    /// The best text with U+FFFD where other texts are as likely.
    becomes: Arc<[Unit]>,
}

impl Choice {
    fn of(
        memory: &mut Memory,
        group: &Group<'_>,
        suspect: &Suspect,
        language: usize,
        knowledge: &Knowledge,
    ) -> Option<Choice> {
        let mut usable: Vec<(Cost, &Alternative)> = Vec::new();
        for one in suspect.alternatives.iter() {
            if let Some(active) = group.active.iter().find(|active| active.channel == one.channel) {
                let cost = memory.costs(one.row).cost(language) + one.fixed + active.word;
                usable.push((cost + knowledge.loss(one.lost), one));
            }
        }
        usable.sort_by_key(|(cost, _)| *cost);
        let best = usable.first()?.1;
        let more: Arc<[Alternative]>;
        if best.lost.is_any() {
            // Now that the language is known, other texts with lost bytes may be better.
            let token = &group.units[suspect.piece.range.clone()];
            let active = group.active.iter().find(|active| active.channel == best.channel)?;
            let drops = suspect.is_dropped;
            more = memory.in_language(suspect.piece.token, token, best.channel, drops, language);
            for one in Arc::as_ref(&more) {
                let is_known = usable
                    .iter()
                    .any(|(_, known)| known.channel == one.channel && known.units == one.units);
                if !is_known {
                    let cost = memory.costs(one.row).cost(language) + one.fixed + active.word;
                    usable.push((cost + knowledge.loss(one.lost), one));
                }
            }
            usable.sort_by_key(|(cost, _)| *cost);
        }
        let (&(cost, best), others) = usable.split_first()?;
        let mut becomes = Arc::clone(&best.units);
        if best.lost.is_any() {
            let is_near = |(other, one): &&(Cost, &Alternative)| {
                one.channel == best.channel
                    && one.units.len() == best.units.len()
                    && *other < cost + SURE_IDEOGRAPH
            };
            let near: Vec<_> = others.iter().filter(is_near).collect();
            let is_certain = |at: usize| {
                let is_same = |(other, one): &&&(Cost, &Alternative)| {
                    let own = best.units[at];
                    let is_ideograph = (0x2E80..0xAC00).contains(&own);
                    own == one.units[at]
                        || *other >= cost + if is_ideograph { SURE_IDEOGRAPH } else { SURE_LOSS }
                };
                near.iter().all(|one| is_same(&one))
            };
            if !near.is_empty() {
                becomes = (0..best.units.len())
                    .map(|at| if is_certain(at) { best.units[at] } else { REPLACEMENT })
                    .collect();
            }
        }
        Some(Choice { best: best.clone(), cost, becomes })
    }

    fn change(self, range: Range<usize>, own: Cost) -> Change {
        let Choice { best, cost, becomes } = self;
        let channel = best.channel;
        let (gain, lost) = (own - cost, best.lost);
        Change { range, channel, becomes, gain, rival: None, lost }
    }
}

/// The costs of text in a legacy charset before and after.
#[derive(Default)]
struct Legacy {
    before: Cost,
    after: Cost,
    length: Cost,
    is_latin: bool,
}

impl Legacy {
    fn add(&mut self, after: Cost, before: Cost, one: &Alternative) {
        self.after += after;
        self.before += before;
        let width = |&unit: &Unit| if unit < 0x2E80 { 1 } else { 2 };
        self.length += one.units.iter().map(width).sum::<Cost>() + 1;
        self.is_latin |= one.channel.is_latin();
    }

    /// Returns `true` if the result is not good text. It was in another charset.
    const fn is_poor(&self) -> bool {
        self.after > POOR * self.length
            && if self.is_latin {
                self.after > POOR_LATIN * self.length
            } else {
                10 * self.after > if self.length < SHORT { 5 } else { 6 } * self.before
            }
    }
}

/// Returns the number of bytes of `units` that the model would expect to pay for.
fn len(units: &[Unit]) -> Cost {
    let of_unit = |&unit: &Unit| match unit {
        0..0x80 => 1,
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        _ if is_raw(unit) => 1,
        _ => 5,
    };
    units.iter().map(of_unit).sum()
}
