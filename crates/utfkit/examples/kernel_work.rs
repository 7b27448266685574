//! Calls one kernel and does little else, so that an emulator can count its instructions, as
//! `scripts/count-instructions.sh` does.
//!
//! ```sh
//! cargo run --release --example kernel_work -- neon to16 three 6144
//! ```

use std::{env, hint::black_box, mem::MaybeUninit, process::ExitCode};

use utfkit::simd::{Form, available};

/// The number of bytes of each text. The work before the kernel is the same for any part of it.
const MAX: usize = 3 << 13;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [set, operation, text, bytes] = &arguments[..] else {
        eprintln!("usage: kernel_work SET validate|to16|to8 ascii|two|three|four|mixed BYTES");
        return ExitCode::FAILURE;
    };
    let Some(kernels) = available().find(|kernels| kernels.name() == set) else {
        eprintln!("kernel_work: there is no set {set} here");
        return ExitCode::FAILURE;
    };
    let text = match &text[..] {
        "ascii" => "abcdefghijkl",
        "two" => "\u{42F}",
        "three" => "\u{4E2D}",
        "four" => "\u{1F600}",
        _ => "ab\u{E9}c\u{4E2D} \u{1F600}",
    };
    // A multiple of twelve bytes has whole characters of any length.
    let text = text.repeat(MAX / text.len());
    let Ok(bytes) = bytes.parse() else { return ExitCode::FAILURE };
    let mut room = vec![MaybeUninit::new(0); 4 * MAX];
    let mut units = vec![MaybeUninit::new(0); 4 * MAX];
    let first = text.as_bytes();
    let to16 = kernels.convert(Form::Utf8, Form::Utf16Le, first, &mut units);
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!((to16.read, to16.written), (first.len(), units.len()));
    let done = match &operation[..] {
        "validate" => kernels.validate(Form::Utf8, black_box(&first[..bytes])),
        "to16" => {
            kernels.convert(Form::Utf8, Form::Utf16Le, black_box(&first[..bytes]), &mut room).read
        }
        _ => kernels.convert(Form::Utf16Le, Form::Utf8, black_box(&units[..bytes]), &mut room).read,
    };
    assert!(bytes - done < 4, "all is well-formed");
    ExitCode::SUCCESS
}
