//! `--bad-lines`: writes lines that cannot be converted to a file, unchanged, and converts the
//! others.

use std::fs::File;

use utfkit::{Status, encoding::Label};

use utfkit_text::{
    lines::{Feed, Held, Rejected, Taker, Tally},
    streams::block::BLOCK,
    transform::{Joint, Pipeline},
};

use super::{
    args::{Args, Common, Errors},
    plan::Plan,
    report::{is_output, overflow},
};
use crate::{
    args::encoding::From,
    commands::bad_lines::{
        failure::Failure,
        judge::{Judge, ReadAs},
        outlet::{Good, Outlet},
        rejects::{self, Rejects},
    },
    input::operand::Operand,
    output::{Output, sink::Sink},
    process::{counters::Counters, exit::Exit, problem::Problem, terminal},
    reading::choose::Choice,
    system::facts::Facts,
    threads::idle::Spare,
};

/// Converts the only operand.
pub(super) fn run(args: &Args, plan: &Plan) -> Result<Exit, Problem> {
    check(args, plan)?;
    let operand = rejects::only(&args.paths, "--bad-lines")?;
    let Some(rejects) = Rejects::open(&args.bad_lines, &operand, args.output.as_deref())? else {
        return Ok(Exit::Well);
    };
    let output = Output::open(args.output.as_deref())?;
    let (mut file, from) = open(&operand, plan, &output, &rejects)?;
    let (reading, fields) = (plan.input.reading, args.bad_lines.fields);
    let read_as = ReadAs { from, reading, receiver: None, fields };
    let judge = Judge::open(&mut file, operand.name(), read_as, false)?;
    let label = judge.label;
    let Common { spare, progress } = args.common(Spare::new(args.walk.threads() - 1));
    let good = Converter::new(plan, label, operand.name(), output);
    let mut both = Both { good, rejects, counters: progress.counters() };
    let sorted = judge.sort(&mut file, plan.judge(label), &spare, &mut both);
    let Both { mut good, rejects, .. } = both;
    progress.counters().file();
    let done = sorted.and_then(|tally| good.finish().map(|()| tally));
    let output = good.lines.into_outlet();
    match done {
        Ok(tally) => finish(&tally, rejects, output, plan),
        Err(Failure::Closed) => Ok(Exit::Unread),
        Err(Failure::Problem(problem)) => {
            // An output file that would be replaced as a whole stays unchanged.
            output.abandon().map_err(|error| Problem::with(&operand.name(), &error))?;
            Err(problem)
        }
    }
}

/// Rejects options that conflict with `--bad-lines`.
fn check(args: &Args, plan: &Plan) -> Result<(), Problem> {
    let refused = match () {
        () if args.in_place.given() => "-i",
        () if args.dry_run => "--dry-run",
        () if args.decompress.decompress => "-z",
        () if args.compress.is_some() => "--compress",
        () if plan.policies.errors != Errors::Strict => "--errors",
        () if plan.forbids_bom() => "--bom forbid",
        () if args.choice.is_by_line() => "--by-line",
        () if args.folder().is_some() => "-o DIR/",
        () if !plan.output.to.encoding().has_line_feed_unit() => {
            "a target without a line feed byte"
        }
        () => return Ok(()),
    };
    let words = format!("--bad-lines cannot be used with {refused}");
    Err(Problem::new(words)
        .hint("good lines go to -o FILE or standard output, without a policy for errors"))
}

/// Opens `operand`, and returns how to read it.
fn open(
    operand: &Operand,
    plan: &Plan,
    output: &Output,
    rejects: &Rejects,
) -> Result<(File, From), Problem> {
    let name = operand.name();
    let problem = |error| Problem::with(&name, &error);
    let file = operand.open_file()?;
    let facts = Facts::of(&file).map_err(problem)?;
    if output.overwrites(&facts) || rejects.overwrites(&facts) {
        return Err(is_output(&name));
    }
    let Some(candidates) = plan.chooses_by_file() else { return Ok((file, plan.input.from)) };
    let chosen = Choice(candidates).choose(file, plan.bom()).map_err(problem)?;
    if let Some(words) = chosen.message(&name).filter(|_| !plan.report.quiet) {
        terminal::write_error(&words);
    }
    Ok((chosen.file, From::Known(chosen.label)))
}

/// Ends the outputs after all lines. The file of bad lines gets its name first.
fn finish(tally: &Tally, rejects: Rejects, output: Outlet, plan: &Plan) -> Result<Exit, Problem> {
    let (words, apart) = rejects.finish(tally)?;
    if let Some(words) = words.filter(|_| !plan.report.quiet) {
        terminal::write_error(&words);
    }
    let found = if plan.report.exit_code && tally.rejected > 0 { Exit::Found } else { Exit::Well };
    Ok(found.max(apart).max(output.finish()?))
}

/// The outputs for good and for bad lines.
struct Both<'p> {
    good: Converter<'p>,
    rejects: Rejects,
    counters: &'p Counters,
}

impl Taker for Both<'_> {
    type Error = Failure;

    fn good(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.counters.read(bytes.len());
        self.good.take(bytes)
    }

    fn bad(&mut self, rejected: &Rejected, line: &mut Held<'_>) -> Result<(), Failure> {
        self.counters.read(usize::try_from(rejected.length).unwrap_or(usize::MAX));
        self.rejects.take(rejected, line, &self.good.lines)
    }
}

/// Converts good lines.
struct Converter<'p> {
    name: String,
    /// The pipeline; `None` if good lines are copied.
    pipeline: Option<Pipeline<'p>>,
    text: Vec<u8>,
    lines: Good,
}

impl<'p> Converter<'p> {
    fn new(plan: &'p Plan, label: Label, name: String, output: Output) -> Self {
        let joint = Joint { before: None, followed: false };
        let pipeline = (!plan.copies(label)).then(|| plan.pipeline(label, joint));
        let text = vec![0; if pipeline.is_some() { BLOCK } else { 0 }];
        let lines = Good::new(output, Feed::new(plan.unit()));
        Self { name, pipeline, text, lines }
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self.pipeline {
            Some(_) => self.convert(bytes, false),
            None => self.lines.write(bytes),
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        if self.pipeline.is_some() { self.convert(&[], true) } else { Ok(()) }
    }

    fn convert(&mut self, mut bytes: &[u8], last: bool) -> Result<(), Failure> {
        let Some(pipeline) = &mut self.pipeline else { return Ok(()) };
        loop {
            let outcome = pipeline.transcode(bytes, self.text.as_mut_slice(), last);
            bytes = &bytes[outcome.read..];
            self.lines.write(&self.text[..outcome.written])?;
            if pipeline.overflowed() {
                return Err(overflow(&self.name).into());
            }
            match outcome.status {
                Status::Done => return Ok(()),
                Status::OutputFull => {}
                // Each line is correct. The error is in the changed text, or a BOM is missing.
                Status::IllFormed(finding) => {
                    let words = format!("{}: converting the good lines: {finding}", self.name);
                    let hint = "`--normalize` or `--bom require` can cause this";
                    return Err(Problem::new(words).hint(hint).into());
                }
            }
        }
    }
}
