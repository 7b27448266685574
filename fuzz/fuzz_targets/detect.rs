//! Checks that detection does not panic on any bytes, does not depend on cuts, and keeps its
//! promises.
//!
//! The first byte of the input determines the cut.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::{Encoding, transcode::convert};
use utfkit_text::detect::{Detector, Verdict, detect};

fuzz_target!(|data: &[u8]| {
    let Some((&cut, bytes)) = data.split_first() else { return };
    let said = detect(bytes);
    let cut = usize::from(cut) % (bytes.len() + 1);
    let mut detector = Detector::new();
    detector.feed(&bytes[..cut]);
    detector.feed(&bytes[cut..]);
    assert_eq!(detector.finish(), said);

    let has_none = matches!(said.verdict(), Verdict::Binary | Verdict::Unknown);
    assert_eq!(said.encoding().is_none(), has_none);
    assert!((0.0..=1.0).contains(&said.confidence()));
    // A text in a proven encoding is well-formed.
    if let (Verdict::Proven, Some(encoding)) = (said.verdict(), said.encoding()) {
        convert(bytes, encoding, Encoding::Utf8).expect("proven");
    }
    // Segments cover the whole text, without gaps.
    let mut end = 0;
    for segment in said.segments() {
        assert_eq!(segment.offset, end);
        end += segment.length;
    }
    assert!(said.segments().is_empty() || end == bytes.len() as u64);
    // UTF-8 beyond ASCII, without control characters, is always UTF-8.
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    if !text.is_ascii() && !text.contains(char::is_control) && !text.starts_with('\u{FEFF}') {
        assert_eq!((said.encoding(), said.verdict()), (Some(Encoding::Utf8), Verdict::Proven));
    }
});
