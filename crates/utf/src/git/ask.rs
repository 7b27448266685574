//! Git's own command.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use super::command::{command, of};
use crate::{process::problem::Problem, system::usual};
use utfkit_text::unicode::printable;

pub(super) fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

pub(super) fn with(mut arguments: Vec<OsString>, paths: &[PathBuf]) -> Vec<OsString> {
    arguments.extend(paths.iter().map(|path| OsString::from(usual(path))));
    arguments
}

/// Returns the line that git prints. If git fails without a message, returns the problem `no`.
pub(super) fn ask(
    arguments: Vec<OsString>,
    no: impl FnOnce() -> Problem,
) -> Result<String, Problem> {
    let output = run(command().args(arguments), Vec::new())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned()),
        false if output.stderr.is_empty() => Err(no()),
        false => Err(refused(&output)),
    }
}

/// Runs git with `input`, and returns its output.
pub fn git(arguments: Vec<OsString>, input: Vec<u8>) -> Result<Vec<u8>, Problem> {
    let output = run(command().args(arguments), input)?;
    if output.status.success() { Ok(output.stdout) } else { Err(refused(&output)) }
}

/// Runs git as [`git`] does, to compare files of the work tree.
///
/// Git passes changed files through the filters that the configuration of the repository names,
/// which are programs of strangers. Here, they do not run, so a file with a filter can count as
/// changed although it is not.
pub(super) fn compare(arguments: Vec<OsString>) -> Result<Vec<u8>, Problem> {
    let ask = words(&["config", "-z", "--name-only", "--get-regexp", r"^filter\."]);
    let known = run(command().args(ask), Vec::new())?;
    let mut command = command();
    let names = known.stdout.split(|&byte| byte == 0).filter_map(|name| str::from_utf8(name).ok());
    without_filters(&mut command, names);
    let output = run(command.args(arguments), Vec::new())?;
    if output.status.success() { Ok(output.stdout) } else { Err(refused(&output)) }
}

/// Turns off the filters with these settings, `filter.NAME.KEY`.
fn without_filters<'n>(command: &mut Command, settings: impl Iterator<Item = &'n str>) {
    let filters = settings.filter_map(|name| name.rsplit_once('.')).map(|(filter, _)| filter);
    let filters: BTreeSet<_> = filters.filter(|filter| *filter != "filter").collect();
    // Settings in variables come after those of `-c`; a caller may have some.
    let given = env::var("GIT_CONFIG_COUNT").ok().and_then(|count| count.parse().ok());
    let mut count = given.unwrap_or(0_usize);
    for filter in filters {
        for (key, value) in [("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")]
        {
            command.env(format!("GIT_CONFIG_KEY_{count}"), format!("{filter}.{key}"));
            command.env(format!("GIT_CONFIG_VALUE_{count}"), value);
            count += 1;
        }
    }
    command.env("GIT_CONFIG_COUNT", count.to_string());
}

/// Returns the problem for a failed run of git, with its message.
pub(super) fn refused(output: &Output) -> Problem {
    let stderr = String::from_utf8_lossy(&output.stderr);
    Problem::new(match stderr.lines().next() {
        None => "git failed without a message".to_owned(),
        Some(words) => format!("git: {}", printable::line(words)),
    })
}

/// Returns the current commit of the work tree at `top`, if git reports one.
pub(super) fn head(top: &Path) -> Option<String> {
    let output =
        run(of(top).args(["rev-parse", "--verify", "--quiet", "HEAD"]), Vec::new()).ok()?;
    let name = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
    (output.status.success() && is_object(&name)).then_some(name)
}

/// Returns `true` if git reports that the repository of the work tree at `top` has `commit`.
pub(super) fn has_commit(top: &Path, commit: &str) -> bool {
    let object = format!("{commit}^{{commit}}");
    let ask = || run(of(top).args(["cat-file", "-e", &object]), Vec::new());
    is_object(commit) && ask().is_ok_and(|output| output.status.success())
}

/// Returns `true` if `name` is the full name of an object, which has no other meaning for git.
pub(super) fn is_object(name: &str) -> bool {
    name.len() >= 40 && name.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Runs `command`, which is git.
pub(super) fn run(command: &mut Command, input: Vec<u8>) -> Result<Output, Problem> {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // The arguments themselves define how paths are matched.
    for meant in ["LITERAL", "GLOB", "NOGLOB", "ICASE"] {
        command.env_remove(format!("GIT_{meant}_PATHSPECS"));
    }
    let mut child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            Problem::new("the command `git` was not found").hint("install it")
        }
        _ => Problem::with("git", &error),
    })?;
    let stdin = child.stdin.take();
    let output = thread::scope(|scope| {
        // Git may print before it has read all input.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
        child.wait_with_output()
    });
    output.map_err(|error| Problem::with("git", &error))
}
