//! `--lines`: prints the lines with ill-formed text.

use std::{
    io::{self, Write},
    path::Path,
};

use utfkit::{
    Encoding,
    encoding::{BomPolicy, ByteOrder, Label},
    transcode::{Policy, Transcoder},
};
use utfkit_text::detect::Content;

use super::args::{Args, Format, Lines};
use crate::{
    args::{encoding::From, reading::BomArg},
    commands::bad_lines::{
        failure::Failure,
        judge::{Judge, ReadAs},
        report::JsonLine,
    },
    files::compressed::decompress,
    git::change::Change,
    input::{
        content,
        files::{Files, FoundFile},
        stream::Stream,
    },
    process::{exit::Exit, json_line, names, problem::Problem, signals, terminal},
    reading::choose::Choice,
    report::records::Records,
    threads::idle::Spare,
};
use utfkit_text::lines::{Held, Rejected, Taker, Tally};
use utfkit_text::streams::Candidates;
use utfkit_text::unicode::printable;

/// Prints the bad lines of all files, one file after the other.
pub(super) fn run(args: &Args, how: Lines) -> Exit {
    let out = match Records::standard() {
        Ok(out) => out,
        Err(error) => return Problem::with("standard output", &error).report(),
    };
    let opened = Run::new(args, how, out.clone())
        .and_then(|run| Ok((run, args.gate.files(&args.walk, &args.paths, false)?)));
    let done = match opened {
        Ok((run, Change { files, copies: _copies })) => run.go(files),
        Err(problem) if args.format == Format::Json && args.is_document() => {
            let summary = JsonLine::summary(&Tally::default(), 1);
            return out.refused(&problem, |out| json_line::write_line(out, &summary));
        }
        Err(problem) => Err(problem.into()),
    };
    match done {
        Ok(exit) => exit,
        // Every printed line is a bad line, so errors were found.
        Err(Failure::Closed) => Exit::Found,
        Err(Failure::Problem(problem)) => problem.report(),
    }
}

struct Run<'a> {
    args: &'a Args,
    how: Lines,
    from: From,
    candidates: Option<Candidates>,
    out: Records,
    sum: Tally,
    /// Paths that could not be read.
    failures: u64,
    /// Files in directories that were skipped because they are binary.
    binary: u64,
    exit: Exit,
}

impl<'a> Run<'a> {
    fn new(args: &'a Args, how: Lines, out: Records) -> Result<Self, Problem> {
        if !matches!(args.format, Format::Human | Format::Json) {
            return Err(Problem::new("--lines needs `--format human` or `json`"));
        }
        if args.reading.bom == Some(BomArg::Forbid) {
            return Err(Problem::new("--lines: `--bom forbid` is about files, not about lines"));
        }
        let from = From::parse("-f", &args.from, args.labels.label_set)?;
        args.reading.check(from)?;
        let candidates = args.choice.candidates(from, args.labels.label_set, false)?;
        let (at_end, quiet) = (out.clone(), args.quiet);
        signals::before_end(move || {
            at_end.interrupted();
            if !quiet {
                terminal::write_error("utf: interrupted; later lines were not checked\n");
            }
        });
        Ok(Self {
            args,
            how,
            from,
            candidates,
            out,
            sum: Tally::default(),
            failures: 0,
            binary: 0,
            exit: Exit::Well,
        })
    }

