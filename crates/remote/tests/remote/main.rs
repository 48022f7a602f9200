//! Objects read from servers on loopback, whole and in parts, with faults at drawn places.

mod deferred;
mod faults;
mod stores;
mod tls;
mod whole;

use std::env;
use std::io::Read;
use std::process::Command;

use tagspan_remote::{Error, Object};
use testing::rng::Rng;

/// Bytes that tell where they are from.
fn bytes(length: usize) -> Vec<u8> {
    (0..length as u64)
        .flat_map(|index| index.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes())
        .take(length)
        .collect()
}

/// The whole object.
fn read(object: &Object) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    object.reader(0..u64::MAX)?.read_to_end(&mut bytes).map_err(error)?;
    Ok(bytes)
}

fn error(error: std::io::Error) -> Error {
    error.downcast().expect("readers fail with errors of the crate")
}

/// Runs a test in a process of its own that has these variables, and says whether this is the process.
fn is_child(name: &str, variables: &[(&str, &str)]) -> bool {
    if env::var_os("TAGSPAN_TEST_CHILD").is_some() {
        return true;
    }
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture"]).env("TAGSPAN_TEST_CHILD", "1");
    command.envs(variables.iter().copied());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("1 passed"), "no test has the name {name}: {text}");
    false
}

fn rng(seed: u64) -> Rng<'static> {
    Rng::of_seed(seed, 0)
}
