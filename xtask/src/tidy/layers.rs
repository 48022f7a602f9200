//! The modules of each crate import each other without a cycle, so that they form layers.
//!
//! A module is a file. It imports the modules that the paths in its code lead to, in `use` or not. A path through a
//! re-export leads to the module that defines the item, so a re-export by itself is no import, and neither is
//! `mod child;`. Calls of methods are not seen. Code for tests is left out, because it may look at everything.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenTree};

use crate::files::Tree;
use crate::findings::Outcome;
use crate::tokens::{group, inside, is_for_tests, is_ident, is_punct, item_length, lex, line};

/// Reports the import cycles of all crates.
pub(crate) fn layers(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    for root in roots(tree) {
        let modules = read(tree, root, &mut outcome);
        check(&modules, &mut outcome);
    }
    outcome
}

/// Adds a finding for each cycle, and one for each import in it.
fn check(modules: &Modules, outcome: &mut Outcome) {
    outcome.checked += modules.len();
    let imports = imports(modules);
    for cycle in cycles(&imports) {
        let names: Vec<String> = cycle.iter().map(name).collect();
        let message =
            format!("import cycle of {}; move what they share to a module below them", names.join(", "));
        outcome.add(&modules[&cycle[0]].file, 1, message);
        for (from, to) in edges_within(&imports, &cycle) {
            outcome.add(
                &modules[from].file,
                imports[from][to],
                format!("{} imports {}", name(from), name(to)),
            );
        }
    }
}

fn name(path: &Path) -> String {
    if path.is_empty() { "crate".to_owned() } else { path.join("::") }
}

/// The files of the crate that begins in this one, without modules for tests.
pub(crate) fn files(tree: &Tree, root: &str, outcome: &mut Outcome) -> Vec<String> {
    read(tree, root, outcome).into_values().map(|module| module.file).collect()
}

/// The files in which crates begin.
fn roots(tree: &Tree) -> impl Iterator<Item = &str> {
    let is_root = |path: &&str| path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
    tree.rust().map(|(path, _)| path).filter(is_root)
}

/// The segments of a path from the root of the crate.
type Path = Vec<String>;

/// The modules of one crate by their paths. The root has the empty path.
type Modules = BTreeMap<Path, Module>;

#[derive(Debug, Default)]
struct Module {
    file: String,
    /// What `use` brings in, by name.
    names: BTreeMap<String, Path>,
    /// What `use path::*` brings in.
    globs: Vec<Path>,
    /// The names of the items that stand in the file.
    items: BTreeSet<String>,
    /// The paths in the code, each with its line.
    paths: Vec<(Path, usize)>,
    /// The paths that are re-exported, each with its name and line. They count if the module uses the name too.
    offered: Vec<(Path, String, usize)>,
    /// The first segments of all paths.
    used: BTreeSet<String>,
}

/// The modules of the crate that begins in this file.
fn read(tree: &Tree, root: &str, outcome: &mut Outcome) -> Modules {
    let mut modules = Modules::new();
    let mut open = vec![(root.to_owned(), Path::new())];
    while let Some((file, path)) = open.pop() {
        let Some(code) = tree.text(&file).and_then(|text| lex(&file, text, outcome)) else { continue };
        let module = Module { file: file.clone(), ..Module::default() };
        let mut reader = Reader { here: path.clone(), module, children: Vec::new() };
        reader.items(&code, &path);
        let folder = match file.rsplit_once('/') {
            Some((folder, "lib.rs" | "main.rs" | "mod.rs")) => folder.to_owned(),
            _ => file.trim_end_matches(".rs").to_owned(),
        };
        for child in reader.children {
            let place = child[path.len()..].join("/");
            let files = [format!("{folder}/{place}.rs"), format!("{folder}/{place}/mod.rs")];
            open.extend(files.into_iter().find(|file| tree.text(file).is_some()).map(|file| (file, child)));
        }
        modules.insert(path, reader.module);
    }
    modules
}

