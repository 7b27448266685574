//! The cheapest explanation of a group: the tokens of a line, or of a part of it.

use std::{ops::Range, sync::Arc};

use crate::model::{
    reread::{Row, WIDTH},
    score::Cost,
};
use crate::repair::explain::group::change::Change;
use crate::repair::explain::group::knowledge::{Activation, Knowledge};
use crate::repair::explain::memory::{Memory, TokenId};
use crate::repair::explain::tokens::units::{RAW, REPLACEMENT, Unit, character};
use crate::repair::explain::ways::alternative::{Alternative, Losses, RowId};
use crate::repair::explain::ways::channels::{Channel, NONE, is_western_control};
use crate::repair::explain::ways::contradictions;
use crate::repair::explain::ways::pages;
use crate::repair::explain::ways::sequences::may_drop;
use crate::repair::explain::weights::search::{
    FEW_LATIN, FEW_WESTERN, FOREIGN, NEARLY, SINGLE, UNREADABLE,
};
use crate::repair::explain::weights::{
    FIRST, KNOWN, KNOWN_WORD, MAX_CONTEXT, MAX_ROUNDS, NEVER_NOISE, RAW_RIVAL, RIVAL, WORD,
};

/// A token of a group.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The units of the line.
    pub(crate) range: Range<usize>,
    pub(crate) token: TokenId,
}

/// The costs in all languages.
pub(crate) type Sums = [i32; WIDTH];

/// A token that may be damaged.
pub(crate) struct Suspect {
    pub(crate) piece: Piece,
    pub(crate) alternatives: Arc<[Alternative]>,
    /// The costs of the token as it is, and of the best text so far.
    pub(crate) own: Sums,
    pub(crate) now: Sums,
    /// Whether bytes may have been dropped.
    pub(crate) is_dropped: bool,
    /// Whether it has characters of windows-1252 beyond ASCII.
    is_western: bool,
}

/// A channel that is used in the group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Active {
    pub(crate) channel: Channel,
    pub(crate) word: Cost,
}

/// The text that a channel makes of a token.
pub(super) struct Made {
    units: Arc<[Unit]>,
    pub(super) row: RowId,
    /// Whether lost bytes were guessed.
    pub(super) is_guess: bool,
}

impl Made {
    /// Returns `true` if both are other texts, and not only other guesses.
    fn differs(&self, other: &Made) -> bool {
        self.units != other.units && !(self.is_guess && other.is_guess)
    }
}

/// A channel with what it gains.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    gain: Cost,
    channel: Channel,
    language: usize,
    word: Cost,
}

/// The explanation of a group while it is made.
pub(crate) struct Group<'a> {
    pub(crate) units: &'a [Unit],
    pub(crate) suspects: Vec<Suspect>,
    pub(crate) count: usize,
    pub(super) base: Row,
    /// The extra cost of legacy charsets, and of the Latin ones in addition.
    legacy_more: Cost,
    latin_more: Cost,
    pub(crate) active: Vec<Active>,
    /// Whether a channel is so certain that the text is not noise.
    pub(crate) is_sure: bool,
    /// The texts that are possible, and are not made.
    pub(crate) doubts: Vec<Change>,
}

impl Memory {
    /// Adds the texts of all western tokens in each legacy charset that one of them may be in. If a
    /// line was in such a charset, all its words were.
    pub(super) fn add_legacy(
        &mut self,
        units: &[Unit],
        pieces: &[Piece],
        with_latin: bool,
        suspects: &[usize],
        alternatives: &mut [Arc<[Alternative]>],
    ) {
        let line = match pieces {
            [first, .., last] => &units[first.range.start..last.range.end],
            _ => &[],
        };
        if contradictions::lists_letters(line) {
            let is_other = |one: &&Alternative| !one.channel.is_legacy();
            for list in alternatives.iter_mut() {
                *list = list.iter().filter(is_other).cloned().collect();
            }
            return;
        }
        let has_quotes = contradictions::has_quotes(line);
        let mut charsets: Vec<Channel> = alternatives
            .iter()
            .flat_map(|list| list.iter().map(|one| one.channel))
            .filter(|channel| channel.is_legacy())
            .collect();
        charsets.sort_unstable();
        charsets.dedup();
        if charsets.is_empty() && !with_latin {
            return;
        }
        for (list, &at) in alternatives.iter_mut().zip(suspects) {
            let piece = &pieces[at];
            if self.of_token(piece.token).gate.western == 0 {
                continue;
            }
            let token = &units[piece.range.clone()];
            let others = list.iter().filter(|one| !one.channel.is_legacy());
            let mut all: Vec<Alternative> = others.cloned().collect();
            if !charsets.is_empty() {
                let more = self.as_legacy(piece.token, token, false);
                let more = more.iter().filter(|one| charsets.binary_search(&one.channel).is_ok());
                all.extend(more.cloned());
            }
            if with_latin {
                let more = self.as_legacy(piece.token, token, true);
                let is_possible = |one: &&Alternative| {
                    !has_quotes || contradictions::keeps_quotes(token, &one.units)
                };
                all.extend(more.iter().filter(is_possible).cloned());
            }
            *list = all.into();
        }
    }

