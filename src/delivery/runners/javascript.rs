//! jest, vitest and node's own runner with its reporter for people: a mark and a title on each line, groups by indentation.
//!
//! A test's name is its groups and its title, joined by ` > `; vitest writes it so by itself, with the file in front.

use crate::delivery::TestOutcome;

use super::read::{TestsRead, summary};

pub(super) fn read(text: &str, read: &mut TestsRead) {
    let mut groups: Vec<(usize, String)> = Vec::new();
    // jest tells of each failure once more below; node does so with everything.
    for line in text.lines().take_while(|line| !line.starts_with("✖ failing tests")) {
        let indent = line.len() - line.trim_start().len();
        let words = line.trim();
        if words.starts_with("Tests:") || words.starts_with("Tests  ") {
            let known = [
                ("passed", TestOutcome::Passed),
                ("failed", TestOutcome::Failed),
                ("skipped", TestOutcome::Skipped),
                ("todo", TestOutcome::Skipped),
            ];
            summary(words, &known, read);
            continue;
        }
        // `PASS a.test.js` and `❯ a.test.js (4 tests | 1 failed)` begin a file, whose name goes in front of all below it.
        if let Some(file) = file_of(words) {
            groups = vec![(0, file.to_owned())];
            continue;
        }
        let Some((outcome, title)) = marked(words) else {
            // A line without a mark is a group, when what follows is deeper.
            groups.retain(|(depth, _)| *depth < indent);
            if indent > 0 && !words.is_empty() {
                groups.push((indent, words.to_owned()));
            } else if words.is_empty() {
                groups.clear();
            }
            continue;
        };
        let name = title_of(title);
        // A line of vitest that stands for a whole file says how many tests are in it.
        if is_a_file(name) {
            continue;
        }
        // node marks a group too, with the arrow of an open one.
        if words.starts_with('▶') {
            groups.retain(|(depth, _)| *depth < indent);
            groups.push((indent, name.to_owned()));
            continue;
        }
        let above: Vec<&str> = groups.iter().filter(|(depth, _)| *depth < indent).map(|(_, group)| group.as_str()).collect();
        read.test(&above.into_iter().chain([name]).collect::<Vec<_>>().join(" > "), outcome);
    }
}

fn file_of(words: &str) -> Option<&str> {
    let rest = ["PASS ", "FAIL ", "❯ "].iter().find_map(|start| words.strip_prefix(start))?.trim();
    is_a_file(rest).then(|| rest.split_once(" (").map_or(rest, |(file, _)| file))
}

fn marked(words: &str) -> Option<(TestOutcome, &str)> {
    let mut characters = words.chars();
    let outcome = match characters.next()? {
        '✓' | '✔' | '√' | '▶' => TestOutcome::Passed,
        '✕' | '✗' | '✘' | '×' | '✖' => TestOutcome::Failed,
        '○' | '↓' | '﹣' | '✎' => TestOutcome::Skipped,
        _ => return None,
    };
    characters.as_str().strip_prefix(' ').map(|title| (outcome, title.trim()))
}

/// The title without the time behind it: `adds (3 ms)`, `adds 3ms`, `adds (1.2345ms)`, and node's `# SKIP`.
fn title_of(title: &str) -> &str {
    let title = title.split_once(" # ").map_or(title, |(before, _)| before).trim_end();
    let title = title.strip_prefix("skipped ").unwrap_or(title);
    let timed = |text: &str| {
        let number = text.trim_end_matches("ms").trim_end_matches('s').trim();
        text.ends_with('s') && !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    if let Some((before, time)) = title.rsplit_once('(')
        && time.strip_suffix(')').is_some_and(timed)
    {
        return before.trim_end();
    }
    match title.rsplit_once(' ') {
        Some((before, time)) if timed(time) => before.trim_end(),
        _ => title,
    }
}

fn is_a_file(name: &str) -> bool {
    let name = name.split_once(" (").map_or(name, |(before, _)| before);
    !name.contains(" > ")
        && [".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue"].iter().any(|end| name.ends_with(end))
}
