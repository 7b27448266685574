//! Inputs about which one command knew something that another one did not.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};

use crate::support::{Folder, Run};

/// Returns everything that a run printed.
fn printed(run: &Run) -> String {
    format!("{}{}", String::from_utf8_lossy(&run.stdout), run.stderr)
}

/// Returns the text between backquotes in `words` that begins with `start`.
fn command_in(words: &str, start: &str) -> Option<String> {
    let at = words.find(&format!("`{start}"))? + 1;
    Some(words[at..].split('`').next()?.to_owned())
}

/// Returns `text` in `encoding`.
fn in_charset(text: &str, encoding: &str) -> Vec<u8> {
    Folder::new().pipe(&["convert", "-f", "utf-8", "-t", encoding], text).exits(0).stdout
}

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn lines_in_gbk_are_gbk_for_all() {
    let folder = Folder::new();
    let line = "2026-03-01 10:00:11 打开文件失败：没有足够的内存，无法创建目录\n";
    let mut log = Vec::new();
    for at in 0..12 {
        log.extend(if at % 3 == 1 { in_charset(line, "gbk") } else { line.into() });
    }
    folder.file("log", log);
    folder.run(&["detect", "log"]).exits(0).shows(": gbk");
    let repair = folder.run(&["repair", "log"]);
    let fixes: Vec<_> = repair.text().lines().filter(|line| line.contains(" becomes ")).collect();
    // GB18030 has all of GBK, with the same bytes.
    let is_right = |fix: &&str| fix.contains("bytes of gbk") || fix.contains("bytes of gb18030");
    assert!(!fixes.is_empty() && fixes.iter().all(is_right), "{fixes:?}");
}

/// No command line has a charset below 90 %.
#[test]
fn an_uncertain_charset_is_not_in_a_command() {
    let folder = Folder::new();
    let text = "Tất cả mọi người sinh ra đều được tự do\n";
    for (charset, bytes) in [
        ("tcvn", in_charset(text, "tcvn")),
        ("windows-1252", b"\xA9 2004\n".to_vec()),
        ("windows-1250", b"\x8Ei\x9Eek;S\xE3o\n".to_vec()),
    ] {
        folder.file("a", bytes);
        let detected = folder.run(&["detect", "--format", "json", "a"]).lines_of_json();
        if detected[0]["confidence"].as_f64() >= Some(0.9) {
            continue;
        }
        for command in ["check", "repair", "convert", "audit", "search é", "inspect"] {
            let run = folder.shell(&format!("utf {command} a"));
            let words = printed(&run);
            assert!(
                !words.contains(" -f ") && !words.contains("looks like"),
                "{charset} {command}: {words}"
            );
        }
    }
}

#[test]
fn parts_in_utf16_have_exact_commands() {
    let folder = Folder::new();
    let log = "A line of the naïve log, number one\n".repeat(9);
    let tail = "Appended by a shell\r\n";
    folder.file("the log", [log.as_bytes(), &utf16le(tail)].concat());
    for command in ["detect", "check", "repair", "convert"] {
        let run = folder.shell(&format!("utf {command} 'the log'"));
        let line = command_in(&printed(&run), "{ ").unwrap_or_else(|| panic!("{command}: {run:?}"));
        folder.shell(&line).exits(0).prints(format!("{log}{tail}"));
    }
}

/// Data that is not text is not repaired.
#[test]
fn binary_data_has_no_fixes() {
    let folder = Folder::new();
    let record = b"00123cam  2200061 a 4500245001900000260001200019\x1E10\x1FaCaf\xE2e \xB0ole\x1E  \x1FaParis\x1E\x1D";
    folder.file("a", record.repeat(3));
    let is_binary = folder.run(&["detect", "-b", "a"]).text() == "binary\n";
    let fixes = folder.run(&["repair", "a"]).text().contains(" becomes ");
    assert!(!(is_binary && fixes));
}

/// A line in two encodings is not read as one.
#[test]
fn no_advice_makes_mojibake_of_a_mixed_line() {
    let folder = Folder::new();
    folder.file("a", b"1;f\xFCr J\xC3\xBCrgen\n2;f\xFCr J\xC3\xB6rg\n");
    for command in ["detect", "check", "repair", "convert"] {
        let words = printed(&folder.shell(&format!("utf {command} a")));
        assert!(!words.contains("--by-line"), "{command}: {words}");
    }
    let run = folder.run(&["convert", "--by-line", "--candidates", "windows-1252", "a"]).exits(1);
    run.mentions("would encode it twice: use `utf repair --mixed windows-1252 a`");
}

