//! Tests of layout and move files.

use super::*;

/// Parses a layout of an 8x8 board to `square=name` texts. Any two letters are a piece.
fn read(bytes: &[u8]) -> Result<Vec<String>, String> {
    read_on(&Geometry::new(8, 8), bytes)
}

fn read_on(geometry: &Geometry, bytes: &[u8]) -> Result<Vec<String>, String> {
    let piece = |name: &str| match name.len() {
        2 => Ok(name.to_owned()),
        _ => Err(format!("{name:?} is no piece")),
    };
    let placements = parse_layout(Source { name: "f", bytes }, geometry, piece)?;
    Ok(placements.iter().map(|p| format!("{}={}", p.square, p.piece)).collect())
}

/// Parses a move file of an 8x8 board to `from-to` texts.
fn read_moves(bytes: &[u8]) -> Result<Vec<String>, String> {
    let geometry = Geometry::new(8, 8);
    let text = |mv: MoveLine<'_>| format!("{}-{}", mv.from, mv.to);
    parse_moves(Source { name: "f", bytes }, &geometry).map(|mv| mv.map(text)).collect()
}

/// Comments, CRLF, a byte order mark, no final line end, and an empty file.
#[test]
fn valid_files_are_parsed() {
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

/// Each kind of error.
#[test]
fn errors_have_line_number_reason_and_text() {
    let form = "neither a # comment nor of the form xn=cp";
    let no_square = |text: &str| format!("{text:?} is not a square from a1 to h8");
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
        (b"a1=wp\n# x\na1=wp", 3, "a1 is already occupied by the piece of line 1".into(), r#""a1=wp""#),
    ];
    for (bytes, line, what, text) in cases {
        assert_eq!(read(bytes), Err(format!("f:{line}: {what}: {text}")));
    }
    let form = "neither a # comment nor of the form xn-ym";
    assert_eq!(read_moves(b"a2-a4\na2a4"), Err(format!(r#"f:2: {form}: "a2a4""#)));
    assert_eq!(
        read_moves(b"a2-a4-a5"),
        Err(r#"f:1: "a4-a5" is not a square from a1 to h8: "a2-a4-a5""#.into())
    );
    assert_eq!(read_moves(b"a2-a4\n\n"), Err(r#"f:2: a blank line: """#.into()));
}

/// In a comment, and after the line that is parsed.
#[test]
fn bytes_that_are_not_utf8_are_errors() {
    assert_eq!(read(b"a1=wp\n# \xff\n"), Err("f:2: not UTF-8: \"# \u{fffd}\"".into()));
    assert_eq!(read(b"i9\n\xff\n"), Err(r#"f:1: neither a # comment nor of the form xn=cp: "i9""#.into()));
    assert_eq!(read("# Zürich\n".as_bytes()), Ok(vec![]));
    assert_eq!(read("é1=wp\n".as_bytes()), Err(r#"f:1: "é1" is not a square from a1 to h8: "é1=wp""#.into()));
}

/// A file of the largest size, a longer one, and a long line.
#[test]
fn a_file_may_not_exceed_its_limit() {
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
    assert_eq!(error, format!("f:1: {shown:?} is not a square from a1 to h8: {shown:?}"));
}

/// Boards of other sizes, with ranks of two digits.
#[test]
fn squares_must_be_on_the_board() {
    let geometry = Geometry::new(14, 14);
    assert_eq!(read_on(&geometry, b"n14=wk"), Ok(vec!["n14=wk".into()]));
    assert!(read_on(&geometry, b"o1=wk").unwrap_err().contains("from a1 to n14"));
}