/// Keywords that a name follows.
const ITEMS: [&str; 8] = ["const", "enum", "fn", "macro_rules", "static", "struct", "trait", "type"];

/// Reads the paths out of the code of one file.
struct Reader {
    /// The path of the file's module.
    here: Path,
    module: Module,
    /// The paths of the modules that are files of their own.
    children: Vec<Path>,
}

impl Reader {
    /// Reads code that stands in the module `here`, which is that of the file or one within it.
    fn items(&mut self, code: &[TokenTree], here: &[String]) {
        let mut at = 0;
        while let Some(token) = code.get(at) {
            let child = |name: &TokenTree| [here, &[name.to_string()]].concat();
            at += match code.get(at..) {
                Some([pound, TokenTree::Group(attribute), rest @ ..])
                    if is_punct(Some(pound), '#') && is_for_tests(&inside(attribute)) =>
                {
                    2 + item_length(rest)
                }
                Some([keyword, name, end, ..])
                    if is_ident(Some(keyword), "mod") && is_punct(Some(end), ';') =>
                {
                    self.children.push(child(name));
                    3
                }
                Some([keyword, name, TokenTree::Group(body), ..]) if is_ident(Some(keyword), "mod") => {
                    self.items(&inside(body), &child(name));
                    3
                }
                Some([keyword, rest @ ..]) if is_ident(Some(keyword), "use") => {
                    self.import(rest, here, &[], is_offered(&code[..at]));
                    1 + item_length(rest)
                }
                // The path in `pub(in path)` imports nothing.
                Some([keyword, scope, ..])
                    if is_ident(Some(keyword), "pub")
                        && group(Some(scope), Delimiter::Parenthesis).is_some() =>
                {
                    2
                }
                Some([keyword, TokenTree::Ident(name), ..])
                    if here == self.here && ITEMS.iter().any(|item| is_ident(Some(keyword), item)) =>
                {
                    self.module.items.insert(name.to_string());
                    1
                }
                Some([TokenTree::Group(group), ..]) => {
                    self.items(&inside(group), here);
                    1
                }
                Some([TokenTree::Ident(_), ..]) => {
                    let (path, length) = path(&code[at..]);
                    self.module.used.extend(path.first().cloned());
                    if path.len() > 1 {
                        self.module.paths.extend(absolute(path, here).map(|path| (path, line(token))));
                    }
                    length
                }
                _ => 1,
            };
        }
    }

    /// Reads a tree of `use` after its `prefix`, up to a comma or its end.
    fn import(&mut self, tree: &[TokenTree], here: &[String], prefix: &[String], offered: bool) {
        let Some(first) = tree.first() else { return };
        let (path, length) = match group(Some(first), Delimiter::Brace) {
            Some(_) => (Path::new(), 0),
            None => path(tree),
        };
        let mut path = [prefix, &path].concat();
        if let Some(branches) = group(tree.get(length), Delimiter::Brace) {
            let branches = inside(branches);
            branches
                .split(|token| is_punct(Some(token), ','))
                .for_each(|branch| self.import(branch, here, &path, offered));
            return;
        }
        // `path::{self}` is the path.
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if is_ident(tree.get(length), "as") {
            name = tree.get(length + 1).map(ToString::to_string).unwrap_or_default();
        }
        let Some(path) = absolute(path, here) else { return };
        if is_punct(tree.get(length), '*') {
            self.module.globs.push(path.clone());
        } else {
            self.module.names.insert(name.clone(), path.clone());
        }
        if offered {
            self.module.offered.push((path, name, line(first)));
        } else {
            self.module.paths.push((path, line(first)));
        }
    }
}

/// Whether what comes after these tokens is re-exported.
fn is_offered(before: &[TokenTree]) -> bool {
    match before {
        [.., keyword, scope] if group(Some(scope), Delimiter::Parenthesis).is_some() => {
            is_ident(Some(keyword), "pub")
        }
        [.., keyword] => is_ident(Some(keyword), "pub"),
        [] => false,
    }
}

