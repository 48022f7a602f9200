//! Faults around a rewriter: outputs that fail, panic or take little, callbacks that panic, sources that break off.

use std::cell::Cell;
use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use tagspan::{RewriteError, RewriteErrorKind, Rewriter, Token, TokenEdit, Tokenizer};

use super::rewriter::{encoding, known, rewrite};

const PAGE: &str =
    "<!DOCTYPE html><p class='а'>Цена &amp;<!-- срок --> a&<b>lt;</b><br/>ё<script>'</b>'</script><a hr";

const SIZES: [usize; 4] = [1, 5, 16, 1 << 10];

/// The fault of an output after a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Fails,
    TakesNothing,
    Panics,
    /// It continues after an interruption before each call, and takes one byte a call.
    Interrupts,
}

const FAULTS: [Fault; 4] = [Fault::Fails, Fault::TakesNothing, Fault::Panics, Fault::Interrupts];

/// An output that takes a number of bytes.
#[derive(Debug)]
struct Output {
    taken: Vec<u8>,
    room: usize,
    fault: Fault,
    is_interrupted: bool,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.room - self.taken.len().min(self.room);
        let length = match self.fault {
            _ if room > 0 => bytes.len().min(room),
            Fault::Fails => return Err(ErrorKind::StorageFull.into()),
            Fault::TakesNothing => 0,
            Fault::Panics => panic!("the fault"),
            Fault::Interrupts => {
                self.is_interrupted = !self.is_interrupted;
                if self.is_interrupted {
                    return Err(ErrorKind::Interrupted.into());
                }
                bytes.len().min(1)
            }
        };
        self.taken.extend_from_slice(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn keep(_: Token<'_>, _: &mut TokenEdit) {}

/// Every kind of edit.
fn edit(token: Token<'_>, edit: &mut TokenEdit) {
    match token {
        Token::StartTag(tag) if tag.is("p") => edit.write_tag(tag.edit().set_attribute("title", "мир ☮")),
        Token::StartTag(tag) if tag.is("b") => edit.remove(),
        Token::Comment(_) => edit.replace("<i>вместо</i>"),
        Token::Text(_) => {
            edit.before("[");
            edit.after("]");
        }
        _ => {}
    }
}

type Rewrite = fn(Token<'_>, &mut TokenEdit);

/// A name, a page, the edit, the size of chunks, and the expected output.
type Case = (String, Vec<u8>, Rewrite, usize, Vec<u8>);

/// A page in two encodings, unchanged and changed, in chunks of each size.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for label in ["utf-8", "windows-1251"] {
        let page = encoding(label).encode(PAGE).0.into_owned();
        for (name, each) in [("kept", keep as Rewrite), ("edited", edit)] {
            for size in SIZES {
                let expected = rewrite(known(encoding(label)), &page, size, each);
                let context = format!("{label}, {name}, chunks of {size}");
                cases.push((context, page.clone(), each, size, expected));
            }
        }
    }
    cases
}

fn builder(context: &str) -> tagspan::TokenizerBuilder {
    known(encoding(context.split_once(',').unwrap().0))
}

/// A failed rewriter returns this error from then on, without calling the callback or writing a byte.
fn assert_over(rewriter: &mut Rewriter<Output>, context: &str) {
    let taken = rewriter.output().taken.len();
    rewriter.output_mut().room = usize::MAX;
    for chunk in [&b"<p>"[..], b""] {
        let error = rewriter.write(chunk, |_, _| panic!("{context}")).unwrap_err();
        assert!(matches!(error.kind(), RewriteErrorKind::AfterError), "{context}: {error}");
    }
    assert_eq!(rewriter.output().taken.len(), taken, "{context}");
}

#[test]
fn an_output_fails_at_each_byte() {
    for (case, page, each, size, expected) in cases() {
        for fault in FAULTS {
            for room in 0..=expected.len() {
                let context = format!("{case}, {fault:?} after {room} bytes");
                let output = Output { taken: Vec::new(), room, fault, is_interrupted: false };
                let mut rewriter = Rewriter::with_builder(output, builder(&case));
                let mut fed = 0;
                let result = catch_unwind(AssertUnwindSafe(|| {
                    page.chunks(size).try_for_each(|chunk| {
                        fed += chunk.len();
                        rewriter.write(chunk, each)
                    })
                }));
                match (fault, result) {
                    (Fault::Fails | Fault::TakesNothing, Ok(Err(error))) => {
                        let kind =
                            if fault == Fault::Fails { ErrorKind::StorageFull } else { ErrorKind::WriteZero };
                        let RewriteErrorKind::Write(cause) = error.kind() else {
                            panic!("{context}: {error}")
                        };
                        tells_cause(&error, "the output failed after byte ");
                        assert_eq!(cause.kind(), kind, "{context}");
                        assert!(error.offset() <= fed as u64, "{context}: {error:?}");
                        if case.contains("kept") {
                            // As much of the source is written as the output has, or less where it took a part.
                            assert!(error.offset() <= room as u64, "{context}: {error:?}");
                        }
                        assert_over(&mut rewriter, &context);
                    }
                    (Fault::Panics, Err(_)) => assert_over(&mut rewriter, &context),
                    (_, Ok(Ok(()))) => {
                        let is_enough = rewriter.output().taken.len() <= room || fault == Fault::Interrupts;
                        assert!(is_enough, "{context}");
                        // The end writes what is unfinished.
                        match catch_unwind(AssertUnwindSafe(|| rewriter.finish(each))) {
                            Ok(Ok(output)) => {
                                let is_whole = room == expected.len() || fault == Fault::Interrupts;
                                assert!(is_whole && output.taken == expected, "{context}");
                            }
                            Ok(Err(error)) => {
                                assert!(
                                    matches!(error.kind(), RewriteErrorKind::Write(_)),
                                    "{context}: {error}"
                                );
                            }
                            Err(_) => assert_eq!(fault, Fault::Panics, "{context}"),
                        }
                        continue;
                    }
                    (_, result) => panic!("{context}: {result:?}"),
                }
                assert_eq!(rewriter.output().taken, expected[..room], "{context}");
            }
        }
    }
}

/// The callback panics at each token, before it asks for an edit and after.
#[test]
fn a_callback_panics_at_each_token() {
    for (case, page, each, size, expected) in cases() {
        for asks_first in [false, true] {
            for panics_at in 0.. {
                let context = format!("{case}, panic at token {panics_at}, asks first: {asks_first}");
                let output = Output {
                    taken: Vec::new(),
                    room: usize::MAX,
                    fault: Fault::Fails,
                    is_interrupted: false,
                };
                let mut rewriter = Rewriter::with_builder(output, builder(&case));
                let mut number = 0;
                let mut faulty = |token: Token<'_>, edit: &mut TokenEdit| {
                    number += 1;
                    if number <= panics_at || asks_first {
                        each(token, edit);
                    }
                    assert!(number <= panics_at, "the fault");
                };
                let result = catch_unwind(AssertUnwindSafe(|| {
                    page.chunks(size).try_for_each(|chunk| rewriter.write(chunk, &mut faulty))
                }));
                match result {
                    Err(_) => {
                        assert_over(&mut rewriter, &context);
                        assert!(expected.starts_with(&rewriter.output().taken), "{context}");
                    }
                    Ok(written) => {
                        written.unwrap();
                        if let Ok(output) = catch_unwind(AssertUnwindSafe(|| rewriter.finish(&mut faulty))) {
                            assert_eq!(output.unwrap().taken, expected, "{context}");
                            assert!(panics_at > 10, "{context}");
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// A source that gives so many bytes, a few at a time, and then fails, panics, or is interrupted before each read.
struct Source<'p> {
    rest: &'p [u8],
    size: usize,
    fault: Fault,
    reads: Rc<Cell<usize>>,
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads.set(self.reads.get() + 1);
        match self.fault {
            Fault::Interrupts if self.reads.get() % 2 == 1 => return Err(ErrorKind::Interrupted.into()),
            Fault::Fails if self.rest.is_empty() => return Err(ErrorKind::ConnectionReset.into()),
            Fault::Panics if self.rest.is_empty() => panic!("the fault"),
            _ => {}
        }
        let length = self.rest.len().min(self.size);
        let (bytes, rest) = self.rest.split_at(length);
        buffer[..length].copy_from_slice(bytes);
        self.rest = rest;
        Ok(length)
    }
}

/// The input is written up to the unfinished token; the error has the offset.
#[test]
fn a_source_breaks_off_at_each_byte() {
    for (case, page, each, size, expected) in cases() {
        for length in 0..=page.len() {
            for fault in FAULTS {
                let context = format!("{case}, {fault:?} after {length} bytes");
                let source = || Source { rest: &page[..length], size, fault, reads: Rc::default() };
                let mut written = Vec::new();
                let read = |output: &mut Vec<u8>| -> Result<(), RewriteError> {
                    Rewriter::with_builder(output, builder(&case)).read_from(source(), each).map(drop)
                };
                match (fault, catch_unwind(AssertUnwindSafe(|| read(&mut written)))) {
                    (Fault::Fails, Ok(Err(error))) => {
                        let RewriteErrorKind::Read(cause) = error.kind() else {
                            panic!("{context}: {error}")
                        };
                        tells_cause(&error, "the input failed after byte ");
                        assert_eq!(cause.kind(), ErrorKind::ConnectionReset, "{context}");
                        assert!(error.offset() <= length as u64, "{context}");
                        if case.contains("kept") {
                            assert_eq!(written, page[..error.offset() as usize], "{context}");
                        }
                    }
                    (Fault::Panics, Err(_)) => {}
                    // A source that takes nothing has no fault: it ends.
                    (Fault::Interrupts | Fault::TakesNothing, Ok(Ok(()))) => {
                        let whole = rewrite(builder(&case), &page[..length], size, each);
                        assert_eq!(written, whole, "{context}");
                        continue;
                    }
                    (_, result) => panic!("{context}: {result:?}"),
                }
                // In chunks of the same sizes, up to the last one, the output is that of the whole page.
                if length % size == 0 {
                    assert!(expected.starts_with(&written), "{context}");
                }
            }
        }
    }
}

/// Fills its buffer once, and claims one byte more than that.
struct Claiming {
    has_read: bool,
}

impl Read for Claiming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.has_read, true) {
            return Ok(0);
        }
        buffer.fill(b'x');
        Ok(buffer.len() + 1)
    }
}

#[test]
fn a_source_that_claims_more_than_its_buffer() {
    let source = Claiming { has_read: false };
    let written =
        Rewriter::with_builder(Vec::new(), known(encoding("utf-8"))).read_from(source, keep).unwrap();
    assert!(!written.is_empty() && written.iter().all(|&byte| byte == b'x'), "{} bytes", written.len());
}

/// The message has the place, what to do, and the message of the cause.
fn tells_cause(error: &RewriteError, start: &str) {
    let message = error.to_string();
    let cause = std::error::Error::source(error).expect("another error").to_string();
    assert!(message.starts_with(&format!("{start}{}", error.offset())), "{message}");
    assert!(message.ends_with(&format!(": discard the output: {cause}")), "{message}");
}

/// The error of a limit comes before the output has any byte of what is over it, wherever chunks end.
#[test]
fn a_limit_of_the_source_at_each_byte() {
    let page = PAGE.as_bytes();
    for size in SIZES {
        for most in 0..page.len() {
            let builder = Tokenizer::builder()
                .charset("utf-8")
                .unwrap()
                .limits(tagspan::Limits::new().max_bytes(most as u64, tagspan::LimitAction::Fail));
            let mut rewriter = Rewriter::with_builder(Vec::new(), builder);
            let result = page.chunks(size).try_for_each(|chunk| rewriter.write(chunk, keep));
            let error = result.expect_err("the page is longer");
            assert!(matches!(error.kind(), RewriteErrorKind::Token(_)), "{most}, chunks of {size}: {error}");
            let message = format!("the document is longer than {most} bytes: discard the output, or raise");
            assert!(error.to_string().starts_with(&message), "{error}");
            let written = rewriter.output();
            assert_eq!(written, &page[..error.offset() as usize], "{most}, chunks of {size}");
            assert!(written.len() <= most, "{most}, chunks of {size}");
        }
    }
}
