//! Runs work on several threads.

use std::{num::NonZero, ops::Range, thread};

/// The minimum number of bytes for which a second thread is worth its start.
const WORTH: usize = 1 << 20;

/// The maximum number of threads.
const MAX: usize = 16;

/// Runs `work` on ranges of `rows`, which have `bytes` in all. Returns the results in order.
pub(super) fn by_ranges<T: Send>(
    rows: usize,
    bytes: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let parts = MAX.min(bytes / WORTH + 1).min(rows);
    if parts <= 1 {
        return vec![work(0..rows)];
    }
    // Short columns do not ask: the system may read files to answer.
    let parts = parts.min(thread::available_parallelism().map_or(1, NonZero::get));
    let range = |part: usize| rows * part / parts..rows * (part + 1) / parts;
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> =
            (1..parts).map(|part| scope.spawn(move || work(range(part)))).collect();
        let mut results = vec![work(range(0))];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}
