//! The decision about a text: the layers of mojibake to remove, and the parts that stay.

use utfkit::utf8;

use crate::{
    model::{
        reread::Row,
        score::{BIT, Cost},
    },
    repair::{
        edit::{self, Edit, Edits},
        misread::{
            judge::{Judge, each},
            pages,
            steps::{KNOWN_LIMIT, LIMIT, MAX_SAMPLE, Step},
            words::{self, Run},
        },
    },
};

/// Two interpretations are both possible if their costs differ by less.
const RIVAL: Cost = 5 * BIT;

/// The gain at which a text is as likely damaged as not.
const PRIOR: Cost = 10 * BIT;

/// A text is noise if it costs more: per byte, and in total.
const NOISE: Cost = 5 * BIT;
const NOISE_AT_ALL: Cost = 56 * BIT;

/// The maximum number of bytes of a word that are examined for noise.
const MAX_NOISE: usize = 200;

/// If more bytes change, and they are most of the non-ASCII bytes, the text is not noise.
const MAX_CHANGED: usize = 40;

/// The maximum number of layers that are removed.
const MAX_LAYERS: usize = 8;

/// The maximum number of layers that are examined to compare two interpretations.
const MAX_BELOW: usize = 3;

/// The maximum number of words that are compared.
const MAX_COMPARED: usize = 48;

/// The gain from which a text that stays is reported.
const DOUBT: Cost = 11 * BIT;

/// The decision about a text.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) edits: Edits,
    /// The charsets in which the text was misread.
    pages: pages::Set,
    /// Changes that are not made, because the text is about mojibake.
    pub(crate) examples: Edits,
    /// Changes that may be correct, and are not made.
    pub(crate) doubts: Vec<Alternative>,
    /// Whether the decision could change once the charset of the file is known.
    pub(crate) is_open: bool,
}

/// A possible change that is not made.
#[derive(Debug)]
pub(crate) struct Alternative {
    pub(crate) edit: Edit,
    /// The other interpretation; `None` is the text as it is.
    pub(crate) rival: Option<String>,
    /// The difference between the costs of the two.
    pub(crate) gain: Cost,
}

impl Judge {
    /// Decides about `text`, which is a line or a part of a line.
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
                // After a layer was removed, the positions are those of another text.
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
        // If two layers were found, both are removed, or neither.
        if is_half_done {
            verdict.doubt_all(text, &now);
            return verdict;
        }
        if self.is_noise(text, &now, &verdict.edits) {
            return Verdict::default();
        }
        verdict.pages = pages;
        verdict
    }

    /// Notes the charsets of a text whose edits are made.
    pub(crate) fn learn(&mut self, verdict: &Verdict) {
        if !verdict.edits.is_empty() {
            each(verdict.pages)
                .for_each(|page| self.used[page] = self.used[page].saturating_add(1));
        }
    }

    /// Returns `true` if `now`, which `edits` made of `text`, still is not text. Noise that becomes
    /// better noise was never text.
    fn is_noise(&mut self, text: &str, now: &str, edits: &Edits) -> bool {
        let count = |text: &str| text.bytes().filter(|byte| !byte.is_ascii()).count();
        let changed: usize = edits.iter().map(|edit| count(&text[edit.start..edit.end])).sum();
        if edits.is_empty() || changed > MAX_CHANGED && 4 * changed > 3 * count(text) {
            return false;
        }
        // A few signs between Latin letters are not Cyrillic letters.
        if changed <= MAX_CHANGED && mixes_scripts(now) && !mixes_scripts(text) {
            return true;
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

    /// Adds the gain of the layers below to the gains of `step` and its rival, and makes the better
    /// one the step. Mojibake below a layer proves the layer. If both end in the same text, they
    /// are not rivals.
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

    /// Returns the cost of the first non-ASCII words of `text`.
    fn cost_of(&mut self, text: &str) -> Cost {
        let mut sum = Row::ZERO;
        let words = text.split_ascii_whitespace().filter(|word| !word.is_ascii());
        for word in words.take(MAX_COMPARED) {
            let word = &word[..utf8::floor_boundary(word.as_bytes(), MAX_NOISE)];
            sum.add(&self.memory.row(word));
        }
        sum.best().1
    }

    /// Returns the gain of the next layers of `text`, and the text below them.
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
}

/// Returns `true` if `text` has a Cyrillic letter next to a Latin one.
fn mixes_scripts(text: &str) -> bool {
    let is_cyrillic = |c: char| matches!(c, '\u{400}'..='\u{52F}');
    let mut pairs = text.chars().zip(text.chars().skip(1));
    pairs.any(|(one, next)| {
        one.is_ascii_alphabetic() && is_cyrillic(next)
            || is_cyrillic(one) && next.is_ascii_alphabetic()
    })
}

impl Verdict {
    /// Returns `true` if there is nothing to do or to report.
    pub(crate) fn is_nothing(&self) -> bool {
        self.edits.is_empty() && self.examples.is_empty() && self.doubts.is_empty() && !self.is_open
    }

    /// Withdraws the edits of `text`, which would have become `now`.
    fn doubt_all(&mut self, text: &str, now: &str) {
        let edits = std::mem::take(&mut self.edits);
        let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return };
        let rest = text.len() - last.end;
        let becomes = now[first.start..now.len() - rest].to_owned();
        let edit = Edit::new(first.start..last.end, becomes, first.kind);
        self.doubts.push(Alternative { edit, rival: None, gain: 0 });
    }

    /// Adds `step`, which is not made in `text`.
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
        self.doubts.push(Alternative { edit: step.edit(text, start..end, &becomes), rival, gain });
    }
}

impl Run {
    fn before(&self, start: usize) -> Run {
        let range = self.range.start - start..self.range.end - start;
        Run { range, becomes: self.becomes.clone() }
    }
}
