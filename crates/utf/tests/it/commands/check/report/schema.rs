//! `docs/report.schema.json` describes every JSON object that a command prints.

use std::{collections::BTreeSet, fs};

use regex::bytes::RegexBuilder;
use serde_json::Value;

use crate::commands::check::git::gates::git;
use crate::support::Folder;

/// Returns `true` if `value` matches `schema`. Unknown keywords cause a panic.
fn is_valid(schema: &Value, value: &Value) -> bool {
    schema.as_object().unwrap().iter().all(|(keyword, says)| match &**keyword {
        "$schema" | "title" | "description" => true,
        "const" => value == says,
        "enum" => says.as_array().unwrap().contains(value),
        "type" => match says {
            Value::Array(types) => types.iter().any(|says| is_type(says, value)),
            says => is_type(says, value),
        },
        "minimum" => value.as_f64().is_none_or(|number| number >= says.as_f64().unwrap()),
        "maximum" => value.as_f64().is_none_or(|number| number <= says.as_f64().unwrap()),
        "pattern" => value.as_str().is_none_or(|text| {
            let pattern = RegexBuilder::new(says.as_str().unwrap()).unicode(false).build();
            pattern.unwrap().is_match(text.as_bytes())
        }),
        "minItems" => {
            value.as_array().is_none_or(|items| items.len() as u64 >= says.as_u64().unwrap())
        }
        "maxItems" => {
            value.as_array().is_none_or(|items| items.len() as u64 <= says.as_u64().unwrap())
        }
        "items" => {
            value.as_array().is_none_or(|items| items.iter().all(|item| is_valid(says, item)))
        }
        "required" => value.as_object().is_none_or(|object| {
            says.as_array().unwrap().iter().all(|key| object.contains_key(key.as_str().unwrap()))
        }),
        "properties" => value.as_object().is_none_or(|object| {
            let properties = says.as_object().unwrap();
            properties
                .iter()
                .all(|(key, says)| object.get(key).is_none_or(|value| is_valid(says, value)))
        }),
        "oneOf" => {
            says.as_array().unwrap().iter().filter(|says| is_valid(says, value)).count() == 1
        }
        "not" => !is_valid(says, value),
        other => panic!("no keyword of ours: {other}"),
    })
}

fn is_type(says: &Value, value: &Value) -> bool {
    match says.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("no type: {other}"),
    }
}

fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.schema.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Returns `true` if the schema describes `line`.
pub(crate) fn is_described(line: &Value) -> bool {
    is_valid(&schema(), line)
}

#[test]
fn every_line_is_described() {
    let folder = Folder::new();
    folder
        .file("bad", b"\xEF\xBB\xBF\xF0\x9F\x98\x80 \xC0\xAF\n\xED\xA0\x80x\xFF\n\"a,\nb\xFE\"\n");
    folder.file("mojibake", "caf\u{C3}\u{A9} \u{202E} a\u{0}\u{1F600}\r\n\u{FEFF}");
    folder.file("wide", b"a\0b\0c\0d\0");
    folder.file("utf-32", b"\xFF\xFE\0\0a\0\0\0");
    folder.file("latin", b"caf\xE9\n");
    folder.file("letter", b"Mit freundlichen Gr\xFC\xDFen, 5 \x80\n");
    folder.file("two-readings", [b"si\x99 ", "ładnie\nsię ładnie\n".as_bytes()].concat());
    folder.file("binary", [b"\xEF\xBB\xBF".as_slice(), b"a\0\xFF".as_slice()].concat());
    folder.file("unsigned.txt", "The quick brown fox jumps over the lazy dog.\n".repeat(20));
    folder.shell(r"mkdir names trees && : >names/$'caf\xe9' && cp binary trees/ && mkdir unsigned && iconv -f utf-8 -t utf-16le unsigned.txt >unsigned/a && printf 'a\r\n' >trees/a.txt");
    folder.file("trees/.editorconfig", "root=true\n[*]\nend_of_line=lf\n");
    // A staged file that cannot be written out in the encoding of its attribute.
    let staged = "git init -q . && mkdir index && printf '*.l1 working-tree-encoding=ISO-8859-1\\n' >.gitattributes && \
        git add .gitattributes && blob=$(printf '5 \\342\\202\\254\\n' | git hash-object -w --stdin) && \
        git update-index --add --cacheinfo 100644,$blob,index/c.l1";
    let has_git = git(&folder, staged).status == Some(0);
    let commands = [
        "check bad mojibake wide",
        "check --for jni bad mojibake",
        "check --fields , bad",
        "check --editorconfig trees",
        "check --staged --gitattributes index",
        "check unsigned",
        "repair unsigned letter",
        "check --lines bad",
        "check --lines --fields , bad",
        "check --names -f latin1 names",
        "check --candidates latin1 latin",
        "check --candidates latin1 --by-line latin",
        "audit --show note --for xml bad mojibake trees",
        "repair --for postgres bad mojibake utf-32 two-readings",
        "detect bad mojibake wide latin",
        "search a bad",
        "search --any-form caf mojibake",
        "count bad latin",
        "cmp bad latin",
        "cmp bad bad",
        "inspect bad",
        "inspect U+00E9",
        "labels",
        "labels latin1 utf-8-bom",
        "labels --suggest latin",
    ];
    let (schema, mut kinds) = (schema(), BTreeSet::new());
    let mut check = |text: &str, line: &str| {
        let mut count = 0;
        for json in text.lines() {
            let value: Value =
                serde_json::from_str(json).unwrap_or_else(|_| panic!("{line}: {json}"));
            kinds.insert(value["type"].as_str().unwrap().to_owned());
            assert!(is_valid(&schema, &value), "{line}: {json}");
            count += 1;
        }
        assert!(count > 0, "{line}");
    };
    for line in commands {
        if line.contains("--staged") && !has_git {
            eprintln!("skipped: no git");
            continue;
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let run = folder.shell(&format!("utf {command} --format json {rest}"));
        assert!(run.status < Some(2), "{line}: {run:?}");
        check(run.text(), line);
    }
    let report = "utf convert -q --bad-lines out --bad-lines-report r --fields , -o o bad; cat r";
    check(folder.shell(report).text(), report);
    let names = "utf convert --names -i -f latin1 names";
    check(folder.shell(names).text(), names);
    check(&folder.shell("utf check -q --progress json bad").stderr, "progress");
    let all = "ambiguous character code-point comparison count detection encoding finding label match fix name note \
        progress rejected rename bom skipped suggestion summary total";
    let all: BTreeSet<_> = all.split(' ').map(str::to_owned).collect();
    assert_eq!(&kinds & &all, all, "kinds of lines that no command printed");
}

#[test]
fn schema_rejects_unknown_lines() {
    let schema = schema();
    for line in [
        r#"{"type":"unknown"}"#,
        r#"{"type":"rename","path":"a"}"#,
        r#"{"type":"summary","files":1,"unknown":0}"#,
        r#"{"type":"rejected","path":"a","line":0,"offset":0,"length":1,"kind":"nul","count":1,"findings":[]}"#,
    ] {
        assert!(!is_valid(&schema, &serde_json::from_str(line).unwrap()), "{line}");
    }
}
