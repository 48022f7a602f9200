//! Every string up to a length over the bytes that matter most, after prefixes that lead into the states.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tagspan_reference::{Edition, Options, TextState};

use tagspan_proof::compare::{Chunking, check};

/// The bytes and words that decide most, for every prefix.
const ALPHABET: [&[u8]; 20] = [
    b"<", b">", b"/", b"!", b"-", b"=", b"\"", b"'", b"&", b";", b"#", b"x", b"a", b"9", b"[", b"]", b"\0",
    b"\r", b"\x01", b"\xC2",
];

/// A state to start in, and what leads on from there.
const PREFIXES: &[(TextState, bool, &str)] = &[
    (TextState::Data, false, ""),
    (TextState::Data, false, "<a"),
    (TextState::Data, false, "<a "),
    (TextState::Data, false, "<a a"),
    (TextState::Data, false, "<a a "),
    (TextState::Data, false, "<a a="),
    (TextState::Data, false, "<a a=a"),
    (TextState::Data, false, "<a a=\""),
    (TextState::Data, false, "<a a='"),
    (TextState::Data, false, "<a a=''"),
    (TextState::Data, false, "<a/"),
    (TextState::Data, false, "</a"),
    (TextState::Data, false, "<?"),
    (TextState::Data, false, "<!"),
    (TextState::Data, false, "<!--"),
    (TextState::Data, false, "<!-- "),
    (TextState::Data, false, "<!-- --"),
    (TextState::Data, false, "<!-- <!"),
    (TextState::Data, false, "<!-- <!--"),
    (TextState::Data, false, "<!DOCTYPE"),
    (TextState::Data, false, "<!DOCTYPE "),
    (TextState::Data, false, "<!DOCTYPE a"),
    (TextState::Data, false, "<!DOCTYPE a "),
    (TextState::Data, false, "<!DOCTYPE a PUBLIC"),
    (TextState::Data, false, "<!DOCTYPE a PUBLIC "),
    (TextState::Data, false, "<!DOCTYPE a PUBLIC ''"),
    (TextState::Data, false, "<!DOCTYPE a PUBLIC '' "),
    (TextState::Data, false, "<!DOCTYPE a PUBLIC \""),
    (TextState::Data, false, "<!DOCTYPE a SYSTEM"),
    (TextState::Data, false, "<!DOCTYPE a SYSTEM "),
    (TextState::Data, false, "<!DOCTYPE a SYSTEM ''"),
    (TextState::Data, false, "<!DOCTYPE a SYSTEM \""),
    (TextState::Data, false, "<!DOCTYPE a !"),
    (TextState::Data, true, "<!["),
    (TextState::Data, true, "<![CDATA["),
    (TextState::Data, false, "&"),
    (TextState::Data, false, "&a"),
    (TextState::Data, false, "&not"),
    (TextState::Data, false, "&noti"),
    (TextState::Data, false, "&#"),
    (TextState::Data, false, "&#x"),
    (TextState::Data, false, "&#x9"),
    (TextState::Data, false, "&#9"),
    (TextState::Data, false, "<a a=&not"),
    (TextState::Data, false, "<a a='&#x9"),
    (TextState::Rcdata, false, ""),
    (TextState::Rcdata, false, "</script"),
    (TextState::Rcdata, false, "&not"),
    (TextState::Rawtext, false, ""),
    (TextState::Rawtext, false, "</script"),
    (TextState::ScriptData, false, ""),
    (TextState::ScriptData, false, "</script"),
    (TextState::ScriptData, false, "<!-"),
    (TextState::ScriptData, false, "<!--"),
    (TextState::ScriptData, false, "<!-- "),
    (TextState::ScriptData, false, "<!--</script"),
    (TextState::ScriptData, false, "<!--<script"),
    (TextState::ScriptData, false, "<!--<script>"),
    (TextState::ScriptData, false, "<!--<script>--"),
    (TextState::ScriptData, false, "<!--<script></script"),
    (TextState::Plaintext, false, ""),
    (TextState::CdataSection, false, ""),
    (TextState::CdataSection, false, "]]"),
];

/// The length of what follows a prefix, unless `EXHAUSTIVE_LENGTH` says otherwise: some seconds.
const LENGTH: usize = if cfg!(debug_assertions) { 3 } else { 4 };

fn length() -> usize {
    match std::env::var("EXHAUSTIVE_LENGTH") {
        Ok(length) => length.parse().expect("EXHAUSTIVE_LENGTH is a number"),
        Err(_) => LENGTH,
    }
}

#[test]
fn every_short_string_is_the_same_in_core() {
    let length = length();
    let next = AtomicUsize::new(0);
    let strings = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(&(initial_state, cdata, prefix)) =
                    PREFIXES.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let last_start_tag = Some("script".to_owned());
                    let options = Options { initial_state, last_start_tag, cdata, ..Options::default() };
                    let count = every_string(prefix.as_bytes(), length, &ALPHABET, &options);
                    strings.fetch_add(count, Ordering::Relaxed);
                }
            });
        }
    });
    let strings = strings.into_inner();
    println!("{strings} strings: {} prefixes, up to {length} of {}", PREFIXES.len(), ALPHABET.len());
    let of_one_prefix: usize = (0..=length as u32).map(|length| ALPHABET.len().pow(length)).sum();
    assert_eq!(strings, PREFIXES.len() * of_one_prefix);
}

/// What decides most in processing instructions.
const IN_INSTRUCTIONS: [&[u8]; 15] =
    [b"?", b">", b"<", b"-", b"_", b"a", b"L", b"0", b" ", b"\r", b"\0", b"\x01", b"\xC2", b"!", b"xml"];

#[test]
fn every_short_processing_instruction_is_the_same_in_core() {
    let options = Options { edition: Edition::LivingProcessingInstructions, ..Options::default() };
    for prefix in ["a<?", "<?a", "<?xm", "<?XML", "<?xml-stylesheet", "<?a ", "<?a b", "<?a?"] {
        every_string(prefix.as_bytes(), length(), &IN_INSTRUCTIONS, &options);
    }
}

/// Checks the prefix followed by every string of `length` symbols at most; gives how many these were.
fn every_string(prefix: &[u8], length: usize, alphabet: &[&[u8]], options: &Options) -> usize {
    let mut count = 0;
    let mut input = prefix.to_vec();
    for length in 0..=length {
        let mut digits = vec![0; length];
        loop {
            input.truncate(prefix.len());
            for &digit in &digits {
                input.extend_from_slice(alphabet[digit]);
            }
            check(&input, options, &[Chunking::Whole, Chunking::Bytes]);
            count += 1;
            // The next number in the base of the alphabet's size; all nines end this length.
            let Some(place) = digits.iter().rposition(|&digit| digit + 1 < alphabet.len()) else { break };
            digits[place] += 1;
            digits[place + 1..].fill(0);
        }
    }
    count
}
