//! The names of parts, as in `split` of the GNU coreutils.

use std::path::PathBuf;

use super::args::Args;
use crate::process::{names, problem::Problem};

/// Makes a name for each part.
pub(super) struct Names<'a> {
    args: &'a Args,
    given: u64,
}

impl<'a> Names<'a> {
    pub(super) fn new(args: &'a Args) -> Self {
        Self { args, given: 0 }
    }

    /// Returns the next name. Returns an error if the file exists, unless `--force` is given.
    pub(super) fn next(&mut self) -> Result<PathBuf, Problem> {
        let digits = if self.args.numeric_suffixes { b'0'..=b'9' } else { b'a'..=b'z' };
        let number = numeral(self.given, self.args.suffix_length, &digits.collect::<Vec<_>>());
        let Some(number) = number else {
            let words = format!("more than {} parts", self.given);
            return Err(Problem::new(words).hint("use a larger -a"));
        };
        self.given += 1;
        let mut name = self.args.prefix.as_os_str().to_owned();
        name.push(number);
        name.push(&self.args.additional_suffix);
        let path = PathBuf::from(name);
        if !self.args.force && path.symlink_metadata().is_ok() {
            Err(Problem::new(format!("{}: already exists", names::path(&path)))
                .hint("`--force` replaces it"))
        } else {
            Ok(path)
        }
    }
}

/// Returns `number` in `digits`, with the length `len`; `None` if it needs more digits.
fn numeral(mut number: u64, len: u32, digits: &[u8]) -> Option<String> {
    let base = digits.len() as u64;
    let mut numeral = vec![0; len as usize];
    for place in numeral.iter_mut().rev() {
        *place = digits[(number % base) as usize];
        number /= base;
    }
    (number == 0).then(|| numeral.into_iter().map(char::from).collect())
}
