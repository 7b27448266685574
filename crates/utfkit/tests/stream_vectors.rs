//! Every test vector of `testdata/`, of any encoding, through the streaming converter.

#![cfg(feature = "std")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test")]

mod support;

use support::{
    Found,
    reader::{self, Vector},
};
use utfkit::{
    Encoding, Finding,
    encoding::SignaturePolicy,
    transcode::{Action, Policy, Transcoder},
};

fn encoding(vector: &Vector) -> Encoding {
    vector.encoding.parse().unwrap()
}

/// The text of `vector` as UTF-8, with U+FFFD for each finding, and the findings; in two pieces.
fn read(vector: &Vector, cut: usize) -> (String, Vec<Found>) {
    let mut found = Vec::new();
    let mut note = |finding: &Finding| {
        found.push(Found::from(finding));
        Action::Replace
    };
    let mut out = Vec::new();
    let mut transcoder = Transcoder::new(encoding(vector), Encoding::Utf8)
        .policy(Policy::Call(&mut note))
        .signature(SignaturePolicy::Strip);
    let octets = vector.octets();
    let (first, second) = octets.split_at(cut);
    transcoder.transcode_to_vec(first, &mut out, false).unwrap();
    transcoder.transcode_to_vec(second, &mut out, true).unwrap();
    (String::from_utf8(out).unwrap(), found)
}

#[test]
fn every_vector_is_read() {
    for vector in reader::all().iter().filter(|vector| vector.target().is_none()) {
        let text = vector.lossy().into_iter().map(|value| char::from_u32(value).unwrap());
        let expected = (text.collect::<String>(), vector.findings());
        for cut in 0..=vector.octets().len() {
            assert_eq!(read(vector, cut), expected, "{} ({}), {cut}", vector.name, vector.source);
        }
    }
}

#[test]
fn every_text_is_written() {
    let mut written = 0;
    for vector in reader::all() {
        let Some(values) = &vector.values else { continue };
        let text: String = values.iter().map(|&value| char::from_u32(value).unwrap()).collect();
        // The order of the octets is that of the vector.
        let name = vector.reads_as().unwrap_or(&vector.encoding);
        let mut out = Vec::new();
        Transcoder::new(Encoding::Utf8, name.parse().unwrap())
            .signature(SignaturePolicy::Forbid)
            .transcode_to_vec(text.as_bytes(), &mut out, true)
            .unwrap();
        assert_eq!(out, vector.written(), "{} ({})", vector.name, vector.source);
        written += 1;
    }
    assert!(written > 150, "{written}");
}
