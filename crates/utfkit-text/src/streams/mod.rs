//! Decodes streams to characters or code points with their offsets, also line by line in several
//! encodings, and cuts texts between characters.

#[cfg(feature = "unstable-parts")]
pub mod block;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod block;
#[cfg(feature = "unstable-parts")]
pub mod choose;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod choose;
#[cfg(feature = "unstable-parts")]
pub mod code_points;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod code_points;
pub(crate) mod cutter;
pub(crate) mod decoder;
pub(crate) mod events;
pub(crate) mod layout;
#[cfg(feature = "unstable-parts")]
pub mod line_parts;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod line_parts;
pub(crate) mod placed;
pub(crate) mod reading;
#[cfg(feature = "unstable-parts")]
pub mod refused;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod refused;
pub(crate) mod text;

#[cfg(feature = "unstable-parts")]
pub use self::choose::{
    by_line::Mixed,
    fit::{Decoded, Fit},
    plausible::{Plausible, Sight},
};
pub use self::choose::{by_line::Use, candidates::Candidates};
#[cfg(feature = "unstable-parts")]
pub use self::code_points::{CodePoints, Places};
#[cfg(feature = "unstable-parts")]
pub use self::cutter::{Cutter, Sink, Stop, Unit, Until};
#[cfg(feature = "unstable-parts")]
pub use self::decoder::{Decoder, TextDecoder};
#[cfg(feature = "unstable-parts")]
pub use self::events::{Events, Stretch};
#[cfg(feature = "unstable-parts")]
pub use self::line_parts::{Edge, LinePart};
#[cfg(feature = "unstable-parts")]
pub use self::placed::{Cell, Cells, TakeCell, What};
pub use self::reading::Reading;
#[cfg(feature = "unstable-parts")]
pub use self::text::{Part, Piece, Take, TextReader};
