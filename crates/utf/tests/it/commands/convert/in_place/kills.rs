//! The process is killed at random moments. Every file is the old or the new one. Another run
//! completes the work and removes temporary files.

use std::{
    collections::BTreeMap,
    fs,
    hash::{BuildHasher, Hasher, RandomState},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    buffer::spare_capacity,
    fs::{XattrFlags, getxattr, setxattr},
    io::Errno,
};

use super::utf16;
use crate::support::Folder;

/// An attribute that each file keeps. Wine and Samba keep attributes of Windows under this name, and
/// the value is that of files of the system.
const ATTRIBUTE: (&str, &[u8]) = ("user.DOSATTRIB", b"0x4");

/// A tree with the old and the new bytes of each file.
struct Tree {
    folder: Folder,
    files: BTreeMap<String, (Vec<u8>, Vec<u8>)>,
}

/// The counts of a campaign.
#[derive(Debug, Default)]
struct Seen {
    kills: u64,
    /// The number of runs that ended before they were killed.
    finished: u64,
    /// The number of kills that left a temporary file.
    strays: u64,
    /// The number of kills at which some files were new and others old.
    midway: u64,
}

impl Tree {
    fn new() -> Self {
        let mut files = BTreeMap::new();
        for number in 0..60_usize {
            let text = format!("\u{20AC} {number}\n").repeat(1 << (number % 14));
            let folder = if number % 3 == 0 { "sub/" } else { "" };
            let old = if number % 7 == 0 { text.clone().into_bytes() } else { utf16(&text) };
            files.insert(format!("{folder}{number}"), (old, text.into_bytes()));
        }
        Self { folder: Folder::new(), files }
    }

    fn make(&self) {
        let _ = fs::remove_dir_all(self.folder.path("tree"));
        fs::create_dir_all(self.folder.path("tree/sub")).unwrap();
        for (name, (old, _)) in &self.files {
            let path = self.folder.file(&format!("tree/{name}"), old);
            let (name, value) = ATTRIBUTE;
            match setxattr(path, name, value, XattrFlags::empty()) {
                Err(Errno::OPNOTSUPP) => eprintln!("no attributes on this file system"),
                done => done.unwrap(),
            }
        }
    }

    /// Asserts that every file is complete. Returns the number of new files among those that
    /// change.
    fn check(&self) -> usize {
        let mut new = 0;
        for (name, (old, becomes)) in &self.files {
            let bytes = self.folder.read(&format!("tree/{name}"));
            assert!(bytes == *old || bytes == *becomes, "{name} is neither the old nor the new");
            let mut value = Vec::with_capacity(64);
            let path = self.folder.path(&format!("tree/{name}"));
            match getxattr(path, ATTRIBUTE.0, spare_capacity(&mut value)) {
                Err(Errno::OPNOTSUPP) => {}
                found => assert_eq!((found.is_ok(), &*value), (true, ATTRIBUTE.1), "{name}"),
            }
            new += usize::from(bytes == *becomes && bytes != *old);
        }
        new
    }

    /// Returns the number of files that do not belong to the tree.
    fn strays(&self) -> usize {
        let count = |folder| fs::read_dir(self.folder.path(folder)).unwrap().count();
        count("tree") - 1 + count("tree/sub") - self.files.len()
    }

    fn changing(&self) -> usize {
        self.files.values().filter(|(old, new)| old != new).count()
    }

    /// Kills `kills` runs.
    fn campaign(&self, kills: u64) -> Seen {
        let arguments = ["convert", "-i", "-q", "tree"];
        self.make();
        let begun = Instant::now();
        self.folder.run(&arguments).exits(0);
        let long = begun.elapsed();
        let mut seen = Seen::default();
        while seen.kills < kills {
            self.make();
            for _ in 0..3 {
                let mut child = self.folder.start(&arguments);
                thread::sleep(random_below(long));
                child.kill().unwrap();
                match child.wait().unwrap().code() {
                    Some(_) => seen.finished += 1,
                    None => seen.kills += 1,
                }
                let new = self.check();
                seen.midway += u64::from(new > 0 && new < self.changing());
                seen.strays += u64::from(self.strays() > 0);
            }
            self.folder.run(&arguments).exits(0).says("");
            assert_eq!((self.check(), self.strays()), (self.changing(), 0));
        }
        seen
    }
}

fn random_below(most: Duration) -> Duration {
    let random = RandomState::new().build_hasher().finish();
    most.mul_f64((random >> 11) as f64 / (1_u64 << 53) as f64)
}

