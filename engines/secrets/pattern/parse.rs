//! Reads an expression in Go's syntax and writes it for the `regex` crate.
//!
//! A recursive descent over the characters, with a bound on the depth: rule files are trusted to decide, not to be small.
//! What RE2 refuses is refused here too, with the place, so that a rule file that loads here also loads in gitleaks.

use std::iter::Peekable;
use std::str::CharIndices;

use regex::bytes::{Regex, RegexBuilder};

use super::class::{Class, push_escaped};
use super::facts::{Facts, Sequence};

/// How deep groups may nest; Go allows 1000, no rule needs 10.
const MAX_DEPTH: u32 = 100;
/// The greatest counted repetition, as in RE2.
const MAX_COUNT: u32 = 1000;

/// An expression, ready to be compiled.
#[derive(Debug, Clone)]
pub(crate) struct Translated {
    /// The expression in the syntax of the `regex` crate.
    rust: String,
    /// It names characters beyond ASCII, so it must be compiled in Unicode mode.
    unicode: bool,
    /// The number of capture groups, without group 0.
    pub groups: usize,
    /// The greatest length of a match in bytes, if there is one.
    pub longest: Option<usize>,
    /// A match may contain a line feed.
    pub newline: bool,
    /// Every match contains one of the keywords, in any case.
    pub certain: bool,
}

impl Translated {
    /// Compiles the expression, within the bounds of the `regex` crate.
    pub(crate) fn compile(&self) -> Result<Regex, regex::Error> {
        RegexBuilder::new(&self.rust).unicode(self.unicode).build()
    }
}

/// Why an expression is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PatternError {
    /// The byte offset in the expression.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

/// Translates `pattern`; `keywords`, in lower case, are what the facts are about.
pub(crate) fn translate(pattern: &str, keywords: &[String]) -> Result<Translated, PatternError> {
    let mut parser = Parser {
        pattern,
        rest: pattern.char_indices().peekable(),
        keywords,
        rust: String::with_capacity(pattern.len() + 16),
        unicode: false,
        groups: 0,
        dot_newline: false,
        depth: 0,
    };
    let facts = parser.alternation()?;
    if let Some((offset, _)) = parser.rest.peek() {
        return Err(PatternError { offset: *offset, message: "unexpected `)`".to_owned() });
    }
    let Parser { rust, unicode, groups, .. } = parser;
    // In Unicode mode a letter can match others of more bytes (K and the Kelvin sign), so the byte facts do not hold.
    let certain = facts.certain && !unicode;
    let longest = facts.longest.filter(|_| !unicode);
    Ok(Translated { rust, unicode, groups, longest, newline: facts.newline || unicode, certain })
}

struct Parser<'p> {
    pattern: &'p str,
    rest: Peekable<CharIndices<'p>>,
    keywords: &'p [String],
    rust: String,
    unicode: bool,
    groups: usize,
    /// The flag `s`: a dot also matches a line feed.
    dot_newline: bool,
    depth: u32,
}

type Parsed<T> = Result<T, PatternError>;

