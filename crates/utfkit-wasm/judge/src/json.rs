//! The options of jobs and questions, and the values of results.

use serde_json::{Map, Value};
use utfkit::Finding;

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
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits =
        |&byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[digit as usize]));
    bytes.iter().flat_map(digits).collect()
}

/// Returns a finding, without its position in lines.
pub(crate) fn finding(finding: &Finding) -> Value {
    serde_json::json!({
        "offset": finding.offset(),
        "kind": finding.kind().code(),
        "bytes": hex(finding.bytes()),
        "message": finding.what().to_string(),
    })
}
