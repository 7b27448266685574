//! The rules for imports between files and crates, and for the size of directories.
//!
//! The check rejects:
//! - `loop`: an import that is part of a cycle of files. A re-export of a name that its own file
//!   does not use does not count.
//! - `upward`: an import from a room on the same or a higher [floor](floors), re-exports included.
//! - `backward`: an import from a crate above.
//! - `homeless`: a file that is not in any room.
//! - `listing`: a directory of sources or tests with more than 14 entries beside `lib.rs`. The
//!   directory of commands may have more.
//!
//! A loop that exists only because a file imports from the `mod.rs` above it is a `parent` of
//! `--list`. The check does not reject it, but a name that child modules need is better in its own
//! file.
//!
//! There are no exceptions.

mod floors;
mod imports;
mod loops;
mod tokens;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use self::{
    floors::{HOUSES, House},
    imports::{Import, Target},
    loops::Graph,
};

/// The maximum number of entries in a directory, beside the root file of a crate.
const LISTING: usize = 14;
/// The directory of commands, which may have more entries.
const COMMANDS: &str = "crates/utf/src/commands";

/// Checks the crates, or lists the findings (`--list`), optionally only those that concern a path.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let root = Path::new(".");
    let found = Found::of(root)?;
    match *options {
        [] => check(&found),
        ["--list"] => Ok(found.list("")),
        ["--list", path] => Ok(found.list(path)),
        _ => Err("usage: cargo xtask house [--list [PATH]]".to_owned()),
    }
}

fn check(found: &Found) -> Result<String, String> {
    let violations = &found.violations;
    if violations.is_empty() {
        return Ok(format!("house: {} files, no loop, no upward import", found.files));
    }
    let mut message = format!("house: {} violations:\n", violations.len());
    message.extend(violations.iter().map(|line| format!("  {line}\n")));
    let loops = found.ways.iter().filter(|way| way.starts_with("# loop "));
    message.extend(loops.map(|way| format!("{way}\n")));
    Err(message)
}

/// Returns `true` if `parent` is the file of a module around the module of `file`.
fn is_parent(parent: &Path, file: &Path) -> bool {
    let folder = match parent.file_stem() {
        Some(stem) if stem == "mod" || stem == "lib" || stem == "main" => parent.with_file_name(""),
        _ => parent.with_extension(""),
    };
    file.starts_with(folder)
}

/// Returns the imports for which `keep` returns `true`; its arguments are `from` and `to`.
fn kept(graph: &Graph, keep: impl Fn(&PathBuf, &PathBuf) -> bool) -> Graph {
    let kept = |(from, all): (&PathBuf, &BTreeSet<PathBuf>)| {
        (from.clone(), all.iter().filter(|to| keep(from, to)).cloned().collect())
    };
    graph.iter().map(kept).collect()
}

/// The findings in the crates.
struct Found {
    /// The number of files read.
    files: usize,
    violations: BTreeSet<String>,
    /// Imports that are not rejected, but could be better.
    parents: BTreeSet<String>,
    /// Comments on the findings: the loops, each with one cycle.
    ways: Vec<String>,
}

impl Found {
    fn of(root: &Path) -> Result<Self, String> {
        let mut found = Self {
            files: 0,
            violations: BTreeSet::new(),
            parents: BTreeSet::new(),
            ways: Vec::new(),
        };
        for house in &HOUSES {
            if root.join(house.folder).join("src").join(house.root).exists() {
                found.imports(root, house)?;
                found.listings(root, &Path::new(house.folder).join("src"));
                found.listings(root, &Path::new(house.folder).join("tests"));
            }
        }
        Ok(found)
    }

    fn list(&self, path: &str) -> String {
        let ways = self.ways.iter().filter(|way| way.contains(path)).cloned();
        let lines = self.violations.iter().chain(&self.parents);
        let lines = lines.filter(|line| line.contains(path)).cloned();
        ways.chain(lines).collect::<Vec<_>>().join("\n")
    }

    fn imports(&mut self, root: &Path, house: &House) -> Result<(), String> {
        let sources = root.join(house.folder).join("src");
        let imports = imports::of(&sources.join(house.root))?;
        let name = |file: &Path| {
            file.strip_prefix(root).unwrap_or(file).display().to_string().replace('\\', "/")
        };
        let room = |file: &Path| house.room(file.strip_prefix(&sources).unwrap_or(file));
        let mut files = BTreeSet::new();
        let mut graph = Graph::new();
        for Import { from, to, offered } in &imports {
            files.insert(from);
            let to = match to {
                Target::File(to) => to,
                Target::Crate(other) => {
                    if *other != house.name && !house.may_use.contains(&&**other) {
                        self.violations.insert(format!("backward {} {other}", name(from)));
                    }
                    continue;
                }
            };
            files.insert(to);
            if !offered {
                graph.entry(from.clone()).or_default().insert(to.clone());
            }
            if let (Some((above, high)), Some((below, low))) = (room(from), room(to))
                && above != below
                && high <= low
            {
                self.violations.insert(format!("upward {} {}", name(from), name(to)));
            }
        }
        self.files += files.len();
        let homeless = files.iter().filter(|file| room(file).is_none());
        self.violations.extend(homeless.map(|file| format!("homeless {}", name(file))));
        let mut in_loops = BTreeSet::new();
        let without_parents = |from: &PathBuf, to: &PathBuf| !is_parent(to, from);
        for (kind, graph) in [("loop", kept(&graph, without_parents)), ("parent", graph)] {
            for group in loops::of(&graph) {
                let inside = kept(&graph, |from, to| group.contains(from) && group.contains(to));
                let ways = group.iter().map(|file| loops::way_round(&inside, file));
                let shortest = ways.min_by_key(Vec::len).unwrap_or_default();
                let shortest: Vec<_> = shortest.iter().map(|file| name(file)).collect();
                self.ways.push(format!("# {kind} of {}: {}", group.len(), shortest.join(" > ")));
                for (from, all) in inside {
                    for to in all {
                        let line = format!("{} {}", name(&from), name(&to));
                        if in_loops.insert(line.clone()) {
                            let lines = if kind == "loop" {
                                &mut self.violations
                            } else {
                                &mut self.parents
                            };
                            lines.insert(format!("{kind} {line}"));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn listings(&mut self, root: &Path, folder: &Path) {
        let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
        let names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        let rooms = names.iter().filter(|name| *name != "lib.rs");
        if rooms.count() > LISTING && folder != Path::new(COMMANDS) {
            self.violations.insert(format!("listing {}", folder.display()));
        }
        for name in names {
            self.listings(root, &folder.join(name));
        }
    }
}

#[cfg(test)]
mod tests;
