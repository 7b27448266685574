//! Categories, scripts and blocks of code points.

use std::fmt::Write as _;

use icu_properties::{
    CodePointMapData, PropertyNamesLong, PropertyNamesShort,
    props::{Block, GeneralCategory, NamedEnumeratedProperty, Script},
};

/// Returns `true` if `value` is a noncharacter (Unicode D14).
pub fn is_noncharacter(value: u32) -> bool {
    value <= 0x10_FFFF && (value & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&value))
}

/// Returns the general category of `value`, or `None` beyond Unicode.
pub fn category(value: u32) -> Option<GeneralCategory> {
    (value <= 0x10_FFFF).then(|| CodePointMapData::<GeneralCategory>::new().get32(value))
}

/// Returns the two letters of the general category of `value`, or `--` beyond Unicode.
pub fn short_category(value: u32) -> &'static str {
    category(value).and_then(short).unwrap_or("--")
}

fn short<P: NamedEnumeratedProperty>(property: P) -> Option<&'static str> {
    PropertyNamesShort::<P>::new().get(property)
}

fn long<P: NamedEnumeratedProperty>(property: P) -> Option<String> {
    PropertyNamesLong::<P>::new().get(property).map(|name| name.replace('_', " "))
}

/// The properties of a code point, except its name.
pub struct Facts {
    /// The name of its general category.
    pub category: String,
    /// The name of its script.
    pub script: String,
    /// The name of its block. It is empty if no block has the code point.
    pub block: String,
}

/// Returns the properties of `value`, or `None` beyond Unicode.
pub fn facts(value: u32) -> Option<Facts> {
    let category = category(value)?;
    let script = CodePointMapData::<Script>::new().get32(value);
    let block = CodePointMapData::<Block>::new().get32(value);
    Some(Facts {
        category: long(category)?,
        script: long(script)?,
        block: long(block).unwrap_or_default(),
    })
}

/// Returns `value` in the notation `U+NNNN`, with at least four digits.
pub fn notation(value: u32) -> String {
    let mut out = String::with_capacity(8);
    // Writing to a string cannot fail.
    let _ = write!(out, "U+{value:04X}");
    out
}
