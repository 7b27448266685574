//! Text without a BOM that is not UTF-8: candidates and a fallback, by file and by line.

use crate::support::Folder;

#[test]
fn reads_utf_8_or_the_first_candidate_that_fits() {
    let folder = Folder::new();
    folder.file("utf8", "caf\u{E9}\n");
    folder.file("latin", b"caf\xE9\n");
    folder.file("marked", b"\xFF\xFEa\0");
    let run = |file: &str| {
        folder.run(&["convert", "--candidates", "us-ascii,utf-16le,iso-8859-1", file]).exits(0)
    };
    run("utf8").prints("caf\u{E9}\n").says("");
    run("latin").prints("caf\u{E9}\n").says("utf: latin: read as iso-8859-1\n");
    run("marked").prints("a").says("utf: marked: read as utf-16\n");
    let run = folder.run(&["convert", "--candidates", "us-ascii", "latin"]);
    run.exits(1).mentions("byte 3");
    let run = folder.run(&["convert", "--fallback", "us-ascii", "-c", "latin"]);
    run.exits(0).prints("caf\n").mentions("read as us-ascii");
    folder.run(&["check", "--fallback", "latin1", "latin", "utf8"]).exits(0);
    folder.run(&["check", "latin", "utf8"]).exits(1);
}

/// The only invalid byte is the last one, so the command must read the whole file.
#[test]
fn the_complete_pipe_decides() {
    let folder = Folder::new();
    let mut text = "\u{E9}".repeat(500_000).into_bytes();
    text.push(0xE9);
    let run = folder.pipe(&["convert", "--fallback", "latin1"], &text);
    run.exits(1).prints("").says("utf: <stdin>: most of it is UTF-8, which `--fallback iso-8859-1` would encode twice: use `utf repair --mixed iso-8859-1`\n");
    let latin: String = text.iter().map(|&byte| char::from(byte)).collect();
    let run = folder.pipe(&["convert", "--fallback", "latin1", "--force-from"], &text);
    run.exits(0).prints(latin);
}

#[test]
fn chooses_per_line() {
    let folder = Folder::new();
    let mixed = b"\xEF\xBB\xBFplain\ncaf\xC3\xA9\ncaf\xE9\n\xE9\xE9\nend \xC3\xA9".as_slice();
    let run = folder.pipe(&["convert", "--candidates", "us-ascii,latin1", "--by-line"], mixed);
    run.exits(0)
        .prints("\u{FEFF}plain\ncaf\u{E9}\ncaf\u{E9}\n\u{E9}\u{E9}\nend \u{E9}")
        .says("utf: <stdin>: 2 lines read as iso-8859-1 (lines 3, 4)\n");
    let run = folder.pipe(&["convert", "--candidates", "us-ascii", "--by-line"], mixed);
    run.exits(1)
        .prints("\u{FEFF}plain\ncaf\u{E9}\ncaf")
        .mentions("byte 18: truncated sequence: E9");
    let run = folder.pipe(&["convert", "--fallback", "us-ascii", "--by-line", "-c"], mixed);
    run.exits(0).mentions("3 ill-formed maximal subparts dropped (first at byte 18");
    folder.pipe(&["check", "--fallback", "latin1", "--by-line"], mixed).exits(0);
    folder.pipe(&["check", "--candidates", "us-ascii", "--by-line"], mixed).exits(1).shows("3:4");
    let wide = ["convert", "--candidates", "utf-16le", "--by-line"];
    folder.pipe(&wide, mixed).exits(2).mentions("cannot be distinguished");
    folder.pipe(&["convert", "--by-line"], mixed).exits(2);
    folder.pipe(&["convert", "-f", "utf-8", "--fallback", "latin1"], mixed).exits(2);
}

