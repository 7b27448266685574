//! Tests of the streaming converter.

mod adapters;
mod boms;
mod decode;
mod parts;
mod resume;
mod shifts;
mod split_invariance;
mod stream_cost;
mod vectors;
mod whatwg;
