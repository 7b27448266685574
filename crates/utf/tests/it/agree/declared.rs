//! A file that `convert` writes does not contradict its own declaration, or the contradiction is
//! reported.

use utfkit::Encoding;
use utfkit_text::receivers::declared::find_all;

use super::corpus::all_hold;
use crate::support::Folder;

/// Texts that declare an encoding: the name of the file, and the text with `ENC` for the label.
const DECLARED: [(&str, &str); 20] = [
    ("a.xml", "<?xml version='1.0' encoding='ENC'?>\n<a>é ü</a>\n"),
    ("blank.xml", "\n\n<?xml version='1.0' encoding='ENC'?>\n<a>é ü</a>\n"),
    ("a.svg", "<?xml version=\"1.0\" encoding=\"ENC\"?>\n<svg><text>é ü</text></svg>\n"),
    ("a.html", "<!DOCTYPE html>\n<html><head><meta charset=\"ENC\"></head><p>é ü</p></html>\n"),
    (
        "old.html",
        "<html><head><META http-equiv=Content-Type content='text/html; charset=ENC'></head><p>é ü\n",
    ),
    ("a.css", "@charset \"ENC\";\na::before { content: 'é ü' }\n"),
    ("a.py", "#!/usr/bin/python\n# -*- coding: ENC -*-\nx = 'é ü'\n"),
    ("a.rb", "# encoding: ENC\nx = 'é ü'\n"),
    ("a.el", ";;; a.el -*- mode: lisp; coding: ENC-unix -*-\n(x \"é ü\")\n"),
    ("b.el", "(x \"é ü\")\n;; Local Variables:\n;; coding: ENC\n;; End:\n"),
    ("a.vim", "scriptencoding ENC\nlet x = 'é ü'\n"),
    ("a.txt", "é ü\nline\n\n\n\n\n\n# vim: set fileencoding=ENC :\n"),
    (
        "a.po",
        "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=ENC\\n\"\n\nmsgid \"a\"\nmsgstr \"é ü\"\n",
    ),
    ("a.aff", "SET ENC\nTRY éüabc\n"),
    ("hyph_x.dic", "ENC\n.é1ü\n"),
    ("a.tex", "\\documentclass{article}\n\\usepackage[ENC]{inputenc}\né ü\n"),
    ("a.ged", "0 HEAD\n1 SOUR a\n1 CHAR ENC\n0 @I1@ INDI\n1 NAME é /ü/\n"),
    ("a.eml", "From: a@b.example\nContent-Type: text/plain; charset=ENC\n\né ü\n"),
    ("a.vcf", "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=ENC:é;ü\nEND:VCARD\n"),
    ("a.ics", "BEGIN:VCALENDAR\nVERSION:1.0\nSUMMARY;CHARSET=ENC:é ü\nEND:VCALENDAR\n"),
];

/// The encodings: the one to convert from, and its label in most formats, in LaTeX and in GEDCOM.
const FROM: [(&str, &str, &str, &str); 2] =
    [("windows-1252", "windows-1252", "ansinew", "ANSI"), ("utf-8", "UTF-8", "utf8", "UTF-8")];

#[test]
fn declarations_stay_true_or_are_reported() {
    let (mut broken, mut of) = (Vec::new(), 0);
    for (from, usual, latex, gedcom) in FROM {
        let to = if from == "utf-8" { "windows-1252" } else { "utf-8" };
        let encoding: Encoding = to.parse().unwrap();
        for (name, text) in DECLARED {
            let label = match name {
                "a.tex" => latex,
                "a.ged" => gedcom,
                "hyph_x.dic" if from == "windows-1252" => "microsoft-cp1252",
                _ => usual,
            };
            let folder = Folder::new();
            let text = text.replace("ENC", label);
            let bytes =
                folder.pipe(&["convert", "-f", "utf-8", "-t", from, "--keep-declaration"], &text);
            folder.file(name, bytes.exits(0).stdout);
            let declared = find_all(&folder.read(name), true);
            let is_known = declared.iter().any(|one| one.encoding().is_some());
            let run = folder.run(&["convert", "-i", "-f", from, "-t", to, name]);
            of += 1;
            let after = find_all(&folder.read(name), true);
            let is_false = after.iter().any(|one| one.contradicts(encoding, false));
            let is_told = run.stderr.contains("declaration says");
            if !is_known || run.status != Some(0) || is_false && !is_told || after.is_empty() {
                broken.push(format!("{name} from {from}: {run:?}"));
            }
            // Only the label changes.
            if let ([old, ..], [new, ..], "windows-1252") = (&*declared, &*after, from) {
                let expected = text.replace(&old.label, &new.label);
                let now = String::from_utf8_lossy(&folder.read(name)).into_owned();
                if now != expected {
                    broken.push(format!("{name} from {from}: other text changed: {now:?}"));
                }
            }
        }
    }
    all_hold(&broken, of);
}

