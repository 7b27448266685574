//! Patches, and `utf undo` of them.

use crate::support::Folder;

const BROKEN: &[u8] =
    b"Nicol\xC3\x83\xC2\xA1s \xE2\x82\r\n\xAC \xED\xA0\xBD\xED\xB8\x8D caf\xE9 \xC0\xAF\n\xEF\xBB\xBFend";

#[test]
fn undo_restores_exactly() {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    folder.run(&["repair", "-q", "-i", "--patch", "p", "a"]).exits(1);
    assert_eq!(
        folder.read("a"),
        b"Nicol\xC3\xA1s \xE2\x82\xAC\r\n \xF0\x9F\x98\x8D caf\xC3\xA9 \xC0\xAF\nend"
    );
    let patch = String::from_utf8(folder.read("p")).unwrap();
    let lines: Vec<_> = patch.lines().collect();
    assert_eq!(lines[0], r#"{"type":"patch","version":1,"path":"a"}"#);
    assert_eq!(lines[1], r#"{"type":"change","offset":5,"old":"c383c2a1","new":"c3a1"}"#);
    assert_eq!(lines.len(), 7);
    folder.run(&["undo", "-i", "p"]).exits(0).prints("").says("utf: a: restored\n");
    assert_eq!(folder.read("a"), BROKEN);
    assert_eq!(folder.names(), ["a", "p"]);
}

#[test]
fn undo_into_another_file() {
    let folder = Folder::new();
    let patch = folder.path("p");
    let patch = patch.to_str().unwrap();
    let repaired = folder.pipe(&["repair", "-q", "-o", "-", "--patch", patch], BROKEN).exits(1);
    folder.file("fixed", &repaired.stdout);
    folder.run(&["undo", "-i", "p"]).exits(2).mentions("it does not name a file (name the file)");
    folder.run(&["undo", "p", "-o", "back", "fixed"]).exits(0);
    assert_eq!(folder.read("back"), BROKEN);
    assert_eq!(folder.read("fixed"), repaired.stdout);
    folder.run(&["undo", "p", "-o", "-", "fixed"]).exits(0).prints(BROKEN);
}

#[test]
fn rejects_a_patch_of_another_text() {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    folder.run(&["repair", "-q", "-i", "--patch", "p", "a"]).exits(1);
    let fixed = folder.read("a");
    for wrong in [&b""[..], b"another", &fixed[1..], &[&fixed[..], b"!"].concat()] {
        folder.file("b", wrong);
        let run = folder.run(&["undo", "-i", "p", "b"]).exits(2);
        run.mentions("b: not the result of the changes in `p`");
        assert_eq!(folder.read("b"), wrong);
    }
    folder.run(&["undo", "-i", "p", "a"]).exits(0);
    let run = folder.run(&["undo", "-i", "p", "a"]).exits(2);
    run.says("utf: a: already equals the text before the repair\n");
}

#[test]
fn rejects_invalid_patches() {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    folder.run(&["repair", "-q", "-i", "--patch", "p", "a"]).exits(1);
    let (fixed, patch) = (folder.read("a"), String::from_utf8(folder.read("p")).unwrap());
    let cut = patch.rsplit_once("\n{").unwrap().0;
    let fewer = patch.lines().enumerate().filter(|(at, _)| *at != 2).map(|(_, line)| line);
    let fewer = fewer.collect::<Vec<_>>().join("\n");
    let other = patch.replace("c383c2a1", "c383c2a2");
    let version = patch.replace("\"version\":1", "\"version\":2");
    let bad = patch.replace("c383c2a1", "xyz");
    for patch in [cut, &fewer, &other, &version, &bad] {
        folder.file("q", patch);
        folder.run(&["undo", "-i", "q", "a"]).exits(2).mentions("q: not a valid patch");
        assert_eq!(folder.read("a"), fixed);
    }
    assert_eq!(folder.names(), ["a", "p", "q"]);
}

/// The same command without `-i` is a preview. It changes nothing, so there is nothing to undo.
#[test]
fn a_preview_does_not_write_the_patch() {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    let preview = folder.run(&["repair", "--patch", "p", "a"]).exits(1);
    preview.says("utf: --patch: not written without -i or -o\n");
    folder.run(&["repair", "-q", "--patch", "p", "a"]).exits(1).says("");
    assert_eq!((folder.names(), folder.read("a")), (vec!["a".to_owned()], BROKEN.to_vec()));
    folder.run(&["repair", "-q", "-i", "--patch", "p", "a"]).exits(1);
    folder.run(&["undo", "-i", "p"]).exits(0);
    assert_eq!(folder.read("a"), BROKEN);
}

/// A patch is separate from the input and the output, and does not replace another patch.
#[test]
fn a_patch_has_a_file_of_its_own() {
    let folder = Folder::new();
    folder.file("a", BROKEN);
    folder.file("b", BROKEN);
    for arguments in [
        &["repair", "--patch", "a", "a"][..],
        &["repair", "-i", "--patch", "./a", "a"],
        &["repair", "-o", "new", "--patch", "new", "a"],
    ] {
        folder.run(arguments).exits(2).mentions("are the same file");
    }
    folder.run(&["repair", "-q", "-i", "--patch", "p", "a"]).exits(1);
    let patch = folder.read("p");
    folder.run(&["repair", "-i", "--patch", "p", "b"]).exits(2).mentions("already holds a patch");
    folder.run(&["undo", "p", "-o", "p"]).exits(2).mentions("are the same file");
    assert_eq!((folder.read("p"), folder.read("b")), (patch, BROKEN.to_vec()));
}
