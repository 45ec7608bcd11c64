//! The search: the same as a plain one, at the right places, on any bytes.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use bstr::ByteSlice;
use proptest::prelude::*;

use super::super::position::{Cursor, Position};
use super::super::rules::Rules;
use super::examples::{RULES, examples, path_of, scan};
use super::template::expand;
use crate::finding::RepoPath;

/// The same rules, each searching the whole text as soon as one keyword is in it.
static PLAIN: LazyLock<Rules> = LazyLock::new(|| Rules::assemble(None, &[]).expect("valid").without_windows());

/// Rule and secret of every match, by the windowed and by the plain search.
fn both(path: &RepoPath, text: &[u8]) -> [BTreeSet<(usize, usize, usize)>; 2] {
    [&*RULES, &*PLAIN].map(|rules| {
        let found = rules.matches(path.as_bytes(), text);
        found.into_iter().map(|found| (found.rule, found.secret.start, found.secret.end)).collect()
    })
}

/// All examples of all rules, expanded.
static POSITIVES: LazyLock<Vec<(String, RepoPath, String)>> = LazyLock::new(|| {
    let of = |(id, examples): (String, super::examples::Examples)| {
        let path = path_of(&examples);
        examples.found.iter().map(|text| (id.clone(), path.clone(), expand(text, 7))).collect::<Vec<_>>()
    };
    examples().into_iter().flat_map(of).collect()
});

#[test]
fn rules_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&*RULES);
}

#[test]
fn windows_find_what_a_plain_search_finds() {
    let mut all = String::new();
    for (_, _, text) in POSITIVES.iter() {
        all.push_str(text);
        all.push('\n');
    }
    for text in [all.clone(), all.replace('\n', " "), all.replace('\n', "\r\n")] {
        let [windowed, plain] = both(&RepoPath::from("deploy/app.env"), text.as_bytes());
        assert_eq!(windowed, plain);
        assert!(windowed.len() > 500, "{}", windowed.len());
    }
}

#[test]
fn a_long_line_is_searched_in_parts_and_completely() {
    let token = expand("ghp_{{alnum:36}}", 3);
    let mut text = "var a=\"token\",b=function(key){return key.secret};".repeat(20_000);
    let middle = text.len() / 2;
    text.insert_str(middle, &format!(" {token} "));
    text.push_str(&token);
    let hits = scan(&RULES, &RepoPath::from("app.js"), text.as_bytes());
    let columns: Vec<u32> = hits.iter().filter_map(|hit| hit.place).map(|(start, _)| start.column).collect();
    assert_eq!(columns, [u32::try_from(middle + 2).unwrap(), u32::try_from(text.len() - 39).unwrap()]);
}

#[test]
fn a_private_key_spans_lines_and_stops_at_its_end() {
    let key = expand("-----BEGIN RSA {{priv}} KEY-----\n{{pem:3}}-----END RSA {{priv}} KEY-----", 5);
    let text = format!("first = '''{key}'''\nsecond = '''\n{key}\n'''\nrest {{}}\n");
    let hits = scan(&RULES, &RepoPath::from("a.py"), text.as_bytes());
    let places: Vec<_> =
        hits.iter().filter_map(|hit| hit.place).map(|(start, end)| (start.line, start.column, end.line, end.column)).collect();
    assert_eq!(places, [(1, 12, 5, 30), (7, 1, 11, 30)]);
    assert!(hits.iter().all(|hit| hit.secret == key));
}

#[test]
fn utf16_has_the_same_lines_and_columns() {
    let text = format!("é😀\r\n  key = {}\r\n", expand("glpat-{{alnum:20}}", 1));
    let plain = scan(&RULES, &RepoPath::from("a"), text.as_bytes());
    assert_eq!(plain.len(), 1);
    for (mark, order) in [(b"\xff\xfe", u16::to_le_bytes as fn(u16) -> [u8; 2]), (b"\xfe\xff", u16::to_be_bytes)] {
        let bytes: Vec<u8> = mark.iter().copied().chain(text.encode_utf16().flat_map(order)).collect();
        assert_eq!(scan(&RULES, &RepoPath::from("a"), &bytes), plain);
    }
    let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    assert_eq!(scan(&RULES, &RepoPath::from("a"), &marked), plain);
}

