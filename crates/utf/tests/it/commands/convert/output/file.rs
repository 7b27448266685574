//! `-o FILE` replaces a file as a whole or not at all.

use std::{
    fs::{self, Permissions},
    io::Write,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::support::{Folder, exe, is_root, is_windows, spawn};

#[test]
fn writes_a_new_file_and_replaces_an_old_one() {
    let folder = Folder::new();
    folder.file("in", "text");
    let new = folder.shell("umask 027; utf convert -t utf-16be -o new in").exits(0);
    new.prints("").says("");
    assert_eq!(folder.read("new"), b"\0t\0e\0x\0t");
    // Files of Windows have no mode.
    assert!(is_windows() || mode(&folder, "new") == 0o640);
    let old = folder.file("old", "much longer than what comes");
    fs::set_permissions(old, Permissions::from_mode(0o751)).unwrap();
    folder.run(&["convert", "-o", "old", "in"]).exits(0);
    assert_eq!(folder.read("old"), b"text");
    assert!(is_windows() || mode(&folder, "old") == 0o751);
    assert_eq!(folder.names(), ["in", "new", "old"]);
}

fn mode(folder: &Folder, name: &str) -> u32 {
    folder.path(name).metadata().unwrap().mode() & 0o7777
}

#[test]
fn a_conversion_that_fails_leaves_the_old_file() {
    let folder = Folder::new();
    folder.file("bad", b"good \xFF");
    let before = folder.file("out", "as it was").metadata().unwrap();
    let run = folder.run(&["convert", "-o", "out", "bad"]).exits(1);
    run.mentions("byte 5").mentions("utf: out: not written\n");
    folder.run(&["convert", "-o", "out", "missing"]).exits(2);
    folder.run(&["convert", "-o", "new", "bad"]).exits(1);
    assert_eq!(folder.read("out"), b"as it was");
    let after = folder.path("out").metadata().unwrap();
    assert_eq!((after.ino(), after.mtime_nsec()), (before.ino(), before.mtime_nsec()));
    assert_eq!(folder.names(), ["bad", "out"]);
}

#[test]
fn the_output_may_be_the_input() {
    let text = "\u{20AC}uro\n".repeat(100_000);
    // Wine replaces links of this system instead of following them.
    let names =
        ["in", "./in", "hard", "link"].into_iter().filter(|&it| it != "link" || !is_windows());
    for name in names {
        let folder = Folder::new();
        folder.file("in", &text);
        symlink("in", folder.path("link")).unwrap();
        fs::hard_link(folder.path("in"), folder.path("hard")).unwrap();
        folder.run(&["convert", "-t", "utf-16le", "-o", name, "in"]).exits(0).says("");
        let back = folder.run(&["convert", "-f", "utf-16le", name]).exits(0);
        assert!(back.stdout == text.as_bytes(), "{name}");
        assert!(folder.path("link").symlink_metadata().unwrap().is_symlink());
        assert_eq!(folder.names(), ["hard", "in", "link"]);
    }
}

#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new();
    fs::create_dir(folder.path("there")).unwrap();
    folder.file("in", "text");
    folder.file("there/old", "old");
    symlink("there/old", folder.path("to-old")).unwrap();
    symlink("to-old", folder.path("to-link")).unwrap();
    symlink("there/new", folder.path("to-nothing")).unwrap();
    symlink("round", folder.path("round")).unwrap();
    folder.run(&["convert", "-o", "to-link", "in"]).exits(0);
    folder.run(&["convert", "-o", "to-nothing", "in"]).exits(0);
    assert_eq!(folder.read("there/old"), b"text");
    assert_eq!(folder.read("there/new"), b"text");
    for link in ["to-old", "to-link", "to-nothing"] {
        assert!(folder.path(link).symlink_metadata().unwrap().is_symlink());
    }
    folder.run(&["convert", "-o", "round", "in"]).exits(2).mentions("symbolic link");
}

#[test]
fn rejects_an_input_that_is_standard_output() {
    let folder = Folder::new();
    let refused = "the input file is the output file (use `-o` to replace it safely)\n";
    for line in ["convert a >>a", "convert <a >>a", "convert -o /dev/stdout a >>a", "convert a >a"]
    {
        folder.file("a", "text\n");
        folder.shell(&format!("utf {line}")).exits(2).mentions(refused);
        let left = if line.ends_with(">>a") { "text\n" } else { "" };
        assert_eq!(folder.read("a"), left.as_bytes());
    }
    folder.file("b", "b\n");
    folder.shell("utf convert a b >>a").exits(2);
    assert_eq!(folder.read("a"), b"b\n");
}

#[test]
fn writes_special_files_directly() {
    let folder = Folder::new();
    folder.file("in", "text");
    folder.run(&["convert", "-o", "-", "in"]).exits(0).prints("text");
    folder.run(&["convert", "-o", "/dev/stdout", "in"]).exits(0).prints("text");
    folder.run(&["convert", "-o", "/dev/null", "in"]).exits(0).prints("");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    folder.shell("mkfifo pipe; cat pipe & utf convert -o pipe in; wait").exits(0).prints("text");
    folder.shell("utf convert -o >(cat >copy) in; sleep 0.5").exits(0);
    folder.shell("utf convert -o /dev/fd/3 in 3>>copy").exits(0);
    assert_eq!(folder.read("copy"), b"texttext");
}

