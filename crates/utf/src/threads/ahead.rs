//! Work in chunks, which idle threads do in advance, and whose results are used in order.

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::idle::Spare;

/// Does chunks 0 up to `chunks` and lets `follow` have what became of each, in order; at most
/// `ahead` of them wait for it.
///
/// `worker` makes what does a chunk, for each thread its own: it takes the number of the chunk and
/// room that is kept from chunk to chunk, and gives `None` if it cannot be done, which ends it all
/// as `follow` can. That gives the room back.
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
        // Also if this thread panics, or the others would wait for it.
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
                // Without it the work is done all the same.
                let _ = thread::Builder::new().spawn_scoped(scope, help);
            }
            // This thread does chunks, too, until the one that it waits for is there.
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

/// Which chunks are taken, and what became of them.
struct Board<R, D> {
    state: Mutex<State<R, D>>,
    /// The chunk that is waited for was done.
    done: Condvar,
    /// There is room for chunks again.
    room: Condvar,
    chunks: u64,
    ahead: u64,
}

struct State<R, D> {
    /// The next that nobody has taken.
    next: u64,
    /// The first that was not asked for yet, and those behind it, as far as they are done.
    first: u64,
    done: VecDeque<Option<Option<D>>>,
    /// Rooms that are not in use.
    rooms: Vec<R>,
    /// How many threads wait for room, and whether one waits for the first chunk. Waking costs a
    /// call of the system, be there anybody or not.
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

    /// A room.
    fn room(&self) -> R {
        self.lock().rooms.pop().unwrap_or_default()
    }
}

impl<R, D> Board<R, D> {
    fn lock(&self) -> MutexGuard<'_, State<R, D>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a chunk to be done. If there is none now, waits for one if `patient`.
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

    /// Puts down what became of a chunk.
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

    /// Takes what became of chunk `number`, the first that was not asked for; `None` if that is not
    /// known yet.
    fn get(&self, number: u64) -> Option<Option<D>> {
        self.pop(&mut self.lock(), number)
    }

    /// Waits for what became of chunk `number`, which someone has taken.
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

    /// No more chunks are wanted.
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
        // Who waits for room is woken for several chunks, not for each.
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

    /// The chunks that were followed, of so many, up to the one at which it ends.
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
                // One of them cannot be done.
                assert_eq!(followed(200, most_ahead, threads, u64::MAX).len(), 70);
            }
        }
    }
}
