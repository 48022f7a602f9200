//! tagspan's workloads as contenders, each with one tokenizer for all pages.

use benches::{Sum, workloads};
use tagspan::{Feedback, Tokenizer};

use super::{Contender, Run, Work};

const SPANS: &str = "every token's span, all name, value and attribute spans; pulled";
const OMITS_DECODING: &str = "decoding, parse errors";

pub(super) fn contenders() -> Vec<Contender> {
    let ours = |name, work, does, omits, start| Contender {
        name,
        package: Some("tagspan"),
        work,
        does,
        omits,
        exact: true,
        on_request: false,
        start,
    };
    let inside = "the same by the internal loop";
    vec![
        ours("tagspan tokens", Work::Tokens, SPANS, OMITS_DECODING, || with(workloads::tokens)),
        ours("tagspan tokens, for_each", Work::Tokens, inside, OMITS_DECODING, || {
            with(workloads::tokens_inside)
        }),
        ours(
            "tagspan counts",
            Work::Tokens,
            "counts by kind; pulled",
            "all spans, decoding, parse errors",
            || with(workloads::counts),
        ),
        ours("tagspan errors on", Work::Tokens, "tokens, and parse errors with offsets", "decoding", || {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(true).build();
            Box::new(move |page| workloads::tokens(&mut tokenizer, page.as_bytes()))
        }),
        Contender {
            exact: false,
            ..ours(
                "tagspan by names alone",
                Work::Tokens,
                "tokens, without the context that knows svg and math",
                OMITS_DECODING,
                || {
                    let mut tokenizer = Tokenizer::builder().utf8().feedback(Feedback::Names).build();
                    Box::new(move |page| workloads::tokens(&mut tokenizer, page.as_bytes()))
                },
            )
        },
        Contender {
            on_request: true,
            ..ours("tagspan chunks of 1", Work::Tokens, "tokens, fed byte by byte", OMITS_DECODING, || {
                in_chunks::<1>()
            })
        },
        Contender {
            on_request: true,
            ..ours("tagspan chunks of 64", Work::Tokens, "tokens, fed by 64 bytes", OMITS_DECODING, || {
                in_chunks::<64>()
            })
        },
        ours(
            "tagspan chunks of 1,460",
            Work::Tokens,
            "tokens, fed by what a packet holds",
            OMITS_DECODING,
            || in_chunks::<1_460>(),
        ),
        ours("tagspan chunks of 16,384", Work::Tokens, "tokens, fed by 16 KiB", OMITS_DECODING, || {
            in_chunks::<16_384>()
        }),
        ours("tagspan chunks of 65,536", Work::Tokens, "tokens, fed by 64 KiB", OMITS_DECODING, || {
            in_chunks::<65_536>()
        }),
        ours("tagspan Tokenizer", Work::Tokens, "tokens, from bytes labelled UTF-8", OMITS_DECODING, || {
            let builder = Tokenizer::builder().charset("utf-8").expect("a label of the standard");
            let mut stream = builder.build();
            Box::new(move |page| workloads::tokens(&mut stream, page.as_bytes()))
        }),
        ours(
            "tagspan links",
            Work::Links,
            "raw `href`, `src` or `content` of six tags; pulled",
            "decoding",
            || with(workloads::links),
        ),
        ours("tagspan links, for_each", Work::Links, inside, "decoding", || with(workloads::links_inside)),
        ours("tagspan attributes", Work::Attributes, "raw names and values; pulled", "decoding", || {
            with(workloads::attributes)
        }),
        ours("tagspan attributes, for_each", Work::Attributes, inside, "decoding", || {
            with(workloads::attributes_inside)
        }),
        ours(
            "tagspan decoded",
            Work::Decoded,
            "all text, names, values, comments, DOCTYPE fields, owned where changed; spans; pulled",
            "parse errors",
            || with(workloads::decoded),
        ),
        ours("tagspan decoded, for_each", Work::Decoded, inside, "parse errors", || {
            with(workloads::decoded_inside)
        }),
    ]
}

/// A workload with default settings and limits.
fn with(workload: impl Fn(&mut Tokenizer, &[u8]) -> Sum + 'static) -> Run {
    let mut tokenizer = Tokenizer::utf8();
    Box::new(move |page| workload(&mut tokenizer, page.as_bytes()))
}

fn in_chunks<const SIZE: usize>() -> Run {
    with(|tokenizer, page| workloads::chunked(tokenizer, page, SIZE))
}
