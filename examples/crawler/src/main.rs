//! A crawler with 600 connections at once, and the server that it crawls.
//!
//! `cargo run --release -p crawler -- 600`
//!
//! The server sends its pages over HTTP/1.1 in small chunks, compressed, slowly, or not to their end, in many encodings.
//! It holds every response after the first bytes until all are open; then what each waiting tokenizer takes is measured. The
//! tokens of each page are compared with those of the same page read as a whole.

#![forbid(unsafe_code)]

mod digest;
mod fetch;
mod process;
mod server;
mod site;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use digest::Digest;
use fetch::{Fetched, Waiting};
use server::Site;
use site::Page;

/// How many pages are fetched unless one says otherwise.
const PAGES: usize = 600;

/// The maximum memory of a waiting connection, in bytes, besides the bytes of an unfinished token.
const BUDGET: usize = 4096;

/// How long all of it may take.
const PATIENCE: Duration = Duration::from_secs(300);

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(PAGES), |count| count.parse())?;
    println!("{}", run(count)?);
    Ok(())
}

/// The statistics of a crawl.
pub(crate) struct Report {
    pub(crate) pages: usize,
    /// The most responses that were under way at once, and how many tokenizers waited at once.
    pub(crate) peak: usize,
    pub(crate) idle: usize,
    pub(crate) truncated: usize,
    pub(crate) encodings: BTreeSet<&'static str>,
    pub(crate) links: usize,
    tokens: usize,
    bytes: usize,
    seconds: f64,
    /// While all waited: without, and with what is kept of the pages.
    pub(crate) most_idle: usize,
    mean_idle: usize,
    mean_kept: usize,
    /// The same of every wait of every tokenizer.
    pub(crate) most_ever: usize,
    note: Option<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(note) = &self.note {
            writeln!(f, "{note}")?;
        }
        writeln!(f, "pages               {}, each with the tokens that it has as a whole", self.pages)?;
        writeln!(f, "concurrent peak     {} responses, {} tokenizers waiting at once", self.peak, self.idle)?;
        writeln!(f, "truncated pages     {}", self.truncated)?;
        writeln!(f, "encodings           {}", self.encodings.len())?;
        writeln!(f, "links               {}", self.links)?;
        writeln!(f, "tokens              {}", self.tokens)?;
        writeln!(f, "bytes               {}", self.bytes)?;
        writeln!(f, "time                {:.1} s, with the server and the comparison", self.seconds)?;
        writeln!(f, "peak memory         {}, with the server and its pages", process::peak_memory())?;
        writeln!(f, "late declarations   ignored: to follow them, each tokenizer would keep 64 KiB or more")?;
        writeln!(
            f,
            "an idle connection  {} bytes at most, {} in the mean, while all wait",
            self.most_idle, self.mean_idle
        )?;
        writeln!(f, "                    {} bytes at most in any wait, of {BUDGET} allowed", self.most_ever)?;
        write!(
            f,
            "                    besides {} bytes in the mean of unfinished tokens, and of first bytes",
            self.mean_kept
        )?;
        write!(f, "\n                    while the encoding is open")
    }
}

