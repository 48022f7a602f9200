//! Adapters: tokens from a source that the adapter reads to its end.

#[cfg(feature = "tokio")]
mod async_read;
#[cfg(feature = "futures")]
mod body;
mod buffer;
mod chunks;
#[cfg(feature = "codec")]
mod codec;
mod driver;
mod error;
mod read;
mod source_tokens;

#[cfg(feature = "tokio")]
pub use async_read::AsyncReadTokens;
#[cfg(feature = "futures")]
pub use body::BodyTokens;
pub use chunks::ChunkTokens;
#[cfg(feature = "codec")]
pub use codec::TokenDecoder;
pub use error::ReadError;
pub use read::ReadTokens;
pub use source_tokens::SourceTokens;
