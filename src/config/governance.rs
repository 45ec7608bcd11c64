//! Who governs each field of the configuration when there is a central policy.
//!
//! The table is what the layering reads, so a field cannot be governed otherwise than it says; a test fails for a field that it
//! lacks. A field is never left to the repository by being forgotten: what is not in the table is the policy's.

/// Whose value counts under a central policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Governance {
    /// The policy's, also where it gives none: the repository's is dropped, with a warning.
    Policy,
    /// The policy's where it gives one, else the repository's.
    PolicyFirst,
    /// Engine by engine: an entry that the policy requires is the policy's; any other entry of the policy gives way to one of the
    /// repository, with a warning; what only one of them lists stands.
    ByEngine,
    /// Both: the policy's first, then the repository's. They inform and decide nothing.
    Both,
}

impl Governance {
    /// What the reference page says about it.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Policy => "the policy's alone; what the repository says is dropped, with a warning",
            Self::PolicyFirst => "the policy's where it gives one, else the repository's",
            Self::ByEngine => {
                "engine by engine: what the policy requires is the policy's; otherwise the repository's entry replaces the \
                 policy's, with a warning"
            }
            Self::Both => {
                "both: the policy's first, then the repository's; of two MCP sources with one name the policy's, with a warning"
            }
        }
    }
}

/// Every field, in alphabetical order.
pub const GOVERNANCE: &[(&str, Governance)] = &[
    ("batches", Governance::PolicyFirst),
    ("batches.max_batches", Governance::PolicyFirst),
    ("batches.max_prompt_tokens", Governance::PolicyFirst),
    ("deliberation", Governance::PolicyFirst),
    ("deliberation.enabled", Governance::PolicyFirst),
    ("deliberation.max_cost_tokens", Governance::PolicyFirst),
    ("deliberation.max_read_bytes", Governance::PolicyFirst),
    ("deliberation.max_rounds", Governance::PolicyFirst),
    ("deliberation.per_tool_timeout_seconds", Governance::PolicyFirst),
    ("deliberation.secret_paths", Governance::PolicyFirst),
    ("exceptions", Governance::Policy),
    ("exceptions[].expires", Governance::Policy),
    ("exceptions[].owner", Governance::Policy),
    ("exceptions[].path", Governance::Policy),
    ("exceptions[].reason", Governance::Policy),
    ("exceptions[].repository", Governance::Policy),
    ("exceptions[].rule", Governance::Policy),
    ("gate", Governance::Policy),
    ("gate.fail_on", Governance::Policy),
    ("gate.inconclusive", Governance::Policy),
    ("gate.sources", Governance::Policy),
    ("ignore", Governance::Policy),
    ("quality_gates", Governance::ByEngine),
    ("quality_gates.scanners", Governance::ByEngine),
    ("quality_gates.scanners[].enabled", Governance::ByEngine),
    ("quality_gates.scanners[].engine", Governance::ByEngine),
    ("quality_gates.scanners[].fail_on", Governance::ByEngine),
    ("quality_gates.scanners[].options", Governance::ByEngine),
    ("quality_gates.scanners[].required", Governance::ByEngine),
    ("quality_gates.scanners[].scope", Governance::ByEngine),
    ("review", Governance::PolicyFirst),
    ("review.context", Governance::Both),
    ("review.context.docs", Governance::Both),
    ("review.context.docs[].path", Governance::Both),
    ("review.context.docs[].required", Governance::Both),
    ("review.context.docs[].section", Governance::Both),
    ("review.context.mcp", Governance::Both),
    ("review.context.mcp[].args", Governance::Both),
    ("review.context.mcp[].command", Governance::Both),
    ("review.context.mcp[].env", Governance::Both),
    ("review.context.mcp[].max_bytes", Governance::Both),
    ("review.context.mcp[].name", Governance::Both),
    ("review.context.mcp[].payload", Governance::Both),
    ("review.context.mcp[].required", Governance::Both),
    ("review.context.mcp[].sha256", Governance::Both),
    ("review.context.mcp[].tool", Governance::Both),
    ("review.context.prompt", Governance::Both),
    ("review.context.skills", Governance::Both),
    ("review.language", Governance::PolicyFirst),
    ("review.model", Governance::PolicyFirst),
    ("review.model.enabled", Governance::PolicyFirst),
    ("review.model.required", Governance::PolicyFirst),
    ("review.model.timeout_seconds", Governance::PolicyFirst),
    ("review.verification", Governance::PolicyFirst),
    ("review.verification.enabled", Governance::PolicyFirst),
    ("review.verification.max_calls", Governance::PolicyFirst),
    ("rules", Governance::Policy),
    ("rules.<id>.enabled", Governance::Policy),
    ("rules.<id>.severity", Governance::Policy),
];

/// Who governs a field.
pub fn governance(field: &str) -> Governance {
    let found = GOVERNANCE.binary_search_by(|(name, _)| (*name).cmp(field));
    found.ok().and_then(|at| GOVERNANCE.get(at)).map_or(Governance::Policy, |(_, governance)| *governance)
}

/// The single values that are the policy's where it gives one.
pub(super) fn policy_first() -> impl Iterator<Item = &'static str> {
    let is_section =
        |field: &str| GOVERNANCE.iter().any(|(other, _)| other.strip_prefix(field).is_some_and(|rest| rest.starts_with('.')));
    let first = GOVERNANCE.iter().filter(|(_, governance)| *governance == Governance::PolicyFirst);
    first.map(|(field, _)| *field).filter(move |field| !is_section(field))
}
