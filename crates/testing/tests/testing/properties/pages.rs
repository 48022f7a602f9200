//! Generated documents by a grammar of HTML, with every quoting style and scripts with escapes.

use tagspan_reference::Options;

use super::settings;
use testing::rng::Rng;

/// A document, or a part of one.
pub(crate) fn page(rng: &mut Rng<'_>, size: usize) -> (Vec<u8>, Options) {
    let mut page = Writer { rng, out: Vec::new(), size };
    if page.rng.percent(60) {
        page.doctype();
    }
    while page.out.len() < size && page.rng.percent(92) {
        page.node(0);
    }
    page.out.truncate(size);
    let Writer { rng, out, .. } = page;
    let options = if rng.percent(90) { settings::of_document(rng) } else { settings::any(rng) };
    (out, options)
}

struct Writer<'a, 'b> {
    rng: &'a mut Rng<'b>,
    out: Vec<u8>,
    size: usize,
}

const NAMES: &[&str] = &[
    "a",
    "b",
    "p",
    "div",
    "li",
    "td",
    "br",
    "svg",
    "math",
    "html",
    "body",
    "my-tag",
    "s:t",
    "h1",
    "caf\u{E9}",
    "x\0y",
    "\u{212A}",
    "scripT2",
];

/// Elements whose content is not markup, with what nearly ends it.
const RAW: &[(&str, &[&str])] = &[
    (
        "script",
        &["</scrip", "</script\u{17F}", "<!--", "<!--<script>", "-->", "<script", "</script ", "--!>", "<!-"],
    ),
    ("style", &["</styl", "</style\0", "<!--</style", "a{b:c}", "</style/"]),
    ("title", &["</titl", "&amp;", "&notit;", "<b>", "</title\u{E9}>"]),
    ("textarea", &["\n", "</textare", "&#x80;", "</TEXTAREA x='>"]),
    ("xmp", &["</xm", "<b>", "</xmp<"]),
    ("noscript", &["<p>", "</noscrip", "&lt;"]),
    ("iframe", &["</ifram", "<!-- "]),
    ("noframes", &["</noframes\r", "&"]),
];

const ATTRIBUTES: &[&str] = &[
    "id", "class", "href", "ID", "data-x", "hidden", "a", "A", "b", "\u{E9}", "x\0", "=", "a\"b", "<",
    "on'x", "\u{FFFD}",
];

const WORDS: &[&str] = &[
    "word",
    "Zeta",
    "caf\u{E9}",
    "\u{442}\u{435}\u{43A}\u{441}\u{442}",
    "\u{1F600}",
    "1 < 2",
    "a > b",
    "x=y",
    "'",
    "\"",
    "\0",
    "\u{1}",
    "\u{85}",
    "\u{FFFE}",
    "\u{10FFFF}",
    "]",
    "]]>",
    "--",
    "/",
    "`",
    "?",
];

/// Names that are a part of others, end without a semicolon, grow when decoded, or do not exist.
const REFERENCES: &[&str] = &[
    "amp",
    "amp;",
    "lt",
    "gt;",
    "quot;",
    "not",
    "notin;",
    "notit;",
    "nGt;",
    "nLt;",
    "gtreqqless;",
    "gtreqqlesX",
    "CounterClockwiseContourIntegral;",
    "AElig",
    "thinsp;",
    "fjlig;",
    "nosuchname;",
    "a",
    "",
    " ",
    "#",
    "#;",
    "#x",
    "#x;",
    "#0;",
    "#x80;",
    "#x9F",
    "#13;",
    "#xD800;",
    "#xFFFE;",
    "#x110000;",
    "#99999999999;",
    "#65",
    "#x41;",
    "#xg",
];

const SPACES: &[&str] = &[" ", " ", " ", "\n", "\t", "\x0C", "\r\n", "\r", "/", "  \n"];

const DOCTYPES: &[&str] = &[
    "<!DOCTYPE html>",
    "<!doctype HTML>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">",
    "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
    "<!DOCTYPEhtml PUBLIC'a''b'>",
    "<!DOCTYPE\r\nhtml public\"\0\"\u{1} x>",
    "<!DOCTYPE>",
    "<!DOCTYPE html PUBLIC>",
    "<!DOCTYPE html SYSTEM \"a>",
    "<!DOCTYPE html bogus 'a'>",
];

