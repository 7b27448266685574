//! utf
fn main() {}
