//! Reports about many files: the table, the selection, and the columns.

use crate::support::Folder;

fn tree() -> Folder {
    let folder = Folder::new();
    folder.shell("mkdir tree").exits(0);
    folder.file("tree/ascii.txt", "plain\n");
    folder.file("tree/utf8.txt", "h\u{E9}\r\n");
    folder.file("tree/cut.txt", b"caf\xC3\xA9 \xC3\xA9 cut \xF0\x9F\x98");
    folder.file("tree/data.bin", b"\0\x01\x02\x03\xFF\0\0\0");
    let french = "Le caf\u{E9} est ferm\u{E9}, les \u{E9}l\u{E8}ves sont l\u{E0}.\n".repeat(4);
    folder.file("tree/old.txt", french.chars().map(|c| c as u8).collect::<Vec<_>>());
    let wide: Vec<u8> = "\u{FEFF}a\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.file("tree/wide.txt", wide);
    folder
}

#[test]
fn a_table_ends_the_report_on_a_tree() {
    let folder = tree();
    let table = folder.run(&["detect", "--summary", "tree"]).exits(0);
    let rows: Vec<Vec<&str>> =
        table.text().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["encoding", "files", "bytes", "of", "text"]);
    assert_eq!(rows[1], ["utf-8", "2", "21"]);
    assert_eq!(rows.last().unwrap(), &["6", "files"]);
    let listed = folder.run(&["detect", "tree"]).exits(0);
    assert!(listed.text().ends_with(table.text()));
    assert_eq!(listed.text().lines().count(), 6 + rows.len());
    // A file that the user named has no table.
    assert_eq!(folder.run(&["detect", "tree/old.txt"]).text().lines().count(), 1);
}

/// Only well-formed text is UTF-8, and binary data is in no encoding.
#[test]
fn text_that_is_not_utf8_is_listed() {
    let folder = tree();
    let run = folder.run(&["detect", "--not", "utf-8", "tree"]).exits(1);
    let names: Vec<_> = run.text().lines().filter_map(|line| line.split_once(':')).collect();
    let names: Vec<_> = names.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["tree/cut.txt", "tree/old.txt", "tree/wide.txt"]);
    folder.run(&["detect", "--not", "utf-8,utf-16,windows-1252", "tree"]).exits(1);
    folder
        .run(&["detect", "--not", "utf-8", "tree/ascii.txt", "tree/data.bin"])
        .exits(0)
        .prints("");
    folder.run(&["detect", "--not", "nonsense", "tree"]).exits(2);
}

#[test]
fn columns_are_separated_by_tabs() {
    let folder = tree();
    let run = folder.run(&["detect", "--format", "tsv", "tree"]).exits(0);
    let run = run.shows("tree/ascii.txt\tus-ascii\t1\t-\tlf\t-\n");
    let run = run.shows("tree/wide.txt\tutf-16\t");
    let run = run.shows("\tfr\tlf\t-\n").shows("tree/utf8.txt\tutf-8\t");
    run.shows("\tlf\tbom\n").shows("\t-\tcrlf\t-\n").shows("tree/data.bin\tbinary\t");
}
