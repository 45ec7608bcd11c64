//! How an error looks (temporary, being replaced).
use crate::finding::Diagnostic;

/// Text of a diagnostic.
pub fn diagnostic(d: &Diagnostic, _color: bool) -> String {
    let mut t = format!("error[{}]: {}\n", d.code, d.message);
    if let Some(e) = &d.excerpt {
        t.push_str(&format!("  --> {}:{}:{}\n   | {}\n   | {}{} {}\n", e.file, e.line, e.column, e.text, " ".repeat(e.column as usize - 1), "^".repeat(e.length as usize), e.label));
    }
    for n in &d.notes { t.push_str(&format!("   = {n}\n")); }
    for n in &d.help { t.push_str(&format!("   = help: {n}\n")); }
    t
}
