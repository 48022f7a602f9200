//! Columns of pages and archives: the same for any number of threads, and with each loss reported.

use std::fs;
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMicrosecondType};
use tagspan_extract::columns::{Column, Found, Input, Origin, Scan, Stream, Table};
use tagspan_extract::{PageLimits, extract};
use testing::archives::{Compression, gzip, record, response};

/// A file that is removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("tagspan-columns-{}-{name}", std::process::id()));
        fs::write(&path, bytes).expect("the folder for temporary files can be written");
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The values of a column of texts in batches.
fn texts(batches: &[RecordBatch], column: &str) -> Vec<Option<String>> {
    let values = batches.iter().flat_map(|batch| batch[column].as_string::<i64>().iter());
    values.map(|value| value.map(str::to_owned)).collect()
}

/// The codes and counts of what limits left out of the only row.
fn lost(batch: &RecordBatch) -> Vec<(String, i64)> {
    let lost = batch["lost"].as_list::<i64>().value(0);
    let codes =
        lost.as_struct()["code"].as_string::<i64>().iter().flatten().map(str::to_owned).collect::<Vec<_>>();
    codes.into_iter().zip(lost.as_struct()["count"].as_primitive::<Int64Type>().values().to_vec()).collect()
}

/// Reads inputs to their end: batches, and losses as code and range.
pub(crate) fn read(scan: Scan, inputs: Vec<Input>) -> (Vec<RecordBatch>, Vec<(&'static str, Range<u64>)>) {
    let (mut batches, mut losses) = (Vec::new(), Vec::new());
    for found in scan.read(inputs) {
        match found {
            Found::Batch(batch) => batches.push(RecordBatch::from(batch)),
            Found::Loss(loss) => losses.push((loss.code, loss.range)),
            _ => unreachable!("there is nothing else"),
        }
    }
    (batches, losses)
}

/// Records of pages that differ in their titles and are some kilobytes long.
pub(crate) fn records(count: usize) -> Vec<Vec<u8>> {
    let page = |number: usize| {
        let body: String = (0..200).map(|item| format!("<p>{item} of {}", number * 7919 % 1000)).collect();
        let html = format!("<title>Page {number}</title><a href=/{number}>link</a>{body}");
        response(&format!("http://a.example/{number}"), "Content-Type: text/html\r\n", html.as_bytes())
    };
    (0..count).map(page).collect()
}

#[test]
fn an_archive_that_changes_while_it_is_read_is_reported_once() {
    let page = |number: usize| {
        let body = format!("<title>Page {number}</title>{}", "<p>text".repeat(20_000));
        response(&format!("http://a.example/{number}"), "Content-Type: text/html\r\n", body.as_bytes())
    };
    let file: Vec<u8> = (0..80).flat_map(page).collect();
    for threads in [1, 2] {
        let archive = Temporary::new("changed.warc", &file);
        let scan = Scan::new(&[Column::Title]).threads(threads.try_into().unwrap());
        let (mut titles, mut losses) = (0, Vec::new());
        for found in scan.read([Input::archive(&archive.0)]) {
            match found {
                Found::Batch(batch) => titles += batch.len(),
                Found::Loss(loss) => losses.push(loss.code),
                _ => unreachable!("there is nothing else"),
            }
            // Threads are ahead of the first batch, but not by all parts. What is there now is longer, and whole.
            if titles > 0 && losses.is_empty() {
                let longer = Temporary::new("longer.warc", &[&file[..], &file[..]].concat());
                fs::rename(&longer.0, &archive.0).unwrap();
            }
        }
        assert_eq!((titles, &losses[..]), (80, &["changed"][..]), "{threads} threads");
    }
}

#[test]
fn relative_links_of_pages_without_an_address_have_the_base() {
    let resource = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n<a href=x>\r\n\r\n";
    let archive =
        [&resource[..], &response("http://a.example/", "Content-Type: text/html\r\n", b"<a href=x>")];
    let archive = Temporary::new("base.warc", &archive.concat());
    let page = Input::Page("memory".into(), Box::new(|| Ok(Box::new(&b"<a href=x><base href=y/>"[..]))));
    let scan = Scan::new(&[Column::Uri, Column::Base]).base_url("http://b.example/c/".parse().unwrap());
    let (batches, losses) = read(scan, vec![page, Input::archive(&archive.0)]);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(losses, []);
    assert_eq!(texts(&batches, "uri"), [None, None, some("http://a.example/")]);
    let bases = ["http://b.example/c/y/", "http://b.example/c/", "http://a.example/"].map(some);
    assert_eq!(texts(&batches, "base"), bases);
}

#[test]
fn rows_have_what_the_page_has() {
    let html = b"<!DOCTYPE html><html lang=en><title>A &amp; B</title><base href=/c/><meta name=Robots content=noindex>\
        <meta property=og:type content=article><link rel=canonical href=d><script type=application/ld+json>{}</script>\
        <p>One <a rel=nofollow href=e>two</a><img src='http://[' alt></p";
    let mut table = Table::new(Column::ALL);
    let mut origin = Origin::default();
    (origin.file, origin.record_offset) = (Some("f.warc".into()), Some(1 << 40));
    (origin.uri, origin.date) = (Some("http://a.example/b/".into()), Some("2026-01-01T00:00:00Z".into()));
    origin.status = Some(200);
    table.push(origin, html).unwrap();
    let batch = [RecordBatch::from(table.take())];
    for (column, value) in [
        ("file", "f.warc"),
        ("uri", "http://a.example/b/"),
        ("encoding", "UTF-8"),
        ("encoding_source", "default"),
        ("title", "A & B"),
        ("lang", "en"),
        ("base", "http://a.example/c/"),
        ("canonical", "http://a.example/c/d"),
        ("robots", "noindex"),
        ("text", "One two"),
    ] {
        assert_eq!(texts(&batch, column), [Some(value.to_owned())], "{column}");
    }
    let [batch] = batch;
    for (column, value) in [("record_offset", 1 << 40), ("status", 200), ("ambiguous", 0)] {
        assert_eq!(batch[column].as_primitive::<Int64Type>().values()[..], [value], "{column}");
    }
    assert_eq!(
        batch["date"].as_primitive::<TimestampMicrosecondType>().values()[..],
        [1_767_225_600_000_000]
    );
    assert_eq!(batch["payload"].as_binary::<i64>().value(0), html);
    assert_eq!(batch["lost"].as_list::<i64>().values().len(), 0);
    for column in ["record_length", "ip", "digest_ok", "truncated", "truncated_message"] {
        assert_eq!(batch[column].null_count(), 1, "{column}");
    }
    for (column, field, wanted) in [
        ("meta", "name", vec![Some("Robots"), None]),
        ("meta", "property", vec![None, Some("og:type")]),
        ("meta", "content", vec![Some("noindex"), Some("article")]),
        ("links", "url", vec![Some("http://a.example/c/d"), Some("http://a.example/c/e"), None]),
        ("links", "element", vec![Some("link"), Some("a"), Some("img")]),
        ("links", "rel", vec![Some("canonical"), Some("nofollow"), None]),
        ("links", "text", vec![None, Some("two"), None]),
        ("links", "value", vec![Some("d"), Some("e"), Some("http://[")]),
        ("links", "kind", vec![Some("attribute"); 3]),
        ("links", "descriptor", vec![None; 3]),
        ("json_ld", "text", vec![Some("{}")]),
        ("errors", "code", vec![Some("eof-in-tag")]),
    ] {
        let values = batch[column].as_list::<i64>().value(0);
        let found: Vec<_> = values.as_struct()[field].as_string::<i64>().iter().collect();
        assert_eq!(found, wanted, "{column}.{field}");
    }
    // The spans of the list are those of the source.
    let page = extract(html, None).unwrap();
    let links = batch["links"].as_list::<i64>().value(0);
    let starts = links.as_struct()["start"].as_primitive::<Int64Type>().values().to_vec();
    assert_eq!(starts, page.links.iter().map(|link| link.span.unwrap().start as i64).collect::<Vec<_>>());
    let tokens = batch["tokens"].as_list::<i64>().value(0);
    let kinds: Vec<_> = tokens.as_struct()["kind"].as_string::<i64>().iter().flatten().collect();
    assert_eq!(kinds[..6], ["Doctype", "StartTag", "StartTag", "Text", "EndTag", "StartTag"]);
}

/// The serialized form, from which JSON and other formats are written.
#[cfg(feature = "serde")]
#[test]
fn rows_are_serialised_with_every_column() {
    let mut table = Table::new(&[Column::Uri, Column::Title, Column::Status, Column::Links, Column::Meta]);
    let mut origin = Origin::default();
    (origin.uri, origin.status) = (Some("http://a.example/".into()), Some(404));
    table.push(origin, "<title>\"A\"\n&#x1F375;</title><a href=b>c</a>".as_bytes()).unwrap();
    table.push(Origin::default(), b"").unwrap();
    let rows: Vec<_> = table.take().iter().map(|row| serde_json::to_string(&row).unwrap()).collect();
    let link = "{\"url\":\"http://a.example/b\",\"element\":\"a\",\"attribute\":\"href\",\"rel\":null,\"text\":\"c\",\
                \"start\":36,\"end\":37,\"value\":\"b\",\"kind\":\"attribute\",\"descriptor\":null,\
                \"alt\":null,\"as\":null,\"download\":null,\"hreflang\":null,\"type\":null}";
    let first = format!(
        "{{\"uri\":\"http://a.example/\",\"title\":\"\\\"A\\\" \u{1F375}\",\"status\":404,\"links\":[{link}],\"meta\":[]}}"
    );
    let second = r#"{"uri":null,"title":null,"status":null,"links":[],"meta":[]}"#;
    assert_eq!(rows, [first.as_str(), second]);
}

#[test]
fn links_keep_their_value_where_they_have_no_url() {
    let html = b"<img srcset='a 2x' alt=c type=d><meta http-equiv=refresh content='5;url=http://b.example'>";
    let mut table = Table::new(&[Column::Links]);
    table.push(Origin::default(), html).unwrap();
    let batch = RecordBatch::from(table.take());
    let links = batch["links"].as_list::<i64>().value(0);
    for (field, wanted) in [
        ("url", [None, Some("http://b.example/")]),
        ("value", [Some("a"), Some("http://b.example")]),
        ("kind", [Some("srcset"), Some("refresh")]),
        ("descriptor", [Some("2x"), Some("5")]),
        ("alt", [Some("c"), None]),
        ("as", [None; 2]),
        ("download", [None; 2]),
        ("hreflang", [None; 2]),
        ("type", [Some("d"), None]),
    ] {
        let found: Vec<_> = links.as_struct()[field].as_string::<i64>().iter().collect();
        assert_eq!(found, wanted, "{field}");
    }
}

#[test]
fn rows_do_not_depend_on_chunks() {
    let html = "<title>one two</title>text <a href=x>three</a> &amp; text<!-- c --> <p a a>".as_bytes();
    let mut whole = Table::new(Column::ALL);
    whole.push(Origin::default(), html).unwrap();
    let whole = whole.take();
    for size in 1..html.len() {
        let mut table = Table::new(Column::ALL);
        let mut tokenizer = table.tokenizer().build();
        table.begin(Origin::default());
        for chunk in html.chunks(size) {
            table.push_payload(chunk);
            table.read(tokenizer.feed(chunk)).unwrap();
        }
        table.read(tokenizer.finish()).unwrap();
        table.end(None);
        assert_eq!(table.take(), whole, "chunks of {size}");
    }
}

/// Each of the links has the whole base in its URL.
#[test]
fn a_row_is_within_the_limit_of_links() {
    let base = format!("\u{FEFF}<base href='http://a.example/{}/'>", "é".repeat(8000));
    let mut table = Table::new(&[Column::Links, Column::Lost]);
    table.push(Origin::default(), (base + &"<a href=1>".repeat(16_000)).as_bytes()).unwrap();
    assert!(table.bytes() <= PageLimits::default().links, "{} bytes", table.bytes());
    let batch = RecordBatch::from(table.take());
    let links = batch["links"].as_list::<i64>().values().len() as i64;
    assert_eq!(lost(&batch), [("links".to_owned(), 16_000 - links)]);
}

#[test]
fn metas_that_are_left_out_count_once() {
    let mut limits = PageLimits::default();
    limits.metas = 0;
    for (columns, expected) in [
        (&[Column::Robots, Column::Lost][..], 1),
        (&[Column::Robots, Column::Meta, Column::Lost], 1),
        (&[Column::Title, Column::Lost], 0),
    ] {
        let mut table = Table::with_limits(columns, limits);
        table.push(Origin::default(), b"<meta name=robots content=noindex>").unwrap();
        let expected: Vec<_> = (expected > 0).then(|| ("meta".to_owned(), expected)).into_iter().collect();
        assert_eq!(lost(&RecordBatch::from(table.take())), expected, "{columns:?}");
    }
}

#[test]
fn a_page_that_was_not_ended_has_no_row() {
    let mut table = Table::new(Column::ALL);
    table.begin(Origin::default());
    table.read(tagspan::tokenize("<title>first</title><a href=x>")).unwrap();
    table.push(Origin::default(), b"<title>second</title>").unwrap();
    let batch = RecordBatch::from(table.take());
    assert_eq!(texts(std::slice::from_ref(&batch), "title"), [Some("second".to_owned())]);
    assert_eq!(batch["links"].as_list::<i64>().values().len(), 0);
}

#[test]
fn rows_have_the_order_of_the_inputs_in_any_number_of_threads() {
    let records = records(2000);
    let titles: Vec<_> = (0..2000).map(|number| Some(format!("Page {number}"))).collect();
    for compression in [
        Compression::Gzip,
        Compression::GzipWhole,
        Compression::GzipBlocks(100_000),
        Compression::Zstd,
        Compression::Plain,
    ] {
        let file =
            Temporary::new(&format!("{compression:?}").replace(['(', ')'], "-"), &compression.pack(&records));
        for threads in [1, 2, 3, 8] {
            let scan = Scan::new(&[Column::Title, Column::Text]).threads(threads.try_into().unwrap());
            let page = Input::Page("memory".into(), Box::new(|| Ok(Box::new(&b"<title>End</title>"[..]))));
            let (batches, losses) = read(scan, vec![Input::archive(&file.0), page]);
            let found = texts(&batches, "title");
            assert!(
                found[..2000] == titles && found[2000..] == [Some("End".to_owned())],
                "{compression:?}, {threads}"
            );
            assert_eq!(losses, [], "{compression:?}, {threads}");
        }
    }
}

#[test]
fn losses_are_reported_with_their_bytes() {
    let records = records(3);
    let members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    let (first, second) = (members[0].len() as u64, members[1].len() as u64);
    let mut file = members.concat();
    file[first as usize + second as usize / 2] ^= 0x10;
    let file = Temporary::new("damaged", &file);
    let inputs = vec![Input::archive(&file.0), Input::archive("no such file"), Input::page("nor this")];
    let (batches, losses) = read(Scan::new(&[Column::Title, Column::Truncated]), inputs);
    let titles: Vec<_> = texts(&batches, "title");
    assert_eq!((&titles[0], &titles[titles.len() - 1]), (&Some("Page 0".into()), &Some("Page 2".into())));
    assert_eq!(losses, [("corrupt", first..first + second), ("read", 0..0), ("read", 0..0)]);
    // What there is of the damaged page has a row that says so.
    let truncated = texts(&batches, "truncated");
    assert_eq!(truncated.iter().flatten().count(), titles.len() - 2);
}

/// A reader that is wrong: it claims one byte more than its buffer has, once what it has is read.
struct Claiming(&'static [u8]);

impl Read for Claiming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        Ok(if read > 0 { read } else { buffer.len() + 1 })
    }
}

