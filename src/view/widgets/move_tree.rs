//! List of the moves of a tree: the main line in two columns with scores, and below a move its comment and the variations
//! that replace it.

use std::rc::Rc;

use super::node::{Bar, Ink, Surface, column, row, space, text};
use super::pen::size;
use super::{Node, build};
use crate::game::analysis::{Analysis, Evaluation, Judgment};
use crate::notation::game_tree::{GameTree, NodeId, TreeItem};
use crate::notation::glyph::Glyph;
use crate::rules::Color;
use crate::view::input::{InputEvent, MouseButton};
use crate::view::scene::{Font, Point, TextRole};
use crate::view::text::{counted, measure};

/// Font size at which widths are measured; widths at other sizes are scaled from it.
const MEASURED_AT: u16 = 100;
/// Height of a row, in pixels of the design.
const ROW: f32 = 22.0;
/// Font size of a move of the game.
const TEXT: f32 = 13.0;
/// Font size of scores, comments and variations, and of moves in a column without scores. Touch screens need a larger one.
pub const SMALL: f32 = 11.0;
/// Width of the line at the left of variations, with the space beside it.
const MARK: f32 = 10.0;
/// Space at each side of a move.
const PAD: f32 = 3.0;
/// Space at each side of a column with scores.
const COLUMN_PAD: f32 = 3.0;
/// Width of a move number beside columns with scores.
const NUMBER: f32 = 28.0;
/// Width of a move number beside columns without scores.
const NARROW_NUMBER: f32 = 18.0;
/// Width of a column from which moves have their scores.
const WITH_SCORE: f32 = 96.0;

/// The sign of a move, which is its glyphs or else its judgement, and the judgement that the sign stands for.
pub fn sign(analysis: &Analysis, id: NodeId) -> (String, Judgment) {
    let glyphs: Vec<_> =
        analysis.tree().annotations(id).glyphs.iter().copied().filter_map(Glyph::by_number).collect();
    let judgment = analysis.judged_move(id).map_or(Judgment::Good, |judged| judged.judgment);
    let own = glyphs.iter().find(|glyph| glyph.is_of_move());
    let word = own.map_or(judgment.glyph(), |glyph| glyph.sign);
    let judgment = Judgment::by_glyph(word);
    let others = glyphs.iter().filter(|glyph| !glyph.is_of_move()).map(|glyph| glyph.sign);
    let signs: String = [word].into_iter().chain(others).collect();
    (signs, judgment)
}

/// The ink of a sign for this judgement.
pub fn ink(judgment: Judgment) -> Ink {
    match judgment {
        Judgment::Good => Ink::Accent,
        Judgment::Inaccuracy | Judgment::Mistake => Ink::Warning,
        Judgment::Blunder => Ink::Alarm,
    }
}

/// A score in few letters: `+1.3`, `#4`.
pub fn short(evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Centipawns(value) => {
            let sign = if value > 4 {
                "+"
            } else if value < -4 {
                "−"
            } else {
                ""
            };
            format!("{sign}{:.1}", f64::from(value.abs()) / 100.0)
        }
        Evaluation::Mate { moves: 0, winner: Color::White } => "1–0".to_owned(),
        Evaluation::Mate { moves: 0, winner: Color::Black } => "0–1".to_owned(),
        Evaluation::Mate { winner: Color::White, moves } => format!("#{moves}"),
        Evaluation::Mate { winner: Color::Black, moves } => format!("−#{moves}"),
    }
}

/// A word of a row: a move with its number and sign, or a part of a comment.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    /// The sign behind a move, with its ink.
    pub sign: Option<(String, Ink)>,
    /// The node to which a press goes.
    pub id: Option<NodeId>,
    pub ink: Ink,
}

impl Word {
    pub fn new(text: impl Into<String>, ink: Ink) -> Self {
        Self { text: text.into(), sign: None, id: None, ink }
    }

