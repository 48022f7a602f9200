//! The set of pages: which classes there are, in which languages and encodings, and how large.

use super::encodings::{LEGACY, encode};
use super::grammar::Grammar;
use super::language::{CHINESE, ENGLISH, JAPANESE, KOREAN, Language};
use super::page::{Wanted, Writer};
use super::random::Random;

/// The seed of the committed pages.
pub(super) const SEED: u64 = 20_260_601;

/// The rules that all classes share.
const COMMON: &str = include_str!("classes/common.txt");

/// A kind of pages: its name, its grammar, how large its committed page in UTF-8 is. Sizes, in bytes, are chosen so that
/// the pages together have the statistics of real ones.
pub(super) struct Class {
    pub(super) name: &'static str,
    grammar: &'static str,
    size: usize,
}

static NEWS: Class = Class { name: "news", grammar: include_str!("classes/news.txt"), size: 370_000 };
static SHOP: Class = Class { name: "shop", grammar: include_str!("classes/shop.txt"), size: 250_000 };
static DOCUMENTATION: Class =
    Class { name: "documentation", grammar: include_str!("classes/documentation.txt"), size: 70_000 };
static FORUM: Class = Class { name: "forum", grammar: include_str!("classes/forum.txt"), size: 60_000 };
static SCRIPTS: Class =
    Class { name: "scripts", grammar: include_str!("classes/scripts.txt"), size: 600_000 };
static DRAWINGS: Class =
    Class { name: "drawings", grammar: include_str!("classes/drawings.txt"), size: 44_000 };
static ENTITIES: Class =
    Class { name: "entities", grammar: include_str!("classes/entities.txt"), size: 20_000 };
static CJK: Class = Class { name: "cjk", grammar: include_str!("classes/world.txt"), size: 12_000 };
static WORLD: Class = Class { name: "world", grammar: include_str!("classes/world.txt"), size: 12_000 };

/// A page of the set.
pub(super) struct Spec {
    pub(super) file: String,
    pub(super) class: &'static Class,
    pub(super) language: &'static Language,
    pub(super) encoding: &'static str,
}

/// A page of the set, made.
pub(super) struct Made {
    /// Before it was encoded.
    pub(super) text: String,
    pub(super) bytes: Vec<u8>,
}

/// All pages, by class, then encoding.
pub(super) fn all() -> Vec<Spec> {
    let english =
        [&NEWS, &SHOP, &DOCUMENTATION, &FORUM, &SCRIPTS, &DRAWINGS, &ENTITIES].into_iter().map(|class| {
            Spec { file: format!("{}.html", class.name), class, language: &ENGLISH, encoding: "utf-8" }
        });
    let cjk = [&CHINESE, &JAPANESE, &KOREAN].into_iter().map(|language| {
        let file = format!("cjk-utf-8-{}.html", language.name);
        Spec { file, class: &CJK, language, encoding: "utf-8" }
    });
    let legacy = LEGACY.iter().map(|&(encoding, language)| {
        let class = if is_cjk(language) { &CJK } else { &WORLD };
        Spec { file: format!("{}-{encoding}.html", class.name), class, language, encoding }
    });
    english.chain(cjk).chain(legacy).collect()
}

fn is_cjk(language: &Language) -> bool {
    ["zh", "ja", "ko"].iter().any(|code| language.code.starts_with(code))
}

impl Spec {
    /// Makes the page: of `size` bytes in UTF-8 and up to an item more, or of its own size.
    ///
    /// # Errors
    ///
    /// A fault of the class's grammar or of the language's words.
    pub(super) fn make(&self, seed: u64, size: Option<usize>) -> Result<Made, Box<dyn std::error::Error>> {
        let mut grammar = Grammar::default();
        for text in [COMMON, self.class.grammar] {
            grammar.add(text).map_err(|error| format!("{}: {error}", self.class.name))?;
        }
        let size = size.unwrap_or(self.class.size);
        let wanted = Wanted { language: self.language, charset: self.encoding, size };
        let text = Writer::new(&grammar, &wanted, Random::new(seed, &self.file))
            .page()
            .map_err(|error| format!("{}: {error}", self.class.name))?;
        let bytes = encode(&text, self.encoding)?.into_owned();
        Ok(Made { text, bytes })
    }
}
