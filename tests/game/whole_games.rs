//! Whole games of thousands of ticks without a window: computers against each other, and a player who clicks at random.
//! Invariants are checked after every step.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::window::Driver;
use crate::common::{Dice, GameScreen, deterministic, variant};
use xxlchess::engine::SearchRequest;
use xxlchess::engine::heuristic::HeuristicPlayer;
use xxlchess::game::GameController;
use xxlchess::game::clock::{self, TimeControl};
use xxlchess::game::options::Options;
use xxlchess::game::worker::{Opponent, ThreadedWorker};
use xxlchess::game::{Game, GameSetup, PlayerKind, Termination};
use xxlchess::rules::{ByColor, Color, Move, Outcome, Position, Square};
use xxlchess::view::input::{InputEvent, Key, MouseButton};
use xxlchess::view::layout::BoardLayout;
use xxlchess::view::scene::{Item, Point, Scene, TextRole, Tint};
use xxlchess::view::widgets::board::animation::Speed;

const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);
const SLIDING: Speed = Speed { pixels_a_frame: 48.0, longest: Duration::from_secs(1) };

fn screen(
    players: ByColor<PlayerKind>,
    opponent: Box<Opponent>,
    control: TimeControl,
    seed: u64,
) -> GameScreen {
    let position = Position::start(&variant("xxl")).expect("a legal start");
    let controls = ByColor { white: Some(control), black: Some(control) };
    let game = Game::new(GameSetup { position, players, controls, options: Options::default() });
    GameScreen::of(GameController::new(game, opponent, deterministic(seed)), Options::default(), SLIDING)
}

fn seconds(initial: u64, increment: u64) -> TimeControl {
    TimeControl { initial: Duration::from_secs(initial), increment: Duration::from_secs(increment) }
}

/// Asserts the invariants of the picture of a game.
fn assert_sound(screen: &GameScreen) {
    let (scene, game) = (screen.scene(), screen.game());
    let position = game.position();
    let mut squares: Vec<Square> = scene.tiles().map(|tile| tile.square).collect();
    squares.sort_unstable();
    squares.dedup();
    assert_eq!((scene.tiles().count(), squares.len()), (196, 196));
    let tinted = |tints: &[Tint]| -> BTreeSet<Square> {
        let tiles = scene.tiles().filter(|tile| tile.tint.is_some_and(|tint| tints.contains(&tint)));
        tiles.map(|tile| tile.square).collect()
    };
    if !scene.text_of(TextRole::Past).is_empty() {
        let hand = [Tint::Selected, Tint::Target, Tint::Capture];
        assert!(tinted(&hand).is_empty(), "nothing is done in the past");
        return;
    }
    let selected = tinted(&[Tint::Selected]);
    assert!(selected.len() <= 1, "{selected:?}");
    let legal: BTreeSet<Square> = match game.selected() {
        Some(from) => position.legal_moves_from(from).iter().map(|mv| mv.to).collect(),
        None => BTreeSet::new(),
    };
    assert_eq!(tinted(&[Tint::Target, Tint::Capture]), legal);
    let enemies = position.board().by_color(!position.turn());
    assert!(tinted(&[Tint::Capture]).into_iter().all(|square| enemies.contains(square)));
    assert!(tinted(&[Tint::Danger]).len() <= 1);
    assert!(
        tinted(&[Tint::Mating]).is_empty()
            || matches!(game.termination(), Some(Termination::Outcome(Outcome::Checkmate { .. })))
    );
    // The piece of the next move slides to its square.
    let shown = game.moves().len().min(game.shown_moves() + 1);
    assert_one_sprite_a_piece(&scene, &game.position_at(shown));
}

/// Asserts that every piece is drawn once, except that a captured piece is drawn until the capturing piece arrives.
fn assert_one_sprite_a_piece(scene: &Scene, position: &Position) {
    let mut drawn: BTreeMap<(Square, Color), u32> = BTreeMap::new();
    // Sprites without a square are captured pieces in the sidebar.
    for (square, color) in scene.sprites().filter_map(|sprite| Some((sprite.square?, sprite.color))) {
        *drawn.entry((square, color)).or_default() += 1;
    }
    assert!(drawn.values().all(|&count| count == 1), "{drawn:?}");
    for (square, piece) in position.board().pieces() {
        assert_eq!(drawn.remove(&(square, piece.color)), Some(1), "{square}");
    }
    for ((square, color), _) in drawn {
        let by = position.board().piece_at(square).map(|piece| piece.color);
        assert_eq!(by, Some(!color), "something is drawn on {square} that is not being captured");
    }
}

