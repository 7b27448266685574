//! The options for BOMs and byte orders of input and output.

use clap::ValueEnum;
use utfkit::{
    Encoding,
    encoding::{Bom, BomPolicy, BomRule, ByteOrder, Label},
};

use utfkit_text::streams::Reading;

use super::encoding::From;
use crate::process::problem::Problem;

/// The options that change how text is read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ReadingArgs {
    /// How to handle BOMs (byte order marks) [default: auto]
    #[arg(long, value_name = "POLICY")]
    pub bom: Option<BomArg>,
    /// The byte order of `-f utf-16` or `-f utf-32` without a BOM [default: big]
    #[arg(long, value_name = "ORDER")]
    input_order: Option<Order>,
}

impl ReadingArgs {
    /// Rejects options that make no sense for text in `from`.
    pub fn check(self, from: From) -> Result<(), Problem> {
        let known = match from {
            From::Auto => None,
            From::Known(label) => Some(label),
        };
        if let (Some(BomArg::Require), Some(label)) = (self.bom, known) {
            demands_bom(label, "--bom require", "-f", "--input-order")?;
        }
        match self.input_order {
            Some(_) => leaves_order_open(known, "--input-order", "-f utf-16"),
            None => Ok(()),
        }
    }

    /// Returns the BOM policy, unless the labels decide.
    pub fn bom(self) -> Option<BomPolicy> {
        self.bom.filter(|bom| !matches!(bom, BomArg::Auto | BomArg::Forbid)).map(Into::into)
    }

    /// Returns the BOM at the start of `head` if it is forbidden.
    pub fn forbidden_bom(self, head: &[u8]) -> Option<Bom> {
        Bom::of(head).filter(|_| self.bom == Some(BomArg::Forbid))
    }

    /// Returns the byte order of text without a BOM, unless the label decides.
    pub fn order(self) -> Option<ByteOrder> {
        self.input_order.map(Into::into)
    }

    /// Returns the way to read text in `from`.
    pub fn reading(self, from: From) -> Reading<'static> {
        let (label, bom, order) = (from.label(), self.bom(), self.order());
        Reading { label, bom, order, by_line: None, receiver: None }
    }

    /// Returns `true` if only a BOM can show the encoding of text in `from`.
    pub fn looks_for_bom(self, from: From) -> bool {
        self.reading(from).looks_for_bom()
    }

    /// Returns `true` if the first bytes of text in `from` must be read up to the end of a BOM.
    pub fn wants_bom(self, from: From) -> bool {
        self.looks_for_bom(from) || self.bom == Some(BomArg::Forbid)
    }
}

/// The value of `--input-order` and `--output-order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// The most significant byte first
    Big,
    /// The least significant byte first
    Little,
}

impl std::convert::From<Order> for ByteOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Big => ByteOrder::Big,
            Order::Little => ByteOrder::Little,
        }
    }
}

/// The value of `--bom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BomArg {
    /// Follow the labels: read a BOM if there may be one, and write one if the target requires it.
    /// UTF-8 that stays UTF-8 keeps its own
    Auto,
    /// Write a BOM if there was one, no matter in which encoding
    Keep,
    /// Read a BOM, but never write one
    Strip,
    /// Always write a BOM
    Add,
    /// Require a BOM
    Require,
    /// Treat an initial U+FEFF as text
    AsText,
    /// Report a BOM as an error
    Forbid,
}

impl std::convert::From<BomArg> for BomPolicy {
    fn from(bom: BomArg) -> Self {
        match bom {
            // The input is checked separately.
            BomArg::Auto | BomArg::Forbid => BomPolicy::Auto,
            BomArg::Keep => BomPolicy::Keep,
            BomArg::Strip => BomPolicy::Strip,
            BomArg::Add => BomPolicy::Add,
            BomArg::Require => BomPolicy::Require,
            BomArg::AsText => BomPolicy::Forbid,
        }
    }
}

/// Rejects `flag` if text with the label `named` has no BOM. `label` and `order` are the options
/// that would change that.
pub fn demands_bom(named: Label, flag: &str, label: &str, order: &str) -> Result<(), Problem> {
    if named.bom_rule() != BomRule::Never {
        return Ok(());
    }
    let encoding = named.encoding();
    let words = format!("{flag}: text labelled {encoding} does not have a BOM");
    let open = encoding.without_order();
    if open == encoding {
        return Err(Problem::new(words));
    }
    let words = match open {
        Encoding::Utf16 => words + ": the label names the byte order (RFC 2781 section 3.3)",
        _ => words + ": the label names the byte order",
    };
    // When reading, the BOM shows the byte order.
    let order = match (label, encoding.byte_order()) {
        ("-t", Some(ByteOrder::Little)) => format!(" {order} little"),
        _ => String::new(),
    };
    Err(Problem::new(words).hint(format!("use `{label} {open}{order}`")))
}

/// Rejects `flag` if the label names the byte order, or if there is no label. The hint suggests
/// `instead`.
pub fn leaves_order_open(label: Option<Label>, flag: &str, instead: &str) -> Result<(), Problem> {
    let encoding = label.map(Label::encoding);
    let name = encoding.map_or("auto", Encoding::name);
    match encoding.map(Encoding::bom_rule) {
        Some(BomRule::Decides) => Ok(()),
        _ => Err(Problem::new(format!("{flag}: `{name}` does not leave the byte order open"))
            .hint(format!("use a label such as `{instead}`"))),
    }
}
