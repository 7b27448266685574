//! The table of encodings: names, schemes, BOMs, labels.

use super::{BomRule, label, scheme::Scheme};
use crate::{
    codec::{coding::Coding, relatives::Legacy, utf7::Flavor},
    form::Form,
};

/// What there is to know about an encoding: the row of the table.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) scheme: Scheme,
    pub(super) bom: BomRule,
    /// The IANA name in its own spelling, its aliases, and what else people write.
    pub(super) labels: &'static [&'static str],
}

const fn row(
    name: &'static str,
    scheme: Scheme,
    bom: BomRule,
    labels: &'static [&'static str],
) -> Row {
    Row { name, scheme, bom, labels }
}

use BomRule::{Decides, Never, Optional};

const UTF16: Scheme = Scheme::signed(Coding::Form(Form::Utf16Be), Coding::Form(Form::Utf16Le));
const UTF32: Scheme = Scheme::signed(Coding::Form(Form::Utf32Be), Coding::Form(Form::Utf32Le));
const UCS2BE: Coding = Coding::Legacy(Legacy::Ucs2 { big: true });
const UCS2LE: Coding = Coding::Legacy(Legacy::Ucs2 { big: false });
const UCS4BE: Coding = Coding::Legacy(Legacy::Ucs4 { big: true });
const UCS4LE: Coding = Coding::Legacy(Legacy::Ucs4 { big: false });

/// A row for each encoding, in the order of the variants.
pub(super) static ROWS: [Row; super::Encoding::ALL.len()] = [
    row("utf-8", Scheme::form(Form::Utf8), Optional, &["UTF-8", "csUTF8", "utf8"]),
    row("utf-8-rfc2279", Scheme::legacy(Legacy::Rfc2279), Optional, &["utf8-rfc2279"]),
    row(
        "cesu-8",
        Scheme::legacy(Legacy::Cesu8),
        Optional,
        &["CESU-8", "csCESU8", "csCESU-8", "cesu8"],
    ),
    row(
        "java-modified-utf-8",
        Scheme::legacy(Legacy::ModifiedUtf8),
        Never,
        &["modified-utf-8", "mutf-8", "mutf8"],
    ),
    row("wtf-8", Scheme::legacy(Legacy::Wtf8), Never, &["wtf8"]),
    row("utf-16", UTF16, Decides, &["UTF-16", "csUTF16", "utf16"]),
    row("utf-16be", Scheme::form(Form::Utf16Be), Never, &["UTF-16BE", "csUTF16BE", "utf16be"]),
    row("utf-16le", Scheme::form(Form::Utf16Le), Never, &["UTF-16LE", "csUTF16LE", "utf16le"]),
    row(
        "ucs-2",
        Scheme::signed(UCS2BE, UCS2LE),
        Decides,
        &["ISO-10646-UCS-2", "csUnicode", "ucs2"],
    ),
    row("ucs-2be", Scheme::Fixed(UCS2BE), Never, &["ucs2be"]),
    row("ucs-2le", Scheme::Fixed(UCS2LE), Never, &["ucs2le"]),
    row("utf-32", UTF32, Decides, &["UTF-32", "csUTF32", "utf32"]),
    row("utf-32be", Scheme::form(Form::Utf32Be), Never, &["UTF-32BE", "csUTF32BE", "utf32be"]),
    row("utf-32le", Scheme::form(Form::Utf32Le), Never, &["UTF-32LE", "csUTF32LE", "utf32le"]),
    row("ucs-4", Scheme::signed(UCS4BE, UCS4LE), Decides, &["ISO-10646-UCS-4", "csUCS4", "ucs4"]),
    row("ucs-4be", Scheme::Fixed(UCS4BE), Never, &["ucs4be"]),
    row("ucs-4le", Scheme::Fixed(UCS4LE), Never, &["ucs4le"]),
    row(
        "unicode-1-1-utf-8",
        Scheme::legacy(Legacy::Unicode11Utf8),
        Optional,
        &["UNICODE-1-1-UTF-8"],
    ),
    row("unicode-1-1", Scheme::legacy(Legacy::Unicode11), Never, &["UNICODE-1-1", "csUnicode11"]),
    row(
        "utf-1",
        Scheme::legacy(Legacy::Utf1),
        Optional,
        &["ISO-10646-UTF-1", "csISO10646UTF1", "utf1"],
    ),
    row("utf-7", Scheme::Fixed(Coding::Utf7(Flavor::Mail)), Never, label::UTF_7),
    row(
        "utf-7-imap",
        Scheme::Fixed(Coding::Utf7(Flavor::Imap)),
        Never,
        &["UTF-7-IMAP", "csUTF7IMAP"],
    ),
    row("us-ascii", Scheme::form(Form::Ascii), Never, label::US_ASCII),
    row("iso-8859-1", Scheme::form(Form::Latin1), Never, label::ISO_8859_1),
];
