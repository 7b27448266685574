//! Measures the repair of mojibake on damaged lines, compared with ftfy, and on clean text.
//!
//! `cargo xtask score-repair DIR [--seed N] [--lines N] [--peers] [--others] [--clean] [--misread]
//! [--show N]` takes each `*.txt` under `DIR`: a language, a line per text
//! (`scripts/repair-texts.py DIR` fetches them). It reads lines as each charset, once and twice, and
//! repairs each by itself, and all of a language as one file. `--others` takes charsets of which no
//! cost was chosen by this. `--clean` repairs all lines as they are: each fix is wrong, except of
//! lines that are really damaged. `--misread` reads text in legacy charsets as windows-1252.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use utfkit_text::repair::{Fix, Options, Repaired, repair};

use super::{
    damaged::{Asked, characters, sample},
    misread,
};

/// The charsets of the table, and others.
const CHARSETS: [&str; 7] =
    ["latin-1", "windows-1252", "windows-1251", "windows-1250", "ibm437", "macintosh", "koi8-r"];
const OTHERS: [&str; 7] = [
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "iso-8859-2",
    "iso-8859-15",
    "ibm850",
    "ibm866",
];

/// The languages that are damaged.
const LANGUAGES: [&str; 10] = ["bg", "cs", "de", "el", "es", "fr", "pl", "ru", "tr", "zh"];

/// Runs it; returns the report.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let usage = "usage: cargo xtask score-repair DIR [--seed N] [--lines N] [--peers] [--others] [--clean] [--misread] [--show N]";
    let mut folder = None;
    let mut asked = Asked {
        folder: Path::new(""),
        seed: 7,
        lines: 25,
        peers: false,
        others: false,
        clean: false,
        misread: false,
        show: 0,
    };
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let mut number = || options.next().and_then(|number| number.parse().ok()).ok_or(usage);
        match *option {
            "--seed" => asked.seed = number()? as u64,
            "--lines" => asked.lines = number()?,
            "--show" => asked.show = number()?,
            "--peers" => asked.peers = true,
            "--others" => asked.others = true,
            "--clean" => asked.clean = true,
            "--misread" => asked.misread = true,
            path => folder = Some(path),
        }
    }
    asked.folder = Path::new(folder.ok_or(usage)?);
    let texts = texts(asked.folder)?;
    if asked.misread {
        return misread::score(&texts, &asked);
    }
    if asked.clean { Ok(clean(&texts, &asked)) } else { damaged(&texts, &asked) }
}

/// The lines of each language.
fn texts(folder: &Path) -> Result<BTreeMap<String, Vec<String>>, String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let text = fs::read_to_string(&path).map_err(problem)?;
            texts.insert(name.to_owned(), text.lines().map(str::to_owned).collect());
        }
    }
    Ok(texts)
}

/// The results for damaged lines.
#[derive(Clone, Copy, Default)]
struct Tally {
    lines: usize,
    right: usize,
    wrong: usize,
    in_file: usize,
    wrong_in_file: usize,
    ftfy: usize,
    wrong_by_ftfy: usize,
}