/// Lines in UTF-8 and in another encoding are longer than any block, with short lines between them.
#[test]
fn long_lines() {
    let folder = Folder::new();
    let good = "\u{20AC}".repeat(1_500_000) + "\n";
    let bad = vec![0xE9_u8; 600_000];
    let input = [good.as_bytes(), &bad, b"\n", good.as_bytes(), b"x"].concat();
    let output = good.clone() + &"\u{E9}".repeat(600_000) + "\n" + &good + "x";
    let run = folder.pipe(&["convert", "--fallback", "latin1", "--by-line"], &input);
    run.exits(0).prints(&output).says("utf: <stdin>: 1 line read as iso-8859-1 (line 2)\n");
}

/// The output has the rest of the line after a finding, with its line feed.
#[test]
fn a_line_continues_after_a_finding() {
    let folder = Folder::new();
    let check = ["check", "--by-line", "--candidates", "us-ascii", "--format", "json"];
    let plain = ["check", "--format", "json"];
    let inputs = [b"a\xFFb\xFFc\nd\n".as_slice(), b"\xED\xA0\x80\n", b"x\n\xFF\n\nq\xE9"];
    for input in inputs {
        // Only the plain run looks for an encoding of the whole text.
        let [expected, found] = [&plain[..], &check].map(|arguments| {
            let mut lines = folder.pipe(arguments, input).exits(1).lines_of_json();
            lines.retain(|line| line["type"] != "note");
            for line in lines.iter_mut().filter_map(serde_json::Value::as_object_mut) {
                line.retain(|key, _| !["hint", "advice", "read_as"].contains(&key.as_str()));
            }
            lines
        });
        assert_eq!(found, expected);
    }
    folder.pipe(&check, inputs[0]).exits(1).shows("\"ill_formed\":2").shows("\"characters\":6");
    folder.pipe(&check, inputs[1]).exits(1).shows("\"ill_formed\":3");
    let convert = ["convert", "--by-line", "--fallback", "us-ascii", "--errors", "replace"];
    folder.pipe(&convert, inputs[0]).exits(0).prints("a\u{FFFD}b\u{FFFD}c\nd\n");
    let strict = ["convert", "--by-line", "--candidates", "us-ascii"];
    folder.pipe(&strict, inputs[1]).exits(1).prints("").mentions("ED A0 80");
}

