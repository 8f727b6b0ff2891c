//! The workshop: a variant that the player makes, changed step by step, with undo. The reader of variant files finds its faults.

use std::cmp::Reverse;
use std::mem::Discriminant;
use std::sync::Arc;

use crate::engine::piece_value;
use crate::notation::variants_ini::Variants;
use crate::notation::variants_ini::choices::RULES;
use crate::notation::variants_ini::design::{
    CheckedDesign, Design, DesignPiece, Fault, KnownPiece, Place, SIDES,
};
use crate::rules::{Bitboard, Color, PieceType, Square, Variant, betza};

/// Maximum number of undo steps that are stored.
const MAX_UNDO: usize = 500;
/// Longest title of a variant, in characters.
pub const MAX_TITLE: usize = 40;

/// A change of the design. Pieces are given by their indices.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Renames the variant.
    Title(String),
    /// Begins anew with this variant as parent.
    Parent(String),
    /// Sets the numbers of files and ranks.
    Size(u8, u8),
    /// Adds a piece.
    Add(KnownPiece),
    /// Removes a piece.
    Remove(usize),
    /// Removes all pieces but the king and pawns.
    Strip,
    /// Renames a piece.
    Name(usize, String),
    /// Gives a piece the drawing of another name.
    Drawing(usize, String),
    /// Changes the letter of a piece.
    Letter(usize, char),
    /// Changes the Betza notation of a piece.
    Moves(usize, String),
    /// Changes the value of a piece, in thousandths of a pawn; `None` for the estimate.
    Value(usize, Option<i32>),
    /// Makes a piece royal or not.
    Royal(usize, bool),
    /// Lets the king castle with a piece or not.
    Castles(usize, bool),
    /// Makes a piece a pawn or not.
    Pawn(usize, bool),
    /// Lets pawns become a piece or not.
    Becomes(usize, bool),
    /// Puts a piece on a square, or empties it.
    Put {
        /// The square.
        square: Square,
        /// Side and index of the piece.
        piece: Option<(Color, usize)>,
        /// Whether the other side gets the same piece on the opposite square.
        mirror: bool,
    },
    /// Moves a piece of the start.
    Move {
        /// The square that it comes from.
        from: Square,
        /// The square that it goes to.
        to: Square,
        /// Whether the piece on the square opposite to `from` moves to the one opposite to `to`.
        mirror: bool,
    },
    /// Takes an empty square away from the board, or gives it back.
    Missing {
        /// The square.
        square: Square,
        /// Whether the square on the same file of the opposite rank changes with it.
        mirror: bool,
    },
    /// Empties the board.
    Clear,
    /// Sets the rank on which White's pawns promote, from 1.
    PromotionRank(u8),
    /// Switches castling on or off.
    Castling(bool),
    /// Switches initial moves on or off.
    DoubleStep(bool),
    /// Switches en passant on or off.
    EnPassant(bool),
    /// Chooses a form of a rule by the indices in [`RULES`].
    Rule(usize, usize),
}

/// A variant that is being made.
///
/// ```
/// use xxlchess::game::workshop::{Edit, Workshop};
/// use xxlchess::notation::variants_ini::Variants;
///
/// let mut workshop = Workshop::new("chess", Variants::built_in()).unwrap();
/// workshop.apply(Edit::Title("Quick chess".to_owned()));
/// workshop.apply(Edit::Castling(false));
/// assert_eq!(workshop.variant().unwrap().rules().name, "quick-chess");
/// assert!(workshop.undo() && workshop.text().starts_with("[quick-chess:chess]\nstartFen"));
/// ```
#[derive(Clone, Debug)]
pub struct Workshop {
    variants: Variants,
    design: Design,
    checked: CheckedDesign,
    undo: Vec<Design>,
    redo: Vec<Design>,
    /// The kind of the last change and its piece. Letters typed one after the other are one step.
    last: Option<(Discriminant<Edit>, usize)>,
    /// The design as it was opened or saved last.
    saved: Design,
}

impl Workshop {
    /// A new variant on `parent`. `None` if there is no such variant.
    pub fn new(parent: &str, variants: Variants) -> Option<Self> {
        let mut design = Design::on(parent, &variants)?;
        let name = |number| if number == 1 { "my-game".to_owned() } else { format!("my-game-{number}") };
        design.name = (1..).map(name).find(|name| variants.rules(name).is_none())?;
        Some(Self::of(design, variants))
    }

