//! What is done to text on its way from one encoding to another: inner BOMs dropped, normalization,
//! line ends.

pub mod filters;
mod inner_boms;
pub mod line_ends;
pub mod normalize;
pub mod pipeline;