    /// Width in pixels of the design, in a font of this height, with `unit` pixels of the window for each of the design.
    pub fn width(&self, font: f32, unit: f32) -> f32 {
        let em = f32::from(size(font, unit)) / unit / f32::from(MEASURED_AT);
        let of = |text: &str, font| measure(text, font, MEASURED_AT) * em;
        let sign = self.sign.as_ref().map_or(0.0, |(sign, _)| of(sign, Font::Bold));
        of(&self.text, Font::Regular) + sign + if self.id.is_some() { 2.0 * PAD } else { PAD } + 1.0 / unit
    }
}

/// The part of `words` that fits into one line, at least one.
pub fn first_line(words: &[Word], width: f32, font: f32, unit: f32) -> &[Word] {
    let mut left = width;
    let fitting = words.iter().take_while(|word| {
        left -= word.width(font, unit);
        left >= 0.0
    });
    &words[..fitting.count().max(1).min(words.len())]
}

/// A move of the main line with its score.
type Cell = (Word, String);

/// A row of the list.
enum Row {
    /// Number of the full move, and its moves. If a move is alone in its row, the other place is empty. In a narrow list the
    /// move has all of the row, and "…" behind the number stands for White's move.
    Moves(u16, [Option<Cell>; 2]),
    /// A line of a comment or of a variation.
    Words(Vec<Word>),
}

/// The rows of a tree. They are made anew when the tree, its judgements or the width have changed.
pub struct MoveTree {
    rows: Vec<Row>,
    /// Width of the list, in pixels of the design.
    width: f32,
    /// Pixels of the window for each pixel of the design.
    unit: f32,
    /// Font size of scores, comments and variations, and of moves in a column without scores.
    small: f32,
}

impl MoveTree {
    /// The rows for this width. `small` is the size of the smaller font, such as [`SMALL`]. Below a mistake stands what `reason`
    /// returns for it, if it has no comment.
    pub fn new(
        analysis: &Analysis,
        reason: impl Fn(NodeId) -> Option<String>,
        width: f32,
        unit: f32,
        small: f32,
    ) -> Self {
        let mut list = Self { rows: Vec::new(), width, unit, small };
        let tree = analysis.tree();
        let mut before = NodeId::ROOT;
        let is_wide = list.has_scores();
        let half = (width - NARROW_NUMBER) / 2.0;
        let has_room = |word: &Word| is_wide || word.width(small, unit) <= half;
        list.add_words(&comment_words(&tree.annotations(NodeId::ROOT).comment));
        for id in tree.main_line() {
            let (color, number) = tree.mover(id);
            let word = move_word(analysis, id, tree.san(id).to_owned(), Ink::Text);
            let cell = (word, analysis.evaluation(id).map_or_else(String::new, short));
            match list.rows.last_mut() {
                Some(Row::Moves(same, [Some((white, _)), black @ None]))
                    if *same == number && color == Color::Black && has_room(white) && has_room(&cell.0) =>
                {
                    *black = Some(cell);
                }
                _ if color == Color::White => list.rows.push(Row::Moves(number, [Some(cell), None])),
                _ => list.rows.push(Row::Moves(number, [None, Some(cell)])),
            }
            let annotations = tree.annotations(id);
            list.add_words(&comment_words(&annotations.comment_before));
            // An inaccuracy has its sign alone.
            let is_bad =
                |id| analysis.judged_move(id).is_some_and(|judged| judged.judgment >= Judgment::Mistake);
            let has_room = annotations.comment.is_empty() && list.has_scores();
            let reason = if has_room && is_bad(id) { reason(id) } else { None };
            list.add_words(&comment_words(&reason.unwrap_or_default()));
            list.add_words(&comment_words(&annotations.comment));
            let others = tree.children(before).get(1..).unwrap_or_default();
            if annotations.is_folded && !others.is_empty() {
                list.add_words(&[Word::new(format!("+ {}", counted(others.len(), "variation")), Ink::Faint)]);
            } else {
                others.iter().for_each(|&first| list.add_words(&variation(analysis, first)));
            }
            before = id;
        }
        list
    }

    /// Whether the list is wide enough for the scores of the moves.
    fn has_scores(&self) -> bool {
        (self.width - NUMBER) / 2.0 >= WITH_SCORE
    }

