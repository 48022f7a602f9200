//! Sort-friendly URI Reordering Transform: the key of a URL in an index, by the rules that indexers share.
//!
//! The key has the labels of the host in reverse, and no scheme. URLs that mostly are one page have one key: `www.`, upper case,
//! session identifiers, the order of the query and a slash at the end do not count.

use std::net::Ipv4Addr;

use tagspan_extract::Url;

use super::session::{without_path_session, without_query_sessions};

/// The key of a URL; the URL itself if its port is no number.
pub(super) fn surt(url: &str) -> String {
    if url.is_empty() {
        return "-".to_owned();
    }
    if url.starts_with("filedesc") {
        return url.to_owned();
    }
    key(url).unwrap_or_else(|| url.to_owned())
}

fn key(url: &str) -> Option<String> {
    let mut url: String = url.trim_ascii().chars().filter(|c| !matches!(c, '\n' | '\r' | '\t')).collect();
    if split_scheme(&url).is_none() {
        url.insert_str(0, "http://");
    }
    let (scheme, rest) = split_scheme(last_of_schemes(&url))?;
    let rest = rest.split('#').next().unwrap_or_default();
    let (rest, query) = rest.split_once('?').map_or((rest, ""), |(rest, query)| (rest, query));
    let (authority, mut path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    let (mut host, port) = split_authority(authority)?;
    // As in http:////www.example.com/.
    if host.is_empty() && scheme.starts_with("http") {
        path = path.trim_start_matches('/');
        (host, path) = path.split_at(path.find('/').unwrap_or(path.len()));
    }
    let host = canonical_host(host, scheme != "dns");
    let path = canonical_path(path, !host.is_empty());
    let query = canonical_query(query);
    let mut key = if host.is_empty() { format!("{scheme}:") } else { reversed(&host, scheme, port) };
    key += if path.is_empty() && !query.is_empty() { "/" } else { &path };
    if !query.is_empty() {
        key = key + "?" + &query;
    }
    Some(key)
}

fn reversed(host: &str, scheme: &str, port: u16) -> String {
    let labels: Vec<_> = host.split('.').rev().collect();
    let is_default = match &*scheme.to_ascii_lowercase() {
        "http" => port == 80,
        "https" => port == 443,
        _ => false,
    };
    let port = if port == 0 || is_default { String::new() } else { format!(":{port}") };
    labels.join(",") + &port + ")"
}

/// The scheme, and what is behind its colon.
fn split_scheme(url: &str) -> Option<(&str, &str)> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    url.split_once(':').filter(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(is_part)
    })
}

/// Of several schemes at the start, as in http://https://a.example/, the last one counts.
fn last_of_schemes(mut url: &str) -> &str {
    let strip = |url: &'_ str| {
        ["http://", "https://"].iter().find_map(|scheme| Some(url.strip_prefix(scheme)?.len()))
    };
    while let Some(left) = strip(url)
        && strip(&url[url.len() - left..]).is_some()
    {
        url = &url[url.len() - left..];
    }
    url
}

/// The host and the port, zero if there is none; `None` if the port is no number.
fn split_authority(authority: &str) -> Option<(&str, u16)> {
    let authority = authority.trim_end_matches(':');
    let host_and_port = authority.rsplit_once('@').map_or(authority, |(_, behind)| behind);
    let (host, port) = match host_and_port.split_once('[') {
        Some((_, bracketed)) => {
            let (host, behind) = bracketed.split_once(']').unwrap_or((bracketed, ""));
            (host, behind.split_once(':').map_or("", |(_, port)| port))
        }
        None => host_and_port.split_once(':').unwrap_or((host_and_port, "")),
    };
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
    let port = if port.is_empty() { Some(0) } else { port.parse().ok().filter(|_| is_number) };
    Some((host, port?))
}

fn canonical_host(host: &str, strips_www: bool) -> String {
    let mut host = unescape(host.as_bytes());
    if !host.is_ascii()
        && let Some(ascii) = to_ascii(&String::from_utf8_lossy(&host).replace('\u{FFFD}', ""))
    {
        host = ascii.into_bytes();
    }
    // What is no text is escaped, dots are not.
    let host = escape(&host).to_ascii_lowercase().replace("..", ".");
    let host = host.trim_matches('.');
    if let Some(address) = address(host) {
        return address.to_string();
    }
    let without = host.strip_prefix("www").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    match without.and_then(|rest| rest.strip_prefix('.')) {
        Some(rest) if strips_www => rest.to_owned(),
        _ => host.to_owned(),
    }
}

