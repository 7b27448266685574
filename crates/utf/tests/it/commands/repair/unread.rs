//! If nobody reads the report, the command still does its work.

use crate::support::Folder;

const BROKEN: &str = "Nicol\u{C3}\u{A1}s\n";

#[test]
fn files_are_repaired() {
    let folder = Folder::new();
    let much = BROKEN.repeat(300);
    let right = "Nicolás\n".repeat(300);
    for format in ["human", "json", "sarif", "github"] {
        folder.file("a", &much);
        let repair = ["repair", "--format", format];
        let run = |more: &[&str]| folder.unread(&[&repair[..], more].concat()).says("");
        // Without an output, the exit status reports the findings.
        run(&["a"]).exits(1);
        run(&["-o", "out", "a"]).exits(0);
        run(&["-i", "--patch", "patch", "a"]).exits(0);
        assert!(folder.read("a") == right.as_bytes() && folder.read("out") == right.as_bytes());
        folder.run(&["undo", "-i", "patch", "a"]).exits(0);
        assert!(folder.read("a") == much.as_bytes());
        folder.shell("rm patch").exits(0);
    }
    folder
        .shell("mkdir tree; for n in 1 2 3 4; do cp a tree/$n; done; printf '\\xff\\n' >>tree/2")
        .exits(0);
    folder.unread(&["repair", "-i", "tree"]).exits(1).says("");
    for name in ["tree/1", "tree/2", "tree/3", "tree/4"] {
        assert!(folder.read(name).starts_with(right.as_bytes()), "{name}");
    }
}

/// Bad lines and patches are complete, even if nobody reads the text.
#[test]
fn writes_other_outputs() {
    let folder = Folder::new();
    let text = [BROKEN.repeat(400).as_bytes(), b"\xFE\xFE\n"].concat();
    folder.file("text", &text);
    let lines = ["--bad-lines", "bad", "--bad-lines-report", "report", "text"];
    for (command, status) in [
        (&["repair", "-o", "-"][..], 1),
        (&["repair", "-o", "good"], 1),
        (&["convert"], 141),
        (&["convert", "-o", "other"], 0),
        (&["convert", "-t", "utf-16", "--exit-code"], 1),
    ] {
        folder.unread(&[command, &lines].concat()).exits(status);
        assert_eq!(folder.read("bad"), b"\xFE\xFE\n", "{command:?}");
        assert!(folder.read("report").ends_with(b"\"rejected\":1,\"rejected_bytes\":3}\n"));
        folder.shell("rm bad report").exits(0);
    }
    assert!(folder.read("good") == "Nicolás\n".repeat(400).as_bytes());
    // The same holds if they or their report go to the closed pipe.
    let apart = |bad: &str, report: &str| {
        for (command, status) in [("repair", 1), ("convert", 141)] {
            let run = folder.unread(&[
                command,
                "-q",
                "-o",
                "good",
                "--overwrite",
                "--bad-lines",
                bad,
                "--bad-lines-report",
                report,
                "long",
            ]);
            run.exits(status).says("");
        }
    };
    let long = b"right\n\xFE\xFE\n".repeat(3000);
    folder.file("long", &long);
    for (bad, report) in [("bad", "-"), ("-", "report")] {
        apart(bad, report);
        assert!(folder.read("good") == b"right\n".repeat(3000), "{bad} {report}");
        folder.shell("rm good").exits(0);
    }
    assert!(folder.read("bad") == b"\xFE\xFE\n".repeat(3000));
    assert!(folder.read("report").ends_with(b"\"rejected\":3000,\"rejected_bytes\":9000}\n"));
    folder.unread(&["repair", "-q", "-o", "-", "--patch", "patch", "text"]).exits(1);
    folder.file("a", [("Nicolás\n".repeat(400)).as_bytes(), b"\xFE\xFE\n"].concat());
    folder.run(&["undo", "-i", "patch", "a"]).exits(0);
    assert!(folder.read("a") == text);
}

/// The exit status shows that a text was not written to its end, as for `cat`.
#[test]
fn unread_text_is_not_a_success() {
    let folder = Folder::new();
    folder.file("text", "a line\n".repeat(9000));
    folder.file("broken", BROKEN.repeat(9000));
    for command in [
        &["convert"][..],
        &["convert", "-f", "utf-8", "-t", "utf-16le"],
        &["convert", "-f", "latin1", "--errors", "replace"],
        &["cat", "text"],
        &["slice", "-l", "2-"],
        &["slice", "-l", "-5.."],
    ] {
        folder.unread(&[command, &["text"]].concat()).exits(141).says("");
    }
    for command in [&["labels"][..], &["explain", "overlong"], &["convert", "-l"]] {
        folder.unread(command).exits(141).says("");
    }
    folder.unread(&["repair", "-q", "-o", "-", "broken"]).exits(141).says("");
    // The patch is still complete.
    folder.unread(&["repair", "-q", "-o", "-", "--patch", "patch", "broken"]).exits(141).says("");
    folder.shell("utf repair -q -o fixed broken; utf undo patch -o - fixed").exits(0);
    let line = "set -o pipefail; utf convert -t utf-16le text | true";
    folder.shell(line).exits(141).says("");
}

/// A command that only reports ends without a message, with the status of the results so far.
#[test]
fn reports_end_quietly() {
    let folder = Folder::new();
    folder.file("good", "a line\n".repeat(9000));
    folder.file("bad", b"caf\xE9\n".repeat(9000));
    folder.unread(&["inspect", "good"]).exits(141).says("");
    folder.unread(&["convert", "-t", "us-ascii", "--dry-run", "good"]).exits(0).says("");
    folder
        .unread(&["convert", "-f", "latin1", "-t", "us-ascii", "--dry-run", "bad"])
        .exits(1)
        .says("");
    folder.file("text", BROKEN.repeat(9000));
    folder.run(&["repair", "-q", "-i", "--patch", "patch", "text"]).exits(0);
    folder.unread(&["undo", "patch", "-o", "-", "text"]).exits(141).says("");
    assert!(folder.read("text") == "Nicolás\n".repeat(9000).as_bytes());
    // A full disk is an error.
    let full = "utf convert -f latin1 -t us-ascii --dry-run bad >/dev/full";
    folder.shell(full).exits(2).mentions("standard output: No space left");
}
