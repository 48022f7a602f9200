//! The explanation of each code: the fault, what a browser does, and an example.

use tagspan::ErrorCode;

use crate::code::{Code, Rule};

/// The meaning of a code.
///
/// ```
/// use tagspan::ErrorCode;
/// use tagspan_check::Explanation;
///
/// let duplicate = Explanation::of(ErrorCode::DuplicateAttribute);
/// assert_eq!(duplicate.fault(), "a tag has two attributes of one name");
/// assert_eq!(duplicate.effect(), "A browser takes the first one and ignores this one.");
/// assert_eq!((duplicate.example(), duplicate.instead()), ("<p id=a id=b>", "<p id=a>"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    code: Code,
    /// The page of the specification and the place on it, up to the name of a parse error.
    section: &'static str,
    fault: &'static str,
    effect: &'static str,
    example: &'static str,
    instead: &'static str,
}

impl Explanation {
    /// The explanations of all codes, in the order of [`Code::ALL`].
    ///
    /// ```
    /// use tagspan_check::{Code, Explanation};
    ///
    /// assert_eq!(Explanation::ALL.map(|explanation| explanation.code()), Code::ALL);
    /// ```
    pub const ALL: [Explanation; Code::ALL.len()] = EXPLANATIONS;

    /// The explanation of a code.
    ///
    /// ```
    /// use tagspan::ErrorCode;
    /// use tagspan_check::Explanation;
    ///
    /// assert_eq!(Explanation::of(ErrorCode::EofInTag).fault(), "the input ends in a tag");
    /// ```
    pub fn of(code: impl Into<Code>) -> &'static Explanation {
        static ALL: [Explanation; Code::ALL.len()] = EXPLANATIONS;
        // They are in the order of the codes, and a test sees that none is missing.
        &ALL[code.into().index()]
    }

    /// The specification's name of the error, or the rule.
    ///
    /// ```
    /// use tagspan::ErrorCode;
    /// use tagspan_check::Explanation;
    ///
    /// let explanation = Explanation::of(ErrorCode::NestedComment);
    /// assert_eq!(explanation.code(), ErrorCode::NestedComment.into());
    /// ```
    pub fn code(&self) -> Code {
        self.code
    }

    /// The fault: a clause without a full stop.
    ///
    /// ```
    /// use tagspan::ErrorCode;
    /// use tagspan_check::Explanation;
    ///
    /// let explanation = Explanation::of(ErrorCode::NestedComment);
    /// assert_eq!(explanation.fault(), "there is a <!-- in a comment");
    /// ```
    pub fn fault(&self) -> &'static str {
        self.fault
    }

    /// The reaction of a browser, in a sentence.
    ///
    /// ```
    /// use tagspan::ErrorCode;
    /// use tagspan_check::Explanation;
    ///
    /// let explanation = Explanation::of(ErrorCode::EofInTag);
    /// assert_eq!(explanation.effect(), "A browser ignores the tag.");
    /// ```
    pub fn effect(&self) -> &'static str {
        self.effect
    }

    /// A piece of HTML with this error alone, or a page for a rule.
    ///
    /// ```
    /// use tagspan::ErrorCode;
    /// use tagspan_check::Explanation;
    ///
    /// assert_eq!(Explanation::of(ErrorCode::DuplicateAttribute).example(), "<p id=a id=b>");
    /// ```
    pub fn example(&self) -> &'static str {
        self.example
    }

    /// The example as it should be. Empty if there is nothing to keep.
    ///
    /// ```
    /// use tagspan::ErrorCode;
    /// use tagspan_check::Explanation;
    ///
    /// assert_eq!(Explanation::of(ErrorCode::DuplicateAttribute).instead(), "<p id=a>");
    /// ```
    pub fn instead(&self) -> &'static str {
        self.instead
    }

    /// The address of the specification's text about the code.
    ///
    /// ```
    /// use tagspan::ErrorCode;
    /// use tagspan_check::Explanation;
    ///
    /// let explanation = Explanation::of(ErrorCode::NestedComment);
    /// assert!(explanation.address().ends_with("/parsing.html#parse-error-nested-comment"));
    /// ```
    pub fn address(&self) -> String {
        let (section, name) = (self.section, self.code.as_str());
        let name = if matches!(self.code, Code::Parse(_)) { name } else { "" };
        format!("https://html.spec.whatwg.org/multipage/{section}{name}")
    }
}

