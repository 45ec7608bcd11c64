//! The rule files that are compiled into the binary, in the order in which their rules rank.

/// Name and content of each file: specific families first, generic rules last.
pub(super) const EMBEDDED: &[(&str, &str)] = &[
    ("cloud.toml", include_str!("rules/cloud.toml")),
    ("code.toml", include_str!("rules/code.toml")),
    ("payments.toml", include_str!("rules/payments.toml")),
    ("messaging.toml", include_str!("rules/messaging.toml")),
    ("ai.toml", include_str!("rules/ai.toml")),
    ("saas.toml", include_str!("rules/saas.toml")),
    ("database.toml", include_str!("rules/database.toml")),
    ("keys.toml", include_str!("rules/keys.toml")),
    ("generic.toml", include_str!("rules/generic.toml")),
    ("placeholders.toml", include_str!("rules/placeholders.toml")),
];
