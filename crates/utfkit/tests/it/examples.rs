//! Runs the examples that show how programs use the library.

#![allow(dead_code, reason = "the examples have a function `main` of their own")]

use utfkit::Encoding;

#[path = "../../examples/adapters.rs"]
mod adapters;
#[path = "../../examples/database.rs"]
mod database;
#[path = "../../examples/escapes.rs"]
mod escapes;
#[path = "../../examples/fuzz.rs"]
mod fuzz;
#[path = "../../examples/lines.rs"]
mod lines;
#[allow(unreachable_pub, unused_attributes, reason = "the example is a crate of its own")]
#[path = "../../examples/no_std.rs"]
mod no_std;
#[path = "../../examples/stream.rs"]
mod stream;

#[test]
fn a_stream_is_decoded_as_in_browsers() {
    for (label, bytes, expected) in [
        ("utf-8", &b"\xEF\xBB\xBFna\xC3\xAFve\xE2"[..], "naïve\u{FFFD}"),
        ("latin1", b"\x80 \xE9", "€ é"),
        ("shift_jis", b"\xFE\xFF\0a", "a"),
    ] {
        let mut out = Vec::new();
        stream::decode(label, bytes, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
    assert!(stream::decode("unknown", &b""[..], &mut Vec::new()).is_err());
}

#[test]
fn lines_have_numbers_and_errors_have_offsets() {
    let mut out = Vec::new();
    let found = lines::number(Encoding::Utf8, &b"a\xFF\r\n\xC3\xA9"[..], &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "1: a\u{FFFD}\n2: é\n");
    assert_eq!((found.len(), found[0].offset()), (1, 1));
}

#[test]
fn a_column_is_checked_at_once() {
    use database::{Rejected, load};
    let bytes = "naïve😀".as_bytes();
    assert_eq!(load(bytes, &[0, 6, 10], 3), Ok(vec!["na", ""]));
    assert_eq!(load(bytes, &[0, 3, 10], 99), Err(Rejected::CutsCharacter(1)));
    assert_eq!(load(b"a\0", &[0, 2], 9), Err(Rejected::Nul));
    assert!(matches!(load(b"a\xFF", &[0, 2], 9), Err(Rejected::NotUtf8(_))));
}

#[test]
fn adapters_wait_for_the_rest_of_a_character() {
    let mut codec = adapters::TextCodec::new(Encoding::Utf8);
    let mut received = b"a\xC3".to_vec();
    assert_eq!(codec.decode(&mut received), Ok(Some("a".to_owned())));
    received.extend(b"\xA9\xFFb");
    assert!(codec.decode(&mut received).is_err());
    assert_eq!(codec.decode_eof(&mut received), Ok(Some("b".to_owned())));

    let mut reader = adapters::AsyncText::new(Encoding::Iso8859_1, &b"\xE9\xE9"[..]);
    let mut read = || {
        let mut buffer = [0; 3];
        match reader.poll_read(&mut buffer) {
            std::task::Poll::Ready(read) => buffer[..read.unwrap()].to_vec(),
            std::task::Poll::Pending => panic!("a slice is always ready"),
        }
    };
    assert_eq!([read(), read(), read()], ["é".as_bytes(), "é".as_bytes(), b""]);
}

#[test]
fn a_field_is_read_without_allocation() {
    let mut buffer = [0; 8];
    assert_eq!(no_std::text(b"h\0\xE9\0\0\0\0\0", &mut buffer), Some("hé"));
    assert_eq!(no_std::text(b"h\0", &mut []), None);
}

#[test]
fn escaped_bytes_come_back() {
    for bytes in [&b"caf\xE9 \\x41\\"[..], "naïve".as_bytes(), b"\xED\xA0\x80", b""] {
        let text = escapes::to_text(bytes).unwrap();
        assert_eq!(escapes::to_bytes(&text).unwrap(), bytes);
    }
}

#[test]
fn random_bytes_are_read_as_by_std() {
    fuzz::run(3000, 1);
}
