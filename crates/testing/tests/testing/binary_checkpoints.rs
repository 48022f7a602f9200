//! Checkpoints in a format that is not for people.

use ciborium::Value;
use tagspan::{Checkpoint, Error, Tokenizer};

/// CBOR has byte strings. A format without them has sequences of numbers in their place.
#[test]
fn formats_that_are_not_for_people() -> Result<(), Error> {
    fn numbers(value: Value) -> Value {
        match value {
            Value::Bytes(bytes) => Value::Array(bytes.into_iter().map(Value::from).collect()),
            Value::Map(entries) => {
                Value::Map(entries.into_iter().map(|(key, value)| (key, numbers(value))).collect())
            }
            Value::Array(values) => Value::Array(values.into_iter().map(numbers).collect()),
            value => value,
        }
    }
    for html in ["", "<p>text", "<a b='\u{E9}c", "<svg><title>&no", "<!doctype a public \"b"] {
        let mut tokenizer = Tokenizer::utf8();
        tokenizer.feed(html.as_bytes()).for_each(|_| {})?;
        let checkpoint = tokenizer.checkpoint().expect("all is taken");
        let value = Value::serialized(&checkpoint).expect("it can be written");
        for value in [value.clone(), numbers(value)] {
            let mut stored = Vec::new();
            ciborium::into_writer(&value, &mut stored).expect("it can be written");
            let read: Checkpoint = ciborium::from_reader(&stored[..]).expect("it is valid");
            assert_eq!(read, checkpoint, "{html}");
        }
    }
    Ok(())
}