/// Crawls so many pages, or as many as there may be connections.
///
/// # Errors
///
/// The failure of the first page that failed: also if its tokens differ from those of the whole page, or a
/// waiting tokenizer takes more than it may.
pub(crate) fn run(count: usize) -> Result<Report, Box<dyn Error>> {
    let begin = Instant::now();
    // Both ends of each connection are here.
    let most = process::most_files().saturating_sub(64) / 2;
    let note =
        (count > most).then(|| format!("only {most} of {count} pages: this process may not open more files"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora");
    let pages = Arc::new(site::pages(&folder, count.min(most))?);

    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (fetched, idle, peak) = runtime.block_on(async {
        tokio::time::timeout(PATIENCE, crawl(&pages)).await.map_err(|_| "it takes too long".to_owned())?
    })?;
    for page in &fetched {
        compare(&pages[page.index], page)?;
    }

    let overheads = || idle.iter().map(|waiting| waiting.overhead);
    let mean = |sum: usize| sum / idle.len().max(1);
    let most_ever = fetched.iter().map(|page| page.worst.overhead).max().unwrap_or(0);
    if most_ever > BUDGET {
        return Err(format!("a waiting tokenizer takes {most_ever} bytes").into());
    }
    Ok(Report {
        pages: fetched.len(),
        peak,
        idle: idle.len(),
        encodings: fetched.iter().map(|page| page.encoding).collect(),
        truncated: fetched.iter().filter(|page| page.is_truncated).count(),
        links: fetched.iter().map(|page| page.links.len()).sum(),
        tokens: fetched.iter().map(|page| page.tokens).sum(),
        bytes: fetched.iter().map(|page| page.arrived).sum(),
        seconds: begin.elapsed().as_secs_f64(),
        most_idle: overheads().max().unwrap_or(0),
        mean_idle: mean(overheads().sum()),
        mean_kept: mean(idle.iter().map(|waiting| waiting.kept).sum()),
        most_ever,
        note,
    })
}

/// Fetches all pages at once: what came of each, what each tokenizer took while all waited, and the server's peak.
async fn crawl(pages: &Arc<Vec<Page>>) -> Result<(Vec<Fetched>, Vec<Waiting>, usize), String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let (go_on, may_go_on) = watch::channel(false);
    let site = Arc::new(Site::new(pages.clone(), may_go_on));
    tokio::spawn(server::serve(listener, site.clone()));

    // The client is built with the TLS of other crates of the workspace, which choose none. All pages here come without.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().build().map_err(|error| error.to_string())?;
    let (tell, mut waiting_pages) = mpsc::unbounded_channel();
    let mut tasks = JoinSet::new();
    for index in 0..pages.len() {
        let address = format!("http://{address}/{index}");
        tasks.spawn(fetch::fetch(client.clone(), address, index, pages.clone(), tell.clone()));
    }
    let (mut fetched, mut idle) = (Vec::new(), Vec::new());
    while fetched.len() < pages.len() {
        tokio::select! {
            // Until all wait, none continues.
            Some(waiting) = waiting_pages.recv() => {
                idle.push(waiting);
                if idle.len() == pages.len() {
                    go_on.send_replace(true);
                }
            }
            Some(page) = tasks.join_next() => fetched.push(page.map_err(|error| error.to_string())??),
        }
    }
    Ok((fetched, idle, site.peak()))
}

/// Whether the tokens are those that the page has as a whole, read with the same settings.
fn compare(page: &Page, fetched: &Fetched) -> Result<(), Box<dyn Error>> {
    let whole = &page.body[..fetched.arrived];
    let mut tokenizer = fetch::tokenizer(&fetched.content_type);
    let mut digest = Digest::new();
    if fetched.is_truncated {
        tokenizer.feed(whole).for_each(|token| digest.push(token))?;
        tokenizer.finish_truncated().for_each(|token| digest.push(token))?;
    } else {
        tokenizer.feed_last(whole).for_each(|token| digest.push(token))?;
    }
    if digest.finish() != fetched.digest || digest.links != fetched.links {
        return Err(format!("page {}: other tokens than those of the page as a whole", fetched.index).into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    /// It fails by itself if the tokens of a page are not those of the page as a whole, or memory is over its budget.
    #[test]
    fn crawler_reads_hundreds_of_pages_at_once() {
        let report = super::run(600).unwrap();
        let shown = report.to_string();
        assert_eq!((report.peak, report.idle), (report.pages, report.pages), "{shown}");
        // Systems that do not tell how many files there may be get fewer.
        assert!(report.pages >= 600 || shown.starts_with("only "), "{shown}");
        assert!(report.pages >= 96, "{shown}");
        // Two ways in eleven are aborted.
        assert!(report.truncated >= report.pages / 11, "{shown}");
        assert!(report.links > 10 * report.pages, "{shown}");
        // Those of the pages of the repository.
        assert!(report.encodings.len() > 20, "{shown}");
        for name in ["UTF-8", "windows-1251", "Shift_JIS", "gb18030", "UTF-16LE", "KOI8-R", "windows-1252"] {
            assert!(report.encodings.contains(name), "{name}: {:?}", report.encodings);
        }
        assert!(
            report.most_idle > 0 && report.most_idle <= report.most_ever && report.most_ever <= 4096,
            "{shown}"
        );
    }

    #[test]
    fn crawler_crawls_nothing() {
        let report = super::run(0).unwrap();
        assert_eq!((report.pages, report.peak, report.idle, report.links), (0, 0, 0, 0));
    }
}
