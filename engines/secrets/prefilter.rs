//! Which rules are worth a look at a text: one pass over it for all keywords of all rules.
//!
//! Most files hold no keyword of most rules, so this pass decides the engine's speed.

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::rule::Rule;

/// Up to how many bytes of keywords a table with one entry a state and byte is built; it is the fastest and the largest kind.
const MAX_TABLE_KEYWORDS: usize = 64 * 1024;

/// The keywords of all rules as one automaton.
#[derive(Debug)]
pub(super) struct Prefilter {
    automaton: Option<AhoCorasick>,
    /// By keyword: the rules that have it, as indexes.
    rules: Vec<Vec<usize>>,
    /// Rules with an expression and without keywords: they see every text.
    always: Vec<usize>,
}

impl Prefilter {
    /// Collects the keywords of `rules`.
    pub(super) fn new(rules: &[Rule]) -> Self {
        let mut keywords: Vec<(&str, usize)> = Vec::new();
        let mut always: Vec<usize> = Vec::new();
        for (index, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.regex.is_some()) {
            keywords.extend(rule.keywords.iter().map(|keyword| (keyword.as_str(), index)));
            if rule.keywords.is_empty() {
                always.push(index);
            }
        }
        keywords.sort_unstable();
        keywords.dedup();
        let groups: Vec<&[(&str, usize)]> = keywords.chunk_by(|left, right| left.0 == right.0).collect();
        let words: Vec<&str> = groups.iter().filter_map(|group| group.first().map(|(word, _)| *word)).collect();
        let small = words.iter().map(|word| word.len()).sum::<usize>() <= MAX_TABLE_KEYWORDS;
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(small.then_some(AhoCorasickKind::DFA))
            .prefilter(false) // it looks for single bytes, and with this many keywords every byte starts one
            .build(words)
            .ok();
        if automaton.is_none() {
            // Too many keywords for an automaton: slower, but nothing is missed.
            always = (0..rules.len()).filter(|index| rules[*index].regex.is_some()).collect();
        }
        let rules = groups.iter().map(|group| group.iter().map(|(_, index)| *index).collect()).collect();
        Self { automaton, rules, always }
    }

    /// The rules that see every text.
    pub(super) fn always(&self) -> &[usize] {
        &self.always
    }

    /// Calls `seen` with the rule and the byte range for every keyword in `text`, by ascending end.
    pub(super) fn each(&self, text: &[u8], mut seen: impl FnMut(usize, usize, usize)) {
        let Some(automaton) = &self.automaton else { return };
        for found in automaton.find_overlapping_iter(text) {
            for rule in &self.rules[found.pattern().as_usize()] {
                seen(*rule, found.start(), found.end());
            }
        }
    }
}
