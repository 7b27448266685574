//! The judgments of `utfkit-text`, as Python objects.

use std::{
    borrow::Cow,
    sync::{Mutex, PoisonError},
};

use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};
use utfkit::{Encoding, ascii, utf8};
use utfkit_text::{
    audit::{Auditor, Policy, Rule, StreamAuditor},
    detect as detection,
    diagnose::{self, Diagnoser},
    receivers::Receiver,
    repair as repairs,
    search::{Decoding, Layout, Literal, Matcher, Pattern, Spelling, Syntax},
    streams::Reading,
    views,
};

use crate::{
    label,
    raw::Input,
    results::{Detection, Finding, Fix, Observation, Repaired},
};

/// Returns `True` if `data` are well-formed in `encoding`, so that `check` finds no errors.
///
/// Without `encoding`, a BOM names it, or it is UTF-8.
///
/// >>> utfkit.is_valid("naïve".encode())
/// True
/// >>> utfkit.is_valid(b"\xc0\xaf")
/// False
#[pyfunction]
#[pyo3(signature = (data, encoding = None))]
pub(crate) fn is_valid(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    encoding: Option<&str>,
) -> PyResult<bool> {
    let input = Input::of_text(data)?;
    let reading = Reading { label: encoding.map(label::label).transpose()?, ..Reading::default() };
    let label = reading.label_of(input.bytes());
    let is_valid = |bytes: &[u8]| match label.encoding() {
        Encoding::Utf8 => utf8::is_valid(bytes),
        Encoding::UsAscii => ascii::is_valid(bytes),
        _ => is_readable(label, bytes),
    };
    Ok(input.run(py, is_valid))
}

/// Returns `true` if `bytes` can be decoded without an error.
fn is_readable(label: utfkit::encoding::Label, bytes: &[u8]) -> bool {
    let mut room = vec![0_u8; 32 << 10];
    let mut transcoder = utfkit::transcode::Transcoder::labelled(label, Encoding::Utf8.into());
    let mut rest = bytes;
    loop {
        let outcome = transcoder.transcode(rest, &mut room[..], true);
        rest = &rest[outcome.read..];
        match outcome.status {
            utfkit::Status::Done => return true,
            utfkit::Status::OutputFull => {}
            utfkit::Status::IllFormed(_) => return false,
        }
    }
}

/// Returns all findings of `data`.
///
/// Without `encoding`, a BOM names it, or it is UTF-8. `receiver` is a program that will get the
/// text: `postgres`, `mysql-utf8mb3`, `xml`, `json` or `jni`. At most `limit` findings are returned,
/// the first ones; all by default.
///
/// >>> utfkit.check(b"one\ntw\xc0\xafo")
/// [Finding(offset=6, kind="overlong", bytes=b'\xc0\xaf', line=2, column=3)]
#[pyfunction]
#[pyo3(signature = (data, encoding = None, *, receiver = None, limit = None))]
pub(crate) fn check(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    encoding: Option<&str>,
    receiver: Option<&str>,
    limit: Option<usize>,
) -> PyResult<Vec<Finding>> {
    let input = Input::of_text(data)?;
    let reading = Reading {
        label: encoding.map(label::label).transpose()?,
        receiver: receiver.map(receiver_of).transpose()?,
        ..Reading::default()
    };
    let errors = input.run(py, |text| {
        let limit = limit.unwrap_or(usize::MAX);
        let mut errors = Errors { text, limit, asked: 0, diagnostics: Vec::new() };
        let mut diagnoser = Diagnoser::new(reading);
        diagnoser.feed(text, &mut errors);
        diagnoser.finish(&mut errors);
        errors.diagnostics
    });
    Ok(errors.iter().map(|error| finding(py, error)).collect())
}

/// Keeps the first errors of a text.
struct Errors<'t> {
    text: &'t [u8],
    limit: usize,
    /// The number of errors that the sink accepted, at most `limit`.
    asked: usize,
    diagnostics: Vec<diagnose::Diagnostic>,
}

impl diagnose::Sink for Errors<'_> {
    fn diagnostic(&mut self, diagnostic: diagnose::Diagnostic, _: &diagnose::Summary) {
        self.diagnostics.push(diagnostic);
    }

    fn wants_diagnostic(&mut self) -> bool {
        let wants = self.asked < self.limit;
        self.asked += usize::from(wants);
        wants
    }

    fn wants_context(&self) -> bool {
        false
    }

    fn likeliest(&mut self, _: u64) -> Option<Encoding> {
        detection::Likeliest::of(&detection::detect(self.text))?.one()
    }
}

