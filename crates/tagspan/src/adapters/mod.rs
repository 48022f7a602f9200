//! Adapters: tokens straight from whoever reads the bytes, each behind its feature.

#[cfg(feature = "tokio")]
mod async_read;
#[cfg(feature = "futures")]
mod body;
#[cfg(any(feature = "read", feature = "tokio"))]
mod buffer;
#[cfg(feature = "codec")]
mod codec;
mod error;
mod pump;
#[cfg(feature = "read")]
mod read;

#[cfg(feature = "tokio")]
pub use async_read::AsyncReadTokens;
#[cfg(feature = "futures")]
pub use body::BodyTokens;
#[cfg(feature = "codec")]
pub use codec::TokenDecoder;
pub use error::ReadError;
#[cfg(feature = "read")]
pub use read::ReadTokens;
