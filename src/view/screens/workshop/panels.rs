//! Panels in the place of the selected piece: the known pieces, the letters of the notation, the variants to begin with.

use super::layout::{DRAWING, heading, note, piece_width};
use super::letters::LETTERS;
use super::{Message, Panel, WorkshopScreen};
use crate::game::description::describe_moves;
use crate::game::workshop::{Edit, name_of};
use crate::notation::variants_ini::design::KnownPiece;
use crate::rules::{Color, betza};
use crate::view::form::PAGE;
use crate::view::scene::{Item, Sprite};
use crate::view::screen::Env;
use crate::view::text::capitalized;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, field, list, picture};
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};

/// The name of a piece of the player's own, which is to be changed.
const OWN: &str = "my-piece";

/// A piece that can be added.
pub(super) struct Candidate {
    pub piece: KnownPiece,
    title: String,
    words: String,
    /// Other names of a piece with the same moves.
    others: String,
}

impl WorkshopScreen {
    /// The panel that replaces the selected piece, if one is open.
    pub(super) fn open_panel(&self, env: &Env) -> Option<Node<Message>> {
        let (title, rows) = match self.panel {
            Panel::Piece | Panel::Letters => return None,
            Panel::Palette => ("Add a piece", self.palette()),
            Panel::Drawings => ("Choose a drawing", self.drawings(piece_width(env.design_size().0))),
            Panel::Parents => ("Begin with a game", self.parents(env)),
        };
        let back = button("Back", Message::Show(Panel::Piece)).height(PAGE.button).width(90.0).rigid();
        let head = row([heading(title).fill(1.0), back]).align_center();
        let search = field(self.search.clone(), Message::Search).named("Search by name").keyed("search");
        let hint = note("Search, or type a new name: Enter adds the first piece of the list.");
        let search = column([search.height(PAGE.button), hint]).gap(2.0).when(self.panel == Panel::Palette);
        Some(column([head, search, list(rows).keyed(title).fill(1.0)]).gap(PAGE.gap))
    }

    fn palette(&self) -> Vec<Node<Message>> {
        self.candidates().into_iter().map(|row| column([known(row), space().height(6.0)])).collect()
    }

    /// The pieces that can be added, as far as the searched text is in one of their names. Pieces with the same moves are one. A
    /// piece of the player's own gets the searched text as its name.
    pub(super) fn candidates(&self) -> Vec<Candidate> {
        let (design, search) = (self.workshop.design(), name_of(&self.search.text()));
        let is_new = |piece: &KnownPiece| design.pieces.iter().all(|other| other.name != piece.name);
        let mut found: Vec<Candidate> = Vec::new();
        for piece in self.workshop.variants().known_pieces().into_iter().filter(is_new) {
            let words = betza::parse(&piece.moves).map(|moves| describe_moves(&moves)).unwrap_or_default();
            let title = piece.name.replace('-', " ");
            match found.iter_mut().find(|other| other.words == words) {
                Some(other) if other.others.is_empty() => other.others = title,
                Some(other) => other.others += &format!(", {title}"),
                None => {
                    let others = piece.other_names().to_owned();
                    found.push(Candidate { title: capitalized(&title), words, others, piece });
                }
            }
        }
        let names = |row: &Candidate| name_of(&format!("{} {}", row.title, row.others));
        found.retain(|row| names(row).contains(&search));

        let (name, title) = match search.as_str() {
            "" => (OWN.to_owned(), "A piece of your own".to_owned()),
            _ => {
                (self.search.text().trim().to_owned(), format!("A piece of your own: {}", self.search.text()))
            }
        };
        let letter = self.workshop.design().letter_for(&name, None).unwrap_or('x');
        let drawing = Some(name_of(&name)).filter(|drawing| *drawing != name);
        let piece = KnownPiece { name, letter, drawing, moves: String::new() };
        let words = "You choose name, letter and moves.".to_owned();
        // Enter adds the first row, which must not be a piece that only has a name like the one that was typed.
        let is_search = |name: &str| !search.is_empty() && name_of(name) == search;
        let is_meant = |row: &Candidate| row.others.split(", ").chain([row.title.as_str()]).any(is_search);
        found.sort_by_key(|row| !is_meant(row));
        let place = found.partition_point(is_meant);
        found.insert(place, Candidate { piece, title, words, others: String::new() });
        found
    }

    /// The letters of the moves, in this number of columns.
    pub(super) fn letters(&self, columns: usize) -> Vec<Node<Message>> {
        let intro = "Press letters to add them to the moves. Several together make a piece: RN moves like a rook or a knight.";
        let letter = |&(letters, meaning): &(&'static str, &str)| {
            let add = button(letters, Message::Append(letters)).height(26.0).width(76.0).rigid();
            let words = paragraph(meaning).sized(PAGE.small).middle();
            row([add, words.fill(1.0)]).gap(8.0).align_center().fill(1.0)
        };
        let rows = LETTERS.chunks(columns).map(|letters| row(letters.iter().map(letter)).gap(12.0));
        [note(intro)].into_iter().chain(rows).collect()
    }

    fn parents(&self, env: &Env) -> Vec<Node<Message>> {
        let intro = "All rules of the game that you choose are yours to change. Your changes so far are replaced; Undo brings them \
                     back.";
        let intro = column([paragraph(intro).ink(Ink::Soft).sized(PAGE.small), space().height(6.0)]);
        let parent = self.workshop.design().parent.clone();
        let rows = env.levels.iter().filter(|level| !level.is_own()).map(|level| {
            let name = level.position.variant().rules().name.clone();
            let is_chosen = parent.as_ref() == Some(&name);
            let choose = button(&level.title, Message::Edit(Edit::Parent(name))).primary(is_chosen);
            let choose = choose.height(28.0).width(220.0).rigid();
            let words = note(level.description.to_owned()).fill(1.0);
            column([row([choose, words]).gap(10.0).align_center(), space().height(4.0)])
        });
        let strip = button("Empty", Message::Edit(Edit::Strip)).height(28.0).width(220.0).rigid();
        let words = note("The game that is chosen now, with the king and pawns only.").fill(1.0);
        let strip = column([row([strip, words]).gap(10.0).align_center(), space().height(4.0)]);
        [intro, strip].into_iter().chain(rows).collect()
    }
}

/// A row of the palette.
fn known(row_of_list: Candidate) -> Node<Message> {
    let Candidate { piece, title, words, others } = row_of_list;
    let words = if others.is_empty() { words } else { format!("{words} Also: {}.", others) };
    let name = piece.drawing.as_ref().unwrap_or(&piece.name).clone();
    let letter = piece.letter.to_ascii_uppercase();
    let drawing = picture(move |pen, rect, _| {
        let (name, square) = (name.clone(), None);
        let sprite = Sprite { name, letter, color: Color::White, square, rect, alpha: u8::MAX };
        pen.items.push(Item::Sprite(sprite));
    });
    let drawing = drawing.width(DRAWING).height(DRAWING).rigid();
    let words = column([text(title.clone()).bold().sized(PAGE.text), note(words)]).gap(1.0);
    row([drawing, words.fill(1.0)])
        .gap(10.0)
        .padded(8.0, 4.0)
        .align_center()
        .surface(Surface::Row)
        .as_button(&title, Message::Edit(Edit::Add(piece)))
        .keyed(title)
}
