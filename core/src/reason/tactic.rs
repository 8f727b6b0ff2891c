//! Tactics: ways to win material, each with its sentence. A tactic describes a line that has been proved.

use super::motif;
use crate::engine::{Evaluator, see_ge};
use crate::notation::san;
use crate::notation::text::with_article;
use crate::rules::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};

/// Least gain of an exchange that is a threat, in centipawns.
const THREAT: i32 = 50;

/// Kind of a reason why a move is bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReasonKind {
    /// A mate.
    Mate,
    /// The end of the game by another rule.
    GameEnd,
    /// A pawn promotes.
    Promotion,
    /// A capture of a defended piece loses more than it wins.
    Recapture,
    /// A piece no longer defends another one.
    DefenderLost,
    /// A piece opens the line of an enemy piece to another one.
    LineOpened,
    /// A piece can be captured with gain.
    Hanging,
    /// A move opens the line of a piece behind it.
    Discovered,
    /// A move attacks two or more pieces.
    Fork,
    /// A piece cannot move, because it shields a more valuable one.
    Pin,
    /// A valuable piece is attacked, and the piece behind it is captured.
    Skewer,
    /// A piece has no safe square.
    Trapped,
    /// A piece that defends another one is captured.
    DefenderTaken,
    /// A sequence of moves wins material.
    Material,
}

impl ReasonKind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 14] = [
        Self::Mate,
        Self::GameEnd,
        Self::Promotion,
        Self::Recapture,
        Self::DefenderLost,
        Self::LineOpened,
        Self::Hanging,
        Self::Discovered,
        Self::Fork,
        Self::Pin,
        Self::Skewer,
        Self::Trapped,
        Self::DefenderTaken,
        Self::Material,
    ];
}

/// A sentence and the squares of the pieces that it names, if the sentence is true.
type Sentence = Option<(String, Vec<Square>)>;
/// A kind with the function that returns its sentence.
type Row<Tactic> = (ReasonKind, fn(&Tactic) -> Sentence);

/// The captures of a line.
fn captures(position: &Position, line: &[Move]) -> Vec<(usize, Square, Piece)> {
    let mut at = position.clone();
    let captures = line.iter().enumerate().filter_map(|(index, &mv)| {
        let (square, piece) = at.make(mv).captured?;
        let last = line[..index].iter().rev().find(|mv| mv.to == square);
        let pawn =
            last.filter(|mv| mv.promotion().is_some()).and_then(|mv| position.board().piece_at(mv.from));
        Some((index, square, pawn.unwrap_or(piece)))
    });
    captures.collect()
}

/// A line that wins material.
pub struct Tactic<'a> {
    pub evaluator: &'a Evaluator,
    /// The bad move and the position before it, if the line begins after it. `None` if the line begins in its place.
    pub cause: Option<(&'a Position, Move)>,
    /// The position in which the line begins.
    pub position: &'a Position,
    /// The line.
    pub line: &'a [Move],
    /// The position after the first move.
    pub after: Position,
    /// The captures of the line: index of the move, square and piece. A piece that the line promoted counts as a pawn.
    pub captures: Vec<(usize, Square, Piece)>,
    /// Kinds of the pieces that the side with the first move has captured, also before the line.
    pub gained: Vec<PieceKind>,
    /// Kinds of the pieces that it has lost.
    pub lost: Vec<PieceKind>,
}

