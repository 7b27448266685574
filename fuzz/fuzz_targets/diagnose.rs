//! Checks that the diagnosis, the audit, and the search for declarations do not depend on pieces.
//!
//! The first byte of the input chooses the encoding, the second the receiver, and the third the
//! size of the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::{Encoding, encoding::Label};
use utfkit_text::{
    audit::{Auditor, Observation, Policy, StreamAuditor},
    diagnose::{Diagnoser, Diagnostic, Sink, Summary},
    inspect::Forms,
    receivers::{self, Receiver},
    streams::Reading,
};

/// Keeps all diagnostics.
#[derive(Default)]
struct All(Vec<Diagnostic>);

impl Sink for All {
    fn diagnostic(&mut self, diagnostic: Diagnostic, _: &Summary) {
        self.0.push(diagnostic);
    }

    fn likeliest(&mut self, _: u64) -> Option<Encoding> {
        None
    }
}

/// Returns the diagnostics of `bytes`, fed in pieces of `size`, and the number of errors.
fn diagnosed(bytes: &[u8], reading: Reading<'_>, size: usize) -> (String, u64) {
    let mut all = All::default();
    let mut diagnoser = Diagnoser::new(reading);
    bytes.chunks(size).for_each(|piece| diagnoser.feed(piece, &mut all));
    let errors = diagnoser.finish(&mut all).errors;
    let shown: Vec<_> =
        all.0.iter().map(|one| format!("{:?} {}:{}", one.finding, one.line, one.column)).collect();
    (shown.join("\n"), errors)
}

/// Returns the observations of the audit of `bytes`, fed in pieces of `size`.
fn audited(bytes: &[u8], label: Label, size: usize) -> Vec<String> {
    let mut auditor = StreamAuditor::new(label, Auditor::new(Policy::default(), None));
    let mut all = Vec::new();
    let mut found = |one: Observation| {
        all.push(format!("{} {}", one.rule.code(), one.position.offset));
    };
    bytes.chunks(size).for_each(|piece| auditor.feed(piece, &mut found));
    auditor.finish(&mut found);
    all
}

fuzz_target!(|data: &[u8]| {
    let [choice, receiver, size, bytes @ ..] = data else { return };
    let encoding = Encoding::ALL.get(usize::from(*choice) % (Encoding::ALL.len() + 1)).copied();
    let receiver = Receiver::ALL.get(usize::from(*receiver) % (Receiver::ALL.len() + 1)).copied();
    let label = encoding.map(Label::from);
    let reading = Reading { label, receiver, ..Reading::default() };
    let (size, whole) = (1 + usize::from(*size), bytes.len().max(1));
    assert_eq!(diagnosed(bytes, reading, size), diagnosed(bytes, reading, whole), "{encoding:?}");
    let label = reading.label_of(bytes);
    assert_eq!(audited(bytes, label, size), audited(bytes, label, whole), "{encoding:?}");

    if let Some(declared) = receivers::declared::find(bytes) {
        assert!(bytes.get(declared.range.clone()).is_some());
        let _ = (declared.encoding(), declared.spell("utf-8"));
    }
    let _ = receivers::declared::find_hint(bytes, true);
    let text = String::from_utf8_lossy(bytes);
    for receiver in Receiver::ALL {
        let refused = receiver.refused(&text, true).count();
        assert!(refused <= text.chars().count() + 1);
    }
    // The forms of a character are slow to compute, so only one is tried.
    if let Some(&value) = bytes.first_chunk() {
        let forms = Forms::of(u32::from_le_bytes(value) % 0x12_0000);
        assert!(!forms.encodings.is_empty());
    }
});
