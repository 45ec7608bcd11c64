//! What is known about every match of an expression, computed bottom-up while it is read.
//!
//! All facts err on the safe side: a longer bound, "may cross a line", "may lack a keyword". A wrong fact in the other
//! direction would make the scanner miss a secret.

/// How many alternative literal strings are followed before the literal counts as unknown.
const MAX_STRINGS: usize = 128;
/// How long such a string may get; keywords are shorter.
const MAX_STRING: usize = 64;

/// Facts about the matches of one part of an expression.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    /// The greatest length of a match in bytes, or nothing when there is none.
    pub longest: Option<usize>,
    /// A match may contain a line feed.
    pub newline: bool,
    /// Every string that the part can match, in lower case, when these are few.
    pub exact: Option<Vec<String>>,
    /// Every match contains one of the keywords.
    pub certain: bool,
}

impl Facts {
    /// A part that matches the empty string only: an anchor, a flag.
    pub(super) fn empty() -> Self {
        Self { longest: Some(0), newline: false, exact: Some(vec![String::new()]), certain: false }
    }

    /// A part that matches one of `strings`.
    pub(super) fn one_of(strings: Vec<String>) -> Self {
        let longest = strings.iter().map(String::len).max();
        let newline = strings.iter().any(|string| string.contains('\n'));
        Self { longest, newline, exact: Some(strings), certain: false }
    }

    /// A part that matches one byte out of many.
    pub(super) fn any_byte(newline: bool) -> Self {
        Self { longest: Some(1), newline, exact: None, certain: false }
    }

    /// The part, `least` to `most` times.
    pub(super) fn repeated(self, least: u32, most: Option<u32>) -> Self {
        let longest = match (self.longest, most) {
            (Some(0), _) => Some(0),
            (Some(longest), Some(most)) => longest.checked_mul(most as usize),
            (None, _) | (_, None) => None,
        };
        let exact = self.exact.filter(|_| most.is_some_and(|most| most <= 4)).and_then(|strings| {
            let mut power = vec![String::new()];
            let mut all = if least == 0 { power.clone() } else { Vec::new() };
            for count in 1..=most.unwrap_or(0) {
                power = product(&power, &strings)?;
                if count >= least {
                    all.extend(power.iter().cloned());
                }
            }
            tidy(all)
        });
        Self { longest, newline: self.newline, exact, certain: self.certain && least > 0 }
    }

    /// Either of two parts.
    pub(super) fn or(self, other: Self) -> Self {
        let exact = match (self.exact, other.exact) {
            (Some(mut strings), Some(more)) => {
                strings.extend(more);
                tidy(strings)
            }
            (None, _) | (_, None) => None,
        };
        Self {
            longest: self.longest.zip(other.longest).map(|(a, b)| a.max(b)),
            newline: self.newline || other.newline,
            exact,
            certain: self.certain && other.certain,
        }
    }
}

/// Parts one after the other: joins neighbouring literals, so that a keyword is seen across groups.
pub(super) struct Sequence<'k> {
    keywords: &'k [String],
    longest: Option<usize>,
    newline: bool,
    certain: bool,
    run: Vec<String>,
    all_exact: bool,
}

impl<'k> Sequence<'k> {
    /// The empty sequence; `keywords` are in lower case.
    pub(super) fn new(keywords: &'k [String]) -> Self {
        Self { keywords, longest: Some(0), newline: false, certain: false, run: vec![String::new()], all_exact: true }
    }

    /// Adds the next part.
    pub(super) fn push(&mut self, part: Facts) {
        self.longest = self.longest.zip(part.longest).and_then(|(a, b)| a.checked_add(b));
        self.newline |= part.newline;
        self.certain |= part.certain;
        match part.exact {
            // One literal after the other, which most parts are: nothing to multiply.
            Some(strings) if matches!((&*self.run, &*strings), ([_], [_])) => {
                self.run.iter_mut().zip(strings).for_each(|(run, string)| run.push_str(&string));
            }
            Some(strings) => match product(&self.run, &strings) {
                Some(run) => self.run = run,
                None => {
                    self.close_run();
                    self.run = strings;
                }
            },
            None => {
                self.close_run();
                self.run = vec![String::new()];
            }
        }
    }

    /// The facts about the whole sequence.
    pub(super) fn finish(mut self) -> Facts {
        let exact = self.all_exact.then(|| self.run.clone());
        self.close_run();
        Facts { longest: self.longest, newline: self.newline, exact, certain: self.certain }
    }

    fn close_run(&mut self) {
        self.all_exact = false;
        let has_keyword = |string: &String| self.keywords.iter().any(|keyword| string.contains(keyword.as_str()));
        self.certain |= !self.run.is_empty() && self.run.iter().all(has_keyword);
    }
}

/// Every string of `left` followed by every string of `right`, when these are few.
fn product(left: &[String], right: &[String]) -> Option<Vec<String>> {
    if left.len().checked_mul(right.len())? > MAX_STRINGS {
        return None;
    }
    tidy(left.iter().flat_map(|start| right.iter().map(move |end| format!("{start}{end}"))).collect())
}

fn tidy(mut strings: Vec<String>) -> Option<Vec<String>> {
    strings.sort_unstable();
    strings.dedup();
    let few = strings.len() <= MAX_STRINGS && strings.iter().all(|string| string.len() <= MAX_STRING);
    few.then_some(strings)
}
