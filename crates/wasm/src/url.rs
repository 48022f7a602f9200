//! URLs are parsed by the host, which has a parser: a copy of it would be a third of the module.

#![allow(unsafe_code)]

use std::sync::Once;

use tagspan_capi::Str;

use crate::memory::{lent, tagspan_release};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Parses a reference against a base URL, which is absent if it has no data. If the result is a URL, writes it to `url`, in
    /// bytes of `tagspan_allocate`.
    fn parse_url(
        base: *const u8,
        base_length: usize,
        reference: *const u8,
        length: usize,
        url: *mut Str,
    ) -> bool;
}

/// Has URLs parsed by the host.
#[unsafe(no_mangle)]
pub extern "C" fn tagspan_start() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| tagspan_extract::set_url_parser(parse));
}

fn parse(base: Option<&str>, reference: &str) -> Option<String> {
    let (base, base_length) = base.map_or((std::ptr::null(), 0), |base| (base.as_ptr(), base.len()));
    let mut url = Str { data: std::ptr::null(), length: 0 };
    // SAFETY: the texts are valid during the call, and `url` may be written.
    if !unsafe { parse_url(base, base_length, reference.as_ptr(), reference.len(), &mut url) } {
        return None;
    }
    let data = url.data.cast::<u8>().cast_mut();
    // SAFETY: the host has written a place with as many bytes, which `tagspan_allocate` gave.
    unsafe {
        let text = String::from_utf8_lossy(lent(data, url.length)).into_owned();
        tagspan_release(data, url.length);
        Some(text)
    }
}
