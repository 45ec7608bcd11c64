//! What GitHub's code scanning takes, and how a file is brought down to it.
//!
//! Source of the numbers: GitHub's page "SARIF results exceed one or more limits".

use super::plan::{Plan, importance};

/// Runs in a file.
pub(super) const MAX_RUNS: usize = 20;

/// Results in a run.
pub(super) const MAX_RESULTS: usize = 25_000;

/// Tags of a rule: 20 are taken, 10 are shown.
pub(super) const MAX_TAGS: usize = 10;

/// Bytes of a file, packed by gzip.
const MAX_PACKED: u64 = 10_000_000;

/// Brings every run under the number of results that a run may have.
pub(super) fn keep_results(plans: &mut [Plan<'_>]) {
    for plan in plans {
        plan.keep(MAX_RESULTS);
    }
}

/// Leaves out the least important rows of all runs when `text`, made of them, is too large.
///
/// Returns whether the file must be written again. Every such step leaves out at least one row, so they end.
pub(super) fn keep_bytes(plans: &mut [Plan<'_>], text: &str) -> bool {
    let packed = packed_size(text);
    let rows: usize = plans.iter().map(|plan| plan.rows.len()).sum();
    if packed <= MAX_PACKED || rows == 0 {
        return false;
    }
    let share = (rows as u128 * u128::from(MAX_PACKED) / u128::from(packed)) as usize;
    let keep = share.min(rows - 1);
    let mut all: Vec<_> = plans.iter().flat_map(|plan| &plan.rows).map(|&(index, row)| (importance(index, row), index)).collect();
    all.sort_unstable();
    let mut kept: Vec<usize> = all.into_iter().take(keep).map(|(_, index)| index).collect();
    kept.sort_unstable();
    for plan in plans {
        plan.rows.retain(|(index, _)| kept.binary_search(index).is_ok());
    }
    true
}

/// An upper estimate of the size after gzip, in bytes.
///
/// It is what a Huffman code over single bytes alone would reach, the weaker half of DEFLATE (RFC 1951), plus five per cent for
/// code words of whole bits and block headers. Repetition, which SARIF is full of, only makes the true size smaller.
fn packed_size(text: &str) -> u64 {
    let mut counts = [0_u64; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let total = text.len() as f64;
    let bits: f64 = counts.iter().filter(|&&count| count > 0).map(|&count| count as f64 * (total / count as f64).log2()).sum();
    (bits / 8.0 * 1.05).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_follows_the_information() {
        assert_eq!(packed_size(""), 0);
        assert_eq!(packed_size(&"a".repeat(1000)), 0);
        // Sixteen equally frequent digits carry four bits each.
        assert_eq!(packed_size(&"0123456789abcdef".repeat(1000)), 8400);
    }
}
