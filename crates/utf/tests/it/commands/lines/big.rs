//! Lines of any length, in bounded memory.

use std::{fs::File, io::Write, process::Stdio};

use crate::support::{Folder, peak_memory};

const MAX_KIB: u64 = 32 * 1024;

#[test]
fn lines_longer_than_memory() {
    let folder = Folder::new();
    let block = "no line feed \u{20AC} ".repeat(1 << 16);
    let times = 40_000_000 / block.len();
    let mut command = folder.command(&["convert", "-q", "--bad-lines", "bad", "--overwrite"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(File::create(folder.path("good")).unwrap())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for end in [&b"\n"[..], b"\xFF\n", b"\n"] {
        for _ in 0..times {
            stdin.write_all(block.as_bytes()).unwrap();
        }
        stdin.write_all(end).unwrap();
    }
    stdin.flush().unwrap();
    let peak = peak_memory(child.id());
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(peak < MAX_KIB, "{peak} KiB");
    let length = |name: &str| folder.path(name).metadata().unwrap().len();
    let line = (block.len() * times) as u64;
    assert_eq!((length("good"), length("bad")), (2 * line + 2, line + 2));
}

/// Each byte of the line is an error. Time and the report stay small.
#[test]
fn dense_garbage() {
    let folder = Folder::new();
    let mut text = vec![0x80; 1_000_000];
    text.extend_from_slice(b"\nwell\n");
    let run = folder.pipe(
        &["convert", "--bad-lines", "bad", "--overwrite", "--bad-lines-report", "report"],
        &text,
    );
    run.exits(0).prints("well\n");
    assert_eq!(folder.read("bad").len(), 1_000_001);
    let report = folder.read("report");
    assert!(report.len() < 4096);
    assert!(String::from_utf8(report).unwrap().contains(r#""count":1000000,"#));
}
