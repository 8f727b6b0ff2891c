//! Layout of the workshop: three columns side by side, or pages in narrower windows.

use super::board::sprite;
use super::faults;
use super::{CLICKS, KEYS, Message, Panel, WorkshopScreen};
use crate::game::description::{describe, describe_moves, with_article};
use crate::game::material::format_value;
use crate::game::workshop::Edit;
use crate::notation::variants_ini::design::Place;
use crate::rules::variant::GameValue;
use crate::rules::{Color, PieceType};
use crate::view::form::PAGE;
use crate::view::input::{InputEvent, MouseButton};
use crate::view::screen::Env;
use crate::view::text::{capitalized, counted};
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, choice, cross, field, list, picture, switch};
use crate::view::widgets::keymap::binding;
use crate::view::widgets::node::{Ink, Surface, column, equal_row, paragraph, row, space, text};
use crate::view::widgets::piece_card::diagram::Diagram;

/// Width from which the three columns stand side by side, and from which the pieces stand beside the selected one.
const WIDTHS: (f32, f32) = (1100.0, 700.0);
/// Shares of the selected piece and of the rules in the width that the list leaves.
const SHARES: (f32, f32) = (1.1, 1.0);
/// Width of a scroll bar with its gap.
const SCROLL_BAR: f32 = 22.0;
/// Width of the list of pieces.
const PIECES: f32 = 232.0;
/// Edge of the drawing of a piece in a list.
pub(super) const DRAWING: f32 = 36.0;
/// Space around a column.
const PADDING: f32 = 14.0;
/// Largest edge of the diagram in three columns, and in fewer.
const DIAGRAM: (f32, f32) = (340.0, 280.0);
/// Height that the other parts of the selected piece need.
const AROUND_DIAGRAM: f32 = 490.0;
/// Height that the other parts of the selected piece need on a phone.
const AROUND_PHONE_DIAGRAM: f32 = 580.0;
/// Least edge of the diagram and of the start position on a phone, where each has a row of its own.
const LEAST_ON_PHONE: f32 = 150.0;
/// Largest edge of the diagram on a phone.
const PHONE_DIAGRAM: f32 = 400.0;
/// Height that the other parts around the start position need on a phone.
const AROUND_PHONE_BOARD: f32 = 345.0;
/// Height of a phone from which each page of the workshop has the buttons that play and save the game.
const TALL: f32 = 660.0;
/// Least number of squares of the diagram on each side of the piece, which can be clicked.
const REACH: i16 = 4;
/// Least edge of the diagram, and its edge above the letters.
const SMALL_DIAGRAM: f32 = 180.0;
/// Least width of a column of the letters.
const LETTERS: f32 = 210.0;
/// Largest edge of the board with the start position.
const START: f32 = 300.0;
/// Width of the column beside the board, with its size and buttons.
const BESIDE: f32 = 104.0;

/// Usual sizes of boards: files and ranks.
const SIZES: [(u8, u8); 7] = [(8, 8), (10, 8), (10, 10), (12, 10), (12, 12), (14, 14), (16, 16)];

/// Whether the list of pieces has a page of its own.
pub(super) fn is_narrow(env: &Env) -> bool {
    env.design_size().0 < WIDTHS.1
}

/// Whether the pages are for a phone, or for a tablet held upright, which is as narrow.
fn is_phone(env: &Env) -> bool {
    env.touch && is_narrow(env)
}

/// Width of the parts of the selected piece in a window of this width.
pub(super) fn piece_width(w: f32) -> f32 {
    let room = w - 2.0 * PADDING;
    let card = match w {
        w if w >= WIDTHS.0 => (room - PIECES - 2.0 * PADDING) * SHARES.0 / (SHARES.0 + SHARES.1),
        w if w >= WIDTHS.1 => room - PIECES - PADDING,
        _ => room,
    };
    card - 2.0 * PADDING - SCROLL_BAR
}

