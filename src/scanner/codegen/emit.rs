//! Writes the registry as Rust text: the modules, the list of what is compiled in, the list of what is not.
//!
//! Exists as plain `static` slices, because a table that a linker assembles can lose an engine without a word. The text is
//! formatted to be read: it is the answer to "what is in this binary". Must never contain an engine's code, only its path.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, parse_quote};

use super::check::{Home, Unit};
use super::entry::Kind;

/// The registry of one kind. `root` is the absolute path of the tree; `manifest` the list's name, for the text's first lines.
pub(super) fn registry(kind: Kind, root: &str, manifest: &str, units: &[Unit]) -> String {
    let units: Vec<&Unit> = units.iter().filter(|unit| unit.kind == kind).collect();
    let items = match kind {
        Kind::Engine => engines(root, &units),
        Kind::Tool => tools(root, &units),
        Kind::Context => contexts(root, &units),
    };
    let mut text = format!(
        "// Generated from {manifest} by the registry generator: change that list, not this text.\n\
         // Compiled by `include!` in a module that has the entries' types in scope.\n"
    );
    for item in items {
        text.push('\n');
        let file = syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] };
        text.push_str(&prettyplease::unparse(&file));
    }
    text
}

fn engines(root: &str, units: &[&Unit]) -> Vec<Item> {
    let modules = modules(root, units);
    let present = units.iter().map(|unit| present(&quote!(EngineEntry), root, unit));
    let absent = units.iter().filter_map(|unit| absent(unit));
    vec![
        parse_quote! {
            /// The engines of this tree, one module each.
            pub mod engines { #(#modules)* }
        },
        parse_quote! {
            /// The engines in this binary, in alphabetical order.
            pub static ENGINES: &[EngineEntry] = &[#(#present),*];
        },
        parse_quote! {
            /// The engines of the list that this binary was built without, in alphabetical order.
            pub static ABSENT: &[AbsentEntry] = &[#(#absent),*];
        },
    ]
}

fn tools(root: &str, units: &[&Unit]) -> Vec<Item> {
    let modules = modules(root, units);
    let present = units.iter().map(|unit| present(&quote!(ToolEntry), root, unit));
    let absent = units.iter().filter_map(|unit| absent(unit));
    vec![
        parse_quote! {
            /// The tools of this tree, one module each.
            pub mod tools { #(#modules)* }
        },
        parse_quote! {
            /// The tools in this binary, in alphabetical order.
            pub static TOOLS: &[ToolEntry] = &[#(#present),*];
        },
        parse_quote! {
            /// The tools of the list that this binary was built without, in alphabetical order.
            pub static ABSENT_TOOLS: &[AbsentEntry] = &[#(#absent),*];
        },
    ]
}

fn contexts(root: &str, units: &[&Unit]) -> Vec<Item> {
    let modules = modules(root, units);
    let present = units.iter().map(|unit| present(&quote!(ContextEntry), root, unit));
    let absent = units.iter().filter_map(|unit| absent(unit));
    vec![
        parse_quote! {
            /// The sources of context of this tree, one module each.
            pub mod contexts { #(#modules)* }
        },
        parse_quote! {
            /// The sources of context in this binary, in alphabetical order.
            pub static CONTEXTS: &[ContextEntry] = &[#(#present),*];
        },
        parse_quote! {
            /// The sources of context of the list that this binary was built without, in alphabetical order.
            pub static ABSENT_CONTEXTS: &[AbsentEntry] = &[#(#absent),*];
        },
    ]
}

/// The declarations of the modules that lie in folders. The path is absolute: the text is compiled from another directory.
fn modules(root: &str, units: &[&Unit]) -> Vec<Item> {
    let in_folders = units.iter().filter(|unit| matches!(unit.home, Home::Folder { .. }));
    let declare = |unit: &&Unit| -> Item {
        let (module, condition) = (&unit.module, condition(unit, false));
        let path = format!("{root}/{}/{}/mod.rs", unit.kind.folder(), unit.name);
        parse_quote! { #condition #[path = #path] pub mod #module; }
    };
    in_folders.map(declare).collect()
}

/// The element for the unit in the list of what is compiled in.
fn present(entry: &TokenStream, root: &str, unit: &Unit) -> TokenStream {
    let (name, condition, call) = (&unit.name, condition(unit, false), call(unit.kind));
    let (summary, readme, construct) = match &unit.home {
        Home::Folder { summary } => {
            let (module, readme) = (&unit.module, format!("{root}/{}/{name}/README.md", unit.kind.folder()));
            let folder = match unit.kind {
                Kind::Engine => quote!(engines),
                Kind::Tool => quote!(tools),
                Kind::Context => quote!(contexts),
            };
            (quote!(#summary), quote!(include_str!(#readme)), quote!(#folder::#module::#call))
        }
        // A crate's files are out of reach here: it says the same about itself under these names.
        Home::Crate(ident) => (quote!(::#ident::SUMMARY), quote!(::#ident::README), quote!(::#ident::#call)),
    };
    quote!(#condition #entry { name: #name, summary: #summary, readme: #readme, construct: #construct })
}

/// The element for the unit in the list of what is not compiled in; none for a unit that always is.
fn absent(unit: &Unit) -> Option<TokenStream> {
    let (name, feature, condition) = (&unit.name, unit.feature.as_ref()?, condition(unit, true));
    let summary = match &unit.home {
        Home::Folder { summary } => summary.clone(),
        Home::Crate(ident) => format!("Provided by the crate `{ident}`."),
    };
    Some(quote!(#condition AbsentEntry { name: #name, summary: #summary, feature: #feature }))
}

/// The attribute that includes the unit only with its feature, or `without` it.
fn condition(unit: &Unit, without: bool) -> Option<TokenStream> {
    let feature = unit.feature.as_ref()?;
    Some(if without { quote!(#[cfg(not(feature = #feature))]) } else { quote!(#[cfg(feature = #feature)]) })
}

fn call(kind: Kind) -> TokenStream {
    match kind {
        Kind::Engine => quote!(engine),
        Kind::Tool => quote!(tool),
        Kind::Context => quote!(context),
    }
}
