//! The programs that run now, and the thread that ends each of them: kill the group, kill what left it, reap the leader.
//!
//! Who may be killed is a question of process numbers, and a number is reused once its process is reaped. So the list is one
//! for the whole process, like the children it describes; every kill happens under its lock; and a run's leader is reaped
//! last, because as long as it is there, even as a zombie, its number names this run's group and nothing else.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::{Mutex, MutexGuard, Once, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use tokio::sync::oneshot;

use super::RUN_VARIABLE;
use super::adopted::{self, Claim};

/// How long the processes of a run may take to die, and its streams to end, after the program itself has ended: 2 s.
///
/// Both take milliseconds. The bound is for a process that cannot be killed (it runs as another user, or waits for a dead
/// file server), which must not hold the run open.
pub const WAIT_DELAY: Duration = Duration::from_secs(2);

/// The first and the longest pause between two looks at processes that are dying.
const PAUSE: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(50));

static RUNS: Mutex<Runs> = Mutex::new(Runs { started: 0, live: BTreeMap::new() });

/// All runs whose leader is not reaped yet.
struct Runs {
    started: u64,
    live: BTreeMap<u64, Live>,
}

struct Live {
    leader: Child,
    mark: String,
}

/// One run: its processes are gone when this is dropped, unless the system refuses to kill them.
pub(super) struct Run {
    number: u64,
    status: oneshot::Receiver<io::Result<ExitStatus>>,
    /// Disconnected when the thread that ends the run has finished.
    finished: mpsc::Receiver<()>,
    ended: bool,
}

/// The host's ends of a child's streams; standard input only where there is any.
pub(super) type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

impl Run {
    /// Starts `command` in a process group of its own.
    pub(super) fn start(command: &mut std::process::Command) -> io::Result<(Self, Pipes)> {
        static REAPER: Once = Once::new();
        REAPER.call_once(adopted::become_reaper);

        let (number, leader, pipes) = runs().start(command)?;
        let (report, status) = oneshot::channel();
        let (alive, finished) = mpsc::channel::<()>();
        let thread = thread::Builder::new().name(format!("run-{number}")).spawn(move || {
            // Nobody listens when the run was dropped.
            let _ = report.send(end(number, leader));
            drop(alive);
        });
        if let Err(error) = thread {
            runs().kill(number);
            let _ = runs().reap(number);
            return Err(error);
        }
        Ok((Self { number, status, finished, ended: false }, pipes))
    }

    /// Waits until the program has ended and its other processes are gone. May be awaited again only until it answers.
    pub(super) async fn ended(&mut self) -> io::Result<ExitStatus> {
        let status = (&mut self.status).await;
        self.ended = true;
        status.unwrap_or_else(|_| Err(io::Error::other("the thread that waits for it died")))
    }

    /// Kills the process group. What left the group follows when the leader has ended.
    pub(super) fn kill(&self) {
        runs().kill(self.number);
    }
}

/// A dropped run is a cancelled one. The short wait makes "dropped" mean "gone", which the end of the host relies on.
impl Drop for Run {
    fn drop(&mut self) {
        if !self.ended {
            self.kill();
            let _ = self.finished.recv_timeout(WAIT_DELAY);
        }
    }
}

fn runs() -> MutexGuard<'static, Runs> {
    // The list is whole between any two of its operations, so a panic elsewhere has not broken it.
    RUNS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for the leader's end without reaping it, ends what it left behind, and reaps it.
fn end(number: u64, leader: Pid) -> io::Result<ExitStatus> {
    let waited = rustix::io::retry_on_intr(|| waitid(WaitId::Pid(leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT));
    if let Err(error) = waited {
        // Somebody else reaped it, so its number is no longer ours to kill.
        runs().live.remove(&number);
        return Err(error.into());
    }
    let deadline = Instant::now() + WAIT_DELAY;
    let mut pause = PAUSE.0;
    while runs().sweep(number) > 0 && Instant::now() < deadline {
        thread::sleep(pause);
        pause = (pause * 2).min(PAUSE.1);
    }
    runs().reap(number)
}

impl Runs {
    /// Starts and lists a child in one step: a child that is not listed yet would look like one that was adopted.
    fn start(&mut self, command: &mut std::process::Command) -> io::Result<(u64, Pid, Pipes)> {
        let number = self.started;
        let mark = format!("{}.{number}", std::process::id());
        let mut leader = command.env(RUN_VARIABLE, &mark).process_group(0).spawn()?;
        self.started += 1;
        let pid = Pid::from_child(&leader);
        let pipes = (leader.stdin.take(), leader.stdout.take(), leader.stderr.take());
        self.live.insert(number, Live { leader, mark });
        Ok((number, pid, pipes))
    }

    /// Kills the group of a run whose leader is not reaped, and the leader by itself, which can have moved to another group.
    /// An error means that nothing is left to kill.
    fn kill(&self, number: u64) {
        if let Some(run) = self.live.get(&number) {
            let leader = Pid::from_child(&run.leader);
            let _ = kill_process_group(leader, Signal::KILL);
            let _ = kill_process(leader, Signal::KILL);
        }
    }

    /// Kills what is left of a run beside its leader, and says how many processes were still alive.
    fn sweep(&self, number: u64) -> usize {
        self.kill(number);
        let Some(run) = self.live.get(&number) else { return 0 };
        let others = self.live.iter().filter(|(other, _)| **other != number);
        adopted::sweep(&Claim {
            leader: Pid::from_child(&run.leader),
            mark: &run.mark,
            others: others.map(|(_, other)| Pid::from_child(&other.leader)).collect(),
        })
    }

    fn reap(&mut self, number: u64) -> io::Result<ExitStatus> {
        let mut run = self.live.remove(&number).ok_or(io::ErrorKind::NotFound)?;
        run.leader.wait()
    }
}
