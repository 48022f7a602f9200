//! Reads the caller's memory, and keeps panics from crossing into C.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::status::{Report, Status};

/// A struct of C that begins with its size, and to which later versions append fields. All bits of it may be zero, and no bits
/// are invalid.
///
/// # Safety
///
/// The type is `repr(C)` of integers, raw pointers, and structs of those, and begins with a `usize`.
pub(crate) unsafe trait Versioned: Copy {
    /// The size of the first version.
    const FIRST: usize;
}

/// A size that no version has.
const TOO_LARGE: usize = 1 << 16;

/// Reads options of any version. Fields that the caller does not know are zero; those that this library does not know must be.
///
/// # Safety
///
/// `options` is null or points to as many bytes as its field `size` says.
pub(crate) unsafe fn read_sized<T: Versioned>(options: *const T) -> Result<T, Status> {
    // SAFETY: all fields of such a type may be zero.
    let mut read: T = unsafe { std::mem::zeroed() };
    if options.is_null() {
        return Ok(read);
    }
    // SAFETY: the struct begins with its size.
    let size = unsafe { options.cast::<usize>().read_unaligned() };
    if !(T::FIRST..TOO_LARGE).contains(&size) {
        return Err(Status::InvalidSize);
    }
    // SAFETY: the caller promises as many bytes.
    let bytes = unsafe { bytes(options.cast(), size) };
    let (known, rest) = bytes.split_at(size.min(size_of::<T>()));
    if rest.iter().any(|&byte| byte != 0) {
        return Err(Status::InvalidSize);
    }
    // SAFETY: no more than the size of `read` is copied into it, and any bits are valid.
    unsafe { std::ptr::copy_nonoverlapping(known.as_ptr(), (&raw mut read).cast::<u8>(), known.len()) };
    Ok(read)
}

/// Writes as much of a struct as the caller has room for, and zeros for the fields of later versions. `false` if there is no room.
///
/// # Safety
///
/// `to` points to `size` bytes that may be written.
pub(crate) unsafe fn write_sized<T: Copy>(value: &T, to: *mut T, size: usize) -> bool {
    let (to, known) = (to.cast::<u8>(), size.min(size_of::<T>()));
    // SAFETY: `size` bytes of `to` may be written, and no more than `value` has are read.
    unsafe {
        std::ptr::copy_nonoverlapping(std::ptr::from_ref(value).cast::<u8>(), to, known);
        to.add(known).write_bytes(0, size - known);
    }
    size > 0
}

/// Bytes of the caller. There are none behind a null pointer.
///
/// # Safety
///
/// As [`elements`].
#[inline]
pub(crate) unsafe fn bytes<'a>(start: *const c_void, length: usize) -> &'a [u8] {
    // SAFETY: the caller promises as many bytes.
    unsafe { elements(start.cast(), length) }
}

/// Elements of the caller that are only read. There are none behind a null pointer.
///
/// # Safety
///
/// `start` is null or points to `length` elements, which stay and do not change as long as `'a`.
#[inline]
pub(crate) unsafe fn elements<'a, T>(start: *const T, length: usize) -> &'a [T] {
    if start.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: it is not null, and the caller promises as many elements.
    unsafe { std::slice::from_raw_parts(start, length) }
}

/// An array of the caller. A null pointer has none.
///
/// # Safety
///
/// `start` is null or points to `length` elements that nothing else uses as long as `'a`.
#[inline]
pub(crate) unsafe fn array<'a, T>(start: *mut T, length: usize) -> Option<&'a mut [T]> {
    if start.is_null() {
        return None;
    }
    // SAFETY: it is not null, and the caller promises as many elements. They are written before they are read.
    Some(unsafe { std::slice::from_raw_parts_mut(start, length) })
}

/// A text of the caller.
///
/// # Safety
///
/// `text` is null or points to bytes that end with a NUL, which stay and do not change as long as `'a`.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Option<&'a CStr> {
    // SAFETY: it is not null, and the caller promises the NUL.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
}

/// A copy of a struct of the caller.
///
/// # Safety
///
/// `from` is null or points to a valid `T`.
#[inline]
pub(crate) unsafe fn read<T: Copy>(from: *const T) -> Option<T> {
    // SAFETY: it is not null, and the caller promises that it is valid.
    (!from.is_null()).then(|| unsafe { from.read() })
}

