//! Conversion with replacement by the standard library. It shares no table with the reference and
//! no code with the portable kernels, and so none of their errors.

use utfkit::simd::{Form, LossyProgress};

/// The result of a conversion with replacement, step by step.
#[derive(Clone, Debug)]
pub(crate) struct LossyConversion {
    /// All output, with unlimited room.
    pub(crate) bytes: Vec<u8>,
    /// The progress at the start, and after each character and replacement.
    steps: Vec<LossyProgress>,
}

impl LossyConversion {
    pub(crate) fn of(from: Form, to: Form, text: &[u8]) -> Self {
        let (mut bytes, mut done) = (Vec::new(), LossyProgress::default());
        let mut steps = vec![done];
        for (len, character) in characters(from, text) {
            if !push(to, character.unwrap_or(char::REPLACEMENT_CHARACTER), &mut bytes) {
                break;
            }
            done.read += len;
            done.written = bytes.len();
            done.replaced += usize::from(character.is_none());
            steps.push(done);
        }
        Self { bytes, steps }
    }

    /// Returns the progress with room for `room` bytes.
    pub(crate) fn within(&self, room: usize) -> LossyProgress {
        self.steps[self.steps.partition_point(|done| done.written <= room) - 1]
    }
}

/// Returns the characters of `text` with their lengths in bytes, and `None` for each ill-formed
/// maximal subpart.
fn characters(form: Form, text: &[u8]) -> Vec<(usize, Option<char>)> {
    match form {
        Form::Latin1 => text.iter().map(|&byte| (1, Some(char::from(byte)))).collect(),
        Form::Utf8 => of_utf8(text),
        Form::Utf16Le => of_utf16(text, u16::from_le_bytes),
        Form::Utf16Be => of_utf16(text, u16::from_be_bytes),
        Form::Utf32Le => of_utf32(text, u32::from_le_bytes),
        Form::Utf32Be => of_utf32(text, u32::from_be_bytes),
    }
}

fn of_utf8(text: &[u8]) -> Vec<(usize, Option<char>)> {
    let mut all = Vec::new();
    for chunk in text.utf8_chunks() {
        all.extend(chunk.valid().chars().map(|character| (character.len_utf8(), Some(character))));
        all.extend(Some(chunk.invalid().len()).filter(|&len| len > 0).map(|len| (len, None)));
    }
    all
}

fn of_utf16(text: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<(usize, Option<char>)> {
    let (units, rest) = text.as_chunks();
    let characters = char::decode_utf16(units.iter().map(|&bytes| unit(bytes)));
    let with_len = characters.map(|character| match character {
        Ok(character) => (2 * character.len_utf16(), Some(character)),
        Err(_) => (2, None),
    });
    with_len.chain(open_end(rest)).collect()
}

fn of_utf32(text: &[u8], unit: fn([u8; 4]) -> u32) -> Vec<(usize, Option<char>)> {
    let (units, rest) = text.as_chunks();
    let characters = units.iter().map(|&bytes| (4, char::from_u32(unit(bytes))));
    characters.chain(open_end(rest)).collect()
}

/// Bytes that do not fill a unit are one ill-formed sequence.
fn open_end(rest: &[u8]) -> Option<(usize, Option<char>)> {
    (!rest.is_empty()).then_some((rest.len(), None))
}

/// Writes `character` in `form`. Returns `false` if the form lacks it.
pub(crate) fn push(form: Form, character: char, bytes: &mut Vec<u8>) -> bool {
    let value = u32::from(character);
    match form {
        Form::Latin1 if value <= 0xFF => bytes.push(value as u8),
        Form::Latin1 => return false,
        Form::Utf8 => bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
        Form::Utf16Le => push_utf16(character, u16::to_le_bytes, bytes),
        Form::Utf16Be => push_utf16(character, u16::to_be_bytes, bytes),
        Form::Utf32Le => bytes.extend(value.to_le_bytes()),
        Form::Utf32Be => bytes.extend(value.to_be_bytes()),
    }
    true
}

fn push_utf16(character: char, unit: fn(u16) -> [u8; 2], bytes: &mut Vec<u8>) {
    bytes.extend(character.encode_utf16(&mut [0; 2]).iter().flat_map(|&each| unit(each)));
}
