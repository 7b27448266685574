//! Files that import each other in a loop.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::{Path, PathBuf},
};

/// The imports of each file.
pub(super) type Graph = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// Returns the groups of files in which each file imports every other file, directly or indirectly.
pub(super) fn of(graph: &Graph) -> Vec<BTreeSet<PathBuf>> {
    let mut back = Graph::new();
    for (from, all) in graph {
        for to in all {
            back.entry(to.clone()).or_default().insert(from.clone());
        }
    }
    let mut seen = BTreeSet::new();
    let mut loops = Vec::new();
    for file in graph.keys() {
        if seen.contains(file) {
            continue;
        }
        let ahead = reached(graph, file);
        let group: BTreeSet<_> = ahead.intersection(&reached(&back, file)).cloned().collect();
        if group.len() > 1 {
            seen.extend(group.iter().cloned());
            loops.push(group);
        }
    }
    loops
}

/// Returns the files that can be reached from a file, and the file itself.
fn reached(graph: &Graph, file: &Path) -> BTreeSet<PathBuf> {
    let mut reached = BTreeSet::from([file.to_owned()]);
    let mut left = vec![file];
    while let Some(file) = left.pop() {
        for to in graph.get(file).into_iter().flatten() {
            if reached.insert(to.clone()) {
                left.push(to);
            }
        }
    }
    reached
}

/// Returns a shortest cycle from `from` through the files of a loop.
pub(super) fn way_round(graph: &Graph, from: &Path) -> Vec<PathBuf> {
    let mut ways = VecDeque::from([vec![from.to_owned()]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for to in graph.get(&way[way.len() - 1]).into_iter().flatten() {
            let next: Vec<_> = way.iter().chain([to]).cloned().collect();
            if to == from {
                return next;
            }
            if seen.insert(to.clone()) {
                ways.push_back(next);
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry(from.into()).or_default().insert(to.into());
        }
        graph
    }

    #[test]
    fn each_loop_is_found_once_and_with_all_its_files() {
        let graph =
            graph(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("d", "e"), ("e", "d")]);
        let names = |group: &BTreeSet<PathBuf>| {
            group.iter().map(|file| file.display().to_string()).collect::<String>()
        };
        assert_eq!(of(&graph).iter().map(names).collect::<Vec<_>>(), ["bc", "de"]);
    }

    #[test]
    fn the_shortest_way_round_begins_and_ends_at_its_file() {
        let graph = graph(&[("a", "b"), ("b", "c"), ("c", "a"), ("b", "a")]);
        assert_eq!(way_round(&graph, Path::new("a")), ["a", "b", "a"].map(PathBuf::from));
    }
}
