//! `utf git-filter`: a change in git that would lose text is refused, and nothing is converted in a
//! way that cannot be undone.

use std::path::Path;

use crate::{
    commands::check::git::gates::{self, repository},
    support::{Folder, Run, exe},
};

/// German in windows-1252.
const OLD: &[u8] = b"Gr\xFC\xDFe aus der K\xFCche\nsize = 1\nDer L\xF6we w\xFCnscht \x80\n";

/// Japanese in UTF-8.
const KANJI: &str = "日本語の文章です\nsize = 1\n終わり\n";

/// Runs commands of git, which find `utf`.
fn git(folder: &Folder, line: &str) -> Run {
    let ours = Path::new(exe()).parent().unwrap().display();
    gates::git(folder, &format!("export PATH={ours}:$PATH\n{line}"))
}

/// Creates a repository with the filter `f` for all files `*.t`.
fn filtered(options: &str) -> Option<Folder> {
    let folder = repository()?;
    let install =
        format!("utf git-filter install f {options} && echo '*.t filter=f diff=f' >.gitattributes");
    git(&folder, &install)
        .exits(0)
        .prints("installed; select files in .gitattributes, such as: *.txt filter=f diff=f\n");
    Some(folder)
}

#[test]
fn stores_utf8_and_keeps_the_work_tree() {
    let Some(folder) = filtered("--tree windows-1252") else { return };
    folder.file("-a b's.t", OLD);
    git(&folder, "git add -A && git commit -qm second").exits(0).says("");
    let stored = "Grüße aus der Küche\nsize = 1\nDer Löwe wünscht €\n";
    git(&folder, "git cat-file blob \":-a b's.t\"").exits(0).prints(stored);
    git(&folder, "rm -- -a* && git checkout -q . && git status --porcelain").exits(0).prints("");
    assert_eq!(folder.read("-a b's.t"), OLD);
    let edited = [&OLD[..27], b"2", &OLD[28..]].concat();
    folder.file("-a b's.t", edited);
    let run = git(&folder, "git diff | grep '^[-+ ]' && git commit -qam third").exits(0).says("");
    run.shows("-size = 1\n+size = 2\n Der Löwe wünscht €\n");
}

#[test]
fn a_refusal_fails_git_add() {
    let Some(folder) = filtered("--tree windows-1252") else { return };
    folder.file("a.t", OLD);
    git(&folder, "git add -A && git commit -qm second").exits(0);
    let text = String::from_utf8_lossy(OLD);
    let text = text.replace("Gr\u{FFFD}\u{FFFD}e", "Gr\u{FFFD}\u{FFFD}en");
    let mixed = [OLD, "Zoë und René\n".as_bytes()].concat();
    for (lost, words) in [
        (String::from_utf8_lossy(OLD).as_bytes(), "2 lines lost 6 characters"),
        (text.as_bytes(), "lost"),
        (b"Gr??e aus der K?che\nsize = 1\nDer L?we w?nscht ?\n", "2 lines lost 6 characters"),
        ("Grüße aus der Küche\nsize = 2\nDer Löwe\n".as_bytes(), "utf-8, but windows-1252"),
        (&mixed[..], "line 4 is in utf-8"),
    ] {
        folder.file("a.t", lost);
        let run = git(&folder, "git add a.t").exits(128);
        assert!(run.stderr.contains(words), "{words}: {run:?}");
        assert_eq!(folder.read("a.t"), lost);
    }
    // The printed commands put the characters back, and overwrite nothing.
    let damaged = String::from_utf8_lossy(OLD).replace("size = 1", "size = 2");
    let edited = [&OLD[..27], b"2", &OLD[28..]].concat();
    folder.file("a.t.old", "another file");
    for (line, exit) in [
        ("mkdir d && cd d && git add ../a.t", 128),
        ("utf repair --against auto -f windows-1252 a.t", 2),
    ] {
        folder.file("a.t", &damaged);
        let run = git(&folder, line).exits(exit);
        let is_command = |part: &&str| part.starts_with("git ") || part.starts_with("utf repair");
        let printed: Vec<_> = run.stderr.split('`').filter(is_command).collect();
        let folder_of = if line.contains("cd d") { "cd d\n" } else { "" };
        git(&folder, &format!("rm -f a.t.bak\n{folder_of}{}", printed.join("\n"))).exits(0);
        assert_eq!(folder.read("a.t"), edited, "{line}: {printed:?}");
    }
    assert_eq!(folder.read("a.t.old"), b"another file");
    // The index has the old text, and the work tree gets it back.
    git(&folder, "git clean -fdq && git reset -q --hard && git status --porcelain").prints("");
    assert_eq!(folder.read("a.t"), OLD);
    folder.file("new.t", "Grüße\n");
    git(&folder, "git add new.t").exits(128).mentions("the file is in utf-8");
    let trust = "git -c filter.f.clean='utf git-filter clean --trust --tree windows-1252 -- %f'";
    git(&folder, &format!("{trust} add new.t")).exits(0);
}