/// The segments `a::b::c` that begin here, and how many tokens they take, a `::` after them included.
fn path(tokens: &[TokenTree]) -> (Path, usize) {
    let (mut segments, mut at) = (Path::new(), 0);
    while let Some(TokenTree::Ident(segment)) = tokens.get(at) {
        segments.push(segment.to_string());
        at += 1;
        if !(is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')) {
            break;
        }
        at += 2;
    }
    (segments, at.max(1))
}

/// The path from the root of the crate; `None` if it may begin with another crate or an item of the file.
fn absolute(path: Path, here: &[String]) -> Option<Path> {
    let mut segments = path.into_iter().peekable();
    let mut base = match segments.next()?.as_str() {
        "crate" => Path::new(),
        "self" => here.to_vec(),
        "super" => here[..here.len().checked_sub(1)?].to_vec(),
        first => [here, &[first.to_owned()]].concat(),
    };
    while segments.next_if(|segment| segment == "super").is_some() {
        base.pop();
    }
    base.extend(segments);
    Some(base)
}

/// The module in which a path ends, followed through what other modules re-export.
fn module_of<'m>(modules: &'m Modules, path: &[String], depth: usize) -> Option<&'m Path> {
    let (mut at, mut rest) = (Path::new(), path);
    while let Some((segment, after)) = rest.split_first() {
        let child = [&at[..], std::slice::from_ref(segment)].concat();
        if modules.contains_key(&child) {
            (at, rest) = (child, after);
            continue;
        }
        let module = modules.get(&at)?;
        // A glob leads to a module that has an item of the name.
        let has_item = |glob: &&Path| modules.get(*glob).is_some_and(|module| module.items.contains(segment));
        let from_glob = || Some([module.globs.iter().find(has_item)?, &[segment.clone()][..]].concat());
        let target = module.names.get(segment).cloned().or_else(from_glob);
        match target.filter(|target| *target != child && !module.items.contains(segment)) {
            Some(target) if depth < 8 => return module_of(modules, &[&target, after].concat(), depth + 1),
            _ => break,
        }
    }
    modules.get_key_value(&at).map(|(path, _)| path)
}

/// What each module imports, with the line where it first does.
type Imports<'m> = BTreeMap<&'m Path, BTreeMap<&'m Path, usize>>;

fn imports(modules: &Modules) -> Imports<'_> {
    let mut imports = Imports::new();
    for (path, module) in modules {
        let found = imports.entry(path).or_default();
        let offered = module.offered.iter().filter(|(_, name, _)| module.used.contains(name));
        let offered = offered.map(|(path, _, line)| (path, line));
        for (to, line) in module.paths.iter().map(|(path, line)| (path, line)).chain(offered) {
            // A name that is not a module's below this one may be any item or crate.
            let is_relative = to.len() > path.len() && to.starts_with(path);
            let to = module_of(modules, to, 0).filter(|to| !(is_relative && *to == path));
            if let Some(to) = to.filter(|to| *to != path) {
                found.entry(to).or_insert(*line);
            }
        }
    }
    imports
}

fn edges_within<'m>(imports: &Imports<'m>, cycle: &[Path]) -> Vec<(&'m Path, &'m Path)> {
    let within = |path: &&&Path| cycle.contains(path);
    imports
        .iter()
        .filter(|(from, _)| cycle.contains(from))
        .flat_map(|(from, to)| to.keys().filter(within).map(move |to| (*from, *to)))
        .collect()
}

/// The import cycles, each with its modules in order. Cycles that share a module are one.
fn cycles(imports: &Imports<'_>) -> BTreeSet<Vec<Path>> {
    let reach: BTreeMap<&Path, BTreeSet<&Path>> =
        imports.keys().map(|from| (*from, reachable(imports, from))).collect();
    let members = |path: &&Path| -> Vec<Path> {
        let mutual = |other: &&&Path| reach[*path].contains(**other) && reach[**other].contains(*path);
        imports.keys().filter(mutual).map(|other| (*other).clone()).collect()
    };
    imports.keys().filter(|path| reach[**path].contains(**path)).map(members).collect()
}

