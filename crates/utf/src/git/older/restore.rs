//! Command lines that restore a file from an older version, if git changes it at a checkout.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use utfkit::Encoding;

use crate::{files::paths, process::shell::Shown};

/// The maximum number of names that are tried for the older version.
const MAX_NAMES: usize = 1000;

/// Returns two command lines: git writes the version of the file at `path` in `revision` as it would
/// check it out, and `utf` restores the file from it. `revision` is a commit, or `:N` for a stage of
/// the index. The older version is in the encoding `from`, if that is known.
///
/// Git may run a filter for the first command, so only the user runs it.
pub fn command_lines(revision: &str, path: &Path, from: Option<Encoding>) -> String {
    let shown = |path: &Path| Shown::new(path).name();
    let folder = paths::parent(path);
    let git = if folder == Path::new(".") {
        "git".to_owned()
    } else {
        format!("git -C {}", shown(folder))
    };
    let mut object = OsString::from(format!("{revision}:./"));
    object.push(path.file_name().unwrap_or_default());
    let old = unused_name(path);
    let against = match old.to_str() {
        Some(text) if text.starts_with("rev:") || text.starts_with("file:") => {
            shown(&Path::new(".").join(&old))
        }
        _ => shown(&old),
    };
    let from = from.map(|encoding| format!(" -f {encoding}")).unwrap_or_default();
    format!(
        "`{git} cat-file --filters {} >{}`, then `utf repair --against {against}{from} -i.bak {}`",
        shown(Path::new(&object)),
        shown(&old),
        shown(path)
    )
}

/// Returns a name for the older version of the file at `path` that no file has.
fn unused_name(path: &Path) -> PathBuf {
    let name = |number: usize| {
        let mut name = path.as_os_str().to_owned();
        name.push(".old");
        if number > 1 {
            name.push(number.to_string());
        }
        PathBuf::from(name)
    };
    let is_unused = |path: &PathBuf| path.symlink_metadata().is_err();
    (1..MAX_NAMES).map(name).find(is_unused).unwrap_or_else(|| name(MAX_NAMES))
}
