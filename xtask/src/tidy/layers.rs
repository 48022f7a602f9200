//! The modules of each crate import without a circle, so that they form layers.
//!
//! A module is a file; what it imports are the paths in its code that lead to another file of the crate, in `use` or not.
//! A path through a re-export leads to the module behind it, so a re-export by itself is no import. Code for tests is
//! left out: it may look at everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use proc_macro2::{Delimiter, TokenTree};

use super::tokens::{group, inside, is_ident, is_punct, lex, line};
use super::{Outcome, Tree};

/// The segments of a path from the root of the crate.
type Path = Vec<String>;

/// The modules of one crate, by their paths; the root has the empty one.
type Modules = BTreeMap<Path, Module>;

#[derive(Debug, Default)]
struct Module {
    file: String,
    /// What `use` brings in, by name.
    names: BTreeMap<String, Path>,
    /// The paths in the code, each with its line.
    paths: Vec<(Path, usize)>,
    /// The paths that are re-exported, each with its name and line. They count if the module uses the name too.
    offered: Vec<(Path, String, usize)>,
    /// The first segments of all paths.
    used: BTreeSet<String>,
}

/// The circles of every crate.
pub(crate) fn layers(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    for root in roots(tree) {
        let modules = read(tree, root, &mut outcome);
        outcome.checked += modules.len();
        let imports = imports(&modules);
        for circle in stack(&imports).into_iter().flatten().filter(|members| members.len() > 1) {
            let mut message =
                format!("{} modules import each other; move what they share below them:", circle.len());
            for (from, to) in edges_within(&imports, &circle) {
                let line = imports[from][to];
                _ = write!(message, " {} imports {} ({}:{line});", name(from), name(to), modules[from].file);
            }
            outcome.add(&modules[&circle[0]].file, 1, message.trim_end_matches(';'));
        }
    }
    outcome
}

/// The layers of every crate, lowest first: a module imports only from lines above its own.
pub(crate) fn print(tree: &Tree) -> String {
    let mut out = String::new();
    for root in roots(tree) {
        let modules = read(tree, root, &mut Outcome::default());
        _ = writeln!(out, "{root}");
        for (index, layer) in stack(&imports(&modules)).iter().enumerate() {
            let names: Vec<String> = layer
                .iter()
                .map(|circle| circle.iter().map(name).collect::<Vec<_>>().join(" <-> "))
                .collect();
            _ = writeln!(out, "{:>4}  {}", index + 1, names.join(", "));
        }
    }
    out
}

fn name(path: &Path) -> String {
    if path.is_empty() { "crate".to_owned() } else { path.join("::") }
}

fn roots(tree: &Tree) -> impl Iterator<Item = &str> {
    let is_root = |path: &&str| {
        let path = path
            .strip_prefix("crates/")
            .map_or(*path, |rest| rest.split_once('/').map_or("", |(_, rest)| rest));
        matches!(path, "src/lib.rs" | "src/main.rs" | "xtask/src/main.rs" | "benches/src/lib.rs")
    };
    tree.rust().map(|(path, _)| path).filter(is_root)
}

/// The modules of the crate that begins in this file.
fn read(tree: &Tree, root: &str, outcome: &mut Outcome) -> Modules {
    let mut modules = Modules::new();
    let mut open = vec![(root.to_owned(), Path::new())];
    while let Some((file, path)) = open.pop() {
        let Some(code) = tree.text(&file).and_then(|text| lex(&file, text, outcome)) else { continue };
        let mut reader =
            Reader { module: Module { file: file.clone(), ..Module::default() }, children: Vec::new() };
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

/// Reads the paths out of the code of one file.
struct Reader {
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
        let path = [prefix, &path].concat();
        if let Some(branches) = group(tree.get(length), Delimiter::Brace) {
            let branches = inside(branches);
            branches
                .split(|token| is_punct(Some(token), ','))
                .for_each(|branch| self.import(branch, here, &path, offered));
            return;
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if is_ident(tree.get(length), "as") {
            name = tree.get(length + 1).map(ToString::to_string).unwrap_or_default();
        }
        let Some(path) = absolute(path, here) else { return };
        if offered {
            self.module.offered.push((path.clone(), name.clone(), line(first)));
        } else {
            self.module.paths.push((path.clone(), line(first)));
        }
        self.module.names.insert(name, path);
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

/// Whether an attribute is a `cfg` with `test` in it.
fn is_for_tests(attribute: &[TokenTree]) -> bool {
    fn has_test(tokens: &[TokenTree]) -> bool {
        tokens.iter().any(|token| match token {
            TokenTree::Group(group) => has_test(&inside(group)),
            token => is_ident(Some(token), "test"),
        })
    }
    is_ident(attribute.first(), "cfg") && has_test(attribute)
}

/// How many tokens the item takes that begins here: to its `;`, or to its braces.
fn item_length(tokens: &[TokenTree]) -> usize {
    let end = tokens
        .iter()
        .position(|token| is_punct(Some(token), ';') || group(Some(token), Delimiter::Brace).is_some());
    let is_use = tokens.iter().take(end.unwrap_or(0)).any(|token| is_ident(Some(token), "use"));
    match end {
        // Its branches are in braces too.
        Some(end) if is_use || tokens.get(end + 1).is_some_and(|next| is_punct(Some(next), ';')) => {
            1 + tokens.iter().position(|token| is_punct(Some(token), ';')).unwrap_or(end)
        }
        Some(end) => end + 1,
        None => tokens.len(),
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
        let child = [&at[..], &[segment.clone()]].concat();
        if modules.contains_key(&child) {
            (at, rest) = (child, after);
            continue;
        }
        let target = modules
            .get(&at)?
            .names
            .get(segment)
            .filter(|target| target[..] != path[..path.len() - after.len()]);
        match target {
            Some(target) if depth < 8 => return module_of(modules, &[target, after].concat(), depth + 1),
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

fn edges_within<'m>(imports: &Imports<'m>, circle: &[Path]) -> Vec<(&'m Path, &'m Path)> {
    let within = |path: &&&Path| circle.contains(path);
    imports
        .iter()
        .filter(|(from, _)| circle.contains(from))
        .flat_map(|(from, to)| to.keys().filter(within).map(move |to| (*from, *to)))
        .collect()
}

/// The layers, lowest first; each has circles of one module, if all is well.
fn stack(imports: &Imports<'_>) -> Vec<Vec<Vec<Path>>> {
    let reach: BTreeMap<&Path, BTreeSet<&Path>> =
        imports.keys().map(|from| (*from, reachable(imports, from))).collect();
    let circle = |path: &Path| -> Vec<Path> {
        let mutual = |other: &&&Path| reach[path].contains(**other) && reach[**other].contains(path);
        let mut members: Vec<Path> = imports.keys().filter(mutual).map(|other| (*other).clone()).collect();
        if members.is_empty() {
            members.push(path.clone());
        }
        members
    };
    let mut layers: Vec<Vec<Vec<Path>>> = Vec::new();
    let mut placed: BTreeSet<Path> = BTreeSet::new();
    while placed.len() < imports.len() {
        let ready: BTreeSet<Vec<Path>> = imports
            .keys()
            .filter(|path| !placed.contains(**path))
            .map(|path| circle(path))
            .filter(|members| {
                let below = members.iter().flat_map(|member| &reach[member]);
                below.into_iter().all(|to| placed.contains(*to) || members.contains(to))
            })
            .collect();
        placed.extend(ready.iter().flatten().cloned());
        layers.push(ready.into_iter().collect());
    }
    layers
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
