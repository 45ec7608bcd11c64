//! Names and seals of entries: SHA-256 over what a result was made of, HMAC-SHA-256 (RFC 2104) over the name and the result.
//!
//! The name is part of what is sealed, so that an entry cannot be put in another one's place.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The fewest bytes of a key: 32.
pub const KEY_BYTES: usize = 32;

/// The bytes of a seal.
pub(super) const SEAL_BYTES: usize = 32;

/// The key of the seals.
#[derive(Clone)]
pub struct Key(Vec<u8>);

impl Key {
    /// A key; nothing when it is shorter than [`KEY_BYTES`].
    pub fn new(bytes: &[u8]) -> Option<Self> {
        (bytes.len() >= KEY_BYTES).then(|| Self(bytes.to_vec()))
    }

    /// The seal of an entry.
    pub(super) fn seal(&self, id: &Id, body: &[u8]) -> [u8; SEAL_BYTES] {
        self.mac(id, body).map(|mac| mac.finalize().into_bytes().into()).unwrap_or_default()
    }

    /// Whether `seal` is that of the entry, in constant time.
    pub(super) fn verifies(&self, id: &Id, body: &[u8], seal: &[u8]) -> bool {
        self.mac(id, body).is_some_and(|mac| mac.verify_slice(seal).is_ok())
    }

    fn mac(&self, id: &Id, body: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        mac.update(id.0.as_bytes());
        mac.update(b"\n");
        mac.update(body);
        Some(mac)
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

/// The name of an entry: what its result was made of, as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Id(String);

impl Id {
    /// The name of what was made of these parts. Where one part ends and the next begins is part of the name.
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part);
        }
        Self(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_parts_apart() {
        let ids = [Id::of(&[b"ab", b"c"]), Id::of(&[b"a", b"bc"]), Id::of(&[b"abc"]), Id::of(&[b"abc", b""])];
        for (at, one) in ids.iter().enumerate() {
            assert!(ids.iter().skip(at + 1).all(|other| one != other), "{ids:?}");
        }
    }

    #[test]
    fn a_seal_is_of_its_key_its_name_and_its_result() {
        let key = |byte: u8| Key::new(&[byte; KEY_BYTES]).expect("a key");
        let (id, other) = (Id::of(&[b"one"]), Id::of(&[b"other"]));
        let seal = key(1).seal(&id, b"result");
        assert!(key(1).verifies(&id, b"result", &seal) && seal != [0; SEAL_BYTES]);
        assert!(!key(2).verifies(&id, b"result", &seal) && !key(1).verifies(&other, b"result", &seal));
        assert!(!key(1).verifies(&id, b"resulT", &seal) && !key(1).verifies(&id, b"result", &seal[..31]));
        assert!(Key::new(&[1; KEY_BYTES - 1]).is_none() && format!("{:?}", key(7)) == "Key");
    }
}
