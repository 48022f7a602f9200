//! Older editions: their tokens, and where editions differ.

use serde_json::Value;

use crate::harness::{Folder, corpus, pipe, run};

#[test]
fn tokens_of_an_edition() {
    for (edition, line) in [
        (&["--edition", "2007"][..], "0..5\tStartTag\t<br>\n"),
        (&["--edition", "2009"], "0..5\tStartTag\t<br/>\n"),
        (&["--edition", "2010"], "0..5\tStartTag\t<br/>\n"),
        (&["--edition", "living"], "0..5\tStartTag\t<br/>\n"),
        (&["--edition", "living-pi"], "0..5\tStartTag\t<br/>\n"),
        (&[], "0..5\tStartTag\t<br/>\n"),
    ] {
        assert_eq!(pipe(["tokens"].iter().chain(edition), b"<br/>").quiet(), line, "{edition:?}");
    }
    let instruction = pipe(["tokens", "--edition", "living-pi"], b"<?a b?>").quiet();
    assert_eq!(instruction, "0..7\tProcessingInstruction\t<?a b>\n");
}

#[test]
fn a_draft_takes_the_settings_that_the_tokenizer_takes() {
    for (options, html, lines) in [
        (
            &["--errors"][..],
            "\u{FEFF}a\n<>",
            &["3..5\tText\t\"a\\n\"", "6..6\tError\tTag open state 2:2", "5..7\tText\t\"<>\""][..],
        ),
        (
            &["--errors", "--columns=bytes"],
            "é<>",
            &["0..2\tText\t\"é\"", "3..3\tError\tTag open state 1:4", "2..4\tText\t\"<>\""],
        ),
        (&[], "a<>b", &["0..4\tText\t\"a<>b\""]),
        (&["--charset=windows-1252"], "\u{E9}", &["0..4\tText\t\"Ã©\""]),
        (&["--chunk-size=1"], "<p>a", &["0..3\tStartTag\t<p>", "3..4\tText\t\"a\""]),
        (
            &["--initial-state=RCDATA", "--last-start-tag=B"],
            "<i></b>",
            &["0..3\tText\t\"<i>\"", "3..7\tEndTag\t</b>"],
        ),
        (&["--feedback=none"], "<xmp><i>", &["0..5\tStartTag\t<xmp>", "5..8\tStartTag\t<i>"]),
        (&[], "<noscript><i>", &["0..10\tStartTag\t<noscript>", "10..13\tStartTag\t<i>"]),
        (&["--scripting"], "<noscript><i>", &["0..10\tStartTag\t<noscript>", "10..13\tText\t\"<i>\""]),
    ] {
        let run = pipe(["tokens", "--edition=2009"].iter().chain(options), html.as_bytes());
        assert_eq!(run.lines(), lines, "{options:?} on {html:?}");
        assert_eq!(run.status, Some(0));
    }
}

