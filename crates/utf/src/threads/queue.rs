//! The started jobs, in order, with their output so far.

use std::{
    collections::VecDeque,
    io, mem,
    sync::{Condvar, Mutex, MutexGuard},
};

use super::{job::Job, outbox::Piece};
use crate::process::{lock::lock, open_limit};

/// The maximum number of jobs that are started but not reported, if the limit of open files allows
/// it.
const MAX_JOBS: usize = 128;

/// The maximum output, in bytes, of a job that is not the first, before it waits.
const MAX_WAITING: usize = 64 * 1024;

/// The started jobs.
///
/// The thread of the first job prints its output, and then the output that other threads have left
/// after it. So exactly one thread prints at any time.
pub(super) struct Queue<J, N> {
    state: Mutex<State<J, N>>,
    /// Signals that the first job has changed, or that all work stops.
    turned: Condvar,
    /// The maximum number of jobs that are started but not reported.
    most: usize,
}

struct State<J, N> {
    slots: VecDeque<Slot<J, N>>,
    /// The number of the first slot's job.
    first: u64,
    stopped: bool,
    error: Option<io::Error>,
}

enum Slot<J, N> {
    /// A thread does the job.
    Runs(Vec<Piece<N>>),
    /// The job is done.
    Done(Vec<Piece<N>>),
    /// The job waits until it is the first.
    Waits(J),
}

/// The decision about a new job.
pub(super) enum Start<J> {
    Now(u64, J),
    Later,
}

/// The next action of the thread that prints.
pub(super) enum Next<J, N> {
    Print(Vec<Piece<N>>),
    Job(u64, J),
    /// Another thread does the first job, or there is none.
    Runs,
}

impl<J, N> Default for Queue<J, N> {
    fn default() -> Self {
        let state = State { slots: VecDeque::new(), first: 0, stopped: false, error: None };
        let most = open_limit::unreported(MAX_JOBS);
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

    /// Waits until another job may start. Returns `false` if none may start again.
    pub(super) fn wait_for_room(&self) -> bool {
        let mut state = self.lock();
        while !state.stopped && state.slots.len() >= self.most {
            state = self.wait(state);
        }
        !state.stopped
    }

    /// Stops all work.
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

    /// Returns the error that stopped the work.
    pub(super) fn result(self) -> io::Result<()> {
        self.lock().error.take().map_or(Ok(()), Err)
    }

    /// Adds `pieces` of job `number`. If it is the first job, returns all its pieces, to be printed
    /// now.
    pub(super) fn deliver(&self, number: u64, pieces: &mut Vec<Piece<N>>) -> Option<Vec<Piece<N>>> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            let is_first = state.first == number;
            let Some(Slot::Runs(waiting)) = state.slot(number) else { return None };
            if is_first {
                let mut all = mem::take(waiting);
                all.append(pieces);
                return Some(all);
            }
            if waiting.iter().map(Piece::weight).sum::<usize>() < MAX_WAITING {
                waiting.append(pieces);
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Marks job `number` as done, with its last pieces `rest`. If it is the first job, returns all
    /// its pieces, to be printed before [`advance`](Self::advance).
    pub(super) fn finish(&self, number: u64, mut rest: Vec<Piece<N>>) -> Option<Vec<Piece<N>>> {
        let mut state = self.lock();
        let is_first = state.first == number;
        let slot = state.slot(number)?;
        let Slot::Runs(waiting) = slot else { return None };
        let mut all = mem::take(waiting);
        all.append(&mut rest);
        if is_first {
            return Some(all);
        }
        *slot = Slot::Done(all);
        None
    }

    /// Removes the first job, whose output is complete, and returns the next action.
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
            Slot::Done(pieces) => Next::Print(pieces),
            runs @ Slot::Runs(_) => {
                *slot = runs;
                Next::Runs
            }
        }
    }
}

impl<J: Job, N> Queue<J, N> {
    /// Adds a job to the queue. If it is not free, it waits, unless it is the first.
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
