use super::*;

/// Creates a repository with these files.
fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = root.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    root
}

/// Returns the findings for a core crate with these files in `src`.
fn found(files: &[(&str, &str)]) -> Found {
    let names: Vec<_> = files.iter().map(|(name, _)| format!("crates/utfkit/src/{name}")).collect();
    let files: Vec<_> = names.iter().zip(files).map(|(name, (_, text))| (&**name, *text)).collect();
    Found::of(tree(&files).path()).unwrap()
}

fn lines(lines: &BTreeSet<String>) -> Vec<String> {
    lines.iter().map(|line| line.replace("crates/utfkit/src/", "")).collect()
}

#[test]
fn a_loop_is_found_through_nested_imports_and_paths_in_code() {
    let found = found(&[
        ("lib.rs", "mod form;"),
        ("form/mod.rs", "mod a; mod b; mod c;"),
        ("form/a.rs", "use super::{b::{self, B}, c}; pub struct A(B); fn a() { b::b() }"),
        ("form/b.rs", "pub struct B; pub fn b() { crate::form::c::c(); }"),
        ("form/c.rs", "use std::io; pub fn c(_: super::a::A) {}"),
    ]);
    assert_eq!(
        lines(&found.violations),
        ["loop form/a.rs form/b.rs", "loop form/b.rs form/c.rs", "loop form/c.rs form/a.rs"]
    );
    assert!(found.ways[0].starts_with("# loop of 3: "));
}

#[test]
fn a_name_comes_from_the_file_that_defines_it() {
    let found = found(&[
        ("lib.rs", "mod error; mod scalar; pub use error::*;"),
        ("error/mod.rs", "mod a; mod b; pub use a::A; pub use self::b::*;"),
        ("error/a.rs", "use super::B; pub struct A(B);"),
        ("error/b.rs", "use super::*; use crate::scalar; pub struct B(A); fn b() { scalar::s() }"),
        ("scalar.rs", "pub fn s(_: crate::A) {}"),
    ]);
    assert_eq!(
        lines(&found.violations),
        [
            "loop error/a.rs error/b.rs",
            "loop error/b.rs error/a.rs",
            "loop error/b.rs scalar.rs",
            "loop scalar.rs error/a.rs",
            "upward scalar.rs error/a.rs"
        ]
    );
}

#[test]
fn the_name_of_a_module_and_a_re_export_make_no_loop() {
    let found = found(&[
        ("lib.rs", "mod error;"),
        ("error/mod.rs", "pub mod a; mod b; pub use b::B; use a::a; pub fn m() { a() }"),
        ("error/a.rs", "use super::b; pub fn a() {}"),
        ("error/b.rs", "use crate::error; pub struct B; fn b() { error::a::a() }"),
    ]);
    assert!(found.violations.is_empty(), "{:?}", found.violations);
    assert!(found.parents.is_empty(), "{:?}", found.parents);
}

#[test]
fn an_import_from_the_module_above_is_no_violation() {
    let found = found(&[
        ("lib.rs", "mod error;"),
        ("error/mod.rs", "mod a; pub struct M; pub fn m() { a::a() }"),
        ("error/a.rs", "pub fn a() -> super::M {}"),
    ]);
    assert!(found.violations.is_empty(), "{:?}", found.violations);
    assert_eq!(
        lines(&found.parents),
        ["parent error/a.rs error/mod.rs", "parent error/mod.rs error/a.rs"]
    );
}

#[test]
fn an_import_from_a_room_as_high_or_higher_is_upward() {
    let found = found(&[
        ("lib.rs", "mod codec; mod encoding; mod fs; mod index; mod new;"),
        ("codec.rs", "pub use crate::encoding::E; pub struct C;"),
        ("encoding.rs", "use crate::codec::C; pub struct E(C);"),
        ("fs.rs", "use crate::index::I;"),
        ("index.rs", "pub struct I; use crate::new::N;"),
        ("new.rs", "pub struct N;"),
    ]);
    assert_eq!(
        lines(&found.violations),
        ["homeless new.rs", "upward codec.rs encoding.rs", "upward fs.rs index.rs"]
    );
}

