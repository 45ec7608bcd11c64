//! What is a suppression, what it says and what it covers, as tables and properties.

use proptest::prelude::*;

use super::*;

/// The first and last covered line of each comment, with its rules and its reason.
fn read(content: &str) -> Vec<(u32, u32, Vec<String>, Option<String>)> {
    comments(content.as_bytes())
        .into_iter()
        .map(|comment| {
            let rules = comment.directive.rules.iter().map(ToString::to_string).collect();
            (comment.line, comment.last_line, rules, comment.directive.reason)
        })
        .collect()
}

/// The covered lines of each comment.
fn covered(content: &str) -> Vec<(u32, u32)> {
    read(content).into_iter().map(|(first, last, ..)| (first, last)).collect()
}

fn directive(rules: &[&str], reason: Option<&str>, invalid: Option<&str>) -> Directive {
    Directive {
        rules: rules.iter().map(|&rule| crate::finding::RuleId::new(rule)).collect(),
        reason: reason.map(str::to_owned),
        invalid: invalid.map(str::to_owned),
    }
}

#[test]
fn every_comment_style_is_read() {
    let styles = [
        "// {}",
        "//{}",
        "/// {}",
        "//! {}",
        "# {}",
        "## {}",
        "#{}",
        "-- {}",
        "/* {} */",
        "/** {} */",
        "/*! {} */",
        "/*{}*/",
        "<!-- {} -->",
        "<%-- {} --%>",
        "<# {} #>",
        "{# {} #}",
        "{- {} -}",
        "(* {} *)",
        "{/* {} */}",
        "; {}",
        ";; {}",
        "% {}",
        "%% {}",
        "rem {}",
        "REM {}",
        "@rem {}",
        ":: {}",
        "' {}",
        "! {}",
        "dnl {}",
        ".. {}",
        "\"\"\"{}\"\"\"",
        "''' {} '''",
        " * {}",
    ];
    for style in styles {
        let line = style.replace("{}", "aurumcode: ignore scan:one, scan:two -- it's only a sample");
        let expected = vec![(1, 2, vec!["scan:one".to_owned(), "scan:two".to_owned()], Some("it's only a sample".to_owned()))];
        for text in [format!("{line}\ncode\n"), format!("    {line}   \r\ncode\r\n"), format!("\u{feff}{line}\ncode")] {
            assert_eq!(read(&text), expected, "{text:?}");
        }
    }
}

#[test]
fn a_directive_says_which_rules_and_why() {
    let table = [
        (" a:b -- c", directive(&["a:b"], Some("c"), None)),
        (" a:b,c:d,a:b  --  why  not  ", directive(&["a:b", "c:d"], Some("why not"), None)),
        (" a:b --why", directive(&["a:b"], Some("why"), None)),
        (" a:b — why", directive(&["a:b"], Some("why"), None)),
        (" a:b – why", directive(&["a:b"], Some("why"), None)),
        (" a:b -- one -- two", directive(&["a:b"], Some("one -- two"), None)),
        (" ast-grep:js/x.y@2 -- why", directive(&["ast-grep:js/x.y@2"], Some("why"), None)),
        (" a:b:c -- why", directive(&["a:b:c"], Some("why"), None)),
        // Without a reason.
        (" a:b", directive(&["a:b"], None, None)),
        (" a:b --", directive(&["a:b"], None, None)),
        (" a:b -- ...", directive(&["a:b"], None, None)),
        (" a:b because it is fine", directive(&["a:b"], None, None)),
        // Without an exact name.
        ("", directive(&[], None, Some(""))),
        (" -- why", directive(&[], Some("why"), Some(""))),
        (" * -- why", directive(&[], Some("why"), Some("*"))),
        (" a:* -- why", directive(&[], Some("why"), Some("a:*"))),
        (" a -- why", directive(&[], Some("why"), Some("a"))),
        (" a: -- why", directive(&[], Some("why"), Some("a:"))),
        (" A:b -- why", directive(&[], Some("why"), Some("A:b"))),
        (" :b -- why", directive(&[], Some("why"), Some(":b"))),
        (" a:b c:d -- why", directive(&[], Some("why"), Some("a:b c:d"))),
        (" a:b, -- why", directive(&["a:b"], Some("why"), Some(""))),
        (": a:b -- why", directive(&[], Some("why"), Some(": a:b"))),
    ];
    for (text, expected) in table {
        assert_eq!(Directive::parse(text), expected, "{text:?}");
    }
    let long = Directive::parse(&format!(" a:b -- {}", "long ".repeat(10_000)));
    assert_eq!(long.reason.map(|reason| reason.chars().count()), Some(400));
}

