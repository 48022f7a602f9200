//! A case: a page, settings, the caller's actions, an end, and a schedule of chunks.

use std::fmt;

use tagspan::TextMode;

use super::page;
use super::schedule::Schedule;
use super::settings::{Known, Settings};
use crate::rng::Rng;

/// How the input ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// All of it has come.
    #[default]
    Complete,
    /// More was to come.
    Truncated,
}

/// The action of a page's script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Writes text.
    Write(&'static str),
    /// Chooses how text is read.
    Mode(TextMode),
    /// Chooses whether there are CDATA sections.
    Cdata(bool),
}

/// Texts that a script writes.
const WRITTEN: &[&str] =
    &["w", "<b>", "</script>", "<p cla", "ss=x>", "&am", "p;", "<!--", "\r", "\n", "é", "-->", "'>"];

/// A case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The page's bytes.
    pub page: Vec<u8>,
    /// The settings of the stream.
    pub settings: Settings,
    /// The actions by the number of the tag, the first of which is 1.
    pub script: Vec<(usize, Act)>,
    /// How the input ends.
    pub ending: Ending,
    /// How the page is fed.
    pub schedule: Schedule,
}

impl Case {
    /// Some case.
    ///
    /// # Examples
    ///
    /// ```
    /// use testing::crossed::Case;
    /// use testing::rng::Rng;
    ///
    /// let case = Case::generate(&mut Rng::of_seed(1, 2));
    /// assert_eq!(case, Case::generate(&mut Rng::of_seed(1, 2)));
    /// ```
    pub fn generate(rng: &mut Rng<'_>) -> Case {
        let case = Case::around(rng, Vec::new());
        case.with_page(page::generate(rng))
    }

    /// Some settings, schedule, script and end for this page.
    ///
    /// # Examples
    ///
    /// ```
    /// use testing::crossed::Case;
    /// use testing::rng::Rng;
    ///
    /// let case = Case::around(&mut Rng::of_bytes(&[]), b"<p>".to_vec());
    /// assert_eq!(case, Case { page: b"<p>".to_vec(), ..Case::around(&mut Rng::of_bytes(&[]), vec![]) });
    /// ```
    pub fn around(rng: &mut Rng<'_>, page: Vec<u8>) -> Case {
        let settings = Settings::generate(rng);
        let schedule = Schedule::generate(rng);
        let script = (0..rng.one(&[0, 0, 0, 0, 1, 1, 2])).map(|_| act(rng)).collect();
        let ending = if rng.percent(30) { Ending::Truncated } else { Ending::Complete };
        Case { page, settings, script, ending, schedule }
    }

    /// Replaces the page. It is widened to UTF-16 if the settings name that encoding, and fed in long chunks if it is long.
    ///
    /// # Examples
    ///
    /// ```
    /// use testing::crossed::Case;
    ///
    /// assert_eq!(Case::default().with_page(b"<p>".to_vec()).page, b"<p>");
    /// ```
    pub fn with_page(mut self, page: Vec<u8>) -> Case {
        self.page = match self.settings.known {
            Known::Declared(label @ ("utf-16le" | "utf-16be")) => page::widened(&page, label == "utf-16be"),
            _ => page,
        };
        if self.page.len() > page::USUAL {
            // A checkpoint writes all of an unfinished token: not after each byte of an oversized one.
            self.schedule.chunks.iter_mut().for_each(|length| *length = *length * 991 + 8000);
        }
        self
    }
}

fn act(rng: &mut Rng<'_>) -> (usize, Act) {
    let after = rng.between(1, 4);
    let act = match rng.below(6) {
        0..4 => Act::Write(rng.one(WRITTEN)),
        4 => Act::Mode(rng.one(&TextMode::ALL)),
        _ => Act::Cdata(rng.percent(50)),
    };
    (after, act)
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { page, settings, script, ending, schedule } = self;
        writeln!(f, "page       b\"{}\"", page.escape_ascii())?;
        writeln!(f, "settings   {settings:?}")?;
        writeln!(f, "script     {script:?}, ending {ending:?}")?;
        writeln!(f, "schedule   {schedule:?}")
    }
}
