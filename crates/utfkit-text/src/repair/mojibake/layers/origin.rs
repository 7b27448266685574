//! What a text may have been before it was read wrongly: followed through all charsets, layer by
//! layer, to where no charset explains what is left.

use std::ops::Range;

use crate::repair::{
    charset::MojibakeCharset,
    events::Fault,
    mojibake::{
        language::{self, Beside},
        layers::restored::Restored,
        layers::runs::{pages, restored, run_points, runs_of},
        pages::{self, tables},
        unlikely::{self, around::Surroundings, pairs, script, western::PROOF},
    },
};

/// What a text may have been before it was read wrongly, once or more.
#[derive(Debug)]
pub(crate) struct Origin {
    /// What it was read as last.
    pub(crate) charset: MojibakeCharset,
    /// The families of the charsets that it may have been read as last.
    families: u16,
    /// How often.
    pub(crate) layers: u8,
    /// Where the text is not ASCII, and what was there.
    pub(crate) runs: Vec<(Range<usize>, String)>,
    /// What was there between layers.
    stages: Vec<Vec<String>>,
    /// Points against the text as it stands.
    pub(crate) points: u32,
    /// The fewest points against what it was between layers, where that could be meant.
    between: u32,
    /// How many it takes.
    needed: u32,
    /// Points against what it was, by the same count.
    odd: u32,
    /// Whether that looks like one more layer over what is no text.
    is_open: bool,
}

impl Origin {
    pub(crate) fn is_proven(&self) -> bool {
        self.points.min(self.between) >= self.needed.max(PROOF)
    }

    /// Whether people write what it was.
    pub(crate) fn is_plain(&self) -> bool {
        self.odd < ODDER
    }

    /// Whether that is far likelier than the text as it stands.
    pub(crate) fn is_likely(&self) -> bool {
        self.is_plain() || 4 * self.odd <= self.points
    }

    /// Whether it was read as windows-1252 or ISO-8859-1.
    pub(crate) fn is_western(&self) -> bool {
        self.charset == MojibakeCharset::Windows1252
    }

    /// Whether the runs were `texts`, between layers or at last.
    pub(crate) fn passes(&self, texts: &[String]) -> bool {
        self.runs.iter().map(|(_, was)| was).eq(texts)
            || self.stages.iter().any(|stage| stage.as_slice() == texts)
    }

    /// What was wrong.
    pub(crate) fn fault(&self) -> Fault {
        Fault::Mojibake { charset: self.charset, layers: self.layers }
    }

    /// What `text` was.
    pub(crate) fn of(&self, text: &str) -> String {
        replaced(text, &self.runs)
    }

    /// This one of what `step` made.
    fn under(mut self, step: &Step) -> Self {
        self.stages.push(step.runs.iter().map(|(_, was)| was.clone()).collect());
        let could_be_meant = step.needed.is_some();
        let between = if could_be_meant { self.between.min(self.points) } else { self.between };
        // What a run becomes is a run again.
        let ranges = step.runs.iter().map(|(range, _)| range.clone());
        let runs = ranges.zip(self.runs.into_iter().map(|(_, run)| run)).collect();
        Self {
            charset: step.charset,
            families: step.families,
            layers: self.layers + 1,
            runs,
            points: step.points,
            between,
            ..self
        }
    }
}

/// By how many points a text is likelier than another: one with a capital or a sign inside a word
/// is none beside one without.
pub(crate) const ODDER: u32 = 5;

/// All that a text may have been.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    /// The likeliest first.
    all: Vec<Origin>,
    /// By which families of charsets it looks like a layer over what is no text: a bit for each.
    dead_ends: u16,
    /// The families in which that is no text that is known, and else as good as any.
    unknown: u16,
    /// Whether there are more than were looked at.
    more: bool,
}

impl Origins {
    /// Those of `text`, which is a line.
    pub(crate) fn of(text: &str) -> Self {
        Self::within("", text)
    }

