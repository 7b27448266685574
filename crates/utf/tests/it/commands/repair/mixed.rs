//! `utf repair --mixed`, and the reasons of adjacent fixes.

use crate::support::Folder;

#[test]
fn reports_each_adjacent_fix() {
    let input = b"\xE9\xED\xA0\xBD\xED\xB8\x80\xC0\xAF\na\n\xC3\xAF\xC2\xBB\xC2\xBFb\n";
    let run = Folder::new().pipe(&["repair", "--mixed", "latin1", "--format", "json"], input);
    run.exits(1)
        .shows(r#""offset":0,"length":1,"line":1,"column":1,"kind":"reread""#)
        .shows(r#""offset":1,"length":6,"line":1,"column":2,"kind":"surrogate-pair""#)
        .shows(r#""offset":7,"length":2,"line":1,"column":8,"kind":"reread""#)
        .shows(r#""kind":"mojibake","bytes":"c3 af c2 bb c2 bf","becomes":"","#)
        .shows(r#"as ISO-8859-1 and encoded again; and below that: U+FEFF at the start of a line"#)
        .shows(r#","also":["stray-bom"],"percent":99}"#);
}

#[test]
fn rejects_encodings_that_cannot_be_mixed() {
    for label in ["utf-16", "UTF-EBCDIC", "utf-7", "ibm037", "iso-2022-jp"] {
        let run = Folder::new().pipe(&["repair", "--mixed", label], b"\xFF\xFEa\0");
        run.exits(2).mentions("cannot be mixed with UTF-8").mentions("use `utf convert -f`");
    }
}
