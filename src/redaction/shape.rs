//! Tokens that are known by their shape, wherever they stand.
//!
//! The published prefixes of common providers. It is no substitute for the engine `secrets`, which knows many more and reports
//! them: here only what is certain without context is listed, since a match is hidden without being reported.

use super::span::Spans;
use super::value::looks_random;

/// A published prefix and what follows it.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) prefix: &'static str,
    body: Body,
    /// The least number of characters behind the prefix.
    least: usize,
    /// What else must hold.
    demand: Demand,
}

/// Where the last run of each class ended, so that a text of prefixes only is not read again from each of them.
#[derive(Debug, Default)]
pub(super) struct Runs([usize; 7]);

/// The characters of a token behind its prefix.
#[derive(Debug, Clone, Copy)]
enum Body {
    /// `[A-Za-z0-9]`
    Alphanumeric,
    /// `[A-Z2-7]`, and the digits that appear in practice
    Upper,
    /// `[0-9a-fA-F]`
    Hex,
    /// `[A-Za-z0-9_-]`
    Word,
    /// `[A-Za-z0-9_.=-]`
    Dotted,
    /// `[A-Za-z0-9_=+/%-]`, as it is or percent-encoded
    Base64,
    /// `[A-Za-z0-9_/-]`
    Path,
}

/// A further demand on a match, for prefixes that also occur in other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Demand {
    /// None: the prefix is unmistakable.
    Nothing,
    /// No letter or digit stands before it.
    Start,
    /// As `Start`, and the body looks generated.
    Random,
    /// Only the body is hidden: the prefix is the address of a service.
    Address,
}

macro_rules! shapes {
    ($($prefix:literal $body:ident $least:literal $demand:ident;)*) => {
        &[$(Shape { prefix: $prefix, body: Body::$body, least: $least, demand: Demand::$demand },)*]
    };
}

pub(super) static SHAPES: &[Shape] = shapes! {
    "AKIA" Upper 16 Nothing;  "ASIA" Upper 16 Nothing;  "ABIA" Upper 16 Nothing;  "ACCA" Upper 16 Nothing;
    "ghp_" Alphanumeric 20 Nothing;  "gho_" Alphanumeric 20 Nothing;  "ghu_" Alphanumeric 20 Nothing;
    "ghs_" Word 20 Nothing;  "ghr_" Alphanumeric 20 Nothing;  "github_pat_" Word 20 Nothing;
    "glpat-" Dotted 20 Nothing;  "gldt-" Dotted 20 Nothing;  "glrt-" Dotted 20 Nothing;  "glcbt-" Dotted 20 Nothing;
    "glptt-" Dotted 20 Nothing;  "gloas-" Dotted 20 Nothing;  "glsoat-" Dotted 20 Nothing;  "glft-" Dotted 20 Nothing;
    "sk-ant-" Word 20 Nothing;  "sk-proj-" Word 20 Nothing;  "sk-or-" Word 20 Nothing;  "sk-" Word 20 Random;
    "sk_live_" Alphanumeric 16 Nothing;  "sk_test_" Alphanumeric 16 Nothing;  "rk_live_" Alphanumeric 16 Nothing;
    "rk_test_" Alphanumeric 16 Nothing;  "whsec_" Alphanumeric 20 Nothing;
    "SG." Dotted 40 Start;  "xkeysib-" Word 40 Nothing;
    "xoxb-" Word 10 Nothing;  "xoxp-" Word 10 Nothing;  "xoxa-" Word 10 Nothing;  "xoxr-" Word 10 Nothing;
    "xoxs-" Word 10 Nothing;  "xoxo-" Word 10 Nothing;  "xoxe-" Word 10 Nothing;  "xoxe." Dotted 10 Nothing;
    "xoxc-" Word 10 Nothing;  "xoxd-" Base64 10 Nothing;  "xapp-" Word 10 Nothing;
    "hooks.slack.com/services/" Path 20 Address;  "hooks.slack.com/workflows/" Path 20 Address;
    "discord.com/api/webhooks/" Path 20 Address;  "discordapp.com/api/webhooks/" Path 20 Address;
    "AIza" Word 35 Start;  "ya29." Dotted 20 Start;  "GOCSPX-" Word 20 Nothing;
    "npm_" Alphanumeric 36 Start;  "pypi-AgE" Word 40 Nothing;  "rubygems_" Hex 40 Nothing;  "dckr_pat_" Word 20 Nothing;
    "hvs." Word 20 Start;  "hvb." Word 20 Start;  "hf_" Alphanumeric 30 Start;  "gsk_" Alphanumeric 30 Start;
    "xai-" Alphanumeric 40 Start;  "dop_v1_" Hex 40 Nothing;  "doo_v1_" Hex 40 Nothing;  "dor_v1_" Hex 40 Nothing;
    "shpat_" Hex 32 Nothing;  "shpca_" Hex 32 Nothing;  "shppa_" Hex 32 Nothing;  "shpss_" Hex 32 Nothing;
    "sq0atp-" Word 20 Nothing;  "sq0csp-" Word 40 Nothing;  "lin_api_" Alphanumeric 32 Nothing;  "PMAK-" Word 40 Nothing;
    "NRAK-" Alphanumeric 20 Nothing;  "glsa_" Word 30 Nothing;  "glc_" Base64 40 Start;  "dapi" Hex 32 Start;
    "sntrys_" Base64 40 Nothing;  "sntryu_" Hex 40 Nothing;  "ATATT3" Base64 60 Nothing;  "pul-" Hex 40 Start;
    "figd_" Word 30 Nothing;  "AGE-SECRET-KEY-1" Alphanumeric 50 Nothing;  "ops_eyJ" Word 60 Nothing;
    "dp.pt." Alphanumeric 30 Start;  "dp.st." Dotted 30 Start;  "CFPAT-" Word 30 Nothing;  "r8_" Alphanumeric 36 Start;
    // The Base64 of the headers of PEM private keys, as cluster manifests and CI variables hold them.
    "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS" Base64 20 Nothing;  "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt" Base64 20 Nothing;
    "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS" Base64 20 Nothing;  "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ" Base64 20 Nothing;
};

