//! simdutf8: UTF-8 validation, without the offset of the error (`basic`) or with it (`compat`).

use utfkit::simd::Form::Utf8;

use super::{Engine, Offer, offer};
use crate::{operations::Task, rows};

/// Returns the engines of both interfaces.
pub fn engines() -> [Engine; 2] {
    [Engine::peer("simdutf8-basic", basic), Engine::peer("simdutf8-compat", compat)]
}

fn basic(task: Task) -> Offer {
    match task {
        Task::Validate(Utf8) => {
            offer(|src, _| simdutf8::basic::from_utf8(src).map_or(0, |text| text.len()))
        }
        // Crates for Arrow validate in this way: the whole text first, then each offset.
        Task::Rows => offer(|src, _| {
            let (values, offsets) = rows::read(src);
            let is_boundary =
                |text: &str| offsets.iter().all(|&at| text.is_char_boundary(at as usize));
            let in_order = offsets.is_sorted();
            let valid = simdutf8::basic::from_utf8(values).is_ok_and(is_boundary);
            if in_order && valid { offsets.len() } else { 0 }
        }),
        _ => None,
    }
}

fn compat(task: Task) -> Offer {
    match task {
        Task::Validate(Utf8) | Task::ErrorPosition(Utf8) => offer(|src, _| {
            simdutf8::compat::from_utf8(src)
                .map_or_else(|error| error.valid_up_to(), |text| text.len())
        }),
        Task::Rows => {
            offer(|src, _| rows::each(src, |row| simdutf8::compat::from_utf8(row).is_ok()))
        }
        _ => None,
    }
}
