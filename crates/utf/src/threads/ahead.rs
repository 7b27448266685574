//! Work in chunks, which idle threads do in advance, and whose results are used in order.

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::idle::Spare;

/// Does the chunks 0 up to `chunks`, and passes each result to `follow`, in order. At most `ahead`
/// results wait for that.
///
/// Each thread calls `worker` once, to get its function for chunks. The function gets the number of
/// a chunk, and a buffer that is reused from chunk to chunk. If it returns `None`, all work ends.
/// `follow` can also end it, or returns the buffer.
pub fn ahead<R, D, W>(
    spare: &Spare,
    chunks: u64,
    ahead: u64,
    worker: impl Fn() -> W,
    mut follow: impl FnMut(u64, D) -> ControlFlow<(), R>,
) where
    R: Default + Send,
    D: Send,
    W: FnMut(u64, R) -> Option<D> + Send,
{
    let board = Board::new(chunks, ahead);
    thread::scope(|scope| {
        let board = &board;
        // The other threads must stop even if this one panics, or they would wait for it.
        let _stop = Stop(board);
        let mut work = worker();
        for number in 0..chunks {
            if let Some(token) = spare.take() {
                let mut work = worker();
                let help = move || {
                    let _stop = StopOnPanic(board);
                    while let Some(number) = board.claim(true) {
                        board.put(number, work(number, board.room()));
                    }
                    drop(token);
                };
                // If the thread cannot start, this one does all the work.
                let _ = thread::Builder::new().spawn_scoped(scope, help);
            }
            // While its next chunk is not done, this thread does chunks itself.
            let done = loop {
                if let Some(done) = board.get(number) {
                    break done;
                }
                match board.claim(false) {
                    Some(mine) => board.put(mine, work(mine, board.room())),
                    None => break board.wait(number),
                }
            };
            let Some(ControlFlow::Continue(room)) = done.map(|done| follow(number, done)) else {
                break;
            };
            board.give_back(room);
        }
    });
}

/// The chunks that are claimed, and their results.
struct Board<R, D> {
    state: Mutex<State<R, D>>,
    /// Signals that the chunk that the main thread waits for is done.
    done: Condvar,
    /// Signals that more chunks may be claimed.
    room: Condvar,
    chunks: u64,
    ahead: u64,
}

struct State<R, D> {
    /// The first chunk that is not claimed.
    next: u64,
    /// The first chunk whose result was not taken, and the results from there on.
    first: u64,
    done: VecDeque<Option<Option<D>>>,
    /// Buffers that are not in use.
    rooms: Vec<R>,
    /// The number of threads that wait for room, and whether one waits for the first chunk. They
    /// are counted because a notification costs a system call even if nobody waits.
    idle: usize,
    waiting: bool,
    stopped: bool,
}

impl<R: Default, D> Board<R, D> {
    fn new(chunks: u64, ahead: u64) -> Self {
        let (done, rooms) = (VecDeque::new(), Vec::new());
        let (idle, waiting) = (0, false);
        let state = State { next: 0, first: 0, done, rooms, idle, waiting, stopped: false };
        let (done, room) = (Condvar::new(), Condvar::new());
        Self { state: Mutex::new(state), done, room, chunks, ahead }
    }

    /// Returns a buffer.
    fn room(&self) -> R {
        self.lock().rooms.pop().unwrap_or_default()
    }
}

impl<R, D> Board<R, D> {
    fn lock(&self) -> MutexGuard<'_, State<R, D>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Claims a chunk, and returns its number. If none is available now, waits for one if
    /// `patient`.
    fn claim(&self, patient: bool) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if state.stopped || state.next == self.chunks {
                return None;
            }
            if state.next < state.first + self.ahead {
                state.next += 1;
                state.done.push_back(None);
                return Some(state.next - 1);
            }
            if !patient {
                return None;
            }
            state.idle += 1;
            state = wait(&self.room, state);
            state.idle -= 1;
        }
    }

    /// Stores the result of a chunk.
    fn put(&self, number: u64, done: Option<D>) {
        let mut state = self.lock();
        let at = usize::try_from(number - state.first).unwrap_or(usize::MAX);
        if let Some(slot) = state.done.get_mut(at) {
            *slot = Some(done);
        }
        if at == 0 && state.waiting {
            self.done.notify_all();
        }
    }

    /// Takes the result of chunk `number`, the first that was not taken; `None` if it is not done.
    fn get(&self, number: u64) -> Option<Option<D>> {
        self.pop(&mut self.lock(), number)
    }

    /// Waits for the result of chunk `number`, which another thread has claimed.
    fn wait(&self, number: u64) -> Option<D> {
        let mut state = self.lock();
        loop {
            if let Some(done) = self.pop(&mut state, number) {
                return done;
            }
            if state.stopped {
                return None;
            }
            state.waiting = true;
            state = wait(&self.done, state);
            state.waiting = false;
        }
    }

    fn give_back(&self, room: R) {
        self.lock().rooms.push(room);
    }

    /// Stops the work: no more chunks are claimed.
    fn stop(&self) {
        self.lock().stopped = true;
        self.done.notify_all();
        self.room.notify_all();
    }

    fn pop(&self, state: &mut State<R, D>, number: u64) -> Option<Option<D>> {
        if number != state.first || !state.done.front().is_some_and(Option::is_some) {
            return None;
        }
        state.first += 1;
        // Wake waiting threads for several chunks at once, not for each.
        if state.idle > 0 && state.next - state.first <= self.ahead / 2 {
            self.room.notify_all();
        }
        state.done.pop_front().flatten()
    }
}

fn wait<'s, S>(on: &Condvar, state: MutexGuard<'s, S>) -> MutexGuard<'s, S> {
    on.wait(state).unwrap_or_else(PoisonError::into_inner)
}

struct Stop<'b, R, D>(&'b Board<R, D>);

impl<R, D> Drop for Stop<'_, R, D> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

struct StopOnPanic<'b, R, D>(&'b Board<R, D>);

impl<R, D> Drop for StopOnPanic<'_, R, D> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the chunks that were followed, of `chunks` in all, up to `end`.
    fn followed(chunks: u64, most_ahead: u64, threads: usize, end: u64) -> Vec<u64> {
        let spare = Spare::new(threads);
        let mut seen = Vec::new();
        let worker = || |number: u64, room: Vec<u64>| Some((number, room)).filter(|_| number != 70);
        ahead(&spare, chunks, most_ahead, worker, |number, (done, mut room): (u64, Vec<u64>)| {
            assert_eq!(number, done);
            room.push(done);
            seen.push(done);
            if number == end { ControlFlow::Break(()) } else { ControlFlow::Continue(room) }
        });
        assert!((0..threads).all(|_| spare.take().is_some()), "all threads are given back");
        seen
    }

    #[test]
    fn all_are_followed_in_order_by_any_number_of_threads() {
        for threads in [0, 1, 2, 5] {
            for most_ahead in [1, 2, 3, 8] {
                for chunks in [0, 1, 3, 60] {
                    let seen = followed(chunks, most_ahead, threads, u64::MAX);
                    assert!(seen.iter().copied().eq(0..chunks), "{threads} {most_ahead} {seen:?}");
                }
                assert_eq!(followed(60, most_ahead, threads, 20).len(), 21);
                // One of the chunks cannot be done.
                assert_eq!(followed(200, most_ahead, threads, u64::MAX).len(), 70);
            }
        }
    }
}
