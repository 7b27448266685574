//! The engines, with a call for each task that an engine can do.

mod bstr;
mod encoding_rs;
mod little;
mod memchr;
mod simdutf;
mod simdutf8;
mod std;
mod symbols;
mod utfkit;

use ::std::hint::black_box;

use crate::{input::Input, operations::Task};

/// A call that does a task. It reads bytes, may write bytes, and returns an answer that is checked.
/// For a task that writes, the answer is the number of bytes written.
pub trait Call {
    /// Runs one call.
    fn once(&self, src: &[u8], dst: &mut [u8]) -> usize;
    /// Runs all calls of a pass.
    fn pass(&self, input: &Input, dst: &mut [u8]);
}

impl<F: Fn(&[u8], &mut [u8]) -> usize> Call for F {
    fn once(&self, src: &[u8], dst: &mut [u8]) -> usize {
        self(src, dst)
    }

    /// This function is compiled with each engine's call inlined, so that there is nothing between
    /// the loop and the engine.
    #[inline(never)]
    fn pass(&self, input: &Input, dst: &mut [u8]) {
        for piece in input.pieces() {
            black_box(self(black_box(piece), black_box(&mut *dst)));
        }
    }
}

/// The call of an engine for a task; `None` if the engine cannot do it.
type Offer = Option<Box<dyn Call>>;

/// Wraps a call.
fn offer(call: impl Fn(&[u8], &mut [u8]) -> usize + 'static) -> Offer {
    Some(Box::new(call))
}

/// An engine.
pub struct Engine {
    /// The name of the engine in the tables.
    pub name: String,
    /// `true` if utfkit is compared with this engine; `false` if the engine is part of utfkit.
    pub peer: bool,
    offers: Box<dyn Fn(Task) -> Offer>,
}

impl Engine {
    fn peer(name: impl Into<String>, offers: impl Fn(Task) -> Offer + 'static) -> Self {
        Self { name: name.into(), peer: true, offers: Box::new(offers) }
    }

    fn own(name: impl Into<String>, offers: impl Fn(Task) -> Offer + 'static) -> Self {
        Self { name: name.into(), peer: false, offers: Box::new(offers) }
    }

    /// Returns a call that does `task`.
    pub fn offer(&self, task: Task) -> Offer {
        (self.offers)(task)
    }
}

/// The name of the engine with utfkit's public functions.
pub const PUBLIC: &str = "utfkit";

/// Returns the engine whose answers are correct.
pub fn reference() -> Engine {
    std::engine()
}

/// Returns every engine, utfkit's own first. `libraries` adds shared libraries
/// (`label=PATH[@kernel]`).
pub fn all(libraries: &[String]) -> Result<Vec<Engine>, String> {
    let mut engines = utfkit::engines();
    engines.push(reference());
    engines.push(simdutf::linked());
    engines.extend(simdutf8::engines());
    engines.push(encoding_rs::engine());
    engines.push(bstr::engine());
    engines.push(memchr::engine());
    for library in libraries {
        engines.push(simdutf::loaded(library)?);
    }
    Ok(engines)
}
