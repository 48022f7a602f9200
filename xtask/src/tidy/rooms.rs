//! The import rules between rooms: the table in `ARCHITECTURE.md` against manifests and sources.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenTree};
use toml::{Table, Value};

use super::architecture;
use crate::files::Tree;
use crate::findings::Outcome;
use crate::tokens::{inside, is_ident, is_punct, lex, line};

/// What a cell of the table allows.
enum Allowed<'a> {
    Anything,
    Only(Vec<&'a str>),
}

impl Allowed<'_> {
    fn holds(&self, package: &str) -> bool {
        match self {
            Allowed::Anything => true,
            Allowed::Only(packages) => packages.contains(&package),
        }
    }
}

/// One row of the table.
struct Room<'a> {
    line: usize,
    folder: &'a str,
    package: &'a str,
    ours: Allowed<'a>,
    others: Allowed<'a>,
}

impl Room<'_> {
    /// Why the room may not import this package, if it may not.
    fn objection(&self, rooms: &[Room<'_>], package: &str) -> Option<String> {
        let ours = is_ours(rooms, package);
        let allowed = if ours { &self.ours } else { &self.others };
        if package == self.package || allowed.holds(package) {
            return None;
        }
        let whose = if ours { "ours" } else { "others" };
        Some(format!(
            "{} may not import {package}: not in its cell of {whose} in ARCHITECTURE.md",
            self.package
        ))
    }
}

/// A package of this workspace, listed or not.
fn is_ours(rooms: &[Room<'_>], package: &str) -> bool {
    package.starts_with("tagspan") || rooms.iter().any(|room| room.package == package)
}

pub(crate) fn rooms(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let rooms = match architecture::section(tree, "rooms") {
        Ok(lines) => table(&lines, &mut outcome),
        Err(message) => {
            outcome.add(architecture::PATH, 1, message);
            return outcome;
        }
    };
    let manifests = manifests(tree, &mut outcome);
    for room in &rooms {
        let path = format!("{}/Cargo.toml", room.folder);
        if !manifests.contains_key(path.as_str()) {
            outcome.add(architecture::PATH, room.line, format!("the room's {path} does not exist"));
        }
    }
    let renamed =
        manifests.get("Cargo.toml").and_then(|(_, root)| root.get("workspace")?.get("dependencies"));
    for (path, (text, manifest)) in &manifests {
        let Some(name) = manifest.get("package").and_then(|package| package.get("name")?.as_str()) else {
            continue;
        };
        let folder = path.trim_end_matches("Cargo.toml").trim_end_matches('/');
        let Some(room) = rooms.iter().find(|room| room.folder == folder && room.package == name) else {
            outcome.add(path, 1, format!("{name} in {folder} has no row in the rooms of ARCHITECTURE.md"));
            continue;
        };
        let dependencies = dependencies(manifest, renamed);
        for (key, package) in &dependencies {
            if let Some(message) = room.objection(&rooms, package) {
                outcome.add(path, line_of(text, key), message);
            }
        }
        // What is ours and unused is a plan; what is foreign and unused is a door left open.
        if let Allowed::Only(others) = &room.others {
            for other in others.iter().filter(|other| dependencies.iter().all(|(_, had)| had != *other)) {
                let message = format!("{name} may import {other} and does not: take it out of the cell");
                outcome.add(architecture::PATH, room.line, message);
            }
        }
        sources(tree, room, &rooms, &mut outcome);
    }
    outcome
}

/// The rows; a line that is none is a finding.
fn table<'a>(lines: &[(usize, &'a str)], outcome: &mut Outcome) -> Vec<Room<'a>> {
    let mut rooms = Vec::new();
    // The first two rows are the heading and its rule.
    for &(line, text) in lines.iter().filter(|(_, text)| text.starts_with('|')).skip(2) {
        let cells: Vec<&str> = text.trim().trim_matches('|').split('|').map(str::trim).collect();
        let room = || {
            let [folder, package, _, ours, others] = cells.as_slice() else { return None };
            let (folder, package) = (one(folder)?, one(package)?);
            Some(Room { line, folder, package, ours: allowed(ours)?, others: allowed(others)? })
        };
        match room() {
            Some(room) => rooms.push(room),
            None => outcome.add(
                architecture::PATH,
                line,
                "not a row of folder, package, contents, and two cells of `names`, nothing or anything",
            ),
        }
    }
    if rooms.is_empty() {
        outcome.add(architecture::PATH, 1, "the table of rooms is empty");
    }
    rooms
}

fn one(cell: &str) -> Option<&str> {
    architecture::code_spans(cell).next()
}

