//! Going on from a checkpoint that was written and read: at every byte, at every token, and from corrupted ones.

use serde_json::{Value, json};
use tagspan::{
    Checkpoint, CheckpointError, ContextElement, Error, ErrorKind, Feedback, LimitAction, Limits, TextMode,
    Token, Tokenizer, TokenizerBuilder,
};
use testing::checkpoints::{at_every_byte, at_every_token, described, written};
use testing::corrupted::{Figures, each_value};
use testing::html5lib::{self, tokenizer, tokenizer::Input};
use testing::{sample, vectors};

use tagspan_core::scanner::Scanner;

use crate::harness::{builder, pages, scan};

/// The tokenizer that continues from a checkpoint that a tokenizer has made.
fn restored(checkpoint: Checkpoint) -> Tokenizer {
    Tokenizer::from_checkpoint(checkpoint).expect("a tokenizer has made it")
}

/// Reads a checkpoint and continues from it, or gives the reason why that cannot be.
fn read(json: &str) -> Result<Tokenizer, String> {
    let checkpoint: Checkpoint = serde_json::from_str(json).map_err(|error| error.to_string())?;
    Tokenizer::from_checkpoint(checkpoint).map_err(|error| error.to_string())
}

/// At every byte, and at every token in one chunk and in short ones. The number of checkpoints.
#[track_caller]
fn check(name: &str, builder: &TokenizerBuilder, input: &[u8]) -> usize {
    let mut count = 0;
    for errors in [false, true] {
        let builder = builder.clone().parse_errors(errors);
        let mut add = |how: &str, found: Result<usize, String>| match found {
            Ok(found) => count += found,
            Err(wrong) => panic!("{name}, {how}, errors {errors}: {wrong}"),
        };
        add("at every byte", at_every_byte(&builder, input));
        for size in [usize::MAX, 3, 1] {
            let chunks: Vec<&[u8]> = input.chunks(size).collect();
            let chunks = if chunks.is_empty() { vec![&b""[..]] } else { chunks };
            add(&format!("at every token of chunks of {size}"), at_every_token(&builder, &chunks));
        }
    }
    count
}

/// Inputs that leave a value in each register of a tokenizer.
const TRICKY: [&str; 31] = [
    "<p class=a id='b' title=\"c\" hidden>d</p>",
    "<a b='c' B=\"d\" e=f&amp;g h=&notin i='&#x41' j=&#12345>&notit;&am&#1114112;&#xD800&#;&#x;&x;&ngE;&acE",
    "a<b<!c></><?d><!-->e<!--->f<!--g--!>h<!--i<!-->j<!-- k <!-- l -- m --!n--><!-o><!doctipe>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'http://www.w3.org/TR/html4/strict.dtd'>",
    "<!doctype a system'b\"c'd><!DOCTYPEe pub><!doctype \0><!DOCTYPE><!DOCTYPE f PUBLIC'g'\"h\"><!DOCTYPE i SYSTEMatic>",
    "<title>a &lt; </tit</title/><textarea>\n&amp</textarea b=c>d",
    "<style></sty</style ><xmp></xm</xmp\n><plaintext></plaintext>&amp;",
    "<script>a<!--b<script>c</scrip></script>d<!-e--></script>f--></script>g",
    "<script><!--<scriptx></script><!--<script <script></script></script/></script>",
    "<script><!-- <s--></scr</script><script><!--<script>-",
    "<svg><![CDATA[a]]b]]]>c<![CDATA[]]]]]]></svg><![CDATA[d]]>",
    "<svg><title><b><style>a</style></title><style><b></style><desc><table><td><svg></td></desc></svg>",
    "<math><mi><p><![CDATA[a]]></p></mi><annotation-xml encoding=text/html><svg></annotation-xml><mglyph><![CDATA[b]]>",
    "<svg><g><foreignObject><template><td><svg><![CDATA[a]]></template><p></foreignObject></g><circle/></svg><title>b",
    "<template><svg><tr></template><template><col><style><b></template><template><td><math><mo></math>",
    "<frameset><noframes><b></noframes><title><b></frameset>",
    "<table><tr><svg><td></table><title>a</title></svg></p><title>b",
    "<pre>\na</pre><listing>\r\nb<textarea>&#10;c",
    "a\rb\r\nc\r\r\nd<p\r\ntitle\r=\r'\r\n'>\r",
    "é<é é=é>€😀</é><!--é--><!é>&é;\u{FFFE}\u{1}<\u{80} \u{1}='\u{FDD0}'>\u{FFFF}",
    "\0<\0a><a\0 \0=\0 b='\0'><!--\0--><!doctype\0a\0></\0><script>\0</script>\0<title>\0",
    "<a/b/=c d= e='f'g=\"h\"i = j k\n=\n'l'm>n</o p=q/></r/>",
    "<a a=1 b c d e f g h i j k l m n o p q r s t u A='2' é é \u{80} T>",
    "<?a b?><?c><?xml d?><?1?><?e\tf ? g??><?h",
    "<svg></x><![CDATA[a]]><b><style><i></style><![CDATA[b]]>",
    "<svg><aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé><b\0><![CDATA[a]]></AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAÉ>",
    "<svg><a><font color=a><i><select><option><svg></select></svg><noscript><b></noscript>",
    "<a b=c",
    "text &ampl",
    // The second error is at the byte that tells of the first, which lies before it.
    "<!doctype a pub\0><!doc\0><b c=&notin\0>",
    "<!--a--",
];

