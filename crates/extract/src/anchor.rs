//! The text of links: what stands between `<a href>` and its end.

use tagspan::{Namespace, Tag, Text, TextMode};

use crate::limits::PageLimits;
use crate::page::Page;
use crate::visible_text::separates;
use crate::words::{Words, has_nul};

/// Follows the `a` that is open, if it is a link that was kept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Anchor {
    /// Its index in [`Page::links`].
    link: Option<usize>,
    words: Words,
    /// Whether the text that comes is that of a script or style in SVG.
    in_code: bool,
}

impl Anchor {
    /// A tag ends the `a`, or separates words, or does nothing. An `a` ends the one before it.
    pub(crate) fn tag(&mut self, tag: Tag<'_>) {
        let is_code = tag.namespace() == Namespace::Svg && (tag.is("script") || tag.is("style"));
        self.in_code = is_code && !tag.is_end() && !tag.self_closing();
        if self.link.is_none() {
        } else if tag.is("a") {
            self.link = None;
        } else if separates(tag) {
            self.words.separate();
        }
    }

    /// The text that comes is that of this link.
    pub(crate) fn open(&mut self, link: usize) {
        *self = Anchor { link: Some(link), ..Anchor::default() };
    }

    /// The links that were kept are no longer there.
    pub(crate) fn close(&mut self) {
        self.link = None;
    }

    /// Appends text of the link, and returns the bytes that were kept.
    pub(crate) fn text(
        &mut self,
        text: Text<'_>,
        page: &mut Page,
        limits: &PageLimits,
        room: usize,
    ) -> usize {
        let Some(link) = self.link.and_then(|link| page.links.get_mut(link)) else { return 0 };
        if self.in_code || !matches!(text.mode(), TextMode::Data | TextMode::CdataSection) {
            return 0;
        }
        let mut value = text.value();
        // The tree builder drops NUL.
        if has_nul(&value) {
            value = value.replace('\0', "").into();
        }
        let (mut kept, mut lost) = (link.text.take().unwrap_or_default(), 0);
        let before = kept.len();
        self.words.push(&mut kept, &value, limits.value.min(before + room), &mut lost);
        let added = kept.len() - before;
        link.text = (!kept.is_empty()).then_some(kept);
        if lost > 0 {
            page.lost.values += 1;
            self.link = None;
        }
        added
    }
}
