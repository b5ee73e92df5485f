//! Documents in languages with markup: Markdown and dot.
//!
//! The macros `markdown!` and `dot!` make documents. Their literals are markup. Their
//! values are escaped, unless they are numbers or parts in the same language. Values
//! must follow the literal: a name inside its braces would not be escaped, and does not
//! compile because `concat!` builds the literal. A [`Written`] can be made in no other
//! way, so text from outside cannot reach a document as markup.

use crate::error::{is_of_label, is_unseen};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A language of documents.
pub(crate) trait Language {
    /// Escapes a text so that it contains no markup and stays on one line.
    fn escaped(text: &str) -> Cow<'_, str>;
}

/// A document, or a part of one, as markup.
pub(crate) struct Written<L> {
    text: String,
    language: PhantomData<L>,
}

impl<L: Language> Written<L> {
    /// Creates an empty document.
    pub(crate) fn new() -> Written<L> {
        Written::made(String::new())
    }

    /// Wraps the text that one of the macros made. Nothing else may call it.
    pub(crate) fn made(text: String) -> Written<L> {
        let language = PhantomData;
        Written { text, language }
    }

    /// Adds a part and a line end.
    pub(crate) fn line(&mut self, part: Written<L>) {
        self.text += &part.text;
        self.text.push('\n');
    }

    /// Returns the text of the document.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// A value that may stand in a document.
pub(crate) trait Value<L> {
    /// Writes the value, escaped for the language.
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<L: Language> Value<L> for str {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&L::escaped(self))
    }
}

impl<L: Language> Value<L> for String {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&L::escaped(self))
    }
}

impl<L: Language, T: Value<L> + ?Sized> Value<L> for &T {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).show(f)
    }
}

impl<L: Language> Value<L> for Written<L> {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl<L: Language> Value<L> for $number {
            fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        })*
    };
}

numbers!(u32 u64 usize f32 f64);

/// Displays a value as part of a document.
pub(crate) struct Shown<'v, L, T: ?Sized>(pub(crate) &'v T, pub(crate) PhantomData<L>);

impl<L, T: Value<L> + ?Sized> fmt::Display for Shown<'_, L, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}

macro_rules! written {
    ($language:ty, $literal:literal $(, $value:expr)* $(,)?) => {
        $crate::written::Written::<$language>::made(format!(
            concat!($literal)
            $(, $crate::written::Shown(&$value, std::marker::PhantomData::<$language>))*
        ))
    };
}
pub(crate) use written;

/// Makes a part of a document in Markdown.
macro_rules! markdown {
    ($($part:tt)*) => { $crate::written::written!($crate::written::Markdown, $($part)*) };
}
pub(crate) use markdown;

/// Makes a part of a graph in dot, the language of Graphviz.
#[cfg(feature = "cli")]
macro_rules! dot {
    ($($part:tt)*) => { $crate::written::written!($crate::written::Dot, $($part)*) };
}
#[cfg(feature = "cli")]
pub(crate) use dot;

/// GitHub's Markdown.
pub(crate) struct Markdown;

impl Language for Markdown {
    /// Escapes everything that could end a table cell or begin HTML, code or a link.
    fn escaped(text: &str) -> Cow<'_, str> {
        let is_special = |c: char| "\\|<>`~&*_".contains(c) || is_unseen(c);
        if !text.contains(is_special) && !text.contains("](") {
            return Cow::Borrowed(text);
        }
        let mut escaped = String::with_capacity(text.len() + 8);
        for character in text.chars() {
            match character {
                '\\' | '|' | '`' | '~' | '*' => escaped.extend(['\\', character]),
                // An underscore between letters is not markup.
                '_' if !escaped.ends_with(char::is_alphanumeric) => escaped.push_str("\\_"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '&' => escaped.push_str("&amp;"),
                '(' if escaped.ends_with(']') => escaped.push_str("\\("),
                other if !is_of_label(other) => escaped.push('\u{fffd}'),
                other => escaped.push(other),
            }
        }
        Cow::Owned(escaped)
    }
}

/// The dot language of Graphviz. Values appear inside its strings.
pub(crate) struct Dot;

impl Language for Dot {
    fn escaped(text: &str) -> Cow<'_, str> {
        let text = text.replace(|c| !is_of_label(c), "\u{fffd}");
        Cow::Owned(text.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_takes_no_tables_and_no_html() {
        for (text, expected) in [
            ("SCOWL_80 (new) [CH]A", "SCOWL_80 (new) [CH]A"),
            ("a|b <IMG> & `c`", "a\\|b &lt;IMG&gt; &amp; \\`c\\`"),
            ("![x](http://y)\n", "![x]\\(http://y)\u{fffd}"),
            ("~~~\\", "\\~\\~\\~\\\\"),
        ] {
            assert_eq!(Markdown::escaped(text), expected);
        }
    }

    #[test]
    fn values_are_escaped_and_literals_are_not() {
        let part = markdown!("[{:>4}]", "|");
        let whole = markdown!("| {} | {} | {:.1} |", "<b>".to_string(), part, 1.25);
        assert_eq!(whole.into_text(), "| &lt;b&gt; | [  \\|] | 1.2 |");
        let line = dot!("{} -> {{}} [label=\"{}\"]", 7usize, "a\"]\n\\");
        assert_eq!(line.into_text(), "7 -> {} [label=\"a\\\"]\u{fffd}\\\\\"]");
    }
}
