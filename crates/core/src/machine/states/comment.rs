//! Comments, bogus ones too, and what `<!` leads to: sections 13.2.5.41 to .52 (12.2.5), but .48.

use memchr::memchr;

use crate::machine::{Construct, Input, Keyword, Machine, Next::*, OverLimit, State, Step, Stops};
use crate::parse_error::ErrorCode::{self, *};
use crate::steps::count;
use crate::token::DropReason;

/// The length of `<!`.
const MARKUP_DECLARATION: u32 = 2;

impl Machine {
    /// A bogus comment whose data begins at the position.
    pub(super) fn create_bogus_comment(&mut self) -> Step {
        self.begin(Construct::NEW_COMMENT);
        // Before the look at the limit, which must know what has outgrown it.
        self.state = State::BogusComment;
        self.construct.data_mut().0 = self.token_offset()?;
        self.tree.ambiguous_cdata = false;
        self.reconsume(State::BogusComment)
    }

    /// 13.2.5.41 (12.2.5.41) Bogus comment state
    pub(crate) fn bogus_comment(&mut self, input: Input<'_>) -> Step {
        match self.run(input, &Stops::BOGUS) {
            Byte(b'>') => {
                self.construct.data_mut().1 = self.token_offset()?;
                self.emit_comment(input, 1)
            }
            Byte(_) => self.unexpected_null(input),
            More => self.more(input),
            End => {
                self.construct.data_mut().1 = self.token_offset()?;
                self.emit_comment(input, 0)
            }
        }
    }

    /// 13.2.5.42 (12.2.5.42) Markup declaration open state
    pub(crate) fn markup_declaration_open(&mut self, input: Input<'_>) -> Step {
        loop {
            match self.next(input) {
                Byte(byte) => {
                    if self.keyword.matched == 0 {
                        self.keyword.word = match byte {
                            b'-' => Keyword::CommentOpen,
                            b'[' => Keyword::CdataOpen,
                            _ => Keyword::Doctype,
                        };
                    }
                    if !self.keyword.accepts(byte) {
                        return self.open_comment_incorrectly(input);
                    }
                    if self.keyword.is_last() {
                        return self.open_markup_declaration(input);
                    }
                    self.keyword.matched += 1;
                    self.advance();
                }
                More => return self.more(input),
                End => return self.open_comment_incorrectly(input),
            }
        }
    }

    /// The byte at the position completes the keyword.
    fn open_markup_declaration(&mut self, input: Input<'_>) -> Step {
        // Before it is known what this is, as where chunks end within the keyword.
        self.check_limit()?;
        match self.keyword.word {
            Keyword::CommentOpen => {
                self.tree.ambiguous_cdata = false;
                let start = self.token_offset()? + 1;
                *self.construct.data_mut() = (start, start);
                self.switch_to(State::CommentStart)
            }
            Keyword::CdataOpen => {
                if self.opens_cdata() {
                    return self.drop_bytes(input, DropReason::CdataStart, 1, State::CdataSection);
                }
                self.error(input, CdataInHtmlContent)?;
                self.construct.data_mut().0 = MARKUP_DECLARATION;
                self.switch_to(State::BogusComment)
            }
            _ => {
                self.begin(Construct::new_doctype());
                self.switch_to(State::Doctype)
            }
        }
    }

    /// The specification goes back to the byte after `<!`. The bytes since then are a part of one of the
    /// keywords, none of which the bogus comment state stops at, so there is no need to.
    fn open_comment_incorrectly(&mut self, input: Input<'_>) -> Step {
        let start = self.position.token_start + u64::from(MARKUP_DECLARATION);
        self.error_at(input, IncorrectlyOpenedComment, start)?;
        self.construct.data_mut().0 = MARKUP_DECLARATION;
        self.tree.ambiguous_cdata = false;
        self.reconsume(State::BogusComment)
    }

    /// 13.2.5.43 (12.2.5.43) Comment start state
    /// 13.2.5.44 (12.2.5.44) Comment start dash state
    /// 13.2.5.52 (12.2.5.52) Comment end bang state
    ///
    /// A `>` closes the comment, but not as it should.
    pub(crate) fn comment_edge(&mut self, input: Input<'_>, dash: State, closed: ErrorCode) -> Step {
        match self.next(input) {
            Byte(b'-') => self.dash(dash),
            Byte(b'>') => {
                self.error(input, closed)?;
                self.emit_comment(input, 1)
            }
            Byte(_) => self.reconsume(State::Comment),
            More => self.more(input),
            End => self.end_in_comment(input),
        }
    }

    /// 13.2.5.45 (12.2.5.45) Comment state
    ///
    /// A `<` matters to the nested-comment error alone, so without error reports the run passes over it.
    pub(crate) fn comment(&mut self, input: Input<'_>) -> Step {
        if self.limit.over != OverLimit::No && !self.reports() {
            return self.comment_beyond(input, b"");
        }
        match self.run(input, &Stops::COMMENT) {
            Byte(b'<') => self.switch_to(State::CommentLessThanSign),
            Byte(b'-') => self.dash(State::CommentEndDash),
            Byte(_) => self.unexpected_null(input),
            More => self.more(input),
            End => {
                self.construct.data_mut().1 = self.token_offset()?;
                self.end_in_comment(input)
            }
        }
    }

