//! A variant that is being made: board, pieces, start position and switches, written as a section of a variant file and read
//! from one. The faults of a design are those of its section.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use crate::notation::fen;
use crate::rules::variant::Rules;
use crate::rules::{Bitboard, Color, PieceKind, Setup, Square, Variant};

use super::choices::{RULES, RuleChoice, RuleRow};
use super::keys::Key;
use super::pieces::{self, DOUBLE_STEP, PieceKey};
use super::sections::{self, Entry};
use super::settings::Settings;
use super::values::{self, Value};
use super::{Faults, LineFault, LoadedVariant, VariantFileFault, Variants};

/// The keys that are made from the fields of a design. Other keys of a section are kept as they are.
const MADE: [Key; 19] = [
    Key::maxFile,
    Key::maxRank,
    Key::startFen,
    Key::pawnTypes,
    Key::promotionPawnTypes,
    Key::enPassantTypes,
    Key::nMoveRuleTypes,
    Key::promotionPieceTypes,
    Key::promotionRegionWhite,
    Key::promotionRegionBlack,
    Key::doubleStep,
    Key::doubleStepRegionWhite,
    Key::doubleStepRegionBlack,
    Key::enPassantRegion,
    Key::castling,
    Key::castlingRookPieces,
    Key::xPieceNames,
    Key::xPieceDrawings,
    Key::xPieceValues,
];
/// The keys for the squares of castling. A design keeps them while kings castle, and otherwise adds [`Key::xCastlingSteps`].
const CASTLING_SQUARES: [Key; 8] = [
    Key::xCastlingSteps,
    Key::xCastlingDistance,
    Key::castlingRank,
    Key::castlingKingFile,
    Key::castlingRookKingsideFile,
    Key::castlingRookQueensideFile,
    Key::castlingKingsideFile,
    Key::castlingQueensideFile,
];
/// The FEN of a start without pieces and without a parent.
const FEN: &str = "8/8/8/8/8/8/8/8 w - - 0 1";

/// The smallest and the largest number of files and of ranks.
pub const SIDES: std::ops::RangeInclusive<u8> = 4..=16;

/// A piece of a [`Design`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignPiece {
    key: PieceKey,
    /// Letter in lower case.
    pub letter: char,
    /// Name of the piece.
    pub name: String,
    /// Name of its drawing; `None` if that is the name of the piece.
    pub drawing: Option<String>,
    /// Betza notation.
    pub moves: String,
    /// Value in thousandths of a pawn; `None` for the estimate.
    pub value: Option<i32>,
    /// Whether it promotes, captures en passant and counts for the 50-move rule.
    pub is_pawn: bool,
    /// Whether the king castles with it.
    pub castles: bool,
}

impl DesignPiece {
    /// Whether it is the king, which may not be left under attack.
    pub fn is_royal(&self) -> bool {
        self.key == PieceKey::KING
    }

    /// Whether pawns can become it: it is neither royal nor a pawn.
    pub fn can_be_promotion(&self) -> bool {
        !self.is_royal() && !self.is_pawn
    }
}

/// A piece that a design can have, from the table of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPiece {
    /// Name, such as `archbishop`.
    pub name: String,
    /// Usual letter.
    pub letter: char,
    /// Name of its drawing, if that is not its name.
    pub drawing: Option<String>,
    /// Betza notation.
    pub moves: String,
}

impl KnownPiece {
    /// Other common names of a piece with these moves, separated by commas.
    pub fn other_names(&self) -> &'static str {
        pieces::other_names(&self.moves)
    }
}

/// The part of a design that has a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Name or parent.
    Name,
    /// Number of files and ranks.
    Size,
    /// The piece with this index.
    Piece(usize),
    /// The pieces together, such as their names.
    Pieces,
    /// Promoting pieces, the pieces that they become, and the squares of promotion.
    Promotion,
    /// Double step and en passant.
    DoubleStep,
    /// Castling.
    Castling,
    /// The rule with this index in [`RULES`].
    Rule(usize),
    /// The start position.
    Start,
    /// A line that the design keeps as it is.
    Other,
}

/// A fault of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The piece has no moves yet.
    NoMoves,
    /// Several pieces have the same letter.
    SameLetter {
        /// The letter.
        letter: char,
        /// The names of the pieces.
        names: Vec<String>,
    },
    /// Pawns promote, but can become no piece.
    NoPromotion,
    /// A fault of a line of its section.
    OfLine(LineFault),
}