    fn go(mut self, files: Files) -> Result<Exit, Failure> {
        let (single, passed) = (files.is_single(), files.passed());
        for found in files {
            let done = match found {
                Ok(found) => self.file(&found, single),
                Err(problem) => Err(problem.into()),
            };
            match done {
                Err(Failure::Problem(problem)) => {
                    self.flush()?;
                    self.failures += 1;
                    self.exit = self.exit.max(problem.report());
                }
                done => done?,
            }
        }
        if self.args.format == Format::Json && !self.args.quiet {
            let written =
                json_line::write_line(&mut self.out, &JsonLine::summary(&self.sum, self.failures));
            written.map_err(|error| failed(&error))?;
        }
        if self.binary > 0 && !self.args.quiet {
            self.flush()?;
            let files = names::counted(self.binary, "binary file");
            terminal::write_error(&format!("utf: {files} not checked\n"));
        }
        if !self.args.quiet {
            self.flush()?;
            passed.tell_listed();
        }
        match self.out.finish() {
            Ok(()) => Ok(self.exit),
            Err(error) => Ok(terminal::report_failed(&error, self.exit)),
        }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| failed(&error))
    }

    fn file(&mut self, found: &FoundFile, single: bool) -> Result<(), Failure> {
        let operand = &found.operand;
        let walked = found.walked || self.args.gate.skip_binary;
        let stream = operand.open(self.args.decompress)?;
        let (mut stream, from) = self.choose(&operand.name(), stream)?;
        let (receiver, fields) = (self.args.receiver.of(from), self.args.fields.fields);
        let read_as = ReadAs { from, reading: self.args.reading, receiver, fields };
        let judge = Judge::open(&mut stream, operand.name(), read_as, walked)?;
        match judge.content() {
            content if !walked || content == Content::Text => {}
            content @ Content::NoBom(_) => {
                self.exit = self.exit.max(self.args.skipped(content));
                if self.args.quiet {
                    return Ok(());
                }
                self.flush()?;
                let (name, advice) = (operand.name(), content::advice(content));
                terminal::write_error(&format!("utf: {name}: {content}, not checked{advice}\n"));
                return Ok(());
            }
            content => {
                self.exit = self.exit.max(self.args.skipped(content));
                self.binary += 1;
                return Ok(());
            }
        }
        let format = self.args.format;
        let mut printer = Printer {
            path: operand.path(),
            prefix: (!single).then(|| names::path(operand.path())),
            how: (!self.args.quiet).then_some(self.how),
            json: format == Format::Json,
            escaper: Escaper { label: judge.label, order: judge.order() },
            out: &mut self.out,
            any: false,
        };
        let spare = Spare::new(self.args.walk.threads() - 1);
        let sorted = judge.sort(&mut stream, None, &spare, &mut printer);
        let doubtful = stream.method().is_some() && printer.any;
        let tally = sorted.map_err(|failure| match failure {
            Failure::Problem(problem) if doubtful => decompress::doubting(problem).into(),
            failure => failure,
        })?;
        self.sum.lines += tally.lines;
        self.sum.bytes += tally.bytes;
        self.sum.rejected += tally.rejected;
        self.sum.rejected_bytes += tally.rejected_bytes;
        if tally.rejected > 0 {
            self.exit = self.exit.max(Exit::Found);
        }
        Ok(())
    }

    /// Chooses the encoding of the whole file if there are candidates.
    fn choose(&self, name: &str, stream: Stream) -> Result<(Stream, From), Problem> {
        let Some(candidates) = &self.candidates else { return Ok((stream, self.from)) };
        let problem = |error| Problem::with(name, &error);
        let file = stream.into_file().map_err(problem)?;
        let chosen = Choice(candidates).choose(file, self.args.reading.bom()).map_err(problem)?;
        if let Some(words) = chosen.message(name).filter(|_| !self.args.quiet) {
            terminal::write_error(&words);
        }
        Ok((Stream::Plain(chosen.file), From::Known(chosen.label)))
    }
}

/// Returns the failure for `error` on stdout.
fn failed(error: &io::Error) -> Failure {
    Failure::of("standard output", error)
}

/// Prints bad lines.
struct Printer<'a> {
    path: &'a Path,
    /// The file name before each line, if there may be several files.
    prefix: Option<String>,
    /// The output per line, or `None` to print nothing.
    how: Option<Lines>,
    json: bool,
    escaper: Escaper,
    out: &'a mut Records,
    /// Whether there was a bad line.
    any: bool,
}

