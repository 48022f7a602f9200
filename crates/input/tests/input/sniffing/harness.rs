//! Runs a sniffer over a source in every split, and compares it with the reference.

use tagspan_input::{Bom, Encoding, EncodingDecision, EncodingOptions, EncodingSource, Sniffer, sniff};
use tagspan_reference::encoding as reference;

/// The input of both the sniffer and the reference.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) options: EncodingOptions,
    pub(crate) reference: reference::SniffOptions,
}

impl Case {
    /// Nothing known but how many bytes are searched.
    pub(crate) fn prescan(limit: usize) -> Case {
        Case {
            options: EncodingOptions::new().prescan_bytes(limit),
            reference: reference::SniffOptions {
                prescan_limit: Some(limit),
                ..reference::SniffOptions::default()
            },
        }
    }

    /// Checks all that is said of [`sniff`] and [`Sniffer`] on this source, and returns the decision.
    pub(crate) fn check(&self, source: &[u8]) -> EncodingDecision {
        let decision = self.check_whole(source);
        self.check_cuts(source, 0..=source.len());
        decision
    }

    /// The decision on the whole source is that of the reference, and it rests on the right bytes.
    pub(crate) fn check_whole(&self, source: &[u8]) -> EncodingDecision {
        let decision = sniff(source, &self.options);
        let expected = reference::sniff(source, &self.reference);
        let what = || format!("{:?} with {:?}", source.escape_ascii().to_string(), self.options);
        assert_eq!(decision.encoding().name(), expected.encoding.name(), "{}", what());
        assert_eq!(decision.confidence().as_str(), confidence(expected.confidence), "{}", what());
        assert_eq!(decision.source().as_str(), step(expected.source), "{}", what());

        let bytes = decision.bytes();
        let looked_at = decision.looked_at();
        let rests_on = &source[bytes.start as usize..bytes.end as usize];
        assert!(bytes.end <= looked_at, "{}", what());
        assert!(
            looked_at <= source.len().min(Sniffer::new(self.options.clone()).limit()) as u64,
            "{}",
            what()
        );
        match decision.source() {
            EncodingSource::ByteOrderMark => {
                assert_eq!(bytes, 0..decision.bom().map_or(0, Bom::source_len) as u64, "{}", what());
                assert_eq!(looked_at, bytes.end, "{}", what());
            }
            EncodingSource::Prescan => self.check_declaration(source, &decision),
            EncodingSource::Detection => assert!(!rests_on.is_ascii(), "{}", what()),
            _ => assert_eq!(bytes, 0..0, "{}", what()),
        }
        assert_eq!(
            decision.bom().is_some(),
            decision.source() == EncodingSource::ByteOrderMark,
            "{}",
            what()
        );
        decision
    }

    /// The bytes of a declaration are those without which the reference does not find it.
    fn check_declaration(&self, source: &[u8], decision: &EncodingDecision) {
        let what = source.escape_ascii();
        let bytes = decision.bytes();
        let found = |limit: u64| {
            let found = reference::prescan_up_to(source, limit as usize, reference::SniffingEdition::Living);
            found.is_some_and(|found| found.name() == decision.encoding().name())
        };
        let rests_on = &source[bytes.start as usize..bytes.end as usize];
        if rests_on[..5].eq_ignore_ascii_case(b"<meta") {
            assert!(rests_on.ends_with(b">"), "{what}");
            assert!(found(bytes.end), "{what}");
        } else if rests_on.starts_with(b"<?xml") {
            assert!(rests_on.ends_with(b"'") || rests_on.ends_with(b"\""), "{what}");
            // Which needs all bytes: there might be a tag.
            assert!(found(decision.looked_at()), "{what}");
            assert!(!found(bytes.end - 1), "{what}");
            return;
        } else {
            assert!([&b"<\0?\0x\0"[..], b"\0<\0?\0x"].contains(&rests_on), "{what}");
        }
        // Unless an XML declaration names the same.
        assert!(!found(bytes.end - 1) || source.starts_with(b"<?xml"), "{what}");
        assert_eq!(decision.looked_at(), bytes.end, "{what}");
    }

    /// Every split in two, and byte by byte: the same decision, and at the same byte.
    pub(crate) fn check_cuts(&self, source: &[u8], cuts: impl IntoIterator<Item = usize>) {
        let decision = sniff(source, &self.options);
        let looked_at = decision.looked_at() as usize;
        let what = |cut: usize| {
            format!("{:?} cut at {cut} with {:?}", source.escape_ascii().to_string(), self.options)
        };
        for cut in cuts {
            let mut sniffer = Sniffer::new(self.options.clone());
            self.look(&mut sniffer, &decision, source, cut);
            // Only the end may show that nothing is declared.
            assert_eq!(sniffer.look(source, true), Some(decision), "{}", what(cut));
            // Decided is decided.
            assert_eq!(sniffer.look(b"\xEF\xBB\xBF", true), Some(decision), "{}", what(cut));
        }
        let mut sniffer = Sniffer::new(self.options.clone());
        for cut in 0..=source.len() {
            self.look(&mut sniffer, &decision, source, cut);
            if cut > looked_at {
                break;
            }
        }
        assert_eq!(sniffer.look(source, true), Some(decision), "{}", what(1));

        // No more than the limit is needed, and a reset forgets everything.
        let limit = sniffer.limit();
        let needed = &source[..source.len().min(limit)];
        sniffer.reset();
        assert_eq!(sniffer.look(b"", false), None, "{}", what(0));
        assert_eq!(sniffer.look(needed, needed.len() < limit), Some(decision), "{}", what(limit));
    }

    /// A look at the first `cut` bytes decides if that is as many as the decision needs.
    fn look(&self, sniffer: &mut Sniffer, decision: &EncodingDecision, source: &[u8], cut: usize) {
        let looked_at = decision.looked_at() as usize;
        let got = sniffer.look(&source[..cut], false);
        let what = || format!("{:?} cut at {cut} with {:?}", source.escape_ascii().to_string(), self.options);
        match got {
            Some(got) => {
                assert_eq!(got, *decision, "{}", what());
                assert!(cut >= looked_at, "{}", what());
            }
            // At the end of the source it may be the end that decides.
            None => assert!(cut < looked_at || cut == source.len() && cut < sniffer.limit(), "{}", what()),
        }
    }
}

/// The result of the prescan of these bytes: the encoding's name, and where it is declared.
pub(crate) fn declared(source: &[u8], limit: usize) -> Option<(&'static str, std::ops::Range<u64>)> {
    let decision = Case::prescan(limit).check(source);
    (decision.source() == EncodingSource::Prescan).then(|| (decision.encoding().name(), decision.bytes()))
}

/// One of `encoding_rs` by its name.
pub(crate) fn encoding(name: &str) -> &'static Encoding {
    Encoding::for_label(name.as_bytes()).unwrap_or_else(|| panic!("{name:?} is no label"))
}

fn confidence(confidence: reference::Confidence) -> &'static str {
    match confidence {
        reference::Confidence::Tentative => "tentative",
        reference::Confidence::Certain => "certain",
        reference::Confidence::Irrelevant => "irrelevant",
    }
}

fn step(source: reference::Source) -> &'static str {
    match source {
        reference::Source::ByteOrderMark => "byte-order-mark",
        reference::Source::UserOverride => "override",
        reference::Source::Transport => "transport",
        reference::Source::Prescan => "prescan",
        reference::Source::ParentDocument => "parent-document",
        reference::Source::Likely => "likely",
        reference::Source::Detection => "detection",
        reference::Source::Default => "default",
        other => panic!("a step that is not known here: {other:?}"),
    }
}
