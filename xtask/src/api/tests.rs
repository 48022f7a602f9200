//! Tests with a package that is planted in a folder of its own.

use std::fs;

use super::Surface;
use super::documentation::Builder;

const MANIFEST: &str = "[package]\nname = \"plant-ed\"\nedition = \"2024\"\n\
    [features]\nmore = []\n[workspace]\n";

const SOURCE: &str = r#"//! A crate without an example.

/// ```
/// let _ = plant_ed::Seed { size: 1 };
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Seed {
    /// A field.
    pub size: u8,
    hidden: (),
}

impl Seed {
    /// ```
    /// assert_eq!(plant_ed::Seed::new().size, 1);
    /// ```
    pub fn new() -> Seed {
        Seed { size: 1, hidden: () }
    }

    /// ```
    /// plant_ed::Seed::new();
    /// ```
    pub fn grow(&mut self, by: u8) {
        self.size += by;
    }

    #[doc(hidden)]
    pub fn unseen(&self) {
        self.hidden
    }
}

impl Iterator for Seed {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        None
    }
}

/// No example.
#[cfg(feature = "more")]
pub enum Soil {
    /// A variant.
    Clay,
}

/// No example that runs.
///
/// ```no_run
/// assert_eq!(plant_ed::DEPTH, 2);
/// ```
pub const DEPTH: u8 = 2;

pub use self::inner::Water as Rain;

mod inner {
    /// ```text
    /// Water
    /// ```
    pub trait Water {
        /// Asks.
        fn pour(&self) {}
    }
}
"#;

const LIST: &str = "\
pub mod plant_ed
pub enum plant_ed::Soil
pub plant_ed::Soil::Clay
pub struct plant_ed::Seed
pub plant_ed::Seed::size: u8
pub fn plant_ed::Seed::grow(&mut self, u8)
pub fn plant_ed::Seed::new() -> plant_ed::Seed
impl core::clone::Clone for plant_ed::Seed
impl core::cmp::PartialEq for plant_ed::Seed
impl core::iter::traits::iterator::Iterator for plant_ed::Seed
pub type plant_ed::Seed::Item = u8
impl core::marker::Copy for plant_ed::Seed
pub const plant_ed::DEPTH: u8
pub trait plant_ed::Rain
pub fn plant_ed::Rain::pour(&self)
";

const LACKS: &[&str] = &[
    "src/lib.rs:43: api: has no example that runs: pub enum plant_ed::Soil",
    "src/lib.rs:24: api: has an example that does not name it: pub fn plant_ed::Seed::grow(&mut self, u8)",
    "src/lib.rs:53: api: has no example that runs: pub const plant_ed::DEPTH: u8",
    "src/lib.rs:61: api: has no example that runs: pub trait plant_ed::Rain",
    "src/lib.rs:63: api: has no example that runs: pub fn plant_ed::Rain::pour(&self)",
];

#[test]
fn the_surface_of_a_planted_package() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::temp_dir().join(format!("tagspan-api-{}", std::process::id()));
    fs::create_dir_all(root.join("src"))?;
    fs::write(root.join("Cargo.toml"), MANIFEST)?;
    fs::write(root.join("src/lib.rs"), SOURCE)?;
    let json = Builder::new(&root, root.join("target")).build("plant-ed")?;
    let surface = Surface::read(&json)?;
    assert_eq!(surface.text(), LIST);
    let lacks: Vec<String> = surface.lacks.iter().map(ToString::to_string).collect();
    assert_eq!(lacks, LACKS);
    assert_eq!(surface.documented, 2);
    fs::remove_dir_all(root)?;
    Ok(())
}
