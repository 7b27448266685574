//! Panics end here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::status::utfkit_status;

/// Runs the body of a function. Its result is a status, or the status of the argument that failed.
pub(crate) fn guard(body: impl FnOnce() -> Result<utfkit_status, utfkit_status>) -> utfkit_status {
    guard_value(utfkit_status::Internal, || body().unwrap_or_else(|status| status))
}

/// Runs `body`, and returns `after_panic` if it panics.
///
/// A panic can leave an object of C half changed. All such objects are safe Rust values, so their
/// later use gives wrong results at worst.
pub(crate) fn guard_value<T>(after_panic: T, body: impl FnOnce() -> T) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(value) => value,
        Err(payload) => {
            // The payload could panic when it is dropped.
            std::mem::forget(payload);
            after_panic
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(guard(|| panic!("a bug")), utfkit_status::Internal);
        assert_eq!(guard_value(7, || panic!("a bug")), 7);
    }

    #[test]
    fn a_payload_that_panics_is_not_dropped() {
        struct Payload;
        impl Drop for Payload {
            fn drop(&mut self) {
                panic!("a second bug");
            }
        }
        assert_eq!(guard_value(7, || std::panic::panic_any(Payload)), 7);
    }

    #[test]
    fn every_function_is_guarded() {
        let mut functions = 0;
        for file in crate::testing::sources() {
            for function in file.split("\npub ").skip(1) {
                let Some((signature, body)) = function.split_once('{') else { continue };
                if !signature.contains("extern \"C\" fn") {
                    continue;
                }
                functions += 1;
                // One expression returns a static text; all others run inside the guard.
                let is_guarded = body.trim_start().starts_with("guard");
                assert!(is_guarded || signature.contains("utfkit_version"), "{signature}");
            }
        }
        assert!(functions > 50, "{functions}");
    }
}
