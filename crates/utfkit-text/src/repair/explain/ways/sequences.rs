//! Sequences of UTF-8 in the characters of a charset, even with lost bytes.

use once_cell::race::OnceBox;

use crate::repair::explain::tokens::gate::{LOSSY, SPACED};
use crate::repair::explain::tokens::units::{
    RAW, REPLACEMENT, Unit, character, is_ascii_letter, is_high,
};
use crate::repair::explain::ways::alternative::Losses;
use crate::repair::explain::ways::contradictions::is_late_capital;
use crate::repair::explain::ways::pages::{self, PAGES, Pages, Table};
use crate::repair::explain::weights::sequences::USUAL_LEAD;
use crate::repair::explain::weights::{
    DROPPED, EATEN_SPACE, FEW_STATES, LOST_QUESTION_MARK, LOST_SPACE, MANY_STATES, MAX_STATES,
    RARE_LOSS, RESIDUE,
};
use crate::{
    model::{
        reread::Language,
        score::{BIT, Cost},
    },
    repair::explain::memory::Memory,
};

/// A token as it was before it was read in a charset.
#[derive(Clone, Debug)]
pub(crate) struct Decoded {
    pub(crate) units: Vec<Unit>,
    /// The cost of the claims about lost bytes.
    pub(crate) loss: Cost,
    pub(crate) lost: Losses,
    /// The number of runs with letters that were not decoded. In damaged text, all letters were read
    /// in the same charset.
    pub(crate) residues: u16,
}

/// A sequence, perhaps with lost bytes.
struct Sequence {
    end: usize,
    unit: Unit,
    loss: Cost,
    lost: Losses,
}

/// A state of the search: the text before a position.
#[derive(Clone, Copy)]
struct State {
    /// The last unit in the list of all units, and the last two units.
    node: u32,
    last: [Unit; 2],
    /// The cost of the units, for the comparison of states.
    rank: Cost,
    loss: Cost,
    lost: Losses,
    residues: u16,
    changed: bool,
    is_in_residue: bool,
    /// The number of bytes that the sequence in the next layer still needs.
    open: u8,
}

impl State {
    const fn rank(&self) -> Cost {
        self.rank + self.residues as Cost * RESIDUE
    }
}

/// A search for the texts of a token.
struct Search<'a> {
    page: usize,
    table: &'a Table,
    /// The language of the text, if it is known.
    language: Option<Language>,
    /// Each unit with the number of the one before it.
    nodes: Vec<(u32, Unit)>,
}

/// The bytes of each page from 80 to BF that programs lose: those without a character.
fn undefined(page: usize) -> &'static [u8] {
    static TABLE: OnceBox<Vec<Vec<u8>>> = OnceBox::new();
    let table = TABLE.get_or_init(|| {
        let of_page = |page| {
            let is_control =
                |byte: &u8| ('\u{80}'..='\u{9F}').contains(&pages::character(page, *byte));
            let is_lossy = LOSSY >> page & 1 == 1;
            (0x80..0xC0).filter(|byte| is_lossy && is_control(byte)).collect()
        };
        Box::new((0..PAGES).map(of_page).collect())
    });
    &table[page]
}

/// Returns the byte of a unit in a charset, or 0.
fn byte(unit: Unit, page: usize, table: &Table) -> u8 {
    if !(0x80..RAW).contains(&unit) {
        return 0;
    }
    table.row(character(unit)).map_or(0, |row| row.bytes[page])
}

/// Returns the number of bytes of a sequence that begins with `lead`.
const fn len(lead: u8) -> usize {
    match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 0,
    }
}

/// Returns the exact sequence of `token` at `at`, and its end.
fn exact(token: &[Unit], at: usize, page: usize, table: &Table) -> Option<(usize, Unit)> {
    let lead = byte(token[at], page, table);
    let len = len(lead);
    if len == 0 {
        return None;
    }
    let next = |offset: usize| token.get(at + offset).map_or(0, |&unit| byte(unit, page, table));
    if lead == 0xED
        && let [high @ 0xA0..=0xAF, a @ 0x80..=0xBF, 0xED, low @ 0xB0..=0xBF, b @ 0x80..=0xBF] =
            [1, 2, 3, 4, 5].map(next)
    {
        let ten = |second: u8, third: u8| u32::from(second & 0x0F) << 6 | u32::from(third & 0x3F);
        return Some((at + 6, 0x1_0000 + (ten(high, a) << 10) + ten(low, b)));
    }
    let mut bytes = [lead, 0, 0, 0];
    (1..len).for_each(|offset| bytes[offset] = next(offset));
    let text = std::str::from_utf8(&bytes[..len]).ok()?;
    Some((at + len, text.chars().next()?.into()))
}

