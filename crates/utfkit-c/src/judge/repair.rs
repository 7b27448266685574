//! Repair of damage that has only one interpretation.

use std::ffi::c_void;

use utfkit_text::repair::{self, Ambiguity, Fix, Options};

use crate::{
    encoding::table,
    finding::utfkit_finding,
    memory::{
        guard::guard,
        numbers::EncodingNumber,
        owned::{self, Memory, utfkit_string},
        panics::guard_value,
        pointers,
    },
    status::utfkit_status,
};

/// Repairs that are made only on request. Join them with "|".
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_repair_flags {
    /// Only the repairs that are always made.
    Default = 0,
    /// Read `C0 80` as U+0000, which Java writes.
    ModifiedUtf8 = 1,
    /// Read overlong forms. This is unsafe: a program that checked the text before did not see the
    /// characters in them.
    UnsafeOverlong = 2,
}

/// One change to a text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_fix {
    /// The offset in bytes in the damaged text.
    pub offset: u64,
    /// The bytes in the damaged text.
    pub bytes: utfkit_string,
    /// The bytes in the repaired text.
    pub becomes: utfkit_string,
    /// The stable code of the damage, such as "mojibake".
    pub code: utfkit_string,
    /// The reason for the fix.
    pub why: utfkit_string,
    /// Always 0. Later versions can have fields here.
    pub reserved: [u64; 4],
}

/// Bytes with two likely interpretations, which stay.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_ambiguity {
    /// The offset in bytes in the damaged text.
    pub offset: u64,
    /// The bytes.
    pub bytes: utfkit_string,
    /// The stable code of the possible damage.
    pub code: utfkit_string,
    /// The two interpretations.
    pub readings: [utfkit_string; 2],
    /// Always 0. Later versions can have fields here.
    pub reserved: [u64; 4],
}

/// A repaired text.
#[repr(C)]
#[derive(Debug)]
pub struct utfkit_repaired {
    /// The text after the repair.
    pub text: utfkit_string,
    /// The changes, in order.
    pub fixes: *const utfkit_fix,
    /// The number of changes.
    pub fix_count: usize,
    /// The ambiguous parts, which stay.
    pub ambiguities: *const utfkit_ambiguity,
    /// The number of ambiguous parts.
    pub ambiguity_count: usize,
    /// The ill-formed parts, which stay.
    pub findings: *const utfkit_finding,
    /// The number of ill-formed parts.
    pub finding_count: usize,
}

/// Repairs UTF-8 or UTF-16 text. Free the result with `utfkit_repaired_free`.
///
/// `flags` is the sum of values of `utfkit_repair_flags`. `mixed` is the encoding of ill-formed
/// bytes that have no other fix, or `UTFKIT_ENCODING_NONE`. If ASCII has other bytes in it, such as
/// UTF-16, if it has shifts, such as UTF-7, or if its characters have several bytes, such as
/// Shift_JIS, the status is `UTFKIT_STATUS_BAD_VALUE`. In UTF-16, only lone surrogates and bytes at
/// the end are repaired, but not mojibake.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_repair(
    text: *const c_void,
    length: usize,
    flags: u32,
    mixed: EncodingNumber,
    repaired: *mut *const utfkit_repaired,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (place, text) = unsafe {
            (pointers::new_object(repaired)?, pointers::slice(text.cast::<u8>(), length)?)
        };
        let (modified, overlong) =
            (utfkit_repair_flags::ModifiedUtf8 as u32, utfkit_repair_flags::UnsafeOverlong as u32);
        if flags & !(modified | overlong) != 0 {
            return Err(utfkit_status::BadValue);
        }
        let mut options = Options::default();
        options.modified_utf8 = flags & modified != 0;
        options.unsafe_overlong = flags & overlong != 0;
        options.mixed = table::optional_label(mixed)?.map(|label| label.encoding());
        if options.mixed.is_some_and(|mixed| !Options::can_be_mixed(mixed)) {
            return Err(utfkit_status::BadValue);
        }
        let found = repair::repair(text, options);
        let mut memory = Memory::default();
        let fixes: Vec<_> = found.fixes.iter().map(|one| fix(one, &mut memory)).collect();
        let (fixes, fix_count) = memory.list(fixes);
        let ambiguities: Vec<_> =
            found.ambiguous.iter().map(|one| ambiguity(one, &mut memory)).collect();
        let (ambiguities, ambiguity_count) = memory.list(ambiguities);
        let findings = found.ill_formed.iter().copied().map(utfkit_finding::from);
        let (findings, finding_count) = memory.list(findings.collect());
        let view = utfkit_repaired {
            text: memory.string(&found.bytes),
            fixes,
            fix_count,
            ambiguities,
            ambiguity_count,
            findings,
            finding_count,
        };
        owned::give_view(place, view, memory);
        Ok(utfkit_status::Ok)
    })
}

/// Frees a repaired text. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_repaired_free(repaired: *const utfkit_repaired) {
    guard_value((), || {
        // SAFETY: the caller guarantees that the result came from this library and was not freed.
        unsafe { owned::free_view(repaired) }
    });
}

fn fix(one: &Fix, memory: &mut Memory) -> utfkit_fix {
    utfkit_fix {
        offset: one.offset,
        bytes: memory.string(&one.bytes),
        becomes: memory.string(&one.becomes),
        code: memory.string(one.fault.code()),
        why: memory.string(one.why().as_bytes()),
        reserved: [0; 4],
    }
}

fn ambiguity(one: &Ambiguity, memory: &mut Memory) -> utfkit_ambiguity {
    utfkit_ambiguity {
        offset: one.offset,
        bytes: memory.string(&one.bytes),
        code: memory.string(one.code),
        readings: [&one.readings[0], &one.readings[1]].map(|reading| memory.string(reading)),
        reserved: [0; 4],
    }
}
