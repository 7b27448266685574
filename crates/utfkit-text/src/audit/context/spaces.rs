//! Spaces in source code that are not U+0020. They look like a blank, but compilers reject them, or
//! parsers take them as part of a name.
//!
//! Strings and comments may have them: French writes a no-break space before `!`. So a space is
//! found only outside of strings and comments, where the code around it shows that a blank was
//! meant. A construct that begins on an earlier line, such as a long comment, is not known. There,
//! the characters next to the space distinguish sentences from code.

use utfkit::utf8;

use crate::audit::code::Code;

/// The maximum number of bytes of the line that are examined on each side of a space.
const MAX_LINE: usize = 1024;

/// Returns the offsets of such spaces in `text`. Only the first of adjacent spaces is returned. If
/// `text` `continues` a line, that line is not examined.
pub(crate) fn find(text: &str, continues: bool, code: Code) -> Vec<usize> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut from = 0;
    // These are the first bytes of all such spaces.
    while let Some(at) = memchr::memchr3(0xC2, 0xE2, 0xE3, &bytes[from..]).map(|at| from + at) {
        let Some(character) = text[at..].chars().next() else { break };
        from = at + character.len_utf8();
        if !is_odd(character) || text[..at].ends_with(is_odd) {
            continue;
        }
        let first = at.saturating_sub(MAX_LINE);
        let start = match memchr::memrchr(b'\n', &bytes[first..at]) {
            Some(feed) => first + feed + 1,
            None if first == 0 && !continues => 0,
            None if first > 0 && bytes[first - 1] == b'\n' => first,
            None => continue,
        };
        let limit = utf8::floor_boundary(bytes, at + MAX_LINE);
        let end = memchr::memchr(b'\n', &bytes[at..limit]).map_or(limit, |feed| at + feed);
        if is_in_code(&text[start..at], &text[at..end], code) {
            found.push(at);
        }
    }
    found
}

