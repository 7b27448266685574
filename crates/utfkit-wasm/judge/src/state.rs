//! The memory of the module: the input, the output, and the open jobs.

use std::{cell::RefCell, fmt::Write as _};

use crate::{FAILED, jobs::Job};

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

/// The results of a call.
#[derive(Default)]
pub(crate) struct Output {
    pub(crate) bytes: Vec<u8>,
    pub(crate) text: String,
}

impl Output {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.text.clear();
    }

    /// Appends `value` to the text as one line.
    pub(crate) fn line(&mut self, value: &serde_json::Value) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.text, "{value}");
    }

    /// Sets the text to the reason of a failure.
    pub(crate) fn fail(&mut self, error: &str) -> i32 {
        self.text = serde_json::json!({ "error": error }).to_string();
        FAILED
    }
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