/// Two computers play whole games on the screen, some of them to mate. The picture does not change after the end.
#[test]
fn the_computer_plays_whole_games_on_the_screen() {
    let computers = ByColor { white: PlayerKind::Computer, black: PlayerKind::Computer };
    let mut mates = 0;
    for seed in 0..6 {
        let opponent = Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline());
        let mut screen = screen(computers, opponent, seconds(900, 0), seed);
        let mut ticks = 0;
        while screen.game().termination().is_none() {
            // Each move waits until the piece of the move before it has arrived.
            screen.tick(5 * FRAME);
            ticks += 1;
            if ticks % 16 == 0 {
                assert_sound(&screen);
            }
            assert!(ticks < 50_000, "seed {seed} does not end");
        }
        assert!(ticks > 50, "seed {seed} ends after {ticks} ticks");
        mates += u32::from(matches!(
            screen.game().termination(),
            Some(Termination::Outcome(Outcome::Checkmate { .. }))
        ));
        screen.tick(Duration::from_secs(1));
        let end = screen.scene();
        assert_sound(&screen);
        (0..100).for_each(|_| screen.tick(FRAME));
        assert_eq!(screen.scene(), end);
    }
    assert!(mates >= 3, "{mates} mates");
}

/// The same seed gives the same game twice, and another seed another game.
#[test]
fn the_same_seed_gives_the_same_game_on_the_screen() {
    let computers = ByColor { white: PlayerKind::Computer, black: PlayerKind::Computer };
    let moves = |seed| -> Vec<Move> {
        let opponent = Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline());
        let mut screen = screen(computers, opponent, seconds(900, 0), seed);
        (0..1600).for_each(|_| screen.tick(FRAME));
        screen.game().moves().iter().map(|made| made.mv).collect()
    };
    assert!(moves(1).len() > 20);
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

/// A computer on a thread of its own plays one game to the end.
#[test]
fn a_threaded_computer_plays_a_game() {
    let computers = ByColor { white: PlayerKind::Computer, black: PlayerKind::Computer };
    let opponent = Box::new(ThreadedWorker::opponent(Box::new(HeuristicPlayer)));
    let mut screen = screen(computers, opponent, seconds(1000, 0), 3);
    for _ in 0..20_000 {
        screen.tick(Duration::from_millis(1));
        std::thread::sleep(Duration::from_micros(500));
        if screen.game().moves().len() >= 30 || screen.game().termination().is_some() {
            break;
        }
    }
    assert!(screen.game().moves().len() >= 30);
    assert_sound(&screen);
}

/// A computer that plays random moves, and sometimes none.
struct Anything;

impl xxlchess::engine::Player for Anything {
    fn choose_move(&mut self, task: &SearchRequest, _stop: &AtomicBool) -> Option<Move> {
        let moves = task.position.legal_moves();
        let mut dice = Dice::new(task.seed);
        (dice.below(200) > 0).then(|| moves[dice.below(moves.len())])
    }
}

/// A player who clicks at random, and the expected clocks.
struct Monkey {
    screen: GameScreen,
    dice: Dice,
    control: TimeControl,
    /// Time taken from each clock in this game.
    used: ByColor<Duration>,
}

impl Monkey {
    fn new(human: Color, seed: u64) -> Self {
        let player = |color| if color == human { PlayerKind::Human } else { PlayerKind::Computer };
        let control = seconds(20, 1);
        let opponent = Box::new(ThreadedWorker::opponent(Box::new(Anything)).inline());
        let screen = screen(ByColor::from_fn(player), opponent, control, seed);
        Self { screen, dice: Dice::new(seed), control, used: ByColor::default() }
    }

    fn game(&self) -> &Game {
        self.screen.game()
    }

    /// Lets time pass, sometimes none and sometimes much.
    fn tick(&mut self) {
        let elapsed = match self.dice.below(2000) {
            0 => Duration::from_secs(1000),
            1..50 => Duration::from_millis(1500),
            50..100 => Duration::ZERO,
            _ => FRAME,
        };
        // The computer's clock waits for the human's piece.
        let sliding = self.screen.screen.slide_time().min(elapsed);
        if let Some(color) = self.game().side_to_move() {
            let waits = self.game().player(color) == PlayerKind::Computer;
            self.used[color] += if waits { elapsed - sliding } else { elapsed };
        }
        self.screen.tick(elapsed);
    }

