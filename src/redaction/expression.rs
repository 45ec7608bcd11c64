//! Code in the place of a value: calls, references, indexes, templates.
//!
//! Only the extent is read, no language is parsed: enough to tell that a bare value is, whole, no literal.

use super::name::{Name, judge};

/// How far a bare value is read when it may turn out to be harmless.
const LONGEST_EXPRESSION: usize = 1024;

/// Where the expression that begins at `from` ends: `$(…)`, `${…}`, `{{…}}`, `$NAME`, or a path with calls and indexes.
/// Nothing when what stands there is no expression.
pub(super) fn expression_end(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = &bytes[from..];
    if rest.starts_with(b"${") || rest.starts_with(b"$(") {
        return balanced(bytes, from + 1);
    }
    if rest.starts_with(b"{{") {
        return balanced(bytes, from);
    }
    if rest.starts_with(b"$") {
        let name = word(bytes, from + 1);
        return (name > from + 1).then_some(name);
    }
    let mut at = from + rest.iter().take_while(|byte| b"&*!".contains(byte)).count();
    for keyword in [&b"await "[..], b"new ", b"try ", b"yield "] {
        if bytes[at..].starts_with(keyword) {
            at += keyword.len();
        }
    }
    let first = word(bytes, at);
    if first == at {
        return None;
    }
    at = first;
    let mut groups = 0;
    loop {
        let rest = &bytes[at..];
        let operator =
            [&b"::<"[..], b"::", b"->", b"?.", b"!(", b"![", b".", b"?", b"(", b"["].into_iter().find(|op| rest.starts_with(op));
        at = match operator {
            Some(b"(" | b"[") => {
                groups += 1;
                balanced(bytes, at)?
            }
            Some(b"!(" | b"![") => at + 1,
            Some(b"::<") => at + 3 + bytes[at + 3..].iter().take(64).position(|byte| *byte == b'>')? + 1,
            Some(b"?") => at + 1,
            Some(operator) => {
                let next = word(bytes, at + operator.len());
                if next == at + operator.len() {
                    break;
                }
                next
            }
            None => break,
        };
    }
    (groups > 0 || is_known_path(bytes, from, at)).then_some(at)
}

/// Whether a dotted path without a call is a reference in code rather than a password with dots in it.
fn is_known_path(bytes: &[u8], from: usize, to: usize) -> bool {
    const ROOTS: &[&str] = &[
        "self", "this", "cls", "config", "cfg", "settings", "args", "opts", "options", "env", "process", "os", "params", "req",
        "request", "res", "response", "ctx", "context", "state", "props", "secrets", "vars", "inputs", "github", "steps", "var",
        "local", "data", "module", "app", "user",
    ];
    let path = String::from_utf8_lossy(&bytes[from..to]);
    let mut segments = path.split(['.', ':', '?', '>', '-', '&', '*', '!', ' ']).filter(|segment| !segment.is_empty());
    let Some(root) = segments.next() else { return false };
    let mut rest = segments.peekable();
    rest.peek().is_some()
        && (ROOTS.contains(&root)
            || path.contains("::")
            || judge(root) == Name::Secret
            || rest.any(|segment| judge(segment) == Name::Secret))
}

/// Where the bracket at `open` is closed again; nothing when that is too far away.
fn balanced(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    for (offset, &byte) in bytes[open..].iter().take(LONGEST_EXPRESSION).enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(open + offset + 1);
                }
            }
            (None, _) => {}
        }
    }
    None
}

fn word(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take(LONGEST_EXPRESSION).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for (text, expected) in [
            ("get_token();", Some("get_token()")),
            ("$(cat /run/x) y", Some("$(cat /run/x)")),
            ("${{ secrets.A }}-", Some("${{ secrets.A }}")),
            ("${VAR} ", Some("${VAR}")),
            ("$VAR/x", Some("$VAR")),
            ("os.environ[\"A)\"].strip() x", Some("os.environ[\"A)\"].strip()")),
            ("Secret::new(x)?;", Some("Secret::new(x)?")),
            ("env!(\"A\")", Some("env!(\"A\")")),
            ("self.token,", Some("self.token")),
            ("&config.password", Some("&config.password")),
            ("await load(1)", Some("await load(1)")),
            ("{{ x }}", Some("{{ x }}")),
            ("john.smith", None),
            ("plain", None),
            ("f(open", None),
            ("-x", None),
        ] {
            assert_eq!(expression_end(text.as_bytes(), 0).map(|end| &text[..end]), expected, "{text}");
        }
    }
}
