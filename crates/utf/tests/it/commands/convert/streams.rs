//! Pipes and devices: immediate output, constant memory, quiet ends.

use std::{
    fs::OpenOptions,
    io::{BufRead, BufReader, Read, Write},
    sync::mpsc,
    thread,
    time::Duration,
};

use crate::support::{self, Folder, peak_memory, spawn};

#[test]
fn writes_output_while_input_arrives() {
    for options in [&[][..], &["-f", "utf-8", "-t", "utf-8"], &["-t", "iso-8859-1"]] {
        let folder = Folder::new();
        let mut child = folder.start(&[&["convert"], options].concat());
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, receiver) = mpsc::channel();
        let reader = thread::spawn(move || {
            while let Some(Ok(line)) = lines.next() {
                sender.send(line).unwrap();
            }
        });
        for line in ["first", "second"] {
            stdin.write_all(line.as_bytes()).unwrap();
            stdin.write_all(b"\n").unwrap();
            // Standard input stays open, so only this line can cause output.
            assert_eq!(receiver.recv_timeout(Duration::from_secs(20)).unwrap(), line);
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
        reader.join().unwrap();
    }
}

#[test]
fn accepts_input_byte_by_byte() {
    let folder = Folder::new();
    let mut child = folder.start(&["convert", "-t", "utf-8"]);
    let mut stdin = child.stdin.take().unwrap();
    for byte in b"\xFF\xFEa\0\x3D\xD8\x00\xDE" {
        stdin.write_all(&[*byte]).unwrap();
        thread::sleep(Duration::from_millis(20));
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, "a\u{1F600}".as_bytes());
}

#[test]
fn ends_quietly_when_the_reader_closes() {
    let folder = Folder::new();
    let line = "yes | utf convert -t utf-16 | head -c 4; exit ${PIPESTATUS[1]}";
    folder.shell(line).exits(141).prints(b"\xFE\xFF\0y").says("");
    let line = "yes | utf convert -c --exit-code <(printf 'a\\xFF\\n') - | head -c 1; exit ${PIPESTATUS[1]}";
    folder.shell(line).exits(1).prints("a").mentions("1 ill-formed maximal subpart dropped");
    let line =
        "(printf 'a\\377\\n'; yes) | utf convert -c --exit-code | head -c 1; exit ${PIPESTATUS[1]}";
    folder.shell(line).exits(1).prints("a").says("");
}

#[test]
fn reports_a_full_disk() {
    let folder = Folder::new();
    folder.file("small", "x");
    let message = "utf: <stdout>: No space left on device\n";
    folder.shell("utf convert small >/dev/full").exits(2).says(message);
    folder.shell("yes | head -c 9000000 | utf convert >/dev/full").exits(2).says(message);
    let direct = folder.run(&["convert", "-o", "/dev/full", "small"]);
    direct.exits(2).says("utf: /dev/full: No space left on device\n");
}

#[test]
fn memory_does_not_depend_on_the_input() {
    const MAX_KIB: u64 = 32 * 1024;
    // Enough to be noticed if it were kept. `scripts/big-file.sh` uses a gibibyte.
    const MEBIBYTES: usize = 72;
    for (line, to) in
        [("four lines \u{E9}\u{20AC}\u{1F600}\n", "utf-16"), ("no line \u{20AC}", "utf-8")]
    {
        let folder = Folder::new();
        let mut child = folder.start(&["convert", "-t", to]);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let drain = thread::spawn(move || {
            let (mut block, mut total) = (vec![0; 1 << 16], 0);
            while let Ok(len @ 1..) = stdout.read(&mut block) {
                total += len;
            }
            total
        });
        let block = line.repeat((1 << 20) / line.len());
        for _ in 0..MEBIBYTES {
            stdin.write_all(block.as_bytes()).unwrap();
        }
        let peak = peak_memory(child.id());
        drop(stdin);
        assert!(child.wait().unwrap().success());
        assert!(drain.join().unwrap() > MEBIBYTES * block.len() / 2);
        assert!(peak < MAX_KIB, "{peak} KiB");
    }
}

