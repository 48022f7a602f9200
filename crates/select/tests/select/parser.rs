//! Which selectors are valid, and what is said of others.

use tagspan_select::{SelectorErrorKind, Selectors};

#[test]
fn valid_selectors_are_compiled() {
    for selector in [
        "*",
        "a",
        "A",
        "_a",
        "-a",
        "--a",
        "é",
        r"\31 a",
        r"a\.b",
        ".a",
        "#a",
        r"#\#",
        "a.b#c[d]:root",
        "a b",
        "a>b",
        "a > b",
        "a+b",
        "a ~ b",
        " a , b ",
        "a /* x */ > b",
        "[a]",
        "[ a ]",
        "[a=b]",
        "[a='b']",
        "[a=\"b c\"]",
        "[a ~= b]",
        "[a|=b]",
        "[a^='b']",
        "[a$=b]",
        "[a*=b]",
        "[a=b i]",
        "[a='b'i]",
        "[a=b S]",
        "[a='b",
        "[a",
        "[a='\\\n']",
        ":is(a, b > c)",
        ":where(.a)",
        ":not(a):not(b)",
        ":not(:is(a b))",
        ":nth-child(1)",
        ":nth-child( 2n + 1 )",
        ":nth-child(odd)",
        ":nth-child(EVEN)",
        ":nth-child(-n+3)",
        ":nth-child(+3n-2)",
        ":nth-child(n)",
        ":nth-of-type(2n)",
        ":first-child",
        ":first-of-type",
        ":ROOT",
        ":is(a",
        "*|a",
        "*|*",
        "a:nth-child(99999999999)",
    ] {
        assert!(Selectors::new([selector]).is_ok(), "{selector}: {:?}", Selectors::new([selector]).err());
    }
}

#[test]
fn others_are_refused_with_the_part_and_its_offset() {
    for (selector, offset, part) in [
        ("", 0, ""),
        (" ", 1, ""),
        ("a,", 2, ""),
        ("a >", 3, ""),
        ("> a", 0, ">"),
        ("a > > b", 4, ">"),
        ("a b)", 3, ")"),
        ("a/**/b", 5, "b"),
        ("1a", 0, "1"),
        (".1", 1, "1"),
        ("#", 1, ""),
        ("a$", 1, "$"),
        ("[]", 1, "]"),
        ("[a b]", 3, "b"),
        ("[a=]", 3, "]"),
        ("[a=1]", 3, "1"),
        ("[a='b' x]", 7, "x"),
        ("[a='b'i]x", 8, "x"),
        ("[a='b\n']", 3, "'b\n"),
        (":", 1, ""),
        (":nope", 0, ":nope"),
        (":nope(a b)", 0, ":nope(a b)"),
        (":is()", 4, ")"),
        (":not(a,)", 7, ")"),
        (":nth-child()", 11, ")"),
        (":nth-child(x)", 11, "x"),
        (":nth-child(2n+)", 11, "2"),
        (":nth-child(+ 1)", 11, "+"),
        (":nth-child(1)(", 13, "("),
        ("é ü $", 6, "$"),
    ] {
        let error = Selectors::new(["a", selector]).unwrap_err();
        assert_eq!(
            (error.selector(), error.offset(), error.part()),
            (1, offset, part),
            "{selector}: {error}"
        );
        assert!(matches!(error.kind(), SelectorErrorKind::Expected(_)), "{selector}: {error}");
    }
}

#[test]
fn what_start_tags_do_not_decide_is_refused_with_the_reason() {
    for (selector, offset, part, reason) in [
        ("a :empty", 2, ":empty", "it depends on elements after the start tag"),
        ("li:last-child", 2, ":last-child", "it depends on elements after the start tag"),
        (
            "a:nth-last-child(2n + 1) b",
            1,
            ":nth-last-child(2n + 1)",
            "it depends on elements after the start tag",
        ),
        (":not(:has(a[b=')']))", 5, ":has(a[b=')'])", "it depends on elements after the start tag"),
        ("a:hover", 1, ":hover", "it depends on the state of a document"),
        (":lang(en)", 0, ":lang(en)", "it depends on the state of a document"),
        (":nth-child(2 of .a)", 0, ":nth-child(2 of .a)", "`of` is not counted"),
        ("p::before", 1, "::before", "pseudo-elements are not elements"),
        ("p:after", 1, ":after", "pseudo-elements are not elements"),
        ("svg|a", 0, "svg|", "namespaces are not declared"),
        ("|a", 0, "|", "namespaces are not declared"),
        ("[xlink|href]", 0, "[xlink|href]", "namespaces are not declared"),
        ("[*|href]", 0, "[*|href]", "namespaces are not declared"),
        ("a || b", 2, "||", "columns are not known"),
        ("& a", 0, "&", "selectors do not nest"),
        (":host(a)", 0, ":host(a)", "shadow trees are not looked into"),
    ] {
        let error = Selectors::new([selector]).unwrap_err();
        assert_eq!((error.offset(), error.part()), (offset, part), "{selector}: {error}");
        assert_eq!(error.kind(), SelectorErrorKind::Unsupported(reason), "{selector}");
        assert_eq!(error.to_string(), format!("`{part}` at byte {offset}: {reason}"));
    }
}

#[test]
fn sets_and_nesting_are_limited() {
    let nested = format!("{}a{}", ":not(".repeat(17), ")".repeat(17));
    assert_eq!(Selectors::new([nested]).unwrap_err().kind(), SelectorErrorKind::TooMany(16));
    let long = ["a"; 70_000].join(",");
    assert_eq!(Selectors::new([long]).unwrap_err().kind(), SelectorErrorKind::TooMany(65_535));
    let chain = ["a"; 70_000].join(" ");
    assert_eq!(Selectors::new([chain]).unwrap_err().kind(), SelectorErrorKind::TooMany(65_535));
    let inner = format!(":is({})", ["a b"; 40_000].join(","));
    assert_eq!(Selectors::new([inner]).unwrap_err().kind(), SelectorErrorKind::TooMany(65_535));
}
