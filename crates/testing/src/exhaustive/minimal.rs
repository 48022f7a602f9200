//! Minimizes an input that shows a difference.

/// The minimal input: no run of its bytes can be removed without losing the property that it shows. `shows` must
/// hold for the input; it is asked O(n²) times at most for each round that takes something out.
///
/// # Examples
///
/// ```
/// use testing::exhaustive::minimal::minimal;
///
/// let short = minimal(b"<!--a--!><p>".to_vec(), |input| input.windows(2).any(|two| two == b"-!"));
/// assert_eq!(short, b"-!");
/// ```
pub fn minimal(mut input: Vec<u8>, mut shows: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    'again: loop {
        for length in (1..=input.len()).rev() {
            for start in 0..=input.len() - length {
                let shorter = [&input[..start], &input[start + length..]].concat();
                if shows(&shorter) {
                    input = shorter;
                    continue 'again;
                }
            }
        }
        return input;
    }
}
