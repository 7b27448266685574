//! Encodes `str` to bytes, and converts bytes to bytes.

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyString},
};
use utfkit::{
    Encoding, Finding, Kind,
    codec::{Encoder, wtf8},
    encoding::{BomPolicy, BomRule, Label},
    scalar,
    transcode::{Policy, Transcoder, unescape as bytes_of},
    units::Units,
};

use crate::{
    codes,
    errors::{self, Handler, Place},
    label,
    raw::{self, Characters, Input, characters},
};

/// Encodes `text`.
///
/// `errors` is the name of an error handler, for characters that the encoding does not have.
///
/// >>> utfkit.encode("😀", "cesu-8")
/// b'\xed\xa0\xbd\xed\xb8\x80'
/// >>> utfkit.encode("5 €", "latin-1", "xmlcharrefreplace")
/// b'5 &#8364;'
#[pyfunction]
#[pyo3(signature = (text, encoding = "utf-8", errors = "strict"))]
pub(crate) fn encode<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    encoding: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    encode_part(py, text, encoding, errors, true, "", true)
}

/// Encodes a part of a text. `first` is true for the start of the text, which may need a BOM.
///
/// The encoder begins in the state after the characters `before`. If `last` is true, it returns to
/// the initial state.
#[pyfunction]
#[pyo3(signature = (text, encoding, errors, first, before = "", last = true))]
pub(crate) fn encode_part<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    encoding: &str,
    errors: &str,
    first: bool,
    before: &str,
    last: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let label = label::label(encoding)?;
    let handler = match errors {
        "xmlcharrefreplace" => Handler::Xml,
        _ => Handler::named(py, errors)?,
    };
    if text.is_empty()? && before.is_empty() {
        // Python also begins an empty text with a BOM.
        return Ok(PyBytes::new(py, &if first { bom(label) } else { Vec::new() }));
    }
    let bytes = if before.is_empty() && last {
        characters(text, |characters| {
            let fast = bulk(py, characters, label, first, &handler);
            // Text without a BOM.
            let with_errors = || codes::encode(characters, label.encoding(), &handler, true);
            fast.or_else(|| with_errors().filter(|_| label.bom() != Some(BomPolicy::Add)))
        })?
    } else {
        None
    };
    match bytes {
        Some(bytes) => Ok(PyBytes::new(py, &bytes)),
        None => by_character(py, text, label, &handler, &Part { first, before, last }),
    }
}

/// Encodes `text` with kernels; `None` if a character cannot be encoded, and the library has no
/// policy that is `handler`.
fn bulk(
    py: Python<'_>,
    text: Characters<'_>,
    label: Label,
    first: bool,
    handler: &Handler,
) -> Option<Vec<u8>> {
    let policy = match handler {
        // Text with errors is written with tables.
        _ if codes::has_tables(label.encoding()) => Policy::Strict,
        Handler::Replace => Policy::ReplaceWith("?"),
        Handler::Ignore => Policy::Skip,
        _ => Policy::Strict,
    };
    if label.bom() != Some(BomPolicy::Add)
        && let Some(bytes) = codes::encode(text, label.encoding(), handler, false)
    {
        return Some(bytes);
    }
    let native = |little, big| if cfg!(target_endian = "little") { little } else { big };
    let (from, bytes) = match text {
        Characters::One(bytes) => (Encoding::Iso8859_1, bytes),
        #[cfg(not(feature = "abi3"))]
        Characters::Two(units) => {
            use utfkit::units::{Range, outside};
            // UTF-16 would join two surrogates to one character.
            if outside(units, &[Range { first: 0xD800, last: 0xDFFF }]) < units.len() {
                return None;
            }
            (native(Encoding::Utf16Le, Encoding::Utf16Be), Units::from(units).bytes())
        }
        Characters::Four(values) => {
            (native(Encoding::Utf32Le, Encoding::Utf32Be), Units::from(values).bytes())
        }
    };
    raw::run(py, bytes, |bytes| {
        let mut transcoder = Transcoder::labelled(from.into(), label).unencodable(policy);
        if !first {
            transcoder = transcoder.bom(BomPolicy::Forbid);
        }
        let mut out = Vec::new();
        transcoder.transcode_to_vec(bytes, &mut out, true).ok().map(|()| out)
    })
}

