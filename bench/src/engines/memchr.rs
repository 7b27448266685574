//! memchr: finds and counts bytes.

use utfkit::simd::Form::Utf8;

use super::{Engine, offer};
use crate::operations::Task;

/// The tasks that memchr can do by counting.
pub fn engine() -> Engine {
    Engine::peer("memchr", |task| match task {
        Task::Lines(Utf8) => offer(|src, _| memchr::memchr_iter(b'\n', src).count()),
        _ => None,
    })
}