pub(super) fn heading(words: &str) -> Node<Message> {
    text(words).bold().sized(PAGE.title)
}

pub(super) fn note(words: impl Into<String>) -> Node<Message> {
    paragraph(words).ink(Ink::Soft).sized(PAGE.small)
}

fn card(parts: impl IntoIterator<Item = Node<Message>>) -> Node<Message> {
    column(parts).gap(PAGE.gap).padding(PADDING).surface(Surface::Box)
}

/// Two buttons that change a number.
pub(super) fn stepper(name: &str, value: u8, edit: impl Fn(u8) -> Edit) -> Node<Message> {
    let step = |label: &str, words: &str, value: u8| {
        let button = button(label, Message::Edit(edit(value))).named(format!("{words} {name}"));
        button.width(28.0).rigid()
    };
    row([
        step("−", "Fewer", value.saturating_sub(1)),
        text(value.to_string()).bold().centered().fill(1.0),
        step("+", "More", value.saturating_add(1)),
    ])
    .align_center()
    .height(28.0)
}

pub(super) fn toggle(
    label: &'static str,
    on: bool,
    message: impl Fn(bool) -> Message + 'static,
) -> Node<Message> {
    let control = switch(on, message).named(label).width(44.0).height(24.0).rigid();
    row([text(label).sized(PAGE.text).fill(1.0), control]).gap(8.0).align_center().height(30.0)
}

/// The button of a row of the keys.
fn named(message: Message) -> Node<Message> {
    let binding = binding(KEYS, &message);
    binding.button().keyed(binding.label)
}

/// Row of buttons of equal width.
fn line<const N: usize>(nodes: [Node<Message>; N]) -> Node<Message> {
    equal_row(nodes).gap(PAGE.button_gap).height(PAGE.button)
}

impl WorkshopScreen {
    /// Whether the board is on the page that is shown.
    pub(super) fn shows_board(&self, env: &Env) -> bool {
        env.design_size().0 >= WIDTHS.0 || self.tab > usize::from(is_narrow(env))
    }

