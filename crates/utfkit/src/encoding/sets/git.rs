//! The labels of `working-tree-encoding` whose meaning Git itself decides, and not its iconv.

use super::group::Group;
use crate::encoding::policy::BomPolicy::Require;

pub(super) const GROUPS: &[Group] = &[
    Group::new("utf-16", &["utf-16", "utf16"]).bom(Require).note(DECIDES),
    Group::new("utf-32", &["utf-32", "utf32"]).bom(Require).note(DECIDES),
    Group::new("utf-16be", &["utf-16be", "utf16be"]).note(FIXED),
    Group::new("utf-16le", &["utf-16le", "utf16le"]).note(FIXED),
    Group::new("utf-32be", &["utf-32be", "utf32be"]).note(FIXED),
    Group::new("utf-32le", &["utf-32le", "utf32le"]).note(FIXED),
];

const DECIDES: &str = "Git requires a BOM; its iconv decides in which byte order Git writes";
const FIXED: &str = "Git rejects a file that begins with a BOM; here U+FEFF is text in such a file";