/// Cost: the end of a block is searched for once, not once for each line before it.
#[test]
fn many_bad_lines_before_a_long_one() {
    let folder = Folder::new();
    let input = [b"\xFF\n".repeat(50_000), b"a".repeat(150_000)].concat();
    let output = "\u{FF}\n".repeat(50_000) + &"a".repeat(150_000);
    let begun = std::time::Instant::now();
    folder.pipe(&["convert", "--by-line", "--fallback", "latin1"], &input).exits(0).prints(output);
    folder.pipe(&["check", "--by-line", "--candidates", "us-ascii", "-q"], &input).exits(1);
    let count = ["check", "--by-line", "--candidates", "us-ascii", "-c"];
    folder.pipe(&count, &input).exits(1).shows("50000");
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn boms_follow_the_option() {
    let folder = Folder::new();
    for way in [["--fallback", "latin1"].as_slice(), &["--fallback", "latin1", "--by-line"]] {
        let run = |bom: &str, input: &[u8]| {
            folder.pipe(&[["convert", "--bom", bom].as_slice(), way].concat(), input)
        };
        run("as-text", b"\xEF\xBB\xBFa").exits(0).prints("\u{FEFF}a");
        run("strip", b"\xEF\xBB\xBFa").exits(0).prints("a");
        run("require", b"\xEF\xBB\xBFa").exits(0).prints("\u{FEFF}a");
        for input in [b"a".as_slice(), b"", b"\xE9\n"] {
            let plain = folder.pipe(&["convert", "--bom", "require"], input);
            run("require", input).exits(1).prints("").says(&plain.exits(1).prints("").stderr);
        }
        run("as-text", b"\xFF\xFEa").exits(0).prints("\u{FF}\u{FE}a");
    }
    // The conversion uses the same data as the decision: without BOMs, this text is big-endian.
    let run = |candidates: &str| {
        folder
            .pipe(&["convert", "--bom", "as-text", "--candidates", candidates], b"\xFF\xFE\xDC\x00")
    };
    run("utf-16,iso-8859-1").exits(0).prints("\u{FF}\u{FE}\u{DC}\0");
}

#[test]
fn rejects_candidates_that_look_like_utf_8_by_line() {
    let folder = Folder::new();
    for label in ["utf-7", "utf-7-imap", "utf-16be", "ucs-4"] {
        for flag in ["--candidates", "--fallback"] {
            folder.pipe(&["convert", "--by-line", flag, label], "a").exits(2).mentions("UTF-8");
        }
    }
    for label in ["utf-7", "utf-7-imap", "iso-2022-jp"] {
        let run = folder.pipe(&["convert", "--candidates", &format!("cp932,{label}")], "a");
        run.exits(2).mentions(&format!("text in {label} is also valid UTF-8"));
        folder.pipe(&["convert", "--fallback", label], "a").exits(0).prints("a");
    }
}

/// A part of a long line ends at the end of a character, and the line counts as one.
#[test]
fn long_lines_in_multi_byte_encodings() {
    let folder = Folder::new();
    let (bytes, character) = (b"\xED\xA0\xBD\xED\xB8\x80", "\u{1F600}");
    // In these texts a part ends inside a surrogate, and between two surrogates.
    for (before, flag) in [("", "--candidates"), ("x", "--candidates"), ("", "--fallback")] {
        let line = [before.as_bytes(), &bytes.repeat(710_000), b"\n"].concat();
        let input = [b"a\n".as_slice(), &line, b"b\n"].concat();
        let output = format!("a\n{before}{}\nb\n", character.repeat(710_000));
        let run = folder.pipe(&["convert", "--by-line", flag, "cesu-8"], &input);
        let says = "utf: <stdin>: 1 line read as cesu-8 (line 2)\n";
        run.exits(0).prints(&output).says(says);
    }
}

/// Such values are well-formed in the variant that holds them, although not in UTF-8.
#[test]
fn values_beyond_unicode_fit() {
    let folder = Folder::new();
    let beyond = b"a\n\xF4\x90\x80\x80z\nb\n";
    for way in [[].as_slice(), &["--by-line"]] {
        let list = ["--candidates", "us-ascii,utf-8-rfc2279,iso-8859-1"];
        let run = |command: &[&str]| folder.pipe(&[command, &list, way].concat(), beyond);
        run(&["check"]).exits(0).mentions("read as utf-8-rfc2279");
        let run = run(&["convert", "--errors", "replace"]);
        run.exits(0).prints("a\n\u{FFFD}z\nb\n").mentions("read as utf-8-rfc2279");
    }
    let wide = b"\0\0\0a\0\x11\0\xFF";
    folder.pipe(&["check", "--candidates", "ucs-4"], wide).exits(0).mentions("read as ucs-4");
}

#[test]
fn json_contains_the_choice() {
    let folder = Folder::new();
    folder.file("latin", b"caf\xE9\n");
    folder.file("utf8", "caf\u{E9}\n");
    let check = |options: &[&str], file: &str| {
        let run = folder.run(&[&["check", "--format", "json"], options, &[file]].concat()).exits(0);
        run.lines_of_json()[0].clone()
    };
    let latin = check(&["--candidates", "us-ascii,latin1"], "latin");
    assert_eq!((&latin["type"], &latin["path"]), (&"note".into(), &"latin".into()));
    assert_eq!((&latin["encoding"], &latin["chosen"]), (&"iso-8859-1".into(), &true.into()));
    assert_eq!(check(&["--fallback", "latin1"], "utf8")["encoding"], "utf-8");
    assert_eq!(check(&[], "utf8")["type"], "summary");
    let mixed = [&b"\xE9\n".repeat(7)[..], "\u{E9}\n\n".as_bytes(), b"\xE9\n"].concat();
    folder.file("mixed", mixed);
    let mixed = check(&["--fallback", "latin1", "--by-line"], "mixed");
    let lines =
        serde_json::json!([{"encoding": "iso-8859-1", "count": 8, "first": [1, 2, 3, 4, 5]}]);
    assert_eq!(mixed["lines"], lines);
    let run = folder.run(&["check", "-q", "--fallback", "latin1", "--by-line", "mixed"]).exits(0);
    run.says("");
    let convert = folder.run(&["convert", "--fallback", "latin1", "--by-line", "mixed"]).exits(0);
    convert.says("utf: mixed: 8 lines read as iso-8859-1 (lines 1, 2, 3, 4, 5, …)\n");
}

/// Text with one byte per character has an even length half of the time.
#[test]
fn even_length_is_not_enough_for_utf_16() {
    let folder = Folder::new();
    let read_as = |bytes: &[u8]| {
        let run = folder.pipe(&["convert", "--candidates", "utf-16le,utf-16be,latin1"], bytes);
        // Another message may be about controls in the text.
        let first = run.exits(0).stderr.lines().next().unwrap().to_owned();
        first.trim_start_matches("utf: <stdin>: read as ").to_owned()
    };
    assert_eq!(read_as(b"d\xE9j\xE0 vu\n"), "iso-8859-1");
    assert_eq!(read_as(b"\xE9\xE9"), "iso-8859-1");
    let units = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    };
    for text in ["d\u{E9}j\u{E0} vu\n", "\u{4E2D}\u{6587}\u{3002}", "\u{1F600} \u{E9}"] {
        assert_eq!(read_as(&units(text, u16::to_le_bytes)), "utf-16le", "{text}");
        assert_eq!(read_as(&units(text, u16::to_be_bytes)), "utf-16be", "{text}");
    }
    // A private-use character, an unassigned code point, a noncharacter, and a control.
    for text in ["a\u{E9}\u{E000}", "a\u{E9}\u{378}", "a\u{E9}\u{FDD0}", "a\u{E9}\u{80}"] {
        assert_eq!(read_as(&units(text, u16::to_le_bytes)), "iso-8859-1", "{text:?}");
    }
}

