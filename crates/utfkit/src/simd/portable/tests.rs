//! The portable kernels beside the scalar decoders, on text of all mixes, damaged or not.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::KERNELS;
use crate::{
    form::{Form, Sequence},
    simd::Progress,
};

/// Sebastiano Vigna's `splitmix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) as u32) % bound
    }

    /// Runs of characters of one length, or of few.
    fn text(&mut self, form: Form) -> Vec<u8> {
        let mut text = Vec::new();
        for _ in 0..self.below(6) {
            let most = [0x80, 0x100, 0x800, 0x1_0000, 0x11_0000][self.below(5) as usize];
            for _ in 0..self.below(90) {
                let value = self.below(most);
                let encoded = form.encode(value).or_else(|| form.encode(value & 0x7F));
                text.extend(encoded.iter().flat_map(|encoded| encoded.octets()));
            }
        }
        text
    }

    /// Changes an octet, cuts the end, or does nothing.
    fn damage(&mut self, text: &mut Vec<u8>) {
        if text.is_empty() {
            return;
        }
        let at = self.below(text.len() as u32) as usize;
        match self.below(4) {
            0 => text[at] = self.below(256) as u8,
            1 => text[at] ^= 1 << self.below(8),
            2 => text.truncate(at),
            _ => {}
        }
    }
}

/// What a conversion gives, sequence by sequence.
fn reference(from: Form, to: Form, src: &[u8], room: usize) -> (Progress, Vec<u8>) {
    let mut out = Vec::new();
    let mut read = 0;
    while let Sequence::Value { value, len } = from.first(&src[read..], false)
        && let Some(encoded) = to.encode(value)
        && out.len() + encoded.len() <= room
    {
        out.extend_from_slice(encoded.octets());
        read += len;
    }
    (Progress { read, written: out.len() }, out)
}

fn rounds() -> u32 {
    if cfg!(miri) { 3 } else { 2_000 }
}

#[test]
fn validation_stops_where_the_decoder_does() {
    let mut random = Random(1);
    for form in Form::ALL {
        for _ in 0..rounds() {
            let mut text = random.text(form);
            random.damage(&mut text);
            let (expected, _) = reference(form, form, &text, usize::MAX);
            assert_eq!(KERNELS.validate(form, &text), expected.read, "{form:?} {text:02X?}");
        }
    }
}

#[test]
fn conversion_is_that_of_single_sequences() {
    let mut random = Random(2);
    for (from, to) in Form::ALL.iter().flat_map(|&from| Form::ALL.map(|to| (from, to))) {
        for _ in 0..rounds() / 4 {
            let mut text = random.text(from);
            random.damage(&mut text);
            let room = match random.below(2) {
                0 => text.len() * 4,
                _ => random.below(text.len() as u32 * 3 + 1) as usize,
            };
            let (expected, octets) = reference(from, to, &text, room);
            let mut dst: Vec<MaybeUninit<u8>> = [MaybeUninit::new(0xAA)].repeat(room);
            let done = KERNELS.convert(from, to, &text, &mut dst);
            assert_eq!(done, expected, "{from:?} to {to:?} in {room}: {text:02X?}");
            let mut exact: Vec<u8> = [0xAA].repeat(octets.len());
            KERNELS.convert(from, to, &text, crate::trusted::room(&mut exact));
            assert_eq!(exact, octets, "{from:?} to {to:?}: {text:02X?}");
        }
    }
}

#[test]
fn lengths_are_those_of_the_conversion() {
    let mut random = Random(3);
    let encode_all = [Form::Utf8, Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be];
    for (from, to) in Form::ALL.iter().flat_map(|&from| encode_all.map(|to| (from, to))) {
        for _ in 0..rounds() / 4 {
            let text = random.text(from);
            let (expected, _) = reference(from, to, &text, usize::MAX);
            assert_eq!(KERNELS.length(from, to, &text), expected.written, "{from:?} to {to:?}");
        }
    }
}
