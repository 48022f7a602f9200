//! `cargo xtask corpora`: makes an archive of the pages of a folder.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use testing::archives::{Generator, gzip, zstd};

/// Makes a WARC archive of the pages of a folder, as Common Crawl does.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The archive to write: .warc, .warc.gz or .warc.zst, with a member for each record.
    #[arg(long, value_name = "FILE")]
    warc: PathBuf,
    /// The folder of the pages: all of its files named .htm or .html.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// Another seed gives other headers.
    #[arg(long, value_name = "N", default_value_t = 20_260_601)]
    seed: u64,
    /// Repeat the pages until they have so many bytes; once by default.
    #[arg(long, value_name = "BYTES")]
    html: Option<u64>,
    /// Use the content encodings and chunks of HTTP, which Common Crawl undoes.
    #[arg(long)]
    encoded: bool,
}

/// Writes the archive, one record at a time.
pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let name = args.warc.to_string_lossy();
    let pack = match () {
        () if name.ends_with(".gz") => gzip,
        () if name.ends_with(".zst") => zstd,
        () => <[u8]>::to_vec,
    };
    let mut pages = Vec::new();
    collect(&args.from, &mut pages)?;
    pages.sort();
    if pages.is_empty() {
        return Err("the folder has no files named .htm or .html".into());
    }
    let mut out = BufWriter::new(File::create(&args.warc).map_err(|error| format!("{name}: {error}"))?);
    let mut generator = Generator::new(args.seed, args.encoded);
    out.write_all(&pack(&generator.info()))?;
    let (mut records, mut html) = (0_u64, 0);
    for page in pages.iter().cycle() {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let page = (name, fs::read(page)?);
        html += page.1.len() as u64;
        for record in generator.page(&page) {
            records += 1;
            out.write_all(&pack(&record))?;
        }
        if records >= 3 * pages.len() as u64 && args.html.is_none_or(|wanted| html >= wanted) {
            break;
        }
    }
    out.flush()?;
    println!("{name}: {} records, {html} bytes of HTML", records + 1);
    Ok(ExitCode::SUCCESS)
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
