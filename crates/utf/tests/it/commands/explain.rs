//! `utf explain`, and the files that are generated from the description of the command line.

use crate::support::Folder;

#[test]
fn explains_a_code() {
    let folder = Folder::new();
    folder.run(&["explain", "overlong"]).exits(0).shows("# overlong").shows("What to do:");
    folder.run(&["explain", "OVERLONG"]).exits(0).shows("# overlong");
    folder.run(&["explain"]).exits(0).shows("invalid-byte").shows("bidi-override");
    folder.run(&["explain", "bidi-override"]).exits(0).shows("# bidi-override (utf audit)");
    // If both tables have a code, it is explained for both.
    let both = folder.run(&["explain", "overlong"]).exits(0);
    both.shows("# overlong\n").shows("# overlong (utf audit)\n");
    folder
        .run(&["explain", "over\u{1B}long"])
        .exits(2)
        .mentions("unknown finding `over<U+001B>long`");
}

#[test]
fn completions_and_man_pages() {
    let folder = Folder::new();
    let bash = folder.run(&["completions", "bash"]).exits(0);
    bash.shows("complete -F _utf").shows(" windows-1252 ").shows(" overlong ").shows("\"postgres ");
    folder.run(&["man", "pages"]).exits(0).says("");
    let page = std::fs::read_to_string(folder.path("pages/utf-check.1")).unwrap();
    assert!(page.contains(".TH utf-check 1"), "{page}");
    assert!(folder.path("pages/utf.1").exists());
}
