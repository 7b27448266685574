//! Text that deceives its readers.

use std::ffi::{c_char, c_void};

use utfkit_text::{
    audit::{Auditor, Observation, Policy, Severity, StreamAuditor},
    streams::Reading,
};

use super::receiver;
use crate::{
    encoding::table,
    memory::{
        guard::guard,
        numbers::{EncodingNumber, ReceiverNumber},
        owned::{self, Memory, utfkit_string},
        panics::guard_value,
        pointers,
    },
    status::utfkit_status,
};

/// The severity of an observation.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_severity {
    /// Worth knowing; usual in some texts.
    Note = 1,
    /// Unusual in any text.
    Warning = 2,
    /// A means of attacks.
    Error = 3,
}

/// A suspicious character or sequence.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_observation {
    /// The stable code of the rule, such as "bidi-override".
    pub code: utfkit_string,
    /// The name of the observation, such as "bidirectional override".
    pub title: utfkit_string,
    /// The hidden text, the similar text or the reason, or an empty string.
    pub means: utfkit_string,
    /// The offset in bytes.
    pub offset: u64,
    /// The length in bytes.
    pub length: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The first code point, if `has_point` is 1.
    pub point: u32,
    /// The severity.
    pub severity: utfkit_severity,
    /// 1 if the code point is known, else 0.
    pub has_point: u8,
    /// Always 0.
    pub reserved: [u8; 39],
}

/// The observations of an audit.
#[repr(C)]
#[derive(Debug)]
pub struct utfkit_audited {
    /// The observations, in order, at most as many as the caller allowed.
    pub observations: *const utfkit_observation,
    /// The number of observations that are listed.
    pub observation_count: usize,
    /// The number of all observations.
    pub total_count: u64,
}

/// Finds the suspicious parts of a text: hidden text, bidirectional tricks, escape sequences, and
/// similar characters of other scripts. Free the result with `utfkit_audited_free`.
///
/// If `encoding` is `UTFKIT_ENCODING_NONE`, a byte order mark names the encoding, or it is UTF-8.
/// `allow` and `deny` are codes, classes, and code points such as "U+200D" or "U+2000..U+200F",
/// separated by commas. In `deny`, "=warning" or "=note" can follow. docs/audit.md in the repository
/// lists the codes and the classes. The status is `UTFKIT_STATUS_UNKNOWN_NAME` if one is unknown. `limit` is the maximum number of
/// observations to list. All are counted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_audit(
    text: *const c_void,
    length: usize,
    encoding: EncodingNumber,
    receiver: ReceiverNumber,
    allow: *const c_char,
    allow_length: usize,
    deny: *const c_char,
    deny_length: usize,
    limit: usize,
    audited: *mut *const utfkit_audited,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (place, text, allow, deny) = unsafe {
            (
                pointers::new_object(audited)?,
                pointers::slice(text.cast::<u8>(), length)?,
                pointers::text(allow, allow_length)?,
                pointers::text(deny, deny_length)?,
            )
        };
        let label = table::optional_label(encoding)?;
        let label = label.unwrap_or_else(|| Reading::default().label_of(text));
        let mut policy = Policy::default();
        policy.receiver = receiver::receiver(receiver)?;
        policy.allow(allow).map_err(|_| utfkit_status::UnknownName)?;
        policy.deny(deny).map_err(|_| utfkit_status::UnknownName)?;
        let (mut observations, mut total_count) = (Vec::new(), 0);
        let mut memory = Memory::default();
        let mut take = |one: Observation| {
            total_count += 1;
            if observations.len() < limit {
                observations.push(view(&one, &mut memory));
            }
        };
        let mut auditor = StreamAuditor::new(label, Auditor::new(policy, None));
        auditor.feed(text, &mut take);
        auditor.finish(&mut take);
        // Observations that only the end of the text decides come last.
        observations.sort_by_key(|one| one.offset);
        let (observations, observation_count) = memory.list(observations);
        let view = utfkit_audited { observations, observation_count, total_count };
        owned::give_view(place, view, memory);
        Ok(utfkit_status::Ok)
    })
}

/// Frees the result of an audit. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_audited_free(audited: *const utfkit_audited) {
    guard_value((), || {
        // SAFETY: the caller guarantees that the result came from this library and was not freed.
        unsafe { owned::free_view(audited) }
    });
}

fn view(one: &Observation, memory: &mut Memory) -> utfkit_observation {
    utfkit_observation {
        code: memory.string(one.rule.code()),
        title: memory.string(one.rule.description().title),
        means: memory.string(one.means().unwrap_or_default().as_bytes()),
        offset: one.position.offset,
        length: one.length,
        line: one.position.line,
        column: one.position.column,
        point: one.point.unwrap_or(0),
        severity: match one.severity {
            Severity::Note => utfkit_severity::Note,
            Severity::Warning => utfkit_severity::Warning,
            Severity::Error => utfkit_severity::Error,
        },
        has_point: one.point.is_some().into(),
        reserved: [0; 39],
    }
}
