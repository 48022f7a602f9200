//! For tests: memory whose end is followed by a page that cannot be read.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::num::NonZero;
use std::ptr::NonNull;

use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, mprotect, munmap};

/// A multiple of the page size of every platform.
const SIZE: usize = 1 << 16;

/// `SIZE` bytes to use, and as many that end the program when they are touched.
pub(super) struct Guarded(NonNull<c_void>);

impl Guarded {
    pub(super) fn new() -> Self {
        let both = NonZero::new(2 * SIZE).expect("not zero");
        let access = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
        // SAFETY: the kernel chooses a place where nothing is.
        let start = unsafe { mmap_anonymous(None, both, access, MapFlags::MAP_PRIVATE) };
        let start = start.expect("128 KiB of memory");
        // SAFETY: the second half of what was just mapped, to which no reference is ever made.
        unsafe { mprotect(start.byte_add(SIZE), SIZE, ProtFlags::PROT_NONE) }.expect("memory that is ours");
        Self(start)
    }

    /// The last bytes that can be touched.
    pub(super) fn last_mut(&mut self, length: usize) -> &mut [u8] {
        assert!(length <= SIZE);
        // SAFETY: these bytes lie in the first half, which is mapped, zeroed and lent out only through `self`.
        unsafe { std::slice::from_raw_parts_mut(self.0.byte_add(SIZE - length).cast().as_ptr(), length) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: what `new` mapped; nothing refers to it any more.
        unsafe { munmap(self.0, 2 * SIZE) }.expect("memory that is ours");
    }
}
