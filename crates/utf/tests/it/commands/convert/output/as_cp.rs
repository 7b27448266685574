//! `-o DIR/` creates directories like `cp -r`: at the same paths and with the same permissions,
//! except that the owner may always write.

use crate::support::{Folder, is_root, is_windows};

/// Runs `line` with umask 027, once with `cp -r` for `copy` and once with the command. Asserts that
/// both create the same tree in `out`.
#[track_caller]
fn is_as_cp(tree: &str, line: &str) {
    is_as_cp_under("027", tree, line);
}

/// Does that with another umask.
#[track_caller]
fn is_as_cp_under(umask: &str, tree: &str, line: &str) {
    let found = |copy: &str| {
        let folder = Folder::new();
        let run = folder.shell(&format!("umask {umask}; {tree}; {}", line.replace("copy", copy)));
        assert_eq!((run.status, &*run.stderr), (Some(0), ""), "{copy}");
        // Directories of Windows have no mode.
        let mode = if is_windows() { "" } else { " %m" };
        let find = format!("find out -printf '%P %y{mode}\n' | sort; chmod -R u+rwx .");
        let found = folder.shell(&find);
        found.exits(0).text().to_owned()
    };
    assert_eq!(found("utf convert -q -o out/"), found("cp -rt out"), "{line}");
}

#[test]
fn directories_keep_their_modes() {
    let tree = "mkdir -p t/private/deep t/open out/t/open; echo a >t/private/deep/a; echo b >t/open/b; \
                cp t/open/b t/private; chmod 700 t/private; chmod 711 t/private/deep; \
                chmod 777 t t/open; chmod 750 out/t/open; chmod 1777 t";
    for line in ["copy t", "copy t/private/deep t/open", "copy ./t/ t/private"] {
        is_as_cp(tree, line);
    }
}

/// In a directory that all may write to, the sticky bit protects files of different owners. The
/// copy keeps it. The set-group-ID bit is not copied.
#[test]
fn directories_keep_the_sticky_bit() {
    let tree = "mkdir -p t/sticky/deep t/group out/there; for d in t t/sticky t/sticky/deep t/group; do echo 1 >$d/1; done; \
                chmod 1777 t t/sticky; chmod 1755 t/sticky/deep; chmod 6755 t/group";
    for umask in ["000", "002", "027", "077"] {
        for line in ["copy t", "copy t/sticky t/group", "copy t/."] {
            is_as_cp_under(umask, tree, line);
        }
    }
    // Also for files in a list, and for an output directory that does not exist yet.
    let folder = Folder::new();
    let line = "umask 002; mkdir -p t/s; chmod 1777 t t/s; echo 1 >t/s/1; ls t/s/1 | utf convert -o listed/ --files-from -; \
                utf convert -o made t/.; stat -c %a listed/t/s made made/s";
    folder.shell(line).exits(0).prints("1775\n1775\n1775\n");
}

#[test]
fn contents_of_a_directory_go_to_the_output_itself() {
    let tree = "mkdir -p p/q out other; echo 1 >p/1; echo 2 >p/q/2; echo 3 >other/3";
    for line in ["copy p/.", "copy ./p/./", "copy p", "copy p/", "copy p/../p"] {
        is_as_cp(tree, line);
    }
    is_as_cp(tree, "copy p/. other/.");
    is_as_cp(tree, "copy p/. other");
}

/// Also if the output directory does not exist yet.
#[test]
fn the_output_directory_gets_the_mode_of_the_input() {
    for (mode, run) in [(700, "utf convert -o out/ p/."), (711, "(cd p; utf convert -o ../out/ .)")]
    {
        let folder = Folder::new();
        let line =
            format!("umask 022; mkdir p; echo 1 >p/1; chmod {mode} p; {run}; stat -c %a p out");
        let made = folder.shell(&line);
        let made = made.exits(0);
        let modes: Vec<_> = made.text().lines().collect();
        assert_eq!(modes[0], modes[1], "{run}");
        assert_eq!(folder.read("out/1"), b"1\n");
    }
}

/// Files of two operands with the same output path do not overwrite each other.
#[test]
fn reports_files_with_the_same_output_path() {
    let folder = Folder::new();
    folder.shell("mkdir p q; echo p >p/1; echo q >q/1; echo q >q/2").exits(0);
    let run = folder.run(&["convert", "-o", "out/", "p/.", "q/."]).exits(2);
    run.mentions("utf: q/./1: another file has the same output path");
    assert_eq!([folder.read("out/1"), folder.read("out/2")], [b"p\n", b"q\n"]);
}

/// Also without root permissions. Files that could not be written are written by another run.
#[test]
fn a_read_only_directory_is_created_writable() {
    let folder = Folder::new();
    folder.shell("mkdir -p t/s; echo 1 >t/s/1; printf '\\377' >t/s/2; chmod 555 t/s t").exits(0);
    let convert = ["convert", "-q", "-o", "out/", "t"];
    let Some(run) = folder.run_as_nobody(&convert) else { return };
    run.exits(1).mentions("t/s/2");
    assert_eq!(folder.read("out/t/s/1"), b"1\n");
    let owners = "stat -c %A out/t/s out/t | cut -c-4";
    folder.shell(owners).exits(0).prints("drwx\ndrwx\n");
    folder.shell("printf 2 >t/s/2").exits(0);
    folder.run_as_nobody(&convert).expect("as before").exits(0).says("");
    assert_eq!(folder.read("out/t/s/2"), b"2");
    // A directory that exists keeps its mode.
    folder.shell("chmod 501 out/t/s").exits(0);
    folder.run_as_nobody(&convert).expect("as before").exits(2).mentions("Permission denied");
    folder.shell(&format!("{owners}; chmod -R u+w .")).exits(0).prints("dr-x\ndrwx\n");
}

/// The umask always applies. If it removes permissions of the owner, only root can continue, and
/// others get an error.
#[test]
fn respects_a_umask_that_restricts_the_owner() {
    for umask in ["0700", "0777"] {
        let folder = Folder::new();
        let line = format!(
            "mkdir -p p/q && echo 1 >p/q/1 && umask {umask} && utf convert -o out/ p; echo $?; stat -c %a out; chmod 700 out"
        );
        let run = folder.shell(&line).exits(0);
        let mode = if umask == "0700" { "77" } else { "0" };
        let status = if is_root() { 0 } else { 2 };
        let run = run.prints(format!("{status}\n{mode}\n"));
        assert_eq!(run.stderr.contains("Permission denied"), !is_root());
    }
}

#[test]
fn a_new_output_directory_is_writable() {
    let folder = Folder::new();
    let line = "umask 022; mkdir p; echo 1 >p/1; chmod 500 p; utf convert -o out/ p/.; stat -c %a out; chmod 700 p";
    folder.shell(line).exits(0).prints("700\n");
}
