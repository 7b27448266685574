//! The source of the tables: the crate `icu-data`, with a pinned version and checksum.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use brotli_decompressor::BrotliDecompress;
use sha2::{Digest, Sha256};

/// The version of `icu-data`, and the SHA-256 sum of its package.
const ICU_DATA: (&str, &str) =
    ("0.1.0", "684d50c0cce54cc248e1b7ddf15995fd4dcc1afb96f298a094152195d49b8fa6");

/// The mapping files that `icu-data` does not have, relative to the root of the repository.
const OWN: &str = "xtask/src/charsets";

/// The mapping files of `icu-data`, packed: about ten in each archive, whose name is theirs.
pub(super) struct Sources {
    archives: PathBuf,
}

/// Runs cargo in `dir`, and returns its output.
fn cargo(dir: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("cargo").args(arguments).current_dir(dir).output();
    let output = output.map_err(|error| format!("cargo: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("cargo: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Sources {
    /// Fetches the package, with a project in `dir` that depends on it.
    pub(super) fn fetch(dir: &Path) -> Result<Sources, String> {
        fs::create_dir_all(dir.join("src")).map_err(text)?;
        fs::write(dir.join("src/lib.rs"), "").map_err(text)?;
        let manifest = format!(
            "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\nicu-data = \"={}\"\n[workspace]\n",
            ICU_DATA.0
        );
        fs::write(dir.join("Cargo.toml"), manifest).map_err(text)?;
        cargo(dir, &["fetch", "--quiet"])?;
        let metadata = cargo(dir, &["metadata", "--format-version=1"])?;
        let end = format!("/icu-data-{}/Cargo.toml", ICU_DATA.0);
        let end = metadata.find(&end).ok_or("cargo did not fetch icu-data")?;
        let begin = metadata[..end].rfind('"').map_or(0, |quote| quote + 1);
        let index = &metadata[begin..end];
        let name = format!("icu-data-{}", ICU_DATA.0);
        let package = PathBuf::from(index.replace("/registry/src/", "/registry/cache/"));
        let package = package.join(format!("{name}.crate"));
        let sum = Sha256::digest(fs::read(&package).map_err(text)?);
        let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        if sum != ICU_DATA.1 {
            return Err(format!("{}: SHA-256 {sum}, expected {}", package.display(), ICU_DATA.1));
        }
        Ok(Sources { archives: Path::new(index).join(name).join("resources/brotli") })
    }

    /// Returns the mapping file `name`.
    pub(super) fn read(&self, name: &str) -> Result<String, String> {
        if name.starts_with("own/") {
            let path = Path::new(OWN).join(name);
            return fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"));
        }
        let stem = name.trim_end_matches(".ucm");
        for entry in fs::read_dir(&self.archives).map_err(text)? {
            let path = entry.map_err(text)?.path();
            if !path.to_string_lossy().contains(stem) {
                continue;
            }
            let mut tar = Vec::new();
            let packed = fs::read(&path).map_err(text)?;
            BrotliDecompress(&mut &packed[..], &mut tar).map_err(text)?;
            if let Some(file) = member(&tar, name) {
                return Ok(String::from_utf8_lossy(file).into_owned());
            }
        }
        Err(format!("icu-data does not have {name}"))
    }
}

/// Returns the file `name` in an archive of tar: blocks of 512 bytes, of which one is the head of
/// each file.
fn member<'t>(mut tar: &'t [u8], name: &str) -> Option<&'t [u8]> {
    loop {
        let (head, rest) = tar.split_at_checked(512)?;
        let field = |range: std::ops::Range<usize>| {
            let text = head[range].split(|byte| *byte == 0).next().unwrap_or_default();
            String::from_utf8_lossy(text).trim().to_owned()
        };
        let len = usize::from_str_radix(&field(124..136), 8).ok()?;
        if field(0..100).rsplit('/').next() == Some(name) {
            return rest.get(..len);
        }
        tar = rest.get(len.next_multiple_of(512)..)?;
    }
}