    /// Removes controls from the alternatives if the group has other controls. It was in another charset.
    pub(super) fn drop_controls(
        units: &[Unit],
        pieces: &[Piece],
        alternatives: &mut [Arc<[Alternative]>],
    ) {
        let has_other = pieces.iter().any(|piece| {
            let token = &units[piece.range.clone()];
            let is_other =
                |at: usize| (0x80..0xA0).contains(&token[at]) && !is_western_control(token, at);
            (0..token.len()).any(is_other)
        });
        let is_control = |one: &Alternative| matches!(one.channel, Channel::Controls(0));
        for list in alternatives.iter_mut().filter(|list| has_other && list.iter().any(is_control))
        {
            *list = list.iter().filter(|one| !is_control(one)).cloned().collect();
        }
    }

    /// Prepares a group: the costs of its suspects and of their context.
    pub(super) fn group<'a>(
        &mut self,
        units: &'a [Unit],
        pieces: &[Piece],
        suspects: &[usize],
        alternatives: Vec<Arc<[Alternative]>>,
        knowledge: &Knowledge,
    ) -> Group<'a> {
        let count = crate::model::reread::count();
        let mut base = Row::ZERO;
        let mut near: Vec<(usize, usize)> = (0..pieces.len())
            .filter(|at| suspects.binary_search(at).is_err())
            .filter(|&at| self.of_token(pieces[at].token).letters > 1)
            .map(|at| {
                let after = suspects.partition_point(|&suspect| suspect < at);
                let around = [after.checked_sub(1), Some(after)];
                let around = around.into_iter().flatten().filter_map(|place| suspects.get(place));
                (around.map(|suspect| suspect.abs_diff(at)).min().unwrap_or(0), at)
            })
            .collect();
        near.sort_unstable();
        for (_, at) in near.into_iter().take(MAX_CONTEXT) {
            let Piece { range, token } = &pieces[at];
            let row = self.row_of(*token, &units[range.clone()]);
            base.add(self.costs(row));
        }
        if let Some(languages) = knowledge.languages() {
            base.add_each(&languages);
        }
        let mut western = 0_u32;
        let made = suspects.iter().zip(alternatives).map(|(&at, alternatives)| {
            let piece = pieces[at].clone();
            let gate = self.of_token(piece.token).gate;
            western += u32::from(gate.western);
            let row = self.row_of(piece.token, &units[piece.range.clone()]);
            let fixed = self.own_cost(piece.token) as i32;
            let mut own = [0; WIDTH];
            own.iter_mut()
                .zip(self.costs(row).costs())
                .for_each(|(sum, &cost)| *sum = i32::from(cost) + fixed);
            let is_western = gate.western > 0;
            let is_dropped = false;
            Suspect { piece, alternatives, own, now: own, is_dropped, is_western }
        });
        let suspects: Vec<Suspect> = made.collect();
        let table = pages::table();
        let all = match (pieces.first(), pieces.last()) {
            (Some(first), Some(last)) => &units[first.range.start..last.range.end],
            _ => &[],
        };
        let is_foreign = |&unit: &Unit| {
            (0x100..RAW).contains(&unit)
                && unit != REPLACEMENT
                && character(unit).is_alphabetic()
                && table.row(character(unit)).is_none_or(|row| row.bytes[0] == 0)
        };
        let mut words = suspects.iter().filter(|suspect| suspect.is_western);
        let single = match (words.next(), words.next()) {
            (Some(_), None) => SINGLE,
            _ => 0,
        };
        let legacy_more = if all.iter().any(is_foreign) { FOREIGN } else { 0 }
            + if western < 3 { FEW_WESTERN } else { 0 }
            + single;
        Group {
            units,
            suspects,
            count,
            base,
            legacy_more,
            latin_more: if western < 3 { FEW_LATIN } else { 0 },
            active: Vec::new(),
            is_sure: false,
            doubts: Vec::new(),
        }
    }

    /// Uses channels as long as one makes the group cheaper.
    pub(super) fn choose_channels(
        &mut self,
        group: &mut Group<'_>,
        knowledge: &mut Knowledge,
        learn: bool,
    ) {
        for round in 0..MAX_ROUNDS {
            let ranked = self.ranked(group, knowledge);
            if learn && round == 0 {
                self.learn_from(group, &ranked, knowledge);
            }
            let Some(&best) = ranked.first() else { return };
            if best.gain <= 0 {
                if best.gain > -NEARLY && group.active.is_empty() {
                    let mine = self.made(group, best);
                    group.doubt(best, &mine, None);
                }
                return;
            }
            let mine = self.made(group, best);
            // A sign between two words may be there because the text is about it.
            if group.active.is_empty()
                && !knowledge.activation(best.channel, &[]).by_file
                && group.is_alone(&mine)
                && self.is_foreign(group, &mine, best.language)
            {
                group.doubt(best, &mine, None);
                group.drop_texts(&mine);
                continue;
            }
            // Other charsets than windows-1252 would have damaged other letters as well.
            if matches!(best.channel, Channel::Controls(1..)) {
                group.doubt(best, &mine, None);
                group.drop_texts(&mine);
                continue;
            }
            let margin = if matches!(best.channel, Channel::Raw(_)) { RAW_RIVAL } else { RIVAL };
            let near = ranked[1..].iter().take_while(|other| other.gain > best.gain - margin);
            // The same damage once more or less is not another explanation: the next pass looks
            // again.
            let mut others = near.copied().filter(|other| !other.channel.is_layer_of(best.channel));
            let rival = others.find_map(|other| {
                let theirs = self.made(group, other);
                let mut both = mine.iter().zip(&theirs);
                let differs = both
                    .any(|both| matches!(both, (Some(mine), Some(other)) if mine.differs(other)));
                differs.then_some((theirs, other))
            });
            if let Some((theirs, other)) = rival {
                // The tokens stay: a worse explanation is not better than none.
                group.doubt(best, &mine, Some((&theirs, other.gain)));
                group.drop_texts(&mine);
                continue;
            }
            self.use_channel(group, best);
        }
    }

    /// Uses a channel: each token is the cheapest of its texts.
    fn use_channel(&mut self, group: &mut Group<'_>, Ranked { gain, channel, word, .. }: Ranked) {
        group.active.push(Active { channel, word });
        group.is_sure |= gain > NEVER_NOISE && matches!(channel, Channel::Utf8([0, ..]));
        // The channel is proven, so bytes may have been dropped in other tokens.
        if let Channel::Utf8([page @ 0..3, NONE, NONE]) = channel {
            for suspect in &mut group.suspects {
                let token = &group.units[suspect.piece.range.clone()];
                let is_raw = self.of_token(suspect.piece.token).raw > 0;
                if is_raw || !may_drop(token, page.into(), pages::table()) {
                    continue;
                }
                let more = self.dropped(suspect.piece.token, token, page);
                if !more.is_empty() {
                    let others = suspect.alternatives.iter().filter(|one| one.channel != channel);
                    suspect.alternatives = others.chain(more.iter()).cloned().collect();
                    suspect.is_dropped = true;
                }
            }
        }
        let word = word as i32;
        for suspect in &mut group.suspects {
            for one in suspect.alternatives.iter().filter(|one| one.channel == channel) {
                let row = self.costs(one.row).costs();
                for (now, &cost) in suspect.now.iter_mut().zip(row) {
                    let cost = i32::from(cost) + one.fixed as i32;
                    *now = if channel.is_legacy() { cost } else { (*now).min(cost + word) };
                }
            }
        }
    }

    /// Returns the channels that are not used, with what each gains, the best first.
    fn ranked(&self, group: &Group<'_>, knowledge: &Knowledge) -> Vec<Ranked> {
        let sums = group.sums();
        let least = |sums: &Sums| {
            let costs = sums[..group.count].iter().copied().enumerate();
            costs.min_by_key(|&(_, cost)| cost).unwrap_or((0, 0))
        };
        let now = least(&sums).1;
        let mut channels: Vec<Channel> = group
            .suspects
            .iter()
            .flat_map(|suspect| suspect.alternatives.iter().map(|one| one.channel))
            .filter(|channel| group.active.iter().all(|active| active.channel != *channel))
            .collect();
        channels.sort_unstable();
        channels.dedup();
        let active: Vec<Channel> = group.active.iter().map(|active| active.channel).collect();
        let mut ranked: Vec<Ranked> = Vec::new();
        for channel in channels {
            let Activation { first, is_known, by_file } = knowledge.activation(channel, &active);
            let mut price = self.price(channel);
            if channel.is_legacy() {
                price += group.legacy_more;
            }
            if channel.is_latin() && !by_file {
                price += group.latin_more;
            }
            // A line that was damaged as a whole, and one that is only known from the file.
            let modes = [(FIRST, WORD), (first, KNOWN_WORD)];
            let best = modes.into_iter().take(1 + usize::from(is_known)).map(|(first, word)| {
                let sums = self.with_channel(group, &sums, channel, word as i32, by_file);
                let (language, cost) = least(&sums);
                let mut gain = Cost::from(now - cost) - first - price;
                if channel.is_latin() && !by_file {
                    gain -= self.unproven(group, channel, language);
                }
                Ranked { gain, channel, language, word }
            });
            ranked.extend(best.max_by_key(|ranked| ranked.gain));
        }
        ranked.sort_by_key(|ranked| (-ranked.gain, ranked.channel));
        ranked
    }

    /// Returns the costs of the group if a channel is used.
    fn with_channel(
        &self,
        group: &Group<'_>,
        sums: &Sums,
        channel: Channel,
        word: i32,
        by_file: bool,
    ) -> Sums {
        let mut sums = *sums;
        let is_legacy = channel.is_legacy();
        for suspect in &group.suspects {
            let mut least = [i32::MAX; WIDTH];
            let mut is_any = false;
            for one in suspect.alternatives.iter().filter(|one| one.channel == channel) {
                is_any = true;
                let more = one.fixed as i32 + word;
                let cap = if one.is_weak && !by_file { 0 } else { one.cap };
                let row = self.costs(one.row).costs();
                for ((least, &cost), &now) in least.iter_mut().zip(row).zip(&suspect.now) {
                    *least = (*least).min((i32::from(cost) + more).max(now - cap));
                }
            }
            let languages = &mut sums[..group.count];
            if is_any {
                for ((sum, &least), &now) in languages.iter_mut().zip(&least).zip(&suspect.now) {
                    *sum += if is_legacy { least - word - now } else { (least - now).min(0) };
                }
            } else if is_legacy && suspect.is_western {
                languages.iter_mut().for_each(|sum| *sum += UNREADABLE);
            }
        }
        sums
    }

    /// Notes which channels help in a group.
    fn learn_from(&self, group: &Group<'_>, ranked: &[Ranked], knowledge: &mut Knowledge) {
        for one in ranked {
            // Neither the first cost nor that of the charset counts, because the file pays them once.
            let price = self.price(one.channel);
            let more = if one.channel.is_latin() { group.latin_more } else { 0 };
            knowledge.helps(one.channel, one.gain + FIRST + price + more - KNOWN);
        }
    }

    /// Returns the text of each token that a channel changes.
    fn made(
        &self,
        group: &Group<'_>,
        Ranked { channel, language, word, .. }: Ranked,
    ) -> Vec<Option<Made>> {
        let of_suspect = |suspect: &Suspect| {
            let cost = |one: &Alternative| self.costs(one.row).cost(language) + one.fixed;
            let all = suspect.alternatives.iter().filter(|one| one.channel == channel);
            let best = all.min_by_key(|one| cost(one))?;
            let is_better = cost(best) + word < Cost::from(suspect.now[language]);
            (is_better || channel.is_legacy()).then(|| Made {
                units: Arc::clone(&best.units),
                row: best.row,
                is_guess: best.lost.is_any(),
            })
        };
        group.suspects.iter().map(of_suspect).collect()
    }
}

