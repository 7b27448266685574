//! Tests SCSU, BOCU-1 and UTF-EBCDIC with the samples of their reports, and SCSU and BOCU-1 against
//! ICU's `uconv`. If that is not installed, its part is skipped with a message (`--nocapture` shows
//! it).
use std::{
    io::Write,
    process::{Command, Stdio},
};

use utfkit::{
    Encoding, Kind,
    encoding::BomPolicy,
    transcode::{Policy, Transcoder, convert},
};

use Encoding::{Bocu1, Scsu, Utf8, UtfEbcdic};

const LANGUAGES: &str = include_str!("../../../../../testdata/languages.txt");

/// Returns `text` in `to`, without a BOM of its own.
fn written(text: &str, to: Encoding) -> Vec<u8> {
    let mut out = Vec::new();
    Transcoder::new(Utf8, to)
        .bom(BomPolicy::Forbid)
        .transcode_to_vec(text.as_bytes(), &mut out, true)
        .unwrap();
    out
}

/// Reads `bytes` in `from`. U+FEFF at the start is text.
fn read(bytes: &[u8], from: Encoding) -> String {
    let mut out = Vec::new();
    Transcoder::new(from, Utf8)
        .bom(BomPolicy::Forbid)
        .transcode_to_vec(bytes, &mut out, true)
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// Runs `uconv` on `input`. Returns `None` with a message if it is not installed.
fn uconv(from: &str, to: &str, input: Vec<u8>) -> Option<Vec<u8>> {
    let arguments = ["-f", from, "-t", to];
    let started =
        Command::new("uconv").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = started else {
        println!("skipped: uconv is not installed");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    Some(output.stdout)
}

/// Returns lines of the languages, of runs of one block, and of single characters.
fn text() -> String {
    let mut seed = 0x5EED_0801_u64;
    let mut below = |limit: u32| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 33) as u32 % limit
    };
    let mut text = "\n".to_owned() + LANGUAGES;
    for _ in 0..20_000 {
        let planes = [0x80, 0x3000, 0x1_0000, 0x1_0000, 0x2_0000, 0x11_0000];
        let plane = planes[below(6) as usize];
        let block = below(plane);
        for _ in 0..below(12) {
            let value = match below(8) {
                0 => below(0x80),
                1 => below(0x11_0000),
                2 => 0x2000 + below(0x80),
                _ => block + below(0x80),
            };
            text.extend(char::from_u32(value));
        }
        text.push('\n');
    }
    text
}

#[test]
fn uconv_reads_and_writes_the_same() {
    let text = text();
    for (ours, theirs) in [(Scsu, "SCSU"), (Bocu1, "BOCU-1")] {
        let written = written(&text, ours);
        assert!(read(&written, ours) == text, "{ours}");
        let Some(output) = uconv("UTF-8", theirs, text.clone().into_bytes()) else { continue };
        assert!(read(&output, ours) == text, "{ours} from ICU");
        if ours == Bocu1 {
            let at = written.iter().zip(&output).position(|(ours, theirs)| ours != theirs);
            assert!(written == output, "{at:?}");
        }
        println!("{ours}: {} bytes, ICU {}", written.len(), output.len());
        let back = uconv(theirs, "UTF-8", written).unwrap();
        assert!(back == text.as_bytes(), "{ours} to ICU");
    }
}