impl Writer<'_, '_> {
    fn put(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn put_one(&mut self, texts: &[&str]) {
        let text = self.rng.one(texts);
        self.put(text);
    }

    fn doctype(&mut self) {
        self.put_one(DOCTYPES);
    }

    fn node(&mut self, depth: usize) {
        match self.rng.below(100) {
            0..35 => self.text(),
            35..70 => self.element(depth),
            70..78 => self.raw_element(),
            78..84 => self.comment(),
            84..88 => self.cdata(),
            88..92 => self.instruction(),
            92..94 => self.doctype(),
            94..97 => {
                self.put_one(&["</>", "<>", "<!>", "</ x>", "<?>", "<!x y>", "< a>", "<3", "</3>", "<", "</"])
            }
            _ => {
                let bytes: &[u8] =
                    self.rng.one(&[&b"\xFF"[..], b"\xC2", b"\xE2\x82", b"\xED\xA0\x80", b"\xF0\x9F"]);
                self.out.extend_from_slice(bytes);
            }
        }
    }

    fn text(&mut self) {
        for _ in 0..self.rng.between(1, 6) {
            match self.rng.below(10) {
                0..6 => self.put_one(WORDS),
                6..8 => self.reference(),
                _ => self.put_one(&["\n", "\r\n", "\r", "\t", " ", " "]),
            }
            if self.rng.percent(50) {
                self.put(" ");
            }
        }
    }

    fn reference(&mut self) {
        self.put("&");
        self.put_one(REFERENCES);
    }

    /// A name, some letters of it in upper case.
    fn name(&mut self, name: &str) {
        let upper = self.rng.percent(20);
        for character in name.chars() {
            let character =
                if upper && self.rng.percent(50) { character.to_ascii_uppercase() } else { character };
            self.put(character.encode_utf8(&mut [0; 4]));
        }
    }

    fn tag(&mut self, open: &str, name: &str) {
        self.put(open);
        self.name(name);
        for _ in 0..self.rng.one(&[0, 0, 1, 1, 2, 3, 6]) {
            if self.rng.percent(96) {
                self.put_one(SPACES);
            }
            self.attribute();
        }
        if self.rng.percent(15) {
            self.put_one(SPACES);
        }
        if self.rng.percent(10) {
            self.put("/");
        }
        if self.rng.percent(98) {
            self.put(">");
        }
    }

    fn attribute(&mut self) {
        let name = self.rng.one(ATTRIBUTES);
        self.name(name);
        let quote = match self.rng.below(4) {
            0 => return,
            1 => "",
            2 => "'",
            _ => "\"",
        };
        self.put_one(&["=", "=", "=", " = ", "=\n", "\r="]);
        self.put(quote);
        for _ in 0..self.rng.below(4) {
            match self.rng.below(10) {
                0..3 => self.reference(),
                3 if !quote.is_empty() => self.put_one(&[">", "\r\n", " ", "<p>", "/>"]),
                _ => self.put_one(WORDS),
            }
        }
        if self.rng.percent(97) {
            self.put(quote);
        }
    }

    fn element(&mut self, depth: usize) {
        let name = self.rng.one(NAMES);
        self.tag("<", name);
        while depth < 6 && self.out.len() < self.size && self.rng.percent(60) {
            self.node(depth + 1);
        }
        match self.rng.below(10) {
            0 => {}
            1 => {
                let other = self.rng.one(NAMES);
                self.tag("</", other);
            }
            2 => self.tag("</", name),
            _ => {
                self.put("</");
                self.name(name);
                self.put(">");
            }
        }
    }

    fn raw_element(&mut self) {
        let (name, nearly) = self.rng.one(RAW);
        self.tag("<", name);
        for _ in 0..self.rng.below(8) {
            match self.rng.below(3) {
                0 => self.put_one(WORDS),
                _ => self.put_one(nearly),
            }
        }
        if self.rng.percent(85) {
            self.put("</");
            self.name(name);
            self.put_one(&[">", ">", ">", " >", "\r\n>", "/>", " x='>'>", "\x0C>"]);
        }
    }

    fn comment(&mut self) {
        self.put_one(&["<!--", "<!--", "<!--", "<!---", "<!-->", "<!--->", "<!-"]);
        for _ in 0..self.rng.below(4) {
            match self.rng.below(3) {
                0 => self.put_one(&["-", "--", "<!--", "<!", "--!", "\0", "\r\n", "\r", "->", "!>"]),
                _ => self.put_one(WORDS),
            }
        }
        self.put_one(&["-->", "-->", "-->", "--!>", "--->", ">", ""]);
    }

    fn cdata(&mut self) {
        self.put_one(&["<![CDATA[", "<![CDATA[", "<![cdata[", "<![CDAT"]);
        for _ in 0..self.rng.below(4) {
            match self.rng.below(3) {
                0 => self.put_one(&["]", "]]", "]>", "\0", "\r", "<p>", "&amp;"]),
                _ => self.put_one(WORDS),
            }
        }
        self.put_one(&["]]>", "]]>", "]]]>", "]>", ""]);
    }

    fn instruction(&mut self) {
        self.put_one(&["<?xml", "<?xml-stylesheet", "<?php", "<?a-b_c", "<?", "<?X", "<?0"]);
        for _ in 0..self.rng.below(3) {
            self.put_one(SPACES);
            self.put_one(WORDS);
        }
        self.put_one(&["?>", "?>", ">", "??>", ""]);
    }
}
