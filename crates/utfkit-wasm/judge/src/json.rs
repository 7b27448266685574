//! The options of jobs and questions, and the values of results.

use serde_json::{Map, Value};
use utfkit_text::views::hexadecimal;

/// An object of JSON.
pub(crate) type Object = Map<String, Value>;

/// Reads an object.
pub(crate) fn object(bytes: &[u8]) -> Result<Object, String> {
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}

/// Returns the text with this key.
pub(crate) fn text<'o>(object: &'o Object, key: &str) -> Option<&'o str> {
    object.get(key)?.as_str()
}

/// Returns the number with this key, or `default`.
pub(crate) fn number(object: &Object, key: &str, default: u64) -> u64 {
    object.get(key).and_then(Value::as_u64).unwrap_or(default)
}

/// Returns `true` if the value with this key is `true`.
pub(crate) fn flag(object: &Object, key: &str) -> bool {
    object.get(key).and_then(Value::as_bool).unwrap_or_default()
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    hexadecimal(bytes, "")
}
