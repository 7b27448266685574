//! The globs of the core tests of EditorConfig, and some more cases.

use std::path::PathBuf;

use super::*;
use crate::system::testing::NAMES_HAVE_BACKSLASHES;

#[track_caller]
fn stands_for(glob: &str, hit: &[&str], missed: &[&str]) {
    let made = Glob::new(glob).unwrap_or_else(|| panic!("{glob}"));
    let is_name = |name: &&&str| NAMES_HAVE_BACKSLASHES || !name.contains('\\');
    for name in hit.iter().filter(is_name) {
        assert!(made.matches(Path::new(name)), "[{glob}] misses {name}");
    }
    for name in missed.iter().filter(is_name) {
        assert!(!made.matches(Path::new(name)), "[{glob}] hits {name}");
    }
}

#[test]
fn stars() {
    stands_for("a*e.c", &["ace.c", "ae.c", "abcde.c", "x/ae.c"], &["a/e.c", "bae.c", "ae.cc"]);
    stands_for("Bar/*", &["Bar/foo.txt", "Bar/.hidden"], &["bat/Bar/foo.txt", "Bar/a/b", "Bar"]);
    stands_for("*", &["a", ".hidden", "deep/in/it"], &[]);
    stands_for("a**z.c", &["a/z.c", "amnz.c", "am/nz.c", "a/mn/z.c", "x/a/z.c"], &["b/z.c"]);
    stands_for("b/**z.c", &["b/z.c", "b/mnz.c", "b/mn/z.c"], &["bmnz.c", "bm/nz.c", "x/b/z.c"]);
    stands_for("c**/z.c", &["c/z.c", "cmn/z.c", "c/mn/z.c"], &["cmnz.c", "cm/nz.c", "c/mnz.c"]);
    stands_for("d/**/z.c", &["d/z.c", "d/mn/z.c", "d/m/n/z.c"], &["dmnz.c", "d/mnz.c", "dmn/z.c"]);
    stands_for("**/z.c", &["z.c", "a/z.c", "a/b/z.c"], &["az.c"]);
    stands_for("**", &["a", "a/b"], &[]);
    stands_for("a\n*", &["a\nb\nc"], &["ab"]);
}

