//! `tagspan select`: what it prints of elements, rows, what is left out, and what is refused.

use crate::harness::{Folder, pipe, pipe_in_parts, run};

const PAGE: &str = "<!DOCTYPE html><title>Shop</title>\n\
    <article><a href=/1>One</a> and <a>two</a></article>\n\
    <div class=product><h2>Fish &amp; <b>chips</b></h2><span class=price>5</span><a HREF='/fish?a&amp;b'>x</a></div>\n\
    <div class=product><h2>Peas</h2><div class=product><h2>Inner</h2></div></div>\n\
    <table><tr><td>1<td>2</table>";

/// (the arguments, what is printed)
const TABLE: &[(&[&str], &str)] = &[
    (&["article a[href]"], "<a href=/1>One</a>\n"),
    (&["a", "-a", "href"], "/1\n/fish?a&b\n"),
    (&["h2", "--text"], "Fish & chips\nPeas\nInner\n"),
    (&["title", "--span"], "15..34\n"),
    (&["h2", "--count"], "3\n"),
    (&["video", "--count"], "0\n"),
    (&["video"], ""),
    (&["h2", "--first", "-t"], "Fish & chips\n"),
    (&["div", "-r", "span", "-r", "a", "-t"], "Fish & chips\nPeasInner\nInner\n"),
    (
        &["div", "-r", "h2", "--remove=.price"],
        "<div class=product><a HREF='/fish?a&amp;b'>x</a></div>\n\
         <div class=product><div class=product></div></div>\n<div class=product></div>\n",
    ),
    (&["div", "-r", "div", "--count"], "0\n"),
    // The tree builder adds it, and an end tag is implied.
    (&["tbody"], "<tr><td>1<td>2\n"),
    (&["td"], "<td>1\n<td>2\n"),
    (
        &["h2 b, tbody > tr", "--format=jsonl"],
        "{\"span\":[122,134],\"start_tag\":[122,125],\"content\":[125,130],\"element\":\"b\",\"attributes\":{},\
         \"text\":\"chips\",\"html\":\"<b>chips</b>\"}\n\
         {\"span\":[286,300],\"start_tag\":[286,290],\"content\":[290,300],\"element\":\"tr\",\"attributes\":{},\
         \"text\":\"12\",\"html\":\"<tr><td>1<td>2\"}\n",
    ),
    (
        &["--column=title=h2", "--column", "price=.price", "--column=url=a@href"],
        "{\"title\":\"Fish & chips\",\"price\":\"5\",\"url\":\"/1\"}\n",
    ),
    (
        &["--each=.product", "--column=title=h2", "--column", "price=.price", "--column=url=a@HREF"],
        "{\"title\":\"Fish & chips\",\"price\":\"5\",\"url\":\"/fish?a&b\"}\n\
         {\"title\":\"Peas\",\"price\":null,\"url\":null}\n{\"title\":\"Inner\",\"price\":null,\"url\":null}\n",
    ),
    (&["--each=.product", "-1", "-r", "b", "--column=t=h2"], "{\"t\":\"Fish & \"}\n"),
    (&["--column=t=video"], "{\"t\":null}\n"),
    (&["--each=video", "--column=t=h2"], ""),
    // The first that has it.
    (&["a, div", "-1", "-a", "class"], "product\n"),
    // An @ in quotes is a part of the selector.
    (&["--column=t=a[href$='@x']"], "{\"t\":null}\n"),
];

#[test]
fn elements_and_rows() {
    for (arguments, expected) in TABLE {
        let words = || ["select"].iter().chain(*arguments);
        assert_eq!(pipe(words(), PAGE.as_bytes()).quiet(), *expected, "{arguments:?}");
        // In chunks, which divide tags and text.
        let parts: Vec<&[u8]> = PAGE.as_bytes().chunks(97).collect();
        assert_eq!(pipe_in_parts(words(), &parts).quiet(), *expected, "{arguments:?}");
    }
}

#[test]
fn places_are_those_of_the_source_and_misnested_tags_are_named() {
    let page = b"<meta charset=shift_jis>\x93\xFA<p>\x96\x7B</p>";
    assert_eq!(pipe(["select", "p", "--span"], page).quiet(), "26..35\n");
    assert_eq!(pipe(["select", "p"], page).quiet(), "<p>本</p>\n");
    // A browser moves it out of the table.
    let page = b"<table><b>out</b></table>";
    assert_eq!(pipe(["select", "table b", "--format=jsonl"], page).quiet(), "");
    let moved = pipe(["select", "b", "--format=jsonl"], page).quiet();
    assert!(moved.ends_with(",\"ambiguity\":\"foster-parented\"}\n"), "{moved}");
}

