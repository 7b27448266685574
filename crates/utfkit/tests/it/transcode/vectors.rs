//! Tests every vector of `testdata/`, in any encoding, with the streaming converter.

#![cfg(feature = "std")]
use crate::support::{PlainFinding, convert_pieces, reader, reader::Vector};
use utfkit::{
    Encoding, Finding,
    error::Grouper,
    transcode::{Action, Policy, Transcoder},
};

/// Returns the encoding of `vector`, and the target. The target has every value, unless the vector
/// is about its target.
fn encodings(vector: &Vector) -> (Encoding, Encoding) {
    let to = vector.target().unwrap_or("ucs-4be");
    (vector.encoding.parse().unwrap(), to.parse().unwrap())
}

/// Converts `pieces` with `transcoder`.
fn run(mut transcoder: Transcoder<'_>, pieces: &[&[u8]]) -> Result<Vec<u8>, Finding> {
    let mut out = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        transcoder.transcode_to_vec(piece, &mut out, at + 1 == pieces.len())?;
    }
    Ok(out)
}

/// Returns every way to cut `bytes` in two, with and without the route through code values.
fn ways(bytes: &[u8]) -> impl Iterator<Item = ([&[u8]; 2], bool)> {
    (0..=bytes.len()).map(|at| (bytes.split_at(at).into(), at % 2 == 0))
}

fn transcoder<'p>(vector: &Vector, by_pivot: bool) -> Transcoder<'p> {
    let (from, to) = encodings(vector);
    let transcoder = Transcoder::new(from, to);
    if by_pivot { transcoder.by_pivot() } else { transcoder }
}

fn ucs4(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_be_bytes()).collect()
}

#[test]
fn strict() {
    for vector in reader::all() {
        let bytes = vector.bytes();
        for (pieces, by_pivot) in ways(&bytes) {
            let out = run(transcoder(&vector, by_pivot), &pieces);
            match vector.findings().first() {
                None => assert_eq!(out.unwrap(), ucs4(&vector.lossy()), "{}", vector.name),
                Some(first) => {
                    let finding = out.unwrap_err();
                    assert_eq!(PlainFinding::from(&finding), *first, "{}", vector.name);
                    let at = first.offset..first.offset + first.length;
                    assert_eq!(finding.bytes(), &bytes[at], "{}", vector.name);
                }
            }
        }
    }
}

#[test]
fn replaced() {
    for vector in reader::all().iter().filter(|vector| vector.target().is_none()) {
        for (pieces, by_pivot) in ways(&vector.bytes()) {
            let lossy = transcoder(vector, by_pivot).policy(Policy::Replace);
            let out = run(lossy, &pieces).unwrap();
            assert_eq!(out, ucs4(&vector.lossy()), "{}", vector.name);
        }
    }
}

#[test]
fn findings_and_groups() {
    for vector in reader::all() {
        for (pieces, by_pivot) in ways(&vector.bytes()) {
            let mut findings = Vec::new();
            let mut note = |finding: &Finding| {
                findings.push(*finding);
                Action::Skip
            };
            convert_pieces(transcoder(&vector, by_pivot), &pieces, &mut note);
            let found: Vec<_> = findings.iter().map(PlainFinding::from).collect();
            assert_eq!(found, vector.findings(), "{}", vector.name);
            let mut grouper = Grouper::new();
            let mut errors: Vec<_> =
                findings.into_iter().filter_map(|finding| grouper.push(finding)).collect();
            errors.extend(std::iter::from_fn(|| grouper.finish()));
            let errors: Vec<_> = errors.iter().map(PlainFinding::from).collect();
            assert_eq!(errors, vector.errors(), "{}", vector.name);
        }
    }
}

#[test]
fn well_formed_text_is_written() {
    let mut written = 0;
    for vector in reader::all() {
        let Some(values) = &vector.values else { continue };
        // The byte order is that of the vector.
        let encoding = vector.reads_as().unwrap_or(&vector.encoding).parse().unwrap();
        for by_pivot in [false, true] {
            let transcoder = Transcoder::new(Encoding::Ucs4Be, encoding);
            let transcoder = if by_pivot { transcoder.by_pivot() } else { transcoder };
            let out = run(transcoder, &[&ucs4(values)]).unwrap();
            assert_eq!(out, vector.written(), "{} ({})", vector.name, vector.source);
        }
        written += 1;
    }
    assert!(written > 200, "{written}");
}
