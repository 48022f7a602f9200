//! The insertion modes around the body (13.2.6.4), and which mode a token goes to.

use tagspan::Text;

use super::{Ambiguity, Builder, Mode, Name, Start, Step, TextPart, Tree, is_white_space};
use crate::element::{Element, Kind};

impl<B: Builder> Tree<B> {
    /// Processes a start tag in a mode.
    #[inline]
    pub(super) fn start_in(&mut self, mode: Mode, start: &Start<'_>) -> Step {
        match mode {
            Mode::InBody | Mode::InCaption | Mode::InCell => self.start_in_part(mode, start),
            Mode::InTable => self.start_in_table(start),
            Mode::InTableBody => self.start_in_table_body(start),
            Mode::InRow => self.start_in_row(start),
            Mode::InColumnGroup => self.start_in_column_group(start),
            Mode::InTemplate => self.start_in_template(start),
            _ if start.kind() == Kind::Html => {
                if mode == Mode::BeforeHtml {
                    self.insert(start);
                    self.mode = Mode::BeforeHead;
                    return Step::Done;
                } else if mode == Mode::Initial {
                    return self.imply(mode);
                }
                self.late_attributes()
            }
            Mode::Initial | Mode::BeforeHtml => self.imply(mode),
            Mode::BeforeHead if start.kind() == Kind::Head => {
                self.insert(start);
                self.mode = Mode::InHead;
                Step::Done
            }
            Mode::BeforeHead => self.imply(mode),
            Mode::InHead => self.start_in_head(start),
            Mode::InHeadNoscript => match start.kind() {
                Kind::Head | Kind::NoScript => Step::Done,
                Kind::Metadata if !start.tag.is("base") => self.start_in_head(start),
                Kind::HeadText if start.tag.is("noframes") || start.tag.is("style") => {
                    self.start_in_head(start)
                }
                _ => self.imply(mode),
            },
            Mode::AfterHead => self.start_after_head(start),
            Mode::AfterBody => {
                self.mode = Mode::InBody;
                Step::Again
            }
            Mode::InFrameset | Mode::AfterFrameset => self.start_in_frameset(mode, start),
        }
    }

    /// Processes an end tag in a mode.
    #[inline]
    pub(super) fn end_in(&mut self, mode: Mode, name: Name<'_>, element: Element) -> Step {
        let is_of_page = matches!(element.kind(), Kind::Body | Kind::Html | Kind::LineBreak);
        match mode {
            Mode::InBody => self.end_in_body(name, element),
            Mode::InCaption | Mode::InCell => self.end_in_part(mode, name, element),
            Mode::InTable => self.end_in_table(name, element),
            Mode::InTableBody => self.end_in_table_body(name, element),
            Mode::InRow => self.end_in_row(name, element),
            Mode::InColumnGroup => self.end_in_column_group(name, element),
            Mode::InTemplate => {
                if element.kind() == Kind::Template {
                    self.end_template(name);
                }
                Step::Done
            }
            Mode::Initial => self.imply(mode),
            Mode::InHead if element.kind() == Kind::Head => {
                self.close_head(true);
                Step::Done
            }
            Mode::InHead | Mode::AfterHead if element.kind() == Kind::Template => {
                self.end_template(name);
                Step::Done
            }
            Mode::InHeadNoscript if element.kind() == Kind::NoScript => {
                self.open.end_at(self.open.stack.len() - 1);
                self.mode = Mode::InHead;
                Step::Done
            }
            Mode::InHeadNoscript if element.kind() == Kind::LineBreak => self.imply(mode),
            Mode::InHeadNoscript => Step::Done,
            Mode::BeforeHtml | Mode::BeforeHead if is_of_page || element.kind() == Kind::Head => {
                self.imply(mode)
            }
            Mode::InHead | Mode::AfterHead if is_of_page => self.imply(mode),
            Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::AfterHead => Step::Done,
            Mode::AfterBody if element.kind() == Kind::Html => {
                self.note_page_end(element);
                Step::Done
            }
            Mode::AfterBody => {
                self.mode = Mode::InBody;
                Step::Again
            }
            Mode::InFrameset if element.kind() == Kind::Frameset && self.open.stack.len() > 1 => {
                self.open.end_at(self.open.stack.len() - 1);
                if self.open.stack.last().is_none_or(|top| top.kind() != Kind::Frameset) {
                    self.mode = Mode::AfterFrameset;
                }
                Step::Done
            }
            Mode::InFrameset | Mode::AfterFrameset => Step::Done,
        }
    }