/// A variant that is being made.
///
/// ```
/// use xxlchess_core::notation::variants_ini::{Variants, design::Design};
///
/// let variants = Variants::built_in();
/// let mut design = Design::on("chess", &variants).unwrap();
/// design.name = "quick".to_owned();
/// design.castling = false;
/// let checked = design.check(&variants);
/// assert!(checked.text.starts_with("[quick:chess]\ncastling = false\n"));
/// assert_eq!(checked.variant.unwrap().rules().castling, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Name of the variant, as in a file.
    pub name: String,
    /// The variant from which it has all that is not in the design.
    pub parent: Option<String>,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// The kinds of piece.
    pub pieces: Vec<DesignPiece>,
    /// Indices of the pieces that a pawn can become, the usual choice first.
    pub promotion: Vec<usize>,
    /// Whether the player has chosen what pawns become. If not, they also become each piece that is added. A file does not store
    /// it; a section counts as chosen if it gives pieces, but not all of them.
    pub is_promotion_chosen: bool,
    /// The rank on which White's pawns promote, from 1.
    pub promotion_rank: u8,
    /// Squares that the board lacks.
    pub missing: Bitboard,
    /// The start position: side and index of the piece on each square.
    pub start: BTreeMap<Square, (Color, usize)>,
    /// Whether kings castle if they [can](Self::can_castle).
    pub castling: bool,
    /// Whether pieces have initial moves.
    pub double_step: bool,
    /// Whether pawns capture en passant.
    pub en_passant: bool,
    /// The chosen form of each row of [`RULES`]. `None` stands for a form that the row does not have.
    pub rules: Vec<Option<usize>>,
    /// The FEN from which the fields after the pieces come.
    fen: String,
    /// Lines of the section that the design keeps as they are.
    others: Vec<(String, String)>,
}

/// The text of a design, and the variant or its faults.
#[derive(Clone, Debug)]
pub struct CheckedDesign {
    /// The section.
    pub text: String,
    /// The variant; all faults if there are any, each with its place.
    pub variant: Result<Arc<Variant>, Vec<(Place, Fault)>>,
}

impl Variants {
    /// All pieces of the variants, each name once, by name.
    pub fn known_pieces(&self) -> Vec<KnownPiece> {
        let mut pieces = BTreeMap::new();
        for entry in &self.entries {
            let rules = &entry.definition.rules;
            for (index, (row, piece)) in entry.settings.pieces.iter().zip(&rules.pieces).enumerate() {
                pieces.entry(piece.name.clone()).or_insert_with(|| KnownPiece {
                    name: piece.name.clone(),
                    letter: piece.letter,
                    drawing: drawing_of(rules, index),
                    moves: row.notation.clone(),
                });
            }
        }
        pieces.into_values().collect()
    }

    /// These variants without `name`, if it is not built in.
    pub fn without(&self, name: &str) -> Self {
        let mut variants = self.clone();
        let mut place = 0;
        variants.entries.retain(|entry| {
            place += 1;
            place <= self.built_in || entry.name() != name
        });
        variants
    }
}

impl Design {
    /// A design without changes, on the variant `parent`, which gives it all of its rules. `None` if there is no such variant.
    pub fn on(parent: &str, variants: &Variants) -> Option<Self> {
        let entry = variants.entry(parent)?;
        Some(Self { parent: Some(parent.to_owned()), ..Self::of_entry(entry) })
    }

    /// The design of a variant that is not built in. `None` if there is no such variant.
    pub fn of(name: &str, variants: &Variants) -> Option<Self> {
        variants.own_names().find(|own| *own == name)?;
        let entry = variants.entry(name)?;
        let sections = sections::split(&entry.section, &mut Faults::new(""));
        let entries = sections.iter().flat_map(|section| &section.entries);
        let is_made = |key: &str| Key::named(key).is_some_and(|key| MADE.contains(&key));
        let others = entries.filter(|entry| PieceKey::named(entry.key).is_none() && !is_made(entry.key));
        let others = others.map(|&Entry { key, value, .. }| (key.to_owned(), value.to_owned())).collect();
        let mut entries = sections.iter().flat_map(|section| &section.entries);
        let gives_promotion = entries.any(|entry| entry.key == Key::promotionPieceTypes.name());
        let design = Self::of_entry(entry);
        let can_be_chosen = design.pieces.iter().filter(|piece| piece.can_be_promotion()).count();
        let is_promotion_chosen = gives_promotion && design.promotion.len() < can_be_chosen;
        Some(Self { parent: entry.parent.clone(), others, is_promotion_chosen, ..design })
    }

