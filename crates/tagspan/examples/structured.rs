//! Prints the structured data of a page, such as JSON-LD and Open Graph: `cargo run --example structured < page.html`.

use std::io;

use tagspan::{Namespace, ReadError, ReadTokens, Token};

fn main() -> Result<(), ReadError> {
    for (name, value) in data(io::stdin().lock())? {
        println!("{name}: {}", value.trim());
    }
    Ok(())
}

/// Names and values: of JSON-LD scripts, of the page's title, of microdata and of Open Graph.
pub(crate) fn data(page: impl io::Read) -> Result<Vec<(String, String)>, ReadError> {
    let (mut data, mut in_value) = (Vec::<(String, String)>::new(), false);
    let mut tokens = ReadTokens::new(page);
    while let Some(token) = tokens.next_token()? {
        match token {
            Token::StartTag(tag) => {
                let value = |name| tag.attribute_value(name);
                let name = match &*tag.name() {
                    "title" if tag.namespace() == Namespace::Html => Some("title".into()),
                    "script" => value("type").filter(|it| it.eq_ignore_ascii_case("application/ld+json")),
                    _ => value("itemprop").or_else(|| value("property")),
                };
                if let Some(name) = name {
                    // The value is an attribute, or the text up to the next end tag.
                    let content = value("content").or_else(|| value("href")).or_else(|| value("src"));
                    in_value = content.is_none() && !tag.is("meta");
                    data.push((name.into_owned(), content.unwrap_or_default().into_owned()));
                }
            }
            Token::Text(text) if in_value => data.last_mut().expect("a name was found").1 += &text.value(),
            Token::EndTag(_) => in_value = false,
            _ => {}
        }
    }
    Ok(data)
}
