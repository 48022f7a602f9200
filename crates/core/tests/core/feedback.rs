//! The feedback simulator: what is markup and what is text, by the standard's rules for tree construction.

use tagspan::{ContextElement, Error, Feedback, LimitAction, Limits, Token, Tokenizer, TokenizerBuilder};

use crate::harness::{scan, scanner};

/// The tokens in short: `name`, `/name`, "text", `#comment`, `[[` and `]]` for the frame of a CDATA section; `?` after
/// what is ambiguous, `!` before text whose first newline a tree leaves out.
fn seen(builder: &TokenizerBuilder, input: &str, size: usize) -> Result<String, Error> {
    let mut tokenizer = builder.clone().build();
    let mut seen: Vec<String> = Vec::new();
    let mut see = |token: Token<'_>| {
        let mark = |ambiguous| if ambiguous { "?" } else { "" };
        let next = match token {
            Token::StartTag(tag) => format!("{}{}", tag.name(), mark(tag.is_ambiguous())),
            Token::EndTag(tag) => format!("/{}", tag.name()),
            Token::Comment(comment) => format!("#{}{}", comment.value(), mark(comment.is_ambiguous())),
            Token::Text(text) => {
                let ignored = if text.has_ignored_newline() { "!" } else { "" };
                if let Some(last) = seen.last_mut().filter(|last| last.ends_with('"')) {
                    assert_eq!(ignored, "", "within text");
                    last.pop();
                    *last += &format!("{}\"", text.value());
                    return;
                }
                format!("{ignored}\"{}\"", text.value())
            }
            Token::Dropped(dropped) if dropped.raw().starts_with(b"<![") => {
                format!("[[{}", mark(dropped.is_ambiguous()))
            }
            Token::Dropped(dropped) if dropped.raw() == b"]]>" => "]]".to_owned(),
            Token::Dropped(_) | Token::Doctype(_) | Token::Error(_) => return,
            other => panic!("{other:?}"),
        };
        seen.push(next);
    };
    for chunk in input.as_bytes().chunks(size) {
        let mut tokens = tokenizer.feed(chunk);
        while let Some(token) = tokens.next_token()? {
            see(token);
        }
    }
    let mut tokens = tokenizer.finish();
    while let Some(token) = tokens.next_token()? {
        see(token);
    }
    Ok(seen.join(" ").replace('\n', "\\n"))
}

fn check(builder: &TokenizerBuilder, table: &[(&str, &str)]) {
    for (input, expected) in table {
        for size in [usize::MAX, 1, 3] {
            for errors in [false, true] {
                let builder = builder.clone().parse_errors(errors);
                let seen = seen(&builder, input, size).unwrap_or_else(|error| panic!("{input}: {error}"));
                assert_eq!(seen, *expected, "{input} in chunks of {size}, errors {errors}");
            }
        }
    }
}

