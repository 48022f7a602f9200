//! `tagspan links` and `tagspan text`: both formats, several inputs, encodings, and what is left out.

use serde_json::Value;

use crate::harness::{Folder, command, finish, pipe, run};

#[test]
fn links_have_a_place_and_a_url() {
    let page =
        b"<a rel=x href=/a?b&amp;c>1</a><img src='d.png'><a href='mailto:x@y'><a href='http://[x\x1B'>";
    for (options, expected) in [
        (&[][..], "14..24\ta\thref\t/a?b&c\n40..45\timg\tsrc\td.png\n56..66\ta\thref\tmailto:x@y\n"),
        (
            &["--base=http://a.example/e/f"],
            "14..24\ta\thref\thttp://a.example/a?b&c\n40..45\timg\tsrc\thttp://a.example/e/d.png\n\
             56..66\ta\thref\tmailto:x@y\n",
        ),
    ] {
        let run = pipe(["links"].iter().chain(options), page);
        assert_eq!(run.quiet(), expected.to_owned() + "77..87\ta\thref\thttp://[x\\u{1b}\n", "{options:?}");
    }
    let printed = pipe(["links", "--format=jsonl", "--base=http://a.example/"], page).quiet();
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(
        lines[0],
        "{\"span\":[14,24],\"element\":\"a\",\"attribute\":\"href\",\"value\":\"/a?b&c\",\"rel\":\"x\",\
         \"url\":\"http://a.example/a?b&c\",\"kind\":\"attribute\",\"descriptor\":null}"
    );
    assert_eq!(
        lines[3],
        "{\"span\":[77,87],\"element\":\"a\",\"attribute\":\"href\",\"value\":\"http://[x\\u001b\",\"rel\":null,\"url\":null,\
         \"kind\":\"attribute\",\"descriptor\":null}"
    );
}

