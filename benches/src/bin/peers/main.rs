//! Compares core with other tokenizers on real pages and generated inputs, and counts the differences by their reason.
#![forbid(unsafe_code)]

mod lol_html;

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::Parser;
use tagspan_reference::Options;
use testing::peers::{Generated, Given, PEERS, Peer, Verdict, generated};
use testing::{corpora, peers::deviations::Deviation};

/// Compares core with html5ever, html5gum and lol_html on real pages, those of `corpora/`, and generated inputs.
///
/// A difference is counted under a known deviation of the peer, with the sentence of the standard that core follows. Any other
/// is printed, and the exit status is 1.
#[derive(Parser)]
#[command(name = "peers")]
struct Args {
    /// How many inputs are generated: half of them tag soup, half strings that lead into every state.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    inputs: u64,
    /// The seed of the generated inputs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many unexplained differences of a peer are printed.
    #[arg(long, value_name = "N", default_value_t = 5)]
    differences: usize,
}

/// The result of a peer.
#[derive(Default)]
struct Count {
    inputs: u64,
    equal: u64,
    deviations: BTreeMap<&'static str, (u64, &'static Deviation)>,
    unexplained: Vec<String>,
}

impl Count {
    fn add(&mut self, peer: &Peer, given: &Given<'_>) {
        self.inputs += 1;
        match peer.compare(given) {
            Verdict::Equal => self.equal += 1,
            Verdict::Deviates(deviation) => {
                self.deviations.entry(deviation.name).or_insert((0, deviation)).0 += 1;
            }
            Verdict::Unexplained(difference) => self.unexplained.push(difference),
        }
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    // Each, and whether it has settings.
    let peers = [(&PEERS[0], true), (&PEERS[1], true), (&lol_html::PEER, false)];
    let mut counts: Vec<[Count; 2]> = peers.iter().map(|_| Default::default()).collect();
    let mut add = |kind: usize, given: &Given<'_>| {
        for (&(peer, has_settings), counts) in peers.iter().zip(&mut counts) {
            if has_settings || given.options == Options::default() {
                counts[kind].add(peer, given);
            }
        }
    };
    for (_, page) in corpora::own().into_iter().chain(corpora::real(usize::MAX)) {
        add(0, &Given { input: &String::from_utf8_lossy(&page), options: Options::default() });
    }
    for input in generated(args.seed, args.inputs) {
        match input {
            Generated::TagSoup(page) => add(1, &Given { input: &page.html(), options: Options::default() }),
            Generated::String(prefix, bytes) => {
                add(1, &Given { input: &String::from_utf8_lossy(&bytes), options: prefix.options() });
            }
        }
    }
    let mut is_right = true;
    for ((peer, _), counts) in peers.iter().zip(&counts) {
        for (what, count) in ["pages", "generated inputs"].iter().zip(counts) {
            print(peer.name, what, count, args.differences);
            is_right &= count.unexplained.is_empty();
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print(peer: &str, what: &str, count: &Count, differences: usize) {
    let Count { inputs, equal, deviations, unexplained } = count;
    println!("{peer}: {inputs} {what}, {equal} equal, {} unexplained", unexplained.len());
    for (name, (number, deviation)) in deviations {
        println!("  {number}: {name}\n    {}", deviation.standard);
    }
    for difference in unexplained.iter().take(differences) {
        println!("{difference}\n");
    }
}
