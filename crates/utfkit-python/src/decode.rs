//! Decodes bytes to `str`.

use pyo3::{
    exceptions::PyUnicodeError,
    prelude::*,
    types::{PyBytes, PyString},
};
use utfkit::{
    Encoding, Finding, Kind,
    codec::{Decoder, Step, wtf8},
    encoding::{ByteOrder, Label},
};
use utfkit_text::detect::Verdict;

use crate::{
    errors::{self, Handler, Place},
    label,
    raw::Input,
    text::{builder::Builder, source::Source},
};

/// The number of characters without an error after which kernels decode again. Their calls cost more than
/// a few characters.
const NEAR: usize = 32;

/// The number of code points that are passed to a `str` at once.
const BLOCK: usize = 4096;

/// Decodes `data`, a whole text, to `str`.
///
/// `data` is an object with the buffer protocol and contiguous bytes. `errors` is the name of an error
/// handler. An error has the attributes `kind`, `offset` and `bytes`.
///
/// With `encoding="auto"`, the encoding is detected, and a BOM is not part of the text. If it is
/// unknown, `UnicodeError` is raised.
///
/// >>> utfkit.decode(b"h\0i\0", "utf-16-le")
/// 'hi'
/// >>> utfkit.decode(b"\xed\xa0\xbd\xed\xb8\x80", "cesu-8")
/// '😀'
/// >>> utfkit.decode(b"caf\xe9", errors="replace")
/// 'caf�'
/// >>> utfkit.decode("Zwölf Boxkämpfer jagen Viktor".encode("cp1252"), "auto")
/// 'Zwölf Boxkämpfer jagen Viktor'
#[pyfunction]
#[pyo3(signature = (data, encoding = "utf-8", errors = "strict"))]
pub(crate) fn decode<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    encoding: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyString>> {
    let (input, is_detected) = (Input::of(data)?, encoding == "auto");
    let label = if is_detected { detected(py, &input)? } else { label::label(encoding)? };
    let handler = Handler::named(py, errors)?;
    let (order, mut bom) = label::start(label, input.bytes(), true).unwrap_or_default();
    if is_detected
        && bom == 0
        && let Some(mark) = label.encoding().mark(order)
        && input.bytes().starts_with(mark.bytes())
    {
        bom = mark.len();
    }
    let text = Text { input: &input, end: input.bytes().len(), label, order, last: true };
    Ok(text.decode(py, bom, &handler)?.0)
}

/// Returns the encoding that `input` is probably in.
fn detected(py: Python<'_>, input: &Input<'_>) -> PyResult<Label> {
    let found = input.run(py, utfkit_text::detect::detect);
    found.encoding().map(Label::from).ok_or_else(|| {
        PyUnicodeError::new_err(match found.verdict() {
            Verdict::Binary => "binary data (to read it as text, pass encoding=…)",
            _ => "the encoding is unknown (pass encoding=…)",
        })
    })
}

/// Decodes the next bytes of a stream. Returns the text, the number of bytes read, and what to pass
/// for `state` next time: 0 at the start, 1 and 2 in text of big-endian and little-endian order.
#[pyfunction]
#[pyo3(signature = (data, encoding, errors, last, state))]
pub(crate) fn decode_part<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    encoding: &str,
    errors: &str,
    last: bool,
    state: u8,
) -> PyResult<(Bound<'py, PyString>, usize, u8)> {
    let (input, label) = (Input::of(data)?, label::label(encoding)?);
    let handler = Handler::named(py, errors)?;
    let (order, bom) = match state {
        0 => match label::start(label, input.bytes(), last) {
            Some(start) => start,
            None => return Ok((PyString::new(py, ""), 0, 0)),
        },
        1 => (ByteOrder::Big, 0),
        _ => (ByteOrder::Little, 0),
    };
    // An empty stream does not settle the byte order.
    if input.bytes().is_empty() && state == 0 {
        return Ok((PyString::new(py, ""), 0, 0));
    }
    let (mut end, mut is_whole) = (input.bytes().len(), last);
    if !last && label.encoding().has_shifts() {
        // Between two calls, Python stores bytes, but not the state of a decoder.
        end = unshifted(label.encoding().decoder(order), input.bytes());
        is_whole = true;
    }
    let text = Text { input: &input, end, label, order, last: is_whole };
    let (text, read) = text.decode(py, bom, &handler)?;
    let state = if order == ByteOrder::Big { 1 } else { 2 };
    Ok((text, read, state))
}

