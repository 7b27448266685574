//! The frame of every function: panics and early returns become a status.

use super::panics::guard_value;
use crate::status::utfkit_status;

/// Runs the body of a function. Its result is a status, or the status of the argument that failed.
pub(crate) fn guard(body: impl FnOnce() -> Result<utfkit_status, utfkit_status>) -> utfkit_status {
    guard_value(utfkit_status::Internal, || body().unwrap_or_else(|status| status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(guard(|| panic!("a bug")), utfkit_status::Internal);
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
