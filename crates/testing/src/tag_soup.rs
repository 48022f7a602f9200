//! Tag soup, generated from bytes, so that a fuzzer and a seed generate it alike.
//!
//! A tag soup has a theme or two, from which most of its names come: what goes wrong takes three or four related tags and
//! hardly ever a fourth from elsewhere. End tags mostly fit something open. Elements of text are mostly closed at once,
//! as all after them would be their text.

use std::fmt;

use crate::fragment::{Fragment, Settings};
use crate::rng::Rng;

/// Generated settings and tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Soup {
    /// Under which circumstances it is parsed.
    pub settings: Settings,
    /// Its pieces: a tag, some text, a comment.
    pub pieces: Vec<String>,
}

impl Soup {
    /// The tag soup as an input.
    pub fn html(&self) -> String {
        self.pieces.concat()
    }
}

impl fmt::Display for Soup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ({})", self.html(), self.settings)
    }
}

/// No tag soup has more pieces.
const MOST_PIECES: usize = 400;

/// How many bytes of the settings there are before those of the pieces.
const HEAD: usize = 5;

/// The tag soup that a seed has for a number.
pub fn generate(seed: u64, number: u64) -> Soup {
    from_bytes(&bytes(seed, number))
}

/// The bytes of that tag soup.
pub fn bytes(seed: u64, number: u64) -> Vec<u8> {
    let mut rng = Rng::of_seed(seed, number);
    // Half of them are short, a few are long.
    let length = match rng.below(16) {
        0..8 => rng.between(12, 35),
        8..15 => rng.between(30, 119),
        _ => rng.between(100, 999),
    };
    (0..HEAD + length).map(|_| rng.below(256) as u8).collect()
}

/// The tag soup that the bytes stand for. Those that are missing count as zero.
pub fn from_bytes(bytes: &[u8]) -> Soup {
    let mut cook = Cook { bytes, open: Vec::new(), themes: [""; 2], pieces: Vec::new() };
    let flags = cook.byte();
    let fragment = cook.word(CONTEXTS);
    cook.themes = [cook.one(&THEMES), cook.one(&THEMES)];
    // One of four is a fragment.
    let fragment = (flags & 6 == 6).then(|| Fragment::named(&fragment.replace(':', " ")));
    for name in cook.one(&BEGINNINGS).split_whitespace() {
        cook.pieces.push(format!("<{name}>"));
        cook.open.push(name);
    }
    while !cook.bytes.is_empty() && cook.pieces.len() < MOST_PIECES {
        cook.add();
    }
    Soup { settings: Settings { scripting: flags & 1 == 1, fragment }, pieces: cook.pieces }
}

const CONTEXTS: &str = "\
    div body html head p table caption colgroup tbody tr td th template select option button form frameset \
    noscript pre textarea title style script xmp iframe a marquee svg svg:svg svg:g svg:desc svg:title \
    svg:foreignObject svg:script svg:style math:math math:mi math:mtext math:mrow math:annotation-xml \
    math:annotation-xml:text/html math:svg plaintext";

const FOREIGN: &str = "\
    svg svg math math g desc title foreignObject annotation-xml annotation-xml mi mo mn ms mtext mglyph \
    malignmark font script style p div b";
const POINTS: &str = "\
    svg math desc foreignObject title mi mtext annotation-xml p b a table td select template button li \
    object div x-y";
const BREAKOUT: &str = "\
    svg math b big blockquote body br center code dd div dl dt em embed font h1 h6 head hr i img li \
    listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var";
const TABLES: &str = "\
    table table caption colgroup col tbody thead tfoot tr td th svg math form input template select b p \
    div foreignObject mi";
const SELECTS: &str = "\
    select select option optgroup hr input button selectedcontent datalist svg math template table div p \
    foreignObject mi textarea keygen";
const FORMATTING: &str = "\
    a a b i nobr font code em applet marquee object p div table td svg math foreignObject mi button \
    address";
const BLOCKS: &str = "\
    p p div li dd dt ul ol dl h1 h2 form form address article main search details dialog center button svg \
    math desc mo span";
const TEMPLATES: &str = "\
    template template template tr td col tbody caption table svg math p div select foreignObject mi \
    frameset head body";
const FRAMES: &str = "\
    html head body frameset frameset frame noframes base link meta svg math p template div br input desc \
    li";
