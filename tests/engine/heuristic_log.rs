//! Log lines of the heuristic. The logger is global, so it collects the lines of each thread separately.

use std::cell::RefCell;

use log::{LevelFilter, Log, Metadata, Record};
use rand::SeedableRng;
use rand::rngs::StdRng;
use xxlchess::engine::heuristic::choose;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::Position;

thread_local! {
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Lines;

impl Log for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        LINES.with_borrow_mut(|lines| lines.push(format!("{} {}", record.level(), record.args())));
    }

    fn flush(&self) {}
}

/// A decision of the heuristic writes one line at debug level, which begins with the rule and the move.
#[test]
fn a_decision_is_logged_with_its_rule() {
    log::set_logger(&Lines).expect("no other logger is set");
    log::set_max_level(LevelFilter::Debug);
    let xxl = Variants::built_in().get("xxl").expect("xxl is built in");
    let position = Position::start(&xxl).expect("a legal start");
    let decision = choose(&position, &mut StdRng::seed_from_u64(1)).expect("there are moves");
    let lines = LINES.take();
    let start = format!("DEBUG {}: {}{}", decision.rule, decision.mv.from, decision.mv.to);
    assert!(lines.len() == 1 && lines[0].starts_with(&start), "{lines:?} {start:?}");
}
