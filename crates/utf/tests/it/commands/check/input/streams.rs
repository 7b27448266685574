//! Pipes and devices: findings while input arrives, closed pipes, and unusual descriptors.

use std::{
    fs::OpenOptions,
    io::{BufRead, BufReader, Write},
    sync::mpsc,
    thread,
    time::Duration,
};

use crate::support::{self, Folder, spawn};

/// Findings appear while stdin is still open.
#[test]
fn findings_come_while_input_comes() {
    for (options, inputs) in [
        (&[][..], [&b"\xFF\n"[..], b"\xED\xA0\x80\n", b"\x80\n"]),
        (&["--format", "json"], [b"\xFF\n", b"\xC0\x80 no line's end", b"\x80 either"]),
        (&["-f", "utf-16le"], [b"\0\xD8\n\0", b"\0\xDCa\0\n\0", b"\0\xD8\n\0"]),
    ] {
        let folder = Folder::new();
        let mut child = folder.start(&[&["check"], options].concat());
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, receiver) = mpsc::channel();
        let reader = thread::spawn(move || {
            while let Some(Ok(line)) = lines.next() {
                if line.starts_with("error") || line.contains("finding\"") {
                    sender.send(line).unwrap();
                }
            }
        });
        for input in inputs {
            stdin.write_all(input).unwrap();
            receiver.recv_timeout(Duration::from_secs(20)).unwrap();
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(1));
        reader.join().unwrap();
    }
}

#[test]
fn reads_may_divide_a_character() {
    let input = b"\xEF\xBB\xBFa \xE2\x82\xAC \xED\xA0\xBD\xED\xB8\x80 \xF0\x9F\x98";
    let folder = Folder::new();
    let whole = folder.pipe(&["check"], input).exits(1);
    let mut child = folder.start(&["check"]);
    let mut stdin = child.stdin.take().unwrap();
    for byte in input {
        stdin.write_all(&[*byte]).unwrap();
        thread::sleep(Duration::from_millis(5));
    }
    drop(stdin);
    whole.prints(child.wait_with_output().unwrap().stdout);
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let folder = Folder::new();
    folder.file("many", b"\xFF\n".repeat(3000));
    folder.file("well", "x");
    for options in ["", "--format json"] {
        let line = format!("utf check {options} many well | head -c 1; exit ${{PIPESTATUS[1]}}");
        folder.shell(&line).exits(0).says("");
        let line = format!("utf check {options} many well | head -c 1; exit ${{PIPESTATUS[0]}}");
        folder.shell(&line).exits(1).says("");
    }
    let many = "many ".repeat(9000);
    for option in ["-l", "-c"] {
        let line = format!("utf check {option} {many} | head -c 1; exit ${{PIPESTATUS[0]}}");
        folder.shell(&line).exits(1).prints("m").says("");
    }
    let endless = "yes $'\\xff' | utf check | head -1; exit ${PIPESTATUS[1]}";
    let run = folder.shell(endless).exits(1).says("");
    run.prints("error[invalid-byte]: invalid byte\n");
}

#[test]
fn a_full_disk_is_noticed() {
    let folder = Folder::new();
    folder.file("a", b"\xFF");
    for options in ["", "-l", "-c", "--format json"] {
        let run = folder.shell(&format!("utf check {options} a >/dev/full")).exits(2);
        run.says("utf: standard output: No space left on device\n");
    }
    folder.shell("utf check -q a >/dev/full").exits(1).says("");
}

#[test]
fn reports_unusable_descriptors() {
    let folder = Folder::new();
    folder.file("a", "text");
    let stdin = folder.shell("utf check <.").exits(2);
    stdin.says("utf: <stdin>: Is a directory\n");
    let stdin = folder.shell("utf check 0>written").exits(2);
    stdin.says("utf: <stdin>: Bad file descriptor\n");
    let stdout = folder.shell("utf check a 1<a").exits(2);
    stdout.says("utf: standard output: Bad file descriptor\n");
    // If a descriptor is closed, Rust's runtime opens the null device for it.
    folder.shell("utf check <&-").exits(0).says("");
    folder.shell("utf check a >&-").exits(0).says("");
    folder.shell("utf check missing 2>&-").exits(2);
}

/// Another process may have made a shared descriptor non-blocking.
#[test]
fn handles_descriptors_that_do_not_block() {
    let run = support::unblocked(&["check", "--format", "json"], &b"\xFF\n".repeat(100)).exits(1);
    assert_eq!(run.text().lines().count(), 3001);
}

#[test]
fn fifos_and_devices() {
    let folder = Folder::new();
    let line = "mkfifo fifo; (printf 'a\\xff' >fifo) & utf check -c fifo";
    folder.shell(line).exits(1).prints("fifo:1\n");
    folder.run(&["check", "/dev/null"]).exits(0);
    let substituted = folder.shell("utf check -q <(printf '\\xff') <(printf x)");
    substituted.exits(1).says("");
}

/// While the report waits for its reader, the file becomes shorter or longer.
#[test]
fn handles_files_that_change_length() {
    let begun = b"\xFF\n".repeat(1000);
    let old = [&begun[..], &b"text\n".repeat(200_000)].concat();
    for becomes in [300_000, 1_200_000, begun.len()] {
        let folder = Folder::new();
        let path = folder.file("a", &old);
        let mut child = spawn(&mut folder.command(&[
            "check",
            "--format",
            "json",
            "--max-findings",
            "2000",
            "a",
        ]));
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        stdout.read_line(&mut first).unwrap();
        // The pipe is full, and only the first block has been read.
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(becomes as u64).unwrap();
        let last = stdout.lines().last().unwrap().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1));
        let last: serde_json::Value = serde_json::from_str(&last).unwrap();
        let bytes = becomes.max(256 * 1024);
        assert_eq!((&last["bytes"], &last["findings"]), (&bytes.into(), &1000.into()));
    }
}
