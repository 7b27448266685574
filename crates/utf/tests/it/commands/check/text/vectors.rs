//! `utf check` on every vector of `testdata/`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::{
    support::{Folder, Run},
    vectors::{
        PlainFinding,
        reader::{self, Vector},
    },
};

/// Returns the vectors without a target, by the label that they are read with.
fn by_label() -> BTreeMap<String, Vec<Vector>> {
    let mut labels = BTreeMap::<_, Vec<_>>::new();
    for vector in reader::all().into_iter().filter(|vector| vector.target().is_none()) {
        labels.entry(vector.encoding.clone()).or_default().push(vector);
    }
    labels
}

/// Creates a directory with a file for each of `vectors`. Also returns the names.
fn files(vectors: &[Vector]) -> (Folder, Vec<String>) {
    let folder = Folder::new();
    for vector in vectors {
        folder.file(&file_name(vector), vector.bytes());
    }
    (folder, vectors.iter().map(file_name).collect())
}

/// Returns the name of the file for `vector`. A vector can have the name of a device of Windows.
fn file_name(vector: &Vector) -> String {
    format!("vector-{}", vector.name)
}

/// Runs `utf check` with `arguments` on `names`.
fn check(folder: &Folder, arguments: &[&str], names: &[String]) -> Run {
    let names = names.iter().map(String::as_str);
    let all: Vec<_> = ["check"].into_iter().chain(arguments.iter().copied()).chain(names).collect();
    folder.run(&all)
}

/// Returns a finding as a JSON object.
fn line_of(found: &PlainFinding) -> Value {
    json!({
        "offset": found.offset,
        "length": found.length,
        "kind": found.kind,
        "means": found.means.map(|value| format!("U+{value:04X}")),
        "subparts": found.subparts,
    })
}

#[test]
fn check_finds_the_errors_of_every_vector() {
    for (label, vectors) in by_label() {
        let (folder, names) = files(&vectors);
        let run = check(&folder, &["--format", "json", "-f", &label], &names);
        let mut found = BTreeMap::<String, Vec<Value>>::new();
        for line in run.says("").lines_of_json().iter_mut().filter(|l| l["type"] == "finding") {
            let path = line["path"].as_str().unwrap().to_owned();
            let keep = ["offset", "length", "kind", "means", "subparts"];
            line.as_object_mut().unwrap().retain(|key, _| keep.contains(&key.as_str()));
            found.entry(path).or_default().push(line.take());
        }
        for vector in &vectors {
            let expected: Vec<_> = vector.errors().iter().map(line_of).collect();
            let found = found.remove(&file_name(vector)).unwrap_or_default();
            assert_eq!(found, expected, "{} ({})", vector.name, vector.source);
        }
    }
}

#[test]
fn check_lists_exactly_the_ill_formed_vectors() {
    for (label, vectors) in by_label() {
        let (folder, names) = files(&vectors);
        let (well, ill): (Vec<&Vector>, Vec<_>) =
            vectors.iter().partition(|vector| vector.findings().is_empty());
        let list = check(&folder, &["-l", "-f", &label], &names).says("");
        let listed: BTreeSet<_> = list.text().lines().map(str::to_owned).collect();
        let ill: Vec<_> = ill.into_iter().map(file_name).collect();
        assert_eq!(listed, ill.iter().cloned().collect());
        for name in ill {
            check(&folder, &["-q", "-f", &label], &[name]).exits(1).prints("").says("");
        }
        let well: Vec<_> = well.into_iter().map(file_name).collect();
        check(&folder, &["-q", "-f", &label], &well).exits(0).prints("").says("");
    }
}
