//! Rewrites the links of a page and no other byte: `cargo run --example rewriter < page.html > secure.html`.

use std::error::Error;
use std::io::{self, IsTerminal, Read, Write};

use tagspan::{Attribute, Limits, Quote, Tag, Token, Tokenizer, UTF_8};

/// What is rewritten where nothing is piped in.
pub(crate) const PAGE: &str = "<!DOCTYPE html>
<title>Links</title>
<p>See <A  HREF = 'http://one.example/?a=1&b=it&#39;s' >one</a>, <a href=http://two.example>two</a>,
<a href=\"https://three.example\">three</a> and <img alt=four src=HTTP://four.example/4.png>.
<!-- <a href=http://five.example> --><script>'<a href=http://six.example>'</script>
";

/// How much is read at a time.
const CHUNK: usize = 16 * 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    if input.is_terminal() {
        run(PAGE.as_bytes(), output, CHUNK, secure)
    } else {
        run(input, output, CHUNK, secure)
    }
}

/// The address over TLS of one that is not.
pub(crate) fn secure(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_at_checked("http://".len())?;
    scheme.eq_ignore_ascii_case("http://").then(|| format!("https://{rest}"))
}

/// Copies a page of UTF-8, read in chunks of `size` bytes, with the addresses that `change` gives for others.
///
/// A page in another encoding is refused, as its bytes are not at hand: tokens are of its UTF-8 form. If the page says so
/// late, what came before is written.
pub(crate) fn run(
    mut input: impl Read,
    mut output: impl Write,
    size: usize,
    change: impl Fn(&str) -> Option<String>,
) -> Result<(), Box<dyn Error>> {
    // What declares no encoding is taken for UTF-8, or something that has ASCII in common with it.
    // What is longer than the limits passes through as it is. That bounds the memory.
    let builder = Tokenizer::builder().default_encoding(UTF_8).limits(Limits::lossless());
    let mut stream = builder.build();
    let mut buffer = vec![0; size.max(1)];
    loop {
        let length = match input.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            length => length?,
        };
        let mut tokens = if length == 0 { stream.finish() } else { stream.feed(&buffer[..length]) };
        while tokens.advance()? {
            if let Some(other) = tokens.encoding_decision().map(|it| it.encoding()).filter(|&it| it != UTF_8)
            {
                return Err(format!("the page is in {}: convert it to UTF-8 first", other.name()).into());
            }
            match tokens.token() {
                Some(Token::StartTag(tag)) => copy_tag(tag, &mut output, &change)?,
                Some(token) => output.write_all(token.raw())?,
                None => {}
            }
        }
        if length == 0 {
            return Ok(output.flush()?);
        }
    }
}

/// Writes a tag: its bytes up to a value that changes, the new value, and so on.
fn copy_tag(
    tag: Tag<'_>,
    output: &mut impl Write,
    change: impl Fn(&str) -> Option<String>,
) -> io::Result<()> {
    let (raw, start) = (tag.raw(), tag.span().start);
    let mut copied = 0;
    for attribute in tag.attributes() {
        if !matches!(&*attribute.name(), "href" | "src") {
            continue;
        }
        // In bytes that are no text there is no address to be changed.
        let Some(address) =
            std::str::from_utf8(attribute.raw_value()).ok().and_then(|_| change(&attribute.value()))
        else {
            continue;
        };
        let value = attribute.value_span();
        output.write_all(&raw[copied..(value.start - start) as usize])?;
        output.write_all(escaped(&address, &attribute).as_bytes())?;
        copied = (value.end - start) as usize;
    }
    output.write_all(&raw[copied..])
}

/// The value as it has to be written where the old one stands.
fn escaped(value: &str, place: &Attribute<'_>) -> String {
    let quote = match place.quote() {
        // Without a byte of its own it would take what follows for the value.
        Quote::Unquoted if value.is_empty() => return "\"\"".to_owned(),
        quote => quote,
    };
    let mut text = String::new();
    if quote == Quote::NoValue {
        text += "=\"";
    }
    for character in value.chars() {
        let is_special = match quote {
            Quote::Single => character == '\'',
            Quote::Double | Quote::NoValue => character == '"',
            Quote::Unquoted => character.is_ascii_whitespace() || "\"'`=<>".contains(character),
        };
        match character {
            '&' => text += "&amp;",
            // A CR would be read as a newline.
            _ if is_special || character == '\r' => text += &format!("&#{};", u32::from(character)),
            _ => text.push(character),
        }
    }
    if quote == Quote::NoValue {
        text.push('"');
    }
    text
}
