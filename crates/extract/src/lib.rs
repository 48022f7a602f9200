//! Links, visible text, title, language and metadata of HTML pages, in one pass over the tokens of [tagspan].
//!
//! A page in memory, in any encoding:
//!
//! ```
//! use tagspan_extract::{Url, extract};
//!
//! let url = Url::parse("https://example.com/menu/").ok();
//! let html = b"<title>Menu</title><p>Fish &amp; chips, <a href=../order>order</a>";
//! let page = extract(html, url.as_ref())?;
//! assert_eq!(page.title.as_deref(), Some("Menu"));
//! assert_eq!(page.text, "Fish & chips, order");
//! assert_eq!(page.url(&page.links[0]).unwrap().as_str(), "https://example.com/order");
//! # Ok::<(), tagspan::Error>(())
//! ```
//!
//! # Which type to use
//!
//! * [`extract`]: a whole page.
//! * [`Extractor`]: chunks, other settings, fewer results, results before the end.
//! * [`VisibleText`]: the text alone, which is not kept.
//! * [`url_attributes`]: the links of one tag, which are not kept or decoded.
//!
//! Results do not depend on how the source is split into chunks. Memory is bounded by [`PageLimits`], and the data that limits
//! leave out is counted in [`Page::lost`]. Malformed HTML is not an error.
//!
//! # Links
//!
//! Each URL in an attribute of the standard that holds URLs is a [`Link`]:
//!
//! | attributes | of |
//! |---|---|
//! | `href` | `a`, `area`, `link` |
//! | `src` | `audio`, `embed`, `iframe`, `img`, `input`, `script`, `source`, `track`, `video` |
//! | `action`, `formaction` | `form`; `button`, `input` |
//! | `cite` | `blockquote`, `del`, `ins`, `q` |
//! | `srcset`, `imagesrcset` | `img`, `source`; `link` |
//! | `content` | `meta` with `http-equiv=refresh` |
//! | `data`, `ping`, `poster` | `object`; `a`, `area`; `video` |
//! | obsolete: `background`, `longdesc`, `lowsrc`, `manifest`, `profile`, `src` | `body` and parts of tables; `frame`, `iframe`, `img`; `img`; `html`; `head`; `bgsound`, `frame` |
//! | `itemid` | elements of HTML with `itemscope` and a type in `itemtype` |
//! | `href`, `xlink:href` in SVG | `a`, `feImage`, `image`, `linearGradient`, `mpath`, `pattern`, `radialGradient`, `script`, `textPath`, `use`; of SVG 1.1, `altGlyph`, `color-profile`, `cursor`, `filter`, `font-face-uri`, `glyphRef`, `tref` |
//! | `href` in MathML | all elements |
//!
//! In SVG all but `a` load what their URL names. Those that name a part of the page itself, such as `#icon`, are left out.
//!
//! A value may hold several URLs, each with something beside it: see [`LinkKind`] and [`Link::descriptor`]. What the tag says of
//! a link, such as `alt` and `hreflang`, is in [`Link::attributes`]. Candidates of
//! `srcset` whose descriptors are in error have no link, nor has a refresh of the page itself.
//!
//! Other attributes, such as `data-src`, are links if the caller names them: [`ExtractorBuilder::link_attributes`].
//!
//! With [`ExtractorBuilder::css`], so are the URLs of `url()` and `@import` in `style` attributes and in `style` elements of CSS, but
//! not those that name a part of the page itself, such as `#mask`.
//!
//! The links of the document in `srcdoc` of an `iframe` are links of the page, [and say so](LinkKind::Srcdoc). Its own `<base>`
//! and documents within it are not looked at.
//!
//! Left out by name: `href` of `<base>`, which is [`Page::base`];
//! `itemtype`, which is an identifier; `usemap`, which is a name; the obsolete `archive`, `classid` and `codebase`; other
//! attributes of SVG and MathML, such as `href` of `animate`, whose target is in the same document.
//!
//! URLs are resolved by the crate [`url`] against the first `<base href>` of the page, anywhere in the page, else against the
//! URL of the caller. A `<base href>` that is not a URL, or has the scheme `data:` or `javascript:`, has no effect. Links in
//! templates, in `noscript` and in hidden elements count; comments have no links.
//!
//! # Visible text
//!
//! Text in the order of the source, as `innerText` of a page without style sheets: white space is collapsed, a `br` is a line
//! break, blocks start and end lines, a `p` has an empty line before and after it, a tab separates the cells of a row,
//! rows start lines, and white space in `pre` is preserved. A `display` in a `style` attribute, such as `block` or `inline`, makes
//! a block of an element or none. In SVG, only `text` is text, in lines of its own. The text of a source that is read in the
//! [PLAINTEXT state](tagspan::TextMode::Plaintext) from its first byte on stays as it stands.
//!
//! Skipped are `script`, `style`, `template`, `title`, `textarea`, `iframe`, `noembed`, `noframes`, `datalist`, `rp`;
//! `noscript`, unless [enabled](VisibleText::noscript); the fallback content of `audio`, `canvas`, `meter`, `progress` and
//! `video`; a `details` that is not `open`, but for its `summary`; a `dialog` that is not `open`; elements with `hidden` or
//! `popover`; what a `style` attribute hides by `display: none` or `visibility: hidden`, unless
//! [disabled](VisibleText::style_attributes); in SVG `defs`, `desc`, `metadata`, `symbol` and `title`, in MathML `annotation`
//! and `annotation-xml`.
//!
//! # Limitations of tokens
//!
//! No tree is built. A stack of at most 512 names determines where elements start and end, with the standard's rules for
//! omitted end tags, scopes, tables and lists. A test compares 608 snippets with Chromium and lists the 66 that differ, with the
//! reasons. Differences from a browser:
//!
//! * Style sheets, other properties in `style` attributes, generated content, and text that scripts write. Of `display`, the
//!   values that make parts of tables, and those that depend on other elements or on `var()`, change nothing; nor does `display`
//!   on an element whose content is skipped.
//! * Images, controls and drawings without text leave one space between the words around them, and form feeds separate words.
//! * In SVG, the attributes `display` and `visibility` are not read. A formula is text in a line, without its layout.
//! * The content of an `object` is shown, and all of a `switch`; an `option` that is `hidden` is not.
//! * `html` and `body` are shown, whatever their attributes are: scripts show such pages.
//! * Text in a table outside of cells, which a tree builder moves ahead of the table, stays where it is.
//! * A formatting element, such as `b`, that a block interrupts is not opened again. So `hidden` of a `b` ends with its
//!   block, and an `a` that a tree has twice is one link. A block that a tree builder moves out of an `a`
//!   or `b` when that ends is hidden by the elements between the two.
//! * A `table` ends a `p`, also in quirks mode.
//! * `noscript` is skipped up to its end tag, also in a `head`, where a tree builder ends it at the first text.
//! * Text beside a `frameset`, which a tree builder drops.
//! * Elements deeper than 512 do not hide text.
//! * [`Page::title`] is that of the first `<title>` tag outside of SVG and templates, even where a tree builder ignores it,
//!   such as in a `frameset`. Likewise `<base>`, `<link>`, `<meta>`, `<html>` and the tags of links, such as a `form` in a
//!   `form`.

#![forbid(unsafe_code)]

mod anchor;
mod base_url;
pub mod columns;
mod css;
mod extractor;
#[cfg(not(feature = "url"))]
mod host_url;
mod http_header;
mod limits;
mod link;
mod link_attribute;
mod links;
mod metadata;
mod page;
mod query;
mod references;
mod refresh;
mod sheet;
mod srcset;
mod url_attributes;
mod visible_text;
mod words;

pub use extractor::{Extractor, ExtractorBuilder, extract};
#[cfg(not(feature = "url"))]
pub use host_url::{InvalidUrl, Url, UrlParser, set_url_parser};
pub use limits::{Lost, PageLimits};
pub use link::{Link, LinkKind};
pub use link_attribute::{InvalidLinkAttribute, LinkAttribute};
pub use page::{JsonLd, Meta, Page};
#[cfg(feature = "url")]
pub use url::Url;
pub use url_attributes::{UrlAttribute, url_attributes};
pub use visible_text::VisibleText;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
