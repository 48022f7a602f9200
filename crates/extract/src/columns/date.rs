//! Dates of records, as microseconds since the start of 1970 in UTC.

use std::borrow::Cow;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The time of a `WARC-Date`: any precision of W3C-DTF from the year to the nanosecond, of which the microsecond is kept.
pub(super) fn parse(date: &str) -> Option<i64> {
    const START: &str = "0000-01-01T00:00:00Z";
    let whole: Cow<'_, str> = match date.len() {
        4 | 7 | 10 => (date.to_owned() + &START[date.len()..]).into(),
        _ if date.as_bytes().get(16).is_some_and(|byte| matches!(byte, b'Z' | b'+' | b'-')) => {
            // Without seconds.
            format!("{}:00{}", &date[..16], &date[16..]).into()
        }
        _ => date.into(),
    };
    let time = OffsetDateTime::parse(&whole, &Rfc3339).ok()?;
    i64::try_from(time.unix_timestamp_nanos().div_euclid(1000)).ok()
}

/// The time by RFC 3339, with as many digits of seconds as it needs.
#[cfg(feature = "serde")]
pub(super) fn to_text(micros: i64) -> Option<String> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1000).ok()?.format(&Rfc3339).ok()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn dates_of_any_precision() {
        for (date, micros) in [
            ("2025-01-02T03:04:05Z", Some(1_735_787_045_000_000)),
            ("2025-01-02T03:04:05.6Z", Some(1_735_787_045_600_000)),
            ("2025-01-02T03:04:05.123456789Z", Some(1_735_787_045_123_456)),
            ("2025-01-02T05:04:05+02:00", Some(1_735_787_045_000_000)),
            ("2025-01-02T03:04Z", Some(1_735_787_040_000_000)),
            ("2025-01-02T05:04+02:00", Some(1_735_787_040_000_000)),
            ("2025-01-02", Some(1_735_776_000_000_000)),
            ("2025-01", Some(1_735_689_600_000_000)),
            ("2025", Some(1_735_689_600_000_000)),
            ("1969-12-31T23:59:59.9999999Z", Some(-1)),
            ("", None),
            ("2025-13", None),
            ("yesterday", None),
            ("20250102030405", None),
            ("é025", None),
            ("2025-02-30", None),
        ] {
            assert_eq!(parse(date), micros, "{date}");
        }
    }
}
