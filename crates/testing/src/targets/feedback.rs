//! The fuzz target of the feedback simulator, with html5ever's tree builder as its oracle.

use crate::feedback::agree;
use crate::fragment::{Fragment, Settings};
use crate::tag_soup;
use tagspan_reference::{Context, Options};

use super::layout;

/// The bits of the byte of flags.
const SCRIPTING: u8 = 1;
const SOUP: u8 = 2;

/// The context elements by their number; the first stands for a document.
const FRAGMENTS: [&str; 28] = [
    "",
    "div",
    "html",
    "head",
    "p",
    "table",
    "tbody",
    "tr",
    "td",
    "caption",
    "colgroup",
    "template",
    "select",
    "frameset",
    "noscript",
    "textarea",
    "title",
    "script",
    "svg svg",
    "svg desc",
    "svg title",
    "svg foreignObject",
    "math math",
    "math mi",
    "math annotation-xml",
    "math annotation-xml text/html",
    "plaintext",
    "body",
];

/// How many tag soup are seeds.
const SAMPLES: u64 = 400;

/// How many bytes a seed may have, so that with its control it is no longer than the target wants it.
const LONGEST: usize = 480;

/// The control: flags, then the context element's number. A tag soup brings its own settings.
pub(super) fn run(data: &[u8]) {
    let (input, settings) = given(data);
    let statistics =
        agree(&input, &settings).unwrap_or_else(|error| panic!("{input:?} ({settings}): {error}"));
    if let Some(wrong) = statistics.first_wrong() {
        panic!("{input:?} ({settings}): {wrong}");
    }
}

fn given(data: &[u8]) -> (String, Settings) {
    let (input, mut control) = layout::split(data);
    let flags = layout::byte(&mut control);
    if flags & SOUP != 0 {
        let soup = tag_soup::from_bytes(input);
        return (soup.html(), soup.settings);
    }
    let fragment = Some(*layout::choose(&mut control, &FRAGMENTS)).filter(|name| !name.is_empty());
    let settings = Settings { scripting: flags & SCRIPTING != 0, fragment: fragment.map(Fragment::named) };
    (String::from_utf8_lossy(input).into_owned(), settings)
}

/// A page as a document; none where the caller is to decide.
pub(super) fn seed(input: &[u8], options: &Options) -> Option<Vec<u8>> {
    let flags = if options.scripting { SCRIPTING } else { 0 };
    (options.context == Context::Document).then(|| [input, &[flags, 0, 2]].concat())
}

/// Tag soup.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let sources = (0..SAMPLES).map(|number| tag_soup::bytes(0, number)).filter(|soup| soup.len() <= LONGEST);
    sources.map(|soup| [&soup[..], &[SOUP, 1]].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_read_back() {
        let scripting = Options { scripting: true, ..Options::default() };
        for (options, expected) in [(Options::default(), "document"), (scripting, "document, scripting")] {
            let (input, settings) = given(&seed(b"<svg>", &options).unwrap());
            assert_eq!((&*input, &*settings.to_string()), ("<svg>", expected));
        }
        assert_eq!(seed(b"a", &Options { context: Context::None, ..Options::default() }), None);
        assert!(samples().len() > 300);
        let bytes =
            (0..SAMPLES).map(|number| tag_soup::bytes(0, number)).filter(|soup| soup.len() <= LONGEST);
        for (sample, bytes) in samples().iter().zip(bytes) {
            let soup = tag_soup::from_bytes(&bytes);
            assert_eq!(given(sample), (soup.html(), soup.settings));
        }
    }

    #[test]
    fn the_settings_come_from_the_control() {
        for (control, expected) in [
            (&[][..], "document"),
            (&[1], "document, scripting"),
            (&[0, 19], "fragment in svg desc"),
            (&[1, 25], "fragment in math annotation-xml text/html, scripting"),
        ] {
            let data = [b"<p>", control, &[control.len() as u8]].concat();
            let (input, settings) = given(&data);
            assert_eq!((&*input, &*settings.to_string()), ("<p>", expected));
        }
    }
}
