//! From the bytes of a file to the text that rules see.
//!
//! A byte order mark decides the encoding, never a guess. Without one, a NUL byte near the start means binary, as in git.

use std::borrow::Cow;

use bstr::ByteSlice;

/// How far into a file a NUL byte is looked for; git looks as far (`buffer_is_binary`).
const BINARY_PROBE: usize = 8000;

/// The text of a file without its byte order mark, UTF-16 turned into UTF-8; nothing when the file is binary.
///
/// Lines and columns in characters are the same as in the file. Bytes that are no UTF-8 stay as they are.
pub(super) fn decode(content: &[u8]) -> Option<Cow<'_, [u8]>> {
    match content {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => None, // UTF-32, which git also takes for binary
        [0xff, 0xfe, rest @ ..] => Some(Cow::Owned(utf16(rest, u16::from_le_bytes))),
        [0xfe, 0xff, rest @ ..] => Some(Cow::Owned(utf16(rest, u16::from_be_bytes))),
        [0xef, 0xbb, 0xbf, rest @ ..] => plain(rest),
        _ => plain(content),
    }
}

/// Whether a byte order mark says UTF-16.
pub(super) fn is_utf16(content: &[u8]) -> bool {
    matches!(content, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

fn plain(content: &[u8]) -> Option<Cow<'_, [u8]>> {
    let probe = content.get(..BINARY_PROBE).unwrap_or(content);
    probe.find_byte(0).is_none().then_some(Cow::Borrowed(content))
}

/// An unpaired surrogate or half a unit at the end becomes U+FFFD.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let mut text = String::with_capacity(bytes.len());
    text.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
    text.extend(odd.iter().map(|_| char::REPLACEMENT_CHARACTER));
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::decode;

    fn units(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    }

    #[test]
    fn a_byte_order_mark_decides() {
        let text = "a\r\né😀";
        let table: [(Vec<u8>, Option<&str>); 9] = [
            (b"plain".to_vec(), Some("plain")),
            (b"\xef\xbb\xbfplain".to_vec(), Some("plain")),
            ([b"\xff\xfe".to_vec(), units(text, u16::to_le_bytes)].concat(), Some(text)),
            ([b"\xfe\xff".to_vec(), units(text, u16::to_be_bytes)].concat(), Some(text)),
            (b"\xff\xfea\0b".to_vec(), Some("a\u{fffd}")),
            (b"\xff\xfe\x00\xd8a\0".to_vec(), Some("\u{fffd}a")),
            (b"\xff\xfe\0\0a\0\0\0".to_vec(), None),
            (b"a\0b".to_vec(), None),
            (b"".to_vec(), Some("")),
        ];
        for (bytes, expected) in table {
            assert_eq!(decode(&bytes).as_deref(), expected.map(str::as_bytes), "{bytes:?}");
        }
    }

    #[test]
    fn a_late_nul_is_text() {
        let mut content = vec![b'a'; 8000];
        content.push(0);
        assert!(decode(&content).is_some());
        content[7999] = 0;
        assert!(decode(&content).is_none());
    }
}
