//! Chooses the rows of operations by the types of units.

use crate::{
    form::{Form, unit::Unit},
    simd::{
        Row,
        operations::{self, ASCII_PREFIX},
        shared::kernel::{Convert, Lossy},
        short,
    },
};

// Every branch leads to a row that is chosen at compile time. So a program links only the rows of
// its unit types, and those of both byte orders only where the caller may use either.

/// Returns `true` if `form` is that of little-endian units of `U`, or of one-byte units.
#[inline(always)]
pub(super) fn is_little<U: Unit>(form: Form) -> bool {
    form == U::FORMS[0]
}

/// Returns the row that converts units of `S` into units of `D`.
#[inline(always)]
pub(crate) fn convert_row<S: Unit, D: Unit>(from: Form, to: Form) -> &'static Row<Convert> {
    match (is_little::<S>(from), is_little::<D>(to)) {
        (true, true) => const { operations::convert(S::FORMS[0], D::FORMS[0]) },
        (true, false) => const { operations::convert(S::FORMS[0], D::FORMS[1]) },
        (false, true) => const { operations::convert(S::FORMS[1], D::FORMS[0]) },
        (false, false) => const { operations::convert(S::FORMS[1], D::FORMS[1]) },
    }
}

/// Returns the row that converts well-formed units of `S` into units of `D`.
#[inline(always)]
pub(crate) fn known_row<S: Unit, D: Unit>(from: Form, to: Form) -> &'static Row<Convert> {
    match (is_little::<S>(from), is_little::<D>(to)) {
        (true, true) => const { operations::convert_known(S::FORMS[0], D::FORMS[0]) },
        (true, false) => const { operations::convert_known(S::FORMS[0], D::FORMS[1]) },
        (false, true) => const { operations::convert_known(S::FORMS[1], D::FORMS[0]) },
        (false, false) => const { operations::convert_known(S::FORMS[1], D::FORMS[1]) },
    }
}

/// Returns the row that converts units of `S` into units of `D` with replacement.
#[inline(always)]
pub(crate) fn lossy_row<S: Unit, D: Unit>(from: Form, to: Form) -> &'static Row<Lossy> {
    match (is_little::<S>(from), is_little::<D>(to)) {
        (true, true) => const { operations::lossy(S::FORMS[0], D::FORMS[0]).unwrap() },
        (true, false) => const { operations::lossy(S::FORMS[0], D::FORMS[1]).unwrap() },
        (false, true) => const { operations::lossy(S::FORMS[1], D::FORMS[0]).unwrap() },
        (false, false) => const { operations::lossy(S::FORMS[1], D::FORMS[1]).unwrap() },
    }
}

/// Returns the number of ASCII bytes at the start of `src`.
#[inline]
pub(crate) fn ascii(src: &[u8]) -> usize {
    if short::is_ascii(src) {
        return src.len();
    }
    ASCII_PREFIX.run(src)
}
