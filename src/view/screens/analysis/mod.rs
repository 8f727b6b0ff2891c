//! Analysis board: any position, the moves that were tried in it, the engine lines, and the accuracy of a game.

mod engine;
mod menu;
mod messages;
mod new;
mod openings;
mod panel;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::game::analysis::analyzer::{AnalysisLimits, Analyzer, Live};
use crate::game::analysis::explanations::Explanations;
use crate::game::analysis::{Analysis, AnalysisSetup, Judgment};
use crate::game::openings::Openings as OpeningTree;
use crate::game::options::{ConfirmMoves, MAX_LINES, Options, PromotionRule};
use crate::game::puzzle::{Puzzle, mistake};
use crate::game::speech::command::{BOARD_COMMANDS, Query, find};
use crate::game::speech::describe_move;
use crate::game::worker::{Analyst, Explainer};
use crate::game::{Command, Event, Game, GameSetup, MadeMove, PlayerKind, PlayerView};
use crate::notation::game_tree::{Annotations, GameTree, NodeId};
use crate::notation::pgn::Tags;
use crate::notation::{coords, fen, san};
use crate::rules::{ByColor, Color, Move, Position};
use crate::view::host::Host;
use crate::view::input::InputEvent;
use crate::view::input::Key::Char;
use crate::view::layout::BoardLayout;
use crate::view::scene::Point;
use crate::view::screen::{Action, Effects, Env, Reply, Screen};
use crate::view::screens::games::GameHead;
use crate::view::screens::play::game_board::{BoardPicture, GameBoard};
use crate::view::screens::share::ShareScreen;
use crate::view::widgets::board::BoardInput;
use crate::view::widgets::move_tree::{MoveTree, number, sign};
use crate::view::widgets::{Field, Node, Widget as _};
use messages::Message::*;

pub(super) use messages::{KEYS, Message};

/// Greatest number of changes that can be undone.
const MAX_UNDO: usize = 200;
/// Greatest number of characters of a comment.
const COMMENT: usize = 400;
/// Greatest number of characters of a move that is typed.
const TYPED_MOVE: usize = 12;

/// Purpose of the text field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    Comment,
    Move,
}

/// The list of moves, with the number of changes, the width, the unit and the small font for which it was made.
type CachedList = (u64, [f32; 3], Rc<MoveTree>);

pub struct AnalysisScreen {
    analyzer: Analyzer,
    explanations: Explanations,
    setup: Setup,
    flipped: bool,
    /// Whether all lines of the engine are shown below the board of an upright window.
    unfolded: bool,
    /// Reply to a key, shown until the next position.
    notice: Option<String>,
    board: GameBoard,
    /// The position that is shown.
    position: Position,
    /// A game that begins with the position shown. The next move is made in it.
    game: Game,
    /// Whether the pointer drags the line of the graph.
    dragging: bool,
    /// The move of a line of the engine under the pointer.
    preview: Option<(usize, usize)>,
    /// The move whose menu is open, and the point at which it was opened.
    menu: Option<(NodeId, Point)>,
    /// The text that is typed.
    edit: Option<(Edit, Field)>,
    /// Earlier states of the tree with the positions that were shown.
    undo: Vec<(GameTree, NodeId)>,
    /// Number of changes of the tree and of evaluations.
    changes: u64,
    /// The PGN under which the analysis is kept, empty if it is not kept yet. `None` if its game or puzzle is kept.
    kept: Option<String>,
    list: RefCell<Option<CachedList>>,
    /// The openings of the engine's games and of the player's, once they have been read.
    openings: Option<Box<[OpeningTree; 2]>>,
    shows_openings: bool,
}

/// Data that stay the same while the board is open.
struct Setup {
    title: String,
    tags: Tags,
    result: String,
    ending: Option<String>,
    /// Position in which the game ended. A move before it does not become the end when the last move is deleted.
    end: NodeId,
    bottom: Color,
    person: Option<Color>,
}

