//! tagspan's automation: generated files, conformance and the tidy checks.
#![forbid(unsafe_code)]

mod api;
mod code_lines;
mod compare;
mod conformance;
mod corpora;
mod crossed;
mod digest;
mod entities;
mod exhaustive;
mod files;
mod findings;
mod first_token;
mod instructions;
mod parallel;
mod repository;
mod seeds;
mod sniffing;
mod sweep;
mod tidy;
mod tokens;
mod trees;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Automation of the tagspan repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Api(api::Args),
    CodeLines(code_lines::Args),
    Compare(compare::Args),
    Conformance(conformance::Args),
    Corpora(corpora::Args),
    /// Makes the map of named character references from the plain list beside it.
    Entities {
        /// Only compare: fail if the committed map is not what would be written.
        #[arg(long)]
        check: bool,
    },
    Digest(digest::Args),
    Exhaustive(exhaustive::Args),
    FirstToken(first_token::Args),
    Instructions(instructions::Args),
    Seeds(seeds::Args),
    Sniffing(sniffing::Args),
    Crossed(crossed::Args),
    Tidy(tidy::Args),
    Trees(trees::Args),
}

/// Exit status 0 is success, 1 is findings, 2 is a task that could not be done.
fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Api(args) => api::run(&args),
        Command::CodeLines(args) => code_lines::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Conformance(args) => conformance::run(&args),
        Command::Corpora(args) => corpora::run(&args),
        Command::Entities { check } => entities::run(&repository::root(), check),
        Command::Digest(args) => digest::run(&args),
        Command::Exhaustive(args) => exhaustive::run(&args),
        Command::FirstToken(args) => first_token::run(&args),
        Command::Instructions(args) => instructions::run(&args),
        Command::Seeds(args) => seeds::run(&args),
        Command::Sniffing(args) => Ok(sniffing::run(&args)),
        Command::Crossed(args) => Ok(crossed::run(&args)),
        Command::Tidy(args) => tidy::run(&args),
        Command::Trees(args) => trees::run(&args),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("xtask: {error}");
        ExitCode::from(2)
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::Cli;

    /// `cargo xtask …` in the documentation: a line up to a comment, or a piece of code that is the whole command.
    #[test]
    fn commands_of_the_documentation_exist() {
        let mut commands = 0;
        for file in [
            "CONTRIBUTING.md",
            "README.md",
            "corpora/README.md",
            "docs/conformance.md",
            "docs/release.md",
            "fuzz/README.md",
        ] {
            let text =
                std::fs::read_to_string(super::repository::root().join(file)).expect("a file of the list");
            let lines = text.lines().filter(|line| line.starts_with("cargo xtask "));
            let pieces = text
                .split('`')
                .filter(|piece| piece.starts_with("cargo xtask ") && !piece.contains(['\n', '…']));
            for line in lines.chain(pieces) {
                commands += 1;
                let words = line.split('#').next().unwrap_or_default().split_whitespace().skip(1);
                let parsed = Cli::try_parse_from(words);
                let wrong = parsed.err().filter(|error| error.use_stderr());
                assert!(wrong.is_none(), "{file}: {line}: {wrong:?}");
            }
        }
        assert!(commands > 10, "{commands}");
    }

    /// A filter that matches no test passes, so it must name a module that is there.
    #[test]
    fn evidence_is_a_test_program_or_a_module_of_it() {
        let root = super::repository::root();
        let page = std::fs::read_to_string(root.join("docs/conformance.md")).expect("the page");
        let commands: Vec<_> = page.split('`').filter(|piece| piece.starts_with("cargo test -p ")).collect();
        assert!(commands.len() > 5, "{commands:?}");
        for command in commands {
            let words: Vec<_> = command.split(' ').skip(3).collect();
            let (package, filtered) = match words[..] {
                [package] => (package, None),
                [package, "--all-features", "--test", program, filter]
                | [package, "--test", program, filter] => (package, Some((program, filter))),
                _ => panic!("{command}"),
            };
            let Some((program, filter)) = filtered else { continue };
            let folder = package.strip_prefix("tagspan-").unwrap_or(package);
            let module = filter.trim_end_matches("::").replace("::", "/");
            let module = root.join(format!("crates/{folder}/tests/{program}/{module}"));
            assert!(module.with_extension("rs").is_file() || module.join("mod.rs").is_file(), "{command}");
        }
    }
}