#[test]
fn reads_standard_input_by_all_its_names() {
    let folder = Folder::new();
    let names = ["-", "/dev/stdin", "/proc/self/fd/0"];
    let names = if support::is_windows() { &names[..1] } else { &names };
    for &name in names {
        folder.pipe(&["convert", "-t", "utf-16le", name], "a").exits(0).prints("a\0");
        folder.pipe(&["convert", "-i", name], "a").exits(if name == "-" { 2 } else { 1 });
    }
    folder.file("a", "b");
    let stdin = names.get(1).unwrap_or(&"-");
    folder.shell(&format!("utf convert -t utf-16be {stdin} <a")).exits(0).prints("\0b");
}

/// Another process may have made a shared descriptor non-blocking.
#[test]
fn waits_for_nonblocking_descriptors() {
    let run = support::unblocked(&["convert", "-t", "utf-16le"], &b"text\n".repeat(1000)).exits(0);
    assert!(run.stdout == b"t\0e\0x\0t\0\n\0".repeat(30_000));
}

/// While the output waits for its reader, the file becomes shorter or longer.
#[test]
fn a_file_may_grow_and_shrink_while_it_is_read() {
    let old = "text\n".repeat(1_000_000);
    for (becomes, threads) in
        [(1000, "1"), (1000, "3"), (3_000_000, "3"), (6_000_000, "1"), (6_000_000, "3")]
    {
        let folder = Folder::new();
        let path = folder.file("a", &old);
        let arguments = ["convert", "-j", threads, "-t", "utf-16be", "a"];
        let mut child = spawn(&mut folder.command(&arguments));
        let mut stdout = child.stdout.take().unwrap();
        let mut text = vec![0; 2];
        stdout.read_exact(&mut text).unwrap();
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(becomes).unwrap();
        stdout.read_to_end(&mut text).unwrap();
        assert!(child.wait().unwrap().success());
        let units: Vec<_> =
            text.as_chunks::<2>().0.iter().map(|unit| u16::from_be_bytes(*unit)).collect();
        let (first, rest) = units.split_at(units.len().min(old.len()));
        assert!(first.iter().copied().eq(old.bytes().map(u16::from).take(first.len())));
        // The added part of the file consists of NULs.
        assert!(rest.iter().all(|&unit| unit == 0));
        let (new, most) = (becomes as usize, old.len());
        assert!(units.len() >= new.min(most) && units.len() <= new.max(most), "{}", units.len());
        assert_eq!(units.len() * 2, text.len());
        assert!(becomes < 5_000_000 || units.len() == new);
    }
}

/// The judgement of a pipe does not depend on the pieces in which the bytes come.
#[test]
fn judges_a_pipe_by_the_same_bytes() {
    let plain = "plain text, line by line\n".repeat(8);
    let mixed = [plain.as_bytes(), "Größe\n".as_bytes(), &b"caf\xE9 cr\xE8me\n".repeat(3)].concat();
    let other = "Съешь ещё этих мягких французских булок, да выпей чаю.\n".repeat(9);
    let other = Folder::new().pipe(&["convert", "-t", "windows-1251"], other).exits(0).stdout;
    for (bytes, first, says, status) in [
        (mixed, plain.len(), "of it is UTF-8", 1),
        ([plain.as_bytes(), &other].concat(), plain.len(), "it looks like windows-1251", 0),
    ] {
        let folder = Folder::new();
        let arguments = ["convert", "-f", "windows-1252"];
        let whole = folder.pipe(&arguments, &bytes).exits(status).mentions(says);
        let mut child = folder.start(&arguments);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        stdin.write_all(&bytes[..first]).unwrap();
        // The command has read the first piece when it writes it.
        let mut text = vec![0; first];
        stdout.read_exact(&mut text).unwrap();
        stdin.write_all(&bytes[first..]).unwrap();
        drop(stdin);
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!((child.wait().unwrap().code(), message), (Some(status), whole.stderr));
    }
}
