//! `utf mcp`: a server that stays inside its directories, and answers every message.

use std::os::unix::fs::symlink;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};

use crate::{
    commands::check::git::gates::git,
    support::{Folder, is_windows},
};

/// Three lines in Shift_JIS with CRLF.
const TEXT: &str = "日本語のテキスト、これは試験です。第一行\r\n\
    size = 12, plain text\r\n\
    最後の行はここにあります。さようなら。\r\n";

fn shift_jis(folder: &Folder, name: &str, text: &str) -> Vec<u8> {
    folder.file("text", text);
    folder.run(&["convert", "-t", "shift_jis", "text", "-o", name]).exits(0);
    folder.read(name)
}

/// Sends lines to the server, and returns its answers. It must not print anything else.
fn talk(folder: &Folder, arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    let arguments = [&["mcp"], arguments].concat();
    let run = folder.pipe(&arguments, input).exits(0).says("");
    run.lines_of_json()
}

fn call(id: u64, tool: &str, arguments: Value) -> String {
    let params = json!({ "name": tool, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
        + "\n"
}

/// Calls a tool of a new server. Returns its texts, and whether it failed.
#[track_caller]
fn tool(folder: &Folder, arguments: &[&str], name: &str, with: Value) -> (String, bool) {
    let answers = talk(folder, arguments, call(1, name, with));
    let result = &answers[0]["result"];
    let texts = result["content"].as_array().unwrap_or_else(|| panic!("{answers:?}"));
    let texts = texts.iter().map(|one| one["text"].as_str().unwrap().to_owned());
    (texts.collect::<Vec<_>>().join("\n--\n"), result["isError"] == true)
}

#[track_caller]
fn succeeds(folder: &Folder, name: &str, with: Value, part: &str) -> String {
    let (text, failed) = tool(folder, &[], name, with);
    assert!(!failed && text.contains(part), "{text}");
    text
}

#[track_caller]
fn fails(folder: &Folder, name: &str, with: Value, part: &str) {
    let (text, failed) = tool(folder, &[], name, with);
    assert!(failed && text.contains(part), "{text}");
}

#[test]
fn a_session_reads_edits_and_heals() {
    let folder = Folder::new();
    let old = shift_jis(&folder, "a.txt", TEXT);
    let initialize = json!({ "jsonrpc": "2.0", "id": "one", "method": "initialize", "params": {
        "protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": { "name": "a", "version": "1" },
    } });
    let read = call(3, "read", json!({ "path": "a.txt" }));
    let edit = json!({ "path": "a.txt", "old": "size = 12", "new": "size = 13" });
    let input = format!(
        "{initialize}\n{}\n{}\n{read}{}",
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }),
        call(4, "edit", edit),
    );
    let answers = talk(&folder, &[], input);
    assert_eq!(answers.len(), 4, "{answers:?}");
    assert_eq!(answers[0]["id"], "one");
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(answers[1]["result"]["tools"].as_array().unwrap().len(), 6);
    let content = &answers[2]["result"]["content"];
    let about = content[0]["text"].as_str().unwrap();
    for part in ["shift_jis", "crlf", "lines: 1 to 3 of 3"] {
        assert!(about.contains(part), "{about}");
    }
    assert_eq!(content[1]["text"], TEXT.replace("\r\n", "\n"));
    assert_eq!(answers[3]["result"]["isError"], false, "{answers:?}");
    let edited = folder.read("a.txt");
    let at = old.windows(2).position(|two| two == b"12").unwrap();
    assert_eq!(edited, [&old[..at], b"13", &old[at + 2..]].concat());

    // Another program destroys the file.
    let damaged = String::from_utf8_lossy(&edited).into_owned();
    folder.file("old.txt", &old);
    folder.file("a.txt", &damaged);
    let with = json!({ "path": "a.txt", "against": "old.txt" });
    succeeds(&folder, "heal", with, "can be restored");
    assert_eq!(folder.read("a.txt"), damaged.as_bytes());
    let with = json!({ "path": "a.txt", "against": "old.txt", "write": true });
    succeeds(&folder, "heal", with.clone(), "restored");
    assert_eq!(folder.read("a.txt"), edited);
    assert_eq!(folder.read("a.txt.bak"), damaged.as_bytes());
    // A second backup does not replace the first one.
    folder.file("a.txt", &damaged);
    succeeds(&folder, "heal", with, "restored");
    assert_eq!(folder.names(), ["a.txt", "a.txt.bak", "a.txt.bak2", "old.txt", "text"]);
}

