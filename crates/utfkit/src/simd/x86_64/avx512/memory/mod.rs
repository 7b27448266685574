//! Memory access: machine properties, and support for text that is larger than the caches.

pub(in crate::simd) mod ahead;
pub(in crate::simd) mod cursor;
pub(in crate::simd) mod machine;
pub(in crate::simd) mod non_temporal;
