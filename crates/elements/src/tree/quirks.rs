//! The mode of a document, by its DOCTYPE (13.2.6.4.1).

use tagspan::Doctype;

/// Whether a document is in quirks mode, where classes and identifiers are compared in any ASCII case.
///
/// ```
/// use tagspan::{Token, tokenize};
/// use tagspan_elements::Quirks;
///
/// let mut tokens = tokenize("<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 3.2//EN'>");
/// let Some(Token::Doctype(doctype)) = tokens.next_token()? else { panic!() };
/// assert_eq!(Quirks::of(&doctype), Quirks::Yes);
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quirks {
    /// No-quirks mode.
    No,
    /// Limited-quirks mode.
    Limited,
    /// Quirks mode.
    Yes,
}

impl Quirks {
    /// The mode that a DOCTYPE sets. A document without one is in quirks mode.
    ///
    /// ```
    /// use tagspan::{Token, tokenize};
    /// use tagspan_elements::Quirks;
    ///
    /// let mut tokens = tokenize("<!DOCTYPE html>");
    /// let Some(Token::Doctype(doctype)) = tokens.next_token()? else { panic!() };
    /// assert_eq!(Quirks::of(&doctype), Quirks::No);
    /// # Ok::<(), tagspan::Error>(())
    /// ```
    pub fn of(doctype: &Doctype<'_>) -> Self {
        let lower = |id: Option<std::borrow::Cow<'_, str>>| id.map(|id| id.to_ascii_lowercase());
        let (public, system) = (lower(doctype.public_id()), lower(doctype.system_id()));
        let starts = |prefixes: &[&str]| {
            let public = public.as_deref().unwrap_or_default();
            prefixes.iter().any(|prefix| public.starts_with(prefix))
        };
        let is_html = doctype.name().is_some_and(|name| name == "html");
        let is_quirky = doctype.force_quirks()
            || !is_html
            || public.as_deref().is_some_and(|public| PUBLIC.contains(&public))
            || system.as_deref() == Some(SYSTEM)
            || starts(PUBLIC_PREFIXES);
        if is_quirky || system.is_none() && starts(HTML_4_PREFIXES) {
            Quirks::Yes
        } else if starts(LIMITED_PREFIXES) || starts(HTML_4_PREFIXES) {
            Quirks::Limited
        } else {
            Quirks::No
        }
    }
}

const PUBLIC: &[&str] =
    &["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];

const SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

const LIMITED_PREFIXES: &[&str] =
    &["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"];

const HTML_4_PREFIXES: &[&str] =
    &["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

#[rustfmt::skip]
const PUBLIC_PREFIXES: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];
