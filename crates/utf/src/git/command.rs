//! Creates commands that run git, with the right part of the environment that a hook or the user
//! has set.

use std::{env, path::Path, process::Command, sync::OnceLock};

use super::environment::{self, GitDir};

use crate::system::{names::EMPTY_FILE, usual};

/// Returns a command that runs git. Replacements by `git replace` are disabled, because others get
/// the original objects of a commit. The program of `core.fsmonitor`, which the configuration of a
/// repository can name, does not run.
fn plain() -> Command {
    let mut command = Command::new("git");
    command.args(["-c", "core.fsmonitor=false"]);
    command.env(NO_REPLACEMENTS, "1");
    // Git would write the index that it refreshed, and then run a hook.
    command.env("GIT_OPTIONAL_LOCKS", "0");
    command
}

const NO_REPLACEMENTS: &str = "GIT_NO_REPLACE_OBJECTS";

/// Returns git for questions about the current work tree.
pub fn command() -> Command {
    static IS_BELOW: OnceLock<bool> = OnceLock::new();
    let mut command = plain();
    // Git may run in another directory than this one.
    command.envs(environment::from_here());
    if *IS_BELOW.get_or_init(|| matches!(environment::git_dir(), GitDir::Below)) {
        // Without the variable, git finds the same repository and the right top.
        command.env_remove("GIT_DIR");
    }
    command
}

/// Returns git for questions about the work tree at `top`, which is not the current one. The
/// variables that hooks get describe their own repository, so they are removed.
pub fn elsewhere(top: &Path) -> Command {
    let mut command = command();
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    command.current_dir(usual(top));
    command
}

/// Returns git for questions about the repository of the work tree at `top`, even if a hook has set
/// another one.
pub(super) fn of(top: &Path) -> Command {
    let mut command = plain();
    command.env("GIT_DIR", usual(&top.join(".git")));
    for elsewhere in ["COMMON_DIR", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES"] {
        command.env_remove(format!("GIT_{elsewhere}"));
    }
    // In a partial clone, missing objects must not be fetched for our questions.
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
    command
}

/// Returns git in `repository`, with English messages and without any settings of a hook or the
/// user.
pub(super) fn isolated(repository: &Path) -> Command {
    let mut command = plain();
    for (name, _) in env::vars_os() {
        // This variable does not concern repositories.
        let is_kept = name == "GIT_EXEC_PATH" || name == NO_REPLACEMENTS;
        if name.as_encoded_bytes().starts_with(b"GIT_") && !is_kept {
            command.env_remove(name);
        }
    }
    let repository = usual(repository);
    command.current_dir(&repository).env("GIT_DIR", &repository).env("LC_ALL", "C");
    command.env("GIT_CONFIG_GLOBAL", EMPTY_FILE).env("GIT_CONFIG_NOSYSTEM", "1");
    command
}
