//! Faults of servers and connections at drawn places: nothing is lost, nothing comes twice, or an error says why.

use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Mutex;
use std::time::Duration;

use tagspan_remote::{ErrorKind, Object};
use testing::sample;
use testing::web::{Asked, Fault, Web};

use crate::{bytes, error, is_child, read, rng};

/// Draws a fault for each request from this index on, up to so many.
fn drawn(
    faults: usize,
    draw: impl Fn(&mut testing::rng::Rng<'_>) -> Fault + Send + Sync + 'static,
) -> impl Fn(&Asked) -> Option<Fault> + Send + Sync + 'static {
    move |asked| {
        let mut rng = rng(asked.index);
        (asked.index > 0 && asked.index <= faults as u64).then(|| draw(&mut rng))
    }
}

/// Each connection gives some bytes, at least one, and breaks.
#[test]
fn broken_connections_lose_nothing() {
    let faults = sample::or_full(60, 1000);
    let whole = bytes(12_000_000);
    let server = Web::new([("object", whole.clone())]);
    let server = server.faults(drawn(faults, |rng| Fault::Break(1 + rng.below(4000)))).start();
    let object = Object::open(&server.url("object")).unwrap();
    let before = tagspan_remote::counts();
    assert!(read(&object).unwrap() == whole);
    assert!(server.requests() > faults as u64, "{} requests", server.requests());
    assert!(tagspan_remote::counts().retries - before.retries >= faults as u64);
}

