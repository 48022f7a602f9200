//! Completions and manual pages, and a file in the place of a command.

use crate::harness::{Folder, pipe, run};

#[test]
fn completions_know_commands_and_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(["completions", shell]).quiet();
        assert!(script.contains("sniff") && script.contains("max-token-bytes"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    let pages = folder.path().join("man");
    assert_eq!(run(["manual".as_ref(), pages.as_os_str()]).quiet(), "");
    for command in ["tokens", "stats", "editions", "sniff", "links", "text", "extract", "check", "view"] {
        let page = std::fs::read_to_string(pages.join(format!("tagspan-{command}.1"))).unwrap();
        assert!(page.contains("Exit status:"), "{command}");
        // Its lines stay as they are, and fit a terminal with 80 columns. Only lines of JSON may be longer.
        let (_, details) = page.split_once(".SH DETAILS\n.nf\n.in 2n\n").expect(command);
        let shown =
            |line: &str| line.replace(r"\-", "-").replace(r"\*(Aq", "'").replace(r"\\", r"\").chars().count();
        let long = details.lines().find(|line| shown(line) > 78 && !line.contains("{\""));
        assert_eq!(long, None, "{command}");
    }
    let file = folder.file("file", "");
    let failed = run(["manual".as_ref(), file.as_os_str()]);
    assert_eq!(failed.status, Some(1));
    let expected = format!("tagspan: {}: is a file: name a folder for the manual pages\n", file.display());
    assert_eq!(failed.stderr, expected);
}

#[test]
fn a_file_stands_for_its_tokens() {
    let folder = Folder::new();
    let page = folder.file("page.html", "<p>");
    assert_eq!(run([&page]).quiet(), "0..3\tStartTag\t<p>\n");
    assert_eq!(run([page.as_os_str(), "--format=jsonl".as_ref()]).quiet().lines().count(), 1);
    assert_eq!(pipe(["-"], b"<p>").quiet(), "0..3\tStartTag\t<p>\n");
    for (word, also) in
        [("gone.html", ""), ("no/such/page", ""), ("token", "a similar subcommand exists: 'tokens'")]
    {
        let refused = run([word]);
        assert_eq!(refused.status, Some(2), "{word}");
        let tip = format!("tip: '{word}' is not a file either: give a command or the name of a file");
        assert!(refused.stderr.contains(&tip) && refused.stderr.contains(also), "{}", refused.stderr);
    }
}
