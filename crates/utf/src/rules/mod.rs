//! What the rules of a project say of a file, and whether it keeps them: `.editorconfig`, and what git knows of
//! `.gitattributes`.

mod attributes;
mod breach;
mod editorconfig;
mod ends;
mod rule;
mod watch;

use std::path::Path;

use attributes::Attributes;
pub use breach::Breach;
use editorconfig::EditorConfig;
pub use rule::{Rule, Source};
pub use watch::Watch;

use crate::{output::replace, trouble::Trouble};

/// Which rules files are checked against.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct RulesArgs {
    /// Check files against what .editorconfig says of them too: `charset` and `end_of_line`. It also says what they are
    /// read as, unless a signature does
    #[arg(long, conflicts_with_all = CONFLICTS)]
    editorconfig: bool,
    /// Check files against git's attributes too (.gitattributes): `working-tree-encoding`, and `eol` of what is text.
    /// Where .editorconfig says otherwise, they count
    #[arg(long, conflicts_with_all = CONFLICTS)]
    gitattributes: bool,
}

/// Options that say what a rule says, or report something else.
const CONFLICTS: [&str; 10] = [
    "from",
    "bom",
    "input_order",
    "candidates",
    "fallback",
    "guess",
    "by_line",
    "lines",
    "names",
    "decompress",
];

/// The rules that files are checked against.
#[derive(Default)]
pub struct Rules {
    editorconfig: Option<EditorConfig>,
    attributes: Option<Attributes>,
}

impl Rules {
    /// Those that are asked for; of what is `staged`, git's attributes are those of the index.
    pub fn open(args: RulesArgs, staged: bool) -> Result<Self, Trouble> {
        let editorconfig = args.editorconfig.then(EditorConfig::new).transpose()?;
        let attributes = args.gitattributes.then(|| Attributes::open(staged)).transpose()?;
        Ok(Self { editorconfig, attributes })
    }

    /// What is said of the file at `path`. Of standard input, nothing is.
    pub fn of(&self, path: &Path) -> Result<Rule, Trouble> {
        if path.as_os_str() == "-" || (self.editorconfig.is_none() && self.attributes.is_none()) {
            return Ok(Rule::default());
        }
        // A file that is not there is told when it is opened.
        let folder = replace::parent(path).canonicalize().ok();
        let Some(file) = folder.zip(path.file_name()).map(|(folder, name)| folder.join(name))
        else {
            return Ok(Rule::default());
        };
        let ours = self.editorconfig.as_ref().map(|one| one.of(&file)).transpose()?;
        let gits = self.attributes.as_ref().map(|one| one.of(&file)).transpose()?;
        let (ours, gits) = (ours.unwrap_or_default(), gits.unwrap_or_default());
        Ok(Rule { charset: gits.charset.or(ours.charset), end: gits.end.or(ours.end) })
    }
}