/// A valid text in the encoding that it declares is correct, and an error in it contradicts the
/// declaration.
#[test]
fn check_reads_the_declared_charset() {
    let folder = Folder::new();
    let text = b"<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>Tous les \xEAtres humains naissent \xE9gaux en dignit\xE9</a>\n";
    folder.file("a.xml", text);
    let read_as = "as its XML declaration says";
    folder.run(&["check", "a.xml"]).exits(0).mentions(read_as);
    folder.pipe(&["check"], text).exits(0).mentions(read_as);
    folder.run(&["audit", "a.xml"]).exits(0);
    // The bytes are UTF-8, so the declaration is wrong.
    folder.file("b.xml", "<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>é</a>\n");
    folder.run(&["check", "b.xml"]).exits(0).shows("the XML declaration says ISO-8859-1");
    // No text in Shift_JIS has these bytes.
    folder.file("c.xml", b"<?xml version='1.0' encoding='Shift_JIS'?>\n<a>\x82\xFF\x80\xFF</a>\n");
    folder.run(&["check", "c.xml"]).exits(1);
}

/// Each part of a mail, and each mail of a file, has its own declaration. Parts whose bytes are
/// encoded stay as they are.
#[test]
fn all_declarations_of_mails_are_corrected() {
    let folder = Folder::new();
    let mail = |charset: &str, encoding: &str| {
        let header = format!("Content-Type: text/plain; charset={charset}\n{encoding}");
        format!("From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n{header}\nGrö\u{DF}e für Äpfel\n\n")
    };
    let text = |charset: &str| {
        let quoted = mail("iso-8859-1", "Content-Transfer-Encoding: quoted-printable\n");
        [mail(charset, ""), quoted, mail(charset, "").repeat(200)].concat()
    };
    let old = text("iso-8859-1");
    let bytes = folder.pipe(&["convert", "-t", "iso-8859-1", "--keep-declaration"], &old).stdout;
    folder.file("mbox", &bytes);
    let words = "utf: mbox: 201 MIME declarations changed from iso-8859-1 to UTF-8 (lines 3, 16, 22, 28, 34, …)\n";
    folder.run(&["convert", "-i", "-f", "iso-8859-1", "mbox"]).exits(0).mentions(words);
    assert_eq!(String::from_utf8(folder.read("mbox")).unwrap(), text("UTF-8"));
}

/// No encoding reads all parts of a file of mails in two charsets.
#[test]
fn mails_in_two_charsets_stay() {
    let folder = Folder::new();
    let mail = |charset: &str, body: &[u8]| {
        let header = format!("Content-Type: text/plain; charset={charset}\n\n");
        [b"From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n", header.as_bytes(), body].concat()
    };
    let german = mail("iso-8859-1", b"Gr\xF6\xDFe f\xFCr \xC4pfel\n\n").repeat(20);
    let bytes = [german, mail("koi8-r", b"\xF0\xD2\xC9\xD7\xC5\xD4\n")].concat();
    folder.file("mbox", &bytes);
    let words =
        "its parts are in iso-8859-1 (line 3) and koi8-r (line 123), and no encoding reads both";
    folder.run(&["convert", "-i", "-f", "iso-8859-1", "mbox"]).exits(1).mentions(words);
    assert_eq!(folder.read("mbox"), bytes);
}

/// A conversion would spoil a part that is not text, unless that is encoded.
#[test]
fn a_mail_with_a_raw_image_is_left_unchanged() {
    let folder = Folder::new();
    let head = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\
        Content-Type: text/plain; charset=iso-8859-1\n\nK\u{E9}z, Gr\u{FC}\u{DF}e\n--x\nContent-Type: ";
    for (fields, status) in [
        ("image/png\nContent-Transfer-Encoding: binary", 1),
        ("application/octet-stream\nContent-Transfer-Encoding: 8bit", 1),
        ("text/html; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit", 0),
    ] {
        let text = format!("{head}{fields}\n\n\u{E9}P\u{E9}\u{FF}\n--x--\n");
        let bytes: Vec<u8> = text.chars().map(|character| character as u8).collect();
        folder.file("mail", &bytes);
        let run = folder.run(&["convert", "-i", "-f", "iso-8859-1", "mail"]).exits(status);
        if status == 1 {
            run.mentions("and not encoded (line 9), so a conversion would change its bytes");
            assert_eq!(folder.read("mail"), bytes, "{fields}");
        }
    }
}
