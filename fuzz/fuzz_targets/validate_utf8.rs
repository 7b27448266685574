//! Compares every set of kernels with the standard library, and findings with RFC 3629 section 4.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::{
    Kind,
    simd::{self, Form},
    utf8,
};

fuzz_target!(|data: &[u8]| {
    // The slices test several alignments of a block, and their tails.
    for data in [data, data.get(1..).unwrap_or_default(), data.get(7..).unwrap_or_default()] {
        let std = str::from_utf8(data);
        let valid = std.map_or_else(|error| error.valid_up_to(), str::len);
        for kernels in simd::available() {
            assert_eq!(kernels.validate(Form::Utf8, data), valid, "{}", kernels.name());
            let lines = data.iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(kernels.lines(Form::Utf8, data), lines, "{}", kernels.name());
            let text = str::from_utf8(&data[..valid]).expect("so std says");
            let length = |to| kernels.length(Form::Utf8, to, text.as_bytes());
            assert_eq!(length(Form::UTF16), text.encode_utf16().count(), "{}", kernels.name());
            assert_eq!(length(Form::UTF32), text.chars().count(), "{}", kernels.name());
        }
        let ours = utf8::validate(data);
        assert_eq!(ours.as_ref().ok(), std.as_ref().ok());
        let (Err(ours), Err(std)) = (ours, std) else { continue };
        assert_eq!(ours.valid_up_to(), std.valid_up_to());
        assert_eq!(ours.error_len(), std.error_len());
        assert_eq!(ours.to_std(data), Some(std));
        let finding = ours.finding();
        let rest = &data[valid..];
        assert_eq!(finding.bytes(), &rest[..finding.len()]);
        assert_eq!(finding.kind(), kind(rest));
    }
});

/// Returns the kind of the ill-formed sequence at the start of `rest`.
///
/// The shape of the sequence is that of RFC 2279, and the rules are those of RFC 3629: the value of
/// a complete sequence determines its kind.
fn kind(rest: &[u8]) -> Kind {
    let lead = rest[0];
    let announced = match lead {
        0x80..=0xBF => return Kind::UnexpectedContinuation,
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => return Kind::InvalidByte,
    };
    let complete = rest.get(1..announced).filter(|rest| rest.iter().all(|&o| o & 0xC0 == 0x80));
    let Some(follow) = complete else {
        let never = matches!(lead, 0xC0 | 0xC1 | 0xF5..);
        return if never { Kind::InvalidByte } else { Kind::Truncated };
    };
    let head = u32::from(lead) % (1 << (7 - announced));
    let value = follow.iter().fold(head, |value, byte| value * 64 + u32::from(byte % 64));
    match value {
        0..0x80 => Kind::Overlong { means: value },
        0x80..0x800 if announced > 2 => Kind::Overlong { means: value },
        0x800..0x1_0000 if announced > 3 => Kind::Overlong { means: value },
        0xD800..0xE000 => Kind::Surrogate { value: value as u16 },
        0x11_0000.. => Kind::OutOfRange { value },
        _ => panic!("{rest:02X?} is well-formed"),
    }
}
