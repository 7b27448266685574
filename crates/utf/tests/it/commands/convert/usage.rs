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
    refuses(&["-f", "EBCDIC"], "utf: -f: EBCDIC is a family of code pages: name one");
    refuses(&["-t", "klingon"], "`klingon` (`utf labels --brief` lists the encodings)");
    refuses(&["-t", "utf-8//NONE"], "only //IGNORE and //TRANSLIT are known");
}

/// The advice for an unknown label is a list that people read: one line per encoding.
#[test]
fn unknown_labels_refer_to_a_short_list() {
    let folder = Folder::new();
    let run = folder.pipe(&["convert", "-f", "foo"], "text").exits(2);
    let command = run.stderr.split('`').find(|part| part.starts_with("utf ")).unwrap();
    let list = folder.shell(command).exits(0);
    assert!(list.text().lines().count() < 500, "{}", list.text().lines().count());
    // Every encoding of the list is known.
    for line in list.text().lines().step_by(40) {
        let name = line.split(' ').next().unwrap();
        folder.pipe(&["convert", "-f", name, "-t", "utf-8"], "").exits(0);
    }
}

#[test]
fn numbers_of_code_pages_are_labels() {
    let folder = Folder::new();
    for (label, bytes, text) in [
        ("1251", &b"\xC6"[..], "Ж"),
        ("20866", b"\xD6", "ж"),
        ("54936", b"\xC4\xBF", "目"),
        ("936", b"\xC4\xBF", "目"),
        ("ANSI 936", b"\xC4\xBF", "目"),
        ("cp65001", "目".as_bytes(), "目"),
    ] {
        folder.pipe(&["convert", "-f", label], bytes).exits(0).prints(text);
    }
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
