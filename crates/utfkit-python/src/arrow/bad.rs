//! Finds ill-formed rows.

use std::ops::Range;

use arrow_buffer::ToByteSlice;
use utfkit::utf8::{self, Offset, OffsetsFault};

use super::{
    rows::{Layout, Malformed, Rows, is_short},
    threads,
};

/// The number of rows after an ill-formed row that are validated one by one, because another may
/// follow.
const FEW: usize = 8;

/// Returns the ill-formed rows, including null rows. Null rows whose views are out of range count as
/// ill-formed.
///
/// # Errors
///
/// The first other row that is out of range.
pub(super) fn rows(rows: &Rows<'_>) -> Result<Vec<usize>, Malformed> {
    find(rows, false)
}

/// Returns the ill-formed rows like [`rows`], and the rows with irregular views: the rows that a
/// column of strings cannot share.
///
/// # Errors
///
/// The first other row that is out of range.
pub(super) fn rows_to_rebuild(rows: &Rows<'_>) -> Result<Vec<usize>, Malformed> {
    find(rows, true)
}

fn find(rows: &Rows<'_>, with_irregular: bool) -> Result<Vec<usize>, Malformed> {
    let find = |range: Range<usize>| {
        let mut found = Vec::new();
        let result = match rows.layout {
            Layout::Small(offsets, values) => {
                between(values, &offsets[range.start..=range.end], range.start, &mut found)
                    .map_err(|malformed| rows.in_column(malformed))
            }
            Layout::Large(offsets, values) => {
                between(values, &offsets[range.start..=range.end], range.start, &mut found)
                    .map_err(|malformed| rows.in_column(malformed))
            }
            Layout::Views(views, _) => in_views(rows, views, range, with_irregular, &mut found),
            Layout::Empty => Ok(()),
        };
        result.map(|()| found)
    };
    // Validation is faster than other work.
    let parts = threads::by_ranges(rows.len, rows.work() / 4, find);
    let mut all = Vec::new();
    for part in parts {
        all.append(&mut part?);
    }
    Ok(all)
}

/// Appends the ill-formed rows between `offsets`, of which the first is `first`.
fn between<O: Offset>(
    values: &[u8],
    offsets: &[O],
    first: usize,
    found: &mut Vec<usize>,
) -> Result<(), Malformed> {
    let rows = offsets.len() - 1;
    let (mut row, mut window) = (0, rows);
    while row < rows {
        let end = rows.min(row + window);
        if window <= FEW {
            let before = found.len();
            for at in row..end {
                let (from, to): (i64, i64) = (offsets[at].into(), offsets[at + 1].into());
                let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
                let text = range.and_then(|(from, to)| values.get(from..to));
                let text = text.ok_or_else(|| {
                    Malformed::new(first + at, format!("it is from {from} to {to}"))
                })?;
                if !utf8::is_valid(text) {
                    found.push(first + at);
                }
            }
            row = end;
            window = if found.len() == before { 4 * FEW } else { FEW };
            continue;
        }
        match utf8::validate_offsets(values, &offsets[row..=end]) {
            Ok(()) => {
                row = end;
                window = window.saturating_mul(4);
            }
            Err(error) => match error.fault() {
                OffsetsFault::IllFormed { .. } => {
                    row += error.row();
                    found.push(first + row);
                    row += 1;
                    window = FEW;
                }
                _ => return Err(Malformed::new(first + row + error.row(), error.to_string())),
            },
        }
    }
    Ok(())
}

/// The number of views that are validated together.
const VIEWS: usize = 512;

/// Appends the ill-formed rows of views, and on request those with irregular views.
fn in_views(
    rows: &Rows<'_>,
    views: &[u128],
    range: Range<usize>,
    with_irregular: bool,
    found: &mut Vec<usize>,
) -> Result<(), Malformed> {
    let mut row = range.start;
    while row < range.end {
        let end = range.end.min(row + VIEWS);
        let block = &views[row..end];
        // The view of a short row contains its length, its bytes and zeros. The length and the
        // zeros are ASCII, so all rows are well-formed if the bytes of the views are. Such views are
        // regular.
        let are_short = block.iter().all(|view| is_short(*view));
        if !are_short || !utf8::is_valid(block.to_byte_slice()) {
            for at in row..end {
                match rows.get(at) {
                    Ok(text)
                        if utf8::is_valid(text) && !(with_irregular && rows.is_irregular(at)) => {}
                    // Arrow does not define the view of a null row.
                    Err(malformed) if !rows.is_null(at) => return Err(malformed),
                    _ => found.push(at),
                }
            }
        }
        row = end;
    }
    Ok(())
}
