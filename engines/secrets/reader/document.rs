//! A parsed TOML document with the places of its keys and values.
//!
//! Typed getters over the `toml` crate's spanned tree: each wrong type and each unknown key becomes an error with its place.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{Place, RulesError};

/// The name and the text of a rule file, for the places in errors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'f> {
    pub name: &'f str,
    pub text: &'f str,
    /// Try each expression. For embedded files a test does that, so that a run need not.
    pub check: bool,
}

impl<'f> Source<'f> {
    /// Parses the text.
    pub(super) fn parse(self) -> Result<DeTable<'f>, RulesError> {
        DeTable::parse(self.text).map(Spanned::into_inner).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            RulesError::Syntax { place: self.place(span), message: error.message().trim().to_owned() }
        })
    }

    /// The place where a byte range starts.
    pub(super) fn place(self, span: Range<usize>) -> Place {
        let before = &self.text[..floor_boundary(self.text, span.start)];
        let line_start = before.rfind('\n').map_or(0, |index| index + 1);
        let count = |items: usize| u32::try_from(items).unwrap_or(u32::MAX).saturating_add(1);
        Place {
            file: self.name.to_owned(),
            line: count(before.matches('\n').count()),
            column: count(before[line_start..].chars().count()),
        }
    }
}

fn floor_boundary(text: &str, index: usize) -> usize {
    (0..=index.min(text.len())).rev().find(|index| text.is_char_boundary(*index)).unwrap_or(0)
}

/// A table of the document, by the name that errors use for it (`[extend]`, `a rule`).
#[derive(Clone, Copy)]
pub(super) struct Table<'d> {
    source: Source<'d>,
    table: &'d DeTable<'d>,
    name: &'static str,
}

/// A value with its byte range in the file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct At<T> {
    pub value: T,
    pub span: Range<usize>,
}

impl<'d> Table<'d> {
    pub(super) fn new(source: Source<'d>, table: &'d DeTable<'d>, name: &'static str) -> Self {
        Self { source, table, name }
    }

    pub(super) fn source(self) -> Source<'d> {
        self.source
    }

    /// Refuses every key that is not in `known`.
    pub(super) fn only(self, known: &'static [&'static str]) -> Result<(), RulesError> {
        for key in self.table.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                let place = self.source.place(key.span());
                return Err(RulesError::UnknownKey { place, key: key.get_ref().to_string(), table: self.name, known });
            }
        }
        Ok(())
    }

    /// The place of a key.
    pub(super) fn key(self, name: &str) -> Option<Place> {
        self.table.keys().find(|key| key.get_ref() == name).map(|key| self.source.place(key.span()))
    }

    pub(super) fn string(self, key: &str) -> Result<Option<At<String>>, RulesError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let text = value.get_ref().as_str().ok_or_else(|| self.wrong_type(key, value, "a string"))?;
        Ok(Some(At { value: text.to_owned(), span: value.span() }))
    }

    pub(super) fn strings(self, key: &str) -> Result<Vec<At<String>>, RulesError> {
        const EXPECTED: &str = "a list of strings";
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let list = value.get_ref().as_array().ok_or_else(|| self.wrong_type(key, value, EXPECTED))?;
        let element = |item: &Spanned<DeValue<'d>>| match item.get_ref().as_str() {
            Some(text) => Ok(At { value: text.to_owned(), span: item.span() }),
            None => Err(self.wrong_type(key, item, EXPECTED)),
        };
        list.iter().map(element).collect()
    }

    /// A number, whole or not.
    pub(super) fn number(self, key: &str) -> Result<Option<At<f64>>, RulesError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let number = match value.get_ref() {
            DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
            DeValue::Integer(integer) => integer.as_str().parse::<f64>().ok(),
            _ => None,
        };
        let number = number.filter(|number| number.is_finite()).ok_or_else(|| self.wrong_type(key, value, "a number"))?;
        Ok(Some(At { value: number, span: value.span() }))
    }

    pub(super) fn boolean(self, key: &str) -> Result<Option<At<bool>>, RulesError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let boolean = value.get_ref().as_bool().ok_or_else(|| self.wrong_type(key, value, "true or false"))?;
        Ok(Some(At { value: boolean, span: value.span() }))
    }

    pub(super) fn table(self, key: &str, name: &'static str) -> Result<Option<Self>, RulesError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let table = value.get_ref().as_table().ok_or_else(|| self.wrong_type(key, value, "a table"))?;
        Ok(Some(Self::new(self.source, table, name)))
    }

    /// An array of tables, each with the place of its header.
    pub(super) fn tables(self, key: &str, name: &'static str) -> Result<Vec<(Self, Range<usize>)>, RulesError> {
        const EXPECTED: &str = "a list of tables";
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let list = value.get_ref().as_array().ok_or_else(|| self.wrong_type(key, value, EXPECTED))?;
        let element = |item: &'d Spanned<DeValue<'d>>| match item.get_ref().as_table() {
            Some(table) => Ok((Self::new(self.source, table, name), item.span())),
            None => Err(self.wrong_type(key, item, EXPECTED)),
        };
        list.iter().map(element).collect()
    }

    fn wrong_type(self, key: &str, value: &Spanned<DeValue<'_>>, expected: &'static str) -> RulesError {
        let place = self.source.place(value.span());
        RulesError::WrongType { place, key: key.to_owned(), expected, found: value.get_ref().type_str() }
    }
}
