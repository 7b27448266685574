//! Reports that a signal interrupts. Each report ends with a whole record.

use std::{
    fs::{self, File},
    io::{Read, Write},
    process::{ChildStdin, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::Folder;

const REPORTS: &[&[&str]] = &[
    &["check", "--format", "sarif"],
    &["check", "--format", "json"],
    &["check", "--format", "json", "--fields", ","],
    &["check", "--format", "json", "--lines"],
    &["check", "--format", "sarif", "--for", "postgres", "-j", "1"],
    &["audit", "--format", "sarif"],
    &["audit", "--format", "json"],
    &["repair", "--format", "sarif"],
    &["repair", "--format", "json"],
    &["repair", "--format", "sarif", "-o", "out"],
    &["search", "--format", "json", "c"],
];

/// Feeds text with many errors, which still counts as UTF-8, until the reader closes the
/// pipe.
fn feed(mut stdin: ChildStdin) {
    let text = b"ab\xFF cd\xC3\n\xE2\x82\xAC\n".repeat(4096);
    thread::spawn(move || while stdin.write_all(&text).is_ok() {});
}

/// Asserts that `report`, in the format that `arguments` select, can be read. SARIF must report
/// that the run is incomplete.
#[track_caller]
fn is_whole(report: &[u8], arguments: &[&str]) {
    let report = str::from_utf8(report).unwrap();
    let tail = &report[report.len().saturating_sub(300)..];
    if arguments.contains(&"sarif") {
        let read = serde_json::from_str::<Value>(report);
        let log = read.unwrap_or_else(|error| panic!("{arguments:?}: {error}: …{tail}"));
        assert!(!log["runs"][0]["results"].as_array().unwrap().is_empty(), "{arguments:?}");
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false, "{arguments:?}");
        let notice = &invocation["toolExecutionNotifications"][0]["message"]["text"];
        assert!(notice.as_str().unwrap().starts_with("interrupted"), "{notice}");
    } else {
        assert!(report.ends_with("}\n") && report.lines().count() > 1, "{arguments:?}: …{tail}");
        let read = |line: &str| serde_json::from_str::<Value>(line);
        let lines: Vec<_> = report.lines().map(|line| read(line).expect(line)).collect();
        let others = ["--lines", "--names"];
        let is_other = arguments.iter().any(|argument| others.contains(argument));
        if !is_other && matches!(arguments, ["check" | "audit", ..]) {
            is_summed(&lines);
        }
    }
}

/// Asserts that the last of the `lines` of a report says that it was interrupted, and counts the
/// lines before it.
#[track_caller]
fn is_summed(lines: &[Value]) {
    let (summary, rest) = lines.split_last().unwrap();
    assert_eq!((&summary["type"], &summary["interrupted"]), (&"summary".into(), &true.into()));
    let found = rest.iter().filter(|line| line["type"] == "finding").count() as u64;
    let count = |key: &str| summary[key].as_u64().unwrap_or_default();
    let all = count("findings") + count("errors") + count("warnings") + count("notes");
    assert!(found > 0 && found + count("unreported") == all, "{found} above {summary}");
    assert!(count("bytes") > 0, "{summary}");
}

/// If a signal ends a stream without an end, the findings so far are reported and counted.
#[test]
fn a_stream_without_end() {
    for command in ["check", "audit"] {
        let folder = Folder::new();
        let run = |arguments: &[&str], said: &str| {
            let mut run = folder.command(&[&[command], arguments].concat());
            run.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = run.spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(b"a\xFFb\n").unwrap();
            thread::sleep(Duration::from_millis(700));
            kill_process(Pid::from_child(&child), Signal::INT).unwrap();
            let ended = child.wait_with_output().unwrap();
            assert_eq!(ended.status.code(), Some(130));
            let words = String::from_utf8(ended.stderr).unwrap();
            assert_eq!(words, format!("utf: interrupted after 4 bytes: {said}\n"));
            drop(stdin);
            ended.stdout
        };
        let said = match command {
            "check" => "1 ill-formed sequence in 1 file; 0 files completed",
            _ => "0 errors, 1 warning, 0 notes; 0 files completed",
        };
        let report = run(&["--format", "json"], said);
        let lines = str::from_utf8(&report).unwrap().lines();
        is_summed(&lines.map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>());
        run(
            &["-c"],
            if command == "check" {
                said
            } else {
                "0 errors, 0 warnings, 0 notes; 0 files completed"
            },
        );
    }
}

#[test]
fn a_report_in_a_file_ends_with_a_complete_record() {
    let interrupt = |arguments: &[&str], signal: Signal| {
        let folder = Folder::new();
        let report = folder.path("report");
        let mut command = folder.command(arguments);
        command.stdin(Stdio::piped()).stdout(File::create(&report).unwrap());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        feed(child.stdin.take().unwrap());
        let began = Instant::now();
        while report.metadata().unwrap().len() < 100_000 {
            assert!(began.elapsed() < Duration::from_secs(20), "{arguments:?} tells nothing");
            thread::sleep(Duration::from_millis(1));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        let status = child.wait().unwrap().code();
        assert_eq!(status, Some(128 + signal.as_raw()), "{arguments:?}");
        is_whole(&folder.read("report"), arguments);
    };
    thread::scope(|scope| {
        for (&arguments, signal) in
            REPORTS.iter().zip([Signal::INT, Signal::TERM, Signal::HUP].into_iter().cycle())
        {
            scope.spawn(move || interrupt(arguments, signal));
        }
    });
}

/// This also holds if the reader is slow and several signals arrive at once, as from `timeout`.
#[test]
fn a_slow_reader_gets_complete_records() {
    let interrupt = |arguments: &[&str]| {
        let folder = Folder::new();
        let mut command = folder.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        feed(child.stdin.take().unwrap());
        let mut stdout = child.stdout.take().unwrap();
        let mut report = vec![0; 1000];
        stdout.read_exact(&mut report).unwrap();
        // After this pause, the pipe is full.
        thread::sleep(Duration::from_millis(400));
        for _ in 0..2 {
            kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
            thread::sleep(Duration::from_millis(2));
        }
        thread::sleep(Duration::from_millis(800));
        loop {
            let mut piece = [0; 1777];
            match stdout.read(&mut piece).unwrap() {
                0 => break,
                len => report.extend_from_slice(&piece[..len]),
            }
            thread::sleep(Duration::from_millis(2));
        }
        assert_eq!(child.wait().unwrap().code(), Some(143), "{arguments:?}");
        is_whole(&report, arguments);
    };
    let reports = [0, 1, 3, 5, 6, 7, 8].map(|at| REPORTS[at]);
    thread::scope(|scope| {
        for arguments in reports {
            scope.spawn(move || interrupt(arguments));
        }
    });
}

/// The command does not wait forever for a reader that never reads. The part that can be read is
/// whole records.
#[test]
fn a_second_signal_ends_the_command_at_once() {
    let folder = Folder::new();
    let mut command = folder.command(&["check", "--format", "json"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    feed(child.stdin.take().unwrap());
    thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    thread::sleep(Duration::from_millis(600));
    let began = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    let mut report = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut report).unwrap();
    assert!(report.len() > 10_000);
    is_whole(&report, &[]);
}

/// The signal arrives while git runs, before anything is read.
#[test]
fn a_signal_at_the_start() {
    let folder = Folder::new();
    folder.file("git", "#!/bin/sh\nsleep 3\n");
    folder.shell("chmod +x git").exits(0);
    for arguments in [
        &["check", "--staged", "--format", "sarif"][..],
        &["check", "--gitattributes", "--format", "sarif", "."],
    ] {
        let mut command = folder.command(arguments);
        let path = format!("{}:{}", folder.path("").display(), std::env::var("PATH").unwrap());
        command.env("PATH", path).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(700));
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let mut report = Vec::new();
        child.stdout.take().unwrap().read_to_end(&mut report).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
        let log: Value = serde_json::from_slice(&report).expect("a document");
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    }
}

/// Reports on many files also end with a whole record.
#[test]
fn reports_about_many_files_end_with_a_complete_record() {
    let folder = Folder::new();
    folder.shell("mkdir d; for n in $(seq 3000); do echo \"text $n\" >d/$n; done").exits(0);
    folder.shell("for n in $(seq 3000); do : >d/cafe$'\\u301'$n; done").exits(0);
    for command in [&["detect"][..], &["count"], &["check", "--names"]] {
        let mut child = folder.command(&[command, &["--format", "json", "d"]].concat());
        let mut child = child.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        // After this pause, the pipe is full and the command waits.
        thread::sleep(Duration::from_millis(1500));
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        thread::sleep(Duration::from_millis(300));
        let mut report = Vec::new();
        child.stdout.take().unwrap().read_to_end(&mut report).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{command:?}");
        is_whole(&report, command);
    }
}

/// A file counts if it has its new name, even if it got the name just before the signal.
#[test]
fn counts_completed_files_after_a_signal() {
    const FILES: usize = 300;
    let mut interrupted = 0;
    for round in 0..24 {
        let (command, made, done) = match round % 2 {
            0 => (&["convert", "-i", "t"][..], "t", " converted"),
            _ => (&["convert", "-o", "out/", "t"][..], "out/t", " written"),
        };
        let folder = Folder::new();
        fs::create_dir(folder.path("t")).unwrap();
        for name in 0..FILES {
            folder.file(&format!("t/{name}"), b"\xFF\xFEN\0");
        }
        let mut child = folder.command(command);
        let child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // More rounds interrupt the start of the run.
        thread::sleep(Duration::from_millis(2 + round * round / 3));
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        let Some(said) = said.lines().find_map(|line| line.strip_prefix("utf: interrupted: "))
        else {
            continue;
        };
        interrupted += 1;
        let counted: usize = said.split(done).next().unwrap().parse().unwrap();
        let files = fs::read_dir(folder.path(made)).map_or(0, |files| {
            let is_done = |path| fs::read(path).unwrap().starts_with(b"N");
            files.filter(|file| is_done(file.as_ref().unwrap().path())).count()
        });
        assert_eq!(counted, files, "{command:?}");
    }
    assert!(interrupted > 0, "no run was interrupted");
}
