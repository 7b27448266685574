//! The memory of the module: the input, the output, and the open jobs.

use std::cell::RefCell;

use crate::{jobs::Job, output::Output};

/// The length of the input block in bytes.
pub(crate) const CAPACITY: usize = 256 << 10;

pub(crate) struct State {
    pub(crate) input: Vec<u8>,
    pub(crate) output: Output,
    /// The open jobs. A closed job leaves `None`, which the next job takes.
    pub(crate) jobs: Vec<Option<Box<dyn Job>>>,
    /// The model, while JavaScript writes it.
    pub(crate) model: Vec<u8>,
}

impl State {
    /// Returns the first `len` bytes of the input.
    pub(crate) fn input(&self, len: usize) -> &[u8] {
        &self.input[..len.min(CAPACITY)]
    }

    /// Adds a job, and returns its number.
    pub(crate) fn add(&mut self, job: Box<dyn Job>) -> i32 {
        let free = self.jobs.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.jobs.push(None);
            self.jobs.len() - 1
        });
        self.jobs[at] = Some(job);
        at as i32
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State {
        input: vec![0; CAPACITY],
        output: Output::default(),
        jobs: Vec::new(),
        model: Vec::new(),
    });
}

/// Calls `job` with the state. No function of this crate calls it inside of such a call.
pub(crate) fn with<R>(job: impl FnOnce(&mut State) -> R) -> R {
    STATE.with_borrow_mut(job)
}