    fn of_entry(entry: &LoadedVariant) -> Self {
        let (settings, rules, start) = (&entry.settings, &entry.definition.rules, &entry.definition.start);
        let value_of = |key: Key| settings.given(key).cloned().or_else(|| values::default_of(key.row()));
        let rooks = match value_of(Key::castlingRookPieces) {
            Some(Value::Pieces(keys)) => keys,
            _ => Vec::new(),
        };
        let pieces = settings.pieces.iter().zip(&rules.pieces).enumerate().map(|(index, (row, piece))| {
            let double_step = row.key == PieceKey::PAWN && rules_have_double_step(settings);
            DesignPiece {
                key: row.key,
                letter: row.letter,
                name: piece.name.clone(),
                drawing: drawing_of(rules, index),
                moves: row.notation.clone() + if double_step { DOUBLE_STEP } else { "" },
                value: piece.value,
                is_pawn: rules.pawns.contains(&PieceKind::from_index(index)),
                castles: rooks.contains(&row.key),
            }
        });
        let fen = match value_of(Key::startFen) {
            Some(Value::Fen(fen)) => fen,
            _ => FEN.to_owned(),
        };
        let first = rules.promotion.region.white.into_iter().map(|square| square.rank() + 1).min();
        let mut design = Self {
            name: rules.name.clone(),
            parent: None,
            files: rules.files,
            ranks: rules.ranks,
            pieces: pieces.collect(),
            promotion: rules.promotion.to.iter().map(|kind| kind.index()).collect(),
            is_promotion_chosen: false,
            promotion_rank: first.unwrap_or(rules.ranks),
            missing: rules.missing,
            start: start.pieces.iter().map(|(s, piece)| (*s, (piece.color, piece.kind.index()))).collect(),
            castling: rules.castling.is_some(),
            double_step: rules_have_double_step(settings),
            en_passant: !rules.en_passant_region.is_empty(),
            rules: Vec::new(),
            fen,
            others: Vec::new(),
        };
        design.rules =
            RULES.iter().map(|row| row.chosen(settings, |text| design.fill(text), design.checks())).collect();
        design
    }

    /// The field of the FEN with the checks that each side must give; empty if there is none.
    fn checks(&self) -> &str {
        self.fen.split_whitespace().skip(4).find(|field| field.contains('+')).unwrap_or_default()
    }

    /// The forms of all rules that have one of the table.
    fn choices(&self) -> impl Iterator<Item = (usize, &'static RuleRow, &'static RuleChoice)> {
        let rows = RULES.iter().zip(&self.rules).enumerate();
        rows.filter_map(|(index, (row, choice))| Some((index, row, row.choices.get((*choice)?)?)))
    }

    /// The keys of a choice with their values for this design.
    fn keys_of(&self, choice: &RuleChoice) -> impl Iterator<Item = (Key, String)> {
        choice.keys.iter().map(|&(key, text)| (key, self.fill(text)))
    }

    /// A value with its placeholder replaced.
    fn fill(&self, text: &str) -> String {
        let letters = |is_wanted: fn(&DesignPiece) -> bool| {
            let letters: String =
                self.pieces.iter().filter(|piece| is_wanted(piece)).map(|piece| piece.letter).collect();
            if letters.is_empty() { "-".to_owned() } else { letters }
        };
        match text {
            "{king}" => letters(DesignPiece::is_royal),
            "{pawns}" => letters(|piece| piece.is_pawn),
            "{all}" => letters(|_| true),
            "{middle}" => {
                let middle = |count: u8| (count - 1) / 2..=count / 2;
                let squares = middle(self.ranks)
                    .flat_map(|rank| middle(self.files).map(move |file| Square::new(file, rank)));
                squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
            }
            "{last}" => format!("*{}", self.ranks),
            "{first}" => "*1".to_owned(),
            text => text.to_owned(),
        }
    }