    /// A random point to click: a target, a piece, or any point outside the sidebar, whose buttons could resign or open
    /// another screen.
    fn point(&mut self) -> Point {
        let scene = self.screen.scene();
        let targets: Vec<_> =
            scene.tiles().filter(|t| matches!(t.tint, Some(Tint::Target | Tint::Capture))).collect();
        let pieces = scene.sprites().filter(|sprite| sprite.square.is_some());
        let pieces: Vec<_> = pieces.map(|sprite| sprite.rect.center()).collect();
        match self.dice.below(8) {
            0..=3 if !targets.is_empty() => targets[self.dice.below(targets.len())].rect.center(),
            0..=5 => pieces[self.dice.below(pieces.len())],
            _ => {
                let anywhere = |dice: &mut Dice, edge: f32| dice.below(edge as usize + 200) as f32 - 100.0;
                let (x, y) = (
                    anywhere(&mut self.dice, self.screen.ctx.size.0),
                    anywhere(&mut self.dice, self.screen.ctx.size.1),
                );
                let point = Point::new(x, y);
                let layout = BoardLayout::new(self.screen.ctx.size, (14, 14), Color::White).with_header();
                if layout.sidebar.contains(point) { Point::new(-1.0, y) } else { point }
            }
        }
    }

    /// Random input other than a click: a key, the right button, another window size.
    fn fidget(&mut self) {
        let keys = [
            Key::Char('r'),
            Key::Char('q'),
            Key::Space,
            Key::F1,
            Key::Left,
            Key::End,
            Key::End,
            Key::Char('R'),
        ];
        let key = keys[self.dice.below(keys.len())];
        match self.dice.below(6) {
            0 => {
                self.screen.ctx.size =
                    (480.0 + self.dice.below(3000) as f32, 400.0 + self.dice.below(2000) as f32)
            }
            1 if self.dice.below(20) == 0 => self.press_idle_key(Key::Escape),
            2 => self.screen.press(MouseButton::Right, Point::new(9.0, 9.0)),
            3 => self.screen.input(vec![InputEvent::PointerLeft]),
            _ => self.press_idle_key(key),
        }
    }

    /// Presses a key that must not make a move.
    fn press_idle_key(&mut self, key: Key) {
        let ended = self.game().termination().is_some();
        let before = self.game().moves().len();
        self.screen.key(key);
        if key == Key::Char('r') && ended {
            self.used = ByColor::default();
        } else {
            assert_eq!(self.game().moves().len(), before, "{key:?}");
        }
    }

    /// Asserts that both clocks, in the game and in the sidebar, have the initial time and the increments without the
    /// time used.
    fn assert_clocks(&self) {
        let scene = self.screen.scene();
        for color in Color::ALL {
            let moves = self.game().moves().iter().filter(|made| made.piece.color == color).count() as u32;
            let given = self.control.initial + self.control.increment * moves;
            let left = self.game().clocks().remaining(color).expect("a clock");
            assert_eq!(left, given.saturating_sub(self.used[color]));
            let is_wide = BoardLayout::new(self.screen.ctx.size, (14, 14), Color::White).is_wide();
            let shown =
                if is_wide { clock::format_clock_with_tenths(left) } else { clock::format_clock(left) };
            assert_eq!(scene.text_of(TextRole::Clock(color)), shown, "{:?}", self.screen.ctx.size);
            let lost = self.game().termination() == Some(Termination::Time { winner: !color });
            assert_eq!(left.is_zero(), lost);
        }
    }
}

/// The items of the board without the sidebar, whose buttons can change after the end.
fn board(screen: &GameScreen) -> Vec<Item> {
    let items = screen.scene().items.into_iter();
    items.filter(|item| matches!(item, Item::Tile(_) | Item::Sprite(_))).collect()
}

/// Random clicks with either colour: picture and clocks stay right, and games that have ended stay as they are.
#[test]
fn fifteen_thousand_random_clicks_break_nothing() {
    let (mut moves, mut endings, mut warned) = (0, BTreeSet::new(), 0);
    for (human, seed) in [(Color::White, 3), (Color::Black, 4)] {
        let mut monkey = Monkey::new(human, seed);
        for step in 0..7_500 {
            if monkey.dice.below(3) == 0 {
                monkey.tick();
            }
            if monkey.dice.below(10) == 0 {
                monkey.fidget();
            }
            if monkey.game().termination().is_some() {
                monkey.press_idle_key(Key::End);
            }
            // Only every tenth picture is checked, because laying it out takes most of the time.
            let looks = step % 10 == 0;
            let ended = monkey.game().termination().filter(|_| looks);
            let frozen = ended.map(|_| board(&monkey.screen));
            let before = monkey.game().moves().len();
            let point = monkey.point();
            monkey.screen.click(point);
            moves += monkey.game().moves().len() - before;
            if let Some(frozen) = frozen {
                assert!(board(&monkey.screen) == frozen, "a click moved the board after the end");
            }
            if looks {
                assert_sound(&monkey.screen);
                monkey.assert_clocks();
            }
            warned += u32::from(monkey.game().king_flash().is_some());
            endings.extend(monkey.game().message().filter(|_| monkey.game().termination().is_some()));
        }
    }
    assert!(moves > 500, "{moves} moves");
    assert!(warned > 0, "{warned} times asked to defend the king");
    assert!(!endings.is_empty(), "{endings:?}");
}
