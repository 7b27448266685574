//! Calls every kernel, so that the program contains all of them: `cargo xtask asm` reads its code.

use std::{hint::black_box, mem::MaybeUninit};

use utfkit::simd::{Form, Range, active, available};

fn main() {
    // The compiler does not know these forms, so every row stays in the program.
    let [from, to] = black_box([Form::Utf8, Form::Utf16Le]);
    let src = black_box(&b"text"[..]);
    let mut dst = [MaybeUninit::uninit(); 64];
    for level in available() {
        black_box(level.ascii_prefix(src));
        black_box(level.validate(from, src));
        black_box(level.convert(from, to, src, &mut dst));
        black_box(level.convert_known(from, to, src, &mut dst));
        black_box(level.convert_lossy(from, to, src, &mut dst));
        black_box(level.length(from, to, src));
        black_box(level.length_lossy(from, to, src));
        black_box(level.contents(src));
        black_box(level.lines(from, src));
        black_box(level.swap16(src, &mut dst));
        level.swap16_in_place(black_box(&mut [0x6100]));
        black_box(level.outside(from, src, &[Range { first: 0, last: 0 }]));
    }
    println!("{} is in use", active().name());
}
