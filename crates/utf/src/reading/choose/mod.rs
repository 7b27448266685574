//! Chooses the encoding of a file or a line: UTF-8 if the text is well-formed, else the first
//! candidate that fits, else the fallback.

pub mod shifts;

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
};

use utfkit::{
    Encoding,
    encoding::{Bom, BomPolicy, ByteOrder, Label, LabelSet},
};
use utfkit_text::{
    detect::{Detection, Lookout},
    streams::choose::fit,
};

use super::{detection, looks::Looks};
use crate::{
    args::encoding,
    files::reading::{Head, copy},
    process::{problem::Problem, waiting::BlockingIo},
    reading,
    system::facts::Facts,
};
use utfkit_text::detect::Likeliest;

pub use utfkit_text::streams::{Candidates, Use};

/// The arguments that name what text may be in.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ChoiceArgs {
    /// The encoding of files that have no BOM and are not UTF-8
    #[arg(long, value_name = "ENC")]
    fallback: Option<String>,
    /// Encodings to try, in this order, for files that have no BOM and are not UTF-8. The first one
    /// in which all of the file is well-formed is used. A reading with private-use or control
    /// characters is only used if no later one is better. For UTF-16 and UTF-32, the file must also
    /// look like text, because almost any bytes are well-formed UTF-16. Put charsets in which every
    /// byte is a character, such as cp850, last
    #[arg(long, value_name = "ENC,…", value_delimiter = ',')]
    candidates: Vec<String>,
    /// Use the most likely encoding, as in `utf detect`, for files that have no BOM, are not UTF-8
    /// and fit no candidate. Each guess is reported. Files that look like UTF-16 or UTF-32 are
    /// guessed before UTF-8 is tried, because ASCII in UTF-16 is also valid UTF-8
    #[arg(long)]
    guess: bool,
    /// The minimum confidence of a guess, from 0 to 1 [default: 0.9 with -i, or else 0.5]
    #[arg(long, value_name = "P", value_parser = confidence)]
    min_confidence: Option<u32>,
}

/// Parses a confidence from 0 to 1. Returns it in percent, rounded up.
pub fn confidence(text: &str) -> Result<u32, String> {
    match text.parse::<f64>() {
        Ok(value @ 0.0..=1.0) => Ok((value * 100.0).ceil() as u32),
        _ => Err("not a number from 0 to 1".to_owned()),
    }
}

/// The minimum confidence of a guess, in percent.
const MIN_PERCENT: u32 = 50;
/// The minimum confidence of a guess for files that are replaced, in percent.
const MIN_PERCENT_IN_PLACE: u32 = 90;

/// The arguments that name what text may be in, for commands that can read line by line.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LineChoiceArgs {
    #[command(flatten)]
    choice: ChoiceArgs,
    /// Choose among --candidates and --fallback for each line, not for each file. A line longer than
    /// 4 MiB is split into parts of that length
    #[arg(long)]
    by_line: bool,
}

impl LineChoiceArgs {
    /// Returns `true` if each line has its own encoding.
    pub fn is_by_line(&self) -> bool {
        self.by_line
    }

    /// Returns the candidates, like [`ChoiceArgs::candidates`]. Files that are replaced `in_place`
    /// need a better guess.
    pub fn candidates(
        &self,
        from: encoding::From,
        set: LabelSet,
        in_place: bool,
    ) -> Result<Option<Candidates>, Problem> {
        let candidates = self.choice.of(from, set, self.by_line)?;
        let is_raised = in_place && self.choice.min_confidence.is_none();
        Ok(candidates.map(|one| {
            if is_raised { Candidates { min_percent: MIN_PERCENT_IN_PLACE, ..one } } else { one }
        }))
    }
}

impl ChoiceArgs {
    /// Returns the candidates, or `None` if there are none. Returns an error if they do not make
    /// sense with `from`.
    pub fn candidates(
        &self,
        from: encoding::From,
        set: LabelSet,
    ) -> Result<Option<Candidates>, Problem> {
        self.of(from, set, false)
    }

