//! Processes that left their run's group (setsid, a daemon): finding them, and killing no other.
//!
//! On Linux a process can ask to adopt its orphaned descendants (prctl(2), PR_SET_CHILD_SUBREAPER). The host does, so
//! whatever a run leaves behind becomes a child of the host when its own parent dies. To which run an adopted child belongs
//! is told by its process group, else by [`RUN_VARIABLE`] in its first environment, else, when it got rid of that too, by
//! its age: it belongs to the runs that were there when it started, and dies with the last of them.
//! Elsewhere only the process group is killed.

use rustix::process::Pid;

/// What a run that has ended may kill.
pub(super) struct Claim<'a> {
    /// Its leader, a zombie by now, whose number is also that of its group.
    pub(super) leader: Pid,
    /// Its value of [`RUN_VARIABLE`](super::RUN_VARIABLE).
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there is no adoption to tell apart"))]
    pub(super) mark: &'a str,
    /// The leaders of the other runs.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there is no adoption to tell apart"))]
    pub(super) others: Vec<Pid>,
}

#[cfg(not(target_os = "linux"))]
pub(super) fn become_reaper() {}

#[cfg(not(target_os = "linux"))]
pub(super) fn sweep(claim: &Claim<'_>) -> usize {
    let _ = claim.leader;
    0
}

