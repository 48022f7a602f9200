//! The elements that are open and will be edited at their ends.

use tagspan::{Token, TokenEdit};

use super::edit::{Edit, EndEdit, StartEdit};
use super::error::{HandlerError, Stop};
use super::texts::Texts;
use crate::selection::{Entered, Event, Left, Selection, TextWithin};

/// The edit of an end tag.
#[derive(Debug)]
enum EndTag {
    Keep,
    Remove,
    Rename(String),
}

/// An element that is open.
#[derive(Debug)]
struct Open {
    end: EndEdit,
    end_tag: EndTag,
    keeps_content: bool,
    keeps_text: bool,
    edits_text: bool,
    /// The name of the end tag, if the element is not left at it: `body` and `html`.
    is_left_late: Option<&'static str>,
}

#[derive(Debug)]
pub(super) struct State {
    selection: Selection,
    /// By ascending number of the element.
    open: Vec<Open>,
    pub(super) texts: Texts,
}

impl State {
    pub(super) fn new(selection: Selection) -> Self {
        State { selection, open: Vec::new(), texts: Texts::default() }
    }

    /// Edits a token.
    pub(super) fn token(
        &mut self,
        token: Token<'_>,
        edit: &mut TokenEdit,
        each: &mut dyn FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    ) -> Result<(), Stop> {
        let State { selection, open, texts } = self;
        if texts.is_open() && !matches!(token, Token::Text(_)) {
            texts.hand_out(edit, each)?;
        }
        leave_late(token, open, edit);
        let reads_text = open.iter().any(|open| open.keeps_text || open.edits_text);
        let (mut own, mut is_end_tag, mut result) = (None, false, Ok(()));
        if selection.build(token, reads_text) {
            let mut at = At::new(Some((token, edit)), open, texts, each);
            selection.report(Some(token), token.span(), |_| None, |event| at.take(event));
            (own, is_end_tag, result) = (at.own, at.is_end_tag, at.result);
            let prepended = at.prepended;
            edit.after(&prepended);
        }
        selection.check_depth(token.span()).map_err(Stop::Select)?;
        result?;
        if texts.is_open()
            && let Token::Text(text) = token
        {
            texts.end_token(text, selection.place(), edit)?;
        }
        // The element that the tag opens has its tag for itself.
        let removes =
            open.iter().find(|open| !open.keeps_content).is_some_and(|open| own != Some(open.end.element));
        if removes && !is_end_tag {
            edit.remove();
        }
        Ok(())
    }

    /// Ends the page, and returns the markup that follows it.
    pub(super) fn finish(
        &mut self,
        edit: &mut TokenEdit,
        each: &mut dyn FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    ) -> Result<String, Stop> {
        let State { selection, open, texts } = self;
        texts.hand_out(edit, each)?;
        let mut at = At::new(None, open, texts, each);
        selection.finish(|_| None, |event| at.take(event));
        at.result?;
        Ok(at.at_end)
    }
}

/// `</body>` and `</html>` do not close their elements, as more may follow. What is appended stands before them.
fn leave_late(token: Token<'_>, open: &mut [Open], edit: &mut TokenEdit) {
    let Token::EndTag(tag) = token else { return };
    if open.iter().any(|open| !open.keeps_content) {
        return;
    }
    let is_it = |open: &&mut Open| open.is_left_late.is_some_and(|name| tag.is(name));
    let Some(open) = open.iter_mut().find(is_it) else { return };
    open.is_left_late = None;
    edit.before(&std::mem::take(&mut open.end.appended));
    edit_end_tag(token, &open.end_tag, edit);
}

fn find(open: &mut [Open], element: u64) -> Option<&mut Open> {
    let found = open.binary_search_by_key(&element, |open| open.end.element);
    found.ok().map(|place| &mut open[place])
}

fn edit_end_tag(token: Token<'_>, end_tag: &EndTag, edit: &mut TokenEdit) {
    match (end_tag, token) {
        (EndTag::Rename(name), Token::EndTag(tag)) => edit.write_tag(tag.edit().set_name(name)),
        (EndTag::Remove, _) => edit.remove(),
        _ => {}
    }
}

/// A token with its edit, or the end of the page, with the elements that are open there.
struct At<'s, 't> {
    token: Option<(Token<'t>, &'s mut TokenEdit)>,
    open: &'s mut Vec<Open>,
    texts: &'s mut Texts,
    each: &'s mut dyn FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    /// Why it stops. The callback gets nothing after that.
    result: Result<(), Stop>,
    /// The element that the token opens.
    own: Option<u64>,
    /// Whether the token is the end tag of an element that matches.
    is_end_tag: bool,
    /// Markup for the start of the content of the element that the token opens.
    prepended: String,
    /// Markup for the end of the page.
    at_end: String,
}

