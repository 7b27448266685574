//! Encoding schemes: how text becomes bytes, under which labels, and with which BOM (RFC 3629
//! section 6, RFC 2781 sections 3 and 4).
//!
//! An encoding is a row of one table: a name, its labels, and a scheme. The scheme is a form with a
//! fixed byte order, or a pair of forms between which the BOM decides.
//!
//! A [`Label`] is the name that protocols and people use for an encoding. A [`LabelSet`] chooses
//! whose names these are. The rules of protocols about BOMs are at [`BomPolicy`].

mod bom;
pub(crate) mod encodings;
mod facts;
mod label;
mod lookup;
mod nearest;
pub(crate) mod policy;
mod registration;
pub(crate) mod scheme;
mod section;
mod sets;
mod table;
mod unknown;

pub use crate::codec::charset::name::Charset;
pub use bom::Bom;
pub use encodings::Encoding;
pub use label::Label;
pub use policy::{BomPolicy, BomRule};
pub use registration::{MimeText, Registration};
pub use scheme::ByteOrder;
pub use sets::LabelSet;
pub use unknown::UnknownLabel;
