//! The report: a line for the file, or JSON.

use std::{
    io::{self, Write},
    path::Path,
};

use serde::Serialize;
use utfkit::encoding::Bom;

use super::{
    super::repair::patch::{Sum, Text},
    Edit,
    args::{Args, Format},
};
use crate::{
    process::{exit::Exit, json_line, names, terminal},
    report::{json::FileName, records::Records},
};

/// A line of JSON. Its keys are an interface: new keys are added, and old ones stay.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum JsonLine<'a> {
    Replaced {
        #[serde(flatten)]
        file: FileName<'a>,
        /// The places in the old file and in the new one, in bytes.
        offset: usize,
        length: usize,
        new_offset: usize,
        new_length: usize,
    },
    Edited {
        #[serde(flatten)]
        file: FileName<'a>,
        encoding: &'static str,
        replaced: usize,
        /// Whether the new text was written.
        changed: bool,
        original: Text,
        result: Text,
    },
    Refused {
        #[serde(flatten)]
        file: FileName<'a>,
        reason: &'static str,
        message: &'a str,
    },
}

pub(super) struct Report<'a> {
    args: &'a Args,
    path: &'a Path,
}

impl<'a> Report<'a> {
    pub(super) fn new(args: &'a Args, path: &'a Path) -> Self {
        Self { args, path }
    }

    /// Reports an edit that was made.
    pub(super) fn edited(&self, edit: &Edit) -> Exit {
        if self.args.quiet {
            return Exit::Well;
        }
        let text_is_output =
            self.args.output.as_deref().is_some_and(|path| path.as_os_str() == "-");
        let records = if text_is_output { Records::error() } else { Records::standard() };
        let written = records.and_then(|records| {
            let mut records = records.optional();
            self.write(&mut records, edit)?;
            records.finish()
        });
        written.map_or_else(|error| terminal::output_failed(&error, Exit::Well), |()| Exit::Well)
    }

    fn write(&self, out: &mut impl Write, edit: &Edit) -> io::Result<()> {
        let (places, mut line) = (&edit.edited.places, Vec::new());
        if self.args.format == Format::Human {
            let does = if self.args.dry_run { "would be replaced" } else { "replaced" };
            let count = names::counted(places.len() as u64, "place");
            let bom = Bom::of(&edit.old).map(Bom::encoding);
            let encoding = bom.unwrap_or(edit.edited.encoding);
            let path = names::operand(self.path);
            writeln!(line, "{path}: {count} {does} ({encoding}); all other bytes are the same")?;
            return out.write_all(&line);
        }
        for place in places {
            let replaced = JsonLine::Replaced {
                file: FileName::of(self.path),
                offset: place.old.start,
                length: place.old.len(),
                new_offset: place.new.start,
                new_length: place.new.len(),
            };
            json_line::write_line(&mut line, &replaced)?;
            out.write_all(&line)?;
            line.clear();
        }
        let text = |bytes: &[u8]| {
            let mut sum = Sum::default();
            sum.add(bytes);
            sum.text()
        };
        let edited = JsonLine::Edited {
            file: FileName::of(self.path),
            encoding: edit.edited.encoding.name(),
            replaced: places.len(),
            changed: !self.args.dry_run,
            original: text(&edit.old),
            result: text(&edit.edited.bytes),
        };
        json_line::write_line(&mut line, &edited)?;
        out.write_all(&line)
    }

    /// Reports that the edit was refused.
    pub(super) fn refused(&self, reason: &'static str, message: &str) -> Exit {
        let mut line = Vec::new();
        let refused = JsonLine::Refused { file: FileName::of(self.path), reason, message };
        match self.args.format {
            _ if self.args.quiet => {}
            Format::Json if json_line::write_line(&mut line, &refused).is_ok() => {
                terminal::write_output(&String::from_utf8_lossy(&line));
            }
            _ => {
                let path = names::operand(self.path);
                terminal::write_error(&format!("utf: {path}: left unchanged: {message}\n"));
            }
        }
        Exit::Found
    }
}