/// An encoding that is not proven is only guessed with `--guess`, and the guess is reported.
/// Without the option, the guess is in the hint.
#[test]
fn guesses_need_an_option() {
    let folder = Folder::new();
    let russian = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.\n";
    let bytes = folder.pipe(&["convert", "-t", "windows-1251"], russian).exits(0).stdout;
    folder.file("a", &bytes);
    folder.run(&["convert", "a"]).exits(1).mentions("; looks like windows-1251 (");
    let run = folder.run(&["convert", "--guess", "a"]).exits(0).prints(russian);
    run.mentions("utf: a: guessed: windows-1251, likely");
    folder.pipe(&["convert", "--guess"], &bytes).exits(0).prints(russian);
    folder.run(&["count", "-m", "--guess", "a"]).exits(0).mentions("guessed: windows-1251");
    folder.file("b", russian);
    folder.run(&["convert", "--guess", "b"]).exits(0).prints(russian).says("");
    folder
        .run(&["convert", "--guess", "--by-line", "a"])
        .exits(2)
        .mentions("too short for a guess");
    folder.run(&["convert", "--guess", "-f", "utf-8", "a"]).exits(2);
    folder
        .run(&["convert", "-i", "a", "b"])
        .exits(1)
        .mentions("a: left unchanged")
        .mentions("; looks like windows-1251 (")
        .mentions("the file without a known encoding, use `--fallback windows-1251`\n");
    folder.run(&["convert", "-i", "--guess", "a", "b"]).exits(0);
    assert_eq!(folder.read("a"), russian.as_bytes());
}

