//! Changes text on its way from one encoding to another: drops inner BOMs, normalizes, and changes
//! line ends. [`surfaces`] reads and writes escapes. [`edit`] replaces text in a file, and keeps its
//! encoding.

pub mod edit;
pub mod filters;
mod inner_boms;
pub mod line_ends;
pub mod normalize;
pub mod pipeline;
pub mod surfaces;
