//! The texts that a token may have been before it was damaged.

use std::sync::Arc;

use icu_normalizer::ComposingNormalizerBorrowed;

use crate::model::{
    reread::Language,
    score::{BIT, Cost},
};
use crate::repair::explain::memory::{Memory, TokenId};
use crate::repair::explain::tokens::cut::is_alone;
use crate::repair::explain::tokens::gate::Gate;
use crate::repair::explain::tokens::units::{
    RAW, REPLACEMENT, Unit, bytes, character, is_ascii_letter, is_high, is_raw,
};
use crate::repair::explain::ways::alternative::{Alternative, Losses, RowId};
use crate::repair::explain::ways::channels::{
    Channel, NONE, bytes_in, control, is_western_control,
};
use crate::repair::explain::ways::charsets;
use crate::repair::explain::ways::claims;
use crate::repair::explain::ways::contradictions;
use crate::repair::explain::ways::gbk;
use crate::repair::explain::ways::pages::{self, PAGES, Table};
use crate::repair::explain::ways::sequences::Decoded;
use crate::repair::explain::weights::{
    CUT, DRAWING, HOPELESS, MAX_BELOW, MAX_FIRST, RARE_LOSSY_PAGE, RAW_STAYS, REPEATED, RESIDUE,
    WORSE,
};

/// A cap that does not limit anything.
const NO_CAP: i32 = i32::MAX / 4;

/// A text before its costs are known.
struct Found {
    channel: Channel,
    units: Vec<Unit>,
    loss: Cost,
    lost: Losses,
}

/// A text after some layers were removed.
struct Level {
    pages: [u8; 3],
    decoded: Decoded,
    loss: Cost,
    lost: Losses,
}

impl Memory {
    /// Returns the ways in which a token may have been damaged.
    pub(crate) fn alternatives(&mut self, id: TokenId, token: &[Unit]) -> Arc<[Alternative]> {
        if let Some(known) = &self.of_token(id).alternatives {
            return Arc::clone(known);
        }
        let gate = self.of_token(id).gate;
        let mut found = Vec::new();
        if gate.pages | gate.lossy != 0 {
            self.utf8(token, gate, &mut found);
        }
        let table = pages::table();
        // Controls of a sequence are not single controls.
        if gate.controls && gate.pages & 1 == 0 {
            controls(token, &mut found);
        }
        if gate.gbk {
            found.extend(gbk_alternative(token));
        }
        if gate.raw {
            raw(token, self.raw(), &mut found);
        } else if gate.many && gate.western == self.of_token(id).high {
            let plain = self.plain(token);
            for charset in charsets::misread(false) {
                let Some(units) = legacy(token, charset, 0, table) else { continue };
                if units[..] != *token && self.plain(&units) < plain + 12 * BIT {
                    found.push(Found {
                        channel: Channel::Legacy(charset, 0),
                        units,
                        loss: 0,
                        lost: Losses::NONE,
                    });
                }
            }
        }
        let made = self.with_costs(token, found);
        self.of_token(id).alternatives = Some(Arc::clone(&made));
        made
    }

    /// Returns the texts of a token if a byte of it was dropped when it was read in the charset `page`.
    pub(crate) fn dropped(&mut self, id: TokenId, token: &[Unit], page: u8) -> Arc<[Alternative]> {
        if let Some((known, alternatives)) = &self.of_token(id).dropped
            && *known == page
        {
            return Arc::clone(alternatives);
        }
        let plain = self.plain(token);
        let decoded = self.decode(token, page.into(), pages::table(), true, None);
        let found = decoded.into_iter().filter_map(|Decoded { units, loss, lost, residues }| {
            let loss = loss + Cost::from(residues) * RESIDUE;
            let channel = Channel::Utf8([page, NONE, NONE]);
            (self.plain(&units) + loss < plain + WORSE).then_some(Found {
                channel,
                units,
                loss,
                lost,
            })
        });
        let found = found.collect();
        let made = self.with_costs(token, found);
        self.of_token(id).dropped = Some((page, Arc::clone(&made)));
        made
    }

    /// Returns the texts of a token with lost bytes in a language.
    pub(crate) fn in_language(
        &mut self,
        id: TokenId,
        token: &[Unit],
        channel: Channel,
        drops: bool,
        language: usize,
    ) -> Arc<[Alternative]> {
        let Channel::Utf8([page, NONE, NONE]) = channel else { return Arc::default() };
        let key = (channel, drops, language);
        if let Some((known, alternatives)) = &self.of_token(id).in_language
            && *known == key
        {
            return Arc::clone(alternatives);
        }
        let language = Language::of(language);
        let decoded = self.decode(token, page.into(), pages::table(), drops, language);
        let found = decoded.into_iter().map(|Decoded { units, loss, lost, residues }| {
            let loss = loss + Cost::from(residues) * RESIDUE;
            Found { channel, units, loss, lost }
        });
        let found = found.collect();
        let made = self.with_costs(token, found);
        self.of_token(id).in_language = Some((key, Arc::clone(&made)));
        made
    }

