//! Runs every test vector of `testdata/` through the command.

use crate::{
    support::{Folder, Run},
    vectors::reader::{self, Vector},
};

/// Returns `true` if the text of `vector` has values that UTF-8 cannot encode.
fn goes_beyond_unicode(vector: &Vector) -> bool {
    let values = vector.values.iter().flatten();
    values.copied().any(|value| char::from_u32(value).is_none())
}

/// Returns the arguments to read `vector`, and to write UTF-8 unless the vector names a target.
fn arguments(vector: &Vector) -> Vec<&str> {
    let wide = if goes_beyond_unicode(vector) { "utf-8-rfc2279" } else { "utf-8" };
    let to = vector.target().unwrap_or(wide);
    vec!["convert", "in", "--bom", "strip", "-f", &vector.encoding, "-t", to]
}

#[test]
fn strict() {
    let folder = Folder::new();
    for vector in reader::all() {
        folder.file("in", vector.bytes());
        let run = folder.run(&arguments(&vector));
        let Some(mistake) = vector.errors().first().copied() else {
            let words = told(&run).next();
            assert_eq!((run.status, words), (Some(0), None), "{}", vector.name);
            continue;
        };
        assert_eq!(run.status, Some(1), "{}", vector.name);
        let bytes = &vector.bytes()[mistake.offset..][..mistake.length];
        let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        for part in [format!(": byte {}: ", mistake.offset), format!(": {}", bytes.join(" "))] {
            assert!(run.stderr.contains(&part), "{}: {part:?} in {run:?}", vector.name);
        }
        if let Some(value) = mistake.means {
            let meant = format!("U+{value:04X}: ");
            assert!(run.stderr.contains(&meant), "{}: {meant:?} in {run:?}", vector.name);
        }
    }
}

#[test]
fn replaced() {
    let folder = Folder::new();
    for vector in reader::all() {
        folder.file("in", vector.bytes());
        let mut arguments = arguments(&vector);
        arguments.extend(["--errors", "replace"]);
        let run = folder.run(&arguments);
        assert_eq!(run.status, Some(0), "{}", vector.name);
        if goes_beyond_unicode(&vector) {
            assert!(!run.stdout.is_empty(), "{}", vector.name);
        } else if vector.target().is_none() {
            let text: String = vector.lossy().into_iter().filter_map(char::from_u32).collect();
            assert_eq!(String::from_utf8_lossy(&run.stdout), text, "{}", vector.name);
        }
        let counted: usize = told(&run).map(count).sum();
        assert_eq!(counted, vector.findings().len(), "{}: {run:?}", vector.name);
    }
}

#[test]
fn written() {
    let folder = Folder::new();
    for vector in reader::all() {
        let Some(values) = &vector.values else { continue };
        // In an encoding that has every value.
        let bytes: Vec<_> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
        folder.file("in", bytes);
        let to = vector.reads_as().unwrap_or(&vector.encoding);
        let run = folder.run(&["convert", "in", "--bom", "as-text", "-f", "ucs-4be", "-t", to]);
        assert_eq!((run.status, told(&run).next()), (Some(0), None), "{}", vector.name);
        assert_eq!(run.stdout, vector.written(), "{}", vector.name);
    }
}

/// Returns the messages, except those about U+FEFF at the start that is text, and about text that is
/// likelier in another encoding.
fn told(run: &Run) -> impl Iterator<Item = &str> {
    let others = [
        "which will be read as a BOM",
        ": it looks like utf-",
        "is valid UTF-8; `-f ",
        " U+0080 to U+009F (",
        " private-use character",
        ": text is lost: ",
    ];
    run.stderr.lines().filter(move |line| !others.iter().any(|other| line.contains(other)))
}

/// Returns the number in a line of a summary: `utf: in: 3 ill-formed maximal subparts replaced
/// (…)`.
fn count(line: &str) -> usize {
    line.strip_prefix("utf: in: ").unwrap().split_once(' ').unwrap().0.parse().unwrap()
}
