//! An allocator that fails each allocation in turn: the process aborts, and what was given before is right.
//!
//! The collections of the standard library abort when memory is refused, so each failure has a process of its own: this program
//! runs itself. An allocator is one for the whole program, so this is a test program of its own.
#![forbid(unsafe_code)]

use std::cell::Cell;
use std::env;
use std::io::{self, Write};
use std::process::{Command, Output};
use std::thread;

use alloc_chaos::{ChaosAllocator, Check};
use tagspan::{ColumnUnit, LateDeclarations, LimitAction, Limits, Rewriter, TextRuns, Token, Tokenizer};

#[global_allocator]
static ALLOCATOR: ChaosAllocator = ChaosAllocator::system();

/// Every kind of token, in characters that windows-1251 has.
const PAGE: &str = "<!DOCTYPE html PUBLIC 'a' \"b\">\r\n<title>Цена &amp; срок</title><!-- примечание -->\r<p class=\"а б\" \
                    id='x&quot;y' a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9 j=10 i=11>Привет,\r\n мир!<br/></p></><script>if (a < b) { \
                    '</p>' }</script><svg><desc><![CDATA[страница]]></svg>&#1046;&nbsp;<?pi x?><a href=страница>Ещё</a ";

/// The bytes of a token, and what is decoded of it, on a line that is written at once. Nothing but decoding allocates.
fn print(token: &Token<'_>) {
    let out = &mut io::stdout().lock();
    write!(out, "> {:?} {} ", token.span().range(), token.raw().escape_ascii()).unwrap();
    match token {
        Token::Text(text) => write!(out, "{}", text.value().escape_debug()),
        Token::StartTag(tag) | Token::EndTag(tag) => {
            write!(out, "{}", tag.name()).unwrap();
            tag.attributes().try_for_each(|attribute| {
                write!(out, " {}={}", attribute.name(), attribute.value().escape_debug())
            })
        }
        Token::Comment(comment) => write!(out, "{}", comment.value().escape_debug()),
        Token::Doctype(doctype) => write!(out, "{:?} {:?}", doctype.name(), doctype.public_id()),
        _ => Ok(()),
    }
    .unwrap();
    writeln!(out).unwrap();
}

/// A case: what is done, between whose allocations nothing is shared. What it gives is printed, unless it is run to count.
type Case = (&'static str, fn(prints: bool));

const CASES: &[Case] = &[
    ("core, whole", |prints| core(PAGE.len(), prints)),
    ("core, chunks", |prints| core(5, prints)),
    ("core, owned", |prints| {
        let mut tokens = tagspan::tokenize(PAGE);
        while let Some(token) = tokens.next_token().unwrap() {
            let token = token.into_owned();
            if prints {
                print(&token.as_token());
            }
        }
    }),
    ("utf-8, sniffed", |prints| bytes(Tokenizer::utf8(), PAGE.as_bytes(), 64, prints)),
    ("windows-1251, offsets and errors", |prints| {
        let builder = Tokenizer::builder().charset("windows-1251").unwrap();
        let builder = builder.source_offsets(true).parse_errors(true).locate(ColumnUnit::CodePoints);
        bytes(builder.build(), &windows_1251(), 7, prints);
    }),
    ("utf-16, limits that truncate", |prints| {
        let page: Vec<u8> = PAGE.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let limits = Limits::all(16, LimitAction::Truncate).attribute_value(4, LimitAction::Truncate);
        bytes(Tokenizer::builder().charset("utf-16le").unwrap().limits(limits).build(), &page, 33, prints);
    }),
    ("a late declaration", |prints| {
        let page = [&b"<p>\xC1<!--"[..], &b"-".repeat(1100), b"--><meta charset=koi8-r>\xC1<i>"].concat();
        let builder = Tokenizer::builder().utf8().late_declarations(LateDeclarations::Follow);
        bytes(builder.build(), &page, 400, prints);
    }),
    ("checkpoints", |prints| {
        let mut tokenizer = Tokenizer::builder().charset("windows-1251").unwrap().build();
        for chunk in windows_1251().chunks(250) {
            take(tokenizer.feed(chunk), prints);
            let written = serde_json::to_string(&tokenizer.checkpoint().unwrap()).unwrap();
            tokenizer = Tokenizer::from_checkpoint(serde_json::from_str(&written).unwrap()).unwrap();
        }
        take(tokenizer.finish(), prints);
    }),
    ("runs of text", |prints| {
        let mut tokenizer = Tokenizer::builder().charset("utf-8").unwrap().build();
        let mut runs = TextRuns::new(64);
        for chunk in PAGE.as_bytes().chunks(16) {
            let mut tokens = tokenizer.feed(chunk);
            while let Some(token) = tokens.next_token().unwrap() {
                if let Some(run) = runs.push(token)
                    && prints
                {
                    writeln!(io::stdout().lock(), "> {}", run.text.escape_debug()).unwrap();
                }
            }
        }
    }),
    ("rewriter", |prints| {
        let out = Lines { prints };
        let mut rewriter = Rewriter::with_builder(out, Tokenizer::builder().charset("windows-1251").unwrap());
        let mut each = |token: Token<'_>, edit: &mut tagspan::TokenEdit| match token {
            Token::StartTag(tag) => edit.write_tag(tag.edit().set_attribute("title", "мир ☮")),
            Token::Comment(_) => edit.remove(),
            Token::Text(_) => edit.before("<b>"),
            _ => {}
        };
        windows_1251()[..200].chunks(40).for_each(|chunk| rewriter.write(chunk, &mut each).unwrap());
        rewriter.finish(each).unwrap();
    }),
];

