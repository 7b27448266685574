//! Labels of domain names in punycode (RFC 3492): `xn--mnchen-3ya`. Letters are not mapped to
//! others, so all labels come back as they were.

mod code;
mod labels;

pub(super) use labels::{Reader, Writer};
