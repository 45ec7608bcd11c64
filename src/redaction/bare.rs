//! Text without quotes: where such a value ends.

/// Where a bare value ends: at white space or a quote, at a closing bracket that nothing opened, or at `,`, `;`, `&` and `|` when
/// the next pair or the end follows.
pub(super) fn bare_end(bytes: &[u8], from: usize, limit: usize) -> usize {
    let end = bytes.len().min(from.saturating_add(limit));
    let mut depth = 0_usize;
    let mut at = from;
    while at < end {
        match bytes[at] {
            byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => return at,
            b'"' | b'\'' | b'`' | b'<' | b'>' => return at,
            b'\\' if matches!(bytes.get(at + 1), Some(b'n' | b'r' | b't' | b'"' | b'\'' | b'\\' | b'u')) => return at,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None if bytes[from..].starts_with(super::MARKER.as_bytes()) => return at,
                None if ends_here(bytes, at + 1) => return at,
                None => {}
            },
            b',' | b';' | b'&' | b'|' if ends_here(bytes, at + 1) || pair_follows(bytes, at + 1) => return at,
            _ => {}
        }
        at += 1;
    }
    end
}

/// Whether what stands at `at` shows that the value before it is over.
fn ends_here(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        None => true,
        Some(byte) => {
            byte.is_ascii_whitespace()
                || matches!(
                    byte,
                    b'"' | b'\'' | b'`' | b')' | b']' | b'}' | b',' | b';' | b'<' | b'.' | b'|' | b'&' | b':' | b'?'
                )
                || (*byte == b'\\' && matches!(bytes.get(at + 1), Some(b'n' | b'r' | b't' | b'"')))
        }
    }
}

/// Whether another `name=` or `name:` stands at `at`.
fn pair_follows(bytes: &[u8], at: usize) -> bool {
    let name = bytes[at..].iter().take(64).take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)).count();
    name > 0 && matches!(bytes.get(at + name), Some(b'=' | b':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_text_ends_where_the_value_does() {
        for (text, expected) in [
            ("abc def", "abc"),
            ("abc,user=bob", "abc"),
            ("abc,def", "abc,def"),
            ("abc;Server=x", "abc"),
            ("ab)cd)", "ab)cd"),
            ("a[0]) x", "a[0]"),
            (r"abc\nnext", "abc"),
            ("abc&x=1", "abc"),
            ("a\\b", "a\\b"),
        ] {
            assert_eq!(&text[..bare_end(text.as_bytes(), 0, 512)], expected, "{text}");
        }
    }
}
