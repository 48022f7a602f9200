//! Binary inputs: what they are called, what is done instead, and what is no binary input.

use std::ffi::OsStr;

use crate::harness::{Folder, pipe, pipe_in_parts, run};

const COMMANDS: [&str; 4] = ["tokens", "stats", "editions", "sniff"];

/// The first bytes of binary files, and the messages for them.
const BINARIES: [(&[u8], &str); 8] = [
    (b"PK\x03\x04\x14", "looks like a zip archive, not HTML: unpack it first, for instance with unzip"),
    (b"%PDF-1.7\n", "looks like PDF, not HTML: leave it out, or give --binary to read it anyway"),
    (b"\x89PNG\r\n\x1A\n", "looks like PNG, not HTML: leave it out, or give --binary to read it anyway"),
    (b"\xFF\xD8\xFF\xE0", "looks like JPEG, not HTML: leave it out, or give --binary to read it anyway"),
    (b"GIF87a\x01", "looks like GIF, not HTML: leave it out, or give --binary to read it anyway"),
    (b"GIF89a\x01", "looks like GIF, not HTML: leave it out, or give --binary to read it anyway"),
    (b"\x7FELF\x02", "looks like an ELF binary, not HTML: leave it out, or give --binary to read it anyway"),
    (b"text\0", NUL),
];

const NUL: &str = "looks like binary data with NUL bytes, not HTML: give --charset utf-16le or utf-16be if it is UTF-16, \
                   or --binary to read it anyway";

#[test]
fn binary_inputs_are_reported_and_the_others_read() {
    let folder = Folder::new();
    let page = folder.file("page.html", "<br/>");
    let page_alone = COMMANDS.map(|command| run([command.as_ref(), page.as_os_str()]).quiet());
    for (bytes, message) in BINARIES {
        let file = folder.file("binary", bytes);
        for (command, of_page) in COMMANDS.iter().zip(&page_alone) {
            let case = format!("{command}: {}", bytes.escape_ascii());
            let piped = pipe([command], bytes);
            assert_eq!(piped.stderr, format!("tagspan: standard input: {message}\n"), "{case}");
            assert_eq!((piped.stdout.as_str(), piped.status), ("", Some(1)), "{case}");

            let run = run([OsStr::new(command), file.as_ref(), page.as_ref()]);
            assert_eq!(run.stderr, format!("tagspan: {}: {message}\n", file.display()), "{case}");
            assert_eq!(run.status, Some(1), "{case}");
            match *command {
                "stats" => {
                    let words: Vec<_> = run.stdout.split_whitespace().take(4).collect();
                    assert_eq!(words, ["files", "1", "failures", "1"], "{case}");
                }
                "sniff" => assert_eq!(run.stdout, format!("{}\t{of_page}", page.display()), "{case}"),
                _ => assert!(run.stdout.ends_with(of_page), "{case}: {}", run.stdout),
            }

            let forced = pipe([command, "--binary"], bytes).quiet();
            assert!(!forced.is_empty(), "{case}");
        }
    }
}

#[test]
fn nul_bytes_that_text_may_have() {
    let utf_16le = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let utf_16be = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let far = |length: usize| [&b"x".repeat(length)[..], b"\0"].concat();
    for (options, bytes, is_text) in [
        (&[][..], utf_16le("\u{FEFF}text"), true),
        (&[], utf_16be("\u{FEFF}text"), true),
        (&[], utf_16le("<?xml version='1.0'?>"), true),
        (&[], utf_16be("<?xml version='1.0'?>"), true),
        (&["--charset=utf-16le"], utf_16le("text"), true),
        (&["--override=utf-16be"], utf_16be("text"), true),
        (&["--content-type=text/html;charset=utf-16"], utf_16le("text"), true),
        (&["--default=utf-16le"], utf_16le("text"), true),
        (&[], utf_16le("<p>"), false),
        (&[], utf_16be("<p>"), false),
        (&["--charset=utf-8"], utf_16le("text"), false),
        // A page with a stray NUL, which is a parse error.
        (&[], b"<!DOCTYPE html>\0".to_vec(), true),
        (&[], b" \r\n\t<p>\0".to_vec(), true),
        (&[], b"\xEF\xBB\xBFtext\0".to_vec(), true),
        (&[], b"< \0".to_vec(), false),
        // Other control characters say nothing.
        (&[], b"\x01\x02\x1B\x7F\xFF\xFE\x80".to_vec(), true),
        (&[], far(1023), false),
        (&[], far(1024), true),
        (&[], b"\x1F".to_vec(), true),
    ] {
        for command in COMMANDS {
            let run = pipe([&[command], options].concat(), &bytes);
            let case = format!("{command} {options:?}: {}", bytes[..bytes.len().min(20)].escape_ascii());
            let message = if is_text { String::new() } else { format!("tagspan: standard input: {NUL}\n") };
            assert_eq!((run.stderr, run.status), (message, Some(i32::from(!is_text))), "{case}");
        }
    }
}

#[test]
fn binary_inputs_are_found_in_parts_of_a_pipe() {
    for command in COMMANDS {
        for options in [&[][..], &["--charset=utf-8"]] {
            let arguments = [&[command], options].concat();
            let case = format!("{arguments:?}");
            let run = pipe_in_parts(&arguments, &[b"te", b"xt\0"]);
            assert_eq!(run.stderr, format!("tagspan: standard input: {NUL}\n"), "{case}");
            assert_eq!((run.stdout.as_str(), run.status), ("", Some(1)), "{case}");
            let run = pipe_in_parts(&arguments, &[b"P", b"K\x03\x04"]);
            assert_eq!(run.stderr, format!("tagspan: standard input: {}\n", BINARIES[0].1), "{case}");
            pipe_in_parts(&arguments, &[b"<p", b">\0"]).quiet();
        }
    }
}
