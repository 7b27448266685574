//! Decides by the costs of the model whether words of a text were UTF-8.

use std::ops::Range;

use utfkit::utf8;

use crate::{
    model::{
        reread::Row,
        score::{BIT, Cost},
    },
    repair::{
        characters::{is_mark, is_unknown},
        edit::{self, Edit, Edits},
        misread::{
            bytes,
            memory::{Memory, hash},
            pages::{self, ALL_LEGACY, Table, WAYS},
            words::{self, Run, Word},
        },
    },
};

/// The bits by which a text must become cheaper before it is changed: of damage nothing else is
/// known, or it is known that the file or the line was read as that charset.
const LIMIT: Cost = 15 * BIT;
const KNOWN_LIMIT: Cost = 4 * BIT;

/// The cost of the claim that a word was damaged, in the same two cases.
const WORD: u32 = 1 * BIT as u32;
const KNOWN_WORD: u32 = 6 * BIT as u32;

/// A charset is known if so many lines of the file were read as it.
const KNOWN: u32 = 3;

/// A difference from which the plain costs decide alone: for a charset that is known, and for
/// others. No other charset may come as near as the third.
const SURE_OF_KNOWN: Cost = 24 * BIT;
const SURE: Cost = 80 * BIT;
const SURE_OF_CHARSET: Cost = 30 * BIT;

/// A word is damaged for sure from this plain gain on, and cannot be below the other.
const SURE_WORD: Cost = 10 * BIT;
const HOPELESS_WORD: Cost = -8 * BIT;

/// Two interpretations are both possible if their costs do not differ by more.
const RIVAL: Cost = 5 * BIT;

/// Two interpretations are compared by what is below them if their costs do not differ by more.
const NEAR: Cost = 40 * BIT;

/// Whether there is one more layer is open if the text became dearer by no more than this.
const OPEN: Cost = -6 * BIT;

/// The gain at which a change is as likely as none.
const PRIOR: Cost = 10 * BIT;

/// What a text may cost that is not noise: for each byte, and for all.
const NOISE: Cost = 5 * BIT;
const NOISE_AT_ALL: Cost = 56 * BIT;

/// So many bytes of a word show whether it is noise.
const MAX_NOISE: usize = 200;

/// A text is noise only if so few bytes change, or not much of what is not ASCII.
const MAX_CHANGED: usize = 40;

/// The bytes of a word around a place that show whether it may be damaged.
const MAX_SIDE: usize = 500;

/// The number of words that the model is asked about: damaged ones, and others.
const MAX_SAMPLE: usize = 16;
const MAX_CONTEXT: usize = 8;

/// The number of charsets that the model is asked about.
const MAX_CANDIDATES: usize = 5;

/// The most layers that are taken off.
const MAX_LAYERS: usize = 8;

/// The most layers that are looked at to compare two interpretations.
const MAX_BELOW: usize = 3;

/// The number of words that are compared.
const MAX_COMPARED: usize = 48;

/// The discount of what hardly any text has: `Â`, `Ã` or `â` and a sign, not in a word in capitals.
const LIKELY: Cost = 8 * BIT;

/// The cost of what is written like that: a capital and a mark after capitals, or becomes a
/// lowercase letter among them, a mark alone, or `Å` as a unit.
const HONEST: Cost = 10 * BIT;
const LOWER: Cost = 16 * BIT;

/// The cost of each formula in a line that has nothing else that was misread.
const FORMULA: Cost = 30 * BIT;

/// What text in a legacy charset costs at most for each of its bytes.
const POOR: Cost = 9 * BIT / 2;

/// A gain from which on a text that stays is reported.
const DOUBT: Cost = 11 * BIT;

/// Decides about texts, and knows what it learned of the file.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    /// The number of lines that were read as each charset.
    used: [u32; WAYS],
    /// The costs of lines with ill-formed bytes by charset, each above that of the best.
    pub(crate) of_window: bytes::Costs,
    /// The same of earlier windows.
    pub(crate) of_earlier: bytes::Costs,
    pub(crate) memory: Memory,
}

