//! Filter of the list of games by variant, opponent and result.

use super::Message;
use super::entry::{GameHead, RESULTS};
use crate::view::form::PAGE;
use crate::view::widgets::Node;
use crate::view::widgets::build::choice;
use crate::view::widgets::node::row;

/// The values that the heads of the games must have; `None` where any value will do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    pub(super) variant: Option<String>,
    pub(super) opponent: Option<String>,
    pub(super) result: Option<String>,
    /// Words that the tags must have.
    pub(super) words: String,
}

/// What a game is filtered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterBy {
    Variant,
    Opponent,
    Result,
}

impl FilterBy {
    const ALL: [Self; 3] = [Self::Variant, Self::Opponent, Self::Result];

    /// Name of the choice, and its first word, with which any value will do.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Variant => ["Variant", "All variants"],
            Self::Opponent => ["Opponent", "All opponents"],
            Self::Result => ["Result", "All results"],
        }
    }

    /// The values of `heads` in the order of the choice.
    fn values<'h>(self, heads: impl Iterator<Item = &'h GameHead>) -> Vec<String> {
        let mut values: Vec<String> = match self {
            Self::Variant => {
                heads.map(|head| head.variant.clone()).filter(|title| !title.is_empty()).collect()
            }
            Self::Opponent => heads.map(|head| head.opponent.clone()).collect(),
            Self::Result => return RESULTS.map(str::to_owned).to_vec(),
        };
        values.sort();
        values.dedup();
        values
    }
}

impl Filter {
    pub(super) fn matches(&self, head: &GameHead) -> bool {
        let is = |wanted: &Option<String>, value: &str| wanted.as_ref().is_none_or(|wanted| wanted == value);
        is(&self.variant, &head.variant)
            && is(&self.opponent, &head.opponent)
            && is(&self.result, head.result)
            && self.words.to_lowercase().split_whitespace().all(|word| head.values.contains(word))
    }

    fn chosen(&mut self, field: FilterBy) -> &mut Option<String> {
        match field {
            FilterBy::Variant => &mut self.variant,
            FilterBy::Opponent => &mut self.opponent,
            FilterBy::Result => &mut self.result,
        }
    }

    /// Chooses the value at this place of the choice.
    pub(super) fn choose<'h>(
        &mut self,
        field: FilterBy,
        place: usize,
        heads: impl Iterator<Item = &'h GameHead>,
    ) {
        let value = place.checked_sub(1).and_then(|place| field.values(heads).into_iter().nth(place));
        *self.chosen(field) = value;
    }

    /// The three choices.
    pub(super) fn choices<'h>(&self, heads: impl Iterator<Item = &'h GameHead> + Clone) -> Node<Message> {
        let choices = FilterBy::ALL.map(|field| {
            let [name, all] = field.words();
            let values = field.values(heads.clone());
            let chosen = self.clone().chosen(field).take();
            let place = values.iter().position(|value| chosen.as_ref() == Some(value));
            let words = [all.to_owned()].into_iter().chain(values).collect();
            let node =
                choice(words, place.map_or(0, |place| place + 1), move |place| Message::Choose(field, place));
            node.named(name).fill(if field == FilterBy::Result { 0.8 } else { 1.0 })
        });
        row(choices).gap(6.0).height(PAGE.button)
    }
}