/// Samples of UTS #6 section 9, and shorter ones. A writer may choose other bytes for the longer
/// ones, so these are only read.
#[test]
fn samples_of_scsu() {
    let both: [(&str, &[u8]); 3] = [
        ("\u{D6}l flie\u{DF}t", b"\xD6\x6C\x20\x66\x6C\x69\x65\xDF\x74"),
        ("Москва", b"\x12\x9C\xBE\xC1\xBA\xB2\xB0"),
        ("\u{FEFF}a", b"\x0E\xFE\xFFa"),
    ];
    for (text, bytes) in both {
        assert_eq!(read(bytes, Scsu), text);
        assert_eq!(written(text, Scsu), bytes, "{text}");
    }
    let only_read: [(&str, &[u8]); 5] = [
        ("A\u{DF}\u{401}\u{1015F}", b"\x0F\x00\x41\x00\xDF\xE2\x81\x0F\xD8\x00\xDD\x5F"),
        ("\u{10401}\u{1F600}", b"\x0B\x60\x08\x81\x0B\x01\xEC\x80"),
        ("\u{E000}\u{E123}", b"\x0F\xF0\xE0\x00\xF0\xE1\x23"),
        // A pair of quoted units.
        ("\u{1F600}", b"\x0E\xD8\x3D\x0E\xDE\x00"),
        ("\u{3042}\u{30A2}", b"\x15\x82\x07\x82"),
    ];
    for (text, bytes) in only_read {
        assert_eq!(read(bytes, Scsu), text, "{bytes:02X?}");
        assert_eq!(read(&written(text, Scsu), Scsu), text);
    }
    for (bytes, kind, at) in [
        (&b"a\x0C"[..], "invalid-byte", 1),
        (b"\x18\x00", "unassigned", 0),
        (b"\x18", "truncated", 0),
        (b"\x0E\xD8\x00a", "lone-high-surrogate", 0),
        (b"\x0F\xDC\x00", "lone-low-surrogate", 1),
        (b"\x0F\xF2", "invalid-byte", 1),
        (b"\x0F\x4E", "truncated", 1),
    ] {
        let finding = convert(bytes, Scsu, Utf8).unwrap_err();
        assert_eq!((finding.kind().code(), finding.offset()), (kind, at), "{bytes:02X?}");
    }
}

#[test]
fn scripts_of_few_letters_take_one_byte_a_character() {
    let russian =
        "Все люди рождаются свободными и равными в своём достоинстве и правах. ".repeat(9);
    let count = russian.chars().count();
    for encoding in [Scsu, Bocu1] {
        let len = written(&russian, encoding).len();
        assert!(len * 10 < count * 13, "{encoding}: {len} bytes for {count} characters");
    }
}

#[test]
fn bocu1_has_one_spelling_and_keeps_the_order() {
    assert_eq!(written("\u{FEFF}a", Bocu1)[..3], *b"\xFB\xEE\x28");
    // A BOM moves the base, whether it is read as text or not.
    let text = convert(&written("\u{FEFF}ab", Bocu1), Bocu1, Utf8).unwrap();
    assert_eq!(text, b"ab");
    // FF moves the base back.
    assert_eq!(read(b"\xD0\x45\xFF\xB1", Bocu1), "\u{B8}a".to_owned());
    let mut lines: Vec<&str> = LANGUAGES.lines().collect();
    lines.sort_unstable();
    assert!(lines.is_sorted_by_key(|line| written(line, Bocu1)));
    for (bytes, kind) in [
        (&b"\xFE\xFE\xFE\xFE"[..], Kind::OutOfRange { value: 0x40 + 187_660 + 241 * 59_292 + 241 }),
        (b"\xD0", Kind::Truncated),
        (b"\xD0\x20", Kind::Truncated),
    ] {
        assert_eq!(convert(bytes, Bocu1, Utf8).unwrap_err().kind(), kind);
    }
    // The space through a difference.
    let finding = convert(b"\x70", Bocu1, Utf8).unwrap_err();
    assert_eq!(finding.kind(), Kind::Overlong { means: 0x20 });
}

/// Any number of shifts may follow a backslash. Then nothing is lost, in any pieces.
#[test]
fn many_shifts_after_a_backslash() {
    for (encoding, backslash, shift, x) in [(Bocu1, 0xAC, 0xFF, 0xC8), (Scsu, 0x5C, 0x10, b'x')] {
        for count in 0..50 {
            let mut bytes = vec![backslash];
            bytes.extend(std::iter::repeat_n(shift, count));
            bytes.push(x);
            for size in [1, 7, 16, 100] {
                let mut transcoder = Transcoder::new(encoding, Utf8).policy(Policy::Escape);
                let mut out = Vec::new();
                for piece in bytes.chunks(size) {
                    transcoder.transcode_to_vec(piece, &mut out, false).unwrap();
                }
                transcoder.transcode_to_vec(b"", &mut out, true).unwrap();
                let escape = format!("\\x{backslash:02X}x");
                assert_eq!(String::from_utf8(out).unwrap(), escape, "{encoding} {count} by {size}");
            }
        }
    }
}

#[test]
fn utf_ebcdic_is_a_relative_of_utf8() {
    assert_eq!(written("Hello\n", UtfEbcdic), b"\xC8\x85\x93\x93\x96\x15");
    let text = text();
    assert!(read(&written(&text, UtfEbcdic), UtfEbcdic) == text);
}