/// What becomes of a text.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) edits: Edits,
    /// Changes that may be right.
    pub(crate) doubts: Vec<Doubted>,
    /// Whether more could be decided if the charset of the file were known.
    pub(crate) is_open: bool,
}

/// A change that is not made.
#[derive(Debug)]
pub(crate) struct Doubted {
    pub(crate) edit: Edit,
    /// What else it could be; `None`: the text as it is.
    pub(crate) rival: Option<String>,
    /// How much cheaper it is than the other.
    pub(crate) gain: Cost,
}

/// A word, read as a charset.
#[derive(Debug)]
struct Reading {
    runs: Vec<Run>,
    text: String,
    /// How much cheaper it is by the plain costs.
    gain: Cost,
}

/// A charset that a text may have been read as.
struct Candidate {
    page: usize,
    /// What each word becomes.
    readings: Vec<Option<Reading>>,
    /// The sum of plain gains.
    gain: Cost,
}

impl Candidate {
    /// The cost of the claim that `text` was misread so.
    fn cost(&self, text: &str, found: &[Word]) -> Cost {
        let words = found.iter().zip(&self.readings);
        let (mut is_likely, mut more) = (self.page == 0, 0);
        let (mut runs, mut formulas) = (0, 0);
        for (word, reading) in words {
            let word = &text[word.range.clone()];
            for run in reading.iter().flat_map(|reading| &reading.runs) {
                is_likely &= is_likely_run(word, run);
                formulas += usize::from(is_formula(word, run));
                runs += 1;
                // Of a lead alone the line must show that it is not a capital among others.
                let is_lead = word[run.range.start..].chars().nth(1).is_none();
                // The letter `Â` is named alone; a no-break space follows a number or a word.
                let is_alone = word == "Â";
                let is_capital =
                    is_lead && (is_alone || !text.bytes().any(|byte| byte.is_ascii_lowercase()));
                let is_lower = is_lower_in_capitals(word, run);
                more += match () {
                    () if is_lower
                        || is_capital
                        || is_length(word, run)
                        || is_bare_mark(word, run) =>
                    {
                        LOWER
                    }
                    () if is_honest(word, run) => HONEST,
                    () => 0,
                };
            }
        }
        // A line of nothing but formulas is about them.
        if formulas == runs {
            more += FORMULA * formulas as Cost;
        }
        pages::cost(self.page) + more - if is_likely { LIKELY } else { 0 }
    }

    /// The number of characters that were misread.
    fn units(&self) -> usize {
        let runs = self.readings.iter().flatten().flat_map(|reading| &reading.runs);
        runs.map(|run| run.becomes.chars().count()).sum()
    }
}

/// A layer that can be taken off.
struct Step {
    page: usize,
    gain: Cost,
    /// Whether the file proves it.
    is_known: bool,
    edits: Vec<Run>,
    /// What else it could be, how much cheaper that is than the text, and the way to it.
    rival: Option<(Vec<Run>, Cost, usize)>,
}

impl Judge {
    pub(crate) fn new() -> Judge {
        Judge {
            used: [0; WAYS],
            of_window: [0; bytes::PAGES],
            of_earlier: [0; bytes::PAGES],
            memory: Memory::default(),
        }
    }

    /// Finds the next word of `text`, at `from` or after it, that may be damaged.
    pub(crate) fn next(&mut self, text: &str, from: usize) -> Option<Word> {
        let table = pages::table();
        let mut from = from;
        loop {
            let word = words::next(text, table, from, MAX_SIDE)?;
            if self.may_be_damaged(text, &word, table) {
                return Some(word);
            }
            from = word.range.end;
        }
    }

    /// Whether any charset makes `word` cheaper in any language.
    fn may_be_damaged(&mut self, whole: &str, word: &Word, table: &Table) -> bool {
        let text = &whole[word.range.clone()];
        // What follows counts only where a space may be part of the damage.
        let key = hash(text) ^ u64::from(word.ways) << 32;
        if self.memory.is_sound(key) {
            return false;
        }
        let mut own = None;
        let is_damaged = each(word.ways).any(|page| {
            let runs = words::runs(whole, word.range.clone(), table, page);
            let becomes = words::with(text, &runs);
            let gain = self.memory.plain(text) - self.memory.plain(&becomes);
            if runs.is_empty() || gain < HOPELESS_WORD {
                return false;
            }
            if gain >= SURE_WORD {
                return true;
            }
            let own = own.get_or_insert_with(|| self.memory.row(text));
            own.most_above(&self.memory.row(&becomes)) > Cost::from(WORD)
        });
        if !is_damaged {
            self.memory.set_sound(key);
        }
        is_damaged
    }

