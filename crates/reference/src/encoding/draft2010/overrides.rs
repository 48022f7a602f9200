//! Section 12.2.2.2, the character encoding overrides: encodings that are misinterpreted for compatibility.

/// Input encoding, replacement encoding.
pub(crate) const OVERRIDES: &[(&str, &str)] = &[
    ("EUC-KR", "windows-949"),
    ("GB2312", "GBK"),
    ("GB_2312-80", "GBK"),
    ("ISO-8859-1", "windows-1252"),
    ("ISO-8859-9", "windows-1254"),
    ("ISO-8859-11", "windows-874"),
    ("KS_C_5601-1987", "windows-949"),
    ("Shift_JIS", "Windows-31J"),
    ("TIS-620", "windows-874"),
    ("US-ASCII", "windows-1252"),
];