/// The bytes to decode, and how to decode them.
struct Text<'a, 'py> {
    input: &'a Input<'py>,
    /// The number of bytes to decode.
    end: usize,
    label: Label,
    order: ByteOrder,
    /// Whether the text ends with these bytes.
    last: bool,
}

impl<'py> Text<'_, 'py> {
    /// Decodes the bytes from `at` on. Returns the text, and the offset at which it ends.
    fn decode(
        &self,
        py: Python<'py>,
        mut at: usize,
        handler: &Handler,
    ) -> PyResult<(Bound<'py, PyString>, usize)> {
        let (src, encoding) = (&self.input.bytes()[..self.end], self.label.encoding());
        let certain = self.last && matches!(handler, Handler::Strict);
        let len = src.len() - at;
        let mut source = Source::new(encoding, self.order, is_beyond(encoding), len);
        #[cfg(feature = "abi3")]
        if certain && let Some(text) = source.by_python(py, &src[at..]) {
            return Ok((text, src.len()));
        }
        let mut builder = Builder::new(py, &source, &src[at..], certain)?;
        let (mut exceptions, mut singles) = (Exceptions::default(), None);
        loop {
            builder.take(py, &mut source, src, &mut at, self.input.is_immutable())?;
            if handler.is_simple() && encoding != Encoding::Wtf8 {
                let start = encoding.decoder(self.order);
                let singles = singles.get_or_insert_with(|| Singles::new(start));
                self.singly(&mut source.decoder, &mut at, handler, singles);
                if !singles.values.is_empty() {
                    builder.push(py, &singles.values)?;
                    singles.values.clear();
                    continue;
                }
            }
            let rest = &src[at..];
            if rest.is_empty() && !self.last {
                break;
            }
            let (kind, len) = match source.decoder.first(rest, self.last) {
                Step::Incomplete => break,
                Step::Shift { len } => {
                    source.decoder.pass(&rest[..len]);
                    at += len;
                    continue;
                }
                Step::Value { value, len } if errors::is_character(value) => {
                    builder.push(py, &[value])?;
                    source.decoder.pass(&rest[..len]);
                    at += len;
                    continue;
                }
                Step::Value { value, len } => (Kind::OutOfRange { value }, len),
                Step::IllFormed { kind, len } => (kind, len),
            };
            let error = Error { start: at, kind, sequence: &rest[..len] };
            let handled = self.handle(py, &error, handler, &mut exceptions)?;
            builder.push(py, &handled.text)?;
            if handled.passes {
                source.decoder.pass(error.sequence);
            }
            at = handled.at;
        }
        Ok((builder.finish(py)?, at))
    }

    /// Decodes a sequence at a time while errors are near. Stops at a sequence that `handler` does not
    /// replace.
    fn singly(
        &self,
        decoder: &mut Decoder,
        at: &mut usize,
        handler: &Handler,
        singles: &mut Singles,
    ) {
        let src = &self.input.bytes()[..self.end];
        let (mut correct, mut is_start) = (0, singles.start == *decoder);
        while correct < NEAR && singles.values.len() < BLOCK && *at < src.len() {
            let rest = &src[*at..];
            let meaning = if is_start { singles.meaning(rest[0]) } else { Meaning::Other };
            let step = match meaning {
                Meaning::Character(value) => {
                    singles.values.push(value);
                    correct += 1;
                    *at += 1;
                    continue;
                }
                Meaning::Error if replaces(handler, &rest[..1], &mut singles.values) => {
                    correct = 0;
                    *at += 1;
                    continue;
                }
                Meaning::Error => return,
                Meaning::Other => decoder.first(rest, self.last),
            };
            let len = match step {
                Step::Value { value, len } if errors::is_character(value) => {
                    singles.values.push(value);
                    correct += 1;
                    len
                }
                Step::IllFormed { len, .. } => {
                    correct = 0;
                    if !replaces(handler, &rest[..len], &mut singles.values) {
                        return;
                    }
                    len
                }
                Step::Shift { len } => len,
                Step::Value { .. } | Step::Incomplete => return,
            };
            decoder.pass(&rest[..len]);
            is_start = singles.start == *decoder;
            *at += len;
        }
    }

    /// Returns the text that replaces an ill-formed sequence.
    fn handle(
        &self,
        py: Python<'py>,
        error: &Error<'_>,
        handler: &Handler,
        exceptions: &mut Exceptions<'py>,
    ) -> PyResult<Handled> {
        let (sequence, encoding) = (error.sequence, self.label.encoding());
        let end = error.start + sequence.len();
        if encoding == Encoding::Wtf8
            && let Kind::Surrogate { .. } = error.kind
            && let Some((units, read)) = surrogate(&self.input.bytes()[error.start..self.end])
        {
            return Ok(Handled { text: units.to_vec(), at: error.start + read, passes: false });
        }
        let text = match handler {
            Handler::Replace => vec![0xFFFD],
            Handler::Ignore => Vec::new(),
            Handler::Backslash => sequence.iter().flat_map(backslashed).collect(),
            Handler::SurrogateEscape if !sequence[0].is_ascii() => {
                let escaped = sequence.iter().take_while(|byte| !byte.is_ascii());
                let text: Vec<_> = escaped.map(|&byte| errors::escaped(byte)).collect();
                let at = error.start + text.len();
                return Ok(Handled { passes: at == end, text, at });
            }
            Handler::Strict
            | Handler::Xml
            | Handler::SurrogateEscape
            | Handler::Own { .. }
            | Handler::Other(_) => {
                let Exceptions { object, shared } = exceptions;
                let object = object.get_or_insert_with(|| self.input.to_object(py));
                let place = Place { start: error.start, end };
                let raised = || {
                    let finding = Finding::new(error.start as u64, error.kind, sequence);
                    let reason = finding.what().to_string();
                    let name = name_for(encoding, error.kind, handler);
                    errors::decode_error(py, name, object, &place, &finding, &reason)
                };
                let (Handler::Own { function, .. } | Handler::Other(function)) = handler else {
                    return Err(raised());
                };
                let result = errors::call(function.bind(py), handler, &place, shared, raised)?;
                let (text, at) = errors::handled(&result, self.end)?;
                return Ok(Handled { text: errors::code_points(&text)?, at, passes: true });
            }
        };
        Ok(Handled { text, at: end, passes: true })
    }
}

