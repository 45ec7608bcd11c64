//! Progress as a bar that redraws itself, for a terminal.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use super::run::{State, View};

/// How often a terminal is written to at most; the eye sees no more, and a slow connection would.
const HERTZ: u8 = 10;

/// The bar, which is not drawn before the first time it is shown.
pub(super) struct Bar {
    bar: ProgressBar,
}

impl Bar {
    pub(super) fn new(writer: Box<dyn Write + Send>, width: u16) -> Self {
        let terminal = Terminal { writer: Mutex::new(writer), width };
        let target = ProgressDrawTarget::term_like_with_hz(Box::new(terminal), HERTZ);
        let style = ProgressStyle::with_template("[{bar:20}] {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
        Self { bar: ProgressBar::with_draw_target(None, target).with_style(style.progress_chars("=> ")) }
    }
}

impl View for Bar {
    fn show(&mut self, state: &State, elapsed: Duration) {
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        self.bar.set_length(number(state.total));
        self.bar.set_position(number(state.ended));
        self.bar.set_message(state.sentence(elapsed));
        self.bar.tick();
    }

    fn clear(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A writer that understands the few control sequences of every terminal (ECMA-48: CUU, CUD, CUF, CUB, EL).
struct Terminal {
    writer: Mutex<Box<dyn Write + Send>>,
    width: u16,
}

impl Terminal {
    fn write(&self, text: &str) -> io::Result<()> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).write_all(text.as_bytes())
    }

    fn moved(&self, by: usize, direction: char) -> io::Result<()> {
        if by == 0 { Ok(()) } else { self.write(&format!("\u{1b}[{by}{direction}")) }
    }
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terminal").field("width", &self.width).finish_non_exhaustive()
    }
}

impl TermLike for Terminal {
    fn width(&self) -> u16 {
        self.width
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.moved(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.moved(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.moved(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.moved(n, 'D')
    }

    fn write_line(&self, s: &str) -> io::Result<()> {
        self.write(&format!("{s}\n"))
    }

    fn write_str(&self, s: &str) -> io::Result<()> {
        self.write(s)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.write("\r\u{1b}[2K")
    }

    fn flush(&self) -> io::Result<()> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::config::Language;
    use crate::report::text::Text;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Paper {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_bar_is_drawn_when_shown_and_leaves_nothing_behind() {
        let paper = Paper::default();
        let mut bar = Bar::new(Box::new(paper.clone()), 80);
        assert_eq!(paper.text(), "");
        let state = State { text: Text::of(Language::En), total: 4, ended: 1, last: Some("secrets".to_owned()) };
        bar.show(&state, Duration::from_secs(3));
        assert!(paper.text().contains("[=====>"), "{:?}", paper.text());
        assert!(paper.text().contains("1 of 4 engines finished after 3 s, last secrets"), "{:?}", paper.text());
        bar.clear();
        let text = paper.text();
        assert_eq!(text.rsplit_once("\u{1b}[2K").map(|(_, rest)| rest), Some(""), "{text:?}");
    }

    #[test]
    fn a_bar_that_was_never_shown_writes_nothing_readable() {
        let paper = Paper::default();
        Bar::new(Box::new(paper.clone()), 80).clear();
        assert!(!paper.text().contains("engine"), "{:?}", paper.text());
    }
}
