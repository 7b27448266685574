//! memchr: bytes found and counted.

use utfkit::simd::Form::Utf8;

use super::{Engine, offer};
use crate::operations::Task;

/// What memchr counts.
pub fn engine() -> Engine {
    Engine::peer("memchr", |task| match task {
        Task::Lines(Utf8) => offer(|src, _| memchr::memchr_iter(b'\n', src).count()),
        _ => None,
    })
}
