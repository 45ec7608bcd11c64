//! What a child may see of the host's environment: a short list of names, and nothing that could hold a credential.
//!
//! The list exists because a scanner reads content that an attacker wrote: the model's key, the forge's token and every
//! other secret of the job must not be in its reach. Nothing here reads the process's own environment; `cli` hands it in.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The names that are taken over as they are. Proxy variables are not among them: their values often hold a password.
const NAMES: [&str; 7] = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/// Where git finds the user's own settings when not below `HOME`: `safe.directory` counts only there. A relative path is left
/// out, since it would lead into the reviewed tree.
const SETTINGS_OF_GIT: [&str; 3] = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "XDG_CONFIG_HOME"];

/// The variables that every child starts from.
#[derive(Clone, PartialEq, Eq)]
pub struct BaseEnvironment {
    variables: BTreeMap<OsString, OsString>,
}

impl BaseEnvironment {
    /// Picks from the host's variables what a child may see: `PATH HOME TMPDIR LANG LC_ALL SSL_CERT_FILE SSL_CERT_DIR`,
    /// `GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM XDG_CONFIG_HOME` where they are absolute,
    /// and of git's `GIT_CONFIG_COUNT`, `GIT_CONFIG_KEY_<n>`, `GIT_CONFIG_VALUE_<n>` only the pairs for `safe.directory`,
    /// renumbered. The other pairs of that protocol can carry a credential (`http.extraheader`).
    pub fn pick(variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let mut all = BTreeMap::new();
        for (name, value) in variables {
            // A name given twice counts as getenv(3) reads it: the first one.
            all.entry(name).or_insert(value);
        }
        let directories = safe_directories(&all);
        let mut kept: BTreeMap<_, _> = NAMES.iter().filter_map(|name| all.remove_entry(OsStr::new(name))).collect();
        let places = SETTINGS_OF_GIT.iter().filter_map(|name| all.remove_entry(OsStr::new(name)));
        kept.extend(places.filter(|(_, place)| Path::new(place).is_absolute()));
        for (n, directory) in directories.iter().enumerate() {
            kept.insert(format!("GIT_CONFIG_KEY_{n}").into(), "safe.directory".into());
            kept.insert(format!("GIT_CONFIG_VALUE_{n}").into(), directory.clone());
        }
        if !directories.is_empty() {
            kept.insert("GIT_CONFIG_COUNT".into(), directories.len().to_string().into());
        }
        Self::exactly(kept)
    }

    /// Takes exactly these variables, but for the relative and empty directories of `PATH`, which are left out: they mean
    /// the working directory, which holds the reviewed change.
    pub fn exactly(variables: BTreeMap<OsString, OsString>) -> Self {
        let mut variables = variables;
        if let Some(path) = variables.remove(OsStr::new("PATH")) {
            let absolute = std::env::split_paths(&path).filter(|directory| directory.is_absolute());
            // Joining what was split at the separator cannot meet a separator inside an entry.
            if let Ok(path) = std::env::join_paths(absolute)
                && !path.is_empty()
            {
                variables.insert("PATH".into(), path);
            }
        }
        Self { variables }
    }

    /// The variables, in the order of their names.
    pub fn variables(&self) -> &BTreeMap<OsString, OsString> {
        &self.variables
    }

    /// The directories to look a program up in, all absolute.
    pub(super) fn directories(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.variables.get(OsStr::new("PATH")).into_iter().flat_map(|path| std::env::split_paths(Path::new(path)))
    }
}

/// Shows the names only.
impl std::fmt::Debug for BaseEnvironment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("BaseEnvironment").field(&self.variables.keys()).finish()
    }
}

