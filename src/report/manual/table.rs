//! A table in columns: each as wide as it needs, and narrower where the terminal is.

use anstyle::Style;

use super::inline::Inline;

/// What stands between two columns.
const GAP: &str = "  ";
/// The least width that a column is squeezed to.
const LEAST: usize = 12;

/// A table, row by row; the first one is the head.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) rows: Vec<Vec<Inline>>,
}

impl Table {
    /// The lines of at most `width` characters, as far as the columns can be squeezed.
    pub(super) fn lines(&self, width: usize, color: bool) -> Vec<String> {
        let widths = self.widths(width);
        let mut lines = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            let cells: Vec<Vec<(String, usize)>> =
                row.iter().zip(&widths).map(|(cell, width)| cell.lines(*width, color)).collect();
            for number in 0..cells.iter().map(Vec::len).max().unwrap_or_default() {
                let mut line = String::new();
                for (cell, width) in cells.iter().zip(&widths) {
                    let (text, length) = cell.get(number).map_or(("", 0), |(text, length)| (text.as_str(), *length));
                    line.push_str(text);
                    line.push_str(&" ".repeat(width.saturating_sub(length)));
                    line.push_str(GAP);
                }
                lines.push(line.trim_end().to_owned());
            }
            if index == 0 {
                let style = if color { Style::new().dimmed() } else { Style::new() };
                let rule = widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>().join(GAP);
                lines.push(format!("{style}{rule}{style:#}"));
            }
        }
        lines
    }

    /// The width of each column. When they do not fit, those that want more than an even share of what is left divide it.
    fn widths(&self, width: usize) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let wanted: Vec<usize> = (0..columns)
            .map(|column| self.rows.iter().filter_map(|row| row.get(column)).map(Inline::width).max().unwrap_or_default())
            .collect();
        let mut left = width.saturating_sub(GAP.len() * columns.saturating_sub(1));
        if wanted.iter().sum::<usize>() <= left {
            return wanted;
        }
        let mut order: Vec<usize> = (0..columns).collect();
        order.sort_by_key(|column| wanted[*column]);
        let mut given = vec![0; columns];
        for (index, column) in order.into_iter().enumerate() {
            let share = (left / (columns - index)).max(LEAST);
            given[column] = wanted[column].min(share);
            left = left.saturating_sub(given[column]);
        }
        given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[[&str; 3]]) -> Table {
        let cell = |text: &&str| {
            let mut inline = Inline::default();
            inline.text(text);
            inline
        };
        Table { rows: rows.iter().map(|row| row.iter().map(cell).collect()).collect() }
    }

    #[test]
    fn columns_are_as_wide_as_they_need() {
        let lines = table(&[["a", "bb", "c"], ["aaa", "b", "one two"]]).lines(80, false);
        assert_eq!(lines, ["a    bb  c", "---  --  -------", "aaa  b   one two"]);
    }

    #[test]
    fn the_widest_column_gives_way() {
        let words = "word ".repeat(20);
        let lines = table(&[["a", "bb", "c"], ["aaa", "b", words.trim()]]).lines(30, false);
        assert!(lines.len() > 4 && lines.iter().all(|line| line.len() <= 30), "{lines:#?}");
        assert!(lines[3].starts_with("         word"), "{lines:#?}");
    }
}
