//! Second definition of the moves: a plain board, a reading of Betza notation of its own, and every move made and tested.
//!
//! The notation of each piece comes from the texts of the variant files. Castling and goals are left to other tests.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::Dice;
use xxlchess::notation::coords::format_move;
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, MoveFlag, Piece, PieceKind, Position, Setup, Square, Variant};

/// Files and ranks.
type Step = (i32, i32);

/// Moves by one step, or by repeating it.
#[derive(Clone, Copy, Debug)]
struct Mover {
    /// Step to an empty square that comes first.
    first: Option<Step>,
    step: Step,
    /// Most steps.
    limit: i32,
    quiet: bool,
    capture: bool,
    initial: bool,
    lame: bool,
    passing: bool,
    /// `p` or `g`.
    hop: Option<char>,
    /// By how many places each step goes on along the circle of the leaps of its atom.
    turn: i32,
}

/// The movers of a White piece with this notation.
fn read(text: &str) -> Vec<Mover> {
    let mut movers = Vec::new();
    let mut letters = text.chars().peekable();
    while letters.peek().is_some() {
        if letters.next_if_eq(&'[').is_some() {
            let inside: String = letters.by_ref().take_while(|&letter| letter != ']').collect();
            let (first, second) = inside.split_once(['?', '-']).expect("two legs");
            for bend in read(first) {
                let ((a, b), legs) = (bend.step, read(second).into_iter());
                let goes_on = |(x, y): Step| a * x >= 0 && b * y >= 0 && (a * x, b * y) != (0, 0);
                let legs = legs.filter(|leg| goes_on(leg.step));
                movers.extend(legs.map(|leg| Mover { first: Some((a, b)), ..leg }));
                movers.extend(inside.contains('?').then_some(bend));
            }
            continue;
        }
        let mut modifiers = String::new();
        while let Some(letter) = letters.next_if(char::is_ascii_lowercase) {
            modifiers.push(letter);
        }
        let atom = letters.next().expect("an atom");
        let mut range = if "RBQ".contains(atom) { 99 } else { 1 };
        let mut digits = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        if letters.next_if_eq(&atom).is_some() || digits == "0" {
            range = 99;
        } else if !digits.is_empty() {
            range = digits.parse().expect("a number");
        }
        let (legs, turns) = modifiers.split_once('a').unwrap_or((&modifiers, ""));
        let has = |letter: char| modifiers.contains(letter);
        let both = !has('m') && !has('c');
        let ways = |text: &str| -> Vec<String> {
            let text: Vec<char> = text.chars().filter(|c| "fbvlrsh".contains(*c)).collect();
            let (mut ways, mut at) = (Vec::new(), 0);
            while at < text.len() {
                let is_pair = text.get(at + 1).is_some_and(|next| {
                    *next == text[at] || "fbvh".contains(text[at]) != "fbvh".contains(*next)
                });
                let end = at + 1 + usize::from(is_pair);
                ways.push(text[at..end].iter().collect());
                at = end;
            }
            ways
        };
        for step in atom_steps(atom, &ways(legs)) {
            let mover = Mover {
                first: None,
                step,
                limit: range,
                quiet: both || has('m'),
                capture: both || has('c'),
                initial: has('i'),
                lame: has('n'),
                passing: modifiers.contains("nn"),
                hop: ['p', 'g'].into_iter().find(|&hop| has(hop)),
                turn: 0,
            };
            if has('q') {
                let limit = if range == 1 { 7 } else { range.min(7) };
                movers.extend([1, -1].map(|turn| Mover { limit, turn, ..mover }));
            } else if !has('a') {
                movers.push(mover);
            }
            for turn in ways(turns) {
                let limit = if has('y') { 99 } else { 1 };
                let bent = turned(step, &turn).into_iter();
                movers.extend(bent.map(|next| Mover { first: Some(step), step: next, limit, ..mover }));
            }
        }
    }
    movers
}

