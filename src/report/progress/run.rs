//! The thread that shows progress, so that an engine which says nothing for a minute is still seen to be running.

use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::config::Language;
use crate::report::text::Text;

use super::bar::Bar;
use super::lines::Lines;

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressMode {
    /// A bar that redraws itself, on a terminal of that many columns, for work of more than a second.
    Bar {
        /// The terminal's width.
        width: u16,
    },
    /// A line every ten seconds, where there is no terminal: CI systems end a job that is silent for too long.
    Lines,
    /// Nothing.
    Silent,
}

/// When something is shown first, and how often after that.
#[derive(Debug, Clone, Copy)]
struct Pace {
    first: Duration,
    every: Duration,
}

const BAR: Pace = Pace { first: Duration::from_secs(1), every: Duration::from_millis(100) };
const LINES: Pace = Pace { first: Duration::from_secs(10), every: Duration::from_secs(10) };

/// How far the engines are.
pub(super) struct State {
    pub(super) text: &'static Text,
    pub(super) total: usize,
    pub(super) ended: usize,
    pub(super) last: Option<String>,
}

impl State {
    /// The one sentence that both views show.
    pub(super) fn sentence(&self, elapsed: Duration) -> String {
        (self.text.progress)(self.ended, self.total, elapsed.as_secs(), self.last.as_deref())
    }
}

/// How the state is shown.
pub(super) trait View: Send {
    /// Shows it, so long after the start.
    fn show(&mut self, state: &State, elapsed: Duration);
    /// Takes away what can be taken away.
    fn clear(&mut self);
}

/// Progress that is being shown. It clears itself when it is dropped, so that no way out of a review leaves half a bar behind.
#[derive(Debug)]
pub struct Progress {
    ended: Option<Sender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to show the progress of `total` engines on `writer`.
    pub fn start(total: usize, mode: ProgressMode, language: Language, writer: Box<dyn Write + Send>) -> Self {
        match mode {
            ProgressMode::Silent => Self { ended: None, thread: None },
            ProgressMode::Bar { width } => Self::run(total, language, BAR, Box::new(Bar::new(writer, width))),
            ProgressMode::Lines => Self::run(total, language, LINES, Box::new(Lines::new(writer))),
        }
    }

    fn run(total: usize, language: Language, pace: Pace, view: Box<dyn View>) -> Self {
        let (sender, receiver) = channel();
        let state = State { text: Text::of(language), total, ended: 0, last: None };
        // A machine that cannot start one more thread can still review; it only does so in silence.
        let thread = std::thread::Builder::new().name("progress".to_owned()).spawn(move || show(&receiver, state, pace, view));
        Self { ended: Some(sender), thread: thread.ok() }
    }

    /// One more engine has ended, with or without an answer.
    pub fn ended(&self, engine: &str) {
        if let Some(ended) = &self.ended {
            // The thread is gone only when it panicked, and then there is nobody to tell.
            let _ = ended.send(engine.to_owned());
        }
    }

    /// Ends and clears it, before the report is written.
    pub fn finish(self) {
        drop(self);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.ended.take());
        if let Some(thread) = self.thread.take() {
            // A panic in there is already on standard error; the review goes on.
            let _ = thread.join();
        }
    }
}

fn show(ended: &Receiver<String>, mut state: State, pace: Pace, mut view: Box<dyn View>) {
    let start = Instant::now();
    let mut next = start + pace.first;
    loop {
        match ended.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(engine) => {
                state.ended += 1;
                state.last = Some(engine);
            }
            Err(RecvTimeoutError::Timeout) => {
                view.show(&state, start.elapsed());
                next = Instant::now() + pace.every;
            }
            Err(RecvTimeoutError::Disconnected) => return view.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: Duration = Duration::from_secs(3600);

    /// Sends on what is shown.
    struct Spy(Sender<String>);

    impl View for Spy {
        fn show(&mut self, state: &State, _: Duration) {
            let _ = self.0.send(state.sentence(Duration::from_secs(7)));
        }

        fn clear(&mut self) {
            let _ = self.0.send("cleared".to_owned());
        }
    }

    fn spied(pace: Pace) -> (Progress, Receiver<String>) {
        let (sender, receiver) = channel();
        (Progress::run(2, Language::En, pace, Box::new(Spy(sender))), receiver)
    }

    #[test]
    fn short_work_shows_nothing() {
        let (progress, shown) = spied(Pace { first: NEVER, every: NEVER });
        progress.ended("secrets");
        progress.finish();
        assert_eq!(shown.iter().collect::<Vec<_>>(), ["cleared"]);
    }

    #[test]
    fn long_work_is_shown_without_any_engine_saying_a_word() {
        let (progress, shown) = spied(Pace { first: Duration::ZERO, every: NEVER });
        assert_eq!(shown.recv().unwrap(), "0 of 2 engines finished after 7 s");
        drop(progress);
        assert_eq!(shown.recv().unwrap(), "cleared");
    }

    #[test]
    fn ended_engines_are_counted_and_the_last_one_named() {
        let (progress, shown) = spied(Pace { first: Duration::ZERO, every: Duration::ZERO });
        progress.ended("secrets");
        let counted = shown.iter().find(|line| line.starts_with('1'));
        assert_eq!(counted.as_deref(), Some("1 of 2 engines finished after 7 s, last secrets"));
    }

    #[test]
    fn silence_starts_no_thread() {
        let progress = Progress::start(3, ProgressMode::Silent, Language::En, Box::new(std::io::sink()));
        progress.ended("secrets");
        assert!(progress.thread.is_none());
    }
}