    fn of(
        &self,
        from: encoding::From,
        set: LabelSet,
        by_line: bool,
    ) -> Result<Option<Candidates>, Problem> {
        let parsed = self.candidates.iter().map(|one| encoding::parse("--candidates", one, set));
        let list: Vec<_> = parsed.collect::<Result<_, _>>()?;
        let parsed = self.fallback.as_ref().map(|one| encoding::parse("--fallback", one, set));
        let fallback = parsed.transpose()?;
        let named = || list.iter().chain(&fallback);
        if self.guess && by_line {
            return Err(Problem::new("--by-line: a line is too short for a guess")
                .hint("name the possible encodings with `--candidates`"));
        }
        if named().next().is_none() && !self.guess {
            return if by_line {
                Err(Problem::new("--by-line: no --candidates to choose from"))
            } else {
                Ok(None)
            };
        }
        let mut later = named();
        while let Some(&label) = later.next() {
            let hidden = later.clone().find(|label| label.encoding().unit_bytes() == 1);
            let (Some(hidden), true) = (hidden, fit::fits_everything(label)) else { continue };
            let (label, hidden) = (label.encoding(), hidden.encoding());
            let words = format!(
                "--candidates: {hidden} is never used, because every text fits {label}, which comes first"
            );
            return Err(
                Problem::new(words).hint(format!("put {label} last, or use `--guess` instead"))
            );
        }
        if from != encoding::From::Auto {
            return Err(Problem::new(
                "--candidates, --fallback and --guess can only be used with `-f auto`",
            ));
        }
        if let Some(hidden) = list.iter().map(|label| label.encoding()).find(|it| it.has_shifts()) {
            let words = format!(
                "--candidates: text in {hidden} is also valid UTF-8 and would be read as UTF-8"
            );
            return Err(
                Problem::new(words).hint(format!("use `-f {hidden}` if you know the encoding"))
            );
        }
        let mut encodings = named().map(|label| label.encoding());
        let hidden = encodings.find(|&encoding| hides_in_utf8(encoding));
        if let (true, Some(hidden)) = (by_line, hidden) {
            let words = format!("--by-line: a line in {hidden} cannot be distinguished from UTF-8");
            return Err(Problem::new(words));
        }
        let min_percent = self.min_confidence.unwrap_or(MIN_PERCENT);
        Ok(Some(Candidates { list, fallback, guess: self.guess, min_percent, by_line }))
    }
}

/// The encoding that was chosen for a whole file.
pub struct Chosen {
    /// The file, at its start, or a copy if the data came through a pipe.
    pub file: File,
    pub label: Label,
    /// The reason for a guess, if the encoding was guessed.
    pub guessed: Option<String>,
    /// The judgement of the text, if the whole file was examined.
    pub looks: Option<Looks>,
    /// The form of UTF-16 or UTF-32 that the file looks like, if another encoding was chosen.
    pub overruled: Option<Encoding>,
    /// The option that named the encoding, unless the text proves it.
    pub option: Option<&'static str>,
    /// Whether the text is read as UTF-8 only because nothing fits it.
    pub is_unsure: bool,
}

/// Chooses the encoding of a file.
pub struct Choice<'c>(pub &'c Candidates);

