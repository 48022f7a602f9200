//! A random number generator for each generated case, from a seed and the case's number.

use rand_core::SeedableRng;
use rand_xorshift::XorShiftRng;

/// The generator for a number of a seed. Those of neighbouring numbers are independent.
pub(crate) fn rng_for(seed: u64, number: u64) -> XorShiftRng {
    // An odd factor, so that no two numbers of one seed meet.
    let number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    XorShiftRng::seed_from_u64(seed.rotate_left(32) ^ number)
}
