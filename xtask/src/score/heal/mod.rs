//! Measures how much of damaged files comes back, and counts the errors.
//!
//! `cargo xtask score-heal DIR [--held] [--seed N]... [--cases N] [--only NAME] [--size MB]
//! [--show N [--dump DIR]] [--unrelated N]` takes each `NAME.old` under `DIR/dev`, or `DIR/held`,
//! a text in UTF-8, with `NAME.new`, the next version of it. A case is a text in a charset, edited,
//! and damaged by one of the programs that [`damages`] imitates. Each character has an origin, so
//! the wanted bytes are known. `--unrelated N` takes other texts for the older version: nothing may
//! come back. `--size MB` repeats each text until it has this size. `--show N` prints what differs
//! in case N of the first seed; `--dump` writes its files.
//!
//! Choose no rule by what `--held` shows; run it only on finished code.

mod cases;
mod cells;
mod counts;
mod damages;
mod diff;
mod edits;
mod texts;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use utfkit_text::heal::heal;

use self::{
    cases::{Case, make, unrelated},
    counts::Counts,
    texts::Pair,
};
use super::random::Random;

const USAGE: &str = "usage: cargo xtask score-heal DIR [--held] [--seed N]... [--cases N] \
                     [--only NAME] [--size MB] [--show N [--dump DIR]] [--unrelated N]";

/// The options.
#[derive(Default)]
struct Asked<'a> {
    folder: Option<&'a str>,
    held: bool,
    seeds: Vec<u64>,
    cases: usize,
    only: Option<&'a str>,
    show: Option<usize>,
    dump: Option<&'a str>,
    unrelated: usize,
    megabytes: usize,
}

/// Runs it; returns the report.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let mut asked = Asked::default();
    let mut options = options.iter();
    while let Some(&option) = options.next() {
        let mut value = || options.next().copied().ok_or(USAGE);
        let number = |text: &str| text.parse::<usize>().map_err(|_| USAGE);
        match option {
            "--held" => asked.held = true,
            "--seed" => asked.seeds.push(number(value()?)? as u64),
            "--cases" => asked.cases = number(value()?)?,
            "--only" => asked.only = Some(value()?),
            "--show" => asked.show = Some(number(value()?)?),
            "--dump" => asked.dump = Some(value()?),
            "--size" => asked.megabytes = number(value()?)?,
            "--unrelated" => asked.unrelated = number(value()?)?,
            path => asked.folder = Some(path),
        }
    }
    let folder = Path::new(asked.folder.ok_or(USAGE)?);
    let pairs = texts::pairs(&folder.join(if asked.held { "held" } else { "dev" }))?;
    if asked.seeds.is_empty() {
        asked.seeds.push(1);
    }
    if asked.unrelated > 0 {
        return Ok(others(&pairs, &asked));
    }
    if asked.cases == 0 {
        asked.cases = 4 * pairs.len();
    }
    if let Some(number) = asked.show {
        return show(&pairs, &asked, number);
    }
    Ok(table(&pairs, &asked))
}

fn case_of(pairs: &[Pair], asked: &Asked<'_>, seed: u64, number: usize) -> Option<Case> {
    let pair = &pairs[number % pairs.len()];
    let mut random = Random::of_case(seed, number);
    match asked.megabytes {
        0 => make(pair, &mut random, asked.only),
        size => make(&pair.repeated(size << 20), &mut random, asked.only),
    }
}

/// Runs `work` for each number, with all processors; returns the results in the order of numbers.
fn each<T: Send>(count: usize, work: impl Fn(usize) -> Option<T> + Sync) -> Vec<T> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    if let Some(result) = work(number) {
                        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                        results.insert(number, result);
                    }
                }
            });
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

/// Runs the cases and returns the tables.
fn table(pairs: &[Pair], asked: &Asked<'_>) -> String {
    let mut report = String::new();
    let mut tables: [BTreeMap<String, Counts>; 4] = Default::default();
    for &seed in &asked.seeds {
        let results = each(asked.cases, |number| {
            let case = case_of(pairs, asked, seed, number)?;
            let start = Instant::now();
            let result = heal(&case.old, &case.new, case.charset.encoding);
            let counts = counts::of(&case, &result, start.elapsed().as_secs_f64());
            Some((number, case, counts))
        });
        for (number, case, counts) in results {
            if counts.silent + counts.wrong + counts.lost > 0
                || (counts.open + counts.refused) * 50 > counts.damaged
            {
                let _ = writeln!(
                    report,
                    "#{seed}/{number} {} {} {:?} {:?} {}: damaged {} open {} refused {} silent {} wrong {} lost {}",
                    case.damage.name,
                    case.charset.name,
                    case.edits,
                    case.flags,
                    pairs[number % pairs.len()].path,
                    counts.damaged,
                    counts.open,
                    counts.refused,
                    counts.silent,
                    counts.wrong,
                    counts.lost,
                );
            }
            let mut add = |table: usize, key: &str| {
                *tables[table].entry(key.to_owned()).or_default() += &counts;
            };
            add(0, case.damage.name);
            add(1, case.charset.name);
            case.edits.iter().chain(&case.flags).for_each(|name| add(2, name));
            add(3, if case.damage.uncounted { "number of characters lost" } else { "others" });
            add(3, "all");
        }
    }
    for (name, table) in ["damage", "charset", "edit and flag", "all"].iter().zip(&tables) {
        let _ = writeln!(
            report,
            "\n{name:26} files exact refused  damaged restored       %   open silent wrong   typed lost needless seconds"
        );
        for (key, counts) in table {
            let share = 100.0 * counts.restored() as f64 / counts.damaged.max(1) as f64;
            let _ = writeln!(
                report,
                "{key:26} {:5} {:5} {:7} {:8} {:8} {share:7.3} {:6} {:6} {:5} {:7} {:4} {:8} {:7.2}",
                counts.files,
                counts.exact,
                counts.refused,
                counts.damaged,
                counts.restored(),
                counts.open,
                counts.silent,
                counts.wrong,
                counts.typed,
                counts.lost,
                counts.needless,
                counts.seconds,
            );
        }
    }
    report
}

