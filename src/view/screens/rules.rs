//! Rules page: how to win, what pawns and kings do, and how each piece moves, made from the rules of a variant.

use std::sync::Arc;

use crate::engine::piece_value;
use crate::game::description::{describe, either, place, with_article};
use crate::game::material::format_value;
use crate::rules::betza::Component;
use crate::rules::counting::{CountRow, CountingRule};
use crate::rules::goals::Goal;
use crate::rules::variant::{Castling, CastlingTarget, GameValue};
use crate::rules::{Color, Piece, PieceKind, Position, Variant};
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Effects, Env, LayerKind, Screen};
use crate::view::text::{capitalized, counted};
use crate::view::widgets::Node;
use crate::view::widgets::build::{cross, grid, list, picture};
use crate::view::widgets::node::{Ink, Surface, column, dialog, paragraph, row, space, text};
use crate::view::widgets::piece_card::diagram::Diagram;

/// Edge of a diagram.
const DIAGRAM: f32 = 104.0;
/// Width from which a page has two columns of pieces.
const TWO_COLUMNS: f32 = 560.0;

const DIAGRAMS: &str = "A dot marks a square to move to or capture on, a ring one only to move to, a cross one only to \
                        capture on. An arrow goes on until the next piece. A frame is for the first move only.";

pub struct RulesScreen {
    variant: Arc<Variant>,
}

#[derive(Clone, Copy, Debug)]
pub struct Close;

impl RulesScreen {
    pub fn new(variant: &Arc<Variant>) -> Host<Self> {
        Host::new(Self { variant: Arc::clone(variant) })
    }

    /// A piece with its diagram, its value and a sentence about its moves.
    fn piece(&self, kind: PieceKind) -> Node<Close> {
        let piece = self.variant.piece(kind);
        let value = match piece_value::value(&self.variant, kind) {
            Some(value) => format!("Value {}", format_value(value)),
            None if self.variant.rules().may_check => "Mate it to win".to_owned(),
            None => "May never be in check".to_owned(),
        };
        let moves = describe(&self.variant, kind);
        let spoken = format!("{}: {moves}", piece.name);
        let words = column([
            text(capitalized(&piece.name)).bold().sized(PAGE.title),
            text(value).ink(Ink::Faint).sized(PAGE.small),
            space().height(4.0),
            paragraph(moves).ink(Ink::Soft).sized(PAGE.text).smallest(8.0).fill(1.0),
        ]);
        let variant = Arc::clone(&self.variant);
        let diagram = picture(move |pen, rect, _| {
            let diagram = Diagram::of(variant.piece(kind), Color::White, Color::White);
            diagram.draw(pen, &variant, Piece { color: Color::White, kind }, rect);
        });
        row([diagram.width(DIAGRAM).height(DIAGRAM).rigid(), words.fill(1.0)])
            .gap(12.0)
            .padding(8.0)
            .surface(Surface::Panel)
            .spoken(spoken)
    }
}

impl Screen for RulesScreen {
    type Message = Close;
    const LAYER: LayerKind = LayerKind::PANEL;

    fn view(&self, env: &Env) -> Node<Close> {
        let section = |title: &str, words: &str| {
            column([
                text(title).bold().sized(PAGE.title),
                space().height(2.0),
                paragraph(words).ink(Ink::Soft).sized(PAGE.text),
                space().height(12.0),
            ])
        };
        let (width, height) = env.panel_size((860.0, 760.0));
        let sections = sections(&self.variant, env.options.promotion_line);
        let sections = sections.iter().map(|(title, words)| {
            // The rules are read out when the page opens.
            section(title, words).spoken(format!("{title}: {words}"))
        });
        let (has_pawns, pawns) = (has_pawns(&self.variant), &self.variant.rules().pawns);
        let kinds = self.variant.kinds().filter(|kind| has_pawns || !pawns.contains(kind));
        let pieces = kinds.map(|kind| self.piece(kind));
        let pieces = grid(if width < TWO_COLUMNS { 1 } else { 2 }, PAGE.gap, pieces);
        let pieces = pieces.into_iter().map(|pieces| column([pieces, space().height(PAGE.gap)]));
        let rows = sections.chain([section("Pieces", DIAGRAMS)]).chain(pieces);
        let close = cross(PAGE.button, Close).keys(&[Key::Escape, Key::Enter]);
        let heading =
            env.variant_title(&self.variant).map_or("Rules".to_owned(), |title| format!("Rules: {title}"));
        let heading = row([text(heading).bold().sized(PAGE.heading).fill(1.0), close]);
        let panel = column([heading, space().height(PAGE.gap), list(rows).fill(1.0)]);
        dialog(panel.width(width).height(height).shrink().padding(PAGE.margin).surface(Surface::Dialog))
    }

