//! The choice of rows by the types of units.

use crate::{
    form::{Form, unit::Unit},
    simd::{
        Row,
        operations::{self, ASCII_PREFIX},
        shared::kernel::{Convert, Lossy},
        short,
    },
};

// Rows for units of some types. Each way leads to a row that is chosen at compile time: a program
// links the rows of these types, and of both byte orders only where the caller may have either.

/// Whether `form` is that of little-endian units of `U`, or of units of one byte.
#[inline(always)]
pub(super) fn is_little<U: Unit>(form: Form) -> bool {
    form == U::FORMS[0]
}

/// The row that converts units of `S` into units of `D`.
#[inline(always)]
pub(crate) fn convert_row<S: Unit, D: Unit>(from: Form, to: Form) -> &'static Row<Convert> {
    match (is_little::<S>(from), is_little::<D>(to)) {
        (true, true) => const { operations::convert(S::FORMS[0], D::FORMS[0]) },
        (true, false) => const { operations::convert(S::FORMS[0], D::FORMS[1]) },
        (false, true) => const { operations::convert(S::FORMS[1], D::FORMS[0]) },
        (false, false) => const { operations::convert(S::FORMS[1], D::FORMS[1]) },
    }
}

/// The row that converts well-formed units of `S` into units of `D`.
#[inline(always)]
pub(crate) fn known_row<S: Unit, D: Unit>(from: Form, to: Form) -> &'static Row<Convert> {
    match (is_little::<S>(from), is_little::<D>(to)) {
        (true, true) => const { operations::convert_known(S::FORMS[0], D::FORMS[0]) },
        (true, false) => const { operations::convert_known(S::FORMS[0], D::FORMS[1]) },
        (false, true) => const { operations::convert_known(S::FORMS[1], D::FORMS[0]) },
        (false, false) => const { operations::convert_known(S::FORMS[1], D::FORMS[1]) },
    }
}

/// The row that converts units of `S` into units of `D` with replacement.
#[inline(always)]
pub(crate) fn lossy_row<S: Unit, D: Unit>(from: Form, to: Form) -> &'static Row<Lossy> {
    match (is_little::<S>(from), is_little::<D>(to)) {
        (true, true) => const { operations::lossy(S::FORMS[0], D::FORMS[0]).unwrap() },
        (true, false) => const { operations::lossy(S::FORMS[0], D::FORMS[1]).unwrap() },
        (false, true) => const { operations::lossy(S::FORMS[1], D::FORMS[0]).unwrap() },
        (false, false) => const { operations::lossy(S::FORMS[1], D::FORMS[1]).unwrap() },
    }
}

/// How many bytes of `src`, from its start, are ASCII.
#[inline]
pub(crate) fn ascii(src: &[u8]) -> usize {
    if short::is_ascii(src) {
        return src.len();
    }
    ASCII_PREFIX.run(src)
}
