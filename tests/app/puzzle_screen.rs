//! Puzzle screen: texts, buttons, keys, and the progress to be saved.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::common::window::{Driver, FIRST, FORMS, Window, key_event};
use crate::common::{AT_ONCE, app_with, cut_texts, misplaced_texts, variant};
use xxlchess::app::App;
use xxlchess::config::puzzles::{PUZZLE_SETS, packaged};
use xxlchess::game::options::{Options, TextSize};
use xxlchess::game::puzzle::progress::{Attempt, Date, Progress};
use xxlchess::game::puzzle::{Puzzle, PuzzleGoal};
use xxlchess::game::worker::ThreadedWorker;
use xxlchess::notation::fen;
use xxlchess::rules::{Color, Move, Square};
use xxlchess::sound::Sound;
use xxlchess::view::host::Host;
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::layout::BoardLayout;
use xxlchess::view::scene::{Item, Scene, TextRole, Tint};
use xxlchess::view::screen::{Action, Context, Env, OpenScreen};
use xxlchess::view::screens::puzzles::Puzzles;
use xxlchess::view::screens::puzzles::solving::PuzzleScreen;
use xxlchess::view::theme::Theme;

/// Buttons of a narrow panel.
const BUTTONS: [&str; 7] = ["Hint", "Solution", "Restart", "◀", "Next", "Help", "Close"];

/// All attempts that the screen pushed to be saved, in order.
type Saved = Rc<RefCell<Vec<Attempt>>>;

const TODAY: Date = Date { year: 2026, month: 11, day: 23 };

/// A puzzle screen that records the attempts to be saved.
struct Recorder(Host<PuzzleScreen>, Saved);

impl OpenScreen for Recorder {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        let action = self.0.update(input, ctx);
        self.1.borrow_mut().extend(ctx.effects.attempts.clone());
        action
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        self.0.draw(ctx, scene);
    }
}

fn app(options: Options, puzzles: Vec<Puzzle>, progress: Progress, saved: &Saved) -> App {
    let solver = Rc::new(|| Box::new(ThreadedWorker::puzzle_solver().inline()) as _);
    let puzzles = Puzzles::new(puzzles, progress, TODAY, solver, options).expect("there are puzzles");
    let speed = AT_ONCE;
    app_with(Recorder(puzzles.solve_all(), Rc::clone(saved)), options, speed)
}

/// A window, and the scale of its texts.
type PuzzleWindow = Window<f32>;

impl PuzzleWindow {
    fn open(puzzles: Vec<Puzzle>, progress: Progress, saved: &Saved) -> Self {
        Self::play_with(Options::default(), puzzles, progress, saved)
    }

    fn play_with(options: Options, puzzles: Vec<Puzzle>, progress: Progress, saved: &Saved) -> Self {
        Self::with(app(options, puzzles, progress, saved), Theme::of(&options).scale())
    }

    fn wait(&mut self, seconds: u64) {
        for _ in 0..seconds * 10 {
            self.after(Duration::from_millis(100), vec![]);
        }
    }

    /// Clicks both squares of a move.
    fn play(&mut self, mv: Move) {
        self.click_squares(&[&mv.from.to_string(), &mv.to.to_string()]);
    }

    fn layout(&self, bottom: Color) -> BoardLayout {
        BoardLayout::scaled(self.size, (14, 14), bottom, self.state)
    }