#[test]
fn a_character_that_is_not_stored_is_refused() {
    let Some(folder) = filtered("--stored shift_jis") else { return };
    folder.file("a.t", KANJI);
    git(&folder, "git add -A && git commit -qm second").exits(0).says("");
    git(&folder, "git cat-file blob :a.t | utf convert -f shift_jis").prints(KANJI);
    for (text, words) in [
        (KANJI.replace("文章", "文章 한"), "`한` (U+D55C) in line 1 is not in shift_jis"),
        (KANJI.replace('本', "\u{FFFD}"), "(U+FFFD) in line 1 is not in shift_jis"),
        ("????????\nsize = 1\n???\n".to_owned(), "2 lines lost 11 characters"),
        (format!("\u{FEFF}{KANJI}"), "could not be undone"),
    ] {
        folder.file("a.t", &text);
        let run = git(&folder, "git add a.t").exits(128);
        assert!(run.stderr.contains(words), "{words}: {run:?}");
    }
    folder.file("a.t", KANJI.replace("= 1", "= 2"));
    let run = git(&folder, "git add a.t && git diff --cached | grep ^[-+]s").exits(0).says("");
    run.prints("-size = 1\n+size = 2\n");
    // U+2235 has a second code, which would not come back. The file stays as it is stored.
    let double = b"\x87\x9A \x93\xFA\x96\x7B\n";
    folder.file("b.t", double);
    let store = "git update-index --add --cacheinfo 100644,$(git hash-object -w --no-filters b.t),b.t && \
        rm b.t && git checkout -q b.t && git status --porcelain b.t";
    git(&folder, store).exits(0).mentions("b.t: not converted").prints("A  b.t\n");
    assert_eq!(folder.read("b.t"), double);
    folder.file("b.t", [&double[..], b"\x8F\x49\n"].concat());
    git(&folder, "git add b.t && git cat-file -s :b.t").exits(0).prints("11\n");
    folder.file("a.t", b"\x93\xFA\n\xFF\n");
    git(&folder, "git add a.t").exits(128).mentions("in line 1, at byte 0: 93");
    folder.file("b.t", "∵ 日本\n終\n");
    git(&folder, "git add b.t").exits(128).mentions("b.t: refused: not shift_jis");
}

/// A file that was stored in another encoding than it was said to be.
#[test]
fn an_edit_counts_even_if_its_bytes_are_the_stored_ones() {
    let Some(folder) = filtered("--stored windows-1252") else { return };
    folder.file("a.t", "size Ã¤ und Ã¶\n");
    git(&folder, "git add -A && git commit -qm second").exits(0);
    folder.file("a.t", "size ä und ö\n");
    git(&folder, "git add a.t && git cat-file blob :a.t").exits(0).prints(b"size \xE4 und \xF6\n");
    // A file that was there before the filter is unchanged.
    folder.file("b.t", b"size \xE4 und \xF6\n");
    let store = "git update-index --add --cacheinfo 100644,$(git hash-object -w --no-filters b.t),b.t && \
        git add b.t && git cat-file blob :b.t";
    git(&folder, store).exits(0).prints(b"size \xE4 und \xF6\n");
}

/// A file whose encodings are the same is only checked.
#[test]
fn the_filter_can_only_check() {
    let Some(folder) = filtered("--tree utf-16le-bom --stored utf-16le-bom") else { return };
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    folder.file("a.t", wide("\u{FEFF}één\nsize = 1\ndrieën\n"));
    git(&folder, "git add -A && git commit -qm second").exits(0);
    folder.file("a.t", wide("\u{FEFF}één\nsize = 2\ndrieën\n"));
    git(&folder, "git diff").exits(0).shows("-size = 1\n+size = 2\n");
    folder.file("a.t", wide("\u{FEFF}??n\nsize = 1\ndrie?n\n"));
    git(&folder, "git add a.t").exits(128).mentions("2 lines lost 3 characters");
    folder.file("a.t", b"\xFF\xFEa");
    git(&folder, "git add a.t").exits(128).mentions("not utf-16le");
}

#[test]
fn text_for_diffs_hides_nothing() {
    let folder = Folder::new();
    folder.file("a", b"caf\xE9 \\xE9 \x81\n");
    let run = folder.run(&["git-filter", "textconv", "--tree", "cp1252", "a"]).exits(0).says("");
    run.prints("café \\x5CxE9 \u{81}\n");
    folder.file("b", b"\xFF\xFEa\0\n\0");
    folder.run(&["git-filter", "textconv", "b"]).exits(0).prints("\u{FEFF}a\n");
    folder.run(&["git-filter", "textconv", "missing"]).exits(2);
    for name in ["-x", "a.b", "a b", "", "é"] {
        folder.run(&["git-filter", "install", "--", name]).exits(2);
    }
    folder.run(&["git-filter", "clean", "--stored", "nonsense"]).exits(2);
}
