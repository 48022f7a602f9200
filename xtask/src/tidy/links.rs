//! Each link of the documentation to a file or a heading leads somewhere. Links to other sites are not followed.

use std::collections::HashSet;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::files::Tree;
use crate::findings::Outcome;

pub(crate) fn links(tree: &Tree) -> Outcome {
    let mut outcome = Outcome::default();
    let pages = tree.files().filter(|file| file.path.ends_with(".md"));
    for (path, text) in pages.filter_map(|file| Some((&file.path, file.text()?))) {
        for (event, range) in Parser::new(text).into_offset_iter() {
            let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
            if dest_url.contains(':') {
                continue;
            }
            outcome.checked += 1;
            let (file, heading) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let target = if file.is_empty() { Some(path.clone()) } else { beside(path, file) };
            let target = target.unwrap_or_default();
            let line = 1 + text[..range.start].matches('\n').count();
            if !tree.files().any(|file| file.path == target || file.path.starts_with(&format!("{target}/"))) {
                outcome.add(path, line, format!("{dest_url} leads to no file"));
            } else if !heading.is_empty()
                && tree.text(&target).is_some_and(|text| !headings(text).contains(heading))
            {
                outcome.add(path, line, format!("{dest_url} leads to no heading"));
            }
        }
    }
    outcome
}

/// The path that a link stands for in a file, if it is in the repository.
fn beside(path: &str, link: &str) -> Option<String> {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(folders.pop()?),
            _ => folders.push(part),
        }
    }
    Some(folders.join("/"))
}

/// The names that links have for the headings of a page.
fn headings(text: &str) -> HashSet<String> {
    let (mut headings, mut heading) = (HashSet::new(), None::<String>);
    for event in Parser::new(text) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.push_str(&text),
            (Event::End(TagEnd::Heading(_)), Some(_)) => {
                headings.extend(heading.take().map(|heading| anchor(&heading)))
            }
            _ => {}
        }
    }
    headings
}

fn anchor(heading: &str) -> String {
    let is_kept = |character: &char| character.is_alphanumeric() || "-_ ".contains(*character);
    heading.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::links;
    use crate::files::Tree;

    #[test]
    fn links_lead_to_files_and_headings() {
        for (link, findings) in [
            ("other.md", 0),
            ("../docs/other.md#two-words", 0),
            ("other.md#three-words", 1),
            ("gone.md", 1),
            ("../../docs/other.md", 1),
            ("../docs", 0),
            ("#here", 0),
            ("#there", 1),
            ("https://example.com/gone", 0),
        ] {
            let page = format!("# Here\n\n[x]({link})\n\n```text\n[x](gone.md)\n```\n");
            let tree = Tree::planted([("docs/page.md", &*page), ("docs/other.md", "# `Two` words\n")]);
            assert_eq!(links(&tree).findings.len(), findings, "{link}");
        }
    }
}
