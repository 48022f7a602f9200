//! Rewriting: the module calls JavaScript for each token, which calls back for each edit.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::c_void;
use std::io::{self, Write};
use std::rc::Rc;

use tagspan::{TagEditor, Token, TokenEdit};
use tagspan_capi::{AttributeRecord, Options, TokenRecord};

use crate::memory::lent;
use crate::outcome::{Failure, Outcome};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Passes a token to JavaScript. All three are valid during the call. Returns whether to go on.
    fn tagspan_rewrite_token(
        edit: *mut c_void,
        record: *const TokenRecord,
        attributes: *const AttributeRecord,
    ) -> bool;
}

/// A rewriter, and what its last call gave.
#[derive(Debug)]
pub struct Rewriter {
    /// `None` after the end, and if the options are wrong.
    rewriter: Option<tagspan::Rewriter<Output>>,
    output: Output,
    attributes: Vec<AttributeRecord>,
    failure: Option<Failure>,
}

/// The output, which is still there when the rewriter has failed.
#[derive(Clone, Debug, Default)]
struct Output(Rc<RefCell<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The edit of the current token.
#[derive(Debug)]
pub struct Edit<'a> {
    token: Token<'a>,
    edit: &'a mut TokenEdit,
    /// The edits of the tag, if its bytes are not replaced.
    editor: Option<TagEditor<'a>>,
}

impl<'a> Edit<'a> {
    fn editor(&mut self) -> Option<&mut TagEditor<'a>> {
        match self.token {
            Token::StartTag(tag) | Token::EndTag(tag) => Some(self.editor.get_or_insert_with(|| tag.edit())),
            _ => None,
        }
    }
}

impl Rewriter {
    fn rewrite(&mut self, chunk: &[u8], last: bool) {
        self.output.0.borrow_mut().clear();
        let Some(mut rewriter) = self.rewriter.take() else { return };
        let result = rewriter.write(chunk, |token, edit| pass(&mut self.attributes, token, edit));
        self.failure = match result {
            Ok(()) if last => rewriter.finish(|token, edit| pass(&mut self.attributes, token, edit)).err(),
            Ok(()) => {
                self.rewriter = Some(rewriter);
                None
            }
            Err(error) => Some(error),
        }
        .map(Failure::from);
    }
}

/// Passes a token to JavaScript.
fn pass(attributes: &mut Vec<AttributeRecord>, token: Token<'_>, edit: &mut TokenEdit) {
    let mut record = TokenRecord::EMPTY;
    while let Err(needed) = record.write(token, Some(attributes), 0, 0) {
        attributes.resize(needed as usize, AttributeRecord::default());
    }
    if let Some(source) = edit.source_span() {
        (record.start, record.end) = (source.start, source.end);
    }
    let mut current = Edit { token, edit, editor: None };
    // SAFETY: JavaScript uses them during the call only.
    let goes_on =
        unsafe { tagspan_rewrite_token((&raw mut current).cast(), &raw const record, attributes.as_ptr()) };
    let Edit { edit, editor, .. } = current;
    if !goes_on {
        edit.stop();
    } else if let Some(editor) = editor {
        edit.write_tag(editor);
    }
}

/// Makes a rewriter, which the caller frees by `tagspan_rewriter_free`. The outcome says whether the options are right.
///
/// # Safety
///
/// The options are valid, and `to` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_rewriter_new(options: *const Options, to: *mut Outcome) -> *mut Rewriter {
    let output = Output::default();
    // SAFETY: the caller promises that they are valid.
    let (rewriter, failure) = match unsafe { (*options).builder() } {
        Ok(builder) => (Some(tagspan::Rewriter::with_builder(output.clone(), builder)), None),
        Err(status) => (None, Some(status.into())),
    };
    let rewriter = Box::new(Rewriter { rewriter, output, attributes: Vec::new(), failure });
    // SAFETY: the caller promises that it may be written.
    unsafe { to.write(Outcome::new::<u8>(&[], rewriter.failure.as_ref())) };
    Box::into_raw(rewriter)
}

/// Frees a rewriter. Null is allowed.
///
/// # Safety
///
/// It comes from `tagspan_rewriter_new`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_rewriter_free(rewriter: *mut Rewriter) {
    if !rewriter.is_null() {
        // SAFETY: it comes from `Box::into_raw`, once.
        drop(unsafe { Box::from_raw(rewriter) });
    }
}

/// Rewrites the next chunk. The outcome has the output so far, also of a failure.
///
/// # Safety
///
/// The rewriter and the bytes are valid, and `to` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_rewriter_write(
    rewriter: *mut Rewriter,
    chunk: *const u8,
    length: usize,
    last: bool,
    to: *mut Outcome,
) {
    // SAFETY: the caller promises that all of them are valid.
    unsafe {
        let rewriter = &mut *rewriter;
        rewriter.rewrite(lent(chunk, length), last);
        to.write(Outcome::new(&rewriter.output.0.borrow(), rewriter.failure.as_ref()));
    }
}

/// Sets an attribute of a tag, or removes it. The bytes are the name, then the value. Returns whether the token is a tag.
///
/// # Safety
///
/// The edit is the current one, and there are as many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_edit_attribute(
    edit: *mut Edit<'_>,
    bytes: *const u8,
    name_length: usize,
    value_length: usize,
    removes: bool,
) -> bool {
    // SAFETY: the caller promises that they are valid.
    let (edit, bytes) = unsafe { (&mut *edit, lent(bytes, name_length + value_length)) };
    let Some(editor) = edit.editor() else { return false };
    let (name, value) = bytes.split_at(name_length);
    let name = String::from_utf8_lossy(name);
    if removes {
        editor.remove_attribute(&name);
    } else {
        editor.set_attribute(&name, &String::from_utf8_lossy(value));
    }
    true
}

/// Changes the name of a tag. Returns whether the token is one.
///
/// # Safety
///
/// As [`tagspan_edit_attribute`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_edit_name(edit: *mut Edit<'_>, name: *const u8, length: usize) -> bool {
    // SAFETY: the caller promises that they are valid.
    let (edit, name) = unsafe { (&mut *edit, String::from_utf8_lossy(lent(name, length))) };
    edit.editor().map(|editor| editor.set_name(&name)).is_some()
}

/// Edits any token: 0 and 1 write markup before and after it, 2 and 3 markup and text instead of it, 4 keeps it. Edits of the tag
/// are undone by 2 to 4.
///
/// # Safety
///
/// As [`tagspan_edit_attribute`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_edit_token(
    edit: *mut Edit<'_>,
    action: u32,
    html: *const u8,
    length: usize,
) {
    // SAFETY: the caller promises that they are valid.
    let (edit, html) = unsafe { (&mut *edit, String::from_utf8_lossy(lent(html, length))) };
    match action {
        0 => return edit.edit.before(&html),
        1 => return edit.edit.after(&html),
        2 => edit.edit.replace(&html),
        3 => edit.edit.replace_text(&html),
        _ => edit.edit.keep(),
    }
    edit.editor = None;
}
