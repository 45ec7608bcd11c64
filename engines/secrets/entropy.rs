//! Shannon entropy: how random a text looks, in bits a byte.

/// The entropy of the bytes of `text`, between 0 (one byte repeated, or nothing) and 8.
pub(super) fn shannon(text: &[u8]) -> f64 {
    let mut counts = [0u32; 256];
    for byte in text {
        counts[usize::from(*byte)] = counts[usize::from(*byte)].saturating_add(1);
    }
    let length = f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX));
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = f64::from(*count) / length;
            -share * share.log2()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::shannon;

    #[test]
    fn known_values() {
        let table: [(&[u8], f64); 5] =
            [(b"", 0.0), (b"aaaa", 0.0), (b"abab", 1.0), (b"abcdabcd", 2.0), (b"0123456789abcdef", 4.0)];
        for (text, bits) in table {
            assert!((shannon(text) - bits).abs() < 1e-9, "{text:?}: {}", shannon(text));
        }
    }
}