impl AnalysisScreen {
    /// Shows the last position of the game first.
    pub fn new(
        setup: AnalysisSetup,
        (analyst, explainer): (Box<Analyst>, Box<Explainer>),
        limits: AnalysisLimits,
        options: Options,
    ) -> Host<Self> {
        let AnalysisSetup { analysis, tags, result, ending, notice, bottom, person, evaluates, kept } = setup;
        let shown = analysis.line().last().copied().unwrap_or(NodeId::ROOT);
        let position = analysis.tree().position(shown);
        let live = Live { is_on: options.engine_on, lines: options.engine_lines.into(), is_threat: false };
        // Moves that are tried in a position of the editor are no mistakes of the player.
        let person = person.filter(|_| shown != NodeId::ROOT);
        let analyzer = Analyzer::new(analysis, shown, analyst, limits, live, evaluates);
        let game = game_at(&position, options);
        let is_named = |color: Color| tags.get(color.name()).is_some_and(|name| name != "?");
        let has_names = Color::ALL.into_iter().any(is_named);
        let title = if has_names { GameHead::of(&tags, str::to_owned).opponent } else { String::new() };
        let mut screen = Self {
            analyzer,
            explanations: Explanations::new(explainer),
            setup: Setup { title, tags, result, ending, end: shown, bottom, person },
            flipped: false,
            unfolded: false,
            notice,
            board: GameBoard::default(),
            position,
            game,
            dragging: false,
            preview: None,
            menu: None,
            edit: None,
            undo: Vec::new(),
            changes: 0,
            kept,
            list: RefCell::default(),
            openings: None,
            shows_openings: false,
        };
        screen.board.introduce(&format!("Analysis. {}", screen.announcement()), &screen.game);
        screen.show_shapes();
        Host::new(screen)
    }

    fn analysis(&self) -> &Analysis {
        self.analyzer.analysis()
    }

    fn tree(&self) -> &GameTree {
        self.analysis().tree()
    }

    fn shown(&self) -> NodeId {
        self.analyzer.shown()
    }

    fn bottom(&self) -> Color {
        if self.flipped { !self.setup.bottom } else { self.setup.bottom }
    }

    fn layout(&self, env: &Env) -> BoardLayout {
        let layout = env.board_layout_with_bar(self.position.variant(), self.bottom());
        // A header is above the board of an upright window only, and has its own scale.
        let layout = layout.with_panel(if layout.is_wide() { 490.0 } else { 400.0 }, (1.0, 1.0));
        self.board.widget.zoomed(layout.with_header().filled())
    }

    /// The move that leads to `id`.
    fn made(&self, id: NodeId) -> Option<MadeMove> {
        let before = self.tree().position(self.tree().parent(id)?);
        Some(MadeMove::of(&before, self.tree().move_to(id)?))
    }

    /// Goes to a position. The piece slides if the position is one move away.
    fn go_to(&mut self, id: Option<NodeId>, env: &Env, effects: &mut Effects) {
        let from = self.shown();
        let Some(to) = id.filter(|&to| to != from) else { return };
        let (forward, back) = (self.tree().parent(to) == Some(from), self.tree().parent(from) == Some(to));
        let made = if forward { self.made(to) } else { self.made(from).filter(|_| back) };
        self.analyzer.show(to);
        self.board.widget.slides.clear();
        self.show_position(env.options);
        effects.announce(self.announcement());
        let (from, to) = if forward { (0, 1) } else { (1, 0) };
        self.board.widget.slides.step(from, to, |_| made, &env.speed);
    }

    fn show_position(&mut self, options: Options) {
        (self.notice, self.preview, self.menu, self.edit) = (None, None, None, None);
        self.position = self.tree().position(self.shown());
        self.game = game_at(&self.position, options);
        self.board.widget.clear();
        self.show_shapes();
    }

    /// Shows the arrows and circles of the position.
    fn show_shapes(&mut self) {
        let shapes = self.tree().annotations(self.shown()).shapes.clone();
        self.board.widget.keep_shapes(shapes);
    }

    /// Makes moves in the position that is shown, and shows the position after them.
    fn play(&mut self, moves: &[Move], options: Options) {
        let mut id = self.shown();
        let is_new = moves.iter().try_fold(id, |id, &mv| self.tree().child(id, mv)).is_none();
        if is_new {
            self.remember();
        }
        for &mv in moves {
            let Some(next) = self.analyzer.analysis_mut().play(id, mv) else { break };
            id = next;
        }
        self.analyzer.show(id);
        self.show_position(options);
    }

