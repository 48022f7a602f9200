//! Labels: every one of the standard in every place that takes one, and the overrides of 2010.

use tagspan_input::{Encoding, EncodingOptions, EncodingSource, sniff};
use tagspan_reference::encoding as reference;

use super::harness::{declared, encoding};

/// The label as it is, and as it may stand in a source as well.
fn forms(label: &str) -> [String; 3] {
    [label.to_owned(), label.to_ascii_uppercase(), format!("\t\n\x0C\r {label} ")]
}

#[test]
fn every_label_means_the_same_in_every_place() {
    let mut labels = 0;
    for expected in reference::Encoding::all() {
        let declares = match expected.name() {
            "UTF-16LE" | "UTF-16BE" => "UTF-8",
            "x-user-defined" => "windows-1252",
            name => name,
        };
        for label in expected.labels() {
            labels += 1;
            for form in forms(label) {
                let transport = EncodingOptions::new().charset(&form).expect(label);
                assert_eq!(
                    sniff(b"<meta charset=x>", &transport).encoding().name(),
                    expected.name(),
                    "{form:?}"
                );

                let header = EncodingOptions::new().content_type(format!("text/html; charset=\"{label}\""));
                assert_eq!(header, transport, "{form:?}");

                let charset = format!("<meta charset='{form}'>");
                assert_eq!(declared(charset.as_bytes(), 1024).unwrap().0, declares, "{charset:?}");

                let content = format!("<meta http-equiv=content-type content=\"charset='{form}'\">");
                assert_eq!(declared(content.as_bytes(), 1024).unwrap().0, declares, "{content:?}");
            }
            let xml = format!("<?xml encoding='{label}'?>");
            let declares = if expected.is_utf_16() { "UTF-8" } else { expected.name() };
            assert_eq!(declared(xml.as_bytes(), 1024).unwrap().0, declares, "{xml:?}");
        }
    }
    assert_eq!(labels, 228);
}

#[test]
fn no_other_label_is_known() {
    for label in
        ["", " ", "utf-7", "utf-32", "ucs-4", "cesu-8", "scsu", "bocu-1", "utf 8", "\u{130}bm866", "x"]
    {
        assert_eq!(EncodingOptions::new().charset(label).unwrap_err().label, label);
        assert_eq!(
            EncodingOptions::new().content_type(format!("text/html;charset=\"{label}\"")),
            EncodingOptions::new()
        );
        assert_eq!(declared(format!("<meta charset='{label}'>").as_bytes(), 1024), None, "{label:?}");
    }
}

/// The draft's misinterpretations for compatibility: what is requested, and what is used.
#[test]
fn the_overrides_of_2010_hold() {
    assert_eq!(reference::OVERRIDES_2010.len(), 10);
    for &(asked, used) in reference::OVERRIDES_2010 {
        let used: &'static Encoding = encoding(used);
        assert_eq!(encoding(asked), used, "{asked}");

        let header = EncodingOptions::new().content_type(format!("text/html; charset={asked}"));
        assert_eq!(sniff(b"<p>", &header).encoding(), used, "{asked}");

        let meta = sniff(format!("<meta charset={asked}>").as_bytes(), &EncodingOptions::new());
        assert_eq!((meta.encoding(), meta.source()), (used, EncodingSource::Prescan), "{asked}");
    }
}
