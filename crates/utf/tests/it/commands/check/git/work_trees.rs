//! Work trees in `GIT_WORK_TREE`, as an absolute path.

use super::gates::{git, repository};
use crate::support::Folder;

const GATES: [&str; 2] = ["--staged", "--changed-since HEAD"];

/// If a subdirectory is given as the top, git treats the other files as deleted.
#[test]
fn rejects_a_subdirectory_as_the_top() {
    let Some(folder) = repository() else { return };
    let lines = "mkdir -p sub/deep other && echo a >sub/s && echo o >other/o && git add -A && git commit -q -m second && \
        printf 'bad\\377\\n' >sub/s && printf x >$'sub/e\\u0301' && git add -A";
    git(&folder, lines).exits(0);
    let environment = "export GIT_DIR=$root$PWD/.git GIT_WORK_TREE=$root$PWD";
    for gate in GATES {
        for command in ["check -q", "check -q --names", "check -q --lines", "audit -q"] {
            let line = format!("utf {command} {gate}");
            git(&folder, &format!("{environment}; {line}")).exits(1);
            git(&folder, &format!("{environment}; cd sub/deep; {line}")).exits(1);
            for stand in ["sub", "sub/deep"] {
                git(&folder, &format!("{environment}/sub; cd {stand}; {line}"))
                    .exits(2)
                    .mentions("the current directory is not the top of the work tree, although GIT_WORK_TREE")
                    .mentions("unset GIT_DIR and GIT_WORK_TREE");
            }
        }
        // Some of the names exist there too.
        let line =
            format!("cp kept.txt old.txt sub; {environment}/sub; cd sub; utf check -q {gate}");
        git(&folder, &line).exits(2).mentions("the current directory is not the top");
    }
    // In a directory without any of git's files, all files are missing.
    let empty = Folder::new();
    for stand in ["sub/deep", empty.path("").to_str().unwrap()] {
        let line = format!(
            "cd {stand}; GIT_DIR=$root$OLDPWD/.git GIT_WORK_TREE=$root$PWD utf check -q --changed-since HEAD"
        );
        git(&folder, &line).exits(2).mentions("does not contain any file that git knows");
    }
}

/// A repository may be far from its work tree, for example for the files of a home directory.
#[test]
fn a_work_tree_may_be_anywhere() {
    let Some(folder) = repository() else { return };
    let home = Folder::new();
    let to = home.path("");
    let to = to.to_str().unwrap();
    let run = |line: &str| {
        let environment = format!("export GIT_DIR=$PWD/bare GIT_WORK_TREE={to}; cd {to}");
        let full = "GIT_DIR=$root$GIT_DIR GIT_WORK_TREE=$root$GIT_WORK_TREE utf";
        git(&folder, &format!("{environment} && {}", line.replace("utf", full)))
    };
    git(&folder, "git clone -q --bare . bare && cd bare && git config user.email a@example.org && git config user.name A").exits(0);
    run("git checkout -q -f main && mkdir -p project sub && echo x >sub/f && git add sub && git commit -q -m second").exits(0);
    for stand in [".", "project"] {
        for gate in GATES {
            run(&format!("cd {stand}; utf check -q {gate}")).exits(0);
        }
    }
    // A deleted file may exist under the same name in another directory.
    run("rm kept.txt && echo mine >project/kept.txt && printf 'bad\\377\\n' >sub/f && git add sub")
        .exits(0);
    for stand in [".", "project", "sub"] {
        for gate in GATES {
            run(&format!("cd {stand}; utf check -c {gate}")).exits(1).shows("f:1");
        }
    }
    // The index can be read even if none of its files exists in the work tree.
    run("mkdir empty; cd empty; GIT_WORK_TREE=$PWD; utf check -q --staged").exits(1);
}
