//! Changes text on its way from one encoding to another: drops inner BOMs, normalizes, and changes
//! line ends.

pub mod filters;
mod inner_boms;
pub mod line_ends;
pub mod normalize;
pub mod pipeline;