#[test]
fn inputs_are_named_where_there_are_several() {
    let folder = Folder::new();
    let (one, two) = (folder.file("a.html", "<p>1"), folder.file("b.html", "<p>2<p>3"));
    let printed = |words: &[&str]| {
        let files = [one.as_os_str(), two.as_os_str()];
        run(words.iter().map(AsRef::as_ref).chain(files))
            .quiet()
            .replace(&*folder.path().to_string_lossy(), "")
    };
    assert_eq!(printed(&["select", "p", "-c"]), "==> /a.html <==\n1\n\n==> /b.html <==\n2\n");
    assert_eq!(
        printed(&["select", "--each", "p", "--column=n=p"]),
        "{\"n\":\"1\",\"file\":\"/a.html\"}\n{\"n\":\"2\",\"file\":\"/b.html\"}\n{\"n\":\"3\",\"file\":\"/b.html\"}\n"
    );
    // Each page of a folder, in the order of the names.
    let all = run(["select".as_ref(), "p".as_ref(), "-t".as_ref(), folder.path().as_os_str()]).quiet();
    assert_eq!(all.lines().filter(|line| line.len() == 1).collect::<String>(), "123");
}

#[test]
fn what_is_refused_is_named() {
    for (words, message) in [
        (&["a:hover"][..], "`:hover` at byte 1"),
        (&["a:last-child"], "`:last-child` at byte 1"),
        (&["a[", "-t"], "the end at byte 2"),
        (&[], "a selector is expected"),
        (&["--column=x"], "NAME=SELECTOR"),
        (&["--column=x=:has(b)"], "`:has(b)` at byte 0"),
        (&["--each=a"], "--column"),
        (&["a", "-t", "-c"], "cannot be used with"),
        (&["a", "-r", "::before"], "`::before` at byte 0"),
        (&["a", "-a", ""], "--attribute <NAME>"),
        // An object has no key twice.
        (&["--column=t=a", "--column=t=b"], "two columns t"),
        (&["--column=file=a"], "the column file"),
        (&["p", "--column=t=a"], "--each p"),
    ] {
        let run = run(["select"].iter().chain(words));
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{words:?}");
        assert!(run.stderr.contains(message), "{words:?}: {}", run.stderr);
    }
}

/// (the page, the arguments, what is printed)
const ENDS: &[(&str, &[&str], &str)] = &[
    // Only white space follows the end tags of these, so they end there.
    ("<html><body>a</body> </html> ", &["body"], "<body>a</body>\n"),
    ("<html><body>a</body> </html> ", &["html"], "<html><body>a</body> </html>\n"),
    ("<body>a</body>b", &["body"], "<body>a</body>b\n"),
    ("<p>a<br>b<img src=x>", &["br, img"], "<br>\n<img src=x>\n"),
    ("<p>a<br>b", &["br, p"], "<p>a<br>b\n<br>\n"),
    // The end tag of an element around a removed one that is still open.
    ("<b>1<p>2</b>3</p>", &["b", "-r", "p"], "<b>1</b>\n"),
    ("<div><a>1</a></div><a>2</a>", &["a", "-r", "div"], "<a>2</a>\n"),
    ("<i><u>1<div><a>2</a></div></u></i>", &["i, u", "-r", "div"], "<i><u>1</u></i>\n<u>1</u>\n"),
];

#[test]
fn elements_end_where_a_browser_ends_them() {
    for (page, arguments, expected) in ENDS {
        let words = || ["select"].iter().chain(*arguments);
        assert_eq!(pipe(words(), page.as_bytes()).quiet(), *expected, "{page}, {arguments:?}");
        let parts: Vec<&[u8]> = page.as_bytes().chunks(1).collect();
        assert_eq!(pipe_in_parts(words(), &parts).quiet(), *expected, "{page}, {arguments:?}");
    }
}

/// Each of these elements takes time, and none waits for the others; within `body` all of them do.
#[test]
fn many_elements_take_linear_time() {
    let page = format!("<body>{}", "<p>a".repeat(100_000));
    for (selector, count) in [("p", 100_000), ("body, p", 100_001)] {
        let printed = pipe(["select", selector, "--text"], page.as_bytes()).quiet();
        assert_eq!(printed.lines().count(), count, "{selector}");
    }
    let rows = pipe(["select", "--each=p, body", "--column=t=p, body"], page.as_bytes()).quiet();
    assert_eq!(rows.lines().count(), 100_001);
}

#[test]
fn what_is_too_deep_is_reported() {
    let page = format!("{}<b>deep</b>", "<div>".repeat(600));
    let run = pipe(["select", "b, div", "-c"], page.as_bytes());
    assert_eq!((run.stdout.as_str(), run.status), ("510\n", Some(1)));
    assert!(run.stderr.contains("91 elements are left out"), "{}", run.stderr);
}

/// More than 64M wait: the spans of elements in one that is open, and their text.
#[test]
fn what_is_not_kept_is_reported() {
    let page = format!("<body>{}", "<p>".repeat(500_000));
    let run = pipe(["select", "body, p", "--span"], page.as_bytes());
    let whole = run.stdout.lines().count();
    assert!((100_000..500_001).contains(&whole), "{whole}");
    let left_out = 500_001 - whole;
    assert!(
        run.stderr.contains(&format!("{left_out} elements or rows are cut or left out")),
        "{}",
        run.stderr
    );
    assert_eq!(run.status, Some(1));

    let page = format!("<body><p>{}<p>b", "a".repeat(70 << 20));
    let run = pipe(["select", "p", "--text"], page.as_bytes());
    assert!(run.stdout.ends_with("a\nb\n"), "the next one is whole");
    assert!(run.stdout.len() < 65 << 20, "{}", run.stdout.len());
    assert!(run.stderr.contains("1 elements or rows are cut or left out"), "{}", run.stderr);
}
