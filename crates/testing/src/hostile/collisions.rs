//! Names of attributes that collide in common hashes, thousands in one tag.

use std::collections::HashMap;
use std::iter;
use std::sync::LazyLock;

/// Pairs of blocks for one place in a name. For many names to collide it is enough that in each place either block
/// leads the hash to one state: `n` places then make 2ⁿ names (Joux, 2004).
type Places = Vec<[Vec<u8>; 2]>;

/// Places in a name: 2¹⁸ names.
const PLACES: usize = 18;

/// Names of one length with the same ends, which tell apart only who looks between.
pub(super) fn same_ends(size: usize) -> Vec<u8> {
    tag(size, (0_u32..).map(|number| format!("a{number:08x}z").into_bytes()))
}

/// Sixteen such names, of which the last comes again and again: it is found only after all others.
pub(super) fn same_ends_repeated(size: usize) -> Vec<u8> {
    tag(size, (0_u32..).map(|number| format!("a{:08x}z", number.min(15)).into_bytes()))
}

/// Names whose 32-bit FNV-1a hashes are equal, and so the low 32 bits of their 64-bit FNV-1a hashes, which are all that
/// a table looks at.
pub(super) fn fnv(size: usize) -> Vec<u8> {
    static FOUND: LazyLock<Places> = LazyLock::new(find_fnv);
    tag(size, names(&FOUND))
}

/// Names whose hashes by `hash * 31 + byte` are equal, of whatever width.
pub(super) fn times_31(size: usize) -> Vec<u8> {
    tag(size, names(&vec![[b"a~".to_vec(), b"b_".to_vec()]; PLACES]))
}

/// Names whose hashes by `hash * 33 + byte` are equal, of whatever width.
pub(super) fn times_33(size: usize) -> Vec<u8> {
    tag(size, names(&vec![[b"a|".to_vec(), b"b[".to_vec()]; PLACES]))
}

/// A tag with attributes of these names, as many as its size allows, without its `>`.
fn tag(size: usize, names: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut tag = b"<a".to_vec();
    for name in names {
        if tag.len() >= size {
            break;
        }
        tag.push(b' ');
        tag.extend_from_slice(&name);
    }
    tag
}

/// The names of all choices of blocks; after the last choice they begin again.
fn names(places: &Places) -> impl Iterator<Item = Vec<u8>> {
    (0_usize..).map(|choice| {
        places
            .iter()
            .enumerate()
            .flat_map(|(place, pair)| pair[(choice >> place) & 1].iter().copied())
            .collect()
    })
}

/// For each place two blocks of four letters and digits that lead from one state to one state: by the birthday paradox
/// some 80,000 are tried.
fn find_fnv() -> Places {
    let mut state = FNV_START;
    iter::repeat_with(|| {
        let mut seen: HashMap<u32, [u8; 4]> = HashMap::new();
        let pair = blocks().find_map(|block| {
            let other = seen.insert(fnv_1a(state, &block), block)?;
            Some([other, block])
        });
        let pair = pair.expect("more blocks than the birthday paradox wants");
        state = fnv_1a(state, &pair[0]);
        pair.map(|block| block.to_vec())
    })
    .take(PLACES)
    .collect()
}

fn blocks() -> impl Iterator<Item = [u8; 4]> {
    const CHARACTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    (0..36_usize.pow(4)).map(|number| [0, 1, 2, 3].map(|place| CHARACTERS[number / 36_usize.pow(place) % 36]))
}

const FNV_START: u32 = 0x811c_9dc5;

fn fnv_1a(state: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(state, |state, byte| (state ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{FNV_START, fnv, fnv_1a, same_ends, times_31, times_33};

    fn times(factor: u64, name: &[u8]) -> u64 {
        name.iter().fold(5381, |hash: u64, byte| hash.wrapping_mul(factor).wrapping_add(u64::from(*byte)))
    }

    #[test]
    fn the_names_differ_and_collide() {
        let ends = |name: &[u8]| {
            ((name.len() << 16) | (usize::from(name[0]) << 8)) as u64 | u64::from(name[name.len() - 1])
        };
        for (make, hash) in [
            (same_ends as fn(usize) -> Vec<u8>, ends as fn(&[u8]) -> u64),
            (fnv, |name| u64::from(fnv_1a(FNV_START, name))),
            (times_31, |name| times(31, name)),
            (times_33, |name| times(33, name)),
        ] {
            let tag = make(1 << 16);
            let names: Vec<&[u8]> = tag.split(|byte| *byte == b' ').skip(1).collect();
            assert!(names.len() > 500, "{}", names.len());
            assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
            assert_eq!(names.iter().map(|name| hash(name)).collect::<HashSet<_>>().len(), 1);
            assert!(names.iter().all(|name| !name.iter().any(u8::is_ascii_uppercase)));
        }
    }

    #[test]
    fn the_hash_is_fnv() {
        // From the tables of its authors.
        assert_eq!(fnv_1a(FNV_START, b"foobar"), 0xbf9c_f968);
    }
}