    /// Notes the state of the tree before a change, so that the change can be undone.
    fn remember(&mut self) {
        self.add_undo((self.tree().clone(), self.shown()));
    }

    fn add_undo(&mut self, before: (GameTree, NodeId)) {
        if self.undo.len() == MAX_UNDO {
            self.undo.remove(0);
        }
        self.undo.push(before);
        self.changes += 1;
    }

    /// Changes the tree by `change`, which returns the position to be shown, or `None` if nothing has changed.
    fn change(&mut self, options: Options, change: impl FnOnce(&mut GameTree, NodeId) -> Option<NodeId>) {
        let (before, shown) = (self.tree().clone(), self.shown());
        let Some(next) = change(self.analyzer.analysis_mut().tree_mut(), shown) else { return };
        self.add_undo((before, shown));
        self.analyzer.show(next);
        if next == shown { (self.menu, self.edit) = (None, None) } else { self.show_position(options) }
    }

    /// Handles input on the board. A move steps to the next position, or begins or continues a variation.
    fn use_board(&mut self, input: &BoardInput, env: &Env) {
        let view = self.player_view();
        if let InputEvent::Command(text) = &input.event
            && matches!(find(BOARD_COMMANDS, text), Some((row, _)) if row.meaning == Query::LastMove)
        {
            // The game on the board has no moves before the position that is shown.
            return self.board.announcer.add(self.announcement());
        }
        let command = self.board.handle(input, &self.game, &view, 0, env, ConfirmMoves::Never);
        if self.board.widget.shapes() != self.tree().annotations(self.shown()).shapes {
            let shapes = self.board.widget.shapes().to_vec();
            self.change(env.options, |tree, id| {
                tree.annotations_mut(id).shapes = shapes;
                Some(id)
            });
        }
        let Some(command) = command else { return };
        let events = self.game.apply(command);
        self.board.show(&events, &self.game, env);
        for event in events {
            match event {
                Event::Moved(made) => self.play(&[made.mv], env.options),
                Event::MustDefendKing(_) => self.notice = Some("You must defend your king!".to_owned()),
                _ => {}
            }
        }
    }

    /// The position shown, without fog, and the selection in it.
    fn player_view(&self) -> PlayerView {
        let PlayerView { selected, targets, captures, flash, .. } = self.game.player_view();
        let view = PlayerView::of_position(&self.position, self.made(self.shown()).as_ref());
        PlayerView { selected, targets, captures, flash, ..view }
    }

    /// The list of moves for this width and small font. It is made again only if something has changed.
    fn list(&self, width: f32, unit: f32, small: f32) -> Rc<MoveTree> {
        let mut cached = self.list.borrow_mut();
        let sizes = [width, unit, small];
        if let Some((changes, others, list)) = &*cached
            && (*changes, *others) == (self.changes, sizes)
        {
            return Rc::clone(list);
        }
        let (analysis, explanations) = (self.analysis(), &self.explanations);
        let reason = |id| explanations.of(analysis, id).map(str::to_owned).or_else(|| analysis.remark(id));
        let list = Rc::new(MoveTree::new(analysis, reason, width, unit, small));
        *cached = Some((self.changes, sizes, Rc::clone(&list)));
        list
    }

    /// The moves of a line of the engine, from the best line on.
    fn engine_line(&self, index: usize) -> &[Move] {
        match (self.analyzer.report(), index) {
            (Some((report, _)), 0) => &report.pv,
            (Some((report, _)), _) => report.further.get(index - 1).map_or(&[], |(_, line)| line),
            (None, 0) => self.analysis().best_line(self.shown()),
            (None, _) => &[],
        }
    }

    /// The judgement of the move that leads to the position shown, with its reason, as far as it is known.
    fn remark(&self) -> Option<String> {
        let (analysis, id) = (self.analysis(), self.shown());
        let remark = analysis.remark(id)?;
        let reason =
            self.explanations.of(analysis, id).map_or_else(String::new, |reason| format!(" {reason}"));
        Some(remark + &reason)
    }

