//! Progress, and the output after a signal.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{ChildStdin, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::Folder;

/// Waits until the other end has read all bytes that were written to `stdin`.
fn wait_until_read(stdin: &ChildStdin) {
    let end = Instant::now() + Duration::from_secs(60);
    while rustix::io::ioctl_fionread(stdin).unwrap() > 0 {
        assert!(Instant::now() < end, "nothing reads standard input");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn lines_for_programs() {
    let folder = Folder::new();
    folder.file("a", "text");
    let run = folder.run(&["check", "--progress", "json", "a", "a"]).exits(0);
    let lines: Vec<serde_json::Value> =
        run.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!((&last["type"], &last["done"]), (&"progress".into(), &true.into()));
    assert_eq!((&last["bytes"], &last["total"], &last["files"]), (&8.into(), &8.into(), &2.into()));
    assert_eq!(last["whole"], true);
    // With `-q`, the first error decides the result.
    folder.file("long", [&b"\xFF"[..], &b"text\n".repeat(400_000)].concat());
    let run = folder.run(&["check", "-q", "--progress", "json", "long"]).exits(1);
    let last: serde_json::Value = serde_json::from_str(run.stderr.lines().last().unwrap()).unwrap();
    assert_eq!((&last["done"], &last["whole"]), (&true.into(), &false.into()));
    assert!(last["bytes"].as_u64().unwrap() < last["total"].as_u64().unwrap());
    // A pipe has no total.
    let run = folder.pipe(&["check", "--progress", "json"], "text").exits(0);
    assert!(run.stderr.contains(r#""bytes":4,"total":null,"files":1"#), "{}", run.stderr);
}

#[test]
fn shows_progress_only_on_request_or_on_a_terminal() {
    let folder = Folder::new();
    folder.file("a", "text");
    folder.run(&["check", "a"]).exits(0).says("");
    folder.run(&["check", "--progress", "auto", "a"]).exits(0).says("");
    folder.run(&["check", "--progress", "never", "a"]).exits(0).says("");
    let words = folder.run(&["check", "--progress", "always", "a"]).exits(0);
    words.mentions("utf: 4 B of 4 B, 1 file in 0 seconds\n");
}

/// A signal ends the run: the findings are printed, a summary is reported, and the exit status is
/// that of the signal.
#[test]
fn signals() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        for options in [&["-j", "1"][..], &["-j", "4"]] {
            let folder = Folder::new();
            folder.file("a", b"\xFF");
            let mut command = folder.command(&[&["check", "-c", "a", "-"], options].concat());
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(b"more").unwrap();
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            wait_until_read(&stdin);
            // With several threads, the first file may be done after standard input was read.
            thread::sleep(Duration::from_millis(300));
            kill_process(Pid::from_child(&child), signal).unwrap();
            let (mut line, mut stderr) = (String::new(), String::new());
            stdout.read_line(&mut line).unwrap();
            child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
            assert_eq!(child.wait().unwrap().code(), Some(status));
            assert_eq!(line, "a:1\n");
            let read = "5 bytes: 1 ill-formed sequence in 1 file";
            assert_eq!(stderr, format!("utf: interrupted after {read}; 1 file completed\n"));
            drop(stdin);
        }
    }
}

/// A SARIF report is a valid document even after a signal, in every command.
#[test]
fn a_signal_ends_a_document() {
    for command in ["check", "audit", "repair"] {
        let folder = Folder::new();
        folder.file("a", b"\xFF");
        // One thread reads standard input after the first file is done.
        let mut run = folder.command(&[command, "-j", "1", "--format", "sarif", "a", "-"]);
        run.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = run.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"more \xFE\n").unwrap();
        wait_until_read(&stdin);
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let (mut stdout, mut stderr) = (Vec::new(), String::new());
        child.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let sarif: serde_json::Value = serde_json::from_slice(&stdout).expect(command);
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert!(!results.is_empty(), "{command}: {sarif}");
        let completed =
            if command == "repair" { "of that done: 1 file" } else { "1 file completed" };
        let is_reported = stderr.starts_with("utf: interrupted") && stderr.contains(completed);
        assert!(is_reported, "{command}: {stderr}");
        drop(stdin);
    }
}

/// When a signal ends a repair, the report includes files that were done before their turn.
#[test]
fn a_signal_ends_a_repair() {
    let folder = Folder::new();
    // Wait longer if the run was interrupted too early, which happens on a busy machine.
    let run = |args: &[&str], expected: &str, is_done: &dyn Fn(&[u8]) -> bool| {
        for wait in [500, 2_000, 8_000] {
            let mut run = folder.command(args);
            run.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = run.spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            // Input for more than one window, because findings are reported per complete window.
            stdin.write_all(&b"x\xFE\nNicol\xC3\x83\xC2\xA1s\n".repeat(1000)).unwrap();
            stdin.write_all(&b"fine\n".repeat(60_000)).unwrap();
            thread::sleep(Duration::from_millis(wait));
            kill_process(Pid::from_child(&child), Signal::INT).unwrap();
            let ended = child.wait_with_output().unwrap();
            assert_eq!(ended.status.code(), Some(130));
            let message = String::from_utf8(ended.stderr).unwrap();
            if message == expected && is_done(&ended.stdout) || wait == 8_000 {
                assert_eq!(message, expected);
                return ended.stdout;
            }
        }
        unreachable!("the last run returns")
    };
    folder.file("a", "Nicol\u{C3}\u{A1}s\n");
    folder.file("b", "\u{FEFF}fine\n");
    run(
        &["repair", "-j", "2", "-", "a", "b"],
        "utf: interrupted; of that done: 2 files: 1 fix in 1 file\n",
        &|_| true,
    );
    let document = run(
        &["repair", "--bad-lines", "bad", "-o", "good", "--format", "sarif", "-"],
        "utf: interrupted; of that done: 0 files\n",
        &|document| memchr::memmem::find(document, b"\"ruleId\"").is_some(),
    );
    let sarif: serde_json::Value = serde_json::from_slice(&document).unwrap();
    assert!(!sarif["runs"][0]["results"].as_array().unwrap().is_empty(), "{sarif}");
    assert_eq!(folder.names(), ["a", "b"]);
}
