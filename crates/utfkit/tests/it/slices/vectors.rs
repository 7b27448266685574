//! Tests every vector of `testdata/` with the functions over slices and with every kernel.

#![cfg(feature = "std")]
use core::mem::MaybeUninit;

use crate::support::{PlainFinding, reader, reader::Vector, reference, slices};
use utfkit::{
    Status,
    error::Grouper,
    simd::{self, Form, Level, Progress},
    utf8::{self, Piece, Utf8Stream, Validator},
};

/// Returns the vectors in forms that have functions of their own, each with its form and text.
fn vectors() -> impl Iterator<Item = (Vector, Form, Vec<u8>)> {
    reader::of_slices()
        .map(|vector| (vector.form(), vector.text(), vector))
        .filter(|(form, ..)| slices::FORMS.contains(form))
        .map(|(form, text, vector)| (vector, form, text))
}

/// Returns the findings of a vector, with offsets from the end of the BOM.
fn after_bom(vector: &Vector, findings: Vec<PlainFinding>) -> Vec<PlainFinding> {
    let back = |found: PlainFinding| PlainFinding { offset: found.offset - vector.bom, ..found };
    findings.into_iter().map(back).collect()
}

/// Returns room filled with a byte that no test expects.
fn room(len: usize) -> Vec<u8> {
    vec![0x5A; len]
}

#[test]
fn the_reference_agrees_with_the_vectors() {
    for vector in reader::of_slices() {
        let (name, form, text) = (&vector.name, vector.form(), vector.text());
        let findings = after_bom(&vector, vector.findings());
        assert_eq!(reference::findings(form, &text), findings, "{name}");
        assert_eq!(reference::lossy(form, &text), vector.lossy(), "{name}");
        assert_eq!(findings.is_empty(), vector.values.is_some(), "{name}");
        if let Some(values) = &vector.values {
            assert_eq!(reference::encode_all(form, values), text, "{name}");
        }
    }
}

#[test]
fn findings() {
    for (vector, form, text) in vectors() {
        let expected = after_bom(&vector, vector.findings());
        assert_eq!(slices::findings(form, &text), expected, "{}", vector.name);
    }
}

#[test]
fn findings_keep_their_bytes() {
    for (vector, form, text) in vectors() {
        if let Some(finding) = slices::validate(form, &text) {
            let at = PlainFinding::from(&finding).offset;
            assert_eq!(finding.bytes(), &text[at..at + finding.len()], "{}", vector.name);
        }
    }
}

#[test]
fn grouped_findings() {
    for (vector, form, text) in vectors().filter(|(_, form, _)| *form == Form::Utf8) {
        let expected = after_bom(&vector, vector.errors());
        assert_eq!(groups_of(&text), expected, "{form:?} {}", vector.name);
    }
}

/// Groups the findings in UTF-8 `text` with a [`Grouper`].
fn groups_of(text: &[u8]) -> Vec<PlainFinding> {
    let mut grouper = Grouper::new();
    let findings = utf8::chunks(text).filter_map(|chunk| chunk.finding());
    let mut groups: Vec<_> = findings.filter_map(|finding| grouper.push(finding)).collect();
    groups.extend(core::iter::from_fn(|| grouper.finish()));
    groups.iter().map(PlainFinding::from).collect()
}

#[test]
fn chunks() {
    for vector in reader::of_slices().filter(|vector| vector.form() == Form::Utf8) {
        let mut found = Vec::new();
        let mut lossy = String::new();
        for chunk in utf8::chunks(&vector.bytes()) {
            lossy.push_str(chunk.text());
            lossy.extend(chunk.finding().map(|_| char::REPLACEMENT_CHARACTER));
            found.extend(chunk.finding().as_ref().map(PlainFinding::from));
        }
        assert_eq!(found, vector.findings(), "{}", vector.name);
        assert_eq!(utf8::to_string_lossy(&vector.bytes()), (lossy.into(), found.len()));
    }
}

/// A stream has the same findings for every way to cut it into three. Its BOM is text.
#[test]
fn streams_cut_anywhere() {
    for vector in reader::of_slices().filter(|vector| vector.form() == Form::Utf8) {
        let bytes = vector.bytes();
        let lossy: String =
            reference::lossy(Form::Utf8, &bytes).into_iter().map(character).collect();
        for second in 0..=bytes.len() {
            // After a cut, the state of a stream is a few bytes, so it is enough if the first cut
            // is near.
            for first in second.saturating_sub(5)..=second {
                let pieces = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                let name = format!("{} cut at {first} and {second}", vector.name);
                assert_eq!(streamed(pieces), (lossy.clone(), vector.findings()), "{name}");
                assert_eq!(pushed(pieces), vector.findings().first().copied(), "{name}");
            }
        }
    }
}

fn character(value: u32) -> char {
    char::from_u32(value).expect("a scalar value")
}

