//! Categories, scripts and blocks of code points.

use std::fmt::Write as _;

use icu_properties::{
    CodePointMapData, PropertyNamesLong, PropertyNamesShort,
    props::{Block, GeneralCategory, NamedEnumeratedProperty, Script},
};

/// Whether `value` is a noncharacter (Unicode D14).
pub fn is_noncharacter(value: u32) -> bool {
    value <= 0x10_FFFF && (value & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&value))
}

/// The general category; `None` beyond Unicode.
pub fn category(value: u32) -> Option<GeneralCategory> {
    (value <= 0x10_FFFF).then(|| CodePointMapData::<GeneralCategory>::new().get32(value))
}

/// The two letters of a general category.
pub fn short_category(value: u32) -> &'static str {
    category(value).and_then(short).unwrap_or("--")
}

fn short<P: NamedEnumeratedProperty>(property: P) -> Option<&'static str> {
    PropertyNamesShort::<P>::new().get(property)
}

fn long<P: NamedEnumeratedProperty>(property: P) -> Option<String> {
    PropertyNamesLong::<P>::new().get(property).map(|name| name.replace('_', " "))
}

/// What is known of a code point besides its name.
pub struct Facts {
    /// The name of its general category.
    pub category: String,
    /// The name of its script.
    pub script: String,
    /// The name of its block; empty if it is in none.
    pub block: String,
}

/// What is known of `value`; `None` beyond Unicode.
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

/// `value` in `U+` notation.
pub fn notation(value: u32) -> String {
    let mut out = String::with_capacity(8);
    // Writing to a string cannot fail.
    let _ = write!(out, "U+{value:04X}");
    out
}