    /// Decides about `text`, a line or a part of one.
    pub(crate) fn decide(&mut self, text: &str) -> Verdict {
        let mut verdict = Verdict::default();
        let mut now = text.to_owned();
        let mut pages = 0;
        let mut is_half_done = false;
        for _ in 0..MAX_LAYERS {
            let is_proven = pages != 0;
            let Some(mut step) = self.step(&now, is_proven) else { break };
            let limit =
                if step.is_known || is_proven && step.is_wide(&now) { KNOWN_LIMIT } else { LIMIT };
            if step.rival.is_some() || step.gain <= limit {
                self.look_deeper(&now, &mut step);
            }
            if step.rival.is_some() || step.gain <= limit {
                verdict.is_open |= step.gain > KNOWN_LIMIT;
                if is_proven && step.is_wide(&now) {
                    is_half_done = true;
                }
                // What was taken off before is no longer there to point to.
                if step.gain > DOUBT && verdict.edits.is_empty() {
                    verdict.doubt(&now, step);
                }
                break;
            }
            let edits = step.edits(&now);
            let Ok(next) = String::from_utf8(edit::apply(now.as_bytes(), &edits)) else { break };
            pages |= 1 << step.page;
            verdict.edits =
                edit::compose(std::mem::take(&mut verdict.edits), edits, now.as_bytes());
            now = next;
        }
        // Of two layers both are taken off, or none.
        if is_half_done {
            verdict.doubt_all(text, &now);
            return verdict;
        }
        if self.is_noise(text, &now, &verdict.edits) {
            return Verdict::default();
        }
        each(pages).for_each(|page| self.used[page] = self.used[page].saturating_add(1));
        verdict
    }

    /// Whether `now`, which `edits` made of `text`, is no text even so: noise that becomes less
    /// noise was never text.
    fn is_noise(&mut self, text: &str, now: &str, edits: &Edits) -> bool {
        let count = |text: &str| text.bytes().filter(|byte| !byte.is_ascii()).count();
        let changed: usize = edits.iter().map(|edit| count(&text[edit.start..edit.end])).sum();
        if edits.is_empty() || changed > MAX_CHANGED && 4 * changed > 3 * count(text) {
            return false;
        }
        let mut sum = Row::ZERO;
        let mut length = 0;
        let words = now.split_ascii_whitespace().filter(|word| !word.is_ascii());
        for word in words.take(MAX_SAMPLE) {
            let word = &word[..utf8::floor_boundary(word.as_bytes(), MAX_NOISE)];
            sum.add(&self.memory.row(word));
            length += word.len() as Cost + 1;
        }
        sum.best().1 > NOISE * length + NOISE_AT_ALL
    }

    /// Adds to the gain of `step`, and of its rival, that of the layer below: what is mojibake still
    /// proves the layer above. Of the two, the better one becomes the step. They are no rivals if
    /// they end in the same text.
    fn look_deeper(&mut self, text: &str, step: &mut Step) {
        let (gain, end) = self.below(words::with(text, &step.edits));
        step.gain += gain;
        let Some((edits, _, page)) = step.rival.take() else { return };
        let (_, other_end) = self.below(words::with(text, &edits));
        if end == other_end {
            return;
        }
        let costs = [(&end, step.page), (&other_end, page)]
            .map(|(end, page)| self.cost_of(end) + pages::cost(page));
        let gain = step.gain + costs[0] - costs[1];
        let rival = if gain > step.gain {
            let old = (std::mem::replace(&mut step.edits, edits), step.gain, step.page);
            (step.gain, step.page) = (gain, page);
            old
        } else {
            (edits, gain, page)
        };
        step.rival = Some(rival).filter(|rival| rival.1 > step.gain - RIVAL);
    }

