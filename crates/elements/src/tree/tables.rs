//! The insertion modes of tables (13.2.6.4.9 and after), and foster parenting.

use tagspan::Text;

use super::in_body::is_hidden;
use super::{Builder, Mode, Name, Start, Step, TextPart, Tree};
use crate::element::{Element, Kind};
use crate::open_elements::Open;

impl<B: Builder> Tree<B> {
    /// The place of the nearest element of a kind in table scope.
    fn in_table_scope(&self, is_it: impl Fn(&Open<B::Data>) -> bool) -> Option<usize> {
        self.open.find(is_it, |over| matches!(over.kind(), Kind::Table | Kind::Template))
    }

    fn kind_in_table_scope(&self, kind: Kind) -> Option<usize> {
        self.in_table_scope(|open| open.kind() == kind)
    }

    /// Closes all up to the nearest element of one of these kinds, or the template or `html` around it.
    fn clear_back_to(&mut self, kinds: &[Kind]) {
        let is_kept = |open: &Open<B::Data>| {
            kinds.contains(&open.kind()) || matches!(open.kind(), Kind::Template | Kind::Html)
        };
        let kept = self.open.stack.iter().rposition(is_kept);
        self.open.truncate(kept.map_or(0, |place| place + 1));
    }

    /// Closes the innermost element, by its end tag or implied.
    fn pop(&mut self, by_end_tag: bool) {
        let Some(place) = self.open.stack.len().checked_sub(1) else { return };
        if by_end_tag { self.open.end_at(place) } else { self.open.truncate(place) }
    }

    pub(super) fn start_in_table(&mut self, start: &Start<'_>) -> Step {
        match start.kind() {
            Kind::Caption => {
                self.clear_back_to(&[Kind::Table]);
                self.insert(start);
                if self.open.deeper == 0 {
                    self.push_marker();
                    self.mode = Mode::InCaption;
                }
            }
            Kind::Colgroup => {
                self.clear_back_to(&[Kind::Table]);
                if !start.element.is_void() {
                    self.insert(start);
                    return self.enter(Mode::InColumnGroup);
                }
                self.insert_implied(b"colgroup");
                return self.enter_again(Mode::InColumnGroup, start);
            }
            Kind::Section => {
                self.clear_back_to(&[Kind::Table]);
                self.insert(start);
                return self.enter(Mode::InTableBody);
            }
            Kind::Row | Kind::Cell => {
                self.clear_back_to(&[Kind::Table]);
                self.insert_implied(b"tbody");
                return self.enter_again(Mode::InTableBody, start);
            }
            Kind::Table => {
                let Some(place) = self.kind_in_table_scope(Kind::Table) else { return Step::Done };
                self.open.truncate(place);
                self.reset_mode();
                return Step::Again;
            }
            Kind::Template => return self.start_in_head(start),
            Kind::HeadText if start.tag.is("style") || start.tag.is("script") => {
                return self.start_in_head(start);
            }
            Kind::Input if is_hidden(start) => self.insert(start),
            Kind::Form => self.start_form_in_table(start),
            _ => {
                self.fostering = true;
                let step = self.start_in_body(start);
                self.fostering = false;
                return step;
            }
        }
        Step::Done
    }

    /// Sets the mode, if the element that was inserted is on the stack.
    fn enter(&mut self, mode: Mode) -> Step {
        if self.open.deeper == 0 {
            self.mode = mode;
        }
        Step::Done
    }

    /// The same, and processes the tag again.
    fn enter_again(&mut self, mode: Mode, start: &Start<'_>) -> Step {
        if self.open.deeper == 0 {
            self.mode = mode;
            return Step::Again;
        }
        // The end tag of this element is counted.
        self.open.deeper += u64::from(!start.is_empty());
        Step::Done
    }

