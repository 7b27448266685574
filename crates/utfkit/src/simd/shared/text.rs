//! Forms as types, for code that is written once for all of them.

use crate::{
    form::{Form, Latin1, Utf8, Utf16, Utf32},
    simd::portable::Plain,
};

/// A form as a type, with its name.
pub(in crate::simd) trait Text: Plain {
    const FORM: Form;
    /// Whether the highest byte of a unit comes first.
    const BIG: bool = false;
}

impl Text for Latin1 {
    const FORM: Form = Form::Latin1;
}

impl Text for Utf8 {
    const FORM: Form = Form::Utf8;
}

impl<const BIG: bool> Text for Utf16<BIG> {
    const FORM: Form = if BIG { Form::Utf16Be } else { Form::Utf16Le };
    const BIG: bool = BIG;
}

impl<const BIG: bool> Text for Utf32<BIG> {
    const FORM: Form = if BIG { Form::Utf32Be } else { Form::Utf32Le };
    const BIG: bool = BIG;
}