    /// Returns the texts that a token was if all of its line was in another charset: one for each
    /// charset in which that is possible, even if it is worse, or the same. The charsets are the
    /// Latin ones, or the others.
    pub(crate) fn as_legacy(
        &mut self,
        id: TokenId,
        token: &[Unit],
        is_latin: bool,
    ) -> Arc<[Alternative]> {
        let known = self.of_token(id);
        if let Some(known) = if is_latin { &known.latin } else { &known.legacy } {
            return Arc::clone(known);
        }
        let table = pages::table();
        let mut made = Vec::new();
        let high = token.iter().filter(|&&unit| is_high(unit)).count();
        let is_list = contradictions::is_list(token) || contradictions::is_ascending(token);
        let is_alone = is_alone(token);
        for charset in charsets::misread(is_latin) {
            let Some(units) = legacy(token, charset, 0, table) else { continue };
            let channel = Channel::Legacy(charset, 0);
            if contradictions::is_contradicted(token, &units, channel, Losses::NONE) {
                continue;
            }
            let letters = units.iter().filter(|&&unit| character(unit).is_alphabetic()).count();
            // Words in other scripts are not next to letters of ASCII, as passwords are.
            let is_mixed = !is_latin && !is_alone && charsets::of(charset).is_single();
            let is_weak = is_list || is_mixed || letters < 2 || high <= 3 && is_alone;
            let fixed = self.mixed(&units);
            made.push(Alternative {
                channel,
                row: self.legacy_row(&units, charset),
                units: units.into(),
                fixed,
                lost: Losses::NONE,
                cap: if is_weak { 0 } else { NO_CAP },
                is_weak: false,
            });
        }
        let made: Arc<[Alternative]> = made.into();
        let token = self.of_token(id);
        let place = if is_latin { &mut token.latin } else { &mut token.legacy };
        *place = Some(Arc::clone(&made));
        made
    }

    /// Returns the costs of text in a charset. Languages that are not written in it cost more.
    fn legacy_row(&mut self, units: &[Unit], charset: u8) -> RowId {
        let row = self.row(units);
        let mut row = self.costs(row).clone();
        row.add_each(&charsets::of(charset).unusual);
        self.add_row(row)
    }

    /// Returns the costs of the text of raw bytes in a charset.
    pub(crate) fn row_in(&mut self, units: &[Unit], charset: u8) -> RowId {
        if charsets::of(charset).has_marks { self.row(&composed(units)) } else { self.row(units) }
    }

    /// Finds UTF-8 that was read in other charsets, once or more.
    fn utf8(&mut self, token: &[Unit], gate: Gate, found: &mut Vec<Found>) {
        let table = pages::table();
        let plain = self.plain(token);
        let decoded = Decoded { units: token.to_vec(), loss: 0, lost: Losses::NONE, residues: 0 };
        let mut levels = vec![Level { pages: [NONE; 3], decoded, loss: 0, lost: Losses::NONE }];
        for depth in 0..3 {
            let mut next = Vec::new();
            for level in &levels {
                let units = &level.decoded.units;
                let gate = if depth == 0 { gate } else { Gate::of(units.iter().copied(), table) };
                for page in (0..PAGES).filter(|page| (gate.pages | gate.lossy) >> page & 1 == 1) {
                    // After the first layer, other charsets than windows-1252 only repeat.
                    let is_usual = depth == 0
                        || page == 0
                        || level.pages[0] == 0
                        || usize::from(level.pages[depth - 1]) == page;
                    if !is_usual {
                        continue;
                    }
                    for decoded in self.decode(units, page, table, false, None) {
                        if depth > 0 && decoded.residues > 0 {
                            continue;
                        }
                        let mut pages = level.pages;
                        pages[depth] = page as u8;
                        let loss =
                            level.loss + decoded.loss + Cost::from(decoded.residues) * RESIDUE;
                        let lost = level.lost.and(decoded.lost);
                        let cost = self.plain(&decoded.units) + loss;
                        next.push((cost, Level { pages, decoded, loss, lost }));
                    }
                }
            }
            next.sort_by_key(|(cost, level)| (*cost, level.pages));
            let best = next.first().map_or(0, |(cost, _)| *cost);
            next.truncate(if depth == 0 { MAX_FIRST } else { MAX_BELOW });
            levels.clear();
            for (cost, level) in next {
                if cost < plain + WORSE && cost < best + HOPELESS {
                    found.push(Found {
                        channel: Channel::Utf8(level.pages),
                        units: level.decoded.units.clone(),
                        loss: level.loss,
                        lost: level.lost,
                    });
                }
                levels.push(level);
            }
            if levels.is_empty() {
                break;
            }
        }
    }

