//! Where the repository lies, and the programs of the toolchain that runs this one.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The root of the repository: the folder above this package's, as cargo says when it runs this program. The folder at
/// build time comes second, because clones may share a build folder and be moved.
pub(crate) fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&package).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The program that the running cargo names in `variable`, or else `name`.
pub(crate) fn program(variable: &str, name: &str) -> OsString {
    env::var_os(variable).unwrap_or_else(|| name.into())
}