    /// Adds rows for words that stand in an indented block.
    fn add_words(&mut self, words: &[Word]) {
        let mut rest = words;
        while !rest.is_empty() {
            let line = first_line(rest, self.width - MARK - 2.0 * PAD, self.small, self.unit);
            self.rows.push(Row::Words(line.to_vec()));
            rest = &rest[line.len()..];
        }
    }

    fn has(row: &Row, id: NodeId) -> bool {
        match row {
            Row::Moves(_, cells) => cells.iter().flatten().any(|(word, _)| word.id == Some(id)),
            Row::Words(words) => words.iter().any(|word| word.id == Some(id)),
        }
    }

    /// The list. A press on a move sends the message of `press`, and a right click or a long press that of `menu`. The list
    /// scrolls to the move `shown` when it changes.
    pub fn node<M: 'static>(
        self: &Rc<Self>,
        shown: NodeId,
        press: impl Fn(NodeId) -> M + 'static,
        menu: impl Fn(NodeId, Point) -> M + 'static,
    ) -> Node<M> {
        let anchor = self.rows.iter().position(|row| Self::has(row, shown));
        let (list, menu) = (Rc::clone(self), Rc::new(menu));
        let cell = move |node: Node<M>, id: NodeId| {
            let menu = Rc::clone(&menu);
            node.on_press(press(id)).on_input(move |event, rect| match *event {
                InputEvent::Pressed(MouseButton::Right, at) | InputEvent::LongPressed(at)
                    if rect.contains(at) =>
                {
                    Some(menu(id, at))
                }
                _ => None,
            })
        };
        let rows = build::rows(self.rows.len(), ROW, move |place| match list.rows.get(place) {
            Some(Row::Moves(number, cells)) => list.moves(*number, cells, shown, &cell),
            Some(Row::Words(words)) => list.line(words, shown, &cell),
            None => space(),
        });
        rows.anchored(anchor).bar(Bar::Thin).fill(1.0).keyed(("tree", shown))
    }

    /// A row of the main line.
    fn moves<M>(
        &self,
        number: u16,
        cells: &[Option<Cell>; 2],
        shown: NodeId,
        press: &impl Fn(Node<M>, NodeId) -> Node<M>,
    ) -> Node<M> {
        let (font, number_width, pad) =
            if self.has_scores() { (TEXT, NUMBER, COLUMN_PAD) } else { (self.small, NARROW_NUMBER, 0.0) };
        let faint = |words: String| text(words).role(TextRole::Moves).ink(Ink::Faint).sized(font);
        let is_black_alone = cells[0].is_none() && !self.has_scores();
        let number = if is_black_alone { format!("{number}…") } else { number.to_string() };
        let number = faint(number).smallest(8.0).width(number_width).rigid();
        let cells = cells.each_ref().map(|cell| {
            let Some((word, score)) = cell else {
                let place = row([faint("…".to_owned())]).padded(PAD + COLUMN_PAD, 0.0).align_center();
                return place.fill(1.0).when(self.has_scores());
            };
            let is_shown = word.id == Some(shown);
            let ink = if is_shown { Ink::OnActive } else { Ink::Faint };
            let score = text(score.as_str()).role(TextRole::Moves).ink(ink).sized(self.small).rigid();
            let parts = word_parts(word, is_shown, font).into_iter();
            let parts = parts.chain([space().grow(), score.when(self.has_scores())]);
            let parts = row(parts).padded(PAD, 0.0).align_center().surface(surface(is_shown));
            column([word.id.map_or_else(space, |id| press(parts, id)).fill(1.0)]).padded(pad, 0.0).fill(1.0)
        });
        row([number].into_iter().chain(cells)).height(ROW)
    }

    /// A line of words behind a mark.
    fn line<M>(&self, words: &[Word], shown: NodeId, cell: &impl Fn(Node<M>, NodeId) -> Node<M>) -> Node<M> {
        let mark = space().surface(Surface::Panel).width(3.0).rigid();
        let words = row(words.iter().map(|word| {
            let node = word_node(word, word.id == Some(shown), self.small, self.unit);
            match word.id {
                Some(id) => cell(node, id),
                None => node,
            }
        }));
        row([mark, words.fill(1.0)]).gap(MARK - 3.0).height(ROW)
    }
}

