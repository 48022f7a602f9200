//! The feedback simulator is right up to its limit of open elements, and ambiguous beyond (I9).

use tagspan::{ErrorKind, LimitAction, Limits, Token, Tokenizer};

/// Whether `<![CDATA[` opens a section after so many elements, and whether that is certain.
fn probe(limits: Limits, input: &str) -> (bool, bool) {
    let mut answer = None;
    let see = |token: Token<'_>| match token {
        Token::Dropped(dropped) if dropped.reason().as_str() == "cdata-start" => {
            answer = Some((true, !dropped.is_ambiguous()));
        }
        Token::Comment(comment) => answer = Some((false, !comment.is_ambiguous())),
        _ => {}
    };
    let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
    tokenizer.feed_last(&format!("{input}<![CDATA[x]]>")).for_each(see).unwrap();
    answer.expect("it is one or the other")
}

#[test]
fn right_up_to_the_depth() {
    for depth in [1, 2, 3, 17, 256, 1000] {
        let limits = Limits::new().open_elements(depth, LimitAction::Truncate);
        let depth = usize::from(depth);
        for (element, close) in [("<svg>", "</svg>"), ("<math>", "</math>")] {
            for open in (1..=depth.min(20)).chain([depth - depth / 2, depth]) {
                let nested = element.repeat(open);
                assert_eq!(probe(limits, &nested), (true, true), "{element}, {open} of {depth}");
                // All are closed again, and it is HTML.
                let closed = [&nested[..], &close.repeat(open)].concat();
                assert_eq!(probe(limits, &closed), (false, true), "{element}, {open} of {depth}, closed");
                let almost = [&nested[..], &close.repeat(open - 1)].concat();
                assert_eq!(probe(limits, &almost), (true, true), "{element}, {open} of {depth}, one is left");
            }
        }
    }
}

/// Far beyond it there are answers, which are ambiguous where they depend on what is not known. With a limit that fails,
/// the failure is after the first that is too many.
#[test]
fn beyond_the_depth() {
    const MANY: usize = 100_000;
    for depth in [1, 2, 3, 17, 256, 1000] {
        let limits = Limits::new().open_elements(depth, LimitAction::Truncate);
        let nested = "<svg>".repeat(MANY);
        let back = [&nested[..], &"</svg>".repeat(MANY - 1)].concat();
        assert!(!probe(limits, &back).1, "{depth}: elements beyond it were not counted");
        let broken_out = [&nested[..], "<p>"].concat();
        assert!(!probe(limits, &broken_out).0, "{depth}: in HTML, whatever was open");

        for (excess, fails) in
            [(LimitAction::Fail, true), (LimitAction::Truncate, false), (LimitAction::Skip, false)]
        {
            let limits = Limits::new().open_elements(depth, excess);
            for chunk in [usize::MAX, 1460, 1] {
                let mut tokenizer = Tokenizer::builder().utf8().limits(limits).build();
                let mut tags = 0;
                let outcome = nested.as_bytes()[..20_000]
                    .chunks(chunk)
                    .try_for_each(|chunk| tokenizer.feed(chunk).for_each(|_| tags += 1));
                let due = fails.then_some((
                    ErrorKind::LimitExceeded {
                        kind: tagspan_core::LimitKind::OpenElements,
                        limit: depth.into(),
                    },
                    tags * 5,
                ));
                let found = outcome.err().map(|error| (error.kind(), error.offset()));
                assert_eq!(found, due, "{depth}, {excess:?}, chunks of {chunk}");
                assert_eq!(tags, if fails { u64::from(depth) + 1 } else { 4000 }, "{depth}, {excess:?}");
            }
        }
    }
}