impl<'a> Tactic<'a> {
    pub fn new(
        evaluator: &'a Evaluator,
        cause: Option<(&'a Position, Move)>,
        position: &'a Position,
        line: &'a [Move],
    ) -> Self {
        let mut after = position.clone();
        after.make(line[0]);
        let captures = captures(position, line);
        let kinds = |parity: usize| {
            captures.iter().filter(move |(at, ..)| at % 2 == parity).map(|(.., piece)| piece.kind)
        };
        let captured_before = cause.and_then(|(before, mv)| before.clone().make(mv).captured);
        let (mut gained, mut lost): (Vec<_>, Vec<_>) =
            (kinds(0).collect(), kinds(1).chain(captured_before.map(|(_, piece)| piece.kind)).collect());
        gained.retain(|kind| {
            let same = lost.iter().position(|other| other == kind);
            same.map(|index| lost.remove(index)).is_none()
        });
        Self { evaluator, cause, position, line, after, captures, gained, lost }
    }

    /// The kind of the tactic, its sentence and the squares of the pieces that it names. The kinds are tried in this order.
    pub fn describe(&self) -> Option<(ReasonKind, String, Vec<Square>)> {
        let rows: [Row<Self>; 13] = [
            (ReasonKind::Promotion, Self::promotion),
            (ReasonKind::Recapture, Self::recapture),
            (ReasonKind::DefenderLost, Self::defender_lost),
            (ReasonKind::LineOpened, Self::line_opened),
            (ReasonKind::Hanging, Self::hanging),
            (ReasonKind::Discovered, Self::discovered),
            (ReasonKind::Fork, Self::fork),
            (ReasonKind::Pin, Self::pin),
            (ReasonKind::Skewer, Self::skewer),
            (ReasonKind::Trapped, Self::trapped),
            (ReasonKind::DefenderTaken, Self::defender_taken),
            // Some defences lose another piece than those that are attacked.
            (ReasonKind::Fork, Self::double_attack),
            (ReasonKind::Material, Self::material),
        ];
        // Other sentences would not name the promotion.
        let promotes = self.line.iter().any(|mv| mv.promotion().is_some());
        let rows = if promotes { &rows[..1] } else { &rows };
        rows.iter().find_map(|(kind, row)| row(self).map(|(text, squares)| (*kind, text, squares)))
    }

    fn mv(&self) -> Move {
        self.line[0]
    }

    /// The side that wins material.
    fn side(&self) -> Color {
        self.position.turn()
    }

    fn san(&self) -> String {
        san::format(self.position, self.mv())
    }

    fn name(&self, kind: PieceKind) -> &str {
        &self.position.variant().piece(kind).name
    }

    /// The piece on `square` and its square: `rook on a5`.
    fn piece_on(&self, position: &Position, square: Square) -> String {
        let piece = position.board().piece_at(square);
        format!("{} on {square}", piece.map_or("piece", |piece| self.name(piece.kind)))
    }

    /// Value of the piece on `square` after the first move.
    fn value_on(&self, square: Square) -> i32 {
        motif::value_on(self.evaluator, &self.after, square)
    }

    fn enemies(&self) -> Bitboard {
        self.after.board().by_color(!self.side())
    }

    fn is_pawn(&self, kind: PieceKind) -> bool {
        self.position.variant().rules().pawns.contains(&kind)
    }

    /// Price of the line: ` for a bishop`, or nothing.
    fn price(&self) -> String {
        if self.lost.is_empty() { String::new() } else { format!(" for {}", self.list(&self.lost)) }
    }

    /// Gain and price of the line: `wins a rook for a bishop`.
    fn wins(&self) -> String {
        format!("wins {}{}", self.list(&self.gained), self.price())
    }

    /// `a rook and two pawns`.
    fn list(&self, kinds: &[PieceKind]) -> String {
        let mut sorted = kinds.to_vec();
        sorted.sort_by_key(|&kind| (-self.evaluator.value(kind), kind));
        let words = sorted.chunk_by(|a, b| a == b).map(|same| match same.len() {
            1 => with_article(self.name(same[0])),
            count => format!(
                "{} {}s",
                ["two", "three", "four"].get(count - 2).unwrap_or(&"many"),
                self.name(same[0])
            ),
        });
        let words: Vec<_> = words.collect();
        match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => words.concat(),
        }
    }

    /// The sentence about the first move of the line. `clause` is the effect of the move.
    fn sentence(&self, clause: &str) -> String {
        let verb = if self.cause.is_some() { "allows" } else { "misses" };
        format!("It {verb} {}, which {clause}.", self.san())
    }

    fn promotion(&self) -> Sentence {
        let index = (0..self.line.len()).step_by(2).find(|&index| self.line[index].promotion().is_some())?;
        let is_lost = |&(at, square, _): &(usize, Square, Piece)| at > index && square == self.line[index].to;
        if self.captures.iter().any(is_lost) {
            return if index == 0 { self.material() } else { None };
        }
        let earlier = self.line[..index].iter().step_by(2).rev();
        let start = earlier.fold(self.line[index].from, |at, mv| if mv.to == at { mv.from } else { at });
        let pawn = self.piece_on(self.position, start);
        let text = match (self.cause, index) {
            (Some(_), _) => format!("It lets the {pawn} promote."),
            (None, 0) => self.sentence(&format!("promotes the {pawn}")),
            (None, _) => format!("It misses {}, after which the {pawn} promotes.", self.san()),
        };
        Some((text, vec![start]))
    }

    /// Square and piece of the first capture, if the captures on this square alone win material.
    fn exchange(&self) -> Option<(Square, Piece)> {
        let &(_, square, piece) = self.captures.first().filter(|(index, ..)| *index == 0)?;
        let wins = !self.is_recapturable() || see_ge(self.evaluator, self.position, self.mv(), THREAT);
        (wins && self.captures.iter().all(|&(_, at, _)| at == square)).then_some((square, piece))
    }

    /// Whether the other side may capture on the square of the first move.
    fn is_recapturable(&self) -> bool {
        self.after.legal_moves().into_iter().any(|mv| mv.to == self.mv().to)
    }

