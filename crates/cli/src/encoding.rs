//! The arguments that say what is known of an input's encoding, and what they mean to the library.

use clap::Args;
use tagspan::{Encoding, EncodingOptions, UTF_8};

use crate::size::size;

/// The part of the help that these arguments have for themselves. It stands at each of them, for a heading of the
/// whole would also be that of the arguments behind.
const HEADING: &str = "Encoding";

/// The arguments on the bytes of inputs. Those on the encoding are in the order of the standard's steps.
#[derive(Args, Clone, Debug)]
pub(crate) struct EncodingArgs {
    /// Read inputs that look like binary files, which are otherwise skipped with a message
    ///
    /// A binary file begins with a signature, as gzip, zip, PDF and PNG do, or has a NUL in its first 1024 bytes. A NUL
    /// does not count in UTF-16, and in what begins with a byte order mark or with markup.
    #[arg(long)]
    pub(crate) binary: bool,

    /// The encoding to take whatever else is said, by a label of the Encoding Standard; only a byte order mark
    /// overrides it
    #[arg(help_heading = HEADING, long = "override", value_name = "LABEL", value_parser = encoding)]
    override_encoding: Option<&'static Encoding>,

    /// The encoding of the input, by a label of the Encoding Standard; a byte order mark overrides it
    #[arg(help_heading = HEADING, long, value_name = "LABEL", value_parser = encoding, conflicts_with = "content_type")]
    charset: Option<&'static Encoding>,

    /// The value of the Content-Type header that came with the input, as in "text/html; charset=koi8-r"; one without
    /// a charset that the Encoding Standard knows is as good as none
    #[arg(help_heading = HEADING, long, value_name = "VALUE")]
    content_type: Option<String>,

    /// How many of the first bytes are searched for a declaration, K, M or G may follow [default: 1024]
    #[arg(help_heading = HEADING, long, visible_alias = "bytes", value_name = "N", value_parser = prescan_bytes)]
    prescan_bytes: Option<usize>,

    /// The locale, such as ja or zh-TW, whose usual encoding by the HTML Standard is that of an input that declares none
    #[arg(help_heading = HEADING, long, value_name = "TAG", conflicts_with = "default_encoding")]
    locale: Option<String>,

    /// The encoding of an input that declares none [default: guessed from the first 4096 bytes, UTF-8 for pure ASCII]
    #[arg(help_heading = HEADING, long = "default", value_name = "LABEL", value_parser = encoding)]
    default_encoding: Option<&'static Encoding>,
}

impl EncodingArgs {
    /// The same in the library's terms. Files and pipes come without the headers that browsers have, so the encoding of those
    /// that declare none is guessed, as browsers do for local files.
    pub(crate) fn options(&self) -> EncodingOptions {
        let mut options = EncodingOptions::new();
        if let Some(encoding) = self.override_encoding {
            options = options.override_encoding(encoding);
        }
        if let Some(encoding) = self.charset {
            options = options.encoding(encoding);
        }
        if let Some(value) = &self.content_type {
            options = options.content_type(value);
        }
        if let Some(bytes) = self.prescan_bytes {
            options = options.prescan_bytes(bytes);
        }
        match (self.default_encoding, &self.locale) {
            (Some(encoding), _) => options.default_encoding(encoding),
            (None, Some(tag)) => options.locale(tag),
            (None, None) => options.detect(EncodingOptions::DETECTION_BYTES).default_encoding(UTF_8),
        }
    }

    /// As [`options`](Self::options), with the `Content-Type` that came with an input. What the user says of all inputs stands
    /// above it.
    pub(crate) fn options_with(&self, content_type: Option<String>) -> EncodingOptions {
        match content_type {
            Some(value) if self.charset.is_none() && self.content_type.is_none() => {
                self.options().content_type(value)
            }
            _ => self.options(),
        }
    }

    /// How many first bytes are looked at before the encoding is decided, at most.
    pub(crate) fn looked_at(&self) -> usize {
        let detects = self.default_encoding.is_none() && self.locale.is_none();
        let detection = if detects { EncodingOptions::DETECTION_BYTES } else { 0 };
        self.prescan_bytes.unwrap_or(EncodingOptions::PRESCAN_BYTES).max(detection)
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, &'static str> {
    Encoding::for_label(label.as_bytes())
        .ok_or("not a label of the Encoding Standard, which are such as utf-8, windows-1252 or shift_jis")
}

fn prescan_bytes(text: &str) -> Result<usize, &'static str> {
    usize::try_from(size(text)?).map_err(|_| "more than fits in memory")
}