    pub(super) fn page(&self, env: &Env) -> Node<Message> {
        let (w, h) = env.design_size();
        let pieces = || self.pieces_card();
        let (piece, start) = (|| self.piece_card(env), || self.start_card(env));
        let tabs = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            choice(names, self.tab, Message::Tab).named("Page").keyed("tabs").height(PAGE.button)
        };
        let body = if w >= WIDTHS.0 {
            row([pieces().width(PIECES).rigid(), piece().fill(SHARES.0), start().fill(SHARES.1)])
                .gap(PADDING)
                .fill(1.0)
        } else if w >= WIDTHS.1 {
            let page = match self.tab {
                0 => {
                    let cards = row([pieces().width(PIECES).rigid(), piece().fill(1.0)]).gap(PADDING);
                    column([cards.fill(1.0), self.main_buttons()]).gap(PAGE.gap)
                }
                _ => start(),
            };
            column([tabs(&["Pieces", "Board and rules"]), page.fill(1.0)]).gap(PAGE.gap).fill(1.0)
        } else {
            let page = match self.tab {
                0 => piece(),
                1 => pieces(),
                _ => start(),
            };
            let buttons = self.main_buttons().when(is_phone(env) && (h >= TALL || self.tab > 1));
            let parts = [tabs(&["Piece", "All pieces", "Board"]), page.fill(1.0), buttons];
            column(parts).gap(PAGE.gap).fill(1.0)
        };
        column([self.head(env, w), body]).gap(PAGE.gap).padding(PADDING)
    }

    fn head(&self, env: &Env, w: f32) -> Node<Message> {
        let parent = self.workshop.design().parent.as_deref().unwrap_or("nothing");
        let level = env.levels.iter().find(|level| level.id == parent);
        let parent = level.map_or(parent, |level| level.title.as_str());
        let title = field(self.title.clone(), Message::Title).named("Name of the game").keyed("title");
        let parent = button(parent, Message::Show(Panel::Parents)).named("Built on").keyed("parent");
        let link = |message| binding(KEYS, &message).button();
        let (undo, redo) = (link(Message::Undo), link(Message::Redo));
        let undo = undo.enabled(self.workshop.can_undo()).width(58.0).rigid();
        let redo = redo.enabled(self.workshop.can_redo()).width(58.0).rigid();
        let help = link(Message::Help).flat().width(54.0).rigid();
        let is_narrow = w < WIDTHS.1;
        // Beside the larger buttons of a touch screen the field needs all the room.
        let has_words = !(is_narrow || env.touch && w < WIDTHS.0);
        let words = text("Workshop").bold().sized(PAGE.heading).rigid().when(has_words);
        let on = text("built on").ink(Ink::Soft).sized(PAGE.small).rigid().when(has_words);
        let field = title.height(PAGE.button).fill(1.0).max_width(230.0);
        let parent = parent.height(PAGE.button).width(140.0).shrink();
        let space = space().fill(if is_narrow { 0.0 } else { 1.0 });
        let buttons = [undo, redo, help.when(!is_narrow)].map(|button| button.height(PAGE.button));
        let close = cross(PAGE.button, Message::Leave);
        if is_phone(env) {
            let [undo, redo, _] = buttons;
            let lines = [row([field.max_width(f32::MAX), close]), row([parent.fill(1.0), undo, redo])];
            return column(lines.map(|line| line.gap(PAGE.button_gap).align_center())).gap(PAGE.button_gap);
        }
        let parts = [words, field, on, parent, space].into_iter().chain(buttons).chain([close]);
        row(parts).gap(PAGE.button_gap).align_center().height(PAGE.button)
    }

    /// The list of the pieces.
    fn pieces_card(&self) -> Node<Message> {
        let design = self.workshop.design();
        let rows = design.pieces.iter().enumerate().map(|(index, piece)| {
            let is_selected = index == self.piece;
            let ink = if is_selected { Ink::OnActive } else { Ink::Text };
            let is_on_board = design.start.values().any(|(_, other)| *other == index);
            let remark = match (is_on_board, design.promotion.contains(&index)) {
                (true, _) => "",
                (false, true) => "promotion",
                (false, false) => "off the board",
            };
            let drawn = piece.clone();
            let drawing = picture(move |pen, rect, _| pen.items.push(sprite(&drawn, Color::White, rect)));
            let fault = self.workshop.fault_at(Place::Piece(index)).map(faults::ink);
            let letter = text(piece.letter.to_uppercase().to_string()).bold().ink(ink).width(16.0).rigid();
            let name = text(capitalized(&piece.name))
                .ink(fault.filter(|_| !is_selected).unwrap_or(ink))
                .sized(PAGE.text);
            let small = text(remark).ink(if is_selected { ink } else { Ink::Faint }).sized(10.5);
            let value = text(self.value_of(index)).ink(ink).sized(PAGE.text).right().width(40.0).rigid();
            let words = column([name, small.when(!remark.is_empty())]);
            let row = row([drawing.width(DRAWING).height(DRAWING).rigid(), letter, words.fill(1.0), value]);
            row.gap(8.0)
                .padded(6.0, 3.0)
                .align_center()
                .surface(if is_selected { Surface::Active } else { Surface::Row })
                .on_press(Message::Select(index))
                .keyed(("piece", index))
        });
        let rows = list(rows.map(|row| column([row, space().height(3.0)]))).revealing(self.piece);
        let new = button("New piece", Message::Show(Panel::Palette)).tip("Choose a piece to add", "");
        let remove = button("Remove", Message::Edit(Edit::Remove(self.piece)));
        card([
            row([heading("Pieces").fill(1.0), note("letter · name · value").rigid()]).align_center(),
            rows.keyed("pieces").fill(1.0),
            self.faults_of(&[Place::Pieces]),
            row([new.fill(1.2), remove.fill(1.0)]).gap(PAGE.button_gap).height(PAGE.button),
        ])
    }

    /// The value of a piece, from the table or estimated.
    fn value_of(&self, index: usize) -> String {
        self.workshop.value(index).map_or_else(|| "–".to_owned(), format_value)
    }

    /// The moves of the selected piece in a sentence, or what is wrong with them.
    pub(super) fn sentence(&self) -> String {
        if let Some(fault) = self.workshop.fault_at(Place::Piece(self.piece)) {
            return capitalized(&faults::words(fault));
        }
        let letter = self.workshop.design().pieces.get(self.piece).map(|piece| piece.letter);
        let variant = self.workshop.variant().zip(letter);
        match variant.and_then(|(variant, letter)| Some((variant, variant.rules().kind_by_letter(letter)?))) {
            Some((variant, kind)) => describe(variant, kind),
            None => describe_moves(&self.components),
        }
    }

    /// The selected piece, or what replaces it.
    fn piece_card(&self, env: &Env) -> Node<Message> {
        if let Some(panel) = self.open_panel(env) {
            return card([panel.fill(1.0)]);
        }
        let design = self.workshop.design();
        let Some(piece) = design.pieces.get(self.piece) else {
            let new = button("New piece", Message::Show(Panel::Palette)).primary(true).height(PAGE.button);
            return card([note("There are no pieces yet."), new]);
        };
        let labelled = |label: &'static str, control: Node<Message>| {
            column([text(label).ink(Ink::Soft).sized(PAGE.small), control.height(PAGE.button)]).gap(2.0)
        };
        let name = field(self.name.clone(), Message::Name).named("Name of the piece").keyed("name");
        let letter = field(self.letter.clone(), Message::Letter).named("Letter").keyed("letter");
        let value = field(self.value.clone(), Message::Value).named("Value in pawns").keyed("value");
        let value_line = if piece.value.is_some() || self.workshop.variant().is_none() {
            String::new()
        } else {
            format!("No value given: about {} by its moves", self.value_of(self.piece))
        };
        let measure = button("Measure", Message::Measure)
            .tip("Measure the value of its moves on random positions of this game", "")
            .height(22.0)
            .width(76.0)
            .rigid();
        let measures = !piece.is_royal() && !piece.is_pawn;
        let value_line = row([
            text("Value").ink(Ink::Soft).sized(PAGE.small).rigid(),
            value.width(70.0).height(28.0).rigid(),
            note(value_line).middle().fill(1.0),
            measure.when(measures),
        ])
        .gap(8.0)
        .align_center()
        .when(!piece.is_royal());
        let is_phone = is_phone(env);
        let drawings =
            row([self.drawing(Color::White, 50.0), self.drawing(Color::Black, 50.0).when(!is_phone)]);
        let head = row([
            drawings
                .as_button("Choose a drawing", Message::Show(Panel::Drawings))
                .tip("Choose a drawing", ""),
            labelled("Drawing", button("Choose", Message::Show(Panel::Drawings)))
                .width(76.0)
                .rigid()
                .when(!is_phone),
            labelled("Name", name).fill(1.0),
            labelled("Letter", letter).width(50.0).rigid(),
        ]);
        let shows_letters = self.panel == Panel::Letters;
        let (letters, letters_width) =
            if is_phone { ("Letters", 80.0) } else { ("What the letters mean", 160.0) };
        let letters = button(letters, Message::Show(Panel::Letters)).primary(shows_letters);
        let label = match is_phone {
            true => "Moves: tap squares below, or type letters",
            false => "Moves: click squares below, or type Betza notation",
        };
        let label = text(label).ink(Ink::Soft).sized(PAGE.small);
        let moves =
            field(self.moves.clone(), Message::Notation).named("Moves in Betza notation").keyed("moves");
        let fault = self.workshop.fault_at(Place::Piece(self.piece)).map(faults::ink);
        let sentence = paragraph(self.sentence()).sized(PAGE.text).ink(fault.unwrap_or(Ink::Text));
        let (index, royal) = (self.piece, piece.is_royal());
        let flag = |label, on, edit: fn(usize, bool) -> Edit| {
            toggle(label, on, move |on| Message::Edit(edit(index, on))).fill(1.0)
        };
        let becomes = design.promotion.contains(&index);
        let pair = |flags: [Node<Message>; 2]| {
            if is_phone { column(flags.map(|flag| flag.rigid())) } else { row(flags) }
        };
        let flags = [
            pair([
                flag("Royal: mate it to win", royal, Edit::Royal),
                flag("Pawn: promotes", piece.is_pawn, Edit::Pawn).when(!royal),
            ]),
            pair([
                flag("Castles with the king", piece.castles, Edit::Castles).when(design.castling),
                flag("Pawns become it", becomes, Edit::Becomes),
            ])
            .when(!royal),
        ];
        let (width, height) = env.design_size();
        let most = if width >= WIDTHS.0 { DIAGRAM.0 } else { DIAGRAM.1 };
        let diagram = match is_phone {
            true => (height - AROUND_PHONE_DIAGRAM).clamp(LEAST_ON_PHONE, PHONE_DIAGRAM),
            false => (height - AROUND_DIAGRAM).clamp(SMALL_DIAGRAM, most),
        };
        let diagram = self.diagram(if shows_letters { SMALL_DIAGRAM } else { diagram }, env);
        let mut parts = vec![
            head.gap(10.0),
            label,
            row([moves.fill(1.0), letters.width(letters_width).rigid()]).gap(8.0).height(36.0),
            sentence.spoken(if fault.is_some() { self.sentence() } else { String::new() }).min_height(34.0),
            value_line.when(!shows_letters),
            space().height(8.0).when(!is_phone),
        ];
        parts.extend(diagram);
        parts.push(space().height(8.0));
        if shows_letters {
            let width = piece_width(width);
            parts.extend(self.letters(1 + usize::from(width >= 2.0 * LETTERS)));
        } else {
            parts.extend(flags.map(|flags| flags.gap(24.0)));
        }
        let parts = list(parts.into_iter().map(|part| column([part, space().height(4.0)])));
        // In a wide window it stands beside the rules.
        let verdict = self.verdict().when(env.design_size().0 < WIDTHS.0);
        card([parts.keyed("piece").fill(1.0), verdict])
    }

    /// Rows with the moves of the selected piece on an empty board or with pieces in the way, and what the shapes mean.
    fn diagram(&self, edge: f32, env: &Env) -> Vec<Node<Message>> {
        let Some(piece) = self.workshop.design().pieces.get(self.piece).cloned() else { return Vec::new() };
        let (letter, name, moves) = (piece.letter, piece.name.clone(), self.components.clone());
        let row_of_table = PieceType { letter, name, moves, value: None };
        let diagram = Diagram::among(&row_of_table, Color::White, Color::White, self.others.clone(), REACH);
        let keys = diagram.legend().into_iter().map(|key| {
            let shape = picture(move |pen, rect, _| key.draw(pen, rect)).width(18.0).height(18.0).rigid();
            row([shape, text(key.words).ink(Ink::Soft).sized(PAGE.small).smallest(9.0)])
                .gap(6.0)
                .align_center()
        });
        let is_obstacle = self.clicks + 1 == CLICKS.len();
        let press = if env.touch { "Tap" } else { "Click" };
        let hint = match is_obstacle {
            true => "a square to put a piece in the way: a black one, a white one, none.",
            false => "a square: the piece leaps there. Again: it slides. Again: neither.",
        };
        let hint = note(format!("{press} {hint}"));
        let clear = button("Clear", Message::ClearTheWay).height(26.0).when(!self.others.is_empty());
        let pressed = diagram.clone();
        let drawing = picture(move |pen, rect, _| {
            diagram.draw_with(pen, |rect| sprite(&piece, Color::White, rect), rect);
        })
        .on_input(move |event, rect| match event {
            InputEvent::Pressed(button, at) => {
                let square = pressed.offset_at(*at, rect)?;
                let is_obstacle = is_obstacle || *button == MouseButton::Right;
                Some(if is_obstacle {
                    Message::InTheWay(square)
                } else {
                    Message::Moves(square, pressed.reach)
                })
            }
            _ => None,
        });
        let clicks = choice(CLICKS.map(str::to_owned).to_vec(), self.clicks, Message::Clicks)
            .named("A click on the diagram")
            .tip("What a click on a square changes; the right button puts an obstacle", "")
            .height(26.0);
        if is_phone(env) {
            let mut rows = vec![clicks, row([drawing.height(edge).fill(1.0)])];
            rows.extend(keys.chain([hint, clear]));
            return rows;
        }
        let keys = column(keys.chain([space().fill(1.0), hint, clear])).gap(8.0).width(126.0).rigid();
        vec![column([clicks, row([drawing.height(edge).max_width(edge).fill(1.0), keys]).gap(14.0)]).gap(6.0)]
    }

    /// The start position, the rules, and what can be done with the game.
    fn start_card(&self, env: &Env) -> Node<Message> {
        let design = self.workshop.design();
        let small = |label: &'static str| text(label).ink(Ink::Soft).sized(PAGE.small);
        let (files, ranks) = (design.files, design.ranks);
        let mut usual = SIZES.to_vec();
        if !usual.contains(&(files, ranks)) {
            usual.push((files, ranks));
        }
        let chosen = usual.iter().position(|&size| size == (files, ranks)).unwrap_or(0);
        let words = usual.iter().map(|(files, ranks)| format!("{files}x{ranks}")).collect();
        let size = choice(words, chosen, move |index| {
            let (files, ranks) = usual[index];
            Message::Edit(Edit::Size(files, ranks))
        });
        let size = size.named("Size of the board").tip("Usual sizes of the board", "").height(28.0);
        let file_steps = stepper("files", files, |files| Edit::Size(files, ranks));
        let rank_steps = stepper("ranks", ranks, |ranks| Edit::Size(files, ranks));
        let mirror = toggle("Mirror", self.mirror, Message::Mirror).tip("Black gets the same pieces", "");
        let holes = toggle("Holes", self.makes_holes, Message::Holes)
            .tip("A click takes an empty square away from the board, or gives it back", "");
        let clear = button("Clear", Message::Edit(Edit::Clear)).height(28.0);
        let phone = is_phone(env);
        let board = if phone {
            let pairs = [[small("Files"), small("Ranks")], [file_steps, rank_steps], [mirror, holes]];
            let pairs = pairs.map(|pair| equal_row(pair).gap(14.0));
            let (width, height) = env.design_size();
            let edge = (height - AROUND_PHONE_BOARD).min(piece_width(width)).max(LEAST_ON_PHONE);
            let board = column([self.board(env).height(edge), self.faults_of(&[Place::Size, Place::Start])]);
            [board, size].into_iter().chain(pairs).chain([clear]).collect()
        } else {
            let sizes = [size, small("Files"), file_steps, small("Ranks"), rank_steps, mirror, holes, clear];
            let sizes = column(sizes).gap(6.0).width(BESIDE).rigid();
            let board = row([self.board(env).height(START).fill(1.0), sizes]).gap(12.0);
            vec![column([board, self.faults_of(&[Place::Size, Place::Start])])]
        };
        let selected = design.pieces.get(self.piece).map_or(String::new(), |piece| with_article(&piece.name));
        let press = if env.touch { "tap" } else { "click" };
        let hint = match self.makes_holes {
            true => format!("{press} an empty square to remove it"),
            false => format!("{press} to put {selected}, or drag it"),
        };
        let width = env.design_size().0;
        let is_wide = width >= WIDTHS.0;
        let palette = self.palette_of(
            |_| true,
            |index| index == self.piece,
            |piece, _| capitalized(&piece.name),
            |index, _| Message::Select(index),
        );
        let mut start = vec![
            row([heading("Start position").rigid(), note(hint).right().fill(1.0)]).gap(8.0).align_center(),
        ];
        start.extend(board);
        start.push(palette.when(!is_wide));
        let spaced =
            |parts: Vec<Node<Message>>| parts.into_iter().map(|part| column([part, space().height(4.0)]));
        let (mut parts, mut rules): (Vec<_>, Vec<_>) =
            (spaced(start).collect(), spaced(self.rules()).collect());
        // In a window of two columns the rules stand beside the board.
        if is_wide || is_narrow(env) {
            parts.append(&mut rules);
        }
        if phone {
            parts.extend(spaced(vec![self.further_buttons(env)]));
        }
        let has_rules = !rules.is_empty();
        let rules = list(rules).keyed("rules").fill(1.0).when(has_rules);
        let rows = row([list(parts).keyed("start").fill(1.0), rules]).gap(24.0).fill(1.0);
        let buttons = column([self.main_buttons(), self.further_buttons(env)]).gap(PAGE.button_gap);
        card([rows, self.verdict(), buttons.when(!phone)])
    }

    /// Whether there is neither a king to mate nor another end of the game that a side wins.
    fn nobody_can_win(&self) -> bool {
        self.workshop.variant().is_some_and(|variant| {
            let rules = variant.rules();
            let has_king = rules.king_kind().is_some() || rules.pseudo_royal.is_some();
            !has_king && rules.goals.is_empty() && rules.stalemate == GameValue::Draw
        })
    }

    /// Whether there are faults, or what was done last.
    fn verdict(&self) -> Node<Message> {
        let (words, ink) = match (self.notice.as_str(), self.workshop.faults()) {
            ("", []) => match self.first_moves {
                Some(_) if self.nobody_can_win() => {
                    let hint = "Nobody can win: make a piece royal, or choose an end of the game.";
                    (hint.to_owned(), Ink::Alarm)
                }
                Some(count) => {
                    (format!("✔ No faults. White has {}.", counted(count, "first move")), Ink::Soft)
                }
                None => ("The game is over before the first move.".to_owned(), Ink::Alarm),
            },
            ("", [(place, fault), others @ ..]) => {
                let at = match place {
                    Place::Piece(index) => {
                        let piece = self.workshop.design().pieces.get(*index);
                        piece.map_or(String::new(), |piece| format!("{}: ", capitalized(&piece.name)))
                    }
                    Place::Start => "Start: ".to_owned(),
                    _ => String::new(),
                };
                let more =
                    if others.is_empty() { String::new() } else { format!(" ({} more)", others.len()) };
                (format!("{at}{}{more}", faults::words(fault)), faults::ink(fault))
            }
            (notice, _) => (notice.to_owned(), if self.is_refused { Ink::Alarm } else { Ink::Text }),
        };
        let words = capitalized(&words);
        paragraph(words.clone()).ink(ink).sized(PAGE.text).smallest(9.0).spoken(words).min_height(34.0)
    }

    /// The buttons that play and save the game and show its rules.
    fn main_buttons(&self) -> Node<Message> {
        let is_right = self.workshop.variant().is_some();
        line([
            named(Message::Play).primary(true).enabled(is_right),
            named(Message::Save).enabled(is_right),
            button("Rules", Message::Rules).tip("Read the rules of the game", "").enabled(is_right),
        ])
    }

    /// The buttons that copy, paste and train the game.
    fn further_buttons(&self, env: &Env) -> Node<Message> {
        let is_right = self.workshop.variant().is_some();
        let link = button("Copy link", Message::CopyLink).enabled(is_right).when(env.page.is_some());
        let jobs =
            button("Train", Message::Jobs).tip("Train a network for the computer, or find puzzles", "");
        let jobs = jobs.enabled(is_right).when(env.engines.is_some());
        line([named(Message::Copy), named(Message::Paste), link, jobs])
    }
}
