//! Description of the moves of a piece in words, made from its movement.

pub use crate::notation::text::with_article;
use crate::rules::betza::{Component, Hop, union};
use crate::rules::{PieceKind, Variant};

/// One sentence about the moves of a piece. A piece that combines the moves of two others of the variant is described
/// by their names, any other piece by distances and directions.
pub fn describe(variant: &Variant, kind: PieceKind) -> String {
    if variant.piece(kind).moves.is_empty() {
        return "Never moves.".to_owned();
    }
    format!("{}.", capitalized(&clauses(variant, kind, |_| true).join(", ")))
}

/// The moves of a piece by the components for which `is_wanted` is true: a clause for each way of moving, such as
/// `slides any distance diagonally`.
pub fn clauses(variant: &Variant, kind: PieceKind, is_wanted: impl Fn(&Component) -> bool) -> Vec<String> {
    if let Some([first, second]) = parts(variant, kind) {
        return vec![format!("moves like {} or {}", with_article(first), with_article(second))];
    }
    clauses_of(variant.piece(kind).moves.iter().filter(|component| is_wanted(component)))
}

/// One sentence about moves that need not be those of a piece of a variant.
pub fn describe_moves(moves: &[Component]) -> String {
    if moves.is_empty() {
        return "Never moves.".to_owned();
    }
    format!("{}.", capitalized(&clauses_of(moves.iter()).join(", ")))
}

fn clauses_of<'c>(components: impl Iterator<Item = &'c Component>) -> Vec<String> {
    let mut clauses: Vec<String> = components
        .flat_map(|component| by_length(component).into_iter().map(|steps| clause(component, &steps)))
        .collect();
    // A bent rider has a component with the same words for each first leg.
    clauses.dedup();
    clauses
}

/// `words` with a capital first letter.
pub fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The names of two other pieces whose moves together are those of `kind`.
///
/// If there are several pairs, the one with the most valuable piece is returned. A king has no value and counts as the
/// most valuable piece.
fn parts(variant: &Variant, kind: PieceKind) -> Option<[&str; 2]> {
    let pieces = &variant.rules().pieces;
    let whole = &pieces[kind.index()].moves;
    let others = || {
        pieces.iter().enumerate().filter(|(index, piece)| {
            *index != kind.index() && !piece.moves.is_empty() && !same_moves(&piece.moves, whole)
        })
    };
    let steps = |moves: &[Component]| moves.iter().map(|component| component.steps.len()).sum::<usize>();
    let mut best: Option<(i32, [&str; 2])> = None;
    for (a, first) in others() {
        for (b, second) in others() {
            let disjoint = steps(&first.moves) + steps(&second.moves) == steps(whole);
            let value = first.value.unwrap_or(i32::MAX);
            let is_better = a != b && disjoint && best.is_none_or(|(best_value, _)| value > best_value);
            if is_better && same_moves(&union([&first.moves[..], &second.moves[..]]), whole) {
                best = Some((value, [&first.name, &second.name]));
            }
        }
    }
    best.map(|(_, names)| names)
}

/// Whether two movements are equal. The order of their components does not matter.
fn same_moves(a: &[Component], b: &[Component]) -> bool {
    a.len() == b.len() && a.iter().all(|component| b.contains(component))
}

/// The steps of a component, grouped by `length`.
fn by_length(component: &Component) -> Vec<Vec<(i8, i8)>> {
    let mut groups: Vec<Vec<(i8, i8)>> = Vec::new();
    for &step in &component.steps {
        match groups.iter_mut().find(|group| length(group[0]) == length(step)) {
            Some(group) => group.push(step),
            None => groups.push(vec![step]),
        }
    }
    groups
}

/// The longer and the shorter side of a step. All steps to adjacent squares count as equally long, so that the moves of
/// a king are one group.
fn length((files, ranks): (i8, i8)) -> (u8, u8) {
    let (a, b) = (files.unsigned_abs(), ranks.unsigned_abs());
    if a.max(b) == 1 { (1, 1) } else { (a.max(b), a.min(b)) }
}

