//! The public functions over slices, chosen by form. Counts are in bytes, like those of [`Form`]s.

use utfkit::{
    Be, Finding, Le, LossyOutcome, Outcome, Status, simd::Form, utf8, utf16, utf16::Units, utf32,
};

use super::PlainFinding;

/// The forms that have functions of their own.
pub(crate) const FORMS: [Form; 5] =
    [Form::Utf8, Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be];

fn units16(form: Form, text: &[u8]) -> Units<'_, u16> {
    if form == Form::Utf16Le { Le(text).into() } else { Be(text).into() }
}

fn units32(form: Form, text: &[u8]) -> Units<'_, u32> {
    if form == Form::Utf32Le { Le(text).into() } else { Be(text).into() }
}

/// Returns the first finding of `text`.
pub(crate) fn validate(form: Form, text: &[u8]) -> Option<Finding> {
    match form {
        Form::Utf8 => utf8::validate(text).err().map(|error| error.finding()),
        Form::Utf16Le | Form::Utf16Be => {
            utf16::validate(units16(form, text)).err().map(|error| error.finding())
        }
        _ => utf32::validate(units32(form, text)).err().map(|error| error.finding()),
    }
}

/// Returns every finding of `text`. The text after a finding is validated on its own.
pub(crate) fn findings(form: Form, text: &[u8]) -> Vec<PlainFinding> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(finding) = validate(form, &text[at..]) {
        let found = PlainFinding::from(&finding).moved(at);
        assert!(found.length > 0, "{form:?} {text:02X?}: an empty finding at {at}");
        at = found.offset + found.length;
        all.push(found);
    }
    all
}

/// Converts strictly. Returns `None` for UTF-8 to UTF-8, which does not have a function.
pub(crate) fn convert(from: Form, to: Form, text: &[u8], room: &mut [u8]) -> Option<Outcome> {
    let outcome = match (from, to) {
        (Form::Utf8, Form::Utf8) => return None,
        (Form::Utf8, Form::Utf16Le) => utf8::to_utf16(text, Le(room)),
        (Form::Utf8, Form::Utf16Be) => utf8::to_utf16(text, Be(room)),
        (Form::Utf8, Form::Utf32Le) => utf8::to_utf32(text, Le(room)),
        (Form::Utf8, _) => utf8::to_utf32(text, Be(room)),
        (Form::Utf16Le | Form::Utf16Be, _) => convert16(units16(from, text), to, room),
        _ => convert32(units32(from, text), to, room),
    };
    let (read, written) = (outcome.read * from.unit(), outcome.written * to.unit());
    Some(Outcome { read, written, status: outcome.status })
}

fn convert16(text: Units<'_, u16>, to: Form, room: &mut [u8]) -> Outcome {
    match to {
        Form::Utf8 => utf16::to_utf8(text, room),
        Form::Utf16Le => utf16::to_utf16(text, Le(room)),
        Form::Utf16Be => utf16::to_utf16(text, Be(room)),
        Form::Utf32Le => utf16::to_utf32(text, Le(room)),
        _ => utf16::to_utf32(text, Be(room)),
    }
}

fn convert32(text: Units<'_, u32>, to: Form, room: &mut [u8]) -> Outcome {
    match to {
        Form::Utf8 => utf32::to_utf8(text, room),
        Form::Utf16Le => utf32::to_utf16(text, Le(room)),
        Form::Utf16Be => utf32::to_utf16(text, Be(room)),
        Form::Utf32Le => utf32::to_utf32(text, Le(room)),
        _ => utf32::to_utf32(text, Be(room)),
    }
}

/// Converts with U+FFFD. Returns `None` for UTF-8 to UTF-8.
///
/// `read` stays in code units; an incomplete unit at the end counts as one.
pub(crate) fn convert_lossy(
    from: Form,
    to: Form,
    text: &[u8],
    room: &mut [u8],
) -> Option<LossyOutcome> {
    let outcome = match (from, to) {
        (Form::Utf8, Form::Utf8) => return None,
        (Form::Utf8, Form::Utf16Le) => utf8::to_utf16_lossy(text, Le(room)),
        (Form::Utf8, Form::Utf16Be) => utf8::to_utf16_lossy(text, Be(room)),
        (Form::Utf8, Form::Utf32Le) => utf8::to_utf32_lossy(text, Le(room)),
        (Form::Utf8, _) => utf8::to_utf32_lossy(text, Be(room)),
        (Form::Utf16Le | Form::Utf16Be, _) => lossy16(units16(from, text), to, room),
        _ => lossy32(units32(from, text), to, room),
    };
    Some(LossyOutcome { written: outcome.written * to.unit(), ..outcome })
}