    pub(super) fn end_in_table(&mut self, name: Name<'_>, element: Element) -> Step {
        match element.kind() {
            Kind::Table => {
                if let Some(place) = self.kind_in_table_scope(Kind::Table) {
                    self.open.end_at(place);
                    self.reset_mode();
                }
                Step::Done
            }
            Kind::Body | Kind::Html | Kind::Caption | Kind::Colgroup | Kind::Section => Step::Done,
            Kind::Cell | Kind::Row => Step::Done,
            Kind::Template => {
                self.end_template(name);
                Step::Done
            }
            _ => {
                self.fostering = true;
                let step = self.end_in_body(name, element);
                self.fostering = false;
                step
            }
        }
    }

    pub(super) fn start_in_table_body(&mut self, start: &Start<'_>) -> Step {
        match start.kind() {
            Kind::Row => {
                self.clear_back_to(&[Kind::Section]);
                self.insert(start);
                self.enter(Mode::InRow)
            }
            Kind::Cell => {
                self.clear_back_to(&[Kind::Section]);
                self.insert_implied(b"tr");
                self.enter_again(Mode::InRow, start)
            }
            Kind::Caption | Kind::Colgroup | Kind::Section => self.leave_section(),
            _ => self.start_in_table(start),
        }
    }

    pub(super) fn end_in_table_body(&mut self, name: Name<'_>, element: Element) -> Step {
        match element.kind() {
            Kind::Section => {
                if self.in_table_scope(|open| self.open.is_html_named(open, name)).is_some() {
                    self.clear_back_to(&[Kind::Section]);
                    self.pop(true);
                    self.mode = Mode::InTable;
                }
                Step::Done
            }
            Kind::Table => self.leave_section(),
            Kind::Body | Kind::Html | Kind::Caption | Kind::Colgroup | Kind::Cell | Kind::Row => Step::Done,
            _ => self.end_in_table(name, element),
        }
    }

    fn leave_section(&mut self) -> Step {
        if self.kind_in_table_scope(Kind::Section).is_none() {
            return Step::Done;
        }
        self.clear_back_to(&[Kind::Section]);
        self.pop(false);
        self.mode = Mode::InTable;
        Step::Again
    }

    pub(super) fn start_in_row(&mut self, start: &Start<'_>) -> Step {
        match start.kind() {
            Kind::Cell => {
                self.clear_back_to(&[Kind::Row]);
                self.insert(start);
                if self.open.deeper == 0 {
                    self.mode = Mode::InCell;
                    self.push_marker();
                }
                Step::Done
            }
            Kind::Caption | Kind::Colgroup | Kind::Section | Kind::Row => self.leave_row(false),
            _ => self.start_in_table(start),
        }
    }

    pub(super) fn end_in_row(&mut self, name: Name<'_>, element: Element) -> Step {
        match element.kind() {
            Kind::Row => {
                self.leave_row(true);
                Step::Done
            }
            Kind::Table => self.leave_row(false),
            Kind::Section => {
                if self.in_table_scope(|open| self.open.is_html_named(open, name)).is_none() {
                    return Step::Done;
                }
                self.leave_row(false)
            }
            Kind::Body | Kind::Html | Kind::Caption | Kind::Colgroup | Kind::Cell => Step::Done,
            _ => self.end_in_table(name, element),
        }
    }

    fn leave_row(&mut self, by_end_tag: bool) -> Step {
        if self.kind_in_table_scope(Kind::Row).is_none() {
            return Step::Done;
        }
        self.clear_back_to(&[Kind::Row]);
        self.pop(by_end_tag);
        self.mode = Mode::InTableBody;
        Step::Again
    }

    /// The modes "in body", "in caption" and "in cell".
    #[inline]
    pub(super) fn start_in_part(&mut self, mode: Mode, start: &Start<'_>) -> Step {
        let leaves =
            matches!(start.kind(), Kind::Caption | Kind::Colgroup | Kind::Section | Kind::Row | Kind::Cell);
        match mode {
            Mode::InCell if leaves => self.leave_cell(),
            Mode::InCaption if leaves => self.leave_caption(false),
            _ => self.start_in_body(start),
        }
    }