#[test]
fn urls_among_others_have_a_kind_and_a_descriptor() {
    let page = b"<meta http-equiv=refresh content='5; url=/a'><img srcset='b,c 2x, d&amp;e'>";
    let printed = pipe(["links", "--format=jsonl"], page).quiet();
    let shown = |line: &str| {
        let link: Value = serde_json::from_str(line).expect("a line is JSON");
        [&link["span"], &link["value"], &link["kind"], &link["descriptor"]].map(Value::to_string).join(" ")
    };
    assert_eq!(
        printed.lines().map(shown).collect::<Vec<_>>(),
        [r#"[41,43] "/a" "refresh" "5""#, r#"[58,73] "b,c" "srcset" "2x""#, r#"[58,73] "d&e" "srcset" null"#]
    );
}

#[test]
fn attributes_beside_a_url_are_printed() {
    let page =
        b"<link rel=preload as=font type=t hreflang=de href=1><a download href=2><img alt='&quot;' src=3>";
    let printed = pipe(["links", "--format=jsonl"], page).quiet();
    let tails =
        printed.lines().map(|line| line.split_once("\"descriptor\":null").expect("each has the key").1);
    let expected = [r#","as":"font","hreflang":"de","type":"t"}"#, r#","download":""}"#, r#","alt":"\""}"#];
    assert_eq!(tails.collect::<Vec<_>>(), expected);
}

#[test]
fn attributes_that_are_named_are_links() {
    let page = b"<img src=1 data-src=2><p data-srcset='3, 4 2x' data-src=5>";
    let options = ["--attribute=img@data-src", "--attribute=*@data-srcset"];
    let printed = pipe(["links"].iter().chain(&options), page).quiet();
    let expected = "9..10\timg\tsrc\t1\n20..21\timg\tdata-src\t2\n\
                    38..39\tp\tdata-srcset\t3\n41..42\tp\tdata-srcset\t4\n";
    assert_eq!(printed, expected);
    let page = b"<style>@import 'a'</style><p style='b:url(c)'>";
    assert_eq!(pipe(["links", "--css"], page).quiet(), "16..17\tstyle\t\ta\n42..43\tp\tstyle\tc\n");
    assert_eq!(pipe(["links"], page).quiet(), "");
    let refused = run(["links", "--attribute=data-src", "-"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("write ELEMENT@ATTRIBUTE, such as img@data-src"), "{}", refused.stderr);
}

#[test]
fn spans_of_links_are_those_of_the_source_in_any_encoding() {
    let page = b"<meta charset=shift_jis><p>\x93\xFA\x96\x7B<a href='?\x93\xFA'>";
    let expected = "40..43\ta\thref\thttp://a.example/?%93%FA\n";
    assert_eq!(pipe(["links", "--base=http://a.example"], page).quiet(), expected);
}

#[test]
fn a_base_applies_to_the_links_before_it_that_wait() {
    let printed = pipe(["links", "--base=http://a.example"], b"<a href=1><base href=/b/><a href=2>").quiet();
    assert_eq!(printed, "8..9\ta\thref\thttp://a.example/b/1\n33..34\ta\thref\thttp://a.example/b/2\n");
    // More links than wait, in more than one piece.
    let page = "<a href=1>".repeat(20_000) + "<base href=/b/><a href=2>";
    let printed = pipe(["links", "--base=http://a.example"], page.as_bytes()).quiet();
    assert_eq!(printed.lines().count(), 20_001);
    assert!(printed.lines().next().is_some_and(|line| line.ends_with("http://a.example/1")));
    assert!(printed.ends_with("http://a.example/b/2\n"));
}

#[test]
fn text_has_title_and_language() {
    for (page, expected) in [
        (
            "<html lang=en><title>A \x1B page</title><p>one<p>two",
            "Title: A \\u{1b} page\nLanguage: en\n\none\n\ntwo\n",
        ),
        ("<p>one<br>", "one\n"),
        ("<title>Only</title>", "Title: Only\n"),
        ("<pre>a\\b\x1B\tc\u{202E}", "a\\b\\u{1b}\tc\\u{202e}\n"),
        ("", ""),
        ("a<noscript>b</noscript>", "a\n"),
    ] {
        assert_eq!(pipe(["text"], page.as_bytes()).quiet(), expected, "{page}");
    }
    assert_eq!(pipe(["text", "--noscript"], b"a<noscript>b</noscript>").quiet(), "ab\n");
    let hidden = b"a<b style=display:none>b</b>";
    assert_eq!(pipe(["text"], hidden).quiet(), "a\n");
    assert_eq!(pipe(["text", "--ignore-styles"], hidden).quiet(), "ab\n");
    assert_eq!(pipe(["text", "--list-markers"], b"<ol><li>a").quiet(), "1. a\n");
    assert_eq!(pipe(["text", "--collapse-tables"], b"<table><td>a<td><td>b").quiet(), "a\tb\n");
    let printed = pipe(["text", "--format=jsonl"], b"<title>A</title><p>one<p>\x1Btwo").quiet();
    assert_eq!(printed, "{\"title\":\"A\",\"lang\":null,\"text\":\"one\\n\\n\\u001btwo\"}\n");
}

#[test]
fn long_text_is_printed_as_it_comes() {
    let page = "<p>text".repeat(40_000) + "<title>Late</title>";
    let printed = pipe(["text"], page.as_bytes()).quiet();
    assert_eq!(printed, ["text"; 40_000].join("\n\n") + "\nTitle: Late\n");
    let page = "<title>Early</title>".to_owned() + &"<p>text".repeat(40_000);
    let printed = pipe(["text"], page.as_bytes()).quiet();
    assert_eq!(printed, "Title: Early\n\n".to_owned() + &["text"; 40_000].join("\n\n") + "\n");
    // The title lies across the end of the second buffer.
    let (text, folder) = ("a".repeat((128 << 10) - "<p><title>La".len()), Folder::new());
    let page = folder.file("page.html", format!("<p>{text}<title>Late</title>"));
    let run = command().arg("text").arg(page).spawn().map(finish).expect("the binary starts");
    assert_eq!(run.quiet(), format!("Title: Late\n\n{text}\n"));
}

#[test]
fn several_inputs_are_distinguished() {
    let folder = Folder::new();
    let one = folder.file("one.html", "<a href=http://a.example>1</a>");
    let two = folder.file("two.html", "<title>Two</title>");
    let gone = folder.path().join("gone.html");
    let gzip = folder.file("three.gz", b"\x1F\x8B\x08");
    let (first, second) = (one.to_string_lossy(), two.to_string_lossy());

    let paths = [&*one, &*two, &*gone, &*gzip];
    let with = |words: &[&str]| {
        let run = command().args(words).args(paths).spawn().map(finish).expect("the binary starts");
        assert_eq!(run.status, Some(1), "{words:?}");
        assert!(
            run.stderr.contains("gone.html: no such file") && run.stderr.contains("three.gz: "),
            "{}",
            run.stderr
        );
        run
    };
    let text = with(&["text"]).stdout;
    assert!(text.starts_with(&format!("==> {first} <==\n1\n\n==> {second} <==\nTitle: Two\n")), "{text}");
    let links = with(&["links"]).stdout;
    assert!(
        links.starts_with(&format!("==> {first} <==\n8..24\ta\thref\thttp://a.example/\n\n==> ")),
        "{links}"
    );
    for (words, expected) in [(["text", "--format=jsonl"], 2), (["links", "--format=jsonl"], 1)] {
        let run = with(&words);
        let lines: Vec<Value> =
            run.lines().iter().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
        assert_eq!(lines.len(), expected);
        assert_eq!(lines[0]["file"], *first);
    }
}

#[test]
fn what_is_left_out_is_a_failure() {
    let page = format!("<a href='{}'>text</a>", "x".repeat(5 << 20));
    let links = pipe(["links", "--format=jsonl"], page.as_bytes());
    assert_eq!(links.status, Some(1));
    assert!(
        links
            .stdout
            .ends_with(",\"url\":null,\"kind\":\"attribute\",\"descriptor\":null,\"truncated\":true}\n")
    );
    assert!(links.stderr.contains("1 parts of attribute values"), "{}", links.stderr);

    let attributes: String = (0..10_000).map(|number| format!(" a{number}")).collect();
    let page = format!("<p>text<a{attributes} href=x rel=y>y</a><b{attributes} c>");
    for words in [&["links"][..], &["links", "--format=jsonl"], &["text"]] {
        let left_out = pipe(words, page.as_bytes());
        let wanted =
            "left out are 3 attributes after the first 10000 of a tag, the first of which is at byte 7\n";
        assert!(left_out.stderr.ends_with(wanted), "{words:?}: {}", left_out.stderr);
        assert_eq!(left_out.status, Some(1), "{words:?}");
    }

    let page = "<p>text".repeat(3 << 20);
    let text = pipe(["text", "--format=jsonl"], page.as_bytes());
    assert_eq!(text.status, Some(1));
    assert!(
        text.stderr.contains(&format!("{} bytes of text", (18 << 20) - 2 - (16 << 20))),
        "{}",
        text.stderr
    );
}

#[test]
fn what_is_not_printed_is_not_missed() {
    let meta = format!("<meta name=a content='{}'>", "x".repeat(1000));
    let script = format!("<script type=application/ld+json>{}</script>", "x".repeat(5 << 20));
    let page = meta.repeat(2000) + &script + "<title>" + &"x".repeat(1 << 20) + "</title><p>text";
    assert_eq!(pipe(["links"], page.as_bytes()).quiet(), "");
    let text = pipe(["text"], page.as_bytes());
    assert_eq!(text.status, Some(1));
    let expected = format!("left out are {} bytes of the title\n", (1 << 20) - (16 << 10));
    assert!(text.stderr.ends_with(&expected), "{}", text.stderr);
}

#[test]
fn a_base_is_a_url() {
    let refused = run(["links", "--base=/relative", "-"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("relative URL without a base"), "{}", refused.stderr);
}

/// Each link keeps a copy of its tag's `alt` and `rel`: a hostile tag must not take more memory than the limit.
#[test]
fn links_of_one_tag_are_bounded() {
    let candidates: String = (0..1000).map(|number| format!("{number} {number}w,")).collect();
    let page = format!("<img alt='{}' srcset='{candidates}'><a href=last>", "x".repeat(200_000));
    let run = pipe(["links"], page.as_bytes());
    let lines = run.stdout.lines().count();
    assert!((100..1000).contains(&lines) && run.stdout.contains("last"), "{lines} lines");
    assert!(run.stderr.contains("links") && run.status == Some(1), "{}", run.stderr);
    // Others are printed as they come, however many they are.
    let run = pipe(["links"], "<a href=x>".repeat(300_000).as_bytes());
    assert_eq!((run.stdout.lines().count(), run.status), (300_000, Some(0)), "{}", run.stderr);
}
