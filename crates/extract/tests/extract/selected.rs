//! Columns of selectors: the first value of each, in any chunking and encoding.

use tagspan::{ErrorKind, LateDeclarations};
use tagspan_extract::PageLimits;
use tagspan_extract::columns::{
    Batch, Column, Found, Input, Origin, Scan, SelectedColumns, Stream, Table, Value,
};
use testing::archives::{record, response};

/// Pages, and what a column has of each.
const CASES: &[(&str, &str, Option<&str>)] = &[
    ("<h1>Fish &amp; <b>chips</b></h1><h1>no</h1>", "h1", Some("Fish & chips")),
    ("<h2></h2><h2>no</h2>", "h2", Some("")),
    ("<p>a", "h1", None),
    ("<a>1</a><a href=/2>2</a><a href=/3>", "a@href", Some("/2")),
    ("<a href='/?a&amp;b'>", "a@HREF", Some("/?a&b")),
    ("<a href>", "a@href", Some("")),
    ("<ul><li>a<li>b<li>c</ul>", "li:nth-child(2)", Some("b")),
    ("<table><tr><td>café<td>x", "tbody td", Some("café")),
    ("<div class=a>x<div class=a>y</div>z</div>w", ".a", Some("xyz")),
    ("<script>a<b</script>", "script", Some("a<b")),
    ("<p>a<!-- b -->c<?d?><br>e", "p", Some("ace")),
];

fn selected(selector: &str) -> SelectedColumns {
    SelectedColumns::new([("value", selector), ("other", "q")]).unwrap()
}

/// The value of the only row.
fn value(batch: &Batch) -> Option<String> {
    let row = batch.iter().next().unwrap();
    assert!(row.iter().map(|(name, _)| name).eq(["title", "value", "other"]));
    match row.get("value") {
        Some(Value::Text(text)) => Some(text.to_owned()),
        Some(Value::Null) => None,
        other => panic!("{other:?}"),
    }
}