#[test]
fn text_modes_in_html_content() {
    check(
        &Tokenizer::builder().utf8(),
        &[
            ("<title><b></title><b>", r#"title "<b>" /title b"#),
            ("<textarea><b></TEXTAREA>", r#"textarea "<b>" /textarea"#),
            ("<style><b></style>", r#"style "<b>" /style"#),
            ("<xmp><b></xmp><iframe><b></iframe>", r#"xmp "<b>" /xmp iframe "<b>" /iframe"#),
            (
                "<noembed><b></noembed><noframes><b></noframes>",
                r#"noembed "<b>" /noembed noframes "<b>" /noframes"#,
            ),
            (
                "<script><!--<script></script><b>--></script>",
                r#"script "<!--<script></script><b>-->" /script"#,
            ),
            ("<plaintext></plaintext><b>", r#"plaintext "</plaintext><b>""#),
            ("<noscript><b></noscript>", "noscript b /noscript"),
            ("<title/><b></title>", r#"title "<b>" /title"#),
            (
                "<select><title><b></title><textarea><b></textarea>",
                r#"select title "<b>" /title textarea "<b>" /textarea"#,
            ),
            (
                "<table><style><b></style><tr><title><b></title>",
                r#"table style "<b>" /style tr title "<b>" /title"#,
            ),
            ("<![CDATA[a]]><p><![CDATA[a]]>", "#[CDATA[a]] p #[CDATA[a]]"),
        ],
    );
    let scripting = Tokenizer::builder().utf8().scripting(true);
    check(&scripting, &[("<noscript><b></noscript><b>", r#"noscript "<b>" /noscript b"#)]);
}

#[test]
fn foreign_content() {
    check(
        &Tokenizer::builder().utf8(),
        &[
            // No text mode, and sections.
            ("<svg><style><b></style>", "svg style b /style"),
            (
                "<svg><style><g></style><script><g></script></svg><style><g>",
                r#"svg style g /style script g /script /svg style "<g>""#,
            ),
            ("<svg><![CDATA[<g>]]></svg><![CDATA[<g>]]>", r#"svg [[ "<g>" ]] /svg #[CDATA[<g "]]>""#),
            ("<math><![CDATA[<g>]]></math>", r#"math [[ "<g>" ]] /math"#),
            ("<SVG><![CDATA[]]><G><![CDATA[x]]>", r#"svg [[ ]] g [[ "x" ]]"#),
            // Self-closing.
            ("<svg/><style><g>", r#"svg style "<g>""#),
            ("<svg><g/><style/><title/><![CDATA[]]>", "svg g style title [[ ]]"),
            // Integration points are HTML inside, and foreign for sections and end tags.
            ("<svg><title>a</title><style><b>", r#"svg title "a" /title style b"#),
            // The end tag is nothing to an HTML element.
            ("<svg><title><b></title><style><b>", r#"svg title b /title style "<b>""#),
            (
                "<svg><desc><style><b></style></desc><style><b>",
                r#"svg desc style "<b>" /style /desc style b"#,
            ),
            ("<svg><foreignobject><style><b></style>", r#"svg foreignobject style "<b>" /style"#),
            (
                "<svg><foreignObject><![CDATA[x]]><p><![CDATA[x]]>",
                r#"svg foreignobject [[ "x" ]] p #[CDATA[x]]"#,
            ),
            ("<math><mi><style><b></style></mi><style><b>", r#"math mi style "<b>" /style /mi style b"#),
            ("<math><mo><mglyph><style><g>", "math mo mglyph style g"),
            ("<math><desc><style><g>", "math desc style g"),
            ("<svg><mi><style><g>", "svg mi style g"),
            // `annotation-xml`, by its encoding.
            ("<math><annotation-xml><style><g>", "math annotation-xml style g"),
            ("<math><annotation-xml encoding=text/html><style><g>", r#"math annotation-xml style "<g>""#),
            ("<math><annotation-xml encoding=' text/html'><style><g>", "math annotation-xml style g"),
            (
                "<math><annotation-xml encoding='Application/XHTML+xml'><style><g>",
                r#"math annotation-xml style "<g>""#,
            ),
            (
                "<math><annotation-xml encoding='text&sol;html'><style><g>",
                r#"math annotation-xml style "<g>""#,
            ),
            ("<math><annotation-xml><svg><desc><style><g>", r#"math annotation-xml svg desc style "<g>""#),
            ("<math><svg><desc><style><g>", "math svg desc style g"),
            // What leaves it.
            ("<svg><g><p><style><b>", r#"svg g p style "<b>""#),
            ("<svg><g></p><style><b>", r#"svg g /p style "<b>""#),
            ("<svg><g></br><style><b>", r#"svg g /br style "<b>""#),
            ("<svg><font><style><g>", "svg font style g"),
            ("<svg><font x><style><g>", "svg font style g"),
            ("<svg><font Color=x><style><b>", r#"svg font style "<b>""#),
            ("<svg><font face><style><b>", r#"svg font style "<b>""#),
            ("<svg><font size><style><b>", r#"svg font style "<b>""#),
            (
                "<svg><desc><svg><b><style><b></style></desc><![CDATA[]]>",
                r#"svg desc svg b style "<b>" /style /desc #[CDATA[]]?"#,
            ),
            ("<svg><desc><p></desc><![CDATA[]]>", "svg desc p /desc #[CDATA[]]"),
            ("<svg><desc><p></p></desc><![CDATA[]]>", "svg desc p /p /desc [[ ]]"),
            (
                "<svg><desc><ul><li>a<li>b</ul></desc><![CDATA[]]>",
                r#"svg desc ul li "a" li "b" /ul /desc [[ ]]"#,
            ),
            (
                "<svg><desc><option>a<option>b</desc><![CDATA[]]>",
                r#"svg desc option "a" option "b" /desc #[CDATA[]]?"#,
            ),
            // An `input` closes the `select` that it stands in.
            ("<svg><desc><select><input></desc><![CDATA[]]>", "svg desc select input /desc [[ ]]"),
            ("<svg><desc><select><b></desc><![CDATA[]]>", "svg desc select b /desc #[CDATA[]]"),
            // An `rtc` stays open for `rt`, and its end tag closes what is in it.
            ("<svg><desc><ruby><rtc><rt><svg></rtc><![CDATA[]]>", "svg desc ruby rtc rt svg /rtc #[CDATA[]]"),
            // End tags go by name alone.
            (
                "<svg><G><linearGradient></LINEARGRADIENT></g></svg><![CDATA[]]>",
                "svg g lineargradient /lineargradient /g /svg #[CDATA[]]",
            ),
            ("<svg><g><a></g><![CDATA[]]></svg><![CDATA[]]>", "svg g a /g [[ ]] /svg #[CDATA[]]"),
            (
                "<svg></style></title></img></body></html><![CDATA[]]>",
                "svg /style /title /img /body /html [[ ]]",
            ),
            // A rule closes the paragraph first, and then the option that it was in.
            (
                "<body><svg><desc><select><option><p><x><hr><math></option><![CDATA[]]>",
                "body svg desc select option p x hr math /option [[ ]]",
            ),
            // Names beyond what is compared at once.
            (
                "<svg><feComponentTransfer><g></FEcomponentTransfer></svg><![CDATA[]]>",
                "svg fecomponenttransfer g /fecomponenttransfer /svg #[CDATA[]]",
            ),
            (
                "<svg><a\0></a\u{FFFD}><![CDATA[]]></svg><![CDATA[]]>",
                "svg a\u{FFFD} /a\u{FFFD} [[ ]] /svg #[CDATA[]]",
            ),
        ],
    );
}

/// NUL is a part of a name, which is another one with it.
#[test]
fn names_with_nul() {
    for name in ["script", "style", "title", "textarea", "xmp", "iframe", "plaintext", "svg", "pre"] {
        for count in 1..=16 {
            let page = format!("<{name}{}>\n<b><![CDATA[]]>", "\0".repeat(count));
            let expected = format!("{name}{} \"\\n\" b #[CDATA[]]", "\u{FFFD}".repeat(count));
            check(&Tokenizer::builder().utf8(), &[(&page, &expected)]);
        }
    }
}

/// Only a tree knows whether frames start, as this depends on the text before. Tags whose mode depends on it are marked.
#[test]
fn frames() {
    check(
        &Tokenizer::builder().utf8(),
        &[
            (
                "<frameset><style><b></style><noframes><b></noframes>",
                r#"frameset style? b /style noframes? "<b>" /noframes"#,
            ),
            (
                "<frameset></frameset><svg><![CDATA[]]><title><b>",
                "frameset /frameset svg #[CDATA[]]? title? b",
            ),
            (
                "<head><title>a</title></head> <frameset><frame><frame></frameset>",
                r#"head title "a" /title /head " " frameset frame frame /frameset"#,
            ),
            ("<template></template><frameset><title><b>", "template /template frameset title? b"),
            ("<input type=Hidden><frameset><title><b>", "input frameset title? b"),
            (
                "<template><table></table></template><frameset><title><b>",
                "template table /table /template frameset title? b",
            ),
            // What is of a body and sets the frameset-ok flag to "not ok".
            ("<body><frameset><title><b>", r#"body frameset title "<b>""#),
            ("<br><frameset><title><b>", r#"br frameset title "<b>""#),
            ("<input><frameset><title><b>", r#"input frameset title "<b>""#),
            ("<li><svg><desc><frameset><title><b>", r#"li svg desc frameset title "<b>""#),
        ],
    );
}

#[test]
fn templates() {
    check(
        &Tokenizer::builder().utf8(),
        &[
            ("<body><template><title><b></title>", r#"body template title "<b>" /title"#),
            // In a template of columns all is ignored but columns and templates.
            (
                "<body><template><col><title><b></template><title><b>",
                r#"body template col title b /template title "<b>""#,
            ),
            (
                "<body><template><script></script><col><svg><![CDATA[]]>",
                "body template script /script col svg #[CDATA[]]",
            ),
            (
                "<body><template><col><template><title><b></title></template><title><b>",
                r#"body template col template title "<b>" /title /template title b"#,
            ),
            // Only a foreign element is closed by its own start tag.
            ("<body><template/><col><title><b>", "body template col title b"),
            ("<body><template><p><col><title><b>", r#"body template p col title "<b>""#),
            ("<body><template><colgroup><title><b>", r#"body template colgroup title "<b>""#),
            ("<svg><template><col><title><b>", "svg template col title b"),
        ],
    );
}

#[test]
fn newlines() {
    check(
        &Tokenizer::builder().utf8(),
        &[
            ("<pre>\n\na", r#"pre !"\n\na""#),
            ("<PRE>\r\na</pre>\n", "pre !\"\\na\" /pre \"\\n\""),
            ("<listing>&#10;a", r#"listing !"\na""#),
            ("<textarea>\r</textarea>\n", r#"textarea !"\n" /textarea "\n""#),
            ("<pre>a\n", r#"pre "a\n""#),
            ("<pre><b>\n", r#"pre b "\n""#),
            ("<pre><!--a-->\n", r#"pre #a "\n""#),
            ("<pre></>\n", r#"pre !"\n""#),
            ("<pre>&\n", r#"pre "&\n""#),
            ("<svg><textarea>\n", r#"svg textarea "\n""#),
            ("<svg><pre>\n", r#"svg pre !"\n""#),
            ("<body><template><col><pre>\n", r#"body template col pre "\n""#),
        ],
    );
    // A construct that is skipped stands before the newline if it is a token, and not if it is a part of text.
    let limits = Limits::new().comment(32, LimitAction::Skip).character_reference(32, LimitAction::Skip);
    check(
        &Tokenizer::builder().utf8().limits(limits),
        &[
            ("<pre><!-- of more than thirty-two bytes -->\n", r#"pre "\n""#),
            ("<pre>&#0000000000000000000000000000000065;\n", r#"pre !"\n""#),
        ],
    );
    check(&Tokenizer::builder().utf8().feedback(Feedback::None), &[("<pre>\na", r#"pre "\na""#)]);
}

#[test]
fn fragments() {
    let of = |element| Tokenizer::builder().utf8().fragment(element);
    let of_html = |name: &str| of(ContextElement::html(name));
    check(
        &of_html("div"),
        &[("<title><b></title></div><![CDATA[]]>", r#"title "<b>" /title /div #[CDATA[]]"#)],
    );
    check(&of_html("TITLE"), &[("<b>&amp;</title><b>", r#""<b>&</title><b>""#)]);
    check(&of_html("style"), &[("<b>&amp;</style>", r#""<b>&amp;</style>""#)]);
    check(&of_html("script"), &[("<b></script>", r#""<b></script>""#)]);
    check(&of_html("plaintext"), &[("<b>", r#""<b>""#)]);
    check(&of_html("noscript"), &[("<b>", "b")]);
    check(&of_html("noscript").scripting(true), &[("<b>", r#""<b>""#)]);
    check(&of_html("html"), &[("<frameset><title><b>", "frameset title? b")]);
    check(&of_html("frameset"), &[("<title><b>", "title b")]);
    check(&of_html("div"), &[("<frameset><title><b>", r#"frameset title "<b>""#)]);
    check(&of_html("colgroup"), &[("<col><title><b>", "col title b")]);
    check(
        &of_html("template"),
        &[("<col><title><b>", "col title b"), ("<p><col><title><b>", r#"p col title "<b>""#)],
    );
    check(
        &of(ContextElement::svg("svg")),
        &[
            (
                "<title></title><style><b></style></svg><![CDATA[]]>",
                "title /title style b /style /svg #[CDATA[]]",
            ),
            ("</svg><![CDATA[]]>", "/svg [[ ]]"),
            ("<p><style><b></style></p><![CDATA[]]>", r#"p style "<b>" /style /p [[ ]]"#),
        ],
    );
    check(
        &of(ContextElement::svg("foreignObject")),
        &[("<style><b></style><![CDATA[]]>", r#"style "<b>" /style [[ ]]"#)],
    );
    check(
        &of(ContextElement::mathml("mi")),
        &[("<style><b></style><mglyph><style><g>", r#"style "<b>" /style mglyph style g"#)],
    );
    // The row around the cell is open.
    check(
        &of(ContextElement::mathml("svg")),
        &[("<table><tr><td><svg></tr><![CDATA[]]>", "table tr td svg /tr #[CDATA[]]")],
    );
    let annotation = ContextElement::mathml("annotation-xml");
    check(&of(annotation.clone()), &[("<style><g>", "style g")]);
    check(&of(annotation.integration_point(true)), &[("<style><g>", r#"style "<g>""#)]);
    check(
        &of_html("style").initial_text_mode(tagspan_core::TextMode::Data),
        &[("<b><style><b>", r#"b style "<b>""#)],
    );
}

/// Facts that only a tree knows. No tag is marked that does not depend on them.
#[test]
fn doubts() {
    check(
        &Tokenizer::builder().utf8(),
        &[
            // An end tag that nothing here has opened closes svg, if something around it has, until a breakout tag.
            (
                "<body><svg><g></b><a><style><i></style><p><style><b>",
                r#"body svg g /b a style? "<i>" /style p style "<b>""#,
            ),
            ("<body><svg></b><![CDATA[]]><p><![CDATA[]]>", "body svg /b #[CDATA[]]? p #[CDATA[]]"),
            ("<body><svg></b><g><svg><style><i></svg>", "body svg /b g svg style i /svg"),
            // One that is no name of HTML is likely to mean nothing.
            (
                "<body><svg></g><style><g></svg><style><i></style>",
                r#"body svg /g style? g /svg style "<i>" /style"#,
            ),
            ("<body><svg></g><![CDATA[]]><p><![CDATA[]]>", "body svg /g [[? ]] p #[CDATA[]]"),
            ("<body><svg><g></desc></g><style><a></style><path>", "body svg g /desc /g style? a /style path"),
            ("<body><math></mi><![CDATA[]]><p><![CDATA[]]>", "body math /mi [[? ]] p #[CDATA[]]"),
            // A form leaves what is in it open, unless there is a template around.
            ("<body><form><svg></form><style><a></style>", "body form svg /form style? a /style"),
            // Closed by the one end tag or by the other.
            ("<body><svg></g></b><![CDATA[]]><p><![CDATA[]]>", "body svg /g /b #[CDATA[]]? p #[CDATA[]]"),
            ("<body><svg></my-icon><style><i></style>", r#"body svg /my-icon style? "<i>" /style"#),
            // With an integration point there is no tag that ends it.
            (
                "<body><svg><desc><b><p></b></desc><p><style><b>",
                r#"body svg desc b p /b /desc p style? "<b>""#,
            ),
            ("<body><svg><desc><p><b></p></desc><style><b>", "body svg desc p b /p /desc style? b"),
            // A marker ends the scope: the end tag closes nothing. With its marker go the formatting elements in it.
            (
                "<body><svg><desc><object><marquee></object></desc><![CDATA[]]>",
                "body svg desc object marquee /object /desc #[CDATA[]]",
            ),
            (
                "<body><svg><desc><object><b></object></desc><![CDATA[]]>",
                "body svg desc object b /object /desc [[ ]]",
            ),
            // The first `a` is not in scope, but still among the active formatting elements: it is closed alone.
            (
                "<body><svg><desc><a><svg><desc><a></a></desc></svg><![CDATA[]]>",
                "body svg desc a svg desc a /a /desc /svg [[? ]]",
            ),
            (
                "<body><svg><desc><a><table><tr><a></table><style><b>",
                "body svg desc a table tr a /table style? \"<b>\"",
            ),
            (
                "<body><svg><desc><nobr><svg><desc><nobr></nobr></desc></svg><![CDATA[]]>",
                "body svg desc nobr svg desc nobr /nobr /desc /svg #[CDATA[]]",
            ),
            // No table closes a paragraph around a button.
            (
                "<body><svg><desc><template><p><button><table><style><b>",
                r#"body svg desc template p button table style "<b>""#,
            ),
            ("<body><svg><desc><td><style><b>", r#"body svg desc td style? "<b>""#),
            (
                "<body><svg><desc><table><tr><td>a</table></desc><![CDATA[]]>",
                r#"body svg desc table tr td "a" /table /desc [[? ]]"#,
            ),
            ("<body><svg><desc><form></form></desc><![CDATA[]]>", "body svg desc form /form /desc [[? ]]"),
            // A pre whose newline depends on it.
            ("<body><svg><desc><form><pre>\n", "body svg desc form pre? !\"\\n\""),
        ],
    );
}

/// Beyond 256 elements there are guesses, and so there are between names that begin alike. It continues all the same.
#[test]
fn depths() {
    let divs = "<div>".repeat(300);
    let deep = format!("<body><table><tr><td><svg><desc>{divs}<tr><td></table><svg><style><b></style></svg>");
    let tail = " tr td /table svg style? b /style /svg";
    check(
        &Tokenizer::builder().utf8(),
        &[(&deep, &format!("body table tr td svg desc{}{tail}", " div".repeat(300)))],
    );
    let (one, other) = ("x".repeat(280) + "a", "x".repeat(280) + "b");
    let alike = format!("<body><svg><desc><{one}><svg></{other}><style><b></style>");
    let seen = format!("body svg desc {one} svg /{other} style? \"<b>\" /style");
    check(&Tokenizer::builder().utf8(), &[(&alike, &seen)]);
    let nested = format!("<body>{}<style>", "<svg>".repeat(255));
    check(&Tokenizer::builder().utf8(), &[(&nested, &format!("body{} style", " svg".repeat(255)))]);
    let nested = format!("<body>{}<style>", "<svg>".repeat(257));
    check(&Tokenizer::builder().utf8(), &[(&nested, &format!("body{} style?", " svg".repeat(257)))]);
    // End tags first close those beyond.
    let nested = format!("<body>{}{}<style><b>", "<svg>".repeat(300), "</svg>".repeat(260));
    let seen = format!("body{}{} style? b", " svg".repeat(300), " /svg".repeat(260));
    check(&Tokenizer::builder().utf8(), &[(&nested, &seen)]);
}

/// Where a `meta` start tag makes no element.
#[test]
fn metas_that_are_ignored() -> Result<(), Error> {
    for feedback in [Feedback::Simulated, Feedback::Names] {
        for (html, is_ignored) in [
            ("<meta>", false),
            ("<body><template><meta>", false),
            ("<svg><meta>", false),
            ("<svg><desc><meta>", false),
            ("<frameset><meta>", true),
            ("<body><template><col><meta>", true),
        ] {
            let mut scanner = scanner(|options| options.feedback = feedback);
            scan(&mut scanner, html.as_bytes(), false, |_| ())?;
            let is_ignored = is_ignored && feedback == Feedback::Simulated;
            assert_eq!(scanner.ignores_meta(), is_ignored, "{html} with {feedback:?}");
        }
    }
    Ok(())
}
