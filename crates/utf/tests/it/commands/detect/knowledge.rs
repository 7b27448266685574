//! All commands report what one of them knows about a file.

use crate::support::{Folder, Run};

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Returns everything that a run printed.
fn printed(run: &Run) -> String {
    format!("{}{}", String::from_utf8_lossy(&run.stdout), run.stderr)
}

/// Checks that each of `commands` on the file `a` prints `words`.
#[track_caller]
fn all_say(folder: &Folder, commands: &[&str], words: &str) {
    for command in commands {
        let run = folder.shell(&format!("utf {command} a"));
        assert!(printed(&run).contains(words), "{command}: no {words:?} in {run:?}");
    }
}

/// A shell on Windows appends UTF-16 to a log in UTF-8.
#[test]
fn a_tail_in_utf16_is_known_to_all() {
    let log = "A line of the naïve log, number one\n";
    for times in [3, 400, 20_000] {
        let folder = Folder::new();
        let bytes = [log.repeat(times).as_bytes(), &utf16le("Appended by a shell\r\n")].concat();
        folder.file("a", &bytes);
        all_say(
            &folder,
            &["check", "convert", "repair"],
            "utf-8 only in parts, which `utf detect a` lists",
        );
        folder.run(&["check", "a"]).shows("well-formed, but see 1 note");
        folder.run(&["convert", "-i", "a"]).exits(1).mentions("utf: a: left unchanged: ");
        assert_eq!(folder.read("a"), bytes);
        folder.run(&["search", "--any-form", "Appended", "a"]).exits(0);
        if times == 3 {
            all_say(&folder, &["search Appended"], "use `--any-form` to search them");
        }
    }
}

/// Line ends that were written as two raw bytes into UTF-16.
#[test]
fn raw_line_ends_in_utf16_are_known_to_all() {
    for (mark, order) in [
        (&b"\xFF\xFE"[..], u16::to_le_bytes as fn(u16) -> [u8; 2]),
        (b"\xFE\xFF", u16::to_be_bytes),
    ] {
        let folder = Folder::new();
        let line: Vec<u8> = "Eine Zeile mit Umlauten: äöü".encode_utf16().flat_map(order).collect();
        let lines = [line, b"\r\n".to_vec()].concat().repeat(20);
        folder.file("a", [mark, &lines].concat());
        if mark[0] == 0xFF {
            all_say(
                &folder,
                &["check", "convert", "repair"],
                "20 line ends are the raw bytes 0D 0A",
            );
            folder
                .run(&["convert", "-i", "a"])
                .exits(1)
                .mentions("left unchanged: utf-16 in which");
            folder.run(&["check", "a"]).shows("well-formed, but see 1 note");
        }
    }
}

#[test]
fn suspected_mojibake_is_known_to_all() {
    let folder = Folder::new();
    folder.file("a", "Le cafÃ© est fermÃ© Ã\u{a0} midi.\n");
    all_say(&folder, &["check", "convert"], "suspected mojibake: `utf repair a`");
    folder.run(&["convert", "-i", "a"]).exits(0).mentions("suspected mojibake");
    let json = folder.run(&["check", "--format", "json", "a"]).exits(0).lines_of_json();
    assert_eq!(json[0]["remarks"], serde_json::json!(["mojibake"]));
    folder.run(&["convert", "-q", "-i", "a"]).exits(0).says("");
}

#[test]
fn wrong_declarations_are_known_to_all() {
    let folder = Folder::new();
    for text in [
        "<?xml version='1.0' encoding='UTF-16'?><a>é</a>\n",
        "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>\n",
        "<!DOCTYPE html><meta charset=koi8-r><p>é\n",
        "@charset \"windows-1252\"; a { content: 'é' }\n",
    ] {
        folder.file("a", text);
        all_say(&folder, &["check", "convert", "convert -i", "repair"], " declaration says ");
        assert_eq!(folder.read("a"), text.as_bytes());
    }
}

/// `search` reads an encoding that detection is certain of, and reports that.
#[test]
fn search_reads_other_encodings() {
    let folder = Folder::new();
    let text = "Россия — это большая страна, а Москва её столица.\nИ ещё строка русского текста.\n"
        .replace('—', "-")
        .repeat(3);
    for encoding in ["koi8-r", "windows-1251", "ibm866", "x-mac-cyrillic", "iso-8859-5"] {
        let run = Folder::new().pipe(&["convert", "-f", "utf-8", "-t", encoding], &text).exits(0);
        folder.file("a", run.stdout);
        let run = folder.run(&["search", "-c", "Россия", "a"]);
        if run.stderr.contains(&format!("looks like {encoding} (")) {
            run.exits(0).prints("3\n");
        } else {
            // An uncertain encoding is not read, but reported.
            run.exits(1).mentions("not UTF-8, so text beyond ASCII is not found");
        }
        // Text with the same bytes in all charsets is found as usual.
        folder.run(&["search", "-q", "Россия", "a"]).says("");
        folder.run(&["search", "ASCII", "a"]).exits(1).says("");
        folder.run(&["search", "-f", encoding, "Россия", "a"]).exits(0).says("");
    }
    let run = folder.run(&["search", "Россия", "a"]);
    assert!(!run.stderr.is_empty());
    folder.file("a", "Россия\n");
    folder.run(&["search", "Россия", "a"]).exits(0).says("");
}