#[test]
fn only_a_file_of_a_binary_format_is_not_searched() {
    let token = expand("ghp_{{alnum:36}}", 1);
    let picture = [b"\x89PNG\r\n\x1a\n\0\0", token.as_bytes()].concat();
    assert!(scan(&RULES, &RepoPath::from("a.png"), &picture).is_empty());
    for path in ["a.py", "a"] {
        assert_eq!(scan(&RULES, &RepoPath::from(path), &picture).len(), 1, "{path}");
    }
    assert_eq!(scan(&RULES, &RepoPath::from("a.png"), format!("\0{token}").as_bytes()).len(), 1);
}

#[test]
fn a_secret_that_is_not_utf8_is_reported() {
    let file = "[extend]\nuseDefault = false\n[[rules]]\nid = 'r'\nregex = 'key=([^;]{3,9})'\nkeywords = ['key=']\n";
    let rules = Rules::assemble(Some(("r.toml", file)), &[]).expect("valid");
    let hits = scan(&rules, &RepoPath::from("a"), b"key=a\xff\xfeb;");
    assert_eq!(hits[0].secret, "a\u{fffd}\u{fffd}b");
}

/// The place of an offset by the simplest means: count the lines, then the characters of the last one that start before it.
fn place(text: &[u8], offset: usize) -> Position {
    let start = text[..offset].rfind_byte(b'\n').map_or(0, |index| index + 1);
    let line = text[start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
    let column = line.char_indices().filter(|(at, _, _)| start + at < offset).count() + 1;
    let line = text[..offset].iter().filter(|byte| **byte == b'\n').count() + 1;
    Position { line: u32::try_from(line).unwrap(), column: u32::try_from(column).unwrap() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), mark in prop::sample::select(vec![&b""[..], b"\xff\xfe", b"\xef\xbb\xbf"])) {
        scan(&RULES, &RepoPath::new(bytes.clone()), &[mark, &bytes].concat());
    }

    #[test]
    fn the_cursor_agrees_with_counting(
        parts in prop::collection::vec(prop::sample::select(vec![&b"a"[..], b"\n", b"\r\n", "é".as_bytes(), "😀".as_bytes(), b"\xff", b"\xe2\x82", b"bcd"]), 0..40),
        mut offsets in prop::collection::vec(0usize..120, 1..6),
    ) {
        let text = parts.concat();
        offsets.sort_unstable();
        let mut cursor = Cursor::new(&text);
        for offset in offsets.into_iter().filter(|offset| *offset <= text.len()) {
            prop_assert_eq!(cursor.at(offset), place(&text, offset), "{} in {:?}", offset, text.as_bstr());
        }
    }

    #[test]
    fn a_positive_is_found_in_any_noise(index in any::<prop::sample::Index>(), before in "[ -~\n]{0,200}", after in "[ -~\n]{0,200}") {
        let (id, path, text) = &POSITIVES[index.index(POSITIVES.len())];
        let noisy = format!("{before}\n{text}\n{after}");
        let hits = scan(&RULES, path, noisy.as_bytes());
        let (from, to) = (before.len() + 1, before.len() + 1 + text.len());
        let (first, last) = (place(noisy.as_bytes(), from).line, place(noisy.as_bytes(), to).line);
        let found = hits.iter().any(|hit| {
            RULES.list()[hit.rule].id == *id && hit.place.is_none_or(|(start, end)| start.line >= first && end.line <= last)
        });
        prop_assert!(found, "{}: {:?}", id, noisy);
        let [windowed, plain] = both(path, noisy.as_bytes());
        prop_assert_eq!(windowed, plain);
    }

    #[test]
    fn the_secret_is_in_no_debug_output_and_no_message(index in any::<prop::sample::Index>()) {
        let (_, path, text) = &POSITIVES[index.index(POSITIVES.len())];
        for hit in scan(&RULES, path, text.as_bytes()).into_iter().filter(|hit| !hit.secret.is_empty()) {
            let shown = format!("{hit:?} {:#?} {}", hit, RULES.list()[hit.rule].message());
            prop_assert!(!shown.contains(&hit.secret));
        }
    }
}
