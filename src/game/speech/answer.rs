//! Answers to the commands about a board, in sentences.

use std::cmp::Reverse;
use std::time::Duration;

use super::super::material::format_value;
use super::super::options::Options;
use super::super::{Game, GameSetup, MadeMove, PlayerKind, PlayerView, Viewer};
use super::command::{BOARD_COMMANDS, Query, find};
use super::{content, describe_move, describe_square, piece_name, turn};
use crate::engine::difficulty::Difficulty;
use crate::engine::piece_value;
use crate::notation::{coords, san};
use crate::rules::{Bitboard, ByColor, Color, Move, Piece, PieceKind, Position, Square};

/// A board as the player sees it.
#[derive(Clone, Copy, Debug)]
pub struct ShownBoard<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position that is shown, as the player sees it.
    pub view: &'a PlayerView,
    /// Number of moves before the position that is shown.
    pub ply: usize,
    /// The square of the cursor, if the cursor is shown.
    pub cursor: Option<Square>,
}

/// Answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Sentences for the player.
    Sentences(Vec<String>),
    /// A click on a square.
    Click(Square),
    /// The cursor goes to a square.
    Cursor(Square),
    /// The cursor is shown, or hidden if it is shown.
    ToggleCursor,
    /// A legal move of the current position.
    Play(Move),
}

impl Answer {
    fn sentence(text: impl Into<String>) -> Self {
        Self::Sentences(vec![text.into()])
    }
}

/// The answer to a typed command or move.
///
/// ```
/// use xxlchess::game::speech::answer::{Answer, ShownBoard, answer};
/// use xxlchess::game::{Game, GameSetup};
/// # use xxlchess::notation::variants_ini::Variants;
/// # use xxlchess::rules::{Color, Position};
///
/// # let start = Position::start(&Variants::built_in().get("chess").unwrap()).unwrap();
/// let game = Game::new(GameSetup::with_human(start, Color::White, Default::default()));
/// let view = game.player_view();
/// let board = ShownBoard { game: &game, view: &view, ply: 0, cursor: None };
/// assert_eq!(answer("p Q", &board), Answer::Sentences(vec!["White: queen d1.".to_owned()]));
/// assert!(matches!(answer("Nf3", &board), Answer::Play(_)));
/// ```
pub fn answer(text: &str, board: &ShownBoard) -> Answer {
    if let Some(color) = board.game.handover_to() {
        let name = color.name();
        return Answer::sentence(format!(
            "The board is hidden from {name}. Type enter when {name} is ready."
        ));
    }
    match find(BOARD_COMMANDS, text) {
        Some((row, argument)) => board.query(row.meaning, argument),
        None => board.typed_move(text),
    }
}

/// The answer to a command about pieces that are set up without a game; `None` if it is another command.
pub fn answer_setup(text: &str, view: &PlayerView) -> Option<Vec<String>> {
    let (row, argument) = find(BOARD_COMMANDS, text)?;
    if ![Query::Board, Query::Pieces, Query::Scan, Query::Attackers].contains(&row.meaning) {
        return None;
    }
    // The game has no part in these answers but for the side at the bottom.
    let start = Position::start(&view.variant).ok()?;
    let game = Game::new(GameSetup::with_human(start, Color::White, Options::default()));
    match (ShownBoard { game: &game, view, ply: 0, cursor: None }).query(row.meaning, argument) {
        Answer::Sentences(sentences) => Some(sentences),
        _ => None,
    }
}