    /// The comment state and the comment end state for a comment over its limit: a search for `>`, and a look at the bytes
    /// before it. Gigabytes of dashes are not looked at one by one. Of the bytes before the position these may close it.
    #[cold]
    fn comment_beyond(&mut self, input: Input<'_>, before: &[u8]) -> Step {
        let rest = &input.bytes[self.position.index..];
        let byte = |end: usize, back: usize| match end.checked_sub(back) {
            Some(index) => Some(rest[index]),
            None => before.len().checked_sub(back - end).map(|index| before[index]),
        };
        // How many bytes before `end` close the comment if a `>` follows.
        let closing = |end: usize| match [byte(end, 1), byte(end, 2), byte(end, 3)] {
            [Some(b'-'), Some(b'-'), _] => Some(2),
            [Some(b'!'), Some(b'-'), Some(b'-')] => Some(3),
            _ => None,
        };
        let mut tried = 0;
        while let Some(found) = memchr(b'>', &rest[tried..]) {
            let end = tried + found;
            if let Some(length) = closing(end) {
                self.position.index += end;
                self.construct.data_mut().1 = self.token_offset_before(length)?;
                return self.emit_comment(input, 1);
            }
            tried += found + 1;
        }
        if rest.is_empty() && !input.last {
            return self.more(input);
        }
        count(rest.len());
        let (state, length) = match (closing(rest.len()), byte(rest.len(), 1)) {
            (Some(3), _) => (State::CommentEndBang, 3),
            (Some(_), _) => (State::CommentEnd, 2),
            (None, Some(b'-')) => (State::CommentEndDash, 1),
            (None, _) => (State::Comment, 0),
        };
        self.position.index = input.bytes.len();
        self.construct.data_mut().1 = self.token_offset_before(length)?;
        if rest.is_empty() {
            return self.end_in_comment(input);
        }
        self.reconsume(state)
    }

    /// 13.2.5.46 (12.2.5.46) Comment less-than sign state
    pub(crate) fn comment_less_than_sign(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'!') => self.switch_to(State::CommentLessThanSignBang),
            Byte(b'<') => self.consume(),
            Byte(_) | End => self.reconsume(State::Comment),
            More => self.more(input),
        }
    }

    /// 13.2.5.47 (12.2.5.47) Comment less-than sign bang state
    pub(crate) fn comment_less_than_sign_bang(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'-') => self.dash(State::CommentLessThanSignBangDash),
            Byte(_) | End => self.reconsume(State::Comment),
            More => self.more(input),
        }
    }

    /// 13.2.5.49 (12.2.5.49) Comment less-than sign bang dash dash state
    pub(crate) fn comment_less_than_sign_bang_dash_dash(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'>') | End => self.reconsume(State::CommentEnd),
            Byte(_) => {
                self.error(input, NestedComment)?;
                self.reconsume(State::CommentEnd)
            }
            More => self.more(input),
        }
    }

    /// 13.2.5.50 (12.2.5.50) Comment end dash state
    pub(crate) fn comment_end_dash(&mut self, input: Input<'_>) -> Step {
        match self.next(input) {
            Byte(b'-') => self.switch_to(State::CommentEnd),
            Byte(_) => self.reconsume(State::Comment),
            More => self.more(input),
            End => self.end_in_comment(input),
        }
    }

    /// 13.2.5.51 (12.2.5.51) Comment end state
    ///
    /// Of the dashes so far the last two are not data.
    pub(crate) fn comment_end(&mut self, input: Input<'_>) -> Step {
        if self.limit.over != OverLimit::No && !self.reports() {
            return self.comment_beyond(input, b"--");
        }
        loop {
            match self.next(input) {
                Byte(b'>') => {
                    self.construct.data_mut().1 = self.token_offset_before(2)?;
                    return self.emit_comment(input, 1);
                }
                Byte(b'!') => {
                    self.construct.data_mut().1 = self.token_offset_before(2)?;
                    return self.switch_to(State::CommentEndBang);
                }
                Byte(b'-') => self.advance(),
                Byte(_) => return self.reconsume(State::Comment),
                More => return self.more(input),
                End => {
                    self.construct.data_mut().1 = self.token_offset_before(2)?;
                    return self.end_in_comment(input);
                }
            }
        }
    }

    /// The dash at the position may be the first that closes the comment: then its data ends before it.
    fn dash(&mut self, state: State) -> Step {
        self.construct.data_mut().1 = self.token_offset()?;
        self.switch_to(state)
    }

    fn end_in_comment(&mut self, input: Input<'_>) -> Step {
        self.error(input, EofInComment)?;
        self.emit_comment(input, 0)
    }
}