impl Taker for Printer<'_> {
    type Error = Failure;

    fn good(&mut self, _: &[u8]) -> Result<(), Failure> {
        Ok(())
    }

    fn bad(&mut self, rejected: &Rejected, line: &mut Held<'_>) -> Result<(), Failure> {
        self.any = true;
        let Some(how) = self.how else { return Ok(()) };
        let out = &mut *self.out;
        if self.json {
            let line = JsonLine::rejected(self.path, rejected, None);
            return json_line::write_line(out, &line).map_err(|error| failed(&error));
        }
        let number = rejected.record.unwrap_or(rejected.line);
        match (how, &self.prefix) {
            (Lines::Text, Some(path)) => {
                write!(out, "{path}:{number}:").and_then(|()| self.escaper.write(line, out))
            }
            (Lines::Text, None) => self.escaper.write(line, out),
            (Lines::Numbers, Some(path)) => writeln!(out, "{path}:{number}"),
            (Lines::Numbers, None) => writeln!(out, "{number}"),
        }
        .map_err(|error| failed(&error))
    }
}

/// Writes lines with `\xNN` for the bytes of ill-formed sequences and of characters that are not
/// safe for a terminal. [`utfkit::transcode::unescape`] returns the original lines.
struct Escaper {
    label: Label,
    order: ByteOrder,
}

impl Escaper {
    /// Writes `line`, and a line feed if it does not end with one.
    fn write(&self, line: &Held<'_>, out: &mut impl Write) -> io::Result<()> {
        let mut reader = Transcoder::labelled(self.label, Encoding::Utf8.into())
            .bom(BomPolicy::Forbid)
            .policy(Policy::Escape);
        if self.label.encoding().unit_bytes() > 1 {
            reader = reader.input_order(self.order);
        }
        let mut room = vec![0; 4 * 4096];
        let mut ended = false;
        let mut waits = false;
        let mut push = |bytes: &[u8], last: bool| -> io::Result<()> {
            let mut read = 0;
            loop {
                let outcome = reader.transcode(&bytes[read..], room.as_mut_slice(), last);
                read += outcome.read;
                let text = String::from_utf8_lossy(&room[..outcome.written]);
                self.text(&text, &mut waits, out)?;
                ended = if text.is_empty() { ended } else { text.ends_with('\n') };
                if outcome.status == utfkit::Status::Done {
                    return Ok(());
                }
            }
        };
        line.original().each(|error| error, |bytes| push(bytes, false))?;
        push(&[], true)?;
        if waits {
            self.escaped("\r", out)?;
        }
        if ended { Ok(()) } else { out.write_all(b"\n") }
    }

    /// Writes `text`. A carriage return at the end of `text` `waits`, because the next text may
    /// begin with a line feed.
    fn text(&self, text: &str, waits: &mut bool, out: &mut impl Write) -> io::Result<()> {
        if *waits && !text.is_empty() {
            self.carriage_return(text, out)?;
        }
        *waits = if text.is_empty() { *waits } else { text.ends_with('\r') };
        let text = text.strip_suffix('\r').unwrap_or(text);
        let mut rest = text;
        for piece in text.split_inclusive(|c: char| c != '\n' && !printable::is_plain(c)) {
            rest = &rest[piece.len()..];
            let plain = piece.trim_end_matches(|c: char| c != '\n' && !printable::is_plain(c));
            out.write_all(plain.as_bytes())?;
            match &piece[plain.len()..] {
                "\r" => self.carriage_return(rest, out)?,
                other => self.escaped(other, out)?,
            }
        }
        Ok(())
    }

    /// Writes a carriage return. It is part of the line end if `rest`, the text after it, begins
    /// with a line feed.
    fn carriage_return(&self, rest: &str, out: &mut impl Write) -> io::Result<()> {
        if rest.starts_with('\n') { out.write_all(b"\r") } else { self.escaped("\r", out) }
    }

    fn escaped(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
        self.bytes(text).iter().try_for_each(|byte| write!(out, "\\x{byte:02X}"))
    }

    /// Returns the bytes of `text` in the encoding of the file.
    fn bytes(&self, text: &str) -> Vec<u8> {
        let mut room = [0; 64];
        let mut writer = Transcoder::labelled(Encoding::Utf8.into(), self.label)
            .bom(BomPolicy::Forbid)
            .output_order(self.order);
        let outcome = writer.transcode(text.as_bytes(), &mut room[..], true);
        room[..outcome.written].to_vec()
    }
}