impl Choice<'_> {
    /// Chooses the encoding of `file`, which is read completely. Input that cannot be read twice is
    /// copied to a temporary file. If nothing fits, the result is UTF-8.
    ///
    /// With `Forbid`, a BOM is not looked for. With `Require`, only a BOM is.
    pub fn choose(&self, mut file: File, bom: Option<BomPolicy>) -> io::Result<Chosen> {
        let regular = Facts::of(&file)?.is_file();
        if !regular {
            file = copy(&mut file)?;
        }
        let start = file.stream_position()?;
        let (head, bytes) = Head::peek_at(&file, start)?;
        let found = Bom::of(&bytes).filter(|_| bom != Some(BomPolicy::Forbid));
        let looks_like = head.content(&bytes, Encoding::Utf8).looks_like();
        let fitting = match found {
            Some(found) => Some(found.encoding().into()),
            // Without the required BOM the text is invalid, even if an encoding fits.
            None if bom == Some(BomPolicy::Require) => Some(Encoding::Utf8.into()),
            None => match looks_like {
                Some(units) => self.fitting_units(units, &mut file, start, bom)?,
                None => self.fitting(&mut file, start, bom)?,
            },
        };
        // Text with shifts is well-formed UTF-8 too.
        let may_shift = found.is_none()
            && bom != Some(BomPolicy::Require)
            && fitting.is_some_and(|label| label.encoding() == Encoding::Utf8)
            && (self.0.guess || self.0.fallback.is_some_and(|one| one.encoding().has_shifts()));
        let shifted =
            if may_shift { shifts::detect(&mut file, start, self.0.min_percent)? } else { None };
        let fitting = match &shifted {
            Some(detection) => self.shifted(detection, &mut file, start)?,
            None => fitting,
        };
        let guessed = match (fitting, self.0.guess, shifted) {
            (None, true, Some(detection)) => Guessed::of(detection, self.0.min_percent),
            (None, true, None) => guess(&mut file, start, self.0.min_percent)?,
            _ => None,
        };
        let fitting = match fitting {
            None if guessed.is_none() && looks_like.is_some() => {
                self.fitting(&mut file, start, bom)?
            }
            fitting => fitting,
        };
        let (likeliest, looks, guessed) = match guessed {
            Some(Guessed { likeliest, looks, words }) => (Some(likeliest), looks, Some(words)),
            None => (None, None, None),
        };
        // If some of the text is UTF-8, reading all of it as something else would damage that. As
        // UTF-8, reading stops at the first other text.
        let guess = likeliest.map(|likeliest| likeliest.one().unwrap_or(Encoding::Utf8).into());
        let option = match (fitting, guess) {
            (Some(label), _) => {
                let is_named = found.is_none() && label.encoding() != Encoding::Utf8;
                is_named.then_some("--candidates")
            }
            (None, None) => self.0.fallback.map(|_| "--fallback"),
            (None, Some(_)) => None,
        };
        let is_unsure = fitting.or(guess).or(self.0.fallback).is_none();
        let label = fitting.or(guess).or(self.0.fallback).unwrap_or(Encoding::Utf8.into());
        let overruled = looks_like.filter(|&units| found.is_none() && !has_units(label, units));
        Ok(Chosen { file, label, guessed, looks, overruled, option, is_unsure })
    }

    /// Returns the encoding of a text with shifts: the fallback if that has shifts and fits, or else
    /// `None` if the encoding is to be guessed, or else UTF-8.
    fn shifted(
        &self,
        detection: &Detection,
        file: &mut File,
        start: u64,
    ) -> io::Result<Option<Label>> {
        let is_near = |label: &Label| {
            detection.encoding().is_some_and(|likeliest| are_related(likeliest, label.encoding()))
        };
        let named: Vec<_> = self.0.fallback.into_iter().filter(is_near).collect();
        let fits = fitting_one((file, start), &named, None, true)?.is_some();
        Ok((!fits && !self.0.guess).then_some(Encoding::Utf8.into()))
    }

    /// Returns the first encoding in which all of `file` from `start` on is well-formed.
    fn fitting(
        &self,
        file: &mut File,
        start: u64,
        bom: Option<BomPolicy>,
    ) -> io::Result<Option<Label>> {
        match fitting_one((file, start), &[Encoding::Utf8.into()], bom, false)? {
            None => fitting_one((file, start), &self.0.list, bom, false),
            utf8 => Ok(utf8),
        }
    }

    /// Returns the first fitting encoding of a file that looks like `units`, a form of UTF-16 or
    /// UTF-32. Only encodings with the same units are tried. The text need not be plausible in them,
    /// because its look shows the units.
    ///
    /// An encoding that the user named, or else a requested guess, comes before UTF-8, because
    /// ASCII with NULs in between is well-formed UTF-8. It also comes before encodings in which all
    /// bytes are well-formed.
    fn fitting_units(
        &self,
        units: Encoding,
        file: &mut File,
        start: u64,
        bom: Option<BomPolicy>,
    ) -> io::Result<Option<Label>> {
        let last = self.0.fallback.filter(|_| !self.0.guess);
        let named = self.0.list.iter().copied().chain(last);
        let named: Vec<_> = named.filter(|&label| has_units(label, units)).collect();
        fitting_one((file, start), &named, bom, true)
    }
}

/// Returns `true` if two encodings with shifts are equal, or have the same escape sequences.
fn are_related(one: Encoding, other: Encoding) -> bool {
    const JAPANESE: &str = "iso-2022-jp";
    one == other || [one, other].iter().all(|encoding| encoding.name().starts_with(JAPANESE))
}

