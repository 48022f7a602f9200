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
        "<a id=s0 href=#t0 class=\"start\">&lt;<i class=n>p</i> <i class=a>a</i>=<i class=v>1</i>></a>",
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
        "<li id=e1><a href=#m1>duplicate-attribute</a> at 1:29, byte 28: a tag has two attributes of one name. A browser \
         takes the first one and ignores this one. <a href=https://html.spec.whatwg.org/",
        "<i class=d title=\"a duplicate that is ignored\">b</i><b id=m1 title=duplicate-attribute>1</b>",
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

#[test]
fn errors_that_are_not_listed_are_counted() {
    for (options, page, heading) in [
        (&["--shown=4"][..], "<p>one</>".to_owned(), "Parse errors, 0 of 1"),
        (&["--shown=4"], "</>two</>".to_owned(), "Parse errors, 1 of 2"),
        (&[], "</>".repeat(1001), "Parse errors, 1000 of 1001"),
        (&[], "</>".repeat(1000), "Parse errors"),
    ] {
        let html = pipe(["view"].iter().chain(options), page.as_bytes()).quiet();
        assert!(html.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    // The mark of an error at the end of an input has no place where that is not shown.
    for (shown, marks) in [("--shown=4", 0), ("--shown=20", 1)] {
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
        browser.ask("return document.getElementById('e1').textContent")
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