/// The objects that exceptions share.
#[derive(Default)]
struct Exceptions<'py> {
    /// The input as an object of Python, once an exception needed it.
    object: Option<Bound<'py, PyBytes>>,
    shared: errors::Shared<'py>,
}

/// The state of decoding a sequence at a time.
struct Singles {
    /// The decoder at the start of a text.
    start: Decoder,
    /// The meanings of the bytes that were met in that state.
    meanings: [Option<Meaning>; 256],
    /// The code points that are not in the text yet.
    values: Vec<u32>,
}

/// The meaning of a byte in a state, no matter what follows.
#[derive(Clone, Copy)]
enum Meaning {
    /// The byte is a character, and the state stays.
    Character(u32),
    /// The byte is an error, and the state stays.
    Error,
    /// The decoder knows.
    Other,
}

impl Singles {
    fn new(start: Decoder) -> Self {
        Self { start, meanings: [None; 256], values: Vec::with_capacity(2 * BLOCK) }
    }

    /// Returns the meaning of a byte at the start of a text.
    ///
    /// Cost: the decoder takes many times as long as this table.
    fn meaning(&mut self, byte: u8) -> Meaning {
        let start = self.start;
        *self.meanings[usize::from(byte)].get_or_insert_with(|| {
            let (step, mut after) = (start.first(&[byte], false), start);
            after.pass(&[byte]);
            match step {
                Step::Value { value, len: 1 } if after == start && errors::is_character(value) => {
                    Meaning::Character(value)
                }
                Step::IllFormed { len: 1, .. } if after == start => Meaning::Error,
                _ => Meaning::Other,
            }
        })
    }
}