    /// The announcement of the position: last move, remark, comment and evaluation.
    fn announcement(&self) -> String {
        let id = self.shown();
        let mut sentences = Vec::new();
        match self.made(id) {
            Some(made) => {
                let (_, number) = self.tree().mover(id);
                sentences.push(format!("Move {number}, {}.", describe_move(&made, self.position.variant())));
            }
            None => sentences.push("The start.".to_owned()),
        }
        sentences.extend(self.remark());
        sentences.extend(Some(self.tree().annotations(id).comment.clone()).filter(|text| !text.is_empty()));
        sentences.extend(self.analysis().evaluation(id).map(|figure| format!("Evaluation {figure}.")));
        sentences.join(" ")
    }

    /// The move that leads to the position shown, with number and sign: `12.Nc3?`.
    fn last_move(&self) -> String {
        let id = self.shown();
        if id == NodeId::ROOT {
            return "Start".to_owned();
        }
        format!("{}{}{}", number(self.tree(), id), self.tree().san(id), sign(self.analysis(), id).0)
    }

    /// The analysis as PGN for others. Bad moves have the glyphs of their judgements.
    fn pgn(&self) -> String {
        self.analysis().with_glyphs().to_pgn(&self.setup.tags, &self.setup.result)
    }

    /// Keeps the analysis, unless it is that of a saved game or has nothing but the start of its variant.
    fn keep(&mut self, effects: &mut Effects) {
        let tree = self.tree();
        let pgn = self.analysis().to_pgn(&self.setup.tags, &self.setup.result);
        let is_start = Position::start(tree.start().variant()).is_ok_and(|start| start == *tree.start());
        let root = tree.annotations(NodeId::ROOT).clone();
        let is_blank = tree.is_empty()
            && Annotations { evaluation: None, depth: None, ..root } == Annotations::default();
        if let Some(before) = self.kept.as_mut().filter(|_| !(is_start && is_blank)) {
            effects.analyses.push((std::mem::replace(before, pgn.clone()), pgn));
        }
    }

    /// The side whose mistakes are learnt from first: that of the player, or else that at the bottom, if it has made any.
    fn learner(&self) -> Color {
        let bottom = self.bottom();
        let others = self.mistakes(bottom) == 0 && self.mistakes(!bottom) > 0;
        self.setup.person.unwrap_or(if others { !bottom } else { bottom })
    }

    /// Whether all moves of the game have been evaluated, and no evaluation is running.
    fn is_evaluated(&self) -> bool {
        !self.analyzer.is_evaluating() && self.analyzer.is_complete()
    }

    /// Number of mistakes of `side` for which a better move is known; 0 until the game has been evaluated.
    fn mistakes(&self, side: Color) -> usize {
        if !self.is_evaluated() {
            return 0;
        }
        mistake::with_better(self.analysis(), side).len()
    }

    /// Opens the mistakes of `side` as puzzles.
    fn learn(&mut self, side: Color, effects: &mut Effects) {
        let found = mistake::found(self.analysis(), side, &self.setup.title);
        let mut puzzles: Vec<_> = found.into_iter().filter_map(Puzzle::of_mistake).collect();
        for puzzle in puzzles.iter_mut().filter(|_| self.setup.person.is_some()) {
            effects.mistakes.extend(puzzle.kept());
        }
        if !self.is_evaluated() {
            self.say("Mistakes are known when the game has been analysed", effects);
        } else if puzzles.is_empty() {
            self.say("No better moves are known: analyse the game with G", effects);
        } else {
            let others = if self.setup.person.is_some() { 0 } else { self.mistakes(!side) };
            effects.request(Action::Learn(puzzles, Some(others)));
        }
    }

    /// Shows the mistake of `side` with this index, and the better line as a variation.
    fn show_mistake(&mut self, side: Color, index: usize, env: &Env, effects: &mut Effects) {
        let mistakes = mistake::with_better(self.analysis(), side);
        let Some((id, better)) = mistakes.into_iter().nth(index) else { return };
        if let Some(before) = self.tree().parent(id) {
            self.change(env.options, |tree, shown| tree.add_line(before, &better).ok().map(|_| shown));
        }
        self.go_to(Some(id), env, effects);
    }

    fn say(&mut self, notice: impl Into<String>, effects: &mut Effects) {
        let notice = notice.into();
        effects.announce(notice.clone());
        self.notice = Some(notice);
    }

