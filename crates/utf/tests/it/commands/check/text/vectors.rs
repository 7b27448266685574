//! `utf check` on every vector of `testdata/`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::{
    support::Folder,
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
fn files(vectors: &[Vector]) -> (Folder, Vec<&str>) {
    let folder = Folder::new();
    for vector in vectors {
        folder.file(&vector.name, vector.bytes());
    }
    (folder, vectors.iter().map(|vector| &*vector.name).collect())
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
        let run = folder.run(&[&["check", "--format", "json", "-f", &label], &*names].concat());
        let mut found = BTreeMap::<String, Vec<Value>>::new();
        for line in run.says("").lines_of_json().iter_mut().filter(|l| l["type"] == "finding") {
            let path = line["path"].as_str().unwrap().to_owned();
            let keep = ["offset", "length", "kind", "means", "subparts"];
            line.as_object_mut().unwrap().retain(|key, _| keep.contains(&key.as_str()));
            found.entry(path).or_default().push(line.take());
        }
        for vector in &vectors {
            let expected: Vec<_> = vector.errors().iter().map(line_of).collect();
            let found = found.remove(&vector.name).unwrap_or_default();
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
        let list = folder.run(&[&["check", "-l", "-f", &label], &*names].concat()).says("");
        let listed: BTreeSet<_> = std::str::from_utf8(&list.stdout).unwrap().lines().collect();
        assert_eq!(listed, ill.iter().map(|vector| &*vector.name).collect());
        for vector in ill {
            folder.run(&["check", "-q", "-f", &label, &vector.name]).exits(1).prints("").says("");
        }
        let well: Vec<_> = well.iter().map(|vector| &*vector.name).collect();
        folder.run(&[&["check", "-q", "-f", &label], &*well].concat()).exits(0).prints("").says("");
    }
}
