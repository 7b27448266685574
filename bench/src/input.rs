//! The input of a cell: a corpus in the form that an operation reads, cut into pieces for the
//! calls.

use std::ops::Range;

use utfkit::simd::Form;

use crate::{
    buffer::{Buffer, swap16},
    operations::{Damage, Operation, Task},
    random::Random,
    rows,
};

/// The total size of the calls of a pass. It gives predictors enough variety.
const PASS: usize = 32 << 10;

/// The input of the calls of one pass.
pub struct Input {
    buffer: Buffer,
    pieces: Vec<Range<usize>>,
    /// The same calls on little-endian text, if this input is big-endian.
    little: Option<Box<Input>>,
    /// The number of bytes that a pass counts.
    pub counted: usize,
    /// The number of bytes of the longest call.
    pub longest: usize,
}

impl Input {
    /// Creates calls of at most `size` bytes over `text`.
    pub fn new(text: &str, operation: &Operation, size: usize) -> Self {
        if operation.task == Task::Rows {
            let (buffer, pieces, counted) = rows::lay_out(text, size, PASS);
            let longest = pieces.iter().map(ExactSizeIterator::len).max().unwrap_or_default();
            return Self { buffer, pieces, little: None, counted, longest };
        }
        let form = operation.task.from();
        let bytes = if operation.task.narrow() {
            let narrow: String = text.chars().filter(|&char| char <= '\u{FF}').collect();
            encode(&narrow, form)
        } else if operation.task.of_the_plane() {
            let low: String = text.chars().filter(|&char| char <= '\u{FFFF}').collect();
            encode(&low, form)
        } else {
            encode(text, form)
        };
        let mut buffer = Buffer::new(size.max(PASS));
        for (slot, &byte) in buffer.bytes_mut().iter_mut().zip(bytes.iter().cycle()) {
            *slot = byte;
        }
        let pieces = cut(buffer.bytes(), form, size);
        let mut input = Self { buffer, pieces, little: None, counted: 0, longest: 0 };
        input.counted = input.damage(operation);
        input.longest = input.pieces().map(<[u8]>::len).max().unwrap_or_default();
        if form == Form::Utf16Be {
            input.little = Some(Box::new(input.swapped()));
        }
        input
    }

    /// Returns the same calls in little-endian order.
    #[inline(always)]
    pub fn little(&self) -> &Self {
        self.little.as_deref().unwrap_or(self)
    }

    fn swapped(&self) -> Self {
        let bytes = self.buffer.bytes();
        let mut buffer = Buffer::new(bytes.len());
        buffer.bytes_mut().copy_from_slice(bytes);
        swap16(buffer.bytes_mut());
        let &Self { counted, longest, .. } = self;
        Self { buffer, pieces: self.pieces.clone(), little: None, counted, longest }
    }

    /// Returns the input of each call.
    #[inline(always)]
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let bytes = self.buffer.bytes();
        self.pieces.iter().map(|piece| &bytes[piece.clone()])
    }

    /// Damages the text as the operation requires, and returns the number of bytes that a pass
    /// counts.
    fn damage(&mut self, operation: &Operation) -> usize {
        let mut random = Random::new(2);
        let bytes = self.buffer.bytes_mut();
        match operation.damage {
            Damage::None => {}
            Damage::Once => {
                let form = operation.task.from();
                let place =
                    |piece: &Range<usize>| spoil_one(&mut bytes[piece.clone()], form, &mut random);
                return self.pieces.iter().map(place).sum();
            }
            Damage::Rate(rate) => spoil(bytes, operation.task.from(), rate, &mut random),
        }
        self.pieces.iter().map(ExactSizeIterator::len).sum()
    }
}

/// Replaces one unit by a unit that is invalid there, and returns the number of valid bytes before
/// it.
fn spoil_one(text: &mut [u8], form: Form, random: &mut Random) -> usize {
    let unit = form.unit();
    let mut at = random.below(text.len() / unit) * unit;
    match form {
        Form::Utf16Le => {
            // After a high surrogate, a low surrogate is valid.
            if at > 0 && text[at - 1] & 0xFC == 0xD8 {
                at -= unit;
            }
            text[at + 1] = 0xDC;
        }
        Form::Utf32Le => text[at + 2] = 0x11,
        _ => text[at] = 0xFF,
    }
    at
}

/// Replaces units with probability `rate`.
fn spoil(bytes: &mut [u8], form: Form, rate: f64, random: &mut Random) {
    for unit in bytes.chunks_exact_mut(form.unit()) {
        if random.chance(rate) {
            match unit {
                [byte] => *byte = 0x80 | random.next() as u8,
                [first, second] => {
                    let (low, high) = (random.next() as u8, 0xD8 | random.next() as u8 & 7);
                    let big = form == Form::Utf16Be;
                    [*first, *second] = if big { [high, low] } else { [low, high] };
                }
                [unit @ .., _] => {
                    // A surrogate, or a value above 10FFFF.
                    let high = [[0xD8, 0x00], [0x00, 0x11]][random.below(2)];
                    unit.copy_from_slice(&[random.next() as u8, high[0], high[1]]);
                }
                [] => {}
            }
        }
    }
}

/// Returns consecutive pieces of at most `size` bytes that begin and end between characters.
fn cut(bytes: &[u8], form: Form, size: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while bytes.len() - at >= size {
        let mut end = at + size;
        while end > at && end < bytes.len() && inside(bytes, form, end) {
            end -= form.unit();
        }
        if end == bytes.len() {
            end = last_boundary(bytes, form);
        }
        pieces.push(at..end);
        at = end;
    }
    pieces
}

/// Returns `true` if `at` is inside a character.
fn inside(bytes: &[u8], form: Form, at: usize) -> bool {
    match form {
        Form::Utf8 => bytes[at] & 0xC0 == 0x80,
        Form::Utf16Le => bytes[at + 1] & 0xFC == 0xDC,
        Form::Utf16Be => bytes[at] & 0xFC == 0xDC,
        _ => false,
    }
}

/// Returns the end of the last whole character.
fn last_boundary(bytes: &[u8], form: Form) -> usize {
    match form {
        Form::Utf8 => match std::str::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(error) => error.valid_up_to(),
        },
        Form::Utf16Le if bytes[bytes.len() - 1] & 0xFC == 0xD8 => bytes.len() - 2,
        Form::Utf16Be if bytes[bytes.len() - 2] & 0xFC == 0xD8 => bytes.len() - 2,
        _ => bytes.len() / form.unit() * form.unit(),
    }
}

/// Returns `text` in `form`.
fn encode(text: &str, form: Form) -> Vec<u8> {
    match form {
        Form::Latin1 => text.chars().map(|char| char as u8).collect(),
        Form::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Form::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Form::Utf32Le => text.chars().flat_map(|char| u32::from(char).to_le_bytes()).collect(),
        _ => text.into(),
    }
}
