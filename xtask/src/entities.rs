//! Makes `crates/entities/data/entities.fst` from the plain list of names beside it.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// The list and the map, below the workspace's root.
const LIST: &str = "crates/entities/data/entities.txt";
const MAP: &str = "crates/entities/data/entities.fst";

/// How many names HTML has. The standard promises never to add one.
const NAMES: usize = 2231;

/// The longest name, in bytes, its `;` included. `tagspan_entities::tokenizing::LONGEST_NAME` says the same.
const LONGEST_NAME: usize = 32;

/// The bits of one code point in a value of the map: the first character below, the second one above it.
const CODE_POINT_BITS: u32 = 21;

/// Writes the map below `root`, or, if `check` is set, only compares what is there with what would be written.
///
/// # Errors
///
/// A file that cannot be read or written, a list that breaks its own rules, a map that is out of date.
pub(crate) fn run(root: &Path, check: bool) -> Result<ExitCode, Box<dyn Error>> {
    let text = fs::read_to_string(root.join(LIST)).map_err(|why| format!("{LIST}: {why}"))?;
    let made = generate(&text)?;
    let map = root.join(MAP);
    if check {
        let there = fs::read(map).map_err(|why| format!("{MAP}: {why}"))?;
        let message = || format!("{MAP} is not what {LIST} makes: run `cargo xtask entities`");
        return if there == made { Ok(ExitCode::SUCCESS) } else { Err(message().into()) };
    }
    fs::write(map, &made).map_err(|why| format!("{MAP}: {why}"))?;
    println!("{MAP}: {NAMES} names in {} bytes", made.len());
    Ok(ExitCode::SUCCESS)
}

/// Turns the list into the bytes of the map: a function of the list and of the fst crate's format, nothing else.
fn generate(list: &str) -> Result<Vec<u8>, String> {
    let mut builder = fst::MapBuilder::memory();
    let mut previous = "";
    let mut names = 0;
    for (index, line) in list.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        let wrong = |what: &str| format!("{LIST}:{}: {what}", index + 1);
        let (name, code_points) =
            line.split_once('\t').ok_or(wrong("a name, a tab, code points are wanted"))?;
        let letters = name.strip_suffix(';').unwrap_or(name);
        if letters.is_empty() || !letters.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(wrong("a name is ASCII letters and digits, and at most one `;` at its end"));
        }
        if name.len() > LONGEST_NAME {
            return Err(wrong("a name is at most 32 bytes long"));
        }
        if name <= previous {
            return Err(wrong("the names must be sorted by their bytes, each only once"));
        }
        let value = pack(code_points)
            .ok_or(wrong("one or two code points are wanted, such as `U+00C6`, neither of them U+0000"))?;
        builder.insert(name, value).map_err(|why| format!("{MAP}: {why}"))?;
        previous = name;
        names += 1;
    }
    if names != NAMES {
        return Err(format!("{LIST}: {names} names instead of {NAMES}: restore the full list"));
    }
    builder.into_inner().map_err(|why| format!("{MAP}: {why}"))
}

/// The value of a name: its first code point in the low 21 bits, its second one, if any, in the next 21.
fn pack(code_points: &str) -> Option<u64> {
    let mut value = 0;
    let mut shift = 0;
    for code_point in code_points.split(' ') {
        let digits = code_point.strip_prefix("U+")?;
        let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        if character == '\0' || shift > CODE_POINT_BITS {
            return None;
        }
        value |= u64::from(u32::from(character)) << shift;
        shift += CODE_POINT_BITS;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_map_is_what_the_list_makes() {
        let root = crate::repository::root();
        run(&root, true).expect("the committed map should be up to date");
    }

    #[test]
    fn a_list_that_breaks_a_rule_is_refused_with_its_line() {
        let refused = [
            ("lt", "a name, a tab"),
            ("\tU+003C", "a name is ASCII"),
            ("l;t\tU+003C", "a name is ASCII"),
            ("lt;;\tU+003C", "a name is ASCII"),
            ("abcdefghijklmnopqrstuvwxyzabcdefg\tU+003C", "at most 32"),
            ("lt\tU+003C\nlt\tU+003C", "sorted"),
            ("lt\tU+003C\ngt\tU+003E", "sorted"),
            ("lt\t", "code points"),
            ("lt\t003C", "code points"),
            ("lt\tU+0000", "code points"),
            ("lt\tU+D800", "code points"),
            ("lt\tU+110000", "code points"),
            ("lt\tU+003C U+20D2 U+20D2", "code points"),
            ("# lt\nlt\tU+003C", "1 names instead of 2231"),
        ];
        for (list, expected) in refused {
            let message = generate(list).expect_err(list);
            assert!(message.contains(expected), "{list:?}: {message}");
            let line = format!(":{}: ", list.lines().count());
            assert!(message.contains("instead") || message.contains(&line), "{list:?}: {message}");
        }
    }

    #[test]
    fn code_points_are_packed_first_one_low() {
        assert_eq!(pack("U+003C"), Some(0x3C));
        assert_eq!(pack("U+226A U+20D2"), Some(0x20D2 << 21 | 0x226A));
        assert_eq!(pack("U+10FFFF U+10FFFF"), Some(0x10FFFF << 21 | 0x10FFFF));
    }
}