impl ShownBoard<'_> {
    /// The answer to a command with its argument.
    pub fn query(&self, query: Query, argument: &str) -> Answer {
        let square = coords::parse_square(&argument.to_ascii_lowercase()).filter(|&s| self.has(s));
        let wanted = square.or(self.cursor).or(self.view.selected);
        let sentences = match query {
            Query::Click | Query::Cursor => match square {
                Some(square) if query == Query::Click => return Answer::Click(square),
                Some(square) => return Answer::Cursor(square),
                None if query == Query::Cursor && argument.is_empty() => return Answer::ToggleCursor,
                None => vec![self.no_square(argument)],
            },
            Query::Board => self.ranks(),
            Query::Pieces => self.pieces(argument),
            Query::Scan => self.scan(argument, square),
            Query::Attackers => match wanted.filter(|_| argument.is_empty() || square.is_some()) {
                Some(square) => vec![self.attackers_of(square)],
                None => vec![self.no_square(argument)],
            },
            Query::Moves => self.moves(argument, square),
            Query::Captures => self.named_moves(|made| made.captured.is_some(), "No captures."),
            Query::Checks => self.checks(),
            Query::Dangers => self.dangers(),
            Query::LastMove => vec![self.last_move()],
            Query::Game => vec![self.all_moves()],
            Query::Clock => vec![self.clocks()],
            Query::Material => self.material(),
            Query::Turn => self.turn(),
            Query::Opponent => vec![self.players()],
        };
        Answer::Sentences(sentences)
    }

    fn has(&self, square: Square) -> bool {
        self.view.variant.geometry().board().contains(square)
    }

    fn no_square(&self, argument: &str) -> String {
        let geometry = self.view.variant.geometry();
        let last = geometry.board().into_iter().last().map_or_else(String::new, |square| square.to_string());
        match argument {
            "" => "Add a square, such as e4.".to_owned(),
            other => format!("{other} is not a square of this board, which goes from a1 to {last}."),
        }
    }

    fn is_past(&self) -> bool {
        self.ply < self.game.shown_moves()
    }

    /// The side of the player, or of the side to move if both sides are or none is the player's.
    fn own_side(&self) -> Color {
        self.game.only_human().unwrap_or_else(|| self.game.position().turn())
    }

    /// The visible pieces on `squares` of `color`, with their squares.
    fn on(&self, squares: impl Iterator<Item = Square>, color: Color) -> Vec<(Square, Piece)> {
        let piece = |square| self.view.piece_at(square).map(|piece| (square, piece));
        squares.filter_map(piece).filter(|(_, piece)| piece.color == color).collect()
    }

    /// Pieces and squares: `rook a1, knight b1, g1`.
    fn list(&self, pieces: &[(Square, Piece)]) -> String {
        let words = pieces.iter().enumerate().map(|(index, &(square, piece))| {
            // The name stands once before several pieces of the same kind.
            let before = index.checked_sub(1).and_then(|before| pieces.get(before));
            if before.is_some_and(|before| before.1 == piece) {
                square.to_string()
            } else {
                format!("{} {square}", piece_name(&self.view.variant, piece))
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// A sentence for each rank with pieces, from the far side of the board to the player's.
    fn ranks(&self) -> Vec<String> {
        let geometry = self.view.variant.geometry();
        let mut ranks: Vec<u8> = (0..geometry.ranks()).rev().collect();
        if self.game.orientation() == Color::Black {
            ranks.reverse();
        }
        let mut sentences: Vec<String> = Vec::new();
        let mut empty: Vec<u8> = Vec::new();
        let end_empty = |empty: &mut Vec<u8>, sentences: &mut Vec<String>| {
            match empty[..] {
                [] => {}
                [one] => sentences.push(format!("Rank {one}: empty.")),
                [first, .., last] => sentences.push(format!("Ranks {first} to {last}: empty.")),
            }
            empty.clear();
        };
        for rank in ranks {
            match self.line(|square| square.rank() == rank) {
                Some(words) => {
                    end_empty(&mut empty, &mut sentences);
                    sentences.push(format!("Rank {}: {words}.", rank + 1));
                }
                None => empty.push(rank + 1),
            }
        }
        end_empty(&mut empty, &mut sentences);
        sentences.extend(self.fog());
        sentences
    }

    /// The pieces on some squares by side, and the stars of a lesson; `None` if there are none.
    fn line(&self, is_on: impl Fn(Square) -> bool) -> Option<String> {
        let squares = || self.view.variant.geometry().board().into_iter().filter(|&square| is_on(square));
        let sides = Color::ALL.map(|color| (color, self.on(squares(), color)));
        let words = sides.iter().filter(|(_, pieces)| !pieces.is_empty());
        let words = words.map(|(color, pieces)| format!("{} {}", color.name(), self.list(pieces)));
        let stars =
            squares().filter(|&square| self.view.stars.contains(square)).map(|square| self.empty(square));
        let words: Vec<_> = words.chain(stars).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    fn fog(&self) -> Option<String> {
        let count = self.view.fog.count();
        (count > 0).then(|| format!("{count} squares are in the fog."))
    }

    /// The squares of pieces. `argument` names a side, a kind or both.
    fn pieces(&self, argument: &str) -> Vec<String> {
        let Some((colors, kind)) = self.named_pieces(argument) else {
            return vec![self.no_piece(argument)];
        };
        let sentence = |&color: &Color| {
            let values = piece_value::values(&self.view.variant);
            let mut kinds: Vec<PieceKind> = self.view.variant.kinds().collect();
            kinds.retain(|&other| kind.is_none_or(|kind| kind == other));
            // A king has no value and comes first.
            kinds.sort_by_key(|kind| {
                Reverse(values.get(kind.index()).copied().filter(|&v| v > 0).unwrap_or(i32::MAX))
            });
            let words = kinds.into_iter().filter_map(|kind| {
                let squares = self.view.pieces.iter().filter(|(_, p)| *p == Piece::new(color, kind));
                let squares: Vec<_> = squares.map(|(square, _)| square.to_string()).collect();
                let name = &self.view.variant.piece(kind).name;
                (!squares.is_empty()).then(|| format!("{name} {}", squares.join(", ")))
            });
            let words: Vec<_> = words.collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join("; ") };
            format!("{}: {words}.", color.name())
        };
        let stars: Vec<_> = self.view.stars.into_iter().map(|square| square.to_string()).collect();
        let stars = (!stars.is_empty() && kind.is_none()).then(|| format!("Stars: {}.", stars.join(", ")));
        colors.iter().map(sentence).chain(stars).chain(self.fog()).collect()
    }

    fn no_piece(&self, argument: &str) -> String {
        let kinds = self.view.variant.kinds().map(|kind| {
            let piece = self.view.variant.piece(kind);
            format!("{} {}", piece.letter.to_ascii_uppercase(), piece.name)
        });
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        format!("{argument} is not a piece of this variant. The pieces are: {kinds}.")
    }

    /// Sides and kind that words such as `N`, `my queens` or `where are the black rooks` name.
    fn named_pieces(&self, words: &str) -> Option<(Vec<Color>, Option<PieceKind>)> {
        let mut colors = Color::ALL.to_vec();
        let mut rest = Vec::new();
        for word in words.split_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "where" | "are" | "is" | "the" | "all" | "pieces" => {}
                "my" | "own" => colors = vec![self.own_side()],
                "enemy" | "their" | "opponent's" => colors = vec![!self.own_side()],
                "white" | "white's" => colors = vec![Color::White],
                "black" | "black's" => colors = vec![Color::Black],
                _ => rest.push(word),
            }
        }
        let name = rest.join(" ");
        if name.is_empty() {
            return Some((colors, None));
        }
        let kind = self.kind(&name)?;
        let mut letters = name.chars();
        if let (Some(letter), None, 2) = (letters.next(), letters.next(), colors.len()) {
            colors = vec![if letter.is_uppercase() { Color::White } else { Color::Black }];
        }
        Some((colors, Some(kind)))
    }

    /// The kind with this letter or name, in the singular or the plural.
    fn kind(&self, name: &str) -> Option<PieceKind> {
        let variant = &self.view.variant;
        let name = name.to_lowercase();
        let mut letters = name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return variant.kind_by_letter(letter);
        }
        let singular = || name.strip_suffix("es").and_then(|name| variant.kind_by_name(name));
        let by_name = variant.kind_by_name(&name);
        by_name.or_else(|| variant.kind_by_name(name.strip_suffix('s')?)).or_else(singular)
    }

    /// A file, a rank, or a square and the squares around it.
    fn scan(&self, argument: &str, square: Option<Square>) -> Vec<String> {
        let geometry = self.view.variant.geometry();
        let (words, title) = match (square, argument.parse::<u8>(), argument.as_bytes()) {
            (Some(square), ..) => return vec![self.around(square)],
            (None, Ok(rank), _) if (1..=geometry.ranks()).contains(&rank) => {
                (self.line(|square| square.rank() + 1 == rank), format!("Rank {rank}"))
            }
            (None, _, &[letter]) if letter.is_ascii_alphabetic() => {
                let file = letter.to_ascii_lowercase() - b'a';
                if file >= geometry.files() {
                    return vec![self.no_square(argument)];
                }
                let title = format!("File {}", char::from(b'a' + file));
                (self.line(|square| square.file() == file), title)
            }
            _ => return vec![self.no_square(argument)],
        };
        vec![format!("{title}: {}.", words.unwrap_or_else(|| "empty".to_owned()))]
    }

    /// A square, and the pieces on the squares that touch it.
    fn around(&self, square: Square) -> String {
        let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
        let near: Vec<Square> = steps
            .filter(|&step| step != (0, 0))
            .filter_map(|step| self.view.variant.geometry().offset(square, step))
            .collect();
        let words = self.line(|other| near.contains(&other));
        let here = describe_square(self.view, square);
        format!("{here} Around it: {}.", words.unwrap_or_else(|| "nothing".to_owned()))
    }

    /// The visible pieces of `by` that attack `square`, or defend it if it has a piece of their side.
    fn attackers(&self, square: Square, by: Color) -> Vec<(Square, Piece)> {
        let mut occupied = ByColor::<Bitboard>::default();
        for &(square, piece) in &self.view.pieces {
            occupied[piece.color].insert(square);
        }
        // A piece attacks what it could capture, so that an enemy is assumed on the square.
        occupied[!by].insert(square);
        occupied[by] = occupied[by].without(Bitboard::from_square(square));
        let attacks = |&&(from, piece): &&(Square, Piece)| {
            piece.color == by
                && from != square
                && self.view.variant.destinations(piece, from, &occupied).contains(square)
        };
        self.view.pieces.iter().filter(attacks).copied().collect()
    }

    fn attackers_of(&self, square: Square) -> String {
        let owner = self.view.piece_at(square).map(|piece| piece.color);
        let sentence = |color: Color| {
            let pieces = self.attackers(square, color);
            let verb = if owner == Some(color) { "defend" } else { "attack" };
            match pieces.is_empty() {
                true => format!("{} does not {verb} it.", color.name()),
                false => format!("{} {verb}s it with {}.", color.name(), self.list(&pieces)),
            }
        };
        let [white, black] = Color::ALL.map(sentence);
        format!("{square}, {}. {white} {black}", content(self.view, square))
    }

    /// The legal moves in the position shown, if the player may see them.
    fn legal_moves(&self) -> Vec<MadeMove> {
        let position = self.game.position_at(self.ply);
        let is_seen = match self.game.viewer() {
            Viewer::Everybody => true,
            Viewer::Side(side) => side == position.turn() && !self.is_past(),
            Viewer::Nobody => false,
        };
        let is_over = self.game.termination().is_some() && !self.is_past();
        if !is_seen || is_over {
            return Vec::new();
        }
        position.legal_moves().into_iter().map(|mv| MadeMove::of(&position, mv)).collect()
    }

    /// The moves of the piece on a square, of all pieces of a kind, or of the selected piece; else of all pieces.
    fn moves(&self, argument: &str, square: Option<Square>) -> Vec<String> {
        let square = square.or(if argument.is_empty() { self.view.selected.or(self.cursor) } else { None });
        let legal = self.legal_moves();
        if let Some(square) = square {
            return vec![self.moves_from(square, &legal)];
        }
        let kind = match argument {
            "" => None,
            name => match self.named_pieces(name) {
                Some((_, Some(kind))) => Some(kind),
                _ => return vec![self.no_piece(name)],
            },
        };
        let mut froms: Vec<Square> = Vec::new();
        for made in &legal {
            if !froms.contains(&made.mv.from) && kind.is_none_or(|kind| made.piece.kind == kind) {
                froms.push(made.mv.from);
            }
        }
        if froms.is_empty() {
            return vec!["No moves.".to_owned()];
        }
        froms.into_iter().map(|from| self.moves_from(from, &legal)).collect()
    }

    fn moves_from(&self, from: Square, legal: &[MadeMove]) -> String {
        let Some(piece) = self.view.piece_at(from) else { return describe_square(self.view, from) };
        let mut words: Vec<String> = Vec::new();
        let is_legal = self.game.position_at(self.ply).turn() == piece.color && !legal.is_empty();
        if is_legal {
            for made in legal.iter().filter(|made| made.mv.from == from) {
                // A promotion to each kind is a move of its own.
                let word = self.move_words(made);
                if !words.contains(&word) {
                    words.push(word);
                }
            }
        } else {
            let mut occupied = ByColor::<Bitboard>::default();
            for &(square, piece) in &self.view.pieces {
                occupied[piece.color].insert(square);
            }
            let squares = self.view.variant.destinations(piece, from, &occupied);
            words.extend(squares.into_iter().map(|to| self.destination(to)));
        }
        let name = piece_name(&self.view.variant, piece);
        let count = words.len();
        let moves = if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
        let turn = if is_legal { "" } else { ", if it were to move" };
        match count {
            0 => format!("{name} {from}: no moves."),
            _ => format!("{name} {from}, {moves}{turn}: {}.", words.join(", ")),
        }
    }

    fn destination(&self, to: Square) -> String {
        match self.view.piece_at(to) {
            Some(taken) => format!("takes {} {to}", piece_name(&self.view.variant, taken)),
            None => self.empty(to),
        }
    }

    /// A square without a piece.
    fn empty(&self, square: Square) -> String {
        if self.view.stars.contains(square) { format!("star {square}") } else { square.to_string() }
    }

    /// The destination of a move and what is special about it.
    fn move_words(&self, made: &MadeMove) -> String {
        let mut words = match made.captured {
            Some((square, taken)) => {
                format!("takes {} {square}", piece_name(&self.view.variant, taken))
            }
            None if made.castling_rook.is_some() => format!("castles to {}", made.mv.to),
            None => self.empty(made.mv.to),
        };
        if made.mv.promotion().is_some() {
            words.push_str(" with promotion");
        }
        words
    }

    /// The legal moves that `is_named`, or the sentence `none`.
    fn named_moves(&self, is_named: impl Fn(&MadeMove) -> bool, none: &str) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for made in self.legal_moves().iter().filter(|made| is_named(made)) {
            let name = piece_name(&self.view.variant, made.piece);
            let sentence = format!("{name} {} {}.", made.mv.from, self.move_words(made));
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        if sentences.is_empty() { vec![none.to_owned()] } else { sentences }
    }

    fn checks(&self) -> Vec<String> {
        let position = self.game.position_at(self.ply);
        let gives_check = |made: &MadeMove| {
            let mut after = position.clone();
            after.make(made.mv);
            after.is_check()
        };
        // In the fog no check is announced, because it would reveal where the king is.
        self.named_moves(|made| !self.game.has_fog() && gives_check(made), "No checks.")
    }

    fn dangers(&self) -> Vec<String> {
        let side = self.own_side();
        let own = self.view.pieces.iter().filter(|(_, piece)| piece.color == side);
        let attacked = own.filter_map(|&(square, piece)| {
            let attackers = self.attackers(square, !side);
            let defenders = self.attackers(square, side).len();
            let defended = match defenders {
                0 => "not defended".to_owned(),
                1 => "defended once".to_owned(),
                count => format!("defended {count} times"),
            };
            let name = piece_name(&self.view.variant, piece);
            let by = || format!("{name} {square}: attacked by {}, {defended}.", self.list(&attackers));
            (!attackers.is_empty()).then(by)
        });
        let sentences: Vec<String> = attacked.collect();
        if sentences.is_empty() {
            vec![format!("No piece of {} is attacked.", side.name())]
        } else {
            sentences
        }
    }

    /// The position shown, by the move that leads to it.
    pub fn place(&self) -> String {
        match self.ply {
            0 => "The start.".to_owned(),
            ply => {
                let number = self.game.position_at(ply - 1).fullmove_number();
                let last = if self.is_past() { "" } else { " This is the last move." };
                format!("Move {number}. {}{last}", self.last_move())
            }
        }
    }

    fn last_move(&self) -> String {
        let Some(index) = self.ply.checked_sub(1) else { return "No move yet.".to_owned() };
        match self.game.observed_move(index) {
            Some(made) => format!("{}.", describe_move(&made, &self.view.variant)),
            None => "The last move was not seen.".to_owned(),
        }
    }

    fn all_moves(&self) -> String {
        let texts = self.game.move_texts(self.game.viewer(), 0);
        let start = self.game.position_at(0);
        let offset = usize::from(start.turn() == Color::Black);
        let first = usize::from(start.fullmove_number());
        let words = texts.iter().take(self.ply).enumerate().map(|(index, text)| {
            let is_white = (index + offset).is_multiple_of(2);
            let number = first + (index + offset) / 2;
            if is_white || index == 0 { format!("{number}. {text}") } else { text.clone() }
        });
        let words: Vec<_> = words.collect();
        if words.is_empty() { "No move yet.".to_owned() } else { words.join(", ") + "." }
    }

    fn clocks(&self) -> String {
        let left = |color: Color| {
            let left = self.game.clocks().remaining(color)?;
            Some(format!("{}: {}.", color.name(), spoken_time(left)))
        };
        let clocks: Vec<_> = Color::ALL.into_iter().filter_map(left).collect();
        if clocks.is_empty() { "This game has no clocks.".to_owned() } else { clocks.join(" ") }
    }

    fn material(&self) -> Vec<String> {
        let material = self.game.material_at(self.ply);
        let captured = |color: Color| {
            let names = material.captured[color].iter().map(|&kind| &*self.view.variant.piece(kind).name);
            let names: Vec<_> = names.collect();
            let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
            format!("{} has captured {names}.", color.name())
        };
        let balance = match material.balance {
            0 => "Material is even.".to_owned(),
            ahead => {
                let side = if ahead > 0 { Color::White } else { Color::Black };
                let value = format_value(ahead.abs());
                let pawns = if value == "1" { "pawn" } else { "pawns" };
                format!("{} is {value} {pawns} ahead.", side.name())
            }
        };
        vec![captured(Color::White), captured(Color::Black), balance]
    }

    fn turn(&self) -> Vec<String> {
        let number = self.game.position_at(self.ply).fullmove_number();
        let mut sentences = Vec::new();
        if self.is_past() {
            let all = self.game.shown_moves();
            sentences.push(format!("The position after {} of {all} half-moves is shown.", self.ply));
        }
        sentences.push(format!("Move {number}. {}", turn(self.game)));
        sentences.extend(self.game.draw_offer().map(|color| format!("{} offers a draw.", color.name())));
        sentences
    }

    fn players(&self) -> String {
        let name = |color: Color| match (self.game.engine(color), self.game.player(color)) {
            (Some(engine), _) => engine.to_owned(),
            (None, PlayerKind::Human) if self.game.only_human().is_some() => "you".to_owned(),
            (None, PlayerKind::Human) => "a person".to_owned(),
            (None, PlayerKind::Computer) => {
                let level = Difficulty::new(self.game.options().difficulty);
                let rating = level.row().rating.map(|rating| format!(", about {rating}"));
                let (name, rating) = (level.row().name, rating.unwrap_or_default());
                format!("the computer, level {}, {name}{rating}", level.number())
            }
        };
        format!("White is {}. Black is {}.", name(Color::White), name(Color::Black))
    }

    /// The move that is typed as `text`, if it can be made now.
    fn typed_move(&self, text: &str) -> Answer {
        if self.is_past() {
            let sentence = "An earlier position is shown. Type last to go to the last move, then your move.";
            return Answer::sentence(sentence);
        }
        if let Some(ending) = self.game.termination() {
            return Answer::sentence(format!("{} The game is over.", super::end(self.game, ending)));
        }
        if !self.game.is_human_turn() {
            return Answer::sentence("It is not your turn.");
        }
        let position = self.game.position();
        let written = self.written(text);
        let parsed = san::parse(position, &written).or_else(|error| {
            // The letter of the piece may be typed in lower case.
            let mut letters = written.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().chain(letters).collect::<String>());
            san::parse(position, &first.unwrap_or_default()).map_err(|_| error)
        });
        match parsed {
            Ok(mv) => Answer::Play(mv),
            // Every move but castling names a square.
            Err(_) if !text.contains(|letter: char| letter.is_ascii_digit()) => Answer::sentence(format!(
                "{text} is neither a command nor a legal move. Type help for the commands."
            )),
            Err(error) => {
                let options = self.similar(&written);
                let options = if options.is_empty() {
                    String::new()
                } else {
                    format!(" Possible: {}.", options.join(", "))
                };
                let check = if position.is_check() { " You are in check." } else { "" };
                Answer::sentence(format!("{error}.{check}{options}"))
            }
        }
    }

    /// Words such as `knight f3`, `queen takes d5` or `castle kingside` in the notation of moves.
    fn written(&self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["castle" | "castles", "kingside"] => return "O-O".to_owned(),
            ["castle" | "castles", "queenside"] => return "O-O-O".to_owned(),
            _ => {}
        }
        let letter = |kind: PieceKind| {
            let pawns = &self.view.variant.rules().pawns;
            let letter = self.view.variant.piece(kind).letter.to_ascii_uppercase();
            if pawns.contains(&kind) { String::new() } else { letter.to_string() }
        };
        let word = |(index, word): (usize, &&str)| match word.to_ascii_lowercase().as_str() {
            "to" | "takes" | "captures" | "promotes" => String::new(),
            name if index == 0 && name.len() > 2 && words.len() > 1 => {
                self.view.variant.kind_by_name(name).map_or_else(|| (*word).to_owned(), letter)
            }
            _ => (*word).to_owned(),
        };
        words.iter().enumerate().map(word).collect()
    }

    /// Legal moves to the square of a move that cannot be made, by the same kind of piece if it is named.
    fn similar(&self, text: &str) -> Vec<String> {
        let position = self.game.position();
        let legal = position.legal_moves();
        let named = |mv: &&Move| {
            let to = mv.to.to_string();
            let place = text.rfind(&to);
            let letter = text.chars().next().filter(char::is_ascii_uppercase);
            let kind =
                letter.and_then(|letter| self.view.variant.kind_by_letter(letter.to_ascii_lowercase()));
            let piece = position.board().piece_at(mv.from);
            // The digit of another rank would follow the square of a longer rank, such as a1 in a14.
            let is_whole = place.is_some_and(|place| {
                !text[place + to.len()..].starts_with(|letter: char| letter.is_ascii_digit())
            });
            is_whole && kind.is_none_or(|kind| piece.is_some_and(|piece| piece.kind == kind))
        };
        legal.iter().filter(named).take(8).map(|&mv| san::format(position, mv)).collect()
    }
}

/// A time in minutes and seconds, rounded up as on the clock.
fn spoken_time(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let counted = |count: u64, unit: &str| format!("{count} {unit}{}", if count == 1 { "" } else { "s" });
    match (seconds / 60, seconds % 60) {
        (0, seconds) => counted(seconds, "second"),
        (minutes, 0) => counted(minutes, "minute"),
        (minutes, seconds) => format!("{} {}", counted(minutes, "minute"), counted(seconds, "second")),
    }
}

#[cfg(test)]
mod tests;
