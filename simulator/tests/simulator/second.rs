//! A second implementation of the simulator that shares no code with the first.
//!
//! Its board is an array of letters, and it decides for each pair of squares whether a move is possible. The simulator
//! computes all targets of a piece from a table.

/// A piece: `w` or `b`, and the letter of the kind.
pub type Piece = [u8; 2];

/// A square: column and row, `0..8`.
pub type Square = (usize, usize);

/// The pieces by row and column.
#[derive(Clone, Default)]
pub struct Board(pub [[Option<Piece>; 8]; 8]);

/// Fault of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    NotUtf8,
    Blank,
    Form,
    NoSquare,
    NoKind,
    Taken,
    NobodyThere,
    Forbidden,
}

/// File name, line number, fault, and text of the line.
pub type Error = (&'static str, usize, Fault, String);

/// Whether `piece` can move from one square to another.
pub fn may_go(board: &Board, mess: bool, piece: Piece, from: Square, to: Square) -> bool {
    let (dx, dy) = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
    if (dx, dy) == (0, 0) {
        return false;
    }
    let target = board.0[to.1][to.0];
    if target.is_some_and(|other| other[0] == piece[0]) {
        return false;
    }
    let straight = dx == 0 || dy == 0;
    let diagonal = dx.abs() == dy.abs();
    let free = || {
        let steps = dx.abs().max(dy.abs());
        (1..steps).all(|i| {
            let x = from.0 as i32 + dx.signum() * i;
            let y = from.1 as i32 + dy.signum() * i;
            board.0[y as usize][x as usize].is_none()
        })
    };
    match piece[1] {
        b'k' => dx.abs() <= 1 && dy.abs() <= 1,
        b'q' => !mess && (straight || diagonal) && free(),
        b'r' => straight && free(),
        b'b' => diagonal && free(),
        b'n' => !mess && dx.abs() + dy.abs() == 3 && !straight,
        b'p' => {
            let (ahead, home) = if piece[0] == b'w' { (1, 1) } else { (-1, 6) };
            match target {
                Some(_) => dx.abs() == 1 && dy == ahead,
                None => dx == 0 && (dy == ahead || (dy == 2 * ahead && from.1 == home && free())),
            }
        }
        _ => unreachable!("no such piece is read"),
    }
}

/// The program's output or error for a layout (or the start position) and moves.
pub fn simulate(layout: Option<&[u8]>, moves: &[u8], mess: bool, unicode: bool) -> Result<String, Error> {
    let mut board = Board::default();
    match layout {
        Some(layout) => read_layout(&mut board, layout)?,
        None => set_up(&mut board),
    }
    let mut out = String::new();
    for (number, bytes) in lines(moves) {
        let error = |fault| ("moves", number, fault, String::from_utf8_lossy(bytes).into_owned());
        let Some(text) = text(bytes).map_err(error)? else { continue };
        let dash = text.iter().position(|&b| b == b'-').ok_or_else(|| error(Fault::Form))?;
        let from = square(&text[..dash]).ok_or_else(|| error(Fault::NoSquare))?;
        let to = square(&text[dash + 1..]).ok_or_else(|| error(Fault::NoSquare))?;
        let piece = board.0[from.1][from.0].ok_or_else(|| error(Fault::NobodyThere))?;
        if !may_go(&board, mess, piece, from, to) {
            return Err(error(Fault::Forbidden));
        }
        let captured = board.0[to.1][to.0].take();
        board.0[from.1][from.0] = None;
        board.0[to.1][to.0] = Some(piece);
        out += &format!("{} {}\n", name(piece), String::from_utf8_lossy(text));
        if let Some(captured) = captured {
            out += &format!("{} captures {}\n", name(piece), name(captured));
        }
    }
    Ok(out + &if unicode { framed(&board) } else { lettered(&board) })
}

fn read_layout(board: &mut Board, layout: &[u8]) -> Result<(), Error> {
    for (number, bytes) in lines(layout) {
        let error = |fault| ("layout", number, fault, String::from_utf8_lossy(bytes).into_owned());
        let Some(text) = text(bytes).map_err(error)? else { continue };
        let sign = text.iter().position(|&b| b == b'=').ok_or_else(|| error(Fault::Form))?;
        let (x, y) = square(&text[..sign]).ok_or_else(|| error(Fault::NoSquare))?;
        let piece = match &text[sign + 1..] {
            &[color @ (b'w' | b'b'), kind] if b"kqrbnp".contains(&kind) => [color, kind],
            _ => return Err(error(Fault::NoKind)),
        };
        if board.0[y][x].is_some() {
            return Err(error(Fault::Taken));
        }
        board.0[y][x] = Some(piece);
    }
    Ok(())
}

/// Sets up the start position.
pub fn set_up(board: &mut Board) {
    for (x, kind) in b"rnbqkbnr".iter().enumerate() {
        for (y, piece) in [(0, [b'w', *kind]), (1, *b"wp"), (6, *b"bp"), (7, [b'b', *kind])] {
            board.0[y][x] = Some(piece);
        }
    }
}

/// Lines of a file with their numbers, without line ends.
fn lines(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let mut lines: Vec<_> = bytes.split(|&b| b == b'\n').collect();
    let last = lines.pop();
    let mut lines: Vec<_> = lines.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    lines.extend(last.filter(|line| !line.is_empty()));
    lines.into_iter().enumerate().map(|(index, line)| (index + 1, line)).collect()
}

/// Text of a line; `None` for a comment.
fn text(bytes: &[u8]) -> Result<Option<&[u8]>, Fault> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Err(Fault::NotUtf8) };
    match bytes.first() {
        Some(b'#') => Ok(None),
        _ if text.chars().all(char::is_whitespace) => Err(Fault::Blank),
        _ => Ok(Some(bytes)),
    }
}

fn square(text: &[u8]) -> Option<Square> {
    match text {
        &[x @ b'a'..=b'h', n @ b'1'..=b'8'] => Some((usize::from(x - b'a'), usize::from(n - b'1'))),
        _ => None,
    }
}

fn name(piece: Piece) -> String {
    String::from_utf8_lossy(&piece).into_owned()
}

fn lettered(board: &Board) -> String {
    let mut out = String::from("  a  b  c  d  e  f  g  h\n");
    for y in (0..8).rev() {
        out += &(y + 1).to_string();
        for piece in board.0[y] {
            out += " ";
            out += &piece.map_or_else(|| "..".to_owned(), name);
        }
        out += "\n";
    }
    out
}

fn framed(board: &Board) -> String {
    let mut out = format!("┌{}───┐\n", "───┬".repeat(7));
    for y in (0..8).rev() {
        for piece in board.0[y] {
            let character = piece.map_or(' ', |[color, kind]| {
                let number = b"kqrbnp".iter().position(|&k| k == kind).unwrap() as u32;
                char::from_u32(if color == b'w' { 0x2654 } else { 0x265A } + number).unwrap()
            });
            out += &format!("│ {character} ");
        }
        out += "│\n";
        if y > 0 {
            out += &format!("├{}───┤\n", "───┼".repeat(7));
        }
    }
    out + &format!("└{}───┘\n", "───┴".repeat(7))
}
