//! `repair --bad-lines`.

use utfkit_text::repair::{Event, Fix, Options, Repairer};

use super::{good_lines, merged, rejected};
use crate::support::Folder;

const SPLIT: &[&str] =
    &["repair", "-q", "--bad-lines", "bad", "--overwrite", "--bad-lines-report", "report", "-o"];

#[test]
fn separates_lines_that_cannot_be_fixed() {
    let folder = Folder::new();
    let text = b"plain\ntambi\xC3\x83\xC2\xA9n\n\xFE\xFE broken\n\xED\xA0\xBD\xED\xB8\x8D\nend";
    folder.file("text", text);
    folder.run(&[SPLIT, &["good", "text"]].concat()).exits(1).says("");
    assert_eq!(folder.read("good"), "plain\ntambién\n\u{1F60D}\nend".as_bytes());
    assert_eq!(folder.read("bad"), b"\xFE\xFE broken\n");
    assert_eq!(rejected(&folder.read("report")), [(3, 17, 10)]);
    // The repair of the whole file has the same result, line by line.
    folder.run(&["repair", "-q", "-o", "whole", "text"]).exits(1);
    let whole = folder.read("whole");
    let at = whole.windows(2).position(|two| two == b"\xFE\xFE").unwrap();
    let both = merged(&folder.read("good"), &folder.read("bad"), &[(3, at, 10)]);
    assert_eq!(both, whole);
}

#[test]
fn a_fix_across_a_line_end_joins_lines() {
    let folder = Folder::new();
    folder.file("text", b"a\n10 \xE2\x82\n\xAC b\n\xFE\xFE c\nd\n");
    let run = folder.run(&["repair", "-q", "-o", "whole", "text"]).exits(1);
    assert_eq!(run.stderr, "");
    folder.run(&[SPLIT, &["good", "text"]].concat()).exits(1);
    assert_eq!(folder.read("bad"), b"\xFE\xFE c\n");
    let whole = String::from_utf8_lossy(&folder.read("whole")).into_owned();
    let good = String::from_utf8(folder.read("good")).unwrap();
    assert!(
        whole.replace("\u{FFFD}\u{FFFD} c\n", "") == good && good.contains("10 \u{20AC}"),
        "{good}"
    );
}

/// Options, a text, its good lines, its bad lines, and the report of the bad lines: their numbers
/// and the kinds of their first findings.
type Case<'a> = (&'a [&'a str], &'a [u8], &'a [u8], &'a [u8], &'a [(u64, &'a str)]);

/// An ambiguous sequence with a line break inside makes both lines bad: half of a sequence is not a
/// sequence.
#[test]
fn separates_both_lines_of_an_ambiguous_sequence() {
    let (stray, cut) = ("invalid-byte", "interrupted-sequence");
    let cases: [Case<'_>; 5] = [
        (
            &[],
            b"id\n1\xFF \xE2\x82\n\xAC two\nthree\n",
            b"id\nthree\n",
            b"1\xFF \xE2\x82\n\xAC two\n",
            &[(2, stray), (3, cut)],
        ),
        (
            &[],
            b",\xE9\xEF\xBB\xBF\xC3\n\xA9",
            b"",
            b",\xE9\xEF\xBB\xBF\xC3\n\xA9",
            &[(1, "truncated"), (2, cut)],
        ),
        // The sequence covers three lines, and the second line has nothing else.
        (
            &[],
            b"1\xFF \xE2\n\x82\r\n\xAC two\nthree\n",
            b"three\n",
            b"1\xFF \xE2\n\x82\r\n\xAC two\n",
            &[(1, stray), (2, cut), (3, cut)],
        ),
        (
            &["--fields", ","],
            b"id,n\n1,\xFF\xE2\x82\n\xAC,x\n2,y\n",
            b"id,n\n2,y\n",
            b"1,\xFF\xE2\x82\n\xAC,x\n",
            &[(2, stray), (3, cut)],
        ),
        // In quotes, the lines are one record.
        (
            &["--fields", ","],
            b"id,n\n1,\"\xFF\xE2\x82\n\xAC\",x\n2,y\n",
            b"id,n\n2,y\n",
            b"1,\"\xFF\xE2\x82\n\xAC\",x\n",
            &[(2, stray)],
        ),
    ];
    let folder = Folder::new();
    for (flags, text, good, bad, expected) in cases {
        folder.file("text", text);
        folder.run(&[SPLIT, &["good"], flags, &["text"]].concat()).exits(1).says("");
        let shown = String::from_utf8_lossy(text);
        assert!(folder.read("good") == good && folder.read("bad") == bad, "{shown:?}");
        let report = folder.read("report");
        let lines = report.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.map(|line| serde_json::from_slice::<serde_json::Value>(line).unwrap());
        let found: Vec<_> = lines
            .filter(|line| line["type"] == "rejected")
            .map(|line| (line["line"].as_u64().unwrap(), line["kind"].as_str().unwrap().to_owned()))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|&(line, kind)| (line, kind.to_owned())).collect();
        assert_eq!(found, expected, "{shown:?}");
    }
}