/// Returns `true` for a space that is not in ASCII.
const fn is_odd(character: char) -> bool {
    matches!(character, '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}

/// Returns `true` if the space at the start of `after` is a part of code. The line begins with
/// `before` and continues with `after`.
fn is_in_code(before: &str, after: &str, kind: Code) -> bool {
    if is_quoted_or_comment(before) {
        return false;
    }
    let after = after.trim_start_matches(is_odd);
    let code = before.trim_start_matches(|c: char| c.is_ascii_whitespace() || is_odd(c));
    let rest = after.trim_end();
    if code.is_empty() {
        // An indentation, unless the line is blank.
        return !rest.is_empty();
    }
    // French puts a narrow or no-break space before these.
    if rest.starts_with([';', ':', '!', '?', '%', '\u{BB}', '\u{20AC}']) {
        return false;
    }
    // A shell takes such a space as a part of a word.
    if kind == Code::Script && !rest.is_empty() {
        return true;
    }
    let is_operator = |c: char| matches!(c, '=' | '+' | '*' | '&' | '|' | '^' | '[');
    let touches = code.ends_with(|c: char| is_operator(c) || matches!(c, '(' | '{' | ';' | ':'))
        || rest.starts_with(|c: char| is_operator(c) || matches!(c, ')' | ']' | '{'));
    touches || KEYWORDS.contains(&code) || is_statement(code, rest)
}

/// Returns `true` if the end of a line, `rest`, shows that the line is code. `code` is the text
/// before the space.
fn is_statement(code: &str, rest: &str) -> bool {
    let ends = rest.ends_with([';', '{']) || (code.ends_with(',') && rest.ends_with([')', ':']));
    // A number and its unit can be in any text.
    ends && !code.ends_with(|c: char| c.is_ascii_digit())
}

/// Words at the start of a line that begin code.
const KEYWORDS: [&str; 60] = [
    "#define",
    "#include",
    "abstract",
    "async",
    "auto",
    "await",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "def",
    "default",
    "do",
    "double",
    "echo",
    "elif",
    "else",
    "enum",
    "except",
    "export",
    "extern",
    "final",
    "float",
    "fn",
    "for",
    "from",
    "func",
    "function",
    "if",
    "impl",
    "import",
    "int",
    "interface",
    "let",
    "long",
    "match",
    "mod",
    "namespace",
    "new",
    "package",
    "private",
    "protected",
    "pub",
    "public",
    "raise",
    "return",
    "static",
    "struct",
    "switch",
    "throw",
    "try",
    "type",
    "unsigned",
    "use",
    "var",
    "void",
    "while",
];

/// Returns `true` if a string or a comment begins in `before`, the start of a line, and does not end
/// there.
pub(super) fn is_quoted_or_comment(before: &str) -> bool {
    let code = before.trim_start();
    // The continuation of a comment, and comments of some languages.
    if code.starts_with(['*', ';', '%', '\'']) || (code.starts_with('#') && !is_directive(code)) {
        return true;
    }
    let (mut quote, mut last) = (None, ' ');
    let mut rest = before.chars();
    while let Some(character) = rest.next() {
        match quote {
            Some(_) if character == '\\' => {
                rest.next();
            }
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None => {
                let is_apart = last.is_whitespace();
                let next = rest.as_str().chars().next();
                let is_comment = match (character, next) {
                    ('/', Some('/' | '*')) | ('<', Some('!')) => true,
                    ('-', Some('-')) | ('#', _) => is_apart && !is_directive(code),
                    _ => false,
                };
                if is_comment {
                    return true;
                }
                // After a letter it is an apostrophe.
                let is_quote = matches!(character, '"' | '`' | '\u{AB}' | '\u{201C}' | '\u{201E}')
                    || (character == '\'' && !last.is_alphanumeric());
                quote = is_quote.then_some(match character {
                    '\u{AB}' => '\u{BB}',
                    '\u{201C}' | '\u{201E}' => '\u{201D}',
                    other => other,
                });
            }
        }
        last = character;
    }
    quote.is_some()
}

/// Returns `true` if a line is for the preprocessor of C.
fn is_directive(code: &str) -> bool {
    code.starts_with("#define") || code.starts_with("#include")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of findings. `_` stands for U+00A0.
    fn found(text: &str) -> usize {
        find(&text.replace('_', "\u{A0}"), false, Code::Program).len()
    }

    #[test]
    fn spaces_in_code_are_found() {
        for line in [
            "int x =_1;",
            "int x_= 1;",
            "x =_1",
            "int_x = 1;",
            "const int_x;",
            "__return x",
            " _ return x",
            "return_x",
            "if_x > 0:",
            "if x &&_y {",
            "foo(a,_b)",
            "def f(a,_b):",
            "foo(_a)",
            "foo(a_)",
            "key:_value",
            "{_\"a\": 1}",
            "\"a\":_1,",
            "print(\"a\" +_\"b\")",
            "x = 'it' +_y",
            "#include_<stdio.h>",
            "while (true)_{",
        ] {
            assert_eq!(found(line), 1, "{line}");
            assert_eq!(found(&format!("a\n{line}\r\nb\n")), 1, "{line}");
            for space in ['\u{202F}', '\u{3000}', '\u{2009}', '\u{205F}'] {
                assert_eq!(
                    find(&line.replace('_', &space.to_string()), false, Code::Program).len(),
                    1,
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn spaces_in_strings_comments_and_sentences_are_fine() {
        for line in [
            "print(\"Bonjour_!\");",
            "x = 'Prix_: 10_€'",
            "say(\"a \\\" b_+ c\");",
            "t = `Prix_= ${price}_€`;",
            "x = 1; // a_= b",
            "x = 1 # a_= b",
            " * a_= b",
            "/* a_= b */",
            "-- a_= b",
            "<!-- a_= b -->",
            "Voici le prix_: 10_km_; et la suite.",
            "« Où est l’été_? », dit-elle_!",
            "title: Bonjour_!",
            "distance: 10_km",
            "  V_lese roste strom, a s_ním i_kv\u{ED}tí.",
            "See fig._3 and §_5, p._12.",
            "don't write 5_km",
            "<p>{count}_items</p>",
            "<b>Total</b>_<i>5_€</i>",
            "10_000_000",
            "___",
            "text without",
        ] {
            assert_eq!(found(line), 0, "{line}");
        }
    }

    #[test]
    fn a_shell_splits_words_only_at_ascii() {
        let found = |text: &str| find(&text.replace('_', "\u{A0}"), false, Code::Script).len();
        for line in ["apt_install", "apt install_curl", "cat a |_wc", "RUN apt-get_update"] {
            assert_eq!(found(line), 1, "{line}");
        }
        for line in ["echo \"a_b\"", "# a_b", "echo 'a_b'", "ls_"] {
            assert_eq!(found(line), 0, "{line}");
        }
    }

    /// The line that another piece began is not known.
    #[test]
    fn the_rest_of_a_line_is_not_examined() {
        assert_eq!(find("a =\u{A0}1\nb =\u{A0}2", true, Code::Program), [10]);
        assert_eq!(find("a =\u{A0}1\nb =\u{A0}2", false, Code::Program), [3, 10]);
        let long = format!("{}=\u{A0}1", "x".repeat(5000));
        assert_eq!(find(&long, false, Code::Program), [0; 0]);
    }
}
