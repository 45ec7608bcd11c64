//! A repository path as a relative URI reference (RFC 3986).
//!
//! Every byte that is not unreserved is percent-encoded, so a name with a space, `#`, `?`, `%`, `:` or bytes that are no text can
//! neither cut the path short nor be read as a scheme.

use crate::finding::RepoPath;

/// The URI reference, or nothing for a path without a name: an empty URI is refused by code scanning.
pub(super) fn relative(path: &RepoPath) -> Option<String> {
    let bytes = path.as_bytes();
    let mut uri = String::with_capacity(bytes.len());
    for (index, &byte) in bytes.iter().enumerate() {
        match byte {
            // A slash in front would make the reference absolute.
            b'/' if index > 0 => uri.push('/'),
            b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    (!uri.is_empty()).then_some(uri)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_segment_is_encoded() {
        let table: [(&[u8], Option<&str>); 8] = [
            (b"src/a-b_c.~1.rs", Some("src/a-b_c.~1.rs")),
            (b"a b/c#d?e%20.py", Some("a%20b/c%23d%3Fe%2520.py")),
            ("ação/é.md".as_bytes(), Some("a%C3%A7%C3%A3o/%C3%A9.md")),
            (b"bad\xff\xfe.txt", Some("bad%FF%FE.txt")),
            (b"http:x", Some("http%3Ax")),
            (b"a\\b\n", Some("a%5Cb%0A")),
            (b"/etc/passwd", Some("%2Fetc/passwd")),
            (b"", None),
        ];
        for (path, uri) in table {
            assert_eq!(relative(&RepoPath::new(path)).as_deref(), uri, "{path:?}");
        }
    }

    proptest! {
        #[test]
        fn decoding_gives_the_bytes_back(path in prop::collection::vec(any::<u8>(), 1..40)) {
            let uri = relative(&RepoPath::new(path.clone())).unwrap();
            prop_assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"%/-._~".contains(&byte)));
            let mut decoded = Vec::new();
            let mut rest = uri.as_bytes();
            while let [first, tail @ ..] = rest {
                if *first == b'%' {
                    decoded.push(u8::from_str_radix(std::str::from_utf8(&tail[..2]).unwrap(), 16).unwrap());
                    rest = &tail[2..];
                } else {
                    decoded.push(*first);
                    rest = tail;
                }
            }
            prop_assert_eq!(decoded, path);
        }
    }
}
