//! The engines: for each task that one can do, a call that does it.

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

/// A way to do a task: it reads bytes, may write bytes, and gives an answer by which it is
/// checked. The answer of a task that writes is how many bytes it wrote.
pub trait Call {
    /// One call.
    fn once(&self, src: &[u8], dst: &mut [u8]) -> usize;
    /// All calls of a pass.
    fn pass(&self, input: &Input, dst: &mut [u8]);
}

impl<F: Fn(&[u8], &mut [u8]) -> usize> Call for F {
    fn once(&self, src: &[u8], dst: &mut [u8]) -> usize {
        self(src, dst)
    }

    /// Compiled with each engine's call in it, so that nothing stands between the loop and the
    /// engine.
    #[inline(never)]
    fn pass(&self, input: &Input, dst: &mut [u8]) {
        for piece in input.pieces() {
            black_box(self(black_box(piece), black_box(&mut *dst)));
        }
    }
}

/// What an engine answers when it is asked for a task.
type Offer = Option<Box<dyn Call>>;

/// Offers a call.
fn offer(call: impl Fn(&[u8], &mut [u8]) -> usize + 'static) -> Offer {
    Some(Box::new(call))
}

/// An engine.
pub struct Engine {
    /// Its name in the tables.
    pub name: String,
    /// Whether the library is measured by it; if not, the engine is utfkit's own.
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

    /// A call that does `task`.
    pub fn offer(&self, task: Task) -> Offer {
        (self.offers)(task)
    }
}

/// The name of the engine that is utfkit by its public functions.
pub const PUBLIC: &str = "utfkit";

/// The engine whose answers are right.
pub fn reference() -> Engine {
    std::engine()
}

/// Every engine, utfkit's own first, with the shared libraries that `libraries` name
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
