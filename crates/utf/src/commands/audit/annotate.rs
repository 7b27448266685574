//! Converts findings to remarks, for SARIF and GitHub.

use std::{io, path::Path};

use utfkit::Encoding;
use utfkit_text::audit::Rule;
use utfkit_text::detect::Content;

use super::report::Ended;
use super::report::Report;
use super::report::Summary;
use super::report::in_a_line;
use super::report::level;
use super::report::sentence;
use super::words;
use crate::report::{
    self,
    remark::{Level, Place, Remark, Remarks},
};
use utfkit_text::audit::Observation;

/// Passes findings to a format for remarks.
pub struct Annotate<R>(pub R);

impl<R: Remarks> Report for Annotate<R> {
    fn finding(&mut self, path: &Path, _: Encoding, seen: &Observation) -> io::Result<()> {
        let description = seen.rule.description();
        let place = Place {
            line: seen.position.line,
            column: Some(seen.position.column),
            // A code point is one column. The number of columns of an ill-formed sequence is
            // unknown here.
            end_column: seen.finding.is_none().then_some(seen.position.column + 1),
            bytes: Some((seen.position.offset, seen.length)),
        };
        let level = level(seen.severity);
        let words = in_a_line(path, seen);
        self.0.remark(&Remark { path, code: description.code, level, words, place })
    }

    fn file(&mut self, path: &Path, _: u64, ended: &Ended) -> io::Result<()> {
        let place = Place { line: 1, ..Place::default() };
        ended.notes(path).try_for_each(|(code, words)| {
            self.0.remark(&Remark { path, code, level: Level::Note, words, place })
        })
    }

    fn skipped(&mut self, path: &Path, content: Content) -> io::Result<()> {
        self.0.skipped(path, format!("{content}, not audited"))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.0.end(&sentence(summary))
    }
}

/// Returns the descriptions of all rules, for SARIF.
pub fn rules() -> Vec<report::sarif::Rule> {
    let described = |rule: Rule| {
        let description = rule.description();
        let (why, help) = (words::why(rule), words::help(rule, words::general));
        report::sarif::Rule::new(description.code, description.title, why, help)
    };
    Rule::ALL.iter().copied().map(described).collect()
}
