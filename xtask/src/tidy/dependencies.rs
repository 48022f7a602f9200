//! Which packages each crate may depend on, and that every crate has the lints of the workspace.

use toml::{Table, Value};

use crate::files::Tree;
use crate::findings::Outcome;

/// A crate, the packages of this repository that it may depend on, and those of others; `None` is any.
type Rule = (&'static str, &'static [&'static str], Option<&'static [&'static str]>);

/// docs/dependencies.md has the reason of each dependency. Tests may depend on anything, and so may crates that are not here.
const RULES: [Rule; 15] = [
    ("crates/capi", &["tagspan", "tagspan-extract"], Some(&[])),
    ("crates/check", &["tagspan", "tagspan-elements"], Some(&["memchr"])),
    ("crates/entities", &[], Some(&["fst", "memchr", "simdutf8"])),
    ("crates/input", &[], Some(&["chardetng", "encoding_rs", "memchr", "serde"])),
    ("crates/core", &["tagspan-entities"], Some(&["memchr", "serde"])),
    ("crates/tagspan", &["tagspan-core", "tagspan-entities", "tagspan-input"], None),
    (
        "crates/extract",
        &["tagspan", "tagspan-elements", "tagspan-select", "tagspan-warc"],
        Some(&["arrow-array", "arrow-buffer", "arrow-schema", "data-encoding", "serde", "time", "url"]),
    ),
    ("crates/elements", &["tagspan"], Some(&[])),
    ("crates/select", &["tagspan", "tagspan-elements"], Some(&[])),
    ("crates/html5ever", &["tagspan"], Some(&["html5ever", "memchr"])),
    (
        "crates/warc",
        &["tagspan"],
        Some(&[
            "brotli-decompressor",
            "data-encoding",
            "flate2",
            "httparse",
            "memchr",
            "sha1",
            "sha2",
            "zstd",
        ]),
    ),
    (
        "crates/cli",
        &[
            "tagspan",
            "tagspan-check",
            "tagspan-core",
            "tagspan-extract",
            "tagspan-reference",
            "tagspan-remote",
            "tagspan-select",
            "tagspan-warc",
        ],
        None,
    ),
    ("crates/reference", &[], Some(&[])),
    (
        "crates/remote",
        &["tagspan-warc"],
        Some(&[
            "async-trait",
            "bytes",
            "futures-core",
            "futures-util",
            "globset",
            "http",
            "http-body-util",
            "object_store",
            "reqwest",
            "rustls",
            "tokio",
        ]),
    ),
    (
        "crates/wasm",
        &["tagspan", "tagspan-capi", "tagspan-entities", "tagspan-extract", "tagspan-select"],
        Some(&[]),
    ),
];

pub(crate) fn dependencies(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    for file in tree.files().filter(|file| file.path.ends_with("/Cargo.toml")) {
        let path = &file.path;
        let manifest = match file.text().unwrap_or_default().parse::<Table>() {
            Ok(manifest) => manifest,
            Err(error) => {
                outcome.add(path, 1, format!("cannot be read as TOML: {}", error.message()));
                continue;
            }
        };
        outcome.checked += 1;
        let lints = manifest.get("lints").and_then(|lints| lints.get("workspace")?.as_bool());
        // A workspace of its own has no lints to inherit.
        if lints != Some(true) && !manifest.contains_key("workspace") {
            outcome.add(path, 1, "no `[lints] workspace = true`");
        }
        let Some((_, ours, others)) =
            RULES.iter().find(|(folder, ..)| path.starts_with(&format!("{folder}/")))
        else {
            continue;
        };
        let found = packages(&manifest);
        for package in &found {
            let allowed = if package.starts_with("tagspan") { Some(*ours) } else { *others };
            if allowed.is_some_and(|allowed| !allowed.contains(&package.as_str())) {
                outcome.add(
                    path,
                    1,
                    format!("{package} is not among the dependencies in xtask/src/tidy/dependencies.rs"),
                );
            }
        }
        for allowed in others
            .unwrap_or_default()
            .iter()
            .filter(|allowed| !found.iter().any(|package| package == **allowed))
        {
            outcome.add(
                path,
                1,
                format!("{allowed} is unused: remove it from xtask/src/tidy/dependencies.rs"),
            );
        }
    }
    outcome
}

/// The packages that a build of the crate needs, without those of its tests.
fn packages(manifest: &Table) -> Vec<String> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let tables = targets.into_iter().flat_map(|targets| targets.values()).filter_map(Value::as_table);
    let dependencies = tables.chain([manifest]).flat_map(|table| {
        ["dependencies", "build-dependencies"].map(|kind| table.get(kind).and_then(Value::as_table))
    });
    let name = |(key, value): (&String, &Value)| {
        value.get("package").and_then(Value::as_str).unwrap_or(key).to_owned()
    };
    dependencies.flatten().flatten().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::dependencies;
    use crate::files::Tree;

    #[test]
    fn a_crate_depends_on_what_is_listed() {
        let manifest = "[package]\nname = \"a\"\n[lints]\nworkspace = true\n[dependencies]\nfst = \"1\"\nmemchr.workspace = true\nsimdutf8.workspace = true\n";
        for (path, more, findings) in [
            ("crates/entities", "", 0),
            ("crates/entities", "regex = \"1\"\n", 1),
            ("crates/entities", "mine = { package = \"tagspan-core\", path = \"x\" }\n", 1),
            ("crates/entities", "[build-dependencies]\nregex = \"1\"\n", 1),
            ("crates/entities", "[target.'cfg(unix)'.dependencies]\nregex = \"1\"\n", 1),
            ("crates/entities", "[dev-dependencies]\nregex = \"1\"\n", 0),
            ("crates/core", "", 3),
            ("crates/other", "regex = \"1\"\n", 0),
            ("crates/tagspan", "tagspan-cli = \"1\"\n", 1),
        ] {
            let path = format!("{path}/Cargo.toml");
            let outcome = dependencies(&Tree::planted([(&*path, &*(manifest.to_owned() + more))]));
            assert_eq!(outcome.findings.len(), findings, "{path} {more} {:?}", outcome.findings);
        }
        let bare = Tree::planted([("a/Cargo.toml", "[package]\n"), ("b/Cargo.toml", "[package")]);
        assert_eq!(dependencies(&bare).places(), ["a/Cargo.toml:1", "b/Cargo.toml:1"]);
    }
}
