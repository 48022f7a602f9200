//! Reads a page in one task and its tokens in another: `cargo run --features tokio --example channel`.

use std::borrow::Cow;

use tagspan::{AsyncReadTokens, ReadError, Token};
use tokio::io::AsyncRead;
use tokio::sync::mpsc;

#[tokio::main]
async fn main() -> Result<(), ReadError> {
    // Or a `tokio::net::TcpStream`, a `tokio::fs::File`.
    let page = &b"<a href=/one>one</a> <a href=/two>two</a>"[..];
    println!("{:?}", links(page).await?);
    Ok(())
}

pub(crate) async fn links(page: impl AsyncRead + Send + Unpin + 'static) -> Result<Vec<String>, ReadError> {
    let (sender, mut receiver) = mpsc::channel(100);
    let reader = tokio::spawn(async move {
        let mut tokens = AsyncReadTokens::new(page);
        while let Some(token) = tokens.next_token().await? {
            if sender.send(token.into_owned()).await.is_err() {
                break;
            }
        }
        Ok::<(), ReadError>(())
    });
    let mut links = Vec::new();
    while let Some(token) = receiver.recv().await {
        if let Token::StartTag(tag) = token.as_token()
            && tag.is("a")
        {
            links.extend(tag.attribute_value("href").map(Cow::into_owned));
        }
    }
    reader.await.expect("the task does not panic")?;
    Ok(links)
}
