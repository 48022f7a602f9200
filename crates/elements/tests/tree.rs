//! Which elements open and close, as paths, and that hostile pages take work in proportion.
//!
//! `crates/select/tests/select/trees.rs` compares with the trees of html5ever.

use tagspan::{Text, Token};
use tagspan_elements::{Ambiguity, Builder, Closing, NewElement, Observer, Open, TextPart, Tree};

/// Writes what happens.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    ambiguities: Vec<Ambiguity>,
    opened: usize,
    closed: usize,
}

impl Observer for Log {
    type Data = String;
    fn closed(&mut self, open: Open<String>, closing: Closing, _: &[Open<String>]) {
        self.closed += 1;
        if closing == Closing::EndTag {
            self.lines.push(format!("{} ends", open.data));
        }
    }
}

impl Builder for Log {
    fn open(&mut self, element: &NewElement<'_>, parent: Option<&mut String>) -> String {
        self.opened += 1;
        let parent = parent.map_or("", |parent| parent);
        let name = String::from_utf8_lossy(element.name).to_ascii_lowercase();
        let how = match element.tag {
            Some(_) if element.is_clone => "again ",
            Some(_) => "",
            None => "implied ",
        };
        // Long paths are of hostile pages.
        let path = if parent.len() < 200 { format!("{parent}/{name}") } else { name };
        self.lines.push(format!("{how}{path}"));
        path
    }
    fn insert_empty(&mut self, element: &NewElement<'_>, parent: Option<&mut String>) {
        self.open(element, parent);
        self.opened -= 1;
    }
    fn text(&mut self, text: Text<'_>, part: TextPart, parent: &mut String) {
        let text = text.value();
        let text = part.of(&text);
        if !text.is_empty() {
            self.lines.push(format!("{parent} {text:?}"));
        }
    }
    fn head_ended(&mut self, _: &mut String, by_end_tag: bool) {
        // It is taken off the stack.
        self.closed += 1;
        if by_end_tag {
            self.lines.push("head ends".to_owned());
        }
    }
    fn page_ended(&mut self, data: &mut String) {
        self.lines.push(format!("{data} may end"));
    }
    fn moved(&mut self, data: &mut String, parent: Option<&mut String>) {
        let name = data.rsplit('/').next().unwrap_or_default().to_owned();
        *data = format!("{}/{name}", parent.map_or("", |parent| parent));
        self.lines.push(format!("moved {data}"));
    }
    fn ambiguous(&mut self, ambiguity: Ambiguity) {
        self.ambiguities.push(ambiguity);
    }
}

fn log(html: &str) -> Log {
    let mut tree = Tree::new(Log::default());
    tagspan::tokenize(html).for_each(|token: Token<'_>| tree.push(token)).unwrap();
    tree.finish();
    assert!(tree.open_elements().is_empty(), "{html}");
    let log = std::mem::take(tree.builder_mut());
    assert_eq!(log.opened, log.closed);
    log
}

/// The lines after those of `html`, `head` and `body`, without these in the paths.
fn lines(html: &str) -> Vec<String> {
    let mut lines = log(html).lines;
    lines.retain(|line| !["implied /html", "implied /html/head", "implied /html/body"].contains(&&**line));
    lines.into_iter().map(|line| line.replace("/html/body/", "")).collect()
}

#[test]
fn elements_open_and_close_as_in_a_tree() {
    for (html, expected) in [
        ("<p>a<p>b", &["p", "p \"a\"", "p", "p \"b\""][..]),
        ("<p>a</p>", &["p", "p \"a\"", "p ends"]),
        ("<div></p>", &["div", "implied div/p"]),
        (
            "<b>a<p>b</b>c",
            &["b", "b \"a\"", "b/p", "b/p \"b\"", "b ends", "moved p", "again p/b", "p/b ends", "p \"c\""],
        ),
        ("<p><b>a<p>b", &["p", "p/b", "p/b \"a\"", "p", "again p/b", "p/b \"b\""]),
        ("<a>1<a>2", &["a", "a \"1\"", "a ends", "a", "a \"2\""]),
        (
            "<table><td>a",
            &[
                "table",
                "implied table/tbody",
                "implied table/tbody/tr",
                "table/tbody/tr/td",
                "table/tbody/tr/td \"a\"",
            ],
        ),
        ("<table>a<tr>", &["table", "/html/body \"a\"", "implied table/tbody", "table/tbody/tr"]),
        ("<table><p>a", &["table", "p", "p \"a\""]),
        (
            "<table><col><tr>",
            &[
                "table",
                "implied table/colgroup",
                "table/colgroup/col",
                "implied table/tbody",
                "table/tbody/tr",
            ],
        ),
        ("<form><div></form><p>", &["form", "form/div", "form/div/p"]),
        ("<div><form></div><form>", &["div", "div/form", "div ends"]),
        (
            "<select><option>a<option>b",
            &["select", "select/option", "select/option \"a\"", "select/option", "select/option \"b\""],
        ),
        ("<svg><p>", &["svg", "p"]),
        ("<svg><foreignObject><p></svg>", &["svg", "svg/foreignobject", "svg/foreignobject/p"]),
        ("<svg><x></y><z/>", &["svg", "svg/x", "svg/x/z"]),
        ("<b></b></body> a", &["b", "b ends", "/html/body may end", "/html/body \" a\""]),
        (
            "<template><tr><td>a</template><p>",
            &[
                "/html/head/template",
                "/html/head/template/tr",
                "/html/head/template/tr/td",
                "/html/head/template/tr/td \"a\"",
                "/html/head/template ends",
                "p",
            ],
        ),
        ("<xxxxxxxxxx><div></xxxxxxxxxxx></xxxxxxxxxx>", &["xxxxxxxxxx", "xxxxxxxxxx/div"]),
        ("<xxxxxxxxxx></xxxxxxxxxxx></xxxxxxxxxx>", &["xxxxxxxxxx", "xxxxxxxxxx ends"]),
    ] {
        assert_eq!(lines(html), expected, "{html}");
    }
}

#[test]
fn ambiguities_are_reported() {
    for (html, expected) in [
        ("<p><b>a</p></b>", &[][..]),
        ("<table><p>", &[Ambiguity::FosterParented]),
        ("<b><p></b>", &[Ambiguity::Misnested]),
        ("<p><body class=a>", &[Ambiguity::LateAttributes]),
        ("<p><html lang=a>", &[Ambiguity::LateAttributes]),
        ("<p></p><frameset>", &[Ambiguity::Frameset]),
    ] {
        assert_eq!(log(html).ambiguities, expected, "{html}");
    }
}

#[test]
fn hostile_pages_take_work_in_proportion() {
    for part in [
        "<b>",
        "<p><b id=1>",
        "<b><p>",
        "<b><p></b>",
        "<a><div>",
        "<i></p>",
        "<table><b>",
        "<table><tr><td>",
        "<div><object></div>",
        "<template>",
        "<svg><desc>",
        "<x></y>",
        "<form></form>",
        "<li><ul>",
        "</b>",
        "<font color=1><p>a</p>",
        "<nobr>",
    ] {
        let [half, whole] = [4_000, 8_000].map(|count| {
            let log = log(&part.repeat(count));
            log.lines.len() + log.ambiguities.len()
        });
        assert!(whole <= half * 2 + half / 10 + 100, "{part}: {half}, {whole}");
    }
}
