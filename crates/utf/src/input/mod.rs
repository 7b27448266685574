//! Input: operands, the files of folders, what is compressed; all of it read by blocks.

mod descent;
mod files;
mod listed;
#[allow(dead_code, reason = "a build may lack all ways to compress")]
mod named;
mod names;
mod nature;
mod operand;
mod passed;
mod repository;
mod stream;
mod turns;
mod walk;
mod walk_rules;
mod walk_trouble;
mod written;

pub use crate::files::compressed::method::Method;
pub use crate::files::reading::{BLOCK, Counted, Head, Source, Unmoved, read_head, read_some};
pub use crate::files::regular::open_regular;
pub use files::{Files, Found};
pub use named::Named;
pub use nature::{LOOK, Nature};
pub use operand::Operand;
pub use passed::{Passed, passed_words};
pub use stream::{DecompressArgs, Stream};
pub use turns::Turns;
pub use walk::{Entry, WalkArgs};
pub use written::Written;
