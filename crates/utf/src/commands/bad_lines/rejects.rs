//! The outputs for bad lines and the report about them.

use std::path::{Path, PathBuf};

use super::{
    args::BadLinesArgs,
    failure::Failure,
    outlet::{Good, Outlet},
    report::JsonLine,
};
use crate::{
    input::operand::Operand,
    output::separate::keep_apart,
    process::{exit::Exit, json_line, names, problem::Problem},
    system::facts::Facts,
};
use utfkit_text::lines::{Held, Rejected, Tally};

/// The files for bad lines and for the report about them. They are replaced completely at the end.
pub struct Rejects {
    lines: Outlet,
    report: Option<Outlet>,
    /// The name of the text in the report, and the name that is safe for a terminal.
    path: PathBuf,
    name: String,
    /// The numbers of the first rejected lines.
    first: Vec<u64>,
}

impl Rejects {
    /// Opens the outputs that `args` name for bad lines of `operand`; `None` if there are none.
    /// Returns an error if two of the files are the same, or if one is `output` or the text itself,
    /// which would be lost.
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
        // Without `-o`, good lines go to stdout.
        let output = Some(output.unwrap_or(Path::new("-")));
        let (bad, good, text) =
            (("--bad-lines", Some(path.as_path())), ("the output", output), ("the input", input));
        let report_file = ("--bad-lines-report", report);
        keep_apart(&[
            [bad, text],
            [bad, good],
            [report_file, text],
            [report_file, good],
            [report_file, bad],
        ])?;
        Ok(Some(Self {
            lines: Outlet::open(path, args.overwrite)?,
            report: report.map(|path| Outlet::open(path, args.overwrite)).transpose()?,
            path: operand.path().to_owned(),
            name: operand.name(),
            first: Vec::new(),
        }))
    }

    /// Returns `true` if a file that is written at once is the text itself, with the metadata
    /// `input`.
    pub fn overwrites(&self, input: &Facts) -> bool {
        self.lines.overwrites(input)
            || self.report.as_ref().is_some_and(|report| report.overwrites(input))
    }

    /// Writes a rejected line. All earlier good lines are already in `good`.
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
        Ok(write(report, &JsonLine::rejected(&self.path, rejected, Some(good.lines())))?)
    }

    /// Completes the files after all lines were sorted. Returns the message to print, if there is
    /// one, and whether the outputs were read completely.
    pub fn finish(mut self, tally: &Tally) -> Result<(Option<String>, Exit), Problem> {
        if let Some(report) = &mut self.report {
            write(report, &JsonLine::summary(tally, 0))?;
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

fn write(report: &mut Outlet, line: &JsonLine<'_>) -> Result<(), Problem> {
    let mut text = Vec::new();
    let made = json_line::write_line(&mut text, line);
    made.map_err(|error| Problem::with(report.name(), &error))?;
    report.write(&text)
}

/// Rejects several texts, because line numbers refer to one text.
pub fn only(paths: &[PathBuf], flag: &str) -> Result<Operand, Problem> {
    match paths {
        [] => Ok(Operand::StandardInput),
        [path] if path.is_dir() => {
            Err(Problem::new(format!("{}: is a directory; {flag} takes a file", names::path(path))))
        }
        [path] => Ok(Operand::from_path(path)),
        _ => {
            Err(Problem::new(format!("{flag} takes one file"))
                .hint("run the command once per file"))
        }
    }
}
