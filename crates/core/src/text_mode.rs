//! The states that text can be in, as the tree builder or the caller chooses them.

use core::fmt;

use crate::state::State;

/// How the text after a tag is read: one of the six states that tokenizing can start in.
///
/// # Examples
///
/// ```
/// use tagspan::TextMode;
///
/// assert_eq!(TextMode::Rcdata.to_string(), "RCDATA state");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextMode {
    /// 12.2.5.1 Data state: tags, comments and character references.
    #[default]
    Data,
    /// 12.2.5.2 RCDATA state: character references, and the end tag of `title` or `textarea`.
    Rcdata,
    /// 12.2.5.3 RAWTEXT state: the end tag of `style`, `xmp`, `iframe`, `noembed`, `noframes` alone.
    Rawtext,
    /// 12.2.5.4 Script data state: the end tag of `script`, with its escapes.
    ScriptData,
    /// 12.2.5.5 PLAINTEXT state: text to the end of the input.
    Plaintext,
    /// 12.2.5.69 CDATA section state: text to `]]>`.
    CdataSection,
}

impl TextMode {
    /// Every mode, in the specification's order.
    ///
    /// ```
    /// use tagspan::TextMode;
    ///
    /// let named = |name| TextMode::ALL.into_iter().find(|mode| mode.as_str() == name);
    /// assert_eq!(named("RCDATA state"), Some(TextMode::Rcdata));
    /// ```
    pub const ALL: [TextMode; 6] = [
        TextMode::Data,
        TextMode::Rcdata,
        TextMode::Rawtext,
        TextMode::ScriptData,
        TextMode::Plaintext,
        TextMode::CdataSection,
    ];

    /// The specification's name of the state, such as `RCDATA state`.
    ///
    /// ```
    /// assert_eq!(tagspan::TextMode::ScriptData.as_str(), "Script data state");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            TextMode::Data => "Data state",
            TextMode::Rcdata => "RCDATA state",
            TextMode::Rawtext => "RAWTEXT state",
            TextMode::ScriptData => "Script data state",
            TextMode::Plaintext => "PLAINTEXT state",
            TextMode::CdataSection => "CDATA section state",
        }
    }

    pub(crate) fn state(self) -> State {
        match self {
            TextMode::Data => State::Data,
            TextMode::Rcdata => State::Rcdata,
            TextMode::Rawtext => State::Rawtext,
            TextMode::ScriptData => State::ScriptData,
            TextMode::Plaintext => State::Plaintext,
            TextMode::CdataSection => State::CdataSection,
        }
    }

    /// The mode that the start tag of an HTML element leads to, whatever the case of its name.
    #[cold]
    pub(crate) fn after_start_tag(name: &[u8], scripting: bool) -> TextMode {
        let mode = SPECIAL.iter().find(|(special, _)| name.eq_ignore_ascii_case(special.as_bytes()));
        match mode {
            Some((special, _)) if *special == "noscript" && !scripting => TextMode::Data,
            Some((_, mode)) => *mode,
            None => TextMode::Data,
        }
    }

    /// The mode after the start tag of an HTML element as nearly every page has, which leads to nothing but a mode.
    pub(crate) fn after_usual_start_tag(name: &[u8]) -> Option<TextMode> {
        match name.first().map(u8::to_ascii_lowercase) {
            Some(b's') if name.eq_ignore_ascii_case(b"script") => Some(TextMode::ScriptData),
            Some(b's') if name.eq_ignore_ascii_case(b"style") => Some(TextMode::Rawtext),
            Some(b't') if name.eq_ignore_ascii_case(b"title") => Some(TextMode::Rcdata),
            _ => None,
        }
    }
}

/// The elements whose text is not of the data state; `noscript` is one with scripting only.
const SPECIAL: [(&str, TextMode); 10] = [
    ("iframe", TextMode::Rawtext),
    ("noembed", TextMode::Rawtext),
    ("noframes", TextMode::Rawtext),
    ("noscript", TextMode::Rawtext),
    ("plaintext", TextMode::Plaintext),
    ("script", TextMode::ScriptData),
    ("style", TextMode::Rawtext),
    ("textarea", TextMode::Rcdata),
    ("title", TextMode::Rcdata),
    ("xmp", TextMode::Rawtext),
];

/// Names of start tags that are to be looked at, as a set of some of 64 bits: what is not in it need not be compared.
#[derive(Clone, Copy)]
pub(crate) struct Suspects(u64);

impl Suspects {
    pub(crate) const NONE: Suspects = Suspects(0);
    pub(crate) const ALL: Suspects = Suspects(u64::MAX);

