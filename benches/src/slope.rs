//! The slope of a measurement: how time grows with size.

/// Up to this exponent a measurement passes for linear. Memory gets slower as inputs outgrow the caches, which alone
/// makes for up to 1.15 or so; what is quadratic in anything that grows with the input comes close to 2.
pub const LINEAR: f64 = 1.25;

/// The exponent `e` of `time = c * size^e` that fits best: the slope of the logarithms by least squares. 1 is linear,
/// 2 is quadratic. Not a number for less than two different sizes.
///
/// # Examples
///
/// ```
/// use benches::slope::exponent;
///
/// let quadratic = [1.0, 2.0, 4.0, 8.0].map(|size: f64| (size, 3.0 * size * size));
/// assert!((exponent(&quadratic) - 2.0).abs() < 1e-9);
/// ```
pub fn exponent(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let logs = || points.iter().map(|(size, time)| (size.ln(), time.ln()));
    let (sum_x, sum_y) = logs().fold((0.0, 0.0), |(x, y), log| (x + log.0, y + log.1));
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let covariance: f64 = logs().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logs().map(|(x, _)| (x - mean_x).powi(2)).sum();
    covariance / variance
}

#[cfg(test)]
mod tests {
    use super::{LINEAR, exponent};

    #[test]
    fn powers_are_distinguished() {
        let sizes = [16.0, 32.0, 64.0, 128.0, 256.0_f64];
        let of = |time: fn(f64) -> f64| exponent(&sizes.map(|size| (size, time(size))));
        for (time, expected) in [
            ((|size| 7.0 * size) as fn(f64) -> f64, 1.0),
            (|size| size.sqrt(), 0.5),
            (|size| size * size / 9.0, 2.0),
        ] {
            assert!((of(time) - expected).abs() < 1e-9);
        }
        // A logarithm too many passes at these sizes; a quarter of the input to the square does not.
        assert!(of(|size| size * size.log2()) < 1.3);
        assert!(of(|size| size + size * size / 64.0) > LINEAR);
        assert!(exponent(&[(1.0, 1.0)]).is_nan());
    }
}
