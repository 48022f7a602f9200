//! Languages: lists of words of our own choosing, and how words make a sentence.

/// A language.
pub(super) struct Language {
    pub(super) name: &'static str,
    /// For `lang`.
    pub(super) code: &'static str,
    /// The words, the more frequent ones first.
    list: &'static str,
    /// Between words.
    pub(super) space: &'static str,
    /// Between the parts of a sentence, space included.
    pub(super) comma: &'static str,
    /// After a sentence.
    pub(super) stop: &'static str,
    /// Between sentences.
    pub(super) gap: &'static str,
}

impl Language {
    const fn spaced(name: &'static str, code: &'static str, list: &'static str) -> Self {
        Language { name, code, list, space: " ", comma: ", ", stop: ".", gap: " " }
    }

    const fn joined(name: &'static str, code: &'static str, list: &'static str) -> Self {
        Language { space: "", comma: "、", stop: "。", gap: "", ..Language::spaced(name, code, list) }
    }

    pub(super) fn words(&self) -> Vec<&'static str> {
        self.list.split_whitespace().collect()
    }

    /// The words that are nothing but ASCII letters, and three or more: for names and addresses.
    pub(super) fn ascii(&self) -> Vec<&'static str> {
        let is_name = |word: &&str| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
        self.list.split_whitespace().filter(is_name).collect()
    }
}

pub(super) static ENGLISH: Language = Language::spaced("english", "en", include_str!("words/english.txt"));
pub(super) static WESTERN: Language = Language::spaced("western", "fr", include_str!("words/western.txt"));
pub(super) static CENTRAL: Language = Language::spaced("central", "pl", include_str!("words/central.txt"));
pub(super) static SOUTHERN: Language = Language::spaced("southern", "mt", include_str!("words/southern.txt"));
pub(super) static BALTIC: Language = Language::spaced("baltic", "lv", include_str!("words/baltic.txt"));
pub(super) static NORDIC: Language = Language::spaced("nordic", "is", include_str!("words/nordic.txt"));
pub(super) static CELTIC: Language = Language::spaced("celtic", "cy", include_str!("words/celtic.txt"));
pub(super) static ROMANIAN: Language = Language::spaced("romanian", "ro", include_str!("words/romanian.txt"));
pub(super) static RUSSIAN: Language = Language::spaced("russian", "ru", include_str!("words/russian.txt"));
pub(super) static UKRAINIAN: Language =
    Language::spaced("ukrainian", "uk", include_str!("words/ukrainian.txt"));
pub(super) static GREEK: Language = Language::spaced("greek", "el", include_str!("words/greek.txt"));
pub(super) static TURKISH: Language = Language::spaced("turkish", "tr", include_str!("words/turkish.txt"));
pub(super) static HEBREW: Language = Language::spaced("hebrew", "he", include_str!("words/hebrew.txt"));
pub(super) static ARABIC: Language =
    Language { comma: "\u{60c} ", ..Language::spaced("arabic", "ar", include_str!("words/arabic.txt")) };
pub(super) static VIETNAMESE: Language =
    Language::spaced("vietnamese", "vi", include_str!("words/vietnamese.txt"));
pub(super) static THAI: Language = Language {
    comma: " ",
    stop: "",
    gap: " ",
    ..Language::joined("thai", "th", include_str!("words/thai.txt"))
};
pub(super) static CHINESE: Language =
    Language { comma: "，", ..Language::joined("chinese", "zh-CN", include_str!("words/chinese.txt")) };
/// With characters that have four bytes in gb18030, and none in gbk.
pub(super) static CHINESE_FULL: Language = Language {
    comma: "，",
    ..Language::joined("chinese, full", "zh-CN", include_str!("words/chinese-full.txt"))
};
pub(super) static TRADITIONAL: Language = Language {
    comma: "，",
    ..Language::joined("traditional", "zh-TW", include_str!("words/traditional.txt"))
};
pub(super) static JAPANESE: Language = Language::joined("japanese", "ja", include_str!("words/japanese.txt"));
pub(super) static KOREAN: Language = Language::spaced("korean", "ko", include_str!("words/korean.txt"));
