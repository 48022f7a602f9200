//! `tagspan view`: the page, what it says and what it leaves out, and that nothing of the input runs in a browser.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use testing::browser::Browser;

use crate::harness::{Folder, command, corpus, finish, pipe, run};

/// Markup that would do something if it were not escaped.
const HOSTILE: &[u8] = b"<p title=\"</script><script>document.title='ran'</script>\">\0\xE2\x80\xAE]]></pre></a>\
    <img src=x onerror=document.title='ran'><script>document.title='ran'</script>&lt;script>--></title><b b=1 b=2 \xFF";

#[test]
fn tokens_errors_and_encoding_are_on_the_page() {
    let html = pipe(["view", "--chunk-size=8"], b"<p a=1>x&amp;</p >").quiet();
    for expected in [
        "18 bytes, read as UTF-8: tentative by default.",
        "<li class=start>start tags: 1, 7 bytes",
        "<li class=straddles>straddling chunks: 2",
        "<a id=s0 href=#t0 class=\"start\"><i data-n=1></i>&lt;<i class=n>p</i> <i class=a>a</i>=<i class=v>1</i>></a>",
        "<a id=s1 href=#t1 class=\"text straddles\">x<u title=\"a chunk ends at byte 8\"></u>\
         <i class=r title=\"&amp; U+0026\">&amp;amp;</i></a>",
        "<tr id=t2 class=end><td><a href=#s2>13..18</a><td>EndTag <em>straddles</em><td>p",
        "<h2>No parse errors</h2>",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
    let html = pipe(["view"], b"<meta charset=koi8-r>\xC1<a b b>").quiet();
    for expected in [
        "read as KOI8-R: tentative by prescan, bytes 0..21 <code>&lt;meta charset=koi8-r&gt;</code>",
        "<li><b>1</b> duplicate-attribute",
        "<li id=e1><a href=#m1>duplicate-attribute</a> at 1:28, bytes 27..28, noticed at byte 28: a tag has two attributes of one \
         name. A browser takes the first one and ignores this one. <a href=https://html.spec.whatwg.org/",
        "\n<ul>\n<li><a href=#m1>1:28</a> this attribute is ignored\n<li><a href=#r1>1:26</a> the first one is here\n\
         <li>Fix: remove it\n</ul>\n",
        "<b id=r1 class=also title=\"the first one is here\">1</b>\
         <i class=a><mark class=also title=\"the first one is here\">b</mark></i> \
         <b id=m1 title=\"duplicate-attribute: this attribute is ignored\">1</b><i class=d title=\"a duplicate that is ignored\">\
         <mark title=\"this attribute is ignored\">b</mark></i>",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
}

#[test]
fn what_is_left_out_is_counted() {
    let html = pipe(["view", "--shown=10"], b"<p>one<p>two<p>three").quiet();
    assert!(html.contains("The first 3 of 6 tokens, bytes 0..9. The rest is only counted."), "{html}");
    assert!(html.contains("<li class=start>start tags: 3, 9 bytes"));
    assert!(html.contains("id=s2") && !html.contains("id=s3"));
}

/// The source of an input as a page shows it: `[1]` before the first line, `{1}` before what error 1 is about, the bytes at fault
/// between `«` and `»`, related ones between `‹` and `›`, `|` between blocks.
fn source(input: &[u8]) -> String {
    let html = pipe(["view"], input).quiet();
    let (_, source) = html.split_once("aria-label=Source>\n").unwrap();
    let (source, _) = source.split_once("</section>").unwrap();
    let Some(source) = source.strip_prefix("<pre>\n") else { return source.to_owned() };
    let source = source.strip_suffix("</pre>\n").unwrap();
    let source = source.replace("</pre>\n<pre>\n", "<pre>");
    let (mut shown, mut rest, mut closing) = (String::new(), &*source, "");
    while let Some((text, tag)) = rest.split_once('<') {
        let (tag, behind) = tag.split_once('>').unwrap();
        shown += text;
        match tag {
            "pre" => shown.push('|'),
            "s" => shown.push('↵'),
            "/b" => shown.push('}'),
            "/mark" => shown += closing,
            _ if tag.starts_with("b ") => shown.push('{'),
            _ if tag.starts_with("i data-n=") => shown += &format!("[{}]", &tag["i data-n=".len()..]),
            _ if tag.starts_with("mark class=also ") => (shown, closing) = (shown + "‹", "›"),
            _ if tag.starts_with("mark ") => (shown, closing) = (shown + "«", "»"),
            _ => {}
        }
        rest = behind;
    }
    (shown + rest).replace("&lt;", "<").replace("&amp;", "&")
}

#[test]
fn lines_are_numbered_as_they_are_counted() {
    for (input, expected) in [
        ("", ""),
        ("a", "[1]a"),
        ("a\n", "[1]a\n[2]"),
        ("a\r\nb\rc\n\nd", "[1]aCR\n[2]bCR\n[3]c\n[4]\n[5]d"),
        // Not a line end. The CR at the end of a token, and two.
        ("a\x0Cb\u{2028}d", "[1]aU+000CbU+2028d"),
        ("<p\r><b a='\r\r\n'>\r</b>\n", "[1]<pCR\n[2]><b a='CR\n[3]CR\n[4]'>CR\n[5]</b>\n[6]"),
        ("<!--\r-->\n<script>\n\r\n</script>", "[1]<!--CR\n[2]-->\n[3]<script>\n[4]CR\n[5]</script>"),
    ] {
        assert_eq!(source(input.as_bytes()), expected, "{input:?}");
    }
    // Those of the errors.
    let html = pipe(["view"], b"\r\r\n\x0C\n</>").quiet();
    assert!(html.contains("<a id=s1 href=#t1 class=\"other\"><i data-n=4></i><b id=m1 "), "{html}");
    assert!(html.contains("<a href=#m1>missing-end-tag-name</a> at 4:1, bytes 5..8,"), "{html}");
}

#[test]
fn the_bytes_at_fault_are_marked() {
    for (input, expected) in [
        ("<p id=a id=b>", "[1]<p {1}‹id›=a {1}«id»=b>"),
        // Attributes over several parts; nothing, between two bytes.
        ("</p a b='1'>", "[1]</p {1}«a»« »«b»«='»«1»«'»>"),
        ("<p a=\"1\"b>", "[1]<p a=\"1\"{1}b>"),
        // Bytes of a token before the one where the error is noticed, and one at the end of the input.
        ("<svg><![CDATA[a\n", "[1]<svg>{1}«<![CDATA[»a\n[2]{1}"),
        ("<script><!-- <b>\nx", "[1]<script>{1}«<!--» <b>\n[2]x{1}"),
        ("<!-- <!-- -->", "[1]{1}‹<!--› {1}«<!--» -->"),
        // One within another, and two that begin together.
        ("&notit;&#0", "[1]{1}«&not»it;{2}{3}«&#0»"),
    ] {
        assert_eq!(source(input.as_bytes()), expected, "{input:?}");
        // Offsets of the source differ from those of the text, in which the byte order mark has three bytes.
        let shown = input.encode_utf16().flat_map(u16::to_le_bytes);
        let utf16 = [0xFF, 0xFE].into_iter().chain(shown).collect::<Vec<_>>();
        assert_eq!(source(&utf16), expected.replacen("[1]", "[1]U+FEFF", 1), "{input:?} in UTF-16");
    }
    let utf16: Vec<u8> = "\u{FEFF}é\n</p/>".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let html = pipe(["view"], &utf16).quiet();
    assert!(html.contains("at 2:4, bytes 12..14, noticed at byte 14: an end tag has a /"), "{html}");
    assert_eq!(source(b"<meta charset=shift_jis>\x83\x5C\n</>").lines().last(), Some("[2]{1}«</>»"));
}

/// Blocks are no longer than a browser lays out at once, whatever the lines and tokens.
#[test]
fn long_tokens_go_on_in_the_next_block() {
    let script = "<script>\n".to_owned() + &"if (a) {\n".repeat(1000) + "</script>";
    let shown = source(script.as_bytes());
    assert!(shown.starts_with("[1]<script>\n[2]if (a) {\n[3]"), "{shown}");
    assert!(shown.contains("|[51]if (a) {\n[52]") && shown.contains("|[951]if"), "{shown}");
    // Elements go on, but for their ids. Lines that are too long are divided at characters.
    let long = "<p title='".to_owned()
        + &"é\u{1F600}".repeat(10_000)
        + &"\u{AD}".repeat(20_000)
        + "'>"
        + &"x".repeat(20_000);
    let html = pipe(["view"], long.as_bytes()).quiet();
    assert!(html.contains("<s></s></i></a></pre>\n<pre>\n<a href=#t0 class=\"start\"><i class=v>"), "{html}");
    let blocks = html.matches("<pre>").count();
    assert!(blocks > long.len() / (8 << 10), "{blocks}");
    assert_eq!(html.matches("id=s0").count(), 1);
    let shown = source(long.as_bytes()).replace("↵|", "").replace("U+00AD", "\u{AD}");
    assert!(shown.strip_prefix("[1]") == Some(&*long), "{} and {} bytes", shown.len(), long.len());
    // Bytes that begin no character.
    let bytes = [b"<meta charset=utf-8>".to_vec(), vec![0x80; 40_000]].concat();
    let shown = source(&bytes);
    assert_eq!((shown.matches("\\x80").count(), shown.matches("↵|").count()), (40_000, 4));
    // Tokens without line ends.
    assert_eq!(source("<b>".repeat(2000).as_bytes()).replace("↵|", "").len(), "[1]".len() + 6000);
}

#[test]
fn errors_that_are_not_listed_are_counted() {
    for (options, page, heading) in [
        (&["--shown=4"][..], "<p>one</>".to_owned(), "Parse errors, 0 of 1"),
        (&["--shown=4"], "</>two</>".to_owned(), "Parse errors, 1 of 2"),
        // One about bytes that are shown, noticed where nothing is.
        (&["--shown=20"], "<svg><![CDATA[</></p><a".to_owned(), "Parse errors"),
        (&[], "</>".repeat(1001), "Parse errors, 1000 of 1001"),
        (&[], "</>".repeat(1000), "Parse errors"),
    ] {
        let html = pipe(["view"].iter().chain(options), page.as_bytes()).quiet();
        assert!(html.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    // What is shown ends before a token that is not shown whole, with its errors.
    for (shown, marks) in [("--shown=4", 0), ("--shown=9", 0), ("--shown=20", 1)] {
        assert_eq!(pipe(["view", shown], b"<p>one<!--").quiet().matches("id=m1").count(), marks);
    }
}

#[test]
fn the_page_is_written_whole_or_not_at_all() {
    let folder = Folder::new();
    let (page, output) = (folder.file("page.html", "<p>"), folder.path().join("view.html"));
    let words = |output: &Path| ["view".into(), page.clone(), "--output".into(), output.to_path_buf()];
    assert_eq!(run(words(&output)).quiet(), "");
    assert!(std::fs::read_to_string(&output).unwrap().contains("id=s0"));
    let failed = run(words(&folder.path().join("gone/view.html")));
    assert_eq!(failed.status, Some(1));
    assert!(failed.stderr.contains("view.html: no such file"), "{}", failed.stderr);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_dash_is_standard_output_and_one_page_is_read() {
    let folder = Folder::new();
    let page = folder.file("page.html", "<p>");
    let mut command = command();
    let child = command.arg("view").arg(&page).args(["-o", "-"]).current_dir(folder.path()).spawn().unwrap();
    assert!(finish(child).quiet().contains("id=s0"));
    folder.file("other.html", "<p>");
    let refused = run(["view".as_ref(), folder.path().as_os_str()]);
    let message = format!("tagspan: {}: has several pages: name one of them\n", folder.path().display());
    assert_eq!((refused.stdout.as_str(), refused.stderr, refused.status), ("", message, Some(1)));
}

/// A device or a pipe stays what it is.
#[test]
#[cfg(unix)]
fn what_is_no_file_is_not_replaced() {
    use std::os::unix::fs::FileTypeExt;

    let folder = Folder::new();
    let (page, pipe) = (folder.file("page.html", "<p>"), folder.path().join("pipe"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    run(["view".as_ref(), page.as_os_str(), "-o".as_ref(), pipe.as_os_str()]).quiet();
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(reader.join().unwrap().contains("id=s0"));
}

/// Opens the page about an input.
fn open(browser: &Browser, folder: &Folder, input: &Path) {
    let page = folder.path().join("view.html");
    run(["view".as_ref(), input.as_os_str(), "-o".as_ref(), page.as_os_str()]).quiet();
    browser.open(&format!("file://{}", page.display()));
}

#[test]
fn a_browser_shows_the_page_and_runs_nothing_of_the_input() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::new();
    let is_seen = |id: &str| {
        browser.ask(&format!(
            "const box = document.getElementById('{id}').getBoundingClientRect();\
             return box.bottom > 0 && box.top < innerHeight && getComputedStyle(document.body).color !== ''"
        ))
    };

    open(&browser, &folder, &corpus("soup.html"));
    browser.hover("#s4");
    assert_eq!(
        browser.ask("return [...document.querySelectorAll('.chosen')].map(one => one.id)"),
        json!(["s4", "t4"])
    );
    let row = browser
        .ask("return [...document.getElementById('t4').cells].map(cell => cell.textContent).join(' ')");
    assert_eq!(browser.ask("return document.getElementById('info').textContent"), row);
    browser.ask("document.querySelector('#errors a').click()");
    assert_eq!(is_seen("m1"), true);
    assert_eq!(
        browser.ask("return document.getElementById('info').textContent"),
        browser.ask("return document.getElementById('e1').textContent.trim().replaceAll(/\\n+/g, '\\n')")
    );
    for (keys, chosen) in [("j", 1), ("jj", 3), ("k", 2)] {
        // From the token of the error on.
        let before =
            browser.ask("return Number(document.querySelector('.chosen').id.slice(1))").as_i64().unwrap();
        keys.chars().for_each(|key| browser.press(&key.to_string()));
        let after =
            browser.ask("return Number(document.querySelector('.chosen').id.slice(1))").as_i64().unwrap();
        let steps = if keys == "k" { -1 } else { keys.len() as i64 };
        assert_eq!(after - before, steps, "{keys}, {chosen}");
    }
    // The numbers of lines, and of errors, are not copied.
    let copied = "getSelection().selectAllChildren(document.getElementById('source')); return getSelection().toString()";
    let text = std::fs::read_to_string(corpus("soup.html")).unwrap();
    assert_eq!(browser.ask(copied).as_str().unwrap().trim_end(), text.trim_end());
    browser.ask("getSelection().empty(); document.querySelector('#errors a[href^=\"#r\"]').click()");
    assert_eq!(is_seen("r1"), true);
    let color = "return getComputedStyle(document.body).backgroundColor";
    let light = browser.ask(color);
    browser.press("d");
    assert_ne!(browser.ask(color), light);
    assert_eq!(browser.log(), json!([]));

    open(&browser, &folder, &folder.file("hostile.html", HOSTILE));
    assert!(browser.ask("return document.title").as_str().unwrap().ends_with("hostile.html: tokens"));
    assert_eq!(browser.ask("return [document.scripts.length, document.images.length]"), json!([1, 0]));
    assert_eq!(browser.log(), json!([]));
}
