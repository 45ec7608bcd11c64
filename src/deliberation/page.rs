//! A part of a list that is too long for one result, with the way to the next part.

/// The most bytes of one page, so that the bound on results never cuts it.
const MAX_BYTES: usize = 7000;

/// The most bytes of one line of it.
const MAX_LINE: usize = 500;

/// A part of some lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The lines, each with its end.
    pub text: String,
    /// How many there are.
    pub shown: usize,
    /// Where the next part begins, if there is more.
    pub next: Option<usize>,
}

impl Page {
    /// At most `max` of the lines, from the one numbered `skip` on (0 is the first).
    pub fn of<L: AsRef<str>>(lines: &[L], skip: usize, max: usize) -> Self {
        let (mut text, mut shown) = (String::new(), 0);
        for line in lines.iter().skip(skip).take(max) {
            let line = shortened(line.as_ref(), MAX_LINE);
            if shown > 0 && text.len() + line.len() > MAX_BYTES {
                break;
            }
            text.push_str(&line);
            text.push('\n');
            shown += 1;
        }
        let next = skip.saturating_add(shown);
        Self { text, shown, next: (next < lines.len()).then_some(next) }
    }

    /// The text, and a note that says how to see the rest: `more` writes it from the place where the next part begins.
    pub fn with_note(self, more: impl FnOnce(usize) -> String) -> String {
        match self.next {
            Some(next) => format!("{}[{}]\n", self.text, more(next)),
            None => self.text,
        }
    }
}

/// A line of at most `limit` bytes, cut between two characters.
pub fn shortened(line: &str, limit: usize) -> String {
    if line.len() <= limit {
        return line.to_owned();
    }
    let end = (0..=limit).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
    format!("{}…", &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_page_says_where_the_next_one_begins() {
        let lines = ["a", "b", "c"];
        assert_eq!(Page::of(&lines, 0, 2), Page { text: "a\nb\n".to_owned(), shown: 2, next: Some(2) });
        assert_eq!(Page::of(&lines, 2, 2).with_note(|_| String::new()), "c\n");
        assert_eq!(Page::of(&lines, 0, 1).with_note(|next| format!("skip={next}")), "a\n[skip=1]\n");
        assert_eq!(Page::of(&lines, 9, 2), Page { text: String::new(), shown: 0, next: None });
    }

    proptest! {
        #[test]
        fn the_pages_together_are_the_lines(lines in proptest::collection::vec("[a-zé]{0,300}", 0..80), max in 1usize..40) {
            let (mut text, mut skip) = (String::new(), 0);
            loop {
                let page = Page::of(&lines, skip, max);
                prop_assert!(page.text.len() <= MAX_BYTES + MAX_LINE + 8);
                text.push_str(&page.text);
                let Some(next) = page.next else { break };
                prop_assert!(next > skip);
                skip = next;
            }
            let whole: String = lines.iter().map(|line| format!("{}\n", shortened(line, MAX_LINE))).collect();
            prop_assert_eq!(text, whole);
        }
    }
}
