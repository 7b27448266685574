//! Work trees that git is told of by `GIT_WORK_TREE`, by a full path.

use super::gates::{git, repository};
use crate::support::Folder;

const GATES: [&str; 2] = ["--staged", "--changed-since HEAD"];

/// A folder of a work tree is told to be its top: git takes what lies there for deleted.
#[test]
fn a_folder_is_not_the_top() {
    let Some(folder) = repository() else { return };
    let lines = "mkdir -p sub/deep other && echo a >sub/s && echo o >other/o && git add -A && git commit -q -m second && \
        printf 'bad\\377\\n' >sub/s && printf x >$'sub/\\351' && git add -A";
    git(&folder, lines).exits(0);
    let told = "export GIT_DIR=$PWD/.git GIT_WORK_TREE=$PWD";
    for gate in GATES {
        for command in ["check -q", "check -q --names", "check -q --lines", "audit -q"] {
            let line = format!("utf {command} {gate}");
            git(&folder, &format!("{told}; {line}")).exits(1);
            git(&folder, &format!("{told}; cd sub/deep; {line}")).exits(1);
            for stand in ["sub", "sub/deep"] {
                git(&folder, &format!("{told}/sub; cd {stand}; {line}"))
                    .exits(2)
                    .mentions("this is not the top of the work tree, but GIT_WORK_TREE")
                    .mentions("unset GIT_DIR and GIT_WORK_TREE");
            }
        }
        // Some of the names are there too.
        let line = format!("cp kept.txt old.txt sub; {told}/sub; cd sub; utf check -q {gate}");
        git(&folder, &line).exits(2).mentions("this is not the top");
    }
    // Where no file of git lies, all of them are missing.
    let empty = Folder::new();
    for stand in ["sub/deep", empty.path("").to_str().unwrap()] {
        let line = format!(
            "cd {stand}; GIT_DIR=$OLDPWD/.git GIT_WORK_TREE=$PWD utf check -q --changed-since HEAD"
        );
        git(&folder, &line).exits(2).mentions("has none of the files that git knows");
    }
}

/// A repository that is kept elsewhere, as for the files of a home, has its work tree where it is
/// said to be.
#[test]
fn a_work_tree_may_be_anywhere() {
    let Some(folder) = repository() else { return };
    let home = Folder::new();
    let to = home.path("");
    let to = to.to_str().unwrap();
    let run = |line: &str| {
        let told = format!("export GIT_DIR=$PWD/bare GIT_WORK_TREE={to}; cd {to}");
        git(&folder, &format!("{told} && {line}"))
    };
    git(&folder, "git clone -q --bare . bare && cd bare && git config user.email a@example.org && git config user.name A").exits(0);
    run("git checkout -q -f main && mkdir -p project sub && echo x >sub/f && git add sub && git commit -q -m second").exits(0);
    for stand in [".", "project"] {
        for gate in GATES {
            run(&format!("cd {stand}; utf check -q {gate}")).exits(0);
        }
    }
    // A file that was deleted is one that may lie elsewhere by that name, also around.
    run("rm kept.txt && echo mine >project/kept.txt && printf 'bad\\377\\n' >sub/f && git add sub")
        .exits(0);
    for stand in [".", "project", "sub"] {
        for gate in GATES {
            run(&format!("cd {stand}; utf check -c {gate}")).exits(1).shows("f:1");
        }
    }
    // With no file of the index there, what is staged can be read all the same.
    run("mkdir empty; cd empty; GIT_WORK_TREE=$PWD utf check -q --staged").exits(1);
}
