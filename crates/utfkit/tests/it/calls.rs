//! Tests that calls compile as users write them, and which errors they return.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    string::{FromUtf8Error, FromUtf16Error},
};

use utfkit::{
    Be, Encoding, Le, WellFormed, decode, decode_whatwg,
    encoding::{LabelSet, UnknownLabel},
    transcode::{Policy, Reader, Transcoder, Writer},
    utf8, utf16, utf32,
};

#[test]
fn text_and_room_may_have_any_owner() {
    let (vec, boxed) = (b"\0h\0i".to_vec(), Box::<[u8]>::from(&b"\0h\0i"[..]));
    let cow = Cow::Borrowed(&b"\0h\0i"[..]);
    assert_eq!(utf16::to_string(Be(&vec)).unwrap(), "hi");
    assert_eq!(utf16::to_string(Be(&boxed)).unwrap(), "hi");
    assert_eq!(utf16::to_string(Be(&cow)).unwrap(), "hi");
    assert_eq!(utf16::to_string(Be(b"\0h\0i")).unwrap(), "hi");
    assert_eq!(utf16::to_string(Be(&vec[..])).unwrap(), "hi");
    assert_eq!(utf16::to_string(&vec![0x68]).unwrap(), "h");
    assert!(utf32::is_valid(Le(&[0; 4])));

    let (mut units, mut bytes) = (vec![0_u16; 8], vec![0_u8; 8]);
    assert_eq!(utf8::to_utf16("hi", &mut units[..]).written, 2);
    assert_eq!(utf8::to_utf16(&vec, Le(&mut bytes[..])).written, 4);
    assert_eq!(utf8::to_utf16(&boxed, Be(&mut [0_u8; 4])).written, 2);
    assert_eq!(utf8::to_utf16_vec("str").unwrap(), [0x73, 0x74, 0x72]);
    assert_eq!(utf8::to_utf32_vec(&String::from("s")).unwrap(), [0x73]);
    assert_eq!((utf8::count("n\u{E4}h"), utf8::utf16_len(&cow)), (3, 4));
    let texts: Vec<&str> = [&b"a"[..], b"b"].into_iter().flat_map(utf8::validate).collect();
    assert_eq!(texts, ["a", "b"]);
    assert_eq!([&b"a"[..], b"bc"].iter().map(utf8::count).sum::<usize>(), 3);
    let string = String::from("h");
    assert_eq!(WellFormed::from(&string).to_utf16_vec(), [0x68]);
}

#[test]
fn errors_become_those_of_the_standard_library() {
    let strict =
        |bytes: &[u8]| -> Result<String, FromUtf8Error> { Ok(utf8::into_string(bytes.to_vec())?) };
    assert_eq!(strict(b"a\xFF").unwrap_err().utf8_error().valid_up_to(), 1);
    let wide = |units: &[u16]| -> Result<String, FromUtf16Error> { Ok(utf16::to_string(units)?) };
    assert!(wide(&[0xD800]).is_err());

    let read = |bytes: &[u8], label: &str| -> io::Result<String> {
        let encoding: Encoding = label.parse()?;
        Ok(decode(bytes, encoding)?.into_owned())
    };
    assert_eq!(read(b"h", "utf-8").unwrap(), "h");
    assert_eq!(read(b"\xFF", "utf-8").unwrap_err().kind(), io::ErrorKind::InvalidData);
    let unknown = read(b"h", "uft-8").unwrap_err();
    assert_eq!(unknown.kind(), io::ErrorKind::InvalidInput);
    assert!(unknown.get_ref().unwrap().is::<UnknownLabel>());
    let rows = || -> io::Result<()> { Ok(utf8::validate_offsets(b"a", &[0, 2])?) };
    assert_eq!(rows().unwrap_err().kind(), io::ErrorKind::InvalidData);
    let owned = || -> io::Result<String> { Ok(utf8::into_string(b"\xFF".to_vec())?) };
    let error = owned().unwrap_err();
    assert_eq!(
        error.get_ref().unwrap().downcast_ref::<utf8::FromUtf8Error>().unwrap().as_bytes(),
        b"\xFF"
    );
}

#[test]
fn streams_become_strings_and_lines() {
    let path = std::env::temp_dir().join(format!("utfkit-calls-{}", std::process::id()));
    std::fs::write(&path, b"caf\xE9\ntwo\n").unwrap();
    let latin1 = || Transcoder::new(Encoding::Iso8859_1, Encoding::Utf8);
    let mut reader = Reader::from_read(File::open(&path).unwrap(), latin1());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert_eq!(line, "caf\u{E9}\n");
    assert!(reader.get_ref().get_ref().metadata().is_ok());
    assert!(reader.get_mut().fill_buf().unwrap().is_empty());
    assert_eq!(reader.lines().collect::<Result<Vec<_>, _>>().unwrap(), ["two"]);
    std::fs::remove_file(&path).unwrap();

    let mut reader = Reader::new(BufReader::new(&b"abc"[..]), latin1());
    reader.read_exact(&mut [0; 2]).unwrap();
    assert!(reader.into_inner().buffer().is_empty());
    let mut writer = Writer::new(Vec::new(), latin1());
    writer.get_mut().extend_from_slice(b"> ");
    assert_eq!(writer.finish().unwrap(), b"> ");

    let mut transcoder = Transcoder::new(Encoding::Utf16, Encoding::Utf8).policy(Policy::Replace);
    let mut text = String::new();
    for byte in b"\xFF\xFEh\0\x3D\xD8\0\xDE\0\xD8" {
        transcoder.transcode_to_string(&[*byte], &mut text, false).unwrap();
    }
    transcoder.transcode_to_string(b"", &mut text, true).unwrap();
    assert_eq!(text, "h\u{1F600}\u{FFFD}");
}

#[test]
fn constants_are_slices() {
    let sets: &[LabelSet] = LabelSet::ALL;
    let encodings: &'static [Encoding] = Encoding::ALL;
    assert!(sets.contains(&LabelSet::Whatwg) && encodings.contains(&Encoding::Utf7));
    let borrowed = decode_whatwg(b"plain", " UTF8 ").unwrap().text;
    assert!(matches!(borrowed, Cow::Borrowed("plain")));
}
