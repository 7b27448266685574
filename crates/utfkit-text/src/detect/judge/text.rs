//! The cost of a text, no matter which encoding it was read from.

use crate::detect::weights::{BIT, Cost};
use utfkit::{Encoding, transcode};

use crate::detect::model::{
    meter::{self, Meter, price_of_bytes},
    reading::Reading,
};
use crate::detect::weights::text::{ERROR, UNKNOWN};

/// Returns the cheapest language of `text`, if the model knows it, and the cost.
#[cfg(feature = "charsets")]
pub(crate) fn cost(text: &str) -> (Option<&'static str>, Cost) {
    let by_script = by_script(text) + UNKNOWN;
    let (language, cost) = by_language(text);
    if cost <= by_script { (language, cost) } else { (None, by_script) }
}

/// Returns the cheapest language of `text` according to the model, and the cost.
#[cfg(feature = "charsets")]
pub(crate) fn by_language(text: &str) -> (Option<&'static str>, Cost) {
    use crate::model::score::{Scored, score};
    let scored = Scored::all(text);
    score(&scored).best().map_or((None, 0), |(language, cost)| (Some(language), cost))
}

/// Returns the cost of `text`.
#[cfg(not(feature = "charsets"))]
pub(crate) fn by_language(text: &str) -> (Option<&'static str>, Cost) {
    cost(text)
}

/// Returns the cost of `text`, by its scripts.
#[cfg(not(feature = "charsets"))]
pub(crate) fn cost(text: &str) -> (Option<&'static str>, Cost) {
    (None, by_script(text))
}

/// Returns the cost of `text` by a model that knows scripts, but no languages.
fn by_script(text: &str) -> Cost {
    in_bits(Meter::of(text).price())
}

/// Converts a price of the model of scripts to a cost.
pub(crate) fn in_bits(price: meter::Price) -> Cost {
    (price * BIT as u64 / meter::BIT) as Cost
}

/// Returns the cost of `bytes` as binary data.
pub(crate) fn cost_of_binary(bytes: &[u8]) -> Cost {
    in_bits(price_of_bytes(bytes))
}

/// Returns the cost of well-formed `bytes` as text in `encoding` and in this language. It is at least
/// [`cost_in`].
#[cfg(feature = "charsets")]
pub(crate) fn cost_in_language(bytes: &[u8], encoding: Encoding, language: &str) -> Option<Cost> {
    use crate::model::score::{Scored, score_in};
    if let Some(scored) = super::charset::scored(bytes, encoding) {
        return score_in(&scored, language);
    }
    let (text, errors) = transcode::decode_lossy(bytes, encoding);
    if errors > 0 { None } else { score_in(&Scored::all(&text), language) }
}

/// Without the model, languages are not known.
#[cfg(not(feature = "charsets"))]
pub(crate) fn cost_in_language(_: &[u8], _: Encoding, _: &str) -> Option<Cost> {
    None
}

/// Returns the cost of `bytes` as text in `encoding`.
pub(crate) fn cost_in(bytes: &[u8], encoding: Encoding) -> Cost {
    // Well-formed text needs no model of scripts.
    if let (text, 0) = transcode::decode_lossy(bytes, encoding) {
        return by_language(&text).1;
    }
    let reading = Reading::of(bytes, encoding);
    by_language(reading.text()).1 + reading.ill_formed as Cost * ERROR
}