#[test]
fn a_reader_that_claims_more_than_its_buffer_is_a_loss() {
    let page =
        |name: &str, open: fn() -> Box<dyn Read>| Input::Page(name.into(), Box::new(move || Ok(open())));
    let inputs = vec![
        page("wrong", || Box::new(Claiming(b"<title>Wrong</title>"))),
        Input::Stream(
            "archive".into(),
            Box::new(|| Ok(Stream::Archive(Box::new(Claiming(b"WARC/1.0\r\n"))))),
        ),
        page("right", || Box::new(&b"<title>Right</title>"[..])),
    ];
    let (batches, losses) = read(Scan::new(&[Column::Title, Column::Truncated]), inputs);
    assert_eq!(losses, [("read", 20..20), ("read", 10..10)]);
    // What was read before has a row that says so.
    assert_eq!(texts(&batches, "title"), ["Wrong", "Right"].map(|title| Some(title.to_owned())));
    assert_eq!(texts(&batches, "truncated").iter().map(Option::is_some).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn a_timeout_may_be_of_any_length() {
    let page = Input::Page("memory".into(), Box::new(|| Ok(Box::new(&b"<p>"[..]))));
    let mut batches = Scan::new(&[Column::Title]).read([page]);
    assert!(matches!(batches.next_timeout(Duration::MAX), Ok(Found::Batch(_))));
    assert_eq!(batches.next_timeout(Duration::MAX).unwrap_err(), RecvTimeoutError::Disconnected);
}

/// An empty reader that waits for a message.
struct Waiting(Receiver<()>);

impl Read for Waiting {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.recv_timeout(Duration::from_secs(10)).map_err(|_| io::ErrorKind::TimedOut)?;
        Ok(0)
    }
}

/// One may wait for another, or for a network.
#[test]
fn streams_are_read_at_the_same_time() {
    let (tell, receiver) = channel();
    let waiting = move || Ok(Stream::Page(Box::new(Waiting(receiver).chain(&b"<title>One</title>"[..]))));
    let telling = move || {
        let _ = tell.send(());
        Ok(Stream::Page(Box::new(&b"<title>Two</title>"[..])))
    };
    let inputs =
        vec![Input::Stream("1".into(), Box::new(waiting)), Input::Stream("2".into(), Box::new(telling))];
    let (batches, losses) = read(Scan::new(&[Column::Title]).threads(2.try_into().unwrap()), inputs);
    assert_eq!(losses, []);
    assert_eq!(texts(&batches, "title"), ["One", "Two"].map(|title| Some(title.to_owned())));
}

/// An archive in several parts is one file, and a file that cannot be read is one too.
#[test]
fn progress_counts_files() {
    // Three parts or more.
    let archive = records(3).concat().repeat(5000);
    assert!(archive.len() > 2 << 20);
    let file = Temporary::new("files.warc", &archive);
    let page =
        |name: &str| Input::Page(name.into(), Box::new(|| Ok(Box::new(Cursor::new(b"<p>text".to_vec())))));
    let missing = Input::archive(file.0.with_extension("missing"));
    let inputs = vec![Input::archive(file.0.clone()), page("1"), page("2"), missing];
    let mut batches = Scan::new(&[Column::Title]).threads(3.try_into().unwrap()).read(inputs);
    assert_eq!(batches.by_ref().filter(|found| matches!(found, Found::Loss(_))).count(), 1);
    assert_eq!(batches.progress().files, 4);
}

/// The end of a long one may be far.
#[test]
fn progress_counts_streams_as_they_are_read() {
    let archive = records(3).concat();
    let page = b"<p>text".to_vec();
    for (bytes, wrap) in [
        (archive, (|reader| Stream::Archive(reader)) as fn(Box<dyn Read>) -> Stream),
        (page, |reader| Stream::Page(reader)),
    ] {
        let (tell, receiver) = channel();
        let (length, rest) = (bytes.len() as u64, Cursor::new(bytes[5..].to_vec()));
        let reader = Cursor::new(bytes[..5].to_vec()).chain(Waiting(receiver)).chain(rest);
        let input = Input::Stream("memory".into(), Box::new(move || Ok(wrap(Box::new(reader)))));
        let mut batches = Scan::new(&[Column::Title]).read([input]);
        let is_counted = (0..500).any(|_| {
            let found = batches.next_timeout(Duration::from_millis(10));
            assert_eq!(found.err(), Some(RecvTimeoutError::Timeout));
            batches.progress().file_bytes == 5
        });
        tell.send(()).unwrap();
        assert!(batches.all(|found| matches!(found, Found::Batch(_))));
        assert_eq!((is_counted, batches.progress().file_bytes), (true, length));
    }
}

#[test]
fn parts_have_the_rows_of_the_whole() {
    let records = records(300);
    let file = Temporary::new("parts", &Compression::Gzip.pack(&records));
    let length = fs::metadata(&file.0).unwrap().len();
    let mut titles = Vec::new();
    for start in (0..length).step_by(10_007) {
        let part = Scan::new(&[Column::Title]).read_part(file.0.clone(), start..(start + 10_007).min(length));
        for found in part {
            let Found::Batch(batch) = found else { panic!("nothing is lost") };
            titles.extend(texts(&[batch.into()], "title"));
        }
    }
    assert_eq!(titles, (0..300).map(|number| Some(format!("Page {number}"))).collect::<Vec<_>>());
}

/// The end of a part may be any number: memory for the work after the file would not suffice.
#[test]
fn parts_may_end_behind_the_file() {
    let file = Temporary::new("long-part", &Compression::Gzip.pack(&records(30)));
    let length = fs::metadata(&file.0).unwrap().len();
    for (path, range, rows, losses) in [
        (file.0.clone(), 0..u64::MAX, 30, 0),
        (file.0.clone(), length - 1..u64::MAX, 0, 0),
        (file.0.clone(), length..u64::MAX, 0, 1),
        ("no such file".into(), 0..u64::MAX, 0, 1),
        ("no such file".into(), u64::MAX - 1..u64::MAX, 0, 1),
    ] {
        let mut found = (0, 0);
        for item in Scan::new(&[Column::Title]).read_part(path, range.clone()) {
            match item {
                Found::Batch(batch) => found.0 += batch.len(),
                _ => found.1 += 1,
            }
        }
        assert_eq!(found, (rows, losses), "{range:?}");
    }
}

#[test]
fn threads_end_when_no_one_takes_their_batches() {
    let is_read = Arc::new(());
    let streams = (0..8).map(|_| {
        let is_read = Arc::clone(&is_read);
        let open = move || Ok(Stream::Page(Box::new(io::repeat(b'a').take(6 << 20).chain(Holding(is_read)))));
        Input::Stream("memory".into(), Box::new(open))
    });
    let mut batches = Scan::new(&[Column::Text]).threads(2.try_into().unwrap()).read(streams);
    assert!(batches.next().is_some());
    drop(batches);
    let end = Instant::now() + Duration::from_secs(10);
    while Arc::strong_count(&is_read) > 1 && Instant::now() < end {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(Arc::strong_count(&is_read), 1, "the threads have dropped their inputs");
}

/// Is empty, and tells by its count whether a thread has it.
struct Holding(#[expect(dead_code)] Arc<()>);

impl Read for Holding {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

/// The encoding of each page, and how it was found: a page that declares none is guessed, in archives and in memory alike.
#[test]
fn undeclared_encodings_are_guessed_everywhere() {
    let pages: [(&[u8], &str, &str, &str); 4] = [
        (b"<title>caf\xE9</title>", "windows-1252", "detection", "café"),
        (
            b"<title>\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0</title>",
            "windows-1251",
            "detection",
            "Привет, мир",
        ),
        (b"<title>text</title>", "UTF-8", "default", "text"),
        (b"<meta charset=koi8-r><title>\xF0\xD2</title>", "KOI8-R", "prescan", "Пр"),
    ];
    let columns = [Column::Encoding, Column::EncodingSource, Column::Title];
    let mut table = Table::new(&columns);
    for (html, ..) in pages {
        table.push(Origin::default(), html).unwrap();
    }
    let records = pages.map(|(html, ..)| response("http://a.example/", "Content-Type: text/html\r\n", html));
    let archive = Temporary::new("undeclared.warc", &records.concat());
    let (archived, losses) = read(Scan::new(&columns), vec![Input::archive(&archive.0)]);
    assert_eq!(losses, []);
    for batches in [vec![RecordBatch::from(table.take())], archived] {
        for (column, values) in [
            ("encoding", pages.map(|(_, encoding, ..)| Some(encoding.to_owned()))),
            ("encoding_source", pages.map(|(_, _, source, _)| Some(source.to_owned()))),
            ("title", pages.map(|(.., title)| Some(title.to_owned()))),
        ] {
            assert_eq!(texts(&batches, column), values, "{column}");
        }
    }
}

/// Beyond each limit, with the code of the column or of what has no column.
#[test]
fn what_limits_leave_out_is_listed_by_code() {
    let mut limits = PageLimits::default();
    (limits.title, limits.value, limits.links, limits.metas) = (4, 6, 0, 0);
    (limits.json_ld, limits.text, limits.payload) = (0, 5, 10);
    let html = "<title>A long title</title><html lang=longer-than-it><meta name=a content=b><meta name=c content=d>\
                <script type=application/ld+json>123456789012345678901234567890\
                123456789012345678901234567890</script>\
                <p>A text.<a href=1><a href=2><a href=3><a href=4><a href=5><a href=6><a href=7><a href=8>";
    let all = [
        ("title", 8),
        ("values", 1),
        ("meta", 2),
        ("links", 8),
        ("json_ld", 60),
        ("text", 2),
        ("payload", html.len() as i64 - 10),
    ];
    for columns in [Column::ALL, &[Column::Lost], &[Column::Lost, Column::Text]] {
        let mut table = Table::with_limits(columns, limits);
        table.push(Origin::default(), html.as_bytes()).unwrap();
        let found = lost(&RecordBatch::from(table.take()));
        let is_selected =
            |code: &str| code == "values" || columns.iter().any(|column| column.as_str() == code);
        let codes: Vec<_> = found.iter().map(|(code, _)| code.as_str()).collect();
        let expected: Vec<_> = all.iter().map(|(code, _)| *code).filter(|code| is_selected(code)).collect();
        assert_eq!(codes, expected, "{columns:?}");
        for (code, count) in &found {
            let (_, wanted) = all.iter().find(|(of, _)| of == code).unwrap();
            assert_eq!(count, wanted, "{code}");
        }
    }
}

/// What the record and HTTP say of a page, with and without compression.
#[test]
fn rows_have_what_the_record_says() {
    let html = b"<a href=x>x</a><html><meta name=robots content=noarchive><base href=/d/>";
    let http = "HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\nLocation: /next\r\nLink: <c>; rel=canonical\r\n\
                X-Robots-Tag: noindex\r\nX-Robots-Tag: a-bot: none\r\nContent-Language: de\r\nX: y\r\n\r\n";
    let http = [http.as_bytes(), html].concat();
    let fields = "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: http://a.example/b/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n\
                  WARC-IP-Address: 192.0.2.1\r\nWARC-Identified-Payload-Type: text/html\r\n\
                  WARC-Payload-Digest: sha1:TPCS4ARMT4LJJXSBQYADXOQTK6WGLHYJ\r\n";
    let page = testing::archives::record("response", fields, &http);
    let plain = response("http://a.example/", "Content-Type: text/html\r\n", b"<p>");
    for compression in [Compression::Gzip, Compression::Zstd, Compression::Plain, Compression::GzipWhole] {
        let members = [&page, &plain].map(|record| compression.pack(std::slice::from_ref(record)));
        let file = match compression {
            Compression::GzipWhole => compression.pack(&[page.clone(), plain.clone()]),
            _ => members.concat(),
        };
        let archive = Temporary::new(&format!("record-{compression:?}.warc"), &file);
        let (batches, losses) = read(Scan::new(Column::ALL), vec![Input::archive(&archive.0)]);
        assert_eq!(losses, []);
        let batch = &batches[0];
        for (column, value) in [
            ("record_id", "<urn:uuid:1>"),
            ("ip", "192.0.2.1"),
            ("content_type", "text/html"),
            ("identified_type", "text/html"),
            ("payload_digest", "sha1:TPCS4ARMT4LJJXSBQYADXOQTK6WGLHYJ"),
            ("lang", "de"),
            ("canonical", "http://a.example/b/c"),
            ("robots", "noindex, noarchive"),
        ] {
            assert_eq!(texts(&batches, column)[0].as_deref(), Some(value), "{column}");
        }
        assert_eq!(batch["payload"].as_binary::<i64>().value(0), html);
        let lengths = batch["record_length"].as_primitive::<Int64Type>();
        let lengths: Vec<_> = lengths.iter().map(|length| length.map(|length| length as usize)).collect();
        let expected = match compression {
            Compression::GzipWhole => [None, None],
            _ => members.map(|member| Some(member.len())),
        };
        assert_eq!(lengths, expected, "{compression:?}");
        assert_eq!(batch["digest_ok"].as_boolean().iter().collect::<Vec<_>>(), [Some(true), None]);
        let links = batch["links"].as_list::<i64>().value(0);
        for (field, wanted) in [
            (
                "url",
                [Some("http://a.example/next"), Some("http://a.example/b/c"), Some("http://a.example/d/x")],
            ),
            ("element", [None, None, Some("a")]),
            ("attribute", [Some("location"), Some("link"), Some("href")]),
            ("rel", [None, Some("canonical"), None]),
            ("kind", [Some("http-header"), Some("http-header"), Some("attribute")]),
        ] {
            let found: Vec<_> = links.as_struct()[field].as_string::<i64>().iter().collect();
            assert_eq!(found, wanted, "{field}");
        }
        let headers = batch["http_headers"].as_list::<i64>().value(0);
        let names: Vec<_> = headers.as_struct()["name"].as_string::<i64>().iter().flatten().collect();
        let expected =
            ["Content-Type", "Location", "Link", "X-Robots-Tag", "X-Robots-Tag", "Content-Language", "X"];
        assert_eq!(names, expected);
    }
}

/// The rows of a WET file of Common Crawl, beside one of a page.
#[test]
fn the_text_of_conversions_has_rows_on_request() {
    let conversion = |languages: &str, text: &[u8]| {
        let fields = format!("WARC-Target-URI: http://a.example/\r\n{languages}Content-Type: text/plain\r\n");
        record("conversion", &fields, text)
    };
    let language = "WARC-Identified-Content-Language: ";
    let markup = "<html lang=de><title>a</title>\r\n <a href=x>b</a>\0<p\n";
    let file = [
        conversion(&format!("{language}eng\r\n"), markup.as_bytes()),
        conversion(&format!("{language}zho,eng\r\n"), b"a\xFF\xE2\x82"),
        conversion("", b"0123456789\xE2\x82\xAC"),
        response(
            "http://b.example/",
            "Content-Type: text/html\r\n",
            b"<html lang=de><title>T</title><p>a  b",
        ),
    ]
    .map(|record| gzip(&record));
    let archive = Temporary::new("wet.warc.gz", &file.concat());
    let mut limits = PageLimits::default();
    limits.text = 100;
    let rows = |conversions| {
        let scan =
            Scan::new(Column::ALL).limits(limits, tagspan_warc::Limits::default()).conversions(conversions);
        let (batches, losses) = read(scan, vec![Input::archive(&archive.0)]);
        assert!(losses.is_empty());
        batches
    };
    let row = |text: &str| Some(text.to_owned());
    let all = rows(true);
    for (column, expected) in [
        ("text", [row(markup), row("a\u{FFFD}\u{FFFD}"), row("0123456789€"), row("a b")]),
        ("lang", [row("eng"), None, None, row("de")]),
        ("title", [None, None, None, row("T")]),
        ("encoding", [row("UTF-8"), row("UTF-8"), row("UTF-8"), row("UTF-8")]),
        ("encoding_source", [row("override"), row("override"), row("override"), row("default")]),
        ("content_type", [row("text/plain"), row("text/plain"), row("text/plain"), row("text/html")]),
        ("uri", ["a", "a", "a", "b"].map(|host| row(&format!("http://{host}.example/")))),
        ("payload_digest", [None, None, None, None]),
        ("truncated", [None, None, None, None]),
    ] {
        assert_eq!(texts(&all, column), expected, "{column}");
    }
    for column in ["links", "tokens", "errors", "meta", "json_ld", "lost"] {
        let lengths = all.iter().flat_map(|batch| {
            let lists = batch[column].as_list::<i64>();
            (0..batch.num_rows()).map(|row| lists.value_length(row)).collect::<Vec<_>>()
        });
        assert_eq!(lengths.collect::<Vec<_>>()[..3], [0; 3], "{column}");
    }
    assert_eq!(texts(&rows(false), "text"), [row("a b")]);
    limits.text = 12;
    let scan = || Scan::new(&[Column::Text, Column::Lost]).limits(limits, tagspan_warc::Limits::default());
    let stream = Input::Stream(
        "third".into(),
        Box::new(move || Ok(Stream::Archive(Box::new(Cursor::new(file[2].clone()))))),
    );
    let (batches, _) = read(scan().conversions(true), vec![stream]);
    assert_eq!(
        (texts(&batches, "text"), lost(&batches[0])),
        (vec![row("0123456789")], vec![("text".to_owned(), 3)])
    );
}
