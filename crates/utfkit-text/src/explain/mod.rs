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
//! | `units`, `tokens` | a line as characters and raw bytes, cut into tokens |
//! | `gate` | which channels are possible for a token, without the model |
//! | `pages`, `gbk`, `sequences` | UTF-8 in the characters of a charset, also with lost bytes |
//! | `channels` | the channels, and their prices |
//! | `alternatives`, `claims` | the texts that a token may have been; what authors write on purpose |
//! | `whole` | text that is in one legacy charset as a whole |
//! | `group`, `verdict` | the channels of a line, and the text of each token |
//! | `knowledge` | what the file has shown |
//! | `lines`, `segment` | the lines of a text, and the parts of it that were damaged |
//! | `escapes`, `quoted` | damage in escapes such as `\u00c3`; examples of mojibake |
//! | `memory` | caches |

mod charset;
pub(crate) mod parts;

#[cfg(feature = "charsets")]
mod alternatives;
#[cfg(feature = "charsets")]
pub(crate) mod channels;
#[cfg(feature = "charsets")]
mod claims;
#[cfg(feature = "charsets")]
mod escapes;
#[cfg(feature = "charsets")]
mod gate;
#[cfg(feature = "charsets")]
mod gbk;
#[cfg(feature = "charsets")]
mod group;
#[cfg(feature = "charsets")]
mod knowledge;
#[cfg(feature = "charsets")]
mod lines;
#[cfg(feature = "charsets")]
mod memory;
#[cfg(feature = "charsets")]
pub(crate) mod pages;
#[cfg(feature = "charsets")]
mod quoted;
#[cfg(feature = "charsets")]
pub(crate) mod segment;
#[cfg(feature = "charsets")]
mod sequences;
#[cfg(feature = "charsets")]
mod tokens;
#[cfg(feature = "charsets")]
mod units;
#[cfg(feature = "charsets")]
mod verdict;
#[cfg(feature = "charsets")]
mod weights;
#[cfg(feature = "charsets")]
mod whole;
#[cfg(not(feature = "charsets"))]
mod without;

pub use charset::MojibakeCharset;
#[cfg(feature = "charsets")]
pub(crate) use {knowledge::Knowledge, lines::Explainer};
#[cfg(not(feature = "charsets"))]
pub(crate) use without::{Explainer, Knowledge};