    /// Returns the alternatives with their costs.
    fn with_costs(&mut self, token: &[Unit], found: Vec<Found>) -> Arc<[Alternative]> {
        let mut made: Vec<Alternative> = Vec::new();
        // A U+FFFD that was decoded is text that was lost before. It is not damage of this layer.
        let lost_before =
            |units: &[Unit]| units.iter().filter(|&&unit| unit == REPLACEMENT).count();
        let high = token.iter().filter(|&&unit| is_high(unit)).count();
        let is_alone = is_alone(token);
        // A text that one layer explains did not have two, each of another part.
        let has_simpler = |one: &Found| {
            let is_simpler =
                |other: &Found| other.channel.layers() == 1 && other.units == one.units;
            one.channel.layers() > 1 && found.iter().any(is_simpler)
        };
        let is_needless: Vec<bool> = found.iter().map(has_simpler).collect();
        let needed = found.into_iter().zip(is_needless).filter(|(_, is_needless)| !is_needless);
        for (Found { channel, units, loss, lost }, _) in needed {
            if made.iter().any(|known| known.channel == channel && *known.units == *units) {
                continue;
            }
            if claims::makes_unknown(token, &units)
                || contradictions::is_contradicted(token, &units, channel, lost)
            {
                continue;
            }
            let row = match channel {
                Channel::Legacy(charset, _) => self.legacy_row(&units, charset),
                Channel::Raw(charset) => self.row_in(&units, charset),
                _ => self.row(&units),
            };
            let more = lost_before(&units).saturating_sub(lost_before(token)) as Cost;
            let mut fixed = loss + self.mixed(&units) - more * 33 * BIT;
            let (mut cap, mut is_weak) = (NO_CAP, false);
            match channel {
                Channel::Utf8(pages) => {
                    if pages[1] == NONE {
                        fixed += claims::cost(token, &units, pages::is_western(pages[0]));
                    }
                    if lost.is_any() && !matches!(pages[0], 0..=2) {
                        fixed += RARE_LOSSY_PAGE;
                    }
                    // Sequences of three bytes or more are not there by chance.
                    if !lost.is_any() && token.len() >= units.len() + 2 {
                        fixed -= 5 * BIT;
                    }
                    is_weak = self.is_weak(token, &units, lost);
                    if is_drawing(token) {
                        fixed += DRAWING;
                    }
                    if pages[0] != 0 && high <= 6 && is_alone {
                        let mut distinct: Vec<Unit> =
                            token.iter().copied().filter(|&unit| is_high(unit)).collect();
                        distinct.sort_unstable();
                        distinct.dedup();
                        cap = 8 * BIT as i32 * distinct.len() as i32;
                        // One letter of two bytes, as in tables and patterns.
                        is_weak |= token.len() <= units.len() + 1;
                    }
                }
                // A control or a byte alone may be an entry of a table.
                Channel::Controls(_) => is_weak = is_alone,
                Channel::Raw(_) => is_weak = token.len() == 1,
                Channel::Legacy(charset, _)
                    if contradictions::is_list(token)
                        || !is_alone && charsets::of(charset).is_single() =>
                {
                    cap = 0;
                }
                Channel::Legacy(..) if high <= 3 && is_alone => cap = 8 * BIT as i32,
                _ => {}
            }
            made.push(Alternative { channel, units: units.into(), row, fixed, lost, cap, is_weak });
        }
        made.into()
    }

    /// Returns `true` if the claim that `token` was `becomes` in UTF-8 needs other evidence.
    fn is_weak(&mut self, token: &[Unit], becomes: &[Unit], lost: Losses) -> bool {
        // One letter alone that is not a usual Latin one, as in tests and tables.
        let is_rare_letter = token.len() <= 3
            && token.len() == becomes.len() + 1
            && becomes.iter().any(|&unit| unit >= 0x180);
        let is_lone_sequence = token.len() == 3
            && matches!(becomes, [unit] if *unit >= 0x700 && self.is_letter(*unit));
        let is_long = || token.iter().filter(|&&unit| is_high(unit)).count() > 4;
        is_rare_letter
            || is_lone_sequence
            || !lost.is_any() && contradictions::mixes_wide(becomes)
            || contradictions::has_correct_mark(token) && (is_long() || !is_alone(token))
    }

