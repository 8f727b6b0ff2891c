//! Tests of the parser of layout and move files.

use super::*;

use crate::rule_set;

/// Parses a layout of an 8x8 board and formats its lines as `square=name`.
fn read(bytes: &[u8]) -> Result<Vec<String>, String> {
    read_on(&Geometry::new(8, 8), bytes)
}

fn read_on(geometry: &Geometry, bytes: &[u8]) -> Result<Vec<String>, String> {
    let registry = PieceRegistry::for_variant(&rule_set("simplified").unwrap());
    let pieces = layout(Source { name: "f", bytes }, geometry, &registry).map_err(|e| e.to_string())?;
    Ok(pieces.iter().map(|p| format!("{}={}", p.square, p.piece)).collect())
}

/// Parses a move file of an 8x8 board and formats its lines as `from-to`.
fn read_moves(bytes: &[u8]) -> Result<Vec<String>, String> {
    let geometry = Geometry::new(8, 8);
    let text = |mv: MoveLine<'_>| format!("{}-{}", mv.from, mv.to);
    let moves = moves(Source { name: "f", bytes }, &geometry).map(|mv| mv.map(text));
    moves.collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// Files with comments, with CRLF, with a byte order mark and without a final line end are parsed. So is an empty file.
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

/// Errors of each kind begin with the file and the number of the line, and end with the text of the line.
#[test]
fn errors_have_line_number_reason_and_text() {
    let form = "neither a # comment nor of the form xn=cp";
    let no_square = |text: &str| format!("{text:?} is not a square from a1 to h8");
    let no_piece = |text: &str| {
        format!("{text:?} is not a piece; write its colour (b or w) and its letter (b, k, n, p, q, r)")
    };
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
        (b"a1=wp ", 1, no_piece("wp "), r#""a1=wp ""#),
        (b"a1=wp\r", 1, no_piece("wp\r"), r#""a1=wp\r""#),
        (b"a1=wp\r\r\n", 1, no_piece("wp\r"), r#""a1=wp\r""#),
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

/// Bytes that are not UTF-8 are an error, also in a comment. An earlier faulty line is reported instead.
#[test]
fn bytes_that_are_not_utf8_are_errors() {
    assert_eq!(read(b"a1=wp\n# \xff\n"), Err("f:2: not UTF-8: \"# \u{fffd}\"".into()));
    assert_eq!(read(b"i9\n\xff\n"), Err(r#"f:1: neither a # comment nor of the form xn=cp: "i9""#.into()));
    assert_eq!(read("# Zürich\n".as_bytes()), Ok(vec![]));
    assert_eq!(read("é1=wp\n".as_bytes()), Err(r#"f:1: "é1" is not a square from a1 to h8: "é1=wp""#.into()));
}

/// A file of the greatest size is parsed, and a file with one more byte is an error. A long line is shortened in errors.
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

/// A board of 14x14 has the square n14, whose rank has two digits, and not the square o1.
#[test]
fn squares_must_be_on_the_board() {
    let geometry = Geometry::new(14, 14);
    assert_eq!(read_on(&geometry, b"n14=wk"), Ok(vec!["n14=wk".into()]));
    assert!(read_on(&geometry, b"o1=wk").unwrap_err().contains("from a1 to n14"));
}