    fn all_text(&self) -> String {
        self.frame.scene.texts().map(|text| text.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    fn king(&self, color: Color) -> Option<Square> {
        self.frame.scene.sprites().find(|sprite| sprite.name == "king" && sprite.color == color)?.square
    }
}

fn open() -> (PuzzleWindow, Vec<Puzzle>, Saved) {
    let saved = Saved::default();
    (PuzzleWindow::open(packaged(), Progress::default(), &saved), packaged(), saved)
}

/// The panel has number, title, rating, task, moves left, progress and all buttons.
#[test]
fn the_panel_describes_the_puzzle() {
    let (window, puzzles, _) = open();
    let said = window.all_text().replace('\n', " ");
    let count = puzzles.len();
    for words in [
        &format!("Puzzle 1/{count}"),
        "No room to breathe",
        "Rating 620",
        "White mates in 1",
        "Moves left: 1",
        &format!("0 of {count} solved"),
    ] {
        assert!(said.contains(words), "{words} in {said}");
    }
    for label in BUTTONS {
        assert!(said.contains(label), "{label}");
    }
}

/// A solved puzzle is saved once and marked, and the next start opens the first puzzle that is not solved.
#[test]
fn a_solved_puzzle_is_saved() {
    let (mut window, puzzles, saved) = open();
    window.play(puzzles[0].solution[0]);
    window.wait(1);
    assert_eq!(window.text_of(TextRole::Message), "Solved!");
    assert_eq!(saved.borrow().len(), 1, "saved once");
    let count = puzzles.len();
    let said = window.all_text();
    assert!(said.contains(&format!("1 of {count} solved")) && said.contains(&format!("Puzzle 1/{count} ✓")));
    let mating = window.frame.scene.tiles().filter(|tile| tile.tint == Some(Tint::Mating)).count();
    assert!(mating > 0, "the mate is shown");
    assert!(said.replace('\n', " ").contains("Mate in 1 · Smothered mate"), "{said}");
    window.click_word("Next");
    assert!(window.all_text().contains(&format!("Puzzle 2/{count}")));
    let progress = Progress::parse(&saved.borrow()[0].to_string());
    let again = PuzzleWindow::open(packaged(), progress, &Saved::default());
    assert!(again.all_text().contains(&format!("Puzzle 2/{count}")));
}

/// The player's moves, the replies, the mate and the solved puzzle have their sounds.
#[test]
fn moves_of_a_puzzle_have_sounds() {
    let (_, puzzles, saved) = open();
    let place = puzzles.iter().position(|puzzle| puzzle.title == "Castle in the desert").expect("a puzzle");
    let mut window = PuzzleWindow::open(vec![puzzles[place].clone()], Progress::default(), &saved);
    window.wait(1);
    assert_eq!(window.sounds, []);
    let solution = &puzzles[place].solution;
    for (made, pair) in solution.chunks(2).enumerate() {
        window.play(pair[0]);
        // The last move also solves the puzzle.
        let solves = made == solution.len() / 2;
        assert_eq!(window.sounds.len(), 2 * made + 1 + usize::from(solves));
        window.wait(1);
    }
    assert_eq!(window.sounds[solution.len() - 1..], [Sound::End, Sound::PuzzleRight]);
    assert_eq!(window.sounds.first(), Some(&Sound::Castling));
}

/// The keys of the previous and the next puzzle go round, R starts the puzzle again, and Escape closes.
#[test]
fn keys_go_through_the_puzzles() {
    let (mut window, puzzles, saved) = open();
    let count = puzzles.len();
    window.key(Key::Char('b'));
    assert!(window.all_text().contains(&format!("Puzzle {count}/{count}")));
    window.key(Key::Char('n'));
    window.key(Key::Enter);
    assert!(window.all_text().contains(&format!("Puzzle 2/{count}")));
    window.key(Key::Escape);
    assert!(window.frame.quit);
    let place = puzzles.iter().position(|puzzle| puzzle.title == "Castle in the desert").expect("a puzzle");
    let mut window = PuzzleWindow::open(vec![puzzles[place].clone()], Progress::default(), &saved);
    let start = window.king(Color::White);
    window.play(puzzles[place].solution[0]);
    window.wait(1);
    assert_ne!(window.king(Color::White), start, "the king castles");
    assert_eq!(window.text_of(TextRole::Message), "Correct – keep going");
    window.key(Key::Char('r'));
    assert_eq!(window.king(Color::White), start);
    window.wait(2);
    assert!(saved.borrow().is_empty(), "a restarted puzzle counts as solved");
}

/// The arrow keys step through the moves of the puzzle on the board, which are its first move and the reply. A click on
/// the board and Escape return to the present, and a restart does, too.
#[test]
fn arrows_step_through_the_moves_of_the_puzzle() {
    let puzzles = packaged();
    let place = puzzles.iter().position(|puzzle| puzzle.title == "Castle in the desert").expect("a puzzle");
    let mut window = PuzzleWindow::open(puzzles[place..].to_vec(), Progress::default(), &Saved::default());
    let pieces = |window: &PuzzleWindow| {
        let scene = window.scene();
        let mut pieces: Vec<_> = scene.sprites().map(|sprite| (sprite.square, sprite.name.clone())).collect();
        pieces.sort();
        pieces
    };
    let start = pieces(&window);
    window.play(puzzles[place].solution[0]);
    window.wait(1);
    let now = pieces(&window);
    assert_ne!(now, start);
    for back in [Key::Right, Key::End, Key::Escape] {
        window.keys(&[Key::Left, Key::Left, Key::Left]);
        assert_eq!(pieces(&window), start);
        assert_eq!(window.text_of(TextRole::Message), "Looking back");
        window.key(back);
        if back == Key::Right {
            window.key(back);
        }
        assert_eq!(pieces(&window), now, "{back:?}");
    }
    window.key(Key::Home);
    window.click_squares(&["a1"]);
    assert_eq!(pieces(&window), now);
    window.keys(&[Key::Home, Key::Char('r')]);
    assert_eq!((pieces(&window), window.text_of(TextRole::Message)), (start, String::new()));
}

/// With the option, title and rating of a puzzle are shown when it is over and not before.
#[test]
fn title_and_rating_can_be_hidden_until_the_puzzle_is_over() {
    let (puzzles, saved) = (packaged(), Saved::default());
    let options = Options { hide_titles: true, ..Options::default() };
    let mut window = PuzzleWindow::play_with(options, puzzles.clone(), Progress::default(), &saved);
    let hidden = |window: &PuzzleWindow| {
        let text = window.all_text().replace('\n', " ");
        !text.contains(&puzzles[0].title) && !text.contains("Rating")
    };
    assert!(hidden(&window), "{}", window.all_text());
    assert!(!window.announced.join(" ").contains(&puzzles[0].title));
    window.play(puzzles[0].solution[0]);
    window.wait(1);
    let text = window.all_text().replace('\n', " ");
    assert!(text.contains(&puzzles[0].title) && text.contains("Rating 620"), "{text}");
}

/// A line marks the rank of XXL chess on which pawns promote. In chess it is the last rank, which needs no line.
#[test]
fn a_puzzle_marks_the_promotion_rank_of_xxl_chess() {
    let has_dash = |window: &PuzzleWindow| {
        let scene = window.scene();
        let mut dashes = scene.items.iter().filter_map(|item| match item {
            Item::Panel { rect, .. } if rect.h <= 2.0 && rect.w > rect.h => Some(rect.center()),
            _ => None,
        });
        dashes.any(|dash| scene.tiles().any(|tile| tile.rect.contains(dash)))
    };
    let (window, ..) = open();
    assert!(has_dash(&window));
    let set = PUZZLE_SETS.iter().find(|set| set.variant == "chess").expect("puzzles of chess");
    assert!(!has_dash(&PuzzleWindow::open(set.load(), Progress::default(), &Saved::default())));
}

/// The first hint is a ring, the second an arrow, and both are announced. A puzzle whose solution was shown counts as an error, once.
#[test]
fn hints_are_drawn_and_a_shown_solution_does_not_count() {
    let (mut window, _, saved) = open();
    let best = packaged()[0].solution[0];
    let (from, to) = (best.from.to_string(), best.to.to_string());
    let drawn = |window: &PuzzleWindow| (window.has_ring(&from), window.has_arrow_to(&to));
    assert_eq!(drawn(&window), (false, false));
    window.key(Key::Char('h'));
    assert_eq!(drawn(&window), (true, false));
    let piece = packaged()[0].position.board().piece_at(best.from).expect("a piece");
    let name = variant("xxl").piece(piece.kind).name.clone();
    assert_eq!(window.announced.last(), Some(&format!("Hint: {name} {from}.")));
    window.click_word("Hint");
    assert_eq!(drawn(&window), (false, true));
    assert_eq!(window.announced.last(), Some(&format!("Hint: {name} {from} to {to}.")));
    window.click_word("Solution");
    assert_eq!(window.text_of(TextRole::Message), "The solution");
    window.wait(3);
    assert_eq!(window.text_of(TextRole::Message), "That was the solution");
    let lines: Vec<_> = saved.borrow().iter().map(Attempt::to_string).collect();
    let id = packaged()[0].id();
    assert_eq!(lines, [format!("2026-11-23 {id} wrong 620 list")], "a hint counts as an error, once");
}

/// The board of a puzzle for Black is turned, and clicks hit the right squares.
#[test]
fn a_puzzle_for_black_is_shown_from_blacks_side() {
    let place = packaged().iter().position(|puzzle| puzzle.side() == Color::Black).expect("one of Black's");
    let puzzle = packaged().swap_remove(place);
    let mut window = PuzzleWindow::open(vec![puzzle.clone()], Progress::default(), &Saved::default());
    let first = window.frame.scene.tiles().find(|tile| tile.square == Square::new(0, 0)).expect("a tile");
    assert_eq!((first.rect.x, first.rect.y), (13.0 * 48.0, 0.0));
    for pair in puzzle.solution.chunks(2) {
        window.play(pair[0]);
        window.wait(1);
    }
    assert_eq!(window.text_of(TextRole::Message), "Solved!");
}

/// After a wrong move all texts and buttons of every puzzle fit in windows of all forms and with all text sizes. A
/// tiny window has room for the task alone.
#[test]
fn texts_fit_in_every_window() {
    for &text_size in TextSize::ALL {
        let options = Options { text_size, ..Options::default() };
        for size in FORMS.into_iter().chain([(200.0, 200.0)]) {
            let puzzles = packaged();
            let mut window =
                PuzzleWindow::play_with(options, puzzles.clone(), Progress::default(), &Saved::default());
            window.size = size;
            for puzzle in &puzzles {
                let wrong = puzzle.position.legal_moves().into_iter().find(|mv| *mv != puzzle.solution[0]);
                window.play(wrong.expect("another move"));
                window.wait(1);
                let layout = window.layout(puzzle.side());
                let faults = misplaced_texts(&window.frame.scene.items, layout.sidebar);
                assert_eq!(faults, [""; 0], "{size:?} {text_size:?} {}", puzzle.title);
                if size == (200.0, 200.0) {
                    // There is room for the task alone.
                    window.key(Key::Char('n'));
                    continue;
                }
                let message = match puzzle.goal {
                    PuzzleGoal::Mate(1) => "Not mate yet – try again",
                    _ => "Not the solution – try again",
                };
                assert_eq!(window.text_of(TextRole::Message), message, "{size:?}");
                let cut = cut_texts(&window.frame.scene.items);
                assert_eq!(cut, [""; 0], "{size:?} {text_size:?} {}", puzzle.title);
                let said = window.all_text().replace('\n', " ");
                assert!(said.contains(&puzzle.instruction()), "{size:?} {text_size:?}: {said}");
                assert!(said.contains(&puzzle.title), "{size:?} {text_size:?}: {said}");
                let shown = |label: &&&str| window.frame.scene.texts().any(|text| text.text == **label);
                let hidden = BUTTONS.iter().filter(|label| !shown(label));
                // A wide panel has a word in the place of the arrow.
                let cut: Vec<_> = hidden.filter(|label| !layout.is_wide() || **label != "◀").collect();
                assert!(cut.is_empty(), "{size:?} {text_size:?}: {cut:?}");
                window.key(Key::Char('n'));
            }
        }
    }
}

/// F1 and `?` open the help page, and Ctrl C copies the position.
#[test]
fn help_and_copy_have_keys() {
    let (mut window, puzzles, _) = open();
    for event in [key_event(Key::F1), InputEvent::Typed('?')] {
        window.input(vec![event]);
        assert!(window.all_text().contains("Start the puzzle again"), "{}", window.all_text());
        window.key(Key::Escape);
        assert!(!window.all_text().contains("Start the puzzle again"));
    }
    window.key(Key::Copy);
    assert_eq!(window.copied, Some(fen::format(&puzzles[0].position)));
    assert_eq!(window.text_of(TextRole::Message), "Position copied (FEN)");
    window.wait(5);
    assert_eq!(window.text_of(TextRole::Message), "");
}

/// The card of a piece appears while the pointer rests on it, and disappears when it leaves.
#[test]
fn a_piece_is_explained_while_the_pointer_rests_on_it() {
    let (mut window, ..) = open();
    let king = window.tile(&window.king(Color::White).expect("a king").to_string());
    let card = |window: &PuzzleWindow| window.text_of(TextRole::Card);
    window.move_to(king);
    assert_eq!(card(&window), "");
    window.wait(1);
    assert!(card(&window).starts_with("King"), "{}", card(&window));
    window.move_to(window.tile("a6"));
    assert_eq!(card(&window), "");
}

/// A piece can be dragged while a wrong move is still shown, and while the reply is awaited.
#[test]
fn pieces_can_be_dragged_early() {
    let (_, puzzles, saved) = open();
    let puzzle = puzzles.iter().find(|puzzle| puzzle.title == "Castle in the desert").expect("a puzzle");
    let mut window = PuzzleWindow::open(vec![puzzle.clone()], Progress::default(), &saved);
    // The general makes a wrong move, and the king is dragged while that move is shown.
    let from = puzzle.solution[2].from;
    let wrong = puzzle.position.legal_moves().into_iter().find(|mv| mv.from == from);
    window.play(wrong.expect("another move"));
    window.wait(1);
    assert_eq!(window.text_of(TextRole::Message), "Not the solution – try again");
    for (first, &mv) in [(true, &puzzle.solution[0]), (false, &puzzle.solution[2])] {
        let [from, to] = [mv.from, mv.to].map(|square| window.tile(&square.to_string()));
        window.press(MouseButton::Left, from);
        window.move_to(to);
        if !first {
            // The answer comes while the piece is held.
            window.wait(1);
        }
        window.release(MouseButton::Left, to);
    }
    window.wait(3);
    assert_eq!(window.text_of(TextRole::Message), "Solved, but not at the first try");
    assert!(window.sounds.len() >= 4, "{:?}", window.sounds);
}

/// Arrow keys move the cursor. Puzzle, moves and result are announced.
#[test]
fn a_puzzle_can_be_solved_by_keyboard() {
    let puzzles = packaged();
    let puzzle = puzzles.first().expect("a puzzle").clone();
    let saved = Saved::default();
    let mut window = PuzzleWindow::open(vec![puzzle.clone(); 2], Progress::default(), &saved);
    window.key(Key::Tab);
    let bottom = if puzzle.position.turn() == Color::White { (7, 0) } else { (6, 13) };
    let mut at = Square::new(bottom.0, bottom.1);
    let mv = *puzzle.solution.first().expect("a solution");
    let layout = BoardLayout::new(FIRST, (14, 14), puzzle.position.turn());
    for target in [mv.from, mv.to] {
        let (now, then) = (layout.tile_rect(at).center(), layout.tile_rect(target).center());
        let across = if then.x > now.x { Key::Right } else { Key::Left };
        let up = if then.y > now.y { Key::Down } else { Key::Up };
        (0..((then.x - now.x).abs() / layout.tile) as usize).for_each(|_| window.key(across));
        (0..((then.y - now.y).abs() / layout.tile) as usize).for_each(|_| window.key(up));
        window.key(Key::Enter);
        window.wait(1);
        at = target;
    }
    window.key(Key::Escape);
    window.key(Key::Char('n'));
    let said = window.announced.join("|");
    assert!(said.starts_with(&format!("Puzzle 1 of 2: {}.", puzzle.title)), "{said}");
    assert!(said.contains(&format!(" {} to {}", mv.from, mv.to)) || said.contains(" takes "), "{said}");
    assert!(said.contains("Puzzle 2 of 2"), "{said}");
}