    /// The cost of the words of `text` that are not ASCII, as many as count.
    fn cost_of(&mut self, text: &str) -> Cost {
        let mut sum = Row::ZERO;
        let words = text.split_ascii_whitespace().filter(|word| !word.is_ascii());
        for word in words.take(MAX_COMPARED) {
            let word = &word[..utf8::floor_boundary(word.as_bytes(), MAX_NOISE)];
            sum.add(&self.memory.row(word));
        }
        sum.best().1
    }

    /// The gain of the next layers of `text`, and the text below them.
    fn below(&mut self, mut text: String) -> (Cost, String) {
        let mut gain = 0;
        for _ in 0..MAX_BELOW {
            let step = self.step(&text, true);
            let Some(step) = step.filter(|step| step.gain > KNOWN_LIMIT) else { break };
            gain += step.gain;
            text = words::with(&text, &step.edits);
        }
        (gain, text)
    }

    /// Finds the best layer to take off `text`; `is_proven`: one was taken off.
    fn step(&mut self, text: &str, is_proven: bool) -> Option<Step> {
        let table = pages::table();
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(word) = words::next(text, table, from, text.len()) {
            from = word.range.end;
            let key = hash(&text[word.range.clone()]) ^ u64::from(word.ways) << 32;
            if !self.memory.is_sound(key) {
                found.push(word);
            }
        }
        if found.iter().any(|word| word.ways & ALL_LEGACY != 0) {
            found = words::western(text, table);
        }
        let mut candidates = self.candidates(text, &found, table);
        candidates.sort_by_key(|one| -(one.gain - pages::cost(one.page)));
        candidates.truncate(MAX_CANDIDATES);
        self.by_plain_costs(text, &found, &candidates)
            .or_else(|| self.by_languages(text, &found, &candidates, is_proven))
    }

    /// Reads `found` as each charset.
    fn candidates(&mut self, text: &str, found: &[Word], table: &Table) -> Vec<Candidate> {
        let all = found.iter().fold(0, |all, word| all | word.ways);
        let mut candidates: Vec<Candidate> = Vec::new();
        for page in each(all) {
            let mut gain = 0;
            let mut is_any = false;
            let readings: Vec<_> = found
                .iter()
                .map(|word| {
                    if word.ways >> page & 1 == 0 {
                        return None;
                    }
                    let reading = self.reading(text, word, table, page)?;
                    gain += reading.gain.max(0);
                    is_any = true;
                    Some(reading)
                })
                .collect();
            let is_same = |other: &Candidate| {
                let both = other.readings.iter().zip(&readings);
                both.into_iter().all(|(one, other)| text_of(one) == text_of(other))
            };
            // Text in a legacy charset is all in it.
            let is_all = page <= pages::CONTROLS || readings.iter().all(Option::is_some);
            if is_any && is_all && !candidates.iter().any(is_same) {
                candidates.push(Candidate { page, readings, gain });
            }
        }
        candidates
    }

    fn reading(&mut self, text: &str, word: &Word, table: &Table, page: usize) -> Option<Reading> {
        let runs = words::runs(text, word.range.clone(), table, page);
        let word = &text[word.range.clone()];
        if runs.iter().any(|run| run.becomes.chars().any(is_unknown)) {
            return None;
        }
        let text = words::with(word, &runs);
        let gain = self.memory.plain(word) - self.memory.plain(&text);
        (!runs.is_empty() && gain > HOPELESS_WORD).then_some(Reading { runs, text, gain })
    }

    /// Whether it is known of any charset that the file was read as it.
    pub(crate) fn knows_charset(&self) -> bool {
        self.used.iter().any(|&used| used >= KNOWN)
    }

    /// Whether the file was read as the charset of `page`.
    fn is_known(&self, page: usize) -> bool {
        self.used[page] >= KNOWN
    }

