//! URI references as SARIF files hold them: decoded into path segments, whatever the scanner made of the standard.
//!
//! RFC 3986 is what should be there. Bare POSIX and Windows paths, backslashes and unencoded spaces are what also is there. No
//! address is ever opened; a host name, a drive letter and the root stay as the first segments of an absolute path.

/// Where a reference leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// From a base that something else names.
    Relative(Segments),
    /// From the root of a file system.
    Absolute(Segments),
    /// No file: another scheme, such as `https:`.
    Elsewhere,
}

/// The parts of a path, without empty ones and `.`. They may hold `..`.
pub(super) type Segments = Vec<Vec<u8>>;

/// Reads a reference as RFC 3986 has it, percent-decoded.
pub(super) fn parse(reference: &str) -> Target {
    read(reference, decode)
}

/// Reads a reference as a path that was never encoded, with backslashes between its parts.
pub(super) fn parse_unencoded(reference: &str) -> Target {
    read(&reference.replace('\\', "/"), |text| text.as_bytes().to_vec())
}

fn read(reference: &str, decode: impl Fn(&str) -> Vec<u8>) -> Target {
    let reference = reference.trim();
    let split = |path: &str| segments(&decode(path));
    if is_drive(reference) {
        return Target::Absolute(split(&reference.replace('\\', "/")));
    }
    if let Some(share) = reference.strip_prefix("\\\\") {
        return Target::Absolute(split(&share.replace('\\', "/")));
    }
    match scheme(reference) {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => {
            let rest = rest.split(['?', '#']).next().unwrap_or(rest);
            // "file:///x", "file:/x", "file://localhost/x" and "file://server/share/x" (RFC 8089, appendix E).
            let path = match rest.strip_prefix("//") {
                Some(authority) if authority.starts_with("localhost/") => &authority["localhost".len()..],
                Some(authority) => authority,
                None => rest,
            };
            Target::Absolute(split(path))
        }
        Some(_) => Target::Elsewhere,
        None if reference.starts_with('/') => Target::Absolute(split(reference)),
        None => Target::Relative(split(reference)),
    }
}

/// The scheme and what follows its colon. One letter is a drive and no scheme.
fn scheme(reference: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = reference.split_once(':')?;
    let letters = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    (scheme.len() > 1 && letters && scheme.as_bytes()[0].is_ascii_alphabetic()).then_some((scheme, rest))
}

/// `C:\x` or `C:/x`.
fn is_drive(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() > 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' && matches!(bytes[2], b'/' | b'\\')
}

/// Percent-decodes; what is no escape stays as it is.
fn decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut position = 0;
    while let Some(byte) = bytes.get(position) {
        let escape = bytes.get(position + 1..position + 3).filter(|_| *byte == b'%').and_then(hex);
        decoded.push(escape.unwrap_or(*byte));
        position += if escape.is_some() { 3 } else { 1 };
    }
    decoded
}

fn hex(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|value| u8::try_from(value).ok());
    Some(digit(digits[0])? * 16 + digit(digits[1])?)
}

/// The parts of a path.
pub(super) fn segments(path: &[u8]) -> Segments {
    path.split(|byte| *byte == b'/').filter(|segment| !matches!(*segment, b"" | b".")).map(<[u8]>::to_vec).collect()
}

/// The path that segments make, without `..`; nothing when they lead out of where they start, or make no path that git can hold.
pub(super) fn normalise(segments: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in segments {
        match segment.as_slice() {
            b".." => {
                kept.pop()?;
            }
            segment if segment.contains(&0) => return None,
            segment => kept.push(segment),
        }
    }
    (!kept.is_empty()).then(|| kept.join(&b'/'))
}

/// What is left of `path` below `directory`. Drive letters are the same in both cases.
pub(super) fn below<'a>(path: &'a [Vec<u8>], directory: &[Vec<u8>]) -> Option<&'a [Vec<u8>]> {
    let drive = |segment: &[u8]| segment.len() == 2 && segment[1] == b':';
    let same = |(one, other): (&Vec<u8>, &Vec<u8>)| one == other || (drive(one) && one.eq_ignore_ascii_case(other));
    (path.len() >= directory.len() && path.iter().zip(directory).all(same)).then(|| &path[directory.len()..])
}
