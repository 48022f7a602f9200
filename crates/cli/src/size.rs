//! Numbers of bytes as arguments, such as 65536 or 64K.

/// Parses a number of bytes: digits, then nothing or K, M, G for powers of 1024.
pub(crate) fn size(text: &str) -> Result<u64, &'static str> {
    const ADVICE: &str = "give a number of bytes such as 65536 or 64K";
    let (digits, shift) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 10),
        Some((end, 'm' | 'M')) => (&text[..end], 20),
        Some((end, 'g' | 'G')) => (&text[..end], 30),
        _ => (text, 0),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ADVICE);
    }
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or("the number is too large")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, expected) in [
            ("0", Some(0)),
            ("1460", Some(1460)),
            ("64k", Some(65536)),
            ("16M", Some(16 << 20)),
            ("3G", Some(3 << 30)),
            ("", None),
            ("K", None),
            ("-1", None),
            ("+1", None),
            ("1.5M", None),
            ("1 K", None),
            ("12é", None),
            ("18446744073709551616", None),
            ("18446744073709551615K", None),
        ] {
            assert_eq!(size(text).ok(), expected, "{text:?}");
        }
    }
}
