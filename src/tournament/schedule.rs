//! Schedule of a tournament: who plays whom, in pairs of games.

/// Two games of the same players from one opening, with both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Number of the pair in the tournament, from 0.
    pub number: usize,
    /// Number of the round, from 0. The pairs of a round have the same opening.
    pub round: u32,
    /// The players by their place in the list of engines. The first one has White in the first game.
    pub players: [usize; 2],
}

/// The pairs of a tournament in their order.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u32,
}

impl Schedule {
    /// The schedule of a tournament in which everybody plays everybody, or the first engine all others.
    pub fn new(engines: usize, is_gauntlet: bool, rounds: u32) -> Self {
        let hosts = if is_gauntlet { 1 } else { engines };
        let pairings = (0..hosts).flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        Self { pairings: pairings.collect(), rounds }
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.pairings.len() * self.rounds as usize
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pair with this number; `None` after the last one. It does not depend on the number of rounds.
    pub fn pair(&self, number: usize) -> Option<Pair> {
        let round = u32::try_from(number.checked_div(self.pairings.len())?).ok()?;
        let players = self.pairings[number % self.pairings.len()];
        (round < self.rounds).then_some(Pair { number, round, players })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(schedule: &Schedule) -> Vec<(u32, [usize; 2])> {
        let pairs = (0..).map_while(|number| schedule.pair(number));
        pairs.map(|pair| (pair.round, pair.players)).collect()
    }

    /// Three engines meet each other once a round, and more rounds begin with the same pairs.
    #[test]
    fn everybody_plays_everybody_in_each_round() {
        let once = [(0, [0, 1]), (0, [0, 2]), (0, [1, 2])];
        assert_eq!(pairs(&Schedule::new(3, false, 1)), once);
        let twice = pairs(&Schedule::new(3, false, 2));
        assert_eq!((twice.len(), &twice[..3]), (6, &once[..]));
        assert_eq!(twice[3..], once.map(|(_, players)| (1, players)));
    }

    /// In a gauntlet the first engine plays both others, and they do not play each other.
    #[test]
    fn in_a_gauntlet_the_first_engine_plays_all_others() {
        assert_eq!(pairs(&Schedule::new(3, true, 1)), [(0, [0, 1]), (0, [0, 2])]);
    }
}
