//! Layout, focus, pointer and scrolling of a small form.

use super::super::build::{button, choice, field, hash, list, picture, slider, switch};
use super::super::lower::{Entry, lower};
use super::super::node::{Node, column, paragraph, row, row_reverse, text};
use super::super::page::{fits, largest_scale};
use super::super::{Field, Slider};
use super::*;
use crate::view::text::bounds;
use crate::view::theme::OAK;

const WINDOW: Rect = Rect::new(0.0, 0.0, 400.0, 300.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Id {
    Color,
    Volume,
    Sound,
    Name,
    Row(usize),
    Rows,
    Yes,
    No,
    Board,
}

/// A page whose nodes can be found by the ids with which they are `keyed`.
struct Laid {
    page: Page,
    entries: Vec<Entry<Id>>,
}

impl Laid {
    fn slot(&self, id: Id) -> Slot {
        let named = |entry: &&Entry<Id>| entry.handlers.name == Some(hash(&id));
        self.entries.iter().find(named).expect("a node with this id").slot
    }

    fn id(&self, slot: Slot) -> Id {
        let all = [Id::Color, Id::Volume, Id::Sound, Id::Name, Id::Rows, Id::Yes, Id::No, Id::Board];
        let mut all = all.into_iter().chain((0..9).map(Id::Row));
        let name = self.entries.iter().find(|entry| entry.slot == slot).and_then(|entry| entry.handlers.name);
        all.find(|id| Some(hash(id)) == name).expect("a node with an id")
    }

    fn fits(&self) -> bool {
        fits(&self.page.elements, &self.page.places)
    }

    fn rect(&self, id: Id) -> Option<Rect> {
        self.page.rect(self.page.index(self.slot(id))?)
    }
}

fn lay(ui: &Ui, root: Node<Id>, area: Rect, unit: f32) -> Laid {
    let (elements, entries) = lower(root, &|_, count, _, _| 0..count);
    Laid { page: Page::new(elements, area, unit, &|list| ui.scroll(list)), entries }
}

/// A button that is found by its id.
fn id_button(id: Id, label: &str) -> Node<Id> {
    button(label, id).keyed(id)
}

/// An event of a widget, by its id.
#[derive(Clone, Debug, PartialEq)]
enum IdEvent {
    Ignored,
    Handled,
    Pressed(Id),
    Changed(Id, Control),
}

impl IdEvent {
    fn of(event: UiEvent, laid: &Laid) -> Self {
        match event {
            UiEvent::Ignored => Self::Ignored,
            UiEvent::Handled => Self::Handled,
            UiEvent::Pressed(slot) => Self::Pressed(laid.id(slot)),
            UiEvent::Changed(slot, control) => Self::Changed(laid.id(slot), control),
        }
    }
}

/// A form with one control of each kind, as a screen would hold it.
struct Form {
    ui: Ui,
    color: usize,
    volume: u8,
    sound: bool,
    name: Field,
    pressed: Vec<Id>,
}

impl Form {
    fn new() -> Self {
        let name = Field::new("Ann", 8, char::is_alphabetic);
        let mut form =
            Self { ui: Ui::default(), color: 0, volume: 5, sound: true, name, pressed: Vec::new() };
        form.ui.focus = Some(form.page().slot(Id::Yes));
        form
    }

    fn page(&self) -> Laid {
        let words = ["White", "Black"].map(str::to_owned).to_vec();
        let labelled = |label: &str, id: Id, node: Node<Id>| {
            let node = node.keyed(id).named(label).fill(1.0);
            row([text(label).width_part(0.4), node]).align_center().height(36.0)
        };
        let volume = Slider::new(0, 10, self.volume);
        let root = column([
            text("Settings").bold().sized(20.0),
            list(
                [
                    labelled("Colour", Id::Color, choice(words, self.color, |_| Id::Color)),
                    labelled("Volume", Id::Volume, slider(volume, |_| Id::Volume)),
                    labelled("Sound", Id::Sound, switch(self.sound, |_| Id::Sound)),
                    labelled("Name", Id::Name, field(self.name.clone(), |_| Id::Name)),
                ]
                .into_iter()
                .chain((0..6).map(|n| row([text(format!("Line {n}"))]).keyed(Id::Row(n)).height(36.0))),
            )
            .keyed(Id::Rows)
            .fill(1.0),
            row([id_button(Id::Yes, "Yes").primary(true).fill(1.0), id_button(Id::No, "No").fill(1.0)])
                .gap(10.0),
        ]);
        lay(&self.ui, root.surface(Surface::Dialog).padding(12.0).gap(8.0), WINDOW, 1.0)
    }

    fn focus(&self) -> Option<Id> {
        self.ui.focus.map(|slot| self.page().id(slot))
    }

    fn takes(&mut self, input: InputEvent) {
        let laid = self.page();
        match IdEvent::of(self.ui.update(&laid.page, &input), &laid) {
            IdEvent::Changed(_, Control::Field(field)) => self.name = field,
            IdEvent::Changed(Id::Color, control) => self.color = control.value(),
            IdEvent::Changed(Id::Volume, control) => self.volume = control.value() as u8,
            IdEvent::Changed(_, control) => self.sound = control.value() == 1,
            IdEvent::Pressed(id) => self.pressed.push(id),
            _ => {}
        }
    }

    fn keys(&mut self, keys: &[Key]) {
        for &key in keys {
            self.takes(InputEvent::Key { key, control: false });
        }
    }

    fn press(&mut self, id: Id) {
        let at = self.page().rect(id).expect("a visible widget").center();
        self.takes(InputEvent::Pressed(MouseButton::Left, at));
        self.takes(InputEvent::Released(MouseButton::Left, at));
    }
}

/// Children share the room of a column and a row; nothing overlaps.
#[test]
fn rows_and_columns_share_their_room() {
    let page = Form::new().page();
    let [yes, no] = [Id::Yes, Id::No].map(|id| page.rect(id).expect("a button"));
    assert_eq!(yes, Rect::new(12.0, 260.0, 183.0, 28.0));
    assert_eq!(no, Rect::new(205.0, 260.0, 183.0, 28.0));
    let rows = page.rect(Id::Rows).expect("a list");
    assert_eq!((rows.x, rows.w, rows.y + rows.h), (12.0, 376.0, 252.0));
    assert!(page.fits());
}

/// A click on a field gives its text to the window once. A click on a switch gives no text.
#[test]
fn a_click_on_a_field_gives_its_text() {
    let mut form = Form::new();
    form.press(Id::Sound);
    assert_eq!(form.ui.clicked_text.take(), None);
    form.press(Id::Name);
    assert_eq!(form.ui.clicked_text.take().as_deref(), Some("Ann"));
    assert_eq!(form.ui.clicked_text.take(), None);
}

/// A double click on a field selects a word, a third click the whole text. Two clicks with a long time between them select nothing.
#[test]
fn a_double_click_selects_a_word() {
    let mut form = Form::new();
    form.name = Field::new("Ann Bee", 8, |_| true);
    for (clicks, expected) in [(1, "Ann Beex"), (2, "Ann x"), (3, "x")] {
        form.name = form.name.with_text("Ann Bee");
        form.ui.tick(DOUBLE_CLICK);
        (0..clicks).for_each(|_| form.press(Id::Name));
        form.takes(InputEvent::Typed('x'));
        assert_eq!(form.name.text(), expected, "{clicks} clicks");
    }
}

/// A container that is a button is pressed by a click on its text and by Enter, and is announced by its label.
#[test]
fn a_container_can_be_a_button() {
    let mut ui = Ui::default();
    let inner = picture(|_, _, _| ()).keyed(Id::Board).height(20.0);
    let tile = column([text("18 of 160"), inner]).as_button("Fork", Id::Yes).keyed(Id::Yes);
    let laid = lay(&ui, column([tile]), WINDOW, 1.0);
    ui.focus = Some(laid.slot(Id::Yes));
    assert_eq!(ui.description(&laid.page), "Button: Fork.");
    for part in [Id::Yes, Id::Board] {
        let at = laid.rect(part).expect("a place").center();
        let pressed = ui.update(&laid.page, &InputEvent::Pressed(MouseButton::Left, at));
        assert_eq!(IdEvent::of(pressed, &laid), IdEvent::Pressed(Id::Yes), "{part:?}");
        assert_eq!(ui.cursor, PointerShape::Hand);
    }
    let key = ui.update(&laid.page, &InputEvent::Key { key: Key::Enter, control: false });
    assert_eq!(IdEvent::of(key, &laid), IdEvent::Pressed(Id::Yes));
}

/// A window that is too small gets a smaller scale, down to the smallest.
#[test]
fn the_largest_scale_is_that_at_which_texts_have_room() {
    let ui = Ui::default();
    let scale = |w, h| {
        let page = |unit| {
            let words = paragraph("Many words that need some lines in a narrow window");
            let root = column([words, id_button(Id::Yes, "Accept").primary(true)]);
            lay(&ui, root, Rect::new(0.0, 0.0, w, h), unit).fits().then_some(unit)
        };
        largest_scale(2.0, 0.5, page)
    };
    assert_eq!(scale(900.0, 400.0), Some(2.0));
    let small = scale(200.0, 100.0).expect("there is room at a smaller scale");
    assert!(small < 2.0 && small > 0.5, "{small}");
    assert_eq!(scale(20.0, 20.0), None);
}

/// Each kind of control reports its new value; buttons are pressed by Enter and by the pointer.
#[test]
fn controls_report_their_values() {
    let mut form = Form::new();
    form.keys(&[Key::Enter, Key::Right, Key::Space, Key::Tab]);
    assert_eq!(form.pressed, [Id::Yes, Id::No]);
    form.keys(&[Key::Right, Key::Down, Key::Left, Key::Down, Key::Space, Key::Down, Key::Backspace]);
    assert_eq!((form.color, form.volume, form.sound, form.name.text().as_str()), (1, 4, false, "An"));
    form.takes(InputEvent::Typed('a'));
    assert_eq!(form.name.text(), "Ana");
    form.press(Id::Yes);
    assert_eq!(form.pressed.len(), 3);
    assert_eq!(form.focus(), Some(Id::Name), "a pressed button does not take the keyboard");
    form.press(Id::Sound);
    assert_eq!((form.sound, form.focus()), (true, Some(Id::Sound)));
}

/// A slider follows the pointer until the button is released, even if the pointer leaves the slider.
#[test]
fn a_held_slider_follows_the_pointer() {
    let mut form = Form::new();
    let slider = form.page().rect(Id::Volume).expect("a slider");
    form.takes(InputEvent::Pressed(MouseButton::Left, slider.center()));
    form.takes(InputEvent::Moved(Point::new(900.0, 0.0)));
    assert_eq!(form.volume, 10);
    form.takes(InputEvent::Released(MouseButton::Left, Point::new(0.0, 0.0)));
    form.takes(InputEvent::Moved(Point::new(900.0, 0.0)));
    assert_eq!(form.volume, 0);
}

/// A list moves by wheel and by bar, and follows the keyboard; a row is never cut.
#[test]
fn a_list_scrolls_by_whole_rows() {
    let mut form = Form::new();
    assert!(form.page().rect(Id::Color).is_some() && form.page().rect(Id::Row(5)).is_none());
    form.takes(InputEvent::Wheel(-1.0));
    assert!(form.page().rect(Id::Color).is_none() && form.page().rect(Id::Volume).is_some());
    form.takes(InputEvent::Wheel(-99.0));
    let (list, last) = (form.page().rect(Id::Rows).unwrap(), form.page().rect(Id::Row(5)).unwrap());
    assert!(last.y + last.h <= list.y + list.h);
    form.keys(&[Key::Tab, Key::Tab]);
    assert_eq!(form.focus(), Some(Id::Color));
    assert!(form.page().rect(Id::Color).is_some());
    let at = Point::new(list.x + list.w - 2.0, list.y + list.h - 1.0);
    form.takes(InputEvent::Pressed(MouseButton::Left, at));
    assert!(form.page().rect(Id::Row(5)).is_some());
}

/// From either end of a row of buttons or of the form the focus goes to the other end.
#[test]
fn the_focus_wraps_around() {
    let mut form = Form::new();
    for (keys, focus) in
        [(&[Key::Left][..], Id::No), (&[Key::Right], Id::Yes), (&[Key::Tab, Key::Tab], Id::Color)]
    {
        form.keys(keys);
        assert_eq!(form.focus(), Some(focus));
    }
}

/// The focused widget is announced once.
#[test]
fn focus_is_announced_once() {
    let mut form = Form::new();
    let announced = |form: &mut Form| {
        let laid = form.page();
        form.ui.announcement(&laid.page).unwrap_or_default()
    };
    assert_eq!(announced(&mut form), "Button: Yes.");
    assert_eq!(announced(&mut form), "");
    form.keys(&[Key::Tab, Key::Tab]);
    assert_eq!(announced(&mut form), "Colour: White.");
    form.keys(&[Key::Right]);
    assert_eq!(announced(&mut form), "Colour: Black.");
}

/// The pointer is a hand over a slider, a caret over a field, and an arrow over plain text and while the keyboard is
/// used.
#[test]
fn the_pointer_is_a_hand_over_what_can_be_clicked() {
    let mut form = Form::new();
    for (id, cursor) in
        [(Id::Volume, PointerShape::Hand), (Id::Name, PointerShape::Text), (Id::Row(0), PointerShape::Arrow)]
    {
        let laid = form.page();
        form.ui.show(&laid.page, laid.slot(id));
        let at = form.page().rect(id).expect("a visible widget").center();
        form.takes(InputEvent::Moved(at));
        assert_eq!(form.ui.cursor, cursor, "{id:?}");
    }
    form.takes(InputEvent::Moved(form.page().rect(Id::Yes).expect("a button").center()));
    assert_eq!(form.ui.cursor, PointerShape::Hand);
    form.keys(&[Key::Tab]);
    assert_eq!(form.ui.cursor, PointerShape::Arrow);
}

/// The pointer hovers the innermost named node, until a key is used or it leaves the window.
#[test]
fn the_pointer_hovers_named_nodes() {
    let mut form = Form::new();
    let at = form.page().rect(Id::Row(0)).expect("a row").center();
    form.takes(InputEvent::Moved(at));
    assert_eq!(form.ui.hovered, Some(form.page().slot(Id::Row(0))));
    form.keys(&[Key::F1]);
    assert_eq!((form.ui.hovered, form.ui.pointer), (None, None));
    form.takes(InputEvent::Moved(at));
    form.takes(InputEvent::PointerLeft);
    assert_eq!(form.ui.hovered, None);
}

/// A picture can be pressed and take the keyboard; its keys are left to the screen.
#[test]
fn a_picture_can_have_the_focus() {
    let mut ui = Ui::default();
    let board = picture(|_, _, _| ()).on_press(Id::Board).focusable().keyed(Id::Board).width(100.0);
    let laid = lay(&ui, row([board, id_button(Id::Yes, "Yes").grow()]), WINDOW, 1.0);
    ui.focus = Some(laid.slot(Id::Yes));
    assert_eq!(laid.rect(Id::Board), Some(Rect::new(0.0, 0.0, 100.0, 300.0)));
    let pressed = ui.update(&laid.page, &InputEvent::Pressed(MouseButton::Left, Point::new(50.0, 50.0)));
    assert_eq!(IdEvent::of(pressed, &laid), IdEvent::Pressed(Id::Board));
    ui.update(&laid.page, &InputEvent::Key { key: Key::Tab, control: false });
    assert_eq!(ui.focus, Some(laid.slot(Id::Board)));
    let arrow = ui.update(&laid.page, &InputEvent::Key { key: Key::Down, control: false });
    assert!(matches!(arrow, UiEvent::Ignored));
}

/// Texts that do not fit become smaller, and are cut only if that is not enough. No text leaves its place.
#[test]
fn texts_stay_in_their_places() {
    let ui = Ui::default();
    let words = "A paragraph of more words than two lines can hold in a usual size";
    let root = column([
        text("A heading that is too long for the window").sized(30.0),
        paragraph(words).sized(20.0).smallest(8.0).height(40.0),
    ]);
    let laid = lay(&ui, root, Rect::new(0.0, 0.0, 250.0, 100.0), 1.0);
    assert!(!laid.fits());
    let mut items = Vec::new();
    ui.draw(&laid.page, &OAK, &mut items, &|_, _, _, _| ());
    let shown: Vec<_> =
        items.iter().filter_map(|i| if let Item::Text(text) = i { Some(text) } else { None }).collect();
    assert!(shown.iter().all(|text| bounds(text).x + bounds(text).w <= 251.0));
    let lines: Vec<_> = shown[1..].iter().map(|text| text.text.as_str()).collect();
    assert_eq!(lines.join(" "), words);
}

/// A row with a height of its own keeps it in a list, although its control is lower.
#[test]
fn rows_of_a_list_keep_their_own_height() {
    let rows =
        [0, 1].map(|n| row([switch(true, |_| Id::Sound)]).align_center().height(36.0).keyed(Id::Row(n)));
    let laid = lay(&Ui::default(), column([list(rows).fill(1.0)]), WINDOW, 1.0);
    let tops = [0, 1].map(|n| laid.rect(Id::Row(n)).expect("both rows have room").y);
    assert_eq!(tops, [0.0, 36.0]);
}

/// The first child is at the right end, the room that is left at the left.
#[test]
fn a_reversed_row_begins_at_the_right() {
    let buttons = [Id::Yes, Id::No].map(|id| id_button(id, "Yes").width(50.0).rigid());
    let area = Rect::new(0.0, 0.0, 300.0, 30.0);
    let laid = lay(&Ui::default(), row_reverse(buttons), area, 1.0);
    assert_eq!([Id::Yes, Id::No].map(|id| laid.rect(id).expect("a button").x), [250.0, 200.0]);
}

/// A node that appears under a resting pointer shows no tip, also when a button is released there. It shows its tip when
/// the pointer has left it and comes back.
#[test]
fn a_node_that_appears_under_the_pointer_shows_no_tip() {
    let mut ui = Ui::default();
    let page = |ui: &Ui, is_there: bool| {
        let yes = id_button(Id::Yes, "Yes").tip("Say yes", "Y").when(is_there);
        lay(ui, column([id_button(Id::No, "No").height(30.0), yes.height(30.0)]), WINDOW, 1.0)
    };
    let shows_tip = |ui: &Ui| {
        let mut items = Vec::new();
        ui.draw(&page(ui, true).page, &OAK, &mut items, &|_, _, _, _| ());
        items.iter().any(|item| matches!(item, Item::Text(text) if text.role == TextRole::Tip))
    };
    let at = page(&ui, true).rect(Id::Yes).expect("a place").center();
    ui.update(&page(&ui, false).page, &InputEvent::Moved(at));
    ui.update(&page(&ui, true).page, &InputEvent::Released(MouseButton::Left, at));
    ui.tick(TIP_AFTER);
    assert!(!shows_tip(&ui));
    for place in [Point::new(at.x, 250.0), at] {
        ui.update(&page(&ui, true).page, &InputEvent::Moved(place));
    }
    ui.tick(TIP_AFTER);
    assert!(shows_tip(&ui));
}