    /// Returns the cost of a token as it is that does not depend on the language.
    pub(crate) fn own_cost(&mut self, id: TokenId) -> Cost {
        let token = self.of_token(id);
        token.mixed - too_high(token.raw.into())
    }
}

/// Returns the part of the cost of this number of raw bytes that is too high in the model.
pub(crate) const fn too_high(raw: Cost) -> Cost {
    raw * (40 * BIT - RAW_STAYS)
}

/// Returns `true` if most of `token` is lines and blocks.
fn is_drawing(token: &[Unit]) -> bool {
    let is_box = |unit: &Unit| (0x2500..0x25A0).contains(unit);
    let boxes = token.iter().filter(|unit| is_box(unit)).count();
    3 * boxes >= 2 * token.len() && token.iter().all(|unit| !is_high(*unit) || is_box(unit))
}

/// Finds controls that were characters of windows-1252 or of other charsets. In code pages 850 and
/// 437, other letters would be damaged as well, but these are rivals.
fn controls(token: &[Unit], found: &mut Vec<Found>) {
    let is_control = |unit: Unit| (0x80..0xA0).contains(&unit);
    let is_inside = |at: usize| {
        let is_ascii = |unit: Option<&Unit>| unit.is_some_and(|&unit| !is_high(unit));
        is_ascii(at.checked_sub(1).map(|at| &token[at])) && is_ascii(token.get(at + 1))
    };
    let is_western =
        (0..token.len()).all(|at| !is_control(token[at]) || is_western_control(token, at));
    // Only letters of windows-1252 are at the ends of words.
    let is_letter = (0..token.len()).any(|at| is_control(token[at]) && is_inside(at));
    for page in [0, 4, 1, 2, 5, 3]
        .into_iter()
        .filter(|&page| if page == 0 { is_western } else { is_letter })
    {
        let read = |&unit: &Unit| if is_control(unit) { control(page, unit) } else { unit };
        let units = token.iter().map(read).collect();
        found.push(Found { channel: Channel::Controls(page), units, loss: 0, lost: Losses::NONE });
    }
}

/// Returns the text of UTF-8 that was read as GBK.
fn gbk_alternative(token: &[Unit]) -> Option<Found> {
    let mut all = Vec::with_capacity(2 * token.len());
    for &unit in token {
        if is_high(unit) {
            let bytes = gbk::bytes(character(unit));
            if bytes == [0; 2] {
                return None;
            }
            all.extend(bytes);
        } else {
            all.push(unit as u8);
        }
    }
    let text = String::from_utf8(all).ok()?;
    let units = text.chars().map(Unit::from).collect();
    Some(Found { channel: Channel::Gbk, units, loss: 0, lost: Losses::NONE })
}

/// Returns `token`, which was read in the charset `page` of `pages`, in another charset.
fn legacy(token: &[Unit], charset: u8, page: u8, table: &Table) -> Option<Vec<Unit>> {
    // Programs only make controls of bytes that windows-1252 does not have.
    let is_lost = |unit: &Unit| {
        (0x80..0xA0).contains(unit) && !matches!(unit, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D)
    };
    if token.iter().any(is_lost) {
        return None;
    }
    charsets::of(charset).decode(&bytes_in(token, page, table)?)
}

/// Returns `units` with each mark in its letter.
fn composed(units: &[Unit]) -> Vec<Unit> {
    let text = units.iter().map(|&unit| character(unit));
    let text = ComposingNormalizerBorrowed::new_nfc().normalize_iter(text);
    text.map(Unit::from).collect()
}

