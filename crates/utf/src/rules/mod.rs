//! The rules of a project, from `.editorconfig` and `.gitattributes`, and whether a file follows
//! them.

mod attributes;
mod breach;
mod editorconfig;
mod ends;
mod lacks;
mod rule;
mod watch;

use std::{
    collections::HashSet,
    path::Path,
    sync::{Mutex, PoisonError},
};

pub use breach::{Breach, of_declaration};
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
use utfkit_text::transform::line_ends::Eol;

/// Which rules files are checked against.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct RulesArgs {
    /// Check files against what .editorconfig says of them too: `charset` and `end_of_line`. It
    /// also says what they are read as, unless a BOM does
    #[arg(long, conflicts_with_all = CONFLICTS)]
    editorconfig: bool,
    /// Check files against git's attributes too (.gitattributes): `working-tree-encoding`, and
    /// `eol` of what is text. Where .editorconfig says otherwise, they count. If a .gitattributes is
    /// staged, --staged also checks the files whose `working-tree-encoding` it changes
    #[arg(long, conflicts_with_all = CONFLICTS)]
    gitattributes: bool,
}

impl RulesArgs {
    /// Whether there are any.
    pub fn are_asked(self) -> bool {
        self.editorconfig || self.gitattributes
    }

    /// Whether git's attributes are among them.
    pub fn asks_git(self) -> bool {
        self.gitattributes
    }
}

/// Options that say what a rule says.
const CONFLICTS: [&str; 8] =
    ["from", "bom", "input_order", "candidates", "fallback", "guess", "by_line", "decompress"];

/// The rules that files are checked against.
#[derive(Default)]
pub struct Rules {
    editorconfig: Option<EditorConfig>,
    attributes: Option<Attributes>,
    /// Whether what git says by its attributes is a rule, and not only to be known.
    by_attributes: bool,
    staged: bool,
    writer: Writer,
    /// What is not heeded, and was told.
    told: Mutex<HashSet<String>>,
}

impl Rules {
    /// Those that are asked for; of what is `staged`, those of the index.
    pub fn open(args: RulesArgs, staged: bool) -> Result<Self, Problem> {
        let RulesArgs { editorconfig, gitattributes } = args;
        // What git changes where it writes files out, no other rule can be about in the index.
        let asks = gitattributes || (editorconfig && staged);
        Ok(Self {
            editorconfig: editorconfig.then(|| EditorConfig::open(staged)).transpose()?,
            attributes: asks.then(|| Attributes::open(staged)).transpose()?,
            by_attributes: gitattributes,
            staged,
            writer: Writer::default(),
            told: Mutex::default(),
        })
    }

    /// What is said of the file at `path`; gives `tell` what is not heeded, once. Of standard
    /// input, nothing is said.
    pub fn of(&self, path: &Path, tell: &mut dyn FnMut(String)) -> Result<Rule, Problem> {
        if path.as_os_str() == "-" || (self.editorconfig.is_none() && self.attributes.is_none()) {
            return Ok(Rule::default());
        }
        // In the index there are no links to folders.
        let file = if self.staged { paths::full(path) } else { paths::real(path) };
        let tell = &mut |words: String| {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            if told.insert(words.clone()) {
                tell(words);
            }
        };
        let ours = self.editorconfig.as_ref().map(|one| one.of(&file, tell)).transpose()?;
        let gits = self.attributes.as_ref().map(|one| one.of(&file, path, tell)).transpose()?;
        let (ours, gits) = (ours.unwrap_or_default(), gits.unwrap_or_default());
        Ok(match self.staged {
            true => self.staged(ours, gits),
            false => Rule {
                charset: gits.charset.or(ours.charset),
                end: gits.end.or(ours.end),
                written: None,
            },
        })
    }

    /// What git says of writing `operand` out as `rule` wants, where that is not certain anyway.
    pub fn git_says(&self, rule: &Rule, operand: &Operand) -> Answer {
        match (&rule.written, operand) {
            (Some(written), Operand::Copy { copy, .. }) if !lacks::has_all(written.label) => {
                self.writer.ask(&written.name, copy)
            }
            _ => Answer::None,
        }
    }

    /// What the rules say of text as git keeps it: what matters is what git would write out. An
    /// encoding that it makes of the text, it makes of UTF-8; CRLF that it writes, it makes of LF.
    fn staged(&self, ours: Rule, gits: FileAttributes) -> Rule {
        let writes_crlf = gits.end.as_ref().is_some_and(|end| end.eol == Eol::Crlf);
        let charset = ours.charset.filter(|_| gits.charset.is_none());
        let written = gits.charset.filter(|_| self.by_attributes);
        let end = gits.end.filter(|_| self.by_attributes).or(ours.end);
        let is_made = |end: &End| writes_crlf || (gits.normalizes && end.eol == Eol::Crlf);
        Rule { charset, written, end: end.filter(|end| !is_made(end)) }
    }
}