/// If something cannot be fixed, good lines are still well-formed, bad lines are unchanged, and
/// both together are the repaired text.
#[test]
fn good_lines_are_well_formed() {
    const PIECES: &[&[u8]] = &[
        b"\n",
        b"\n",
        b"\r\n",
        b"=\n",
        b"\r",
        b",",
        b"\"",
        b" ",
        b"a",
        b"two words",
        b"A",
        b"\xC3",
        b"\xA9",
        b"\xC3\xA9",
        b"\xE2\x82",
        b"\xE2",
        b"\x82",
        b"\xAC",
        b"\x82\xAC",
        b"\xF0\x9F\x98",
        b"\x80",
        b"\xFF",
        b"\xE9",
        b"\xEF\xBB\xBF",
        b"\xC3\x83\xC2\xA9",
        b"\xC3\x83",
        b"\xC2",
        b"\xED\xA0\xBD",
        b"\xED\xB8\x8D",
        b"\xC0\x80",
    ];
    let folder = Folder::new();
    let mut state = 11_u64;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..200 {
        let count = 2 + next(if round % 50 == 0 { 2_000 } else { 24 });
        let text: Vec<u8> = (0..count).flat_map(|_| PIECES[next(PIECES.len())]).copied().collect();
        let fields: &[&str] = if round % 3 == 0 { &["--fields", ","] } else { &[] };
        folder.file("text", &text);
        folder.run(&[SPLIT, &["good"], fields, &["text"]].concat());
        let (good, bad) = (folder.read("good"), folder.read("bad"));
        let shown = || format!("{round} {fields:?} {}", text.escape_ascii());
        assert!(std::str::from_utf8(&good).is_ok(), "{}", shown());
        let (whole, fixes) = repaired(&text);
        let report = folder.read("report");
        let (mut rest, mut goods, mut bad_lines) = (0, Vec::new(), Vec::new());
        for ((_, offset, length), before) in rejected(&report).into_iter().zip(good_lines(&report))
        {
            goods.extend_from_slice(&whole[rest..becomes(&fixes, offset)]);
            let feeds = goods.iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(before, feeds as u64, "{offset} {}", shown());
            bad_lines.extend_from_slice(&text[offset..offset + length]);
            rest = becomes(&fixes, offset + length);
        }
        goods.extend_from_slice(&whole[rest..]);
        assert!(good == goods && bad == bad_lines, "{}", shown());
    }
}

/// Repairs `text` in one piece, as the command reads a file, and returns the result and the fixes.
fn repaired(text: &[u8]) -> (Vec<u8>, Vec<Fix>) {
    let (mut whole, mut fixes) = (Vec::new(), Vec::new());
    let mut repairer = Repairer::new(Options::default());
    for (piece, last) in [(text, false), (b"", true)] {
        repairer.push(piece, last, &mut |event| match event {
            Event::Kept(bytes) => whole.extend_from_slice(bytes),
            Event::Fix(fix) => {
                whole.extend_from_slice(&fix.becomes);
                fixes.push(fix.clone());
            }
            _ => {}
        });
    }
    (whole, fixes)
}

/// Returns the offset in the repaired text of the byte at `offset`, which must not be inside a fix.
fn becomes(fixes: &[Fix], offset: usize) -> usize {
    let before = fixes.iter().take_while(|fix| (fix.offset as usize) < offset);
    before.fold(offset, |at, fix| at + fix.becomes.len() - fix.bytes.len())
}

