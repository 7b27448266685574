//! Checks the parts of the audit on any bytes.
//!
//! Plain text is ASCII without suspicious characters, hidden characters have their rules, and cuts
//! of a text change neither the number of paths found nor the observations. The first byte of the
//! input determines the size of the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::{
    Encoding,
    error::Grouper,
    utf8::{Piece, Utf8Stream},
};
use utfkit_text::audit::{self, Auditor, Code, PathWatch, Policy, Rule, Severity, StreamAuditor};

/// Returns the number of paths found in `bytes`, fed in pieces of `size`.
fn paths(bytes: &[u8], size: usize) -> usize {
    let (mut stream, mut grouper, mut watch) =
        (Utf8Stream::new(), Grouper::new(), PathWatch::new());
    let mut found = 0;
    let mut pass = |piece: Option<Piece<'_>>| {
        let ended = !matches!(piece, Some(Piece::IllFormed(_)));
        if let Some(Piece::IllFormed(finding)) = piece
            && let Some(error) = grouper.push(finding)
        {
            watch.ill_formed(&error);
            found += usize::from(watch.found() == Some(Rule::OverlongPath));
        }
        while ended && let Some(error) = grouper.finish() {
            assert!(
                Rule::of_code(audit::characters::suspect::ill_formed_rule(&error).code()).is_some()
            );
            watch.ill_formed(&error);
            found += usize::from(watch.found() == Some(Rule::OverlongPath));
        }
        if let Some(Piece::Text(text)) = piece {
            watch.text(text);
            found += usize::from(watch.found() == Some(Rule::OverlongPath));
        }
    };
    for chunk in bytes.chunks(size) {
        stream.feed(chunk).for_each(|piece| pass(Some(piece)));
    }
    stream.finish().for_each(|piece| pass(Some(piece)));
    pass(None);
    found
}

/// Returns the observations in `bytes`, fed in pieces of `size`.
fn observations(encoding: Encoding, bytes: &[u8], size: usize) -> Vec<String> {
    let mut all = Vec::new();
    let auditor = Auditor::new(Policy::default(), Some(Severity::Note)).code(Code::Program);
    let mut stream = StreamAuditor::new(encoding.into(), auditor);
    bytes
        .chunks(size)
        .for_each(|part| stream.feed(part, &mut |seen| all.push(format!("{seen:?}"))));
    stream.finish(&mut |seen| all.push(format!("{seen:?}")));
    all
}

fuzz_target!(|data: &[u8]| {
    let Some((&size, bytes)) = data.split_first() else { return };
    let plain = audit::characters::suspect::plain_prefix(bytes);
    let text = std::str::from_utf8(&bytes[..plain]).expect("plain text is ASCII");
    assert!(text.chars().all(|character| audit::suspicion(character).is_none()));
    if let Some(&next) = bytes.get(plain) {
        assert!(next >= 0x80 || audit::suspicion(next.into()).is_some());
    }
    for character in String::from_utf8_lossy(bytes).chars() {
        let rule = audit::suspicion(character);
        if audit::characters::hidden::tag_character(character).is_some() {
            assert_eq!(rule, Some(Rule::TagText));
        }
        if audit::characters::hidden::selector_byte(character).is_some() {
            assert_eq!(rule, Some(Rule::SelectorStray));
        }
    }
    let (size, whole) = (1 + usize::from(size), bytes.len().max(1));
    assert_eq!(paths(bytes, size), paths(bytes, whole));
    for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Cesu8] {
        let found = observations(encoding, bytes, size);
        assert_eq!(found, observations(encoding, bytes, whole), "{encoding}");
    }
});