#[test]
fn each_fault_that_passes_is_survived() {
    let whole = bytes(9_000_000);
    let draws: [fn(&mut testing::rng::Rng<'_>) -> Fault; 5] = [
        |rng| Fault::Shorten(1 + rng.below(100_000)),
        |rng| Fault::Status(rng.one(&[408, 429, 500, 502, 503, 504])),
        |rng| Fault::Stall(rng.below(1_000_000), Duration::from_millis(150)),
        |_| Fault::Close,
        |rng| Fault::Break(rng.below(100_000)),
    ];
    for draw in draws {
        let server = Web::new([("object", whole.clone())]).faults(drawn(6, draw)).start();
        let object = Object::open(&server.url("object")).unwrap();
        assert!(read(&object).unwrap() == whole);
    }
}

/// The first answer fails too.
#[test]
fn opening_is_tried_again() {
    let whole = bytes(300_000);
    for fault in [Fault::Status(503), Fault::Close, Fault::Break(0), Fault::Break(1000)] {
        let server = Web::new([("object", whole.clone())]);
        let server = server.faults(move |asked| (asked.index == 0).then_some(fault)).start();
        assert!(read(&Object::open(&server.url("object")).unwrap()).unwrap() == whole, "{fault:?}");
    }
}

#[test]
fn a_silent_server_is_a_broken_one() {
    if !is_child("faults::a_silent_server_is_a_broken_one", &[("TAGSPAN_REMOTE_TIMEOUT", "1")]) {
        return;
    }
    let whole = bytes(1_000_000);
    let stalls = drawn(2, |rng| Fault::Stall(rng.below(100_000), Duration::from_secs(20)));
    let server = Web::new([("object", whole.clone())]).faults(stalls).start();
    let object = Object::open(&server.url("object")).unwrap();
    let started = std::time::Instant::now();
    assert!(read(&object).unwrap() == whole);
    assert!(started.elapsed() < Duration::from_secs(15));
}

#[test]
fn faults_that_stay_are_errors() {
    if !is_child("faults::faults_that_stay_are_errors", &[("TAGSPAN_REMOTE_RETRIES", "2")]) {
        return;
    }
    for (fault, kind, text) in [
        (
            Fault::Status(404),
            ErrorKind::NotFound,
            "there is no such object (404 Not Found, Injected: by the test)",
        ),
        (Fault::Status(403), ErrorKind::Denied, "the request has no credentials"),
        (Fault::Status(401), ErrorKind::Denied, "the object may not be read"),
        (Fault::Status(418), ErrorKind::Status, "the server answers 418"),
        (Fault::Status(503), ErrorKind::Status, "the server answers 503"),
        (Fault::Close, ErrorKind::Connection, "the connection breaks"),
        (Fault::Break(0), ErrorKind::Connection, "the connection breaks at each try"),
    ] {
        let server = Web::new([("object", bytes(1_000_000))]);
        let server = server.faults(move |asked| (asked.index > 0).then_some(fault)).start();
        let object = Object::open(&server.url("object")).unwrap();
        let failed = read(&object).unwrap_err();
        assert_eq!(failed.kind(), kind, "{fault:?}: {failed}");
        assert!(failed.to_string().contains(text), "{fault:?}: {failed}");
        assert_eq!((failed.offset(), failed.url()), (Some(256 << 10), &*server.url("object")));
        // Statuses that stay are not tried again.
        if matches!(fault, Fault::Status(status) if status < 500) {
            assert!(server.requests() <= 3, "{fault:?}: {} requests", server.requests());
        }
    }
    let unreachable = Object::open("http://127.0.0.1:9/object").unwrap_err();
    assert_eq!(unreachable.kind(), ErrorKind::Connection);
    assert!(unreachable.to_string().contains("cannot be reached"), "{unreachable}");
}

/// A reader whose error was reported reads on at the byte of the error.
#[test]
fn reading_may_be_tried_again() {
    let whole = bytes(1_000_000);
    let server = Web::new([("object", whole.clone())]);
    let server = server.faults(|asked| (asked.index == 1).then_some(Fault::Status(403))).start();
    let mut reader = Object::open(&server.url("object")).unwrap().reader(0..u64::MAX).unwrap();
    let mut read = Vec::new();
    assert_eq!(error(reader.read_to_end(&mut read).unwrap_err()).offset(), Some(read.len() as u64));
    reader.read_to_end(&mut read).unwrap();
    assert!(read == whole);
}

#[test]
fn an_object_that_changes_is_an_error() {
    let change = |asked: &Asked| (asked.index == 2).then_some(Fault::Change);
    for server in [
        Web::new([("object", bytes(9_000_000))]).faults(change),
        // The connection breaks, and the object that is read once more is another one.
        Web::new([("object", bytes(9_000_000))]).without_ranges().faults(|asked| match asked.index {
            0 => Some(Fault::Break(1_000_000)),
            _ => Some(Fault::Change),
        }),
    ] {
        let server = server.start();
        let failed = read(&Object::open(&server.url("object")).unwrap()).unwrap_err();
        assert_eq!(failed.kind(), ErrorKind::Changed, "{failed}");
        assert!(failed.to_string().contains("was changed while it was read"));
    }
}

#[test]
fn without_ranges_a_broken_connection_reads_again_what_it_can_tell() {
    let whole = bytes(5_000_000);
    let breaks =
        |asked: &Asked| (asked.index < 3).then(|| Fault::Break(1_000_000 * (1 + asked.index as usize)));
    let server = Web::new([("object", whole.clone())]).without_ranges().faults(breaks).start();
    assert!(read(&Object::open(&server.url("object")).unwrap()).unwrap() == whole);
    assert_eq!(server.requests(), 4);
}

/// Threads read parts of one object through faults of all kinds: each byte comes once.
#[test]
fn parts_that_break_are_the_whole() {
    let whole = bytes(10_000_000);
    let server = Web::new([("object", whole.clone())]);
    let seen = Mutex::new(HashMap::new());
    let server = server.faults(move |asked| {
        let mut rng = rng(asked.index);
        // So that no byte has more faults than are tried again.
        let times =
            *seen.lock().unwrap().entry(asked.range.clone()).and_modify(|times| *times += 1).or_insert(0);
        (times < 2 && rng.percent(50)).then(|| match rng.below(5) {
            0 => Fault::Close,
            1 => Fault::Status(503),
            2 => Fault::Shorten(rng.below(300_000)),
            _ => Fault::Break(rng.below(300_000)),
        })
    });
    let server = server.start();
    let object = Object::open(&server.url("object")).unwrap();
    let size = 1_234_567;
    let parts: Vec<_> = (0..whole.len()).step_by(size).collect();
    std::thread::scope(|scope| {
        for start in parts {
            let (object, whole) = (&object, &whole);
            scope.spawn(move || {
                let end = (start + size).min(whole.len());
                let mut reader = object.reader(start as u64..end as u64).unwrap();
                reader.seek(SeekFrom::Start(start as u64)).unwrap();
                let mut part = Vec::new();
                reader.take((end - start) as u64).read_to_end(&mut part).unwrap();
                assert!(part == whole[start..end]);
            });
        }
    });
}

/// TCP does not notice it; a reader of the archive in the object does.
#[test]
fn a_corrupted_byte_is_passed_on() {
    let whole = bytes(100_000);
    let server = Web::new([("object", whole.clone())]).faults(|_| Some(Fault::Corrupt(77))).start();
    let got = read(&Object::open(&server.url("object")).unwrap()).unwrap();
    let different: Vec<_> = (0..whole.len()).filter(|&index| got[index] != whole[index]).collect();
    assert_eq!((got.len(), different), (whole.len(), vec![77]));
}