#[cfg(target_os = "linux")]
pub(super) use linux::{become_reaper, sweep};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::io::Read;

    use rustix::process::{Pid, Signal, WaitOptions, getpgrp, getpid, kill_process, set_child_subreaper, waitpid};

    use super::super::RUN_VARIABLE;
    use super::Claim;

    /// The largest environment that is looked through. The kernel's own bound is lower (execve(2): 6 MiB).
    const ENVIRONMENT_LIMIT: u64 = 8 * 1024 * 1024;

    /// Asks to adopt orphaned descendants. A kernel that refuses leaves them to init: they are out of reach then.
    pub(in crate::process) fn become_reaper() {
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Kills the adopted children that belong to the run, reaps those that are dead, and says how many were still alive.
    ///
    /// The caller holds the lock that every start and every reaping of a listed child takes, so no number changes its
    /// meaning meanwhile.
    pub(in crate::process) fn sweep(claim: &Claim<'_>) -> usize {
        let mut alive = 0;
        for child in children() {
            if child == claim.leader || claim.others.contains(&child) {
                continue;
            }
            let Some(stat) = Stat::of(child) else { continue };
            // A child in the host's own group is one that other code in this process started and will reap, unless the
            // mark says otherwise.
            let strange = stat.group == getpgrp();
            if stat.dead {
                if !strange {
                    let _ = waitpid(Some(child), WaitOptions::NOHANG);
                }
                continue;
            }
            match claim.owner(child, &stat, strange) {
                Owner::This => {
                    let _ = kill_process(child, Signal::KILL);
                    alive += 1;
                }
                Owner::Undecided => alive += 1,
                Owner::Another => {}
            }
        }
        alive
    }

    /// Whose an adopted child is.
    enum Owner {
        This,
        Another,
        /// It is just becoming another program, or dying; the next look will tell.
        Undecided,
    }

    impl Claim<'_> {
        fn owner(&self, child: Pid, stat: &Stat, strange: bool) -> Owner {
            if stat.group == self.leader {
                return Owner::This;
            }
            let Some(mark) = mark(child, stat) else { return Owner::Undecided };
            // A run is always older than what it started, so the mark of another run needs no look.
            let younger = |leader: &Pid| Stat::of(*leader).is_none_or(|leader| leader.started > stat.started);
            if mark.as_deref() == Some(self.mark.as_bytes()) || !strange && self.others.iter().all(younger) {
                Owner::This
            } else {
                Owner::Another
            }
        }
    }

    /// The children of this process, of all its threads (proc_pid_task(5), `children`).
    fn children() -> Vec<Pid> {
        let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists.flat_map(|list| list.split_ascii_whitespace().filter_map(pid).collect::<Vec<_>>()).collect()
    }

    fn pid(text: &str) -> Option<Pid> {
        // The kernel prints -1 for the group of a process that is just going away, which is no process id.
        text.parse().ok().filter(|raw| *raw > 0).and_then(Pid::from_raw)
    }

    /// The value of [`RUN_VARIABLE`] in the environment that a process was started with, if it has one. The outer `None`:
    /// this cannot be told now, as while it executes a new program, a process has for a moment no environment at all.
    fn mark(process: Pid, stat: &Stat) -> Option<Option<Vec<u8>>> {
        let mut environment = Vec::new();
        let file = File::open(format!("/proc/{}/environ", process.as_raw_pid())).ok()?;
        file.take(ENVIRONMENT_LIMIT).read_to_end(&mut environment).ok()?;
        let whole = stat.environment_size.is_some_and(|size| size == environment.len() as u64 || size > ENVIRONMENT_LIMIT);
        let mark = environment
            .split(|byte| *byte == 0)
            .find_map(|variable| Some(variable.strip_prefix(RUN_VARIABLE.as_bytes())?.strip_prefix(b"=")?.to_vec()));
        whole.then_some(mark)
    }

    /// What /proc tells about a process (proc_pid_stat(5)).
    struct Stat {
        /// It is a zombie: it only waits to be reaped.
        dead: bool,
        group: Pid,
        /// When it started, in clock ticks since the machine did.
        started: u64,
        /// How many bytes its environment had when it started; `None` while it has none yet, or no longer.
        environment_size: Option<u64>,
    }

    impl Stat {
        fn of(process: Pid) -> Option<Self> {
            let stat = fs::read(format!("/proc/{}/stat", process.as_raw_pid())).ok()?;
            Self::parse(&stat)
        }

        /// The second field is the program's name in parentheses, which can hold anything, parentheses included.
        fn parse(stat: &[u8]) -> Option<Self> {
            let name_end = stat.iter().rposition(|byte| *byte == b')')?;
            let fields: Vec<&str> = std::str::from_utf8(stat.get(name_end + 1..)?).ok()?.split_ascii_whitespace().collect();
            // Numbered from 3, the first after the name: 3 is the state, 5 the group, 22 the start, 50 and 51 the addresses
            // between which the environment lies, 0 when there is none.
            let field = |number: usize| fields.get(number - 3).copied();
            let address = |number| field(number).and_then(|address| address.parse::<u64>().ok()).filter(|address| *address != 0);
            Some(Self {
                dead: matches!(field(3)?, "Z" | "X"),
                group: pid(field(5)?)?,
                started: field(22)?.parse().ok()?,
                environment_size: address(50).zip(address(51)).and_then(|(start, end)| end.checked_sub(start)),
            })
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// The fields from the third on, as proc_pid_stat(5) numbers them, but for those that are looked at.
        fn fields(state: &str, group: &str, started: &str, environment: (&str, &str)) -> String {
            let mut fields = vec!["0"; 50];
            for (number, field) in [(3, state), (5, group), (22, started), (50, environment.0), (51, environment.1)] {
                fields[number - 3] = field;
            }
            fields.join(" ")
        }

        #[test]
        fn a_hostile_program_name_does_not_shift_the_fields() {
            for name in ["sh", "a b", ") Z 9 9", "(((", "\n", "é\u{202e}"] {
                let fields = fields("R", "42", "777", ("4096", "4200"));
                let stat = Stat::parse(format!("7 ({name}) {fields}").as_bytes()).unwrap();
                assert!(!stat.dead && stat.group == pid("42").unwrap() && stat.started == 777, "{name:?}");
                assert_eq!(stat.environment_size, Some(104));
            }
        }

        #[test]
        fn a_zombie_is_dead_and_has_no_environment() {
            let stat = Stat::parse(format!("7 (sh) {}", fields("Z", "42", "777", ("0", "0"))).as_bytes()).unwrap();
            assert!(stat.dead && stat.environment_size.is_none());
        }

        #[test]
        fn what_cannot_be_read_is_no_process() {
            let wrong_group = format!("7 (sh) {}", fields("R", "x", "777", ("1", "1")));
            for broken in ["", "7", "7 (sh", "7 (sh) R", &wrong_group] {
                assert!(Stat::parse(broken.as_bytes()).is_none(), "{broken:?}");
            }
        }

        #[test]
        fn this_process_can_be_read() {
            let stat = Stat::of(getpid()).unwrap();
            assert!(!stat.dead && stat.group == getpgrp() && stat.started > 0);
            assert!(stat.environment_size.is_some_and(|size| size > 0));
            assert!(mark(getpid(), &stat).is_some(), "whether it has a mark can be told");
            assert!(Stat::of(Pid::from_raw(i32::MAX).unwrap()).is_none());
        }

        /// What is read in the middle of an exec is shorter than what was promised.
        #[test]
        fn an_environment_of_another_size_decides_nothing() {
            let stat = Stat { environment_size: Some(1), ..Stat::of(getpid()).unwrap() };
            assert_eq!(mark(getpid(), &stat), None);
            let stat = Stat { environment_size: None, ..stat };
            assert_eq!(mark(getpid(), &stat), None);
        }
    }
}
