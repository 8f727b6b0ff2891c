//! The words of an analysis: moves, lines and judgements as they are read, written once and kept.

use crate::game::analysis::{Analysis, Evaluation, JudgedMove};
use crate::notation::san;
use crate::rules::{Color, Position};
use crate::view::screens::play::announce;

/// Moves of a line that are written at most.
const LONGEST_LINE: usize = 12;

/// What was written so far about an analysis.
#[derive(Clone, Debug)]
pub struct Words {
    /// The moves of the game, each with its number.
    moves: Vec<String>,
    /// The engine's line from each position, without numbers.
    lines: Vec<Vec<String>>,
}

impl Words {
    /// The words of `analysis`.
    #[must_use]
    pub fn of(analysis: &Analysis) -> Self {
        let written = |(ply, made): (usize, &crate::game::MadeMove)| {
            let before = analysis.position(ply);
            format!("{} {}", number(before), san::format(before, made.mv))
        };
        let moves = analysis.moves().iter().enumerate().map(written).collect();
        let mut words = Self { moves, lines: vec![Vec::new(); analysis.last_ply() + 1] };
        (0..=analysis.last_ply()).for_each(|ply| words.renew(analysis, ply));
        words
    }

    /// Writes the line from position number `ply` anew.
    pub fn renew(&mut self, analysis: &Analysis, ply: usize) {
        let Some(place) = self.lines.get_mut(ply) else { return };
        let line = analysis.eval(ply).map_or(&[][..], |insight| &insight.line);
        let mut position = analysis.position(ply).clone();
        place.clear();
        for &mv in line.iter().take(LONGEST_LINE) {
            if !position.is_legal(mv) {
                break;
            }
            place.push(san::format(&position, mv));
            position.make(mv);
        }
    }

    /// The move to position number `ply` with its number and its sign; `Start` for the start.
    #[must_use]
    pub fn move_to(&self, analysis: &Analysis, ply: usize) -> String {
        let written = ply.checked_sub(1).and_then(|place| self.moves.get(place));
        let sign = analysis.judged_move(ply).map_or("", |judgement| judgement.judgement.glyph());
        written.map_or_else(|| "Start".to_owned(), |written| format!("{written}{sign}"))
    }

    /// What is to be said of a move: its judgement, what came of it, and what was better.
    #[must_use]
    pub fn judgement(&self, judgement: &JudgedMove) -> Option<String> {
        let before = self.lines.get(judgement.ply.checked_sub(1)?)?;
        match (judgement.consequence(), judgement.better.and(before.first())) {
            (Some(what), Some(better)) => {
                Some(format!("{}: {what}. Better was {better}.", judgement.judgement.name()))
            }
            (Some(what), None) => Some(format!("{}: {what}.", judgement.judgement.name())),
            (None, _) => judgement.better.is_none().then(|| "Best move.".to_owned()),
        }
    }

    /// What is read aloud of position number `ply`: the move to it, what is said of that, and the evaluation.
    #[must_use]
    pub fn aloud(&self, analysis: &Analysis, ply: usize) -> String {
        let mut sentences = Vec::new();
        match (analysis.move_to(ply), ply.checked_sub(1)) {
            (Some(made), Some(before)) => {
                let position = analysis.position(before);
                let text = announce::a_move(made, position.variant());
                sentences.push(format!("Move {}, {text}.", position.fullmove_number()));
            }
            _ => sentences.push("The start.".to_owned()),
        }
        sentences.extend(analysis.judged_move(ply).and_then(|judgement| self.judgement(&judgement)));
        if analysis.eval(ply).is_some() {
            let (figure, _) = evaluation(analysis, ply);
            sentences.push(format!("Evaluation {figure}."));
        }
        sentences.join(" ")
    }

    /// The engine's line from position number `ply`, with the numbers of its moves; empty where there is none.
    #[must_use]
    pub fn line(&self, analysis: &Analysis, ply: usize) -> String {
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

/// The number of the move to be made in `position`.
fn number(position: &Position) -> String {
    mark(position.fullmove_number(), position.turn())
}

/// `12.` for White, `12…` for Black.
fn mark(count: u16, turn: Color) -> String {
    format!("{count}{}", if turn == Color::White { "." } else { "…" })
}

/// The evaluation of position number `ply` as the large figure, and what is said of it in small: its side and depth.
#[must_use]
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