/// Converts an error to its object.
fn finding(py: Python<'_>, error: &diagnose::Diagnostic) -> Finding {
    let hint = error.hint.as_ref().map(hint).filter(|hint| !hint.is_empty());
    let view = views::Diagnostic::of(error, hint.map(Into::into));
    Finding {
        offset: view.offset,
        kind: view.kind.to_owned(),
        bytes: PyBytes::new(py, error.finding.bytes()).unbind(),
        message: view.message,
        line: view.line,
        column: view.column,
        hint: view.hint.map(Cow::into_owned),
        receiver: owned(view.receiver),
        encoding: view.encoding.to_owned(),
        length: view.length,
        means: view.means,
        subparts: view.subparts,
        section: view.section.to_owned(),
        advice: owned(view.advice),
        read_as: owned(view.read_as),
    }
}

fn owned(text: Option<&'static str>) -> Option<String> {
    text.map(str::to_owned)
}

fn receiver_of(name: &str) -> PyResult<Receiver> {
    Receiver::ALL.iter().copied().find(|receiver| receiver.name() == name).ok_or_else(|| {
        let known: Vec<_> = Receiver::ALL.iter().map(|receiver| receiver.name()).collect();
        PyValueError::new_err(format!("unknown receiver: {name} (use {})", known.join(", ")))
    })
}

/// Returns the text of a hint, with the function to call.
fn hint(hint: &diagnose::Hint) -> String {
    let mut text = hint.text.to_string();
    let advice = match hint.advice {
        Some(diagnose::Advice::ReadAs(encoding) | diagnose::Advice::OrderFromBom(encoding)) => {
            format!("pass encoding={:?}", encoding.name())
        }
        Some(diagnose::Advice::Repair) => "call utfkit.repair".to_owned(),
        _ => return text,
    };
    if !text.is_empty() {
        text.push_str("; ");
    }
    text.push_str(&advice);
    text
}

/// Converts a detection to its object.
pub(crate) fn object(found: &detection::Detection) -> Detection {
    let view = views::Detection::of(found);
    // With Python's name, `data.decode(found.encoding)` leaves the BOM out.
    let has_bom = matches!(found.evidence().first(), Some(detection::Evidence::Bom(_)));
    Detection {
        encoding: match found.encoding() {
            Some(Encoding::Utf8) if has_bom => Some("utf-8-sig".to_owned()),
            _ => owned(view.encoding),
        },
        verdict: view.verdict.to_owned(),
        confidence: view.confidence,
        language: owned(view.language),
        evidence: view.evidence,
        alternatives: view
            .alternatives
            .iter()
            .map(|other| (other.encoding.to_owned(), other.confidence))
            .collect(),
        segments: view
            .segments
            .iter()
            .map(|part| (part.offset, part.length, owned(part.encoding)))
            .collect(),
        declared: view.declared,
        file_type: owned(view.file_type),
        media_type: owned(view.media_type),
        bytes: view.bytes,
    }
}

/// Returns the encoding of `data`. If they are only the start of a text, pass `complete=False`.
///
/// >>> found = utfkit.detect("naïve".encode())
/// >>> found.encoding, found.verdict
/// ('utf-8', 'proven')
/// >>> utfkit.detect("naïve".encode()[:5], complete=False).verdict
/// 'so-far'
#[pyfunction]
#[pyo3(signature = (data, *, complete = true))]
pub(crate) fn detect(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    complete: bool,
) -> PyResult<Detection> {
    let found = Input::of_text(data)?.run(py, |bytes| {
        let mut detector = detection::Detector::new();
        detector.feed(bytes);
        if complete { detector.finish() } else { detector.so_far() }
    });
    Ok(object(&found))
}

/// Detects the encoding of a text that comes in parts. Memory does not depend on its length.
///
/// >>> detector = utfkit.Detector()
/// >>> detector.feed("na".encode())
/// >>> detector.feed("ïve".encode())
/// >>> detector.finish().encoding
/// 'utf-8'
#[pyclass(frozen, module = "utfkit")]
pub(crate) struct Detector {
    /// The detector; `None` after the end of the text.
    running: Mutex<Option<detection::Detector>>,
}