    fn update(&mut self, _message: Close, _env: &Env, effects: &mut Effects) {
        effects.close();
    }
}

/// Whether there are pawns in the game. A table of pieces has pawns also if none stands on the board.
fn has_pawns(variant: &Arc<Variant>) -> bool {
    let pawns = &variant.rules().pawns;
    Position::start(variant).map_or(true, |start| start.board().by_kinds(pawns).any())
}

/// The rules of a variant beyond the moves of its pieces: title and text of each section.
/// `has_line` is whether the board shows where pawns promote.
fn sections(variant: &Arc<Variant>, has_line: bool) -> Vec<(&'static str, String)> {
    let rules = variant.rules();
    let mut sections = vec![("How to win", winning(variant))];
    if has_pawns(variant) {
        sections.push(("Pawns", pawns(variant, has_line)));
    }
    if let Some(promotions) = other_promotions(variant) {
        sections.push(("Other promotions", promotions));
    }
    if rules.king_jump_needs_safety {
        sections.push(("The king's first move", king_jump(variant)));
    }
    if let Some(castling) = rules.castling.as_ref().filter(|_| rules.castling_king_kind().is_some()) {
        sections.push(("Castling", castling_text(castling, rules.royal_kind.is_some())));
    }
    sections.push(("Draws", draws(variant)));
    sections
}

fn winning(variant: &Variant) -> String {
    let rules = variant.rules();
    let king = match (rules.royal_kind, rules.capturable_king_kind) {
        (_, Some(_)) => "Capture the enemy king.",
        (Some(_), _) if rules.may_check => {
            "Checkmate the enemy king: attack it so that no move saves it. You may not leave your own king attacked."
        }
        (Some(_), _) => "No move may leave either king attacked.",
        (None, _) => "There is no check and no checkmate.",
    };
    let fog = "You see only the squares that your pieces can reach, and no check is announced.";
    let mut sentences = vec![king.to_owned()];
    sentences.extend(rules.fog.then(|| fog.to_owned()));
    sentences.extend(rules.goals.iter().flat_map(|goal| goal_sentences(variant, goal)));
    sentences.extend(rules.must_capture.then(|| "A side that can capture must capture.".to_owned()));
    sentences.push("With clocks, a player whose time runs out loses. White moves first.".to_owned());
    sentences.join(" ")
}

/// A goal of the variant in sentences.
fn goal_sentences(variant: &Variant, goal: &Goal) -> Vec<String> {
    let rules = variant.rules();
    let names = |kinds: &[PieceKind]| -> Vec<&str> {
        kinds.iter().map(|&kind| variant.piece(kind).name.as_str()).collect()
    };
    let result = |value: GameValue| match value {
        GameValue::Win => "wins",
        GameValue::Loss => "loses",
        GameValue::Draw => "draws",
    };
    match goal {
        Goal::Flag(flag) => {
            let (kinds, region) = (&flag.kinds[Color::White], flag.region[Color::White]);
            let what = if kinds.len() == 1 { with_article(names(kinds)[0]) } else { "a piece".to_owned() };
            let squares: Vec<String> = region.into_iter().map(|square| square.to_string()).collect();
            let is_last = region.into_iter().all(|square| square.rank() + 1 == rules.ranks);
            let place = if is_last { "the last rank".to_owned() } else { squares.join(", ") };
            let wins = format!("{} that reaches {place} wins.", capitalized(&what));
            let last =
                "If White gets there first, Black has one more move, and the game is drawn if Black follows.";
            std::iter::once(wins).chain(flag.last_move.then(|| last.to_owned())).collect()
        }
        Goal::Checks => {
            let count = variant.start().checks_left[Color::White];
            vec![format!("A side that has given {count} checks wins.")]
        }
        Goal::Extinction(rule) => {
            let result = result(rule.value);
            vec![match rule.kinds.as_slice() {
                _ if rule.is_bare_king() => {
                    let again = if rule.claim {
                        ", unless it captures the last other piece of its opponent at once"
                    } else {
                        ""
                    };
                    format!("A side with a bare king {result}{again}.")
                }
                [all] if all.len() > 1 => format!("A side without pieces {result}."),
                kinds => format!(
                    "A side that has lost all its pieces of one of these kinds {result}: {}.",
                    names(&kinds.concat()).join(", ")
                ),
            }]
        }
        Goal::Connection(rule) => {
            vec![format!("A side with {} pieces in a row {}.", rule.length, result(rule.value))]
        }
    }
}