fn allowed(cell: &str) -> Option<Allowed<'_>> {
    match cell {
        "anything" => Some(Allowed::Anything),
        "nothing" => Some(Allowed::Only(Vec::new())),
        _ => {
            let names: Vec<&str> = architecture::code_spans(cell).collect();
            (!names.is_empty()).then_some(Allowed::Only(names))
        }
    }
}

/// All manifests by path, with their text.
fn manifests<'a>(tree: &'a Tree, outcome: &mut Outcome) -> BTreeMap<&'a str, (&'a str, Table)> {
    let mut manifests = BTreeMap::new();
    for file in tree.files() {
        let path = file.path.as_str();
        if path != "Cargo.toml" && !path.ends_with("/Cargo.toml") {
            continue;
        }
        outcome.checked += 1;
        match file.text().unwrap_or_default().parse::<Table>() {
            Ok(manifest) => {
                manifests.insert(path, (file.text().unwrap_or_default(), manifest));
            }
            Err(error) => outcome.add(path, 1, format!("cannot be read as TOML: {}", error.message())),
        }
    }
    manifests
}

/// Keys and package names of everything that a build of the package links or runs; not its dev-dependencies.
fn dependencies(manifest: &Table, renamed: Option<&Value>) -> Vec<(String, String)> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables = targets.into_iter().flat_map(|targets| targets.values()).filter_map(Value::as_table);
    let mut found = Vec::new();
    for table in tables.chain([manifest]) {
        for kind in ["dependencies", "build-dependencies"] {
            for (key, value) in table.get(kind).and_then(Value::as_table).into_iter().flatten() {
                let inherited = || {
                    value.get("workspace")?.as_bool().filter(|inherits| *inherits)?;
                    renamed?.get(key)?.get("package")
                };
                let package = value.get("package").or_else(inherited).and_then(Value::as_str);
                found.push((key.clone(), package.unwrap_or(key).to_owned()));
            }
        }
    }
    found
}

/// The line of a manifest that gives this dependency.
fn line_of(text: &str, key: &str) -> usize {
    let is_it = |line: &str| {
        let rest = line.trim_start().trim_start_matches('"').strip_prefix(key);
        rest.is_some_and(|rest| rest.starts_with(['.', ' ', '=', '"']))
    };
    let section = |line: &str| line.starts_with('[') && line.ends_with(&format!("dependencies.{key}]"));
    text.lines().position(|line| is_it(line) || section(line)).map_or(1, |index| index + 1)
}

/// Paths in a room's sources that begin with a package of ours. Dev-dependencies count here: what lies under
/// `src` is read as part of the room.
fn sources(tree: &Tree, room: &Room<'_>, rooms: &[Room<'_>], outcome: &mut Outcome) {
    let (folder, build) = (format!("{}/src/", room.folder), format!("{}/build.rs", room.folder));
    for (path, text) in tree.rust().filter(|(path, _)| path.starts_with(&folder) || *path == build) {
        outcome.checked += 1;
        let Some(tokens) = lex(path, text, outcome) else { continue };
        let mut found = Vec::new();
        crates(&tokens, &mut found);
        for (line, name) in found {
            let package = name.replace('_', "-");
            // Any other name that starts a path is a module, a type or a crate that cargo looks after.
            if is_ours(rooms, &package)
                && let Some(message) = room.objection(rooms, &package)
            {
                outcome.add(path, line, message);
            }
        }
    }
}

/// Keywords that can stand before the `::` of a path from the crates' root. The others begin a path themselves:
/// `crate`, `self`, `super`.
const NO_SEGMENTS: [&str; 26] = [
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "extern", "fn", "for", "if", "impl",
    "in", "let", "loop", "match", "move", "mut", "ref", "return", "unsafe", "use", "where", "while", "yield",
];

/// Names that may be those of crates, with their lines: each that starts a path, and those that `use` and
/// `extern crate` name alone.
fn crates(tokens: &[TokenTree], found: &mut Vec<(usize, String)>) {
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let before = |back: usize| index.checked_sub(back).and_then(|at| tokens.get(at));
        match token {
            TokenTree::Group(group) => crates(&inside(group), found),
            // The bound `use<'a>` imports nothing.
            TokenTree::Ident(name) if name == "use" && !is_punct(tokens.get(index + 1), '<') => {
                let rest = &tokens[index + 1..];
                let end = rest.iter().position(|token| is_punct(Some(token), ';')).unwrap_or(rest.len());
                imports(&rest[..end], found);
                index += end;
            }
            TokenTree::Ident(name) => {
                let leads = is_path(tokens, index + 1);
                // `::name` is a crate, `other::name` is not.
                let follows = is_punct(before(1), ':')
                    && is_punct(before(2), ':')
                    && before(3).is_some_and(|token| {
                        matches!(token, TokenTree::Ident(segment)
                            if !NO_SEGMENTS.contains(&segment.to_string().as_str()))
                    });
                let named = is_ident(before(1), "crate") && is_ident(before(2), "extern");
                if named || leads && !follows {
                    found.push((line(token), plain(name)));
                }
            }
            _ => {}
        }
        index += 1;
    }
}

