//! Description of the moves of a piece in words, made from its movement.

pub use crate::notation::text::with_article;
use crate::rules::betza::{Component, Hop, union};
use crate::rules::{Bitboard, PieceKind, Square, Variant};

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
    let components: Vec<_> = components.collect();
    let mut clauses: Vec<String> = Vec::new();
    for component in &components {
        if let Some(first_leg) = component.first_leg {
            // A bent rider has a component for each first leg, and one clause for all of them.
            let bend = |component: &Component| {
                Some((
                    length(component.first_leg?),
                    is_diagonal(component.first_leg?),
                    component.quiet,
                    component.range,
                ))
            };
            let same = components.iter().filter(|other| bend(other) == bend(component));
            let legs: Vec<_> = same.filter_map(|other| other.first_leg).collect();
            if legs.first() == Some(&first_leg) {
                let same = components.iter().filter(|other| bend(other) == bend(component));
                let mut ways: Vec<_> = same.flat_map(|other| &other.steps).copied().collect();
                ways.sort_unstable();
                ways.dedup();
                let step = format!("steps {}", one_step(&legs));
                let is_slide = (length(component.steps[0]).0, component.range) == (1, 0);
                match clauses.last_mut().filter(|last| **last == step && is_slide) {
                    Some(last) => *last += &format!(" and may then slide {} outward", direction(&ways)),
                    None => clauses.push(bent_clause(component, &legs, &ways)),
                }
            }
        } else {
            clauses.extend(by_length(component).iter().map(|steps| clause(component, steps)));
        }
    }
    clauses
}

/// The squares of a region for White: `rank 12` if it begins with a whole rank, or else each square, as in `a11 or k11`.
pub fn place(variant: &Variant, region: Bitboard) -> String {
    let first = region.into_iter().map(Square::rank).min().unwrap_or_default();
    let mut rank = variant.geometry().board().into_iter().filter(|square| square.rank() == first);
    if rank.all(|square| region.contains(square)) { format!("rank {}", first + 1) } else { either(region) }
}

/// The squares in words: `a11 or k11`.
pub fn either(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" or ")
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
    let (long, _) = length(steps[0]);
    let verb = match (component.quiet, component.capture) {
        (true, false) => "moves",
        (false, _) => "captures",
        _ if long > 1 => "leaps",
        _ if component.range == 1 => "steps",
        _ => "slides",
    };
    let mut text = match (long, component.range) {
        (1, 0) => format!("{verb} any distance {}", direction(steps)),
        (1, range) if range > 1 => format!("{verb} up to {range} squares {}", direction(steps)),
        _ => format!("{verb} {}", one_step(steps)),
    };
    match component.range {
        _ if component.circular => text.push_str(", and on round a circle of such leaps"),
        1 => {}
        0 if long > 1 => text.push_str(", and on in the same direction"),
        range if long > 1 => text.push_str(&format!(", up to {range} times in the same direction")),
        _ => {}
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
    if component.en_passant {
        text.push_str(", also en passant");
    }
    if component.passing {
        text.push_str(", after which it can be captured en passant");
    }
    text
}

/// The clause of a bent rider with these first legs.
fn bent_clause(component: &Component, first_legs: &[(i8, i8)], ways: &[(i8, i8)]) -> String {
    let verb = match (component.quiet, component.capture) {
        (false, _) => "captures: goes",
        (_, false) => "moves",
        _ => "goes",
    };
    let step = component.steps[0];
    let way = direction(ways);
    let on = match (length(step), component.range) {
        ((1, _), 0) => format!("slides {way} outward"),
        ((1, _), 1) => format!("one step {way} outward"),
        ((1, _), range) => format!("up to {range} squares {way} outward"),
        ((long, short), _) if short > 0 && short < long => "leaps on outward".to_owned(),
        ((long, _), 1) => format!("{long} squares {way} outward"),
        ((long, _), _) => format!("{long} squares {way} outward, again and again"),
    };
    format!("{verb} {} and then {on}", one_step(first_legs))
}

/// One of these steps of one length, such as `2 squares forward`.
fn one_step(steps: &[(i8, i8)]) -> String {
    let (long, short) = length(steps[0]);
    match (long, short) {
        (1, _) => format!("one square {}", direction(steps)),
        _ if short == 0 || long == short => format!("{long} squares {}", direction(steps)),
        _ => oblique(steps, long, short),
    }
}