#[test]
fn a_partly_utf8_file_is_not_encoded_twice() {
    let folder = Folder::new();
    let mixed = [&b"caf\xE9 na\xEFf\n"[..], "Jürgen Müller, Größe\n".repeat(3).as_bytes()].concat();
    folder.file("a", &mixed);
    for output in [&[][..], &["-o", "out"], &["-o", "dir/"], &["-i"]] {
        let arguments = [&["convert", "-f", "windows-1252"], output, &["a"]].concat();
        let run = folder.run(&arguments).exits(1).mentions("would encode twice");
        assert!(run.stdout.is_empty());
    }
    folder.pipe(&["convert", "-f", "windows-1252"], &mixed).exits(1).mentions("encode twice");
    let run = folder.run(&["convert", "-f", "windows-1252", "--force-from", "a"]).exits(0);
    assert!(run.text().contains("JÃ¼rgen"));
}

#[test]
fn a_weak_guess_does_not_replace_a_file() {
    let folder = Folder::new();
    let bytes = b"\xA9 2004\n";
    folder.file("a", bytes);
    let percent = folder.run(&["detect", "--format", "json", "a"]).lines_of_json()[0]["confidence"]
        .as_f64()
        .unwrap();
    assert!(percent < 0.9, "choose another text: {percent}");
    folder.run(&["convert", "-i", "--guess", "a"]).exits(1).mentions("left unchanged");
    assert_eq!(folder.read("a"), bytes);
    let all = ["convert", "-i", "--guess", "--min-confidence", "0.01", "a"];
    folder.run(&all).exits(0).mentions("guessed");
    folder.run(&["convert", "--min-confidence", "0.5", "a"]).exits(2).mentions("--guess");
    folder.run(&["convert", "--guess", "--min-confidence", "2", "a"]).exits(2);
}

#[test]
fn lost_text_is_reported() {
    let folder = Folder::new();
    let text = "J’ai �t� � la plage, voil� l’�t� � No�l. Les �tres humains, �gaux, dou�s.\n";
    folder.file("a", text);
    for command in ["check", "repair", "audit"] {
        let words = printed(&folder.shell(&format!("utf {command} a")));
        assert!(words.contains("text is lost"), "{command}: {words}");
        folder.shell(&command_in(&words, "utf explain").unwrap()).exits(0).shows("--against");
    }
    folder.run(&["repair", "a"]).exits(0).shows("nothing to fix, but see 1 note");
}

#[test]
fn all_commands_decompress() {
    let folder = Folder::new();
    let text = "Le cafÃ© est fermÃ©\nINFO two\n";
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    folder.file("a.gz", encoder.finish().unwrap());
    folder.file("a", text);
    for command in [
        "check",
        "detect",
        "convert",
        "audit",
        "count",
        "repair",
        "search INFO",
        "slice -l 2",
        "cmp a",
        "inspect",
        "repair -o -",
    ] {
        let line = format!("utf {command} -z a.gz");
        let plain = folder.shell(&format!("utf {command} a"));
        let run = folder.shell(&line);
        assert_eq!(run.status, plain.status, "{line}: {run:?}");
        let [run, plain] = [run, plain].map(|run| String::from_utf8(run.stdout).unwrap());
        assert_eq!(run.lines().count(), plain.lines().count(), "{line}: {run}");
    }
    folder.run(&["repair", "-z", "-i", "a.gz"]).exits(2).mentions("-z cannot be used with -i");
}

#[test]
fn utf16_in_a_pipe_is_cut_between_characters() {
    let folder = Folder::new();
    let text = utf16le("Zeile eins\nZeile zwei\nZeile drei\n");
    folder.file("a", &text);
    let file = folder.run(&["slice", "-l", "2", "a"]);
    let pipe = folder.pipe(&["slice", "-l", "2"], &text);
    assert_eq!((file.status, &file.stdout), (pipe.status, &pipe.stdout));
    folder.pipe(&["split", "-l", "1", "-", "part"], &text).exits(0);
    let parts = folder.names().into_iter().filter(|name| name.starts_with("part"));
    let joined: Vec<u8> = parts.flat_map(|name| folder.read(&name)).collect();
    assert_eq!(joined, text);
}

#[test]
fn ascii_after_utf16_is_told_by_search() {
    let folder = Folder::new();
    let wide = utf16le(&format!("\u{FEFF}{}", "INFO one\r\n".repeat(50)));
    folder.file("a", [&wide[..], &b"INFO two\n".repeat(50)].concat());
    let run = folder.run(&["search", "-c", "INFO", "a"]);
    assert!(run.text() == "100\n" || run.stderr.contains("parts"), "{run:?}");
}
