//! Long loops on all cores: threads take batches from one counter.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

/// Calls `work` for each number below `count`, on as many threads as there are cores.
///
/// A panic in `work` ends its thread, and with it the test once the others are done.
pub(crate) fn each(count: u64, work: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let take_all = || {
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= count {
                return;
            }
            work(batch);
        }
    };
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(take_all);
        }
    });
}