/// Leaps of two different lengths to the side and ahead.
fn oblique(steps: &[(i8, i8)], long: u8, short: u8) -> String {
    let is_all = |is: fn(i8) -> bool| steps.iter().all(|(_, ranks)| is(*ranks));
    let way = match (is_all(|ranks| ranks > 0), is_all(|ranks| ranks < 0)) {
        (true, _) => "forward",
        (_, true) => "backward",
        _ => "forward or backward",
    };
    let is_narrow = steps.iter().all(|(_, ranks)| ranks.unsigned_abs() == long);
    let is_wide = steps.iter().all(|(files, _)| files.unsigned_abs() == long);
    match (is_narrow, is_wide) {
        (true, _) => format!("{long} squares {way} and {short} to the side"),
        (_, true) => format!("{long} squares to the side and {short} {way}"),
        _ if steps.len() == 8 => format!("{long} squares and {short} to the side"),
        _ if way == "forward or backward" => {
            format!("{long} squares and {short} to the side, in some directions")
        }
        _ => format!("{long} squares and {short} to the side, {way}"),
    }
}

fn is_diagonal((files, ranks): (i8, i8)) -> bool {
    files != 0 && ranks != 0
}

/// The directions of straight and diagonal steps of one length, in a few words.
fn direction(steps: &[(i8, i8)]) -> String {
    let (diagonal, straight): (Vec<_>, Vec<_>) = steps.iter().copied().partition(|&step| is_diagonal(step));
    match (&straight[..], &diagonal[..]) {
        (straight, diagonal) if straight.len() == 4 && diagonal.len() == 4 => "in any direction".to_owned(),
        (straight, []) => straight_direction(straight).to_owned(),
        ([], diagonal) => diagonal_direction(diagonal).to_owned(),
        (straight, diagonal) => {
            format!("{} or {}", straight_direction(straight), diagonal_direction(diagonal))
        }
    }
}

fn straight_direction(steps: &[(i8, i8)]) -> &'static str {
    let has =
        |files: i8, ranks: i8| steps.iter().any(|step| (step.0.signum(), step.1.signum()) == (files, ranks));
    match (has(0, 1), has(0, -1), has(-1, 0), has(1, 0)) {
        (true, true, true, true) => "straight",
        (true, false, false, false) => "forward",
        (false, true, false, false) => "backward",
        (true, true, false, false) => "forward or backward",
        (false, false, true, true) => "to the side",
        (true, false, true, true) => "forward or to the side",
        (false, true, true, true) => "backward or to the side",
        (false, false, true, false) => "to the left",
        (false, false, false, true) => "to the right",
        _ => "straight in some directions",
    }
}

fn diagonal_direction(steps: &[(i8, i8)]) -> &'static str {
    let is_all = |is: fn(&(i8, i8)) -> bool| steps.iter().all(is);
    match steps.len() {
        4 => "diagonally",
        _ if is_all(|step| step.1 > 0) => "diagonally forward",
        _ if is_all(|step| step.1 < 0) => "diagonally backward",
        _ if is_all(|step| step.0 < 0) => "diagonally to the left",
        _ if is_all(|step| step.0 > 0) => "diagonally to the right",
        _ => "diagonally in some directions",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    /// Directions, limits, blocks, captures en passant and bends are in the sentence.
    #[test]
    fn conditions_of_moves_are_in_the_sentence() {
        for (moves, expected) in [
            ("fR", "Slides any distance forward."),
            ("WfF", "Steps one square straight or diagonally forward."),
            ("FfW", "Steps one square forward or diagonally."),
            ("fsW", "Steps one square forward or to the side."),
            ("sR4", "Slides up to 4 squares to the side."),
            ("bN", "Leaps 2 squares backward and 1 to the side, over other pieces."),
            ("fhN", "Leaps 2 squares and 1 to the side, forward, over other pieces."),
            ("nN", "Leaps 2 squares and 1 to the side, unless a piece is in the way."),
            (
                "N3",
                "Leaps 2 squares and 1 to the side, up to 3 times in the same direction, over other pieces.",
            ),
            (
                "fmWfceFifmnnD",
                "Moves one square forward, captures one square diagonally forward, also en passant, moves 2 squares forward as \
                 its first move, after which it can be captured en passant.",
            ),
            (
                "qN",
                "Leaps 2 squares and 1 to the side, and on round a circle of such leaps, over other pieces.",
            ),
            ("WyafsW", "Steps one square straight and may then slide diagonally outward."),
            ("afsW", "Goes one square straight and then one step diagonally outward."),
            ("[F?vR]", "Steps one square diagonally and may then slide forward or backward outward."),
            ("[F?R]", "Steps one square diagonally and may then slide straight outward."),
        ] {
            let parsed = crate::rules::betza::parse(moves).expect("the notation is right");
            assert_eq!(describe_moves(&parsed), expected, "{moves}");
        }
    }

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
            ("bent", "griffin", "Steps one square diagonally and may then slide straight outward."),
            ("bent", "horse", "Goes one square straight and then one step diagonally outward."),
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
