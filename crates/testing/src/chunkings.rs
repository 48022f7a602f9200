//! The chunkings in which tests feed an input.

/// Every chunking of a short input: whole, byte by byte, with empty chunks, in chunks of two and of seven bytes, and in
/// two at every byte.
pub fn chunkings(input: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut all = vec![vec![input], input.chunks(1).collect(), with_empty_chunks(input)];
    all.extend([2, 7].map(|size| input.chunks(size).collect()));
    all.extend((0..=input.len()).map(|cut| vec![&input[..cut], &input[cut..]]));
    all
}

/// Three chunkings, for tests that do much with each: whole, in chunks of seven bytes, and byte by byte with empty chunks.
pub fn few_chunkings(input: &[u8]) -> [Vec<&[u8]>; 3] {
    [vec![input], input.chunks(7).collect(), with_empty_chunks(input)]
}

fn with_empty_chunks(input: &[u8]) -> Vec<&[u8]> {
    std::iter::once(&b""[..]).chain(input.chunks(1).flat_map(|byte| [byte, b""])).collect()
}
