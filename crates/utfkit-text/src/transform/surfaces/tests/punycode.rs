//! Examples of labels in punycode, with those of RFC 3492, 7.1.

use super::{read, written};
use crate::transform::surfaces::Surface::Punycode;

#[test]
fn labels_come_back() {
    let cases = [
        ("münchen.example", "xn--mnchen-3ya.example"),
        ("http://Bücher.example/ü", "http://xn--Bcher-kva.example/xn--tda"),
        ("ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"),
        ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
        ("3年B組金八先生", "xn--3B-ww4c5e180e575a65lsy2b"),
        ("安室奈美恵-with-SUPER-MONKEYS", "xn---with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
        ("MajiでKoiする5秒前", "xn--MajiKoi5-783gue6qz075azm5e"),
        ("パフィーdeルンバ", "xn--de-jg4avhby1noc0d"),
        ("-> $1.00 <-", "-> $1.00 <-"),
        ("ééé_é", "xn--9caaa_xn--9ca"),
    ];
    for (text, label) in cases {
        assert_eq!(written(Punycode, text), (label.to_owned(), 0), "{text}");
        assert_eq!(read(Punycode, label), (text.to_owned(), 0), "{label}");
    }
}

#[test]
fn other_labels_stay() {
    for label in [
        "xn--",
        "xn--a",
        "xn--abc-",
        "xn--99999999",
        "xn--é",
        "xn--mnchen-3y",
        "xn--a-ecp.xn--ls8h=",
    ] {
        let (text, _) = read(Punycode, label);
        assert!(text == label || written(Punycode, &text).0 == label, "{label} {text}");
    }
    assert_eq!(read(Punycode, "XN--MNCHEN-3YA"), ("MüNCHEN".to_owned(), 0));
    assert_eq!(
        read(Punycode, "xn--abc- axn--mnchen-3ya"),
        ("xn--abc- axn--mnchen-3ya".to_owned(), 1)
    );
    assert_eq!(written(Punycode, "xn--mnchen-3ya"), ("xn--mnchen-3ya".to_owned(), 1));
    // Names of domains have no labels of more than 63 bytes.
    let long = "漢字".repeat(40);
    assert_eq!(written(Punycode, &long), (long.clone(), 0));
    let long = "é".repeat(300) + " é";
    assert_eq!(written(Punycode, &long).0, "é".repeat(300) + " xn--9ca");
}