fn clause(component: &Component, steps: &[(i8, i8)]) -> String {
    if let Some(first_leg) = component.first_leg {
        return bent_clause(component, first_leg, steps[0]);
    }
    let (long, short) = length(steps[0]);
    let verb = match (component.quiet, component.capture) {
        (true, false) => "moves",
        (false, _) => "captures",
        _ if long > 1 => "leaps",
        _ if component.range == 1 => "steps",
        _ => "slides",
    };
    let direction = direction(steps);
    let mut text = match (long, short, component.range) {
        (1, _, 0) => format!("{verb} any distance {direction}"),
        (1, _, 1) => format!("{verb} one square {direction}"),
        (1, _, range) => format!("{verb} up to {range} squares {direction}"),
        _ if short == 0 || long == short => format!("{verb} {long} squares {direction}"),
        _ => {
            let side = if direction == "forward" { " forward" } else { "" };
            format!("{verb} {long} squares{side} and {short} to the side")
        }
    };
    if long > 1 && component.range != 1 {
        text.push_str(", and on in the same direction");
    }
    match component.hop {
        Some(Hop::Cannon) => text.push_str(" by jumping over one piece"),
        Some(Hop::Grasshopper) => text.push_str(" and lands just behind the first piece it meets"),
        None if component.lame && !component.initial => text.push_str(", unless a piece is in the way"),
        None if long > 1 && !component.initial => text.push_str(", over other pieces"),
        None => {}
    }
    if component.initial {
        text.push_str(" as its first move");
    }
    text
}

/// The clause of a bent rider, which is the same for each first leg.
fn bent_clause(component: &Component, first_leg: (i8, i8), step: (i8, i8)) -> String {
    let way = |(files, ranks): (i8, i8)| if files == 0 || ranks == 0 { "straight" } else { "diagonally" };
    let verb = if component.quiet { "goes" } else { "captures" };
    let on = if component.range == 0 { "slides" } else { "one step" };
    format!("{verb} one step {} and then {on} {} outward", way(first_leg), way(step))
}

/// The directions of steps of one length, in a few words.
fn direction(steps: &[(i8, i8)]) -> &'static str {
    let diagonal = steps.iter().all(|(files, ranks)| files.abs() == ranks.abs());
    let orthogonal = steps.iter().all(|(files, ranks)| *files == 0 || *ranks == 0);
    let forward = steps.iter().all(|(_, ranks)| *ranks > 0);
    let all = steps.len() >= if diagonal || orthogonal { 4 } else { 8 };
    match (forward, all) {
        (true, _) if diagonal => "diagonally forward",
        (true, _) => "forward",
        (_, true) if diagonal => "diagonally",
        (_, true) if orthogonal => "straight",
        (_, true) => "in any direction",
        _ => "in some directions",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    /// Steps, slides, leaps, combined pieces, cannons, grasshoppers and bent riders each have their own words.
    #[test]
    fn moves_of_pieces_are_described_in_a_sentence() {
        for (variant, name, expected) in [
            (
                "xxl",
                "pawn",
                "Moves one square forward, captures one square diagonally forward, moves 2 squares forward as its first \
                 move.",
            ),
            ("xxl", "rook", "Slides any distance straight."),
            ("xxl", "bishop", "Slides any distance diagonally."),
            ("xxl", "knight", "Leaps 2 squares and 1 to the side, over other pieces."),
            ("xxl", "camel", "Leaps 3 squares and 1 to the side, over other pieces."),
            ("xxl", "king", "Steps one square in any direction."),
            ("xxl", "queen", "Moves like a rook or a bishop."),
            ("xxl", "general", "Moves like a king or a knight."),
            ("xxl", "archbishop", "Moves like a bishop or a knight."),
            ("xxl", "chancellor", "Moves like a rook or a knight."),
            ("xxl", "amazon", "Moves like a queen or a knight."),
            (
                "bent",
                "griffin",
                "Steps one square diagonally, goes one step diagonally and then slides straight outward.",
            ),
            ("bent", "horse", "Goes one step straight and then one step diagonally outward."),
            (
                "xxlfairy",
                "cannon",
                "Moves any distance straight, captures any distance straight by jumping over one piece.",
            ),
            (
                "xxlfairy",
                "grasshopper",
                "Slides any distance in any direction and lands just behind the first piece it meets.",
            ),
        ] {
            let bent = "[bent:chess]\ncustomPiece1 = g:FyafsF\ncustomPiece2 = h:afsW\nxPieceNames = g:griffin h:horse\n";
            let variants = Variants::built_in().with_file("bent.ini", bent).expect("no fault");
            let variant = variants.get(variant).expect("it is there");
            let kind = variant.kinds().find(|&kind| variant.piece(kind).name == name).expect(name);
            assert_eq!(describe(&variant, kind), expected);
        }
    }
}
