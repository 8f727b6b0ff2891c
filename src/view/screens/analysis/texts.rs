//! Texts of the analysis screen: moves, best lines and comments. Cached, because writing SAN takes legal moves.

use crate::game::analysis::{Analysis, Evaluation, JudgedMove};
use crate::notation::san;
use crate::rules::{Color, Position};
use crate::view::screens::play::announce;

/// Moves of a line that are shown.
const MAX_LINE: usize = 12;

#[derive(Clone, Debug)]
pub struct Texts {
    /// The moves of the game, each with its number.
    moves: Vec<String>,
    /// The best line from each position in SAN, without numbers.
    lines: Vec<Vec<String>>,
}

impl Texts {
    pub fn new(analysis: &Analysis) -> Self {
        let written = |(ply, made): (usize, &crate::game::MadeMove)| {
            let before = analysis.position(ply);
            format!("{} {}", number(before), san::format(before, made.mv))
        };
        let moves = analysis.moves().iter().enumerate().map(written).collect();
        let mut texts = Self { moves, lines: vec![Vec::new(); analysis.last_ply() + 1] };
        (0..=analysis.last_ply()).for_each(|ply| texts.update_line(analysis, ply));
        texts
    }

    /// To be called when the analysis of position `ply` has changed.
    pub fn update_line(&mut self, analysis: &Analysis, ply: usize) {
        let Some(place) = self.lines.get_mut(ply) else { return };
        let line = analysis.eval(ply).map_or(&[][..], |insight| &insight.line);
        let mut position = analysis.position(ply).clone();
        place.clear();
        for &mv in line.iter().take(MAX_LINE) {
            if !position.is_legal(mv) {
                break;
            }
            place.push(san::format(&position, mv));
            position.make(mv);
        }
    }

    /// The move that led to position `ply`, with its number and annotation: `12. Nc3?`.
    pub fn move_to(&self, analysis: &Analysis, ply: usize) -> String {
        let written = ply.checked_sub(1).and_then(|place| self.moves.get(place));
        let sign = analysis.judged_move(ply).map_or("", |judgement| judgement.judgement.glyph());
        written.map_or_else(|| "Start".to_owned(), |written| format!("{written}{sign}"))
    }

    /// The comment on a move: verdict, consequence and best move.
    pub fn comment(&self, judgement: &JudgedMove) -> Option<String> {
        let before = self.lines.get(judgement.ply.checked_sub(1)?)?;
        match (judgement.consequence(), judgement.better.and(before.first())) {
            (Some(what), Some(better)) => {
                Some(format!("{}: {what}. {better} was best.", judgement.judgement.name()))
            }
            (Some(what), None) => Some(format!("{}: {what}.", judgement.judgement.name())),
            (None, _) => judgement.better.is_none().then(|| "Best move.".to_owned()),
        }
    }

    /// The announcement of position `ply`: last move, comment and evaluation.
    pub fn announcement(&self, analysis: &Analysis, ply: usize) -> String {
        let mut sentences = Vec::new();
        match (analysis.move_to(ply), ply.checked_sub(1)) {
            (Some(made), Some(before)) => {
                let position = analysis.position(before);
                let text = announce::describe_move(made, position.variant());
                sentences.push(format!("Move {}, {text}.", position.fullmove_number()));
            }
            _ => sentences.push("The start.".to_owned()),
        }
        sentences.extend(analysis.judged_move(ply).and_then(|judgement| self.comment(&judgement)));
        if analysis.eval(ply).is_some() {
            let (figure, _) = evaluation(analysis, ply);
            sentences.push(format!("Evaluation {figure}."));
        }
        sentences.join(" ")
    }

    /// The best line from position `ply` with move numbers; empty if unknown.
    pub fn best_line(&self, analysis: &Analysis, ply: usize) -> String {
        let Some(line) = self.lines.get(ply) else { return String::new() };
        let position = analysis.position(ply);
        let (mut turn, mut count) = (position.turn(), position.fullmove_number());
        let mut words = Vec::with_capacity(line.len());
        for (place, written) in line.iter().enumerate() {
            let numbered = place == 0 || turn == Color::White;
            words.push(if numbered { format!("{}{written}", mark(count, turn)) } else { written.clone() });
            count += u16::from(turn == Color::Black);
            turn = !turn;
        }
        words.join(" ")
    }
}

/// The number of the next move in `position`.
fn number(position: &Position) -> String {
    mark(position.fullmove_number(), position.turn())
}

/// `12.` for White, `12…` for Black.
fn mark(count: u16, turn: Color) -> String {
    format!("{count}{}", if turn == Color::White { "." } else { "…" })
}

/// The evaluation of position `ply`, and its side and depth in small print.
pub fn evaluation(analysis: &Analysis, ply: usize) -> (String, String) {
    let Some(insight) = analysis.eval(ply) else { return ("…".to_owned(), String::new()) };
    let winner = match insight.evaluation {
        Evaluation::Mate { winner, .. } => Some(winner),
        Evaluation::Centipawns(_) => None,
    };
    if insight.line.is_empty() {
        let result = match winner {
            Some(Color::White) => "1–0",
            Some(Color::Black) => "0–1",
            None => "½–½",
        };
        return (result.to_owned(), String::new());
    }
    let side = match winner {
        Some(Color::White) => "White, ",
        Some(Color::Black) => "Black, ",
        None => "",
    };
    (insight.evaluation.to_string(), format!("{side}depth {}", insight.depth))
}