    /// Processes text in a mode other than those of the body.
    #[cold]
    pub(super) fn text_in_mode(&mut self, text: Text<'_>) {
        let is_of_table = matches!(self.mode, Mode::InTable | Mode::InTableBody | Mode::InRow);
        let is_space = is_white_space(text, is_of_table);
        match self.mode {
            _ if is_of_table => self.text_in_table(text, is_space),
            Mode::InFrameset | Mode::AfterFrameset => {}
            Mode::AfterBody if is_space => self.text_in_body(text, TextPart::All),
            Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead | Mode::InColumnGroup => {
                let part = if is_space { TextPart::All } else { TextPart::LeadingSpace };
                self.insert_text(text, part);
                if !is_space {
                    self.text_after(text, TextPart::Rest);
                }
            }
            Mode::AfterBody => self.text_after(text, TextPart::All),
            _ if is_space => {}
            _ => self.text_after(text, TextPart::Rest),
        }
    }

    /// Processes text that is no white space: it ends the mode.
    fn text_after(&mut self, text: Text<'_>, part: TextPart) {
        loop {
            match self.mode {
                Mode::InColumnGroup => {
                    if self.start_of_no_column() == Step::Done {
                        return;
                    }
                }
                Mode::InTable | Mode::InTableBody | Mode::InRow => {
                    self.has_table_text = true;
                    return self.foster_text(text, part);
                }
                Mode::AfterBody => self.mode = Mode::InBody,
                Mode::InBody | Mode::InCell | Mode::InCaption | Mode::InTemplate => {
                    return self.text_in_body(text, part);
                }
                mode => {
                    self.imply(mode);
                }
            }
        }
    }

    /// The last entry ("anything else") of a mode before the body.
    fn imply(&mut self, mode: Mode) -> Step {
        match mode {
            Mode::Initial => {
                self.quirks = super::Quirks::Yes;
                self.mode = Mode::BeforeHtml;
            }
            Mode::BeforeHtml => {
                self.insert_implied(b"html");
                self.mode = Mode::BeforeHead;
            }
            Mode::BeforeHead => {
                self.insert_implied(b"head");
                self.mode = Mode::InHead;
            }
            Mode::InHead => self.close_head(false),
            Mode::InHeadNoscript => {
                self.open.truncate(self.open.stack.len() - 1);
                self.mode = Mode::InHead;
            }
            _ => {
                self.insert_implied(b"body");
                self.mode = Mode::InBody;
            }
        }
        Step::Again
    }

    /// Whether the elements that each page has are yet to come.
    pub(super) fn is_before_body(&self) -> bool {
        use Mode::{AfterHead, BeforeHead, BeforeHtml, InHead, InHeadNoscript, Initial};
        matches!(self.mode, Initial | BeforeHtml | BeforeHead | InHead | InHeadNoscript | AfterHead)
    }

    /// Inserts the elements that each page has.
    pub(super) fn imply_body(&mut self) {
        while self.is_before_body() {
            self.imply(self.mode);
        }
    }

    /// Takes the head off the stack, and keeps what is known of it for metadata after it.
    fn close_head(&mut self, by_end_tag: bool) {
        self.mode = Mode::AfterHead;
        let Some(place) = self.open.stack.iter().rposition(|open| open.kind() == Kind::Head) else { return };
        self.open.truncate(place + 1);
        let mut head = self.open.take(place);
        self.open.observer.head_ended(&mut head.data, by_end_tag);
        self.head = Some(head.data);
    }