#[test]
fn single_characters() {
    stands_for("som?.c", &["some.c", "somé.c", "som中.c"], &["som.c", "something.c", "som/.c"]);
    stands_for("中文.txt", &["中文.txt"], &["文中.txt"]);
    stands_for("[ab].a", &["a.a", "b.a"], &["c.a", "[ab].a"]);
    stands_for("[!ab].b", &["c.b", "é.b"], &["a.b", "b.b", ".b"]);
    stands_for("[d-g].c", &["d.c", "f.c", "g.c"], &["h.c", "-.c"]);
    stands_for("[!d-g].d", &["h.d"], &["f.d"]);
    stands_for("[abd-g].e", &["e.e", "a.e"], &["c.e", "-.e"]);
    stands_for("[-ab].f", &["-.f", "b.f"], &["c.f"]);
    stands_for("[ab-].f", &["-.f", "b.f"], &["c.f"]);
    stands_for(r"[\]ab].g", &["].g", "b.g"], &["c.g", r"\.g"]);
    stands_for("[ab]].g", &["b].g"], &["b.g"]);
    stands_for(r"[!\]ab].g", &["c.g"], &["].g", "a.g"]);
    stands_for("[!ab]].g", &["c].g"], &["a].g"]);
    stands_for("[ab*c{1..2}]", &["a", "*", "{", "1", ".", "2", "}"], &["d", "3", "ab"]);
    stands_for("[^a]", &["^", "a"], &["b"]);
    stands_for(r"[\!a\-c]", &["!", "a", "-", "c"], &["b", r"\"]);
    stands_for("[[&&~~--.]x", &["[x", "&x", "~x", "-x", ".x"], &["ax"]);
    stands_for("[]a]x", &["]x", "ax"], &["[]a]x"]);
    stands_for("[z-a]", &["z", "-", "a"], &["b"]);
}

#[test]
fn brackets_that_do_not_pair() {
    stands_for("ab[e/]cd.i", &["ab[e/]cd.i"], &["ab/cd.i", "abecd.i", "x/ab[e/]cd.i"]);
    stands_for("ab[/c", &["ab[/c"], &["ab/c", "x/ab[/c"]);
    stands_for("[a", &["[a", "x/[a"], &["a"]);
    stands_for("a]", &["a]"], &["a"]);
    stands_for("[]", &["[]"], &[""]);
    stands_for("[!]", &["[!]"], &["a", "!"]);
    stands_for(r"[a\", &[r"[a\"], &["a"]);
}

#[test]
fn braces() {
    stands_for("*.{py,js,html}", &["test.py", "a/test.js", "test.html"], &["test.pyc", "test."]);
    stands_for("{single}.b", &["{single}.b"], &[".b", "single.b"]);
    stands_for("{}.c", &["{}.c"], &[".c"]);
    stands_for("a{b,c,}.d", &["a.d", "ab.d", "ac.d"], &["a,.d", "abc.d"]);
    stands_for("a{,b,,c,}.e", &["a.e", "ab.e", "ac.e"], &["a,.e"]);
    stands_for("{.f", &["{.f"], &[".f"]);
    stands_for(
        "{word,{also},this}.g",
        &["word.g", "{also}.g", "this.g"],
        &["word,this}.g", "{also,this}.g", "also.g"],
    );
    stands_for("{{a,b},c}.k", &["a.k", "b.k", "c.k"], &["{{a,b},c}.k", "{a,b}.k"]);
    stands_for("{a,{b,c}}.l", &["a.l", "b.l", "c.l"], &["{a,{b,c}}.l", "{b,c}.l"]);
    stands_for("{{a},b}", &["{a}", "b"], &["a"]);
    stands_for("{{1..3},x}", &["2", "x"], &["4", "{1..3}"]);
    stands_for("{},b}.h", &["{},b}.h"], &["b}.h", ".h"]);
    stands_for("{{,b,c{d}.i", &["{{,b,c{d}.i"], &["{.i", "b.i", "c{d.i", ".i"]);
    stands_for(r"{a\,b,cd}.txt", &["a,b.txt", "cd.txt"], &["a.txt", "b.txt"]);
    stands_for(r"{e,\},f}.txt", &["e.txt", "}.txt", "f.txt"], &[r"\}.txt"]);
    stands_for(r"{g,\\,i}.txt", &["g.txt", r"\.txt", "i.txt"], &[r"\\.txt"]);
    stands_for(
        "{some,a{*c,b}[ef]}.j",
        &["some.j", "abe.j", "abf.j", "ace.j", "acf.j", "abce.j", "abcf.j"],
        &["abg.j", "acg.j", "abcg.j", "ae.j", ".j"],
    );
    stands_for("{[,],a}", &[",", "a"], &["{[,],a}"]);
    stands_for("[{]a{b,c}", &["{ab", "{ac"], &["ab"]);
    stands_for("a,b", &["a,b"], &["a", "b"]);
}

#[test]
fn numbers() {
    stands_for(
        "{3..120}",
        &["3", "15", "60", "99", "100", "120"],
        &["1", "5a", "121", "060", "-3"],
    );
    stands_for("{aardvark..antelope}", &["{aardvark..antelope}"], &["a", "aardvark", "antimatter"]);
    stands_for("f{-3..2}", &["f-3", "f-1", "f0", "f2", "f+2"], &["f-4", "f3", "f01", "f"]);
    stands_for("{-5..-2}", &["-5", "-2"], &["-1", "-6", "2", "0"]);
    // These are not ranges.
    stands_for("{3..1}", &["{3..1}"], &["2", "1"]);
    stands_for("{1..}{..2}{1...2}", &["{1..}{..2}{1...2}"], &[]);
    stands_for("{1..3,5}", &["1..3", "5"], &["2"]);
    let most = "{-99999999999999999999..99999999999999999999}";
    stands_for(most, &["0", "-9223372036854775808", "9223372036854775807"], &["a"]);
}

/// Checks each number in and near a range, for various ends.
#[test]
fn every_number_of_a_range() {
    let ends =
        [-1000_i64, -110, -99, -10, -9, -1, 0, 1, 7, 9, 10, 11, 19, 90, 99, 100, 101, 119, 1010];
    for least in ends {
        for most in ends.into_iter().filter(|&most| most >= least) {
            let glob = Glob::new(&format!("{{{least}..{most}}}")).unwrap();
            for number in -1100..=1100 {
                let is_between = (least..=most).contains(&number);
                let name = number.to_string();
                assert_eq!(glob.matches(Path::new(&name)), is_between, "{least}..{most} {number}");
            }
        }
    }
}

#[test]
fn folders() {
    stands_for("/top/of/path", &["top/of/path"], &["not/top/of/path"]);
    stands_for("path/separator", &["path/separator"], &["nested/path/separator"]);
    let path: PathBuf = ["path", "separator"].iter().collect();
    assert!(Glob::new("path/separator").unwrap().matches(&path), "the separator of the system");
    stands_for("/top", &["top"], &["a/top"]);
    stands_for("folder/", &[], &["folder", "folder/a", "a/folder"]);
    stands_for("test1/file.{java,js}", &["test1/file.js"], &["a/test1/file.js"]);
    stands_for(r"windows\separator", &["windowsseparator"], &["windows/separator"]);
    stands_for(r"windows\\separator2", &[r"windows\separator2"], &["windows/separator2"]);
    stands_for(" test 7 ", &[" test 7 "], &["test 7"]);
    stands_for(r"test\;\#.c", &["test;#.c"], &[r"test\;\#.c"]);
}

#[test]
fn what_is_escaped_is_no_wildcard() {
    stands_for(r"\*\?\[a]", &["*?[a]"], &["aba", r"\*\?\[a]"]);
    stands_for(r"\{a,b\}", &["{a,b}"], &["a", "b"]);
    stands_for(r"a\/b", &["a/b"], &["x/a/b"]);
    stands_for(r"a\", &[r"a\"], &["a"]);
}

#[test]
fn size_is_bounded() {
    for one in ["?", "*", "é", "[!a]", "{a,b}", "{1..99999}", "**/", "中"] {
        assert!(Glob::new(&one.repeat(1024 / one.chars().count())).is_some(), "{one}");
    }
    assert!(Glob::new(&"a".repeat(LONGEST + 1)).is_none());
    assert!(Glob::new(&format!("{}{}", "{a,".repeat(1000), "}".repeat(1000))).is_none());
    assert!(Glob::new(&format!("{}b{}", "{a,".repeat(60), "}".repeat(60))).is_some());
}
