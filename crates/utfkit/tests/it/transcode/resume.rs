//! Tests of streams that continue after an error, or in two ways.

use utfkit::{
    Encoding, Status,
    encoding::BomPolicy,
    transcode::{Action, Policy, Replacement, Transcoder},
};

#[test]
fn a_transcoder_is_small_plain_data() {
    fn is_plain<T: Clone + Send + Sync>() {}
    is_plain::<Transcoder<'_>>();
    assert!(size_of::<Transcoder<'_>>() <= 400, "{}", size_of::<Transcoder<'_>>());
}

/// A clone at any byte continues like the original.
#[test]
fn a_clone_continues_from_the_same_point() {
    let text = "\u{FEFF}a\u{E9}\u{20AC}\u{1F600}\\x".as_bytes();
    let bytes = [text, b"\xE2\x82", text, b"\xFF"].concat();
    for policy in [Policy::Replace, Policy::Skip, Policy::Escape, Policy::ReplaceWith("<\u{E9}>")] {
        for to in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf7, Encoding::UsAscii] {
            let mut whole = Vec::new();
            let new = Transcoder::new(Encoding::Utf8, to).policy(policy);
            new.clone().transcode_to_vec(&bytes, &mut whole, true).unwrap();
            for cut in 0..=bytes.len() {
                let (mut transcoder, mut out) = (new.clone(), Vec::new());
                transcoder.transcode_to_vec(&bytes[..cut], &mut out, false).unwrap();
                let mut other = transcoder.clone();
                other.transcode_to_vec(b"\xE9 other", &mut out.clone(), true).unwrap();
                transcoder.transcode_to_vec(&bytes[cut..], &mut out, true).unwrap();
                assert_eq!(out, whole, "{policy:?} {to} {cut}");
            }
        }
    }
}

#[test]
fn an_action_that_is_not_possible_resolves_nothing() {
    let stop = |to, bytes: &[u8]| {
        let mut transcoder = Transcoder::new(Encoding::Utf8, to).bom(BomPolicy::Require);
        let finding = transcoder.transcode_to_vec(bytes, &mut Vec::new(), true).unwrap_err();
        (transcoder, finding)
    };
    let (mut transcoder, finding) = stop(Encoding::Utf8, b"a");
    assert!(!transcoder.resolve(&finding, Action::Skip), "{finding}");
    let (mut transcoder, finding) = stop(Encoding::Utf8, b"\xEF\xBB\xBF\xFF");
    assert!(!transcoder.resolve(&finding, Action::Stop));
    assert_eq!(transcoder.counts().skipped, 0);
    assert!(transcoder.resolve(&finding, Action::Skip));
    assert_eq!((transcoder.counts().skipped, transcoder.counts().ill_formed), (1, 1));
}

/// The output of an action waits for room, and comes before the rest.
#[test]
fn a_resolved_finding_is_written_in_any_room() {
    let long = "\u{1F600}".repeat(9);
    let actions = [
        (Action::Replace, "\u{FFFD}"),
        (Action::Skip, ""),
        (Action::Escape, r"\xFF"),
        (Action::ReplaceWith(&long), &long),
        (Action::Write(Replacement::from('\u{1F600}')), "\u{1F600}"),
    ];
    for (action, written) in actions {
        let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8);
        let (mut rest, mut out, mut room) = (&b"a\xFFb\xFF"[..], Vec::new(), [0; 8]);
        loop {
            let outcome = transcoder.transcode(rest, &mut room[..], true);
            out.extend(&room[..outcome.written]);
            rest = &rest[outcome.read..];
            match outcome.status {
                Status::Done => break,
                Status::OutputFull => assert!(outcome.written > 0),
                Status::IllFormed(finding) => assert!(transcoder.resolve(&finding, action)),
            }
        }
        assert_eq!(String::from_utf8(out).unwrap(), format!("a{written}b{written}"));
    }
}