const fn row(
    code: ErrorCode,
    fault: &'static str,
    effect: &'static str,
    [example, instead]: [&'static str; 2],
) -> Explanation {
    let section = "parsing.html#parse-error-";
    Explanation { code: Code::Parse(code), section, fault, effect, example, instead }
}

const fn rule(
    rule: Rule,
    section: &'static str,
    fault: &'static str,
    effect: &'static str,
    [example, instead]: [&'static str; 2],
) -> Explanation {
    Explanation { code: Code::Authoring(rule), section, fault, effect, example, instead }
}

/// In the order of the codes.
const EXPLANATIONS: [Explanation; Code::ALL.len()] = {
    use ErrorCode::*;
    [
        row(
            AbruptClosingOfEmptyComment,
            "a comment is closed as soon as it is opened",
            "A browser reads an empty comment.",
            ["<!-->", "<!---->"],
        ),
        row(
            AbruptDoctypePublicIdentifier,
            "the public identifier of a DOCTYPE has no closing quote",
            "A browser ends the DOCTYPE at the > and shows the page in quirks mode.",
            ["<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01>", "<!DOCTYPE html>"],
        ),
        row(
            AbruptDoctypeSystemIdentifier,
            "the system identifier of a DOCTYPE has no closing quote",
            "A browser ends the DOCTYPE at the > and shows the page in quirks mode.",
            [
                "<!DOCTYPE html SYSTEM \"about:legacy-compat>",
                "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
            ],
        ),
        row(
            AbsenceOfDigitsInNumericCharacterReference,
            "a numeric character reference has no digits",
            "A browser shows the characters as they are.",
            ["&#qux;", "&amp;#qux;"],
        ),
        row(
            CdataInHtmlContent,
            "a CDATA section stands outside of SVG and MathML",
            "A browser reads a comment, and shows nothing of it.",
            ["<p><![CDATA[text]]>", "<p>text"],
        ),
        row(
            CharacterReferenceOutsideUnicodeRange,
            "a numeric character reference is above U+10FFFF",
            "A browser shows U+FFFD, the replacement character.",
            ["&#x110000;", ""],
        ),
        row(
            ControlCharacterInInputStream,
            "the input has a control character that is no white space",
            "A browser keeps the character, which has no meaning in HTML.",
            ["a\u{1}b", "ab"],
        ),
        row(
            ControlCharacterReference,
            "a numeric character reference stands for a control character",
            "A browser takes a character of windows-1252 for U+0080 to U+009F, and the control character otherwise.",
            ["&#x80;", "&euro;"],
        ),
        row(
            DisallowedProcessingInstructionTarget,
            "a processing instruction has a target that only XML has",
            "A browser reads a comment.",
            ["<?xml version=\"1.0\"?>", ""],
        ),
        row(
            DuplicateAttribute,
            "a tag has two attributes of one name",
            "A browser takes the first one and ignores this one.",
            ["<p id=a id=b>", "<p id=a>"],
        ),
        row(
            EndTagWithAttributes,
            "an end tag has attributes",
            "A browser ignores them.",
            ["</p class=x>", "</p>"],
        ),
        row(
            EndTagWithTrailingSolidus,
            "an end tag has a / before its >",
            "A browser ignores the /.",
            ["</p/>", "</p>"],
        ),
        row(
            EofBeforeTagName,
            "the input ends where the name of a tag should be",
            "A browser shows the characters as text.",
            ["text <", "text &lt;"],
        ),
        row(
            EofInCdata,
            "the input ends in a CDATA section",
            "A browser ends the section there.",
            ["<svg><![CDATA[text", "<svg><![CDATA[text]]></svg>"],
        ),
        row(
            EofInComment,
            "the input ends in a comment",
            "A browser ends the comment there, so that it shows nothing of the rest of the page.",
            ["<!-- text", "<!-- text -->"],
        ),
        row(
            EofInDoctype,
            "the input ends in a DOCTYPE",
            "A browser shows the page in quirks mode.",
            ["<!DOCTYPE html", "<!DOCTYPE html>"],
        ),
        row(
            EofInProcessingInstruction,
            "the input ends in a processing instruction",
            "A browser ends the instruction there.",
            ["<?target data", "<?target data>"],
        ),
        row(
            EofInScriptHtmlCommentLikeText,
            "the input ends in a script, behind a <!-- within it",
            "A browser does not run the script.",
            ["<script><!-- run()", "<script>run()</script>"],
        ),
        row(
            EofInTag,
            "the input ends in a tag",
            "A browser ignores the tag.",
            ["<p class=\"x", "<p class=\"x\">"],
        ),
        row(
            IncorrectlyClosedComment,
            "a comment is closed by --!>",
            "A browser takes it for -->.",
            ["<!-- text --!>", "<!-- text -->"],
        ),
        row(
            IncorrectlyOpenedComment,
            "a <! is followed by neither -- nor DOCTYPE",
            "A browser reads a comment up to the next >.",
            ["<!ELEMENT br EMPTY>", ""],
        ),
        row(
            InvalidCharacterSequenceAfterDoctypeName,
            "the name of a DOCTYPE is followed by neither PUBLIC nor SYSTEM",
            "A browser ignores what follows and shows the page in quirks mode.",
            ["<!DOCTYPE html 5>", "<!DOCTYPE html>"],
        ),
        row(
            InvalidFirstCharacterOfProcessingInstructionTarget,
            "the target of a processing instruction does not begin with a letter",
            "A browser reads a comment.",
            ["<? target>", "<?target>"],
        ),
        row(
            InvalidFirstCharacterOfTagName,
            "a < or </ is not followed by a letter",
            "A browser shows a < as text, and reads a comment from a </ up to the next >.",
            ["1 <2", "1 &lt;2"],
        ),
        row(
            InvalidProcessingInstructionTarget,
            "the target of a processing instruction has a character that it cannot have",
            "A browser reads a comment.",
            ["<?a=b>", "<?a b>"],
        ),
        row(
            MissingAttributeValue,
            "an attribute has a = and no value",
            "A browser takes the value for empty.",
            ["<p class=>", "<p class=\"\">"],
        ),
        row(
            MissingDoctypeName,
            "a DOCTYPE has no name",
            "A browser shows the page in quirks mode.",
            ["<!DOCTYPE>", "<!DOCTYPE html>"],
        ),
        row(
            MissingDoctypePublicIdentifier,
            "a DOCTYPE has PUBLIC and no identifier",
            "A browser shows the page in quirks mode.",
            ["<!DOCTYPE html PUBLIC>", "<!DOCTYPE html>"],
        ),
        row(
            MissingDoctypeSystemIdentifier,
            "a DOCTYPE has SYSTEM and no identifier",
            "A browser shows the page in quirks mode.",
            ["<!DOCTYPE html SYSTEM>", "<!DOCTYPE html>"],
        ),
        row(MissingEndTagName, "an end tag has no name", "A browser ignores it.", ["</>", ""]),
        row(
            MissingQuoteBeforeDoctypePublicIdentifier,
            "the public identifier of a DOCTYPE has no quote before it",
            "A browser ignores the identifier and shows the page in quirks mode.",
            ["<!DOCTYPE html PUBLIC -//W3C//DTD HTML 4.01>", "<!DOCTYPE html>"],
        ),
        row(
            MissingQuoteBeforeDoctypeSystemIdentifier,
            "the system identifier of a DOCTYPE has no quote before it",
            "A browser ignores the identifier and shows the page in quirks mode.",
            ["<!DOCTYPE html SYSTEM about:legacy-compat>", "<!DOCTYPE html SYSTEM \"about:legacy-compat\">"],
        ),
        row(
            MissingSemicolonAfterCharacterReference,
            "a character reference has no semicolon",
            "A browser reads the reference; with other letters behind it, another name might be read.",
            ["a &lt b", "a &lt; b"],
        ),
        row(
            MissingWhitespaceAfterDoctypePublicKeyword,
            "there is no white space between PUBLIC and its identifier",
            "A browser reads the DOCTYPE as if there were.",
            ["<!DOCTYPE html PUBLIC\"-//W3C//DTD HTML 4.01//EN\">", "<!DOCTYPE html>"],
        ),
        row(
            MissingWhitespaceAfterDoctypeSystemKeyword,
            "there is no white space between SYSTEM and its identifier",
            "A browser reads the DOCTYPE as if there were.",
            [
                "<!DOCTYPE html SYSTEM\"about:legacy-compat\">",
                "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
            ],
        ),
        row(
            MissingWhitespaceBeforeDoctypeName,
            "there is no white space between DOCTYPE and its name",
            "A browser reads the DOCTYPE as if there were.",
            ["<!DOCTYPEhtml>", "<!DOCTYPE html>"],
        ),
        row(
            MissingWhitespaceBetweenAttributes,
            "there is no white space between two attributes",
            "A browser reads the attributes as if there were.",
            ["<p class=\"x\"id=y>", "<p class=\"x\" id=y>"],
        ),
        row(
            MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
            "there is no white space between the identifiers of a DOCTYPE",
            "A browser reads the DOCTYPE as if there were.",
            ["<!DOCTYPE html PUBLIC \"a\"\"b\">", "<!DOCTYPE html>"],
        ),
        row(
            NestedComment,
            "there is a <!-- in a comment",
            "A browser closes the comment at the first -->, and shows what follows.",
            ["<!-- a <!-- b -->", "<!-- a b -->"],
        ),
        row(
            NoncharacterCharacterReference,
            "a numeric character reference stands for a noncharacter",
            "A browser keeps the noncharacter.",
            ["&#xFFFE;", ""],
        ),
        row(
            NoncharacterInInputStream,
            "the input has a noncharacter",
            "A browser keeps the noncharacter.",
            ["a\u{FFFE}b", "ab"],
        ),
        row(
            NullCharacterReference,
            "a numeric character reference stands for U+0000",
            "A browser shows U+FFFD, the replacement character.",
            ["&#0;", ""],
        ),
        row(
            SurrogateCharacterReference,
            "a numeric character reference stands for a surrogate",
            "A browser shows U+FFFD, the replacement character.",
            ["&#xD83D;", "&#x1F600;"],
        ),
        row(
            UnexpectedCharacterAfterDoctypeSystemIdentifier,
            "there is more than white space behind the system identifier of a DOCTYPE",
            "A browser ignores it.",
            [
                "<!DOCTYPE html SYSTEM \"about:legacy-compat\" x>",
                "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
            ],
        ),
        row(
            UnexpectedCharacterInAttributeName,
            "the name of an attribute has a \", a ' or a <",
            "A browser takes it for a part of the name; often a quote is missing or a tag is not closed.",
            ["<p class\"x>", "<p class=\"x\">"],
        ),
        row(
            UnexpectedCharacterInUnquotedAttributeValue,
            "a value without quotes has a \", a ', a <, a = or a grave accent",
            "A browser takes it for a part of the value; often a quote is missing or a tag is not closed.",
            ["<a href=?x=1>", "<a href=\"?x=1\">"],
        ),
        row(
            UnexpectedEqualsSignBeforeAttributeName,
            "there is a = where the name of an attribute should be",
            "A browser takes it for the first character of a name.",
            ["<p =x>", "<p class=x>"],
        ),
        row(
            UnexpectedNullCharacter,
            "there is a NUL character",
            "A browser ignores it in text and takes it for U+FFFD elsewhere.",
            ["a\0b", "ab"],
        ),
        row(
            UnexpectedQuestionMarkInsteadOfTagName,
            "a < is followed by a ?",
            "A browser reads a comment up to the next >.",
            ["<?php run() ?>", ""],
        ),
        row(
            UnexpectedSolidusInTag,
            "there is a / in a tag that no > follows",
            "A browser takes it for white space.",
            ["<p / class=x>", "<p class=x>"],
        ),
        row(
            UnknownNamedCharacterReference,
            "there is a character reference of an unknown name",
            "A browser shows it as it is written.",
            ["&nosuch;", "&amp;nosuch;"],
        ),
        rule(
            Rule::EndTagInScript,
            "syntax.html#cdata-rcdata-restrictions",
            "there is a </script in the text of a script",
            "A browser does not end the script there, because a <!-- and a <script come before it.",
            [
                "<!DOCTYPE html><script>a('<!--<script></script>-->')</script>",
                "<!DOCTYPE html><script>a('\\x3C!--\\x3Cscript>\\x3C/script>-->')</script>",
            ],
        ),
        rule(
            Rule::EndTagOfVoidElement,
            "syntax.html#void-elements",
            "there is an end tag of an element that has none",
            "A browser reads </br> as <br>, and ignores the others.",
            ["<!DOCTYPE html><p><img src=a.png></img>", "<!DOCTYPE html><p><img src=a.png>"],
        ),
        rule(
            Rule::LostNewline,
            "syntax.html#element-restrictions",
            "a pre or a textarea begins with a reference to a newline",
            "A browser ignores the first newline in these elements, however it is written.",
            ["<!DOCTYPE html><pre>&#10;text</pre>", "<!DOCTYPE html><pre>\n&#10;text</pre>"],
        ),
        rule(
            Rule::MisplacedDoctype,
            "syntax.html#writing",
            "there is a DOCTYPE that is not at the start",
            "A browser ignores it.",
            ["<!DOCTYPE html><p>text<!DOCTYPE html>", "<!DOCTYPE html><p>text"],
        ),
        rule(
            Rule::MissingDoctype,
            "syntax.html#the-doctype",
            "the page does not begin with a DOCTYPE",
            "A browser shows the page in quirks mode.",
            ["<p>text", "<!DOCTYPE html><p>text"],
        ),
        rule(
            Rule::NonVoidHtmlElementStartTagWithTrailingSolidus,
            "parsing.html#parse-error-non-void-html-element-start-tag-with-trailing-solidus",
            "a start tag ends with />, and its element has an end tag",
            "A browser ignores the /, so that what follows is in the element.",
            ["<!DOCTYPE html><div/>text", "<!DOCTYPE html><div></div>text"],
        ),
        rule(
            Rule::ObsoleteDoctype,
            "syntax.html#the-doctype",
            "the DOCTYPE is not that of HTML",
            "A browser chooses the mode of the page by it: quirks, limited quirks or none.",
            ["<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\"><p>text", "<!DOCTYPE html><p>text"],
        ),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checker::Checker;

    fn codes(html: &str, explained: Code) -> Vec<Code> {
        let instructions = explained.as_str().contains("processing-instruction");
        let builder = tagspan::Tokenizer::builder().encoding(tagspan::UTF_8);
        let mut tokenizer = Checker::settings(builder.processing_instructions(instructions)).build();
        let mut checker = Checker::default().authoring(matches!(explained, Code::Authoring(_)));
        let mut codes = Vec::new();
        checker.take(tokenizer.feed_last(html.as_bytes()), |found| codes.push(found.code())).unwrap();
        codes
    }

    #[test]
    fn every_code_is_explained_by_what_has_it() {
        for (explanation, code) in EXPLANATIONS.into_iter().zip(Code::ALL) {
            let Explanation { code: explained, fault, effect, example, instead, .. } = explanation;
            assert_eq!(explained, code);
            assert_eq!(codes(example, code), [code], "{example}");
            assert_eq!(codes(instead, code), [], "{instead}");
            assert!(!fault.ends_with('.') && effect.ends_with('.'), "{code}");
        }
    }
}