/// Appends the text that a simple handler writes for an ill-formed sequence. Returns `false` if it does
/// not replace the sequence.
fn replaces(handler: &Handler, sequence: &[u8], values: &mut Vec<u32>) -> bool {
    match handler {
        Handler::Replace => values.push(0xFFFD),
        Handler::Ignore => {}
        Handler::Backslash => values.extend(sequence.iter().flat_map(backslashed)),
        Handler::SurrogateEscape if sequence.iter().all(|byte| !byte.is_ascii()) => {
            values.extend(sequence.iter().copied().map(errors::escaped));
        }
        _ => return false,
    }
    true
}

/// A sequence that is not a character.
struct Error<'a> {
    /// The offset in bytes.
    start: usize,
    kind: Kind,
    sequence: &'a [u8],
}

/// The result of an error handler.
struct Handled {
    /// The code points.
    text: Vec<u32>,
    /// The offset to continue at.
    at: usize,
    /// Whether the decoder passes the sequence.
    passes: bool,
}

/// Returns the escape `\xNN` of a byte.
fn backslashed(byte: &u8) -> [u32; 4] {
    let digit = |value: u8| u32::from(b"0123456789abcdef"[usize::from(value & 15)]);
    [u32::from(b'\\'), u32::from(b'x'), digit(byte >> 4), digit(*byte)]
}

/// Returns `true` if some code values of the encoding are not characters.
fn is_beyond(encoding: Encoding) -> bool {
    matches!(
        encoding,
        Encoding::Ucs4
            | Encoding::Ucs4Be
            | Encoding::Ucs4Le
            | Encoding::Utf8Rfc2279
            | Encoding::Utf1
    )
}

/// Returns the name of the encoding for an exception.
fn name_for(encoding: Encoding, kind: Kind, handler: &Handler) -> &'static str {
    // `surrogatepass` knows only the names of Python's own encodings. Relatives of UTF-8 encode a
    // surrogate like UTF-8.
    let is_relative = matches!(encoding, Encoding::Cesu8 | Encoding::JavaModifiedUtf8);
    match (kind, handler) {
        (Kind::Surrogate { .. }, Handler::Own { .. } | Handler::Other(_)) if is_relative => "utf-8",
        _ => encoding.name(),
    }
}

/// Returns the surrogate at the start of `bytes` in WTF-8, and its length.
fn surrogate(bytes: &[u8]) -> Option<([u32; 1], usize)> {
    let sequence = bytes.get(..3)?;
    let units = wtf8::to_utf16(sequence).ok()?;
    let &[unit] = units.as_slice() else { return None };
    Some(([u32::from(unit)], 3))
}

/// Returns the number of bytes up to the last place where `decoder` is in its current state.
fn unshifted(decoder: Decoder, src: &[u8]) -> usize {
    let (mut now, mut at, mut end) = (decoder, 0, 0);
    loop {
        let len = match now.first(&src[at..], false) {
            Step::Incomplete => return end,
            Step::Value { len, .. } | Step::Shift { len } | Step::IllFormed { len, .. } => len,
        };
        now.pass(&src[at..at + len]);
        at += len;
        if now == decoder {
            end = at;
        }
    }
}
