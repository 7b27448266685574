//! Tests of the changes and of the written text.

use super::{AREAS, Chosen, area, find::find, sample, weave::weave};

fn descriptions(text: &str) -> Vec<String> {
    find(text).unwrap().iter().map(|mutant| mutant.description(text)).collect()
}

/// Returns the text with all its mutants.
fn woven(text: &str) -> String {
    let found = find(text).unwrap();
    weave(text, &(1..).zip(&found).collect::<Vec<_>>()).0
}

#[test]
fn changes_operators_values_and_arms() {
    let text = "
        fn small(n: u8) -> bool { !(n < 9) }
        fn word(n: u8) -> Option<&'static str> {
            match n {
                0 => None,
                1 if n > 0 => Some(\"one\"),
                _ => Some(\"many\"),
            }
        }
        impl Sum { fn add(&mut self) { self.0 += 1; } }
    ";
    let expected = [
        "small: return true",
        "small: return false",
        "small: !(n < 9) -> ((n < 9))",
        "small: n < 9 -> (n) == (9)",
        "small: n < 9 -> (n) > (9)",
        "small: n < 9 -> (n) <= (9)",
        "word: return None",
        "word: return Some(\"\")",
        "word: return Some(\"xyzzy\")",
        "word: no arm 0",
        "word: n > 0 -> true",
        "word: n > 0 -> false",
        "word: n > 0 -> (n) == (0)",
        "word: n > 0 -> (n) < (0)",
        "word: n > 0 -> (n) >= (0)",
        "add: return",
        "add: self.0 += 1 -> (self.0) -= (1)",
        "add: self.0 += 1 -> (self.0) *= (1)",
    ];
    assert_eq!(descriptions(text), expected);
}

#[test]
fn leaves_out_code_that_cannot_be_switched() {
    let text = "
        const SUM: usize = 1 + 2;
        const fn sum() -> usize { 1 + 2 }
        unsafe fn raw(n: usize) -> usize { n + 1 }
        fn array() -> [u8; 1 + 1] { [0; 1 + 1] }
        fn range(n: Option<u8>) { if let Some(1) = n && true { assert!(1 + 1 == 2) } }
        #[cfg(not(feature = \"charsets\"))] fn other() -> bool { 1 < 2 }
        #[cfg(test)] mod tests { fn less() -> bool { 1 < 2 } }
        impl std::fmt::Debug for Sum { fn fmt(&self) -> bool { 1 < 2 } }
    ";
    assert_eq!(descriptions(text), ["range: return"]);
}

#[test]
fn switches_are_code_with_the_same_lines() {
    let text = "
        fn f(a: usize, b: &mut [u8]) -> usize {
            if a == 1 && a + 2 < 3 || !b.is_empty() { b[a - 1] += 1 << a }
            match a { 0 => 1, n if n == a => 2, _ => 3 }
        }
    ";
    let woven = woven(text);
    syn::parse_file(&woven).unwrap();
    assert_eq!(woven.lines().count(), text.lines().count());
    for id in 1..=find(text).unwrap().len() {
        assert_eq!(woven.matches(&format!("mutant::on({id})")).count(), 1, "{id}");
    }
}

/// The changed code inside of a mutant has no switches, so nested mutants do not multiply.
#[test]
fn nested_mutants_do_not_multiply() {
    let sum = vec!["a"; 40].join(" + ");
    let text = format!("fn f(a: u8) -> u8 {{ {sum} }}");
    assert!(woven(&text).len() < 100 * text.len());
}

#[test]
fn the_longest_start_decides_the_area() {
    let name = |file| area(file).map(|area| AREAS[area].0);
    assert_eq!(name("crates/utfkit-text/src/repair/mod.rs"), Some("repair"));
    assert_eq!(name("crates/utfkit-text/src/repair/explain/mod.rs"), Some("explain"));
    assert_eq!(name("crates/utfkit-text/src/heal/tests.rs"), None);
    assert_eq!(name("crates/utfkit/src/lib.rs"), None);
}

#[test]
fn a_sample_is_spread_and_stable() {
    let text = "fn f(a: u8) -> bool { a + 1 < 2 && a + 2 < 3 }";
    let all = |areas: &[usize]| {
        let one = |&area: &usize| {
            find(text).unwrap().into_iter().map(move |mutant| Chosen {
                area,
                file: String::new(),
                name: format!("{area}: {}", mutant.description(text)),
                mutant,
            })
        };
        areas.iter().flat_map(one).collect::<Vec<_>>()
    };
    let names = |areas: &[usize], seed, count| {
        let drawn = sample(all(areas), seed, count);
        drawn.into_iter().map(|one| one.name).collect::<Vec<_>>()
    };
    let drawn = names(&[0, 1], 1, 6);
    assert_eq!(drawn.iter().filter(|name| name.starts_with("0:")).count(), 3);
    assert_ne!(drawn, names(&[0, 1], 2, 6));
    // Other mutants do not change those of an area.
    assert_eq!(drawn[..3], names(&[0], 1, 3));
    assert_eq!(names(&[0], 1, 1000).len(), all(&[0]).len());
}
