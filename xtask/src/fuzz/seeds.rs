//! What the targets start from: our own pages and vectors, and the html5lib suite and real pages if they are there.

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;

use tagspan_proof::{corpora, vectors};
use tagspan_reference::{Context, Edition, Options, TextState};
use tagspan_targets::Target;

use crate::conformance::suite;

/// Pages are cut into windows of this many bytes: short ones are run more often in a second.
const WINDOW: usize = 240;

/// How many real pages are used, from all over their folder.
const PAGES: usize = 64;

/// How many windows of a page are used at most, from all over it.
const WINDOWS: usize = 8;

/// About how many cases of a file of the suite are used at most, from all over it: all seeds are read before
/// fuzzing starts, and one file has thousands that are alike.
const CASES: usize = 1000;

/// An input with its settings.
type Input = (Vec<u8>, Options);

/// Inputs for every target.
pub(super) struct Sources {
    inputs: Vec<Input>,
}

/// How many seeds a target has.
pub(super) struct Written {
    pub(super) all: usize,
    /// Those that were not there yet.
    pub(super) new: usize,
}

impl Sources {
    /// Reads all that is there.
    ///
    /// # Errors
    ///
    /// When the suite cannot be read.
    pub(super) fn read(root: &Path, html5lib: Option<&Path>) -> Result<Self, Box<dyn Error>> {
        let mut inputs = Vec::new();
        for (_, page) in corpora::own().into_iter().chain(corpora::real(PAGES)) {
            let windows = cut(&page);
            let every = windows.len().div_ceil(WINDOWS).max(1);
            inputs.extend(windows.into_iter().step_by(every).map(|window| (window, Options::default())));
        }
        inputs.extend(vectors::load().into_iter().map(|vector| (vector.input, vector.options)));
        if let Some(suite) = suite::find(html5lib, root)? {
            inputs.extend(of_suite(&suite)?);
        }
        Ok(Sources { inputs })
    }

    /// Writes the target's seeds that are not there yet. The same input has the same name as long as the toolchain is the same.
    ///
    /// # Errors
    ///
    /// When the folder cannot be written.
    pub(super) fn write(&self, target: &Target, folder: &Path) -> Result<Written, Box<dyn Error>> {
        fs::create_dir_all(folder)?;
        let seeds = self.inputs.iter().filter_map(|(input, options)| (target.seed)(input, options));
        let mut seeds: Vec<Vec<u8>> =
            seeds.chain((target.samples)()).filter(|seed| seed.len() <= target.max_len).collect();
        seeds.sort();
        seeds.dedup();
        let mut written = Written { all: seeds.len(), new: 0 };
        for seed in seeds {
            let mut hasher = DefaultHasher::new();
            seed.hash(&mut hasher);
            let path = folder.join(format!("seed-{:016x}", hasher.finish()));
            if !path.exists() {
                fs::write(&path, seed)?;
                written.new += 1;
            }
        }
        Ok(written)
    }
}

/// Cuts a page into windows that begin with a `<` where they can.
fn cut(page: &[u8]) -> Vec<Vec<u8>> {
    let mut windows = Vec::new();
    let mut rest = page;
    while !rest.is_empty() {
        let end = rest.len().min(WINDOW);
        let tag = rest[..end].iter().rposition(|&byte| byte == b'<').filter(|&at| at > WINDOW / 2);
        let end = if end < rest.len() { tag.unwrap_or(end) } else { end };
        windows.push(rest[..end].to_vec());
        rest = &rest[end..];
    }
    windows
}

fn of_suite(folder: &Path) -> Result<Vec<Input>, Box<dyn Error>> {
    let mut inputs = Vec::new();
    for case in suite::load(folder)?.iter().flat_map(|file| {
        let every = file.cases.len().div_ceil(CASES).max(1);
        file.cases.iter().step_by(every)
    }) {
        let suite::Input::Text(text) = &case.input else { continue };
        for name in &case.initial_states {
            let options = Options {
                initial_state: state(name).ok_or_else(|| format!("no state is called {name:?}"))?,
                last_start_tag: case.last_start_tag.clone(),
                context: Context::None,
                edition: edition(case.processing_instructions),
                ..Options::default()
            };
            inputs.push((text.clone().into_bytes(), options));
        }
    }
    Ok(inputs)
}

fn state(name: &str) -> Option<TextState> {
    TextState::ALL.into_iter().find(|state| state.as_str() == name)
}

fn edition(processing_instructions: bool) -> Edition {
    if processing_instructions { Edition::LivingProcessingInstructions } else { Edition::Living }
}

#[cfg(test)]
mod tests {
    use super::{WINDOW, cut};

    #[test]
    fn pages_are_cut_before_tags() {
        let page = "<p>some text</p>".repeat(200);
        let windows = cut(page.as_bytes());
        assert_eq!(windows.concat(), page.as_bytes());
        assert!(windows.iter().all(|window| window.len() <= WINDOW && window[0] == b'<'));
        let text = vec![b'x'; 2 * WINDOW + 1];
        assert_eq!(cut(&text).iter().map(Vec::len).collect::<Vec<_>>(), [WINDOW, WINDOW, 1]);
        assert!(cut(b"").is_empty());
    }
}