    /// The variant `name` of the player's own. `None` if there is no such variant.
    pub fn open(name: &str, variants: Variants) -> Option<Self> {
        Some(Self::of(Design::of(name, &variants)?, variants))
    }

    fn of(design: Design, variants: Variants) -> Self {
        let (checked, saved) = (design.check(&variants), design.clone());
        let (undo, redo) = (Vec::new(), Vec::new());
        Self { variants, design, checked, undo, redo, last: None, saved }
    }

    /// The design.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The variants that can be parents, and whose pieces are known.
    pub fn variants(&self) -> &Variants {
        &self.variants
    }

    /// The section of the variant file.
    pub fn text(&self) -> &str {
        &self.checked.text
    }

    /// The variant, if it has no fault.
    pub fn variant(&self) -> Option<&Arc<Variant>> {
        self.checked.variant.as_ref().ok()
    }

    /// The faults with their places.
    pub fn faults(&self) -> &[(Place, Fault)] {
        self.checked.variant.as_ref().err().map_or(&[], Vec::as_slice)
    }

    /// The first fault at a place.
    pub fn fault_at(&self, place: Place) -> Option<&Fault> {
        self.faults().iter().find(|(at, _)| *at == place).map(|(_, fault)| fault)
    }

    /// The value of a piece in thousandths of a pawn, given or estimated. `None` for a royal piece and for one whose moves have a
    /// fault.
    pub fn value(&self, index: usize) -> Option<i32> {
        value(&self.design, index)
    }

    /// Whether there are changes that are not saved.
    pub fn is_changed(&self) -> bool {
        self.design != self.saved
    }

    /// Notes that the design is saved, among `variants`.
    pub fn set_saved(&mut self, variants: Variants) {
        (self.variants, self.saved) = (variants, self.design.clone());
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is a step to make again.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Undoes the last step. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.undo.pop() else { return false };
        self.redo.push(std::mem::replace(&mut self.design, before));
        self.settle();
        true
    }

    /// Makes the step again that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.redo.pop() else { return false };
        self.undo.push(std::mem::replace(&mut self.design, after));
        self.settle();
        true
    }

    fn settle(&mut self) {
        self.last = None;
        self.checked = self.design.check(&self.variants);
    }

    /// Ends the step that can be undone, so that the next change is a step of its own also if it is of the same kind.
    pub fn end_step(&mut self) {
        self.last = None;
    }

    /// Replaces the design by the last variant of a file with this text, as one step.
    ///
    /// # Errors
    /// The first fault of the text in a sentence.
    pub fn import(&mut self, text: &str) -> Result<(), String> {
        let mut own = self.variants.clone();
        own_names(&self.variants).iter().for_each(|name| own = own.without(name));
        // A text may be that of a known variant. Its own parents count first.
        let read = own.with_file("the text", text).or_else(|_| self.variants.with_file("the text", text));
        let read = read.map_err(|error| error.0.first().map_or_else(String::new, ToString::to_string))?;
        let last = own_names(&read).pop().ok_or("There is no [variant] in the text.")?;
        let design = Design::of(&last, &read).ok_or("There is no [variant] in the text.")?;
        // The parents of the variant must be known here, too.
        if design.parent.as_ref().is_some_and(|parent| self.variants.rules(parent).is_none()) {
            return Err(format!("{last} has a parent of its own; save the text in a file instead"));
        }
        self.replace(design, None);
        Ok(())
    }

    fn replace(&mut self, design: Design, kind: Option<(Discriminant<Edit>, usize)>) {
        if design == self.design {
            return;
        }
        let before = std::mem::replace(&mut self.design, design);
        if kind.is_none() || self.last != kind {
            if self.undo.len() == MAX_UNDO {
                self.undo.remove(0);
            }
            self.undo.push(before);
        }
        self.redo.clear();
        self.settle();
        self.last = kind;
    }

    /// Why a change is not possible, in a sentence; `None` if it is.
    pub fn refusal(&self, edit: &Edit) -> Option<&'static str> {
        let design = &self.design;
        match edit {
            Edit::Size(files, ranks) if ![files, ranks].into_iter().all(|side| SIDES.contains(side)) => {
                Some("A board has 4 to 16 files and 4 to 16 ranks.")
            }
            Edit::PromotionRank(rank) if !(1..=design.ranks).contains(rank) => {
                Some("Pawns promote on a rank of the board.")
            }
            Edit::Add(piece) if design.clone().add_piece(piece).is_none() => {
                Some("There are too many pieces for another one.")
            }
            _ => None,
        }
    }

    /// Makes a change, unless there is a [refusal](Self::refusal). Unknown pieces change nothing.
    pub fn apply(&mut self, edit: Edit) {
        if self.refusal(&edit).is_some() {
            return;
        }
        let mut design = self.design.clone();
        let piece = match edit {
            Edit::Name(piece, _) | Edit::Letter(piece, _) | Edit::Moves(piece, _) | Edit::Value(piece, _) => {
                Some(piece)
            }
            Edit::Title(_) => Some(0),
            _ => None,
        };
        let kind = piece.map(|piece| (std::mem::discriminant(&edit), piece));
        if let Edit::Name(piece, _) = edit
            && self.last != kind
        {
            self.keep_drawing(&mut design, piece);
        }
        let changes_promotion = matches!(edit, Edit::Add(_) | Edit::Becomes(..) | Edit::Moves(..));
        change(&mut design, edit, &self.variants);
        if changes_promotion {
            // Pawns become the first of the pieces if the player of a game does not choose.
            let mut promotion = std::mem::take(&mut design.promotion);
            promotion.sort_by_key(|&index| Reverse(value(&design, index)));
            design.promotion = promotion;
        }
        self.replace(design, kind);
    }

    /// A piece with a name that has a drawing keeps it when it is renamed.
    fn keep_drawing(&self, design: &mut Design, piece: usize) {
        let known = self.variants.known_pieces();
        if let Some(piece) = design.pieces.get_mut(piece)
            && known.iter().any(|known| known.name == piece.name)
        {
            piece.drawing.get_or_insert(piece.name.clone());
        }
    }
}