/// Kills `kills` runs that replace compressed data. Returns the number of kills that left a
/// temporary file.
fn compressed_campaign(kills: u64) -> u64 {
    let folder = Folder::new();
    let text = (0..20_000).map(|number| format!("\u{20AC} {number}\n")).collect::<String>();
    let plain = folder.file("plain", utf16(&text));
    folder
        .run(&[
            "convert",
            "-f",
            "utf-16",
            "-t",
            "utf-16",
            "--compress",
            "zst",
            "-o",
            "old",
            "plain",
        ])
        .exits(0);
    fs::remove_file(plain).unwrap();
    let old = folder.read("old");
    let arguments = ["convert", "-q", "-z", "--compress", "zst", "-t", "utf-8", "-o", "a", "a"];
    folder.file("a", &old);
    let begun = Instant::now();
    folder.run(&arguments).exits(0);
    let (long, new) = (begun.elapsed(), folder.read("a"));
    let (mut killed, mut strays) = (0, 0);
    while killed < kills {
        folder.file("a", &old);
        let mut child = folder.start(&arguments);
        thread::sleep(random_below(long));
        child.kill().unwrap();
        killed += u64::from(child.wait().unwrap().code().is_none());
        let bytes = folder.read("a");
        assert!(bytes == old || bytes == new, "neither the old nor the new");
        strays += u64::from(folder.names().len() > 2);
        folder.run(&arguments).exits(0).says("");
        assert!(folder.read("a") == new && folder.names() == ["a", "old"]);
    }
    strays
}

#[test]
fn some_kills_with_compressed_output() {
    compressed_campaign(5);
}

/// `cargo test --release -p utf --test it a_thousand_kills -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute or two"]
fn a_thousand_kills_with_compressed_output() {
    let strays = compressed_campaign(1000);
    println!("compressed: 1000 kills, {strays} left an unfinished file");
    assert!(strays > 0);
}

/// In an output tree, the next run removes the temporary files of killed runs, and keeps the files
/// of running processes.
#[test]
fn removes_temporary_files_in_an_output_tree() {
    let folder = Folder::new();
    for made in ["t/sub", "out/t/sub"] {
        std::fs::create_dir_all(folder.path(made)).unwrap();
    }
    for file in ["t/a", "t/sub/b", "alone"] {
        folder.file(file, "text");
    }
    let strays =
        ["out/.alone.utf-01234a.tmp", "out/t/.gone.utf-01234b.tmp", "out/t/sub/.b.utf-01234c.tmp"];
    for stray in strays {
        folder.file(stray, "te");
    }
    let lives = folder.path("out/t/sub/.c.utf-01234d.tmp");
    let held = std::fs::File::create(&lives).unwrap();
    held.lock().unwrap();
    folder.run(&["convert", "-o", "out/", "t", "alone"]).exits(0).says("utf: 3 written\n");
    assert!(strays.iter().all(|stray| !folder.path(stray).exists()));
    assert!(lives.exists());
}

#[test]
fn some_kills() {
    let seen = Tree::new().campaign(12);
    assert!(seen.kills >= 12, "{seen:?}");
}

/// `cargo test --release -p utf --test it a_thousand_kills -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute or two"]
fn a_thousand_kills() {
    let kills = std::env::var("UTF_TEST_KILLS").map_or(1000, |kills| kills.parse().unwrap());
    let seen = Tree::new().campaign(kills);
    println!("{seen:?}");
    assert!(seen.strays > 0 && seen.midway > 0, "{seen:?}");
}

/// Files that only look like temporary ones, and files that a running process writes, are not
/// removed.
#[test]
fn removes_only_temporary_files_of_killed_runs() {
    let folder = Folder::new();
    folder.file("a", "text");
    folder.file(".a.utf-012345.tmp", "left");
    folder.file(".a.utf-01234x.tmp", "not ours");
    let lively = fs::File::create(folder.path(".a.utf-543210.tmp")).unwrap();
    lively.lock().unwrap();
    std::os::unix::fs::symlink("a", folder.path(".a.utf-aaaaaa.tmp")).unwrap();
    folder.run(&["convert", "-i", "--dry-run", "a"]).exits(0);
    assert_eq!(folder.names().len(), 5);
    folder.run(&["convert", "-i", "a"]).exits(0);
    let left = [".a.utf-01234x.tmp", ".a.utf-543210.tmp", ".a.utf-aaaaaa.tmp", "a"];
    assert_eq!(folder.names(), left);
}

#[test]
fn a_signal_ends_the_run_with_a_summary() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        // A run may end before the signal arrives.
        let ended = (0..20).find_map(|_| signalled(signal, 2_000_000));
        let (folder, run) = ended.expect("all runs were too quick");
        assert_eq!(run.status.code(), Some(status));
        assert_eq!(String::from_utf8(run.stderr).unwrap(), "utf: interrupted: 1 converted\n");
        assert_eq!(folder.names(), ["a", "b"]);
    }
}

/// Sends `signal` to a run after the first of two files was converted, and before the second one
/// was, which has `lines` lines. Returns `None` if the run was too quick.
fn signalled(signal: &str, lines: usize) -> Option<(Folder, std::process::Output)> {
    let folder = Folder::new();
    folder.file("a", utf16("first"));
    let big = utf16(&"text\n".repeat(lines));
    folder.file("b", &big);
    let mut child = folder.start(&["convert", "-i", "a", "b"]);
    let begun = || folder.names().iter().any(|name| name.starts_with(".b.utf-"));
    while folder.read("a") != b"first" || !begun() {
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        thread::yield_now();
    }
    // The file is counted a moment after it gets its name.
    thread::sleep(Duration::from_millis(1));
    let kill = format!("kill -{signal} {}", child.id());
    let killed = std::process::Command::new("bash").args(["-c", &kill]).status().unwrap();
    let run = child.wait_with_output().unwrap();
    let midway = killed.success() && folder.read("b") == big;
    midway.then_some((folder, run))
}
