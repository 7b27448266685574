//! `--against auto`: the last version in git in which the text was whole.

use std::time::{Duration, Instant};

use utfkit_text::heal::{Healed, MAX_LEN, heal};

use super::{
    Left, Restored, Work,
    report::NotCompared,
    restored,
    source::{as_checked_out, named},
};
use crate::{
    git::older::version::History,
    input::{content::is_binary, files::FoundFile},
    process::problem::Problem,
};

/// The time after which no older version is tried.
const PATIENCE: Duration = Duration::from_secs(60);

/// The number of digits of a commit in reports.
const DIGITS: usize = 10;

/// U+FFFD in UTF-8.
const MARK: &[u8] = "\u{FFFD}".as_bytes();

impl Work<'_> {
    /// Returns the restored version of `new`, the content of `found`, by the version of its history
    /// that leaves the fewest places.
    ///
    /// The newest version comes first, because the later edits are in it. One that has as many
    /// U+FFFD as `new` is as damaged as `new`, and is skipped without a comparison.
    pub(super) fn of_history(
        &self,
        found: &FoundFile,
        new: &[u8],
    ) -> Result<Result<Restored, Left>, Problem> {
        let history = History::of(named(&found.operand)?, self.from)?;
        let (begun, marks) = (Instant::now(), marks(new));
        let mut best: Option<Restored> = None;
        let (mut is_uncertain, mut left_mixed) = (false, false);
        for (commit, blob) in &history.versions {
            if begun.elapsed() > PATIENCE {
                break;
            }
            let Some(old) = history.read(blob, MAX_LEN as u64)? else { continue };
            let is_damaged = marks > 0 && self::marks(&old) >= marks;
            if old == new || is_damaged || is_binary(&old) {
                continue;
            }
            let old = as_checked_out(old, new);
            let Some(encoding) = self.encoding_of(&old) else {
                is_uncertain = true;
                continue;
            };
            let Ok(healed) = heal(&old, new, encoding) else { continue };
            let source = commit.get(..DIGITS).unwrap_or(commit).to_owned();
            let one = match restored(&old, new, encoding, healed, source) {
                Ok(one) => one,
                Err(Left::Mixed) => {
                    left_mixed = true;
                    continue;
                }
                // Older versions are in another encoding.
                Err(_) => break,
            };
            let healed = &one.healed;
            let left = |healed: &Healed| healed.open.len() + healed.more_open;
            // A version that restores nothing shows at least which places stay.
            let rank = |healed: &Healed| (healed.restored.is_empty(), left(healed));
            if rank(healed) == (true, 0)
                || best.as_ref().is_some_and(|best| rank(&best.healed) <= rank(healed))
            {
                continue;
            }
            let is_whole = left(healed) == 0;
            best = Some(one);
            if is_whole {
                break;
            }
        }
        match best {
            Some(restored) => Ok(Ok(restored)),
            None if left_mixed => Ok(Err(Left::Mixed)),
            None if is_uncertain && !found.walked => {
                let name = found.operand.name();
                let words = "the encoding of its older versions is not certain";
                Err(Problem::new(format!("{name}: {words}")).hint("name it with -f"))
            }
            None if history.versions.is_empty() => {
                if found.walked {
                    Ok(Err(Left::NotCompared(NotCompared::NoOlderVersion)))
                } else {
                    let name = found.operand.name();
                    Err(Problem::new(format!("{name}: git does not have an older version")))
                }
            }
            None => Ok(Err(Left::Equal)),
        }
    }
}

fn marks(bytes: &[u8]) -> usize {
    memchr::memmem::find_iter(bytes, MARK).count()
}