/// The values of git's `safe.directory` among the pairs that `GIT_CONFIG_COUNT` announces (git-config(1), ENVIRONMENT).
///
/// The loop runs over the variables that exist, not up to the count: a count is a number that anybody can write.
fn safe_directories(all: &BTreeMap<OsString, OsString>) -> Vec<OsString> {
    let count: usize = all.get(OsStr::new("GIT_CONFIG_COUNT")).and_then(|count| count.to_str()?.parse().ok()).unwrap_or(0);
    let mut pairs: Vec<(usize, OsString)> = all
        .iter()
        // git compares the section and the name of a key without regard to case.
        .filter(|(_, key)| key.as_bytes().eq_ignore_ascii_case(b"safe.directory"))
        .filter_map(|(name, _)| {
            let n = name.to_str()?.strip_prefix("GIT_CONFIG_KEY_")?;
            let value = all.get(OsStr::new(&format!("GIT_CONFIG_VALUE_{n}")))?;
            let number: usize = n.parse().ok()?;
            (number < count && number.to_string() == n).then(|| (number, value.clone()))
        })
        .collect();
    pairs.sort();
    pairs.into_iter().map(|(_, directory)| directory).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pick(variables: &[(&str, &str)]) -> Vec<(String, String)> {
        let picked = BaseEnvironment::pick(variables.iter().map(|(name, value)| (name.into(), value.into())));
        let text = |text: &OsString| text.to_str().unwrap().to_owned();
        picked.variables().iter().map(|(name, value)| (text(name), text(value))).collect()
    }

    fn pairs(variables: &[(&str, &str)]) -> Vec<(String, String)> {
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn only_the_listed_names_pass() {
        let given = [
            ("AWS_SECRET_ACCESS_KEY", "x"),
            ("GITHUB_TOKEN", "x"),
            ("GIT_ASKPASS", "x"),
            ("HOME", "/home/u"),
            ("LANG", "C"),
            ("LC_ALL", ""),
            ("LD_PRELOAD", "x"),
            ("PATH", "/bin"),
            ("SSL_CERT_DIR", "/d"),
            ("SSL_CERT_FILE", "/f"),
            ("TMPDIR", "/t"),
            ("https_proxy", "http://u:p@h"),
            ("path", "x"),
        ];
        let kept = [
            ("HOME", "/home/u"),
            ("LANG", "C"),
            ("LC_ALL", ""),
            ("PATH", "/bin"),
            ("SSL_CERT_DIR", "/d"),
            ("SSL_CERT_FILE", "/f"),
            ("TMPDIR", "/t"),
        ];
        assert_eq!(pick(&given), pairs(&kept));
    }

    #[test]
    fn gits_own_settings_are_found_where_the_user_keeps_them_and_never_in_the_tree() {
        for name in SETTINGS_OF_GIT {
            assert_eq!(pick(&[(name, "/home/u/git")]), pairs(&[(name, "/home/u/git")]));
            for relative in ["", "gitconfig", "./gitconfig", "../gitconfig"] {
                assert_eq!(pick(&[(name, relative)]), [], "{name}={relative}");
            }
        }
    }

    #[test]
    fn of_two_values_the_first_counts() {
        assert_eq!(pick(&[("HOME", "/first"), ("HOME", "/second")]), pairs(&[("HOME", "/first")]));
    }

    #[test]
    fn path_keeps_its_absolute_directories_in_order() {
        for (given, kept) in [
            ("/b:/a", Some("/b:/a")),
            (":/b::/a:", Some("/b:/a")),
            (".:/b:bin:../x:/a", Some("/b:/a")),
            ("", None),
            ("::", None),
            ("bin", None),
        ] {
            let kept: Vec<_> = kept.iter().map(|path| ("PATH".to_owned(), (*path).to_owned())).collect();
            assert_eq!(pick(&[("PATH", given)]), kept, "{given:?}");
        }
    }

    #[test]
    fn of_gits_pairs_safe_directory_passes_renumbered() {
        let given = [
            ("GIT_CONFIG_COUNT", "5"),
            ("GIT_CONFIG_KEY_0", "http.extraheader"),
            ("GIT_CONFIG_VALUE_0", "Authorization: secret"),
            ("GIT_CONFIG_KEY_1", "safe.directory"),
            ("GIT_CONFIG_VALUE_1", "/one"),
            ("GIT_CONFIG_KEY_2", "Safe.Directory"),
            ("GIT_CONFIG_VALUE_2", ""),
            ("GIT_CONFIG_KEY_3", "safe.directory"), // without a value
            ("GIT_CONFIG_KEY_4", "safe.directory"),
            ("GIT_CONFIG_VALUE_4", "/four"),
            ("GIT_CONFIG_KEY_5", "safe.directory"),
            ("GIT_CONFIG_VALUE_5", "/beyond the count"),
            ("GIT_CONFIG_KEY_01", "safe.directory"),
            ("GIT_CONFIG_VALUE_01", "/no number of git's"),
        ];
        let kept = [
            ("GIT_CONFIG_COUNT", "3"),
            ("GIT_CONFIG_KEY_0", "safe.directory"),
            ("GIT_CONFIG_KEY_1", "safe.directory"),
            ("GIT_CONFIG_KEY_2", "safe.directory"),
            ("GIT_CONFIG_VALUE_0", "/one"),
            ("GIT_CONFIG_VALUE_1", ""),
            ("GIT_CONFIG_VALUE_2", "/four"),
        ];
        assert_eq!(pick(&given), pairs(&kept));
    }

    #[test]
    fn a_count_that_is_no_number_announces_nothing() {
        for count in ["", "-1", "two", "99999999999999999999999999"] {
            let given = [("GIT_CONFIG_COUNT", count), ("GIT_CONFIG_KEY_0", "safe.directory"), ("GIT_CONFIG_VALUE_0", "/one")];
            assert_eq!(pick(&given), [], "{count:?}");
        }
    }

    #[test]
    fn debug_shows_no_value() {
        let base = BaseEnvironment::pick([("HOME".into(), "/home/someone".into())]);
        let shown = format!("{base:?}");
        assert!(shown.contains("HOME") && !shown.contains("someone"), "{shown}");
    }

    proptest! {
        #[test]
        fn whatever_is_given_only_known_names_come_out(
            given in proptest::collection::vec(
                ("[A-Z_]{0,8}|PATH|HOME|GIT_CONFIG_(COUNT|KEY_[0-3]|VALUE_[0-3])", "[0-4]|safe[.]directory|http[.]extraheader|[ -~]{0,9}"),
                0..20,
            )
        ) {
            let picked = BaseEnvironment::pick(given.iter().map(|(name, value)| (name.into(), value.into())));
            let mut git = 0;
            for (name, value) in picked.variables() {
                let name = name.to_str().unwrap();
                prop_assert!(NAMES.contains(&name) || SETTINGS_OF_GIT.contains(&name) || name.starts_with("GIT_CONFIG_"), "{name}");
                if name.starts_with("GIT_CONFIG_KEY_") {
                    prop_assert_eq!(name, format!("GIT_CONFIG_KEY_{git}"));
                    prop_assert_eq!(value, "safe.directory");
                    let value = format!("GIT_CONFIG_VALUE_{git}");
                    prop_assert!(picked.variables().contains_key(OsStr::new(&value)));
                    git += 1;
                }
            }
            let count = picked.variables().get(OsStr::new("GIT_CONFIG_COUNT")).map(|count| count.to_str().unwrap().to_owned());
            prop_assert_eq!(count, (git > 0).then(|| git.to_string()));
        }
    }
}