/// Constructs of which the limits below leave something out.
const OVER_LIMITS: [&str; 10] = [
    "<a b='cccccccccccccccccccccccccccccccccccccccccc&notit;&#x41;' d=\"e\" b f = g h/>",
    "<a b=ccccccccccccccccccccccccccccccccccccccccccccc&am c d=&#65>",
    "</a bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb c='d' e/>",
    "<!--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa--!-->",
    "<!DOCTYPE html PUBLIC \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" 'b'>",
    "<!DOCTYPE aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa system 'b' c>",
    "<?aaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb??>",
    "&#000000000000000000000000000000000000000000000000000065;",
    "<svg></a><![CDATA[aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]]>",
    "<svg><g></svg><![CDATA[aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]]>",
];

fn limits_that_go_on() -> [Limits; 4] {
    [
        Limits::all(32, LimitAction::Truncate),
        Limits::all(32, LimitAction::Skip),
        Limits::all(90, LimitAction::Truncate).attribute_value(32, LimitAction::Truncate),
        Limits::all(90, LimitAction::Skip).attribute_value(32, LimitAction::Skip),
    ]
}

#[test]
fn vectors_at_every_byte_and_token() {
    let mut is_drawn = sample::one_in(4);
    let count: usize = vectors::load()
        .iter()
        .filter(|_| is_drawn())
        .map(|vector| check(&vector.name, &builder(&vector.options), &vector.input))
        .sum();
    assert!(count > sample::or_full(4000, 20_000), "only {count} checkpoints");
}

#[test]
fn settings_at_every_byte_and_token() {
    let document = Tokenizer::builder().utf8();
    let svg = |name: &str| Tokenizer::builder().utf8().fragment(ContextElement::svg(name));
    let html = |name: &str| Tokenizer::builder().utf8().fragment(ContextElement::html(name));
    let builders = [
        ("document", document.clone().scripting(true).processing_instructions(true)),
        ("cdata", document.clone().feedback(Feedback::Names).cdata(true)),
        (
            "none",
            document
                .clone()
                .feedback(Feedback::None)
                .initial_text_mode(TextMode::Rcdata)
                .last_start_tag("TITLE"),
        ),
        ("svg", svg("g")),
        ("svg title", svg("title")),
        (
            "annotation-xml",
            Tokenizer::builder()
                .utf8()
                .fragment(ContextElement::mathml("annotation-xml").integration_point(true)),
        ),
        ("template", html("template")),
        ("select", html("select")),
        ("colgroup", html("colgroup")),
        ("frameset", html("frameset")),
        ("script", html("script")),
        ("no name", svg("\0")),
    ];
    let (document, others) = builders.split_first().expect("there are builders");
    let mut is_drawn = sample::one_in(4);
    for (index, html) in TRICKY.iter().enumerate() {
        // Three of the others for each, so that each comes to many.
        for (name, builder) in
            [document].into_iter().chain(others.iter().cycle().skip(3 * index).take(3)).filter(|_| is_drawn())
        {
            check(&format!("{name}: {html}"), builder, html.as_bytes());
        }
    }
}