impl Group<'_> {
    /// Leaves the tokens of which `texts` has a text as they are.
    fn drop_texts(&mut self, texts: &[Option<Made>]) {
        for (text, suspect) in texts.iter().zip(&mut self.suspects) {
            if text.is_some() {
                suspect.alternatives = Arc::default();
            }
        }
    }

    /// Notes the texts of `best`, which are not made because those of another channel are possible as
    /// well, or because too little is gained.
    fn doubt(
        &mut self,
        best: Ranked,
        mine: &[Option<Made>],
        other: Option<(&[Option<Made>], Cost)>,
    ) {
        for (at, (suspect, text)) in self.suspects.iter().zip(mine).enumerate() {
            let token = &self.units[suspect.piece.range.clone()];
            let Some(text) = text.as_ref().map(|made| &made.units) else { continue };
            let rival = other.and_then(|(texts, _)| texts[at].as_ref()).map(|made| &made.units);
            if **text == *token || rival == Some(text) {
                continue;
            }
            let gain = match other {
                Some((_, gain)) => best.gain - gain,
                None => best.gain,
            };
            let rival = Some(rival.map_or_else(|| token.into(), Arc::clone));
            let range = suspect.piece.range.clone();
            let (channel, becomes) = (best.channel, Arc::clone(text));
            self.doubts.push(Change { range, channel, becomes, gain, rival, lost: Losses::NONE });
        }
    }

    /// Returns the costs of the group now.
    pub(crate) fn sums(&self) -> Sums {
        let mut sums = [0; WIDTH];
        sums.iter_mut().zip(self.base.costs()).for_each(|(sum, &cost)| *sum = cost.into());
        for suspect in &self.suspects {
            sums.iter_mut().zip(&suspect.now).for_each(|(sum, now)| *sum += now);
        }
        sums
    }

    /// Returns the cheapest language.
    pub(crate) fn language(&self) -> usize {
        let sums = self.sums();
        (0..self.count).min_by_key(|&language| sums[language]).unwrap_or(0)
    }
}