fn value(design: &Design, index: usize) -> Option<i32> {
    let piece = design.pieces.get(index)?;
    let estimate = || {
        let moves = betza::parse(&piece.moves).ok().filter(|moves| !moves.is_empty() && !piece.is_royal())?;
        let (letter, name, value) = (piece.letter, piece.name.clone(), None);
        let row = PieceType { letter, name, moves, value };
        Some(piece_value::estimate(&row, piece.is_pawn, design.files, design.ranks))
    };
    piece.value.or_else(estimate)
}

fn own_names(variants: &Variants) -> Vec<String> {
    variants.own_names().map(str::to_owned).collect()
}

/// The name of a variant with this title, as in a file. It keeps the capitals but the first, which all titles have.
pub fn variant_name(title: &str) -> String {
    let mut letters = title.trim().chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect::<String>().replace(' ', "-")
}

/// A name without capitals and spaces, by which drawings and known pieces are found.
pub fn name_of(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace(' ', "-")
}

fn change(design: &mut Design, edit: Edit, variants: &Variants) {
    let mut with = |index: usize, change: &dyn Fn(&mut DesignPiece)| {
        if let Some(piece) = design.pieces.get_mut(index) {
            change(piece);
        }
    };
    match edit {
        Edit::Name(index, name) => {
            // The letter follows the name as long as it is the one that the program chooses.
            let letter = |name: &str| design.letter_for(name, Some(index));
            let old = design.pieces.get(index).map(|piece| piece.letter);
            let is_chosen = old != design.pieces.get(index).and_then(|piece| letter(&piece.name));
            let new = letter(&name).filter(|_| !is_chosen);
            if let Some(piece) = design.pieces.get_mut(index) {
                // A name with capitals or spaces has the drawing of the name without them.
                let is_plain = |drawing: &String| *drawing == name_of(&piece.name) && *drawing != piece.name;
                let kept = piece.drawing.clone().filter(|drawing| !is_plain(drawing));
                piece.drawing = kept.or_else(|| Some(name_of(&name))).filter(|drawing| *drawing != name);
                piece.letter = new.unwrap_or(piece.letter);
                piece.name = name;
            }
        }
        Edit::Drawing(piece, name) => with(piece, &|piece| {
            piece.drawing = Some(name.clone()).filter(|name| *name != piece.name);
        }),
        Edit::Letter(piece, letter) => with(piece, &|piece| piece.letter = letter),
        Edit::Value(piece, value) => with(piece, &|piece| {
            piece.value = value.map(|value| value.clamp(0, 1_000_000));
        }),
        Edit::Castles(piece, on) => with(piece, &|piece| piece.castles = on),
        Edit::Pawn(piece, on) => {
            with(piece, &|piece| piece.is_pawn = on);
            design.promotion.retain(|other| !on || *other != piece);
        }
        Edit::Title(title) => design.name = variant_name(&title),
        Edit::Parent(parent) => {
            if let Some(new) = Design::on(&parent, variants) {
                let name = std::mem::take(&mut design.name);
                *design = new;
                design.name = name;
            }
        }
        Edit::Size(files, ranks) => design.set_size(files, ranks),
        Edit::Add(known) => {
            let promotes = design.promotes_to_new(variants);
            let added = design.add_piece(&known);
            design.promotion.extend(added.filter(|_| promotes));
        }
        Edit::Strip => {
            for index in (0..design.pieces.len()).rev() {
                if !design.pieces[index].is_royal() && !design.pieces[index].is_pawn {
                    design.remove_piece(index);
                }
            }
        }
        Edit::Remove(piece) => design.remove_piece(piece),
        Edit::Moves(piece, moves) => {
            // A value of the earlier moves is none of the new ones.
            with(piece, &|piece| piece.value = piece.value.filter(|_| piece.moves == moves));
            design.set_moves(piece, &moves);
        }
        Edit::Royal(piece, on) => design.set_royal(piece, on),
        Edit::Becomes(piece, on) => {
            design.is_promotion_chosen = true;
            design.promotion.retain(|other| *other != piece);
            if on && piece < design.pieces.len() {
                design.promotion.push(piece);
            }
        }
        Edit::Put { square, piece, mirror } => {
            put(design, square, piece);
            if mirror {
                let opposite = piece.map(|(color, piece)| (!color, piece));
                let square = mirrored(design, square);
                put(design, square, opposite);
            }
        }
        Edit::Move { from, to, mirror } => {
            let steps = [(from, to), (mirrored(design, from), mirrored(design, to))];
            for (from, to) in steps.into_iter().take(1 + usize::from(mirror)) {
                if let Some(piece) = design.start.remove(&from) {
                    put(design, to, Some(piece));
                }
            }
        }
        Edit::Missing { square, mirror } => {
            let is_missing = design.missing.contains(square);
            let squares = [square, mirrored(design, square)];
            for square in squares.into_iter().take(1 + usize::from(mirror)) {
                design.start.remove(&square);
                if is_missing {
                    design.missing = design.missing.without(Bitboard::from_square(square));
                } else {
                    design.missing.insert(square);
                }
            }
        }
        Edit::Clear => design.start.clear(),
        Edit::PromotionRank(rank) => design.promotion_rank = rank,
        Edit::Castling(on) => design.castling = on,
        Edit::DoubleStep(on) => design.set_double_step(on),
        Edit::EnPassant(on) => design.en_passant = on,
        Edit::Rule(row, choice) => {
            let ends_promotion = RULES
                .get(row)
                .and_then(|row| row.choices.get(choice))
                .is_some_and(|choice| choice.ends_promotion);
            if ends_promotion {
                design.promotion.clear();
            }
            if let Some(rule) = design.rules.get_mut(row) {
                *rule = Some(choice);
            }
        }
    }
}

fn put(design: &mut Design, square: Square, piece: Option<(Color, usize)>) {
    match piece.filter(|(_, piece)| *piece < design.pieces.len()) {
        Some(piece) if square.file() < design.files && square.rank() < design.ranks => {
            design.missing = design.missing.without(Bitboard::from_square(square));
            design.start.insert(square, piece);
        }
        _ => {
            design.start.remove(&square);
        }
    }
}

/// The square opposite to `square`, on the same file.
fn mirrored(design: &Design, square: Square) -> Square {
    Square::new(square.file(), (design.ranks - 1).saturating_sub(square.rank()))
}
