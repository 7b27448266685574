//! `--dry-run` reports the losses.

use crate::support::Folder;

#[test]
fn reports_losses_and_writes_nothing() {
    let folder = Folder::new();
    folder.file("bad", b"\xE2\x82\xACa\xFF\xE2\x82\xAC\x1B\xCC\x81");
    let run = folder.run(&["convert", "-t", "latin1", "--dry-run", "bad"]);
    run.exits(1).prints(
        "bad: 1 ill-formed maximal subpart (first at byte 4: invalid byte)\n\
         bad: U+0301 \u{301}: iso-8859-1 cannot encode it (1 time, first at byte 9)\n\
         bad: U+20AC \u{20AC}: iso-8859-1 cannot encode it (2 times, first at byte 0)\n",
    );
    let run = folder.run(&["convert", "-t", "latin1//TRANSLIT", "-c", "--dry-run", "bad"]);
    run.exits(0).shows("U+20AC").shows(": would be transliterated\n");
    folder.pipe(&["convert", "-t", "utf-16", "--dry-run"], "fine").exits(0).prints("").says("");
    folder.run(&["convert", "--dry-run", "-o", "out", "bad"]).exits(2);
    folder.run(&["convert", "--dry-run", "missing"]).exits(2);
}

#[test]
fn joined_files_keep_only_the_first_bom() {
    let folder = Folder::new();
    folder.file("a", b"\xFF\xFEa\0");
    folder.file("b", b"\xEF\xBB\xBFb");
    folder.run(&["cat", "a", "b"]).exits(0).prints("ab");
    folder.run(&["cat", "b", "a", "b"]).exits(0).prints("\u{FEFF}bab");
    folder.run(&["cat", "-t", "utf-16", "b", "a"]).exits(0).prints(b"\xFE\xFF\0b\0a");
}

#[test]
fn limits_the_number_of_reported_characters() {
    let folder = Folder::new();
    let text: String = ('\u{4E00}'..).take(1003).collect::<String>() + "\u{4E00}\u{51EA}";
    let run = folder.pipe(&["convert", "-t", "us-ascii", "--dry-run"], &text).exits(1);
    assert_eq!(run.text().lines().count(), 1001);
    run.shows("U+4E00 \u{4E00}: us-ascii cannot encode it (2 times, ")
        .shows("us-ascii cannot encode other characters (4 times)\n");
}

/// Filters hold text back. A character at the end that the target cannot encode must not cause an
/// endless loop.
#[test]
fn reports_losses_after_filters() {
    let folder = Folder::new();
    for filter in [&["--eol", "crlf"][..], &["--strip-inner-bom"], &["--normalize", "nfc"]] {
        for text in ["\u{65E5}", "\u{65E5}\u{65E5}", "\u{65E5}a\u{65E5}", "a\u{65E5}\n"] {
            let times = text.matches('\u{65E5}').count();
            let rehearse = [&["convert", "--dry-run", "-t", "latin1"], filter].concat();
            let number = format!("{times} {}", if times == 1 { "time" } else { "times" });
            let words = format!("U+65E5 \u{65E5}: iso-8859-1 cannot encode it ({number}, ");
            folder.pipe(&rehearse, text).exits(1).shows(&words);
        }
    }
}

/// The exit status is that of the run.
#[test]
fn agrees_with_the_run() {
    let folder = Folder::new();
    folder.file("a", "a \u{20AC} \u{65E5}\n");
    folder.file("b", b"a\xFF\xE2\x82\xAC\n");
    for file in ["a", "b"] {
        for policy in [
            &[][..],
            &["--errors", "replace"],
            &["-c"],
            &["--errors", "escape"],
            &["--errors", "replace", "--exit-code"],
        ] {
            for to in ["us-ascii", "us-ascii//TRANSLIT", "us-ascii//IGNORE"] {
                let options = [policy, &["-t", to, file]].concat();
                let run = folder.run(&[&["convert"], &options[..]].concat());
                let dry = folder.run(&[&["convert", "--dry-run"], &options[..]].concat());
                assert_eq!(dry.status, run.status, "{options:?}: {dry:?}");
            }
        }
    }
    let dry = folder.run(&["convert", "--dry-run", "-t", "us-ascii", "-c", "b"]).exits(0);
    dry.shows("(first at byte 1: invalid byte): would be dropped\n");
}
