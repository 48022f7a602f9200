//! Offsets around inserted text, and what is written of it.

use tagspan_core::Span;
use tagspan_input::decoder::Input;

use super::SavedRest;
use super::{Insertions, SavedInsertions};
use crate::Tokenizer;

fn inserted(places: impl IntoIterator<Item = (u64, u64)>) -> Insertions {
    let mut insertions = Insertions::default();
    places.into_iter().for_each(|(start, end)| insertions.add(start..end));
    insertions
}

/// The same after it was written and read.
fn read_again(insertions: &Insertions) -> Insertions {
    let input = &mut Tokenizer::new().input;
    let (saved, _) = insertions.save(input);
    saved.restore(u64::MAX).expect("it was made of insertions")
}

#[test]
fn offsets_lack_what_was_inserted_before_them() {
    let first = inserted([(2, 5), (5, 6), (7, 7), (9, 10)]);
    assert_eq!(first.places.len(), 2, "one touches the next, one is empty");
    for mut insertions in [read_again(&first), first] {
        for bom in [0, 3] {
            for (offset, decoded) in
                [(0, 0), (2, 2), (4, 2), (5, 2), (6, 2), (8, 4), (9, 5), (10, 5), (12, 7)]
            {
                assert_eq!(insertions.decoded(offset), decoded + bom, "{offset}");
            }
            for (start, end, decoded) in [
                (0, 2, Some(0..2)),
                (2, 2, Some(2..2)),
                (0, 3, None),
                (2, 4, None),
                (6, 9, Some(2..5)),
                (6, 10, None),
                (9, 10, None),
                (10, 12, Some(5..7)),
                (12, 10, None),
            ] {
                let decoded = decoded.map(|it| it.start + bom..it.end + bom);
                assert_eq!(insertions.decoded_span(Span { start, end }), decoded, "{start}..{end}");
            }
            let again = read_again(&insertions);
            assert_eq!([insertions.decoded(7), insertions.unseen], [again.decoded(7), again.unseen]);
            assert_eq!([5, 6, 9, 10].map(|end| insertions.ends_at(end)), [false, false, false, true]);
            insertions.leave_out_byte_order_mark();
        }
    }
    assert!(!Insertions::default().ends_at(0));
}

#[test]
fn offsets_before_the_places_that_are_remembered_are_not_known() {
    let count = Insertions::REMEMBERED as u64;
    // Two bytes are inserted behind each third byte of the source.
    let places = |count| (0..count).map(|index| (5 * index + 3, 5 * index + 5));
    for forgotten in 0..3 {
        let first = inserted(places(count + forgotten));
        assert_eq!(first.places.len() as u64, count);
        for insertions in [read_again(&first), first] {
            let known_from = 5 * forgotten;
            for start in 0..20 {
                let is_known = start >= known_from && start % 5 < 4;
                let decoded = is_known.then(|| start / 5 * 3 + start % 5).map(|start| start..start);
                assert_eq!(
                    insertions.decoded_span(Span { start, end: start }),
                    decoded,
                    "{start}, {forgotten}"
                );
            }
            assert_eq!(insertions.decoded(5 * (count + forgotten)), 3 * (count + forgotten));
        }
    }
}

/// What could not have been written is refused.
#[test]
fn places_that_are_valid() {
    let saved = |places: &[(u64, u64)], forgotten, known_from, unseen| SavedInsertions {
        places: places.to_vec(),
        forgotten,
        known_from,
        unseen,
    };
    for (is_valid, saved) in [
        (true, saved(&[], 0, 0, 0)),
        (true, saved(&[(0, 2), (3, 5)], 0, 0, 0)),
        (true, saved(&[(2, 5)], 0, 0, 3)),
        (true, saved(&[(2, 5)], 2, 2, 0)),
        (true, saved(&[(3, 10)], 2, 2, 0)),
        (true, saved(&[], 4, 4, 0)),
        (false, saved(&[(2, 5)], 0, 0, 1)),
        (false, saved(&[(2, 2)], 0, 0, 0)),
        (false, saved(&[(5, 2)], 0, 0, 0)),
        (false, saved(&[(2, 5), (5, 6)], 0, 0, 0)),
        (false, saved(&[(2, 5), (4, 6)], 0, 0, 0)),
        (false, saved(&[(1, 5)], 2, 2, 0)),
        (false, saved(&[(2, 11)], 0, 0, 0)),
        (false, saved(&[], 3, 2, 0)),
        (false, saved(&[], 0, 11, 0)),
        (false, saved(&[], 11, 11, 0)),
    ] {
        assert_eq!(saved.clone().restore(10).is_ok(), is_valid, "{saved:?}");
    }
    let count = Insertions::REMEMBERED as u64;
    for (number, is_valid) in [(count, true), (count + 1, false)] {
        let places: Vec<_> = (0..number).map(|index| (5 * index + 3, 5 * index + 5)).collect();
        assert_eq!(saved(&places, 0, 0, 0).restore(5 * number).is_ok(), is_valid, "{number}");
    }
}

/// A rest that no decoder could hold is refused.
#[test]
fn rests_that_are_valid() {
    let mut input = Input::new();
    _ = input.advance(b"abc", false);
    let text = |length| SavedRest::Text("a".repeat(length));
    for (is_valid, rest) in [
        (true, text(0)),
        (true, text(Input::BUFFER_SIZE)),
        (true, SavedRest::Kept { start: 0, end: 3 }),
        (true, SavedRest::Kept { start: 3, end: 3 }),
        (false, text(Input::BUFFER_SIZE + 1)),
        (false, SavedRest::Kept { start: 2, end: 1 }),
        (false, SavedRest::Kept { start: 0, end: 4 }),
        (false, SavedRest::Kept { start: 4, end: 4 }),
    ] {
        assert_eq!(rest.clone().restore(0, &mut input).is_ok(), is_valid, "{rest:?}");
    }
}

#[test]
fn memory_is_kept_for_the_next_document() {
    for (length, kept) in [(4, 4), (Insertions::TEXT_KEPT + 1, Insertions::TEXT_KEPT)] {
        let mut insertions = inserted([(0, 1)]);
        insertions.text = vec![b'a'; length];
        let places = insertions.places.capacity();
        insertions.clear();
        assert_eq!((insertions.text.capacity(), insertions.places.capacity()), (kept, places));
        assert!(insertions.text.is_empty() && insertions.decoded(9) == 9);
    }
}
