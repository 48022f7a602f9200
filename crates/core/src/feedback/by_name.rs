//! Text modes by tag names alone, and the filter for the names that need a closer look.

use super::StartTags;
use crate::options::Feedback;
use crate::text_mode::TextMode;

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

/// The mode that the start tag of an HTML element leads to, whatever the case of its name.
#[cold]
pub(crate) fn text_mode_after(name: &[u8], scripting: bool) -> TextMode {
    let mode = SPECIAL.iter().find(|(special, _)| name.eq_ignore_ascii_case(special.as_bytes()));
    match mode {
        Some((special, _)) if *special == "noscript" && !scripting => TextMode::Data,
        Some((_, mode)) => *mode,
        None => TextMode::Data,
    }
}

/// Names of start tags that are to be looked at, as a set of some of 64 bits: what is not in it need not be compared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NameFilter(u64);

impl NameFilter {
    pub(crate) const NONE: NameFilter = NameFilter(0);
    pub(crate) const ALL: NameFilter = NameFilter(u64::MAX);

    /// The names that change the text mode, and those that matter to the feedback simulator wherever they stand.
    pub(crate) const SPECIAL: NameFilter = {
        let (mut name_filter, mut index) = (NameFilter::NONE, 0);
        while index < SPECIAL.len() {
            name_filter = name_filter.with(&[SPECIAL[index].0]);
            index += 1;
        }
        name_filter.with(&["svg", "math", "template", "pre", "listing"])
    };

    /// The same, and those that settle whether there may be frames.
    pub(crate) const BEFORE_FRAMES: NameFilter = Self::SPECIAL.with(&[
        "frameset", "applet", "area", "body", "br", "button", "dd", "dt", "embed", "hr", "image", "img",
        "input", "keygen", "li", "marquee", "object", "select", "table", "wbr",
    ]);

    const fn with(self, names: &[&str]) -> NameFilter {
        let (mut bits, mut index) = (self.0, 0);
        while index < names.len() {
            let name = names[index].as_bytes();
            bits |= filter_bit(name[0], name[1], name.len());
            index += 1;
        }
        NameFilter(bits)
    }

    /// The names of start tags that the fast path has a closer look at.
    #[inline(always)]
    pub(crate) fn of(feedback: Feedback, start_tags: StartTags) -> NameFilter {
        match (feedback, start_tags) {
            (Feedback::None, _) => NameFilter::NONE,
            (_, StartTags::Common) => NameFilter::SPECIAL,
            (_, StartTags::BeforeFrames) => NameFilter::BEFORE_FRAMES,
            (_, StartTags::All) => NameFilter::ALL,
        }
    }

    /// The same, and `meta`.
    pub(crate) const fn with_meta(self) -> NameFilter {
        self.with(&["meta"])
    }

    /// Whether a name of `length` bytes, with which `rest` begins, may be one of them.
    #[inline(always)]
    pub(crate) fn may_contain(self, rest: &[u8], length: usize) -> bool {
        let [first, second, ..] = *rest else { return false };
        self.0 & filter_bit(first, second, length) != 0
    }
}

/// One of 64 bits, by the first two letters and the length: the factors were looked for until few other elements
/// have the bit of one of them, so that nearly every name is settled without a comparison. Only the lowest bits of the sum count,
/// so it may overflow.
#[inline(always)]
const fn filter_bit(first: u8, second: u8, length: usize) -> u64 {
    let mixed = (first | 0x20) as usize * 79 + (second | 0x20) as usize * 76;
    let mixed = mixed.wrapping_add(length.wrapping_mul(9));
    1 << (mixed >> 4 & 63)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context_element::ContextElement;

    #[test]
    fn the_longest_names_have_a_bit() {
        for length in [usize::MAX / 9 + 1, usize::MAX] {
            assert_eq!(filter_bit(b's', b't', length), filter_bit(b'S', b'T', length % 1024), "{length}");
        }
    }

    /// Names that the simulator would ignore are not passed to it, so all names that it knows must be passed.
    #[test]
    fn names_that_settle_frames_pass_the_filter() {
        for name in crate::feedback::names_that_settle_frames() {
            assert!(NameFilter::BEFORE_FRAMES.may_contain(name.as_bytes(), name.len()), "{name}");
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
                    for rest in ["", ">", " a=b>", "e"] {
                        let bytes = format!("{spelled}{rest}").into_bytes();
                        let mode = text_mode_after(&bytes[..name.len()], scripting);
                        assert_eq!(mode, expected, "{spelled}{rest}");
                        let passes = NameFilter::SPECIAL.may_contain(&bytes, name.len());
                        assert!(passes || mode == TextMode::Data, "{spelled}{rest}");
                        let with_meta = NameFilter::SPECIAL.with_meta().may_contain(&bytes, name.len());
                        assert!(with_meta || !(passes || name == "meta"), "{spelled}{rest}");
                    }
                }
            }
        }
    }

    /// The elements whose names are not special and share the bit of one that is. More of them only cost time.
    #[test]
    fn nearly_every_name_is_settled_without_a_comparison() {
        let names = "a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite \
                     code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption \
                     figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i img input ins kbd label legend li \
                     link main map mark menu meta meter nav object ol optgroup option output p picture progress q rp rt \
                     ruby s samp search section select slot small source span strong sub summary sup table tbody td tfoot \
                     th thead time tr track u ul var video wbr animate circle clippath defs desc ellipse filter \
                     foreignobject g image line lineargradient marker mask path pattern polygon polyline radialgradient \
                     rect stop switch symbol text tspan use view";
        let passes = |name: &&str| NameFilter::SPECIAL.may_contain(name.as_bytes(), name.len());
        let shared = "abbr base blockquote details dl fieldset hgroup html main mark progress rp tbody clippath marker mask \
                      stop tspan";
        let found: Vec<&str> = names.split_whitespace().filter(passes).collect();
        assert_eq!(found, shared.split(' ').collect::<Vec<_>>());
        // And those that documents without a `body` tag have most of.
        let common = "a a> p p> b b> i i> em div span h1 h2 h3 ul ol strong link meta section nav tr td th";
        for name in common.split(' ') {
            let length = name.trim_end_matches('>').len();
            assert!(!NameFilter::BEFORE_FRAMES.may_contain(format!("{name} ").as_bytes(), length), "{name}");
        }
    }
}
