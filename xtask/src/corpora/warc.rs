//! `cargo xtask corpora --warc`: an archive of the pages of a folder, whole or damaged.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use testing::archives::{Generator, gzip, zstd};
use testing::rng::Rng;

/// What is damaged, in every hundredth record and in the fifth.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Damage {
    /// A byte of the member is flipped.
    Flip,
    /// The member is cut.
    Cut,
    /// The `Content-Length` of the record is larger than the record.
    Length,
}

/// Settings of an archive.
#[derive(clap::Args)]
pub(super) struct Warc {
    /// An archive to write, of the pages that --from has: .warc, .warc.gz or .warc.zst, with a member for each record.
    #[arg(long, value_name = "FILE", group = "target", requires = "from", conflicts_with = "check")]
    pub(super) warc: Option<PathBuf>,
    /// The folder of the pages: all of its files named .htm or .html.
    #[arg(long, value_name = "DIR", requires = "warc")]
    from: Option<PathBuf>,
    /// Repeat the pages until they have so many bytes; once by default.
    #[arg(long, value_name = "BYTES", requires = "warc")]
    html: Option<u64>,
    /// Damage some records.
    #[arg(long, value_name = "KIND", requires = "warc")]
    damage: Option<Damage>,
    /// Use the content encodings and chunks of HTTP, which Common Crawl undoes.
    #[arg(long, requires = "warc")]
    encoded: bool,
}

impl Warc {
    /// Writes the archive, one record at a time.
    pub(super) fn write(&self, path: &Path, seed: u64) -> Result<(), Box<dyn Error>> {
        let name = path.to_string_lossy();
        let pack = match () {
            () if name.ends_with(".gz") => gzip,
            () if name.ends_with(".zst") => zstd,
            () => <[u8]>::to_vec,
        };
        let mut pages = Vec::new();
        collect(self.from.as_deref().unwrap_or(Path::new(".")), &mut pages)?;
        pages.sort();
        if pages.is_empty() {
            return Err("the folder has no files named .htm or .html".into());
        }
        let mut out = BufWriter::new(File::create(path).map_err(|error| format!("{name}: {error}"))?);
        let (mut generator, mut rng) = (Generator::new(seed, self.encoded), Rng::of_seed(seed, 1));
        out.write_all(&pack(&generator.info()))?;
        let (mut records, mut html, mut damaged) = (0_u64, 0, 0);
        for page in pages.iter().cycle() {
            let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let page = (name, fs::read(page)?);
            html += page.1.len() as u64;
            for record in generator.page(&page) {
                records += 1;
                let damage = self.damage.filter(|_| records % 100 == 5);
                damaged += u64::from(damage.is_some());
                out.write_all(&member(record, pack, damage, &mut rng))?;
            }
            if records >= 3 * pages.len() as u64 && self.html.is_none_or(|wanted| html >= wanted) {
                break;
            }
        }
        out.flush()?;
        println!("{name}: {} records, {html} bytes of HTML, {damaged} records damaged", records + 1);
        Ok(())
    }
}

fn member(record: Vec<u8>, pack: fn(&[u8]) -> Vec<u8>, damage: Option<Damage>, rng: &mut Rng<'_>) -> Vec<u8> {
    let mut member = match damage {
        Some(Damage::Length) => {
            let wanted = b"Content-Length: ";
            let at =
                record.windows(wanted.len()).position(|window| window == wanted).unwrap_or(0) + wanted.len();
            pack(&[&record[..at], b"9", &record[at..]].concat())
        }
        _ => pack(&record),
    };
    match damage {
        Some(Damage::Flip) => {
            let at = rng.below(member.len());
            member[at] ^= 0x10;
        }
        Some(Damage::Cut) => member.truncate(rng.between(1, member.len() - 1)),
        Some(Damage::Length) | None => {}
    }
    member
}

/// All pages below a folder.
fn collect(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
            pages.push(path);
        }
    }
    Ok(())
}