#[test]
fn limits_at_every_byte_and_token() {
    let values = Limits::new().attribute_value(32, LimitAction::Truncate);
    let attributes = [LimitAction::Truncate, LimitAction::Skip].map(|action| values.attributes(1, action));
    let mut is_drawn = sample::one_in(4);
    for limits in limits_that_go_on().into_iter().chain(attributes) {
        for input in OVER_LIMITS.into_iter().filter(|_| is_drawn()) {
            let builder = Tokenizer::builder().utf8().processing_instructions(true).limits(limits);
            check(&format!("{limits:?}: {input}"), &builder, input.as_bytes());
        }
    }
}

/// The inputs of the suite, where it is there.
#[test]
fn the_suite_at_every_byte_and_token() {
    let Some(suite) = html5lib::folder_or_skip("checkpoints") else { return };
    let (mut seen, mut is_drawn) = (0, sample::one_in(8));
    for file in tokenizer::load(&suite).unwrap_or_else(|error| panic!("{error}")) {
        // Thousands of names alike: what they show is in the vectors.
        for case in file.cases.iter().filter(|_| file.name != "namedEntities.test" && is_drawn()) {
            let Input::Text(input) = &case.input else { continue };
            let builder = Tokenizer::builder().utf8().parse_errors(true);
            at_every_byte(&builder, input.as_bytes())
                .and_then(|_| at_every_token(&builder, &[input.as_bytes()]))
                .unwrap_or_else(|wrong| panic!("{}: {input}: {wrong}", file.name));
            seen += 1;
        }
    }
    assert!(seen > sample::or_full(100, 1000), "only {seen} inputs");
}

#[test]
fn pages_at_every_few_bytes() {
    for (name, page) in pages() {
        for errors in [false, true] {
            let mut tokenizer = Tokenizer::builder().utf8().parse_errors(errors).build();
            for (index, chunk) in page.chunks(37).enumerate() {
                tokenizer.feed(chunk).for_each(|_| {}).expect("no limit is that low");
                let checkpoint = tokenizer.checkpoint().expect("all is taken");
                let read = written(&checkpoint).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
                let rest = page.chunks(37).nth(index + 1).unwrap_or_default();
                assert_eq!(described(read, rest, 5), described(checkpoint, rest, 5), "{name}: {index}");
            }
        }
    }
}

/// The mode and the permission that a caller chose on the way are a part of it.
#[test]
fn what_the_caller_chose_goes_with_it() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::builder().utf8().feedback(Feedback::None).build();
    let mut tokens = tokenizer.feed(b"<note>a<b></note><![CDATA[<c>]]>");
    tokens.next_token()?;
    tokens.set_text_mode(TextMode::Rawtext)?;
    tokens.set_cdata(true);
    let (checkpoint, rest) = (tokens.checkpoint().expect("nothing failed"), tokens.remaining());
    let mut other = restored(written(&checkpoint).expect("it can be read"));
    let mut seen = Vec::new();
    other.feed_last(rest).for_each(|token| seen.push(String::from_utf8_lossy(token.raw()).into_owned()))?;
    assert_eq!(seen, ["a<b>", "</note>", "<![CDATA[", "<c>", "]]>"]);
    // The cursor was not left.
    assert!(matches!(tokens.next_token()?, Some(Token::Text(text)) if text.raw() == b"a<b>"));
    Ok(())
}