/// Returns the first of `labels` in which all of `file` from `start` on is well-formed, and
/// plausible unless `is_seen`.
fn fitting_one(
    (file, start): (&mut File, u64),
    labels: &[Label],
    bom: Option<BomPolicy>,
    is_seen: bool,
) -> io::Result<Option<Label>> {
    let fitting = fit::first(&mut BlockingIo(file), labels, bom, is_seen)?;
    file.seek(SeekFrom::Start(start))?;
    Ok(fitting)
}

/// Returns `true` if text with the label has units of the same size and byte order as `other`.
fn has_units(label: Label, other: Encoding) -> bool {
    let units = |label: Label| (label.encoding().unit_bytes(), order(label));
    units(label) == units(other.into())
}

/// Returns the byte order of text with the label that has no BOM.
fn order(label: Label) -> ByteOrder {
    label.encoding().byte_order().or(label.order()).unwrap_or_default()
}

/// Returns a lookout for other text in a stream that begins with `head`, for which `label` was
/// chosen. Text without a BOM is treated as if it had one.
pub fn lookout(label: Label, head: &[u8]) -> Lookout {
    let mut lookout = Lookout::new();
    if Bom::of(head).is_none()
        && label.encoding().unit_bytes() > 1
        && let Some(mark) = label.encoding().mark(order(label))
    {
        lookout.push(mark.bytes());
    }
    lookout
}

/// The result of a guess.
struct Guessed {
    likeliest: Likeliest,
    looks: Option<Looks>,
    /// The reason.
    words: String,
}

/// Returns the likeliest encoding of `file` from `start` on, and the reason; `None` if it is
/// unknown, or its confidence is below `min_percent`.
fn guess(file: &mut File, start: u64, min_percent: u32) -> io::Result<Option<Guessed>> {
    let detection = reading::detection::read(file, None)?;
    file.seek(SeekFrom::Start(start))?;
    Ok(Guessed::of(detection, min_percent))
}

impl Guessed {
    /// Returns the guess from a `detection`; `None` if it is below `min_percent`.
    fn of(detection: Detection, min_percent: u32) -> Option<Self> {
        let percent = detection::percent(detection.confidence());
        let is_enough = |one: &Likeliest| one.one().is_none() || percent >= min_percent;
        let likeliest = Likeliest::of(&detection).filter(is_enough)?;
        let words = detection::words(&detection);
        let words = match likeliest.one() {
            Some(_) => words,
            None => format!("read as utf-8, because not all of it is in one encoding: {words}"),
        };
        Some(Self { likeliest, looks: Looks::of(detection), words })
    }
}

impl Chosen {
    /// Returns the message about the encoding of the file `name`, unless that is UTF-8.
    pub fn message(&self, name: &str) -> Option<String> {
        match &self.guessed {
            Some(words) => Some(format!("utf: {name}: guessed: {words}\n")),
            None => read_as(name, self.label.encoding()),
        }
    }
}

/// Returns `true` if a line in `encoding` may also be a line in UTF-8, so that the two cannot be
/// distinguished. Either the encoding has units of several bytes, where a line feed byte does not
/// end a line, or all its bytes are ASCII.
pub fn hides_in_utf8(encoding: Encoding) -> bool {
    encoding.unit_bytes() > 1 || !encoding.has_line_feed_unit()
}

/// Returns the message about the encoding of a file, unless that is UTF-8.
pub fn read_as(name: &str, encoding: Encoding) -> Option<String> {
    (encoding != Encoding::Utf8).then(|| format!("utf: {name}: read as {encoding}\n"))
}

/// Returns the message about the lines that were read in another encoding than UTF-8.
pub fn lines_read(name: &str, used: &Use) -> String {
    let Use { encoding, lines, first, .. } = used;
    let plural = if *lines == 1 { "line" } else { "lines" };
    let numbers: Vec<_> = first.iter().map(u64::to_string).collect();
    let more = if *lines > first.len() as u64 { ", …" } else { "" };
    let numbers = numbers.join(", ");
    format!("utf: {name}: {lines} {plural} read as {encoding} ({plural} {numbers}{more})\n")
}
