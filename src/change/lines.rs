//! A set of line numbers, kept as ranges.
//!
//! Whether a line was added is asked for every finding, and a change can add a million lines: ranges keep the set small and
//! the question cheap.

/// Line numbers from 1, as ascending ranges that neither overlap nor touch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineRanges(Vec<(u32, u32)>);

impl LineRanges {
    /// No line.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Every line a file can have. Used where the whole file is new, so that its lines need not be counted.
    pub fn whole() -> Self {
        Self(vec![(1, u32::MAX)])
    }

    /// The first `count` lines.
    pub(super) fn first(count: u32) -> Self {
        if count == 0 { Self::none() } else { Self(vec![(1, count)]) }
    }

    /// Whether every line a file can have is in the set.
    pub fn is_whole(&self) -> bool {
        self.0 == [(1, u32::MAX)]
    }

    /// Whether there is no line in the set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `line` is in the set.
    pub fn contains(&self, line: u32) -> bool {
        self.intersects(line, line)
    }

    /// Whether any line from `first` through `last` is in the set.
    pub fn intersects(&self, first: u32, last: u32) -> bool {
        let next = self.0.partition_point(|range| range.1 < first);
        self.0.get(next).is_some_and(|range| range.0 <= last)
    }

    /// How many lines there are; nothing for the whole of a file, which is not counted here.
    pub fn count(&self) -> Option<u64> {
        (!self.is_whole()).then(|| self.0.iter().map(|range| u64::from(range.1 - range.0) + 1).sum())
    }

    /// The ranges, first and last line included, ascending. A whole file is the one range `(1, u32::MAX)`.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Appends `count` lines from `first`, which must lie behind every line of the set; nothing when they do not, or when
    /// they are no line numbers.
    pub(super) fn push(&mut self, first: u32, count: u32) -> Option<()> {
        if count == 0 {
            return Some(());
        }
        let last = first.checked_add(count - 1).filter(|_| first > 0)?;
        match self.0.last_mut() {
            Some(range) if first <= range.1 => return None,
            Some(range) if first == range.1 + 1 => range.1 = last,
            _ => self.0.push((first, last)),
        }
        Some(())
    }
}

/// Collects ascending line numbers; one that is not behind its predecessor is left out.
impl FromIterator<u32> for LineRanges {
    fn from_iter<I: IntoIterator<Item = u32>>(lines: I) -> Self {
        let mut set = Self::none();
        for line in lines {
            let _ = set.push(line, 1);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_set_it_was_made_of(lines in proptest::collection::btree_set(1u32..200, 0..60), first in 1u32..210, more in 0u32..20) {
            let ranges: LineRanges = lines.iter().copied().collect();
            for line in 0..220 {
                prop_assert_eq!(ranges.contains(line), lines.contains(&line));
            }
            prop_assert_eq!(ranges.intersects(first, first + more), lines.range(first..=first + more).next().is_some());
            prop_assert_eq!(ranges.count(), Some(lines.len() as u64));
            let back: BTreeSet<u32> = ranges.ranges().iter().flat_map(|range| range.0..=range.1).collect();
            prop_assert_eq!(back, lines);
            prop_assert!(ranges.ranges().windows(2).all(|pair| pair[0].1 + 1 < pair[1].0));
        }
    }

    #[test]
    fn impossible_lines_are_refused() {
        let mut ranges = LineRanges::none();
        assert_eq!(ranges.push(0, 1), None);
        assert_eq!(ranges.push(u32::MAX, 2), None);
        assert_eq!(ranges.push(5, 2), Some(()));
        assert_eq!(ranges.push(6, 1), None);
        assert_eq!(ranges.push(9, 0), Some(()));
        assert_eq!(ranges.ranges(), [(5, 6)]);
        assert!(LineRanges::whole().contains(1) && LineRanges::whole().is_whole() && LineRanges::whole().count().is_none());
    }
}
