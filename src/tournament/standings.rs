//! Results of a tournament so far: scores of the engines, ends of games, and their text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::schedule::Pair;
use super::settings::Settings;
use crate::game::match_score::{EloModel, MatchScore};

/// Result of a pair of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairResult {
    /// Half-points of the first player in each game.
    pub half_points: [u8; 2],
    /// How each game ended, in words.
    pub ends: [String; 2],
}

/// Results of a tournament so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings<'s> {
    settings: &'s Settings,
    scores: Vec<MatchScore>,
    ends: BTreeMap<String, u32>,
    pairs: usize,
}

impl<'s> Standings<'s> {
    /// The standings before the first game.
    pub fn new(settings: &'s Settings) -> Self {
        let scores = vec![MatchScore::default(); settings.engines.len()];
        Self { settings, scores, ends: BTreeMap::new(), pairs: 0 }
    }

    /// Adds a pair of games.
    pub fn add(&mut self, pair: &Pair, result: &PairResult) {
        let [first, second] = pair.players;
        self.scores[first].add_pair(result.half_points);
        self.scores[second].add_pair(result.half_points.map(|points| 2 - points.min(2)));
        for end in &result.ends {
            *self.ends.entry(end.clone()).or_default() += 1;
        }
        self.pairs += 1;
    }

    /// Number of pairs so far.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// The hypothesis that the test of the match has accepted, 0 or 1; `None` if there is no test or it needs more games.
    pub fn accepted(&self) -> Option<usize> {
        self.settings.sprt?.accepts(&self.scores[0]).map(usize::from)
    }

    /// The score so far in one line, of a match of two engines that of the first one.
    pub fn line(&self, all_pairs: usize) -> String {
        let games = format!("{} of {} games", 2 * self.pairs, 2 * all_pairs);
        if self.settings.engines.len() > 2 {
            let leader = self.order()[0];
            let name = &self.settings.engines[leader].name;
            return format!("{games}: {name} leads with {:.1} %", self.percent(leader));
        }
        let score = &self.scores[0];
        let [won, drawn, lost] = score.results();
        format!(
            "{games}: {} +{won} ={drawn} -{lost}, {:.1} %, Elo {}{}",
            self.settings.engines[0].name,
            self.percent(0),
            score.elo(),
            self.ratio().map_or(String::new(), |ratio| format!(", {ratio}"))
        )
    }

    fn percent(&self, engine: usize) -> f64 {
        100.0 * self.scores[engine].points() / self.scores[engine].games().max(1) as f64
    }

    /// The likelihood ratio of the test and its bounds.
    fn ratio(&self) -> Option<String> {
        let test = self.settings.sprt?;
        let [lower, upper] = test.bounds();
        Some(format!("LLR {:.2} ({lower:.2} to {upper:.2})", test.likelihood_ratio(&self.scores[0])))
    }

