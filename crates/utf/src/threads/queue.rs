//! The started jobs, in order, with their output so far.

use std::{
    collections::VecDeque,
    io, mem,
    sync::{Condvar, Mutex, MutexGuard},
};

use super::{job::Job, outbox::Piece};
use crate::process::{lock::lock, open_limit};

/// How many jobs may be begun, or done and not told, where as many files may be open.
const MAX_JOBS: usize = 128;

/// How much a job that is not the first may tell before it waits.
const MAX_TOLD: usize = 64 * 1024;

/// The jobs that are begun.
///
/// Whoever does the first job tells what it has to tell, and then what others have left behind it.
/// So there is always one thread, and only one, that tells.
pub(super) struct Queue<J, N> {
    state: Mutex<State<J, N>>,
    /// The first job became another, or all is to stop.
    turned: Condvar,
    /// How many jobs may be begun, or done and not told.
    most: usize,
}

struct State<J, N> {
    slots: VecDeque<Slot<J, N>>,
    /// The number of the first of them.
    first: u64,
    stopped: bool,
    error: Option<io::Error>,
}

enum Slot<J, N> {
    /// Someone does the job.
    Runs(Vec<Piece<N>>),
    /// It is done.
    Done(Vec<Piece<N>>),
    /// It waits until it is the first.
    Waits(J),
}

/// What becomes of a job that is taken.
pub(super) enum Start<J> {
    Now(u64, J),
    Later,
}

/// What is next to be done by who tells.
pub(super) enum Next<J, N> {
    Told(Vec<Piece<N>>),
    Job(u64, J),
    /// Someone else does the first job, or there is none.
    Runs,
}

impl<J, N> Default for Queue<J, N> {
    fn default() -> Self {
        let state = State { slots: VecDeque::new(), first: 0, stopped: false, error: None };
        let most = open_limit::untold(MAX_JOBS);
        Self { state: Mutex::new(state), turned: Condvar::new(), most }
    }
}

impl<J, N> State<J, N> {
    fn slot(&mut self, number: u64) -> Option<&mut Slot<J, N>> {
        let at = usize::try_from(number.checked_sub(self.first)?).ok()?;
        self.slots.get_mut(at)
    }
}

impl<J, N> Queue<J, N> {
    fn lock(&self) -> MutexGuard<'_, State<J, N>> {
        lock(&self.state)
    }

    fn wait<'q>(&self, state: MutexGuard<'q, State<J, N>>) -> MutexGuard<'q, State<J, N>> {
        self.turned.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Waits until another job may be begun; `false` if none may ever.
    pub(super) fn wait_for_room(&self) -> bool {
        let mut state = self.lock();
        while !state.stopped && state.slots.len() >= self.most {
            state = self.wait(state);
        }
        !state.stopped
    }

    /// Ends all.
    pub(super) fn stop(&self, error: Option<io::Error>) {
        let mut state = self.lock();
        state.stopped = true;
        state.error = state.error.take().or(error);
        self.turned.notify_all();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    pub(super) fn is_first(&self, number: u64) -> bool {
        self.lock().first == number
    }

    /// The error that ended it.
    pub(super) fn result(self) -> io::Result<()> {
        self.lock().error.take().map_or(Ok(()), Err)
    }

    /// Job `number` goes on to tell `pieces`: what is to be told now, if it is the first.
    pub(super) fn deliver(&self, number: u64, pieces: &mut Vec<Piece<N>>) -> Option<Vec<Piece<N>>> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            let is_first = state.first == number;
            let Some(Slot::Runs(told)) = state.slot(number) else { return None };
            if is_first {
                let mut all = mem::take(told);
                all.append(pieces);
                return Some(all);
            }
            if told.iter().map(Piece::weight).sum::<usize>() < MAX_TOLD {
                told.append(pieces);
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Job `number` is done but for telling `rest`: what is to be told now, if it is the first,
    /// before [`advance`](Self::advance).
    pub(super) fn finish(&self, number: u64, mut rest: Vec<Piece<N>>) -> Option<Vec<Piece<N>>> {
        let mut state = self.lock();
        let is_first = state.first == number;
        let slot = state.slot(number)?;
        let Slot::Runs(told) = slot else { return None };
        let mut all = mem::take(told);
        all.append(&mut rest);
        if is_first {
            return Some(all);
        }
        *slot = Slot::Done(all);
        None
    }

    /// All of the first job is told: what is next.
    pub(super) fn advance(&self) -> Next<J, N> {
        let mut state = self.lock();
        state.slots.pop_front();
        state.first += 1;
        self.turned.notify_all();
        let number = state.first;
        if state.stopped {
            return Next::Runs;
        }
        let Some(slot) = state.slots.front_mut() else { return Next::Runs };
        match mem::replace(slot, Slot::Runs(Vec::new())) {
            Slot::Waits(job) => Next::Job(number, job),
            Slot::Done(pieces) => Next::Told(pieces),
            runs @ Slot::Runs(_) => {
                *slot = runs;
                Next::Runs
            }
        }
    }
}

impl<J: Job, N> Queue<J, N> {
    /// Takes a job into the queue. One that is not free waits, unless it is the first.
    pub(super) fn push(&self, job: J) -> Start<J> {
        let mut state = self.lock();
        if job.is_free() || state.slots.is_empty() {
            let number = state.first + state.slots.len() as u64;
            state.slots.push_back(Slot::Runs(Vec::new()));
            return Start::Now(number, job);
        }
        state.slots.push_back(Slot::Waits(job));
        Start::Later
    }
}