#[test]
fn heals_from_git() {
    let folder = Folder::new();
    let old = shift_jis(&folder, "a.txt", TEXT);
    let line = "git init -q . && git add a.txt && \
        git -c user.name=a -c user.email=a commit -q -m first";
    if git(&folder, line).status != Some(0) {
        return;
    }
    folder.file("a.txt", String::from_utf8_lossy(&old).as_bytes());
    for against in ["auto", "HEAD", "rev:HEAD"] {
        let with = json!({ "path": "a.txt", "against": against });
        succeeds(&folder, "heal", with, "can be restored");
    }
    let with = json!({ "path": "a.txt", "against": "--upload-pack=x" });
    fails(&folder, "heal", with, "is not a commit");
    succeeds(&folder, "heal", json!({ "path": "a.txt", "write": true }), "restored");
    assert_eq!(folder.read("a.txt"), old);
    let with = json!({ "path": ".git/config", "old": "bare", "new": "x" });
    fails(&folder, "edit", with, "files of git are not changed");
}

#[test]
fn checks_detects_and_searches() {
    let folder = Folder::new();
    shift_jis(&folder, "a.txt", TEXT);
    folder.file("bad", b"a\xFFb\n");
    folder.file("-", "x = -i.y\n");
    succeeds(&folder, "check", json!({ "path": "bad" }), "invalid byte");
    succeeds(&folder, "detect", json!({ "path": "a.txt" }), "shift_jis");
    succeeds(&folder, "search", json!({ "pattern": "最後" }), "a.txt:3:最後の行");
    succeeds(&folder, "search", json!({ "pattern": "-i.y" }), "-:1:x = -i.y");
    let with = json!({ "pattern": "s.ze", "path": "a.txt", "regex": true });
    succeeds(&folder, "search", with, "a.txt:2:size");
    succeeds(&folder, "search", json!({ "pattern": "nowhere" }), "nothing was found");
    fails(&folder, "search", json!({ "pattern": "(", "regex": true }), "regex");
    // U+FFFD is explained, and the numbers of lines are those of the file.
    let with = json!({ "path": "bad", "encoding": "utf-8" });
    let about = succeeds(&folder, "read", with, "a\u{FFFD}b");
    assert!(about.contains("replaced"), "{about}");
    let with = json!({ "path": "a.txt", "first_line": 2, "last_line": 2 });
    let text = succeeds(&folder, "read", with, "lines: 2 to 2 of 3");
    assert!(text.contains("size = 12") && !text.contains("最後"), "{text}");
    // A file of this name is not standard input, and values are not options.
    succeeds(&folder, "read", json!({ "path": "-" }), "x = -i.y");
    let with = json!({ "path": "-", "old": "-i.y", "new": "--all" });
    succeeds(&folder, "edit", with, "1 place replaced");
    let with = json!({ "path": "-", "old": "--", "new": "-i.z" });
    succeeds(&folder, "edit", with, "1 place replaced");
    assert_eq!(folder.read("-"), b"x = -i.zall\n");
    fails(&folder, "edit", json!({ "path": "-", "old": "q", "new": "" }), "left unchanged");
    fails(&folder, "edit", json!({ "path": "-", "old": "x", "new": "\0" }), "U+0000");
    fails(&folder, "heal", json!({ "path": "-", "against": "rev:\0" }), "U+0000");
    let with = json!({ "path": "-", "old": "x", "new": "y".repeat(200_000) });
    fails(&folder, "edit", with, "at most");
    fails(&folder, "read", json!({ "path": "-", "encoding": "-x" }), "-x");
}

#[test]
fn tools_accept_what_their_schemas_name() {
    let folder = Folder::new();
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let answers = talk(&folder, &[], list);
    for tool in answers[0]["result"]["tools"].as_array().unwrap() {
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        let values = properties.iter().map(|(name, property)| {
            let value = match property["type"].as_str().unwrap() {
                "integer" => json!(1),
                "boolean" => json!(true),
                _ => json!("missing"),
            };
            (name.clone(), value)
        });
        let answers = talk(&folder, &[], call(1, tool["name"].as_str().unwrap(), values.collect()));
        assert_eq!(answers[0]["result"]["isError"], true, "{answers:?}");
    }
}

