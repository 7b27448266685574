//! Full paths.

use std::path::{Component, Path, PathBuf};

/// Returns the absolute form of `path`, which need not exist. It follows no links.
pub fn full(path: &Path) -> PathBuf {
    let here = Path::new(".").canonicalize().unwrap_or_default();
    let mut full = PathBuf::new();
    for part in here.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                full.pop();
            }
            part => full.push(part),
        }
    }
    full
}

/// Returns the absolute form of `path`, with the links of its directory followed if that exists.
/// The last component is unchanged.
pub fn real(path: &Path) -> PathBuf {
    let full = full(path);
    let folder = full.parent().and_then(|folder| folder.canonicalize().ok());
    folder.zip(full.file_name()).map_or(full.clone(), |(folder, name)| folder.join(name))
}

/// Returns the directory of the file at `path`.
pub fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_what_they_lead_to() {
        let here = Path::new(".").canonicalize().unwrap();
        for path in ["a/b", "./a//b", "a/./c/../b", "../x/../no/../a/b"] {
            let expected = if path.starts_with("..") {
                here.parent().unwrap().join("a/b")
            } else {
                here.join("a/b")
            };
            assert_eq!(
                (full(Path::new(path)), real(Path::new(path))),
                (expected.clone(), expected)
            );
        }
        let top = here.ancestors().last().unwrap();
        assert_eq!(full(Path::new("/..//a/.")), top.join("a"));
    }
}
