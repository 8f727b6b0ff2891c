//! Openings: the moves that were played in each position, with the results of the games.
//!
//! The text of a tree of openings begins with a line that describes the games. Each further line is a move: the number
//! of plies before it, the move in coordinates, the number of games that White won, of draws, and of games that Black
//! won. A move follows the last line above it that has one ply less. If several lines reach a position, its moves are
//! below the first of these lines only.
//!
//! ```text
//! # 20000 games of the engine
//! 0 e2e4 3012 2410 2790
//! 1 e7e5 1411 1190 1302
//! ```

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::engine::difficulty::{Difficulty, DifficultyPlayer, hash};
use crate::engine::{Player, SearchRequest};
use crate::notation::coords;
use crate::rules::{Color, Move, Position, Variant};

const XXL: &str = include_str!("../../assets/openings/xxl.txt");
/// The variants with games of the engine, and the trees of these games.
const BUILT_IN: [(&str, &str); 4] = [
    ("xxl", XXL),
    // Its rules for draws do not matter in the opening.
    ("xxlm", XXL),
    ("capablanca", include_str!("../../assets/openings/capablanca.txt")),
    ("chess", include_str!("../../assets/openings/chess.txt")),
];
/// Number of plies at the start of a game that count as its opening.
pub const OPENING_PLIES: usize = 16;
/// The levels that use the openings of the engine's games. Weaker people have learnt none, and the strongest level searches.
const LEVELS: RangeInclusive<u8> = 3..=9;
/// Number of games from which a level uses a move. The result of fewer games is chance.
const KNOWN_GAMES: u32 = 10;
/// The level that makes moves as often as they have brought points. Weaker levels choose more evenly.
const PROPORTIONAL_LEVEL: f64 = 6.0;

/// Numbers of games by their result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that White won.
    pub white: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
}

impl Results {
    /// A game with this winner.
    pub const fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self { white: 1, draws: 0, black: 0 },
            None => Self { white: 0, draws: 1, black: 0 },
            Some(Color::Black) => Self { white: 0, draws: 0, black: 1 },
        }
    }

    /// Number of all games.
    pub const fn games(self) -> u32 {
        self.white.saturating_add(self.draws).saturating_add(self.black)
    }

    /// The part of the points that `color` got, from 0 to 1. Without a game it is 0.5.
    pub fn score(self, color: Color) -> f64 {
        let wins = if color == Color::White { self.white } else { self.black };
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }
}

/// The moves of many games by the position in which they were played. Transpositions are merged.
#[derive(Clone, Debug, Default)]
pub struct Openings(HashMap<u64, Vec<(Move, Results)>>);

impl Openings {
    /// The openings of the built-in games of the engine. There are none for most variants.
    pub fn built_in(variant: &Arc<Variant>) -> Self {
        let text = BUILT_IN.iter().find(|(name, _)| *name == variant.rules().name);
        // Pieces of the player's own may change the variant.
        text.and_then(|(_, text)| Self::parse(variant, text)).unwrap_or_default()
    }

    /// The built-in openings that `level` uses.
    pub fn known_by(level: Difficulty, variant: &Arc<Variant>) -> Self {
        if LEVELS.contains(&level.number()) { Self::built_in(variant) } else { Self::default() }
    }

    /// Adds the opening of a game from `start`. Moves after an illegal move are ignored.
    pub fn add_game(
        &mut self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
        winner: Option<Color>,
    ) {
        let mut position = start.clone();
        for mv in moves.into_iter().take(OPENING_PLIES) {
            let key = position.key();
            if position.play(mv).is_err() {
                return;
            }
            self.add(key, mv, Results::of(winner));
        }
    }