#[test]
fn there_is_none_where_nothing_goes_on() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::builder().utf8().limits(Limits::all(5, LimitAction::Fail)).build();
    assert_eq!(tokenizer.checkpoint().map(|fresh| restored(fresh).position()), Some(0));
    assert_eq!(tokenizer.feed(b"a<p>b").into_remaining(), b"a<p>b");
    assert_eq!(tokenizer.checkpoint().map(|left| restored(left).position()), Some(0));
    let mut tokens = tokenizer.feed(b"a<p>b");
    tokens.next_token()?;
    assert_eq!(tokenizer.checkpoint(), None, "the cursor was left");
    tokenizer.reset();
    let mut tokens = tokenizer.feed(b"<p title=too-long>");
    assert!(tokens.next_token().is_err());
    assert_eq!(tokens.checkpoint(), None, "it failed");
    assert_eq!(tokenizer.checkpoint(), None, "it failed");
    Ok(())
}

#[test]
fn an_ended_one_can_be_reset() -> Result<(), Error> {
    let mut tokenizer =
        Tokenizer::builder().utf8().last_start_tag("xmp").initial_text_mode(TextMode::Rawtext).build();
    tokenizer.feed_last("a</xmp><title>b").for_each(|_| {})?;
    let ended = tokenizer.checkpoint().expect("the end was taken");
    assert_eq!(restored(ended.clone()).position(), 15);
    let mut other = restored(written(&ended).expect("it can be read"));
    let refused = other.feed(b"x").next_token().expect_err("it ended");
    assert_eq!((refused.kind(), refused.offset()), (ErrorKind::FedAfterEnd, 15));
    other.reset();
    let mut tags = 0;
    other.feed_last("a<b></xmp>").for_each(|token| tags += usize::from(matches!(token, Token::EndTag(_))))?;
    assert_eq!(tags, 1);
    Ok(())
}

/// Bytes read beyond the limit fail after the checkpoint as they would have before it, except for their errors.
#[test]
fn limits_go_with_it() {
    let inputs = [
        "<!--\u{1}aaaaaa\u{1}aaaa\u{1}-->",
        "<a \u{1}b='\u{1}cccccccc'>",
        "a&\u{1}&aaaaaaaaaaaaa;",
        "&#00000000000001;",
    ];
    for input in inputs {
        for limit in 0..20 {
            let mut tokenizer = Tokenizer::builder()
                .utf8()
                .limits(Limits::all(limit, LimitAction::Fail))
                .parse_errors(true)
                .build();
            let mut tokens = tokenizer.feed_last(input);
            while let Some(checkpoint) = tokens.checkpoint() {
                let rest = tokens.remaining();
                let read = written(&checkpoint).unwrap_or_else(|wrong| panic!("{input}, {limit}: {wrong}"));
                assert_eq!(described(read, rest, 3), described(checkpoint, rest, 3), "{input}, {limit}");
                if !matches!(tokens.next_token(), Ok(Some(_))) {
                    break;
                }
            }
        }
    }
}

fn text(checkpoint: &impl serde::Serialize) -> String {
    serde_json::to_string(checkpoint).expect("it can be written")
}

/// One that the first release wrote. It must be read as long as the version is that one.
#[test]
fn the_first_version_is_read_for_ever() -> Result<(), Error> {
    let mut tokenizer = Tokenizer::builder().utf8().parse_errors(true).build();
    tokenizer.feed(b"<svg><a \0b='c' d=\"&no").for_each(|_| {})?;
    let checkpoint = tokenizer.checkpoint().expect("all is taken");
    let first = include_str!("checkpoint-version-1.json").trim_end();
    assert_eq!(text(&checkpoint), first);
    assert_eq!(serde_json::from_str::<Checkpoint>(first).expect("it is valid"), checkpoint);
    Ok(())
}

#[test]
fn it_is_small() -> Result<(), Error> {
    let size = |input: &str| {
        let mut scanner = Scanner::default();
        scan(&mut scanner, input.as_bytes(), false, |_| {})?;
        Ok::<_, Error>(text(&scanner.checkpoint()).len())
    };
    // (input, bytes of JSON at most)
    for (input, most) in [
        ("", 900),
        ("<!DOCTYPE html><html><body><p>text", 900),
        ("<p>See <a hr", 950),
        ("<a b='c' d='e' f='g", 950),
        ("<svg><g><g><g>", 950),
    ] {
        let found = size(input)?;
        println!("{found} bytes for {input:?}");
        assert!(found <= most, "{input}: {found} bytes");
    }
    Ok(())
}