    /// Opens the text field.
    fn start_edit(&mut self, edit: Edit, effects: &mut Effects) {
        let comment = &self.tree().annotations(self.shown()).comment;
        let field = match edit {
            Edit::Comment => Field::new(comment, COMMENT, |letter| !letter.is_control()),
            Edit::Move => Field::new("", TYPED_MOVE, |letter| letter.is_ascii_graphic()),
        };
        (self.edit, self.menu) = (Some((edit, field)), None);
        effects.focus("edit");
    }

    /// Uses the text that was typed.
    fn end_edit(&mut self, env: &Env, effects: &mut Effects) {
        let Some((edit, field)) = self.edit.take() else { return };
        let text = field.text().trim().to_owned();
        match edit {
            Edit::Comment => self.change(env.options, |tree, id| {
                tree.annotations_mut(id).comment = text;
                Some(id)
            }),
            Edit::Move => {
                let by_coords = || coords::parse_move(&self.position, &text);
                match san::parse(&self.position, &text).ok().or_else(by_coords) {
                    Some(mv) => {
                        let made = MadeMove::of(&self.position, mv);
                        self.play(&[mv], env.options);
                        self.board.widget.slides.start(&made, &env.speed, false);
                        effects.announce(self.announcement());
                    }
                    None if text.is_empty() => {}
                    None => self.say(format!("{text} is not a move here"), effects),
                }
            }
        }
        effects.unfocus();
    }
}

impl Screen for AnalysisScreen {
    type Message = Message;

