//! The paths of the output, and operands that do not have one.

use std::{
    collections::HashSet,
    ffi::{OsStr, OsString},
    path::{Component, Path},
};

use crate::{
    files::paths,
    input::{operand::Operand, output_folder::OutputFolder},
    process::{names, problem::Problem},
    system::names::bytes,
};

/// Returns the operand whose contents go to the output directory itself, if it is the only one. The
/// output directory gets its mode.
pub(super) fn like(operands: &[Operand]) -> Option<&Path> {
    match operands {
        [Operand::Path(path)] if own_name(path).is_none() => Some(path),
        _ => None,
    }
}

/// Returns the name in the output directory for the operand `start`. Returns `None` if its contents
/// go to the output directory itself, as with `cp -r`.
pub(super) fn own_name(start: &Path) -> Option<&OsStr> {
    let bytes = bytes(start.as_os_str());
    let end = bytes.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
    let is_inside = bytes[..end].ends_with(b"/.") || bytes[..end] == *b".";
    start.file_name().filter(|_| !is_inside)
}

/// Rejects operands that would be written under the same name.
pub(super) fn check_names(operands: &[Operand]) -> Result<(), Problem> {
    let mut names = HashSet::new();
    for operand in operands {
        if own_name(operand.path()).is_some_and(|name| !names.insert(name)) {
            let words = format!("{}: another operand has the same output path", operand.name());
            return Err(Problem::new(words).hint("write them separately"));
        }
    }
    Ok(())
}

/// Rejects an output directory inside a directory that is read.
pub(super) fn check_loops(to: &Path, operands: &[Operand]) -> Result<(), Problem> {
    // A directory that does not exist yet will be inside its parent.
    let real = to.canonicalize().or_else(|_| paths::parent(to).canonicalize());
    let real = real.map_err(|error| Problem::at(to, &error))?;
    for operand in operands.iter().filter(|operand| operand.path().is_dir()) {
        if OutputFolder::open(operand.path()).is_ok_and(|read| read.has(&real)) {
            let (to, name) = (names::path(to), operand.name());
            return Err(Problem::new(format!("-o: {to} is inside the input {name}"))
                .hint("write to a directory next to it"));
        }
    }
    Ok(())
}

/// The directories below the output directory, and the name in the last one.
pub(super) type Below = (Vec<OsString>, OsString);

/// Returns the directories and the name, below the output directory, for the file at `path`. They
/// are those of `cp -r` for the operand `start`. A name in a list keeps its whole path. Returns
/// `None` if that does not lead downwards.
pub(super) fn output_path(start: Option<&Path>, path: &Path) -> Option<Below> {
    let within = start.map_or(Ok(path), |start| path.strip_prefix(start)).ok()?;
    let own = start.and_then(own_name);
    let mut parts: Vec<_> = own.map(ToOwned::to_owned).into_iter().collect();
    for part in within.components() {
        match part {
            Component::Normal(name) => parts.push(name.to_owned()),
            Component::CurDir => {}
            _ => return None,
        }
    }
    let name = parts.pop()?;
    Some((parts, name))
}
