//! Reads `testdata/*.toml`, whose format `testdata/README.md` defines.

use std::{collections::HashSet, fs, path::Path};

use serde::Deserialize;
use utfkit::simd::Form;

use super::{PlainFinding, known_code};

/// A vector as in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Vector {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) encoding: String,
    #[serde(default)]
    pub(crate) reads_as: Option<String>,
    #[serde(default)]
    layer: Option<Layer>,
    #[serde(default)]
    to: Option<String>,
    bytes: String,
    #[serde(default)]
    written: Option<String>,
    #[serde(default)]
    pub(crate) bom: usize,
    #[serde(default)]
    pub(crate) values: Option<Vec<u32>>,
    #[serde(default)]
    pub(crate) replaced: Option<String>,
    #[serde(default)]
    findings: Vec<Row>,
    #[serde(default)]
    errors: Option<Vec<Row>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Layer {
    Scheme,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    offset: usize,
    length: usize,
    kind: String,
    means: Option<u32>,
    subparts: Option<usize>,
}

#[derive(Deserialize)]
struct File {
    vector: Vec<Vector>,
}

impl Row {
    fn found(&self) -> PlainFinding {
        PlainFinding {
            offset: self.offset,
            length: self.length,
            kind: known_code(&self.kind),
            means: self.means,
            subparts: self.subparts.unwrap_or(1),
        }
    }
}

impl Vector {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        bytes(&self.bytes)
    }

    /// Returns the bytes that the values encode to, without a BOM.
    pub(crate) fn written(&self) -> Vec<u8> {
        self.written.as_deref().map_or_else(|| self.text(), bytes)
    }

    /// Returns the bytes after the BOM, which slices read.
    pub(crate) fn text(&self) -> Vec<u8> {
        self.bytes().split_off(self.bom)
    }

    /// Returns `true` if only code that knows labels and BOMs can read this vector.
    pub(crate) fn is_of_schemes(&self) -> bool {
        self.layer == Some(Layer::Scheme)
    }

    /// Returns the encoding of [`Self::text`], if the BOM determines it.
    pub(crate) fn reads_as(&self) -> Option<&str> {
        self.reads_as.as_deref()
    }

    /// Returns the form of [`Self::text`].
    pub(crate) fn form(&self) -> Form {
        let name = self.reads_as.as_ref().unwrap_or(&self.encoding);
        form(name).unwrap_or_else(|| panic!("{name} is no encoding with a form of its own"))
    }

    /// Returns the encoding to convert the text to, if the vector is about that.
    pub(crate) fn target(&self) -> Option<&str> {
        self.to.as_deref()
    }

    /// Returns the form of [`Self::target`].
    pub(crate) fn target_form(&self) -> Option<Form> {
        self.target().map(|to| form(to).unwrap_or_else(|| panic!("{to} is no form")))
    }

    /// Returns `true` if its encodings are forms, which slices and kernels know.
    pub(crate) fn is_of_forms(&self) -> bool {
        let read = self.reads_as.as_ref().unwrap_or(&self.encoding);
        form(read).is_some() && self.target().is_none_or(|to| form(to).is_some())
    }

    pub(crate) fn findings(&self) -> Vec<PlainFinding> {
        self.findings.iter().map(Row::found).collect()
    }

    pub(crate) fn errors(&self) -> Vec<PlainFinding> {
        self.errors.as_ref().unwrap_or(&self.findings).iter().map(Row::found).collect()
    }

    /// Returns the code points of the text, with U+FFFD for each finding.
    pub(crate) fn lossy(&self) -> Vec<u32> {
        match (&self.values, &self.replaced) {
            (Some(values), None) => values.clone(),
            (None, Some(text)) => text.chars().map(u32::from).collect(),
            _ => panic!("{}: either values or replaced", self.name),
        }
    }
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let byte = |digits| u8::from_str_radix(digits, 16).expect("two hexadecimal digits");
    hexadecimal.split_whitespace().map(byte).collect()
}

fn form(name: &str) -> Option<Form> {
    Some(match name {
        "iso-8859-1" => Form::Latin1,
        "utf-8" => Form::Utf8,
        "utf-16le" => Form::Utf16Le,
        "utf-16be" => Form::Utf16Be,
        "utf-32le" => Form::Utf32Le,
        "utf-32be" => Form::Utf32Be,
        _ => return None,
    })
}

/// Returns every vector of every file.
pub(crate) fn all() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut vectors = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of the vectors") {
        let path = entry.expect("an entry of the folder").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            vectors.extend(read(&path));
        }
    }
    assert!(vectors.len() > 500, "only {} vectors", vectors.len());
    let mut names = HashSet::new();
    for vector in &vectors {
        assert!(names.insert(vector.name.clone()), "two vectors have the name {}", vector.name);
    }
    vectors
}

fn read(path: &Path) -> Vec<Vector> {
    let text = fs::read_to_string(path).expect("a readable file");
    let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    file.vector
}

/// Returns the vectors that slices can be tried on, with a text each.
pub(crate) fn of_slices() -> impl Iterator<Item = Vector> {
    let of_slices = |vector: &Vector| {
        !vector.is_of_schemes() && vector.target().is_none() && vector.is_of_forms()
    };
    all().into_iter().filter(of_slices)
}