/// Returns `true` if another sequence may be at `at`, or the mark of a lost byte.
fn may_go_on(token: &[Unit], at: usize) -> bool {
    token.get(at).is_some_and(|&unit| unit == 0x3F || is_high(unit))
}

/// The first bytes of a sequence with lost bytes.
struct Part {
    end: usize,
    bytes: [u8; 4],
    loss: Cost,
    lost: Losses,
}

impl Part {
    /// Returns the part with one more byte.
    fn with(&self, slot: usize, byte: u8, end: usize, loss: Cost, lost: Losses) -> Part {
        let mut bytes = self.bytes;
        bytes[slot] = byte;
        Part { end, bytes, loss: self.loss + loss, lost: self.lost.and(lost) }
    }
}

/// The ways in which the next byte of a sequence may have been lost.
struct Continuation<'a> {
    token: &'a [Unit],
    page: usize,
    table: &'a Table,
    /// Whether bytes may be missing.
    drops: bool,
    /// The number of bytes of the sequence.
    len: usize,
}

impl Continuation<'_> {
    /// Adds `part` to `next` with each byte that may be at `slot`.
    fn add(&self, part: &Part, slot: usize, next: &mut Vec<Part>) {
        let undefined = undefined(self.page);
        let is_in = |pages: Pages| pages >> self.page & 1 == 1;
        let defined = || (0x80..0xA0_u8).filter(|byte| self.page == 0 && !undefined.contains(byte));
        let drops = self.drops && part.lost.drops == 0;
        let mut push = |byte: u8, end: usize, loss: Cost, lost: Losses| {
            next.push(part.with(slot, byte, end, loss, lost));
        };
        let (here, after) = (part.end, part.end + 1);
        if let Some(&unit) = self.token.get(here) {
            let own = byte(unit, self.page, self.table);
            if (0x80..0xC0).contains(&own) {
                push(own, after, 0, Losses::NONE);
                if drops {
                    for &byte in undefined {
                        push(byte, here, DROPPED + 2 * BIT, Losses::DROP);
                    }
                }
                return;
            }
            if is_in(LOSSY) && matches!(unit, REPLACEMENT | 0x3F) {
                let base = if unit == REPLACEMENT { 0 } else { LOST_QUESTION_MARK };
                let choice = BIT * Cost::from(undefined.len().max(1).ilog2());
                for &byte in undefined {
                    push(byte, after, base + choice, Losses::MARK);
                }
                // Programs also lose the no-break space, and the soft hyphen, which is not shown.
                // With the lead C2, they are the characters themselves, which are not lost twice. Before
                // another sequence, a short one may itself be the lead of text that was read twice.
                let is_own = self.len > 2 || !may_go_on(self.token, after);
                let may_be = self.page == 0 && part.bytes[0] != 0xC2 && is_own;
                let others = may_be.then_some([0xA0, 0xAD]);
                let rare = defined().chain(others.into_iter().flatten());
                rare.for_each(|byte| push(byte, after, base + RARE_LOSS, Losses::MARK));
                return;
            }
            if is_in(SPACED) && unit == 0x20 {
                push(0xA0, after, LOST_SPACE, Losses::SPACE);
                if slot == self.len - 1 {
                    // Two spaces became one.
                    push(0xA0, here, LOST_SPACE + EATEN_SPACE, Losses::SPACE);
                }
            }
        }
        if drops {
            for &byte in undefined.iter().chain(&[0xAD]) {
                push(byte, here, DROPPED + 2 * BIT, Losses::DROP);
            }
            defined().for_each(|byte| push(byte, here, DROPPED + 8 * BIT, Losses::DROP));
        }
    }
}

