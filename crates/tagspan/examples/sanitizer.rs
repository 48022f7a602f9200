//! Keeps only allowed tags and attributes of a page: `cargo run --example sanitizer < page.html`.

use std::error::Error;
use std::io;

use tagspan::{TextMode, Token, escape_attribute, escape_text};

const TAGS: [&str; 9] = ["a", "b", "blockquote", "em", "i", "li", "p", "strong", "ul"];
const ADDRESSES: [&str; 4] = ["https://", "http://", "mailto:", "#"];

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", sanitize(&io::read_to_string(io::stdin())?)?);
    Ok(())
}

pub(crate) fn sanitize(page: &str) -> Result<String, tagspan::Error> {
    let (mut safe, mut open) = (String::new(), Vec::new());
    tagspan::tokenize(page).for_each(|token| match token {
        // The depth bounds the search for each end tag.
        Token::StartTag(tag) if TAGS.contains(&&*tag.name()) && open.len() < 100 => {
            safe += &format!("<{}", tag.name());
            let href = tag.attribute_value("href").unwrap_or_default();
            if ADDRESSES.iter().any(|start| href.starts_with(start)) {
                safe += &format!(" href=\"{}\"", escape_attribute(&href));
            }
            safe.push('>');
            open.push(tag.name().into_owned());
        }
        // An end tag closes its element and all elements that are open within.
        Token::EndTag(tag) => {
            let start = open.iter().rposition(|name| tag.is(name)).unwrap_or(open.len());
            open.drain(start..).rev().for_each(|name| safe += &format!("</{name}>"));
        }
        // The text of scripts and styles is in other modes.
        Token::Text(text) if text.mode() == TextMode::Data => safe += &escape_text(&text.value()),
        _ => {}
    })?;
    open.iter().rev().for_each(|name| safe += &format!("</{name}>"));
    Ok(safe)
}