    fn view(&self, env: &Env) -> Node<Message> {
        let layout = self.layout(env);
        let picture = BoardPicture {
            view: self.player_view(),
            layout,
            hint: None,
            refutation: None,
            promotion_line: env.options.promotion_line,
        };
        let board = self.board.node(picture, &self.game, Board);
        let shift = self.edit.is_none() && self.board.widget.is_shift_down();
        self.page(board, &layout, env)
            .on_wheel(|notches| if notches > 0.0 { Back } else { Forward })
            .on_input(move |event, _| match *event {
                InputEvent::Key { key: Char('z'), control: true } => Some(Undo),
                // The system sends the key before the letter or after it.
                InputEvent::Key { key: Char(letter), control: false } if shift && letter.is_alphabetic() => {
                    Some(Elsewhere)
                }
                InputEvent::Typed(letter) if letter.is_ascii_uppercase() => Some(TypeLetter(letter)),
                _ => None,
            })
            .on_paste(Paste)
            .keymap(KEYS)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        let (tree, shown) = (self.tree(), self.shown());
        let changes = self.changes;
        let main = |id| tree.path_to(id).into_iter().rfind(|&id| tree.is_main_line(id));
        let ply = |id| tree.ply(id);
        let mut to = None;
        match message {
            First => to = Some(NodeId::ROOT),
            Back => to = tree.parent(shown),
            Forward => to = tree.children(shown).first().copied(),
            Last => to = tree.line_after(shown).last().copied(),
            PreviousMistake | NextMistake => {
                let at = ply(main(shown).unwrap_or(NodeId::ROOT));
                let mistakes = self.analysis().bad_moves(Judgment::Inaccuracy);
                to = match message {
                    NextMistake => mistakes.into_iter().find(|&id| ply(id) > at),
                    _ => mistakes.into_iter().rfind(|&id| ply(id) < at),
                };
            }
            GoTo(id) => to = Some(id),
            DragGraph(id) => {
                self.dragging = id.is_some();
                to = id;
            }
            Flip => {
                self.flipped = !self.flipped;
                // A held piece belongs to the board before it was flipped.
                self.board.widget.release();
                effects.announce(format!("{} is at the bottom.", self.bottom().name()));
            }
            Engine => {
                let live = self.analyzer.live();
                self.analyzer.set_live(Live { is_on: !live.is_on, is_threat: false, ..live });
                effects.options = Some(Options { engine_on: !live.is_on, ..env.options });
                effects.announce(if live.is_on { "Engine off." } else { "Engine on." });
                // A switch with the focus would take the arrow keys, which go through the moves.
                effects.unfocus();
            }
            Lines(more) => {
                let live = self.analyzer.live();
                let lines = if more { live.lines + 1 } else { live.lines - 1 }.clamp(1, MAX_LINES.into());
                self.analyzer.set_live(Live { lines, ..live });
                effects.options = Some(Options { engine_lines: lines as u8, ..env.options });
            }
            Unfold => self.unfolded = !self.unfolded,
            Threat if self.position.is_check() => {}
            Threat => {
                let live = self.analyzer.live();
                self.analyzer.set_live(Live { is_on: true, is_threat: !live.is_threat, ..live });
                effects.announce(if live.is_threat { "Threat off." } else { "Threat on." });
            }
            Evaluate => {
                let starts = !self.analyzer.is_evaluating();
                self.analyzer.set_evaluating(starts);
                effects.announce(if starts { "Analysing the game." } else { "The analysis is stopped." });
            }
            Learn(side) => self.learn(side.unwrap_or(self.learner()), effects),
            Follow(..) if self.analyzer.live().is_threat => {}
            Follow(index, count) => {
                let line = self.engine_line(index);
                let moves = line[..count.min(line.len())].to_vec();
                if let Some(&first) = moves.first() {
                    let made = MadeMove::of(&self.position, first);
                    self.play(&moves, env.options);
                    if count == 1 {
                        self.board.widget.slides.start(&made, &env.speed, false);
                    }
                    effects.announce(self.announcement());
                }
            }
            Preview(preview) => self.preview = preview,
            Menu(menu) => {
                if let Some((id, _)) = menu {
                    self.go_to(Some(id), env, effects);
                }
                self.menu = menu;
            }
            Promote => self.change(env.options, |tree, id| tree.promote(id).then_some(id)),
            MainLine => self.change(env.options, |tree, id| tree.make_main_line(id).then_some(id)),
            MoveUp => self.change(env.options, |tree, id| tree.move_up(id).then_some(id)),
            Delete => self.change(env.options, |tree, id| Some(tree.delete(id)).filter(|&next| next != id)),
            Fold => self.change(env.options, |tree, id| {
                // The variations are listed below the move of the main line that they replace.
                let id_of_line = tree.variation_start(id).and_then(|first| tree.parent(first));
                let folded = id_of_line.and_then(|id| tree.children(id).first().copied()).unwrap_or(id);
                let annotations = tree.annotations_mut(folded);
                annotations.is_folded = !annotations.is_folded;
                Some(folded)
            }),
            Glyph(glyph) if shown != NodeId::ROOT => {
                let menu = self.menu;
                self.change(env.options, |tree, id| {
                    menu::toggle_glyph(&mut tree.annotations_mut(id).glyphs, glyph);
                    Some(id)
                });
                // A move may get a glyph about the position, too.
                self.menu = menu;
            }
            Glyph(_) => {}
            Comment => self.start_edit(Edit::Comment, effects),
            TypeMove => self.start_edit(Edit::Move, effects),
            TypeLetter(letter) => {
                self.start_edit(Edit::Move, effects);
                self.edit.iter_mut().for_each(|(_, field)| _ = field.typed(letter));
            }
            Edited(field) => self.edit = self.edit.take().map(|(edit, _)| (edit, field)),
            EndEdit(true) => self.end_edit(env, effects),
            EndEdit(false) => {
                self.edit = None;
                effects.unfocus();
            }
            Undo => {
                if let Some((tree, shown)) = self.undo.pop() {
                    self.analyzer.analysis_mut().set_tree(tree);
                    self.analyzer.show(shown);
                    self.show_position(env.options);
                    self.changes += 1;
                    self.say("Undone", effects);
                }
            }
            PlayFromHere => {
                // The way back from the game leads to the analysis, also if it is that of another game.
                self.kept.get_or_insert_default();
                self.keep(effects);
                effects.request(Action::PlayFrom(self.position.clone()));
            }
            Copy => {
                effects.clipboard = Some(fen::format(&self.position));
                self.say("Position copied (FEN)", effects);
            }
            CopyGame => {
                effects.clipboard = Some(self.pgn());
                self.say("Moves copied (PGN)", effects);
            }
            Openings => {
                // A low strip has no room for all lines of the engine as well.
                (self.shows_openings, self.unfolded) = (!self.shows_openings, false);
                if self.openings.is_none() {
                    effects.request(Action::LoadOpenings(Arc::clone(self.position.variant())));
                }
            }
            PlayOpening(mv) => {
                let made = MadeMove::of(&self.position, mv);
                self.play(&[mv], env.options);
                self.board.widget.slides.start(&made, &env.speed, false);
                effects.announce(self.announcement());
            }
            Share => {
                let tree = self.tree().clone();
                effects.open(ShareScreen::new(tree, self.shown(), self.bottom(), self.pgn()));
            }
            Paste(text) => match &mut self.edit {
                Some((_, field)) => {
                    let letters = text.chars().map(|letter| if letter == '\n' { ' ' } else { letter });
                    letters.for_each(|letter| _ = field.typed(letter));
                }
                None => effects.request(Action::ReplaceByText(text)),
            },
            New => {
                let variant = self.position.variant();
                let start = Position::start(variant).unwrap_or_else(|_| self.tree().start().clone());
                effects.open(new::NewAnalysis::new(start));
            }
            Help => return effects.open_help(None),
            Close if self.menu.take().is_some() => {}
            Close => return effects.close(),
            Board(input) => {
                if matches!(input.event, InputEvent::Pressed(..)) {
                    self.menu = None;
                }
                self.use_board(&input, env);
            }
            Elsewhere => {}
        }
        self.go_to(to, env, effects);
        if self.changes != changes {
            self.keep(effects);
        }
        self.board.push_effects(&self.game, env, effects);
    }

