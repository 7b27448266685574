//! The judgments of `utfkit-text`, and conversion between all encodings, for JavaScript.
//!
//! JavaScript writes to [`input`], calls a function, and reads [`bytes`] and [`text`]. A job works
//! on one stream and is a number outside. Streams come in blocks, and memory does not depend on
//! their length. Texts from and to JavaScript are JSON, except that input bytes are bytes.

mod answers;
mod jobs;
mod json;
mod label;
mod model;
mod output;
mod state;
mod tables;

use output::OK;
use state::{CAPACITY, State, with};

/// Returns the address of the input block.
#[unsafe(no_mangle)]
pub extern "C" fn input() -> *mut u8 {
    with(|state| state.input.as_mut_ptr())
}

/// Returns the length of the input block in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn capacity() -> usize {
    CAPACITY
}

/// Makes room for the file of the model, `len` bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn model_room(len: usize) -> *mut u8 {
    with(|state| {
        state.model = vec![0; len];
        state.model.as_mut_ptr()
    })
}

/// Uses the file of the model that JavaScript wrote into the room.
#[unsafe(no_mangle)]
pub extern "C" fn provide_model() {
    with(|state| model::provide(std::mem::take(&mut state.model)));
}

/// Returns the address of the bytes that the last call returned.
#[unsafe(no_mangle)]
pub extern "C" fn bytes() -> *const u8 {
    with(|state| state.output.bytes.as_ptr())
}

/// Returns the number of these bytes.
#[unsafe(no_mangle)]
pub extern "C" fn bytes_length() -> usize {
    with(|state| state.output.bytes.len())
}

/// Returns the address of the text that the last call returned, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    with(|state| state.output.text.as_ptr())
}

/// Returns the length of this text in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    with(|state| state.output.text.len())
}

/// Opens a job. The first `len` bytes of the input are its kind and its options: an object of JSON.
/// Returns the number of the job, or [`FAILED`](output::FAILED).
#[unsafe(no_mangle)]
pub extern "C" fn open(len: usize) -> i32 {
    with(|state| {
        state.output.clear();
        let opened = json::object(state.input(len)).and_then(|options| jobs::open(&options));
        match opened {
            Ok(job) => state.add(job),
            Err(error) => state.output.fail(&error),
        }
    })
}

/// Passes the first `len` bytes of the input to a job. `last` is 1 at the end of the stream, which
/// closes the job. Returns [`OK`] or [`FAILED`](output::FAILED).
#[unsafe(no_mangle)]
pub extern "C" fn push(job: i32, len: usize, last: u32) -> i32 {
    with(|state| {
        let State { input, output, jobs, .. } = state;
        output.clear();
        let Some(open) = jobs.get_mut(job as usize) else { return output.fail("no such job") };
        let Some(mut running) = open.take() else { return output.fail("the job is closed") };
        running.push(&input[..len.min(CAPACITY)], last != 0, output);
        if last == 0 {
            *open = Some(running);
        }
        OK
    })
}

/// Closes a job. A job that is not open is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn close(job: i32) {
    with(|state| {
        if let Some(open) = state.jobs.get_mut(job as usize) {
            *open = None;
        }
    });
}

/// Answers the question in the first `len` bytes of the input: an object of JSON. Numbers are bytes, and
/// all other answers text. Returns [`OK`] or [`FAILED`](output::FAILED).
#[unsafe(no_mangle)]
pub extern "C" fn ask(len: usize) -> i32 {
    with(|state| {
        state.output.clear();
        let question = json::object(state.input(len));
        let answer = question.and_then(|one| answers::answer(&one, &mut state.output.bytes));
        match answer {
            Ok(answer) => {
                state.output.text = answer.to_string();
                OK
            }
            Err(error) => state.output.fail(&error),
        }
    })
}
