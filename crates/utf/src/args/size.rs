//! Numbers of bytes as arguments, with units.

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub bytes: u64,
    /// Whether the bytes are counted from the end.
    pub negative: bool,
}

const EXPECTED: &str = "expected a number, such as 64, 0x40, 4K or 4KiB (4096), or 4kB (4000)";

impl Size {
    /// Parses `text`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        bytes(text).map(|bytes| Self { bytes, negative })
    }

    /// Parses `text`, which must not be negative.
    pub fn positive(text: &str) -> Result<u64, String> {
        Self::parse(text).and_then(|size| match size.negative {
            false => Ok(size.bytes),
            true => Err(EXPECTED.to_owned()),
        })
    }
}

/// Parses a number of bytes that is at least `MIN`.
pub fn at_least<const MIN: u64>(text: &str) -> Result<u64, String> {
    match bytes(text)? {
        few if few < MIN => Err(format!("must be at least {MIN}")),
        enough => Ok(enough),
    }
}

/// Parses a number of bytes: decimal digits with an optional unit, or hexadecimal digits after
/// `0x`.
pub fn bytes(text: &str) -> Result<u64, String> {
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return u64::from_str_radix(hex, 16).map_err(|_| EXPECTED.to_owned());
    }
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit: u64 = match unit {
        "" => 1,
        "k" | "K" | "Ki" | "KiB" | "kiB" | "kib" => 1 << 10,
        "m" | "M" | "Mi" | "MiB" | "mib" => 1 << 20,
        "g" | "G" | "Gi" | "GiB" | "gib" => 1 << 30,
        "kB" | "KB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return Err(EXPECTED.to_owned()),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    bytes.ok_or_else(|| EXPECTED.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let size = |text| Size::parse(text).map(|size| (size.bytes, size.negative)).ok();
        assert_eq!(size("64"), Some((64, false)));
        assert_eq!(size("0x40"), Some((64, false)));
        assert_eq!(size("4KiB"), Some((4096, false)));
        assert_eq!(size("4k"), Some((4096, false)));
        assert_eq!(size("4kB"), Some((4000, false)));
        assert_eq!(size("2g"), Some((2 << 30, false)));
        assert_eq!(size("-1M"), Some((1 << 20, true)));
        assert_eq!(size("many"), None);
        assert_eq!(size("99999999999999999999"), None);
        assert_eq!(size("99999999999999G"), None);
        assert!(Size::positive("-1").is_err());
        assert_eq!(at_least::<16>("1K"), Ok(1024));
        assert!(at_least::<16>("15").is_err());
    }
}
