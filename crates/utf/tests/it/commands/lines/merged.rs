//! Nothing is lost: good and bad lines, merged in order, make the original.

use super::{merged, numbers, put_back, rejected};
use crate::support::Folder;

const SPLIT: &[&str] =
    &["convert", "--bad-lines", "bad", "--overwrite", "--bad-lines-report", "report", "-o", "good"];

/// Good lines, bad lines, and the numbers, offsets and lengths of the bad lines.
type Parts = (Vec<u8>, Vec<u8>, Vec<(u64, usize, usize)>);

fn split(folder: &Folder, text: &[u8]) -> Parts {
    folder.file("text", text);
    folder.run(&[SPLIT, &["text"]].concat()).exits(0);
    (folder.read("good"), folder.read("bad"), rejected(&folder.read("report")))
}

#[test]
fn splits_a_dump() {
    let folder = Folder::new();
    let text = b"one\r\ntw\xFFo\r\nthree\n\n\xE2\x82\n\xC0\xAFsix\xED\xA0\x80\nseven \xE2\x82\xAC";
    folder.file("dump", text);
    let said = "utf: dump: 3 of 7 lines rejected to bad (lines 2, 5, 6)\n";
    folder.run(&[SPLIT, &["dump"]].concat()).exits(0).prints("").says(said);
    assert_eq!(folder.read("good"), b"one\r\nthree\n\nseven \xE2\x82\xAC");
    assert_eq!(folder.read("bad"), b"tw\xFFo\r\n\xE2\x82\n\xC0\xAFsix\xED\xA0\x80\n");
    let report = String::from_utf8(folder.read("report")).unwrap();
    let second = concat!(
        r#"{"type":"rejected","path":"dump","line":2,"offset":5,"length":6,"lines":1,"good_lines":1,"kind":"invalid-byte","#,
        r#""count":1,"findings":[{"kind":"invalid-byte","offset":7,"bytes":"ff"}]}"#
    );
    assert_eq!(report.lines().next(), Some(second));
    let summary = r#"{"type":"summary","lines":7,"bytes":39,"rejected":3,"rejected_bytes":18}"#;
    assert_eq!(report.lines().last(), Some(summary));
    assert_eq!(
        merged(&folder.read("good"), &folder.read("bad"), &rejected(report.as_bytes())),
        text
    );
    let numbers = numbers(&folder.run(&["check", "--lines", "dump"]).exits(1));
    assert_eq!(numbers, [2, 5, 6]);
    folder.run(&["check", "good"]).exits(0);
}

/// This is the command that the recipes name.
#[test]
fn merges_both_parts_by_line_number() {
    let folder = Folder::new();
    let text: Vec<u8> = (1..=1000)
        .flat_map(|line| match line % 7 {
            0 => format!("bad {line} ").bytes().chain(*b"\xE9\xFF\n").collect::<Vec<_>>(),
            _ => format!("good {line} \u{E9}\n").into_bytes(),
        })
        .collect();
    // The text has records of one line and of several lines, good and bad ones, and lines outside
    // of records.
    let csv: Vec<u8> = (1..=1000)
        .flat_map(|record| {
            let name = if record % 5 == 0 { "\"two\n\n\"\"lines\"\"\"" } else { "one" };
            let bad: &[u8] = if record % 7 == 0 { b"\xE9" } else { b"" };
            let end = if record % 11 == 0 { "\r\n\n\r\n" } else { "\n" };
            [format!("{record},{name},").as_bytes(), bad, end.as_bytes()].concat()
        })
        .collect();
    let small: [&[u8]; 17] = [
        // U+FEFF at the start of a line other than the first is not a BOM.
        b"one\xE9\n\xEF\xBB\xBFtwo\nthree\xE9",
        b"\xEF\xBB\xBFone\xE9\n\xEF\xBB\xBFtwo\nthree",
        b"\xEF\xBB\xBF\xEF\xBB\xBFone\n\xE9\n",
        b"\xE9\n\xE9\n\xEF\xBB\xBF\n",
        b"\xEF\xBB\xBFone\xE9\ntwo\nthree\xE9",
        b"\xEF\xBB\xBFone\ntwo\xE9\nthree",
        b"\xEF\xBB\xBF\xFF",
        b"\xEF\xBB\xBF",
        b"\xFF\n\xFF",
        b"\xFF\n",
        b"\n.\n.",
        b"a,\"b\n\xFF\n\"\nc\n\n\xFF,\"\n\"",
        b"\xEF\xBB\xBFa,\"b\n\xFF\n\"\nc\n",
        b"\xEF\xBB\xBF\"b\n\xFF\n\"",
        b"a\nb,\"\xFF\nis not closed\n\n",
        b"\"\xFF\n\"\n\"\xFF\n\n\"\n\n\"good\n\"\n\"\xFF\n\n\"",
        b"",
    ];
    let merge = put_back();
    let records = merge.replace("utf convert ", "utf convert --fields , ");
    assert!(records != merge);
    for text in [&*text, &*csv].into_iter().chain(small) {
        folder.file("dump", text);
        folder.shell(&merge).exits(0).prints(text);
        folder.shell(&records).exits(0).prints(text);
    }
}

