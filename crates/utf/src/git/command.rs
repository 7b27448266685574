//! Git's own command, as it is asked: what of the environment it heeds, which a hook or a user
//! tells it by.

use std::{env, path::Path, process::Command, sync::OnceLock};

use super::environment::{self, GitDir};

/// Git's command. What is asked is what a commit has, and others get: not what `git replace` shows
/// here in place of that.
fn plain() -> Command {
    let mut command = Command::new("git");
    command.env(NO_REPLACEMENTS, "1");
    command
}

const NO_REPLACEMENTS: &str = "GIT_NO_REPLACE_OBJECTS";

/// Git, asked about the work tree that we are in.
pub fn command() -> Command {
    static IS_BELOW: OnceLock<bool> = OnceLock::new();
    let mut command = plain();
    // It may run in another folder than this one.
    command.envs(environment::from_here());
    if *IS_BELOW.get_or_init(|| matches!(environment::told(), GitDir::Below)) {
        // It finds the same repository, and its top.
        command.env_remove("GIT_DIR");
    }
    command
}

/// Git, asked about the work tree at `top`, which is not ours: what hooks are told of their
/// repository says nothing of it.
pub fn elsewhere(top: &Path) -> Command {
    let mut command = command();
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    command.current_dir(top);
    command
}

/// Git, asked about what the repository of the work tree at `top` has, whichever one a hook tells
/// it of.
pub(super) fn of(top: &Path) -> Command {
    let mut command = plain();
    command.env("GIT_DIR", top.join(".git"));
    for elsewhere in ["COMMON_DIR", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES"] {
        command.env_remove(format!("GIT_{elsewhere}"));
    }
    // Of a partial clone, what it lacks is not fetched to answer us.
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
    command
}

/// Git in `repository`, which nothing that a hook or a user tells it leads elsewhere, and which
/// speaks English.
pub(super) fn apart(repository: &Path) -> Command {
    let mut command = plain();
    for (name, _) in env::vars_os() {
        // Where its own programs are is no matter of repositories.
        let is_kept = name == "GIT_EXEC_PATH" || name == NO_REPLACEMENTS;
        if name.as_encoded_bytes().starts_with(b"GIT_") && !is_kept {
            command.env_remove(name);
        }
    }
    command.current_dir(repository).env("GIT_DIR", repository).env("LC_ALL", "C");
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    command
}
