//! The payloads of owned tokens: bytes, and the ranges of their parts.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::context_element::Namespace;
use crate::span::Span;
use crate::token::attribute::{Attribute, AttributeIter};
use crate::token::attributes::AttributeSpans;
use crate::token::comment::Comment;
use crate::token::doctype::{Doctype, DoctypeSpans};
use crate::token::dropped::{DropReason, Dropped};
use crate::token::processing_instruction::ProcessingInstruction;
use crate::token::ranges::TokenRange;
use crate::token::slice::{MissingBytes, Slice};
use crate::token::tag::{Tag, TagFlags};
use crate::token::text::{Text, TextKind};

/// The fields of a tag besides its bytes.
#[derive(Clone)]
struct TagShape {
    /// `None` if there are none. Shared, so that a clone allocates nothing.
    attributes: Option<Arc<[AttributeSpans]>>,
    name_end: u32,
    flags: TagFlags,
}

#[derive(Clone)]
struct TextShape {
    kind: TextKind,
    truncated: bool,
}

#[derive(Clone)]
struct CommentShape {
    data: TokenRange,
    ambiguous: bool,
    missing: MissingBytes,
}

#[derive(Clone)]
struct ProcessingInstructionShape {
    target: TokenRange,
    data: TokenRange,
    missing: MissingBytes,
}

#[derive(Clone)]
struct DoctypeShape {
    /// Shared, so that a clone allocates nothing.
    spans: Arc<DoctypeSpans>,
    missing: MissingBytes,
}

#[derive(Clone)]
struct DroppedShape {
    reason: DropReason,
    ambiguous: bool,
    missing: MissingBytes,
}

// Each struct is taken apart in full, so that the compiler finds the fields that are forgotten here.

impl TagShape {
    fn split(tag: Tag<'_>) -> (Slice<'_>, Self) {
        let Tag { slice, attributes, name_end, flags } = tag;
        let attributes = if attributes.is_empty() { None } else { Some(attributes.into()) };
        (slice, TagShape { attributes, name_end, flags })
    }

    fn join<'a>(&'a self, slice: Slice<'a>) -> Tag<'a> {
        let TagShape { ref attributes, name_end, flags } = *self;
        Tag { slice, attributes: attributes.as_deref().unwrap_or_default(), name_end, flags }
    }
}

impl TextShape {
    fn split(text: Text<'_>) -> (Slice<'_>, Self) {
        let Text { slice, kind, truncated } = text;
        (slice, TextShape { kind, truncated })
    }

    fn join<'a>(&self, slice: Slice<'a>) -> Text<'a> {
        let TextShape { kind, truncated } = *self;
        Text { slice, kind, truncated }
    }
}

impl CommentShape {
    fn split(comment: Comment<'_>) -> (Slice<'_>, Self) {
        let Comment { slice, data, ambiguous, missing } = comment;
        (slice, CommentShape { data, ambiguous, missing })
    }

    fn join<'a>(&self, slice: Slice<'a>) -> Comment<'a> {
        let CommentShape { data, ambiguous, missing } = *self;
        Comment { slice, data, ambiguous, missing }
    }
}

impl ProcessingInstructionShape {
    fn split(instruction: ProcessingInstruction<'_>) -> (Slice<'_>, Self) {
        let ProcessingInstruction { slice, target, data, missing } = instruction;
        (slice, ProcessingInstructionShape { target, data, missing })
    }

    fn join<'a>(&self, slice: Slice<'a>) -> ProcessingInstruction<'a> {
        let ProcessingInstructionShape { target, data, missing } = *self;
        ProcessingInstruction { slice, target, data, missing }
    }
}

impl DoctypeShape {
    fn split(doctype: Doctype<'_>) -> (Slice<'_>, Self) {
        let Doctype { slice, spans, missing } = doctype;
        (slice, DoctypeShape { spans: Arc::new(*spans), missing })
    }

    fn join<'a>(&'a self, slice: Slice<'a>) -> Doctype<'a> {
        let DoctypeShape { ref spans, missing } = *self;
        Doctype { slice, spans, missing }
    }
}

impl DroppedShape {
    fn split(dropped: Dropped<'_>) -> (Slice<'_>, Self) {
        let Dropped { slice, reason, ambiguous, missing } = dropped;
        (slice, DroppedShape { reason, ambiguous, missing })
    }

    fn join<'a>(&self, slice: Slice<'a>) -> Dropped<'a> {
        let DroppedShape { reason, ambiguous, missing } = *self;
        Dropped { slice, reason, ambiguous, missing }
    }
}

/// The beginning of an example that has the owned token as `it`.
macro_rules! owned_example {
    ($variant:literal, $html:literal) => {
        concat!(
            "```\n",
            "use tagspan::{OwnedToken, Tokenizer};\n\n",
            "let mut tokenizer = Tokenizer::builder().processing_instructions(true).build();\n",
            "let mut tokens = tokenizer.feed_last(br#\"",
            $html,
            "\"#);\n",
            "let token = tokens.next_token()?.unwrap().into_owned();\n",
            "let OwnedToken::",
            $variant,
            "(it) = token else { panic!() };"
        )
    };
}