fn pawns(variant: &Variant, has_line: bool) -> String {
    let rules = variant.rules();
    let promotion = &rules.promotion;
    let mut text = String::new();
    let rank = |color| {
        let ranks = promotion.region[color].into_iter().map(|square| square.rank() + 1);
        if color == Color::White { ranks.min() } else { ranks.max() }
    };
    if let (Some(_), Some(white), Some(black)) =
        (promotion.to.first(), rank(Color::White), rank(Color::Black))
    {
        let on_squares = |&kind: &PieceKind| {
            let squares = promotion.squares_for(kind) & promotion.region[Color::White];
            format!("{} on {}", with_article(&variant.piece(kind).name), either(squares))
        };
        let some = promotion.to.iter().map(|&kind| with_article(&variant.piece(kind).name));
        let some = some.collect::<Vec<_>>().join(" or ");
        let becomes = match promotion.to.len() {
            _ if !promotion.choice_squares.is_empty() => {
                format!("becomes {}", promotion.to.iter().map(on_squares).collect::<Vec<_>>().join(", "))
            }
            1 => format!("becomes {some} at once"),
            2 if promotion.mandatory == promotion.region => format!("promotes to {some}"),
            _ if promotion.mandatory != promotion.region => {
                "may promote to a piece of your choice".to_owned()
            }
            _ => "promotes to a piece of your choice".to_owned(),
        };
        // The last rank has no line.
        let line = if has_line && white < rules.ranks { ", beyond the dashed line," } else { "" };
        let names: Vec<_> = promotion.from.iter().map(|&kind| variant.piece(kind).name.as_str()).collect();
        let who = capitalized(&with_article(&names.join(" or ")));
        text = format!("{who} that reaches rank {white}{line} {becomes}; a black one on rank {black}. ");
    }
    let first_steps =
        rules.pawns.iter().flat_map(|&kind| &variant.piece(kind).moves).filter(|moves| moves.initial);
    let is_long = |moves: &Component| moves.range > 1 || moves.steps.iter().any(|step| step.1 > 2);
    text.push_str(if rules.en_passant_kinds.is_empty() || rules.en_passant_region.is_empty() {
        "There is no en passant."
    } else if first_steps.into_iter().any(is_long) {
        "A pawn that has just moved several squares can be captured en passant on each that it passed."
    } else {
        "A pawn that has just moved two squares can be captured en passant."
    });
    text
}

/// Promotions of other pieces than pawns, which each become one kind.
fn other_promotions(variant: &Variant) -> Option<String> {
    let rules = &variant.rules().piece_promotions;
    let place = place(variant, rules.first()?.region[Color::White]);
    let name = |kind: PieceKind| variant.piece(kind).name.as_str();
    let mut sentences: Vec<String> = Vec::new();
    let mut groups: Vec<(bool, PieceKind, Vec<&str>)> = Vec::new();
    for rule in rules {
        let (from, to) = (*rule.from.first()?, *rule.to.first()?);
        match groups.iter_mut().find(|(by_step, kind, _)| (*by_step, *kind) == (rule.by_step, to)) {
            Some((.., names)) => names.push(name(from)),
            None => groups.push((rule.by_step, to, vec![name(from)])),
        }
    }
    for (by_step, to, names) in groups {
        let who = capitalized(&with_article(&names.join(" or ")));
        let how = if by_step { " by a single step" } else { "" };
        sentences.push(format!("{who} that reaches {place}{how} becomes {}.", with_article(name(to))));
    }
    Some(sentences.join(" "))
}

