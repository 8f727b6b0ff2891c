//! Moves of a piece made by clicks on the squares of its diagram, as Betza notation.

use std::collections::BTreeMap;

use crate::rules::betza::{self, Component};

/// A step as (files to the right, ranks forward).
type Step = (i8, i8);
/// Steps with their ranges: 1 for a leap, 0 for a slide without limit.
type Moves = BTreeMap<Step, u8>;

/// Atoms with one step, and pairs of them.
const ATOMS: [&str; 10] = ["K", "W", "F", "D", "N", "A", "H", "C", "Z", "G"];
/// Directions of an atom, those with the most steps first.
const DIRECTIONS: [&str; 19] = [
    "", "v", "s", "hr", "hl", "f", "b", "l", "r", "fs", "bs", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb",
];

/// The notation `text` after a click on `square` of the diagram, which shows `edge` squares on each side of the piece. `None` if the
/// text has a fault or no letter goes to the square.
///
/// The first click adds a leap to the square, the second makes it a slide up to the square, and the third removes it. Beside the
/// piece and at the edge the slide has no limit. A square to which no letter leaps is a slide at once. With `all`, the mirror images of
/// the square in all eight directions change with it. Moves with conditions stay as they are.
pub fn click(text: &str, square: Step, edge: i8, all: bool) -> Option<String> {
    let (mut moves, mut others) = (Moves::new(), String::new());
    for (part, components) in betza::parts(text).ok()? {
        if components.iter().all(is_free) {
            components.iter().for_each(|component| add(&mut moves, component));
        } else {
            others += &part;
        }
    }
    let (files, ranks) = square;
    let count = (1..=files.abs().max(ranks.abs())).rev().find(|n| files % n == 0 && ranks % n == 0)?;
    let unit = (files / count, ranks / count);
    let is_edge = files.abs().max(ranks.abs()) >= edge;
    let slide = (unit, if count == 1 || is_edge { 0 } else { count.unsigned_abs() });
    let (leaps, range) = (moves.get(&square), moves.get(&unit));
    let next = match (leaps, range) {
        (Some(0), _) if count == 1 => None,
        (Some(_), _) => Some(slide),
        (None, Some(&range)) if range != 1 => Some(slide).filter(|slide| slide.1 != range),
        (None, _) => Some((square, 1)).filter(|(step, _)| is_atom(*step)).or(Some(slide)),
    };
    if next.is_some_and(|(step, _)| !is_atom(step)) {
        return None;
    }
    for place in 0..if all { 8 } else { 1 } {
        let image = |(files, ranks): Step| {
            let (files, ranks) = if place & 1 == 0 { (files, ranks) } else { (-files, ranks) };
            let (files, ranks) = if place & 2 == 0 { (files, ranks) } else { (files, -ranks) };
            if place & 4 == 0 { (files, ranks) } else { (ranks, files) }
        };
        if next != Some((square, 1)) {
            moves.remove(&image(square));
            moves.remove(&image(unit));
        }
        moves.extend(next.map(|(step, range)| (image(step), range)));
    }
    Some(write(&moves) + &others)
}

/// Whether the moves are leaps or slides without conditions.
fn is_free(component: &Component) -> bool {
    component.is_plain()
        && component.quiet
        && component.capture
        && !component.passing
        && !component.en_passant
}

fn add(moves: &mut Moves, component: &Component) {
    for &step in &component.steps {
        let range = moves.entry(step).or_insert(component.range);
        *range = if component.range == 0 || *range == 0 { 0 } else { component.range.max(*range) };
    }
}

/// Whether a letter has this step.
fn is_atom(step: Step) -> bool {
    !write(&Moves::from([(step, 1)])).is_empty()
}

/// Writes leaps and slides as Betza notation. Atoms and directions with the most steps come first, so that the text is short.
fn write(moves: &Moves) -> String {
    let (mut left, mut text) = (moves.clone(), String::new());
    for (directions, atom) in DIRECTIONS.iter().flat_map(|directions| ATOMS.map(|atom| (directions, atom))) {
        // Some directions select no step of an atom.
        let Ok(parsed) = betza::parse(&format!("{directions}{atom}")) else { continue };
        let steps = || parsed.iter().flat_map(|component| &component.steps);
        let Some(&range) = steps().find_map(|step| left.get(step)) else { continue };
        if steps().all(|step| moves.get(step) == Some(&range)) {
            left.retain(|step, _| steps().all(|other| other != step));
            text += directions;
            text += &with_range(atom, range);
        }
    }
    text
}