/// All steps of an atom that one of `ways` selects; without ways all of them.
fn atom_steps(atom: char, ways: &[String]) -> Vec<Step> {
    let lengths: &[Step] = match atom {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'C' => &[(3, 1)],
        'Z' => &[(3, 2)],
        'G' => &[(3, 3)],
        _ => panic!("{atom}"),
    };
    let all: BTreeSet<Step> = lengths
        .iter()
        .flat_map(|&(a, b)| [(a, b), (b, a)])
        .flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)])
        .collect();
    let selects = |way: &str, (x, y): Step| {
        let on_side = |letter: char| match letter {
            'f' => y > 0,
            'b' => y < 0,
            'v' => y != 0,
            'r' => x > 0,
            'l' => x < 0,
            's' => x != 0,
            _ => panic!("{way}"),
        };
        let (one, two) = (way.chars().next().expect("a letter"), way.chars().nth(1));
        let is_straight = x == 0 || y == 0;
        match two.filter(|two| *two != one) {
            // A single letter selects the steps that go furthest this way.
            None => on_side(one) && if "fbv".contains(one) { y.abs() >= x.abs() } else { x.abs() >= y.abs() },
            // A pair selects a straight step by either letter, and a diagonal one by both.
            Some(two) if is_straight => on_side(one) || on_side(two),
            Some(two) => {
                let is_far = if "fbv".contains(two) { y.abs() >= x.abs() } else { x.abs() >= y.abs() };
                on_side(one) && on_side(two) && is_far
            }
        }
    };
    all.into_iter().filter(|&step| ways.is_empty() || ways.iter().any(|way| selects(way, step))).collect()
}

/// The step `(x, y)` after turns by 45 degrees to the right.
fn turned((x, y): Step, way: &str) -> Vec<Step> {
    let turns: &[usize] = match way {
        "f" => &[0],
        "s" => &[2, 6],
        "fs" => &[1, 7],
        "fr" => &[1],
        "fl" => &[7],
        _ => panic!("{way}"),
    };
    let long = x.abs().max(y.abs());
    // (1, 1) and (1, 0) become (2, 0) and (1, -1).
    let right = |(x, y): Step| ((x + y).clamp(-long, long), (y - x).clamp(-long, long));
    turns.iter().map(|&count| (0..count).fold((x, y), |step, _| right(step))).collect()
}

/// The leap that is `places` further on the circle of the leaps that are as long as `step`.
fn on_circle((x, y): Step, places: i32) -> Step {
    if places == 0 {
        return (x, y);
    }
    let mut circle: Vec<Step> =
        [(x, y), (y, x)].into_iter().flat_map(|(a, b)| [(a, b), (-a, b), (a, -b), (-a, -b)]).collect();
    circle.sort_by(|a, b| {
        let angle = |&(x, y): &Step| f64::from(y).atan2(f64::from(x));
        angle(a).total_cmp(&angle(b))
    });
    let at = circle.iter().position(|&other| other == (x, y)).expect("it is on the circle");
    circle[(at as i32 + places).rem_euclid(8) as usize]
}

/// The notation of the piece with `letter` in a section of a variant file, which may come from its parents.
fn notation(files: &str, section: &str, letter: char) -> String {
    let (mut name, mut parent, mut found) = ("", "", None);
    let document =
        include_str!("../../docs/variants.md").split("## Keys").next().expect("the table of pieces");
    for line in files.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let own = header.split_once(':').unwrap_or((header, ""));
            (name, parent) = if name == section { (name, parent) } else { own };
            if own.0 != name {
                break;
            }
        } else if let Some((key, value)) = line.split_once('=').filter(|_| name == section) {
            let (own, moves) = value.trim().split_once(':').unwrap_or((value.trim(), ""));
            let row = format!("| `{}` | `", key.trim());
            let table = document.lines().find_map(|line| line.strip_prefix(&row)?.split_once('`'));
            let is_piece = key.starts_with("customPiece") || table.is_some();
            if own.trim() == letter.to_string() && is_piece {
                let moves = if moves.is_empty() { table.expect("a piece").0 } else { moves.trim() };
                let is_pawn = key.trim() == "pawn";
                found = Some(format!("{moves}{}", if is_pawn { "ifmnD" } else { "" }));
            }
        }
    }
    assert_eq!(name, section, "the section exists");
    found.unwrap_or_else(|| notation(files, parent, letter))
}