impl<'s, 't> At<'s, 't> {
    fn new(
        token: Option<(Token<'t>, &'s mut TokenEdit)>,
        open: &'s mut Vec<Open>,
        texts: &'s mut Texts,
        each: &'s mut dyn FnMut(Edit<'_, '_>) -> Result<(), HandlerError>,
    ) -> Self {
        let (own, is_end_tag, prepended, at_end) = (None, false, String::new(), String::new());
        At { token, open, texts, each, result: Ok(()), own, is_end_tag, prepended, at_end }
    }

    fn take(&mut self, event: Event<'_>) {
        if self.result.is_ok() {
            self.result = self.event(event);
        }
    }

    fn event(&mut self, event: Event<'_>) -> Result<(), Stop> {
        let is_kept = self.open.iter().all(|open| open.keeps_content);
        match event {
            Event::Entered(entered) if is_kept => self.enter(entered),
            Event::Text(within) if is_kept => self.text(within),
            Event::Left(left) => self.leave(&left),
            _ => Ok(()),
        }
    }

    fn text(&mut self, within: TextWithin<'_>) -> Result<(), Stop> {
        let At { token, open, texts, .. } = self;
        let mut edits_text = false;
        for &element in within.elements {
            let Some(open) = find(open, element) else { continue };
            edits_text |= open.edits_text;
            if open.keeps_text {
                open.keeps_text = texts.limit.keeps(open.end.text.len() + within.text.len())?;
                if open.keeps_text {
                    open.end.text += within.text;
                } else {
                    open.end.text = String::new();
                }
            }
        }
        match token {
            Some((Token::Text(token), edit)) if edits_text => texts.add(within, *token, edit, |selectors| {
                for &element in within.elements {
                    let open = find(open, element).filter(|open| open.edits_text);
                    selectors.extend(open.iter().flat_map(|open| &open.end.selectors));
                }
            }),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, entered: Entered<'_>) -> Result<(), Stop> {
        let mut start = StartEdit::new(entered);
        (self.each)(Edit::Start(&mut start)).map_err(Stop::Handler)?;
        if let Some((_, edit)) = &mut self.token {
            edit.before(&start.before);
            match &start.editor {
                Some(_) if !start.keeps_tags => edit.remove(),
                Some(editor) if start.is_edited => edit.write_tag(editor),
                _ => {}
            }
            match start.editor {
                Some(_) => (self.own, self.prepended) = (Some(entered.element), start.prepended),
                // The element begins before this token.
                None => edit.before(&start.prepended),
            }
        }
        let end_tag = match start.name {
            _ if !start.keeps_tags => EndTag::Remove,
            Some(name) => EndTag::Rename(name),
            None => EndTag::Keep,
        };
        let is_left_late = ["body", "html"].into_iter().find(|&name| name == entered.name);
        self.open.push(Open {
            end: EndEdit {
                element: entered.element,
                selectors: entered.selectors.to_vec(),
                text: String::new(),
                appended: start.appended,
                after: start.after,
            },
            end_tag,
            keeps_content: start.keeps_content,
            keeps_text: start.keeps_text,
            edits_text: start.edits_text,
            is_left_late,
        });
        Ok(())
    }

    fn leave(&mut self, left: &Left<'_>) -> Result<(), Stop> {
        let found = self.open.binary_search_by_key(&left.element, |open| open.end.element);
        let Ok(place) = found else { return Ok(()) };
        let mut open = self.open.remove(place);
        (self.each)(Edit::End(&mut open.end)).map_err(Stop::Handler)?;
        let EndEdit { appended, after, .. } = &open.end;
        let Some((token, edit)) = &mut self.token else {
            self.at_end += appended;
            self.at_end += after;
            return Ok(());
        };
        match token {
            Token::EndTag(_) if left.has_end_tag => {
                self.is_end_tag = true;
                edit.before(appended);
                edit_end_tag(*token, &open.end_tag, edit);
                edit.after(after);
            }
            // It has no content.
            Token::StartTag(_) if self.own == Some(left.element) => {
                self.prepended.clear();
                edit.after(after);
            }
            _ => {
                edit.before(appended);
                edit.before(after);
            }
        }
        Ok(())
    }
}
