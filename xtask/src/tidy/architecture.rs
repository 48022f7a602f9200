//! Reads the parts of `ARCHITECTURE.md` that rules are made of: what stands between two markers.

use crate::files::Tree;

pub(crate) const PATH: &str = "ARCHITECTURE.md";

/// The lines between `<!-- name:begin -->` and `<!-- name:end -->`, with their one-based numbers.
///
/// # Errors
///
/// What is missing: the file, or a marker.
pub(crate) fn section<'a>(tree: &'a Tree, name: &str) -> Result<Vec<(usize, &'a str)>, String> {
    let text = tree.text(PATH).ok_or("the file is missing; it holds the rules")?;
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let mut lines = text.lines().zip(1..).map(|(line, number)| (number, line));
    if !lines.any(|(_, line)| line.trim() == begin) {
        return Err(format!("the marker `{begin}` is missing"));
    }
    let mut section = Vec::new();
    for (number, line) in lines {
        if line.trim() == end {
            return Ok(section);
        }
        section.push((number, line));
    }
    Err(format!("the marker `{end}` is missing"))
}

/// What stands between backquotes in a line.
pub(crate) fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::{PATH, code_spans, section};
    use crate::files::Tree;

    #[test]
    fn a_section_lies_between_its_markers() {
        let fine = "a\n<!-- x:begin -->\nb\nc\n<!-- x:end -->\nd\n";
        assert_eq!(section(&Tree::planted([(PATH, fine)]), "x"), Ok(vec![(3, "b"), (4, "c")]));
        for missing in
            ["", "<!-- x:begin -->\nb\n", "b\n<!-- x:end -->\n", "<!-- y:begin -->\n<!-- y:end -->\n"]
        {
            assert!(section(&Tree::planted([(PATH, missing)]), "x").is_err(), "{missing:?}");
        }
        assert!(section(&Tree::planted([]), "x").is_err());
    }

    #[test]
    fn code_spans_are_what_backquotes_hold() {
        assert_eq!(code_spans("| `a` and `b-c`, d |").collect::<Vec<_>>(), ["a", "b-c"]);
        assert_eq!(code_spans("nothing").count(), 0);
    }
}