/// Returns the result of a [`Utf8Stream`] for `pieces`.
fn streamed(pieces: [&[u8]; 3]) -> (String, Vec<PlainFinding>) {
    let (mut text, mut findings) = (String::new(), Vec::new());
    let mut note = |piece: Piece<'_>| {
        text.push_str(piece.lossy());
        findings.extend(piece.strict().err().as_ref().map(PlainFinding::from));
    };
    let mut stream = Utf8Stream::new();
    pieces.iter().for_each(|piece| stream.feed(piece).for_each(&mut note));
    stream.finish().for_each(&mut note);
    (text, findings)
}

/// Returns the first finding of `pieces` in a [`Validator`].
fn pushed(pieces: [&[u8]; 3]) -> Option<PlainFinding> {
    let mut validator = Validator::new();
    let pushed = pieces.iter().try_for_each(|piece| validator.push(piece));
    pushed.and_then(|()| validator.finish()).err().as_ref().map(PlainFinding::from)
}

#[test]
fn findings_in_wider_units_are_not_grouped() {
    for (vector, form, text) in vectors().filter(|(_, form, _)| form.unit() > 1) {
        assert_eq!(vector.errors(), vector.findings(), "{}", vector.name);
        let Some(finding) = slices::validate(form, &text) else { continue };
        let mut grouper = Grouper::new();
        let grouped = grouper.push(finding).or_else(|| grouper.finish());
        assert_eq!(grouped, Some(finding), "{}", vector.name);
    }
}

#[test]
fn strict_conversion_to_every_form() {
    for (vector, from, text) in vectors() {
        for to in slices::FORMS {
            let expected = reference::convert(from, to, &text);
            let mut room = room(expected.bytes.len() + 8);
            let Some(outcome) = slices::convert(from, to, &text, &mut room) else { continue };
            let (read, written) = expected.within(usize::MAX);
            let name = format!("{} to {to:?}", vector.name);
            assert_eq!((outcome.read, outcome.written), (read, written), "{name}");
            assert_eq!(room[..written], expected.bytes, "{name}");
            let first = after_bom(&vector, vector.findings()).into_iter().next();
            assert_eq!(slices::stopped_at(&outcome), first, "{name}");
            assert_eq!(outcome.status == Status::Done, first.is_none(), "{name}");
        }
    }
}

#[test]
fn strict_conversion_into_too_little_room() {
    for (vector, from, text) in vectors() {
        for to in slices::FORMS {
            let expected = reference::convert(from, to, &text);
            for len in 0..expected.bytes.len() {
                let mut room = room(len);
                let Some(outcome) = slices::convert(from, to, &text, &mut room) else { continue };
                let (read, written) = expected.within(len);
                let name = format!("{} to {to:?} in {len} bytes", vector.name);
                assert_eq!((outcome.read, outcome.written), (read, written), "{name}");
                assert_eq!(outcome.status, Status::OutputFull, "{name}");
                assert_eq!(room[..written], expected.bytes[..written], "{name}");
            }
        }
    }
}

#[test]
fn lossy_conversion_to_every_form() {
    for (vector, from, text) in vectors() {
        for to in slices::FORMS {
            let expected = reference::encode_all(to, &vector.lossy());
            let replaced = vector.findings().len();
            let name = format!("{} to {to:?}", vector.name);
            if let Some(length) = slices::length_lossy(from, to, &text) {
                assert_eq!(length, (expected.len(), replaced), "{name}");
            }
            let mut room = room(expected.len());
            let Some(outcome) = slices::convert_lossy(from, to, &text, &mut room) else { continue };
            assert!(outcome.done, "{name}");
            assert_eq!(outcome.read, text.len().div_ceil(from.unit()), "{name}");
            assert_eq!((outcome.written, outcome.replaced), (expected.len(), replaced), "{name}");
            assert_eq!(room, expected, "{name}");
        }
    }
}

#[test]
fn owned_strings() {
    for (vector, form, text) in vectors() {
        let lossy: String = vector.lossy().into_iter().map(character).collect();
        if let Some(owned) = slices::to_string_lossy(form, &text) {
            assert_eq!(owned, (lossy.clone(), vector.findings().len()), "{}", vector.name);
        }
        if let Some(owned) = slices::to_string(form, &text) {
            let owned = owned.map_err(|finding| PlainFinding::from(&finding));
            let first = after_bom(&vector, vector.findings()).into_iter().next();
            assert_eq!(owned, first.map_or(Ok(lossy), Err), "{}", vector.name);
        }
    }
}

#[test]
fn lengths_of_well_formed_text() {
    for (vector, from, text) in vectors() {
        let Some(values) = &vector.values else { continue };
        for to in slices::FORMS {
            let expected = reference::encode_all(to, values).len();
            let length = slices::length(from, to, &text).unwrap_or(expected);
            assert_eq!(length, expected, "{} to {to:?}", vector.name);
        }
    }
}

