//! Writes the filter to the configuration of the repository.

use std::{ffi::OsString, path::Path};

use utfkit::encoding::LabelSet;

use super::{args::Args, convert::Pair};
use crate::{
    git::ask::git,
    process::{names, problem::Problem, shell::Shown, terminal},
};

pub(super) fn run(args: &Args) -> Result<(), Problem> {
    let name = args.path.as_deref().unwrap_or(Path::new("utf"));
    let shown = names::path(name);
    let name = name.to_str().filter(|name| is_name(name)).ok_or_else(|| {
        Problem::new(format!("install: `{shown}` is not a name for a filter"))
            .hint("use letters, digits, `-` and `_`")
    })?;
    Pair::of(args)?;
    let mut options = String::new();
    let tree = args.tree.as_deref().map(|tree| ("--tree", tree));
    let set = Some(args.labels.label_set).filter(|set| *set != LabelSet::default());
    let set = set.map(|set| ("--label-set", set.name()));
    for (option, value) in tree.into_iter().chain([("--stored", &*args.stored)]).chain(set) {
        options += &format!(" {option} {}", Shown::new(Path::new(value)).name());
    }
    let of = |action: &str, path: &str| format!("utf git-filter {action}{options} --{path}");
    let values = [
        // Without this, git would take the text that the filter refused.
        (format!("filter.{name}.required"), "true".to_owned()),
        (format!("filter.{name}.clean"), of("clean", " %f")),
        (format!("filter.{name}.smudge"), of("smudge", " %f")),
        (format!("diff.{name}.textconv"), of("textconv", "")),
    ];
    for (key, value) in values {
        git(["config", "--local", &key, &value].map(OsString::from).to_vec(), Vec::new())?;
    }
    terminal::write_output(&format!(
        "installed; select files in .gitattributes, such as: *.txt filter={name} diff={name}\n"
    ));
    Ok(())
}

/// Returns `true` if a key of the configuration and an attribute can have this name.
fn is_name(name: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    name.bytes().all(is_fine) && name.starts_with(|first: char| first.is_ascii_alphanumeric())
}
