//! How text is read, if not as its label says: `--bom`, `--input-order`.

use crate::support::Folder;

fn check(options: &[&str], bytes: &[u8]) -> crate::support::Run {
    Folder::new().pipe(&[&["check", "--format", "json"], options].concat(), bytes)
}

#[test]
fn a_bom_is_required() {
    for from in ["auto", "utf-8", "utf-16", "ucs-4", "utf-1"] {
        let run = check(&["-f", from, "--bom", "require"], b"\0\0\0A").exits(1);
        let found = &run.lines_of_json()[0];
        assert_eq!(
            (&found["kind"], &found["offset"]),
            (&"missing-bom".into(), &0.into()),
            "{from}"
        );
    }
    check(&["--bom", "require"], b"\xEF\xBB\xBFA").exits(0);
    check(&["--bom", "require"], b"\xFE\xFF\0A").exits(0);
    check(&["--bom", "require", "--fallback", "gbk"], b"A").exits(1);
    check(&["--bom", "require", "--fallback", "gbk", "--by-line"], b"A").exits(1);
    let run = check(&["-f", "utf-16be", "--bom", "require"], b"").exits(2);
    run.mentions("utf: --bom require: text labelled utf-16be does not have a BOM");
}

#[test]
fn a_bom_is_an_error() {
    let run = check(&["--bom", "forbid"], b"\xEF\xBB\xBFA").exits(1);
    let found = &run.lines_of_json()[0];
    assert_eq!((&found["kind"], &found["bytes"]), (&"unwanted-bom".into(), &"ef bb bf".into()));
    check(&["--bom", "forbid", "-f", "utf-16"], b"\xFE\xFF\0A").exits(1);
    check(&["--bom", "forbid"], b"A").exits(0);
    check(&["--bom", "forbid", "-f", "utf-16"], b"\0A").exits(0);
}

#[test]
fn a_bom_is_read_as_text() {
    let characters = |options: &[&str]| {
        let run = check(options, b"\xEF\xBB\xBFA").exits(0);
        run.lines_of_json().last().unwrap()["characters"].as_u64().unwrap()
    };
    assert_eq!(characters(&["--bom", "as-text"]), 2);
    assert_eq!(characters(&["--bom", "as-text", "--fallback", "gbk", "--by-line"]), 2);
    for policy in ["auto", "keep", "strip", "add"] {
        assert_eq!(characters(&["--bom", policy]), 1, "{policy}");
    }
    check(&["-f", "utf-16", "--bom", "as-text"], b"\xFF\xFE\0A").exits(1);
    // It would tell the encoding.
    check(&["--bom", "as-text"], b"\xFF\xFEA\0").exits(1);
}

#[test]
fn the_byte_order_is_said() {
    check(&["-f", "utf-16"], b"\0\xD8A\0").exits(0);
    let run = check(&["-f", "utf-16", "--input-order", "little"], b"\0\xD8A\0").exits(1);
    assert_eq!(run.lines_of_json()[0]["kind"], "lone-high-surrogate");
    check(&["-f", "utf-16", "--input-order", "little"], b"\xFE\xFF\0A").exits(0);
    let run = check(&["--input-order", "little"], b"").exits(2);
    run.mentions("utf: --input-order: `auto` does not leave the byte order open");
}