/// A game by the second definition.
struct Mailbox<'v> {
    variant: &'v Variant,
    movers: Vec<Vec<Mover>>,
    cells: [[Option<(Color, PieceKind)>; 16]; 16],
    turn: Color,
    /// The passed squares and the square of the piece that passed them.
    en_passant: Option<(Vec<Step>, Step)>,
    /// Squares of pieces that have not moved.
    unmoved: BTreeSet<Step>,
}

fn sum(a: Step, b: Step) -> Step {
    (a.0 + b.0, a.1 + b.1)
}

fn step_of(square: Square) -> Step {
    (square.file().into(), square.rank().into())
}

fn square_of((file, rank): Step) -> Option<Square> {
    Some(Square::new(
        u8::try_from(file).ok().filter(|f| *f < 16)?,
        u8::try_from(rank).ok().filter(|r| *r < 16)?,
    ))
}

impl Mailbox<'_> {
    /// Takes over a position.
    fn set(&mut self, position: &Position) {
        self.cells = [[None; 16]; 16];
        for (square, piece) in position.board().pieces() {
            *self.cell(step_of(square)) = Some((piece.color, piece.kind));
        }
        self.turn = position.turn();
        let target = position.en_passant();
        let targets = position.en_passant_targets().into_iter().map(step_of).collect();
        self.en_passant = target.map(|target| (targets, step_of(position.en_passant_victim(target))));
        self.unmoved = position.initial_move_rights().into_iter().map(step_of).collect();
    }

    fn cell(&mut self, (file, rank): Step) -> &mut Option<(Color, PieceKind)> {
        &mut self.cells[rank as usize][file as usize]
    }

    fn on_board(&self, at: Step) -> bool {
        square_of(at).is_some_and(|square| self.variant.rules().has_square(square))
    }

    fn at(&self, (file, rank): Step) -> Option<(Color, PieceKind)> {
        self.cells[rank as usize][file as usize]
    }

    /// The targets of a mover of a piece of `color` on `from`, each with whether it is occupied.
    fn targets(&self, mover: &Mover, from: Step, color: Color) -> Vec<(Step, bool)> {
        let rules = self.variant.rules();
        let sign = i32::from(color.forward());
        let own = |(x, y): Step| (sign * x, sign * y);
        if mover.initial {
            let kind = self.at(from).expect("a piece").1;
            let is_triple = mover.step.1.abs() == 3 && rules.pawns.contains(&kind);
            let region = if is_triple { rules.triple_step_region } else { rules.initial_move_region };
            let is_home = square_of(from).is_some_and(|from| {
                let mut own = rules.initial_move_squares.iter().filter(|(other, _)| *other == kind);
                region[color].contains(from) && own.all(|(_, squares)| squares.contains(from))
            });
            if !is_home || rules.initial_move_needs_right && !self.unmoved.contains(&from) {
                return Vec::new();
            }
        }
        let mut at = from;
        if let Some(first) = mover.first {
            at = sum(at, own(first));
            if !self.on_board(at) || self.at(at).is_some() {
                return Vec::new();
            }
        }
        let (mut found, mut jumped) = (Vec::new(), 0);
        for count in 0..mover.limit {
            let (x, y) = own(on_circle(mover.step, count * mover.turn));
            let next = (at.0 + x, at.1 + y);
            let is_free = |at: Step| self.on_board(at) && self.at(at).is_none();
            if !self.on_board(next) || mover.lame && !path((x, y)).into_iter().all(|p| is_free(sum(at, p))) {
                break;
            }
            at = next;
            let piece = self.at(at).is_some();
            if mover.hop.is_none() || jumped == 1 {
                found.push((at, piece));
            }
            jumped += i32::from(piece);
            if piece && mover.hop.is_none() || jumped == 2 || jumped == 1 && !piece && mover.hop == Some('g')
            {
                break;
            }
        }
        found
    }

    /// Whether a piece of `by` could capture on `target`.
    fn is_attacked(&mut self, target: Step, by: Color) -> bool {
        let before = self.at(target);
        // Any piece makes the square a target of captures.
        self.cell(target).get_or_insert((!by, PieceKind::from_index(0)));
        let squares = (0..16).flat_map(|rank| (0..16).map(move |file| (file, rank)));
        let is_attacker = |from: Step| {
            let Some((_, kind)) = self.at(from).filter(|(color, _)| *color == by) else { return false };
            let captures = self.movers[kind.index()].iter().filter(|mover| mover.capture);
            captures
                .filter(|mover| can_meet(mover, from, target, by))
                .any(|mover| self.targets(mover, from, by).into_iter().any(|(at, _)| at == target))
        };
        let is_attacked = squares.into_iter().any(is_attacker);
        *self.cell(target) = before;
        is_attacked
    }

    fn king(&self, color: Color) -> Option<Step> {
        let royal = self.variant.rules().royal_kind?;
        let mut squares = (0..16).flat_map(|rank| (0..16).map(move |file| (file, rank)));
        squares.find(|&at| self.at(at) == Some((color, royal)))
    }

    /// The legal moves but castling: as text, and what is needed to make them.
    fn moves(&mut self) -> Vec<(String, Step, Step, Option<PieceKind>)> {
        let (us, rules) = (self.turn, self.variant.rules());
        let mut pseudo: BTreeSet<(Step, Step, bool)> = BTreeSet::new();
        for from in (0..16).flat_map(|rank| (0..16).map(move |file| (file, rank))) {
            let Some((_, kind)) = self.at(from).filter(|(color, _)| *color == us) else { continue };
            let movers = self.movers[kind.index()].clone();
            let (mut quiet, mut later) = (BTreeSet::new(), BTreeSet::new());
            for mover in &movers {
                for (to, occupied) in self.targets(mover, from, us) {
                    let is_enemy = self.at(to).is_some_and(|(color, _)| color != us);
                    if if occupied { is_enemy && mover.capture } else { mover.quiet } {
                        pseudo.insert((from, to, false));
                        quiet.extend((!occupied).then_some(to));
                        later.extend((!mover.initial).then_some(to));
                    }
                }
            }
            let passed = self.en_passant.iter().flat_map(|(passed, _)| passed.clone());
            for target in passed.filter(|_| rules.en_passant_kinds.contains(&kind)) {
                let mut leaps = movers.iter().filter(|mover| {
                    let is_plain =
                        mover.hop.is_none() && mover.first.is_none() && !mover.initial && !mover.lame;
                    mover.capture && mover.limit == 1 && is_plain
                });
                let sign = i32::from(us.forward());
                let reaches =
                    leaps.any(|mover| sum(from, (sign * mover.step.0, sign * mover.step.1)) == target);
                pseudo.extend((reaches && !quiet.contains(&target)).then_some((from, target, true)));
            }
            if rules.king_jump_needs_safety && rules.royal_kind == Some(kind) {
                let is_check = self.is_attacked(from, !us);
                pseudo.retain(|&(start, to, _)| {
                    start != from || later.contains(&to) || !is_check && self.may_jump(from, to)
                });
            }
        }
        let mut moves = Vec::new();
        for (from, to, is_en_passant) in pseudo {
            let (_, kind) = self.at(from).expect("a piece");
            let (name, targets) =
                (|at: Step| square_of(at).expect("a square"), self.promotions(kind, from, to));
            for promotion in targets {
                let kept = (self.cells, self.turn, self.en_passant.clone(), self.unmoved.clone());
                self.make(from, to, is_en_passant, promotion);
                let is_safe = self.king(us).is_none_or(|king| !self.is_attacked(king, !us));
                (self.cells, self.turn, self.en_passant, self.unmoved) = kept;
                if is_safe {
                    let letter =
                        promotion.map_or(String::new(), |kind| self.variant.piece(kind).letter.into());
                    moves.push((format!("{}{}{letter}", name(from), name(to)), from, to, promotion));
                }
            }
        }
        moves
    }

    /// Whether attacks permit the king's first jump, over one square or over one of two.
    fn may_jump(&mut self, from: Step, to: Step) -> bool {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let half = |part: i32, up: bool| if part.abs() == 1 { part * i32::from(up) } else { part / 2 };
        let enemy = !self.turn;
        [false, true].into_iter().any(|up| !self.is_attacked(sum(from, (half(x, up), half(y, up))), enemy))
    }

    /// Pieces that a piece may become by a move; `None` is the piece itself.
    fn promotions(&self, kind: PieceKind, from: Step, to: Step) -> Vec<Option<PieceKind>> {
        let (rules, us) = (self.variant.rules(), self.turn);
        let by_piece = rules.piece_promotions.iter().find(|rule| rule.from.contains(&kind));
        let is_passing = self.movers[kind.index()].iter().any(|mover| mover.passing);
        let is_pawn = by_piece.is_none() || is_passing || rules.pawns.contains(&kind);
        let Some(rule) = by_piece.or(Some(&rules.promotion).filter(|rule| rule.from.contains(&kind))) else {
            return vec![None];
        };
        let inside = |at: Step| square_of(at).is_some_and(|at| rule.region[us].contains(at));
        let is_far = rule.by_step && (to.0 - from.0).abs().max((to.1 - from.1).abs()) > 1;
        if is_far || !inside(to) && (is_pawn || rule.by_step || !inside(from)) {
            return vec![None];
        }
        let count = |kind| self.cells.iter().flatten().filter(|cell| **cell == Some((us, kind))).count();
        let is_full = |&&kind: &&PieceKind| {
            rule.limits.iter().any(|&(limited, most)| limited == kind && count(kind) >= usize::from(most))
        };
        let is_elsewhere = |kind: &&PieceKind| {
            let at = square_of(to).expect("a square");
            rule.choice_squares.iter().any(|&(other, squares)| other == **kind && !squares.contains(at))
        };
        let choices = rule.to.iter().filter(|kind| !is_full(kind) && !is_elsewhere(kind));
        let choices: Vec<_> = choices.map(|&kind| Some(kind)).collect();
        let must = square_of(to).is_some_and(|at| rule.mandatory[us].contains(at));
        let must = must || !is_pawn && rule.mandatory[us].any();
        if must { choices } else { choices.into_iter().chain([None]).collect() }
    }

    fn make(&mut self, from: Step, to: Step, is_en_passant: bool, promotion: Option<PieceKind>) {
        let (color, kind) = self.cell(from).take().expect("a piece");
        let is_double = self.movers[kind.index()].iter().any(|mover| {
            let sign = i32::from(color.forward());
            let is_this = (1..=mover.limit)
                .any(|count| sum(from, (sign * count * mover.step.0, sign * count * mover.step.1)) == to);
            let is_pawn = self.variant.rules().pawns.contains(&kind);
            is_this && (mover.passing || is_pawn && mover.initial) && (to.1 - from.1).abs() > 1
        });
        if let Some((_, pawn)) = self.en_passant.take().filter(|_| is_en_passant) {
            *self.cell(pawn) = None;
        }
        *self.cell(to) = Some((color, promotion.unwrap_or(kind)));
        let way = path((to.0 - from.0, to.1 - from.1)).into_iter().map(|step| sum(from, step));
        let region = self.variant.rules().en_passant_region;
        let passed = way.filter(|&at| square_of(at).is_some_and(|at| region.contains(at))).collect();
        self.en_passant = (is_double && promotion.is_none()).then_some((passed, to));
        self.unmoved.remove(&from);
        self.unmoved.remove(&to);
        self.turn = !self.turn;
    }
}

