//! Examples of secrets without a secret in the repository: `{{class:length}}` becomes text that is the same in every run.

/// Turns the templates in `text` into random-looking text; the same `seed` gives the same text.
pub(super) fn expand(text: &str, seed: u64) -> String {
    let mut random = Random(seed ^ 0x9e37_79b9_7f4a_7c15);
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        expanded.push_str(before);
        let next = after.split_once("}}").and_then(|(template, after)| Some((value(template, &mut random)?, after)));
        rest = match next {
            Some((value, after)) => {
                expanded.push_str(&value);
                after
            }
            None => {
                expanded.push_str("{{"); // the text has braces of its own
                after
            }
        };
    }
    expanded + rest
}

fn value(template: &str, random: &mut Random) -> Option<String> {
    match template {
        "priv" => return Some("PRIVATE".to_owned()),
        "pub" => return Some("PUBLIC".to_owned()),
        "uuid" => {
            let parts = [8, 4, 4, 4, 12].map(|length| random.text("0123456789abcdef", length));
            return Some(parts.join("-"));
        }
        _ => {}
    }
    let (class, length) = template.split_once(':')?;
    let length: usize = length.parse().ok()?;
    const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let alphabet = match class {
        "pem" => return Some((0..length).map(|_| random.text(BASE64, 64) + "\n").collect()),
        "hex" => "0123456789abcdef",
        "HEX" => "0123456789ABCDEF",
        "digit" => "0123456789",
        "lower" => "abcdefghijklmnopqrstuvwxyz",
        "alpha" => &BASE64[..52],
        "alnum" => &BASE64[..62],
        "ALNUM" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        "lalnum" => "abcdefghijklmnopqrstuvwxyz0123456789",
        "b32" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "b32l" => "abcdefghijklmnopqrstuvwxyz234567",
        "bech32" => "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
        "b58" => "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
        "b64" => BASE64,
        "url" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        _ => return None,
    };
    Some(random.text(alphabet, length))
}

/// SplitMix64, which is enough for test data and needs no crate.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn text(&mut self, alphabet: &str, length: usize) -> String {
        let characters = alphabet.as_bytes();
        (0..length).map(|_| char::from(characters[(self.next() % characters.len() as u64) as usize])).collect()
    }
}

#[test]
fn templates_expand_and_braces_stay() {
    assert_eq!(expand("a {{hex:4}} b", 1).len(), 8);
    assert_eq!(expand("{{hex:4}}", 1), expand("{{hex:4}}", 1));
    assert_ne!(expand("{{hex:8}}", 1), expand("{{hex:8}}", 2));
    assert_eq!(expand("${{ secrets.X }} {{ y }}", 1), "${{ secrets.X }} {{ y }}");
}
