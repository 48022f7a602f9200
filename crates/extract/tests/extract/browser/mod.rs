//! Text and links beside those of Chromium: what is equal, and what differs with the reason.

mod links;
mod text;
mod urls;