fn utf_16(html: &str) -> Vec<u8> {
    "\u{FEFF}".encode_utf16().chain(html.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[test]
fn columns_have_the_first_value_in_any_chunking_and_encoding() {
    for &(html, selector, expected) in CASES {
        for source in [html.as_bytes().to_vec(), utf_16(html)] {
            let mut table = Table::new(&[Column::Title]).select(selected(selector));
            let charset = if source.len() == html.len() { "utf-8" } else { "utf-16" };
            for size in 1..=source.len() {
                let mut tokenizer = table.tokenizer().charset(charset).unwrap().build();
                table.begin(Origin::default());
                source.chunks(size).for_each(|chunk| table.read(tokenizer.feed(chunk)).unwrap());
                table.read(tokenizer.finish()).unwrap();
                table.end(None);
                assert_eq!(
                    value(&table.take()).as_deref(),
                    expected,
                    "{selector} of {html}, chunks of {size}"
                );
            }
        }
    }
}

#[test]
fn rows_of_a_table_do_not_share_values() {
    let mut table = Table::new(&[]).select(SelectedColumns::new([("p", "p"), ("q", "q")]).unwrap());
    for html in ["<p>1", "<q>2", "", "<p>3<q>4"] {
        table.push(Origin::default(), html.as_bytes()).unwrap();
    }
    let batch = table.take();
    let rows: Vec<_> = batch.iter().map(|row| format!("{:?} {:?}", row.get("p"), row.get("q"))).collect();
    let text = |text: &str| format!("Some(Text({text:?}))");
    let null = "Some(Null)";
    let expected = [
        (text("1"), null.into()),
        (null.into(), text("2")),
        (null.into(), null.into()),
        (text("34"), text("4")),
    ];
    assert_eq!(rows, expected.map(|(p, q)| format!("{p} {q}")));
}

#[test]
fn values_end_at_the_limit_and_the_row_says_so() {
    let mut limits = PageLimits::default();
    limits.selected = 5;
    let html = "<p title=ab>éé</p><q>xyz</q>";
    for size in 1..=html.len() {
        let selected = SelectedColumns::new(
            [("title", "p@title"), ("p", "p"), ("q", "q")].map(|(name, of)| (format!("my {name}"), of)),
        );
        let mut table = Table::with_limits(&[Column::Lost], limits).select(selected.unwrap());
        let mut tokenizer = table.tokenizer().build();
        table.begin(Origin::default());
        html.as_bytes().chunks(size).for_each(|chunk| table.read(tokenizer.feed(chunk)).unwrap());
        table.read(tokenizer.finish()).unwrap();
        table.end(None);
        let batch = table.take();
        let row = batch.iter().next().unwrap();
        let values: Vec<_> = ["my title", "my p", "my q"]
            .into_iter()
            .map(|name| format!("{:?}", row.get(name).unwrap()))
            .collect();
        // One byte is free where a character of two does not fit.
        assert_eq!(values, ["Text(\"ab\")", "Text(\"é\")", "Text(\"x\")"], "chunks of {size}");
        let Some(Value::List(lost)) = row.get("lost") else { panic!("it is a list") };
        let lost: Vec<_> = lost
            .map(|lost| format!("{:?} {:?}", lost.get("code").unwrap(), lost.get("count").unwrap()))
            .collect();
        assert_eq!(lost, ["Text(\"selected\") Number(4)"], "chunks of {size}");
    }
}

#[test]
fn elements_that_are_too_deep_are_counted() {
    let mut table = Table::new(&[Column::Lost]).select(SelectedColumns::new([("b", "b")]).unwrap());
    table.push(Origin::default(), ("<div>".repeat(600) + "<b>deep").as_bytes()).unwrap();
    let batch = table.take();
    let row = batch.iter().next().unwrap();
    assert!(matches!(row.get("b"), Some(Value::Null)));
    let Some(Value::List(mut lost)) = row.get("lost") else { panic!("it is a list") };
    assert!(matches!(lost.next().unwrap().get("code"), Some(Value::Text("depth"))));
}

#[test]
fn pages_of_archives_have_values_and_conversions_have_none() {
    let html = "Content-Type: text/html\r\n";
    let archive = [
        response("http://a.example/1", html, b"<p class=price>3"),
        record("conversion", "Content-Type: text/plain\r\n", b"<p class=price>4"),
        response("http://a.example/2", html, b"<p>5"),
    ]
    .concat();
    for threads in [1, 3] {
        let archive = archive.clone();
        let input = Input::Stream(
            "a".into(),
            Box::new(|| Ok(Stream::Archive(Box::new(std::io::Cursor::new(archive))))),
        );
        let scan = Scan::new(&[Column::Uri]).select(SelectedColumns::new([("price", ".price")]).unwrap());
        let mut rows = Vec::new();
        for found in scan.conversions(true).threads(threads.try_into().unwrap()).read([input]) {
            let Found::Batch(batch) = found else { panic!("nothing is lost") };
            rows.extend(batch.iter().map(|row| format!("{:?}", row.get("price").unwrap())));
        }
        assert_eq!(rows, ["Text(\"3\")", "Null", "Null"]);
    }
}

#[test]
fn batches_of_arrow_have_the_columns() {
    let mut table = Table::new(&[Column::Title]).select(selected("p"));
    assert_eq!(table.schema().fields().len(), 3);
    table.push(Origin::default(), b"<title>T</title><p>text").unwrap();
    let schema = table.schema();
    let batch = arrow_array::RecordBatch::from(table.take());
    assert_eq!(batch.schema(), schema);
}

#[cfg(feature = "serde")]
#[test]
fn rows_are_serialised_with_the_columns() {
    let mut table = Table::new(&[Column::Title]).select(selected("p"));
    table.push(Origin::default(), b"<p>text").unwrap();
    let rows: Vec<_> = table.take().iter().map(|row| serde_json::to_string(&row).unwrap()).collect();
    assert_eq!(rows, [r#"{"title":null,"value":"text","other":null}"#]);
}

#[test]
fn a_page_that_is_read_again_has_its_values_once() {
    let html = [b"<p>caf\xE9".to_vec(), vec![b' '; 2000], b"<meta charset=koi8-r><p>no".to_vec()].concat();
    let mut table = Table::new(&[Column::Encoding]).select(selected("p"));
    let follow =
        table.tokenizer().encoding_options(Default::default()).late_declarations(LateDeclarations::Follow);
    let mut tokenizer = follow.build();
    table.begin(Origin::default());
    for chunk in [&html[..500], &html[500..]] {
        if let Err(error) = table.read(tokenizer.feed(chunk)) {
            assert!(matches!(error.kind(), ErrorKind::Restart { feed_again: true }));
            table.read(tokenizer.feed(&html)).unwrap();
        }
    }
    table.read(tokenizer.finish()).unwrap();
    table.end(None);
    let batch = table.take();
    assert!(matches!(batch.iter().next().unwrap().get("encoding"), Some(Value::Text("KOI8-R"))));
    assert_eq!(
        batch
            .iter()
            .next()
            .unwrap()
            .get("value")
            .map(|value| format!("{value:?}").trim_end_matches([' ', '"', ')']).to_owned())
            .as_deref(),
        Some("Text(\"cafИ")
    );
}