    /// The names that change the text mode, and those that matter to the feedback simulator wherever they stand.
    pub(crate) const SPECIAL: Suspects = {
        let (mut suspects, mut index) = (Suspects::NONE, 0);
        while index < SPECIAL.len() {
            suspects = suspects.and(&[SPECIAL[index].0]);
            index += 1;
        }
        suspects.and(&["svg", "math", "template", "pre", "listing"])
    };

    /// The same, and those that settle whether there may be frames.
    pub(crate) const BEFORE_FRAMES: Suspects = Self::SPECIAL.and(&[
        "frameset", "applet", "area", "body", "br", "button", "dd", "dt", "embed", "hr", "image", "img",
        "input", "keygen", "li", "marquee", "object", "select", "table", "wbr",
    ]);

    const fn and(self, names: &[&str]) -> Suspects {
        let (mut bits, mut index) = (self.0, 0);
        while index < names.len() {
            let name = names[index].as_bytes();
            bits |= suspect(name[0], name[1], name.len());
            index += 1;
        }
        Suspects(bits)
    }

    /// The same, and `meta`.
    pub(crate) const fn and_meta(self) -> Suspects {
        self.and(&["meta"])
    }

    /// Whether a name of `length` bytes, with which `rest` begins, may be one of them.
    #[inline(always)]
    pub(crate) fn may_have(self, rest: &[u8], length: usize) -> bool {
        let [first, second, ..] = *rest else { return false };
        self.0 & suspect(first, second, length) != 0
    }
}

/// One of 64 bits, by the first two letters and the length: the factors were looked for until hardly another element
/// has the bit of one of them (`main` and `circle` do), so that nearly every name is settled without a comparison.
#[inline(always)]
const fn suspect(first: u8, second: u8, length: usize) -> u64 {
    let mixed = (first | 0x20) as usize * 145 + (second | 0x20) as usize * 251 + length * 101;
    1 << (mixed >> 2 & 63)
}

impl fmt::Display for TextMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::ContextElement;

    /// What the context would do nothing with is not shown to it, so it must be shown all that it knows.
    #[test]
    fn what_settles_frames_is_suspected_before() {
        for name in crate::context::names_that_settle_frames() {
            assert!(Suspects::BEFORE_FRAMES.may_have(name.as_bytes(), name.len()), "{name}");
        }
    }

    /// The standard's list, for names of every element in any case, and for names that share a special one's bit.
    #[test]
    fn only_special_names_change_the_mode() {
        let names = "a abbr address area b base body br button caption center code col colgroup dd div dl dt em font form \
                     frame frameset h1 h2 head hr html i iframe img input label li link main meta nav noembed noframes \
                     noscript o object ol option p plaintext pre progress s script section select small source span \
                     strong style sub svg table tbody td template textarea tfoot th thead title tr tt u ul video xmp \
                     scripts scrip styl xm titles textareas sc st xmpp noscripts plaintexts";
        for name in names.split_whitespace() {
            for spelled in [name.to_owned(), name.to_uppercase()] {
                for scripting in [false, true] {
                    let expected = match name {
                        "script" => TextMode::ScriptData,
                        "style" | "xmp" | "iframe" | "noembed" | "noframes" => TextMode::Rawtext,
                        "noscript" if scripting => TextMode::Rawtext,
                        "title" | "textarea" => TextMode::Rcdata,
                        "plaintext" => TextMode::Plaintext,
                        _ => TextMode::Data,
                    };
                    // What stands beside the list says the same.
                    let of_context = ContextElement::html(spelled.as_str()).text_mode(scripting);
                    assert_eq!(of_context, expected, "{spelled}");
                    let usual = TextMode::after_usual_start_tag(spelled.as_bytes());
                    assert!(usual.is_none_or(|mode| mode == expected), "{spelled}");
                    for rest in ["", ">", " a=b>", "e"] {
                        let bytes = format!("{spelled}{rest}").into_bytes();
                        let mode = TextMode::after_start_tag(&bytes[..name.len()], scripting);
                        assert_eq!(mode, expected, "{spelled}{rest}");
                        let suspected = Suspects::SPECIAL.may_have(&bytes, name.len());
                        assert!(suspected || mode == TextMode::Data, "{spelled}{rest}");
                        let with_meta = Suspects::SPECIAL.and_meta().may_have(&bytes, name.len());
                        assert!(with_meta || !(suspected || name == "meta"), "{spelled}{rest}");
                    }
                }
            }
        }
    }
}