    /// Those of `text`, which is a part of a line of which the others are `beside`.
    pub(crate) fn within(beside: &str, text: &str) -> Self {
        const MAX_STEPS: u32 = 40;
        let mut steps = MAX_STEPS;
        let mut origins = Self::after(Beside::new(beside), text, 1, &mut steps);
        origins.all.sort_by_key(|one| one.odd);
        origins
    }

    /// Those of `text`, if it was read wrongly so many times or more.
    fn after(beside: Beside<'_>, text: &str, layers: u8, most: &mut u32) -> Self {
        const MAX_LAYERS: u8 = 8;
        let mut found = Self::default();
        let steps = steps(beside, text);
        let mut stands = None;
        for step in steps {
            // What nothing speaks against is no layer over what much does.
            let mut is_odder =
                || step.odd >= *stands.get_or_insert_with(|| oddity(beside, text)) + ODDER;
            if step.points < PROOF && !step.is_unknown && is_odder() {
                continue;
            }
            if *most == 0 || layers > MAX_LAYERS {
                found.more = true;
                break;
            }
            *most -= 1;
            let deeper = Self::after(beside, &replaced(text, &step.runs), layers + 1, most);
            found.add(step, deeper);
        }
        found
    }

    /// Adds where `step` leads to, of which `deeper` are the origins.
    fn add(&mut self, step: Step, deeper: Self) {
        self.more |= deeper.more;
        if !deeper.all.is_empty() {
            self.all.extend(deeper.all.into_iter().map(|one| one.under(&step)));
        } else if let Some(needed) = step.needed {
            let Step { charset, families, runs, points, odd, .. } = step;
            // Layers are of one charset, or of some that are nearly the same.
            let is_open = deeper.dead_ends & families > 0;
            let (layers, between) = (1, u32::MAX);
            self.all.push(Origin {
                charset,
                families,
                layers,
                runs,
                stages: Vec::new(),
                points,
                between,
                needed,
                odd,
                is_open,
            });
        } else if step.points > 0 || step.is_unknown {
            self.dead_ends |= step.families;
            if step.is_unknown && step.odd < ODDER {
                self.unknown |= step.families;
            }
        }
    }

    pub(crate) fn first(&self) -> Option<&Origin> {
        self.all.first()
    }

    /// Another than the first that is as likely.
    pub(crate) fn rival(&self) -> Option<&Origin> {
        let first = self.first()?;
        self.all.iter().find(|one| one.odd < first.odd + ODDER && one.runs != first.runs)
    }

    /// Whether nothing says that it is the first, and no other.
    pub(crate) fn is_open(&self) -> bool {
        let is_open = |one: &Origin| one.is_open || self.unknown & one.families > 0;
        self.more || self.rival().is_some() || self.first().is_some_and(is_open)
    }

    /// Whether the text, which was read as `charset`, is as it was, as far as charsets can tell.
    pub(crate) fn is_none(&self, charset: MojibakeCharset) -> bool {
        self.all.is_empty() && self.dead_ends & family(charset) == 0 && !self.more
    }
}

/// The bit of the charsets that have most of their characters at the same bytes as `charset`.
fn family(charset: MojibakeCharset) -> u16 {
    match charset {
        MojibakeCharset::Windows1251 => 1,
        MojibakeCharset::Windows1253 | MojibakeCharset::Iso8859_7 => 2,
        MojibakeCharset::MacRoman => 4,
        MojibakeCharset::CodePage437 => 8,
        MojibakeCharset::Koi8R => 16,
        MojibakeCharset::Windows1255 => 64,
        MojibakeCharset::Windows1256 => 128,
        MojibakeCharset::Windows874 => 256,
        MojibakeCharset::CodePage850 => 512,
        MojibakeCharset::CodePage852 => 1024,
        MojibakeCharset::CodePage866 => 2048,
        MojibakeCharset::MacCyrillic => 4096,
        MojibakeCharset::Iso8859_15 => 8192,
        _ => 32,
    }
}

/// A text as it is if it was read as a charset.
struct Step {
    /// The first of those that explain it.
    charset: MojibakeCharset,
    /// The families of all of them.
    families: u16,
    runs: Vec<(Range<usize>, String)>,
    points: u32,
    /// `None` if no points are enough.
    needed: Option<u32>,
    odd: u32,
    /// Whether it holds characters that hardly any text does.
    is_unknown: bool,
}