/// Finds the texts of raw bytes in the `charsets` that they can be in.
fn raw(token: &[Unit], charsets: impl Iterator<Item = u8>, found: &mut Vec<Found>) {
    if !is_foreign(token) {
        return;
    }
    let cut = if token.windows(2).any(is_cut) { CUT } else { 0 };
    // Digits between raw bytes are those of GB 18030.
    let is_four = |four: &[Unit]| {
        is_raw(four[0])
            && is_raw(four[2])
            && [four[1], four[3]].iter().all(|unit| (0x30..0x3A).contains(unit))
    };
    let four = if token.windows(4).any(is_four) { CUT } else { 0 };
    let own = bytes(token);
    let has_utf8 = token.iter().any(|&unit| is_high(unit) && !is_raw(unit));
    // UTF-8 and other bytes are seldom in one word.
    let inside = if has_utf8 { 12 * BIT } else { 0 };
    for number in charsets {
        let (channel, charset) = (Channel::Raw(number), charsets::of(number));
        let is_single = charset.is_single();
        if is_single {
            let read = |&unit: &Unit| {
                if is_raw(unit) { charset.character(unit as u8) } else { Some(unit) }
            };
            let units: Option<Vec<Unit>> = token.iter().map(read).collect();
            let is_greek = |unit: &Unit| (0x370..0x400).contains(unit);
            let found_one = units.map(|units| {
                // A Greek letter is in a formula, and seldom in a word.
                let is_mixed =
                    token.iter().any(|&unit| is_ascii_letter(unit)) && units.iter().any(is_greek);
                let loss = cut + four + inside + if is_mixed { 15 * BIT } else { 0 };
                Found { channel, units, loss, lost: Losses::NONE }
            });
            found.extend(found_one);
        }
        // The UTF-8 may be there by chance.
        if (!is_single || has_utf8)
            && let Some(units) = charset.decode(&own)
        {
            let loss = cut + if is_single { four + 4 * BIT } else { 0 };
            found.push(Found { channel, units, loss, lost: Losses::NONE });
        }
    }
}

/// Returns `true` if two units are a part of a dash or a quotation mark, which is more likely a
/// character that was cut.
fn is_cut(two: &[Unit]) -> bool {
    let [first, second] = [two[0], two[1]].map(|unit| unit.wrapping_sub(RAW));
    matches!((first, second), (0xE2, 0x80..=0x86) | (0xF0, 0x9F))
}

/// Returns `true` if two units are a small letter and the first byte of a letter that was cut. In
/// charsets, that byte is a capital.
fn is_cut_letter(two: &[Unit]) -> bool {
    matches!(two[0], 0x61..=0x7A) && matches!(two[1].wrapping_sub(RAW), 0xC2 | 0xC3)
}

/// Returns `true` if the raw bytes of `token` may be in a charset. In charsets with several bytes per
/// character, some pairs of bytes are overlong forms.
pub(crate) fn may_be_in(token: &[Unit], charset: u8) -> bool {
    is_foreign(token) || !charsets::of(charset).is_single() && !token.windows(2).any(is_cut)
}

/// Returns `true` if the raw bytes of `token` may be in a charset. Overlong forms and surrogates are
/// written by programs, and are not in a charset. Noise repeats.
pub(crate) fn is_foreign(token: &[Unit]) -> bool {
    let is_artifact = |two: &&[Unit]| {
        let [first, second] = [two[0], two[1]].map(|unit| unit.wrapping_sub(RAW));
        matches!(
            (first, second),
            (0xC0 | 0xC1, 0x80..=0xBF) | (0xED, 0xA0..=0xBF) | (0xE0 | 0xF0, 0x80)
        )
    };
    let artifacts = token.windows(2).filter(is_artifact).count();
    let count = token.iter().filter(|&&unit| is_raw(unit)).count();
    let is_same = |run: &[Unit]| is_raw(run[0]) && run.iter().all(|&unit| unit == run[0]);
    count > 0
        && (artifacts == 0 || count > 4 * artifacts)
        && !token.windows(REPEATED).any(is_same)
        && (count > 4 || !token.windows(2).any(is_cut))
        && (count > 1 || !token.windows(2).any(is_cut_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the losses of the readings of `token` in a charset.
    fn losses(token: &[Unit], name: &str) -> Vec<Cost> {
        let charset = charsets::number(name.parse().unwrap()).unwrap();
        let mut found = Vec::new();
        raw(token, [charset].into_iter(), &mut found);
        found.iter().map(|one| one.loss).collect()
    }

    #[test]
    fn unlikely_raw_bytes_have_a_cost() {
        let [a, alpha, e_acute] = [0x61, RAW + 0xE1, 0xE9];
        assert_eq!(losses(&[alpha, alpha], "windows-1253"), [0]);
        assert_eq!(losses(&[a, alpha], "windows-1253"), [15 * BIT]);
        assert_eq!(losses(&[a, alpha], "windows-1252"), [0]);
        // UTF-8 in the same word, which may be there by chance.
        assert_eq!(losses(&[alpha, e_acute], "windows-1252"), [12 * BIT, 4 * BIT]);
        // The digits of GB 18030.
        let four = [RAW + 0x82, 0x30, RAW + 0x84, 0x36];
        assert_eq!(losses(&four, "windows-1252"), [CUT]);
        assert_eq!(losses(&four, "gb18030"), [0]);
        let mixed = [&four[..], &[e_acute]].concat();
        assert_eq!(losses(&mixed, "windows-1252"), [CUT + 12 * BIT, CUT + 4 * BIT]);
    }
}
