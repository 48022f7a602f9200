//! Matches 1, 10 and 100 selectors with the elements of pages, and rewrites links, beside lol_html, in turns.
#![forbid(unsafe_code)]

use std::cell::Cell;
use std::path::PathBuf;
use std::process::ExitCode;

use benches::clock::now;
use benches::pages;
use clap::Parser;
use lol_html::{ElementContentHandlers, HtmlRewriter, Settings};
use tagspan::Tokenizer;
use tagspan_select::{Edit, ElementRewriter, Event, Selection, Selectors};

/// Matches selectors with the elements of pages in UTF-8.
#[derive(Parser)]
#[command(name = "select")]
struct Args {
    /// The folder of pages (*.html, also in folders below).
    folder: PathBuf,
    /// How often each is measured. The best counts.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Only this many selectors, only ours, once: to count instructions.
    #[arg(long)]
    only: Option<usize>,
}

/// A selector as users write them, by its number.
fn selector(number: usize) -> String {
    let class = ["price", "title", "author", "nav", "footer", "card", "lead", "icon", "meta", "tag"]
        [number / 10 % 10];
    match number % 10 {
        0 => {
            if number == 0 {
                "article a[href]".to_owned()
            } else {
                format!("article a.{class}")
            }
        }
        1 => format!("div.{class} > p"),
        2 => format!("#{class}-{number}"),
        3 => format!("img[src$='.{class}']"),
        4 => format!("ul.{class} li"),
        5 => format!("h2 > a.{class}, h3 > a.{class}"),
        6 => format!("[data-{class}]"),
        7 => format!("table.{class} td"),
        8 => format!("meta[name='{class}']"),
        _ => format!("section .{class} span"),
    }
}

fn ours(selectors: &Selectors, page: &[u8]) -> u64 {
    let mut tokenizer = Tokenizer::utf8();
    let mut selection = Selection::new(selectors);
    let mut count = 0;
    selection
        .read(tokenizer.feed_last(page), |event| {
            if let Event::Entered(entered) = event
                && entered.tag.is_some()
            {
                count += entered.selectors.len() as u64;
            }
        })
        .expect("no limit");
    count
}

fn tokens(page: &[u8]) -> u64 {
    let mut tokenizer = Tokenizer::utf8();
    let mut count = 0;
    tokenizer.feed_last(page).for_each(|_| count += 1).expect("no limit");
    count
}

fn theirs(selectors: &[lol_html::Selector], page: &[u8]) -> u64 {
    let count = Cell::new(0);
    let mut settings = Settings::new().with_strict(false);
    for selector in selectors {
        let handler =
            ElementContentHandlers::default().element(|_: &mut lol_html::html_content::Element<'_, '_>| {
                count.set(count.get() + 1);
                Ok(())
            });
        settings = settings.append_element_content_handler((std::borrow::Cow::Borrowed(selector), handler));
    }
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page).expect("no limit");
    rewriter.end().expect("no limit");
    count.get()
}

/// Sets an attribute of each link. Returns the length of the output.
fn rewrite(selectors: &Selectors, page: &[u8]) -> u64 {
    let builder = Tokenizer::builder().encoding(tagspan::UTF_8);
    let output = Vec::with_capacity(page.len() * 2);
    let mut rewriter = ElementRewriter::with_builder(output, builder, Selection::new(selectors));
    let mut each = |edit: Edit<'_, '_>| {
        if let Edit::Start(start) = edit
            && let Some(href) = start.attribute("href")
        {
            start.set_attribute("href", &format!("/to?{href}"));
        }
        Ok(())
    };
    rewriter.write(page, &mut each).expect("no limit");
    rewriter.finish(&mut each).expect("no limit").len() as u64
}

fn rewrite_by_lol_html(selector: &lol_html::Selector, page: &[u8]) -> u64 {
    let mut output = Vec::with_capacity(page.len() * 2);
    let handler =
        ElementContentHandlers::default().element(|it: &mut lol_html::html_content::Element<'_, '_>| {
            if let Some(href) = it.get_attribute("href") {
                it.set_attribute("href", &format!("/to?{href}"))?;
            }
            Ok(())
        });
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler((std::borrow::Cow::Borrowed(selector), handler));
    let mut rewriter = HtmlRewriter::new(settings, |part: &[u8]| output.extend_from_slice(part));
    rewriter.write(page).expect("no limit");
    rewriter.end().expect("no limit");
    output.len() as u64
}

/// Measures the rewriting of links.
fn compare_rewriters(pages: &[&[u8]], bytes: usize, rounds: usize) {
    let selectors = Selectors::new(["a[href]"]).expect("it is valid");
    let theirs_of: lol_html::Selector = "a[href]".parse().expect("it is valid");
    let (mut best, mut written) = ([f64::MAX; 2], [0; 2]);
    for _ in 0..rounds {
        for (which, (best, written)) in best.iter_mut().zip(&mut written).enumerate() {
            let start = now();
            *written = match which {
                0 => pages.iter().map(|page| rewrite(&selectors, page)).sum(),
                _ => pages.iter().map(|page| rewrite_by_lol_html(&theirs_of, page)).sum(),
            };
            *best = best.min((now() - start).as_secs_f64());
        }
    }
    let [ours, theirs] = best.map(|seconds| bytes as f64 / seconds / 1e6);
    println!(
        "links rewritten: {ours:.0} MB/s into {} bytes, lol_html {theirs:.0} MB/s into {}: {:.2} times",
        written[0],
        written[1],
        ours / theirs
    );
}

fn main() -> ExitCode {
    let args = Args::parse();
    let pages = match pages::read(&args.folder) {
        Ok(pages) => pages,
        Err(error) => {
            eprintln!("select: {}: {error}", args.folder.display());
            return ExitCode::FAILURE;
        }
    };
    let pages: Vec<&[u8]> = pages.iter().filter(|page| page.is_utf8()).map(|page| &page.bytes[..]).collect();
    let bytes: usize = pages.iter().map(|page| page.len()).sum();
    if let Some(count) = args.only {
        let found: u64 = if count == 0 {
            pages.iter().map(|page| tokens(page)).sum()
        } else {
            let ours_of = Selectors::new((0..count).map(selector)).expect("they are valid");
            pages.iter().map(|page| ours(&ours_of, page)).sum()
        };
        println!("{found}");
        return ExitCode::SUCCESS;
    }
    for count in [1, 10, 100] {
        let written: Vec<String> = (0..count).map(selector).collect();
        let ours_of = Selectors::new(&written).expect("they are valid");
        let theirs_of: Vec<_> =
            written.iter().map(|selector| selector.parse().expect("they are valid")).collect();
        let (mut best, mut found) = ([f64::MAX; 3], [0; 3]);
        for _ in 0..args.rounds {
            for (which, (best, found)) in best.iter_mut().zip(&mut found).enumerate() {
                let start = now();
                *found = match which {
                    0 => pages.iter().map(|page| ours(&ours_of, page)).sum(),
                    1 => pages.iter().map(|page| theirs(&theirs_of, page)).sum(),
                    _ => pages.iter().map(|page| tokens(page)).sum(),
                };
                *best = best.min((now() - start).as_secs_f64());
            }
        }
        let [ours, theirs, tokens] = best.map(|seconds| bytes as f64 / seconds / 1e6);
        println!(
            "{count} selectors: {ours:.0} MB/s with {} matches, lol_html {theirs:.0} MB/s with {}: {:.2} times; tokens alone {tokens:.0} MB/s",
            found[0],
            found[1],
            ours / theirs
        );
    }
    compare_rewriters(&pages, bytes, args.rounds);
    ExitCode::SUCCESS
}