/// The place of a part in its text.
struct Part<'a> {
    /// Whether the text begins here.
    first: bool,
    /// Characters after which the encoder is in its state.
    before: &'a str,
    /// Whether the encoder returns to the initial state.
    last: bool,
}

/// Encodes `text` one character at a time; `handler` handles those that cannot be encoded.
fn by_character<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    label: Label,
    handler: &Handler,
    part: &Part<'_>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (values, encoding) = (errors::code_points(text)?, label.encoding());
    let mut out = if part.first { bom(label) } else { Vec::new() };
    let mut encoder = encoding.encoder(label.order().unwrap_or_default());
    part.before.chars().for_each(|character| encoder.pass(character.into()));
    if encoding == Encoding::Wtf8 {
        return Ok(PyBytes::new(py, &wtf8_of(&values)));
    }
    if encoding == Encoding::Utf8 && matches!(handler, Handler::Own { passes_surrogates: true, .. })
    {
        out.extend(values.iter().flat_map(|&value| with_surrogates(value)));
        return Ok(PyBytes::new(py, &out));
    }
    // Cost: handlers mostly return text of ASCII, which the encoder would write one by one.
    let has_ascii = encoding.is_ascii_compatible() && !encoding.has_shifts();
    let mut at = 0;
    let function = match handler {
        Handler::Strict => None,
        Handler::Own { function, .. } | Handler::Other(function) => Some(function.bind(py).clone()),
        Handler::Replace => Some(errors::function(py, "replace")?.into_bound(py)),
        Handler::Ignore => Some(errors::function(py, "ignore")?.into_bound(py)),
        Handler::Backslash => Some(errors::function(py, "backslashreplace")?.into_bound(py)),
        Handler::Xml => Some(errors::function(py, "xmlcharrefreplace")?.into_bound(py)),
        Handler::SurrogateEscape => Some(errors::function(py, "surrogateescape")?.into_bound(py)),
    };
    let mut shared = None;
    while let Some(&value) = values.get(at) {
        if push(&mut encoder, value, &mut out) {
            at += 1;
            continue;
        }
        let is_byte = (0xDC80..=0xDCFF).contains(&value) && encoding.unit_bytes() == 1;
        if is_byte && matches!(handler, Handler::SurrogateEscape) {
            out.push(value as u8);
            at += 1;
            continue;
        }
        let lacks = |&&value: &&u32| !scalar::is_scalar(value) || encoder.encode(value).is_none();
        // For UTF-16 and UTF-32, Python reports such characters one by one.
        let most = if encoding.unit_bytes() == 1 { usize::MAX } else { 1 };
        let end = at + values[at..].iter().take_while(lacks).take(most).count();
        if let Some(with) = simple(handler, &values[at..end])
            && with.iter().all(|&value| push(&mut encoder, value, &mut out))
        {
            at = end;
            continue;
        }
        let place = Place { start: at, end };
        let error = || {
            let finding = finding(at, value);
            let is_handled = matches!(handler, Handler::Own { .. } | Handler::Other(_));
            let name = name_for(encoding, value, is_handled);
            let reason = finding.what().to_string();
            errors::encode_error(py, name, text, &place, &finding, &reason)
        };
        let Some(function) = &function else { return Err(error()) };
        let result = errors::call(function, handler, &place, &mut shared, error)?;
        let wrong =
            || PyTypeError::new_err("encoding error handler must return (str/bytes, int) tuple");
        let (with, next): (Bound<'_, PyAny>, isize) = result.extract().map_err(|_| wrong())?;
        if let Ok(bytes) = with.cast::<PyBytes>() {
            if bytes.as_bytes().len() % encoding.unit_bytes() != 0 {
                return Err(error());
            }
            out.extend_from_slice(bytes.as_bytes());
        } else {
            let with = with.cast::<PyString>().map_err(|_| wrong())?;
            let with = errors::code_points(with)?;
            if has_ascii && with.iter().all(|value| *value < 0x80) {
                out.extend(with.iter().map(|value| *value as u8));
            } else if !with.iter().all(|value| push(&mut encoder, *value, &mut out)) {
                return Err(error());
            }
        }
        at = errors::position(next, values.len())?;
    }
    if part.last {
        out.extend_from_slice(encoder.tail().bytes());
    }
    Ok(PyBytes::new(py, &out))
}

