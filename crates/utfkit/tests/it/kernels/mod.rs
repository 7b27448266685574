//! The kernels of each set, against each other and against what is simple.

mod agree;
mod exhaustive;
