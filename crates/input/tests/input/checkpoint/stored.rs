//! The stored form: its size, and that it is read as it was written.

use tagspan_input::decoder::Input;
use tagspan_input::{EncodingOptions, Validation};

use super::harness::read;

fn json(input: &Input) -> String {
    serde_json::to_string(&input.checkpoint()).unwrap()
}

fn fed(options: EncodingOptions, chunk: &[u8]) -> Input {
    let mut input = Input::with_options(options).validation(Validation::Count);
    let _ = input.advance(chunk, false);
    input
}

/// The bytes of the stored form: with another form, the checkpoint of `tagspan` gets another version.
#[test]
fn the_form_of_this_version() {
    let text = json(&fed(EncodingOptions::new().charset("iso-2022-jp").unwrap(), b"<\x80\x1B$B0"));
    assert_eq!(
        text,
        concat!(
            r#"{"options":{"override_encoding":null,"transport":"ISO-2022-JP","prescan_bytes":1024,"parent":null,"#,
            r#""likely":null,"detect":0,"top_level_domain":null,"default":"windows-1252","is_decoded":false},"#,
            r#""kept":"","validator":{"mode":"count","found":{"count":1,"offsets":[1]},"pending":"","checked":0},"#,
            r#""source_offsets":false,"decided":{"decision":{"encoding":"ISO-2022-JP","confidence":"certain","#,
            r#""source":"transport","start":0,"end":0,"looked_at":1},"finished":false,"position":6,"#,
            r#""decoded":4,"begun":[0,0],"piece_start":0,"map":null,"#,
            r#""unfinished":{"pending":"0","charset":"jis0208","after_escape":false,"behind":4}}}"#,
        )
    );
    assert!(read(&text).is_ok());
}

/// The size does not depend on the source, but for what is kept of it: a byte for each of ASCII.
#[test]
fn sizes() {
    let page = b"<p>text \xE9".repeat(100_000);
    let table = [
        ("new", json(&Input::new()), 600),
        ("utf-8", json(&fed(EncodingOptions::new().charset("utf-8").unwrap(), &vec![b'a'; 1 << 20])), 700),
        ("gb18030", json(&fed(EncodingOptions::new().charset("gb18030").unwrap(), b"<p>\x81\x30\x81")), 700),
        ("windows-1252", json(&fed(EncodingOptions::new(), &page[..4096])), 4096),
        ("sniffing", json(&fed(EncodingOptions::new(), &vec![b' '; 1000])), 1700),
    ];
    for (name, text, most) in table {
        println!("{name}: {} bytes", text.len());
        assert!(text.len() < most, "{name}: {}", text.len());
    }
}
