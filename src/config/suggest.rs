//! "Did you mean": the known word that a typing error could have come from.

use strsim::damerau_levenshtein;

/// The nearest of `known`, when it is near enough to be a typing error of `word`: one edit up to four characters, two beyond that,
/// upper and lower case being the same. Ties go to the first one.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A longer word is no typing error of a key, and the distance costs the product of both lengths.
    if word.len() > 80 {
        return None;
    }
    let word = word.to_lowercase();
    let allowed = if word.chars().count() <= 4 { 1 } else { 2 };
    known
        .into_iter()
        .map(|candidate| (damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The label behind the carets: the suggestion, or nothing.
pub(super) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |candidate| format!("did you mean `{candidate}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_typing_errors_are_suggested() {
        let known = ["fail_on", "inconclusive", "sources", "tree"];
        let table = [
            ("fail-on", Some("fail_on")),
            ("FAIL_ON", Some("fail_on")),
            ("inconclusve", Some("inconclusive")),
            ("suorces", Some("sources")),
            ("tre", Some("tree")),
            ("t", None),
            ("threshold", None),
            ("", None),
        ];
        for (word, expected) in table {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
        assert_eq!(nearest(&"a".repeat(1_000_000), known), None);
    }
}
