//! The cargo features of this program: which it was built with, and the command that adds one.

use std::fmt::{self, Display, Formatter};

/// The version, and on a line of its own which features there are: `+` with, `-` without.
pub(crate) const VERSION: &str = {
    macro_rules! version {
        ($archives:literal, $parquet:literal, $remote:literal) => {
            concat!(
                env!("CARGO_PKG_VERSION"),
                "\nfeatures: ",
                $archives,
                "archives ",
                $parquet,
                "parquet ",
                $remote,
                "remote"
            )
        };
    }
    match (cfg!(feature = "archives"), cfg!(feature = "parquet"), cfg!(feature = "remote")) {
        (_, true, true) => version!("+", "+", "+"),
        (_, true, false) => version!("+", "+", "-"),
        (_, false, true) => version!("+", "-", "+"),
        (true, false, false) => version!("+", "-", "-"),
        (false, false, false) => version!("-", "-", "-"),
    }
};

/// A feature of `Cargo.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    Archives,
    Parquet,
    #[cfg_attr(feature = "remote", expect(dead_code, reason = "it is there"))]
    Remote,
}

/// Something that was requested, and that needs a feature which the program was built without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Missing {
    pub(crate) what: &'static str,
    pub(crate) feature: Feature,
}

impl Display for Missing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let feature = match self.feature {
            Feature::Archives => "archives",
            Feature::Parquet => "parquet",
            Feature::Remote => "remote",
        };
        write!(
            f,
            "{} needs the feature `{feature}`, which this program was built without: \
             run `cargo install --path crates/cli --features {feature}`",
            self.what
        )
    }
}

impl std::error::Error for Missing {}