/// The first names of what `use` is given: a path, or a list in braces, whose items are the same again.
fn imports(tokens: &[TokenTree], found: &mut Vec<(usize, String)>) {
    for item in tokens.split(|token| is_punct(Some(token), ',')) {
        let item = if is_path(item, 0) { &item[2..] } else { item };
        match item.first() {
            Some(first @ TokenTree::Ident(name)) => found.push((line(first), plain(name))),
            Some(TokenTree::Group(group)) => imports(&inside(group), found),
            _ => {}
        }
    }
}

/// Whether `::` stands there.
fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}

/// The name without the mark of a raw identifier.
fn plain(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

#[cfg(test)]
mod tests {
    use super::rooms;
    use crate::files::Tree;

    const RULES: &str = "<!-- rooms:begin -->\n\
        | folder | package | holds | ours | others |\n|---|---|---|---|---|\n\
        | `a` | `tagspan-a` | x | nothing | `memchr` |\n\
        | `b` | `tagspan-b` | y | `tagspan-a` | anything |\n<!-- rooms:end -->\n";
    const ROOT: &str = "[workspace.dependencies]\n\
        memchr = \"2\"\nsly = { package = \"regex\", version = \"1\" }\ntagspan-b = { path = \"b\" }\n";
    const A: &str = "[package]\nname = \"tagspan-a\"\n[dependencies]\nmemchr.workspace = true\n";
    const B: &str =
        "[package]\nname = \"tagspan-b\"\n[dependencies]\ntagspan-a = { path = \"../a\" }\nregex = \"1\"\n";

    /// The findings for a workspace of two rooms, with something more in the first one's manifest and source.
    fn check(manifest: &str, source: &str) -> Vec<String> {
        let a = A.to_owned() + manifest;
        rooms(&Tree::planted([
            ("ARCHITECTURE.md", RULES),
            ("Cargo.toml", ROOT),
            ("a/Cargo.toml", &a),
            ("a/src/lib.rs", source),
            ("b/Cargo.toml", B),
            ("b/src/lib.rs", "use tagspan_a::X;\n"),
        ]))
        .places()
    }

    #[test]
    fn manifests_keep_to_the_table() {
        for (manifest, expected) in [
            ("", vec![]),
            ("tagspan-b.workspace = true\n", vec!["a/Cargo.toml:5"]),
            ("regex = \"1\"\n", vec!["a/Cargo.toml:5"]),
            ("memchr2 = { package = \"memchr\", version = \"2\" }\n", vec![]),
            ("mine = { package = \"tagspan-b\", path = \"../b\" }\n", vec!["a/Cargo.toml:5"]),
            ("sly = { workspace = true }\n", vec!["a/Cargo.toml:5"]),
            ("[dependencies.regex]\nversion = \"1\"\n", vec!["a/Cargo.toml:5"]),
            ("[build-dependencies]\nregex = \"1\"\n", vec!["a/Cargo.toml:6"]),
            ("[target.'cfg(unix)'.dependencies]\nregex = \"1\"\n", vec!["a/Cargo.toml:6"]),
            ("[dev-dependencies]\nregex = \"1\"\ntagspan-b.workspace = true\n", vec![]),
        ] {
            assert_eq!(check(manifest, ""), expected, "{manifest}");
        }
    }

    #[test]
    fn sources_keep_to_the_table() {
        for (source, expected) in [
            ("use memchr::memchr;\n", vec![]),
            ("use tagspan_a::X;\n", vec![]),
            ("\nuse tagspan_b::X;\n", vec!["a/src/lib.rs:2"]),
            ("use tagspan_b as b;\n", vec!["a/src/lib.rs:1"]),
            ("use {std::fmt, tagspan_b::X};\n", vec!["a/src/lib.rs:1"]),
            ("use {tagspan_b as y};\n", vec!["a/src/lib.rs:1"]),
            ("use {std::fmt, {memchr,\n    {tagspan_b as y}}};\n", vec!["a/src/lib.rs:2"]),
            ("use ::tagspan_b::X;\n", vec!["a/src/lib.rs:1"]),
            ("use ::tagspan_b as y;\n", vec!["a/src/lib.rs:1"]),
            ("pub(crate) use ::{memchr, tagspan_b};\n", vec!["a/src/lib.rs:1"]),
            ("use {::tagspan_b::{X, Y}, std::fmt};\n", vec!["a/src/lib.rs:1"]),
            ("use r#tagspan_b::X;\n", vec!["a/src/lib.rs:1"]),
            ("mod m {\n    use {\n        ::tagspan_b,\n    };\n}\n", vec!["a/src/lib.rs:3"]),
            ("extern crate tagspan_b;\n", vec!["a/src/lib.rs:1"]),
            ("extern crate tagspan_b as y;\n", vec!["a/src/lib.rs:1"]),
            ("impl ::tagspan_b::T for X {}\n", vec!["a/src/lib.rs:1"]),
            ("impl T for ::tagspan_b::X {}\n", vec!["a/src/lib.rs:1"]),
            ("type X = dyn ::tagspan_b::T;\n", vec!["a/src/lib.rs:1"]),
            ("fn f(x: &mut ::tagspan_b::X) {}\n", vec!["a/src/lib.rs:1"]),
            ("fn f() {\n    return ::tagspan_b::g();\n}\n", vec!["a/src/lib.rs:2"]),
            ("fn f() {\n    for _ in ::tagspan_b::g() {}\n}\n", vec!["a/src/lib.rs:2"]),
            ("const X: u8 = 1 as ::tagspan_b::X;\n", vec!["a/src/lib.rs:1"]),
            ("fn f() -> impl X + use<> {\n    tagspan_b::g()\n}\n", vec!["a/src/lib.rs:2"]),
            ("fn f() {\n    ::tagspan_b::g();\n}\n", vec!["a/src/lib.rs:2"]),
            ("#[cfg(test)]\nmod tests {\n    use tagspan_b::X;\n}\n", vec!["a/src/lib.rs:3"]),
            ("use tagspan_new::X;\n", vec!["a/src/lib.rs:1"]),
            ("use crate::tagspan_b::X;\n", vec![]),
            ("use crate::{tagspan_b::X, y::tagspan_b};\n", vec![]),
            ("use {self::tagspan_b::X, super::{tagspan_b as y}, std as tagspan_b};\n", vec![]),
            ("fn f() {\n    crate::tagspan_b::g();\n    self::tagspan_b::g();\n}\n", vec![]),
            ("fn f() {\n    let tagspan_b = 1;\n    g(tagspan_b);\n}\n", vec![]),
            ("// use tagspan_b::X;\nconst A: &str = \"tagspan_b::X\";\n", vec![]),
            ("fn f( {\n", vec!["a/src/lib.rs:1"]),
        ] {
            assert_eq!(check("", source), expected, "{source}");
        }
    }

    #[test]
    fn the_table_is_whole() {
        let row = "| `c` | `tagspan-c` | z | nothing | anything |\n<!-- rooms:end -->";
        let cases = [
            (String::new(), vec!["ARCHITECTURE.md:1"]),
            (RULES.replace("<!-- rooms:end -->", row), vec!["ARCHITECTURE.md:6"]),
            (RULES.replace("nothing", "perhaps"), vec!["ARCHITECTURE.md:4", "a/Cargo.toml:1"]),
            (RULES.replace("`memchr`", "`memchr`, `fst`"), vec!["ARCHITECTURE.md:4"]),
            (RULES.replace("anything", "`regex`"), vec![]),
            (RULES.replace("anything", "`regex`, `memchr`, `fst`"), vec!["ARCHITECTURE.md:5"; 2]),
            (RULES.replace("| `b` |", "| `bb` |"), vec!["ARCHITECTURE.md:5", "b/Cargo.toml:1"]),
        ];
        for (rules, expected) in cases {
            let tree =
                Tree::planted([("ARCHITECTURE.md", &*rules), ("a/Cargo.toml", A), ("b/Cargo.toml", B)]);
            assert_eq!(rooms(&tree).places(), expected, "{rules}");
        }
        let only_in_tests = A.replace("[dependencies]", "[dev-dependencies]");
        let unused = Tree::planted([
            ("ARCHITECTURE.md", RULES),
            ("a/Cargo.toml", &*only_in_tests),
            ("b/Cargo.toml", B),
        ]);
        assert_eq!(rooms(&unused).places(), ["ARCHITECTURE.md:4"]);
        let broken =
            Tree::planted([("ARCHITECTURE.md", RULES), ("a/Cargo.toml", "[package"), ("b/Cargo.toml", B)]);
        assert_eq!(rooms(&broken).places(), ["a/Cargo.toml:1", "ARCHITECTURE.md:4"]);
    }
}
