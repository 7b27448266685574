//! Tests the label set of the WHATWG Encoding Standard against `encoding_rs`, which has the same
//! labels.
use std::{collections::BTreeSet, fs};

use encoding_rs::Encoding as Theirs;
use utfkit::{
    Encoding, decode_whatwg,
    encoding::{Charset, Label, LabelSet},
    transcode::Transcoder,
};

/// Returns the lower-case name of the encoding of `label`, even if this build lacks the encoding.
fn ours(label: &str) -> Option<String> {
    match Label::parse(label, LabelSet::Whatwg) {
        Ok(label) => label.encoding().whatwg_name().map(str::to_owned),
        Err(error) => error.legacy().map(str::to_owned),
    }
}

fn theirs(label: &str) -> Option<String> {
    Theirs::for_label(label.as_bytes()).map(|encoding| encoding.name().to_ascii_lowercase())
}

/// Returns every label of the standard, of our other sets and of the registries that we know.
fn candidates() -> BTreeSet<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../utf/data/labels.tsv");
    let table = fs::read_to_string(path).unwrap();
    let rows = table.lines().filter_map(|line| line.split('\t').next().map(str::to_owned));
    let sets = LabelSet::ALL.iter().copied();
    let labels = sets.flat_map(|set| set.labels().map(|(label, _)| label.to_owned()));
    rows.chain(labels).map(|label| label.to_ascii_lowercase()).collect()
}

#[cfg(feature = "legacy-charsets")]
#[test]
fn the_set_has_the_228_labels_of_the_standard_and_no_others() {
    let labels: BTreeSet<_> = LabelSet::Whatwg.labels().map(|(label, _)| label).collect();
    assert_eq!((labels.len(), LabelSet::Whatwg.labels().count()), (228, 228));
    for label in labels {
        assert!(theirs(label).is_some(), "{label}");
    }
}

#[test]
fn every_label_has_the_meaning_of_the_standard_or_none() {
    for label in candidates() {
        assert_eq!(ours(&label), theirs(&label), "{label}");
        let spelled = format!("\t {} \r\n\x0C", label.to_ascii_uppercase());
        assert_eq!(ours(&spelled), theirs(&label), "{label}");
    }
    // Unicode white space and NUL are parts of a label.
    for label in [
        "\u{A0}utf-8",
        "utf-8\0",
        "\x0Butf-8",
        "utf-8\u{2003}",
        "",
        " ",
        "utf\u{2010}8",
        "866 : DOS",
    ] {
        assert_eq!((ours(label), theirs(label)), (None, None), "{label:?}");
    }
}

#[test]
fn no_stranger_chooses_an_encoding_that_browsers_refuse() {
    for label in [
        "utf-7",
        "utf-32",
        "cesu-8",
        "utf-8-sig",
        "ucs-4",
        "cp437",
        "x-mac-ce",
        "johab",
        "gb2312-sig",
    ] {
        assert!(Label::parse(label, LabelSet::Whatwg).is_err(), "{label}");
    }
    let latin1 = ours("latin1");
    assert_eq!(latin1.as_deref(), Some("windows-1252"));
    assert_eq!(ours("utf-16").as_deref(), Some("utf-16le"));
    assert_ne!(Label::parse("utf-8", LabelSet::Whatwg).unwrap().encoding(), Encoding::Wtf8);
}

#[test]
fn names_of_the_standard_bring_back_its_encodings() {
    let mut names = BTreeSet::new();
    for (label, means) in LabelSet::Whatwg.labels() {
        let name = means.encoding().whatwg_name().unwrap();
        assert_eq!(theirs(label).as_deref(), Some(name), "{label}");
        let back = Label::parse(name, LabelSet::Whatwg).unwrap();
        assert_eq!(back.encoding(), means.encoding(), "{label}");
        names.insert(name);
    }
    assert_eq!(names.len(), if cfg!(feature = "legacy-charsets") { 40 } else { 3 });
    for &encoding in Encoding::ALL {
        let is_known = [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf16Le].contains(&encoding);
        assert_eq!(encoding.whatwg_name().is_some(), is_known, "{encoding}");
    }
    for charset in Charset::all().map(Encoding::Charset) {
        if let Some(name) = charset.whatwg_name() {
            assert_eq!(name, charset.name());
            assert!(names.contains(name), "{name}");
        }
    }
}

#[test]
fn browsers_have_no_other_labels_than_those_of_the_standard() {
    for label in candidates() {
        let is_label = Label::parse(&label, LabelSet::Whatwg).is_ok() && theirs(&label).is_some();
        assert_eq!(decode_whatwg(b"", &label).is_ok(), is_label, "{label}");
        assert_eq!(Transcoder::whatwg(&label).is_ok(), is_label, "{label}");
    }
    // These names can be stored, and the label set knows them, but browsers do not.
    for encoding in LabelSet::Whatwg.labels().map(|(_, means)| means.encoding()) {
        let name = encoding.name();
        let is_label = encoding.whatwg_name() == Some(name);
        assert_eq!(Label::parse(name, LabelSet::Whatwg).map(Label::encoding), Ok(encoding));
        assert_eq!(decode_whatwg(b"", name).is_ok(), is_label, "{name}");
        assert_eq!(Transcoder::whatwg(name).is_ok(), is_label, "{name}");
    }
}

#[test]
fn suggestions_are_of_the_set() {
    let nearest = |label| {
        let error = Label::parse(label, LabelSet::Whatwg).unwrap_err();
        error.nearest().collect::<Vec<_>>()
    };
    assert_eq!(nearest("uft-8"), ["utf-8"]);
    assert!(nearest("utf-7").contains(&"utf-8"));
    for label in nearest("utf-32").into_iter().chain(nearest("windows-125")) {
        assert!(Label::parse(label, LabelSet::Whatwg).is_ok(), "{label}");
    }
}
