//! Rewrites the links of a page, in its encoding, and no other byte: `cargo run --example rewriter < page.html > new.html`.

use std::io::{self, Read, Write};

use tagspan::{Rewriter, Token, TokenEdit, Tokenizer, UTF_8};

fn main() -> io::Result<()> {
    run(io::stdin().lock(), io::stdout().lock())
}

pub(crate) fn run(input: impl Read, output: impl Write) -> io::Result<()> {
    // Pages that declare no encoding are read as UTF-8.
    let builder = Tokenizer::builder().default_encoding(UTF_8);
    Rewriter::with_builder(output, builder).read_from(input, secure)?;
    Ok(())
}

/// Changes addresses to those over TLS.
fn secure(token: Token<'_>, edit: &mut TokenEdit) {
    let Token::StartTag(tag) = token else { return };
    let mut editor = tag.edit();
    for name in ["href", "src"] {
        let Some(value) = tag.attribute_value(name) else { continue };
        if let Some((scheme, rest)) = value.split_once("://")
            && scheme.eq_ignore_ascii_case("http")
        {
            editor.set_attribute(name, &format!("https://{rest}"));
        }
    }
    edit.write_tag(editor);
}
