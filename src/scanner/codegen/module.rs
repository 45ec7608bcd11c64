//! Reads one module's Rust text: its summary and its entry function.
//!
//! Exists so that a folder without an engine in it is refused with a place in that folder, rather than by an error in generated
//! code. The text is parsed, never run.

use proc_macro2::Span;
use syn::{AttrStyle, Attribute, Expr, File, Item, ItemFn, Lit, Meta, ReturnType, Safety, Type, Visibility};

use super::entry::Kind;
use super::refusal::Refusal;

/// The first line of the module's `//!`, or each reason why the module cannot be an entry. `file` names it in refusals.
pub(super) fn summary(kind: Kind, file: &str, text: &str) -> Result<String, Vec<Refusal>> {
    let parsed = syn::parse_file(text).map_err(|error| {
        let help = "correct the module: it must be Rust of the edition that cargo compiles";
        vec![refuse(file, error.span(), format!("does not parse as Rust: {error}"), help.to_owned())]
    })?;
    let summary = parsed.attrs.iter().find_map(doc_line).filter(|line| !line.is_empty()).ok_or_else(|| {
        let help = format!("begin the module with `//! ` and one sentence: it is the {}'s summary", kind.word());
        at_start(file, "the module has no summary".to_owned(), help)
    });
    match (summary, check_entry_function(kind, file, &parsed)) {
        (Ok(summary), Ok(())) => Ok(summary),
        (summary, entry) => Err(summary.err().into_iter().chain(entry.err()).collect()),
    }
}

/// The first line of a `//!`, trimmed; none for other attributes and for text that a macro computes.
fn doc_line(attribute: &Attribute) -> Option<String> {
    let (AttrStyle::Inner(_), Meta::NameValue(pair)) = (&attribute.style, &attribute.meta) else { return None };
    let (true, Expr::Lit(value)) = (pair.path.is_ident("doc"), &pair.value) else { return None };
    let Lit::Str(text) = &value.lit else { return None };
    Some(text.value().lines().next().unwrap_or_default().trim().to_owned())
}

fn check_entry_function(kind: Kind, file: &str, parsed: &File) -> Result<(), Refusal> {
    let (word, wanted) = (kind.word(), kind.signature());
    let function = parsed.items.iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident == word => Some(function),
        _ => None,
    });
    let Some(function) = function else {
        let message = format!("the module has no function `{word}`");
        return Err(at_start(file, message, format!("write `{wanted}` in this file: a re-export does not count")));
    };
    let wrong = if !matches!(function.vis, Visibility::Public(_)) {
        Some("is not `pub`")
    } else if !has_signature(kind, function) {
        Some("has the wrong signature")
    } else {
        None
    };
    wrong.map_or(Ok(()), |wrong| {
        let help = format!("write it as `{wanted}`");
        Err(refuse(file, function.sig.ident.span(), format!("the function `{word}` {wrong}"), help))
    })
}

/// An engine takes nothing and answers an `Engine`; what the others take is between them and the host, but they must answer something.
fn has_signature(kind: Kind, function: &ItemFn) -> bool {
    let signature = &function.sig;
    let ReturnType::Type(_, answer) = &signature.output else { return false };
    let plain = signature.asyncness.is_none()
        && matches!(signature.safety, Safety::Default)
        && signature.abi.is_none()
        && signature.generics.params.is_empty();
    match kind {
        Kind::Tool | Kind::Context => plain,
        Kind::Engine => plain && signature.inputs.is_empty() && is_engine(answer),
    }
}

fn is_engine(answer: &Type) -> bool {
    let Type::Path(answer) = answer else { return false };
    answer.path.segments.last().is_some_and(|last| last.ident == "Engine" && last.arguments.is_none())
}

fn at_start(file: &str, message: String, help: String) -> Refusal {
    Refusal { file: file.to_owned(), line: 1, column: 1, message, help }
}

fn refuse(file: &str, span: Span, message: String, help: String) -> Refusal {
    let start = span.start();
    Refusal { line: start.line, column: start.column + 1, ..at_start(file, message, help) }
}