/// All steps that lead to different texts.
fn steps(beside: Beside<'_>, text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = windows1252(beside, text).into_iter().collect();
    let mut pages: Vec<_> = pages(text).collect();
    if let Some(western) = steps.first_mut() {
        // Most of the others that can be are the same there.
        pages.retain(|&page| {
            let is_same = is_as_in_windows1252(text, page);
            western.families |= if is_same { family(tables::charset(page)) } else { 0 };
            !is_same
        });
    }
    for page in pages {
        let Some(runs) = runs_by(text, |run| restored(run, page)) else { continue };
        let charset = tables::charset(page);
        if let Some(same) = steps.iter_mut().find(|step| step.runs == runs) {
            same.families |= family(charset);
            continue;
        }
        let points = |range: Range<usize>, restored: &str| run_points(text, range, restored);
        steps.push(step(beside, text, charset, runs, points));
    }
    steps
}

/// Whether all characters of `text` beyond ASCII are the same bytes in the charset of `page` and
/// in windows-1252.
fn is_as_in_windows1252(text: &str, page: usize) -> bool {
    text.chars().filter(|character| !character.is_ascii()).all(|character| {
        tables::row(character)
            .is_some_and(|row| Some(row.bytes[page]) == pages::western::byte(character))
    })
}

/// `text` read as windows-1252 or ISO-8859-1.
fn windows1252(beside: Beside<'_>, text: &str) -> Option<Step> {
    let runs = runs_by(text, |run| {
        Restored::of(run).filter(|restored| restored.len == run.len()).map(|one| one.text)
    })?;
    let points = |Range { start, end }, _: &str| {
        unlikely::western::points(&text[..start], &text[start..end], &text[end..])
    };
    Some(step(beside, text, MojibakeCharset::Windows1252, runs, points))
}

/// What each run of `text` becomes; `None` if there is none, or one becomes nothing.
fn runs_by(
    text: &str,
    restored: impl Fn(&str) -> Option<String>,
) -> Option<Vec<(Range<usize>, String)>> {
    let runs = runs_of(text).map(|range| Some((range.clone(), restored(&text[range])?)));
    runs.collect::<Option<Vec<_>>>().filter(|runs| !runs.is_empty())
}

/// `text` with `runs` in it.
fn replaced(text: &str, runs: &[(Range<usize>, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, restored) in runs {
        out.push_str(&text[done..range.start]);
        out.push_str(restored);
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// Points against `text`, a part of a line of which the others are `beside`, as it stands.
fn oddity(beside: Beside<'_>, text: &str) -> u32 {
    let runs = runs_of(text).map(|place| pairs::of_text(text, place));
    runs.sum::<u32>() + language::points(beside, text)
}

/// The step from `text` to `runs` in it.
fn step(
    beside: Beside<'_>,
    text: &str,
    charset: MojibakeCharset,
    runs: Vec<(Range<usize>, String)>,
    points: impl Fn(Range<usize>, &str) -> u32,
) -> Step {
    let points = runs.iter().map(|(range, restored)| points(range.clone(), restored)).sum();
    let whole = replaced(text, &runs);
    // MacRoman has `Ã` for the lead of combining marks.
    let has_marks = || runs.iter().any(|(_, run)| run.chars().any(script::is_mark));
    let marks = if charset == MojibakeCharset::MacRoman && has_marks() { 2 * ODDER } else { 0 };
    let odd = oddity(beside, &whole) + marks;
    let around = Surroundings::of(&whole);
    let needed = |place: Range<usize>| script::needed(&around, place.clone(), &whole[place]);
    let needed = runs_of(&whole).map(needed).try_fold(0, |most, one| Some(most.max(one?)));
    let is_unknown = needed.is_none() && runs.iter().any(|(_, run)| script::is_unknown(run));
    let families = family(charset);
    Step { charset, families, runs, points, needed, odd, is_unknown }
}