impl Parser<'_> {
    fn offset(&mut self) -> usize {
        self.rest.peek().map_or(self.pattern.len(), |(offset, _)| *offset)
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().map(|(_, character)| *character)
    }

    fn next(&mut self) -> Option<char> {
        self.rest.next().map(|(_, character)| character)
    }

    fn eat(&mut self, text: &str) -> bool {
        let offset = self.offset();
        let found = self.pattern.get(offset..).is_some_and(|rest| rest.starts_with(text));
        if found {
            for _ in text.chars() {
                self.rest.next();
            }
        }
        found
    }

    fn error<T>(offset: usize, message: impl Into<String>) -> Parsed<T> {
        Err(PatternError { offset, message: message.into() })
    }

    fn alternation(&mut self) -> Parsed<Facts> {
        let mut facts = self.sequence()?;
        while self.eat("|") {
            self.rust.push('|');
            facts = facts.or(self.sequence()?);
        }
        Ok(facts)
    }

    fn sequence(&mut self) -> Parsed<Facts> {
        let mut sequence = Sequence::new(self.keywords);
        while let Some(next) = self.peek() {
            if matches!(next, '|' | ')') {
                break;
            }
            if self.eat("\\Q") {
                self.quoted(&mut sequence)?;
            } else if let Some(atom) = self.atom()? {
                sequence.push(self.repetition(atom)?);
            }
        }
        Ok(sequence.finish())
    }

    /// The text between `\Q` and `\E`, taken literally; a repetition behind it is for its last character.
    fn quoted(&mut self, sequence: &mut Sequence<'_>) -> Parsed<()> {
        let mut last = None;
        while !self.eat("\\E") {
            let Some(character) = self.next() else { break };
            last.replace(self.literal(character)).into_iter().for_each(|facts| sequence.push(facts));
        }
        if let Some(last) = last {
            sequence.push(self.repetition(last)?);
        }
        Ok(())
    }

    fn repetition(&mut self, atom: Facts) -> Parsed<Facts> {
        let start = self.offset();
        let Some((least, most)) = self.count()? else { return Ok(atom) };
        if self.eat("?") {
            self.rust.push('?');
        }
        let again = self.offset();
        if self.count()?.is_some() {
            return Self::error(again, format!("`{}` repeats a repetition", &self.pattern[start..self.offset()]));
        }
        Ok(atom.repeated(least, most))
    }

    /// A repetition operator, if one comes next. A brace that is none is left for [`Parser::atom`] as a literal.
    fn count(&mut self) -> Parsed<Option<(u32, Option<u32>)>> {
        let offset = self.offset();
        let simple = match self.peek() {
            Some('*') => Some((0, None)),
            Some('+') => Some((1, None)),
            Some('?') => Some((0, Some(1))),
            _ => None,
        };
        if let Some(count) = simple {
            let operator = self.next();
            self.rust.extend(operator);
            return Ok(Some(count));
        }
        let Some(written) = counted(&self.pattern[offset..]) else { return Ok(None) };
        let (least, most) = written.trim_matches(['{', '}']).split_once(',').map_or_else(
            || (written.trim_matches(['{', '}']), Some(written.trim_matches(['{', '}']))),
            |(least, most)| (least, Some(most).filter(|most| !most.is_empty())),
        );
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|count| *count <= MAX_COUNT);
        let bounds = number(least).zip(match most {
            Some(most) => number(most).map(Some),
            None => Some(None),
        });
        let Some((least, most)) = bounds else {
            return Self::error(offset, format!("`{written}` repeats more than {MAX_COUNT} times"));
        };
        if most.is_some_and(|most| most < least) {
            return Self::error(offset, format!("`{written}` ends before it begins"));
        }
        self.eat(written);
        self.rust.push_str(written);
        Ok(Some((least, most)))
    }

    /// What can be repeated; nothing for a group of flags alone.
    fn atom(&mut self) -> Parsed<Option<Facts>> {
        let offset = self.offset();
        let counted = counted(&self.pattern[offset..]).is_some();
        Ok(Some(match self.next() {
            Some('(') => return self.group(offset),
            Some('[') => self.class(offset)?,
            Some('\\') => self.escape(offset)?,
            Some('.') => {
                self.rust.push('.');
                Facts::any_byte(self.dot_newline)
            }
            Some(anchor @ ('^' | '$')) => {
                self.rust.push(anchor);
                Facts::empty()
            }
            Some(operator @ ('*' | '+' | '?')) => return Self::error(offset, format!("`{operator}` has nothing to repeat")),
            Some('{') if counted => return Self::error(offset, "the count has nothing to repeat"),
            Some(character) => self.literal(character),
            None => Facts::empty(),
        }))
    }

    fn literal(&mut self, character: char) -> Facts {
        self.unicode |= !character.is_ascii();
        push_escaped(&mut self.rust, character);
        Facts::one_of(vec![character.to_ascii_lowercase().to_string()])
    }

    fn group(&mut self, offset: usize) -> Parsed<Option<Facts>> {
        if self.depth == MAX_DEPTH {
            return Self::error(offset, format!("groups nest deeper than {MAX_DEPTH}"));
        }
        let outer = self.dot_newline;
        if self.eat("?") {
            if self.eat("P<") || (!self.ahead("<=") && !self.ahead("<!") && self.eat("<")) {
                self.name(offset)?;
            } else if self.flags(offset)? {
                return Ok(None);
            }
        } else {
            self.groups += 1;
            self.rust.push('(');
        }
        self.depth += 1;
        let facts = self.alternation()?;
        self.depth -= 1;
        self.dot_newline = outer;
        if !self.eat(")") {
            return Self::error(offset, "the group is not closed");
        }
        self.rust.push(')');
        Ok(Some(facts))
    }

    fn ahead(&mut self, text: &str) -> bool {
        let offset = self.offset();
        self.pattern[offset..].starts_with(text)
    }

    fn name(&mut self, offset: usize) -> Parsed<()> {
        let mut name = String::new();
        while let Some(character) = self.next() {
            match character {
                '>' if !name.is_empty() => {
                    self.groups += 1;
                    self.rust.push_str(&format!("(?P<{name}>"));
                    return Ok(());
                }
                '_' | '0'..='9' | 'a'..='z' | 'A'..='Z' => name.push(character),
                _ => break,
            }
        }
        Self::error(offset, "a group's name is letters, digits and `_`, closed by `>`")
    }

    /// The flags of `(?flags)` or `(?flags:`; true when the group ended, so that they hold for the rest of the group around it.
    fn flags(&mut self, offset: usize) -> Parsed<bool> {
        // `regex` takes each flag once and no `-` without one after it, where RE2 is laxer.
        let (mut on, mut off, mut negated) = (String::new(), String::new(), false);
        while let Some(character) = self.next() {
            match character {
                ':' | ')' => {
                    if negated && off.is_empty() {
                        return Self::error(offset, "`-` is followed by no flag");
                    }
                    let (minus, empty) = (if negated { "-" } else { "" }, on.is_empty() && off.is_empty());
                    if !(empty && character == ')') {
                        self.rust.push_str(&format!("(?{on}{minus}{off}{character}"));
                    }
                    return Ok(character == ')');
                }
                '-' if !negated => negated = true,
                's' | 'i' | 'm' | 'U' => {
                    let (mine, other) = if negated { (&mut off, &mut on) } else { (&mut on, &mut off) };
                    other.retain(|known| known != character);
                    if !mine.contains(character) {
                        mine.push(character);
                    }
                    if character == 's' {
                        self.dot_newline = !negated;
                    }
                }
                '=' | '!' | '<' | '>' => return Self::error(offset, "look-around and atomic groups are not part of RE2"),
                other => return Self::error(offset, format!("`{other}` is no flag of RE2 (i, m, s, U)")),
            }
        }
        Self::error(offset, "the group is not closed")
    }

    fn class(&mut self, offset: usize) -> Parsed<Facts> {
        let mut class = Class::new();
        let negated = self.eat("^");
        let mut first = true;
        loop {
            let here = self.offset();
            if self.ahead("[:")
                // Behind the beginning: the colon of `[:]` is not both.
                && let Some(end) = self.pattern[here + 2..].find(":]").map(|end| end + 2)
            {
                let name = &self.pattern[here + 2..here + end];
                if !class.posix(name) {
                    return Self::error(here, format!("`[:{name}:]` is no character class"));
                }
                self.eat(&self.pattern[here..here + end + 2]);
                first = false;
                continue;
            }
            match self.next() {
                None => return Self::error(offset, "the character class is not closed"),
                Some(']') if !first => break,
                Some('\\') if self.peek().is_some_and(|next| "dDwWsS".contains(next)) => {
                    self.next().into_iter().for_each(|letter| class.perl(letter));
                }
                Some('\\') if matches!(self.peek(), Some('p' | 'P')) => {
                    let property = self.property(here)?;
                    class.property(&property);
                }
                Some(character) => {
                    let start = if character == '\\' { self.escaped_character(here)? } else { character };
                    let end = self.range_end(start, here)?;
                    class.range(start, end);
                }
            }
            first = false;
        }
        self.unicode |= class.beyond_ascii;
        let (written, facts) = class.finish(negated);
        self.rust.push_str(&written);
        Ok(facts)
    }

    /// The end of a range when a `-` follows and is not the last character of the class; else `start` itself.
    fn range_end(&mut self, start: char, offset: usize) -> Parsed<char> {
        if !self.ahead("-") || self.ahead("-]") {
            return Ok(start);
        }
        self.eat("-");
        let here = self.offset();
        let end = match self.next() {
            Some('\\') => self.escaped_character(here)?,
            Some(character) => character,
            None => return Self::error(offset, "the character class is not closed"),
        };
        if end < start {
            return Self::error(offset, format!("the range `{}` ends before it begins", &self.pattern[offset..self.offset()]));
        }
        Ok(end)
    }

    fn escape(&mut self, offset: usize) -> Parsed<Facts> {
        match self.peek() {
            Some(letter @ ('d' | 'D' | 'w' | 'W' | 's' | 'S')) => {
                self.next();
                let mut class = Class::new();
                class.perl(letter);
                let (written, facts) = class.finish(false);
                self.rust.push_str(&written);
                Ok(facts)
            }
            Some('p' | 'P') => {
                let property = self.property(offset)?;
                self.unicode = true;
                self.rust.push_str(&property);
                Ok(Facts::any_byte(true))
            }
            Some(anchor @ ('A' | 'z')) => {
                self.next();
                self.rust.push_str(&format!("\\{anchor}"));
                Ok(Facts::empty())
            }
            Some(boundary @ ('b' | 'B')) => {
                self.next();
                self.rust.push_str(&format!("(?-u:\\{boundary})"));
                Ok(Facts::empty())
            }
            _ => {
                let character = self.escaped_character(offset)?;
                Ok(self.literal(character))
            }
        }
    }

    /// `\pL`, `\p{Greek}`, `\P{…}` or `\p{^…}`, from the letter on, in the target syntax.
    fn property(&mut self, offset: usize) -> Parsed<String> {
        let negated = self.next() == Some('P');
        let name = match self.next() {
            Some('{') => {
                let here = self.offset();
                let Some(length) = self.pattern[here..].find('}') else {
                    return Self::error(offset, "the property is not closed");
                };
                let name = &self.pattern[here..here + length];
                self.eat(&self.pattern[here..=here + length]);
                name.to_owned()
            }
            Some(letter) if letter.is_ascii_alphabetic() => letter.to_string(),
            _ => return Self::error(offset, "a property needs a name"),
        };
        let (name, negated) = name.strip_prefix('^').map_or((name.as_str(), negated), |name| (name, !negated));
        if name.is_empty() || !name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_') {
            return Self::error(offset, format!("`{name}` is no Unicode property"));
        }
        Ok(format!("\\{}{{{name}}}", if negated { 'P' } else { 'p' }))
    }

    /// The character that an escape stands for; the backslash at `offset` is already read.
    fn escaped_character(&mut self, offset: usize) -> Parsed<char> {
        match self.next() {
            Some('a') => Ok('\u{7}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('v') => Ok('\u{b}'),
            Some('x') => self.hexadecimal(offset),
            Some(digit @ '0'..='7') => self.octal(digit, offset),
            Some(character) if character.is_ascii_punctuation() || character == ' ' => Ok(character),
            Some(character) => Self::error(offset, format!("`\\{character}` is no escape of RE2")),
            None => Self::error(offset, "the expression ends in a backslash"),
        }
    }

    fn hexadecimal(&mut self, offset: usize) -> Parsed<char> {
        let here = self.offset();
        let rest = &self.pattern[here..];
        let digits = match rest.strip_prefix('{') {
            Some(rest) => rest.find('}').map(|end| &rest[..end]),
            None => rest.get(..2),
        };
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32) {
            Some(character) => {
                let braces = if rest.starts_with('{') { 2 } else { 0 };
                let length = digits.map_or(0, str::len) + braces;
                self.eat(&self.pattern[here..here + length]);
                Ok(character)
            }
            None => Self::error(offset, "`\\x` needs two hexadecimal digits, or a code point in braces"),
        }
    }

    /// `\0`, `\012`, `\12`: up to three octal digits. A single digit other than 0 would be a back-reference.
    fn octal(&mut self, first: char, offset: usize) -> Parsed<char> {
        let mut digits = String::from(first);
        while digits.len() < 3 && self.peek().is_some_and(|next| matches!(next, '0'..='7')) {
            digits.extend(self.next());
        }
        if digits.len() == 1 && first != '0' {
            return Self::error(offset, "back-references are not part of RE2");
        }
        match u32::from_str_radix(&digits, 8).ok().and_then(char::from_u32) {
            Some(character) => Ok(character),
            None => Self::error(offset, "the octal escape is no character"),
        }
    }
}

/// A counted repetition at the start of `text`, as written: `{2}`, `{2,}` or `{2,5}`.
fn counted(text: &str) -> Option<&str> {
    let end = text.find('}')?;
    let (least, most) = text.strip_prefix('{')?.get(..end - 1)?.split_once(',').unwrap_or((text.get(1..end)?, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (!least.is_empty() && digits(least) && digits(most)).then(|| &text[..=end])
}
