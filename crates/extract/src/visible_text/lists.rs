//! The markers of list items: bullets, and the numbers of `ol`.

use tagspan::Tag;

/// How the items of a list are numbered.
#[derive(Clone, Copy, Debug)]
enum Numbering {
    Decimal,
    Letters,
    Roman,
}

/// An open list.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// The number of the next item. `None` if items have bullets.
    next: Option<i32>,
    step: i32,
    numbering: Numbering,
    is_upper: bool,
}

impl List {
    /// The list that a tag of `ol` or `ul` opens.
    pub(super) fn new(tag: Tag<'_>) -> Self {
        let mut list = List { next: None, step: 1, numbering: Numbering::Decimal, is_upper: false };
        if tag.is("ol") {
            let is_reversed = tag.attribute("reversed").is_some();
            // A reversed list starts with the number of its items, which only its end tells.
            list.next = integer(tag, "start").or((!is_reversed).then_some(1));
            list.step = if is_reversed { -1 } else { 1 };
            list.set_type(tag);
        }
        list
    }

    /// The marker of the item that a tag of `li` opens, and a space.
    pub(super) fn marker(list: Option<&mut List>, tag: Tag<'_>) -> String {
        let Some(list) = list else { return BULLET.to_owned() };
        let is_numbered = list.next.is_some() || list.step < 0;
        if let Some(value) = integer(tag, "value").filter(|_| is_numbered) {
            list.next = Some(value);
        }
        let Some(number) = list.next else { return BULLET.to_owned() };
        list.next = Some(number.saturating_add(list.step));
        let mut item = list.clone();
        item.set_type(tag);
        item.written(number) + ". "
    }

    /// Takes the numbering of an attribute `type`, if it is one.
    fn set_type(&mut self, tag: Tag<'_>) {
        let kind = tag.attribute_value("type");
        (self.numbering, self.is_upper) = match kind.as_deref() {
            Some("1") => (Numbering::Decimal, false),
            Some("a") => (Numbering::Letters, false),
            Some("A") => (Numbering::Letters, true),
            Some("i") => (Numbering::Roman, false),
            Some("I") => (Numbering::Roman, true),
            _ => return,
        };
    }

    fn written(&self, number: i32) -> String {
        let text = match self.numbering {
            Numbering::Letters if number > 0 => letters(number),
            Numbering::Roman if (1..4000).contains(&number) => roman(number),
            _ => number.to_string(),
        };
        if self.is_upper { text.to_ascii_uppercase() } else { text }
    }
}

const BULLET: &str = "\u{2022} ";

/// `a` to `z`, `aa` and so on.
fn letters(mut number: i32) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    letters.into_iter().rev().collect()
}

fn roman(mut number: i32) -> String {
    let parts = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut text = String::new();
    for (value, digits) in parts {
        while number >= value {
            text += digits;
            number -= value;
        }
    }
    text
}

/// The value of an attribute, by the standard's rules for parsing integers.
fn integer(tag: Tag<'_>, name: &str) -> Option<i32> {
    let value = tag.attribute_value(name)?;
    let value = value.trim_ascii_start();
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    value[..value.len() - digits.len() + count].parse().ok()
}