    pub(super) fn end_in_part(&mut self, mode: Mode, name: Name<'_>, element: Element) -> Step {
        let is_cell = mode == Mode::InCell;
        match element.kind() {
            Kind::Cell if is_cell => {
                if let Some(place) = self.in_table_scope(|open| self.open.is_html_named(open, name)) {
                    self.open.end_at(place);
                    self.clear_formatting();
                    self.mode = Mode::InRow;
                }
                Step::Done
            }
            Kind::Table | Kind::Section | Kind::Row if is_cell => {
                if self.in_table_scope(|open| self.open.is_html_named(open, name)).is_none() {
                    return Step::Done;
                }
                self.leave_cell()
            }
            Kind::Caption if !is_cell => {
                self.leave_caption(true);
                Step::Done
            }
            Kind::Table if !is_cell => self.leave_caption(false),
            Kind::Body | Kind::Html | Kind::Caption | Kind::Colgroup => Step::Done,
            Kind::Section | Kind::Row | Kind::Cell => Step::Done,
            _ => self.end_in_body(name, element),
        }
    }

    fn leave_cell(&mut self) -> Step {
        let Some(place) = self.kind_in_table_scope(Kind::Cell) else { return Step::Done };
        self.open.truncate(place);
        self.clear_formatting();
        self.mode = Mode::InRow;
        Step::Again
    }

    fn leave_caption(&mut self, by_end_tag: bool) -> Step {
        let Some(place) = self.kind_in_table_scope(Kind::Caption) else { return Step::Done };
        self.open.truncate(place + 1);
        self.pop(by_end_tag);
        self.clear_formatting();
        self.mode = Mode::InTable;
        Step::Again
    }

    pub(super) fn start_in_column_group(&mut self, start: &Start<'_>) -> Step {
        match start.kind() {
            Kind::Html => self.late_attributes(),
            Kind::Colgroup if start.element.is_void() => {
                self.insert(start);
                Step::Done
            }
            Kind::Template => self.start_in_head(start),
            _ => self.start_of_no_column(),
        }
    }

    /// Anything but a column ends the group.
    pub(super) fn start_of_no_column(&mut self) -> Step {
        if self.open.stack.last().is_none_or(|top| top.kind() != Kind::Colgroup) {
            return Step::Done;
        }
        self.pop(false);
        self.mode = Mode::InTable;
        Step::Again
    }

    pub(super) fn end_in_column_group(&mut self, name: Name<'_>, element: Element) -> Step {
        match element.kind() {
            Kind::Colgroup if element.is_void() => Step::Done,
            Kind::Colgroup => {
                if self.open.stack.last().is_some_and(|top| top.kind() == Kind::Colgroup) {
                    self.pop(true);
                    self.mode = Mode::InTable;
                }
                Step::Done
            }
            Kind::Template => {
                self.end_template(name);
                Step::Done
            }
            _ => self.start_of_no_column(),
        }
    }

    /// White space stays in the table, up to the first other character of a text.
    pub(super) fn text_in_table(&mut self, text: Text<'_>, is_space: bool) {
        if self.has_table_text {
            return self.foster_text(text, TextPart::All);
        }
        self.insert_text(text, if is_space { TextPart::All } else { TextPart::TableSpace });
        if !is_space {
            self.has_table_text = true;
            self.foster_text(text, TextPart::TableRest);
        }
    }

    pub(super) fn foster_text(&mut self, text: Text<'_>, part: TextPart) {
        self.fostering = true;
        self.text_in_body(text, part);
        self.fostering = false;
    }

    /// The place of the parent of what is moved out of a table, if the innermost element is a table or a part of one.
    pub(super) fn foster_place(&self, top: Option<usize>) -> (Option<usize>, bool) {
        let is_of_table =
            |open: &Open<B::Data>| matches!(open.kind(), Kind::Table | Kind::Section | Kind::Row);
        if !self.open.stack.last().is_some_and(is_of_table) {
            return (top, false);
        }
        let last = |kind| self.open.stack.iter().rposition(|open| open.kind() == kind);
        match (last(Kind::Template), last(Kind::Table)) {
            (Some(template), table) if table.is_none_or(|table| template > table) => (Some(template), true),
            (_, Some(table)) => (table.checked_sub(1), true),
            _ => (Some(0), true),
        }
    }
}