#[test]
fn tests_are_left_out_and_files_by_turns_are_not() {
    let found = found(&[
        ("lib.rs", "mod error; mod scalar;"),
        ("error.rs", "#[cfg(test)] mod tests; pub struct E;"),
        (
            "scalar.rs",
            "#[cfg(test)] use crate::error::E; #[cfg(not(unix))] #[path = \"other.rs\"] mod table;",
        ),
        ("other.rs", "use crate::error::E;"),
    ]);
    assert_eq!(lines(&found.violations), ["homeless other.rs"]);
}

#[test]
fn a_crate_imports_from_those_below_it_only() {
    let root = tree(&[
        ("crates/utfkit/src/lib.rs", "mod scalar;"),
        ("crates/utfkit/src/scalar.rs", "pub use utfkit_text::A;"),
        ("crates/utfkit-text/src/lib.rs", "mod detect;"),
        ("crates/utfkit-text/src/detect.rs", "use utfkit::B; fn a() { utf::c() }"),
        ("crates/utf/src/lib.rs", "mod cli;"),
        ("crates/utf/src/cli.rs", "use utfkit::B; use utfkit_text::A;"),
    ]);
    assert_eq!(
        Found::of(root.path()).unwrap().violations.into_iter().collect::<Vec<_>>(),
        [
            "backward crates/utfkit-text/src/detect.rs utf",
            "backward crates/utfkit/src/scalar.rs utfkit_text"
        ]
    );
}

#[test]
fn a_long_listing_is_a_violation_but_for_the_commands() {
    let names: Vec<_> = (0..=LISTING).map(|number| format!("{number}.rs")).collect();
    let in_folder = |folder: &str| names.iter().map(|name| format!("{folder}/{name}")).collect();
    let mut files: Vec<String> = in_folder("crates/utf/src/commands");
    files.extend::<Vec<_>>(in_folder("crates/utf/src/commands/check"));
    files.extend::<Vec<_>>(in_folder("crates/utf/tests/it"));
    files.push("crates/utf/src/lib.rs".to_owned());
    let files: Vec<_> = files.iter().map(|file| (&**file, "")).collect();
    let found = Found::of(tree(&files).path()).unwrap();
    assert_eq!(
        found.violations.into_iter().collect::<Vec<_>>(),
        ["listing crates/utf/src/commands/check", "listing crates/utf/tests/it"]
    );
}

#[test]
fn any_violation_makes_the_check_fail() {
    let good = found(&[
        ("lib.rs", "mod error; mod scalar; use error::e;"),
        ("error.rs", "use crate::scalar::s; pub fn e() { s() }"),
        ("scalar.rs", "pub fn s() {}"),
    ]);
    assert_eq!(check(&good), Ok("house: 3 files, no loop, no upward import".to_owned()));
    let bad = found(&[
        ("lib.rs", "mod form; use form::a::A;"),
        ("form/mod.rs", "mod a; mod b;"),
        ("form/a.rs", "use super::b::B; pub struct A(B);"),
        ("form/b.rs", "use super::a::A; pub struct B(A);"),
    ]);
    let message = check(&bad).unwrap_err();
    assert!(message.starts_with("house: 2 violations:\n  loop crates/utfkit/src/form/a.rs "));
    assert!(message.contains("\n# loop of 2: "), "{message}");
}

#[test]
fn globs_that_lead_round_in_a_circle_end() {
    let names: Vec<_> = (0..12).map(|number| format!("m{number}")).collect();
    let globs: String = names.iter().map(|name| format!("pub use super::{name}::*; ")).collect();
    let mut files = vec![("error/mod.rs".to_owned(), String::new())];
    for name in &names {
        files[0].1 += &format!("pub mod {name}; ");
        files.push((format!("error/{name}.rs"), format!("{globs} fn f() {{ unknown() }}")));
    }
    files.push(("lib.rs".to_owned(), "mod error;".to_owned()));
    let files: Vec<_> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    found(&files);
}