fn lossy16(text: Units<'_, u16>, to: Form, room: &mut [u8]) -> LossyOutcome {
    match to {
        Form::Utf8 => utf16::to_utf8_lossy(text, room),
        Form::Utf16Le => utf16::to_utf16_lossy(text, Le(room)),
        Form::Utf16Be => utf16::to_utf16_lossy(text, Be(room)),
        Form::Utf32Le => utf16::to_utf32_lossy(text, Le(room)),
        _ => utf16::to_utf32_lossy(text, Be(room)),
    }
}

fn lossy32(text: Units<'_, u32>, to: Form, room: &mut [u8]) -> LossyOutcome {
    match to {
        Form::Utf8 => utf32::to_utf8_lossy(text, room),
        Form::Utf16Le => utf32::to_utf16_lossy(text, Le(room)),
        Form::Utf16Be => utf32::to_utf16_lossy(text, Be(room)),
        Form::Utf32Le => utf32::to_utf32_lossy(text, Le(room)),
        _ => utf32::to_utf32_lossy(text, Be(room)),
    }
}

/// Returns the length that the library measures for well-formed `text` in `to`, in bytes, if there
/// is a function for it.
pub(crate) fn length(from: Form, to: Form, text: &[u8]) -> Option<usize> {
    let units = match (from.unit(), to.unit()) {
        (1, 2) => utf8::utf16_len(text),
        (1, 4) => {
            assert_eq!(utf8::count(text), utf8::utf32_len(text));
            utf8::count(text)
        }
        (2, 1) => utf16::utf8_len(units16(from, text)),
        (2, 4) => {
            assert_eq!(utf16::count(units16(from, text)), utf16::utf32_len(units16(from, text)));
            utf16::count(units16(from, text))
        }
        (4, 1) => utf32::utf8_len(units32(from, text)),
        (4, 2) => utf32::utf16_len(units32(from, text)),
        _ => return None,
    };
    Some(units * to.unit())
}

/// Returns the length of the lossy conversion in bytes and the number of replacements, if there is
/// a function for it.
pub(crate) fn length_lossy(from: Form, to: Form, text: &[u8]) -> Option<(usize, usize)> {
    let length = match (from.unit(), to.unit()) {
        (1, 1) => utf8::utf8_len_lossy(text),
        (1, 2) => utf8::utf16_len_lossy(text),
        (1, 4) => utf8::utf32_len_lossy(text),
        (2, 1) => utf16::utf8_len_lossy(units16(from, text)),
        (2, 4) => utf16::utf32_len_lossy(units16(from, text)),
        (4, 1) => utf32::utf8_len_lossy(units32(from, text)),
        (4, 2) => utf32::utf16_len_lossy(units32(from, text)),
        _ => return None,
    };
    Some((length.units * to.unit(), length.replaced))
}

/// Converts `text` into a string with U+FFFD, and returns the number of replacements. UTF-8 does
/// not have such a function of its own.
pub(crate) fn to_string_lossy(from: Form, text: &[u8]) -> Option<(String, usize)> {
    match from.unit() {
        2 => Some(utf16::to_string_lossy(units16(from, text))),
        4 => Some(utf32::to_string_lossy(units32(from, text))),
        _ => None,
    }
}

/// Converts `text` into a string.
pub(crate) fn to_string(from: Form, text: &[u8]) -> Option<Result<String, Finding>> {
    match from.unit() {
        2 => Some(utf16::to_string(units16(from, text)).map_err(|error| error.finding())),
        4 => Some(utf32::to_string(units32(from, text)).map_err(|error| error.finding())),
        _ => None,
    }
}

/// Returns the finding at which a conversion stopped.
pub(crate) fn stopped_at(outcome: &Outcome) -> Option<PlainFinding> {
    match &outcome.status {
        Status::IllFormed(finding) => Some(finding.into()),
        _ => None,
    }
}
