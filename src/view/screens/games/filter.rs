//! Filter of the list of games by variant, opponent and result, or by words.

use super::Message;
use super::entry::{GameHead, RESULTS};
use crate::view::form::PAGE;
use crate::view::widgets::Node;
use crate::view::widgets::build::choice;
use crate::view::widgets::node::row;

/// Names of the choices, and their first words, with which any value will do.
const CHOICES: [[&str; 2]; 3] =
    [["Variant", "All variants"], ["Opponent", "All opponents"], ["Result", "All results"]];

/// Conditions on the heads of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    /// Variant, opponent and result; `None` where any value will do.
    pub(super) chosen: [Option<String>; 3],
    /// Words that the tags must have.
    pub(super) words: String,
}

/// Variant, opponent and result of a game.
fn values(head: &GameHead) -> [&str; 3] {
    [&head.variant, &head.opponent, head.result]
}

/// The values from which one is chosen.
fn options<'h>(place: usize, heads: impl Iterator<Item = &'h GameHead>) -> Vec<&'h str> {
    if CHOICES[place][0] == "Result" {
        return RESULTS.to_vec();
    }
    let mut options: Vec<_> =
        heads.map(|head| values(head)[place]).filter(|value| !value.is_empty()).collect();
    options.sort_unstable();
    options.dedup();
    options
}

impl Filter {
    pub(super) fn matches(&self, head: &GameHead) -> bool {
        let has =
            |(chosen, value): (&Option<String>, &str)| chosen.as_ref().is_none_or(|chosen| chosen == value);
        self.chosen.iter().zip(values(head)).all(has)
            && self.words.to_lowercase().split_whitespace().all(|word| head.values.contains(word))
    }

    /// Chooses the option at index `option` of the choice at `place`, where 0 stands for all.
    pub(super) fn choose<'h>(
        &mut self,
        place: usize,
        option: usize,
        heads: impl Iterator<Item = &'h GameHead>,
    ) {
        let chosen = option.checked_sub(1).and_then(|option| options(place, heads).get(option).copied());
        self.chosen[place] = chosen.map(str::to_owned);
    }

    /// The three choices.
    pub(super) fn choices<'h>(&self, heads: impl Iterator<Item = &'h GameHead> + Clone) -> Node<Message> {
        let choices = (0..CHOICES.len()).map(|place| {
            let [name, all] = CHOICES[place];
            let words = [all].into_iter().chain(options(place, heads.clone()));
            let words: Vec<_> = words.map(str::to_owned).collect();
            let chosen = words.iter().position(|word| self.chosen[place].as_ref() == Some(word));
            choice(words, chosen.unwrap_or(0), move |option| Message::Choose(place, option))
                .named(name)
                .fill(1.0)
        });
        row(choices).gap(6.0).height(PAGE.button)
    }
}
