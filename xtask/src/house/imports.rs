//! The imports between the files of a crate.
//!
//! A name counts as imported from the file that defines it, no matter how many re-exports are
//! between them. The name of a module alone imports nothing; a name in that module does. A `pub
//! use` counts as [an offer](Import::offered): it gives a name to other files, although its own
//! file may never use that name.
//!
//! Limits: this module does not see methods and trait items (an `impl` may be in any file), the
//! output of macros, and names that occur only in a documentation comment.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use super::tokens;

/// The crates of this repository, as code names them.
const OURS: [&str; 3] = ["utfkit", "utfkit_text", "utf"];

/// One import.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    /// The file that imports.
    pub(super) from: PathBuf,
    /// The target of the import.
    pub(super) to: Target,
    /// `true` if only a re-export names the target: the file itself does not use the name.
    pub(super) offered: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// A file of the same crate.
    File(PathBuf),
    /// Another crate, by its name in code.
    Crate(String),
}

/// A module. If a module has several files, each under its own condition, each file is one
/// `Module`.
struct Module {
    file: PathBuf,
    parent: usize,
    /// Modules, by name. Two modules with different conditions may have the same name.
    children: BTreeMap<String, Vec<usize>>,
    defined: BTreeSet<String>,
    uses: Vec<Use>,
    /// Paths in code that are not imports, such as `a::b`.
    paths: Vec<Vec<String>>,
    /// The names in the code, except for the names in `use`.
    names: BTreeSet<String>,
}

struct Use {
    path: Vec<String>,
    /// The name that the import defines; `None` for `*` and `_`.
    name: Option<String>,
    glob: bool,
    public: bool,
}

#[derive(Clone, Debug)]
enum Found {
    Module(usize),
    /// An item that this file defines.
    Item(PathBuf),
    Crate(String),
}

/// Returns the imports of the crate whose root is `root`.
pub(super) fn of(root: &Path) -> Result<BTreeSet<Import>, String> {
    let mut tree =
        Tree { modules: Vec::new(), known: RefCell::default(), tried: RefCell::default() };
    let words = fs::read_to_string(root).map_err(|error| format!("{}: {error}", root.display()))?;
    let top = tree.add(root, 0);
    let folder = root.parent().unwrap_or(Path::new("")).to_owned();
    tree.read(top, &tokens::of(&words), &folder)?;
    let mut imports = BTreeSet::new();
    for module in 0..tree.modules.len() {
        tree.imports_of(module, &mut imports);
    }
    // A name that a file both uses and offers counts as used.
    let used = |import: &Import| imports.contains(&Import { offered: false, ..import.clone() });
    Ok(imports.iter().filter(|import| !import.offered || !used(import)).cloned().collect())
}

struct Tree {
    modules: Vec<Module>,
    /// The results of lookups, by module, name, and `last` (see [`look_up`](Self::look_up)).
    known: RefCell<BTreeMap<Key, Found>>,
    /// The lookups that were tried for the current name.
    tried: RefCell<BTreeSet<Key>>,
}

type Key = (usize, String, bool);

impl Tree {
    fn add(&mut self, file: &Path, parent: usize) -> usize {
        self.modules.push(Module {
            file: file.to_owned(),
            parent,
            children: BTreeMap::new(),
            defined: BTreeSet::new(),
            uses: Vec::new(),
            paths: Vec::new(),
            names: BTreeSet::new(),
        });
        self.modules.len() - 1
    }