/// Squares that a lame step passes: straight at first, and then diagonally.
fn path((x, y): Step) -> Vec<Step> {
    let long = x.abs().max(y.abs());
    let later = |part: i32, done: i32| part.signum() * (done - (long - part.abs())).max(0);
    (1..long).map(|done| (later(x, done), later(y, done))).collect()
}

/// Whether a mover of a piece of `color` leads from `from` to `target` on an empty board or over pieces.
fn can_meet(mover: &Mover, from: Step, target: Step, color: Color) -> bool {
    if mover.turn != 0 {
        return true;
    }
    let sign = i32::from(color.forward());
    let first = mover.first.unwrap_or((0, 0));
    let (x, y) = (sign * (target.0 - from.0) - first.0, sign * (target.1 - from.1) - first.1);
    let (a, b) = mover.step;
    let count = if a != 0 { x / a } else { y / b };
    count > 0 && count <= mover.limit && (a * count, b * count) == (x, y)
}

/// A position with random pieces on a sixth of the squares, if it is legal.
fn scattered(variant: &Arc<Variant>, dice: &mut Dice) -> Option<Position> {
    let mut free: Vec<Square> = variant.geometry().board().into_iter().collect();
    let royal = variant.rules().royal_kind;
    let mut pieces = Vec::new();
    let mut put = |color, kind, dice: &mut Dice| {
        let square = free.swap_remove(dice.below(free.len()));
        pieces.push((square, Piece::new(color, kind)));
    };
    for color in Color::ALL {
        royal.into_iter().for_each(|kind| put(color, kind, dice));
    }
    let others: Vec<_> = variant.kinds().filter(|&kind| Some(kind) != royal).collect();
    for _ in 0..variant.geometry().board().count() / 6 {
        put(Color::ALL[dice.below(2)], others[dice.below(others.len())], dice);
    }
    Position::from_setup(variant, &Setup::at_start(pieces)).ok()
}