impl Shape {
    /// Marks the token whose prefix, in any case, stands at `at`.
    pub(super) fn find(&self, text: &str, at: usize, runs: &mut Runs, spans: &mut Spans<'_>) {
        let bytes = text.as_bytes();
        let from = at + self.prefix.len();
        let same_case = self.demand == Demand::Address || bytes[at..].starts_with(self.prefix.as_bytes());
        if !same_case || matches!(self.demand, Demand::Start | Demand::Random) && !begins_word(bytes, at) {
            return;
        }
        let length = runs.end(bytes, from, self.body).saturating_sub(from);
        let random = self.demand != Demand::Random || looks_random(&text[from..from + length.min(256)]);
        if length >= self.least && random {
            spans.push(if self.demand == Demand::Address { from } else { at }..from + length);
        }
    }
}

impl Runs {
    /// Where the run of `body` that holds `from` ends.
    fn end(&mut self, bytes: &[u8], from: usize, body: Body) -> usize {
        let end = &mut self.0[body as usize];
        // Prefixes are found in the order of their ends: a place before the last end lies in the same run.
        if from >= *end {
            *end = from + bytes[from..].iter().take_while(|byte| body.holds(**byte)).count();
        }
        *end
    }
}

impl Body {
    fn holds(self, byte: u8) -> bool {
        match self {
            Self::Alphanumeric => byte.is_ascii_alphanumeric(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Word => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'='),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'=' | b'+' | b'/' | b'%'),
            Self::Path => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/'),
        }
    }
}

/// Whether a token may begin at `at`: no letter or digit stands before it, unless that ends an escape (`\n`, `\u003d`, `%3D`) or
/// a terminal colour (`[31m`), which programs put right before what they found.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[at.saturating_sub(12)..at];
    let Some(&last) = before.last().filter(|byte| byte.is_ascii_alphanumeric()) else { return true };
    let ends = |opening: &[u8], length: usize| before.len() > length && before[..before.len() - length].ends_with(opening);
    let hex = |length: usize| before.len() >= length && before[before.len() - length..].iter().all(u8::is_ascii_hexdigit);
    let colour = || {
        let arguments =
            before[..before.len() - 1].iter().rev().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
        before[..before.len() - 1 - arguments].ends_with(b"[")
    };
    matches!(last, b'n' | b'r' | b't') && ends(b"\\", 1)
        || hex(4) && ends(b"\\u", 4)
        || hex(2) && ends(b"%", 2)
        || last == b'm' && colour()
}