impl Detector {
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Option<detection::Detector>) -> Option<T>,
    ) -> PyResult<T> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut running)
            .ok_or_else(|| PyValueError::new_err("the text has ended: use another detector"))
    }
}

#[pymethods]
impl Detector {
    #[new]
    fn new() -> Self {
        Self { running: Mutex::new(Some(detection::Detector::new())) }
    }

    /// Adds the next bytes of the text.
    ///
    /// Raises `ValueError` after `finish`.
    #[pyo3(signature = (data, /))]
    fn feed(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let input = Input::of(data)?;
        input.run(py, |bytes| self.with(|running| running.as_mut().map(|one| one.feed(bytes))))
    }

    /// Ends the text, and returns its encoding. If it is only the start of a text, pass
    /// `complete=False`.
    ///
    /// Raises `ValueError` after `finish`.
    #[pyo3(signature = (*, complete = true))]
    fn finish(&self, complete: bool) -> PyResult<Detection> {
        let conclude =
            |one: detection::Detector| if complete { one.finish() } else { one.so_far() };
        self.with(|running| running.take().map(|one| object(&conclude(one))))
    }
}

/// Repairs UTF-8 in `data` where the damage has only one interpretation.
///
/// `modified_utf8` reads `C0 80` as U+0000. `unsafe_overlong` reads overlong forms. `mixed` is the
/// encoding of ill-formed bytes that have no other fix. It has one byte per character.
///
/// >>> repaired = utfkit.repair("cafÃ© crÃ¨me".encode())
/// >>> repaired.bytes.decode()
/// 'café crème'
/// >>> repaired.fixes[0].kind
/// 'mojibake'
#[pyfunction]
#[pyo3(signature = (data, *, modified_utf8 = false, unsafe_overlong = false, mixed = None))]
pub(crate) fn repair(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    modified_utf8: bool,
    unsafe_overlong: bool,
    mixed: Option<&str>,
) -> PyResult<Repaired> {
    let input = Input::of_text(data)?;
    let options = options(modified_utf8, unsafe_overlong, mixed)?;
    let repaired = input.run(py, |bytes| repairs::repair(bytes, options));
    let bytes = |bytes: &[u8]| PyBytes::new(py, bytes).unbind();
    let fix = |fix: &repairs::Fix| {
        let view = views::Fix::of(fix);
        let object = Fix {
            offset: view.offset,
            bytes: bytes(&fix.bytes),
            becomes: bytes(&fix.becomes),
            kind: view.kind.to_owned(),
            why: view.why.into_owned(),
            length: view.length,
            also: view.also.into_iter().map(str::to_owned).collect(),
            percent: view.percent,
            guess: view.guess,
        };
        Py::new(py, object)
    };
    Ok(Repaired {
        bytes: bytes(&repaired.bytes),
        fixes: repaired.fixes.iter().map(fix).collect::<PyResult<_>>()?,
        ambiguous: repaired
            .ambiguous
            .iter()
            .map(|one| {
                let [first, second] = one.readings.clone();
                (one.offset, bytes(&one.bytes), one.code.to_owned(), (first, second))
            })
            .collect(),
        _damaged: bytes(&repaired.undo()),
    })
}

/// Returns the options for repairs that must be requested.
pub(crate) fn options(
    modified_utf8: bool,
    unsafe_overlong: bool,
    mixed: Option<&str>,
) -> PyResult<repairs::Options> {
    let mut options = repairs::Options::default();
    options.modified_utf8 = modified_utf8;
    options.unsafe_overlong = unsafe_overlong;
    options.mixed = mixed.map(label::label).transpose()?.map(|label| label.encoding());
    let is_other = |encoding: &Encoding| !repairs::Options::can_be_mixed(*encoding);
    if let Some(encoding) = options.mixed.filter(is_other) {
        let name = encoding.name();
        let text = format!(
            "mixed must be an encoding that contains ASCII and has one byte per character, not {name}"
        );
        return Err(PyValueError::new_err(text));
    }
    Ok(options)
}

