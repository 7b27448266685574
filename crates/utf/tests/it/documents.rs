//! The documents: each command in them is run, and what they show is what comes.
//!
//! A block of `sh` is run by bash in a folder that has `samples/`, after those above it in the same
//! document. A block of `text` right behind it is what it prints, errors too, where a line `…` is
//! any number of lines; without one it prints nothing. Words behind `sh` are the programs that it
//! takes besides: where one of them is missing, the block is not run. A table whose second heading
//! is `utf` has two commands a row, and what they print is the same to the byte; messages on
//! standard error need not be.
//!
//! `UPDATE_GOLDEN=1` writes what comes into the documents.

use std::{
    env, fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use super::support::Folder;

/// What is between two fences.
struct Block<'a> {
    /// What the first fence says.
    info: &'a str,
    text: &'a str,
    /// Where the text begins in the document.
    offset: usize,
    /// Where the last fence ends.
    end: usize,
}

/// The blocks of a document, in order.
fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut end = 0;
    for line in document.split_inclusive('\n') {
        let start = end;
        end += line.len();
        if let Some(info) = line.strip_prefix("```") {
            open = match open {
                None => Some((info.trim(), end)),
                Some((info, offset)) => {
                    let text = document.get(offset..start).unwrap();
                    blocks.push(Block { info, text, offset, end });
                    None
                }
            };
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    blocks
}

/// Two commands that do the same, and the program of the first.
struct Pair {
    program: String,
    theirs: String,
    ours: String,
}

/// The rows of tables whose second heading is `utf`.
fn pairs(document: &str) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut program = None;
    for line in document.lines() {
        let cells: Vec<_> =
            line.split(" | ").map(|cell| cell.trim_matches(['|', ' ', '`'])).collect();
        match (cells.as_slice(), &program) {
            ([theirs, "utf"], _) => program = Some((*theirs).to_owned()),
            ([theirs, ours], Some(program)) if !theirs.starts_with("---") => pairs.push(Pair {
                program: program.clone(),
                theirs: theirs.replace("\\|", "|"),
                ours: ours.replace("\\|", "|"),
            }),
            ([_], _) => program = None,
            _ => {}
        }
    }
    pairs
}

/// A folder as the reader of a document has it.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("samples")).unwrap();
    for entry in fs::read_dir(root().join("samples")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path("samples").join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs a script by bash, with `utf` where commands are found.
fn bash(folder: &Folder, script: &str) -> Output {
    let ours = Path::new(env!("CARGO_BIN_EXE_utf")).parent().unwrap();
    let path = format!("{}:{}", ours.display(), env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(folder.path("")).stdin(Stdio::null());
    command.env("PATH", path).env("LC_ALL", "C.UTF-8").env("HOME", folder.path(""));
    for who in ["AUTHOR", "COMMITTER"] {
        command
            .env(format!("GIT_{who}_NAME"), "A")
            .env(format!("GIT_{who}_EMAIL"), "a@example.org");
    }
    command.output().unwrap()
}

fn is_installed(program: &str) -> bool {
    let mut command = Command::new("bash");
    command.args(["-c", &format!("command -v {program}")]).output().unwrap().status.success()
}

/// Whether lines are as shown, where `…` is any number of them.
fn is_shown(shown: &[&str], lines: &[&str]) -> bool {
    match (shown, lines) {
        (["…", rest @ ..], _) => {
            (0..=lines.len()).any(|skipped| is_shown(rest, &lines[skipped..]))
        }
        ([first, shown @ ..], [line, lines @ ..]) => first == line && is_shown(shown, lines),
        (shown, lines) => shown.is_empty() && lines.is_empty(),
    }
}

/// Runs what a document says, and gives what is not true.
fn falsehoods(name: &str) -> String {
    let path = root().join(name);
    let document = fs::read_to_string(&path).unwrap();
    let (mut wrong, mut updated, mut copied) = (Vec::new(), String::new(), 0);
    let here = folder();
    let blocks = blocks(&document);
    for (index, block) in blocks.iter().enumerate() {
        let mut words = block.info.split(' ');
        if words.next() != Some("sh") || !words.all(is_installed) {
            continue;
        }
        let printed = bash(&here, &format!("exec 2>&1\n{}", block.text)).stdout;
        let printed = String::from_utf8_lossy(&printed);
        let shown = blocks.get(index + 1).filter(|next| {
            next.info == "text" && document.get(block.end..next.offset).unwrap().trim() == "```text"
        });
        let expected = shown.map_or("", |shown| shown.text);
        let [expected, lines] =
            [expected, &printed].map(|text| text.trim_end().lines().collect::<Vec<_>>());
        if !is_shown(&expected, &lines) {
            wrong.push(format!("$ {}prints\n{printed}", block.text));
            updated.push_str(document.get(copied..block.end).unwrap());
            updated.push_str(&format!("```text\n{}\n```\n", printed.trim_end()));
            copied = shown.map_or(block.end, |shown| shown.end);
        }
    }
    updated.push_str(document.get(copied..).unwrap());
    wrong.extend(pairs(&document).iter().filter_map(differs));
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, updated).unwrap();
    }
    wrong.iter().map(|wrong| format!("{name}: {wrong}\n")).collect()
}

#[track_caller]
fn are_true(names: &[&str]) {
    let falsehoods: String = names.iter().map(|name| falsehoods(name)).collect();
    assert!(falsehoods.is_empty(), "not true any more:\n{falsehoods}");
}

/// What differs between what two commands print, each in a folder of its own.
fn differs(pair: &Pair) -> Option<String> {
    let shown = |run: &Output| run.stdout.escape_ascii().to_string();
    let ours = bash(&folder(), &pair.ours);
    if !is_installed(&pair.program) {
        return (ours.status.code() > Some(1)).then(|| format!("$ {}\n{ours:?}", pair.ours));
    }
    let theirs = bash(&folder(), &pair.theirs);
    let same = theirs.stdout == ours.stdout;
    (!same).then(|| {
        format!("$ {}\n{}\n$ {}\n{}", pair.theirs, shown(&theirs), pair.ours, shown(&ours))
    })
}

#[test]
fn the_guide_is_true() {
    are_true(&["docs/GUIDE.md"]);
}

#[test]
fn the_recipes_are_true() {
    are_true(&["docs/recipes.md"]);
}

#[test]
fn the_page_on_files_is_true() {
    are_true(&["docs/files.md"]);
}

#[test]
fn pages_for_users_of_other_programs_are_true() {
    let pages = fs::read_dir(root().join("docs/from")).unwrap();
    let names: Vec<_> = pages
        .map(|page| format!("docs/from/{}", page.unwrap().file_name().into_string().unwrap()))
        .collect();
    are_true(&names.iter().map(String::as_str).collect::<Vec<_>>());
}

/// The files that the links of a document lead to.
fn links(document: &str) -> impl Iterator<Item = &str> {
    let targets = document.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[test]
fn links_lead_somewhere() {
    let mut pages = vec!["README.md".into(), "ARCHITECTURE.md".into()];
    for folder in ["docs", "docs/from", "docs/performance", "samples"] {
        let entries =
            fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        pages.extend(entries.map(|name| Path::new(folder).join(name)));
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.len() > 15, "{pages:?}");
    for page in pages {
        let document = fs::read_to_string(root().join(&page)).unwrap();
        for link in links(&document) {
            let target = root().join(&page).with_file_name(link);
            assert!(target.exists(), "{}: {link} is not there", page.display());
        }
    }
}
