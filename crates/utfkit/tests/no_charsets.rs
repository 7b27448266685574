//! Without the feature `legacy-charsets`, labels are unknown, or mean charsets of the WHATWG standard:
//! none is read as a similar one.
#![cfg(not(feature = "legacy-charsets"))]

use utfkit::{Encoding, encoding::Charset};

#[cfg(not(feature = "whatwg-charsets"))]
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

/// With the feature `whatwg-charsets` alone, browsers' labels mean what they mean to browsers.
#[cfg(feature = "whatwg-charsets")]
#[test]
fn browsers_have_their_charsets_and_no_others() {
    use utfkit::{
        decode_whatwg,
        encoding::{Label, LabelSet},
    };
    assert_eq!(LabelSet::Whatwg.labels().count(), 228);
    for (label, means) in LabelSet::Whatwg.labels() {
        let theirs = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let name = theirs.name().to_ascii_lowercase();
        assert_eq!(means.encoding().whatwg_name(), Some(&*name), "{label}");
        let again = Label::parse(means.encoding().name(), LabelSet::Iana);
        assert_eq!(again.map(Label::encoding), Ok(means.encoding()), "{label}");
        for bytes in
            [&b"caf\xE9 \x93\x94"[..], b"\x82\xA0\xB0\xA1 \x81\x30\x81\x30", b"\x1B$B\x24\x22~"]
        {
            let (text, _, replaced) = theirs.decode(bytes);
            let ours = decode_whatwg(bytes, label).unwrap();
            assert_eq!((&*ours.text, ours.replaced > 0), (&*text, replaced), "{label}");
        }
    }
    for label in ["cp437", "johab", "big5", "shift_jis", "hz", "cp037", "iso-2022-kr"] {
        assert!(label.parse::<Encoding>().is_err(), "{label}");
    }
    assert!(Charset::all().any(|charset| charset.name() == "windows-1252"));
}