/// Returns the suspicious parts of `data`: hidden text, bidirectional tricks, escape sequences, and
/// similar characters of other scripts.
///
/// `allow` and `deny` are codes, classes or code points, separated by commas. `utfkit.rules()` returns
/// all codes with their classes.
///
/// >>> [found.kind for found in utfkit.audit("if a \u202e {".encode())]
/// ['bidi-override']
#[pyfunction]
#[pyo3(signature = (data, encoding = "utf-8", *, allow = None, deny = None, receiver = None))]
pub(crate) fn audit(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    encoding: &str,
    allow: Option<&str>,
    deny: Option<&str>,
    receiver: Option<&str>,
) -> PyResult<Vec<Observation>> {
    let (input, label) = (Input::of_text(data)?, label::label(encoding)?);
    let mut policy = Policy::default();
    let unknown = |error| PyValueError::new_err(format!("{error}"));
    if let Some(text) = allow {
        policy.allow(text).map_err(unknown)?;
    }
    if let Some(text) = deny {
        policy.deny(text).map_err(unknown)?;
    }
    policy.receiver = receiver.map(receiver_of).transpose()?;
    Ok(input.run(py, |bytes| {
        let mut found = Vec::new();
        let mut auditor = StreamAuditor::new(label, Auditor::new(policy, None));
        let mut take = |one: utfkit_text::audit::Observation| {
            let view = views::Observation::of(&one);
            found.push(Observation {
                kind: view.kind.to_owned(),
                severity: view.severity.to_owned(),
                offset: view.offset,
                length: view.length,
                line: view.line,
                column: view.column,
                code_point: view.code_point,
                message: view.message.to_owned(),
                means: view.means.map(Cow::into_owned),
                name: view.name.map(Cow::into_owned),
            });
        };
        auditor.feed(bytes, &mut take);
        auditor.finish(&mut take);
        // Observations that only the end of the text decides come last.
        found.sort_by_key(|one| one.offset);
        found
    }))
}

/// Returns the codes of all rules of `audit`, with the classes to which they belong.
///
/// >>> utfkit.rules()["bidi-override"]
/// 'bidi'
#[pyfunction]
pub(crate) fn rules() -> std::collections::BTreeMap<&'static str, &'static str> {
    Rule::ALL.iter().map(|rule| (rule.code(), rule.description().class.name())).collect()
}

/// Returns the matches of `text` in `data`, as pairs of offset and length in bytes.
///
/// The search reads `data` in their own encoding. Without `encoding`, a BOM names it, or it is
/// UTF-8. If `regex` is true, `text` is a regular expression.
///
/// >>> utfkit.search("é", "café".encode("utf-16"))
/// [(8, 2)]
/// >>> utfkit.search("CAF.", "café".encode(), regex=True, ignore_case=True)
/// [(0, 5)]
#[pyfunction]
#[pyo3(signature = (text, data, encoding = None, *, regex = false, ignore_case = false))]
pub(crate) fn search(
    py: Python<'_>,
    text: &str,
    data: &Bound<'_, PyAny>,
    encoding: Option<&str>,
    regex: bool,
    ignore_case: bool,
) -> PyResult<Vec<(u64, u64)>> {
    let input = Input::of_text(data)?;
    let label = encoding.map(label::label).transpose()?;
    let syntax = Syntax { ignore_case, literal: !regex, ..Syntax::default() };
    let pattern = Pattern::new([text], syntax)
        .map_err(|error| PyValueError::new_err(format!("{text:?}: {error}")))?;
    let is_plain = !regex && !ignore_case && !text.is_empty();
    Ok(input.run(py, |bytes| {
        let reading = Reading { label, ..Reading::default() };
        let label = reading.label_of(bytes);
        let Some(layout) = Layout::of(label, bytes, true) else { return Vec::new() };
        let start = layout.start();
        let mut found = Vec::new();
        let mut each = |matcher: Matcher<'_>, text: &[u8], offset: &dyn Fn(usize) -> u64| {
            matcher.each(text, 0, 0..text.len(), |one| {
                found.push((offset(one.start), offset(one.end) - offset(one.start)));
                true
            });
        };
        match layout.spell(text) {
            Spelling::One(needle) if is_plain => {
                let matcher = Matcher::Literal(Literal::new(needle).into());
                each(matcher, &bytes[start..], &|at| (start + at) as u64);
            }
            Spelling::None if is_plain => {}
            _ if layout.is_utf8() => {
                each(Matcher::Regex(&pattern), &bytes[start..], &|at| (start + at) as u64);
            }
            _ => {
                let mut decoding = Decoding::new(layout, start as u64);
                decoding.push(&bytes[start..], true);
                each(Matcher::Regex(&pattern), decoding.text(), &|at| decoding.offset(at));
            }
        }
        // Two empty matches can be at the same character.
        found.dedup();
        found
    }))
}
