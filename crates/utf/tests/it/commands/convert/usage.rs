//! Arguments that conflict, and arguments of iconv.

use crate::support::Folder;

/// Runs with arguments that are rejected before anything is read.
#[track_caller]
fn refuses(arguments: &[&str], message: &str) {
    let folder = Folder::new();
    let run = folder.pipe(&[&["convert"], arguments].concat(), "text").exits(2).prints("");
    run.mentions(message);
}

#[test]
fn rejects_a_bom_for_labels_with_a_byte_order() {
    let why = "the label names the byte order (RFC 2781 section 3.3) (use `-t utf-16`)";
    refuses(&["-t", "utf-16be", "--bom", "add"], why);
    refuses(&["-t", "utf-16le", "--bom", "add"], "(use `-t utf-16 --output-order little`)");
    refuses(&["-t", "utf-32le", "--bom", "add"], "(use `-t utf-32 --output-order little`)");
    refuses(&["-t", "us-ascii", "--bom", "add"], "text labelled us-ascii does not have a BOM");
    refuses(&["-f", "utf-16le", "--bom", "require"], "(use `-f utf-16`)");
}

#[test]
fn rejects_a_byte_order_for_labels_with_one() {
    refuses(&["-f", "utf-16be", "--input-order", "big"], "does not leave the byte order open");
    refuses(&["--input-order", "big"], "`auto` does not leave the byte order open");
    refuses(&["--output-order", "little"], "`utf-8` does not leave the byte order open");
}

#[test]
fn unknown_labels_suggest_the_nearest() {
    refuses(&["-f", "utf9"], "utf: -f: unknown encoding `utf9`; did you mean utf-8");
    refuses(&["-t", "utf-16-le"], "did you mean utf-16le");
    refuses(&["-t", "klingon"], "`klingon` (`utf labels` lists the known labels)");
    refuses(&["-t", "utf-8//NONE"], "only //IGNORE and //TRANSLIT are known");
}

#[test]
fn rejects_a_replacement_with_another_policy() {
    refuses(
        &["--replacement", "x", "--errors", "skip"],
        "can only be used with `--errors replace`",
    );
    refuses(&["-c", "--replacement", "x"], "can only be used with `--errors replace`");
}

#[test]
fn accepts_options_of_iconv() {
    let folder = Folder::new();
    let long = ["convert", "--from-code=latin1", "--to-code=utf-8", "--output=out", "-s", "-"];
    folder.pipe(&long, b"\xE9").exits(0).prints("").says("");
    assert_eq!(folder.read("out"), "\u{E9}".as_bytes());
    let list = folder.run(&["convert", "--list"]).exits(0);
    assert!(list.stdout.starts_with(b"utf-8 "));
    folder.shell("utf convert -l >/dev/full").exits(2).mentions("No space left on device");
}