#[test]
fn standard_input_cannot_go_to_a_directory() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder")).unwrap();
    for out in ["folder", "folder/", "new/", "."] {
        let run = folder.pipe(&["convert", "-o", out], "text").exits(2);
        run.mentions("standard input does not have a file name");
    }
    let missing = folder.pipe(&["convert", "-o", "no/such", "-"], "text").exits(2);
    missing.says("utf: no/such: No such file or directory\n");
    assert_eq!(folder.names(), ["folder"]);
}

#[test]
fn does_not_write_without_permission() {
    let folder = Folder::new();
    folder.file("in", "text");
    // Not even root can create a file there.
    let run = folder.run(&["convert", "-o", "/proc/self/new", "in"]).exits(2);
    run.mentions("utf: /proc/self/new: ");
    if is_root() {
        return;
    }
    let old = folder.file("old", "old");
    fs::set_permissions(old, Permissions::from_mode(0o444)).unwrap();
    folder.run(&["convert", "-o", "old", "in"]).exits(2).mentions("old: Permission denied");
    fs::create_dir(folder.path("closed")).unwrap();
    fs::set_permissions(folder.path("closed"), Permissions::from_mode(0o555)).unwrap();
    folder.run(&["convert", "-o", "closed/new", "in"]).exits(2).mentions("Permission denied");
}

#[test]
fn accepts_a_long_name() {
    let folder = Folder::new();
    let name = "\u{20AC}".repeat(85);
    folder.pipe(&["convert", "-o", &name], "text").exits(0).says("");
    assert_eq!(folder.names(), [name]);
}

/// Starts a conversion into `out` that waits for more input.
fn waiting(folder: &Folder) -> Child {
    let mut child = spawn(folder.command(&["convert", "-o", "out"]).stdin(Stdio::piped()));
    child.stdin.as_mut().unwrap().write_all(b"half").unwrap();
    let begun = || folder.names().iter().any(|name| name.starts_with(".out.utf-"));
    let patience = Instant::now() + Duration::from_secs(20);
    while !begun() && Instant::now() < patience {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(begun());
    child
}

#[test]
fn a_signal_removes_the_temporary_file() {
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = Folder::new();
        folder.file("out", "as it was");
        let mut child = waiting(&folder);
        let kill = format!("kill -{signal} {}", child.id());
        assert!(Command::new("bash").args(["-c", &kill]).status().unwrap().success());
        // The pipe stays open, so only the signal ends the run.
        let stdin = child.stdin.take();
        assert_eq!(child.wait().unwrap().code(), Some(status));
        drop(stdin);
        assert_eq!(folder.names(), ["out"]);
        assert_eq!(folder.read("out"), b"as it was");
    }
}

#[test]
fn removes_an_output_that_grows_too_large() {
    let folder = Folder::new();
    folder.file("out", "as it was");
    let run = folder.shell("ulimit -f 64; yes | head -c 1000000 | utf convert -o out");
    run.exits(2).says("utf: out: File too large\n");
    assert_eq!(folder.names(), ["out"]);
    assert_eq!(folder.read("out"), b"as it was");
}

#[test]
fn reports_standard_output_that_grows_too_large() {
    let folder = Folder::new();
    let run = folder.shell("ulimit -f 64; yes | head -c 1000000 | utf convert >out").exits(2);
    run.says("utf: <stdout>: File too large\n");
}

#[test]
fn respects_ignored_signals() {
    for signal in ["HUP", "INT", "TERM"] {
        let folder = Folder::new();
        let utf = exe();
        let line = format!(
            "trap '' {signal}; mkfifo pipe; '{utf}' convert -o out pipe & exec 3>pipe; sleep 0.3; \
             kill -{signal} $!; sleep 0.1; echo text >&3; exec 3>&-; wait $!"
        );
        folder.shell(&line).exits(0);
        assert_eq!(folder.read("out"), b"text\n", "{signal}");
    }
}

/// Also if the name is cut in the name of the temporary file.
#[test]
fn removes_temporary_files_with_long_names() {
    let folder = Folder::new();
    folder.file("in", "text");
    let name = "n".repeat(250);
    let stray = format!(".{}.utf-01234f.tmp", &name[..239]);
    assert_eq!(stray.len(), 255);
    folder.file(&stray, "left");
    folder.run(&["convert", "-o", &name, "in"]).exits(0);
    assert_eq!(folder.names(), ["in", &name]);
}

#[test]
fn a_file_name_does_not_compress() {
    let folder = Folder::new();
    folder.file("in", "text");
    let run = folder.run(&["convert", "-o", "out.gz", "in"]).exits(0);
    run.says("utf: out.gz: written without compression (use `--compress gzip`)\n");
    assert_eq!(folder.read("out.gz"), b"text");
    folder.run(&["convert", "-q", "-o", "out.gz", "in"]).exits(0).says("");
    folder.run(&["convert", "--compress", "gz", "-o", "out.gz", "in"]).exits(0).says("");
}

#[test]
fn the_temporary_file_is_as_private_as_the_output() {
    let folder = Folder::new();
    let secret = folder.file("out", "secret");
    fs::set_permissions(secret, Permissions::from_mode(0o600)).unwrap();
    let child = waiting(&folder);
    let names = folder.names();
    let temporary = names.iter().find(|name| name.ends_with(".tmp")).unwrap();
    assert_eq!(mode(&folder, temporary), 0o600);
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(mode(&folder, "out"), 0o600);
    assert_eq!(folder.read("out"), b"half");
}