    /// Gives the board another size. Black's pieces and the missing squares of the upper half keep their distance to the last
    /// rank. Pieces beyond the board are removed. With another number of ranks, pawns promote on the last one.
    pub fn set_size(&mut self, files: u8, ranks: u8) {
        let (old, new) = (self.ranks, ranks);
        let moved = |square: Square, keeps_rank: bool| {
            let rank = if keeps_rank { square.rank() } else { (square.rank() + new).checked_sub(old)? };
            (square.file() < files && rank < new).then(|| Square::new(square.file(), rank))
        };
        let start = std::mem::take(&mut self.start).into_iter();
        let start =
            start.filter_map(|(square, piece)| Some((moved(square, piece.0 == Color::White)?, piece)));
        self.start = start.collect();
        let missing = self.missing.into_iter().filter_map(|square| moved(square, square.rank() < old / 2));
        self.missing = missing.filter(|square| !self.start.contains_key(square)).collect();
        (self.files, self.ranks) = (files, ranks);
        if new != old {
            self.promotion_rank = new;
        }
    }

    /// Whether a piece of the start castles with the king.
    pub fn can_castle(&self) -> bool {
        self.start.values().any(|(_, piece)| self.pieces.get(*piece).is_some_and(|piece| piece.castles))
    }

    fn castles(&self) -> bool {
        self.castling && self.can_castle()
    }

    /// Adds a known piece, with its usual letter and name if no other piece has them. Returns its index, or `None` if there are
    /// too many pieces.
    pub fn add_piece(&mut self, known: &KnownPiece) -> Option<usize> {
        let is_free = |letter: &char| self.pieces.iter().all(|piece| piece.letter != *letter);
        let letter = Some(known.letter).filter(is_free).or_else(|| self.letter_for(&known.name, None))?;
        let piece = DesignPiece {
            key: self.free_key()?,
            letter,
            name: self.free_name(&known.name),
            drawing: known.drawing.clone(),
            moves: known.moves.clone(),
            value: None,
            is_pawn: false,
            castles: false,
        };
        self.pieces.push(piece);
        Some(self.pieces.len() - 1)
    }

    /// A letter for a piece of this name that only the piece with the index `own` may have: one of the name if it is free.
    pub fn letter_for(&self, name: &str, own: Option<usize>) -> Option<char> {
        let others = self.pieces.iter().enumerate().filter(|(index, _)| Some(*index) != own);
        let taken: Vec<_> = others.map(|(_, piece)| piece.letter).collect();
        let letters = name.chars().map(|letter| letter.to_ascii_lowercase());
        letters.filter(char::is_ascii_lowercase).chain('a'..='z').find(|letter| !taken.contains(letter))
    }

