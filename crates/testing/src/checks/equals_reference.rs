//! Check: core gives the tokens and errors of the reference, in its order and at its offsets (I2).

use crate::case::Case;
use crate::compare::Oracle;
use crate::run::End;

/// Compares core with the reference: the whole input, its bytes one by one, and the case's splits with the end
/// declared both ways; with parse errors and without.
///
/// # Errors
///
/// The first difference.
///
/// # Examples
///
/// ```
/// use testing::{case::Case, checks::equals_reference};
///
/// equals_reference(&Case::new("<p a=1 A=2>&ampx</>", [3, 3, 9], Default::default())).unwrap();
/// ```
pub fn equals_reference(case: &Case) -> Result<(), String> {
    let oracle = Oracle::new(&case.input, &case.options);
    oracle.compare(&[&case.input], End::WithChunk, &"whole")?;
    oracle.compare(&case.input.chunks(1).collect::<Vec<_>>(), End::Apart, &"byte by byte")?;
    let chunks: Vec<&[u8]> = case.chunks().collect();
    for end in End::ALL {
        oracle.compare(&chunks, end, &case.cuts)?;
    }
    Ok(())
}
