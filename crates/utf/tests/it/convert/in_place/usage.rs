//! What does not go with `-i`.

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
