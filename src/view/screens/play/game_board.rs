//! Board of a game with its sounds and announcements, shared by the game screen and the puzzles.

use super::announce::Announcer;
use crate::game::{Event, Game, PlayerView};
use crate::rules::Square;
use crate::view::input::InputEvent;
use crate::view::layout::Layout;
use crate::view::screen::{Effects, Env};
use crate::view::sound::SoundCues;
use crate::view::widgets::board::{Board, BoardResponse};

#[derive(Default)]
pub struct GameBoard {
    pub widget: Board,
    pub announcer: Announcer,
    sounds: SoundCues,
    /// The selection before a command of the keyboard, until its events are shown.
    before_command: Option<Option<Square>>,
}

impl GameBoard {
    /// Handles an event, with `view` of `game` on the board. The events of a command that is returned go to
    /// [`GameBoard::show`].
    pub fn handle(
        &mut self,
        event: &InputEvent,
        game: &Game,
        view: &PlayerView,
        layout: &Layout,
        ctx: &Env,
    ) -> BoardResponse {
        let response = self.widget.handle(event, game, layout, ctx.options.drag);
        match response {
            BoardResponse::CursorMoved => self.announcer.look(self.widget.cursor(), view),
            BoardResponse::Command { by_cursor: true, .. } => {
                self.widget.hover.act();
                self.before_command = Some(game.selected());
            }
            _ => {}
        }
        response
    }

    /// Shows `events`, which led to the present state of `game`: sounds, announcements, slides. A piece that was
    /// `dropped` does not slide.
    pub fn show(&mut self, events: &[Event], game: &Game, dropped: bool, ctx: &Env) {
        self.announcer.handle(events, game);
        if let Some(before) = self.before_command.take() {
            self.announcer.select(before, game);
        }
        let widget = &mut self.widget;
        for event in events {
            match event {
                Event::Moved(made) | Event::MovedInFog(Some(made)) => {
                    log::debug!("moved {}{}", made.mv.from, made.mv.to);
                    widget.slides.start(made, &ctx.speed, dropped);
                    if widget.hover.square() == Some(made.mv.to) {
                        widget.hover.act();
                    }
                }
                Event::TakenBack(Some(made)) => widget.slides.start_back(made, &ctx.speed),
                Event::ChoosePromotion { from, to } => widget.pick_promotion(game, *from, *to),
                Event::Restarted => widget.slides.clear(),
                _ => {}
            }
        }
        self.sounds.update(events, game, self.widget.slides.pending() > 0);
    }

    /// Pushes sounds and announcements, and asks for the full frame rate while something moves.
    pub fn push_effects(&mut self, game: &Game, env: &Env, effects: &mut Effects) {
        effects.waiting |= self.widget.is_moving(game);
        effects.announcements.extend(self.announcer.take(game));
        effects.announcements.extend(self.widget.announcement());
        if let Some(pointer) = self.widget.pointer(game) {
            effects.cursor = pointer;
        }
        if let Some(cue) = self.sounds.take(&env.options, self.widget.slides.pending() == 0) {
            effects.play_sound(cue);
        }
    }
}
