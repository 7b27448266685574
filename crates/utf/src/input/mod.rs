//! Input: operands, the files of folders, what is compressed; all of it read by blocks.

mod compressed;
mod decompress;
mod descent;
mod files;
pub mod full;
mod listed;
#[allow(dead_code, reason = "a build may lack all ways to compress")]
mod members;
mod named;
mod names;
mod nature;
mod operand;
mod passed;
mod reading;
mod regular;
mod repository;
mod stream;
mod turns;
mod walk;
mod walk_trouble;
mod written;

pub use compressed::Method;
pub use files::{Files, Found};
pub use named::Named;
pub use nature::{LOOK, Nature};
pub use operand::Operand;
pub use passed::{Passed, passed_words};
pub use reading::{BLOCK, Counted, Head, Source, Unmoved, read_head, read_some};
pub use regular::open_regular;
pub use stream::{DecompressArgs, Stream};
pub use turns::Turns;
pub use walk::{Entry, WalkArgs};
pub use written::Written;
