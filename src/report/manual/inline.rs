//! Text with emphasis, broken into lines.

use anstyle::{AnsiColor, Style};

use crate::report::foreign::harmless;

/// Text of one style.
#[derive(Debug, Clone)]
struct Piece {
    style: Style,
    text: String,
    /// Whether its white space is kept and never broken at.
    whole: bool,
}

/// A paragraph, a heading or a cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Inline {
    pieces: Vec<Piece>,
    styles: Vec<Style>,
}

impl Inline {
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.iter().all(|piece| piece.text.trim().is_empty())
    }

    /// What follows has this style, until [`Inline::leave`].
    pub(super) fn enter(&mut self, style: Style) {
        self.styles.push(style);
    }

    pub(super) fn leave(&mut self) {
        self.styles.pop();
    }

    pub(super) fn text(&mut self, text: &str) {
        let style = self.style();
        self.pieces.push(Piece { style, text: text.to_owned(), whole: false });
    }

    /// Code, between backquotes where no colour sets it apart.
    pub(super) fn code(&mut self, text: &str, color: bool) {
        let text = if color { text.to_owned() } else { format!("`{text}`") };
        let style = self.style().fg_color(Some(AnsiColor::Cyan.into()));
        self.pieces.push(Piece { style, text, whole: true });
    }

    fn style(&self) -> Style {
        self.styles.last().copied().unwrap_or_default()
    }

    /// Its length on one line, in characters.
    pub(super) fn width(&self) -> usize {
        self.words().iter().map(|word| word.width + 1).sum::<usize>().saturating_sub(1)
    }

    /// The lines of at most `width` characters, each with its length. A longer word has a line of its own.
    pub(super) fn lines(&self, width: usize, color: bool) -> Vec<(String, usize)> {
        let mut lines: Vec<(String, usize)> = Vec::new();
        for word in self.words() {
            let shown = word.shown(color);
            match lines.last_mut() {
                Some((line, length)) if *length + 1 + word.width <= width => {
                    line.push(' ');
                    line.push_str(&shown);
                    *length += 1 + word.width;
                }
                _ => lines.push((shown, word.width)),
            }
        }
        lines
    }

    /// The words: what stands between white space, of several styles if need be.
    fn words(&self) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        let mut open = false;
        for piece in &self.pieces {
            let parts: Vec<&str> =
                if piece.whole { vec![piece.text.as_str()] } else { piece.text.split(char::is_whitespace).collect() };
            for (index, part) in parts.iter().enumerate() {
                open &= index == 0;
                if part.is_empty() {
                    continue;
                }
                if !open {
                    words.push(Word::default());
                    open = true;
                }
                if let Some(word) = words.last_mut() {
                    let text = harmless(part);
                    word.width += text.chars().count();
                    word.parts.push((piece.style, text));
                }
            }
        }
        words
    }
}

#[derive(Debug, Default)]
struct Word {
    parts: Vec<(Style, String)>,
    width: usize,
}

impl Word {
    fn shown(&self, color: bool) -> String {
        let part = |(style, text): &(Style, String)| if color { format!("{style}{text}{style:#}") } else { text.clone() };
        self.parts.iter().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_styles_and_code_its_spaces() {
        let mut inline = Inline::default();
        inline.text("see ");
        inline.code("a b", false);
        inline.text(", or\nnot ");
        inline.enter(Style::new().bold());
        inline.text("at  all");
        inline.leave();
        inline.text(".");
        let plain: Vec<String> = inline.lines(12, false).into_iter().map(|(line, _)| line).collect();
        assert_eq!(plain, ["see `a b`,", "or not at", "all."]);
        assert_eq!(inline.width(), "see `a b`, or not at all.".len());
        assert!(inline.lines(80, true)[0].0.contains("\u{1b}[1mall\u{1b}[0m."), "{:?}", inline.lines(80, true));
        assert!(inline.lines(80, false)[0].0.ends_with("at all."));
    }

    #[test]
    fn a_long_word_is_not_lost() {
        let mut inline = Inline::default();
        inline.text("a verylongword b\u{1b}[2J");
        let lines = inline.lines(4, false);
        assert_eq!(lines[1], ("verylongword".to_owned(), 12));
        assert!(lines.iter().all(|(line, _)| !line.contains('\u{1b}')));
    }
}