/// A handle: what the caller holds a pointer to.
pub(crate) trait Handle {
    fn report(&mut self) -> &mut Report;
}

/// Lends a handle to `body`: the one place where panics are caught. The handle has then failed, for good. The result is
/// `otherwise` then, and for a null pointer.
///
/// # Safety
///
/// `handle` is null or comes from [`give`], was not freed, and no other thread uses it now.
#[inline]
pub(crate) unsafe fn with<H: Handle, R>(handle: *mut H, otherwise: R, body: impl FnOnce(&mut H) -> R) -> R {
    // SAFETY: the caller promises that it is valid, and that nothing else uses it.
    let Some(handle) = (unsafe { handle.as_mut() }) else { return otherwise };
    match catch_unwind(AssertUnwindSafe(|| body(handle))) {
        Ok(result) => result,
        Err(payload) => {
            // To drop it may panic again.
            std::mem::forget(payload);
            handle.report().fail(Status::Panic);
            otherwise
        }
    }
}

/// Makes a handle, or null if that panics.
pub(crate) fn give<H>(make: impl FnOnce() -> H) -> *mut H {
    match catch_unwind(AssertUnwindSafe(make)) {
        Ok(handle) => Box::into_raw(Box::new(handle)),
        Err(payload) => {
            std::mem::forget(payload);
            std::ptr::null_mut()
        }
    }
}

/// Frees a handle.
///
/// # Safety
///
/// `handle` is null or comes from [`give`], was not freed, and is not used again.
pub(crate) unsafe fn take_back<H>(handle: *mut H) {
    if handle.is_null() {
        return;
    }
    // SAFETY: it comes from `Box::into_raw`, once.
    let handle = unsafe { Box::from_raw(handle) };
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(handle))) {
        std::mem::forget(payload);
    }
}

#[cfg(test)]
mod tests {
    use super::{Handle, Versioned, give, read_sized, take_back, with};
    use crate::status::{Report, Status};

    #[derive(Default)]
    struct Counter(Report);

    impl Handle for Counter {
        fn report(&mut self) -> &mut Report {
            &mut self.0
        }
    }

    #[test]
    fn a_panic_fails_the_handle_for_good() {
        let handle = give(Counter::default);
        // SAFETY: the handle is valid until it is taken back.
        unsafe {
            assert_eq!(with(handle, 0, |_| 1), 1);
            assert_eq!(with(handle, 0, |_| -> i32 { panic!("on purpose") }), 0);
            assert_eq!(with(handle, Status::Ok, |handle| handle.report().set(Status::Ok)), Status::Panic);
            assert_eq!(with(std::ptr::null_mut::<Counter>(), 7, |_| 1), 7);
            take_back(handle);
            take_back(std::ptr::null_mut::<Counter>());
        }
        assert!(give(|| -> Counter { panic!("on purpose") }).is_null());
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct Second {
        size: usize,
        old: usize,
        new: usize,
    }

    // SAFETY: it has integers only.
    unsafe impl Versioned for Second {
        const FIRST: usize = 16;
    }

    #[test]
    fn structs_of_other_versions_are_read() {
        // (the words of the caller, of which the first is the size; the fields that are read)
        let read = |size, old, new| Ok(Second { size, old, new });
        for (words, expected) in [
            ([8_usize, 1, 2, 0], Err(Status::InvalidSize)),
            ([16, 1, 2, 3], read(16, 1, 0)),
            ([24, 1, 2, 3], read(24, 1, 2)),
            ([32, 1, 2, 0], read(32, 1, 2)),
            ([32, 1, 2, 3], Err(Status::InvalidSize)),
            ([1 << 30, 1, 2, 3], Err(Status::InvalidSize)),
        ] {
            // SAFETY: as many bytes are there as are read.
            assert_eq!(unsafe { read_sized(words.as_ptr().cast::<Second>()) }, expected, "{words:?}");
        }
        // SAFETY: null is allowed.
        assert_eq!(unsafe { read_sized(std::ptr::null::<Second>()) }, read(0, 0, 0));
    }
}
