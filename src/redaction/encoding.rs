//! The forms in which a registered value may appear: as it is, escaped for JSON, percent-encoded, in Base64.
//!
//! Other encodings (hexadecimal, compressed, reversed) are not followed: no output of this program makes them.

/// Longer values are looked for as they are and escaped for JSON only.
const LONGEST: usize = 512;
/// A shorter piece of Base64 would also occur in other text.
const SHORTEST_BASE64: usize = 8;

/// One way in which a value may appear.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form {
    /// The bytes to look for, without line breaks.
    pub(super) bytes: Vec<u8>,
    /// Whether this is a piece from the middle of a Base64 text: what touches it belongs to it.
    pub(super) base64: bool,
}

/// Every form of a value, each once.
pub(super) fn forms(value: &str) -> Vec<Form> {
    let mut texts = vec![value.to_owned(), escaped(value), escaped(&escaped(value))];
    if value.len() <= LONGEST {
        texts.extend([percent(value, b"0123456789ABCDEF"), percent(value, b"0123456789abcdef")]);
    }
    let plain = texts.into_iter().map(|text| Form { bytes: text.replace(['\r', '\n'], "").into_bytes(), base64: false });
    let base64 = if value.len() <= LONGEST { base64_pieces(value.as_bytes()) } else { Vec::new() };
    let mut forms: Vec<Form> = plain.chain(base64.into_iter().map(|bytes| Form { bytes, base64: true })).collect();
    forms.retain(|form| !form.bytes.is_empty());
    forms.sort();
    forms.dedup_by(|a, b| a.bytes == b.bytes);
    forms
}

/// The inside of a JSON string (RFC 8259, section 7).
fn escaped(value: &str) -> String {
    let quoted = serde_json::Value::from(value).to_string();
    quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&quoted).to_owned()
}

/// Every byte but the unreserved ones as `%NN` (RFC 3986, section 2.3).
fn percent(value: &str, digits: &[u8; 16]) -> String {
    let mut out = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push(char::from(digits[usize::from(byte >> 4)]));
            out.push(char::from(digits[usize::from(byte & 15)]));
        }
    }
    out
}

/// The characters that depend on nothing but the value, for each place where it can begin inside three encoded bytes; in both
/// alphabets (RFC 4648, sections 4 and 5).
fn base64_pieces(value: &[u8]) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    for (offset, lead) in [(0, 0), (1, 2), (2, 3)] {
        let mut padded = vec![0; offset];
        padded.extend_from_slice(value);
        let encoded = base64(&padded);
        let tail = usize::from(padded.len() % 3 != 0);
        let piece = &encoded[lead..encoded.len() - tail];
        if piece.len() >= SHORTEST_BASE64 {
            pieces.push(
                piece
                    .iter()
                    .map(|byte| match byte {
                        b'+' => b'-',
                        b'/' => b'_',
                        other => *other,
                    })
                    .collect(),
            );
            pieces.push(piece.to_vec());
        }
    }
    pieces
}

/// Base64 without padding.
fn base64(bytes: &[u8]) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let number = chunk.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte)) << (8 * (3 - chunk.len()));
        out.extend((0..=chunk.len()).map(|index| ALPHABET[number >> (18 - 6 * index) & 63]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_in_rfc_4648_section_10() {
        for (plain, encoded) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), encoded.as_bytes());
        }
    }

    #[test]
    fn a_piece_is_in_the_base64_of_every_surrounding() {
        for value in ["correct-horse", "ÿþýüûúù~~", "0123456789ab"] {
            let pieces = base64_pieces(value.as_bytes());
            for before in ["", "x", "xy", "xyz", "user:"] {
                for after in ["", "z", "zz"] {
                    let whole = base64(format!("{before}{value}{after}").as_bytes());
                    assert!(
                        pieces.iter().any(|piece| whole.windows(piece.len()).any(|window| window == piece)),
                        "{before}{value}{after}"
                    );
                }
            }
        }
    }

    #[test]
    fn forms_are_distinct_and_without_line_breaks() {
        let texts = |value: &str| -> Vec<String> {
            forms(value).into_iter().filter(|form| !form.base64).map(|form| String::from_utf8(form.bytes).unwrap()).collect()
        };
        assert_eq!(texts("plain-value"), ["plain-value"]);
        assert_eq!(texts("a\"b\nc/d"), ["a\"bc/d", "a%22b%0Ac%2Fd", "a%22b%0ac%2fd", "a\\\"b\\nc/d", "a\\\\\\\"b\\\\nc/d"]);
    }
}