    /// The step if the costs of kinds of characters leave no doubt.
    fn by_plain_costs(
        &mut self,
        text: &str,
        found: &[Word],
        candidates: &[Candidate],
    ) -> Option<Step> {
        let (first, others) = candidates.split_first()?;
        if first.page >= pages::PAGES {
            return None;
        }
        let is_known = self.is_known(first.page);
        let gain = first.gain - first.cost(text, found);
        let rival = others.iter().map(|one| one.gain - pages::cost(one.page)).max();
        // Where another charset explains nearly as much, languages decide.
        let is_alone = others.iter().all(|one| 10 * one.units() < 9 * first.units());
        let is_sure = is_alone
            && gain >= if is_known { SURE_OF_KNOWN } else { SURE }
            && rival.is_none_or(|rival| gain - rival >= SURE_OF_CHARSET);
        if !is_sure {
            return None;
        }
        let mut language = None;
        let mut edits = Vec::new();
        for (word, reading) in found.iter().zip(&first.readings) {
            let Some(reading) = reading else { continue };
            let stands = &text[word.range.clone()];
            let is_damaged = reading.gain >= SURE_WORD || {
                let language = *language.get_or_insert_with(|| self.language(first));
                let [own, other] = [stands, &reading.text].map(|text| self.memory.row(text));
                other.cost(language) + Cost::from(WORD) < own.cost(language)
            };
            if is_damaged {
                edits.extend(reading.runs.iter().map(|run| run.after(word.range.start)));
            }
        }
        (!edits.is_empty()).then_some(Step { page: first.page, gain, is_known, edits, rival: None })
    }

    /// The language of what a candidate makes.
    fn language(&mut self, candidate: &Candidate) -> usize {
        let mut sum = Row::ZERO;
        let sure = candidate.readings.iter().flatten().filter(|one| one.gain >= SURE_WORD);
        for reading in sure.take(MAX_SAMPLE / 2) {
            sum.add(&self.memory.row(&reading.text));
        }
        sum.best().0
    }

    /// The step by the costs of words in all languages.
    fn by_languages(
        &mut self,
        text: &str,
        found: &[Word],
        candidates: &[Candidate],
        is_proven: bool,
    ) -> Option<Step> {
        let mut context = Row::ZERO;
        self.context(text, found).for_each(|row| context.add(&row));
        let sample = &found[..found.len().min(MAX_SAMPLE)];
        let own: Vec<Row> =
            sample.iter().map(|word| self.memory.row(&text[word.range.clone()])).collect();
        let mut stands = context.clone();
        own.iter().for_each(|row| stands.add(row));
        let stands = stands.best().1;
        let mut steps: Vec<Step> = Vec::new();
        for candidate in candidates {
            let rows: Vec<_> = candidate.readings[..sample.len()]
                .iter()
                .map(|one| one.as_ref().map(|one| self.memory.row(&one.text)))
                .collect();
            let is_known = self.is_known(candidate.page);
            let price = |more: u32| {
                let mut sum = context.clone();
                for (own, other) in own.iter().zip(&rows) {
                    match other {
                        Some(other) => sum.add_cheaper(own, other, more),
                        None => sum.add(own),
                    }
                }
                let (language, cost) = sum.best();
                (language, stands - cost - candidate.cost(text, found), more)
            };
            let mut priced = price(WORD);
            let mut by_file = false;
            if (is_known || is_proven) && priced.1 <= LIMIT {
                priced = price(KNOWN_WORD);
                by_file = is_known;
            }
            let (language, gain, more) = priced;
            let edits = self.damaged(text, found, candidate, language, more);
            if edits.is_empty() || gain <= OPEN || self.is_poor(candidate, language) {
                continue;
            }
            steps.push(Step { page: candidate.page, gain, is_known: by_file, edits, rival: None });
        }
        steps.sort_by_key(|step| -step.gain);
        let mut steps = steps.into_iter();
        let mut first = steps.next()?;
        let made = words::with(text, &first.edits);
        let is_near =
            |step: &Step| step.gain > first.gain - NEAR || 10 * step.units() >= 9 * first.units();
        let mut rivals = steps.filter(is_near);
        let rival = rivals.find(|step| words::with(text, &step.edits) != made);
        first.rival = rival.map(|rival| (rival.edits, rival.gain, rival.page));
        Some(first)
    }

