//! Panics end here.

use std::panic::{AssertUnwindSafe, catch_unwind};

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
    fn a_panic_becomes_a_value() {
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
}
