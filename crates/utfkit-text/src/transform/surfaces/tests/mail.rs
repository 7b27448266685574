//! Examples of quoted-printable and of encoded words.

use utfkit::Encoding;

use super::{read, run, written};
use crate::transform::surfaces::Surface::{EncodedWords, QuotedPrintable};

#[test]
fn quoted_printable_is_read() {
    let cases = [
        ("caf=C3=A9 =e2=82=ac", "café €", 0),
        ("one=\ntwo= \t\r\nthree\r\n", "onetwothree\r\n", 0),
        ("a = b =4 =4g =", "a = b =4 =4g =", 4),
        ("spaces  \nstay", "spaces  \nstay", 0),
    ];
    for (escaped, text, kept) in cases {
        assert_eq!(read(QuotedPrintable, escaped), (text.to_owned(), kept), "{escaped}");
    }
}

#[test]
fn quoted_printable_has_short_lines() {
    assert_eq!(written(QuotedPrintable, "é=\r\n"), ("=C3=A9=3D\r\n".to_owned(), 0));
    assert_eq!(
        written(QuotedPrintable, "a \nb\t\r\n\r. "),
        ("a=20\nb=09\r\n=0D.=20".to_owned(), 0)
    );
    let text = "é".repeat(100) + "\r\n" + &"x".repeat(200) + " " + &"y ".repeat(100);
    let (escaped, _) = written(QuotedPrintable, &text);
    assert!(escaped.is_ascii() && escaped.lines().all(|line| line.len() <= 76), "{escaped}");
    assert!(escaped.lines().count() > 10);
    assert_eq!(read(QuotedPrintable, &escaped), (text, 0));
}

#[test]
fn words_are_read() {
    let cases = [
        ("=?utf-8?Q?caf=C3=A9_a?= b", "café a b", 0),
        ("=?UTF-8?b?w6k=?= =?utf-8*fr?B?w6k?=\r\n =?iso-8859-1?q?=E9?=!", "ééé!", 0),
        ("a =?utf-8?q?b?= c =?utf-8?q?d?=\n=?utf-8?q?e?=", "a b c d\ne", 0),
        // A character in two words.
        ("=?utf-8?q?=C3?= =?utf-8?q?=A9?=", "é", 0),
        ("=?iso-2022-jp?B?GyRCNEE7ehsoQg==?=", "漢字", 0),
        // GBK in what says GB2312.
        ("=?gb2312?B?6pY=?=", "陽", 0),
        ("=?utf-8?Q?with space?=", "with space", 0),
        ("=?utf-8?q?=C3?= =?utf-8?q?a?=", "=?utf-8?q?=C3?= a", 1),
        ("=?utf-8?q?a?=  =?utf-8?q?=C3?= b", "a  =?utf-8?q?=C3?= b", 1),
        (
            "=?nix?q?a?= =?utf-8?q?=4?= =?utf-8?b?w6k=w?=",
            "=?nix?q?a?= =?utf-8?q?=4?= =?utf-8?b?w6k=w?=",
            3,
        ),
        ("=?utf-8?x?a?= =??q?a?= =?", "=?utf-8?x?a?= =??q?a?= =?", 0),
        // A line end in a word.
        ("=?utf-8?q?a=0D=0ATo:_b?=", "=?utf-8?q?a=0D=0ATo:_b?=", 1),
    ];
    for (escaped, text, kept) in cases {
        assert_eq!(read(EncodedWords, escaped), (text.to_owned(), kept), "{escaped}");
    }
}

#[test]
fn words_are_written() {
    let cases = [
        ("Subject: café\r\nTo: a", "Subject: =?utf-8?q?caf=C3=A9?=\r\nTo: a", 0),
        ("é  ö a", "=?utf-8?b?w6kgIMO2?= a", 0),
        ("é\n ö", "=?utf-8?b?w6k=?=\n =?utf-8?b?IMO2?=", 1),
        ("é\n \n ö", "=?utf-8?b?w6k=?=\n \n =?utf-8?q?__=C3=B6?=", 2),
        ("=?utf-8?q?a?= é", "=?utf-8?q?a?= =?utf-8?b?IMOp?=", 1),
        ("é =?utf-8?q?a?=", "=?utf-8?b?w6kg?= =?utf-8?q?a?=", 1),
        ("漢字", "=?utf-8?b?5ryi5a2X?=", 0),
    ];
    for (text, escaped, kept) in cases {
        assert_eq!(written(EncodedWords, text), (escaped.to_owned(), kept), "{text}");
    }
    for text in ["é".repeat(1000), "漢字 ".repeat(1000), "é x".repeat(500), "xxxxxxxé".repeat(700)]
    {
        let (escaped, kept) = written(EncodedWords, &text);
        assert!(escaped.split(' ').all(|word| word.len() <= 75 && word.is_ascii()), "{escaped}");
        assert_eq!((read(EncodedWords, &escaped), kept), ((text, 0), 0));
    }
    let in_latin = run(EncodedWords.encode(Encoding::Iso8859_1), "é €");
    assert_eq!(in_latin.0, "é =?utf-8?b?4oKs?=");
}

/// Programs that end lines at these characters would see another field of a header.
#[test]
fn words_with_line_ends_of_unicode_stay() {
    for text in
        ["=?iso-8859-1?q?a=85Bcc:_x?=", "=?utf-8?q?a=E2=80=A8Bcc:_x?=", "=?iso-8859-1?q?=9B?="]
    {
        assert_eq!(read(EncodedWords, text), (text.to_owned(), 1), "{text}");
    }
}