#[test]
fn a_choice_of_two_editions_is_refused() {
    let run = run(["tokens", "--edition=2010", "--processing-instructions", "-"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("cannot be used with"), "{}", run.stderr);
}

#[test]
fn differences_for_people() {
    let html = b"<p>a<br/>b<title><!-- </title> --></title><?c d?>";
    let expected = "\
4..9, line 1: \"<br/>\"
  2007                            4..9      StartTag  <br>
  2009 2010 living living-pi      4..9      StartTag  <br/>

17..34, line 1: \"<!-- </title> -->\"
  2007 2009                 17..34     Text      \"<!-- </title> -->\"
  2010 living living-pi     17..22     Text      \"<!-- \"
                            22..30     EndTag    </title>
                            30..34     Text      \" -->\"

42..49, line 1: \"<?c d?>\"
  2007 2009 2010 living     42..49     Comment   <!--?c d?-->
  living-pi                 42..49     ProcessingInstruction  <?c d>

3 places differ
";
    assert_eq!(pipe(["editions"], html).quiet(), expected);
    assert_eq!(pipe(["editions"], b"<p>").quiet(), "all editions agree\n");
    assert_eq!(pipe(["editions"], b"").quiet(), "all editions agree\n");
}

#[test]
fn errors_count_by_their_offsets_when_they_are_wanted() {
    // An error in each edition, at the same place, under other names.
    assert_eq!(pipe(["editions", "--errors"], b"<>").quiet(), "all editions agree\n");
    // A parse error since 2009.
    let run = pipe(["editions", "--errors"], b"<p a='1'b>").quiet();
    assert!(run.contains("8..8      Error     missing-whitespace-between-attributes\n"), "{run}");
    assert!(run.ends_with("1 place differs\n"), "{run}");
    assert_eq!(pipe(["editions"], b"<p a='1'b>").quiet(), "all editions agree\n");
}

#[test]
fn places_are_those_of_tokens_whatever_the_bytes_are() {
    let mark = "\u{FEFF}";
    for (options, html, lines) in [
        // The error of the reference lies where the next tag begins, and belongs to the text before it.
        (&["--errors"][..], b"a&#x81<b>"[..].to_vec(), &["1..6, line 1: \"&#x81\""][..]),
        (&["--errors"], b"ab&amp<br/>".to_vec(), &["6..11, line 1: \"<br/>\""]),
        (&[], [mark.as_bytes(), b"<br/>"].concat(), &["3..8, line 1: \"<br/>\""]),
        // Of two marks the decoder or the draft takes one.
        (&[], [mark, mark, "x"].concat().into_bytes(), &[]),
        (&["--default=utf-8"], [&[0x80; 80][..], b"&#x81;"].concat(), &["0..86, line 1: "]),
        (&[], b"a</>b<br/>".to_vec(), &["5..10, line 1: \"<br/>\""]),
        (&["--charset=utf-16le"], b"<\0b\0r\0/\0>\0".to_vec(), &["0..5, line 1: \"<br/>\""]),
    ] {
        let stdout = pipe(["editions"].iter().chain(options), &html).quiet();
        let found: Vec<&str> = stdout.lines().filter(|line| line.contains(", line ")).collect();
        assert_eq!(found.len(), lines.len(), "{stdout}");
        assert!(found.iter().zip(lines).all(|(found, line)| found.starts_with(line)), "{stdout}");
    }
    let both = pipe(["tokens", "--edition=2010"], b"a</>b");
    assert_eq!(both.lines(), ["0..1\tText\t\"a\"", "4..5\tText\t\"b\""]);
}

#[test]
fn what_is_long_and_alike_is_cut() {
    let long = "é long ".repeat(50);
    let html = format!("{long}&#x81;{long}<p a='{long}' b='short'/>{long}<a b='{long}");
    let stdout = pipe(["editions"], html.as_bytes()).quiet();
    assert!(stdout.contains("\"…g é long é long \\u{81}é long é long é …\""), "{stdout}");
    assert!(stdout.contains("<p a=\"é long é long é …\" b=\"short\"/>"), "{stdout}");
    // A value that only some have is shown in full: the tag that the end of the input truncates.
    let full = stdout.lines().filter(|line| line.contains(&long)).count();
    assert_eq!(full, 3, "{stdout}");
}

#[test]
fn differences_for_programs() {
    let folder = Folder::new();
    let one = folder.file("one.html", "\u{FEFF}<br/>".as_bytes());
    let two = folder.file("two.html", b"a\n<?b?>");
    let stdout =
        run([&"editions".as_ref(), &"--format=jsonl".as_ref(), &one.as_os_str(), &two.as_os_str()]).quiet();
    let lines: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(lines.len(), 2, "{stdout}");
    assert_eq!(lines[0]["span"], serde_json::json!([3, 8]));
    assert_eq!(lines[0]["source"], "<br/>");
    assert_eq!(lines[0]["readings"][0]["editions"], serde_json::json!(["2007"]));
    assert_eq!(lines[0]["readings"][0]["tokens"][0]["self_closing"], false);
    assert_eq!((&lines[1]["line"], &lines[1]["column"]), (&2.into(), &1.into()));
    assert_eq!(lines[1]["readings"][1]["tokens"][0]["kind"], "ProcessingInstruction");
    assert!(lines[1]["file"].as_str().expect("a name").ends_with("two.html"));
}

/// The examples on the page of editions: two editions, and sources that they read differently, if parse errors count.
/// One page cannot show what needs CDATA sections, a byte order mark, or the end of input elsewhere than in its
/// last tag; the vectors of the reference's drafts have those.
const RULES: [(&str, &str, &[&str]); 4] = [
    (
        "2007",
        "2009",
        &[
            "<br/>",
            "<p/>",
            "</p/>",
            "<a\u{B}b>",
            "<!DOCTYPE a PUBLIC \"x>y\">",
            "<!DOCTYPE HTML>",
            "<!DOCTYPE a SYSTEM 'x' y>",
            "&#1; &#x0B; &#127;",
            "&#xFDD0; &#x1FFFF;",
            "<!--&amp;-->",
            "<p a/>",
            "<a b='c'/>",
            "<a \"b>",
            "<a ='x'>",
            "<a b\">",
            "<a b '>",
            "<a b=>",
            "<a b==>",
            "<a b=c\"='>",
            "<a b=\"c\"d>",
            "<a b=\"&\">",
            "<a b='&'>",
            "<p/ a>",
            "<br a / b>",
        ],
    ),
    (
        "2009",
        "2010",
        &[
            "<!--</title>",
            "<!--</style>",
            "<!--</script>",
            "<!--<script></script></script>",
            "<!--a--!>",
            "<!--a-- >",
            "&#x81;",
            "&#2;",
            "<!DOCTYPE a PUBLIC\"x\">",
            "<!DOCTYPE a SYSTEM'x'>",
            "<!DOCTYPE a PUBLIC \"x\"\"y\">",
            "<a <>",
            "<a b<>",
            "<a b <>",
            "<a b=<>",
            "<a b=`>",
            "<a b=c<`>",
            "<a b=&>",
            "emit: <a b=c",
        ],
    ),
    (
        "2010",
        "living",
        &[
            "<!---- >",
            "&amp=c",
            "&#13;",
            "\0",
            "&zz",
            "<a b='&\"'>",
            "<a b=&ampc>",
            "<!---- a-->",
            "<!------>",
            "<!----a-->",
            "<!----!>",
            "<!----!a-->",
            "<!DOCTYPE>",
            "<![CDATA[a]]>",
        ],
    ),
    ("living", "living-pi", &["<?target data?>", "<?3?>"]),
];

#[test]
fn a_page_shows_the_rules_that_changed() {
    let page = corpus("editions.html");
    let stdout =
        run(["editions", "--errors", "--format=jsonl", page.to_str().expect("the path is UTF-8")]).quiet();
    let differences: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let reading = |difference: &Value, edition: &str| {
        let readings = difference["readings"].as_array().expect("a list").clone();
        let of =
            |reading: &Value| reading["editions"].as_array().is_some_and(|all| all.contains(&edition.into()));
        readings.iter().position(of).unwrap_or_else(|| panic!("{edition} has no reading in {difference}"))
    };
    for (older, newer, sources) in RULES {
        for source in sources {
            let shown = differences.iter().any(|difference| {
                difference["source"].as_str().is_some_and(|text| text.contains(source))
                    && reading(difference, older) != reading(difference, newer)
            });
            assert!(shown, "{source:?} is read alike by {older} and {newer}");
        }
    }
}

#[test]
fn unreadable_inputs_are_reported_and_the_others_read() {
    let folder = Folder::new();
    let page = folder.file("page.html", b"<br/>");
    for words in [&["editions"][..], &["tokens", "--edition=2007"]] {
        let mut arguments: Vec<_> = words.iter().map(AsRef::as_ref).collect();
        let missing = folder.path().join("missing.html");
        arguments.extend([missing.as_os_str(), page.as_os_str()]);
        let run = run(arguments);
        assert!(run.stderr.contains("missing.html: no such file or folder"), "{}", run.stderr);
        assert!(run.stdout.contains("<br>"), "{}", run.stdout);
        assert_eq!(run.status, Some(1));
    }
}

/// The differences of one page are many. To look at all that is left for each of them takes minutes.
#[test]
fn many_differences_in_one_page() {
    let page = "<br/>\n".repeat(60_000);
    let printed = pipe(["editions", "--errors", "--format=jsonl"], page.as_bytes()).quiet();
    assert_eq!(printed.lines().count(), 60_000);
}
