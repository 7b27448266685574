//! Runs tests with a mutant.

use std::{
    collections::HashSet,
    fs, mem,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    build::Program,
    weave::{CHOICE, TRACE},
};

/// A mutant may need this much longer than usual, because other programs run too.
const SLOWER: u32 = 10;
const SPARE: Duration = Duration::from_secs(10);
/// The longest time of a test without a mutant.
const MAX_TIME: Duration = Duration::from_secs(900);
/// The longest usual time of tests that run in one process, and their highest number.
const BATCH: (Duration, usize) = (Duration::from_millis(500), 24);
/// A mutant that allocates without end is stopped here, in KiB.
const MAX_MEMORY: &str = "6000000";

/// A test that passes without mutants.
pub(super) struct Test {
    program: usize,
    name: String,
    usual: Duration,
    /// The numbers of the mutants that it reaches.
    reached: HashSet<usize>,
}

/// The result of a mutant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Found,
    TimedOut,
    Lives,
    /// It lives, because no test runs it.
    Unreached,
}

impl Fate {
    const ALL: [Self; 4] = [Self::Found, Self::TimedOut, Self::Lives, Self::Unreached];

    /// Reads a line of the results, and returns the fate with the name of the mutant.
    pub(super) fn read(line: &str) -> Option<(&str, Self)> {
        let (word, name) = line.split_once('\t')?;
        Self::ALL.into_iter().find(|fate| fate.word() == word).map(|fate| (name, fate))
    }

    pub(super) fn is_found(self) -> bool {
        matches!(self, Self::Found | Self::TimedOut)
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::TimedOut => "timed out",
            Self::Lives => "lives",
            Self::Unreached => "not reached",
        }
    }
}

/// Runs each test alone. Returns the tests that reach a mutant, the fastest first.
///
/// What a program reached is kept in a file until the program is built again.
pub(super) fn trace(programs: &[Program], work: &Path) -> Result<Vec<Test>, String> {
    let mut tests = Vec::new();
    for (index, program) in programs.iter().enumerate() {
        let name = program.path.file_name().unwrap_or_default();
        let kept = work.join("traces").join(name).with_extension("tsv");
        let time = |file: &Path| fs::metadata(file).and_then(|data| data.modified()).ok();
        if time(&kept) < time(&program.path) {
            let text = trace_one(program, &work.join("trace.txt"))?;
            fs::create_dir_all(work.join("traces"))
                .and_then(|()| fs::write(&kept, text))
                .map_err(|error| format!("{}: {error}", kept.display()))?;
        }
        let text = super::read(&kept)?;
        tests.extend(text.lines().filter_map(|line| Test::read(line, index)));
    }
    tests.sort_by_key(|test| test.usual);
    Ok(tests)
}

impl Test {
    /// Reads a line of a kept trace: the name, the microseconds, and the mutants.
    fn read(line: &str, program: usize) -> Option<Self> {
        let [name, usual, reached] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let reached: HashSet<usize> = reached.split(' ').filter_map(|id| id.parse().ok()).collect();
        let usual = Duration::from_micros(usual.parse().ok()?);
        (!reached.is_empty()).then(|| Self { program, name: name.to_owned(), usual, reached })
    }
}

/// Runs each test of a program, and returns the lines of its trace. A test that fails without a
/// mutant does not count.
fn trace_one(program: &Program, file: &Path) -> Result<String, String> {
    let list = Command::new(&program.path)
        .args(["--list", "--format=terse"])
        .current_dir(&program.dir)
        .output()
        .map_err(|error| format!("{}: {error}", program.path.display()))?;
    let mut lines = String::new();
    let list = String::from_utf8_lossy(&list.stdout);
    for name in list.lines().filter_map(|line| line.strip_suffix(": test")) {
        let _ = fs::remove_file(file);
        let start = Instant::now();
        if run(program, &[name], (TRACE, &file.to_string_lossy()), MAX_TIME)? == Fate::Lives {
            let reached = fs::read_to_string(file).unwrap_or_default().replace('\n', " ");
            lines += &format!("{name}\t{}\t{reached}\n", start.elapsed().as_micros());
        } else {
            eprintln!("mutants: {name} fails without a mutant, so it does not count");
        }
    }
    Ok(lines)
}

/// Runs the tests that reach a mutant, the fastest first, until one fails or those that are left
/// usually take longer than the budget.
pub(super) fn judge(
    id: usize,
    programs: &[Program],
    tests: &[Test],
    budget: Duration,
) -> Result<Fate, String> {
    let mut batches: Vec<(Duration, usize, Vec<&str>)> = Vec::new();
    for program in 0..programs.len() {
        let mut batch = (Duration::ZERO, program, Vec::new());
        for test in tests.iter().filter(|test| test.program == program) {
            if !test.reached.contains(&id) {
                continue;
            }
            if batch.0 + test.usual > BATCH.0 || batch.2.len() == BATCH.1 {
                batches.push(mem::replace(&mut batch, (Duration::ZERO, program, Vec::new())));
            }
            batch.0 += test.usual;
            batch.2.push(&test.name);
        }
        batches.push(batch);
    }
    batches.retain(|(_, _, names)| !names.is_empty());
    batches.sort();
    let (mut fate, mut spent) = (Fate::Unreached, Duration::ZERO);
    for (usual, program, names) in batches {
        spent += usual;
        if fate != Fate::Unreached && (fate != Fate::Lives || spent > budget) {
            break;
        }
        let limit = usual * SLOWER + SPARE;
        fate = run(&programs[program], &names, (CHOICE, &id.to_string()), limit)?;
    }
    Ok(fate)
}

/// Runs some tests of a program with a variable.
fn run(
    program: &Program,
    names: &[&str],
    (variable, value): (&str, &str),
    limit: Duration,
) -> Result<Fate, String> {
    let failure = |error| format!("{}: {error}", program.path.display());
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v \"$1\"; shift; exec \"$@\"", "sh", MAX_MEMORY])
        .arg(&program.path)
        .args(["--exact", "--test-threads=1"])
        .args(names)
        .env(variable, value)
        // A failure must not change what later mutants are tested with.
        .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
        .current_dir(&program.dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failure)?;
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait().map_err(failure)? {
            return Ok(if status.success() { Fate::Lives } else { Fate::Found });
        }
        if start.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).map_err(failure)?;
            return Ok(Fate::TimedOut);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
