//! The arguments about the encoding of an input, and their library options.

use clap::{Args, ValueEnum};
use tagspan::input::Sniffer;
use tagspan::{Encoding, EncodingOptions};

use crate::size::size;

/// The help heading of these arguments. Each argument names it, because a heading of the whole struct would also apply to the
/// arguments after it.
const HEADING: &str = "Encoding";

/// The arguments on the bytes of inputs. Those on the encoding are in the order of the standard's steps.
#[derive(Args, Clone, Debug)]
pub(crate) struct EncodingArgs {
    /// Read inputs that look like binary files, which are otherwise skipped with a message
    ///
    /// A binary file starts with a signature, such as those of gzip, zip, PDF and PNG, or has a NUL in its first 1024 bytes. A
    /// NUL does not count in UTF-16, or if the input starts with a byte order mark or with markup.
    #[arg(long)]
    pub(crate) binary: bool,

    /// The encoding to use regardless of headers and declarations, by a label of the Encoding Standard; only a byte order
    /// mark overrides it
    #[arg(help_heading = HEADING, long = "override", value_name = "LABEL", value_parser = encoding)]
    override_encoding: Option<&'static Encoding>,

    /// The encoding of the input, by a label of the Encoding Standard; a byte order mark overrides it
    #[arg(help_heading = HEADING, long, value_name = "LABEL", value_parser = encoding, conflicts_with = "content_type")]
    charset: Option<&'static Encoding>,

    /// The value of the Content-Type header of the input, as in "text/html; charset=koi8-r"; it is ignored without a charset
    /// that the Encoding Standard knows
    #[arg(help_heading = HEADING, long, value_name = "VALUE")]
    content_type: Option<String>,

    /// The number of first bytes that are searched for a declaration; N may end with K, M or G [default: 1024]
    #[arg(help_heading = HEADING, long, visible_alias = "bytes", value_name = "N", value_parser = bytes)]
    prescan_bytes: Option<usize>,

    /// The locale, such as ja or zh-TW, whose default encoding in the HTML Standard is used for an input that declares none
    #[arg(help_heading = HEADING, long, value_name = "TAG", conflicts_with = "default_encoding")]
    locale: Option<String>,

    /// The encoding of an input that declares none [default: guessed from 64K, beginning with the first byte beyond ASCII, UTF-8 for pure ASCII]
    #[arg(help_heading = HEADING, long = "default", value_name = "LABEL", value_parser = encoding)]
    default_encoding: Option<&'static Encoding>,

    /// Whether the encoding of an input that declares none is guessed
    #[arg(help_heading = HEADING, long, value_enum, value_name = "WHICH", conflicts_with_all = ["default_encoding", "locale"])]
    detect: Option<Detect>,

    /// The number of first bytes in which the guess looks for one beyond ASCII; N may end with K, M or G [default: 1M]
    #[arg(help_heading = HEADING, long, value_name = "N", value_parser = bytes)]
    #[arg(conflicts_with_all = ["default_encoding", "locale"])]
    detect_within: Option<usize>,
}

/// Which encodings are guessed, with the values of Python and Spark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Detect {
    /// As without the option: those that cannot hide markup from a reader of ASCII
    True,
    /// ISO-2022-JP and UTF-16 without a byte order mark too
    Any,
    /// None: windows-1252, as in browsers
    False,
}

impl EncodingArgs {
    /// The library options. Files and pipes have no HTTP headers, so the encoding is guessed if the input declares none, as
    /// browsers do for local files.
    pub(crate) fn options(&self) -> EncodingOptions {
        // The user's default is that of a page that declares none, which leaves nothing to guess.
        let mut options = match (self.default_encoding, &self.locale) {
            (Some(encoding), _) => EncodingOptions::new().default_encoding(encoding),
            (None, Some(tag)) => EncodingOptions::new().locale(tag),
            (None, None) if self.detect == Some(Detect::False) => EncodingOptions::new(),
            (None, None) => EncodingOptions::detecting().detect_any(self.detect == Some(Detect::Any)),
        };
        if let Some(bytes) = self.detect_within {
            options = options.detect_within(bytes);
        }
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
        options
    }

    /// As [`options`](Self::options), with the `Content-Type` of one input. The user's options for all inputs override it.
    pub(crate) fn options_with(&self, content_type: Option<String>) -> EncodingOptions {
        self.options().or_content_type(content_type.unwrap_or_default())
    }

    /// The maximum number of bytes that are read before the encoding is decided.
    pub(crate) fn looked_at(&self) -> usize {
        Sniffer::new(self.options()).limit()
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, &'static str> {
    Encoding::for_label(label.as_bytes())
        .ok_or("not a label of the Encoding Standard, such as utf-8, windows-1252 or shift_jis")
}

fn bytes(text: &str) -> Result<usize, &'static str> {
    usize::try_from(size(text)?).map_err(|_| "more than fits in memory")
}