#[test]
fn nothing_outside_is_read_or_written() {
    if is_windows() {
        return;
    }
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    std::fs::create_dir(folder.path("second")).unwrap();
    folder.file("secret", "secret = 12\n");
    folder.file("in/a", "a\n");
    folder.file("second/b", "b = 12\n");
    symlink("../secret", folder.path("in/link")).unwrap();
    symlink("..", folder.path("in/up")).unwrap();
    symlink("a", folder.path("in/inner")).unwrap();
    mknodat(CWD, folder.path("in/pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    std::fs::File::create(folder.path("in/huge")).unwrap().set_len((64 << 20) + 1).unwrap();
    let absolute = folder.path("secret").to_str().unwrap().to_owned();
    let outside = [
        "../secret",
        "link",
        "up/secret",
        "up/missing",
        "../missing",
        "up",
        "..",
        "/",
        "/etc/passwd",
        "inner/../../secret",
        &absolute,
    ];
    let refused = |tools: &[&str], path: &str, part: &str| {
        for name in tools {
            let with = match *name {
                "edit" => json!({ "path": path, "old": "12", "new": "13" }),
                "search" => json!({ "path": path, "pattern": "12" }),
                "heal" => json!({ "path": path, "against": "a", "write": true }),
                _ => json!({ "path": path }),
            };
            let (text, failed) = tool(&folder, &["in"], name, with);
            assert!(failed && text.contains(part), "{name} {path}: {text}");
            assert!(!text.contains("secret ="), "{name} {path}: {text}");
        }
    };
    let all = ["read", "edit", "check", "detect", "search", "heal"];
    for path in outside {
        refused(&all, path, "");
    }
    refused(&all, "../secret", "outside of the directories");
    refused(&all, "link", "outside of the directories");
    refused(&all, "up/missing", "outside of the directories");
    refused(&all, "missing", "no such file");
    refused(&all, "a\0b", "no such file");
    refused(&all, "pipe", "a pipe, socket or device");
    refused(&all, "huge", "tools accept at most");
    refused(&["read", "edit", "heal"], ".", "a directory");
    // An older version outside is not read.
    for against in ["../secret", "link", "file:../secret", "rev:../secret", "file:link"] {
        let with = json!({ "path": "a", "against": against });
        let (text, failed) = tool(&folder, &["in"], "heal", with);
        assert!(failed && !text.contains("secret ="), "{text}");
    }
    // A search skips links and pipes.
    let (text, failed) = tool(&folder, &["in"], "search", json!({ "pattern": "12" }));
    assert!(!failed && !text.contains("secret ="), "{text}");
    assert_eq!(folder.read("secret"), b"secret = 12\n");
    // A link that stays inside is followed, and a second directory is also served.
    let (text, failed) = tool(&folder, &["in"], "read", json!({ "path": "inner" }));
    assert!(!failed && text.ends_with("a\n"), "{text}");
    let b = folder.path("second/b").to_str().unwrap().to_owned();
    let (text, failed) = tool(&folder, &["in", "second"], "read", json!({ "path": b }));
    assert!(!failed && text.ends_with("b = 12\n"), "{text}");
    folder.run(&["mcp", "secret"]).exits(2).mentions("not a directory");
    folder.run(&["mcp", "missing"]).exits(2);
}

#[test]
fn random_paths_do_not_lead_out() {
    if is_windows() {
        return;
    }
    const SECRET: &str = "secret = 12\n";
    const PARTS: [&str; 14] = [
        "..", "..", ".", "a", "d", "dd", "up", "link", "pipe", "zero", "here", "secret", "secret",
        "\0",
    ];
    const TOOLS: [&str; 6] = ["read", "edit", "check", "detect", "search", "heal"];
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("in/d")).unwrap();
    folder.file("secret", SECRET);
    folder.file("in/a", "a = 12\n");
    folder.file("in/d/a", "b = 12\n");
    let links = [
        ("..", "up"),
        ("../secret", "link"),
        ("d", "dd"),
        ("loop", "loop"),
        ("/dev/zero", "zero"),
        ("/proc/self/cwd", "here"),
    ];
    for (to, name) in links {
        symlink(to, folder.path("in").join(name)).unwrap();
    }
    mknodat(CWD, folder.path("in/pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    let top = folder.path("").to_str().unwrap().to_owned();
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut path = || {
        let parts: Vec<_> = (0..=random(3)).map(|_| PARTS[random(PARTS.len())]).collect();
        let start = ["", "", "", "/", &top, "file:"][random(6)];
        format!("{start}{}", parts.join("/"))
    };
    let mut input = String::new();
    for id in 0..600 {
        let (path, against) = (path(), path());
        let name = TOOLS[id as usize % TOOLS.len()];
        input += &call(
            id,
            name,
            match name {
                "edit" => json!({ "path": path, "old": "secret", "new": "x" }),
                "search" => json!({ "path": path, "pattern": "12" }),
                "heal" => json!({ "path": path, "against": against, "write": true }),
                _ => json!({ "path": path }),
            },
        );
    }
    let answers = talk(&folder, &["in"], input);
    assert_eq!(answers.len(), 600);
    for answer in &answers {
        assert!(!answer.to_string().contains("secret ="), "{answer}");
    }
    assert!(answers.iter().any(|one| one["result"]["isError"] == false));
    assert_eq!(folder.read("secret"), SECRET.as_bytes());
    assert_eq!(folder.names(), ["in", "secret"]);
}

#[test]
fn answers_are_limited() {
    let folder = Folder::new();
    folder.file("lines", "abc\n".repeat(5_000));
    folder.file("long", "y".repeat(1 << 20));
    let text = succeeds(&folder, "read", json!({ "path": "lines" }), "first_line 2001");
    assert!(text.len() < 9_000);
    let text = succeeds(&folder, "read", json!({ "path": "long" }), "line 1 is cut");
    assert!(text.len() < 300_000);
    folder.file("many", format!("{}\n", "z".repeat(100)).repeat(5_000));
    let with = json!({ "path": "many", "pattern": "z" });
    let text = succeeds(&folder, "search", with, "cut after 262144 bytes");
    assert!(text.len() < 300_000);
}

#[test]
fn every_message_has_its_answer() {
    let folder = Folder::new();
    folder.file("a", "a = 12\n");
    let edit = json!({ "path": "a", "old": "12", "new": "13" });
    let mut call: Value = serde_json::from_str(&call(1, "edit", edit)).unwrap();
    call.as_object_mut().unwrap().remove("id");
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    let long = format!("\"{}\"", "x".repeat(9 << 20));
    let deep = "[".repeat(100_000);
    let too_many = format!("[{}]", vec![ping; 17].join(","));
    let code = |line: &str| {
        let answers = talk(&folder, &[], format!("{line}\n{ping}"));
        // The server still answers.
        assert_eq!(answers.last().unwrap()["id"], 7, "{answers:?}");
        match &answers[..] {
            [_] => None,
            [one, _] => one["error"]["code"].as_i64(),
            _ => panic!("{answers:?}"),
        }
    };
    assert_eq!(code(&call.to_string()), None);
    assert_eq!(folder.read("a"), b"a = 12\n");
    for line in
        ["", "\r", r#"{"jsonrpc":"2.0","method":"x"}"#, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]
    {
        assert_eq!(code(line), None, "{line}");
    }
    for line in ["{", "nonsense", "\"\\ud800\"", &long, &deep] {
        assert_eq!(code(line), Some(-32700), "{}", &line[..line.len().min(20)]);
    }
    for line in [
        "1",
        "[]",
        &too_many,
        r#"{"id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
    ] {
        assert_eq!(code(line), Some(-32600), "{}", &line[..line.len().min(60)]);
    }
    assert_eq!(code(r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#), Some(-32601));
    for params in [
        r#"[]"#,
        r#"{}"#,
        r#"{"name":"remove"}"#,
        r#"{"name":"read"}"#,
        r#"{"name":"read","arguments":[]}"#,
        r#"{"name":"read","arguments":{"path":1}}"#,
        r#"{"name":"read","arguments":{"path":"a","line":1}}"#,
        r#"{"name":"read","arguments":{"path":"a","first_line":0}}"#,
        r#"{"name":"read","arguments":{"path":"a","first_line":-1}}"#,
        r#"{"name":"read","arguments":{"path":"a","first_line":3,"last_line":2}}"#,
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        assert_eq!(code(&line), Some(-32602), "{params}");
    }
    let line = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
    assert_eq!(code(line), Some(-32602));
    let line = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1"}}"#;
    let answers = talk(&folder, &[], line);
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-06-18");
    // A batch has one answer, without those of notifications.
    let notification = r#"{"jsonrpc":"2.0","method":"x"}"#;
    let answers = talk(&folder, &[], format!("[{ping},{notification},1]\n[{notification}]\n"));
    let [answer] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(answer[0]["id"], 7);
    assert_eq!(answer[1]["error"]["code"], -32600);
    assert_eq!(answer.as_array().unwrap().len(), 2);
    folder.pipe(&["mcp"], b"\xFF\xFE\n").exits(0).shows("-32700");
}