/// Returns the sequences of `token` at `at` with lost bytes. With `drops`, one byte may be missing.
fn lossy(token: &[Unit], at: usize, page: usize, table: &Table, drops: bool) -> Vec<Sequence> {
    let lead = byte(token[at], page, table);
    let len = len(lead);
    if len == 0 {
        return Vec::new();
    }
    // A program that leaves a mark for a lost byte does not drop others.
    let is_marked = token.iter().any(|&unit| matches!(unit, REPLACEMENT | 0x3F));
    let continuation = Continuation { token, page, table, drops: drops && !is_marked, len };
    let (bytes, lost) = ([lead, 0, 0, 0], Losses::NONE);
    let mut parts = vec![Part { end: at + 1, bytes, loss: 0, lost }];
    for slot in 1..len {
        let mut next = Vec::new();
        parts.iter().for_each(|part| continuation.add(part, slot, &mut next));
        parts = next;
    }
    let mut sequences: Vec<Sequence> = Vec::new();
    for part in parts.into_iter().filter(|part| part.lost.is_any()) {
        let text = std::str::from_utf8(&part.bytes[..len]).ok();
        let Some(character) = text.and_then(|text| text.chars().next()) else { continue };
        // Text does not have controls.
        if character < '\u{A0}' {
            continue;
        }
        // The model does not know how common these are: the selector of emoji, and the quotation mark
        // that ends with the only byte that windows-1252 loses of it.
        let bonus = if matches!(character, '\u{FE0F}' | '\u{201D}') { 8 * BIT } else { 0 };
        let is_known = |one: &Sequence| one.end == part.end && one.unit == character.into();
        if !sequences.iter().any(is_known) {
            let (end, unit) = (part.end, character.into());
            sequences.push(Sequence { end, unit, loss: part.loss - bonus, lost: part.lost });
        }
    }
    sequences
}

impl Memory {
    /// Returns the best texts that `token` was before it was read in the charset `page`. With
    /// `drops`, bytes may be missing. If the `language` is known, it decides which ones are the best.
    pub(crate) fn decode(
        &mut self,
        token: &[Unit],
        page: usize,
        table: &Table,
        drops: bool,
        language: Option<Language>,
    ) -> Vec<Decoded> {
        let is_lossy = LOSSY >> page & 1 == 1;
        let has_mark = token.iter().any(|&unit| matches!(unit, REPLACEMENT | 0x3F));
        if !drops && !(is_lossy && (has_mark || token.contains(&0x20))) {
            return self.decode_exactly(token, page, table).into_iter().collect();
        }
        let count = if language.is_some() { MANY_STATES } else { MAX_STATES };
        let mut search = Search { page, table, language, nodes: vec![(0, 0x20)] };
        let first = State {
            node: 0,
            last: [0x20; 2],
            rank: 0,
            loss: 0,
            lost: Losses::NONE,
            residues: 0,
            changed: false,
            is_in_residue: false,
            open: 0,
        };
        let mut states: Vec<Vec<State>> = vec![Vec::new(); token.len() + 1];
        states[0].push(first);
        for at in 0..token.len() {
            let mut here = std::mem::take(&mut states[at]);
            here.sort_by_key(State::rank);
            here.truncate(count);
            if here.is_empty() {
                continue;
            }
            if let Some((end, unit)) = exact(token, at, page, table) {
                for state in here {
                    states[end].push(self.add(state, unit, 0, Losses::NONE, &mut search));
                }
                continue;
            }
            let sequences = lossy(token, at, page, table, drops);
            for state in here {
                // No word has a capital after a small letter because of a byte that is only guessed. In text
                // that was read twice, it may be a lead, and another sequence follows.
                let is_late = |one: &Sequence| {
                    is_late_capital([state.last[1], one.unit]) && !may_go_on(token, one.end)
                };
                for one in sequences.iter().filter(|one| !is_late(one)) {
                    let next = self.add(state, one.unit, one.loss, one.lost, &mut search);
                    states[one.end].push(next);
                }
                states[at + 1].push(self.keep(state, token[at], &mut search));
            }
        }
        let mut done = states.pop().unwrap_or_default();
        done.retain(|state| state.changed);
        if language.is_some() {
            // The end of a word has a cost, too.
            for state in &mut done {
                state.rank += self.cost(state.last, 0x20, &search);
            }
        }
        done.sort_by_key(State::rank);
        done.truncate(if language.is_some() { MAX_STATES } else { FEW_STATES });
        let decoded = |state: State| {
            let (mut units, mut node) = (Vec::new(), state.node);
            while node > 0 {
                let (before, unit) = search.nodes[node as usize];
                units.push(unit);
                node = before;
            }
            units.reverse();
            let State { loss, lost, residues, .. } = state;
            Decoded { units, loss, lost, residues }
        };
        done.into_iter().map(decoded).collect()
    }

