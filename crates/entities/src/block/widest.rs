//! The choice of blocks at run time.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::avx2;
use super::{Native, Search};

/// Runs a search with the widest blocks that this processor has: 32 bytes with AVX2, otherwise [`Native`].
///
/// To ask the processor and to make a call takes as long as ten blocks or so. So it is for long runs of bytes.
///
/// ```
/// use tagspan_entities::tokenizing::{Block, Search, widest};
///
/// struct Width;
///
/// impl Search for Width {
///     type Found = usize;
///
///     fn run<B: Block>(self) -> usize {
///         B::LEN
///     }
/// }
///
/// assert!([8, 16, 32].contains(&widest(Width)));
/// ```
#[inline]
pub fn widest<S: Search>(search: S) -> S::Found {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    let search = match avx2::run(search) {
        Ok(found) => return found,
        Err(search) => search,
    };
    search.run::<Native>()
}
