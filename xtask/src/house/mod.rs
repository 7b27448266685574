//! Who may import whom, and how long a folder's listing may be.
//!
//! What is refused:
//! - `loop`: an import by which files import each other in a loop. A re-export of what its own file
//!   does not use makes none.
//! - `upward`: an import from a room on the same or a higher [floor](floors), re-exports included.
//! - `backward`: an import from a crate that stands above.
//! - `homeless`: a file that is in no room.
//! - `listing`: a folder of sources or tests with more than 14 entries; the list of commands may be
//!   longer.
//!
//! A loop that is none but for imports of a file from the `mod.rs` above it is a `parent` of
//! `--list`. It is not refused, but what children need is better in a file of its own.
//!
//! What was there when this check began is in [`EXCEPTIONS`], which may only shrink.

mod floors;
mod imports;
mod loops;
mod tokens;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use self::{
    floors::{HOUSES, House},
    imports::{Import, Target},
    loops::Graph,
};

/// The violations that are known, one a line.
const EXCEPTIONS: &str = "xtask/house-exceptions.txt";
/// How many entries a listing may have.
const LISTING: usize = 14;
/// The list of commands, which may be longer.
const COMMANDS: &str = "crates/utf/src/commands";

/// Checks, lists (`--list`, perhaps only what concerns a path) or shrinks the exceptions
/// (`--shrink`).
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let root = Path::new(".");
    let found = Found::of(root)?;
    match *options {
        [] => check(&found),
        ["--list"] => Ok(found.list("")),
        ["--list", path] => Ok(found.list(path)),
        ["--shrink"] => shrink(&found),
        _ => Err("usage: cargo xtask house [--list [PATH]|--shrink]".to_owned()),
    }
}

fn check(found: &Found) -> Result<String, String> {
    let known = exceptions()?;
    let new: Vec<_> = found.violations.difference(&known).cloned().collect();
    let gone: Vec<_> = known.difference(&found.violations).cloned().collect();
    let mut message = String::new();
    if !new.is_empty() {
        message += &format!("house: {} that must not be:\n  {}\n", new.len(), new.join("\n  "));
        let in_new = |comment: &&String| {
            new.iter().any(|line| line.split_once(' ').is_some_and(|(_, it)| comment.contains(it)))
        };
        message.extend(found.ways.iter().filter(in_new).map(|way| format!("{way}\n")));
    }
    if !gone.is_empty() {
        message += &format!(
            "house: {} of {EXCEPTIONS} no longer hold; delete them (`cargo xtask house --shrink` does):\n  {}\n",
            gone.len(),
            gone.join("\n  ")
        );
    }
    if !message.is_empty() {
        return Err(message);
    }
    let files = found.files;
    Ok(match known.len() {
        0 => format!("house: {files} files, no loop, no upward import"),
        known => format!("house: {files} files, {known} exceptions"),
    })
}

/// The lines of the file of exceptions.
fn exceptions() -> Result<BTreeSet<String>, String> {
    let text = match fs::read_to_string(EXCEPTIONS) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        text => text.map_err(|error| format!("{EXCEPTIONS}: {error}"))?,
    };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}

/// Follows renamed files, and takes out what no longer holds. Nothing is ever added.
fn shrink(found: &Found) -> Result<String, String> {
    let known = exceptions()?;
    let renames = renames();
    let renamed: BTreeSet<_> = known.iter().map(|line| follow(line, &renames)).collect();
    let left: Vec<_> = renamed.intersection(&found.violations).cloned().collect();
    let text: String = left.iter().map(|line| format!("{line}\n")).collect();
    fs::write(EXCEPTIONS, text).map_err(|error| format!("{EXCEPTIONS}: {error}"))?;
    Ok(format!("house: {} exceptions were {}", left.len(), known.len()))
}

/// An exception with the paths that its files have now.
fn follow(line: &str, renames: &[(String, String)]) -> String {
    let new = |word: &str| {
        let mut word = word.to_owned();
        for (from, to) in renames {
            if word == *from {
                word.clone_from(to);
            }
        }
        word
    };
    line.split(' ').map(new).collect::<Vec<_>>().join(" ")
}

/// The files that git has seen renamed since the exceptions last changed, in the order of time.
fn renames() -> Vec<(String, String)> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output();
        output
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
            .unwrap_or_default()
    };
    let last = git(&["log", "-1", "--format=%H", "--", EXCEPTIONS]);
    let since = format!("{}..HEAD", last.trim());
    let shape = ["-M", "--diff-filter=R", "--name-status"];
    let committed = git(&[&["log", "--reverse", "--format=", &since], &shape[..]].concat());
    let uncommitted = git(&[&["diff", "HEAD"], &shape[..]].concat());
    let rename = |line: &str| {
        let mut parts = line.split('\t').skip(1).map(str::to_owned);
        Some((parts.next()?, parts.next()?))
    };
    committed.lines().chain(uncommitted.lines()).filter_map(rename).collect()
}

/// Whether `parent` is the file of a module around that of `file`.
fn is_parent(parent: &Path, file: &Path) -> bool {
    let folder = match parent.file_stem() {
        Some(stem) if stem == "mod" || stem == "lib" || stem == "main" => parent.with_file_name(""),
        _ => parent.with_extension(""),
    };
    file.starts_with(folder)
}

/// The imports for which `keep` holds, of `from` and `to`.
fn kept(graph: &Graph, keep: impl Fn(&PathBuf, &PathBuf) -> bool) -> Graph {
    let kept = |(from, all): (&PathBuf, &BTreeSet<PathBuf>)| {
        (from.clone(), all.iter().filter(|to| keep(from, to)).cloned().collect())
    };
    graph.iter().map(kept).collect()
}

/// What the crates do that they must not.
struct Found {
    /// How many files were read.
    files: usize,
    violations: BTreeSet<String>,
    /// Imports that are not refused, but could be better.
    parents: BTreeSet<String>,
    /// Comments on them: the loops, each with a way round.
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
        if names.len() > LISTING && folder != Path::new(COMMANDS) {
            self.violations.insert(format!("listing {}", folder.display()));
        }
        for name in names {
            self.listings(root, &folder.join(name));
        }
    }
}

#[cfg(test)]
mod tests;
