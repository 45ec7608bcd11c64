//! From the bytes of a file to its text: for rules that match text, and for people who are shown a line of it.
//!
//! A byte order mark decides the encoding, never a guess.

use std::borrow::Cow;

/// The text of a file without its byte order mark, UTF-16 and UTF-32 turned into UTF-8.
///
/// Lines and columns in characters are the same as in the file. Bytes that are no UTF-8 stay as they are.
pub fn decode(content: &[u8]) -> Cow<'_, [u8]> {
    match content {
        [0xff, 0xfe, 0, 0, rest @ ..] => Cow::Owned(utf32(rest, u32::from_le_bytes)),
        [0, 0, 0xfe, 0xff, rest @ ..] => Cow::Owned(utf32(rest, u32::from_be_bytes)),
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => Cow::Borrowed(rest),
        _ => Cow::Borrowed(content),
    }
}

/// What is no character, and a part of a unit at the end, becomes U+FFFD.
fn utf32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> Vec<u8> {
    let (units, odd) = bytes.as_chunks::<4>();
    let mut text = String::with_capacity(bytes.len() / 2);
    text.extend(units.iter().map(|four| char::from_u32(unit(*four)).unwrap_or(char::REPLACEMENT_CHARACTER)));
    if !odd.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text.into_bytes()
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
        let table: [(Vec<u8>, &str); 11] = [
            (b"plain".to_vec(), "plain"),
            (b"\xef\xbb\xbfplain".to_vec(), "plain"),
            ([b"\xff\xfe".to_vec(), units(text, u16::to_le_bytes)].concat(), text),
            ([b"\xfe\xff".to_vec(), units(text, u16::to_be_bytes)].concat(), text),
            (b"\xff\xfea\0b".to_vec(), "a\u{fffd}"),
            (b"\xff\xfe\x00\xd8a\0".to_vec(), "\u{fffd}a"),
            (b"\xff\xfe\0\0a\0\0\0".to_vec(), "a"),
            (b"\0\0\xfe\xff\0\0\0a\0\0\xd8\0\0".to_vec(), "a\u{fffd}\u{fffd}"),
            (b"a\0b".to_vec(), "a\0b"),
            (b"".to_vec(), ""),
            (b"\xff\xfe".to_vec(), ""),
        ];
        for (bytes, expected) in table {
            assert_eq!(decode(&bytes).as_ref(), expected.as_bytes(), "{bytes:?}");
        }
    }
}
