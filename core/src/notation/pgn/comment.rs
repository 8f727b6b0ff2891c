//! Comments: what other programs note in them about a move (`[%clk 0:01:00]`), and the rest of their text.

use std::time::Duration;

use crate::notation::coords::split_square;
use crate::notation::evaluation::Evaluation;
use crate::notation::game_tree::{Annotations, Shape, ShapeColor};
use crate::rules::Color;

/// Reads a comment after a move into its annotations. `[%clk …]`, `[%eval …]`, `[%csl …]` and `[%cal …]` are parsed, and
/// everything else is text.
pub(super) fn read(comment: &str, annotations: &mut Annotations) {
    let mut text = String::new();
    let (mut kept, mut from) = (0, 0);
    while let Some(end) = comment[from..].find(']').map(|length| from + length) {
        if let Some(start) = comment[from..end].rfind("[%").map(|length| from + length)
            && read_command(&comment[start + 2..end], annotations).is_some()
        {
            append(&mut text, comment[kept..start].trim(), ' ');
            kept = end + 1;
        }
        from = end + 1;
    }
    append(&mut text, comment[kept..].trim(), ' ');
    append(&mut annotations.comment, &text, '\n');
}

/// Appends `more` to `text`. If neither is empty, `separator` stands between them.
pub(super) fn append(text: &mut String, more: &str, separator: char) {
    if !text.is_empty() && !more.is_empty() {
        text.push(separator);
    }
    text.push_str(more);
}

/// Reads `clk 0:01:00` and the like. `None` if it is unknown or invalid, or if there is such a value already.
fn read_command(command: &str, annotations: &mut Annotations) -> Option<()> {
    let (name, value) = command.split_once(|c: char| c.is_ascii_whitespace())?;
    let value = value.trim();
    match name {
        "clk" if annotations.clock.is_none() => annotations.clock = Some(parse_duration(value)?),
        "eval" if annotations.evaluation.is_none() => {
            let (evaluation, depth) = match value.split_once(',') {
                Some((evaluation, depth)) => (evaluation, Some(depth.parse().ok()?)),
                None => (value, None),
            };
            annotations.evaluation = Some(parse_evaluation(evaluation)?);
            annotations.depth = depth;
        }
        "csl" | "cal" => {
            let shapes: Option<Vec<_>> =
                value.split(',').map(|text| parse_shape(text, name == "cal")).collect();
            annotations.shapes.extend(shapes?);
        }
        _ => return None,
    }
    Some(())
}

/// Parses pawns with up to two decimals, `-0.25`, or moves to mate, `#-3`.
fn parse_evaluation(text: &str) -> Option<Evaluation> {
    let (is_mate, text) = text.strip_prefix('#').map_or((false, text), |text| (true, text));
    let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
    let text = if is_negative { text } else { text.strip_prefix('+').unwrap_or(text) };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = text.len() < 10 && fraction.len() <= 2 && !whole.is_empty();
    if !is_number || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    if is_mate {
        let winner = if is_negative { Color::Black } else { Color::White };
        return Some(Evaluation::Mate { winner, moves: text.parse().ok()? });
    }
    let centipawns: i32 = format!("{whole}{fraction:0<2}").parse().ok()?;
    Some(Evaluation::Centipawns(if is_negative { -centipawns } else { centipawns }))
}

/// Parses an arrow, `Ga1b2`, or a circle, `Ra1`.
fn parse_shape(text: &str, is_arrow: bool) -> Option<Shape> {
    let mut letters = text.trim().chars();
    let letter = letters.next()?;
    let color = ShapeColor::ALL.into_iter().find(|(_, known)| *known == letter)?.0;
    let (from, rest) = split_square(letters.as_str())?;
    let (to, rest) = if is_arrow { split_square(rest)? } else { (from, rest) };
    rest.is_empty().then_some(Shape { color, from, to })
}

/// The annotations that are not text as PGN has them in a comment: `[%clk 0:01:00.0]`.
pub(super) fn commands(annotations: &Annotations) -> Vec<String> {
    let clock = annotations.clock.map(|clock| format!("[%clk {}]", format_clock(clock)));
    let depth = annotations.depth.map_or(String::new(), |depth| format!(",{depth}"));
    let evaluation = annotations.evaluation.map(|evaluation| match evaluation {
        Evaluation::Centipawns(value) => {
            let sign = if value < 0 { "-" } else { "" };
            format!("[%eval {sign}{}.{:02}{depth}]", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
        }
        Evaluation::Mate { winner, moves } => {
            let sign = if winner == Color::Black { "-" } else { "" };
            format!("[%eval #{sign}{moves}{depth}]")
        }
    });
    let is_circle = |shape: &Shape| shape.from == shape.to;
    let shapes = annotations.shapes.chunk_by(|a, b| is_circle(a) == is_circle(b)).map(|shapes| {
        let name = if shapes.iter().all(is_circle) { "csl" } else { "cal" };
        let texts: Vec<_> = shapes.iter().map(format_shape).collect();
        format!("[%{name} {}]", texts.join(","))
    });
    clock.into_iter().chain(evaluation).chain(shapes).collect()
}

fn format_shape(shape: &Shape) -> String {
    let letter = ShapeColor::ALL.into_iter().find(|(color, _)| *color == shape.color).map_or('G', |(_, c)| c);
    if shape.from == shape.to {
        format!("{letter}{}", shape.from)
    } else {
        format!("{letter}{}{}", shape.from, shape.to)
    }
}

/// Formats a clock time for `%clk`: hours, minutes and seconds, such as `0:02:59.8`, with as many decimals as are needed.
fn format_clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let decimals = format!("{:09}", time.subsec_nanos());
    let decimals = decimals.trim_end_matches('0');
    let decimals = if decimals.is_empty() { "0" } else { decimals };
    format!("{}:{:02}:{:02}.{decimals}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Longest clock time, in seconds: about thirty years.
const MAX_SECONDS: u64 = 1_000_000_000;

/// Parses a time `H:MM:SS`, with or without decimals, up to about thirty years.
///
/// ```
/// # use xxlchess_core::notation::pgn::parse_duration;
/// assert_eq!(parse_duration("0:02:59.8").unwrap().as_millis(), 179_800);
/// ```
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let more = |seconds: u64, part: &str| {
        let part: u64 = part.parse().ok().filter(|_| are_digits(part))?;
        seconds.checked_mul(60)?.checked_add(part)
    };
    let seconds = whole.split(':').try_fold(0, more).filter(|&seconds| seconds <= MAX_SECONDS)?;
    let places = [100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];
    if !are_digits(fraction) {
        return None;
    }
    let nanos = fraction.bytes().zip(places).map(|(digit, place)| u32::from(digit - b'0') * place).sum();
    Some(Duration::new(seconds, nanos))
}
