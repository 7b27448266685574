//! Changes the libraries in one place at a time, and shows which changes no test sees.
//!
//! `cargo xtask mutants [--seed N] [--count N] [--budget SECONDS] [--list] [--again] [WORD…]` draws
//! `--count` mutants from the areas, as many from each as possible, by `--seed`. Words limit them to
//! areas, files or functions that contain one. One build holds all of them, each with a switch that a
//! variable sets. So a mutant costs only the time of the tests that reach it. A run of each test
//! without a mutant shows these.
//!
//! `--list` prints the mutants and stops. `--budget` limits the usual time of the tests for a mutant:
//! the slowest tests are left out, so some of the mutants that live then may be found without it.
//! `--again`, with the options of the last run, tries only the mutants that it did not find.
//!
//! Works on a copy of the files of the repository in `target/switched`. The result of each mutant is
//! in `results.tsv` there. `scripts/mutants.tsv` explains the survivors that no test can kill. Fails if
//! another one lives.

mod build;
mod find;
#[cfg(test)]
mod tests;
mod trial;
mod weave;

use std::{
    collections::HashMap,
    env, fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use find::Mutant;
use trial::Fate;

const EXPLAINED: &str = "scripts/mutants.tsv";
const RESULTS: &str = "results.tsv";

/// The areas, each with the start of the paths of its files. The longest start counts.
const AREAS: [(&str, &[&str]); 5] = [
    (
        "encoding",
        &[
            "crates/utfkit/src/encoding/",
            "crates/utfkit/src/error/",
            "crates/utfkit/src/form/boundary.rs",
            "crates/utfkit/src/form/order.rs",
        ],
    ),
    ("detect", &["crates/utfkit-text/src/detect/"]),
    ("repair", &["crates/utfkit-text/src/repair/"]),
    ("explain", &["crates/utfkit-text/src/repair/explain/"]),
    ("heal", &["crates/utfkit-text/src/heal/"]),
];

/// A mutant of the sample.
struct Chosen {
    area: usize,
    file: String,
    /// The file and the description.
    name: String,
    mutant: Mutant,
}

struct Options<'a> {
    seed: u64,
    count: usize,
    budget: Duration,
    is_list: bool,
    is_again: bool,
    words: Vec<&'a str>,
}

impl<'a> Options<'a> {
    fn parse(options: &[&'a str]) -> Result<Self, String> {
        let (is_list, is_again, words) = (false, false, Vec::new());
        let mut parsed =
            Self { seed: 1, count: 400, budget: Duration::MAX, is_list, is_again, words };
        let mut rest = options.iter();
        while let Some(&option) = rest.next() {
            let mut number = || rest.next().and_then(|text| text.parse::<u64>().ok());
            let usage = || {
                "usage: cargo xtask mutants [--seed N] [--count N] [--budget SECONDS] [--list] \
                 [--again] [WORD…]"
                    .to_owned()
            };
            match option {
                "--seed" => parsed.seed = number().ok_or_else(usage)?,
                "--count" => {
                    let count = number().and_then(|count| count.try_into().ok());
                    parsed.count = count.ok_or_else(usage)?;
                }
                "--budget" => parsed.budget = Duration::from_secs(number().ok_or_else(usage)?),
                "--list" => parsed.is_list = true,
                "--again" => parsed.is_again = true,
                word if !word.starts_with('-') => parsed.words.push(word),
                _ => return Err(usage()),
            }
        }
        Ok(parsed)
    }
}

/// Runs the command and returns its table.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let options = Options::parse(options)?;
    let target = env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let work = std::path::absolute(target).map_err(|error| error.to_string())?.join("switched");
    let chosen = sample(all(&options.words)?, options.seed, options.count);
    if options.is_list {
        let lines =
            chosen.iter().map(|one| format!("{}:{}: {}", one.file, one.mutant.line, one.name));
        return Ok(lines.collect::<Vec<_>>().join("\n"));
    }
    // Names of mutants are not unique, so only a name whose mutants were all found is kept.
    let before = if options.is_again { read(&work.join(RESULTS))? } else { String::new() };
    let mut known: HashMap<&str, Fate> = HashMap::new();
    for (name, fate) in before.lines().filter_map(Fate::read) {
        let kept = known.entry(name).or_insert(fate);
        *kept = if kept.is_found() { fate } else { *kept };
    }
    known.retain(|_, fate| fate.is_found());
    judge_all(&chosen, &known, options.budget, &work)
}

