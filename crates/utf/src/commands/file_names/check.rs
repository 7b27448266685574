//! `check --names`: names that are not UTF-8, or not in NFC.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use super::{
    name::{Wanted, Wrong},
    report::Line,
};
use crate::{
    exit::Exit,
    input::WalkArgs,
    interrupt,
    records::Records,
    render::{self, Github, Notice, Remarks, Sarif, counted, write_line},
    shown, terminal,
    trouble::Trouble,
};

/// How names are reported.
pub enum Told {
    Nowhere,
    Human(Records),
    Json(Records),
    /// In a format of a service.
    Remarks(Box<dyn Remarks>, Records),
}

impl Told {
    /// As SARIF.
    pub fn sarif() -> io::Result<Self> {
        let records = Records::standard()?.document("utf check --names", render::rules());
        Ok(Told::Remarks(Box::new(Sarif::new(records.clone())), records))
    }

    /// As annotations.
    pub fn github() -> io::Result<Self> {
        let records = Records::standard()?;
        Ok(Told::Remarks(Box::new(Github::new(records.clone())), records))
    }

    fn wrong(&mut self, wrong: &Wrong) -> io::Result<()> {
        match self {
            Told::Nowhere => Ok(()),
            Told::Human(out) => {
                writeln!(out, "{}: {}", shown::path(&wrong.path), wrong.in_a_line())
            }
            Told::Json(out) => write_line(out, &Line::name(wrong)),
            Told::Remarks(out, _) => out.remark(&wrong.remark()),
        }
    }

    /// Where it goes, if anywhere.
    fn records(&self) -> Option<&Records> {
        match self {
            Told::Nowhere => None,
            Told::Human(records) | Told::Json(records) | Told::Remarks(_, records) => Some(records),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Told::Nowhere => Ok(()),
            Told::Human(out) | Told::Json(out) => out.flush(),
            Told::Remarks(out, _) => out.flush(),
        }
    }

    fn end(&mut self, names: u64, findings: u64) -> io::Result<()> {
        match self {
            Told::Json(out) => write_line(out, &Line::Summary { names, findings })?,
            Told::Remarks(out, _) => {
                let findings = counted(findings, "finding");
                out.end(&format!("{}: {findings}", counted(names, "name")))?;
            }
            Told::Nowhere | Told::Human(_) => {}
        }
        self.records().map_or(Ok(()), Records::finish)
    }
}

/// Looks at all names that `walk` leads to from `paths`, and tells `out` which are not as they are `wanted`.
pub fn check(walk: &WalkArgs, paths: &[PathBuf], wanted: Wanted, mut out: Told) -> Exit {
    let (mut exit, mut names, mut findings) = (Exit::Well, 0, 0);
    if paths.iter().any(|path| path.as_os_str() == "-") {
        let words = "--names: standard input has no name";
        return Trouble::new(words).hint("`./-` is a file of that name").report();
    }
    if let Some(records) = out.records().cloned() {
        interrupt::before_end(move || records.interrupted());
    }
    let entries = match walk.entries(paths, false) {
        Ok(entries) => entries,
        Err(trouble) => return trouble.report(),
    };
    let told = || -> io::Result<()> {
        for path in entries {
            let path = match path {
                Ok(entry) => entry.path,
                Err(trouble) => {
                    out.flush()?;
                    // What could not be looked at is said in a document too.
                    if let Some(records) = out.records() {
                        records.notice(Notice::error(trouble.to_string()));
                    }
                    exit = exit.max(trouble.report());
                    continue;
                }
            };
            names += 1;
            let Some(wrong) = wanted.look(path) else { continue };
            findings += 1;
            exit = exit.max(Exit::Found);
            out.wrong(&wrong)?;
        }
        out.end(names, findings)
    };
    match told() {
        Ok(()) => exit,
        Err(error) => terminal::report_failed(&error, exit),
    }
}