fn with_range(atom: &str, range: u8) -> String {
    match (atom, range) {
        (_, 1) => atom.to_owned(),
        ("W", 0) => "R".to_owned(),
        ("F", 0) => "B".to_owned(),
        ("K", 0) => "Q".to_owned(),
        (_, 0) => atom.repeat(2),
        (_, range) => format!("{atom}{range}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    /// The notation after these clicks, which all mirror images follow, in a diagram of four squares on each side.
    fn after(text: &str, squares: &[Step]) -> String {
        squares.iter().fold(text.to_owned(), |text, &square| click(&text, square, 4, true).expect("readable"))
    }

    /// A click adds a leap, a second one makes it a slide, and a third one removes it: beside the piece, two squares away, three
    /// squares away, and at a knight's leap.
    #[test]
    fn clicks_add_a_leap_then_a_slide_then_nothing() {
        for (square, expected) in [
            ((0, 1), ["W", "R", ""]),
            ((1, -1), ["F", "B", ""]),
            ((2, 0), ["D", "W2", ""]),
            ((-3, 3), ["G", "F3", ""]),
            ((1, 2), ["N", "NN", ""]),
        ] {
            let clicks = (1..=3).map(|count| after("", &vec![square; count]));
            assert_eq!(clicks.collect::<Vec<_>>(), expected, "{square:?}");
        }
    }

    /// A square further along the line of a step is a leap, and after a second click a slide up to there, without a limit at the
    /// edge. Where no letter leaps, it is a slide at once. A click on a slide limits it.
    #[test]
    fn a_click_along_a_line_makes_a_slide() {
        assert_eq!(after("F", &[(3, 3)]), "FG");
        assert_eq!(after("W", &[(0, 3), (0, 3)]), "W3");
        assert_eq!(after("W", &[(4, 0)]), "R");
        assert_eq!(after("Q", &[(2, 2)]), "RF2");
        assert_eq!(after("N", &[(2, 4)]), "NN");
        assert_eq!(after("", &[(4, 4)]), "B");
    }

    /// Leaps to several squares, and a leap that is taken from the steps of a king, in the fewest letters.
    #[test]
    fn moves_are_written_in_few_letters() {
        assert_eq!(after("", &[(1, 0), (1, 1), (2, 1)]), "KN");
        assert_eq!(after("K", &[(1, 0), (1, 0)]), "F");
        assert_eq!(after("RB", &[(1, 0)]), "B");
    }

    /// A click that shall not be mirrored changes one square only.
    #[test]
    fn one_direction_can_be_chosen() {
        let after = |text: &str, square| click(text, square, 4, false);
        assert_eq!(after("", (1, 1)).as_deref(), Some("frF"));
        assert_eq!(after("frF", (-1, 1)).as_deref(), Some("fF"));
        assert_eq!(after("fF", (0, 1)).as_deref(), Some("fK"));
        assert_eq!(after("", (2, 1)).as_deref(), Some("frN"));
        assert_eq!(after("R", (0, 1)).as_deref(), Some("sRbR"));
    }

    /// Moves with conditions stay. A text with a fault, and a square that no letter reaches, give none.
    #[test]
    fn other_moves_stay_and_faults_change_nothing() {
        assert_eq!(after("mfWcfF", &[(1, 2)]), "NmfWcfF");
        assert_eq!(after("FyafsF", &[(0, 1)]), "KyafsF");
        assert_eq!(click("xW", (1, 0), 4, true), None);
        assert_eq!(click("", (4, 1), 4, true), None);
        assert_eq!(click("", (0, 0), 4, true), None);
    }

    /// The plain moves of all built-in pieces are written so that they are read as the same moves.
    #[test]
    fn written_moves_are_read_again() {
        let mut count = 0;
        for piece in Variants::built_in().known_pieces() {
            let parsed = betza::parse(&piece.moves).expect("the notation is right");
            if parsed.iter().all(is_free) {
                let moves = |components: &[Component]| {
                    let mut moves = Moves::new();
                    components.iter().for_each(|component| add(&mut moves, component));
                    moves
                };
                let again = betza::parse(&write(&moves(&parsed))).expect("the notation is right");
                assert_eq!(moves(&again), moves(&parsed), "{}", piece.moves);
                count += 1;
            }
        }
        assert!(count > 20);
    }
}
