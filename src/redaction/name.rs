//! Whether a name says that its value is a secret.
//!
//! The same answer serves configuration keys, variables, URL parameters and JSON fields. The last words of a name decide:
//! `db_password` holds one, `password_length` and `tokens_in` do not.

/// How much a name promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// Nothing.
    Plain,
    /// Perhaps a secret: the value must look like one too.
    Weak,
    /// A secret.
    Secret,
}

/// A longer identifier is no name that anybody wrote.
pub(super) const LONGEST: usize = 128;

/// Last words that name a secret, alone or at the end of a run-together word (`dbpassword`). Portuguese and German included,
/// since configuration is written in people's own languages.
const SECRET: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "token",
    "apikey",
    "secretkey",
    "privatekey",
    "senha",
    "segredo",
    "passwort",
    "kennwort",
];

/// Last words that often name a secret, and often something else.
const WEAK: &[&str] = &[
    "pass",
    "auth",
    "credential",
    "credentials",
    "creds",
    "jwt",
    "bearer",
    "cookie",
    "session",
    "sessionid",
    "signature",
    "otp",
];

/// Words before `key` that make it a secret.
const KEYS: &[&str] = &[
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "signing",
    "encryption",
    "account",
    "shared",
    "master",
    "storage",
    "subscription",
    "ssh",
    "deploy",
    "webhook",
    "service",
    "session",
    "license",
    "client",
];

/// Words before `token` that make it a quantity.
const QUANTITIES: &[&str] =
    &["max", "min", "total", "input", "output", "prompt", "completion", "per", "num", "count", "next", "page"];

/// Words behind a name that leave its meaning: `TOKEN_PROD`, `password2`, `tokenValue`.
const QUALIFIERS: &[&str] = &[
    "value",
    "text",
    "string",
    "str",
    "plain",
    "raw",
    "base64",
    "b64",
    "prod",
    "production",
    "dev",
    "development",
    "test",
    "testing",
    "staging",
    "stage",
    "live",
    "default",
    "old",
    "new",
    "current",
    "previous",
    "base",
    "env",
];

/// Judges an identifier in any spelling: `apiKey`, `API_KEY`, `api-key`, `spring.api.key`.
pub(super) fn judge(identifier: &str) -> Name {
    // The working directory, not a password.
    if identifier.len() > LONGEST || identifier == "PWD" || identifier == "OLDPWD" {
        return Name::Plain;
    }
    let mut words = words(identifier);
    while words.len() > 1 && words.last().is_some_and(|word| is_qualifier(word)) {
        words.pop();
    }
    let Some((last, before)) = words.split_last() else { return Name::Plain };
    let bare = last.trim_end_matches(|c: char| c.is_ascii_digit());
    let previous = before.last().map(String::as_str).unwrap_or_default();
    if bare == "token" && QUANTITIES.contains(&previous) {
        return Name::Plain;
    }
    if SECRET.iter().any(|secret| bare.ends_with(secret)) {
        return Name::Secret;
    }
    match bare {
        "key" if KEYS.contains(&previous) => Name::Secret,
        "id" if previous == "session" || previous == "key" && before.len() > 1 => Name::Weak,
        "hash" if SECRET.contains(&previous) => Name::Weak,
        word if WEAK.contains(&word) => Name::Weak,
        _ => Name::Plain,
    }
}

/// Judges the name of a URL parameter, where short names carry secrets too.
pub(super) fn judge_parameter(name: &str) -> Name {
    match (judge(name), name.to_ascii_lowercase().as_str()) {
        (Name::Plain, "key" | "code" | "sig" | "sas" | "sid" | "access" | "x-amz-credential") => Name::Weak,
        (Name::Weak, "signature" | "auth" | "x-amz-signature" | "x-goog-signature") => Name::Secret,
        (judged, _) => judged,
    }
}

fn is_qualifier(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) || QUALIFIERS.contains(&word)
}

/// The words of an identifier, lower case: split at what is no letter or digit, and where a capital begins a new word.
fn words(identifier: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in identifier.split(|c: char| !c.is_ascii_alphanumeric()) {
        let bytes = part.as_bytes();
        let mut start = 0;
        for at in 1..bytes.len() {
            let begins = bytes[at].is_ascii_uppercase()
                && (!bytes[at - 1].is_ascii_uppercase() || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase));
            if begins {
                words.push(part[start..at].to_ascii_lowercase());
                start = at;
            }
        }
        if start < bytes.len() {
            words.push(part[start..].to_ascii_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets() {
        for name in [
            "password",
            "DB_PASSWORD",
            "dbPassword",
            "dbpassword",
            "spring.datasource.password",
            "client-secret",
            "apiKey",
            "APIKey",
            "X-API-Key",
            "api.key",
            "AWS_SECRET_ACCESS_KEY",
            "secretKeyBase",
            "SECRET_KEY_BASE",
            "_authToken",
            "TOKEN_PROD",
            "password2",
            "PASSWORD_1",
            "accountKey",
            "senha",
            "GITHUB_TOKEN",
            "authTokenValue",
            "privateKey",
            "passphrase",
            "pwd",
        ] {
            assert_eq!(judge(name), Name::Secret, "{name}");
        }
    }

    #[test]
    fn names_that_need_a_secret_looking_value() {
        for name in ["credentials", "db_pass", "aws_access_key_id", "password_hash", "sessionId", "Signature", "_auth"] {
            assert_eq!(judge(name), Name::Weak, "{name}");
        }
    }

    #[test]
    fn names_of_other_things() {
        for name in [
            "",
            "key",
            "cache_key",
            "primaryKey",
            "publicKey",
            "tokens",
            "tokens_in",
            "cost_tokens",
            "tokenizer",
            "token_type",
            "password_length",
            "passwordResetUrl",
            "secrets",
            "secretName",
            "secret_name",
            "compass",
            "passed",
            "author",
            "authority",
            "monkey",
            "keyboard",
            "github-pat",
            "secrets_github_pat",
            "bypass",
            "token_file",
            "max_token",
            "nextPageToken",
            "cost_per_token",
            "accesskey",
            "PWD",
            "OLDPWD",
        ] {
            assert_eq!(judge(name), Name::Plain, "{name}");
        }
        assert_eq!(judge(&"token".repeat(40)), Name::Plain);
    }

    #[test]
    fn parameters() {
        assert_eq!(judge_parameter("X-Amz-Signature"), Name::Secret);
        assert_eq!(judge_parameter("access_token"), Name::Secret);
        assert_eq!(judge_parameter("sig"), Name::Weak);
        assert_eq!(judge_parameter("page"), Name::Plain);
    }
}
