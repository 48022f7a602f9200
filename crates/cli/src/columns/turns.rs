//! Pipes are read one after the other: two of them may be one, as `-` and `-` are.

use std::convert::Infallible;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, channel};

use tagspan_extract::columns::Stream;

/// Gives each stream its turn, which comes when the one before was read to its end.
#[derive(Default)]
pub(super) struct Turns {
    /// Tells when the last one that was given a turn is done.
    last: Option<Receiver<Infallible>>,
}

impl Turns {
    pub(super) fn next(&mut self) -> Turn {
        let (done, is_done) = channel();
        Turn { before: self.last.replace(is_done), done }
    }
}

/// The turn of one stream.
pub(super) struct Turn {
    before: Option<Receiver<Infallible>>,
    /// Nothing is sent. When it is dropped, the next turn begins.
    done: Sender<Infallible>,
}

impl Turn {
    /// Waits for the turn, which lasts until the reader is dropped.
    pub(super) fn take(self, open: impl FnOnce() -> io::Result<Stream>) -> io::Result<Stream> {
        if let Some(before) = self.before {
            // It fails when the sender is dropped.
            let _ = before.recv();
        }
        let whole = |reader| Box::new(InTurn { reader, _done: self.done });
        Ok(match open()? {
            Stream::Archive(reader) => Stream::Archive(whole(reader)),
            Stream::Page(reader) => Stream::Page(whole(reader)),
        })
    }
}

struct InTurn {
    reader: Box<dyn Read>,
    _done: Sender<Infallible>,
}

impl Read for InTurn {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}