    /// The capture as the second half of a sentence about `piece`: `Bxa5 wins it for a pawn`.
    fn capture_wins(&self, piece: Piece) -> String {
        if self.gained != [piece.kind] {
            return format!("{} {}", self.san(), self.wins());
        }
        format!("{} wins it{}", self.san(), self.price())
    }

    fn recapture(&self) -> Sentence {
        let ((square, _), (before, mv)) = (self.exchange()?, self.cause?);
        let was_defended = before.attackers_to(square, self.side()).contains(self.mv().from);
        let is_recapture = mv.to == square && before.board().piece_at(square).is_some() && was_defended;
        let text =
            format!("The {} was defended: {} {}.", self.piece_on(before, square), self.san(), self.wins());
        is_recapture.then_some((text, vec![square]))
    }

    fn defender_lost(&self) -> Sentence {
        let ((square, piece), (before, mv)) = (self.exchange()?, self.cause?);
        let defended = before.attackers_to(square, piece.color).contains(mv.from);
        let defends = self.position.attackers_to(square, piece.color).contains(mv.to);
        let was_attacked = before.attackers_to(square, self.side()).contains(self.mv().from);
        // The defence matters only if the capture would not have won material before.
        let was_safe = was_attacked && !see_ge(self.evaluator, before, self.mv(), THREAT);
        let (defender, defended_piece) = (before.board().piece_at(mv.from)?, self.piece_on(before, square));
        let (defender, wins) = (self.name(defender.kind), self.capture_wins(piece));
        let text = format!("The {defender} no longer defends the {defended_piece}: {wins}.");
        (mv.to != square && defended && !defends && was_safe).then_some((text, vec![square]))
    }

    fn line_opened(&self) -> Sentence {
        let ((square, piece), (before, mv)) = (self.exchange()?, self.cause?);
        let from = self.mv().from;
        let opens = before.variant().geometry().between(from, square).contains(mv.from)
            && !before.attackers_to(square, self.side()).contains(from);
        let [attacker, target] = [from, square].map(|square| self.piece_on(self.position, square));
        let wins = self.capture_wins(piece);
        let text = format!("It opens the line of the {attacker} to the {target}: {wins}.");
        (mv.to != square && opens).then_some((text, vec![from, square]))
    }

    fn hanging(&self) -> Sentence {
        let (square, piece) = self.exchange()?;
        let target = self.piece_on(self.position, square);
        let is_defended = self.is_recapturable();
        let text = match self.cause {
            None if is_defended => self.sentence(&self.wins()),
            None if self.gained == [piece.kind] && self.lost.is_empty() => {
                self.sentence(&format!("wins the undefended {target}"))
            }
            None => return None,
            Some((_, mv)) if mv.to == square => {
                format!("The {target} can be taken: {}.", self.capture_wins(piece))
            }
            Some(_) => {
                let how = if is_defended { "attacked" } else { "undefended" };
                format!("It leaves the {target} {how}: {}.", self.capture_wins(piece))
            }
        };
        Some((text, vec![square]))
    }

    /// Square and piece of the capture by the second move of the side, and the square from which the piece captures.
    fn second_capture(&self) -> Option<(Square, Square)> {
        let &(_, square, _) = self.captures.iter().find(|(index, ..)| *index == 2)?;
        Some((self.line[2].from, square))
    }

    /// Attacks of the moved piece, and on lines that it opened, as squares of attacker and target.
    fn attacks(&self) -> Vec<(Square, Square)> {
        let to = self.mv().to;
        let opened = motif::opened_attacks(self.position, self.mv(), &self.after);
        let own = self.after.attacks_from(to).into_iter().map(|target| (to, target));
        let is_target = |&(from, target): &(Square, Square)| {
            motif::targets(self.evaluator, &self.after, from).contains(target)
        };
        own.chain(opened).filter(is_target).collect()
    }

    fn fork(&self) -> Sentence {
        let ((from, square), reply, attacks) = (self.second_capture()?, self.line[1], self.attacks());
        // A target that moves away and is captured on its new square is lost to the fork as well.
        let moves_away = square == reply.to && attacks.iter().any(|&(_, target)| target == reply.from);
        if moves_away || attacks.contains(&(from, square)) { self.double_attack() } else { None }
    }

    fn double_attack(&self) -> Sentence {
        let mut targets: Vec<_> = self.attacks().into_iter().map(|(_, target)| target).collect();
        targets.sort_by_key(|&target| (-self.value_on(target), target));
        targets.dedup();
        let names: Vec<_> =
            targets.iter().map(|&target| format!("the {}", self.piece_on(&self.after, target))).collect();
        let clause = format!("attacks {}, and {}", names.join(" and "), self.wins());
        (targets.len() > 1 && !self.gained.is_empty()).then(|| (self.sentence(&clause), targets))
    }