#[test]
fn every_kernel() {
    for kernels in simd::available() {
        println!("kernels: {}", kernels.name());
        for vector in reader::of_slices() {
            let (from, text) = (vector.form(), vector.text());
            let name = format!("{} by {}", vector.name, kernels.name());
            let first = after_bom(&vector, vector.findings()).into_iter().next();
            let valid = first.map_or(text.len(), |found| found.offset);
            assert_eq!(kernels.validate(from, &text), valid, "{name}");
            for to in Form::ALL {
                assert_eq!(
                    kernel(kernels, from, to, &text),
                    by_reference(from, to, &text),
                    "{name}"
                );
            }
        }
    }
}

/// Short texts may never reach the wide part of a kernel. So this puts them inside long text,
/// across the borders of blocks.
#[test]
fn every_kernel_within_long_text() {
    for vector in reader::of_slices() {
        let (form, text) = (vector.form(), vector.text());
        let filler = reference::encode(form, 0x61).unwrap();
        for before in [13, 29, 30, 31, 32, 61, 62, 63, 64] {
            let text = [&filler.repeat(before), &text[..], &filler.repeat(70)].concat();
            let first = reference::first_finding(form, &text);
            let valid = first.map_or(text.len(), |found| found.offset);
            for kernels in simd::available() {
                let name = format!("{} behind {before} units by {}", vector.name, kernels.name());
                assert_eq!(kernels.validate(form, &text), valid, "{name}");
                for to in Form::ALL {
                    let expected = by_reference(form, to, &text);
                    assert_eq!(kernel(kernels, form, to, &text), expected, "{name} to {to:?}");
                }
            }
        }
    }
}

fn kernel(kernels: Level, from: Form, to: Form, text: &[u8]) -> (Progress, Vec<u8>) {
    let mut room = vec![MaybeUninit::new(0x5A); text.len() * 4 + 8];
    let progress = kernels.convert(from, to, text, &mut room);
    // SAFETY: the room was initialized, and kernels write only initialized bytes.
    let bytes = room[..progress.written].iter().map(|byte| unsafe { byte.assume_init() });
    (progress, bytes.collect())
}

fn by_reference(from: Form, to: Form, text: &[u8]) -> (Progress, Vec<u8>) {
    let expected = reference::convert(from, to, text);
    let (read, written) = expected.within(usize::MAX);
    (Progress { read, written }, expected.bytes)
}

#[test]
fn characters_that_the_target_cannot_encode() {
    let mut tried = 0;
    for vector in reader::all().iter().filter(|vector| vector.is_of_forms()) {
        let Some(to) = vector.target_form() else { continue };
        let (from, text) = (vector.form(), vector.text());
        let found: Vec<_> = reference::parts(from, &text)
            .filter_map(|(offset, part)| unencodable(to, offset, part))
            .collect();
        assert_eq!(found, vector.findings(), "{}", vector.name);
        for kernels in simd::available() {
            let (progress, _) = kernel(kernels, from, to, &text);
            assert_eq!(progress.read, found[0].offset, "{} by {}", vector.name, kernels.name());
        }
        tried += 1;
    }
    assert!(tried > 2);
}

/// Returns the finding of a part of a text that is ill-formed or cannot be encoded.
fn unencodable(to: Form, offset: usize, part: reference::Part) -> Option<PlainFinding> {
    let (kind, length, means) = match part {
        reference::Part::Wrong(kind, length, means) => (kind, length, means),
        reference::Part::CodePoint(value, _) if reference::encode(to, value).is_some() => {
            return None;
        }
        reference::Part::CodePoint(value, length) => ("unencodable", length, Some(value)),
    };
    Some(PlainFinding { offset, length, kind, means, subparts: 1 })
}

#[test]
fn a_bom_of_utf8_is_a_character_of_its_slice() {
    for vector in reader::of_slices().filter(|vector| vector.form() == Form::Utf8 && vector.bom > 0)
    {
        let values = reference::lossy(Form::Utf8, &vector.bytes());
        assert_eq!(values[0], 0xFEFF, "{}", vector.name);
        assert_eq!(values[1..], vector.lossy(), "{}", vector.name);
        let findings = slices::findings(Form::Utf8, &vector.bytes());
        assert_eq!(findings, vector.findings(), "{}", vector.name);
    }
}

#[test]
fn a_swapped_bom_is_a_noncharacter_of_its_slice() {
    let swapped = reader::all().into_iter().filter(|vector| {
        let first = vector.findings().into_iter().next();
        vector.is_of_forms() && first.is_some_and(|found| found.kind == "swapped-bom")
    });
    for vector in swapped {
        assert!(vector.is_of_schemes(), "{}", vector.name);
        let (form, bytes) = (vector.form(), vector.bytes());
        let unit = reference::number(form, &bytes[..form.unit()]);
        match form.unit() {
            2 => assert_eq!(unit, 0xFFFE, "{}", vector.name),
            _ => assert_eq!(unit, 0xFFFE_0000, "{}", vector.name),
        }
    }
}