    /// Whether what a legacy charset makes is no good text: it was in another one.
    fn is_poor(&mut self, candidate: &Candidate, language: usize) -> bool {
        let Some(width) = pages::width(candidate.page) else { return false };
        let (mut cost, mut length) = (0, 0);
        for reading in candidate.readings.iter().flatten().take(MAX_SAMPLE) {
            cost += self.memory.row(&reading.text).cost(language);
            let bytes = reading.text.chars().map(|one| if one.is_ascii() { 1 } else { width });
            length += bytes.sum::<Cost>() + 1;
        }
        cost > POOR * length
    }

    /// The runs of the words of `found` that are cheaper in `language`.
    fn damaged(
        &mut self,
        text: &str,
        found: &[Word],
        candidate: &Candidate,
        language: usize,
        more: u32,
    ) -> Vec<Run> {
        let mut runs = Vec::new();
        for (word, reading) in found.iter().zip(&candidate.readings) {
            let Some(reading) = reading else { continue };
            let own = self.memory.row(&text[word.range.clone()]).cost(language);
            if self.memory.row(&reading.text).cost(language) + Cost::from(more) < own {
                runs.extend(reading.runs.iter().map(|run| run.after(word.range.start)));
            }
        }
        runs
    }

    /// The rows of words of `text` beside those of `found`.
    fn context<'j>(&'j mut self, text: &str, found: &[Word]) -> impl Iterator<Item = Row> + 'j {
        let is_found = |at: usize| {
            let next = found.partition_point(|word| word.range.end <= at);
            found.get(next).is_some_and(|word| word.range.start <= at)
        };
        let base = text.as_ptr() as usize;
        let words = text.split_ascii_whitespace().filter(|word| {
            let at = word.as_ptr() as usize - base;
            word.len() > 1 && word.len() < 100 && !is_found(at)
        });
        let words: Vec<String> = words.take(MAX_CONTEXT).map(str::to_owned).collect();
        words.into_iter().map(|word| self.memory.row(&word))
    }
}

impl Step {
    /// The number of characters that were misread.
    fn units(&self) -> usize {
        self.edits.iter().map(|run| run.becomes.chars().count()).sum()
    }

    /// Whether it changes much of what is not ASCII in `text`.
    fn is_wide(&self, text: &str) -> bool {
        let count = |text: &str| text.bytes().filter(|byte| !byte.is_ascii()).count();
        let changed: usize = self.edits.iter().map(|run| count(&text[run.range.clone()])).sum();
        4 * changed >= count(text)
    }

    /// As edits of `text`.
    fn edits(&self, text: &str) -> Edits {
        self.edits.iter().map(|run| self.edit(text, run.range.clone(), &run.becomes)).collect()
    }

    fn edit(&self, text: &str, range: Range<usize>, becomes: &str) -> Edit {
        let fault = pages::fault(self.page, &text[range.clone()]);
        Edit::new(range, becomes, fault)
    }
}

impl Verdict {
    /// Whether there is nothing to do or to report.
    pub(crate) fn is_nothing(&self) -> bool {
        self.edits.is_empty() && self.doubts.is_empty() && !self.is_open
    }

    /// Takes no edit of `text`, which would become `now`.
    fn doubt_all(&mut self, text: &str, now: &str) {
        let edits = std::mem::take(&mut self.edits);
        let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return };
        let rest = text.len() - last.end;
        let becomes = now[first.start..now.len() - rest].to_owned();
        let edit = Edit::new(first.start..last.end, becomes, first.kind);
        self.doubts.push(Doubted { edit, rival: None, gain: 0 });
    }

    /// Adds `step`, which is not taken in `text`.
    fn doubt(&mut self, text: &str, step: Step) {
        let other = step.rival.as_ref().map_or(&[][..], |(runs, ..)| runs);
        let runs = || step.edits.iter().chain(other);
        let Some(start) = runs().map(|run| run.range.start).min() else { return };
        let Some(end) = runs().map(|run| run.range.end).max() else { return };
        let part = &text[start..end];
        let with = |runs: &[Run]| {
            let moved: Vec<_> = runs.iter().map(|run| run.before(start)).collect();
            words::with(part, &moved)
        };
        let (becomes, rival) = (with(&step.edits), step.rival.is_some().then(|| with(other)));
        let gain = step.gain - step.rival.as_ref().map_or(PRIOR, |(_, gain, _)| *gain);
        self.doubts.push(Doubted { edit: step.edit(text, start..end, &becomes), rival, gain });
    }
}

