//! Betza notation: a text is a list of valid components or an error with its position.

use xxlchess::rules::Color;
use xxlchess::rules::betza::{Component, lame_path, parse, union};

/// Parses the bytes as Betza notation.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let components = match parse(text) {
        Ok(components) => components,
        Err(error) => {
            assert!(error.position() <= text.chars().count() + 1, "{text:?}: {error}");
            super::words(&error);
            return;
        }
    };
    components.iter().for_each(assert_valid);
    let twice = union([components.as_slice(), components.as_slice()]);
    let once = union([components.as_slice()]);
    assert_eq!(twice, once, "{text:?}: a piece with its own moves once more");
}

/// Asserts that a component has steps, each once, and can move in some way.
fn assert_valid(component: &Component) {
    assert!(!component.steps.is_empty());
    assert!(component.steps.is_sorted() && component.steps.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(component.quiet || component.capture);
    assert!(component.range <= 15);
    let far = |step: &(i8, i8)| step.0.abs().max(step.1.abs());
    assert!(component.steps.iter().all(|step| (1..=3).contains(&far(step))));
    assert!(!component.lame || component.steps.iter().all(|&step| lame_path(step).count() > 0));
    assert!(component.first_leg.is_none_or(|step| (1..=3).contains(&far(&step))));
    assert!(component.capture || !component.en_passant);
    assert!(!component.circular || component.range != 1);
    let turned: Vec<_> = component.steps_for(Color::Black).collect();
    assert_eq!(turned.len(), component.steps.len());
}