fn king_jump(variant: &Variant) -> String {
    let king = variant.rules().king_kind().map(|kind| &variant.piece(kind).moves);
    let mut steps = king.into_iter().flatten().filter(|moves| moves.initial).flat_map(|moves| &moves.steps);
    let is_oblique = |&(files, ranks): &(i8, i8)| files != 0 && ranks != 0 && files.abs() != ranks.abs();
    let (ways, passes) = if steps.any(is_oblique) {
        ("straight, diagonally or like a knight", "; like a knight it passes one of two squares")
    } else {
        ("straight or diagonally", "")
    };
    format!(
        "The first move of a king may be a jump to a free square two squares away, {ways}, also over a piece. The king may \
         not be in check, and the square it passes may not be attacked{passes}."
    )
}

fn castling_text(castling: &Castling, is_royal: bool) -> String {
    let target = match castling.target {
        CastlingTarget::Steps(steps) => format!("moves {steps} squares towards"),
        CastlingTarget::Files { .. } => "moves towards".to_owned(),
        CastlingTarget::Any => "moves one or more squares towards".to_owned(),
    };
    let distance = match castling.min_distance {
        0..=1 => String::new(),
        least => format!(" at least {least} squares away"),
    };
    let attacks = match is_royal {
        true => " The king may not be in check, cross an attacked square or land on one.",
        false => "",
    };
    let rook = match castling.target {
        CastlingTarget::Any => ", or the rook if it goes one square",
        _ => ", or the rook",
    };
    format!(
        "An unmoved king {target} an unmoved rook{distance}, with nothing between them; the rook lands next to it, \
         on the other side.{attacks} Click the square the king goes to{rook}."
    )
}

fn draws(variant: &Variant) -> String {
    let rules = variant.rules();
    let stalemate = match rules.stalemate {
        GameValue::Draw => "A side that has no legal move and is not in check draws by stalemate. ",
        GameValue::Win => "A side that has no legal move wins. ",
        GameValue::Loss => "A side that has no legal move loses. ",
    };
    let mut text = stalemate.to_owned();
    match (rules.move_rule_plies, rules.repetition_limit) {
        (0, 0) if rules.counting.is_none() => {
            text.push_str("There is no draw by repetition and no 50-move rule.")
        }
        (plies, limit) => {
            if limit > 0 {
                text.push_str(&format!("A position that occurs {limit} times is a draw. "));
            }
            if plies > 0 {
                text.push_str(&format!("So are {} moves without a capture or a pawn move", plies / 2));
                let bare = rules.goals.is_empty() && rules.royal_kind.is_some();
                text.push_str(if bare { ", and two kings alone." } else { "." });
            }
            if let Some(rule) = &rules.counting {
                text.push_str(&counting(variant, rule));
            }
        }
    }
    text
}

