//! Examples of character references.

use super::{read, written};
use crate::transform::surfaces::{Surface::Html, html::NAMES};

#[test]
fn references_are_read() {
    let cases = [
        ("&eacute;&#233;&#xe9;&#XE9", "éééé", 0),
        ("&lt;&gt;&amp;amp;", "<>&amp;", 0),
        ("&NotEqualTilde;&CounterClockwiseContourIntegral;", "\u{2242}\u{338}\u{2233}", 0),
        ("&#x80;&#150;&#x81;", "€–\u{81}", 0),
        ("&eacute &copy<", "é ©<", 0),
        ("?a=1&copy=2&copy2&notit", "?a=1&copy=2&copy2&notit", 0),
        ("a & b && &; AT&T R&D", "a & b && &; AT&T R&D", 0),
        (
            "&nix; &notit; &# &#x; &#0; &#xD800; &#x110000;",
            "&nix; &notit; &# &#x; &#0; &#xD800; &#x110000;",
            7,
        ),
        ("&#00000000000000000000065; &#99999999999999999999;", "A &#99999999999999999999;", 1),
    ];
    for (escaped, text, kept) in cases {
        assert_eq!(read(Html, escaped), (text.to_owned(), kept), "{escaped}");
    }
}

#[test]
fn every_name_is_found() {
    let mut count = 0;
    for row in NAMES.split_terminator('\0') {
        let (name, text) = row.split_once(' ').unwrap();
        assert_eq!(read(Html, format!("&{name}")), (text.to_owned(), 0), "{name}");
        count += 1;
    }
    assert_eq!(count, 2231);
}

#[test]
fn references_are_written() {
    assert_eq!(written(Html, "é😀 <b> &"), ("&#xE9;&#x1F600; <b> &".to_owned(), 0));
    assert_eq!(written(Html, "&eacute; é &lt;"), ("&eacute; &#xE9; &lt;".to_owned(), 2));
    assert_eq!(written(Html, "\u{85}"), ("\u{85}".to_owned(), 0), "there is no reference for it");
}
