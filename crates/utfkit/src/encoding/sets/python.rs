//! The codecs of Python, according to `encodings.aliases`.

use super::group::Group;
use crate::encoding::{policy::BomPolicy::Add, scheme::ByteOrder};

/// The byte order of the machine, in which Python writes.
const NATIVE: ByteOrder =
    if cfg!(target_endian = "big") { ByteOrder::Big } else { ByteOrder::Little };

pub(super) const GROUPS: &[Group] = &[
    Group::new("utf-8", &["utf_8", "u8", "utf", "utf8", "utf8_ucs2", "utf8_ucs4", "cp65001"]),
    Group::new("utf-8", &["utf_8_sig"]).bom(Add),
    Group::new("utf-16", &["utf_16", "u16", "utf16"]).order(NATIVE).note(NATIVE_ORDER),
    Group::new("utf-16be", &["utf_16_be", "utf_16be", "unicodebigunmarked"]),
    Group::new("utf-16le", &["utf_16_le", "utf_16le", "unicodelittleunmarked"]),
    Group::new("utf-32", &["utf_32", "u32", "utf32"]).order(NATIVE).note(NATIVE_ORDER),
    Group::new("utf-32be", &["utf_32_be", "utf_32be"]),
    Group::new("utf-32le", &["utf_32_le", "utf_32le"]),
    Group::new("utf-7", &["utf_7", "u7", "utf7", "unicode_1_1_utf_7"]),
    Group::new(
        "us-ascii",
        &[
            "ascii",
            "646",
            "ansi_x3.4_1968",
            "ansi_x3_4_1968",
            "ansi_x3.4_1986",
            "cp367",
            "csascii",
            "ibm367",
            "iso646_us",
            "iso_646.irv_1991",
            "iso_ir_6",
            "us",
            "us_ascii",
        ],
    ),
    Group::new(
        "iso-8859-1",
        &[
            "latin_1",
            "8859",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso8859",
            "iso8859_1",
            "iso_8859_1",
            "iso_8859_1_1987",
            "iso_ir_100",
            "l1",
            "latin",
            "latin1",
        ],
    ),
    Group::new("iso-8859-11", &["thai", "tis_620_0", "tis_620_2529_0", "tis_620_2529_1"]),
    Group::new("ibm00858", &["csibm858"]),
    Group::new("ibm037", &["ibm039"]),
    Group::new("shift_jis", &["s_jis", "shiftjis", "x_mac_japanese"]),
    Group::new("windows-31j", &["ms_kanji", "mskanji"]),
    Group::new("euc-jp", &["u_jis"]),
    Group::new("euc-jis-2004", &["euc_jis2004"]),
    Group::new("iso-2022-jp", &["iso2022_jp"]),
    Group::new("gb2312", &["eucgb2312_cn", "x_mac_simp_chinese"]),
    Group::new("gb18030", &["gb18030_2000"]),
    Group::new("big5", &["big5_tw", "x_mac_trad_chinese"]),
    Group::new("euc-kr", &["ks_c_5601", "ks_x_1001", "ksx1001", "x_mac_korean"]),
];

const NATIVE_ORDER: &str =
    "Python writes the byte order of the machine, and reads it if there is no BOM";

/// Returns `true` if Python treats two labels as the same: it compares letters, digits and dots,
/// and where other characters separate them.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    // Most labels differ in the first letter, which makes this test fast.
    let first = |label: &str| label.bytes().find(u8::is_ascii_alphanumeric);
    if first(a).map(|byte| byte.to_ascii_lowercase())
        != first(b).map(|byte| byte.to_ascii_lowercase())
    {
        return false;
    }
    let (mut a, mut b) = (words(a), words(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => {}
            _ => return false,
        }
    }
}

fn words(label: &str) -> impl Iterator<Item = &str> {
    let parted = label.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    parted.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn separators_do_not_matter() {
        assert!(is_same("utf_8_sig", "UTF-8 sig") && is_same("latin_1", "-latin--1"));
        assert!(!is_same("utf_16_be", "utf_16be") && !is_same("utf8", "utf_8"));
        assert!(is_same("ansi_x3.4_1968", "ANSI_X3.4-1968") && !is_same("x3.4", "x3_4"));
    }
}