/// As with `convert`, the BOM stays in the good part, even if the first line is bad.
#[test]
fn a_bom_is_not_part_of_a_line() {
    let folder = Folder::new();
    let cases: [(&[u8], &[u8], &[u8]); 5] = [
        (b"\xEF\xBB\xBF\xFF\nfine\n", b"\xEF\xBB\xBFfine\n", b"\xFF\n"),
        (b"\xEF\xBB\xBFfine\n\xFF\n", b"\xEF\xBB\xBFfine\n", b"\xFF\n"),
        (
            b"\xEF\xBB\xBF\xC3\x83\xC2\xA9t\xC3\x83\xC2\xA9\n\xFF",
            b"\xEF\xBB\xBF\xC3\xA9t\xC3\xA9\n",
            b"\xFF",
        ),
        (b"\xEF\xBB\xBF\xFF", b"\xEF\xBB\xBF", b"\xFF"),
        (b"\xEF\xBB\xBF", b"\xEF\xBB\xBF", b""),
    ];
    for (text, good, bad) in cases {
        folder.file("text", text);
        folder.run(&[SPLIT, &["good", "text"]].concat()).exits(i32::from(!bad.is_empty()));
        assert_eq!((folder.read("good"), folder.read("bad")), (good.to_vec(), bad.to_vec()));
        let places = rejected(&folder.read("report"));
        assert!(places.iter().all(|&(_, offset, _)| offset >= 3), "{places:?}");
    }
}

/// The last line is counted even if a fix is all of it.
#[test]
fn a_fix_ends_the_file() {
    let folder = Folder::new();
    folder.file("text", b"\"\xFF\n\xC3\x83\xC2\xA9");
    folder.run(&[SPLIT, &["good", "--fields", ",", "text"]].concat()).exits(1);
    let report = String::from_utf8(folder.read("report")).unwrap();
    assert!(report.contains(r#""length":7,"lines":2,"#), "{report}");
    assert!(report.contains(r#""summary","lines":2,"#), "{report}");
}

#[test]
fn nuls_are_text() {
    let folder = Folder::new();
    folder.file("text", b"a\0b\nc \xFE\xFE\n");
    folder.run(&[SPLIT, &["good", "text"]].concat()).exits(1).says("");
    assert_eq!(
        (folder.read("good"), folder.read("bad")),
        (b"a\0b\n".into(), b"c \xFE\xFE\n".into())
    );
}

#[test]
fn rejects_invalid_options() {
    let folder = Folder::new();
    folder.file("text", "x");
    folder
        .run(&["repair", "--bad-lines", "bad", "--overwrite", "text"])
        .exits(2)
        .mentions("needs -o");
    folder
        .run(&["repair", "--bad-lines", "bad", "--overwrite", "-i", "text"])
        .exits(2)
        .mentions("cannot be used");
    folder.file("wide", b"\xFF\xFEa\0");
    let wide = ["repair", "--bad-lines", "bad", "--overwrite", "-o", "good", "wide"];
    folder.run(&wide).exits(2).mentions("utf-16; --bad-lines only fixes lines of UTF-8");
    folder.file("wide", b"a\0b\0c\0 \0w\0i\0d\0e\0 \0t\0e\0x\0t\0.\0\n\0".repeat(20));
    folder.run(&wide).exits(2).mentions("looks like utf-16le without a BOM; --bad-lines");
    assert_eq!(folder.names(), ["text", "wide"]);
}

/// A sequence at the end of the last line, without a line feed, is reported once, at its offset.
#[test]
fn reports_the_end_of_the_file_once() {
    for (input, offset) in [(&b"ok\ncaf\xC3"[..], 6), (b"6,x \xE2\x82", 4), (b"ok\nx\xED\xA0", 4)] {
        let folder = Folder::new();
        folder.file("in", input);
        let run = [
            "repair",
            "-q",
            "--bad-lines",
            "bad",
            "--overwrite",
            "--bad-lines-report",
            "why",
            "-o",
            "good",
        ];
        folder.run(&[&run[..], &["in"]].concat()).exits(1);
        let report = String::from_utf8(folder.read("why")).unwrap();
        let offsets = report.matches(r#""offset":"#).count();
        assert!(report.contains(&format!(r#""offset":{offset}"#)), "{report}");
        assert!(report.contains(r#""count":1"#) && offsets <= 2, "{report}");
    }
}