fn damaged(texts: &BTreeMap<String, Vec<String>>, asked: &Asked<'_>) -> Result<String, String> {
    let mut table = BTreeMap::new();
    let mut by_language = BTreeMap::new();
    let charsets = if asked.others { OTHERS } else { CHARSETS };
    let mut shown = String::new();
    for (language, lines) in texts.iter().filter(|(name, _)| LANGUAGES.contains(&name.as_str())) {
        let lines = sample(lines, asked);
        for (number, charset) in charsets.iter().enumerate() {
            let characters = characters(charset)?;
            for times in 1..=2 {
                let damage = |line: &String| {
                    (0..times).fold(line.clone(), |line, _| read(&line, &characters))
                };
                let broken: Vec<String> = lines.iter().map(damage).collect();
                let file = broken.join("\n");
                let done = repair(file.as_bytes(), Options::default());
                if done.undo() != file.as_bytes() {
                    return Err(format!("{language}, {charset}: the fixes cannot be undone"));
                }
                let whole = String::from_utf8_lossy(&done.bytes).into_owned();
                let ftfy = if asked.peers { ftfy(&broken)? } else { broken.clone() };
                let mut tally = Tally::default();
                for (at, (line, broken)) in lines.iter().zip(&broken).enumerate() {
                    let done = repair(broken.as_bytes(), Options::default());
                    if done.undo() != broken.as_bytes() {
                        return Err(format!("{broken}: the fixes cannot be undone"));
                    }
                    let own = String::from_utf8_lossy(&done.bytes).into_owned();
                    let in_file = whole.split('\n').nth(at).unwrap_or_default();
                    let is_wrong = |made: &str| usize::from(made != line && made != broken);
                    tally.lines += 1;
                    tally.right += usize::from(own == *line);
                    tally.wrong += is_wrong(&own);
                    tally.in_file += usize::from(in_file == line);
                    tally.wrong_in_file += is_wrong(in_file);
                    tally.ftfy += usize::from(ftfy[at] == *line);
                    tally.wrong_by_ftfy += is_wrong(&ftfy[at]);
                    if own != *line && shown.lines().count() < 3 * asked.show {
                        let _ = writeln!(
                            shown,
                            "{language} {charset} {times}: {line}\n    {broken}\n    {own} {:?}",
                            done.ambiguous
                        );
                    }
                }
                add(table.entry((number, times)).or_default(), tally);
                add(by_language.entry(language.as_str()).or_default(), tally);
            }
        }
    }
    let mut out = shown;
    let seed = asked.seed;
    let _ = writeln!(
        out,
        "Seed {seed}. Percent of lines; wrong: neither as they were nor as they are.\n"
    );
    let _ = writeln!(
        out,
        "| read as | times | lines | right | wrong | in a file: right | wrong | ftfy: right | wrong |"
    );
    let _ = writeln!(out, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all = Tally::default();
    for (&(number, times), &tally) in &table {
        let _ = writeln!(out, "| {} | {times} | {}", charsets[number], row(tally));
        add(&mut all, tally);
    }
    let _ = writeln!(out, "| all | | {}\n", row(all));
    for (language, tally) in by_language {
        let _ = writeln!(out, "| {language} | {}", row(tally));
    }
    Ok(out)
}

fn add(sum: &mut Tally, one: Tally) {
    sum.lines += one.lines;
    sum.right += one.right;
    sum.wrong += one.wrong;
    sum.in_file += one.in_file;
    sum.wrong_in_file += one.wrong_in_file;
    sum.ftfy += one.ftfy;
    sum.wrong_by_ftfy += one.wrong_by_ftfy;
}

fn row(tally: Tally) -> String {
    let percent = |count: usize| 100.0 * count as f64 / tally.lines.max(1) as f64;
    let Tally { right, wrong, in_file, wrong_in_file, ftfy, wrong_by_ftfy, .. } = tally;
    let mut row = format!("{} |", tally.lines);
    for count in [right, wrong, in_file, wrong_in_file, ftfy, wrong_by_ftfy] {
        let _ = write!(row, " {:.1} |", percent(count));
    }
    row
}

fn read(text: &str, characters: &[char]) -> String {
    text.bytes().map(|byte| characters[usize::from(byte)]).collect()
}

/// Returns the result of ftfy for each line.
fn ftfy(lines: &[String]) -> Result<Vec<String>, String> {
    const SCRIPT: &str = "import sys,ftfy\nfor l in sys.stdin.buffer.read().decode('utf-8').split('\\n'): sys.stdout.buffer.write((ftfy.fix_encoding(l).replace('\\n',' ')+'\\n').encode('utf-8'))";
    let problem = |error: std::io::Error| format!("python3: {error}");
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut child = Command::new(python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(problem)?;
    let text = lines.join("\n");
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes()).map_err(problem)?;
    }
    let output = child.wait_with_output().map_err(problem)?;
    let made: Vec<_> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    if made.len() == lines.len() {
        Ok(made)
    } else {
        Err("python3: ftfy did not answer".to_owned())
    }
}

/// Repairs lines that are clean, each by itself, and each language as a file.
fn clean(texts: &BTreeMap<String, Vec<String>>, asked: &Asked<'_>) -> String {
    let mut out = String::new();
    let (mut all_words, mut all_lines, mut all_told) = (0, 0, 0);
    let mut by_damage = BTreeMap::<&str, usize>::new();
    for (language, lines) in texts {
        let words: usize = lines.iter().map(|line| line.split_whitespace().count()).sum();
        let mut changed = 0;
        let mut told = 0;
        for line in lines {
            let done = repair(line.as_bytes(), Options::default());
            told += usize::from(!done.ambiguous.is_empty());
            let Some(first) = done.fixes.first() else { continue };
            *by_damage.entry(first.fault.code()).or_default() += 1;
            changed += 1;
            if changed <= asked.show {
                let _ = writeln!(out, "    {} in {line}", changes(&done));
            }
        }
        let done = repair(lines.join("\n").as_bytes(), Options::default());
        if asked.show > 0 && !done.fixes.is_empty() {
            let _ = writeln!(out, "    in the file: {}", changes(&done));
        }
        let in_file = done.fixes.len();
        let _ = writeln!(
            out,
            "{language}: {words} words, {changed} lines changed, {in_file} fixes in the file, {told} lines with a doubt"
        );
        all_words += words;
        all_lines += changed;
        all_told += told;
    }
    let rate = 1e6 * all_lines as f64 / all_words.max(1) as f64;
    let _ = writeln!(
        out,
        "{all_words} words, {all_lines} lines changed ({rate:.2} per million words), {all_told} with a doubt"
    );
    for (damage, lines) in by_damage {
        let _ = writeln!(out, "{damage}: {lines} lines");
    }
    out
}

/// Returns the fixes of a text, for people.
fn changes(done: &Repaired) -> String {
    let of = |fix: &Fix| {
        let [was, is] = [&fix.bytes, &fix.becomes].map(|bytes| String::from_utf8_lossy(bytes));
        format!("{was} -> {is} ({})", fix.why())
    };
    done.fixes.iter().map(of).collect::<Vec<_>>().join(", ")
}
