//! Changes by other programs during a run, to files that the run has converted or will be given
//! again.

use std::{
    fs::{self, File, FileTimes},
    io::Write,
    os::unix::fs::{MetadataExt, PermissionsExt},
    process::{Child, ChildStdin},
    thread,
    time::{Duration, Instant},
};

use super::utf16;
use crate::support::{Folder, Run};

/// A run that receives one file name after the other.
struct Listening {
    child: Child,
    names: ChildStdin,
}

impl Listening {
    /// Starts the command with `arguments`. It reads its file names from a pipe.
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut child = folder.start(&[arguments, &["--files-from", "-"]].concat());
        let names = child.stdin.take().unwrap();
        Self { child, names }
    }

    /// Sends a file name, and waits until `path` has the bytes `becomes`.
    fn name(&mut self, folder: &Folder, name: &str, path: &str, becomes: &[u8]) {
        writeln!(self.names, "{name}").unwrap();
        let began = Instant::now();
        while !folder.path(path).exists() || folder.read(path) != becomes {
            assert!(began.elapsed() < Duration::from_secs(20), "{name} is not done");
            thread::sleep(Duration::from_millis(5));
        }
        // The file gets its name a moment before the run has recorded it.
        thread::sleep(Duration::from_millis(100));
    }

    /// Sends the last file names.
    fn end(mut self, names: &[&str]) -> Run {
        names.iter().for_each(|name| writeln!(self.names, "{name}").unwrap());
        drop(self.names);
        Run::from(self.child.wait_with_output().unwrap())
    }
}

/// Returns arguments, the old bytes of a file, and the report of fixing it.
fn jobs() -> [(&'static [&'static str], Vec<u8>, &'static str); 2] {
    [
        (&["convert", "-i"], utf16("Nicol\u{E1}s"), "1 converted"),
        (&["repair", "-i"], "Nicol\u{C3}\u{A1}s".into(), "1 fix"),
    ]
}

const FIXED: &str = "Nicol\u{E1}s";

/// A file system reuses the inode number of a deleted file.
#[test]
fn a_reused_inode_number_is_another_file() {
    for (arguments, broken, _) in jobs() {
        let folder = Folder::new();
        folder.file("a", &broken);
        let mut run = Listening::start(&folder, arguments);
        run.name(&folder, "a", "a", FIXED.as_bytes());
        let inode = |path: &str| folder.path(path).metadata().unwrap().ino();
        let number = inode("a");
        fs::remove_file(folder.path("a")).unwrap();
        let names: Vec<_> = (0..200).map(|name| format!("b{name}")).collect();
        for name in &names {
            folder.file(name, &broken);
        }
        let names: Vec<_> = names.iter().map(|name| &**name).collect();
        if !names.iter().any(|name| inode(name) == number) {
            eprintln!("skipped: this file system does not give numbers out again");
        }
        let run = run.end(&names).exits(0);
        assert!(!format!("{}{}", run.stderr, run.text()).contains("reached again"));
        for name in names {
            assert!(folder.read(name) == FIXED.as_bytes(), "{arguments:?} {name}");
        }
    }
}

/// The owner of a converted file writes new text to it.
#[test]
fn converts_new_text_in_a_converted_file() {
    for (arguments, broken, told) in jobs() {
        let folder = Folder::new();
        folder.file("a", &broken);
        let mut run = Listening::start(&folder, arguments);
        run.name(&folder, "a", "a", FIXED.as_bytes());
        folder.file("a", &broken);
        let run = run.end(&["a", "./a"]).exits(0);
        assert!(folder.read("a") == FIXED.as_bytes(), "{run:?}");
        let told = told.replace('1', "2");
        let said = format!("{}{}", run.stderr, run.text());
        assert!(said.contains(&told) && said.contains("1 reached again"), "{said}");
    }
}

/// If only the mode or the name changed, converting the file again from ISO-8859-1 would encode it
/// twice. If the text changed but not its length and time, skipping the file would leave it
/// unconverted. The two cases cannot be distinguished.
#[test]
fn reports_files_that_may_have_changed() {
    let new_mode = |folder: &Folder| {
        fs::set_permissions(folder.path("a"), fs::Permissions::from_mode(0o600)).unwrap();
    };
    let new_text = |folder: &Folder| {
        let times =
            FileTimes::new().set_modified(folder.path("a").metadata().unwrap().modified().unwrap());
        folder.file("a", "\u{E8}");
        File::options().write(true).open(folder.path("a")).unwrap().set_times(times).unwrap();
    };
    for (is_text, stays) in [(false, "\u{E9}"), (true, "\u{E8}")] {
        let folder = Folder::new();
        folder.file("a", b"\xE9");
        let mut run = Listening::start(&folder, &["convert", "-i", "-f", "latin1"]);
        run.name(&folder, "a", "a", "\u{E9}".as_bytes());
        if is_text {
            new_text(&folder)
        } else {
            new_mode(&folder)
        }
        let run = run.end(&["a"]).exits(1);
        run.says(
            "utf: a: left unchanged: changed after this run had written it (name, mode or text): check whether it is correct\n\
             utf: 1 converted, 1 left unchanged\n",
        );
        assert_eq!(folder.read("a"), stays.as_bytes());
    }
}

/// A file in the output directory is written again if its source has new text or is another file.
#[test]
fn writes_new_text_to_a_directory_again() {
    for threads in ["-j1", "-j8"] {
        let folder = Folder::new();
        folder.file("a", utf16("old"));
        let mut run = Listening::start(&folder, &["convert", threads, "-o", "out/"]);
        run.name(&folder, "a", "out/a", b"old");
        folder.file("a", utf16("newer"));
        run.name(&folder, "./a", "out/a", b"newer");
        folder.file("b", utf16("newest"));
        fs::rename(folder.path("b"), folder.path("a")).unwrap();
        let run = run.end(&["a", "a"]).exits(0);
        run.says("utf: 3 written, 1 reached again\n");
        assert_eq!(folder.read("out/a"), b"newest");
    }
}
