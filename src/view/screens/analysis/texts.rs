//! Texts of the analysis screen: moves, best lines and comments. They are cached because SAN needs all legal moves.

use std::rc::Rc;

use crate::game::analysis::{Analysis, Evaluation, JudgedMove, Judgment};
use crate::notation::san;
use crate::rules::{Color, Position};
use crate::view::screens::play::announce;
use crate::view::widgets::move_list::{MoveText, MoveTexts};
use crate::view::widgets::node::Ink;

/// Number of moves of a line that are shown.
const MAX_LINE: usize = 12;

#[derive(Clone, Debug)]
pub struct Texts {
    /// The moves of the game, then those of the variation, in SAN.
    san: Vec<String>,
    /// The moves of the game with their judgement marks.
    pub moves: MoveTexts,
    /// The moves of the variation with their judgement marks.
    pub variation: MoveTexts,
    /// The best line from each position in SAN, without numbers.
    lines: Vec<Vec<String>>,
}

impl Texts {
    pub fn new(analysis: &Analysis) -> Self {
        let san: Vec<_> = (1..=analysis.last_ply()).filter_map(|ply| san_to(analysis, ply)).collect();
        let moves = move_texts(analysis.position(0), &san);
        let variation = MoveTexts { texts: Rc::default(), ..moves };
        let mut texts = Self { san, moves, variation, lines: vec![Vec::new(); analysis.last_ply() + 1] };
        (0..=analysis.last_ply()).for_each(|ply| texts.update(analysis, ply));
        texts.update_variation(analysis);
        texts
    }

    /// To be called when the moves of the variation have changed.
    pub fn update_variation(&mut self, analysis: &Analysis) {
        let variation = analysis.variation();
        self.san.truncate(analysis.last_ply());
        self.san.extend(variation.clone().filter_map(|ply| san_to(analysis, ply)));
        self.variation = move_texts(analysis.position(analysis.branch()), &self.san[analysis.last_ply()..]);
        self.lines.resize(variation.end, Vec::new());
        variation.for_each(|ply| self.update(analysis, ply));
    }

    /// To be called when the analysis of position `ply` has changed.
    pub fn update(&mut self, analysis: &Analysis, ply: usize) {
        self.update_line(analysis, ply);
        // The judgements of the moves before and after the position depend on its evaluation.
        self.update_move(analysis, ply);
        self.update_move(analysis, ply + 1);
        self.update_move(analysis, analysis.variation().start);
    }

    fn update_line(&mut self, analysis: &Analysis, ply: usize) {
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

    /// Writes the mark of its judgement behind the move that led to position `ply`.
    fn update_move(&mut self, analysis: &Analysis, ply: usize) {
        let Some(place) = ply.checked_sub(1) else { return };
        let moves = Rc::make_mut(&mut self.moves.texts);
        let text = moves.iter_mut().chain(Rc::make_mut(&mut self.variation.texts)).nth(place);
        if let (Some(san), Some(text)) = (self.san.get(place), text) {
            let judgment = analysis.judged_move(ply).map_or(Judgment::Good, |judged| judged.judgment);
            let ink = match judgment {
                Judgment::Good => Ink::Text,
                Judgment::Inaccuracy | Judgment::Mistake => Ink::Warning,
                Judgment::Blunder => Ink::Alarm,
            };
            *text = MoveText::new(format!("{san}{}", judgment.glyph()), ink);
        }
    }

    /// The move that led to position `ply`, with its number and judgement mark: `12. Nc3?`.
    pub fn move_to(&self, analysis: &Analysis, ply: usize) -> String {
        let mut texts = self.moves.texts.iter().chain(&*self.variation.texts);
        let Some((before, made)) = analysis.previous(ply).zip(texts.nth(ply.saturating_sub(1))) else {
            return "Start".to_owned();
        };
        let before = analysis.position(before);
        format!("{} {}", mark(before.fullmove_number().into(), before.turn()), made.text)
    }

    /// The comment on a move: verdict, consequence and best move.
    pub fn comment(&self, analysis: &Analysis, judgment: &JudgedMove) -> Option<String> {
        let before = self.lines.get(analysis.previous(judgment.ply)?)?;
        match (judgment.consequence(), judgment.better.and(before.first())) {
            (Some(what), Some(better)) => {
                Some(format!("{}: {what}. {better} was best.", judgment.judgment.name()))
            }
            (Some(what), None) => Some(format!("{}: {what}.", judgment.judgment.name())),
            (None, _) => judgment.better.is_none().then(|| "Best move.".to_owned()),
        }
    }

    /// The announcement of position `ply`: last move, comment and evaluation.
    pub fn announcement(&self, analysis: &Analysis, ply: usize) -> String {
        let mut sentences = Vec::new();
        match (analysis.move_to(ply), analysis.previous(ply)) {
            (Some(made), Some(before)) => {
                let position = analysis.position(before);
                let text = announce::describe_move(made, position.variant());
                sentences.push(format!("Move {}, {text}.", position.fullmove_number()));
            }
            _ => sentences.push("The start.".to_owned()),
        }
        sentences.extend(analysis.judged_move(ply).and_then(|judgment| self.comment(analysis, &judgment)));
        if analysis.eval(ply).is_some() {
            let (figure, _) = evaluation(analysis, ply);
            sentences.push(format!("Evaluation {figure}."));
        }
        sentences.join(" ")
    }

    /// The best line from position `ply` with move numbers; empty if it is not known.
    pub fn best_line(&self, analysis: &Analysis, ply: usize) -> String {
        let Some(line) = self.lines.get(ply) else { return String::new() };
        let numbers = MoveTexts::new(analysis.position(ply), Vec::new());
        let words = line.iter().enumerate().map(|(place, written)| match numbers.number(place) {
            (_, Color::Black) if place > 0 => written.clone(),
            (count, turn) => format!("{}{written}", mark(count, turn)),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The move that led to position `ply`, in SAN.
fn san_to(analysis: &Analysis, ply: usize) -> Option<String> {
    let before = analysis.position(analysis.previous(ply)?);
    Some(san::format(before, analysis.move_to(ply)?.mv))
}

/// Moves in SAN, from `start` on, without marks.
fn move_texts(start: &Position, san: &[String]) -> MoveTexts {
    MoveTexts::new(start, san.iter().map(|text| MoveText::new(text.clone(), Ink::Text)).collect())
}

/// `12.` for White, `12…` for Black.
fn mark(count: usize, turn: Color) -> String {
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
    let side = winner.map_or(String::new(), |winner| format!("{}, ", winner.name()));
    (insight.evaluation.to_string(), format!("{side}depth {}", insight.depth))
}
