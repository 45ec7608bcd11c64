//! The pages in a real browser.

use std::ffi::OsStr;
use std::path::Path;

use crate::browser::play;
use crate::stage::{Stage, TOKEN};

/// A site with something of everything.
async fn story(steps: usize) -> Stage {
    let mut stage = Stage::new().await;
    let mut state = stage.open("T-1", "Send a message").await;
    for _ in 0..steps {
        state = stage.step(&state).await;
    }
    let two = stage.open("T-2", "Pay an invoice").await;
    stage.blocked(&two, "the program `npm` was not found: install it, or add its directory to PATH").await;
    stage.open("T-3", "Remember the last search").await;
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_be_read_with_the_keyboard_in_the_dark_and_on_a_phone() {
    let stage = story(4).await;
    for language in ["en", "pt-BR"] {
        let site = stage.serve(&["--lang", language], &[]);
        play("web/pages.mjs", "accessible", OsStr::new(&site.url("/")), &[]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_works_without_its_script() {
    let site = story(6).await.serve_kept();
    play("web/pages.mjs", "plain", OsStr::new(&site.1.url("/")), &[]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_left_open_moves_through_the_verdicts_without_a_reload() {
    let mut stage = Stage::new().await;
    let mut state = stage.open("T-1", "Send a message").await;
    let site = stage.serve(&["--lang", "en"], &[]);
    let signs = tempfile::tempdir().expect("a directory");
    let (url, folder) = (site.url("/pull-requests/1"), signs.path().to_owned());
    let playing = std::thread::spawn(move || play("web/pages.mjs", "live", OsStr::new(&url), &[("SIGNS", folder.as_os_str())]));
    for step in 0..6 {
        // The script says when it has seen the last step.
        while !signs.path().join(step.to_string()).exists() {
            assert!(!playing.is_finished(), "the script ended: {:?}", playing.join());
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        state = stage.step(&state).await;
    }
    playing.join().expect("it is played to the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_signs_in_and_unblocks_on_the_page() {
    let stage = story(4).await;
    let site = stage.serve(&["--allow-actions", "--lang", "en"], &[("AURUMCODE_SERVE_TOKEN", TOKEN)]);
    play("web/pages.mjs", "person", OsStr::new(&site.url("/pull-requests/2")), &[("TOKEN", OsStr::new(TOKEN))]);
}

/// The pictures of the documentation, when they are asked for.
#[tokio::test(flavor = "multi_thread")]
async fn the_pictures_of_the_documentation_can_be_made_anew() {
    let stage = story(6).await;
    let site = stage.serve(&["--lang", "en"], &[]);
    let images = if std::env::var_os("AURUM_UPDATE").is_some() {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images")
    } else {
        stage.repo.home()
    };
    play("web/pages.mjs", "pictures", OsStr::new(&site.url("/")), &[("IMAGES", images.as_os_str())]);
    for name in ["gates-list.png", "gates.png"] {
        assert!(images.join(name).is_file(), "{name}");
    }
}

impl Stage {
    fn serve_kept(self) -> (Self, crate::stage::Site) {
        let site = self.serve(&["--lang", "en"], &[]);
        (self, site)
    }
}
