//! The errors of a text, with lines, columns and hints.

use std::ffi::c_void;

use utfkit::Encoding;
use utfkit_text::{
    detect::{self, Likeliest},
    diagnose::{Advice, Diagnoser, Diagnostic, Sink, Summary},
    streams::Reading,
};

use super::receiver;
use crate::{
    encoding::table,
    finding::utfkit_finding,
    memory::{
        guard::guard,
        numbers::{EncodingNumber, ReceiverNumber},
        owned::{self, Memory, utfkit_string},
        panics::guard_value,
        pointers,
    },
    status::utfkit_status,
};

/// One error in a text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_diagnostic {
    /// The error. Adjacent sequences that are one error for people are joined.
    pub finding: utfkit_finding,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The problem, such as "overlong form of U+002F".
    pub message: utfkit_string,
    /// The possible meaning and a remedy, or an empty string.
    pub hint: utfkit_string,
    /// The document and the section that define the error.
    pub section: utfkit_string,
    /// The encoding in which the text may be readable, or `UTFKIT_ENCODING_NONE`.
    pub read_as: EncodingNumber,
    /// The receiver that rejects the character, or `UTFKIT_RECEIVER_NONE` if the text is ill-formed.
    pub receiver: ReceiverNumber,
    /// Always 0.
    pub reserved: [u8; 40],
}

/// The errors of a text.
#[repr(C)]
#[derive(Debug)]
pub struct utfkit_report {
    /// The errors, in order, at most as many as the caller allowed.
    pub diagnostics: *const utfkit_diagnostic,
    /// The number of errors that are listed.
    pub diagnostic_count: usize,
    /// The number of all errors.
    pub error_count: u64,
}

/// Finds the errors of a text. Free the result with `utfkit_report_free`.
///
/// If `encoding` is `UTFKIT_ENCODING_NONE`, a byte order mark names the encoding, or it is UTF-8.
/// `limit` is the maximum number of errors to list. All are counted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_check(
    text: *const c_void,
    length: usize,
    encoding: EncodingNumber,
    receiver: ReceiverNumber,
    limit: usize,
    report: *mut *const utfkit_report,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (place, text) =
            unsafe { (pointers::new_object(report)?, pointers::slice(text.cast::<u8>(), length)?) };
        let label = table::optional_label(encoding)?;
        let receiver = receiver::receiver(receiver)?;
        let reading = Reading { label, receiver, ..Reading::default() };
        let mut errors = Errors { text, limit, asked: 0, diagnostics: Vec::new() };
        let mut diagnoser = Diagnoser::new(reading);
        diagnoser.feed(text, &mut errors);
        let error_count = diagnoser.finish(&mut errors).errors;
        let mut memory = Memory::default();
        let diagnostics = errors.diagnostics.into_iter().map(|one| view(one, &mut memory));
        let diagnostics: Vec<_> = diagnostics.collect();
        let (diagnostics, diagnostic_count) = memory.list(diagnostics);
        let report = utfkit_report { diagnostics, diagnostic_count, error_count };
        owned::give_view(place, report, memory);
        Ok(utfkit_status::Ok)
    })
}

/// Frees a report. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_report_free(report: *const utfkit_report) {
    guard_value((), || {
        // SAFETY: the caller guarantees that the result came from this library and was not freed.
        unsafe { owned::free_view(report) }
    });
}

/// Keeps the first diagnostics of a text.
struct Errors<'t> {
    text: &'t [u8],
    limit: usize,
    /// The number of diagnostics so far, at most `limit`.
    asked: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Sink for Errors<'_> {
    fn diagnostic(&mut self, diagnostic: Diagnostic, _: &Summary) {
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
        Likeliest::of(&detect::detect(self.text))?.one()
    }
}

fn view(one: Diagnostic, memory: &mut Memory) -> utfkit_diagnostic {
    let advice = one.hint.as_ref().and_then(|hint| hint.advice);
    let read_as = match advice {
        Some(Advice::ReadAs(encoding) | Advice::OrderFromBom(encoding)) => {
            table::number_of(encoding)
        }
        _ => 0,
    };
    utfkit_diagnostic {
        line: one.line,
        column: one.column,
        message: memory.string(one.finding.what().to_string()),
        section: memory.string(one.section()),
        finding: one.finding.into(),
        read_as,
        receiver: receiver::number(one.receiver),
        reserved: [0; 40],
        hint: memory.string(one.hint.map_or("".into(), |hint| hint.text).as_bytes()),
    }
}
