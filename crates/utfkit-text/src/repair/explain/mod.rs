//! The cheapest explanation of a text: what it was, and how it was damaged.
//!
//! A text is a sequence of *tokens*. Each token is correct, or came through a *channel* that damaged
//! it: UTF-8 that was read in a wrong charset, bytes of a legacy charset, lost bytes. The trained
//! model computes the cost of a token in bits as it is, and the cost of each text that it may have
//! been. A channel has a price that a line pays once, and each changed token pays a little. The
//! cheapest explanation of all tokens of a line, in the best language, is the answer. If two are
//! nearly as cheap and make other texts, there is no answer.
//!
//! A text is looked at twice: the first look learns the channels and the language of the file.
//!
//! | file | job |
//! | --- | --- |
//! | `tokens` | a line as characters and raw bytes, cut into tokens; which channels are possible |
//! | `ways` | the channels with their prices, and the texts that a token may have been |
//! | `group` | the channels of a line, the text of each token, and what the file has shown |
//! | `text` | the lines of a text, and the parts of it that were damaged; escapes, examples |
//! | `memory` | caches |
//! | `weights` | costs and limits |

mod charset;
#[cfg(feature = "charsets")]
mod group;
#[cfg(feature = "charsets")]
mod memory;
#[cfg(any(feature = "charsets", feature = "audit"))]
pub(crate) mod parts;
#[cfg(feature = "charsets")]
mod text;
#[cfg(feature = "charsets")]
mod tokens;
#[cfg(feature = "charsets")]
pub(crate) mod ways;
#[cfg(feature = "charsets")]
mod weights;
#[cfg(not(feature = "charsets"))]
mod without;

pub use charset::MojibakeCharset;
#[cfg(feature = "charsets")]
pub(crate) use text::{
    lines::Explainer,
    segment::{Segment, Whole},
};
#[cfg(not(feature = "charsets"))]
pub(crate) use without::Explainer;
#[cfg(all(not(feature = "charsets"), feature = "audit"))]
pub(crate) use without::Segment;
