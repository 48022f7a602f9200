//! The long parts of the help: formats, guarantees, and the exit status.

use tagspan_extract::columns::Column;

// Broken at 78 columns, as wrapping loses the indent.
pub(crate) const EXIT_STATUS: &str = "\
Exit status:
  0  every input was read to its end, or the reader of the output closed it
  1  an input could not be read or looks like a binary file, a limit was
     reached, or --strict, which some commands have, found it ill-formed: a
     line on standard error says which input and why, and the other inputs
     were still read; or `tagspan check` found errors
  2  the command line is invalid, no input was given, or the program was built
     without a feature that is needed: a line on standard error has the
     command that adds it; --version lists the features";

/// The help of a command that reads tokens, with the part about the encoding.
pub(crate) fn with_encoding(help: &str) -> String {
    format!("{help}\n{ENCODING}\n{EXIT_STATUS}")
}

/// The part about the encoding, for all commands that read tokens.
const ENCODING: &str = "\
The encoding is the one that `tagspan sniff` prints, see its --help. If the
input declares none and neither --default nor --locale is given, it is guessed
from 64K, of which the first byte is the input's first beyond ASCII: see
--detect and --detect-within.

While a declaration may still change the encoding, input is held back, so that
no token has the wrong encoding: until a <meta> confirms or contradicts it,
until the input ends, or until 1M was read. A later declaration is ignored and
reported on standard error. With --charset or --override, or after a byte
order mark, nothing is held back.
";

/// The part about the columns: the name, the type and the content of each.
pub(crate) fn columns() -> String {
    let mut help = "Columns, any value of which may be null:\n".to_owned();
    for column in Column::ALL {
        let fields: Vec<_> = column.fields().collect();
        let fields = if fields.is_empty() { String::new() } else { format!(" ({})", fields.join(", ")) };
        let mut line = format!("  {:<18} {:<10}", column.as_str(), column.type_name());
        for word in format!("{}{fields}", column.about()).split(' ') {
            if line.chars().count() + 1 + word.chars().count() > 78 {
                help += &(line + "\n");
                line = " ".repeat(31);
            }
            line = line + " " + word;
        }
        help += &(line + "\n");
    }
    help
}

pub(crate) const EXTRACT: &str = "
Columns of --select are texts and follow the others. They have selectors as
those of `tagspan select`; null is a column without an element.

Offsets are zero-based, half-open, and in bytes of the page as it was sent,
after HTTP decoding. Rows are in the order of the inputs.

A WARC archive is recognised by the name of the file (.warc, .warc.gz,
.warc.zst) or by the first bytes; in a pipe, by the first bytes. One thread
reads a pipe. Damaged parts of archives are reported on standard error with
their byte ranges, the rest is read, and the exit status is 1. A truncated
page has a row, with the reason in the column `truncated`. An archive that
changes while it is read is reported too.

With --records, each row of the index has a row here, in its order, if its
record is a page. Its first bytes tell the format of an index, which gzip may
compress. Records of one file that lie close are read at once: in each 4,096
rows of the index, or fewer, whose records have 8M. A record that is not at
its place, or is no page, is reported with its file and bytes, and loses no
other one. Members that need the dictionary of a .warc.zst, and records of an
ARC file without compression, cannot be read so.

The file of --output must not be an input, under any name. Until it is
complete, its name starts with a dot and ends with .part. It is removed when
an error occurs or the program is interrupted; only a killed program leaves
it.
";