    /// Metadata after the head are put into it.
    fn start_after_head(&mut self, start: &Start<'_>) -> Step {
        match start.kind() {
            Kind::Metadata | Kind::HeadText | Kind::Template => {
                let Some(mut head) = self.head.take() else { return Step::Done };
                self.insert_into(&mut head, start);
                self.head = Some(head);
                if start.kind() == Kind::Template {
                    self.begin_template();
                }
            }
            Kind::Head => {}
            Kind::Body => {
                self.insert(start);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            Kind::Frameset => {
                self.insert(start);
                self.mode = Mode::InFrameset;
            }
            _ => return self.imply(Mode::AfterHead),
        }
        Step::Done
    }

    /// The rules for "in head".
    pub(super) fn start_in_head(&mut self, start: &Start<'_>) -> Step {
        match start.kind() {
            Kind::Metadata | Kind::HeadText => self.insert(start),
            Kind::NoScript => {
                self.insert(start);
                if !self.scripting {
                    self.mode = Mode::InHeadNoscript;
                }
            }
            Kind::Template => {
                self.insert(start);
                self.begin_template();
            }
            Kind::Head => {}
            _ => return self.imply(Mode::InHead),
        }
        Step::Done
    }

    /// The steps after the insertion of a template.
    fn begin_template(&mut self) {
        self.frameset_ok = false;
        if self.open.deeper == 0 {
            self.push_marker();
            self.mode = Mode::InTemplate;
            self.templates.push(Mode::InTemplate);
        }
    }

    pub(super) fn end_template(&mut self, name: Name<'_>) {
        if !self.open.has(Kind::Template) {
            return;
        }
        self.open.end_named(name, |_| false);
        self.clear_formatting();
        self.templates.pop();
        self.reset_mode();
    }

    fn start_in_template(&mut self, start: &Start<'_>) -> Step {
        let mode = match start.kind() {
            Kind::Metadata | Kind::HeadText | Kind::Template => return self.start_in_head(start),
            Kind::Colgroup if start.element.is_void() => Mode::InColumnGroup,
            Kind::Caption | Kind::Colgroup | Kind::Section => Mode::InTable,
            Kind::Row => Mode::InTableBody,
            Kind::Cell => Mode::InRow,
            _ => Mode::InBody,
        };
        self.templates.pop();
        self.templates.push(mode);
        self.mode = mode;
        Step::Again
    }

    fn start_in_frameset(&mut self, mode: Mode, start: &Start<'_>) -> Step {
        match start.kind() {
            Kind::Frameset | Kind::Frame if mode == Mode::InFrameset => self.insert(start),
            Kind::HeadText if start.tag.is("noframes") => self.insert(start),
            _ => {}
        }
        Step::Done
    }

    /// A tag whose attributes become those of an element that was reported.
    pub(super) fn late_attributes(&mut self) -> Step {
        self.open.observer.ambiguous(Ambiguity::LateAttributes);
        Step::Done
    }

    /// Resets the insertion mode appropriately.
    pub(super) fn reset_mode(&mut self) {
        let mut mode = Mode::InBody;
        for open in self.open.stack.iter().rev() {
            mode = match open.kind() {
                Kind::Cell => Mode::InCell,
                Kind::Row => Mode::InRow,
                Kind::Section => Mode::InTableBody,
                Kind::Caption => Mode::InCaption,
                Kind::Colgroup => Mode::InColumnGroup,
                Kind::Table => Mode::InTable,
                Kind::Template => self.templates.last().copied().unwrap_or(Mode::InBody),
                Kind::Head => Mode::InHead,
                Kind::Body => Mode::InBody,
                Kind::Frameset => Mode::InFrameset,
                Kind::Html if self.head.is_none() => Mode::BeforeHead,
                Kind::Html => Mode::AfterHead,
                _ => continue,
            };
            break;
        }
        self.mode = mode;
    }
}