    /// `name`, or if another piece has it the name with a number.
    fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| self.pieces.iter().all(|piece| piece.name != *name);
        let numbered = (2..100).map(|number| format!("{name}{number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }

    fn free_key(&self) -> Option<PieceKey> {
        (1..=super::pieces::MAX_CUSTOM)
            .map(PieceKey::Custom)
            .find(|key| self.pieces.iter().all(|piece| piece.key != *key))
    }

    /// Removes the piece with this index, and all that stand in the start position.
    pub fn remove_piece(&mut self, index: usize) {
        if index >= self.pieces.len() {
            return;
        }
        self.pieces.remove(index);
        let shifted = |piece: usize| piece - usize::from(piece > index);
        self.promotion.retain(|piece| *piece != index);
        self.promotion.iter_mut().for_each(|piece| *piece = shifted(*piece));
        self.start.retain(|_, (_, piece)| *piece != index);
        self.start.values_mut().for_each(|(_, piece)| *piece = shifted(*piece));
    }

    /// Sets the Betza notation of the piece with this index. A piece with a key of its own becomes a `customPiece`.
    pub fn set_moves(&mut self, index: usize, moves: &str) {
        let custom = self.free_key();
        let Some(piece) = self.pieces.get_mut(index).filter(|piece| piece.moves != moves) else { return };
        if matches!(piece.key, PieceKey::BuiltIn(_)) && !piece.is_royal() {
            let Some(key) = custom else { return };
            piece.key = key;
        }
        moves.clone_into(&mut piece.moves);
    }

    /// Makes the piece with this index the king, in place of another one, or no king any more.
    pub fn set_royal(&mut self, index: usize, royal: bool) {
        let keys = (self.free_key(), self.pieces.iter().position(DesignPiece::is_royal));
        let (Some(custom), before) = keys else { return };
        if let Some(before) = before {
            self.pieces[before].key = custom;
        }
        if let Some(piece) = self.pieces.get_mut(index).filter(|_| royal) {
            (piece.key, piece.is_pawn, piece.castles) = (PieceKey::KING, false, false);
            self.promotion.retain(|piece| *piece != index);
        }
    }

    /// Sets whether pieces have initial moves. That of the pawn is shown in its notation.
    pub fn set_double_step(&mut self, on: bool) {
        self.double_step = on;
        for piece in self.pieces.iter_mut().filter(|piece| piece.key == PieceKey::PAWN) {
            piece.moves = piece.moves.replace(DOUBLE_STEP, "") + if on { DOUBLE_STEP } else { "" };
        }
    }

    /// Reads the section that the design makes. A known variant may have its name.
    pub fn check(&self, variants: &Variants) -> CheckedDesign {
        let variants = &variants.without(&self.name);
        // The castling field is made from the rules, so the section is read without one first.
        let mut lines = self.lines(variants, "-");
        let (read, faults, _) = variants.parse("", &text(&lines), false);
        if faults.list.is_empty()
            && let Some(entry) = read.entry(&self.name)
        {
            let rules = &entry.definition.rules;
            let setup = Setup::at_start(entry.definition.start.pieces.clone());
            let field = fen::format_castling(rules, &setup);
            lines = self.lines(variants, &field);
        }
        let text = text(&lines);
        let mut faults = self.own_faults(variants);
        let has_clash = faults.iter().any(|(_, fault)| matches!(fault, Fault::SameLetter { .. }));
        let variant = match variants.with_file("", &text) {
            Ok(read) if faults.is_empty() => read.get(&self.name).ok_or_else(Vec::new),
            Ok(_) => Err(faults),
            Err(error) => {
                // Two equal letters make many lines faulty.
                let counts = |fault: &LineFault| !has_clash || matches!(fault, LineFault::Moves { .. });
                let of_lines = error.0.into_iter().filter(|fault| counts(&fault.fault));
                faults.extend(of_lines.map(|VariantFileFault { line, fault, .. }| {
                    let place = lines.get(line.saturating_sub(1)).map_or(Place::Other, |(place, _)| *place);
                    (place, Fault::OfLine(fault))
                }));
                Err(faults)
            }
        };
        CheckedDesign { text, variant }
    }

    /// Faults that the design finds without the reader of variant files: two pieces with one letter, custom pieces without
    /// moves, and pawns without a piece to promote to. A variant file may have the last two, but a new game should not.
    fn own_faults(&self, variants: &Variants) -> Vec<(Place, Fault)> {
        let is_custom = |piece: &DesignPiece| matches!(piece.key, PieceKey::Custom(_));
        let still = self.pieces.iter().enumerate().filter(|(_, p)| is_custom(p) && p.moves.is_empty());
        let still = still.map(|(index, _)| (Place::Piece(index), Fault::NoMoves));
        let letters: BTreeSet<_> = self.pieces.iter().map(|piece| piece.letter).collect();
        let clashes = letters.into_iter().filter_map(|letter| {
            let pieces = self.pieces.iter().filter(|piece| piece.letter == letter);
            let names: Vec<_> = pieces.map(|piece| piece.name.clone()).collect();
            (names.len() > 1).then_some((Place::Pieces, Fault::SameLetter { letter, names }))
        });
        let promotion = (self.promotion.is_empty() && self.promotes(variants))
            .then_some((Place::Promotion, Fault::NoPromotion));
        still.chain(clashes).chain(promotion).collect()
    }

    /// Whether pawns become pieces in the parent, and neither the pieces nor the rules of this design prevent it.
    fn promotes(&self, variants: &Variants) -> bool {
        let parent = self.parent.as_deref().and_then(|parent| variants.rules(parent));
        let has_pawns = self.pieces.iter().any(|piece| piece.is_pawn);
        let is_race = self.choices().any(|(_, _, choice)| choice.ends_promotion);
        has_pawns && !is_race && parent.is_some_and(|parent| !parent.promotion.to.is_empty())
    }

    /// Whether pawns become a piece that is added: they become nothing yet, or the player has not chosen what they become.
    pub fn promotes_to_new(&self, variants: &Variants) -> bool {
        (self.promotion.is_empty() || !self.is_promotion_chosen) && self.promotes(variants)
    }

    /// The lines of the section with their places. `castling` is the field of the FEN.
    fn lines(&self, variants: &Variants, castling: &str) -> Vec<(Place, String)> {
        let parent = self.parent.as_deref().and_then(|parent| variants.entry(parent));
        let base = parent.map(|parent| Self::of_entry(parent));
        let settings = parent.map(|parent| parent.settings.clone()).unwrap_or_default();
        let mut lines = Lines { list: Vec::new(), design: self };
        match &self.parent {
            Some(parent) => lines.add(Place::Name, format!("[{}:{parent}]", self.name)),
            None => lines.add(Place::Name, format!("[{}]", self.name)),
        }
        // The defaults of the keys.
        let default = || Self {
            files: 8,
            ranks: 8,
            pieces: Vec::new(),
            promotion: Vec::new(),
            promotion_rank: 8,
            castling: true,
            double_step: true,
            en_passant: true,
            rules: vec![Some(0); RULES.len()],
            ..self.clone()
        };
        let base = base.unwrap_or_else(default);
        let has_new_size = (self.files, self.ranks) != (base.files, base.ranks);
        lines.change(Place::Size, Key::maxFile, base.files, self.files);
        lines.change(Place::Size, Key::maxRank, base.ranks, self.ranks);
        lines.pieces(&base);
        lines.rules(&base, &settings, has_new_size);
        lines.choices(&base, &settings);
        let is_kept = |key: Key| {
            let is_chosen = self.choices().any(|(_, row, _)| row.has_key(key));
            !is_chosen && (self.castles() || !CASTLING_SQUARES.contains(&key))
        };
        for (key, value) in self.others.iter().filter(|(key, _)| Key::named(key).is_none_or(is_kept)) {
            lines.add(Place::Other, format!("{key} = {value}"));
        }
        let mut fields: Vec<_> = self.fen.split_whitespace().map(str::to_owned).collect();
        let board = self.board();
        match &mut fields[..] {
            [pieces, _, rights, ..] => {
                *pieces = board;
                castling.clone_into(rights);
            }
            _ => fields = vec![format!("{board} w {castling} - 0 1")],
        }
        if let Some((_, _, choice)) = self.choices().find(|(_, row, _)| row.has_checks()) {
            fields.retain(|field| !field.contains('+'));
            if !choice.checks.is_empty() {
                fields.insert(fields.len().min(4), choice.checks.to_owned());
            }
        }
        lines.add(Place::Start, format!("startFen = {}", fields.join(" ")));
        lines.list
    }

    /// The pieces of the start as in a FEN.
    fn board(&self) -> String {
        let letter = |square: Square| {
            if self.missing.contains(square) {
                return Some('*');
            }
            let (color, piece) = self.start.get(&square)?;
            let letter = self.pieces.get(*piece)?.letter;
            Some(if *color == Color::White { letter.to_ascii_uppercase() } else { letter })
        };
        let row = |rank| fen::format_row((0..self.files).map(|file| letter(Square::new(file, rank))));
        (0..self.ranks).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// Keys of the pieces for which `is_wanted` is true.
    fn keys(&self, is_wanted: fn(&DesignPiece) -> bool) -> BTreeSet<PieceKey> {
        self.pieces.iter().filter(|piece| is_wanted(piece)).map(|piece| piece.key).collect()
    }

    fn has_initial_move(&self) -> bool {
        self.double_step && self.pieces.iter().any(|piece| piece.moves.contains('i'))
    }

    fn has_promotion(&self) -> bool {
        self.pieces.iter().any(|piece| piece.is_pawn) && !self.promotion.is_empty()
    }

    /// The squares of the pieces of a side for which `is_wanted` is true.
    fn squares(&self, color: Color, is_wanted: fn(&DesignPiece) -> bool) -> Vec<Square> {
        let is_wanted = |piece: usize| self.pieces.get(piece).is_some_and(is_wanted);
        let start = self.start.iter().filter(|(_, (side, piece))| *side == color && is_wanted(*piece));
        start.map(|(&square, _)| square).collect()
    }
}

/// Lines of a section with their places.
struct Lines<'d> {
    list: Vec<(Place, String)>,
    design: &'d Design,
}

impl Lines<'_> {
    fn add(&mut self, place: Place, line: String) {
        self.list.push((place, line));
    }

    fn key(&mut self, place: Place, key: Key, value: impl std::fmt::Display) {
        self.add(place, format!("{} = {value}", key.name()));
    }

    /// Adds a line if the value of the design differs from that of the parent.
    fn change<T: PartialEq + std::fmt::Display>(&mut self, place: Place, key: Key, old: T, new: T) {
        if old != new {
            self.key(place, key, new);
        }
    }

    /// The pieces that differ from those of the parent, and their names and values.
    fn pieces(&mut self, base: &Design) {
        let design = self.design;
        let known = |key: PieceKey| base.pieces.iter().find(|piece| piece.key == key);
        for piece in &base.pieces {
            if design.pieces.iter().all(|other| other.key != piece.key) {
                self.add(Place::Pieces, format!("{} = -", piece.key.key()));
            }
        }
        let (mut names, mut drawings, mut values) = (String::new(), String::new(), String::new());
        for (index, piece) in design.pieces.iter().enumerate() {
            let old = known(piece.key);
            let takes_notation = matches!(piece.key, PieceKey::Custom(_)) || piece.is_royal();
            // A piece of the parent would vanish without a word if another one took over its letter.
            let is_clash = |(other, row): (usize, &DesignPiece)| other != index && row.letter == piece.letter;
            let has_clash = design.pieces.iter().enumerate().any(is_clash);
            let differs =
                |old: &DesignPiece| old.letter != piece.letter || takes_notation && old.moves != piece.moves;
            let is_new = has_clash || old.is_none_or(differs);
            if is_new {
                let (key, letter, moves) = (piece.key.key(), piece.letter, &piece.moves);
                let notation = if takes_notation { format!(":{moves}") } else { String::new() };
                self.add(Place::Piece(index), format!("{key} = {letter}{notation}"));
            }
            let has_new_name = old.is_none_or(|old| old.name != piece.name) || is_new && takes_notation;
            if has_new_name && !piece.name.is_empty() {
                // Writing to a string cannot fail.
                let _ = write!(names, " {}:{}", piece.letter, piece.name.replace(' ', "_"));
            }
            let drawing = |piece: &DesignPiece| piece.drawing.clone();
            if piece.drawing != old.and_then(drawing) {
                let _ =
                    write!(drawings, " {}:{}", piece.letter, piece.drawing.as_ref().unwrap_or(&piece.name));
            }
            if let Some(value) = piece.value.filter(|_| old.is_none_or(|old| old.value != piece.value)) {
                let _ = write!(values, " {}:{}", piece.letter, f64::from(value) / 1000.0);
            }
        }
        for (key, pairs) in
            [(Key::xPieceNames, names), (Key::xPieceDrawings, drawings), (Key::xPieceValues, values)]
        {
            if !pairs.is_empty() {
                self.key(Place::Pieces, key, pairs.trim_start());
            }
        }
    }

    /// The letters of the pieces with these indices, or `-`.
    fn letters(&self, pieces: impl Iterator<Item = usize>) -> String {
        let letters: String =
            pieces.filter_map(|index| Some(self.design.pieces.get(index)?.letter)).collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    }

    fn letters_of(&self, is_wanted: fn(&DesignPiece) -> bool) -> String {
        self.letters((0..self.design.pieces.len()).filter(|&index| is_wanted(&self.design.pieces[index])))
    }

    fn rules(&mut self, base: &Design, settings: &Settings, has_new_size: bool) {
        let design = self.design;
        let has_new_pieces = design.keys(|_| true) != base.keys(|_| true);
        let pawns = |design: &Design| design.keys(|piece| piece.is_pawn);
        if pawns(design) != pawns(base) {
            let letters = self.letters_of(|piece| piece.is_pawn);
            self.key(Place::Promotion, Key::pawnTypes, &letters);
            let given = [Key::promotionPawnTypes, Key::enPassantTypes, Key::nMoveRuleTypes].into_iter();
            for key in given.filter(|&key| settings.given(key).is_some()) {
                self.key(Place::Promotion, key, &letters);
            }
        }
        let becomes = |design: &Design| -> Vec<PieceKey> {
            design.promotion.iter().filter_map(|&index| Some(design.pieces.get(index)?.key)).collect()
        };
        let has_pawns = !pawns(design).is_empty();
        if has_pawns && (has_new_pieces || becomes(design) != becomes(base)) {
            let letters = self.letters(design.promotion.iter().copied());
            self.key(Place::Promotion, Key::promotionPieceTypes, letters);
        }
        if design.has_promotion() && (has_new_size || design.promotion_rank != base.promotion_rank) {
            let (first, ranks) = (design.promotion_rank, design.ranks);
            self.key(Place::Promotion, Key::promotionRegionWhite, region(first..=ranks));
            self.key(Place::Promotion, Key::promotionRegionBlack, region(1..=ranks + 1 - first.min(ranks)));
        }
        self.change(Place::DoubleStep, Key::doubleStep, base.double_step, design.double_step);
        let homes = |design: &Design| {
            Color::ALL.map(|color| {
                let squares = design.squares(color, |piece| piece.moves.contains('i'));
                squares.iter().map(|square| square.rank() + 1).collect::<BTreeSet<_>>()
            })
        };
        if design.has_initial_move() && (has_new_size || homes(design) != homes(base)) {
            let keys = [Key::doubleStepRegionWhite, Key::doubleStepRegionBlack];
            for (key, ranks) in keys.into_iter().zip(homes(design)) {
                self.key(Place::DoubleStep, key, region(ranks));
            }
        }
        let is_inherited = has_new_size && settings.given(Key::enPassantRegion).is_some();
        if design.has_initial_move() && (design.en_passant != base.en_passant || is_inherited) {
            let last = if design.en_passant { design.ranks } else { 0 };
            self.key(Place::DoubleStep, Key::enPassantRegion, region(1..=last));
        }
        let is_own = design.others.iter().any(|(key, _)| key == Key::xShuffle.name());
        let is_shuffled = settings.given(Key::xShuffle).is_some() && !is_own;
        if is_shuffled && (has_new_size || has_new_pieces || design.board() != base.board()) {
            // The squares of the parent are no longer those of the start.
            self.key(Place::Start, Key::xShuffle, "-");
        }
        for (place, key) in
            [(Place::Promotion, Key::xPromotionSquares), (Place::DoubleStep, Key::xInitialSquares)]
        {
            if has_new_size && settings.given(key).is_some() {
                // The squares are those of the parent's board.
                self.key(place, key, "-");
            }
        }
        self.castling(base, settings, has_new_size);
    }

    /// The keys of the chosen rules that differ from those of the parent.
    fn choices(&mut self, base: &Design, settings: &Settings) {
        for (index, _, choice) in self.design.choices() {
            let is_new = base.rules.get(index) != self.design.rules.get(index);
            let old = base.keys_of(choice).map(|(_, value)| value);
            for ((key, value), old) in self.design.keys_of(choice).zip(old) {
                let given = || settings.given(key).cloned().or_else(|| values::default_of(key.row()));
                if old != value || is_new && given() != settings.parse(key, &value).ok() {
                    self.key(Place::Rule(index), key, value);
                }
            }
        }
    }

    fn castling(&mut self, base: &Design, settings: &Settings, has_new_size: bool) {
        let design = self.design;
        self.change(Place::Castling, Key::castling, base.castling, design.castles());
        if !design.castles() {
            return;
        }
        let rooks = |design: &Design| design.keys(|piece| piece.castles);
        if rooks(design) != rooks(base) {
            let letters = self.letters_of(|piece| piece.castles);
            self.key(Place::Castling, Key::castlingRookPieces, letters);
        }
        let homes = |design: &Design| {
            Color::ALL.map(|color| design.squares(color, |piece| piece.castles || piece.is_royal()))
        };
        let is_as_before = base.castling && !has_new_size && homes(design) == homes(base);
        let is_square = |key: &str| Key::named(key).is_some_and(|key| CASTLING_SQUARES.contains(&key));
        let has_steps = matches!(settings.given(Key::xCastlingSteps), Some(Value::Number(1..)))
            || design.others.iter().any(|(key, _)| is_square(key));
        if !is_as_before && !has_steps {
            self.key(Place::Castling, Key::xCastlingSteps, 2);
        }
    }
}

/// Name of the drawing of the piece with this index, if that is not the name of the piece.
fn drawing_of(rules: &Rules, index: usize) -> Option<String> {
    let name = rules.drawing(PieceKind::from_index(index));
    (name != rules.pieces[index].name).then(|| name.to_owned())
}

fn rules_have_double_step(settings: &Settings) -> bool {
    !matches!(settings.given(Key::doubleStep), Some(Value::Flag(false)))
}

/// A region of these ranks.
fn region(ranks: impl IntoIterator<Item = u8>) -> String {
    let ranks: Vec<_> = ranks.into_iter().map(|rank| format!("*{rank}")).collect();
    if ranks.is_empty() { "-".to_owned() } else { ranks.join(" ") }
}

fn text(lines: &[(Place, String)]) -> String {
    lines.iter().flat_map(|(_, line)| [line.as_str(), "\n"]).collect()
}
