//! The committed vectors, replayed in every chunking.

use testing::vectors::load;

use crate::harness::{End, builder, chunkings, stream};

#[test]
fn every_vector_in_every_chunking() {
    let vectors = load();
    assert!(vectors.len() > 400, "only {} vectors", vectors.len());
    let mut failed = Vec::new();
    for vector in &vectors {
        let mut loud = builder(&vector.options).parse_errors(true).build();
        let mut quiet = builder(&vector.options).build();
        let whole = stream(&mut loud, &[&vector.input], End::WithChunk);
        if let Err(error) = vector.compare(&whole) {
            failed.push(format!("{}: {error}", vector.name));
            continue;
        }
        let silent = whole.without_errors();
        for chunks in chunkings(&vector.input) {
            for end in [End::WithChunk, End::Apart] {
                loud.reset();
                quiet.reset();
                let name = &vector.name;
                assert_eq!(stream(&mut loud, &chunks, end), whole, "{name}: {chunks:x?}");
                let got = stream(&mut quiet, &chunks, end);
                assert_eq!(got, silent, "{name}: without errors, {chunks:x?}");
            }
        }
    }
    assert!(failed.is_empty(), "{} of {} fail\n{}", failed.len(), vectors.len(), failed.join("\n"));
}