    fn discovered(&self) -> Sentence {
        let capture = self.second_capture()?;
        let king = self.after.royal_king(!self.side());
        let mut opened = motif::opened_attacks(self.position, self.mv(), &self.after);
        let (from, target) = opened.find(|&(from, target)| {
            self.enemies().contains(target) && (Some(target) == king || (from, target) == capture)
        })?;
        let [piece, other] = [from, target].map(|square| self.piece_on(&self.after, square));
        let clause = format!("opens the line of the {piece} to the {other}, and {}", self.wins());
        Some((self.sentence(&clause), vec![from, target]))
    }

    fn pin(&self) -> Sentence {
        let ((_, square), reply, to) = (self.second_capture()?, self.line[1], self.mv().to);
        // The pinned piece stays, or it captures the pinning piece.
        let front = if square == to && reply.to == to { reply.from } else { square };
        let attacked = self.after.attacks_from(to);
        let is_behind = |&back: &Square| {
            let attackers = self.after.attackers_without(back, self.side(), front);
            attackers.contains(to) && self.value_on(back) > self.value_on(front)
        };
        let back = self.enemies().without(attacked).into_iter().find(is_behind)?;
        let [pinned, behind] = [front, back].map(|square| self.piece_on(&self.after, square));
        let clause = format!("pins the {pinned} to the {behind}, and {}", self.wins());
        let stays = reply.from != front || reply.to == to;
        (stays && attacked.contains(front)).then(|| (self.sentence(&clause), vec![front, back]))
    }

    fn skewer(&self) -> Sentence {
        let (_, back) = self.second_capture()?;
        let front = self.line[1].from;
        let [attacked, behind] = [front, back].map(|square| self.piece_on(&self.after, square));
        let clause = format!("attacks the {attacked} and the {behind} behind it, and {}", self.wins());
        motif::is_skewer(self.evaluator, &self.after, self.mv().to, self.line[1], self.line[2])
            .then(|| (self.sentence(&clause), vec![front, back]))
    }

    fn trapped(&self) -> Sentence {
        let (_, captured) = self.second_capture()?;
        let start = if self.line[1].to == captured { self.line[1].from } else { captured };
        let piece = self.after.board().piece_at(start).filter(|piece| piece.color != self.side())?;
        let is_safe = |mv: Move| {
            let mut position = self.after.clone();
            position.make(mv);
            !motif::can_win(self.evaluator, &position, mv.to, THREAT)
        };
        let king = self.after.royal_king(piece.color);
        let is_trapped = !self.is_pawn(piece.kind)
            && !self.after.is_check()
            && king != Some(start)
            && self.after.attackers_to(start, self.side()).contains(self.mv().to)
            && !self.after.legal_moves_from(start).into_iter().any(is_safe);
        let verb = if motif::is_pinned(&self.after, start) { "attacks the pinned" } else { "traps the" };
        let clause = format!("{verb} {}, and {}", self.piece_on(&self.after, start), self.wins());
        is_trapped.then(|| (self.sentence(&clause), vec![start]))
    }

    fn defender_taken(&self) -> Sentence {
        let &(_, taken, _) = self.captures.first().filter(|(index, ..)| *index == 0)?;
        if see_ge(self.evaluator, self.position, self.mv(), THREAT) {
            return None;
        }
        let later = self.captures.iter().filter(|(index, square, _)| index % 2 == 0 && *square != taken);
        let defends = |square| self.position.attackers_to(square, !self.side()).contains(taken);
        let stood =
            |square| self.position.board().piece_at(square).is_some_and(|piece| piece.color != self.side());
        let square = later.map(|&(_, square, _)| square).find(|&square| stood(square) && defends(square))?;
        let target = self.piece_on(self.position, square);
        Some((self.sentence(&format!("takes a defender of the {target}, and {}", self.wins())), vec![square]))
    }

    /// The pieces that the side gains are named with the squares on which they stood, if no piece of the same kind is lost.
    fn material(&self) -> Sentence {
        let ours = self.captures.iter().filter(|(index, ..)| index % 2 == 0);
        let origin = |&(index, square, _): &(usize, Square, Piece)| {
            self.line[..index].iter().rev().fold(square, |at, mv| if mv.to == at { mv.from } else { at })
        };
        let squares: Vec<_> = ours.map(origin).collect();
        let text = match (&squares[..], &self.gained[..]) {
            (&[square], [_]) => format!("wins the {}{}", self.piece_on(self.position, square), self.price()),
            _ => self.wins(),
        };
        (!self.gained.is_empty()).then(|| (self.sentence(&text), squares))
    }
}