    /// Returns the text that `token` was before it was read in the charset `page`, without lost bytes.
    pub(crate) fn decode_exactly(
        &mut self,
        token: &[Unit],
        page: usize,
        table: &Table,
    ) -> Option<Decoded> {
        let mut decoded = Decoded {
            units: Vec::with_capacity(token.len()),
            loss: 0,
            lost: Losses::NONE,
            residues: 0,
        };
        let (mut at, mut is_changed, mut is_in_residue) = (0, false, false);
        while at < token.len() {
            if let Some((end, unit)) = exact(token, at, page, table) {
                decoded.units.push(unit);
                (at, is_changed, is_in_residue) = (end, true, false);
            } else {
                let unit = token[at];
                decoded.units.push(kept(unit, page));
                is_in_residue =
                    self.residue(unit, page, table, is_in_residue, &mut decoded.residues);
                at += 1;
            }
        }
        is_changed.then_some(decoded)
    }

    /// Returns the cost of `unit` after the `last` two units.
    fn cost(&mut self, last: [Unit; 2], unit: Unit, search: &Search<'_>) -> Cost {
        let Some(language) = search.language else {
            return self.step((last[1] != 0x20).then_some(last[1]), unit);
        };
        let [first, second] = last.map(|unit| *self.scored(unit));
        language.step([&first, &second], self.scored(unit))
    }

    /// Returns the state after a decoded character.
    fn add(
        &mut self,
        mut state: State,
        unit: Unit,
        loss: Cost,
        lost: Losses,
        search: &mut Search<'_>,
    ) -> State {
        state.rank += self.cost(state.last, unit, search) + loss;
        // If the text was damaged twice, this character is a byte of the next layer.
        let byte = byte(unit, search.page, search.table);
        if state.open > 0 && (0x80..0xC0).contains(&byte) {
            state.open -= 1;
            if search.language.is_none() && lost.and(state.lost).is_any() {
                state.rank -= if state.open == 0 { 12 * BIT } else { 4 * BIT };
            }
        } else {
            state.open = len(byte).saturating_sub(1) as u8;
        }
        if lost.marks > 0 && search.language.is_none() && matches!(unit, 0xC2 | 0xC3 | 0xE2) {
            state.rank -= USUAL_LEAD;
        }
        search.nodes.push((state.node, unit));
        state.node = search.nodes.len() as u32 - 1;
        state.last = [state.last[1], unit];
        state.loss += loss;
        state.lost = state.lost.and(lost);
        (state.changed, state.is_in_residue) = (true, false);
        state
    }

    /// Returns the state after a unit that stays.
    fn keep(&mut self, mut state: State, unit: Unit, search: &mut Search<'_>) -> State {
        state.rank += self.cost(state.last, unit, search);
        state.open = 0;
        search.nodes.push((state.node, kept(unit, search.page)));
        state.node = search.nodes.len() as u32 - 1;
        state.last = [state.last[1], unit];
        let (page, table) = (search.page, search.table);
        state.is_in_residue =
            self.residue(unit, page, table, state.is_in_residue, &mut state.residues);
        state
    }

    /// Counts a run of letters that stay. Returns `true` if the run continues after `unit`.
    fn residue(
        &mut self,
        unit: Unit,
        page: usize,
        table: &Table,
        is_in_residue: bool,
        residues: &mut u16,
    ) -> bool {
        if !is_high(unit) {
            return is_in_residue && is_ascii_letter(unit);
        }
        let is_letter = self.is_letter(unit);
        if is_letter && byte(unit, page, table) >= 0x80 {
            *residues += u16::from(!is_in_residue);
            return true;
        }
        is_in_residue && is_letter
    }
}

/// Returns the unit that stays. In windows-1252, a control was a character of that charset.
fn kept(unit: Unit, page: usize) -> Unit {
    if page == 0 && (0x80..0xA0).contains(&unit) {
        return pages::character(0, unit as u8).into();
    }
    unit
}

/// Returns `true` if a byte may have been dropped from `token`: it has a lead or a continuation of
/// the charset that is not a part of a sequence.
pub(crate) fn may_drop(token: &[Unit], page: usize, table: &Table) -> bool {
    token.iter().enumerate().any(|(at, &unit)| {
        let own = byte(unit, page, table);
        let next = token.get(at + 1).map_or(0, |&unit| byte(unit, page, table));
        (0x80..0xC0).contains(&own) || len(own) > 0 && !(0x80..0xC0).contains(&next)
    })
}
