//! `--fix`.

use crate::support::Folder;

const SCRIPT: &str =
    "#!/bin/sh\nsudo\u{A0}apt install x\n\u{A0} echo \"a\u{A0}b\"\necho \u{A0} c\n";
const FIXED: &str = "#!/bin/sh\nsudo apt install x\n  echo \"a\u{A0}b\"\necho \u{A0} c\n";

#[test]
fn fixes_are_shown_and_then_written() {
    let folder = Folder::new();
    folder.file("run", SCRIPT);
    folder.file("prose.txt", SCRIPT.trim_start_matches("#!/bin/sh\n"));
    let run = folder.run(&["audit", "--fix", "run", "prose.txt"]).exits(1);
    let text = run.text();
    assert!(
        text.starts_with("run:2:5: byte 14: odd-space: U+00A0 becomes ` `: the shell"),
        "{text}"
    );
    let end = "2 files: 2 fixes possible; nothing was changed (use -i or -o)\n";
    assert!(text.lines().count() == 3 && text.ends_with(end), "{text}");
    assert_eq!(folder.read("run"), SCRIPT.as_bytes());
    folder.run(&["audit", "-q", "--fix", "-i", "--patch", "p", "run", "prose.txt"]).exits(0);
    assert_eq!(folder.read("run"), FIXED.as_bytes());
    folder.run(&["audit", "-q", "--fix", "run"]).exits(0);
    folder.run(&["repair", "-q", "--undo", "p"]).exits(0);
    assert_eq!(folder.read("run"), SCRIPT.as_bytes());
    folder.run(&["audit", "-q", "--fix", "-o", "out/", "run"]).exits(0);
    assert_eq!(folder.read("out/run"), FIXED.as_bytes());
}

/// Without --fix, an audit changes nothing.
#[test]
fn files_are_written_only_with_the_option() {
    let folder = Folder::new();
    folder.file("a.sh", SCRIPT);
    folder.run(&["audit", "-i", "a.sh"]).exits(2).mentions("--fix");
    folder.run(&["audit", "-o", "b", "a.sh"]).exits(2).mentions("--fix");
    folder.run(&["audit", "--fix", "--staged"]).exits(2).mentions("--staged");
    folder.run(&["audit", "--fix", "--deny", "bidi", "a.sh"]).exits(2).mentions("--deny");
    assert_eq!((folder.names(), folder.read("a.sh")), (vec!["a.sh".to_owned()], SCRIPT.into()));
}