#[test]
fn suggests_no_encoding_for_mostly_utf_8() {
    let folder = Folder::new();
    let mut text = "Zwölf Boxkämpfer, großer Deich\n".repeat(20).into_bytes();
    text.extend_from_slice(b"caf\xE9\n");
    folder.file("mixed", text);
    folder
        .run(&["convert", "mixed"])
        .exits(1)
        .mentions("most of it is UTF-8: `utf repair mixed` shows");
}

/// Parts that detection lists as well-formed UTF-8 in a text in a charset are not encoded a second
/// time, even if the charset has the larger part.
#[test]
fn does_not_guess_a_charset_for_parts_in_utf_8() {
    let folder = Folder::new();
    let lines = ["Grüße aus Köln\n".as_bytes(), b"Gr\xFC\xDFe aus K\xF6ln\nM\xF6bel\n"].concat();
    let mixed = lines.repeat(3);
    folder.file("mixed", &mixed);
    let step = "`utf repair mixed` shows what it fixes, `utf convert --by-line --candidates windows-1252 mixed` reads each line by itself";
    let advice = format!("parts of it are UTF-8: {step}");
    folder.run(&["convert", "--guess", "mixed"]).exits(1).mentions(&advice);
    let piped = folder.pipe(&["convert", "--guess"], &mixed).exits(1);
    piped.mentions("parts of it are UTF-8: `utf repair` shows");
    folder.run(&["convert", "mixed"]).exits(1).mentions(&advice);
    folder.run(&["convert", "-i", "--guess", "mixed"]).exits(1).mentions(&advice);
    folder.run(&["convert", "-i", "--guess", "--fallback", "latin1", "mixed"]).exits(1);
    folder.run(&["convert", "--guess", "-o", "out/", "mixed"]).exits(1).mentions(&advice);
    assert_eq!(folder.read("mixed"), mixed);
    assert!(!folder.path("out/mixed").exists());
    folder.run(&["detect", "mixed"]).exits(0).shows(&format!("\n  help: {step}\n"));
    let check = folder.run(&["check", "mixed"]).exits(1);
    assert!(!check.text().contains("try `-f"), "{check:?}");
    // This is the command from the advice.
    let run = folder.run(&["convert", "--by-line", "--candidates", "windows-1252", "mixed"]);
    run.exits(0).prints("Grüße aus Köln\nGrüße aus Köln\nMöbel\n".repeat(3));
}

/// The same holds if only a few lines are UTF-8, or only one column of each line.
#[test]
fn does_not_guess_a_charset_for_lines_or_columns_in_utf_8() {
    let folder = Folder::new();
    let latin1 = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<_>>();
    let row = |number: usize| format!("{number};Jürgen Weiß;Königsallee {number};Köln\n");
    for every in [2, 4, 5, 10, 20, 50] {
        let rows = (1..=200).map(|number| match number % every {
            0 => row(number).into_bytes(),
            _ => latin1(&row(number)),
        });
        let mixed = rows.collect::<Vec<_>>().concat();
        folder.file("rows", &mixed);
        folder
            .run(&["convert", "-i", "--guess", "rows"])
            .exits(1)
            .mentions("parts of it are UTF-8");
        assert_eq!(folder.read("rows"), mixed, "{every}");
        let fixed = folder.run(&["convert", "--by-line", "--candidates", "windows-1252", "rows"]);
        fixed.exits(0).prints((1..=200).map(row).collect::<String>());
    }
    let columns = (1..=200).map(|number| {
        [format!("{number};Jürgen;").into_bytes(), latin1("Weiß;Königsallee;Köln\n")].concat()
    });
    let mixed = columns.collect::<Vec<_>>().concat();
    folder.file("columns", &mixed);
    folder
        .run(&["convert", "-i", "--guess", "columns"])
        .exits(1)
        .mentions("`utf repair columns` shows");
    assert_eq!(folder.read("columns"), mixed);
    folder
        .run(&["detect", "columns"])
        .exits(0)
        .shows("\n  help: `utf repair columns` shows what it fixes\n");
}