const NEWLINES: &str = "pre listing svg math p table desc mi frameset template select";
const RUBY: &str = "ruby rb rt rp rtc svg math p mi desc table option li";
const ODD: &str = "\
    x x-y menuitem keygen image isindex bgsound basefont param source track wbr area svg math \
    foreignObject mtext annotation-xml-and-more foreignobjectx p noscript";

/// Of the first there are more, as most that is to be decided is about them.
const THEMES: [&str; 16] = [
    FOREIGN, FOREIGN, FOREIGN, POINTS, POINTS, BREAKOUT, TABLES, TABLES, SELECTS, FORMATTING, BLOCKS,
    TEMPLATES, FRAMES, NEWLINES, RUBY, ODD,
];

/// The start of tag soup: half of them are in foreign content from the start.
#[rustfmt::skip]
const BEGINNINGS: [&str; 16] = [
    "", "", "", "p", "table", "table tr td", "template", "svg", "svg", "svg desc", "svg foreignObject", "math", "math",
    "math mi", "b svg", "li math",
];

/// Elements whose content may be text.
const TEXTS: &str = "title style script textarea xmp iframe noembed noframes noscript noscript";

/// Elements that are never open.
const VOID: &str = "\
    area base basefont bgsound br col embed frame hr image img input keygen link meta wbr param";

struct Cook<'b> {
    bytes: &'b [u8],
    /// The names of what was opened and not closed, without any rules of HTML.
    open: Vec<&'static str>,
    themes: [&'static str; 2],
    pieces: Vec<String>,
}

