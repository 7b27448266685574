//! What does not go with `-i`.

use super::utf16;
use crate::support::Folder;

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    folder.file("a", "text");
    for arguments in [&["convert", "-i"][..], &["convert", "-i", "-"], &["convert", "-i", "a", "-"]]
    {
        folder.run(arguments).exits(2).mentions("standard input is no file with a name");
    }
    folder.run(&["convert", "-i", "-o", "out", "a"]).exits(2).mentions("cannot be used with");
    folder.run(&["cat", "-i", "a"]).exits(2).mentions("`utf convert -i` does that");
    for lonely in ["--touch", "--force", "--break-links", "--only-if-valid"] {
        folder.run(&["convert", lonely, "a"]).exits(2).mentions("--in-place");
    }
    assert_eq!(folder.names(), ["a"]);
}

#[test]
fn a_suffix_that_begins_with_a_letter() {
    let folder = Folder::new();
    folder.file("a", utf16("text"));
    for flags in ["-ibak", "-iorig"] {
        let run = folder.run(&["convert", flags, "a"]).exits(2);
        run.mentions(&format!("'--in-place={}'", &flags[2..]));
    }
    folder.run(&["convert", "--in-place=bak", "a"]).exits(0).says("");
    assert_eq!(folder.names(), ["a", "abak"]);
}