/// Fixes may remove and add line feeds. Bad lines still go back to their positions.
#[test]
fn merges_bad_lines_with_fixed_ones() {
    let folder = Folder::new();
    // Line feeds that interrupt a sequence move to its end, and an overlong line feed becomes a line
    // feed.
    let cases: [(&[u8], &[u8]); 7] = [
        (
            b"one caf\xC3\n\xA9 a\ntwo\nthree \xF0\x9F bad\nfour\nfive\n",
            b"one caf\xC3\xA9\n a\ntwo\nthree \xF0\x9F bad\nfour\nfive\n",
        ),
        (b"a\xC0\x8Ab\n\xF0\x9F bad\nc\nd", b"a\nb\n\xF0\x9F bad\nc\nd"),
        (
            b"\xEF\xBB\xBF\xFF\na\xC3\n\xA9b\xC3\n\xA9,\xC0\x8A\n\xFF\n\xFE\nb\xC0\x8A\n\xFF",
            b"\xEF\xBB\xBF\xFF\na\xC3\xA9\nb\xC3\xA9\n,\n\n\xFF\n\xFE\nb\n\n\xFF",
        ),
        (b"\xEF\xBB\xBFa\xC3\n\xA9\n\xFF\nb", b"\xEF\xBB\xBFa\xC3\xA9\n\n\xFF\nb"),
        // If a fix would join a bad line with the next line, both lines are bad.
        (
            b"a\xC3\n\xA9\n\xC3\xA9\xE2\x82\n\xAC\xFF\nend\n\xFF\n.",
            b"a\xC3\xA9\n\n\xC3\xA9\xE2\x82\n\xAC\xFF\nend\n\xFF\n.",
        ),
        (
            b"id,n\n1,\"caf\xC3\n\xA9\n\"\n2,\"\xFF\n\"\n3,a\xC0\x8A\n4,\xFF\n5,b\n",
            b"id,n\n1,\"caf\xC3\xA9\n\n\"\n2,\"\xFF\n\"\n3,a\n\n4,\xFF\n5,b\n",
        ),
        (b"a\xC3\n\xA9\xC0\x8A\n\xFF", b"a\xC3\xA9\n\n\n\xFF"),
    ];
    for fields in ["", "--fields , "] {
        let repair = format!("utf repair -q --unsafe-overlong {fields}");
        let recipe = put_back().replace("utf convert ", &repair);
        for (text, whole) in cases {
            folder.file("dump", text);
            folder.shell(&recipe).exits(0).prints(whole);
        }
    }
}

#[test]
fn merges_random_damage() {
    let folder = Folder::new();
    let mut state = 7_u64;
    let mut next = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for round in 0..12 {
        let density = [3, 50, 2000][round % 3];
        let mut text = Vec::new();
        let size = [600_000, 600_000, 3_000_000, 20_000][round.min(3)];
        while text.len() < size {
            match next(density) {
                0 => text.push(next(256) as u8),
                1 => text.push(b'\n'),
                _ if next(40) == 0 => text.extend_from_slice(b"\r\n"),
                _ => text.extend_from_slice("a\u{E9}\u{20AC}\u{1F600}".as_bytes()),
            }
        }
        let (good, bad, places) = split(&folder, &text);
        // A simple definition of the lines gives the expected parts.
        let mut expected = Parts::default();
        let mut offset = 0;
        for (line, number) in text.split_inclusive(|&byte| byte == b'\n').zip(1..) {
            match std::str::from_utf8(line) {
                Ok(_) => expected.0.extend_from_slice(line),
                Err(_) => {
                    expected.1.extend_from_slice(line);
                    expected.2.push((number, offset, line.len()));
                }
            }
            offset += line.len();
        }
        assert!((&good, &bad, &places) == (&expected.0, &expected.1, &expected.2), "{round}");
        assert!(merged(&good, &bad, &places) == text);
        // The result from a pipe is the same, in any pieces.
        let piped =
            folder.pipe(&["convert", "-q", "--overwrite", "--bad-lines", "piped"], &text).exits(0);
        assert!(piped.stdout == good && folder.read("piped") == bad, "{round}");
    }
}

#[test]
fn writes_an_empty_file_without_bad_lines() {
    let folder = Folder::new();
    folder.file("bad", "of another run");
    let (good, bad, places) = split(&folder, b"\xEF\xBB\xBFall\nwell\n");
    assert_eq!((&good[..], &bad[..], places.len()), (&b"\xEF\xBB\xBFall\nwell\n"[..], &b""[..], 0));
    let (good, bad, _) = split(&folder, b"");
    assert!(good.is_empty() && bad.is_empty());
    // A BOM is not part of a line.
    let (good, bad, places) = split(&folder, b"\xEF\xBB\xBF\xFFbad\nwell\n");
    assert_eq!((&good[..], &bad[..]), (&b"\xEF\xBB\xBFwell\n"[..], &b"\xFFbad\n"[..]));
    assert_eq!(places, [(1, 3, 5)]);
}
