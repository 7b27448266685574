//! Git's own command.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread,
};

use crate::{shown, trouble::Trouble};

pub(super) fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

pub(super) fn with(mut arguments: Vec<OsString>, paths: &[PathBuf]) -> Vec<OsString> {
    arguments.extend(paths.iter().map(OsString::from));
    arguments
}

/// The line that git prints; what `no` says if it says nothing, not even what is wrong.
pub(super) fn ask(
    arguments: Vec<OsString>,
    no: impl FnOnce() -> Trouble,
) -> Result<String, Trouble> {
    let output = run(arguments, Vec::new())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned()),
        false if output.stderr.is_empty() => Err(no()),
        false => Err(refused(&output)),
    }
}

/// What git prints that is run with `input`.
pub(super) fn git(arguments: Vec<OsString>, input: Vec<u8>) -> Result<Vec<u8>, Trouble> {
    let output = run(arguments, input)?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(refused(&output)),
    }
}

/// What git says that did not do what it was told.
pub(super) fn refused(output: &Output) -> Trouble {
    let said = String::from_utf8_lossy(&output.stderr);
    Trouble::new(match said.lines().next() {
        None => "git failed, and said nothing".to_owned(),
        Some(words) => format!("git: {}", shown::line(words)),
    })
}

fn run(arguments: Vec<OsString>, input: Vec<u8>) -> Result<Output, Trouble> {
    let mut command = Command::new("git");
    command.args(&arguments).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // We say ourselves how paths are meant.
    for meant in ["LITERAL", "GLOB", "NOGLOB", "ICASE"] {
        command.env_remove(format!("GIT_{meant}_PATHSPECS"));
    }
    let mut child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Trouble::new("there is no command `git`").hint("install it"),
        _ => Trouble::with("git", &error),
    })?;
    let stdin = child.stdin.take();
    let output = thread::scope(|scope| {
        // It may print before it has read all.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
        child.wait_with_output()
    });
    output.map_err(|error| Trouble::with("git", &error))
}