/// Marks Discord bot tokens: the Base64 of a number, a time and a signature, with dots between them. They have no prefix, so
/// every dot is a candidate.
pub(super) fn find_discord(text: &str, spans: &mut Spans<'_>) {
    let bytes = text.as_bytes();
    let run = |from: usize, most: usize| bytes[from..].iter().take(most).take_while(|byte| Body::Word.holds(**byte)).count();
    for (dot, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'.') {
        let Some(second) = [7, 8].into_iter().map(|step| dot + step).find(|at| bytes.get(*at) == Some(&b'.')) else { continue };
        if run(dot + 1, 8) != second - dot - 1 {
            continue;
        }
        let number = bytes[..dot].iter().rev().take(30).take_while(|byte| Body::Word.holds(**byte)).count();
        let signature = run(second + 1, 64);
        if (23..=28).contains(&number) && (27..=42).contains(&signature) && matches!(bytes[dot - number], b'M' | b'N' | b'O') {
            spans.push(dot - number..second + 1 + signature);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::span::{MARKER, replace};
    use super::*;

    /// Text of a class, made here so that no token shape stands in the source.
    fn body(shape: &Shape) -> String {
        let alphabet = match shape.body {
            Body::Upper => "Q7RSTUVW2XYZ",
            Body::Hex => "0a1b2c3d4e5f",
            _ => "q7Rs8tUv9Wx0",
        };
        alphabet.chars().cycle().take(shape.least).collect()
    }

    fn cleaned(shape: &Shape, text: &str) -> String {
        let mut spans = Spans::of(text);
        let mut runs = Runs::default();
        for (at, _) in text.match_indices(shape.prefix) {
            shape.find(text, at, &mut runs, &mut spans);
        }
        find_discord(text, &mut spans);
        replace(text, &spans.united())
    }

    #[test]
    fn every_shape_is_hidden_whole_and_only_at_its_length() {
        for shape in SHAPES {
            let token = format!("{}{}", shape.prefix, body(shape));
            let kept = if shape.demand == Demand::Address { shape.prefix } else { "" };
            for (before, after) in
                [("", ""), ("x = ", ";"), ("\u{1b}[31m", "\u{1b}[0m"), ("a\\n", "\\n"), ("t%3D", "&"), ("é", "é")]
            {
                assert_eq!(
                    cleaned(shape, &format!("{before}{token}{after}")),
                    format!("{before}{kept}{MARKER}{after}"),
                    "{token}"
                );
            }
            let short = &token[..token.len() - 1];
            assert_eq!(cleaned(shape, short), short);
            if matches!(shape.demand, Demand::Start | Demand::Random) {
                let inside = format!("a{token}");
                assert_eq!(cleaned(shape, &inside), inside);
            }
        }
    }

    #[test]
    fn a_prefix_alone_is_no_token() {
        for (index, shape) in SHAPES.iter().enumerate() {
            assert!(SHAPES[..index].iter().all(|other| other.prefix != shape.prefix), "{} is listed twice", shape.prefix);
        }
        let class = SHAPES.iter().find(|shape| shape.prefix == "sk-").unwrap();
        let text = "class=\"sk-loading-indicator-wrapper sk-folding-cube-of-2-by-2-cells\"";
        assert_eq!(cleaned(class, text), text);
    }

    #[test]
    fn discord_tokens_have_no_prefix() {
        let token = format!("M{}.G{}.{}", "Tk4".repeat(8), "hIjk2", "ab1_".repeat(8));
        assert_eq!(cleaned(&SHAPES[0], &format!("bot({token})")), format!("bot({MARKER})"));
        let version = "MMMMMMMMMMMMMMMMMMMMMMMM.abcdef.short";
        assert_eq!(cleaned(&SHAPES[0], version), version);
    }
}