/// An international name in ASCII; `None` if it is none.
fn to_ascii(host: &str) -> Option<String> {
    let labels: Vec<_> = host.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).collect();
    let (last, others) = labels.split_last()?;
    if others.iter().any(|label| label.is_empty()) {
        return None;
    }
    let encode = |label: &str| match label.is_ascii() {
        true => Some(label.to_owned()),
        false => Url::parse(&format!("http://{label}/")).ok()?.host_str().map(str::to_owned),
    };
    let labels: Option<Vec<_>> = others.iter().chain([last]).map(|label| encode(label)).collect();
    labels.map(|labels| labels.join("."))
}

/// The address that a host of numbers is: one for all, or up to four, of which the last one fills the rest.
fn address(host: &str) -> Option<Ipv4Addr> {
    if host.is_empty() || !host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    if !host.contains('.') {
        // Longer numbers are truncated.
        let add = |sum: u32, digit: u8| sum.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
        return Some(host.bytes().fold(0, add).into());
    }
    let number = |part: &str| match part.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => u32::from_str_radix(octal, 8).ok(),
        _ => part.parse().ok(),
    };
    let numbers: Vec<u32> = host.split('.').map(number).collect::<Option<_>>()?;
    let (last, others) = numbers.split_last()?;
    if others.len() > 3 || others.iter().any(|number| *number > 255) {
        return None;
    }
    let rest = 8 * (4 - others.len());
    if u64::from(*last) >= 1 << rest {
        return None;
    }
    let first = others.iter().enumerate().map(|(at, number)| number << (24 - 8 * at)).sum::<u32>();
    Some((first + last).into())
}

fn canonical_path(path: &str, has_host: bool) -> String {
    let mut path = unescape(path.as_bytes());
    if has_host {
        path = without_dots(&path);
    }
    let path = without_path_session(escape(&path).to_ascii_lowercase());
    match path.strip_suffix('/') {
        Some(shorter) if !shorter.is_empty() => shorter.to_owned(),
        _ => path,
    }
}

/// Without the segments `.` and `..`, and without empty ones but the last.
fn without_dots(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|byte| *byte == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if !kept.is_empty() => {
                kept.pop();
            }
            _ => kept.push(segment),
        }
    }
    let last = kept.pop().unwrap_or_default();
    kept.retain(|segment| !segment.is_empty());
    kept.push(last);
    [b"/", &kept.join(&b'/')[..]].concat()
}

/// Without the identifiers of sessions, and sorted by the names, then the values.
fn canonical_query(query: &str) -> String {
    let query = without_query_sessions(escape(&unescape(query.as_bytes()))).to_ascii_lowercase();
    let mut arguments: Vec<_> = query.split('&').collect();
    // A name without a value comes before the same with one.
    arguments.sort_by_key(|argument| {
        argument.split_once('=').map_or((*argument, None), |(name, value)| (name, Some(value)))
    });
    arguments.join("&")
}

/// Undoes escapes until there is none, as some are escaped several times.
fn unescape(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    loop {
        let unescaped = unescape_once(&bytes);
        if unescaped.len() == bytes.len() {
            return bytes;
        }
        bytes = unescaped;
    }
}

fn unescape_once(bytes: &[u8]) -> Vec<u8> {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
    let (mut unescaped, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(bytes.get(at + 1)), digit(bytes.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                unescaped.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                unescaped.push(byte);
                at += 1;
            }
        }
    }
    unescaped
}

