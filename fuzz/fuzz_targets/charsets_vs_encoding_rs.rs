//! Compares legacy charsets with `encoding_rs`, on any bytes in any pieces.
//!
//! Both must decode the same text and report the same errors at the same offsets, and text that was
//! written must read back. The first three bytes of the input choose the charset, the pieces and
//! the output size.
#![no_main]

use encoding_rs::{DecoderResult, Encoding as Whatwg};
use libfuzzer_sys::fuzz_target;
use utfkit::{
    Encoding, Finding, Status,
    encoding::{BomPolicy, Charset, Label, LabelSet},
    transcode::{Action, Policy, Transcoder},
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
    let mut transcoder =
        Transcoder::new(from, to).policy(Policy::Call(&mut note)).bom(BomPolicy::Forbid);
    let (mut out, mut block) = (Vec::new(), vec![0_u8; room]);
    for piece in bytes.chunks(size).chain([&b""[..]]) {
        let mut read = 0;
        loop {
            let outcome =
                transcoder.transcode(&piece[read..], block.as_mut_slice(), piece.is_empty());
            read += outcome.read;
            out.extend(&block[..outcome.written]);
            if outcome.status == Status::Done {
                break;
            }
        }
    }
    (out, places)
}

fuzz_target!(|data: &[u8]| {
    let Some((&[which, size, room], bytes)) = data.split_first_chunk() else { return };
    let Some(charset) = Charset::all().nth(usize::from(which) % Charset::all().count()) else {
        return;
    };
    let encoding = Encoding::Charset(charset);
    let (size, room) = (1 + usize::from(size), Transcoder::MIN_OUTPUT + usize::from(room));
    let (text, _) = convert(encoding, Encoding::Utf8, bytes, size, room);
    // The charset that browsers have under this name may be a variant.
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
