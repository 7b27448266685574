//! Builds the tests of the libraries once, with all mutants that compile.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

use super::{
    Chosen,
    find::Mutant,
    weave::{self, Woven},
};

/// The sources of the libraries. Each gets the module with the switch.
pub(super) const ROOTS: [&str; 2] = ["crates/utfkit/src", "crates/utfkit-text/src"];
/// If more builds fail, the errors are not in mutants.
const MAX_BUILDS: usize = 12;

/// A program with tests, and the directory of its package.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) dir: PathBuf,
}

/// The written text of a file, and its mutants.
type File = (String, Vec<Woven>);
type Written = BTreeMap<String, File>;

/// Copies the repository without ignored files. Files with mutants are written by [`write()`].
fn copy(tree: &Path, chosen: &[Chosen]) -> Result<(), String> {
    let list = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .output()
        .map_err(|error| format!("git: {error}"))?;
    let changed: BTreeSet<&str> = chosen.iter().map(|one| &*one.file).collect();
    let mut kept: BTreeSet<PathBuf> = changed.iter().map(|file| tree.join(file)).collect();
    for root in ROOTS {
        let file = tree.join(root).join("mutant.rs");
        put(&file, weave::switch(chosen.len()).as_bytes())?;
        kept.insert(file);
    }
    for name in String::from_utf8_lossy(&list.stdout).split('\0') {
        if changed.contains(name) || !Path::new(name).is_file() {
            continue;
        }
        let mut bytes = fs::read(name).map_err(|error| format!("{name}: {error}"))?;
        if ROOTS.iter().any(|root| format!("{root}/lib.rs") == name) {
            bytes.extend(b"\nmod mutant;\n");
        }
        put(&tree.join(name), &bytes)?;
        kept.insert(tree.join(name));
    }
    let mut copies = Vec::new();
    super::list(tree, &mut copies)?;
    for copy in copies.iter().map(Path::new).filter(|&copy| !kept.contains(copy)) {
        fs::remove_file(copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    }
    Ok(())
}

/// Writes a file, unless it has these bytes: cargo builds what has a new time.
fn put(file: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(file).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().unwrap_or(file))
        .and_then(|()| fs::write(file, bytes))
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// Builds the copy with the mutants. Returns the programs, and the numbers of the mutants that do not
/// compile.
pub(super) fn build(
    work: &Path,
    chosen: &[Chosen],
) -> Result<(Vec<Program>, BTreeSet<usize>), String> {
    let tree = work.join("tree");
    copy(&tree, chosen)?;
    // Failed builds take time, so their mutants are kept by name.
    let kept = work.join("dropped.txt");
    let mut names = fs::read_to_string(&kept).unwrap_or_default();
    let known: BTreeSet<&str> = names.lines().collect();
    let ids = (1..).zip(chosen).filter(|(_, one)| known.contains(&*one.name)).map(|(id, _)| id);
    let mut dropped: BTreeSet<usize> = ids.collect();
    for _ in 0..MAX_BUILDS {
        let written = write(&tree, chosen, &dropped)?;
        let (messages, is_good) = compile(&tree, &work.join("build"))?;
        if is_good {
            return Ok((programs(&messages), dropped));
        }
        let before = dropped.len();
        for message in messages.iter().filter(|message| message["message"]["level"] == "error") {
            let causes = causes(&message["message"], &written);
            if causes.is_empty() {
                return Err(message["message"]["rendered"].to_string());
            }
            for id in causes {
                if dropped.insert(id) {
                    names += &chosen[id - 1].name;
                    names.push('\n');
                }
            }
        }
        if dropped.len() == before {
            return Err("mutants: the build fails without an error".to_owned());
        }
        put(&kept, names.as_bytes())?;
        eprintln!("mutants: {} do not compile", dropped.len());
    }
    Err(format!("mutants: {MAX_BUILDS} builds failed"))
}

/// Writes the files with their mutants, except for dropped ones.
fn write(tree: &Path, chosen: &[Chosen], dropped: &BTreeSet<usize>) -> Result<Written, String> {
    let mut files: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (id, one) in (1..).zip(chosen) {
        let mutants = files.entry(&one.file).or_default();
        if !dropped.contains(&id) {
            mutants.push((id, &one.mutant));
        }
    }
    let mut written = Written::new();
    for (file, mutants) in files {
        let old = super::read(Path::new(file))?;
        let (text, woven) = weave::weave(&old, &mutants);
        put(&tree.join(file), text.as_bytes())?;
        written.insert(file.to_owned(), (text, woven));
    }
    Ok(written)
}

/// Runs cargo. Returns its messages, and whether it succeeded.
fn compile(tree: &Path, target: &Path) -> Result<(Vec<Value>, bool), String> {
    let output = Command::new("cargo")
        .args(["build", "--locked", "--keep-going", "--message-format=json", "--quiet"])
        .args(["--package=utfkit", "--package=utfkit-text", "--all-features", "--tests"])
        .env("CARGO_TARGET_DIR", target)
        .current_dir(tree)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str(line).ok());
    Ok((messages.collect(), output.status.success()))
}

fn programs(messages: &[Value]) -> Vec<Program> {
    let programs = messages.iter().filter_map(|message| {
        let path = PathBuf::from(message["executable"].as_str()?);
        let dir = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
        Some(Program { path, dir })
    });
    programs.collect()
}

/// Returns the mutants that an error of the compiler is about.
fn causes(error: &Value, written: &Written) -> Vec<usize> {
    let number =
        |span: &Value, key: &str| span[key].as_u64().and_then(|number| number.try_into().ok());
    let spans: Vec<(&File, Range<usize>)> = error["spans"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|span| {
            let file = written.get(span["file_name"].as_str()?)?;
            Some((file, number(span, "byte_start")?..number(span, "byte_end")?))
        })
        .collect();
    let inside = spans.iter().flat_map(|((_, mutants), span)| {
        mutants.iter().filter(|one| one.range.start <= span.start && span.end <= one.range.end)
    });
    let inside: Vec<usize> = inside.map(|one| one.id).collect();
    if !inside.is_empty() {
        return inside;
    }
    // The error is about code near a switch: all mutants of its lines go.
    let near = spans.iter().flat_map(|((text, mutants), span)| {
        let start = text[..span.start].rfind('\n').unwrap_or(0);
        let end = text[span.end..].find('\n').map_or(text.len(), |len| span.end + len);
        mutants.iter().filter(move |one| one.range.start < end && start < one.range.end)
    });
    near.map(|one| one.id).collect()
}
