//! Every rule is silent over a small clean repository, and alone fails on its planted violation.

use super::{RULES, sections};
use crate::files::Tree;

const ARCHITECTURE: &str = "<!-- rooms:begin -->\n\
    | folder | package | contents | ours | others |\n|---|---|---|---|---|\n\
    | `crates/core` | `tagspan-core` | states | nothing | nothing |\n<!-- rooms:end -->\n\
    <!-- unsafe:begin -->\n`crates/core/src/kernels/`\n<!-- unsafe:end -->\n";
const MANIFEST: &str = "[package]\nname = \"tagspan-core\"\n";
const README: &str =
    "```sh\ncargo run --release -- tokens corpora/article.html\ncargo test --workspace\n```\n";

/// The names of the rules that find something once `path` is added to the clean repository, or replaced in it.
fn firing(path: &str, content: &str) -> Vec<&'static str> {
    let states = format!("//! All the states.\n{}", sections::tests::states(1..81));
    let clean = [
        ("ARCHITECTURE.md", ARCHITECTURE),
        ("README.md", README),
        ("crates/core/Cargo.toml", MANIFEST),
        ("crates/core/src/states/all.rs", &states),
        ("a/src/b.rs", "//! Calls what calls it.\nfn g() {\n    super::f();\n}\n"),
    ];
    let files = clean.into_iter().filter(|(there, _)| *there != path).chain([(path, content)]);
    let tree = Tree::planted(files);
    RULES.iter().filter(|(_, check)| !check(&tree).findings.is_empty()).map(|(name, _)| *name).collect()
}

#[test]
fn a_clean_repository_has_no_findings() {
    assert_eq!(firing("crates/core/src/lib.rs", "//! All is fine.\n"), [""; 0]);
}

#[test]
fn each_rule_fails_on_its_planted_violation() {
    let long = "//! A long file.\n".to_owned() + &"//\n".repeat(800);
    let absolute = format!("see {}home/ann\n", '/');
    let regex = MANIFEST.to_owned() + "[dependencies]\nregex = \"1\"\n";
    let plants = [
        ("length", "build.rs", &*long),
        ("purpose", "build.rs", "//! TODO.\n"),
        ("rooms", "crates/core/Cargo.toml", &regex),
        ("unsafe", "crates/core/src/kernels/a.rs", "//! One more kernel.\nunsafe trait A {}\n"),
        ("layers", "a/src/lib.rs", "//! One more crate.\npub mod b;\nfn f() {\n    b::g();\n}\n"),
        (
            "sections",
            "crates/core/src/states/a.rs",
            "//! One more state.\n/// 12.2.5.1 Datum state\nfn data() {}\n",
        ),
        ("paths", "notes.md", &absolute),
        ("whitespace", "notes.md", "a \n"),
        ("readme", "README.md", "# tagspan\n"),
    ];
    assert_eq!(
        plants.map(|(rule, ..)| rule).as_slice(),
        RULES.iter().map(|(name, _)| *name).collect::<Vec<_>>()
    );
    for (rule, path, content) in plants {
        assert_eq!(firing(path, content), [rule]);
    }
}