    fn add(&mut self, key: u64, mv: Move, more: Results) {
        let moves = self.0.entry(key).or_default();
        match moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, results)) => {
                results.white = results.white.saturating_add(more.white);
                results.draws = results.draws.saturating_add(more.draws);
                results.black = results.black.saturating_add(more.black);
            }
            None => moves.push((mv, more)),
        }
    }

    /// The moves that were played in `position`, the most frequent first.
    pub fn moves(&self, position: &Position) -> Vec<(Move, Results)> {
        let mut moves = self.0.get(&position.key()).cloned().unwrap_or_default();
        moves.sort_by_key(|&(mv, results)| (std::cmp::Reverse(results.games()), mv));
        moves
    }

    /// The move that `level` makes by heart in the position of `request`. The more points a move has brought, the more often
    /// it is made, and the stronger the level, the more it prefers the best ones. The seed of the request decides.
    ///
    /// Returns `None` if the level has no opening move in the position, and in fog of war, where the position is hidden from
    /// it.
    pub fn choose(&self, level: Difficulty, request: &SearchRequest) -> Option<Move> {
        let is_opening = request.line.as_ref().is_some_and(|(_, moves)| moves.len() < OPENING_PLIES);
        if !is_opening || request.search_moves.is_some() {
            return None;
        }
        let position = &request.position;
        let mut moves = self.moves(position);
        moves.retain(|&(mv, results)| results.games() >= KNOWN_GAMES && position.is_legal(mv));
        let weight = |results: Results| {
            let points = f64::from(results.games()) * results.score(position.turn());
            points.powf(f64::from(level.number()) / PROPORTIONAL_LEVEL)
        };
        let total: f64 = moves.iter().map(|&(_, results)| weight(results)).sum();
        // A random part of the sum of the weights.
        let mut left = total * (hash(request.seed, &[position.key()]) as f64 / u64::MAX as f64);
        let chosen = moves.into_iter().find(|&(_, results)| {
            left -= weight(results);
            left <= 0.0
        });
        chosen.map(|(mv, _)| mv)
    }

    /// Parses the text of a tree from the start position of `variant`. Returns `None` if a line is not valid.
    pub fn parse(variant: &Arc<Variant>, text: &str) -> Option<Self> {
        let mut openings = Self::default();
        // The positions of the present line of play.
        let mut line = vec![Position::start(variant).ok()?];
        for words in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<_> = words.split(' ').collect();
            let &[ply, mv, white, draws, black] = &words[..] else { return None };
            let ply: usize = ply.parse().ok()?;
            line.truncate(ply.checked_add(1)?);
            let mut position = line.get(ply)?.clone();
            let mv = coords::parse_move(&position, mv)?;
            let [white, draws, black] = [white, draws, black].map(|number| number.parse().ok());
            openings.add(position.key(), mv, Results { white: white?, draws: draws?, black: black? });
            position.make(mv);
            line.push(position);
        }
        Some(openings)
    }

    /// The text of the tree below `start`, of moves that were played in at least `least` games.
    ///
    /// ```
    /// # use xxlchess::game::openings::{Openings, Results};
    /// # use xxlchess::{notation::{coords, variants_ini::Variants}, rules::Position};
    /// let variant = Variants::built_in().get("chess").unwrap();
    /// let start = Position::start(&variant).unwrap();
    /// let mv = coords::parse_move(&start, "e2e4").unwrap();
    /// let mut openings = Openings::default();
    /// openings.add_game(&start, [mv], None);
    /// assert_eq!(openings.format(&start, "one game", 1), "# one game\n0 e2e4 0 1 0\n");
    /// ```
    pub fn format(&self, start: &Position, description: &str, least: u32) -> String {
        let mut text = format!("# {description}\n");
        let mut written = HashSet::new();
        let mut open = vec![(0, start.clone(), None)];
        while let Some((ply, mut position, played)) = open.pop() {
            if let Some((mv, Results { white, draws, black })) = played {
                let name = coords::format_legal_move(&position, mv);
                let _ = writeln!(text, "{} {name} {white} {draws} {black}", ply - 1);
                position.make(mv);
            }
            if written.insert(position.key()) {
                let frequent = self.moves(&position).into_iter().rev();
                let frequent = frequent.filter(|(_, results)| results.games() >= least);
                open.extend(frequent.map(|played| (ply + 1, position.clone(), Some(played))));
            }
        }
        text
    }
}

/// A level that begins its games with the openings of the engine's games.
pub struct OpeningPlayer {
    level: Difficulty,
    player: DifficultyPlayer,
    /// The openings of the variant. They are read for the first move.
    openings: Option<Openings>,
}

impl OpeningPlayer {
    /// The moves after the opening are those of `player`, which plays at `level`.
    pub fn new(level: Difficulty, player: DifficultyPlayer) -> Self {
        Self { level, player, openings: None }
    }
}

impl Player for OpeningPlayer {
    fn choose_move(&mut self, request: &SearchRequest, stop: &AtomicBool) -> Option<Move> {
        let variant = request.position.variant();
        let openings = self.openings.get_or_insert_with(|| Openings::known_by(self.level, variant));
        openings.choose(self.level, request).or_else(|| self.player.choose_move(request, stop))
    }
}
