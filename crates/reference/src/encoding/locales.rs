//! The default encodings that the specification suggests for locales.

use super::{Encoding, SniffingEdition, draft2010, get_an_encoding, living};

/// The default encoding that the specification suggests for a locale: section 12.2.3.2 of the living standard,
/// 12.2.2.1 of 2010, in the last step of the encoding sniffing algorithm.
///
/// The locale is a language tag of BCP 47. How tags match is not said: here by *lookup* of RFC 4647, section 3.4,
/// which tries a tag and then cuts subtags off its end. A tag that matches nothing is *all other locales*.
///
/// # Examples
///
/// ```
/// use tagspan_reference::encoding::{SniffingEdition, suggested_default};
///
/// let living = |locale| suggested_default(locale, SniffingEdition::Living).name();
/// assert_eq!(living("ru-RU"), "windows-1251");
/// assert_eq!(living("zh-Hant-HK"), "Big5");
/// assert_eq!(living("en"), "windows-1252");
/// assert_eq!(suggested_default("ar", SniffingEdition::Draft2010).name(), "UTF-8");
/// ```
pub fn suggested_default(locale: &str, edition: SniffingEdition) -> Encoding {
    let rows = match edition {
        SniffingEdition::Living => living::LOCALES,
        SniffingEdition::Draft2010 => draft2010::LOCALES,
    };
    let mut range = locale;
    loop {
        let listed = rows.iter().find(|(tags, _)| tags.iter().any(|tag| tag.eq_ignore_ascii_case(range)));
        if let Some((_, name)) = listed {
            return get_an_encoding(name).expect("the tables have names that are labels too");
        }
        match range.rsplit_once('-') {
            Some((shorter, _)) => range = shorter,
            // All other locales.
            None => return Encoding::WINDOWS_1252,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{draft2010, get_an_encoding, living};

    #[test]
    fn every_name_of_the_tables_is_a_label() {
        for (tags, name) in living::LOCALES.iter().chain(draft2010::LOCALES) {
            assert!(get_an_encoding(name).is_some(), "{tags:?}: {name}");
        }
    }
}
