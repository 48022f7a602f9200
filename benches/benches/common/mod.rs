//! How all benches are measured.

use std::time::Duration;

use benches::clock;
use criterion::Criterion;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// Time that this thread had a processor: what else runs on the machine matters little.
pub(crate) struct ThreadTime;

impl Measurement for ThreadTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        clock::now()
    }

    fn end(&self, start: Duration) -> Duration {
        clock::now() - start
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, time: &Duration) -> f64 {
        WallTime.to_f64(time)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Short measurements, and many of them: machines are noisy, and what is read is ratios. The command line may ask for
/// other times.
pub(crate) fn criterion() -> Criterion<ThreadTime> {
    Criterion::default()
        .with_measurement(ThreadTime)
        .without_plots()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
}
