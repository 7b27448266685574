//! `check --names`: reports names that are not UTF-8, or not in NFC.

use std::{
    collections::HashSet,
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{
    name::{Wanted, Wrong},
    report::JsonLine,
};
use crate::{
    input::{empty_list::ListWatch, walk::args::Entry},
    process::{
        exit::Exit,
        json_line::write_line,
        names::{self, counted},
        problem::Problem,
        signals, terminal,
    },
    report::{
        self,
        github::Github,
        records::Records,
        remark::Remarks,
        sarif::{Notice, Sarif},
    },
};

/// The format of a report about names.
pub enum NamesReport {
    Nowhere,
    Human(Records),
    Json(Records),
    /// A format of a service.
    Remarks(Box<dyn Remarks>, Records),
}

impl NamesReport {
    /// Creates a report in SARIF.
    pub fn sarif() -> io::Result<Self> {
        let records = Records::standard()?.document("utf check --names", report::sarif::rules());
        Ok(NamesReport::Remarks(Box::new(Sarif::new(records.clone())), records))
    }

    /// Creates a report as annotations of GitHub.
    pub fn github() -> io::Result<Self> {
        let records = Records::standard()?.annotations();
        Ok(NamesReport::Remarks(Box::new(Github::new(records.clone())), records))
    }

    fn wrong(&mut self, wrong: &Wrong) -> io::Result<()> {
        match self {
            NamesReport::Nowhere => Ok(()),
            NamesReport::Human(out) => {
                writeln!(out, "{}: {}", names::path(&wrong.path), wrong.in_a_line())
            }
            NamesReport::Json(out) => write_line(out, &JsonLine::name(wrong)),
            NamesReport::Remarks(out, _) => out.remark(&wrong.remark()),
        }
    }

    /// Returns the output, if there is one.
    fn records(&self) -> Option<&Records> {
        match self {
            NamesReport::Nowhere => None,
            NamesReport::Human(records)
            | NamesReport::Json(records)
            | NamesReport::Remarks(_, records) => Some(records),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            NamesReport::Nowhere => Ok(()),
            NamesReport::Human(out) | NamesReport::Json(out) => out.flush(),
            NamesReport::Remarks(out, _) => out.flush(),
        }
    }

    /// Reports a problem that prevented the whole run.
    fn refused(self, problem: &Problem) -> Exit {
        match self {
            NamesReport::Json(records) => records.refused(problem, |out| {
                write_line(out, &JsonLine::Summary { names: 0, findings: 0, failures: 1 })
            }),
            NamesReport::Remarks(_, records) => records.refused(problem, |_| Ok(())),
            NamesReport::Nowhere | NamesReport::Human(_) => problem.report(),
        }
    }

    fn end(&mut self, [names, findings, failures]: [u64; 3]) -> io::Result<()> {
        match self {
            NamesReport::Json(out) => {
                write_line(out, &JsonLine::Summary { names, findings, failures })?
            }
            NamesReport::Remarks(out, _) => {
                let findings = counted(findings, "finding");
                out.end(&format!("{}: {findings}", counted(names, "name")))?;
            }
            NamesReport::Nowhere | NamesReport::Human(_) => {}
        }
        self.records().map_or(Ok(()), Records::finish)
    }
}

/// Returns the paths of an entry whose names are new: the entry itself, and the directories in the
/// path of an operand that are not in `folders` yet. The directories are added to `folders`.
fn unseen(entry: Entry, folders: &mut HashSet<PathBuf>) -> Vec<PathBuf> {
    if entry.walked {
        return vec![entry.path];
    }
    let is_folder = |path: &Path| path != &*entry.path || path.is_dir();
    let is_name = |path: &&Path| *path == &*entry.path || path.file_name().is_some();
    let named = entry.path.ancestors().filter(is_name);
    let new = named.filter(|path| !is_folder(path) || folders.insert(path.to_path_buf()));
    let mut paths: Vec<_> = new.map(Path::to_owned).collect();
    paths.reverse();
    paths
}

/// Rejects operands that have no name.
pub fn refuse(paths: &[PathBuf]) -> Result<(), Problem> {
    if paths.iter().all(|path| path.as_os_str() != "-") {
        return Ok(());
    }
    let words = "--names: standard input has no name";
    Err(Problem::new(words).hint("`./-` is a file of that name"))
}

/// Checks the names of the entries from `open`, and reports the wrong ones to `out`. `named` counts
/// the names that operands and a list gave.
pub fn check<E: Iterator<Item = Result<Entry, Problem>>>(
    open: impl FnOnce() -> Result<(E, Wanted), Problem>,
    mut named: ListWatch,
    mut out: NamesReport,
) -> Exit {
    if let Some(records) = out.records().cloned() {
        signals::before_end(move || records.interrupted());
    }
    let (entries, wanted) = match open() {
        Ok(opened) => opened,
        Err(problem) => return out.refused(&problem),
    };
    let (mut exit, mut names, mut findings, mut failures) = (Exit::Well, 0, 0, 0);
    let mut folders = HashSet::new();
    let reported = || -> io::Result<()> {
        for entry in entries {
            named.entry(&entry);
            let paths = match entry {
                Ok(entry) => unseen(entry, &mut folders),
                Err(problem) => {
                    out.flush()?;
                    // Documents mention entries that could not be examined, too.
                    if let Some(records) = out.records() {
                        records.notice(Notice::error(problem.to_string()));
                    }
                    failures += 1;
                    exit = exit.max(problem.report());
                    continue;
                }
            };
            for path in paths {
                names += 1;
                let Some(wrong) = wanted.look(path) else { continue };
                findings += 1;
                exit = exit.max(Exit::Found);
                out.wrong(&wrong)?;
            }
        }
        out.end([names, findings, failures])
    };
    let reported = reported();
    if out.records().is_some() {
        named.tell_empty_list();
    }
    match reported {
        Ok(()) => exit,
        Err(error) => terminal::report_failed(&error, exit),
    }
}