/// The words of the variation that begins with `first`, with its own variations in brackets.
fn variation(analysis: &Analysis, first: NodeId) -> Vec<Word> {
    let tree = analysis.tree();
    let mut words = Vec::new();
    let (mut depth, mut has_number) = (0, true);
    for item in [TreeItem::Move(first)].into_iter().chain(tree.items(first)) {
        match item {
            TreeItem::Move(id) => {
                let annotations = tree.annotations(id);
                words.extend(comment_words(&annotations.comment_before));
                let is_numbered = has_number || tree.mover(id).0 == Color::White;
                let mark = if is_numbered { number(tree, id) } else { String::new() };
                let ink = if depth == 0 { Ink::Text } else { Ink::Soft };
                words.push(move_word(analysis, id, mark + tree.san(id), ink));
                let comment = comment_words(&annotations.comment);
                has_number = !comment.is_empty();
                words.extend(comment);
            }
            TreeItem::VariationStart => {
                (depth, has_number) = (depth + 1, true);
                words.push(Word::new("(", Ink::Faint));
            }
            TreeItem::VariationEnd => {
                (depth, has_number) = (depth - 1, true);
                words.push(Word::new(")", Ink::Faint));
            }
        }
    }
    words
}

/// The word of the move that leads to `id`.
fn move_word(analysis: &Analysis, id: NodeId, text: String, ink: Ink) -> Word {
    let (sign, judgment) = sign(analysis, id);
    let sign = (!sign.is_empty()).then(|| (sign, self::ink(judgment)));
    Word { text, sign, id: Some(id), ink }
}

/// A word at its width.
pub fn word_node<M>(word: &Word, is_shown: bool, font: f32, unit: f32) -> Node<M> {
    let parts = row(word_parts(word, is_shown, font)).align_center();
    let parts = parts.width(word.width(font, unit)).rigid();
    if word.id.is_some() { parts.padded(PAD, 0.0).surface(surface(is_shown)) } else { parts }
}

fn surface(is_shown: bool) -> Surface {
    if is_shown { Surface::Active } else { Surface::Hover }
}

/// The text of a word, and its sign.
fn word_parts<M>(word: &Word, is_shown: bool, font: f32) -> Vec<Node<M>> {
    let part = |words: &str, ink| {
        let ink = if is_shown { Ink::OnActive } else { ink };
        text(words).role(TextRole::Moves).ink(ink).sized(font).smallest(font.min(9.0))
    };
    let sign = word.sign.as_ref().map(|(sign, ink)| part(sign, *ink).bold());
    [part(&word.text, word.ink)].into_iter().chain(sign).collect()
}

/// Greatest number of letters of a word in a comment. Narrow lists have no room for a longer one, such as a link, which is
/// divided.
const LONGEST_WORD: usize = 16;

/// The words of a comment.
fn comment_words(comment: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for mut word in comment.split_whitespace() {
        while let Some((end, _)) = word.char_indices().nth(LONGEST_WORD) {
            let (start, rest) = word.split_at(end);
            words.push(Word::new(start, Ink::Soft));
            word = rest;
        }
        words.push(Word::new(word, Ink::Soft));
    }
    words
}

/// `12.` for a move of White, `12…` for one of Black.
pub fn number(tree: &GameTree, id: NodeId) -> String {
    let (color, number) = tree.mover(id);
    format!("{number}{}", if color == Color::White { "." } else { "…" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link of 40 letters is divided after 16 and 32 letters. The other words are whole.
    #[test]
    fn a_long_word_of_a_comment_is_divided() {
        let link = "é".repeat(40);
        let words = comment_words(&format!("See {link} here"));
        let texts: Vec<_> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!((texts.len(), texts[0], texts[4]), (5, "See", "here"));
        assert_eq!(texts[1..4].concat(), link);
        assert!(texts.iter().all(|text| text.chars().count() <= LONGEST_WORD));
    }
}
