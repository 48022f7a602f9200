//! The options: the edition, and the feedback of a tree builder.

/// An edition of the specification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Edition {
    /// The living standard, section 12.2.5, before processing instructions came in June 2026.
    #[default]
    Living,
    /// The living standard with the processing instructions of June 2026: `<?target data?>` is a token of its
    /// own and not a bogus comment. All else is as in [`Edition::Living`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tagspan_reference::{Edition, EventKind, Options, tokenize};
    ///
    /// let edition = Edition::LivingProcessingInstructions;
    /// let events = tokenize("<?a b?>", &Options { edition, ..Options::default() });
    /// let (target, data) = ("a".to_owned(), "b".to_owned());
    /// assert_eq!(events[0].kind, EventKind::ProcessingInstruction { target, data });
    /// ```
    LivingProcessingInstructions,
    /// The complete draft of about April 2010, section 12.2.4. Its parse errors have no names: see
    /// [`EventKind::Error`](crate::EventKind::Error).
    #[cfg(feature = "drafts")]
    Draft2010,
    /// The draft of 7 February 2009. As [`Edition::Draft2010`] its parse errors have no names, and a content
    /// model flag and an escape flag stand where later editions have states.
    #[cfg(feature = "drafts")]
    Draft2009,
    /// The call for comments of 27 October 2007. As [`Edition::Draft2009`], and tags have no self-closing flag:
    /// a slash is a parse error unless it is permitted.
    #[cfg(feature = "drafts")]
    Draft2007,
}

impl Edition {
    /// All that this build has, in the order of their making.
    pub const ALL: &[Edition] = &[
        #[cfg(feature = "drafts")]
        Edition::Draft2007,
        #[cfg(feature = "drafts")]
        Edition::Draft2009,
        #[cfg(feature = "drafts")]
        Edition::Draft2010,
        Edition::Living,
        Edition::LivingProcessingInstructions,
    ];
}

/// How to tokenize.
///
/// # Examples
///
/// ```
/// use tagspan_reference::{Context, Options};
///
/// let options = Options { context: Context::None, cdata: true, ..Options::default() };
/// assert_eq!(options.last_start_tag, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The edition of the specification.
    pub edition: Edition,
    /// The state to start in.
    pub initial_state: TextState,
    /// The tag name of the start tag that is taken to have come last, in any ASCII case. With none, no end
    /// tag token is appropriate until a start tag has come.
    pub last_start_tag: Option<String>,
    /// Whether there is an adjusted current node and it is not an element in the HTML namespace, so that
    /// `<![CDATA[` opens a CDATA section. It stays so to the end of the input.
    pub cdata: bool,
    /// The source of state changes after a start tag.
    pub context: Context,
    /// The scripting flag: whether `noscript` is raw text.
    pub scripting: bool,
}

/// The source of state changes after a start tag, in the place of tree construction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Context {
    /// This crate, by the tag name alone, as tree construction does for elements of the HTML namespace that
    /// stand where they belong.
    #[default]
    Document,
    /// Nothing: the tokenizer alone, as the html5lib suite expects.
    None,
}

/// The states that tokenizing can start in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextState {
    /// 12.2.5.1 Data state
    #[default]
    Data,
    /// 12.2.5.2 RCDATA state
    Rcdata,
    /// 12.2.5.3 RAWTEXT state
    Rawtext,
    /// 12.2.5.4 Script data state
    ScriptData,
    /// 12.2.5.5 PLAINTEXT state
    Plaintext,
    /// 12.2.5.69 CDATA section state
    CdataSection,
}

impl TextState {
    /// All six, in the specification's order.
    pub const ALL: [TextState; 6] = [
        TextState::Data,
        TextState::Rcdata,
        TextState::Rawtext,
        TextState::ScriptData,
        TextState::Plaintext,
        TextState::CdataSection,
    ];

    /// The specification's name of the state, such as `RCDATA state`.
    pub fn as_str(self) -> &'static str {
        match self {
            TextState::Data => "Data state",
            TextState::Rcdata => "RCDATA state",
            TextState::Rawtext => "RAWTEXT state",
            TextState::ScriptData => "Script data state",
            TextState::Plaintext => "PLAINTEXT state",
            TextState::CdataSection => "CDATA section state",
        }
    }
}