/// Declares the owned form of a borrowed token: what all of them have, and the methods that are forwarded to the
/// borrowed form. The last literal of each method is the assertion of its example.
macro_rules! payload {
    (
        $(#[$about:meta])*
        $Owned:ident($Shape:ident), $as_borrowed:ident -> $Borrowed:ident;
        $variant:literal of $html:literal;
        $($(#[$about_method:meta])* $method:ident($($argument:ident: $Type:ty)?) -> $Output:ty, $assertion:literal;)*
    ) => {
        $(#[$about])*
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use tagspan::{", stringify!($Owned), ", Token, Tokenizer};")]
        ///
        /// let mut tokenizer = Tokenizer::builder().processing_instructions(true).build();
        #[doc = concat!("let mut tokens = tokenizer.feed_last(br#\"", $html, "\"#);")]
        #[doc = concat!("let mut kept: Vec<", stringify!($Owned), "> = Vec::new();")]
        /// while let Some(token) = tokens.next_token()? {
        #[doc = concat!("    if let Token::", $variant, "(it) = token {")]
        ///         kept.push(it.into_owned());
        ///     }
        /// }
        #[doc = concat!("assert_eq!(kept[0].raw(), br#\"", $html, "\"#);")]
        /// # Ok::<(), tagspan::Error>(())
        /// ```
        #[derive(Clone)]
        pub struct $Owned<B = Box<[u8]>> {
            bytes: B,
            offset: u64,
            shape: $Shape,
        }

        impl $Borrowed<'_> {
            /// Copies the bytes, and where the parts lie in them, into a value that borrows nothing.
            ///
            /// ```
            /// use tagspan::{Token, Tokenizer};
            ///
            /// let mut tokenizer = Tokenizer::builder().processing_instructions(true).build();
            #[doc = concat!("let mut tokens = tokenizer.feed_last(br#\"", $html, "\"#);")]
            #[doc = concat!("let Some(Token::", $variant, "(it)) = tokens.next_token()? else { panic!() };")]
            #[doc = concat!("assert_eq!(it.into_owned().", stringify!($as_borrowed), "(), it);")]
            /// # Ok::<(), tagspan::Error>(())
            /// ```
            #[must_use]
            pub fn into_owned(self) -> $Owned {
                $Owned::without_bytes(self).with_bytes(self.raw().into())
            }
        }

        impl $Owned<()> {
            pub(super) fn without_bytes(borrowed: $Borrowed<'_>) -> Self {
                let (slice, shape) = $Shape::split(borrowed);
                $Owned { bytes: (), offset: slice.offset, shape }
            }

            pub(super) fn with_bytes<B>(self, bytes: B) -> $Owned<B> {
                $Owned { bytes, offset: self.offset, shape: self.shape }
            }
        }

        impl<B: AsRef<[u8]>> $Owned<B> {
            #[doc = concat!("Lends a [`", stringify!($Borrowed), "`], which has all methods.")]
            ///
            #[doc = owned_example!($variant, $html)]
            #[doc = concat!("assert_eq!(it.", stringify!($as_borrowed), "().raw(), it.raw());")]
            /// # Ok::<(), tagspan::Error>(())
            /// ```
            pub fn $as_borrowed(&self) -> $Borrowed<'_> {
                let from = self.bytes.as_ref();
                self.shape.join(Slice { from, length: from.len(), offset: self.offset })
            }

            /// The bytes as they stand in the input.
            ///
            #[doc = owned_example!($variant, $html)]
            #[doc = concat!("assert_eq!(it.raw(), br#\"", $html, "\"#);")]
            /// # Ok::<(), tagspan::Error>(())
            /// ```
            pub fn raw(&self) -> &[u8] {
                self.bytes.as_ref()
            }

            /// The span of the token in the input.
            ///
            #[doc = owned_example!($variant, $html)]
            /// assert_eq!(it.span().range(), 0..it.raw().len());
            /// # Ok::<(), tagspan::Error>(())
            /// ```
            pub fn span(&self) -> Span {
                self.$as_borrowed().span()
            }

            $(
                $(#[$about_method])*
                ///
                #[doc = owned_example!($variant, $html)]
                #[doc = $assertion]
                /// # Ok::<(), tagspan::Error>(())
                /// ```
                pub fn $method(&self $(, $argument: $Type)?) -> $Output {
                    self.$as_borrowed().$method($($argument)?)
                }
            )*
        }

        impl<B> $Owned<B> {
            /// The buffer that holds the bytes.
            ///
            #[doc = owned_example!($variant, $html)]
            /// assert_eq!(**it.bytes(), *it.raw());
            /// # Ok::<(), tagspan::Error>(())
            /// ```
            pub fn bytes(&self) -> &B {
                &self.bytes
            }
        }

        /// Compares the borrowed forms.
        impl<A: AsRef<[u8]>, B: AsRef<[u8]>> PartialEq<$Owned<B>> for $Owned<A> {
            fn eq(&self, other: &$Owned<B>) -> bool {
                self.$as_borrowed() == other.$as_borrowed()
            }
        }

        impl<B: AsRef<[u8]>> Eq for $Owned<B> {}

        /// Writes what the borrowed form writes.
        impl<B: AsRef<[u8]>> fmt::Debug for $Owned<B> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.$as_borrowed().fmt(f)
            }
        }

        /// Writes what the borrowed form writes.
        #[cfg(feature = "serde")]
        impl<B: AsRef<[u8]>> serde::Serialize for $Owned<B> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.$as_borrowed().serialize(serializer)
            }
        }
    };
}

