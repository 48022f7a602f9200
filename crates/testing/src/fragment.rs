//! The settings of a tree builder: scripting, and the context element of a fragment.

use std::fmt;

use tagspan::{ContextElement, Feedback, Tokenizer, TokenizerBuilder};

/// The namespaces that parsing HTML can lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Namespace {
    /// HTML's own.
    Html,
    /// That of `svg` and what is in it.
    Svg,
    /// That of `math` and what is in it.
    MathMl,
}

/// The context element of a fragment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fragment {
    /// Its namespace.
    pub namespace: Namespace,
    /// Its name, in the case that its namespace has it.
    pub name: String,
    /// Of an `annotation-xml`: its `encoding` is one of HTML.
    pub integration_point: bool,
}

impl Fragment {
    /// The context element as the html5lib tests write it: `td`, `svg desc`, `math mi`. An `annotation-xml` with an
    /// encoding of HTML is `math annotation-xml text/html`, which these have not.
    ///
    /// # Examples
    ///
    /// ```
    /// use testing::fragment::{Fragment, Namespace};
    ///
    /// let fragment = Fragment::named("svg desc");
    /// assert_eq!((fragment.namespace, &*fragment.name), (Namespace::Svg, "desc"));
    /// assert_eq!(fragment.to_string(), "svg desc");
    /// ```
    pub fn named(name: &str) -> Self {
        let (namespace, name) = match name.split_once(' ') {
            Some(("svg", name)) => (Namespace::Svg, name),
            Some(("math", name)) => (Namespace::MathMl, name),
            _ => (Namespace::Html, name),
        };
        let (name, integration_point) =
            name.strip_suffix(" text/html").map_or((name, false), |name| (name, true));
        Fragment { namespace, name: name.to_owned(), integration_point }
    }

    /// In core's terms.
    fn element(&self) -> ContextElement {
        let element = match self.namespace {
            Namespace::Html => ContextElement::html(&self.name),
            Namespace::Svg => ContextElement::svg(&self.name),
            Namespace::MathMl => ContextElement::mathml(&self.name),
        };
        element.integration_point(self.integration_point)
    }
}

impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.namespace {
            Namespace::Html => "",
            Namespace::Svg => "svg ",
            Namespace::MathMl => "math ",
        })?;
        f.write_str(&self.name)?;
        f.write_str(if self.integration_point { " text/html" } else { "" })
    }
}

/// The settings that both sides get besides the input.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Settings {
    /// The scripting flag.
    pub scripting: bool,
    /// The context element; `None` for a document.
    pub fragment: Option<Fragment>,
}

impl Settings {
    /// Builds a tokenizer that decides by its feedback simulator.
    pub fn builder(&self) -> TokenizerBuilder {
        let builder = Tokenizer::builder().utf8().feedback(Feedback::Simulated).scripting(self.scripting);
        match &self.fragment {
            Some(fragment) => builder.fragment(fragment.element()),
            None => builder,
        }
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fragment {
            Some(fragment) => write!(f, "fragment in {fragment}")?,
            None => f.write_str("document")?,
        }
        f.write_str(if self.scripting { ", scripting" } else { "" })
    }
}
