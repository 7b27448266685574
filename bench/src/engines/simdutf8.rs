//! simdutf8: UTF-8 validation, that says yes or no (`basic`) or where (`compat`).

use utfkit::simd::Form::Utf8;

use super::{Engine, Offer, offer};
use crate::operations::Task;

/// Both interfaces.
pub fn engines() -> [Engine; 2] {
    [Engine::peer("simdutf8-basic", basic), Engine::peer("simdutf8-compat", compat)]
}

fn basic(task: Task) -> Offer {
    match task {
        Task::Validate(Utf8) => {
            offer(|src, _| simdutf8::basic::from_utf8(src).map_or(0, |text| text.len()))
        }
        _ => None,
    }
}

fn compat(task: Task) -> Offer {
    match task {
        Task::Validate(Utf8) | Task::ErrorPosition(Utf8) => offer(|src, _| {
            simdutf8::compat::from_utf8(src)
                .map_or_else(|error| error.valid_up_to(), |text| text.len())
        }),
        _ => None,
    }
}