/// Escapes control characters, spaces, `#`, `%`, and what is not ASCII.
fn escape(bytes: &[u8]) -> String {
    let mut escaped = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'#' | b'%' | 0..=b' ' | 0x7F.. => escaped += &format!("%{byte:02X}"),
            _ => escaped.push(byte.into()),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::surt;

    /// Keys by the Python package `surt` 0.3.1.
    const KEYS: &[(&str, &str)] = &[
        ("", "-"),
        ("filedesc:foo.arc.gz", "filedesc:foo.arc.gz"),
        ("http://example.com", "com,example)/"),
        ("http://www.Example.com/", "com,example)/"),
        ("https://www2.example.com:443/Path/?Q=1", "com,example)/path?q=1"),
        ("http://example.com:8080/a/", "com,example:8080)/a"),
        ("example.com/a", "com,example)/a"),
        ("http://http://https://order.example/x", "example,order)/x"),
        ("http:////////////////www.vikings.example", "example,vikings)/"),
        ("http:/a.example:80/x", "example:80,a)/x"),
        ("http://", "http:"),
        ("http://a.example?x=1", "example,a)/?x=1"),
        ("http://a.example/?", "example,a)/"),
        ("http://a.example/?b=2&a=1&a&c", "example,a)/?a&a=1&b=2&c"),
        ("http://a.example/a/../../b/./c//d//", "example,a)/../b/c/d"),
        ("http://a.example/%2541%2e/%C3%A9", "example,a)/a./%c3%a9"),
        ("http://a.example/a b#frag", "example,a)/a%20b"),
        ("http://user:pass@a.example:81/", "example,a:81)/"),
        ("http://a.example:/", "example,a)/"),
        ("http://a.example:99999/", "http://a.example:99999/"),
        ("http://a.example:x/", "http://a.example:x/"),
        ("http://[::1]:80/x", "::1)/x"),
        ("http://3279880203/blah", "11,0,127,195)/blah"),
        ("http://10.0.258", "2,1,0,10)/"),
        ("http://017.0.0.1/", "1,0,0,15)/"),
        ("http://1.2.3.4/", "4,3,2,1)/"),
        ("http://1.2.3.400/", "400,3,2,1)/"),
        ("http://a..b.example./", "example,b,a)/"),
        ("http://bücher.example/ü", "example,xn--bcher-kva)/%c3%bc"),
        ("http://%62%C3%BCcher.example/", "example,xn--bcher-kva)/"),
        ("dns:www.example.com", "dns:www.example.com"),
        ("urn:isbn:123", "urn:isbn:123"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("whois://whois.arin.net/a", "net,arin,whois)/a"),
        ("ftp://ftp.example.com/A/", "com,example,ftp)/a"),
        ("data:text/plain,Hi%20there", "data:text/plain,hi%20there"),
        ("HTTP://WWW.A.example/B", "example,a)/b"),
        ("http://a.example/x?jsessionid=0123456789abcdefghijklmnopqrstuv", "example,a)/x"),
        ("http://a.example/x?a=1&PHPSESSID=0123456789abcdefghijklmnopqrstuv&b=2", "example,a)/x?a=1&b=2"),
        (
            "http://a.example/x?sid=0123456789abcdefghijklmnopqrstuv1&c",
            "example,a)/x?c&sid=0123456789abcdefghijklmnopqrstuv1",
        ),
        ("http://a.example/x?ASPSESSIONIDAAAABBBB=abcdefghijklmnopqrstuvwx&q", "example,a)/x?q"),
        ("http://a.example/x?cfid=1&cftoken=2&z=1", "example,a)/x?z=1"),
        ("http://a.example/x?cfid=1&cftoken=", "example,a)/x?cfid=1&cftoken="),
        ("http://a.example/(s(abcdefghijklmnopqrstuvwx))/p/page.aspx?x", "example,a)/p/page.aspx?x"),
        ("http://a.example/(abcdefghijklmnopqrstuvwx)/page.ASPX", "example,a)/page.aspx"),
        (
            "http://a.example/(a(abcdefghijklmnopqrstuvwx)b(abcdefghijklmnopqrstuvwx))/page.aspx",
            "example,a)/page.aspx",
        ),
        (
            "http://a.example/(abcdefghijklmnopqrstuvwx)/page.html",
            "example,a)/(abcdefghijklmnopqrstuvwx)/page.html",
        ),
        ("  http://a.example/ ", "example,a)/"),
        ("http://a.ex\tample/\n", "example,a)/"),
        ("http://www.www.example/", "example,www)/"),
        ("http://www1234.example/", "example)/"),
        ("http://wwwx.example/", "example,wwwx)/"),
        ("http://a.example/100%", "example,a)/100%25"),
        ("http://a.example/%zz%25", "example,a)/%25zz%25"),
        ("http://a.example/%23", "example,a)/%23"),
        ("metadata://gnu.org/software/wget/warc/MANIFEST.txt", "org,gnu)/software/wget/warc/manifest.txt"),
        ("screenshot:http://example.com/", "screenshot:http://example.com"),
        ("urn:pageinfo:http://example.com/", "urn:pageinfo:http://example.com"),
        ("http://a.example/?&", "example,a)/?&"),
        ("http://a.example/?a=b=c&a=b", "example,a)/?a=b&a=b=c"),
        ("http://a.example/;jsessionid=1", "example,a)/;jsessionid=1"),
    ];

    #[test]
    fn keys_are_those_of_other_indexers() {
        for (url, key) in KEYS {
            assert_eq!(surt(url), *key, "{url}");
        }
    }
}