#[test]
fn another_version_is_distinguished_from_corruption() {
    let written = text(&Tokenizer::utf8().checkpoint().expect("a fresh one"));
    let version_2 = written.replacen("[1,", "[2,", 1);
    // Whatever else that version has, or has not.
    for stored in [&version_2[..], "[2]", "[2,{\"other\":[]}]", "[2,[],[]]"] {
        let refused = read(stored).expect_err("another version");
        assert!(refused.contains(&CheckpointError::Version { found: 2, known: 1 }.to_string()), "{refused}");
    }
    let corrupted = written.replacen("\"partial\":\"\"", "\"partial\":\"x\"", 1);
    let refused = read(&corrupted).expect_err("it is corrupted");
    assert!(refused.contains("use another checkpoint"), "{refused}");
}

/// The context element of a fragment is open for ever: another one in its place is refused.
#[test]
fn the_context_element_stays_open() {
    let tokenizer = Tokenizer::builder().utf8().fragment(ContextElement::html("template")).build();
    let written = text(&tokenizer.checkpoint().expect("a fresh one"));
    let element = r#"[["UndecidedTemplate","template",8]]"#;
    assert!(written.contains(element), "{written}");
    for (other, is_read) in [
        (r#"[["UndecidedTemplate","TEMPLATE",8]]"#, true),
        (r#"[["Columns","template",8]]"#, true),
        (r#"[["UndecidedTemplate","template",8],["Html","p",1]]"#, true),
        (r#"[["Svg","template",8]]"#, false),
        (r#"[["UndecidedTemplate","templatf",8]]"#, false),
        (r#"[["UndecidedTemplate","template\u0000",9]]"#, false),
        (r#"[["UndecidedTemplate","p",1],["UndecidedTemplate","template",8]]"#, false),
        ("[]", false),
    ] {
        let read = read(&written.replacen(element, other, 1));
        assert_eq!(read.is_ok(), is_read, "{other}: {:?}", read.err());
    }
}

/// One register that does not fit to the others. Each of these was accepted once, and then a state computed with it what lies
/// outside the token, or the next checkpoint was refused.
#[test]
fn registers_that_do_not_fit_are_refused() {
    let (doctype, comment) = (format!("<!doctype {} ", "a".repeat(60)), format!("<!--{}-", "a".repeat(60)));
    let tag = format!("<a b=1 c=2 d=3 {}='&", "e".repeat(50));
    let (not, digits) = (format!("{tag}not"), format!("{tag}#6"));
    let keyword = |word: &str, matched: u32| json!({"word": word, "matched": matched});
    // (action, input, register, values that are refused)
    let cases = [
        (LimitAction::Truncate, &doctype, "matched", vec![json!(1), json!(4), json!(6), json!(u32::MAX)]),
        (LimitAction::Truncate, &doctype, "return_state", vec![json!("Data")]),
        (
            LimitAction::Truncate,
            &doctype,
            "over_limit/keyword",
            vec![keyword("CommentOpen", 1), keyword("Doctype", 6), keyword("Public", 6)],
        ),
        (LimitAction::Truncate, &comment, "over_limit/keyword", vec![keyword("Public", 1)]),
        (LimitAction::Truncate, &comment, "over_limit/construct/Comment/0", vec![json!(31), json!(32)]),
        (
            LimitAction::Skip,
            &not,
            "over_limit/reference/ampersand",
            [0, 66, 68, 70].map(Value::from).to_vec(),
        ),
        (LimitAction::Skip, &tag, "over_limit/reference/ampersand", [0, 66, 68].map(Value::from).to_vec()),
        (LimitAction::Skip, &digits, "over_limit/reference/ampersand", vec![json!(70)]),
    ];
    for (action, input, register, values) in cases {
        let builder = Tokenizer::builder().utf8().parse_errors(true).limits(Limits::all(32, action));
        let mut tokenizer = builder.build();
        tokenizer.feed(input.as_bytes()).for_each(|_| {}).expect("no limit fails");
        let whole = serde_json::to_value(tokenizer.checkpoint().expect("all is taken")).expect("it is valid");
        for value in values {
            let mut changed = whole.clone();
            let place = changed.pointer_mut(&format!("/1/scanner/machine/{register}"));
            *place.expect("the register is written") = value.clone();
            assert!(read(&text(&changed)).is_err(), "{input}: {register} is {value}");
        }
    }
    // The letters of a text state are none of a token's keyword.
    let mut tokenizer = Tokenizer::builder().utf8().limits(Limits::all(32, LimitAction::Truncate)).build();
    tokenizer.feed(doctype.as_bytes()).for_each(|_| {}).expect("no limit fails");
    let mut changed =
        serde_json::to_value(tokenizer.checkpoint().expect("all is taken")).expect("it is valid");
    let machine = &mut changed[1]["scanner"]["machine"];
    (machine["state"], machine["matched"]) = (json!("ScriptDataDoubleEscapeStart"), json!(u32::MAX));
    if let Ok(mut tokenizer) = read(&text(&changed)) {
        tokenizer.feed_last(b"x>").for_each(|_| {}).expect("no limit fails");
    }
}

#[test]
fn what_is_corrupted_is_refused_or_works() {
    let mut is_drawn = sample::one_in(12);
    let mut figures = Figures::default();
    let builders = [
        Tokenizer::builder().utf8(),
        Tokenizer::builder().utf8().parse_errors(true).processing_instructions(true),
        Tokenizer::builder().utf8().fragment(ContextElement::html("template")).cdata(true),
    ];
    for (index, html) in TRICKY.iter().enumerate() {
        let builder = &builders[index % builders.len()];
        // A few places of each, others in each.
        for cut in (0..=html.len()).skip(index % 16).step_by(16).filter(|_| is_drawn()) {
            let mut tokenizer = builder.clone().build();
            tokenizer.feed(&html.as_bytes()[..cut]).for_each(|_| {}).expect("no limit is that low");
            let checkpoint = tokenizer.checkpoint().expect("all is taken");
            let found =
                each_value(&checkpoint).unwrap_or_else(|wrong| panic!("{html}, cut at {cut}: {wrong}"));
            figures = figures.and(found);
        }
    }
    // Another number: something is refused that was read, or read that was refused.
    let expected = sample::or_full((26_060, 11_170), (279_280, 113_479));
    assert_eq!((figures.refused, figures.read), expected);
}

/// The registers of tokens of which a limit has discarded bytes are the only ones that are written one by one.
#[test]
fn what_is_corrupted_over_a_limit_is_refused_or_works() {
    let mut is_drawn = sample::one_in(12);
    let mut figures = Figures::default();
    for (index, input) in OVER_LIMITS.iter().enumerate() {
        for (turn, limits) in limits_that_go_on().into_iter().enumerate() {
            let builder = Tokenizer::builder()
                .utf8()
                .limits(limits)
                .processing_instructions(true)
                .parse_errors((index + turn).is_multiple_of(2));
            for cut in (33..input.len()).skip((index + turn) % 8).step_by(8).filter(|_| is_drawn()) {
                let mut tokenizer = builder.clone().build();
                tokenizer.feed(&input.as_bytes()[..cut]).for_each(|_| {}).expect("no limit fails");
                let checkpoint = tokenizer.checkpoint().expect("all is taken");
                let found =
                    each_value(&checkpoint).unwrap_or_else(|wrong| panic!("{input}, cut at {cut}: {wrong}"));
                figures = figures.and(found);
            }
        }
    }
    // Another number: something is refused that was read, or read that was refused.
    let expected = sample::or_full((33_628, 14_728), (311_747, 138_857));
    assert_eq!((figures.refused, figures.read), expected);
}