/// Returns the text that Python's own handler gives for `values`; `None` for all other handlers.
fn simple(handler: &Handler, values: &[u32]) -> Option<Vec<u32>> {
    let mut all = Vec::new();
    for &value in values {
        let (text, len) = codes::replaced(value, handler)?;
        all.extend(text[..len].iter().copied().map(u32::from));
    }
    Some(all)
}

/// Appends `value` if the encoding has it. Returns `false` if it does not.
fn push(encoder: &mut Encoder, value: u32, out: &mut Vec<u8>) -> bool {
    if !scalar::is_scalar(value) {
        return false;
    }
    let Some(bytes) = encoder.encode(value) else { return false };
    out.extend_from_slice(bytes.bytes());
    encoder.pass(value);
    true
}

/// Returns the finding of a character that cannot be encoded. Its offset counts characters.
fn finding(at: usize, value: u32) -> Finding {
    let mut encoded = [0; 4];
    let bytes = match char::from_u32(value) {
        Some(character) => character.encode_utf8(&mut encoded).as_bytes(),
        None => &[],
    };
    Finding::new(at as u64, Kind::Unencodable { value }, bytes)
}

/// Returns the name of the encoding for an exception.
fn name_for(encoding: Encoding, value: u32, is_handled: bool) -> &'static str {
    // `surrogatepass` knows only the names of Python's own encodings. Relatives of UTF-8 encode a
    // surrogate like UTF-8.
    let is_relative = matches!(encoding, Encoding::Cesu8 | Encoding::JavaModifiedUtf8);
    let takes = is_handled && is_relative && scalar::is_surrogate(value);
    if takes { "utf-8" } else { encoding.name() }
}

/// Returns the code point in UTF-8, in which a surrogate is encoded as a character is.
fn with_surrogates(value: u32) -> impl Iterator<Item = u8> {
    let [second, third, fourth] = [12, 6, 0].map(|by| 0x80 | (value >> by & 0x3F) as u8);
    let (bytes, len) = match value {
        0..=0x7F => ([value as u8, 0, 0, 0], 1),
        0x80..=0x7FF => ([0xC0 | (value >> 6) as u8, fourth, 0, 0], 2),
        0x800..=0xFFFF => ([0xE0 | (value >> 12) as u8, third, fourth, 0], 3),
        _ => ([0xF0 | (value >> 18) as u8, second, third, fourth], 4),
    };
    bytes.into_iter().take(len)
}

/// Returns text with surrogates in WTF-8.
fn wtf8_of(values: &[u32]) -> Vec<u8> {
    let mut units = Vec::with_capacity(values.len());
    for &value in values {
        match char::from_u32(value) {
            Some(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            None => units.push(value as u16),
        }
    }
    wtf8::from_utf16(&units)
}

/// Returns the BOM for a text with this label, or nothing.
fn bom(label: Label) -> Vec<u8> {
    if label.bom() != Some(BomPolicy::Add) && label.encoding().bom_rule() != BomRule::Decides {
        return Vec::new();
    }
    let mark = label.encoding().mark(label.order().unwrap_or_default());
    mark.map(|mark| mark.bytes().to_vec()).unwrap_or_default()
}

/// Returns the error policy of `transcode` and `open` for a handler's name.
pub(crate) fn policy(errors: &str) -> PyResult<Policy<'static>> {
    Ok(match errors {
        "strict" => Policy::Strict,
        "replace" => Policy::Replace,
        "ignore" => Policy::Skip,
        "utfkit.escape" => Policy::Escape,
        other => {
            let text =
                format!("unknown errors: {other:?} (use strict, replace, ignore or utfkit.escape)");
            return Err(PyValueError::new_err(text));
        }
    })
}