impl Run {
    fn after(&self, start: usize) -> Run {
        let range = self.range.start + start..self.range.end + start;
        Run { range, becomes: self.becomes.clone() }
    }

    fn before(&self, start: usize) -> Run {
        let range = self.range.start - start..self.range.end - start;
        Run { range, becomes: self.becomes.clone() }
    }
}

/// What `run` takes of `word`; it may take a space after it as well.
fn own_text<'w>(word: &'w str, run: &Run) -> &'w str {
    word.get(run.range.start..run.range.end.min(word.len())).unwrap_or_default()
}

/// Whether `run`, in `word`, is hardly ever meant as it is.
fn is_likely_run(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let after = word.get(run.range.end..).and_then(|rest| rest.chars().next());
    let mut own = own_text(word, run).chars();
    let is_capital = own.clone().next().is_some_and(char::is_uppercase);
    let is_sign = own.next().is_some_and(|one| matches!(one, 'Â' | 'Ã' | 'â'))
        && !own.next().is_some_and(|one| ('\u{2013}'..='\u{2026}').contains(&one));
    match before {
        Some('A'..='Z') => after.is_some_and(|one| one.is_ascii_lowercase()),
        Some(before) if before.is_uppercase() => false,
        Some(before) => is_sign || is_capital && before.is_ascii_lowercase(),
        None => is_sign,
    }
}

/// Whether `run` makes a mark in `word` that has no letter to stand on.
fn is_bare_mark(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let is_letter = |one: char| one.is_alphanumeric() && !one.is_ascii();
    let mark = run.becomes.chars().next().filter(|&one| is_mark(one));
    mark.is_some_and(|mark| match before {
        Some(before) => !is_letter(before) && !matches!(mark, '\u{300}'..='\u{36F}'),
        None => true,
    })
}

/// Whether `run` begins with a sign beyond Latin, and is not part of a word.
fn is_formula(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let after = word.get(run.range.end..).and_then(|rest| rest.chars().next());
    let is_letter = |one: Option<char>| one.is_some_and(char::is_alphabetic);
    let is_sign = |one: char| one > '\u{FF}' && !one.is_alphabetic();
    !is_letter(before) && !is_letter(after) && own_text(word, run).starts_with(is_sign)
}

/// Whether `run` is the unit of length, and a sign.
fn is_length(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    before.is_none_or(|one| one.is_ascii_digit()) && own_text(word, run).starts_with('Å')
}

/// Whether `run` may be meant as it is: a letter after one in the same case, and marks.
fn is_honest(word: &str, run: &Run) -> bool {
    let before = word[..run.range.start].chars().next_back();
    let mut own = own_text(word, run).chars();
    let is_inside =
        word.get(run.range.end..).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    let is_mark = |one: char| match one {
        '–' | '—' => true,
        '’' | '”' | '“' | '…' | '™' | '®' | '©' | '»' | '«' | '¡' => !is_inside,
        _ => false,
    };
    let is_like = |before: char, one: char| {
        before.is_uppercase() && one.is_uppercase() || before.is_lowercase() && one.is_lowercase()
    };
    match (before, own.next()) {
        (Some(before), Some(one)) => is_like(before, one) && own.all(is_mark),
        _ => false,
    }
}

/// Whether `run` puts a lowercase letter into `word`, which is in capitals.
fn is_lower_in_capitals(word: &str, run: &Run) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    let is_lower =
        |one: char| one.is_lowercase() && one != 'ß' && one.to_uppercase().next() != Some(one);
    capitals > 1
        && !word.bytes().any(|byte| byte.is_ascii_lowercase())
        && run.becomes.chars().any(is_lower)
}

/// The text of a reading.
fn text_of(reading: &Option<Reading>) -> Option<&str> {
    reading.as_ref().map(|reading| reading.text.as_str())
}

/// The numbers of the charsets in a set.
fn each(set: pages::Set) -> impl Iterator<Item = usize> {
    (0..WAYS).filter(move |page| set >> page & 1 == 1)
}