fn reachable<'m>(imports: &Imports<'m>, from: &Path) -> BTreeSet<&'m Path> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Path> = imports[from].keys().copied().collect();
    while let Some(path) = open.pop() {
        if reached.insert(path) {
            open.extend(imports[path].keys().copied());
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::{check, layers, read};
    use crate::files::Tree;
    use crate::findings::Outcome;

    /// The places and messages of the findings in a crate with these modules.
    fn of(files: &[(&str, &str)]) -> Vec<String> {
        let tree = Tree::planted(files.iter().copied());
        let mut outcome = Outcome::default();
        let modules = read(&tree, "a/src/lib.rs", &mut outcome);
        check(&modules, &mut outcome);
        let line = |finding: &crate::findings::Finding| {
            format!("{}:{} {}", finding.path.trim_start_matches("a/src/"), finding.line, finding.message)
        };
        outcome.findings.iter().map(line).collect()
    }

    #[test]
    fn a_planted_cycle_is_found_with_its_imports() {
        let files = [
            ("a/src/lib.rs", "mod low;\nmod one;\nmod two;\n"),
            ("a/src/low.rs", "pub struct Low;\n"),
            ("a/src/one.rs", "use crate::low::Low;\n\nuse crate::two::Two;\n"),
            ("a/src/two/mod.rs", "mod three;\nfn f() {\n    three::g();\n}\n"),
            ("a/src/two/three.rs", "fn g(one: &crate::one::One) {}\n"),
        ];
        assert_eq!(
            of(&files),
            [
                "one.rs:1 import cycle of one, two, two::three; move what they share to a module below them",
                "one.rs:3 one imports two",
                "two/mod.rs:3 two imports two::three",
                "two/three.rs:1 two::three imports one",
            ]
        );
        assert_eq!(layers(&Tree::planted(files)).findings.len(), 4);
    }

    #[test]
    fn imports_are_those_of_code_that_is_no_test() {
        for (one, two, cycle) in [
            ("use crate::two::Two;", "use crate::one::One;", true),
            ("use super::two::{Two, f};", "fn f() { crate::one::g() }", true),
            ("use crate::{two as second};", "impl super::one::One {}", true),
            ("mod inner { use super::super::two::Two; }", "use crate::one::One;", true),
            ("#[cfg(not(test))] use crate::two::Two;", "use crate::one::One;", true),
            ("use crate::Two;", "use crate::One;", true),
            ("use crate::two::Two;", "use crate::low::One;", true),
            ("use crate::two::Two;", "use crate::all::One;", true),
            ("use crate::two::Two;", "", false),
            ("use crate::two::Two;", "pub use crate::one::One;", false),
            ("use crate::two::Two;", "#[cfg(test)] use crate::one::One;", false),
            ("use crate::two::Two;", "#[cfg(all(test, unix))] mod tests { use crate::one::One; }", false),
            ("use crate::two::Two;", "pub(in crate::one) fn f() {}", false),
            ("use crate::two::Two;", "// crate::one::One\nconst A: &str = \"crate::one\";", false),
            ("use crate::two::Two;", "use other::one::One;", false),
            ("use crate::two::Two;", "use crate::low::Low;", false),
        ] {
            let findings = of(&[
                ("a/src/lib.rs", "mod all; mod low; mod one; mod two; pub use one::One; pub use two::Two;"),
                ("a/src/all.rs", "pub use crate::one::*;"),
                ("a/src/low.rs", "pub struct Low; pub use crate::one::One;"),
                ("a/src/one.rs", &format!("{one} pub struct One; pub fn g() {{}}")),
                ("a/src/two.rs", &format!("{two} pub struct Two;")),
            ]);
            assert_eq!(!findings.is_empty(), cycle, "{one} {two} {findings:?}");
        }
    }
}