/// Builds the mutants, judges those that are not known, and returns the table.
fn judge_all(
    chosen: &[Chosen],
    known: &HashMap<&str, Fate>,
    budget: Duration,
    work: &Path,
) -> Result<String, String> {
    let start = Instant::now();
    let (programs, dropped) = build::build(work, chosen)?;
    eprintln!("mutants: built in {} s", start.elapsed().as_secs());
    let tests = trial::trace(&programs, work)?;
    eprintln!("mutants: traced after {} s", start.elapsed().as_secs());

    let explained = read(Path::new(EXPLAINED))?;
    let explained: HashMap<&str, &str> =
        explained.lines().filter_map(|line| line.split_once('\t')).collect();
    let results = work.join(RESULTS);
    let (mut rows, mut lines) = ([Row::default(); AREAS.len()], String::new());
    for (id, one) in (1..).zip(chosen).filter(|(id, _)| !dropped.contains(id)) {
        let start = Instant::now();
        let fate = match known.get(&*one.name) {
            Some(fate) => *fate,
            None => trial::judge(id, &programs, &tests, budget)?,
        };
        let row = &mut rows[one.area];
        row.seconds += start.elapsed().as_secs_f64();
        let is_explained = explained.contains_key(&*one.name);
        match fate {
            Fate::Found => row.found += 1,
            Fate::TimedOut => row.timed_out += 1,
            _ if is_explained => row.equal += 1,
            _ => {
                row.lives += 1;
                println!("{}: line {}: {}", fate.word(), one.mutant.line, one.name);
            }
        }
        if is_explained && fate.is_found() {
            println!("{}, although {EXPLAINED} has it: {}", fate.word(), one.name);
        }
        lines += &format!("{}\t{}\n", fate.word(), one.name);
        // An interrupted run can be continued with `--again`.
        fs::write(&results, &lines).map_err(|error| format!("{}: {error}", results.display()))?;
    }
    println!("{}", table(&rows));
    let lives: usize = rows.iter().map(|row| row.lives).sum();
    match lives {
        0 => Ok(format!("mutants: {} did not compile", dropped.len())),
        _ => Err(format!("mutants: {lives} live, {} did not compile", dropped.len())),
    }
}

/// The counts of an area.
#[derive(Clone, Copy, Default)]
struct Row {
    found: usize,
    timed_out: usize,
    equal: usize,
    lives: usize,
    seconds: f64,
}

impl Row {
    fn line(&self, name: &str) -> String {
        let Self { found, timed_out, equal, lives, seconds } = self;
        let all = found + timed_out + equal + lives;
        format!("| {name} | {all} | {found} | {timed_out} | {equal} | {lives} | {seconds:.0} |\n")
    }
}

fn table(rows: &[Row; AREAS.len()]) -> String {
    let mut sum = Row::default();
    let mut text = "| area | mutants | found | timed out | equal | live | seconds |\n".to_owned();
    text += "| --- | --- | --- | --- | --- | --- | --- |\n";
    for ((name, _), row) in AREAS.iter().zip(rows) {
        text += &row.line(name);
        sum.found += row.found;
        sum.timed_out += row.timed_out;
        sum.equal += row.equal;
        sum.lives += row.lives;
        sum.seconds += row.seconds;
    }
    text + &sum.line("all")
}

/// Returns all mutants whose area or name contains one of the words.
fn all(words: &[&str]) -> Result<Vec<Chosen>, String> {
    let mut files = Vec::new();
    for root in build::ROOTS {
        list(Path::new(root), &mut files)?;
    }
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let Some(area) = area(&file) else { continue };
        let text = read(Path::new(&file))?;
        let mutants = find::find(&text).map_err(|error| format!("{file}: {error}"))?;
        found.extend(mutants.into_iter().map(|mutant| {
            let name = format!("{file}: {}", mutant.description(&text));
            Chosen { area, file: file.clone(), name, mutant }
        }));
    }
    found.retain(|one| {
        words.is_empty()
            || words.iter().any(|word| AREAS[one.area].0 == *word || one.name.contains(word))
    });
    Ok(found)
}

/// Returns the area of a file.
fn area(file: &str) -> Option<usize> {
    let is_test = file.ends_with("/tests.rs");
    let starts = AREAS.iter().enumerate().flat_map(|(area, (_, starts))| {
        starts
            .iter()
            .filter(|start| file.starts_with(**start))
            .map(move |start| (start.len(), area))
    });
    starts.max().map(|(_, area)| area).filter(|_| !is_test)
}

/// Draws as many mutants from each area as possible.
///
/// The number of a mutant comes from its name and the seed. So a change of the code replaces few
/// mutants of the sample.
fn sample(mut all: Vec<Chosen>, seed: u64, count: usize) -> Vec<Chosen> {
    let mut same: HashMap<String, u64> = HashMap::new();
    all.sort_by_cached_key(|one| {
        let nth = same.entry(one.name.clone()).or_default();
        *nth += 1;
        let start = mixed(seed.wrapping_mul(0x1_0000).wrapping_add(*nth));
        one.name.bytes().fold(start, |hash, byte| mixed(hash ^ u64::from(byte)))
    });
    let mut sizes = [0; AREAS.len()];
    for _ in 0..count {
        // The smallest area that still has mutants grows.
        let has_more =
            |&area: &usize| all.iter().filter(|one| one.area == area).count() > sizes[area];
        let Some(area) = (0..AREAS.len()).filter(has_more).min_by_key(|&area| sizes[area]) else {
            break;
        };
        sizes[area] += 1;
    }
    all.retain(|one| {
        let is_drawn = sizes[one.area] > 0;
        sizes[one.area] -= usize::from(is_drawn);
        is_drawn
    });
    all.sort_by(|one, other| (one.area, &one.name).cmp(&(other.area, &other.name)));
    all
}

/// Mixes the bits of a number, as SplitMix64 does.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// Adds the Rust files in a directory.
fn list(dir: &Path, files: &mut Vec<String>) -> Result<(), String> {
    let failure = |error| format!("{}: {error}", dir.display());
    for entry in fs::read_dir(dir).map_err(failure)? {
        let path: PathBuf = entry.map_err(failure)?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
