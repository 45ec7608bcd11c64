//! Which run holds what.
//!
//! An engine is a run of its own. Beyond [`MAX_RUNS`], the last engines share one, so that none is left out. What the gate itself
//! says has a run too, in every file: "nothing ran" is never an empty file, and an alert of the gate is closed by a later upload.

use std::cmp::Reverse;

use crate::finding::GATE;
use crate::gate::{Disposition, Reason};
use crate::report::{EngineRun, Model, Row};

use super::limits::MAX_RUNS;

/// A run before it is written.
pub(super) struct Plan<'a> {
    /// The stable, unique id of the analysis.
    pub(super) id: String,
    /// Its engines, by name.
    pub(super) engines: Vec<&'a EngineRun>,
    /// Why it is not complete, in the gate's words.
    pub(super) reasons: Vec<Reason>,
    /// Its rows with their index in the model, in the model's order.
    pub(super) rows: Vec<(usize, &'a Row)>,
    /// How many rows it had before any was left out.
    pub(super) total: usize,
}

/// The runs of a review, in a stable order.
///
/// Ids that are no engine's hold an underscore, which no engine's name does.
pub(super) fn plan(model: &Model) -> Vec<Plan<'_>> {
    let general: Vec<Reason> = model.reasons.iter().filter(|reason| reason.engine.is_none()).cloned().collect();
    let mut plans: Vec<Plan<'_>> = Vec::new();
    for (index, engine) in model.engines.iter().enumerate() {
        // One run is kept for the gate, one for the engines that share.
        if index < MAX_RUNS - 2 {
            plans.push(Plan::new(&engine.name, vec![engine]));
        } else if index == MAX_RUNS - 2 {
            plans.push(Plan::new("_more", vec![engine]));
        } else if let Some(last) = plans.last_mut() {
            last.engines.push(engine);
        }
    }
    for plan in &mut plans {
        let mine = |name: &str| plan.engines.iter().any(|engine| engine.name == name);
        plan.rows = model.rows.iter().enumerate().filter(|(_, row)| mine(&row.engine)).collect();
        plan.total = plan.rows.len();
        plan.reasons =
            model.evidence.sources.iter().filter(|source| mine(&source.engine)).flat_map(|source| source.reasons()).collect();
    }
    let own: Vec<(usize, &Row)> = model.rows.iter().enumerate().filter(|(_, row)| row.engine == GATE).collect();
    plans.push(Plan { reasons: general, total: own.len(), rows: own, ..Plan::new(GATE, Vec::new()) });
    plans
}

impl<'a> Plan<'a> {
    fn new(name: &str, engines: Vec<&'a EngineRun>) -> Self {
        Self { id: format!("aurumcode/{name}/"), engines, reasons: Vec::new(), rows: Vec::new(), total: 0 }
    }

    /// Keeps the `count` most important rows, in the model's order.
    pub(super) fn keep(&mut self, count: usize) {
        if self.rows.len() > count {
            self.rows.sort_by_key(|&(index, row)| importance(index, row));
            self.rows.truncate(count);
            self.rows.sort_by_key(|&(index, _)| index);
        }
    }
}

/// What is kept longest comes first: what blocks, then by severity, then new before old, then by place.
pub(super) fn importance(index: usize, row: &Row) -> impl Ord + use<> {
    (row.disposition != Disposition::Blocking, Reverse(row.severity), row.disposition, index)
}
