//! The file with the extension `.cpg` next to a table of dBASE, which names the encoding of the table.

use std::{fmt, fs::File, io::Read, path::Path};

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};
use utfkit_text::unicode::printable;

/// The contents of such a file.
pub struct CodePage {
    name: String,
    pub label: String,
    pub encoding: Encoding,
}

/// The maximum number of bytes of such a file.
const MAX: u64 = 64;

/// Returns the file next to the table at `path`, if that has the extension `.dbf` and the label is known.
pub fn beside(path: &Path) -> Option<CodePage> {
    path.extension().filter(|extension| extension.eq_ignore_ascii_case("dbf"))?;
    ["cpg", "CPG"].into_iter().find_map(|extension| {
        let path = path.with_extension(extension);
        let mut label = String::new();
        File::open(&path).ok()?.take(MAX).read_to_string(&mut label).ok()?;
        let encoding = Label::parse(label.trim(), LabelSet::default()).ok()?.encoding();
        let name = printable::line(path.file_name()?.to_str()?).to_string();
        Some(CodePage { name, label: printable::line(label.trim()).to_string(), encoding })
    })
}

/// Writes that the file names an encoding.
impl fmt::Display for CodePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} says {}", self.name, self.label)
    }
}