impl Cook<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    fn one<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::from(self.byte()) % from.len()]
    }

    /// A word of the list.
    fn word(&mut self, list: &'static str) -> &'static str {
        let words = list.split(' ').count();
        let at = usize::from(self.byte()) % words;
        list.split(' ').nth(at).unwrap_or_default()
    }

    /// Adds a piece, or two.
    fn add(&mut self) {
        match self.byte() {
            0..112 => {
                let name = self.of_theme();
                self.start(name);
            }
            112..126 => {
                let theme = self.one(&THEMES);
                let name = self.word(theme);
                self.start(name);
            }
            126..186 => self.end(),
            186..216 => self.element_of_text(),
            216..226 => self.push("<![CDATA[a>]]>"),
            226..232 => self.push("a"),
            232..236 => self.push("\n"),
            236..239 => self.push("\0"),
            239..241 => self.push(" "),
            241..244 => self.push("<!--a-->"),
            244..247 => self.push("</p>"),
            247..249 => self.push("</br>"),
            249..252 => {
                let piece = self.one(&[
                    "<pre>\n",
                    "<listing>\n",
                    "<textarea>\n</textarea>",
                    "<pre>&#10;",
                    "<pre></>\n",
                ]);
                self.push(piece);
            }
            252 => self.push("<!DOCTYPE html>"),
            253 => self.push("</>"),
            // An end of a section that is none, and one that is not begun right.
            254 => self.push("]]>"),
            255 => match self.byte() {
                // All that follows is its text, if it is not in foreign content.
                0..40 => self.start("plaintext"),
                40..128 => self.push("<![cdata[a>]]>"),
                _ => self.push("<?a>"),
            },
        }
    }

    fn push(&mut self, piece: &str) {
        self.pieces.push(piece.to_owned());
    }

    fn of_theme(&mut self) -> &'static str {
        let theme = self.themes[usize::from(self.byte().is_multiple_of(3))];
        self.word(theme)
    }

    fn start(&mut self, name: &'static str) {
        let how = self.byte();
        let attributes = self.attributes(name);
        let foreign =
            ["svg", "math", "mi", "desc", "foreignObject", "title", "annotation-xml", "g"].contains(&name);
        let closed = if foreign { how < 24 } else { how < 12 };
        let slash = if closed { "/" } else { "" };
        let spelled = if how > 246 { name.to_uppercase() } else { name.to_owned() };
        self.pieces.push(format!("<{spelled}{attributes}{slash}>"));
        let is_void = VOID.split(' ').any(|void| void == name) || closed && foreign;
        if !is_void {
            self.open.push(name);
        }
    }

    fn attributes(&mut self, name: &str) -> &'static str {
        match name {
            "font" => self.one(&["", "", " color=a", " face", " SIZE=1", " colour=a", " x:size=1"]),
            "annotation-xml" => self.one(&[
                "",
                " encoding=text/html",
                " encoding=text/html",
                " Encoding='TEXT/HTML'",
                " encoding=application/xhtml+xml",
                " encoding='text/html '",
                " encoding=&#116;ext/html",
                " encoding=a encoding=text/html",
                " encoding=MathML-Content",
            ]),
            "input" => {
                self.one(&["", " type=hidden", " type=HIDDEN", " type='hidden '", " type=text type=hidden"])
            }
            "a" | "b" | "i" | "nobr" | "code" | "em" => self.one(&["", "", "", "", "", " id=1", " id=2"]),
            "template" => self.one(&["", "", "", "", "", " shadowrootmode=open"]),
            _ => "",
        }
    }

    fn end(&mut self) {
        let how = self.byte();
        let name = match (how, self.open.len()) {
            (0..140, 1..) => self.open.pop().unwrap_or_default(),
            (0..200, open @ 1..) => {
                let at = usize::from(self.byte()) % open;
                let name = self.open[at];
                self.open.truncate(at);
                name
            }
            // It is not open, or it is and that is not noted.
            (200.., _) if how.is_multiple_of(2) => self.word(TEXTS),
            _ => self.of_theme(),
        };
        let name = if how % 16 == 15 { name.to_uppercase() } else { name.to_owned() };
        self.pieces.push(format!("</{name}>"));
    }

    /// An element whose content may be text, mostly with its end.
    fn element_of_text(&mut self) {
        let name = self.word(TEXTS);
        let how = self.byte();
        let slash = if how < 16 { "/" } else { "" };
        self.pieces.push(format!("<{name}{slash}>"));
        if how & 3 == 3 {
            self.push("<![CDATA[");
        }
        match how {
            240.. => self.open.push(name),
            _ => self.pieces.push(format!("</{name}>")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn bytes_have_their_soup() {
        for (bytes, settings, html) in [
            (&b""[..], "document", ""),
            (&[0, 0, 0, 0, 9], "document", "<svg><desc>"),
            (&[1, 0, 0, 0, 0, 0, 1, 0, 99], "document, scripting", "<svg>"),
            // The top of what is open, one by one.
            (
                &[6, 31, 0, 0, 0, 0, 1, 0, 99, 0, 1, 6, 99, 126, 0, 126, 0],
                "fragment in svg desc",
                "<svg><title></title></svg>",
            ),
            (&[0, 0, 0, 0, 0, 186, 1, 99], "document", "<style><![CDATA[</style>"),
            (&[0, 0, 0, 0, 0, 255, 0, 99], "document", "<plaintext>"),
        ] {
            let soup = from_bytes(bytes);
            assert_eq!((&*soup.settings.to_string(), &*soup.html()), (settings, html), "{bytes:?}");
        }
    }

    #[test]
    fn seeds_and_numbers_have_their_soups() {
        let sources = |seed| -> HashSet<String> {
            (0..2000).map(|number| generate(seed, number).to_string()).collect()
        };
        let one = sources(1);
        assert!(one.len() > 1900, "only {} are different", one.len());
        assert!(one.intersection(&sources(2)).count() < 100);
        assert_eq!(one, sources(1));
    }

    /// Tag soup that ends in text tests little; and every decision has to occur.
    #[test]
    fn what_is_in_them() {
        const SAMPLES: u64 = 4000;
        let has =
            |what: &str| (0..SAMPLES).filter(|&number| generate(0, number).html().contains(what)).count();
        for (what, least, most) in [
            ("<svg", 2000, 4000),
            ("<math", 1500, 4000),
            ("<![CDATA[a", 800, 3500),
            ("encoding", 300, 3000),
            ("<font color", 20, 1000),
            ("<plaintext", 10, 200),
            ("<template", 200, 2500),
            ("<frameset", 100, 2000),
            ("</p>", 500, 3500),
            ("</br>", 200, 2500),
            ("\0", 200, 2500),
            ("<pre>\n", 50, 2000),
            ("<textarea>", 300, 3500),
        ] {
            let found = has(what);
            assert!((least..=most).contains(&found), "{what}: in {found} of {SAMPLES}");
        }
        let fragments =
            (0..SAMPLES).filter(|&number| generate(0, number).settings.fragment.is_some()).count();
        assert!((800..1200).contains(&fragments), "{fragments}");
    }
}
