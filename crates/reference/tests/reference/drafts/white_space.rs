//! White space in every state that knows it, character by character, in every edition.

use super::harness::write;
use tagspan_reference::{Edition, Options, tokenize};

const EDITIONS: [Edition; 4] = [Edition::Draft2007, Edition::Draft2009, Edition::Draft2010, Edition::Living];

/// Inputs in which `~` is white space, where it begins a run and within it, and their events in all editions.
const EVERYWHERE: &[(&str, &[&str])] = &[
    ("<a~~b~~=~~'c'~~d=~e~~f~>", &["0 start a b='c' d='e' f=''"]),
    ("<a b=\"c\"~d~e></f~~>", &["0 start a b='c' d='' e=''", "13 end f"]),
    ("<!DOCTYPE~~a~~PUBLIC~~'b'~~'c'~~>", &["0 doctype a public 'b' system 'c'"]),
    ("<!DOCTYPE~a~SYSTEM~~\"b\"~><!DOCTYPE~~a~>", &["0 doctype a system 'b'", "25 doctype a"]),
    ("<title></title~~>", &["0 start title", "7 end title"]),
    ("<style></style~~>", &["0 start style", "7 end style"]),
    ("<script></script~~>", &["0 start script", "8 end script"]),
    ("<a b=&~c=\"&~\" d='&~'>", &["0 start a b='&' c='&~' d='&~'"]),
];

/// In text: here an error of the input stream would cut the text in two.
const IN_TEXT: &[(&str, &[&str])] = &[("&~&~~", &["0 text '&~&~~'"])];

/// In script data that is escaped and double escaped, which 2010 brought.
const SINCE_2010: &[(&str, &[&str])] = &[
    ("<script><!--</script~~>", &["0 start script", "8 text '<!--'", "12 end script"]),
    (
        "<script><!--<script~</script~</script~>",
        &["0 start script", "8 text '<!--<script~</script~'", "29 end script"],
    ),
];

fn check(editions: &[Edition], white_space: &[char], rows: &[(&str, &[&str])]) {
    for &edition in editions {
        for &character in white_space {
            let options = Options { edition, ..Options::default() };
            let replace = |text: &str| text.replace('~', &character.to_string());
            for &(input, events) in rows {
                let found: Vec<String> = tokenize(&replace(input), &options)
                    .iter()
                    .map(write)
                    .filter(|event| {
                        character != '\u{B}' || !event.ends_with("error Preprocessing the input stream")
                    })
                    .collect();
                let expected: Vec<String> = events.iter().map(|event| replace(event)).collect();
                assert_eq!(found, expected, "{edition:?} {character:?} {input:?}");
            }
        }
    }
}

#[test]
fn white_space() {
    const FOUR: [char; 4] = ['\t', '\n', '\u{C}', ' '];
    check(&EDITIONS, &FOUR, EVERYWHERE);
    check(&EDITIONS, &FOUR, IN_TEXT);
    check(&EDITIONS[2..], &FOUR, SINCE_2010);
    check(
        &[Edition::Draft2010],
        &FOUR,
        &[("<!--a--~~>", &["7 error Comment end state", "0 comment 'a--~~'"])],
    );
}

/// The text of 2007 lists U+000B wherever it lists white space. That it is an error of the input stream is
/// not the point here.
#[test]
fn line_tabulation_in_2007() {
    check(&[Edition::Draft2007], &['\u{B}'], EVERYWHERE);
}
