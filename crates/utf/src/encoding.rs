//! Encodings as arguments: a label, or `auto`.

use std::io;

use clap::ValueEnum;
use utfkit::{
    Encoding,
    encoding::{Charset, OctetOrder, Signature, SignaturePolicy},
};

use crate::shown;

/// The encoding of the input, as the user gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum From {
    /// What a signature says; UTF-8 where there is none.
    #[default]
    Auto,
    /// This one.
    Known(Encoding),
}

impl From {
    /// The encoding of a stream that begins with `head`, which is all of it or settles what signature
    /// there is.
    pub fn of(self, head: &[u8]) -> Encoding {
        match self {
            From::Known(encoding) => encoding,
            From::Auto => Signature::of(head).map_or(Encoding::Utf8, Signature::encoding),
        }
    }
}

/// How many octets a code unit of `encoding` has.
pub fn octets_of_unit(encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf16
        | Encoding::Utf16Be
        | Encoding::Utf16Le
        | Encoding::Ucs2
        | Encoding::Ucs2Be
        | Encoding::Ucs2Le
        | Encoding::Unicode11 => 2,
        Encoding::Utf32
        | Encoding::Utf32Be
        | Encoding::Utf32Le
        | Encoding::Ucs4
        | Encoding::Ucs4Be
        | Encoding::Ucs4Le => 4,
        _ => 1,
    }
}

/// The value of `--from`.
pub fn parse_from(label: &str) -> Result<From, String> {
    if label.eq_ignore_ascii_case("auto") { Ok(From::Auto) } else { parse(label).map(From::Known) }
}

/// The value of `--to`, and of any other option that names an encoding.
pub fn parse(label: &str) -> Result<Encoding, String> {
    label.parse::<Encoding>().map_err(|error| {
        let mut words = error.to_string();
        if error.nearest().next().is_none() {
            words.push_str("; `utf convert -l` lists what is known");
        }
        shown::line(&words).into_owned()
    })
}

/// The value of `--input-order` and `--output-order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// The most significant octet first
    Big,
    /// The least significant octet first
    Little,
}

impl std::convert::From<Order> for OctetOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Big => OctetOrder::Big,
            Order::Little => OctetOrder::Little,
        }
    }
}

/// The value of `--bom`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Bom {
    /// Read where there may be one, written where the target calls for it
    #[default]
    Auto,
    /// Written if there was one
    Keep,
    /// Read, never written
    Strip,
    /// Always written
    Add,
    /// Must be there
    Require,
    /// An initial U+FEFF is text
    Forbid,
}

impl std::convert::From<Bom> for SignaturePolicy {
    fn from(bom: Bom) -> Self {
        match bom {
            Bom::Auto => SignaturePolicy::Auto,
            Bom::Keep => SignaturePolicy::Keep,
            Bom::Strip => SignaturePolicy::Strip,
            Bom::Add => SignaturePolicy::Add,
            Bom::Require => SignaturePolicy::Require,
            Bom::Forbid => SignaturePolicy::Forbid,
        }
    }
}

/// Prints every encoding with its labels.
pub fn list(out: &mut impl io::Write) -> io::Result<()> {
    let charsets = Charset::all().map(Encoding::Charset);
    for encoding in Encoding::ALL.into_iter().chain(charsets) {
        writeln!(out, "{:<20}{}", encoding.name(), encoding.labels().join(" "))?;
    }
    Ok(())
}