payload! {
    /// A start or end tag that owns its bytes: see [`Tag`].
    OwnedTag(TagShape), as_tag -> Tag;
    "StartTag" of "<A HREF='/?a&amp;b' hidden>";

    /// The tag name, in ASCII lower case: [`Tag::name`].
    name() -> Cow<'_, str>, "assert_eq!(it.name(), \"a\");";
    /// Whether the tag name is `name`, in any ASCII case: [`Tag::is`].
    is(name: &str) -> bool, "assert!(it.is(\"a\"));";
    /// The attributes in their order, without duplicates: [`Tag::attributes`].
    attributes() -> AttributeIter<'_>, "assert_eq!(it.attributes().count(), 2);";
    /// The attribute of this name, in any ASCII case: [`Tag::attribute`].
    attribute(name: &str) -> Option<Attribute<'_>>, "assert!(it.attribute(\"hidden\").is_some());";
    /// The namespace of the element: [`Tag::namespace`].
    namespace() -> Namespace, "assert_eq!(it.namespace(), tagspan::Namespace::Html);";
    /// The self-closing flag: [`Tag::self_closing`].
    self_closing() -> bool, "assert!(!it.self_closing());";
}

impl<B: AsRef<[u8]>> OwnedTag<B> {
    /// The decoded value of the attribute of this name, in any ASCII case.
    ///
    #[doc = owned_example!("StartTag", "<A HREF='/?a&amp;b' hidden>")]
    /// assert_eq!(it.attribute_value("href").unwrap(), "/?a&b");
    /// assert_eq!(it.attribute_value("title"), None);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn attribute_value(&self, name: &str) -> Option<Cow<'_, str>> {
        self.attribute(name).map(|attribute| attribute.value())
    }
}

payload! {
    /// A run of text that owns its bytes: see [`Text`].
    OwnedText(TextShape), as_text -> Text;
    "Text" of "fish &amp; chips";

    /// The text that the bytes stand for: [`Text::value`].
    value() -> Cow<'_, str>, "assert_eq!(it.value(), \"fish & chips\");";
}

payload! {
    /// A comment that owns its bytes: see [`Comment`].
    OwnedComment(CommentShape), as_comment -> Comment;
    "Comment" of "<!-- note -->";

    /// The comment's data: [`Comment::value`].
    value() -> Cow<'_, str>, "assert_eq!(it.value(), \" note \");";
}

payload! {
    /// A processing instruction that owns its bytes: see [`ProcessingInstruction`].
    OwnedProcessingInstruction(ProcessingInstructionShape), as_processing_instruction -> ProcessingInstruction;
    "ProcessingInstruction" of "<?go very fast?>";

    /// The target: [`ProcessingInstruction::target`].
    target() -> Cow<'_, str>, "assert_eq!(it.target(), \"go\");";
    /// The data: [`ProcessingInstruction::value`].
    value() -> Cow<'_, str>, "assert_eq!(it.value(), \"very fast\");";
}

payload! {
    /// A DOCTYPE that owns its bytes: see [`Doctype`].
    OwnedDoctype(DoctypeShape), as_doctype -> Doctype;
    "Doctype" of "<!DOCTYPE HTML SYSTEM 'about:legacy-compat'>";

    /// The name, in ASCII lower case: [`Doctype::name`].
    name() -> Option<Cow<'_, str>>, "assert_eq!(it.name().unwrap(), \"html\");";
    /// The public identifier: [`Doctype::public_id`].
    public_id() -> Option<Cow<'_, str>>, "assert_eq!(it.public_id(), None);";
    /// The system identifier: [`Doctype::system_id`].
    system_id() -> Option<Cow<'_, str>>, "assert_eq!(it.system_id().unwrap(), \"about:legacy-compat\");";
    /// The force-quirks flag: [`Doctype::force_quirks`].
    force_quirks() -> bool, "assert!(!it.force_quirks());";
}

payload! {
    /// Bytes that make no token, owned: see [`Dropped`].
    OwnedDropped(DroppedShape), as_dropped -> Dropped;
    "Dropped" of "</>";

    /// Why they make no token: [`Dropped::reason`].
    reason() -> DropReason, "assert_eq!(it.reason().as_str(), \"missing-end-tag-name\");";
}