/// Returns the exception for a finding of a conversion. Its object is the bytes or the character of the
/// finding, because the whole text is not known. `place` names the data in which the finding's
/// offset counts.
pub(crate) fn conversion_error(
    py: Python<'_>,
    from: Encoding,
    to: Encoding,
    finding: &Finding,
    place: &str,
) -> PyErr {
    // The message begins with the position in the object.
    let reason = format!("{} (position 0 is at byte {}{place})", finding.what(), finding.offset());
    if let Kind::Unencodable { value } = finding.kind() {
        let text = char::from_u32(value).map(String::from).unwrap_or_default();
        let place = Place { start: 0, end: text.chars().count() };
        return errors::encode_error(
            py,
            to.name(),
            &PyString::new(py, &text),
            &place,
            finding,
            &reason,
        );
    }
    let object = PyBytes::new(py, finding.bytes());
    let place = Place { start: 0, end: finding.bytes().len() };
    errors::decode_error(py, from.name(), &object, &place, finding, &reason)
}

/// Returns the exception for a finding in `object`, a whole text. `place` follows the reason.
pub(crate) fn error_in(
    py: Python<'_>,
    from: Label,
    to: Encoding,
    finding: &Finding,
    object: &Bound<'_, PyBytes>,
    place: &str,
) -> PyErr {
    let reason = format!("{}{place}", finding.what());
    let at = (finding.offset() as usize).min(object.as_bytes().len());
    if let Kind::Unencodable { value } = finding.kind() {
        // The object of this exception is the text up to the character.
        let mut text = String::new();
        let mut transcoder = Transcoder::labelled(from, Encoding::Utf8.into());
        let result = transcoder.transcode_to_string(&object.as_bytes()[..at], &mut text, true);
        let Some(character) = char::from_u32(value).filter(|_| result.is_ok()) else {
            return conversion_error(py, from.encoding(), to, finding, place);
        };
        let start = text.chars().count();
        text.push(character);
        let (text, place) = (PyString::new(py, &text), Place { start, end: start + 1 });
        return errors::encode_error(py, to.name(), &text, &place, finding, &reason);
    }
    let place = Place { start: at, end: at + finding.bytes().len() };
    errors::decode_error(py, from.encoding().name(), object, &place, finding, &reason)
}

/// Converts `data` from one encoding to another, without a `str` in between.
///
/// The labels decide whether a BOM is read and written. `errors` is `strict`, `replace`, `ignore`
/// or `utfkit.escape`, whose inverse is `unescape`.
///
/// >>> utfkit.transcode(b"caf\xe9", "latin-1", "utf-16-le")
/// b'c\x00a\x00f\x00\xe9\x00'
#[pyfunction]
#[pyo3(signature = (data, source, target = "utf-8", errors = "strict"))]
pub(crate) fn transcode<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    source: &str,
    target: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let (input, from, to) = (Input::of(data)?, label::label(source)?, label::label(target)?);
    let policy = policy(errors)?;
    let result = input.run(py, |bytes| {
        let mut out = Vec::new();
        let mut transcoder = Transcoder::labelled(from, to).policy(policy);
        transcoder.transcode_to_vec(bytes, &mut out, true).map(|()| out)
    });
    match result {
        Ok(out) => Ok(PyBytes::new(py, &out)),
        Err(finding) => Err(error_in(py, from, to.encoding(), &finding, &input.to_object(py), "")),
    }
}

/// Returns the bytes from which `transcode(…, errors="utfkit.escape")` made `text`, without a BOM.
///
/// `encoding` must fix the byte order: for `utf-16`, pass `utf-16-le` or `utf-16-be`.
///
/// >>> text = utfkit.transcode(b"a\xff", "utf-8", errors="utfkit.escape").decode()
/// >>> text
/// 'a\\xFF'
/// >>> utfkit.unescape(text)
/// b'a\xff'
#[pyfunction]
#[pyo3(signature = (text, encoding = "utf-8"))]
pub(crate) fn unescape<'py>(
    py: Python<'py>,
    text: &str,
    encoding: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let label = label::label(encoding)?;
    let encoding = label.encoding();
    if encoding.bom_rule() == BomRule::Decides {
        let name = encoding.name();
        let text = format!("{name} does not name the byte order: use {name}-le or {name}-be");
        return Err(PyValueError::new_err(text));
    }
    match bytes_of(text, encoding) {
        Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
        Err(finding) => {
            let object = PyBytes::new(py, text.as_bytes());
            Err(error_in(py, Encoding::Utf8.into(), encoding, &finding, &object, ""))
        }
    }
}
