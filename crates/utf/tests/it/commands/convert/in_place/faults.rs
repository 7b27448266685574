//! System calls that fail. Every file is the old or the new one, no temporary files remain, and
//! another run completes the work.

use std::{fs, process::Command};

use super::utf16;
use crate::support::{Folder, Run, exe, is_root, is_traced};

/// Files that are handled in different ways: longer than a block, shorter than one, already
/// correct, and with an equal start.
fn files() -> [(&'static str, Vec<u8>, Vec<u8>); 4] {
    let long = "\u{20AC}uro\n".repeat(100_000);
    let later = long.clone() + "\r\n";
    [
        ("equal", b"text\n".to_vec(), b"text\n".to_vec()),
        ("later", later.clone().into_bytes(), later.replace("\r\n", "\n").into_bytes()),
        ("long", utf16(&long), long.into_bytes()),
        ("short", utf16("text\n"), b"text\n".to_vec()),
    ]
}

const ARGUMENTS: [&str; 7] = ["convert", "-i", "-t", "utf-8", "--eol", "lf", "tree"];

fn make(folder: &Folder) {
    let _ = fs::remove_dir_all(folder.path("tree"));
    fs::create_dir(folder.path("tree")).unwrap();
    for (name, old, _) in files() {
        folder.file(&format!("tree/{name}"), old);
    }
}

/// Asserts that each file is complete, and that there are no other files.
#[track_caller]
fn check(folder: &Folder, why: &str) {
    for (name, old, new) in files() {
        let bytes = folder.read(&format!("tree/{name}"));
        assert!(bytes == old || bytes == new, "{why}: {name} is neither the old nor the new");
    }
    let names = fs::read_dir(folder.path("tree")).unwrap().count();
    assert_eq!(names, files().len(), "{why}: something is left");
}

/// Asserts that another run completes the work.
#[track_caller]
fn finish(folder: &Folder, why: &str) {
    folder.run(&ARGUMENTS).exits(0);
    for (name, _, new) in files() {
        assert!(folder.read(&format!("tree/{name}")) == new, "{why}: {name}");
    }
    check(folder, why);
}

/// Runs the command so that call `number` of `call` fails with `error`.
fn run_with(folder: &Folder, call: &str, error: &str, number: usize) -> Run {
    let inject = format!("inject=?{call}:error={error}:when={number}");
    let line = format!(
        "strace -f -qq -o trace -e {inject} -e trace=?{call} '{}' {}",
        exe(),
        ARGUMENTS.join(" ")
    );
    folder.shell(&line)
}

/// Lets each of the first calls fail, one per run.
fn campaign(calls: &[&str], errors: &[&str], most: usize) {
    let folder = Folder::new();
    if !is_traced(&folder) {
        return;
    }
    let (mut runs, mut failed) = (0, 0);
    for call in calls {
        for error in errors {
            for number in 1..=most {
                make(&folder);
                let run = run_with(&folder, call, error, number);
                let why = format!("{call} {number} {error}");
                let injected =
                    String::from_utf8_lossy(&folder.read("trace")).contains("(INJECTED)");
                runs += 1;
                failed += usize::from(injected);
                // A call may have a fallback. Other failures are reported.
                assert!(matches!(run.status, Some(0 | 2 | 127)), "{why}: {run:?}");
                assert!(run.status == Some(0) || !run.stderr.is_empty(), "{why}: {run:?}");
                check(&folder, &why);
                finish(&folder, &why);
                if !injected {
                    break;
                }
            }
        }
    }
    println!("{runs} runs, {failed} with a call that failed");
    assert!(failed > 0);
}

#[test]
fn some_calls_that_fail() {
    campaign(&["fsync", "renameat", "write"], &["EIO"], 2);
}

/// `cargo test --release -p utf --test it every_call_that_fails -- --ignored --nocapture`
#[test]
#[ignore = "takes a minute or two"]
fn every_call_that_fails() {
    // Not `close` and `mmap`: the standard library and the allocator end the program if they fail.
    let calls = [
        "write",
        "pwrite64",
        "read",
        "pread64",
        "fsync",
        "renameat",
        "renameat2",
        "openat",
        "fchmod",
        "utimensat",
        "newfstatat",
        "fstat",
        "statx",
        "flock",
        "copy_file_range",
        "flistxattr",
        "fremovexattr",
        "getdents64",
        "lseek",
        "faccessat",
        "faccessat2",
        "fcntl",
        "dup",
        "fdatasync",
        "fgetxattr",
        "fsetxattr",
        "ftruncate",
        "ioctl",
        "linkat",
        "mkdirat",
        "unlinkat",
    ];
    campaign(&calls, &["EIO", "ENOSPC"], 12);
}

/// If the rename after a backup fails, the backup is undone.
#[test]
fn removes_the_backup_if_the_rename_fails() {
    let folder = Folder::new();
    folder.file("a", utf16("text"));
    let line = "strace -f -qq -o trace -e inject=?renameat,?renameat2:error=EIO";
    let utf = exe();
    let run =
        folder.shell(&format!("{line} -e trace=?renameat,?renameat2 '{utf}' convert -i.bak a"));
    if run.status != Some(2) || !run.stderr.contains("utf: a: Input/output error") {
        eprintln!("skipped: there is no strace, or it may not trace");
        return;
    }
    assert_eq!(folder.read("a"), utf16("text"));
    assert_eq!(folder.names(), ["a", "trace"]);
}

#[test]
fn reports_a_file_that_grows_too_large() {
    let folder = Folder::new();
    make(&folder);
    let utf = exe();
    let run = folder.shell(&format!("ulimit -f 64; '{utf}' {}", ARGUMENTS.join(" "))).exits(2);
    run.mentions("utf: tree/long: File too large\n")
        .mentions("1 converted, 1 already correct, 2 failed\n");
    check(&folder, "a limit");
    finish(&folder, "a limit");
}

/// With few file descriptors, fewer directories are kept open and fewer threads run.
#[test]
fn works_with_few_descriptors() {
    for most in [64, 32, 24] {
        let folder = Folder::new();
        for number in 0..150 {
            let path = format!("tree/{number}/sub");
            fs::create_dir_all(folder.path(&path)).unwrap();
            folder.file(&format!("{path}/a"), utf16("text\n"));
        }
        for (command, told) in [
            ("convert -i -j64 tree", "utf: 150 converted\n"),
            ("convert -i -j16 tree/*", "utf: 0 converted, 150 already correct\n"),
            ("check -j64 -q tree", ""),
            ("repair -q -i tree", ""),
            ("convert -o out/ tree", "utf: 150 written\n"),
        ] {
            folder.shell(&format!("ulimit -n {most}; utf {command}")).exits(0).says(told);
        }
    }
}

/// A disk of 2 MiB, with less and less free space.
#[test]
fn a_full_disk() {
    let folder = Folder::new();
    fs::create_dir(folder.path("disk")).unwrap();
    let mount = || {
        let disk = folder.path("disk");
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(disk);
        command.output().is_ok_and(|run| run.status.success())
    };
    if !is_root() || !mount() {
        eprintln!("skipped: only root can mount a small disk");
        return;
    }
    let done = std::panic::catch_unwind(|| fill(&folder));
    assert!(Command::new("umount").arg(folder.path("disk")).status().unwrap().success());
    done.unwrap();
}

fn fill(folder: &Folder) {
    let long = "\u{20AC}uro\n".repeat(80_000);
    let files = [("a", utf16(&long), long.clone()), ("b", utf16("text"), "text".to_owned())];
    let mut full = 0;
    // The files take 800 KB, and the output takes 480 KB.
    for fill in (0..=1_200_000).step_by(100_000) {
        fs::create_dir(folder.path("disk/tree")).unwrap();
        for (name, old, _) in &files {
            folder.file(&format!("disk/tree/{name}"), old);
        }
        folder.file("disk/fill", vec![0; fill]);
        let run = folder.run(&["convert", "-i", "disk/tree"]);
        if run.status != Some(0) {
            full += 1;
            run.exits(2).mentions("No space left on device");
        }
        for (name, old, new) in &files {
            let bytes = folder.read(&format!("disk/tree/{name}"));
            assert!(bytes == *old || bytes == new.as_bytes(), "{name} with {fill}");
        }
        assert_eq!(fs::read_dir(folder.path("disk/tree")).unwrap().count(), files.len());
        fs::remove_file(folder.path("disk/fill")).unwrap();
        folder.run(&["convert", "-i", "disk/tree"]).exits(0);
        for (name, _, new) in &files {
            assert!(folder.read(&format!("disk/tree/{name}")) == new.as_bytes());
        }
        fs::remove_dir_all(folder.path("disk/tree")).unwrap();
    }
    assert!(full > 0);
}

/// In an append-only directory, each temporary file would remain forever.
#[test]
fn leaves_an_append_only_directory_unchanged() {
    let folder = Folder::new();
    folder.shell("mkdir ap o").exits(0);
    folder.file("ap/i", utf16("text"));
    folder.file("in", "text");
    if folder.shell("chattr +a ap o").status != Some(0) {
        eprintln!(
            "skipped: only root may make a directory append-only, and not on all file systems"
        );
        return;
    }
    let words = "Its directory is append-only (use `chattr -a` to change that)\n";
    let said = [
        folder.run(&["convert", "-i", "ap"]),
        folder.run(&["convert", "-i", "--dry-run", "ap"]),
        folder.run(&["convert", "-o", "o/", "in"]),
        folder.run(&["convert", "-o", "ap/i", "in"]),
    ];
    let left = folder.shell("chattr -a ap o; ls -A ap o").exits(0);
    left.prints("ap:\ni\n\no:\n");
    said.into_iter().for_each(|run| drop(run.exits(2).mentions(words)));
}

/// Temporary files that remain are reported.
#[test]
fn reports_temporary_files_that_remain() {
    let folder = Folder::new();
    if !is_traced(&folder) {
        return;
    }
    folder.file("a", b"\xFF\xFEt\0\0\xD8\0\0");
    let trace = "strace -f -qq -o /dev/null -e inject=unlinkat,unlink:error=EPERM";
    let run = folder.shell(&format!("export -f utf; {trace} bash -c 'utf convert -i a'"));
    let run = run.mentions("utf: not removed: /").mentions(".tmp: Operation not permitted\n");
    assert_eq!(folder.names().len(), 2, "{run:?}");
}