/// A regular expression can match text beyond ASCII although it is ASCII. Then `search` also reads
/// the encoding that detection is certain of. Files in directories have one message together.
#[test]
fn search_reads_other_encodings_for_regular_expressions() {
    let folder = Folder::new();
    let read_as = "utf: a: not UTF-8: looks like windows-1252 (";
    folder.file("a", b"na\xEFve and so on\nThe other caf\xE9 is here, I said\n");
    for pattern in ["na.ve", "n[^x]+ve", "n\\w\\wve", "nai?.ve", "x|na(.)ve"] {
        let run = folder.run(&["search", "-e", pattern, "a"]).exits(0).mentions(read_as);
        run.prints("na\u{EF}ve and so on\n");
    }
    // The end of the word is known only in the right encoding.
    folder.run(&["search", "-w", "caf", "a"]).exits(1).says("");
    folder.run(&["search", "-e", "caf\\b", "a"]).exits(1).says("");
    // Without a match, and for ASCII, the encoding does not matter.
    folder.run(&["search", "-e", "no.ne", "a"]).exits(1).says("");
    folder.run(&["search", "-e", "[a-c]nd", "a"]).exits(0).says("");
    folder.shell("mkdir tree").exits(0);
    folder.file("tree/b", b"caf\xE9 \xFF\n");
    let unsure = "not UTF-8, so text beyond ASCII is not found";
    folder.run(&["search", "-e", "f. ", "tree/b"]).exits(1).mentions(unsure);
    let run = folder.run(&["search", "-e", "f. ", "tree"]).exits(1);
    assert!(run.stderr.starts_with("utf: 1 file is not UTF-8, so text"), "{run:?}");
    folder.run(&["search", "-q", "-e", "f. ", "tree"]).exits(1).says("");
}

/// Advice that may be wrong is not given. `detect` shows the possible encodings.
#[test]
fn no_encoding_is_advised_that_is_uncertain() {
    let folder = Folder::new();
    for text in [&b"caf\xE9 \xFF\n"[..], b"caf\xE9\xFF\n", b"\x8Ei\x9Eek;S\xE3o\n"] {
        folder.file("a", text);
        let check = folder.run(&["check", "a"]).exits(1);
        assert!(!check.text().contains("try `-f"), "{check:?}");
        let convert = folder
            .run(&["convert", "a"])
            .exits(1)
            .mentions("`utf detect a` shows the possible ones");
        assert!(!convert.stderr.contains("looks like"), "{convert:?}");
        let place = folder
            .run(&["convert", "-i", "a"])
            .exits(1)
            .mentions("`utf detect a` shows the possible ones");
        assert!(!place.stderr.contains("looks like"), "{place:?}");
        folder.run(&["detect", "a"]).exits(0).shows("; or ");
    }
    // A short text can be certain.
    folder.file("a", b"M\xFCller\n");
    folder.run(&["check", "a"]).exits(1).shows("try `-f windows-1252`");
}

#[test]
fn clean_text_causes_no_message() {
    let folder = Folder::new();
    for text in [
        "",
        "plain\n",
        "Ça a été naïf, où qu’il fût. NÃO É VERDADE: pão, mãe, À, Ã.\n",
        "Größe, Über, Straße, ß\n",
        "Россия и Ελλάδα, 日本\n",
        "<?xml version='1.0' encoding='UTF-8'?><a>é</a>\n",
        "<?xml version='1.0' encoding='ISO-8859-1'?><a>e</a>\n",
    ] {
        folder.file("a", text);
        let run = folder.run(&["check", "a"]).exits(0).says("");
        assert!(
            run.text().ends_with(": well-formed\n") && run.text().lines().count() == 1,
            "{run:?}"
        );
        folder.run(&["convert", "a"]).exits(0).says("").prints(text);
        folder.run(&["convert", "-i", "a"]).exits(0).says("");
        folder.run(&["repair", "a"]).exits(0).prints("1 file: nothing to fix\n").says("");
    }
}
