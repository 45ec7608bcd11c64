//! Everything that does not decide anything, folded away: findings that do not block, files left out, engines and settings.

use crate::finding::{LeftOut, LeftOutWhy};
use crate::gate::Disposition;
use crate::report::Model;
use crate::report::summary::{Voice, capital, of};

use super::escape::{code, code_exactly};
use super::findings::one_line;
use super::render::Dress;
use super::sheet::{LIMIT, Sheet};

/// How many findings of a kind, or files, are listed.
const LINES: usize = 100;

/// What is kept free for the lines that close the report.
const CLOSING: usize = 1_000;

pub(super) fn rest(sheet: &mut Sheet, model: &Model, voice: &Voice<'_>, dress: &Dress<'_>) {
    let text = voice.text;
    sheet.block(&format!("<details>\n<summary>{}</summary>\n", text.rest));
    let kinds = [
        Disposition::BelowThreshold,
        Disposition::Suppressed,
        Disposition::Baselined,
        Disposition::Excepted,
        Disposition::PreExisting,
        Disposition::RuleDisabled,
        Disposition::SourceNotCounted,
    ];
    for disposition in kinds {
        let total = of(model, disposition).count();
        if total > 0 {
            let items = of(model, disposition).map(|row| one_line(row, voice, dress));
            list(sheet, &voice.heading(disposition, total), items, total, text.more_findings);
        }
    }
    for why in LeftOutWhy::ALL {
        let files: Vec<&LeftOut> = model.left_out.iter().filter(|file| file.why == why).collect();
        if !files.is_empty() {
            let items = files.iter().map(|file| code_exactly(&file.path.to_string()));
            list(sheet, &(text.left_out)(why, files.len()), items, files.len(), text.more_files);
        }
    }
    let engines = model.engines.iter().map(|engine| {
        let answer = match &engine.failure {
            None => (text.answered)(model.rows.iter().filter(|row| row.engine == engine.name).count()),
            Some((token, _)) => (text.no_answer)(&code(token)),
        };
        let version = if engine.version.is_empty() { String::new() } else { format!(", {}", code(&engine.version)) };
        format!("{} — {answer}{version}", code(&engine.name))
    });
    if model.engines.is_empty() {
        sheet.block(&format!("{}: {}", capital(text.engines), text.no_engine));
    } else {
        list(sheet, text.engines, engines, model.engines.len(), text.more_files);
    }
    if let Some(configuration) = &model.subject.configuration {
        let file = code_exactly(configuration);
        let settings =
            model.judging_commit.as_ref().map_or_else(|| file.clone(), |commit| (text.of_commit)(&file, &code(commit)));
        sheet.block(&format!("{}: {settings}", capital(text.settings)));
    }
    sheet.block("</details>");
}

fn list(sheet: &mut Sheet, heading: &str, items: impl Iterator<Item = String>, total: usize, more: fn(usize) -> String) {
    sheet.block(&format!("{}:", capital(heading)));
    let cut = sheet.as_far_as(LIMIT - CLOSING, items.take(LINES), Sheet::item) + total.saturating_sub(LINES);
    if cut > 0 {
        sheet.item(&more(cut));
    }
}
