//! When colours are used. None of these runs has a terminal.

use crate::harness::{command, corpus};

#[test]
fn asked_for_or_not_at_all() {
    let path = corpus("soup.html");
    let colored = |color: &[&str], environment: &[(&str, &str)]| {
        let output = command()
            .args(["tokens", "--errors"])
            .args(color)
            .arg(&path)
            .envs(environment.iter().copied())
            .output()
            .expect("the binary starts");
        assert!(output.status.success());
        output.stdout
    };
    let plain = colored(&[], &[]);
    assert!(!plain.contains(&0x1B));
    for (color, environment, expected) in [
        (&["--color=auto"][..], &[][..], false),
        (&["--color=never"], &[], false),
        (&["--color=always"], &[], true),
        (&["--color=always"], &[("NO_COLOR", "1")], true),
        (&["--color=never"], &[("CLICOLOR_FORCE", "1")], false),
        (&[], &[("CLICOLOR_FORCE", "1")], true),
        (&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        (&["--color=always", "--format=jsonl"], &[], false),
    ] {
        let output = colored(color, environment);
        assert_eq!(output.contains(&0x1B), expected, "{color:?}, {environment:?}");
        if !expected && !color.contains(&"--format=jsonl") {
            assert!(output == plain, "{color:?}, {environment:?}");
        }
        if expected {
            assert_eq!(words(&output), words(&plain), "colours change nothing but the look");
        }
    }
}

/// The output without escape sequences, and without the spaces that align it.
fn words(output: &[u8]) -> Vec<String> {
    let text = str::from_utf8(output).expect("the output is UTF-8");
    let mut plain = String::new();
    let mut parts = text.split('\u{1B}');
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (sequence, rest) = part.split_once('m').expect("only colours");
        assert!(sequence.starts_with('['), "{sequence:?}");
        plain.push_str(rest);
    }
    plain.split_whitespace().map(str::to_owned).collect()
}
