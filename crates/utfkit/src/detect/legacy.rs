//! Charsets that are not Unicode's: which one, by `chardetng`, and which others.

use alloc::vec::Vec;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::reading::Reading;
use crate::Encoding;

/// Charsets that text is often in, one of each group that reads alike.
const USUAL: [&str; 14] = [
    "windows-1252", "windows-1251", "shift_jis", "gbk", "big5", "euc-kr", "euc-jp", "windows-1250",
    "koi8-u", "windows-1253", "windows-1255", "windows-1256", "ibm866", "macintosh",
];

/// How `octets`, which are not UTF-8, read in the charset that they are likeliest in.
pub(super) fn guess(octets: &[u8]) -> Option<Reading> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    // What follows is not known, so a character may be cut.
    detector.feed(octets, false);
    let name = detector.guess(None, Utf8Detection::Deny).name();
    name.parse().ok().map(|encoding| Reading::of(octets, encoding))
}

/// How they read in other charsets.
pub(super) fn others(octets: &[u8], but: Encoding) -> Vec<Reading> {
    let usual = USUAL.iter().filter_map(|name| name.parse().ok());
    usual.filter(|&other| other != but).map(|other| Reading::of(octets, other)).collect()
}
