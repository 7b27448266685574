//! The tokens of a source file, without comments and without code that only tests compile.

/// Returns the tokens of `source`. `::` is one token, a string keeps its first quotation mark, and
/// lifetimes and characters are left out.
pub(super) fn of(source: &str) -> Vec<&str> {
    without_tests(&all(source))
}

/// Returns `true` if a token is a name or a keyword.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn all(source: &str) -> Vec<&str> {
    let bytes = source.as_bytes();
    let mut words = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        let length = match bytes[at] {
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with("/*") => block_comment(rest),
            b'"' => string(rest),
            b'\'' => quote(rest),
            c if c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80 => {
                let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let word = word.unwrap_or(rest.len());
                match literal(rest, word) {
                    Some(length) => length,
                    None => {
                        words.push(&rest[..word]);
                        word
                    }
                }
            }
            b':' if rest.starts_with("::") => {
                words.push(&rest[..2]);
                2
            }
            c if c.is_ascii_whitespace() => 1,
            _ => {
                words.push(&rest[..1]);
                1
            }
        };
        if bytes[at] == b'"' {
            words.push(&rest[..length.saturating_sub(1)]);
        }
        at += length;
    }
    words
}

/// Returns the length of a comment, which may contain other comments.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Returns the length of a string with its quotation marks.
fn string(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

/// Returns the length of a character literal or of a lifetime.
fn quote(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(text.len(), |end| end + 4),
        Some(_) => match characters.next() {
            Some((at, '\'')) => at + 1,
            _ => 1 + text[1..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0),
        },
        None => 1,
    }
}

/// Returns the length of a literal that begins with the word of `word` bytes: `r#"…"#`, `b"…"`,
/// `b'…'`.
fn literal(text: &str, word: usize) -> Option<usize> {
    let (prefix, rest) = text.split_at(word);
    if !["r", "b", "br", "c", "cr"].contains(&prefix) {
        return None;
    }
    if rest.starts_with('\'') && prefix == "b" {
        return Some(word + quote(rest));
    }
    let hashes = rest.bytes().take_while(|&byte| byte == b'#').count();
    if !rest[hashes..].starts_with('"') {
        return None;
    }
    if !prefix.ends_with('r') {
        return Some(word + string(rest));
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let text = &rest[hashes + 1..];
    Some(word + hashes + 1 + text.find(&end).map_or(text.len(), |at| at + end.len()))
}

/// Removes each item, field or statement under a `cfg` that only tests satisfy.
fn without_tests<'t>(words: &[&'t str]) -> Vec<&'t str> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if words[at..].starts_with(&["#", "[", "cfg", "("]) && met(&words[at + 4..]) == Some(false)
        {
            at = item_end(words, group_end(words, at + 1));
        } else {
            kept.push(words[at]);
            at += 1;
        }
    }
    kept
}

/// Returns whether a build without tests satisfies the condition that begins here; `None` if the
/// result depends on the build.
fn met(condition: &[&str]) -> Option<bool> {
    let mut parts = Vec::new();
    if condition.get(1) == Some(&"(") {
        let end = group_end(condition, 1) - 1;
        let mut at = 2;
        while at < end {
            parts.push(met(&condition[at..]));
            while at < end && condition[at] != "," {
                let opens = condition[at] == "(";
                at = if opens { group_end(condition, at) } else { at + 1 };
            }
            at += 1;
        }
    }
    let holds = |wanted| parts.contains(&Some(wanted));
    match condition.first() {
        Some(&("test" | "doctest")) => Some(false),
        Some(&"not") => parts.first().copied().flatten().map(|met| !met),
        Some(&"all") if holds(false) => Some(false),
        Some(&"any") if !parts.is_empty() && parts.iter().all(|&part| part == Some(false)) => {
            Some(false)
        }
        _ => None,
    }
}

/// Returns the index after the brackets that open at `at`.
pub(super) fn group_end(words: &[&str], at: usize) -> usize {
    let mut depth = 0;
    for (index, &word) in words.iter().enumerate().skip(at) {
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    words.len()
}

/// Returns the index after the item, field or arm that begins at `at`.
fn item_end(words: &[&str], mut at: usize) -> usize {
    let mut item = false;
    let mut import = false;
    while at < words.len() {
        match words[at] {
            ";" => return at + 1,
            "," if !item => return at + 1,
            "{" if !import => return group_end(words, at),
            "(" | "[" | "{" => {
                at = group_end(words, at);
                continue;
            }
            ")" | "]" | "}" => return at,
            "use" => (item, import) = (true, true),
            "fn" | "struct" | "enum" | "impl" | "mod" | "const" | "static" | "type" | "trait"
            | "let" => item = true,
            _ => {}
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_and_characters_are_no_words() {
        let source = r##"/* a /* b */ c */ d // e
            f("g\"h", r#"i"j"#, 'k', '\'', b'l', &'m n) "##;
        let words = of(source);
        assert_eq!(words, ["d", "f", "(", "\"g\\\"h", ",", ",", ",", ",", ",", "&", "n", ")"]);
    }

    #[test]
    fn what_only_tests_compile_is_left_out() {
        let kept = |source| of(source).concat();
        assert_eq!(kept("#[cfg(test)] use a::{b, c}; d"), "d");
        assert_eq!(
            kept("#[cfg(all(test, feature = \"x\"))] #[path = \"y\"] mod tests { z } d"),
            "d"
        );
        assert_eq!(kept("#[cfg(test)] fn f<A, B>(a: A) -> B { c } d"), "d");
        assert_eq!(kept("struct A { #[cfg(test)] b: C, d: D }"), "structA{d:D}");
        assert!(kept("#[cfg(not(test))] use a;").ends_with("usea;"));
        assert!(kept("#[cfg(any(test, unix))] use a;").ends_with("usea;"));
        assert!(kept("#[cfg(any(test, doctest))] use a;").is_empty());
    }
}