    /// Reads the tokens of a module, whose children are files of the directory `folder`.
    fn read(&mut self, module: usize, words: &[&str], folder: &Path) -> Result<(), String> {
        let mut depth = 0;
        let mut at = 0;
        let mut named = None;
        while at < words.len() {
            let word = words[at];
            let next = words.get(at + 1).copied().unwrap_or_default();
            let after = words.get(at + 2).copied().unwrap_or_default();
            match word {
                "{" => depth += 1,
                "}" => depth -= 1,
                "#" if words[at..].starts_with(&["#", "[", "path", "="]) => {
                    named = words.get(at + 4).map(|path| path.trim_start_matches('"').to_owned());
                }
                "pub" if next == "(" => {
                    at = tokens::group_end(words, at + 1);
                    if words.get(at) == Some(&"use") {
                        at = self.read_use(module, words, at + 1, true);
                    }
                    continue;
                }
                "use" if next != "<" => {
                    let public = at > 0 && words[at - 1] == "pub";
                    at = self.read_use(module, words, at + 1, public);
                    continue;
                }
                "mod" if tokens::is_name(next) && after == ";" => {
                    self.read_file(module, next, named.take(), folder)?;
                    at += 3;
                    continue;
                }
                "mod" if tokens::is_name(next) && after == "{" => {
                    let end = tokens::group_end(words, at + 2);
                    let file = self.modules[module].file.clone();
                    let inner = self.add(&file, module);
                    self.child(module, next, inner);
                    self.read(inner, &words[at + 3..end - 1], &folder.join(next))?;
                    at = end;
                    continue;
                }
                "macro_rules" if next == "!" => {
                    self.modules[module].defined.insert(after.to_owned());
                }
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static"
                    if depth == 0 && tokens::is_name(next) =>
                {
                    let name = if next == "mut" { after } else { next };
                    self.modules[module].defined.insert(name.to_owned());
                }
                _ if tokens::is_name(word) => {
                    at = self.read_path(module, words, at);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        Ok(())
    }

    fn child(&mut self, module: usize, name: &str, child: usize) {
        self.modules[module].children.entry(name.to_owned()).or_default().push(child);
    }

    /// Reads the file of `mod name;`.
    fn read_file(
        &mut self,
        module: usize,
        name: &str,
        named: Option<String>,
        folder: &Path,
    ) -> Result<(), String> {
        let beside = self.modules[module].file.parent().unwrap_or(Path::new("")).to_owned();
        let file = match named {
            Some(named) => beside.join(named),
            None => [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")]
                .into_iter()
                .find(|file| file.exists())
                .ok_or_else(|| format!("{}: no file of mod {name}", folder.display()))?,
        };
        let source =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let above = file.parent().unwrap_or(Path::new(""));
        let folder = match file.file_stem() {
            Some(stem) if stem != "mod" => above.join(stem),
            _ => above.to_owned(),
        };
        let child = self.add(&file, module);
        self.child(module, name, child);
        self.read(child, &tokens::of(&source), &folder)
    }

    /// Reads a `use` after its keyword, and returns the index after it.
    fn read_use(&mut self, module: usize, words: &[&str], at: usize, public: bool) -> usize {
        let end = at + words[at..].iter().position(|&word| word == ";").unwrap_or(0);
        self.read_use_tree(module, &words[at..end], &[], public);
        end + 1
    }

    fn read_use_tree(&mut self, module: usize, words: &[&str], before: &[String], public: bool) {
        let mut path = before.to_vec();
        let mut at = 0;
        while at < words.len() {
            match words[at] {
                "::" => at += 1,
                "{" => {
                    let end = tokens::group_end(words, at) - 1;
                    let mut start = at + 1;
                    while start < end {
                        let mut stop = start;
                        while stop < end && words[stop] != "," {
                            let opens = words[stop] == "{";
                            stop = if opens { tokens::group_end(words, stop) } else { stop + 1 };
                        }
                        self.read_use_tree(module, &words[start..stop], &path, public);
                        start = stop + 1;
                    }
                    return;
                }
                "*" => {
                    self.modules[module].uses.push(Use { path, name: None, glob: true, public });
                    return;
                }
                "as" => break,
                // `a::{self}` means `a`.
                "self" if !before.is_empty() && path.len() == before.len() => at += 1,
                name => {
                    path.push(name.to_owned());
                    at += 1;
                }
            }
        }
        let name = match words.get(at..) {
            Some(["as", name]) => Some((*name).to_owned()),
            _ => path.last().cloned(),
        };
        let name = name.filter(|name| name != "_");
        self.modules[module].uses.push(Use { path, name, glob: false, public });
    }

    /// Reads a name or a path in code, and returns the index after it.
    fn read_path(&mut self, module: usize, words: &[&str], mut at: usize) -> usize {
        let before = if at > 0 { words[at - 1] } else { "" };
        let mut path = vec![words[at].to_owned()];
        at += 1;
        while words.get(at) == Some(&"::") && words.get(at + 1).is_some_and(|w| tokens::is_name(w))
        {
            path.push(words[at + 1].to_owned());
            at += 2;
        }
        if before != "." && before != "::" && words.get(at) != Some(&":") {
            let module = &mut self.modules[module];
            module.names.insert(path[0].clone());
            if path.len() > 1 {
                module.paths.push(path);
            }
        }
        at
    }

    /// Returns the item or module that `path` names in `module`.
    fn resolve(&self, module: usize, path: &[String], depth: usize) -> Option<Found> {
        let (first, mut rest) = path.split_first()?;
        let mut found = match first.as_str() {
            "crate" => Found::Module(0),
            "self" => Found::Module(module),
            "super" => Found::Module(self.modules[module].parent),
            name => match self.look_up(module, name, depth, rest.is_empty()) {
                Some(found) => found,
                None => return Some(Found::Crate(name.to_owned())),
            },
        };
        while let (Found::Module(inner), Some((name, after))) = (&found, rest.split_first()) {
            found = match name.as_str() {
                "super" => Found::Module(self.modules[*inner].parent),
                name => self
                    .look_up(*inner, name, depth, after.is_empty())
                    .unwrap_or_else(|| Found::Item(self.modules[*inner].file.clone())),
            };
            rest = after;
        }
        Some(found)
    }

    /// Returns the item or module that `name` names in `module`; `last` if it is the last name of a
    /// path.
    fn look_up(&self, module: usize, name: &str, depth: usize, last: bool) -> Option<Found> {
        let key = (module, name.to_owned(), last);
        if let Some(found) = self.known.borrow().get(&key) {
            return Some(found.clone());
        }
        // Globs may form a cycle, and may lead to one module on many ways.
        if !self.tried.borrow_mut().insert(key.clone()) {
            return None;
        }
        let found = self.look_inside(module, name, depth, last);
        if let Some(found) = &found {
            self.known.borrow_mut().insert(key, found.clone());
        }
        if depth == 0 {
            self.tried.borrow_mut().clear();
        }
        found
    }

    fn look_inside(&self, module: usize, name: &str, depth: usize, last: bool) -> Option<Found> {
        let here = &self.modules[module];
        let defined = here.defined.contains(name);
        if let Some(children) = here.children.get(name).filter(|_| !(defined && last)) {
            return Some(Found::Module(children[0]));
        }
        if defined {
            return Some(Found::Item(here.file.clone()));
        }
        // In a crate without its own `a`, `use a;` names another crate.
        let alias = here.uses.iter().find(|used| {
            used.name.as_deref() == Some(name) && (used.path.len() > 1 || used.path[0] != name)
        });
        if let Some(alias) = alias {
            return self.resolve(module, &alias.path, depth + 1);
        }
        // If no glob of this crate has the name, the name may come from another crate.
        let mut outer = None;
        let globs = here.uses.iter().filter(|used| used.glob);
        let mut targets = globs.filter_map(|used| self.resolve(module, &used.path, depth + 1));
        let found = targets.find_map(|target| match target {
            Found::Module(inner) if inner != module => self.look_up(inner, name, depth + 1, last),
            Found::Crate(name) => {
                outer = Some(Found::Crate(name));
                None
            }
            _ => None,
        });
        found.or(outer)
    }

    fn imports_of(&self, module: usize, imports: &mut BTreeSet<Import>) {
        let here = &self.modules[module];
        let mut add = |found: Option<Found>, offered| {
            let to = match found {
                Some(Found::Item(file)) if file != here.file => Target::File(file),
                Some(Found::Crate(name)) if OURS.contains(&&*name) => Target::Crate(name),
                _ => return,
            };
            imports.insert(Import { from: here.file.clone(), to, offered });
        };
        for used in &here.uses {
            let found = self.resolve(module, &used.path, 0);
            if !used.glob {
                let said = used.name.as_ref().is_none_or(|name| here.names.contains(name));
                add(found, used.public && !said);
            } else if let Some(Found::Module(inner)) = found {
                if used.public {
                    self.all_of(inner, &mut |found| add(Some(found), true));
                }
                for name in here.names.iter().filter(|&name| !here.defined.contains(name)) {
                    add(self.look_up(inner, name, 0, true), false);
                }
            } else {
                add(found, used.public);
            }
        }
        for path in &here.paths {
            add(self.resolve(module, path, 0), false);
        }
    }

    /// Calls `each` for every definition of a module.
    fn all_of(&self, module: usize, each: &mut dyn FnMut(Found)) {
        if !self.modules[module].defined.is_empty() {
            each(Found::Item(self.modules[module].file.clone()));
        }
    }
}
