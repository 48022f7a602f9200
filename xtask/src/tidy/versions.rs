//! The version of the workspace is that of all packages that are released with it.

use toml::{Table, Value};

use crate::files::Tree;
use crate::findings::Outcome;

/// The manifest that has the version.
const ROOT: &str = "Cargo.toml";

/// A workspace of its own whose package has the same version.
const PYTHON: &str = "python/Cargo.toml";

pub(crate) fn versions(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let root = tree.text(ROOT).and_then(|text| text.parse::<Table>().ok()).unwrap_or_default();
    let Some(version) = at(&root, &["workspace", "package", "version"]) else {
        outcome.add(ROOT, 1, "no version in `[workspace.package]`");
        return outcome;
    };
    for file in tree.files().filter(|file| file.path.ends_with("Cargo.toml")) {
        // `dependencies` reports manifests that cannot be read.
        let Some(manifest) = file.text().and_then(|text| text.parse::<Table>().ok()) else { continue };
        outcome.checked += 1;
        let own = at(&manifest, &["package", "version"]);
        if file.path == PYTHON && own != Some(version) {
            outcome.add(&file.path, 1, format!("its version is not {version}, that of the workspace"));
        }
        let inherited = manifest.get("workspace").and_then(|workspace| workspace.get("dependencies"));
        let tables = [inherited, manifest.get("dependencies")];
        for (name, dependency) in tables.into_iter().flatten().filter_map(Value::as_table).flatten() {
            let named = dependency.get("version").and_then(Value::as_str);
            if dependency.get("path").is_some() && named.is_some_and(|named| named != version) {
                outcome.add(
                    &file.path,
                    1,
                    format!("{name} is of another version than {version}, that of the workspace"),
                );
            }
        }
    }
    outcome
}

fn at<'v>(table: &'v Table, path: &[&str]) -> Option<&'v str> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))?.as_str()
}

#[cfg(test)]
mod tests {
    use super::versions;
    use crate::files::Tree;

    #[test]
    fn all_versions_are_that_of_the_workspace() {
        let root = "[workspace.package]\nversion = \"1.2.3\"\n[workspace.dependencies]\n";
        let ours = "ours = { path = \"crates/ours\", version = \"1.2.3\" }\nother = \"4\"\n";
        let old = "ours = { path = \"crates/ours\", version = \"1.2.2\" }\n";
        let python = "[package]\nversion = \"1.2.3\"\n";
        for (root, path, manifest, places) in [
            (root.to_owned() + ours, "python/Cargo.toml", python.to_owned(), &[][..]),
            (root.to_owned() + old, "python/Cargo.toml", python.to_owned(), &["Cargo.toml:1"]),
            (
                root.to_owned(),
                "python/Cargo.toml",
                python.replace("1.2.3", "1.2.4"),
                &["python/Cargo.toml:1"],
            ),
            (root.to_owned(), "a/Cargo.toml", format!("[dependencies]\n{old}"), &["a/Cargo.toml:1"]),
            (root.to_owned(), "a/Cargo.toml", python.replace("1.2.3", "0.0.0"), &[]),
            (ours.to_owned(), "a/Cargo.toml", python.to_owned(), &["Cargo.toml:1"]),
        ] {
            let tree = Tree::planted([("Cargo.toml", &*root), (path, &*manifest)]);
            assert_eq!(versions(&tree).places(), places, "{root} {path} {manifest}");
        }
    }
}
