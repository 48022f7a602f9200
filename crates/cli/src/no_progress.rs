//! No progress bar, in a program without the feature `archives`: its work takes no time to wait for.

pub(crate) struct Progress;

impl Progress {
    pub(crate) fn new(_: Option<u64>) -> Self {
        Progress
    }

    pub(crate) fn tell(&self, _what: &str) {}

    pub(crate) fn advance(&self, _bytes: u64) {}

    pub(crate) fn bar(&self) -> Bar {
        Bar
    }

    pub(crate) fn finish(&self) {}
}

/// Is never drawn.
#[derive(Debug)]
pub(crate) struct Bar;

impl Bar {
    pub(crate) fn hidden() -> Self {
        Bar
    }

    pub(crate) fn suspend(&self, write: impl FnOnce()) {
        write();
    }
}