    /// The engines, those with more points for a game first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.scores.len()).collect();
        order.sort_by(|&a, &b| self.percent(b).total_cmp(&self.percent(a)));
        order
    }

    /// The report of the end: a table of more than two engines, or all figures of a match.
    pub fn report(&self) -> String {
        let mut text = if self.scores.len() > 2 { self.table() } else { self.match_report() };
        let mut ends: Vec<_> = self.ends.iter().collect();
        ends.sort_by(|a, b| b.1.cmp(a.1));
        let ends: Vec<_> = ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
        if !ends.is_empty() {
            text += &format!("Ends of games: {}\n", ends.join(", "));
        }
        text
    }

    fn match_report(&self) -> String {
        let score = &self.scores[0];
        let [won, drawn, lost] = score.results();
        let [first, second] = [0, 1].map(|index| &self.settings.engines[index].name);
        let mut text = format!(
            "{first} against {second}: {} games, {won} won, {drawn} drawn, {lost} lost, {} points ({:.2} %)\n",
            score.games(),
            score.points(),
            self.percent(0)
        );
        if score.games() == 0 {
            return text;
        }
        let elo = score.elo();
        // If all games have the same result, they have no standard deviation.
        let normalized = match elo.value.is_finite() {
            true => format!(", normalised Elo {:.1}", score.normalized_elo()),
            false => String::new(),
        };
        text += &format!(
            "Elo {elo:.1}{normalized} (95 %), likelihood of superiority {:.1} %\n",
            100.0 * score.superiority()
        );
        if self.settings.shows_pairs {
            let [none, half, one, more, both] = score.pairs();
            text += &format!(
                "Pairs with 0, ½, 1, 1½ and 2 points (pentanomial): {none}, {half}, {one}, {more}, {both}\n"
            );
        }
        if let (Some(test), Some(ratio)) = (self.settings.sprt, self.ratio()) {
            let unit = if test.model == EloModel::Normalized { "normalised Elo" } else { "Elo" };
            let [lower, upper] = test.elos;
            let verdict = match self.accepted() {
                Some(index) => format!("{} is accepted", test.elos[index]),
                None => "no decision".to_owned(),
            };
            text += &format!("SPRT of {lower} and {upper} {unit}: {ratio}, {verdict}\n");
        }
        text
    }

    fn table(&self) -> String {
        let longest = self.settings.engines.iter().map(|engine| engine.name.chars().count()).max();
        let width = longest.unwrap_or(0).max(4);
        let mut text =
            format!("Rank  {:width$}  Games  Points      %     Elo      ±   Won  Drawn   Lost\n", "Name");
        for (rank, index) in self.order().into_iter().enumerate() {
            let (score, elo) = (&self.scores[index], self.scores[index].elo());
            let [won, drawn, lost] = score.results();
            text += &format!(
                "{:>4}  {:width$}  {:>5}  {:>6.1}  {:>5.1}  {:>+6.0}  {:>5.0}  {won:>4}  {drawn:>5}  {lost:>5}\n",
                rank + 1,
                self.settings.engines[index].name,
                score.games(),
                score.points(),
                self.percent(index),
                elo.value,
                elo.error(),
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(flags: &str) -> Settings {
        let words: Vec<_> = flags.split(' ').map(str::to_owned).collect();
        Settings::parse(&words).expect(flags)
    }

    fn result(half_points: [u8; 2]) -> PairResult {
        PairResult { half_points, ends: ["checkmate", "new lost on time"].map(str::to_owned) }
    }

    const PAIR: Pair = Pair { number: 0, round: 0, players: [0, 1] };

    /// The line and the report of a match have points, Elo, pairs and the state of the test.
    #[test]
    fn a_match_is_reported_with_all_figures() {
        let settings =
            settings("-engine name=new -engine name=old -each nodes=1 -sprt elo0=0 elo1=10 model=logistic");
        let mut standings = Standings::new(&settings);
        for half_points in [[2, 2], [2, 0], [1, 2], [1, 1]] {
            standings.add(&PAIR, &result(half_points));
        }
        let line = standings.line(100);
        assert!(line.starts_with("8 of 200 games: new +4 =3 -1, 68.8 %, Elo +137.0 ± "), "{line}");
        assert!(line.ends_with(", LLR 0.24 (-2.94 to 2.94)"), "{line}");
        let report = standings.report();
        for part in [
            "new against old: 8 games, 4 won, 3 drawn, 1 lost, 5.5 points (68.75 %)\n",
            "Elo +137.0 ± ",
            "(pentanomial): 0, 0, 2, 1, 1\n",
            "SPRT of 0 and 10 Elo: LLR 0.24 (-2.94 to 2.94), no decision\n",
            "Ends of games: checkmate 4, new lost on time 4\n",
        ] {
            assert!(report.contains(part), "{part} in {report}");
        }
        for _ in 0..400 {
            standings.add(&PAIR, &result([2, 1]));
        }
        assert_eq!(standings.accepted(), Some(1));
        assert!(standings.report().contains("10 is accepted"), "{}", standings.report());
    }

    /// The table of three engines has the best first, and a pair counts for both players.
    #[test]
    fn more_engines_are_reported_in_a_table() {
        let settings = settings("-engine name=a -engine name=b -engine name=c -each nodes=1");
        let mut standings = Standings::new(&settings);
        standings.add(&PAIR, &result([0, 1]));
        standings.add(&Pair { players: [0, 2], ..PAIR }, &result([1, 0]));
        standings.add(&Pair { players: [1, 2], ..PAIR }, &result([2, 1]));
        let report = standings.report();
        let names: Vec<_> =
            report.lines().skip(1).take(3).filter_map(|line| line.split_whitespace().nth(1)).collect();
        assert_eq!(names, ["b", "c", "a"], "{report}");
        assert!(report.contains("1  b         4     3.0   75.0"), "{report}");
        assert!(standings.line(9).ends_with("6 of 18 games: b leads with 75.0 %"), "{}", standings.line(9));
    }
}
