//! Character classes: what a set contains, and how it is written for the `regex` crate.
//!
//! Go takes `[`, `&&`, `--` and `~~` inside a class literally; the `regex` crate reads nested classes and set operations.
//! So a class is read into its members and written anew with everything escaped.

use super::facts::Facts;

/// A set of characters while it is read.
#[derive(Debug, Clone)]
pub(super) struct Class {
    members: [bool; 128],
    /// The class names characters beyond ASCII.
    pub beyond_ascii: bool,
    /// A Unicode property is in the class; its members are not known here.
    opaque: bool,
    written: String,
}

impl Class {
    /// The empty set.
    pub(super) fn new() -> Self {
        Self { members: [false; 128], beyond_ascii: false, opaque: false, written: String::new() }
    }

    /// Adds `first..=last`.
    pub(super) fn range(&mut self, first: char, last: char) {
        self.mark(first, last);
        self.write(first);
        if first != last {
            self.written.push('-');
            self.write(last);
        }
    }

    /// Adds `\d`, `\w`, `\s` or their complements: ASCII only, as in Go.
    pub(super) fn perl(&mut self, letter: char) {
        let (ranges, written): (&[(char, char)], &str) = match letter.to_ascii_lowercase() {
            'd' => (&[('0', '9')], "0-9"),
            'w' => (&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')], "0-9A-Z_a-z"),
            _ => (&[('\t', '\n'), ('\u{c}', '\r'), (' ', ' ')], "\\t\\n\\x0C\\r\\x20"),
        };
        self.named(ranges, written, letter.is_ascii_uppercase());
    }

    /// Adds `[:name:]` or `[:^name:]`; false when there is no such name.
    pub(super) fn posix(&mut self, name: &str) -> bool {
        let (name, negated) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
        let (ranges, written): (&[(char, char)], &str) = match name {
            "alnum" => (&[('0', '9'), ('A', 'Z'), ('a', 'z')], "0-9A-Za-z"),
            "alpha" => (&[('A', 'Z'), ('a', 'z')], "A-Za-z"),
            "ascii" => (&[('\0', '\x7f')], "\\x00-\\x7F"),
            "blank" => (&[('\t', '\t'), (' ', ' ')], "\\t\\x20"),
            "cntrl" => (&[('\0', '\x1f'), ('\x7f', '\x7f')], "\\x00-\\x1F\\x7F"),
            "digit" => (&[('0', '9')], "0-9"),
            "graph" => (&[('!', '~')], "\\x21-\\x7E"),
            "lower" => (&[('a', 'z')], "a-z"),
            "print" => (&[(' ', '~')], "\\x20-\\x7E"),
            "punct" => (&[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')], "\\x21-\\x2F\\x3A-\\x40\\x5B-\\x60\\x7B-\\x7E"),
            "space" => (&[('\t', '\r'), (' ', ' ')], "\\t-\\r\\x20"),
            "upper" => (&[('A', 'Z')], "A-Z"),
            "word" => (&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')], "0-9A-Z_a-z"),
            "xdigit" => (&[('0', '9'), ('A', 'F'), ('a', 'f')], "0-9A-Fa-f"),
            _ => return false,
        };
        self.named(ranges, written, negated);
        true
    }

    /// Adds a Unicode property, already written in the target syntax.
    pub(super) fn property(&mut self, written: &str) {
        self.beyond_ascii = true;
        self.opaque = true;
        self.written.push_str(written);
    }

    /// The class in the target syntax, and the facts about it.
    pub(super) fn finish(mut self, negated: bool) -> (String, Facts) {
        let written = format!("[{}{}]", if negated { "^" } else { "" }, self.written);
        if negated {
            self.members.iter_mut().for_each(|member| *member = !*member);
        }
        let newline = self.opaque || self.members[usize::from(b'\n')];
        let mut singles: Vec<String> = (0u8..128)
            .filter(|byte| self.members[usize::from(*byte)])
            .map(|byte| char::from(byte.to_ascii_lowercase()).to_string())
            .collect();
        singles.sort_unstable();
        singles.dedup();
        let few = singles.len() <= 16 && !negated && !self.opaque && !self.beyond_ascii;
        (written, if few { Facts::one_of(singles) } else { Facts::any_byte(newline) })
    }

    fn named(&mut self, ranges: &[(char, char)], written: &str, negated: bool) {
        if negated {
            let mut inside = Self::new();
            ranges.iter().for_each(|(first, last)| inside.mark(*first, *last));
            for (member, excluded) in self.members.iter_mut().zip(inside.members) {
                *member |= !excluded;
            }
            // Every byte beyond ASCII belongs to the complement; that needs no Unicode mode, but it is not a short list.
            self.opaque = true;
            self.written.push_str(&format!("[^{written}]"));
        } else {
            ranges.iter().for_each(|(first, last)| self.mark(*first, *last));
            self.written.push_str(written);
        }
    }

    fn mark(&mut self, first: char, last: char) {
        self.beyond_ascii |= !last.is_ascii();
        for (code, member) in (0u32..).zip(self.members.iter_mut()) {
            *member |= (u32::from(first)..=u32::from(last)).contains(&code);
        }
    }

    fn write(&mut self, character: char) {
        push_escaped(&mut self.written, character);
    }
}

/// Writes one character as a literal in the target syntax, inside or outside a class.
pub(super) fn push_escaped(written: &mut String, character: char) {
    match character {
        // `\<` and `\>` would be the borders of a word.
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '<' | '>' => written.push(character),
        character if character.is_ascii_graphic() => {
            written.push('\\');
            written.push(character);
        }
        character => written.push_str(&format!("\\x{{{:X}}}", u32::from(character))),
    }
}
