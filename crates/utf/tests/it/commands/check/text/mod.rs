//! How text is read, and what is said of it.

mod kinds;
mod reading;
mod receivers;
mod relatives;
mod vectors;
