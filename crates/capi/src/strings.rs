//! Decoded strings of tokens, on request.

#![allow(unsafe_code)]

use std::borrow::Cow;
use std::ffi::c_char;

use tagspan::batches::{AttributeRecord, TokenRecord};

use crate::memory::{bytes, read, text, with};
use crate::status::Status;
use crate::string::Str;
use crate::tokenizer::Tokenizer;

/// Lends what `decode` finds in a token of the last batch. If it was decoded, the tokenizer keeps it until the next call. The
/// status says if the token, or the `argument` that `decode` needs, is null, or the token is stale.
///
/// # Safety
///
/// `tokenizer` is null or valid, `token` is null or a token that `tagspan_next` wrote, unchanged.
#[inline]
unsafe fn decoded<A>(
    tokenizer: *mut Tokenizer,
    token: *const TokenRecord,
    argument: Option<A>,
    decode: impl for<'a> FnOnce(TokenRecord, &'a [u8], A) -> Option<Cow<'a, str>>,
) -> Str {
    // SAFETY: the caller promises that both are valid. The bytes of a token of the last batch are where they were.
    unsafe {
        with(tokenizer, Str::NONE, |tokenizer| {
            let Some((token, argument)) = read(token).zip(argument) else {
                tokenizer.report.set(Status::NullPointer);
                return Str::NONE;
            };
            if !tokenizer.is_current(&token) {
                tokenizer.report.set(Status::StaleToken);
                return Str::NONE;
            }
            tokenizer.report.set(Status::Ok);
            match decode(token, bytes(token.bytes.cast(), token.length), argument) {
                None => Str::NONE,
                Some(Cow::Borrowed(text)) => Str::new(text),
                Some(Cow::Owned(text)) => {
                    tokenizer.decoded = text;
                    Str::new(&tokenizer.decoded)
                }
            }
        })
    }
}

/// Returns the decoded name: of a tag or a DOCTYPE, in lower case, or the target of a processing instruction.
///
/// The caller owns `token`, which is of the last batch and unchanged. The string is borrowed: it is valid until the next call
/// with this tokenizer. It has no data if the token has no name, and if the token is stale, which is the status then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_name(tokenizer: *mut Tokenizer, token: *const TokenRecord) -> Str {
    // SAFETY: the caller promises what `decoded` asks for.
    unsafe { decoded(tokenizer, token, Some(()), |token, raw, ()| token.name(raw)) }
}

/// Returns whether the token is a tag of this name, in any capitals. No string is made.
///
/// The caller owns `token`, which is of the last batch and unchanged, and `name`, which ends with a NUL. Nothing is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_name_is(
    tokenizer: *mut Tokenizer,
    token: *const TokenRecord,
    name: *const c_char,
) -> bool {
    let mut found = false;
    // SAFETY: the caller promises what `decoded` asks for, and a text with a NUL.
    unsafe {
        decoded(tokenizer, token, text(name), |token, raw, name| {
            found = name.to_str().is_ok_and(|name| token.name_is(raw, name));
            None
        });
    }
    found
}

/// Returns the decoded text of a text token, or the data of a comment or of a processing instruction.
///
/// The caller owns `token`, which is of the last batch and unchanged. The string is borrowed: it is valid until the next call
/// with this tokenizer. It has no data if the token is of another kind, and if the token is stale, which is the status then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_data(tokenizer: *mut Tokenizer, token: *const TokenRecord) -> Str {
    // SAFETY: the caller promises what `decoded` asks for.
    unsafe { decoded(tokenizer, token, Some(()), |token, raw, ()| token.data(raw)) }
}

/// Returns the decoded name of an attribute of a tag, in lower case.
///
/// The caller owns `token`, which is of the last batch and unchanged, and `attribute`, which is one of its attributes. The
/// string is borrowed: it is valid until the next call with this tokenizer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_attribute_name(
    tokenizer: *mut Tokenizer,
    token: *const TokenRecord,
    attribute: *const AttributeRecord,
) -> Str {
    // SAFETY: the caller promises what `decoded` asks for, and an attribute.
    unsafe {
        decoded(tokenizer, token, read(attribute), |token, raw, attribute| token.name_of(raw, &attribute))
    }
}

/// Returns the decoded value of an attribute of a tag, which is empty if it has none; or a public or system identifier of a
/// DOCTYPE, which has no data if it is missing.
///
/// The caller owns `token`, which is of the last batch and unchanged, and `attribute`, which is one of its attributes. The
/// string is borrowed: it is valid until the next call with this tokenizer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_attribute_value(
    tokenizer: *mut Tokenizer,
    token: *const TokenRecord,
    attribute: *const AttributeRecord,
) -> Str {
    // SAFETY: the caller promises what `decoded` asks for, and an attribute.
    unsafe {
        decoded(tokenizer, token, read(attribute), |token, raw, attribute| token.value_of(raw, &attribute))
    }
}

/// Returns the decoded value of the attribute with this name, in any capitals. It has no data if the tag has no such attribute,
/// and is empty if that has no value.
///
/// The caller owns `token`, which is of the last batch and unchanged, `attributes`, which is the array that `tagspan_next` was
/// given for it, and `name`, which ends with a NUL. The string is borrowed: it is valid until the next call with this
/// tokenizer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_value(
    tokenizer: *mut Tokenizer,
    token: *const TokenRecord,
    attributes: *const AttributeRecord,
    name: *const c_char,
) -> Str {
    // SAFETY: the caller promises what `decoded` asks for, the array with the attributes of the token, and a text with a NUL.
    unsafe {
        let name = text(name).filter(|_| !attributes.is_null());
        decoded(tokenizer, token, name, |token, raw, name| {
            let name = name.to_str().ok()?;
            let first = attributes.add(token.first_attribute as usize);
            let attributes = std::slice::from_raw_parts(first, token.attribute_count as usize);
            token.value_of(raw, &attributes[token.position_of(raw, attributes, name)?])
        })
    }
}

/// Returns the name of the detail of a token: the state of the standard that text was read in, the reason why bytes were
/// dropped, or the code of a parse error as the standard writes it.
///
/// The caller owns `token`. The string is valid for ever. It has no data if the token is of another kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagspan_detail_name(token: *const TokenRecord) -> Str {
    // SAFETY: the caller promises that it is null or valid.
    let token = unsafe { read(token) };
    Str::optional(token.and_then(|token| token.detail_name()))
}
