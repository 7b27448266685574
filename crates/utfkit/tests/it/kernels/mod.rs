//! Tests of the kernels of each set, against each other and against simple code.

mod agree;
mod exhaustive;
