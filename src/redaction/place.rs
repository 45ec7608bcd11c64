//! What the rest of its line says about a key: configuration, code or a sentence.
//!
//! It only weighs bare values; a quoted value needs no context.

/// How much of a line is looked at on each side.
const REACH: usize = 256;

/// The text of a line before a key.
pub(super) struct Place<'a> {
    before: &'a str,
    /// Whether `before` reaches back to the beginning of the line.
    whole: bool,
}

impl<'a> Place<'a> {
    /// The place of a key that begins at `at`.
    pub(super) fn of(text: &'a str, at: usize) -> Self {
        let from = text.ceil_char_boundary(at.saturating_sub(REACH)).min(at);
        let window = &text[from..at];
        // A line break may be escaped, inside a JSON string.
        let breaks = [window.rfind(['\n', '\r']).map(|at| at + 1), window.rfind("\\n").map(|at| at + 2)];
        let start = breaks.into_iter().flatten().max();
        Self { before: &window[start.unwrap_or_default()..], whole: start.is_some() || from == 0 }
    }

    /// Whether the key is the first word of its line, apart from signs of lists, diffs, comments and gutters, and from words that
    /// set a variable.
    pub(super) fn is_start(&self) -> bool {
        const SETTERS: [&str; 10] = ["export", "set", "setenv", "ENV", "ARG", "env", "local", "declare", "readonly", "e"];
        let sign = |c: char| c.is_ascii_whitespace() || c.is_ascii_digit() || "-+>#/*|;!\"'`{[".contains(c);
        self.whole && self.before.split(sign).all(|word| word.is_empty() || SETTERS.contains(&word))
    }

    /// Whether a keyword declares the key as a name in code.
    pub(super) fn is_declaration(&self) -> bool {
        const KEYWORDS: [&str; 16] = [
            "let", "mut", "const", "var", "val", "static", "final", "auto", "string", "String", "str", "def", "fn", "return",
            "if", "for",
        ];
        let word = self.before.trim_end().rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        KEYWORDS.contains(&word)
    }

    /// Whether the key stands among the arguments of a call: `connect(user, password=…`.
    pub(super) fn is_in_call(&self) -> bool {
        let mut open = Vec::new();
        let mut previous = ' ';
        for character in self.before.chars() {
            match character {
                '(' => open.push(previous.is_ascii_alphanumeric() || previous == '_'),
                ')' => drop(open.pop()),
                _ => {}
            }
            previous = character;
        }
        open.contains(&true)
    }

    /// Whether the sentence is about a token of a grammar: "unexpected token: …".
    pub(super) fn is_about_syntax(&self) -> bool {
        const WORDS: [&str; 7] = ["unexpected", "expected", "invalid", "unknown", "illegal", "next", "bad"];
        let word = self.before.trim_end().rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
    }

    /// Whether the key stands inside a text that this quote opened on its line.
    pub(super) fn is_inside(&self, quote: u8) -> bool {
        self.before.bytes().filter(|byte| *byte == quote).count() % 2 == 1
    }
}

/// Where the line ends that holds `at`, or how far it is looked at.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let end = text.floor_char_boundary(at + REACH);
    text[at..end].find(['\n', '\r']).map_or(end, |next| at + next)
}
