//! Decodes any bytes in any encoding, including every charset, and compares the text and the
//! findings with those of one sequence at a time. Cuts do not change the result, and decoded text
//! survives a round trip.
//!
//! The first three bytes of the input choose the encoding, the pieces and the output size.
#![no_main]

#[allow(dead_code, reason = "other targets use all of it")]
#[path = "../support/characters.rs"]
mod characters;

use characters::{Sequence, encodings, sequences};
use libfuzzer_sys::fuzz_target;
use utfkit::{
    Encoding, Finding, Status,
    encoding::{BomPolicy, ByteOrder},
    transcode::{Action, Transcoder},
};

/// Decodes `pieces` to UTF-8 with U+FFFD, and returns the text and the findings.
fn read(pieces: [&[u8]; 2], from: Encoding, room: usize) -> (Vec<u8>, Vec<Finding>) {
    let mut transcoder = Transcoder::new(from, Encoding::Utf8).bom(BomPolicy::Forbid);
    let (mut out, mut found) = (Vec::new(), Vec::new());
    let mut block = vec![0; room];
    for (mut piece, last) in pieces.into_iter().zip([false, true]) {
        loop {
            let outcome = transcoder.transcode(piece, &mut block[..], last);
            out.extend(&block[..outcome.written]);
            piece = &piece[outcome.read..];
            match outcome.status {
                Status::Done => break,
                Status::OutputFull => assert!(outcome.written + Transcoder::MIN_OUTPUT > room),
                Status::IllFormed(finding) => {
                    found.push(finding);
                    assert!(transcoder.resolve(&finding, Action::Replace));
                }
            }
        }
    }
    (out, found)
}

/// Returns the text, and the offsets and lengths of the sequences that have no character.
fn expected(encoding: Encoding, bytes: &[u8]) -> (String, Vec<(u64, usize)>) {
    let (mut text, mut found) = (String::new(), Vec::new());
    for (index, sequence) in sequences(encoding, ByteOrder::Big, bytes, 0).iter().enumerate() {
        let &Sequence { start, end, value, .. } = sequence;
        // If the label fixes the byte order, an initial U+FFFE reads as a swapped BOM.
        let is_swapped = index == 0 && value == Some(0xFFFE) && encoding.unit_bytes() == 2;
        match value.and_then(char::from_u32).filter(|_| !is_swapped) {
            Some(character) => text.push(character),
            None => {
                text.push('\u{FFFD}');
                found.push((start as u64, end - start));
            }
        }
    }
    (text, found)
}

fuzz_target!(|data: &[u8]| {
    let Some((&[choice, cut, room], bytes)) = data.split_first_chunk() else { return };
    let all = encodings();
    let encoding = all[usize::from(choice) % all.len()];
    let (text, found) = read([bytes, b""], encoding, 8 + 16 * bytes.len());
    let cut = bytes.split_at(usize::from(cut) % (bytes.len() + 1));
    let pieces = read([cut.0, cut.1], encoding, Transcoder::MIN_OUTPUT + usize::from(room));
    let places = found.iter().map(|finding| (finding.offset(), finding.len())).collect();
    assert_eq!(pieces, (text.clone(), found), "{encoding}");

    let text = String::from_utf8(text).expect("UTF-8 is written");
    assert_eq!((&text, &places), (&expected(encoding, bytes).0, &expected(encoding, bytes).1));
    // If the label fixes the byte order, an initial U+FFFE reads as a swapped BOM.
    if encoding.first_unencodable(&text).is_some() || text.starts_with('\u{FFFE}') {
        return;
    }
    let mut written = Vec::new();
    Transcoder::new(Encoding::Utf8, encoding)
        .bom(BomPolicy::Forbid)
        .transcode_to_vec(text.as_bytes(), &mut written, true)
        .expect("all of it can be encoded");
    let again = read([&written, b""], encoding, 8 + 16 * written.len());
    assert_eq!(again, (text.into_bytes(), Vec::new()), "{encoding}");
});
