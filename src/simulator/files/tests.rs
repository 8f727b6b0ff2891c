//! What the parsers of layout and move files read and refuse.

use super::*;

/// A layout on an 8x8 board as `square=name` texts; any name of two letters is a piece.
fn read(bytes: &[u8]) -> Result<Vec<String>, String> {
    read_on(&Geometry::new(8, 8), bytes)
}

fn read_on(geometry: &Geometry, bytes: &[u8]) -> Result<Vec<String>, String> {
    let piece = |name: &str| match name.len() {
        2 => Ok(name.to_owned()),
        _ => Err(format!("{name:?} is no piece")),
    };
    let placements = parse_layout(Source { name: "f", bytes }, geometry, piece).map_err(|e| e.to_string())?;
    Ok(placements.iter().map(|p| format!("{}={}", p.square, p.piece)).collect())
}

/// The moves of a file on an 8x8 board as `from-to` texts, or its first fault.
fn read_moves(bytes: &[u8]) -> Result<Vec<String>, String> {
    let geometry = Geometry::new(8, 8);
    let text = |mv: MoveLine<'_>| format!("{}-{}", mv.from, mv.to);
    parse_moves(Source { name: "f", bytes }, &geometry)
        .map(|mv| mv.map(text).map_err(|error| error.to_string()))
        .collect()
}

/// Windows line ends, a byte order mark, no last newline, an empty file.
#[test]
fn comments_and_line_ends_are_accepted() {
    assert_eq!(read(b""), Ok(vec![]));
    assert_eq!(read(b"#"), Ok(vec![]));
    assert_eq!(read(b"#a1=wp\n##\n"), Ok(vec![]));
    assert_eq!(read(b"a1=wp\nh8=bk"), Ok(vec!["a1=wp".into(), "h8=bk".into()]));
    assert_eq!(read("\u{feff}a1=wp\n".as_bytes()), Ok(vec!["a1=wp".into()]));
    assert!(read("a1=wp\n\u{feff}a2=wp\n".as_bytes()).is_err());
    assert_eq!(read(b"# x\r\na1=wp\r\nh8=bk\r\n"), Ok(vec!["a1=wp".into(), "h8=bk".into()]));
    assert_eq!(read_moves(b""), Ok(vec![]));
    assert_eq!(read_moves(b"# a2-a3\na2-a4\nh8-h8\n"), Ok(vec!["a2-a4".into(), "h8-h8".into()]));
}

/// With its number, the reason and the line itself.
#[test]
fn every_other_line_is_refused() {
    let form = "neither a # comment nor of the form xn=cp";
    let no_square = |text: &str| format!("{text:?} is no square from a1 to h8");
    let cases: [(&[u8], usize, String, &str); 17] = [
        (b"\n", 1, "a blank line".into(), r#""""#),
        (b"a1=wp\n\nb1=wp", 2, "a blank line".into(), r#""""#),
        (b"a1=wp\n\n", 2, "a blank line".into(), r#""""#),
        (b"a1=wp\n \t\n", 2, "a blank line".into(), r#"" \t""#),
        (b" # x\n", 1, form.into(), r#"" # x""#),
        (b"a1-a2\n", 1, form.into(), r#""a1-a2""#),
        (b"a1", 1, form.into(), r#""a1""#),
        (b"i1=wp", 1, no_square("i1"), r#""i1=wp""#),
        (b"a9=wp", 1, no_square("a9"), r#""a9=wp""#),
        (b"a0=wp", 1, no_square("a0"), r#""a0=wp""#),
        (b"a01=wp", 1, no_square("a01"), r#""a01=wp""#),
        (b"A1=wp", 1, no_square("A1"), r#""A1=wp""#),
        (b" a1=wp", 1, no_square(" a1"), r#"" a1=wp""#),
        (b"a1=wp ", 1, r#""wp " is no piece"#.into(), r#""a1=wp ""#),
        (b"a1=wp\r", 1, r#""wp\r" is no piece"#.into(), r#""a1=wp\r""#),
        (b"a1=wp\r\r\n", 1, r#""wp\r" is no piece"#.into(), r#""a1=wp\r""#),
        (b"a1=wp\n# x\na1=wp", 3, "a1 already holds the piece of line 1".into(), r#""a1=wp""#),
    ];
    for (bytes, line, what, text) in cases {
        assert_eq!(read(bytes), Err(format!("f:{line}: {what}: {text}")));
    }
    let form = "neither a # comment nor of the form xn-ym";
    assert_eq!(read_moves(b"a2-a4\na2a4"), Err(format!(r#"f:2: {form}: "a2a4""#)));
    assert_eq!(read_moves(b"a2-a4-a5"), Err(r#"f:1: "a4-a5" is no square from a1 to h8: "a2-a4-a5""#.into()));
    assert_eq!(read_moves(b"a2-a4\n\n"), Err(r#"f:2: a blank line: """#.into()));
}

/// In comments too, with their line.
#[test]
fn bytes_that_are_not_utf8_are_refused() {
    assert_eq!(read(b"a1=wp\n# \xff\n"), Err("f:2: not UTF-8: \"# \u{fffd}\"".into()));
    assert_eq!(read(b"i9\n\xff\n"), Err(r#"f:1: neither a # comment nor of the form xn=cp: "i9""#.into()));
    assert_eq!(read("# Zürich\n".as_bytes()), Ok(vec![]));
    assert_eq!(read("é1=wp\n".as_bytes()), Err(r#"f:1: "é1" is no square from a1 to h8: "é1=wp""#.into()));
}

/// A long line is shortened in the error.
#[test]
fn a_file_is_read_up_to_its_bound() {
    let mut file = vec![b'#'; MAX_BYTES];
    assert_eq!(read(&file), Ok(vec![]));
    file[10] = b'\n';
    file.push(b'#');
    let error = read(&file).unwrap_err();
    assert!(error.starts_with("f:2: the file is longer than 1048576 bytes: \"####"), "{error}");
    let long = "é".repeat(1000);
    let error = read(long.as_bytes()).unwrap_err();
    let shown = format!("{}…", "é".repeat(60));
    assert_eq!(error, format!("f:1: neither a # comment nor of the form xn=cp: {shown:?}"));
    let error = read(format!("{long}=wp").as_bytes()).unwrap_err();
    assert_eq!(error, format!("f:1: {shown:?} is no square from a1 to h8: {shown:?}"));
}

/// Ranks of two digits too.
#[test]
fn the_size_of_the_board_limits_the_squares() {
    let geometry = Geometry::new(14, 14);
    assert_eq!(read_on(&geometry, b"n14=wk"), Ok(vec!["n14=wk".into()]));
    assert!(read_on(&geometry, b"o1=wk").unwrap_err().contains("from a1 to n14"));
}
