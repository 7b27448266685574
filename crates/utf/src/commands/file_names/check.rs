//! `check --names`: names that are not UTF-8, or not in NFC.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use super::{name::Wanted, report::Line};
use crate::{exit::Exit, input::WalkArgs, render::write_line, shown, terminal, trouble::Trouble};

/// Looks at all names that `walk` leads to from `paths`, and tells which are not as they are `wanted`.
pub fn check(walk: &WalkArgs, paths: &[PathBuf], wanted: Wanted, json: bool, quiet: bool) -> Exit {
    let (mut exit, mut names, mut findings) = (Exit::Well, 0, 0);
    let entries = match walk.entries(paths, false) {
        Ok(entries) => entries,
        Err(trouble) => return trouble.report(),
    };
    let told = || -> io::Result<()> {
        let mut out = terminal::output()?;
        for path in entries {
            let path = match path {
                Ok(entry) => entry.path,
                Err(trouble) => {
                    out.flush()?;
                    exit = exit.max(trouble.report());
                    continue;
                }
            };
            names += 1;
            let Some(wrong) = wanted.look(path) else { continue };
            findings += 1;
            exit = exit.max(Exit::Found);
            match (quiet, json) {
                (true, _) => {}
                (false, true) => write_line(&mut out, &Line::name(&wrong))?,
                (false, false) => {
                    let (path, what) = (shown::path(&wrong.path), wrong.fault.words());
                    let becomes = match &wrong.becomes {
                        Ok(name) => format!("it would be {}", shown::line(name)),
                        Err(why) => shown::line(why).into_owned(),
                    };
                    writeln!(out, "{path}: {what}; {becomes}")?;
                }
            }
        }
        if json && !quiet {
            write_line(&mut out, &Line::Summary { names, findings })?;
        }
        out.flush()
    };
    match told() {
        Ok(()) => exit,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Found,
        Err(error) => Trouble::with("standard output", &error).report(),
    }
}
