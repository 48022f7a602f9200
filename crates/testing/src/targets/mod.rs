//! The bodies of the fuzz targets as plain functions over bytes: the fuzzer and the replayed regressions call them.
//!
//! A target panics when something is wrong. Those that tokenize read their input by `layout`, so that a seed of
//! one is a seed of all of them.
//!
//! The scanning kernels of `tagspan-core` have no target of their own yet. They are private; its unit tests hold
//! them to their oracle (I6), and every target that tokenizes runs them.

#[cfg(feature = "capi")]
mod c_interface;
mod checkpoint;
mod crossed;
mod entities;
mod feedback;
mod input;
mod late;
mod layout;
mod peers;
mod select;
mod sniffing;
mod source;
mod tokenizing;
mod validating;
#[cfg(feature = "archives")]
mod warc;

use tagspan_reference::Options;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of its program, its seeds and its regressions.
    pub name: &'static str,
    /// The property that it checks, in a few words.
    pub about: &'static str,
    /// The longest input that is worth trying, in bytes; what is checked is slow, so that longer ones cost
    /// executions and find nothing new.
    pub max_len: usize,
    /// The check itself; it panics when something is wrong.
    pub run: fn(&[u8]),
    /// The bytes that stand for a page with settings; `None` when such a page is no use to this target.
    pub seed: fn(&[u8], &Options) -> Option<Vec<u8>>,
    /// Seeds of its own, made by the target.
    pub samples: fn() -> Vec<Vec<u8>>,
}

/// All targets, in the order in which they are run.
pub const TARGETS: &[Target] = &[
    Target {
        name: "tokenize",
        about: "core gives the events of the reference (I2)",
        max_len: 1024,
        run: tokenizing::tokenize,
        seed: layout::seed,
        samples: Vec::new,
    },
    Target {
        name: "chunks",
        about: "no cut into chunks changes anything (I1), and work is linear (I7)",
        max_len: 512,
        run: tokenizing::chunks,
        seed: layout::seed,
        samples: Vec::new,
    },
    Target {
        name: "spans",
        about: "spans partition the input, offsets never decrease, ill-formed bytes move nothing (I3, I4, I5)",
        max_len: 1024,
        run: tokenizing::spans,
        seed: layout::seed,
        samples: Vec::new,
    },
    Target {
        name: "pause",
        about: "pausing changes nothing, misuse is a typed error (I10, I11)",
        max_len: 256,
        run: tokenizing::pause,
        seed: layout::seed,
        samples: Vec::new,
    },
    Target {
        name: "checkpoint",
        about: "going on from a written checkpoint changes nothing, a corrupted one is refused or works (I14)",
        max_len: 128,
        run: checkpoint::run,
        seed: checkpoint::seed,
        samples: checkpoint::samples,
    },
    Target {
        name: "crossed",
        about: "no schedule changes anything, whatever is set: limits, pauses, checkpoints, insertions, ends, adapters",
        max_len: 320,
        run: crossed::run,
        seed: crossed::seed,
        samples: crossed::samples,
    },
    Target {
        name: "feedback",
        about: "text modes and CDATA sections are those that html5ever's tree builder asks for, or marked as ambiguous",
        max_len: 512,
        run: feedback::run,
        seed: feedback::seed,
        samples: feedback::samples,
    },
    Target {
        name: "entities",
        about: "names, numbers and decoding are those of a search in the plain list",
        max_len: 256,
        run: entities::run,
        seed: entities::seed,
        samples: Vec::new,
    },
    Target {
        name: "input",
        about: "the encoding is that of the literal algorithm, decoding and validating in chunks is that at once (I12)",
        max_len: 2048,
        run: input::run,
        seed: |_, _| None,
        samples: input::samples,
    },
    Target {
        name: "sniff",
        about: "the encoding is the reference's, and decided at the same byte in all chunkings (I12)",
        max_len: 1536,
        run: sniffing::run,
        seed: |_, _| None,
        samples: sniffing::samples,
    },
    Target {
        name: "late",
        about: "a declaration in mid-document does what the standard says, however it is cut and left (I1, I11, I12)",
        max_len: 512,
        run: late::run,
        seed: |_, _| None,
        samples: late::samples,
    },
    Target {
        name: "source",
        about: "tokens partition the source, and the source of each and of its parts decodes to it (I3)",
        max_len: 512,
        run: source::run,
        seed: |_, _| None,
        samples: source::samples,
    },
    Target {
        name: "peers",
        about: "html5ever and html5gum agree with core, but for their listed deviations",
        max_len: 2048,
        run: peers::run,
        seed: layout::seed,
        samples: Vec::new,
    },
    Target {
        name: "select",
        about: "selectors are refused with their part, or match the same elements in every chunking",
        max_len: 512,
        run: select::run,
        seed: select::seed,
        samples: select::samples,
    },
    #[cfg(feature = "capi")]
    Target {
        name: "capi",
        about: "tokens through C, in chunks and batches, are those of a cursor",
        max_len: 512,
        run: c_interface::run,
        seed: |_, _| None,
        samples: c_interface::samples,
    },
    #[cfg(feature = "archives")]
    Target {
        name: "warc",
        about: "archives with damage are read whole as in pieces, within limits and without a panic",
        max_len: 2048,
        run: warc::run,
        seed: |_, _| None,
        samples: warc::samples,
    },
];

/// Runs the target of this name.
///
/// # Panics
///
/// When the target finds something wrong, which is what it is for; and when there is no target of this name.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.unwrap_or_else(|| panic!("no fuzz target is called {name:?}")).run)(data);
}
