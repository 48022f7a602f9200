//! Generated settings: every limit with a value and an action, and every other setting.

use crate::rng::Rng;
use tagspan::{
    ColumnUnit, ContextElement, Encoding, EncodingOptions, Feedback, LateDeclarations, LimitAction, Limits,
    TextMode, Tokenizer, UTF_8, Validation,
};

/// The kinds of constructs that have a limit each, in the order of [`Settings::limits`].
pub const LIMITS: [&str; 8] = [
    "tag",
    "attribute value",
    "attributes",
    "comment",
    "DOCTYPE",
    "processing instruction",
    "character reference",
    "depth",
];

/// Where in [`LIMITS`] the number of attributes and the depth stand, which do not count bytes.
const ATTRIBUTES: usize = 2;
pub(super) const DEPTH: usize = 7;

/// The knowledge of the encoding before the first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// It is UTF-8, as the caller says.
    #[default]
    Utf8,
    /// Nothing, and the default is UTF-8.
    Nothing,
    /// The transport declares this label.
    Declared(&'static str),
    /// Nothing, and the default is this.
    Default(&'static str),
}

/// Labels of encodings of each family.
const LABELS: &[&str] = &[
    "windows-1252",
    "koi8-r",
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "gb18030",
    "big5",
    "iso-2022-jp",
    "utf-16le",
    "utf-16be",
    "x-user-defined",
    "replacement",
];

/// The settings of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The setting of each of the [`LIMITS`].
    pub limits: [Option<(u32, LimitAction)>; LIMITS.len()],
    /// Whether parse errors are requested.
    pub parse_errors: bool,
    /// The knowledge of the encoding.
    pub known: Known,
    /// The handling of declarations within a document, and the number of bytes kept for it.
    pub late: Option<(LateDeclarations, usize)>,
    /// How much of the source is read.
    pub max_bytes: Option<(u64, LimitAction)>,
    /// The handling of ill-formed bytes.
    pub validation: Validation,
    /// Whether source spans are requested.
    pub source_offsets: bool,
    /// Whether lines and columns are requested, and in which unit.
    pub locate: Option<ColumnUnit>,
    /// How text modes are found.
    pub feedback: Feedback,
    /// Whether scripting is on.
    pub scripting: bool,
    /// Whether CDATA sections are allowed at first.
    pub cdata: bool,
    /// Whether there are processing instructions.
    pub processing_instructions: bool,
    /// The text mode at first, and the name of the last start tag.
    pub mode: Option<(TextMode, &'static str)>,
    /// Whether the page is a fragment, in an svg element.
    pub fragment: bool,
}

impl Settings {
    /// Some settings. Each is another than the default in a quarter of the cases or so, so that all pairs meet.
    pub fn generate(rng: &mut Rng<'_>) -> Settings {
        let mut settings = Settings { limits: limits(rng), ..Settings::default() };
        settings.parse_errors = rng.percent(50);
        settings.known = match rng.below(10) {
            0..4 => Known::Utf8,
            4..6 => Known::Nothing,
            6..8 => Known::Declared(rng.one(LABELS)),
            _ => Known::Default(rng.one(&LABELS[..8])),
        };
        if rng.percent(40) {
            let policy =
                rng.one(&[LateDeclarations::Ignore, LateDeclarations::Follow, LateDeclarations::Report]);
            settings.late = Some((policy, rng.one(&[1 << 16, 0, 8, 40])));
        }
        if rng.percent(30) {
            settings.max_bytes =
                Some((rng.below(140) as u64, rng.one(&[LimitAction::Truncate, LimitAction::Fail])));
        }
        settings.validation = match rng.below(10) {
            0..7 => Validation::Off,
            7 => Validation::Count,
            _ => Validation::Strict,
        };
        settings.source_offsets = rng.percent(40);
        if rng.percent(40) {
            settings.locate = Some(rng.one(&[ColumnUnit::CodePoints, ColumnUnit::Bytes, ColumnUnit::Utf16]));
        }
        settings.feedback =
            rng.one(&[Feedback::Simulated, Feedback::Simulated, Feedback::Names, Feedback::None]);
        settings.scripting = rng.percent(25);
        settings.cdata = rng.percent(25);
        settings.processing_instructions = rng.percent(40);
        if rng.percent(15) {
            settings.mode = Some((rng.one(&TextMode::ALL), rng.one(&["title", "script", "a"])));
        }
        settings.fragment = rng.percent(10);
        settings
    }

    /// The limits as a stream takes them.
    pub(super) fn tokenizer_limits(&self) -> Limits {
        let mut limits = Limits::new();
        for (index, (max, action)) in self.limits.iter().enumerate().filter_map(|(i, set)| Some((i, (*set)?)))
        {
            limits = match index {
                0 => limits.tag(max, action),
                1 => limits.attribute_value(max, action),
                ATTRIBUTES => limits.attributes(max, action),
                3 => limits.comment(max, action),
                4 => limits.doctype(max, action),
                5 => limits.processing_instruction(max, action),
                6 => limits.character_reference(max, action),
                _ => limits.open_elements(max as u16, action),
            };
        }
        limits
    }

    /// A stream of these settings.
    pub(super) fn build(&self) -> Tokenizer {
        let encoding = match self.known {
            Known::Utf8 => EncodingOptions::new().encoding(UTF_8),
            Known::Nothing => EncodingOptions::new().default_encoding(UTF_8),
            Known::Declared(label) => {
                EncodingOptions::new().charset(label).expect("the standard has the label")
            }
            Known::Default(label) => {
                let encoding = Encoding::for_label(label.as_bytes()).expect("the standard has the label");
                EncodingOptions::new().default_encoding(encoding)
            }
        };
        let mut builder = Tokenizer::builder()
            .encoding_options(encoding)
            .limits(match self.max_bytes {
                Some((bytes, action)) => self.tokenizer_limits().max_bytes(bytes, action),
                None => self.tokenizer_limits(),
            })
            .parse_errors(self.parse_errors)
            .validation(self.validation)
            .source_offsets(self.source_offsets)
            .feedback(self.feedback)
            .scripting(self.scripting)
            .cdata(self.cdata)
            .processing_instructions(self.processing_instructions);
        if let Some((policy, replay_limit)) = self.late {
            builder = builder.late_declarations(policy).replay_limit(replay_limit);
        }
        if let Some(unit) = self.locate {
            builder = builder.locate(unit);
        }
        if let Some((mode, name)) = self.mode {
            builder = builder.initial_text_mode(mode).last_start_tag(name);
        }
        if self.fragment {
            builder = builder.fragment(ContextElement::svg("g"));
        }
        builder.build()
    }

    /// The same with each of the settings in turn as it is by default.
    pub(super) fn plainer(&self) -> Vec<Settings> {
        let default = Settings::default();
        let mut all: Vec<Settings> = Vec::new();
        for index in 0..LIMITS.len() {
            let mut plainer = self.clone();
            plainer.limits[index] = None;
            all.push(plainer);
        }
        all.extend([
            Settings { parse_errors: false, ..self.clone() },
            Settings { known: Known::Utf8, ..self.clone() },
            Settings { late: None, ..self.clone() },
            Settings { max_bytes: None, ..self.clone() },
            Settings { validation: Validation::Off, ..self.clone() },
            Settings { source_offsets: false, ..self.clone() },
            Settings { locate: None, ..self.clone() },
            Settings { feedback: default.feedback, ..self.clone() },
            Settings { scripting: false, ..self.clone() },
            Settings { cdata: false, ..self.clone() },
            Settings { processing_instructions: false, ..self.clone() },
            Settings { mode: None, ..self.clone() },
            Settings { fragment: false, ..self.clone() },
        ]);
        all.retain(|plainer| plainer != self);
        all
    }
}

/// Most cases have a few limits, some all of them.
fn limits(rng: &mut Rng<'_>) -> [Option<(u32, LimitAction)>; LIMITS.len()] {
    let chance = rng.one(&[0, 25, 25, 50, 100]);
    std::array::from_fn(|index| {
        if !rng.percent(chance) {
            return None;
        }
        let action = rng.one(&[
            LimitAction::Truncate,
            LimitAction::Truncate,
            LimitAction::Skip,
            LimitAction::Skip,
            LimitAction::Fail,
        ]);
        let max = match index {
            ATTRIBUTES => rng.below(4),
            DEPTH => rng.between(1, 3),
            _ if action == LimitAction::Fail => rng.below(60),
            _ => rng.between(32, 60),
        };
        Some((max as u32, action))
    })
}