#[test]
fn it_covers_its_own_line_and_when_alone_the_next_one() {
    let own = "aurumcode: ignore a:b -- c";
    let table = [
        (format!("x = 1  # {own}\ny = 2\n"), (1, 1)),
        (format!("# {own}\nx = 1\ny = 2\n"), (1, 2)),
        (format!("/* {own} */ x = 1;\ny = 2;\n"), (1, 1)),
        (format!("x = 1; /* {own} */\ny = 2;\n"), (1, 1)),
        (format!("x = /* {own} */ 1;\ny = 2;\n"), (1, 1)),
        // The end of the file.
        (format!("x\n# {own}\n"), (2, 2)),
        (format!("x\n# {own}"), (2, 2)),
        (format!("x  # {own}"), (1, 1)),
        // An empty line is the next line too.
        (format!("# {own}\n\nx = 1\n"), (1, 2)),
        // The rest of the comment, and the line behind it.
        (format!("# {own}\n# that goes on\nx = 1\ny = 2\n"), (1, 3)),
        (format!("/* {own}\n   that goes on */\nx = 1;\ny = 2;\n"), (1, 3)),
        (format!("/* {own}\n */ x = 1;\ny = 2;\n"), (1, 2)),
        (format!("/*\n * {own}\n */\nx = 1;\ny = 2;\n"), (2, 4)),
        (format!("<!--\n  {own}\n-->\n<p>\n"), (2, 4)),
        (format!("\"\"\"\n{own}\n\"\"\"\nx = 1\n"), (2, 4)),
        // Behind code, a comment that goes on covers no more than its line.
        (format!("x = 1; /* {own}\n   that goes on */\ny = 2;\n"), (1, 1)),
        // A comment that never ends covers the next line, not the file.
        (format!("/* {own}\nx = 1;\ny = 2;\n"), (1, 2)),
    ];
    for (text, expected) in table {
        assert_eq!(covered(&text), [expected], "{text}");
        assert_eq!(covered(&text.replace('\n', "\r\n")), [expected], "{text} with CRLF");
    }
}

#[test]
fn several_stand_on_a_line_or_above_one_another() {
    let (one, two) = ("aurumcode: ignore a:b -- one", "aurumcode: ignore c:d -- two");
    let both = |content: &str| read(content).into_iter().map(|(_, _, rules, reason)| (rules.concat(), reason.unwrap())).collect();
    let expected: Vec<(String, String)> = vec![("a:b".into(), "one".into()), ("c:d".into(), "two".into())];
    for text in [
        format!("/* {one} */ /* {two} */\nx\n"),
        format!("# {one} # {two}\nx\n"),
        format!("// {one}\n// {two}\nx\n"),
        format!("/* {one} */\n<!-- {two} -->\nx\n"),
    ] {
        let found: Vec<(String, String)> = both(&text);
        assert_eq!(found, expected, "{text}");
        let last = u32::try_from(text.lines().count()).unwrap();
        assert!(covered(&text).iter().all(|(_, end)| *end == last), "{text}");
    }
    assert_eq!(covered(&format!("/* {one} */ x; /* {two} */\ny;\n")), [(1, 1), (1, 1)]);
}

#[test]
fn what_is_no_comment_silences_nothing() {
    let own = "aurumcode: ignore a:b -- c";
    let table = [
        own.to_owned(),
        format!("prose that says {own}"),
        format!("x = \"# {own}\""),
        format!("x = '# {own}';"),
        format!("x = `// {own}`;"),
        format!("x = \"a \\\" b # {own}\""),
        format!("write `// {own}` above the line"),
        "# aurumcode: ignored a:b -- c".to_owned(),
        "# aurumcode: ignore-file a:b -- c".to_owned(),
        "# aurumcode ignore a:b -- c".to_owned(),
        "# Aurumcode: Ignore a:b -- c".to_owned(),
        "# aurumcode: the review gate".to_owned(),
        // A block that was closed before.
        format!("/* closed */\n{own}\n"),
        format!("/*\n closed\n*/\n{own}\n"),
    ];
    for text in table {
        assert_eq!(covered(&text), [], "{text}");
    }
}

#[test]
fn quotes_in_front_that_are_closed_do_not_hide_a_comment() {
    let own = "aurumcode: ignore a:b -- it's fine";
    for text in [
        format!("x = \"it's\"  # {own}"),
        format!("x = 'a\\'b'  # {own}"),
        format!("x = f(\"a\", 'b')  // {own}"),
        "don't  # aurumcode: ignore a:b -- fine".to_owned(),
    ] {
        assert_eq!(covered(&text), [(1, 1)], "{text}");
    }
}

#[test]
fn a_file_of_nothing_but_comments_is_bounded() {
    let line = "# aurumcode: ignore a:b -- c\n";
    let found = comments(line.repeat(MAX_COMMENTS + 50).as_bytes());
    assert_eq!(found.len(), MAX_COMMENTS);
    assert!(found.iter().all(|comment| comment.last_line - comment.line <= 101));
    let bare = format!("/*\n{}", "aurumcode: ignore a:b -- c\n".repeat(3000));
    assert!(comments(bare.as_bytes()).len() <= 100);
}

proptest! {
    /// Whatever the bytes are, reading them ends and covers nothing outside the file.
    #[test]
    fn anything_can_be_read(parts in prop::collection::vec(prop_oneof![
        Just("aurumcode: ignore".to_owned()), Just("# ".to_owned()), Just("/*".to_owned()), Just("*/".to_owned()), Just("\n".to_owned()),
        Just("\"".to_owned()), Just(" a:b -- c".to_owned()), Just("\"\"\"".to_owned()), Just("\u{feff}".to_owned()), ".{0,8}"
    ], 0..40), tail in prop::collection::vec(any::<u8>(), 0..8)) {
        let mut content = parts.concat().into_bytes();
        content.extend(tail);
        let lines = u32::try_from(content.split(|byte| *byte == b'\n').count()).unwrap();
        for comment in comments(&content) {
            prop_assert!(comment.line >= 1 && comment.line <= comment.last_line && comment.last_line <= lines, "{comment:?}");
        }
    }

    /// Code around a comment changes neither what it says nor that it covers its own line.
    #[test]
    fn code_in_front_changes_nothing(before in "[a-z0-9 =+();.]{1,40}", reason in "[a-z]{1,20}") {
        let text = format!("{before} // aurumcode: ignore scan:a -- {reason}\nnext\n");
        let alone = before.trim().is_empty();
        prop_assert_eq!(read(&text), vec![(1, if alone { 2 } else { 1 }, vec!["scan:a".to_owned()], Some(reason))]);
    }
}
