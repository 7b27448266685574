//! The progress of commands that read every file to its end.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::Stdio,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{self, Folder};

#[test]
fn counts_bytes_and_files() {
    let folder = Folder::new();
    let text = "text\n".repeat(100_000);
    folder.file("a", &text);
    folder.file("b", "\u{FEFF}text");
    let bytes = text.len() + 7;
    for command in [&["detect"][..], &["audit"], &["search", "-c", "ex"], &["check"]] {
        let run = folder.run(&[command, &["--progress", "json", "a", "b"]].concat());
        let line = run.stderr.lines().last().unwrap();
        let line: Value = serde_json::from_str(line).unwrap();
        let numbers = ["bytes", "total", "files"].map(|key| line[key].as_u64());
        assert_eq!(numbers, [Some(bytes as u64), Some(bytes as u64), Some(2)], "{command:?}");
        folder.run(&[command, &["a"]].concat()).says("");
    }
}

#[test]
fn prints_the_last_line_at_a_signal() {
    let folder = Folder::new();
    for command in ["convert", "check", "detect"] {
        let mut run = folder.command(&[command, "--progress", "json", "-"]);
        let mut child = support::spawn(run.stdin(Stdio::piped()));
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"text\n").unwrap();
        let mut messages = BufReader::new(child.stderr.take().unwrap());
        let line = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        // The first line arrives while the command waits for more text.
        let mut first = String::new();
        messages.read_line(&mut first).unwrap();
        assert_eq!(line(&first)["done"], false, "{command}");
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        let mut rest = String::new();
        messages.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(143), "{command}");
        let last = line(rest.lines().rfind(|line| line.starts_with('{')).expect(command));
        assert_eq!((&last["done"], &last["whole"]), (&true.into(), &false.into()), "{command}");
        drop(stdin);
    }
}