/// Heals texts with other texts as their older versions.
fn others(pairs: &[Pair], asked: &Asked<'_>) -> String {
    let mut report = String::new();
    let results = each(asked.unrelated, |number| {
        let mut random = Random::of_case(asked.seeds[0], number);
        let (mut case, mut names) = (None, String::new());
        // Texts of the same language are neighbors.
        for round in 0..200 {
            let one = random.below(pairs.len());
            let other = if round < 100 {
                (one + 1 + random.below(5)) % pairs.len()
            } else {
                random.below(pairs.len())
            };
            let (one, other) = (&pairs[one], &pairs[other]);
            if one.path != other.path && !are_versions(one, other) {
                case = unrelated(one, other, random.chance(40), &mut random);
                names = format!("{} for {}", other.path, one.path);
            }
            if case.is_some() {
                break;
            }
        }
        let case = case?;
        let result = heal(&case.old, &case.new, case.charset.encoding);
        Some((number, names, case, result))
    });
    let (mut refused, mut bad, mut characters) = (0, 0, 0);
    let count = results.len();
    for (number, names, case, result) in results {
        let Ok(healed) = result else {
            refused += 1;
            continue;
        };
        let restored: usize = healed.restored.iter().map(|place| place.characters).sum();
        if restored > 0 {
            bad += 1;
            characters += restored;
            let _ = writeln!(
                report,
                "#{number} {} {} {:?} {names}: restored {restored}, score {:.2}, {:?}",
                case.damage.name, case.charset.name, case.flags, healed.score, healed.damages
            );
        }
    }
    let _ = writeln!(
        report,
        "{count} pairs: {refused} refused, {bad} with restored characters ({characters})"
    );
    report
}

/// Returns `true` if two texts have enough lines in common to be versions of one text.
fn are_versions(one: &Pair, other: &Pair) -> bool {
    let lines = |pair: &'_ Pair| -> std::collections::HashSet<String> {
        pair.old.lines().filter(|line| !line.is_ascii()).map(str::to_owned).collect()
    };
    let (one, other) = (lines(one), lines(other));
    one.intersection(&other).count() * 5 > one.len().min(other.len())
}

/// Shows the errors in one case.
fn show(pairs: &[Pair], asked: &Asked<'_>, number: usize) -> Result<String, String> {
    let case =
        case_of(pairs, asked, asked.seeds[0], number).ok_or("the text does not make a case")?;
    let mut report =
        format!("{} {} {:?} {:?}\n", case.damage.name, case.charset.name, case.edits, case.flags);
    if let Some(folder) = asked.dump {
        for (name, bytes) in [("old", &case.old), ("new", &case.new), ("want", &case.want)] {
            let path = Path::new(folder).join(name);
            std::fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    let healed = match heal(&case.old, &case.new, case.charset.encoding) {
        Ok(healed) => healed,
        Err(refusal) => return Ok(format!("{report}{refusal}\n")),
    };
    let _ = writeln!(report, "{:?} score {:.3}", healed.damages, healed.score);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for ((at, len), (place, size)) in counts::differences(&case, &healed.bytes) {
        let around = |bytes: &[u8], at: usize, len: usize| {
            text(&bytes[at.saturating_sub(30)..(at + len + 20).min(bytes.len())])
        };
        let open =
            healed.open.iter().find(|o| o.offset <= place + size && place <= o.offset + o.len);
        let _ = writeln!(
            report,
            "{at}: want {:?} got {:?} {:?}\n    {:?}\n    {:?}",
            text(&case.want[at..at + len]),
            text(&healed.bytes[place..place + size]),
            open.map(|open| (open.reason.code(), &open.candidates)),
            around(&case.want, at, len),
            around(&healed.bytes, place, size),
        );
    }
    Ok(report)
}
