//! No argument of a public function makes it panic.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::io::{self, Write};

use utfkit::{
    Encoding, Finding,
    error::Grouper,
    transcode::{Transcoder, Writer},
    utf8,
};

fn finding(bytes: &[u8]) -> Finding {
    utf8::validate(bytes).unwrap_err().finding()
}

#[test]
fn findings_may_be_moved_to_the_end_of_all_offsets() {
    let far = finding(b"\xFF").moved(u64::MAX).moved(u64::MAX);
    assert_eq!((far.offset(), far.end()), (u64::MAX, u64::MAX));
    assert!(far.to_string().contains(&u64::MAX.to_string()));
}

#[test]
fn a_grouper_takes_findings_that_no_decoder_gives() {
    let (lead, continuation) = (finding(b"\xFC"), finding(b"\x80"));
    let mut grouper = Grouper::new();
    assert_eq!(grouper.push(lead.moved(u64::MAX)), None);
    for _ in 0..600 {
        let _ = grouper.push(continuation.moved(u64::MAX));
    }
    while grouper.finish().is_some() {}
}

#[test]
fn parts_may_be_added_up_without_end() {
    let transcoder = || Transcoder::new(Encoding::Utf8, Encoding::Utf16Le);
    let (mut one, mut other) = (transcoder(), transcoder());
    let mut room = [0; 16];
    let _ = one.transcode(b"abc", &mut room, true);
    for _ in 0..200 {
        other.pass(&one);
        one.pass(&other);
    }
    assert_eq!((one.offset(), other.offset()), (u64::MAX, u64::MAX));
}

#[test]
fn a_writer_may_claim_more_than_it_was_given() {
    struct Boaster;
    impl Write for Boaster {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Ok(usize::MAX)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::new(Boaster, Transcoder::new(Encoding::Utf8, Encoding::Utf16Le));
    for _ in 0..3 {
        writer.write_all(b"abc").unwrap();
    }
    writer.finish().unwrap();
}
