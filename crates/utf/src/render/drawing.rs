//! Diagnostics drawn as a compiler does it, over a line of the file.

use std::{
    io::{self, Write},
    path::Path,
};

use annotate_snippets::{Group, Renderer};
use anstyle::{AnsiColor, Style};

use crate::shown;

/// How diagnostics are drawn.
pub struct Drawing {
    renderer: Renderer,
    arrow: Style,
}

impl Drawing {
    /// With colours if `colours`.
    pub fn new(colours: bool) -> Self {
        match colours {
            true => Self {
                renderer: Renderer::styled(),
                arrow: AnsiColor::BrightBlue.on_default().bold(),
            },
            false => Self { renderer: Renderer::plain(), arrow: Style::new() },
        }
    }

    /// Draws `group`, which is about a line, and a column of it if there is one, of the file at `path`.
    pub fn draw(
        &self,
        out: &mut impl Write,
        group: Group<'_>,
        path: &Path,
        (line, column): (u64, Option<u64>),
    ) -> io::Result<()> {
        let rendered = self.renderer.render(&[group]);
        // The library would count the columns of the line as it is shown, not of the file's.
        let (head, body) = rendered.split_once('\n').unwrap_or((&rendered, ""));
        let (indent, arrow) = (line.to_string().len(), self.arrow);
        let path = shown::operand(path);
        let column = column.map_or_else(String::new, |column| format!(":{column}"));
        // The place stands under the number of the line.
        writeln!(out, "{head}\n{:indent$}{arrow}-->{arrow:#} {path}:{line}{column}\n{body}\n", "")
    }
}
