//! Reads and writes legacy charsets in any pieces, on any bytes.
//!
//! - `x-user-defined`, `replacement`, ISO-8859-9 and ISO-8859-11 have an engine of this library. They
//!   are compared with `encoding_rs`, the last two without the bytes in which Windows differs.
//! - The other charsets of browsers are decoded by `encoding_rs` inside of this library. Comparing
//!   them with `encoding_rs` tests the pieces, the offsets and the tables of common characters around
//!   it. An error of `encoding_rs` itself is the same on both sides.
//! - All charsets, with those that browsers lack: one sequence at a time is the oracle.
//!
//! Text that was written must read back. The first three bytes of the input choose the charset, the
//! pieces and the output size.
#![no_main]

#[path = "../support/characters.rs"]
#[allow(dead_code, reason = "other targets use all of it")]
mod characters;

use characters::sequences;
use encoding_rs::{DecoderResult, Encoding as Whatwg};
use libfuzzer_sys::fuzz_target;
use utfkit::{
    Encoding, Finding, Status,
    encoding::{BomPolicy, ByteOrder, Charset, Label, LabelSet},
    transcode::{Action, Transcoder},
};

/// Returns the text that `encoding_rs` decodes from `bytes`, and the positions of the errors.
fn theirs(whatwg: &'static Whatwg, bytes: &[u8]) -> (String, Vec<(u64, usize)>) {
    let mut decoder = whatwg.new_decoder_without_bom_handling();
    let (mut text, mut places) = (String::new(), Vec::new());
    let mut done = 0;
    loop {
        text.reserve(4 * (bytes.len() - done) + 64);
        let (result, read) =
            decoder.decode_to_string_without_replacement(&bytes[done..], &mut text, true);
        done += read;
        match result {
            DecoderResult::InputEmpty => return (text, places),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(len, after) => {
                let len = usize::from(len);
                places.push(((done - usize::from(after) - len) as u64, len));
            }
        }
    }
}

/// Converts `bytes` without ill-formed sequences and characters that `to` lacks.
///
/// The input is cut into pieces of `size`, and each call has `room` bytes for its output. The
/// second result is the offsets and lengths of the dropped parts.
fn convert(
    from: Encoding,
    to: Encoding,
    bytes: &[u8],
    size: usize,
    room: usize,
) -> (Vec<u8>, Vec<(u64, usize)>) {
    let mut places = Vec::new();
    let mut note = |finding: &Finding| {
        places.push((finding.offset(), finding.len()));
        Action::Skip
    };
    // U+FEFF is text in these charsets, so it must be text in UTF-8.
    let mut transcoder = Transcoder::new(from, to).bom(BomPolicy::Forbid);
    let (mut out, mut block) = (Vec::new(), vec![0_u8; room]);
    for piece in bytes.chunks(size).chain([&b""[..]]) {
        let mut read = 0;
        loop {
            let outcome =
                transcoder.transcode(&piece[read..], block.as_mut_slice(), piece.is_empty());
            read += outcome.read;
            out.extend(&block[..outcome.written]);
            match outcome.status {
                Status::Done => break,
                Status::OutputFull => {}
                Status::IllFormed(finding) => {
                    assert!(transcoder.resolve(&finding, note(&finding)));
                }
            }
        }
    }
    (out, places)
}

/// The charsets with an engine of this library, the same charset of `encoding_rs`, and the bytes that
/// differ.
const OWN: [(&str, &Whatwg, &[u8]); 4] = [
    ("x-user-defined", encoding_rs::X_USER_DEFINED, b""),
    ("replacement", encoding_rs::REPLACEMENT, b""),
    ("iso-8859-9", encoding_rs::WINDOWS_1254, &C1),
    ("tis-620", encoding_rs::WINDOWS_874, &C1_AND_A0),
];

/// The bytes 80 to 9F, which are controls in ISO-8859.
const C1: [u8; 32] = {
    let mut bytes = [0x80; 32];
    let mut at = 0;
    while at < bytes.len() {
        bytes[at] += at as u8;
        at += 1;
    }
    bytes
};

/// The same bytes, and A0, which TIS-620 lacks.
const C1_AND_A0: [u8; 33] = {
    let mut bytes = [0xA0; 33];
    bytes.split_at_mut(C1.len()).0.copy_from_slice(&C1);
    bytes
};

fuzz_target!(|data: &[u8]| {
    let Some((&[which, size, room], bytes)) = data.split_first_chunk() else { return };
    let Some(charset) = Charset::all().nth(usize::from(which) % Charset::all().count()) else {
        return;
    };
    let encoding = Encoding::Charset(charset);
    let (size, room) = (1 + usize::from(size), Transcoder::MIN_OUTPUT + usize::from(room));
    let (text, places) = convert(encoding, Encoding::Utf8, bytes, size, room);
    let (mut expected, mut expected_places) = (String::new(), Vec::new());
    for one in sequences(encoding, ByteOrder::Big, bytes, 0) {
        match one.value.and_then(char::from_u32) {
            Some(character) => expected.push(character),
            None => expected_places.push((one.start as u64, one.end - one.start)),
        }
    }
    assert!(text == expected.as_bytes() && places == expected_places, "{encoding}");

    // Charsets with an engine of this library.
    for (name, whatwg, differs) in OWN {
        if bytes.iter().any(|byte| differs.contains(byte)) {
            continue;
        }
        let set = if differs.is_empty() { LabelSet::Whatwg } else { LabelSet::Iana };
        let own = Label::parse(name, set).expect("it is a label").encoding();
        let (text, places) = convert(own, Encoding::Utf8, bytes, size, room);
        let (said, said_places) = theirs(whatwg, bytes);
        assert!(text == said.as_bytes() && places == said_places, "{name}");
    }
    // Charsets that `encoding_rs` decodes. The charset that browsers have under this name may be
    // a variant.
    if let Some(whatwg) = Whatwg::for_label(charset.name().as_bytes())
        && whatwg.name().eq_ignore_ascii_case(charset.name())
        && let Ok(label) = Label::parse(charset.name(), LabelSet::Whatwg)
    {
        let (text, places) = convert(label.encoding(), Encoding::Utf8, bytes, size, room);
        let (said, said_places) = theirs(whatwg, bytes);
        assert!(text == said.as_bytes() && places == said_places, "{encoding}");
    }
    // Both the decoded text and the input, read as UTF-8, are converted to the charset and back.
    for text in [&text[..], bytes] {
        let (written, _) = convert(Encoding::Utf8, encoding, text, size, room);
        let (whole, _) = convert(Encoding::Utf8, encoding, text, text.len().max(1), 4096);
        assert!(written == whole, "{encoding}");
        let (back, places) = convert(encoding, Encoding::Utf8, &written, 4096, 4096);
        let (again, _) = convert(Encoding::Utf8, encoding, &back, 4096, 4096);
        assert!(places.is_empty() && again == written, "{encoding}");
    }
});
