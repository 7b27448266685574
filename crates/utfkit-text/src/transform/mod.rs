//! Changes text on its way from one encoding to another: drops inner BOMs, normalizes, and changes
//! line ends. [`Surface`] reads and writes escapes. [`edit()`] replaces text in a file, and keeps its
//! encoding.

#[cfg(feature = "unstable-parts")]
pub mod edit;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod edit;
pub(crate) mod filters;
mod inner_boms;
pub(crate) mod line_ends;
#[cfg(feature = "unstable-parts")]
pub mod normalize;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod normalize;
pub(crate) mod pipeline;
pub(crate) mod surfaces;

pub use self::edit::{Edited, Place, Refusal as EditRefusal, Times, edit};
#[cfg(feature = "unstable-parts")]
pub use self::filters::{Changed, Filters, Kept, Wanted};
pub use self::line_ends::{Eol, Stream as LineEndStream};
#[cfg(feature = "unstable-parts")]
pub use self::normalize::{Form, Stream as NormalizeStream};
#[cfg(feature = "unstable-parts")]
pub use self::pipeline::{Bom, Filtered, Joint, Pipeline, Reader, Site, Tally};
pub use self::surfaces::{Stream as SurfaceStream, Surface, UnknownSurface};
