//! Without the feature `legacy-charsets`, its labels are unknown: none is read as a similar one.
#![cfg(not(feature = "legacy-charsets"))]

use utfkit::{Encoding, encoding::Charset};

#[test]
fn labels_of_charsets_are_refused() {
    assert_eq!(Charset::all().count(), 0);
    for label in [
        "windows-1252",
        "cp1252",
        "shift_jis",
        "gb18030",
        "koi8-r",
        "cp437",
        "big5",
        "x-mac-ce",
        "johab",
    ] {
        assert!(label.parse::<Encoding>().is_err(), "{label}");
    }
}