/// An output that prints each write as a line.
struct Lines {
    prints: bool,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.prints {
            writeln!(io::stdout().lock(), "> {}", bytes.escape_ascii())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn windows_1251() -> Vec<u8> {
    tagspan::Encoding::for_label(b"windows-1251").unwrap().encode(PAGE).0.into_owned()
}

fn core(size: usize, prints: bool) {
    let mut tokenizer = tagspan::Tokenizer::builder().utf8().parse_errors(true).build();
    for chunk in PAGE.as_bytes().chunks(size).map(Some).chain([None]) {
        let mut tokens = match chunk {
            Some(chunk) => tokenizer.feed(chunk),
            None => tokenizer.finish(),
        };
        while let Some(token) = tokens.next_token().unwrap() {
            if prints {
                print(&token);
            }
        }
    }
}

fn bytes(mut tokenizer: Tokenizer, page: &[u8], size: usize, prints: bool) {
    page.chunks(size).for_each(|chunk| take(tokenizer.feed(chunk), prints));
    take(tokenizer.finish(), prints);
}

fn take(mut tokens: tagspan::Tokens<'_, &[u8]>, prints: bool) {
    loop {
        match tokens.next_token() {
            Ok(None) => break,
            Ok(Some(token)) if prints => print(&token),
            Ok(Some(_)) => {}
            // Of a late declaration.
            Err(error) => assert_eq!(error.kind(), tagspan::ErrorKind::Restart { feed_again: false }),
        }
    }
}

/// Names a case, and the allocation of it that fails.
const FAULT: &str = "ALLOCATION_FAULT";

/// Does nothing unless the other test runs it in a process of its own.
#[test]
fn child() {
    let Ok(fault) = env::var(FAULT) else { return };
    let (index, target) = fault.split_once(' ').unwrap();
    let (_, case) = CASES[index.parse::<usize>().unwrap()];
    // The buffer of standard output.
    println!();
    let runs = Cell::new(0);
    let report = Check::new().only_failure(target.parse().unwrap()).run(|| {
        // The first run counts.
        case(runs.replace(1) == 1);
    });
    if report.tested_failures() == 0 {
        // There are not so many: what the case gives whole.
        case(true);
        println!("> end");
    }
    println!("count {}", report.baseline_allocations());
}

fn run_child(case: usize, target: usize) -> (Vec<String>, Output) {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "child", "--nocapture", "--test-threads=1"]);
    let output = command.env(FAULT, format!("{case} {target}")).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let lines =
        printed.lines().filter(|line| line.starts_with('>') || line.starts_with("count ")).map(str::to_owned);
    (lines.collect(), output)
}

#[test]
fn each_allocation_fails() {
    for (case, (name, _)) in CASES.iter().enumerate() {
        let (mut whole, output) = run_child(case, usize::MAX - 1);
        assert!(output.status.success(), "{name}: {output:?}");
        let count: usize = whole.pop().unwrap().strip_prefix("count ").unwrap().parse().unwrap();
        assert_eq!(whole.pop().as_deref(), Some("> end"), "{name}");
        assert!(count > 3 && whole.len() > 3, "{name}: {count} allocations, {} lines", whole.len());
        let threads = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for first in 0..threads {
                let whole = &whole;
                scope.spawn(move || {
                    for target in (first..count).step_by(threads) {
                        let (lines, output) = run_child(case, target);
                        let context = format!("{name}, allocation {target} of {count}: {output:?}");
                        let is_abort =
                            String::from_utf8_lossy(&output.stderr).contains("memory allocation of ");
                        assert!(!output.status.success() && is_abort, "{context}");
                        // A line may be begun, as its end is what failed.
                        let (last, before) =
                            lines.split_last().map_or(("", &[][..]), |(last, before)| (last, before));
                        let is_prefix = whole.starts_with(before)
                            && whole.get(before.len()).is_some_and(|line| line.starts_with(last));
                        assert!(is_prefix, "{context}");
                    }
                });
            }
        });
    }
}