    fn tick(&mut self, elapsed: Duration, env: &Env, effects: &mut Effects) -> bool {
        self.dragging &= env.is_top;
        let moved = self.board.tick(elapsed, &self.game);
        self.game.apply(Command::Tick(elapsed));
        let was_evaluating = self.analyzer.is_evaluating();
        let is_visible = env.is_top && env.window_hidden.is_zero();
        let evaluated = self.analyzer.tick(elapsed, is_visible);
        let analysis = self.analyzer.analysis();
        if was_evaluating && self.is_evaluated() {
            self.explanations.ask(analysis.bad_moves(Judgment::Mistake));
            effects.announce("The game is analysed. Next mistake goes through the mistakes.");
        }
        let shown = self.analyzer.shown();
        let explained = if is_visible {
            self.explanations.tick(analysis, shown)
        } else {
            self.explanations.pause();
            None
        };
        self.changes += u64::from(evaluated || explained.is_some());
        if explained == Some(shown)
            && let Some(reason) = self.explanations.of(analysis, shown)
        {
            effects.announce(reason);
        }
        self.board.push_effects(&self.game, env, effects);
        moved || evaluated || explained.is_some() || self.analyzer.is_evaluating() != was_evaluating
    }

    fn reply(&mut self, reply: Reply, env: &Env, effects: &mut Effects) {
        match reply {
            Reply::Failed(reason) => self.say(reason, effects),
            Reply::Learn(side) => self.learn(side, effects),
            Reply::AnalyzeMistake(side, index) => self.show_mistake(side, index, env, effects),
            Reply::Openings(openings) => self.openings = Some(openings),
            _ => {}
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.notice = Some(notice);
        None
    }

    fn leave(&mut self, effects: &mut Effects) {
        if let Some(side) = self.setup.person.filter(|side| self.mistakes(*side) > 0) {
            effects.mistakes.extend(mistake::found(self.analysis(), side, &self.setup.title));
        }
        // A game of a list of games leaves no analysis if it was only looked at.
        if self.kept.as_ref().is_some_and(String::is_empty) || !self.undo.is_empty() {
            self.keep(effects);
        }
        effects.reply = Some(Reply::Analysis(Box::new(self.analysis().clone())));
    }
}

/// A game from `position` in which a person makes the next move. The other side is not a person, because two people in
/// the fog would pass the board to each other.
fn game_at(position: &Position, options: Options) -> Game {
    let turn = position.turn();
    let player = |color| if color == turn { PlayerKind::Human } else { PlayerKind::Computer };
    Game::new(GameSetup {
        position: position.clone(),
        players: ByColor::from_fn(player),
        controls: ByColor::from_fn(|_| None),
        // A player who analyses tries other promotions, too, also where a game promotes without asking.
        options: Options { fog_of_war: false, promotion: PromotionRule::Choose, ..options },
    })
}