/// Plays random games of a variant by both definitions until `most` positions have been compared. Every other game begins
/// with scattered pieces.
fn compare(files: &str, variant: &Arc<Variant>, most: usize) {
    let name = &variant.rules().name;
    let immobile = |kind: PieceKind| variant.piece(kind).moves.is_empty();
    let text = |kind| notation(files, name, variant.piece(kind).letter);
    // The triple step is given by a region, and not by a notation.
    let is_triple =
        |kind| variant.piece(kind).moves.iter().any(|moves| moves.initial && moves.steps == [(0, 3)]);
    let triple = |kind| if is_triple(kind) { "ifmnH" } else { "" };
    let movers = variant
        .kinds()
        .map(|kind| if immobile(kind) { Vec::new() } else { read(&(text(kind) + triple(kind))) });
    let mut mailbox = Mailbox {
        variant,
        movers: movers.collect(),
        cells: [[None; 16]; 16],
        turn: Color::White,
        en_passant: None,
        unmoved: BTreeSet::new(),
    };
    let mut dice = Dice::new(7);
    let (mut compared, mut games) = (0, 0);
    while compared < most {
        games += 1;
        let scattered = if games % 2 == 0 { scattered(variant, &mut dice) } else { None };
        let plies = if scattered.is_some() { 30 } else { 60 };
        let mut position = scattered.unwrap_or_else(|| Position::start(variant).expect("a legal start"));
        mailbox.set(&position);
        for _ in 0..plies {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(dice.below(legal.len().max(1))) else { break };
            let mut expected = mailbox.moves();
            if variant.rules().must_capture && legal.iter().any(|&mv| position.is_capture(mv)) {
                let names: BTreeSet<_> = legal.iter().map(|&mv| format_move(variant, mv)).collect();
                expected.retain(|(name, ..)| names.contains(name));
            }
            let castling = |flag| flag == MoveFlag::Castle;
            let found = legal.iter().filter(|mv| !castling(mv.flag)).map(|&mv| format_move(variant, mv));
            let names: BTreeSet<String> = expected.iter().map(|(name, ..)| name.clone()).collect();
            assert_eq!(found.collect::<BTreeSet<_>>(), names, "{name} {}", fen::format(&position));
            compared += 1;
            position.make(mv);
            if castling(mv.flag) {
                mailbox.set(&position);
            } else {
                let is_en_passant = mv.flag == MoveFlag::EnPassant;
                mailbox.make(step_of(mv.from), step_of(mv.to), is_en_passant, mv.promotion());
            }
        }
    }
}

/// In random games of every variant the moves other than castling are those of a second definition: 2,000 positions of
/// the games with pieces or rules that few variants have, and some of the others.
#[test]
fn moves_are_those_of_a_plain_board() {
    let own = include_str!("../data/variants.ini");
    let built_in =
        [include_str!("../../core/assets/variants.ini"), include_str!("../../core/assets/large.ini")];
    let files = format!("{}\n{own}", built_in.join("\n"));
    let variants = Variants::built_in().with_file("variants.ini", own).expect("the file loads");
    for variant in variants.names().filter_map(|name| variants.get(name)) {
        let rules = variant.rules();
        // Other tests have the rules by which a move is illegal for other reasons than an attack on the king.
        if rules.pseudo_royal.is_some() || rules.kings_face || !rules.may_check {
            continue;
        }
        let has_rose = rules.pieces.iter().flat_map(|piece| &piece.moves).any(|moves| moves.circular);
        let is_large = rules.king_jump_needs_safety
            || rules.missing.any()
            || !rules.piece_promotions.is_empty()
            || has_rose;
        compare(&files, &variant, if is_large { 2000 } else { 100 });
    }
}
