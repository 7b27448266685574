//! The documents: their commands are run, and the shown output is compared with the real one.
//!
//! Bash runs each block of `sh` in a directory with a copy of `samples/`, after the blocks above it
//! in the same document. A block of `text` directly after it is its output, with errors; a line `…`
//! matches any number of lines. Without such a block, the output is empty.
//!
//! Words after `sh` name other programs that the block needs. If one is missing, the block is
//! skipped. A table whose second heading is `utf` has two commands per row. Their output is equal,
//! except for messages on stderr.
//!
//! `UPDATE_GOLDEN=1` writes the real output into the documents, and draws the picture of README.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use super::support::{Folder, exe, is_windows};

/// The text between two fences.
struct Block<'a> {
    /// The words of the first fence.
    info: &'a str,
    text: &'a str,
    /// The offset of the text in the document.
    offset: usize,
    /// The end of the last fence.
    end: usize,
}

/// Returns the blocks of a document, in order.
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

/// Two commands with the same output, and the program of the first.
struct Pair {
    program: String,
    theirs: String,
    ours: String,
}

/// Returns the rows of tables whose second heading is `utf`.
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

/// Creates the directory that the readers of a document work in.
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

/// Runs a script in bash, with `utf` in `PATH`.
fn bash(folder: &Folder, script: &str) -> Output {
    let ours = Path::new(exe()).parent().unwrap();
    let path = format!("{}:{}", ours.display(), env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(folder.path("")).stdin(Stdio::null());
    command.env("PATH", path).env("LC_ALL", "C.UTF-8").env("HOME", folder.path(""));
    if is_windows() {
        // Git for Windows also ignores modes, which only Unix has.
        command.env("GIT_CONFIG_COUNT", "1");
        command.env("GIT_CONFIG_KEY_0", "core.fileMode").env("GIT_CONFIG_VALUE_0", "false");
    }
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

/// Returns `true` if the lines are as shown. `…` matches any number of lines.
fn is_shown(shown: &[&str], lines: &[&str]) -> bool {
    match (shown, lines) {
        (["…", rest @ ..], _) => {
            (0..=lines.len()).any(|skipped| is_shown(rest, &lines[skipped..]))
        }
        ([first, shown @ ..], [line, lines @ ..]) => first == line && is_shown(shown, lines),
        (shown, lines) => shown.is_empty() && lines.is_empty(),
    }
}

/// Runs the commands of a document, and returns the differences from the shown output.
fn falsehoods(name: &str) -> String {
    let path = root().join(name);
    let document = fs::read_to_string(&path).unwrap();
    let (mut wrong, mut updated, mut copied) = (Vec::new(), String::new(), 0);
    let here = folder();
    let blocks = blocks(&document);
    for (index, block) in blocks.iter().enumerate() {
        let mut words = block.info.split(' ');
        // The test has built everything already, and cargo would wait for its own lock.
        let builds = block.text.starts_with("cargo ");
        // No file of Windows has a name with invalid bytes.
        let names_bytes = is_windows() && block.text.contains("touch names/$'");
        if words.next() != Some("sh") || !words.all(is_installed) || builds || names_bytes {
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
fn are_correct(names: &[&str]) {
    let falsehoods: String = names.iter().map(|name| falsehoods(name)).collect();
    assert!(falsehoods.is_empty(), "not true any more:\n{falsehoods}");
}

/// Returns the difference between the output of two commands, each run in its own directory.
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
fn the_readme_is_correct() {
    are_correct(&["README.md"]);
}

#[test]
fn the_guide_is_correct() {
    are_correct(&["docs/GUIDE.md"]);
}

#[test]
fn the_recipes_are_correct() {
    are_correct(&["docs/recipes.md"]);
}

#[test]
fn the_page_about_files_is_correct() {
    are_correct(&["docs/files.md"]);
}

#[test]
fn the_page_about_repair_is_correct() {
    are_correct(&["docs/repair.md"]);
}

#[test]
fn the_page_about_lost_characters_is_correct() {
    are_correct(&["docs/lost-characters.md"]);
}

#[test]
fn pages_for_users_of_other_programs_are_correct() {
    let pages = fs::read_dir(root().join("docs/from")).unwrap();
    let names: Vec<_> = pages
        .map(|page| format!("docs/from/{}", page.unwrap().file_name().into_string().unwrap()))
        .collect();
    are_correct(&names.iter().map(String::as_str).collect::<Vec<_>>());
}

/// Returns the text of a document outside of code blocks.
fn prose(document: &str) -> String {
    let mut is_code = false;
    let lines = document.lines().filter(|line| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_fence && !is_code
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The address of the repository's files, for the pages that packages carry.
const REPOSITORY: &str = "https://github.com/utfkit/utfkit/blob/main/";

/// Returns the targets of the links of a document, without addresses of other sites.
fn links(document: &str) -> Vec<String> {
    let text = prose(document);
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let is_ours = |target: &&str| !target.contains("://") || target.starts_with(REPOSITORY);
    targets.filter(is_ours).map(str::to_owned).collect()
}

/// Returns the anchors of the headings of a document, as GitHub creates them.
fn anchors(document: &str) -> Vec<String> {
    let text = prose(document);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|heading| {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.collect::<String>().replace(' ', "-")
        })
        .collect()
}

/// Returns the Markdown files of the repository, without build directories.
fn pages(dir: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap_or_default();
        if path.is_symlink() || name.starts_with('.') || name == "target" || name == "node_modules"
        {
            continue;
        }
        if path.is_dir() {
            pages.extend(self::pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages
}

/// Returns the links of a document whose target does not exist.
fn dead_links(page: &Path) -> Vec<String> {
    let document = fs::read_to_string(page).unwrap();
    let mut dead = links(&document);
    dead.retain(|link| {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = match file.strip_prefix(REPOSITORY) {
            Some(file) => root().join(file),
            None if file.is_empty() => page.to_owned(),
            None => page.with_file_name(file),
        };
        let is_there = target.exists()
            && (anchor.is_empty()
                || anchors(&fs::read_to_string(target).unwrap()).iter().any(|a| a == anchor));
        !is_there
    });
    dead
}

#[test]
fn links_lead_somewhere() {
    let pages = pages(root());
    assert!(pages.len() > 20, "{pages:?}");
    let dead: Vec<_> = pages
        .iter()
        .flat_map(|page| dead_links(page).into_iter().map(move |link| (page.display(), link)))
        .map(|(page, link)| format!("{page}: {link}\n"))
        .collect();
    assert!(dead.is_empty(), "dead links:\n{}", dead.concat());
}

#[test]
fn finds_dead_links() {
    let folder = Folder::new();
    let ours = format!("[o]({REPOSITORY}README.md) [p]({REPOSITORY}none.md)");
    let text = "# A b, `c`\n[a](#a-b-c) [b](#b) [c](x.md#a) [d](x.md#b)\n```\n[d](d)\n```\n[x](x.md) [y](y.md)\n";
    folder.file("page.md", format!("{text}{ours}\n"));
    folder.file("x.md", "## A\n");
    let none = format!("{REPOSITORY}none.md");
    assert_eq!(dead_links(&folder.path("page.md")), ["#b", "x.md#b", "y.md", &none]);
}

/// The picture of README is a terminal that shows two kinds of findings.
#[test]
fn the_picture_is_current() {
    let command = "utf check --color always samples/broken.utf-8.txt";
    let output = bash(&folder(), command).stdout;
    let output = String::from_utf8(output).unwrap();
    let mut findings: Vec<_> = output.split_inclusive("\n\n").collect();
    findings.dedup_by_key(|finding| finding.split(']').next().map(str::to_owned));
    let shown = findings.get(..2).unwrap();
    let screen = format!("$ {}\n{}…", command.replace("--color always ", ""), shown.concat());
    let svg = anstyle_svg::Term::new().render_svg(&screen);
    let path = root().join("docs/pictures/check.svg");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &svg).unwrap();
    }
    assert!(fs::read_to_string(path).unwrap() == svg, "UPDATE_GOLDEN=1 draws it again");
}
