//! Tells a lack of memory from a defect, as both end in a trap.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU8, Ordering};

/// The allocator of the standard library, which notes when it has no more.
#[derive(Debug)]
pub struct Allocator;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// One of two numbers: any other is that of a memory which a defect has overwritten.
static IS_OUT: AtomicU8 = AtomicU8::new(0);

fn noting(bytes: *mut u8) -> *mut u8 {
    if bytes.is_null() {
        IS_OUT.store(1, Ordering::Relaxed);
    }
    bytes
}

/// Notes that a lack of memory was not the end.
pub(crate) fn forget() {
    IS_OUT.store(0, Ordering::Relaxed);
}

// SAFETY: it is the allocator of the standard library.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what is asked for.
        noting(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what is asked for.
        noting(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, bytes: *mut u8, layout: Layout) {
        // SAFETY: the caller promises what is asked for.
        unsafe { System.dealloc(bytes, layout) }
    }

    unsafe fn realloc(&self, bytes: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises what is asked for.
        noting(unsafe { System.realloc(bytes, layout, size) })
    }
}

/// Returns whether the last trap was for want of memory.
#[unsafe(no_mangle)]
pub extern "C" fn tagspan_is_out_of_memory() -> bool {
    IS_OUT.load(Ordering::Relaxed) == 1
}