pub(crate) const INDEX: &str = "\
A line has the key of the URL (SURT), the time as 14 digits, and JSON:
  com,example)/a 20250101000000 {\"url\": \"http://example.com/a\",
    \"mime\": \"text/html\", \"status\": \"200\", \"digest\": \"sha1:...\",
    \"length\": \"512\", \"offset\": \"1024\", \"filename\": \"crawl.warc.gz\"}
on one line. The range of bytes is that of the compressed member of the file;
without compression, that of the record. A key that a record does not have is
left out.

Records are those of the types response, revisit, resource and metadata, the
latter two unless they are application/warc-fields. The digest is that of the
record; a record that has none, and is no revisit, gets that of its payload.

Lines are those of cdxj-indexer, with these differences: a record that is
damaged has no line and is reported; of several HTTP responses in a record,
the final one counts; a resource in an ARC file has its type; an international
host name is that of UTS 46; an empty header is none; archives of zstd are
read; folders are read in the order of names. Options to add requests to keys
and to compress the index are missing.

--sort keeps at most 64M of lines in memory. More go to temporary files, which
have as many bytes as the index.
";

pub(crate) const SELECT: &str = "\
Selectors are those of CSS that a start tag and what is before it decide:
names, classes, identifiers, attributes, :is, :where, :not, :root,
:first-child, :nth-child, :first-of-type, :nth-of-type, and the combinators
` `, `>`, `+` and `~`. Others are refused, with the reason.

Elements are printed in the order of their start tags, an element in another
one too: as they are written in the page, or with --attribute, --text, --span
or --count. Rows are JSON objects with the columns in their order; null is a
column without an element.

  tagspan select 'article a[href]' -a href page.html
  tagspan select table -r 'tr:first-child' page.html
  tagspan select --each .product --column name=h2 --column url=a@href site/

In JSON lines an element has its name, its attributes, its text, itself as it
is written, and the byte ranges of itself, its start tag and its content.
`ambiguity` is there if a browser may have another tree, because of tags that
are not nested: the reason. Of misnested markup, a browser opens formatting
elements such as <b> again; those are not elements of their own here.

An element is kept until those around it that match have ended, at most 64M of
a page, and elements are open at most 512 deep; what is left out is reported.
";

pub(crate) const TOKENS: &str = "\
Text format:
  A line has the token's byte range as start..end, its kind and its decoded
  content: aligned and coloured on a terminal, otherwise separated by tabs.
  With several inputs, a line ==> NAME <== precedes each.

  Content is escaped so that a token is exactly one line: \\n, \\r, \\t, \\0, \\\\,
  \\\" in names and within quotes, and \\u{202e} for other control characters,
  for separators of lines and paragraphs, for byte order marks, and for
  characters that change the direction of text. Dropped bytes are those of the
  input, ill-formed ones as \\xFF. Nothing is ever truncated.

JSON lines:
  {\"kind\":\"Doctype\",\"span\":[0,15],\"name\":\"html\",\"public_id\":null,\"system_id\":null,\"force_quirks\":false}
  {\"kind\":\"StartTag\",\"span\":[0,12],\"name\":\"a\",\"attributes\":[{\"name\":\"href\",\"value\":\"x\"}],\"self_closing\":false}
  {\"kind\":\"EndTag\",\"span\":[12,16],\"name\":\"a\",\"attributes\":[],\"self_closing\":false}
  {\"kind\":\"Comment\",\"span\":[0,8],\"data\":\"x\"}
  {\"kind\":\"ProcessingInstruction\",\"span\":[0,7],\"target\":\"a\",\"data\":\"b\"}
  {\"kind\":\"Text\",\"span\":[0,5],\"data\":\"&\"}
  {\"kind\":\"Error\",\"code\":\"eof-in-tag\",\"offset\":7,\"line\":1,\"column\":8}
  {\"kind\":\"Dropped\",\"span\":[4,7],\"reason\":\"unfinished-tag\",\"data\":\"<a \"}
  With several inputs, each object has the input as its last key, \"file\";
  \"-\" is standard input. Dropped data has U+FFFD for ill-formed bytes.

Offsets are zero-based and in bytes: of the input if it is UTF-8, otherwise of
its UTF-8 form. Spans are half-open. Lines and columns are one-based. A byte
order mark is three bytes of every offset and no column.

Adjacent text is one token, so that --chunk-size does not change the output; a
run of text is kept in memory until it ends. Parse errors precede the token
that they belong to, and split text. Once the encoding is settled, all other
tokens are printed before the program waits for more input.

With --edition 2007, 2009 or 2010, dropped bytes are not printed, empty and
missing values look the same, and --max-token-bytes has no effect. Parse
errors of these editions have no names: each is called after the state that
reports it.
";

pub(crate) const EDITIONS: &str = "\
The editions are the call for comments of October 2007, the drafts of February
2009 and April 2010, the living standard as it was before June 2026, and the
living standard with processing instructions. All are read by the reference: a
literal transcription, slow, of the whole input at once.

A place is a part of the input at whose ends a token starts in every edition.
It is shown with its byte range, its line and column, its source, and then the
tokens of each edition, grouped by editions that agree. Bytes that belong to
no token of an edition are not shown.

With --errors, a place also differs when parse errors are at different
offsets. Their names do not count, as errors of the drafts have none: each is
called after its state. The newest name is shown.

JSON lines:
  {\"span\":[3,8],\"line\":1,\"column\":4,\"source\":\"<br/>\",\"readings\":[
    {\"editions\":[\"2007\"],\"tokens\":[...]},{\"editions\":[\"2009\",...],\"tokens\":[...]}]}
each on one line, tokens as `tagspan tokens` has them. With several inputs,
each object has the input as its last key, \"file\".
";

pub(crate) const SNIFF: &str = "\
The encoding is found by the steps of the HTML Standard, as in a browser for
local files. The first step that finds one counts:

  byte-order-mark   the input's first bytes
  override          --override
  transport         --charset, --content-type
  prescan           a <meta> or an XML declaration in the first bytes
  detection         a guess from 64K, of which the first byte is the first
                    beyond ASCII within 1M or --detect-within, unless
                    --default, --locale or --detect false is given;
                    ISO-2022-JP and UTF-16 without a byte order mark are
                    guessed with --detect any only
  default           --default, --locale or UTF-8
  late-declaration  a <meta> that the prescan did not see, and the tokenizer
                    did, if the encoding was not certain: it is changed

Text format:
  A line has the encoding, the confidence (certain or tentative), the step,
  the byte range that decided as start..end, and its bytes: aligned and
  coloured on a terminal, otherwise separated by tabs. With several inputs,
  their names come first. Bytes are escaped as by `tagspan tokens`, and
  truncated to 100. A value that is missing or unknown is \"-\".

  A late declaration adds one column: whether it restarted the document or
  switched the decoder within it, and the encoding sniffed before; or that it
  confirmed a tentative encoding.

JSON lines, one an input:
  {\"encoding\":\"KOI8-R\",\"sniffed\":\"UTF-8\",\"confidence\":\"tentative\",
   \"source\":\"default\",\"bytes\":null,\"looked_at\":1024,\"declaration\":null,
   \"late\":{\"encoding\":\"KOI8-R\",\"outcome\":\"restarted\",\"bytes\":[1300,1321]}}
  on one line. \"encoding\" is the final encoding; \"sniffed\", \"confidence\",
  \"source\", \"bytes\", \"looked_at\" and \"declaration\" are those of the first
  decision. \"bytes\" is null if no bytes decided. \"declaration\" has U+FFFD for
  ill-formed bytes; it is null without a declaration and after detection.
  \"late\" is null if the tokenizer met no declaration while the encoding was
  tentative; its outcome is \"confirmed\", \"switched\" or \"restarted\", its
  \"bytes\" are null if they were not needed or not kept. With several inputs,
  each object has the input as its last key, \"file\".

An input is read until its encoding cannot change any more, which may be at
its end. At most its first 1M (or --bytes) are kept; later declarations are
still found.
";

pub(crate) const STATS: &str = "\
Adjacent text counts as one token, also across parse errors, and its length is
that of the decoded text. So neither --chunk-size nor --errors changes the
other counts. Attributes are those of start and end tags, as written;
duplicates have the name of an earlier attribute of the same tag.

An input that fails before its first byte counts as a failure and not as a
file; one that fails later counts as both. If no file was read, nothing is
printed.

An ill-formed sequence is one that reads as U+FFFD in the input's encoding.
Only --validate looks for them.

Only the last line depends on time: MB/s are millions of bytes of input per
second of tokenizing, counting and decoding all text, without reading the
input and without finding its encoding.

JSON lines: one object for all inputs together. The speed is its last key,
\"timing\".
";

pub(crate) const LINKS: &str = "\
Text format:
  A line has the byte range of the value as start..end, the element, the
  attribute and the URL: aligned and coloured on a terminal, otherwise
  separated by tabs. A value that is not a URL, or is relative without a base,
  is printed unchanged. Content is escaped as by `tagspan tokens`. With
  several inputs, a line ==> NAME <== precedes each.

JSON lines:
  {\"span\":[9,11],\"element\":\"a\",\"attribute\":\"href\",\"value\":\"/x\",\"rel\":null,\"url\":\"http://a.example/x\",\"kind\":\"attribute\",\"descriptor\":null}
  \"url\" is null if there is none. \"alt\", \"as\", \"download\", \"hreflang\" and
  \"type\" are keys if the tag has these attributes. A value that a limit
  truncated has the key \"truncated\", true, and no URL. With several inputs,
  each object has the input as its last key, \"file\".

Offsets are zero-based and in bytes of the input, in any encoding. Spans are
half-open, without quotes.

Links are the attributes of the HTML Standard that hold URLs, as href of a,
area and link, src, action, formaction, cite, data, poster, ping and obsolete
ones such as background; itemid of items with a type; href in MathML; and href
and xlink:href in SVG, of a and of elements that load other documents, such as
image. The kind says how the URL stands in the attribute:
  attribute   it is the value
  ping        it is one of several in ping
  srcset      it is one of several in srcset or imagesrcset; the descriptor is
              what stands beside it, as 2x or 480w
  refresh     <meta http-equiv=refresh> leads there; the descriptor is the
              seconds
  http-header it is in the header of an archived response: Location, Link,
              Refresh or Content-Location, which the attribute names; there is
              no span and no element, and no <base> applies
  srcdoc      it is a link of the document in srcdoc of an iframe; its span is
              that of the attribute
  css         it is in url() or after @import, with --css; in a style element
              the attribute is empty
The span of a URL among others is that of the whole attribute if that has
character references. Not printed are itemtype, usemap, href of base,
and style without --css. Links in templates, noscript and hidden elements are.

Attributes that the scripts of a page read are links with --attribute. One
whose name ends with srcset is read as srcset, and style as CSS.

URLs are resolved against the first <base href> of the page, else against the
URL of the page: that of its record in an archive, else --base. At most 10,000
links or 1M of values wait for a <base>; one that comes later does not apply
to them.

Limits: a tag has at most 16M and 10,000 attributes, an attribute value 4M.
What is beyond is left out and reported, and the exit status is 1.
";

pub(crate) const TEXT: &str = "\
Text format:
  Lines \"Title: \" and \"Language: \" for what the page has, an empty line, and
  the text. Control characters other than line breaks and tabs, and characters
  that change the direction of text, are escaped as by `tagspan tokens`. With
  several inputs, a line ==> NAME <== precedes each. A title that comes after
  the first 64K of text is printed after the text.

JSON lines, one an input:
  {\"title\":\"A page\",\"lang\":\"en\",\"text\":\"One line\\nanother\"}
  \"title\" and \"lang\" are null if there is none. At most 16M of text are kept;
  with more, the exit status is 1. With several inputs, each object has the
  input as its last key, \"file\".

The text is innerText without style sheets, as far as tokens show it: white
space is collapsed; br is a line break; blocks start and end lines; a
paragraph has an empty line before and after it; a tab separates the cells of
a row; pre keeps its white space. Skipped are script, style, template, title,
textarea, iframe, noembed, noframes, datalist, rp, noscript (unless --noscript
is given), the content of audio, canvas, meter, progress and video, a dialog
that is not open, a details that is not open but for its summary, elements
with hidden or popover, what style attributes hide by display: none or
visibility: hidden (unless --ignore-styles is given), and the parts of SVG and
MathML that are not drawn.

Limits: a tag has at most 16M and 10,000 attributes, an attribute value 4M.
What is beyond is left out and reported, and the exit status is 1.
";

pub(crate) const VIEW: &str = "\
The page needs no network and no other file. It shows the source coloured by
token, with line numbers, the bytes at fault for each parse error and others
that belong to it, references and their characters, and invisible characters;
a table of tokens; a list of errors with what is said about these bytes, the
fix, and where the standard's tokenizer notices the error; counts, the
encoding and why it was chosen, and a strip with the parts of the input. It
can be read without scripts; with them, j and k go from token to token, e and
E from error to error, and d switches between light and dark.

The whole input is escaped, and a content security policy forbids everything
but the page's own script and style. Offsets are in bytes of the input.

An input of more than --shown bytes is read and counted completely; the page
says how many tokens it leaves out.

The npm package has a playground that shows the same of what is pasted or
dropped, with a slider for the size of chunks: npm/playground/build OUT. It
marks errors where the standard's tokenizer notices them.
";

pub(crate) const CHECK: &str = "\
Text format:
  As compilers print errors: the code, the message, the place, the line with
  the bytes at fault and others that belong to them, what a browser does, a
  link to the standard, and the line as a fix would have it. Long lines are
  truncated around the bytes, and escaped as by `tagspan tokens`. The last
  lines count each code.

JSON lines:
  {\"kind\":\"Error\",\"code\":\"duplicate-attribute\",\"offset\":13,
   \"start\":11,\"end\":13,\"line\":1,\"column\":12,\"end_line\":1,\"end_column\":14,
   \"label\":\"this attribute is ignored\",\"related\":[{...}],\"fix\":{...}}
  on one line. \"offset\" is where the standard's tokenizer notices the error,
  as in `tagspan tokens --errors`; the others are of the bytes at fault, which
  may be none, where something is missing. \"related\" has other bytes that the
  error is about, with the same keys from \"start\" to \"label\"; \"fix\" has
  \"title\" and \"edits\", each with the keys from \"start\" to \"end_column\" of what
  it replaces and the \"text\", or is null. With several inputs, each object has
  the input as its last key, \"file\".

--authoring adds what the standard forbids authors and the tokenizer does not
notice, as errors with these codes:
  missing-doctype, misplaced-doctype, obsolete-doctype
              the page should begin with <!DOCTYPE html>, and have no other; a
              page without any tag or text is not reported
  non-void-html-element-start-tag-with-trailing-solidus
              as <div/>: the / closes elements of SVG and MathML only
  end-tag-of-void-element
              as </br>, </img>
  end-tag-in-script
              a </script that does not end the script
  lost-newline
              &#10; at the start of a pre or textarea; a newline that is
              written as such is ignored too, and conforms
To deny one of these codes turns them on.

SARIF is one object, whose rules are all codes. It has at most 25,000 errors;
a line on standard error says how many are left out. GitHub's format is one
command for each error, `::error file=...`, or `::warning` for codes that are
not denied.

Offsets are zero-based and in bytes of the input, in any encoding. Lines and
columns are one-based; columns are code points. Spans are half-open.

--fix makes the fixes after which a browser reads the same, and which bring no
other error; an error without such a fix is left. Fixes that touch
are made one after the other, until none is left. All other bytes of the file
stay, in any encoding. A file is replaced when the new one is complete; files
in archives and compressed files are not changed. The file is held in memory.
--diff shows the same as a patch of the bytes that `patch -p0` takes; on a
terminal, and of encodings such as UTF-16, in UTF-8.

Exit status of this command: 1 if errors that are denied were found; with
--fix, if any are left; with --diff, if any would be left or any input would
be changed.

Without --authoring, these are the errors of the tokenizer, by the codes of
the HTML Standard. Errors that only a tree builder finds, such as elements
that are not closed, are not checked. Memory does not grow with the input. Of
a token that limits truncate (a comment or a value beyond 4M, a tag beyond 16M
or with more than 10,000 attributes), errors are reported without the bytes at
fault.
";
