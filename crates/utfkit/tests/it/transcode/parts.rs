//! Tests that a stream converted in parts has the same result as the whole.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what fails in a test fails the test"
)]

use utfkit::{
    Encoding, Status,
    transcode::{Counts, Policy, Transcoder},
};

type Output = (Vec<u8>, Counts, u64);

fn push(transcoder: &mut Transcoder<'_>, src: &[u8], last: bool, out: &mut Vec<u8>) {
    let (mut read, mut room) = (0, [0_u8; 64]);
    loop {
        let outcome = transcoder.transcode(&src[read..], &mut room[..], last);
        read += outcome.read;
        out.extend_from_slice(&room[..outcome.written]);
        match outcome.status {
            Status::Done => return,
            Status::OutputFull => {}
            Status::IllFormed(finding) => panic!("no policy stops: {finding}"),
        }
    }
}

fn whole(mut transcoder: Transcoder<'_>, src: &[u8]) -> Output {
    let mut out = Vec::new();
    push(&mut transcoder, src, true, &mut out);
    (out, *transcoder.counts(), transcoder.offset())
}

/// Converts like the function above, with parts of about `size` bytes where possible.
fn by_parts(mut transcoder: Transcoder<'_>, src: &[u8], size: usize) -> (Output, usize) {
    let (mut out, mut at, mut parts) = (Vec::new(), 0, 0);
    while at < src.len() {
        let end = src.len().min(at + size);
        // Only the bytes around the place are passed.
        let from = at.max(end.saturating_sub(Transcoder::AROUND));
        let from = from - (from - at) % transcoder.unit();
        let near = &src[from..src.len().min(end + Transcoder::AROUND)];
        let cut = transcoder.floor_boundary(near, end - from).map(|cut| from + cut);
        match (transcoder.part(), cut.filter(|&cut| cut > at)) {
            (Some(mut part), Some(cut)) if transcoder.counts().first.is_some() => {
                push(&mut part, &src[at..cut], true, &mut out);
                transcoder.pass(&part);
                (at, parts) = (cut, parts + 1);
            }
            _ => {
                push(&mut transcoder, &src[at..end], false, &mut out);
                at = end;
            }
        }
    }
    push(&mut transcoder, &[], true, &mut out);
    ((out, *transcoder.counts(), transcoder.offset()), parts)
}

/// Returns bytes that are well-formed here and there in any encoding, from a seed.
fn bytes(mut seed: u64, len: usize) -> Vec<u8> {
    const OFTEN: [u8; 16] = *b"ab\0\x00\xD8\xDC\x00\xE2\x82\xAC\xF0\x9F\x98\x80\xED\xA0";
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    // The first finding is before all parts.
    let start = b"\xFF\xFF\xFF\xFF\xD8\x00\xFF\xFF".iter().copied();
    start.chain((0..len).map(|_| OFTEN[next() % OFTEN.len()])).collect()
}

#[test]
fn parts_have_the_result_of_the_whole() {
    let from = [
        Encoding::Utf8,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
        Encoding::Utf16,
        Encoding::Utf32Le,
        Encoding::Utf32Be,
        Encoding::UsAscii,
        Encoding::Iso8859_1,
        Encoding::Cesu8,
    ];
    let to =
        [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32Le, Encoding::Cesu8, Encoding::UsAscii];
    let policies: [fn() -> Policy<'static>; 3] =
        [|| Policy::Replace, || Policy::Skip, || Policy::ReplaceWith("<\u{20AC}>")];
    let mut parts = 0;
    for from in from {
        for to in to {
            for policy in policies {
                for seed in 0..20 {
                    let bytes = bytes(seed, 120);
                    let make = || Transcoder::new(from, to).policy(policy());
                    let expected = whole(make(), &bytes);
                    for size in [4, 7, 16, 33] {
                        let (made, count) = by_parts(make(), &bytes, size);
                        assert_eq!(made, expected, "{from} to {to} by {size}: {bytes:X?}");
                        parts += count;
                    }
                }
            }
        }
    }
    assert!(parts > 10_000, "{parts}");
}

#[test]
fn streams_without_parts_return_none() {
    let begun = |from, to, policy: Policy<'static>, src: &[u8]| {
        let mut transcoder = Transcoder::new(from, to).policy(policy);
        push(&mut transcoder, src, false, &mut Vec::new());
        transcoder.part().is_some()
    };
    let utf8 = Encoding::Utf8;
    assert!(begun(utf8, Encoding::Utf16, Policy::Strict, b"text"));
    assert!(!begun(utf8, Encoding::Utf16, Policy::Strict, b""));
    assert!(!begun(utf8, Encoding::Utf16, Policy::Strict, b"text\xE2"));
    assert!(!begun(utf8, Encoding::Utf16, Policy::Escape, b"text"));
    assert!(!begun(utf8, Encoding::Utf7, Policy::Strict, b"text"));
    assert!(!begun(Encoding::Utf7, utf8, Policy::Strict, b"text"));
}

#[test]
fn a_part_of_a_page_ends_before_a_cut_surrogate() {
    let pages = [("utf-16le", b"a\0", b"\0\xD8\x1B"), ("utf-16be", b"\0a", b"\xD8\0\x1B")];
    for (label, start, text) in pages {
        let mut page = Transcoder::whatwg(label).unwrap();
        let mut found = Vec::new();
        page.transcode_to_vec(start, &mut found, false).unwrap();
        let at = page.floor_boundary(text, 2).unwrap();
        let mut part = page.part().unwrap();
        part.transcode_to_vec(&text[..at], &mut found, true).unwrap();
        page.pass(&part);
        page.transcode_to_vec(&text[at..], &mut found, true).unwrap();
        assert_eq!(found, "a\u{FFFD}".as_bytes(), "{label}");
    }
}
