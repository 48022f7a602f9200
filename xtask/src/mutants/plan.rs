//! Which packages are mutated, and which tests a mutant of each meets.

use std::str::FromStr;

use super::mutant::Mutant;

/// A package whose sources are mutated.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: &'static str,
    /// Seen from the repository's root, with its slash.
    pub(crate) folder: &'static str,
    /// A mutant that survives a stage goes on to the next.
    pub(crate) stages: &'static [Stage],
}

/// Tests that run together.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// Also the name of its folder.
    pub(crate) name: &'static str,
    /// The packages whose tests run.
    pub(crate) packages: &'static [&'static str],
    /// What of them is built: every target that is not is time saved for every mutant.
    pub(crate) targets: &'static [&'static str],
    /// Tests that are left out, by a part of their names.
    pub(crate) without: &'static [&'static str],
    /// 0 where building takes longer than testing.
    pub(crate) opt_level: u8,
}

/// The three inner rooms.
///
/// Building takes more than half of the time for a mutant of core. What the quick stages leave out are the tests
/// that take most of the rest and catch next to nothing that the others miss. What the thorough stage of core
/// leaves out does with large pages, for minutes, what others do with hundreds of small ones.
pub(crate) const PACKAGES: &[Package] = &[
    Package {
        name: "tagspan-core",
        folder: "crates/core/",
        stages: &[
            Stage {
                name: "quick",
                packages: &["tagspan-core"],
                targets: &["--test=core"],
                without: &[
                    "chunkings::",
                    "every_name_cut_at_every_byte",
                    "every_way_gives_the_same",
                    "one_outcome_in_every_chunking",
                    "pauses::",
                    "sizes::",
                ],
                opt_level: 0,
            },
            Stage {
                name: "thorough",
                packages: &["tagspan-core"],
                targets: &["--lib", "--tests"],
                without: &[
                    "every_name_cut_at_every_byte",
                    "pages_cut_in_two_at_every_byte",
                    "pages_with_stops",
                ],
                opt_level: 1,
            },
        ],
    },
    Package {
        name: "tagspan-entities",
        folder: "crates/entities/",
        stages: &[
            Stage {
                name: "quick",
                packages: &["tagspan-entities"],
                targets: &["--lib", "--tests"],
                without: &["a_mebibyte_of_anything_is_linear", "every_prefix_of_every_name_decodes"],
                opt_level: 1,
            },
            Stage {
                name: "all",
                packages: &["tagspan-entities"],
                targets: &["--lib", "--tests"],
                without: &[],
                opt_level: 1,
            },
        ],
    },
    Package {
        name: "tagspan-input",
        folder: "crates/input/",
        stages: &[Stage {
            name: "all",
            packages: &["tagspan-input"],
            targets: &["--lib", "--tests"],
            without: &[],
            opt_level: 1,
        }],
    },
];

/// The package of a name, with or without the `tagspan-` in front.
///
/// # Errors
///
/// A sentence that names those there are.
pub(crate) fn package(name: &str) -> Result<&'static Package, String> {
    let short = |package: &Package| package.name.trim_start_matches("tagspan-") == name;
    let found = PACKAGES.iter().find(|package| package.name == name || short(package));
    found.ok_or_else(|| {
        let names: Vec<&str> = PACKAGES.iter().map(|package| package.name).collect();
        format!("there are {}", names.join(", "))
    })
}

/// One of several parts of the mutants, counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    part: usize,
    parts: usize,
}

impl Shard {
    /// Every so manieth: neighbours take equally long, so all parts do.
    pub(crate) fn of(self, mutants: &[Mutant]) -> Vec<&Mutant> {
        mutants.iter().skip(self.part).step_by(self.parts).collect()
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, Self::Err> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((part, parts)) if part < parts => Ok(Shard { part, parts }),
            _ => Err("a shard is K/N with K from 0 to N - 1, such as 0/4"),
        }
    }
}