/// The counting rule in words.
fn counting(variant: &Variant, rule: &CountingRule) -> String {
    let mut text = "Without pawns on the board mate must be given in time, or the game is a draw".to_owned();
    if rule.board > 0 {
        text.push_str(&format!(": within {} moves while both sides have pieces", rule.board));
    }
    let row = |row: &CountRow| {
        format!("{}: {} moves", counted(row.pieces as usize, &variant.piece(row.kind).name), row.moves)
    };
    let mut rows: Vec<String> = rule.rows.iter().map(row).collect();
    if rule.other_pieces > 0 {
        rows.push(format!("other pieces: {} moves", rule.other_pieces));
    }
    if !rows.is_empty() {
        text.push_str(&format!(
            ". Against a lone king the first of these that fits counts: {}",
            rows.join("; ")
        ));
    }
    text.push_str(if rule.begins_with_pieces {
        ", and the count begins with the number of pieces on the board."
    } else {
        "."
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    fn text(name: &str) -> String {
        let variant = Variants::built_in().get(name).expect("built in");
        sections(&variant, true).into_iter().map(|(title, words)| format!("{title}: {words}\n")).collect()
    }

    /// The page for `xxl` has promotion halfway up the board, no en passant, castling by two squares, and no draw by
    /// rule.
    #[test]
    fn rules_of_xxl_name_what_differs_from_chess() {
        let xxl = text("xxl");
        for words in [
            "A pawn that reaches rank 8, beyond the dashed line, becomes a queen at once; a black one on rank 7.",
            "There is no en passant.",
            "moves 2 squares towards an unmoved rook at least 3 squares away",
            "no draw by repetition and no 50-move rule",
        ] {
            assert!(xxl.contains(words), "{words}\n{xxl}");
        }
    }

    /// The pages of variants with other aims name the aim, and mate only where it wins.
    #[test]
    fn rules_of_other_aims_name_the_aim() {
        for (name, words, has_mate) in [
            ("kingofthehill", "A king that reaches d4, e4, d5, e5 wins.", true),
            ("3check", "A side that has given 3 checks wins.", true),
            (
                "racingkings",
                "A king that reaches the last rank wins. If White gets there first, Black has",
                false,
            ),
            ("extinction", "of one of these kinds loses: king, queen, rook, bishop, knight, pawn.", false),
            ("antichess", "A side without pieces wins. A side that can capture must capture.", false),
            ("antichess", "A side that has no legal move wins.", false),
            ("breakthrough", "A pawn that reaches the last rank wins.", false),
            ("grand", "A pawn that reaches rank 8, beyond the dashed line, may promote to a piece of", true),
        ] {
            let text = text(name);
            assert!(text.contains(words), "{words}\n{text}");
            assert_eq!(text.contains("Checkmate the enemy king"), has_mate, "{name}");
        }
    }

    /// The pages of great chess name the promotions of other pieces, the king's jump, castling over any distance, and that a
    /// bare king loses.
    #[test]
    fn rules_of_great_chess_name_what_other_pieces_do() {
        for (name, words) in [
            ("metamachy", "A pawn or prince that reaches rank 12 promotes to a piece of your choice"),
            ("terachess2", "A knight or camel or giraffe that reaches rank 16 becomes a buffalo."),
            ("terachess2", "A troll that reaches rank 16 by a single step becomes a queen."),
            ("gigachess2", "The first move of a king may be a jump to a free square two squares away"),
            ("tamerlane2", "A pawn or prince that reaches rank 11 becomes a queen at once"),
            ("tamerlane2", "A ship that reaches a11 or k11 becomes an eagle."),
            ("grantacedrex", "A pawn that reaches rank 12 becomes an aanca on f12 or g12, a unicorn on c12"),
            ("grantacedrex", "two squares away, straight or diagonally, also over a piece"),
            ("wildebeest", "moves one or more squares towards an unmoved rook"),
            ("courier", "A side with a bare king loses, unless it captures the last other piece"),
        ] {
            let text = text(name);
            assert!(text.contains(words), "{words}\n{text}");
        }
    }

    /// The page for chess has en passant, the choice of the promotion piece, and draws by rule.
    #[test]
    fn rules_of_chess_name_those_of_chess() {
        let chess = text("chess");
        for words in [
            "A pawn that reaches rank 8 promotes to a piece of your choice; a black one on rank 1.",
            "can be captured en passant",
            "A position that occurs 3 times is a draw. So are 50 moves",
            "and two kings alone.",
        ] {
            assert!(chess.contains(words), "{words}\n{chess}");
        }
    }

    /// The page for Makruk has the moves of the counting rule, and no other rule of moves.
    #[test]
    fn rules_of_makruk_have_the_moves_of_the_count() {
        let makruk = text("makruk");
        for words in [
            "within 64 moves while both sides have pieces. Against a lone king the first of these that fits counts: 2 rooks: 8 \
             moves; 1 rook: 16 moves;",
            "1 khon: 44 moves; other pieces: 64 moves, and the count begins",
        ] {
            assert!(makruk.contains(words), "{words}\n{makruk}");
        }
        assert!(!makruk.contains("without a capture"), "{makruk}");
    }

    /// Racing kings has no pawns, and no section about them.
    #[test]
    fn rules_without_pawns_have_no_section_about_them() {
        assert!(!text("racingkings").contains("Pawns") && text("chess").contains("Pawns"));
    }

    /// The page of a variant with a counting rule but none of its pieces has no sentence about them.
    #[test]
    fn rules_without_counted_pieces_have_no_rows_of_them() {
        let file = "[bare:chess]\nrook = -\nknight = -\ncastling = false\npromotionPieceTypes = qb\ncountingRule = asean\n\
                    startFen = 3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1\n";
        let variant = Variants::built_in().with_file("", file).expect("valid").get("bare").expect("one");
        let (_, text) = sections(&variant, true)
            .into_iter()
            .find(|(_, text)| text.contains("in time"))
            .expect("the count");
        assert!(!text.contains("Against a lone king"), "{text}");
    }
}
