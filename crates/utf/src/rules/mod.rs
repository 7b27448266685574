//! The rules of a project, from `.editorconfig` and `.gitattributes`, and whether a file follows
//! them.

mod attributes;
mod breach;
mod editorconfig;
pub mod ends;
mod lacks;
mod rule;
mod watch;

use std::{
    collections::HashSet,
    path::Path,
    sync::{Mutex, PoisonError},
};

pub use breach::{Breach, of_bom, of_declaration};
pub use rule::{Rule, Source};
pub use watch::Watch;

use crate::{
    files::paths,
    git::can_encode::{Answer, Writer},
    input::operand::Operand,
    process::problem::Problem,
};
use attributes::{Attributes, FileAttributes};
use editorconfig::EditorConfig;
use rule::End;
use utfkit_text::transform::Eol;

/// The options that select the rules.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct RulesArgs {
    /// Check files against `charset` and `end_of_line` in .editorconfig. `charset` also decides how
    /// files without a BOM are read
    #[arg(long, conflicts_with_all = CONFLICTS)]
    editorconfig: bool,
    /// Check files against git's attributes (.gitattributes): `working-tree-encoding`, and `eol`
    /// for text. They override .editorconfig. If a .gitattributes is staged, --staged also checks
    /// the files whose `working-tree-encoding` it changes
    #[arg(long, conflicts_with_all = CONFLICTS)]
    gitattributes: bool,
}

impl RulesArgs {
    /// Returns `true` if there are any rules.
    pub fn are_asked(self) -> bool {
        self.editorconfig || self.gitattributes
    }

    /// Returns `true` if git's attributes are among the rules.
    pub fn asks_git(self) -> bool {
        self.gitattributes
    }
}

/// Options that set a property that a rule sets.
const CONFLICTS: [&str; 8] =
    ["from", "bom", "input_order", "candidates", "fallback", "guess", "by_line", "decompress"];

/// The rules that files are checked against.
#[derive(Default)]
pub struct Rules {
    editorconfig: Option<EditorConfig>,
    attributes: Option<Attributes>,
    /// Whether git's attributes are rules, and not only information for the other rules.
    by_attributes: bool,
    staged: bool,
    writer: Writer,
    /// The warnings about ignored values that were already printed.
    printed: Mutex<HashSet<String>>,
}

impl Rules {
    /// Opens the rules that `args` select; those of the index if the files are `staged`.
    pub fn open(args: RulesArgs, staged: bool) -> Result<Self, Problem> {
        let RulesArgs { editorconfig, gitattributes } = args;
        // In the index, no other rule can apply to a property that git changes when it writes a
        // file.
        let asks = gitattributes || (editorconfig && staged);
        Ok(Self {
            editorconfig: editorconfig.then(|| EditorConfig::open(staged)).transpose()?,
            attributes: asks.then(|| Attributes::open(staged)).transpose()?,
            by_attributes: gitattributes,
            staged,
            writer: Writer::default(),
            printed: Mutex::default(),
        })
    }

    /// Returns the rule for the file at `path`; no rule applies to standard input. Passes each
    /// warning about an ignored value to `warn`, once.
    pub fn of(&self, path: &Path, warn: &mut dyn FnMut(String)) -> Result<Rule, Problem> {
        if path.as_os_str() == "-" || (self.editorconfig.is_none() && self.attributes.is_none()) {
            return Ok(Rule::default());
        }
        // The index has no links to directories.
        let file = if self.staged { paths::full(path) } else { paths::real(path) };
        let warn_once = &mut |words: String| {
            let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
            if printed.insert(words.clone()) {
                warn(words);
            }
        };
        let ours = self.editorconfig.as_ref().map(|one| one.of(&file, warn_once)).transpose()?;
        let gits =
            self.attributes.as_ref().map(|one| one.of(&file, path, warn_once)).transpose()?;
        let (ours, gits) = (ours.unwrap_or_default(), gits.unwrap_or_default());
        Ok(if self.staged {
            self.staged(ours, gits)
        } else {
            Rule {
                charset: gits.charset.or(ours.charset),
                end: gits.end.or(ours.end),
                written: None,
            }
        })
    }

    /// Asks git whether it can write `operand` as `rule` requires, if that is not certain anyway.
    pub fn git_says(&self, rule: &Rule, operand: &Operand) -> Answer {
        match (&rule.written, operand) {
            (Some(written), Operand::Copy { copy, .. })
                if !written.label.encoding().has_all_characters() =>
            {
                self.writer.ask(&written.name, copy)
            }
            _ => Answer::None,
        }
    }

    /// Returns the rule for text in the index, which is about the text that git would write. If git
    /// encodes the text, the index has UTF-8. If git writes CRLF, the index has LF.
    fn staged(&self, ours: Rule, gits: FileAttributes) -> Rule {
        let writes_crlf = gits.end.as_ref().is_some_and(|end| end.eol == Eol::Crlf);
        let charset = ours.charset.filter(|_| gits.charset.is_none());
        let written = gits.charset.filter(|_| self.by_attributes);
        let end = gits.end.filter(|_| self.by_attributes).or(ours.end);
        let is_made = |end: &End| writes_crlf || (gits.normalizes && end.eol == Eol::Crlf);
        Rule { charset, written, end: end.filter(|end| !is_made(end)) }
    }
}
