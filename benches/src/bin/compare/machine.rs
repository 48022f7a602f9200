//! The environment of a measurement: the machine, the compiler, and the versions of the packages.

use std::collections::BTreeMap;
use std::{env, fs};

use serde::{Deserialize, Serialize};

/// The lock file that this program was built with.
const LOCK: &str = include_str!("../../../../Cargo.lock");

/// Where the figures come from.
#[derive(Serialize)]
pub(crate) struct Machine {
    /// The processor's name, if the system tells it.
    pub(crate) cpu: String,
    /// The system and the architecture that the program was built for.
    pub(crate) target: String,
    /// The compiler that built the program.
    pub(crate) rustc: String,
    /// Its flags, those of the profile not included.
    pub(crate) rustflags: String,
}

impl Machine {
    pub(crate) fn here() -> Machine {
        let cpu = fs::read_to_string("/proc/cpuinfo").ok().and_then(|info| cpu(&info).map(str::to_owned));
        Machine {
            cpu: cpu.unwrap_or_else(|| "unknown".to_owned()),
            target: format!("{} {}", env::consts::OS, env::consts::ARCH),
            rustc: env!("COMPARE_RUSTC").to_owned(),
            rustflags: env!("COMPARE_RUSTFLAGS").to_owned(),
        }
    }
}

/// The first processor's name in what Linux says of them.
fn cpu(info: &str) -> Option<&str> {
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim())
}

/// The versions of the packages of these names.
pub(crate) fn versions<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeMap<&'a str, String> {
    let lock: Lock = toml::from_str(LOCK).expect("cargo wrote it");
    let version = |name: &str| {
        let package = lock.package.iter().find(|package| package.name == name);
        package.expect("this program is built with it").version.clone()
    };
    names.into_iter().map(|name| (name, version(name))).collect()
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

#[cfg(test)]
mod tests {
    use super::{Machine, cpu, versions};
    use crate::contenders::all;

    #[test]
    fn the_processor_is_found() {
        let info = "processor\t: 0\nmodel name\t: A CPU @ 2.50GHz\nprocessor\t: 1\nmodel name\t: B\n";
        assert_eq!(cpu(info), Some("A CPU @ 2.50GHz"));
        assert_eq!(cpu("Processor: AArch64\n"), None);
    }

    #[test]
    fn every_contender_has_its_version() {
        for (name, version) in versions(all().iter().filter_map(|contender| contender.package)) {
            assert!(version.split('.').count() >= 3, "{name} {version}");
        }
        assert!(Machine::here().rustc.starts_with("rustc 1."));
    }
}
