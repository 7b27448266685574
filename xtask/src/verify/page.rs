//! The rows of `docs/verification.md` and of `docs/results.md`.

/// A promise, with the commands that show that it holds.
pub(super) struct Row<'p> {
    pub(super) text: &'p str,
    pub(super) commands: Vec<&'p str>,
    /// Whether the commands are not in `.ci/run`.
    pub(super) is_long: bool,
}

/// Returns the text between backquotes.
pub(super) fn code(page: &str) -> impl Iterator<Item = &str> {
    page.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns the cells of a row of a table.
pub(super) fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(row.split(" | ").collect())
}

/// Returns the promises of the page.
pub(super) fn rows(page: &str) -> impl Iterator<Item = Row<'_>> {
    page.lines().filter_map(|line| {
        let cells = cells(line).filter(|cells| cells.len() == 3)?;
        let is_command = |code: &&str| {
            code.split_whitespace().any(|word| {
                word == "cargo"
                    || word == "python3"
                    || word.ends_with(".sh")
                    || word.ends_with(".py")
            })
        };
        let commands: Vec<_> = code(cells[2]).filter(is_command).collect();
        (!commands.is_empty()).then(|| Row {
            text: line,
            commands,
            is_long: cells[0].contains("(long") || cells[2].contains("(long)"),
        })
    })
}
