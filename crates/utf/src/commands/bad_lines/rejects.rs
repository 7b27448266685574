//! Where bad lines go, and the report on them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    args::BadLinesArgs,
    failure::Failure,
    outlet::{Good, Outlet},
    report::Line,
};
use crate::{
    input::operand::Operand,
    output::separate::keep_apart,
    process::{exit::Exit, json_line, names, problem::Problem},
};
use utfkit_text::lines::{Held, Rejected, Tally};

/// The files that bad lines and the report on them are written to, replaced as a whole in the end.
pub struct Rejects {
    lines: Outlet,
    report: Option<Outlet>,
    /// The name of the text, as the report has it, and as a terminal may.
    path: PathBuf,
    name: String,
    /// The first lines that were rejected.
    first: Vec<u64>,
}

impl Rejects {
    /// Where `args` say that bad lines of `operand` go; `None` if nowhere. None of the files may be
    /// another, nor `output`, nor the text itself, which would be lost.
    pub fn open(
        args: &BadLinesArgs,
        operand: &Operand,
        output: Option<&Path>,
    ) -> Result<Option<Self>, Problem> {
        let Some(path) = &args.bad_lines else { return Ok(None) };
        let report = args.bad_lines_report.as_deref();
        let input = match operand {
            Operand::Path(path) | Operand::Copy { path, .. } => Some(path.as_path()),
            Operand::StandardInput => None,
        };
        // Without -o good lines go to standard output.
        let output = Some(output.unwrap_or(Path::new("-")));
        let (bad, good, text) =
            (("--bad-lines", Some(path.as_path())), ("the output", output), ("the input", input));
        let told = ("--bad-lines-report", report);
        keep_apart(&[[bad, text], [bad, good], [told, text], [told, good], [told, bad]])?;
        Ok(Some(Self {
            lines: Outlet::open(path)?,
            report: report.map(Outlet::open).transpose()?,
            path: operand.path().to_owned(),
            name: operand.name(),
            first: Vec::new(),
        }))
    }

    /// Whether a file that is written at once is the text itself, of which `input` are the
    /// metadata.
    pub fn overwrites(&self, input: &fs::Metadata) -> bool {
        self.lines.overwrites(input)
            || self.report.as_ref().is_some_and(|report| report.overwrites(input))
    }

    /// Takes a line, before which all stands that `good` has.
    pub fn take(
        &mut self,
        rejected: &Rejected,
        line: &Held<'_>,
        good: &Good,
    ) -> Result<(), Failure> {
        const MAX_FIRST: usize = 5;
        if self.first.len() < MAX_FIRST {
            self.first.push(rejected.line);
        }
        let Self { lines, .. } = self;
        let wrong = |error| Failure::of_long_line(&error);
        line.original().each(wrong, |bytes| Ok(lines.write(bytes)?))?;
        let Some(report) = &mut self.report else { return Ok(()) };
        Ok(write(report, &Line::rejected(&self.path, rejected, Some(good.lines())))?)
    }

    /// All lines are sorted: the files get their names. Gives what there is to say, if anything, and
    /// whether all was read.
    pub fn finish(mut self, tally: &Tally) -> Result<(Option<String>, Exit), Problem> {
        if let Some(report) = &mut self.report {
            write(report, &Line::summary(tally, 0))?;
        }
        let bad = self.lines.name().to_owned();
        let mut exit = Exit::Well;
        for output in [Some(self.lines), self.report].into_iter().flatten() {
            exit = exit.max(output.finish()?);
        }
        if tally.rejected == 0 {
            return Ok((None, exit));
        }
        let Tally { lines, rejected, .. } = *tally;
        let numbers: Vec<_> = self.first.iter().map(u64::to_string).collect();
        let more = if rejected > self.first.len() as u64 { ", …" } else { "" };
        let (plural, numbers) = (if rejected == 1 { "line" } else { "lines" }, numbers.join(", "));
        let of = if lines == 1 { "line" } else { "lines" };
        let words = format!(
            "utf: {}: {rejected} of {lines} {of} rejected to {bad} ({plural} {numbers}{more})\n",
            self.name
        );
        Ok((Some(words), exit))
    }
}

fn write(report: &mut Outlet, line: &Line<'_>) -> Result<(), Problem> {
    let mut text = Vec::new();
    let made = json_line::write_line(&mut text, line);
    made.map_err(|error| Problem::with(report.name(), &error))?;
    report.write(&text)
}

/// Refuses several texts: numbers of lines are those of one.
pub fn only(paths: &[PathBuf], flag: &str) -> Result<Operand, Problem> {
    match paths {
        [] => Ok(Operand::StandardInput),
        [path] if path.is_dir() => {
            Err(Problem::new(format!("{}: Is a folder; {flag} takes a file", names::path(path))))
        }
        [path] => Ok(Operand::from_path(path)),
        _ => Err(Problem::new(format!("{flag} takes one file")).hint("sort them one by one")),
    }
}
