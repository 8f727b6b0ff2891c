//! Effects of every key on moves, outcomes, names and values.

use super::*;

/// At least one row for each key. A row has lines of a section that is a child of chess, and below them a property of
/// the variant, without these lines and with them. Lines after "with" are in the section in both cases.
const EFFECTS: &str = "
maxRank = 9; maxFile = 9; startFen = 4k4/9/9/9/9/9/9/9/4K4 w - - 0 1
    moves i1i9 in 4k4/9/9/9/9/9/9/9/4K3R w - - 0 1: refused -> i1i9
maxFile = 9; maxRank = 9; startFen = 4k4/9/9/9/9/9/9/9/4K4 w - - 0 1
    moves a1a9 in 4k4/9/9/9/9/9/9/9/R3K4 w - - 0 1: refused -> a1a9
pawnTypes = pn
    moves a7c8 in 8/N6k/8/8/8/8/8/K7 w - - 0 1: a7c8 -> a7c8b a7c8n a7c8q a7c8r
pawnTypes = n
    moves a5 in 7k/8/8/Pp6/2N5/8/8/K7 w - b6 0 2: a5a6 a5b6 -> a5a6
pawnTypes = n
    moves c4b6 in 7k/8/8/Pp6/2N5/8/8/K7 w - b6 0 2: c4b6 -> c4b6
promotionRegionWhite = *7
    moves a6 in 8/8/P6k/8/8/8/8/K7 w - - 0 1: a6a7 -> a6a7b a6a7n a6a7q a6a7r
promotionRegionBlack = a2
    moves a3 in 7k/8/8/8/8/p7/8/2K5 b - - 0 1: a3a2 -> a3a2b a3a2n a3a2q a3a2r
promotionPawnTypes = n
    moves a7c8 in 8/N6k/8/8/8/8/8/K7 w - - 0 1: a7c8 -> a7c8b a7c8n a7c8q a7c8r
promotionPieceTypes = rn
    moves a7 in 8/P6k/8/8/8/8/8/K7 w - - 0 1: a7a8b a7a8n a7a8q a7a8r -> a7a8n a7a8r
promotionLimit = q:1 r:1
    moves a7 in 8/P6k/8/8/8/8/8/K1Q5 w - - 0 1: a7a8b a7a8n a7a8q a7a8r -> a7a8b a7a8n a7a8r
xPromotionSquares = q:b* rn:a*,c*
    moves a7 in 8/P6k/8/8/8/8/8/K7 w - - 0 1: a7a8b a7a8n a7a8q a7a8r -> a7a8b a7a8n a7a8r
xPromotionSquares = q:b* rn:a*,c*, with promotionPieceTypes = qrn
    moves b2 in 7k/8/8/8/8/8/1p6/3K4 b - - 0 1: b2b1n b2b1q b2b1r -> b2b1q
promotedPieceType = n:q
    moves a6 in 7k/8/N7/8/8/8/8/K7 w - - 0 1: a6b4 a6b8 a6c5 a6c7 -> a6b4 a6b8 a6b8q a6c5 a6c7
promotedPieceType = n:q
    moves a8 in N6k/8/8/8/8/8/8/K7 w - - 0 1: a8b6 a8c7 -> a8b6 a8b6q a8c7 a8c7q
mandatoryPiecePromotion = true, with promotedPieceType = n:q
    moves a6 in 7k/8/N7/8/8/8/8/K7 w - - 0 1: a6b4 a6b8 a6b8q a6c5 a6c7 -> a6b4 a6b8q a6c5 a6c7
xPiecePromotionRegionWhite = b8, with promotedPieceType = n:q
    moves a6b8 in 7k/8/N7/8/8/8/8/K7 w - - 0 1: a6b8 a6b8q -> a6b8 a6b8q
xPiecePromotionRegionWhite = a8, with promotedPieceType = n:q
    moves a6b8 in 7k/8/N7/8/8/8/8/K7 w - - 0 1: a6b8 a6b8q -> a6b8
xPiecePromotionRegionBlack = a1, with promotedPieceType = n:q
    moves a3b1 in 7k/8/8/8/8/n7/8/K7 b - - 0 1: a3b1 a3b1q -> a3b1
xPromotionByStep = n, with promotedPieceType = n:q; mandatoryPiecePromotion = true
    moves a6b8 in 7k/8/N7/8/8/8/8/K7 w - - 0 1: a6b8q -> a6b8
xPromotionByStep = n, with promotedPieceType = n:q; mandatoryPiecePromotion = true
    moves a7c8 in 7k/N7/8/8/8/8/8/K7 w - - 0 1: a7c8q -> a7c8q
immobilityIllegal = true, with promotionPieceTypes = q; mandatoryPawnPromotion = false
    moves a7 in 8/P6k/8/8/8/8/8/K7 w - - 0 1: a7a8 a7a8q -> a7a8q
mandatoryPawnPromotion = false, with promotionPieceTypes = q
    moves a7 in 8/P6k/8/8/8/8/8/K7 w - - 0 1: a7a8q -> a7a8 a7a8q
doubleStep = false
    moves a2 in 4k3/8/8/8/8/8/P7/4K3 w - - 0 1: a2a3 a2a4 -> a2a3
doubleStepRegionWhite = *3
    moves a2 in 4k3/8/8/8/8/8/P7/4K3 w - - 0 1: a2a3 a2a4 -> a2a3
doubleStepRegionBlack = b7
    moves a7 in 4k3/p7/8/8/8/8/8/4K3 b - - 0 1: a7a5 a7a6 -> a7a6
promotionLimit = r:1, with promotedPieceType = b:r
    moves c7d8 in k7/2B5/8/8/8/8/8/K6R w - - 0 1: c7d8 c7d8r -> c7d8
promotionRegionWhite = *6 *7 *8, with promotionPawnTypes = -; promotedPieceType = b:r
    moves c5d6 in k7/8/8/2B5/8/8/8/K7 w - - 0 1: c5d6 -> c5d6 c5d6r
xInitialSquares = x:*2,*7, with customPiece1 = x:WifmnD; doubleStepRegionWhite = *2 *3
    moves a3 in 4k3/8/8/8/8/X7/8/4K3 w - - 0 1: a3a2 a3a4 a3a5 a3b3 -> a3a2 a3a4 a3b3
xInitialSquares = x:*2,*7, with customPiece1 = x:WifmnD; doubleStepRegionWhite = *2 *3
    moves a3 in 4k3/8/8/8/8/P7/8/4K3 w - - 0 1: a3a4 a3a5 -> a3a4 a3a5
tripleStepRegionWhite = *2
    moves a2 in 4k3/8/8/8/8/8/P7/4K3 w - - 0 1: a2a3 a2a4 -> a2a3 a2a4 a2a5
tripleStepRegionBlack = b7
    moves b7 in 4k3/1p6/8/8/8/8/8/4K3 b - - 0 1: b7b5 b7b6 -> b7b4 b7b5 b7b6
tripleStepRegionWhite = *2, with doubleStepRegionWhite = *2 *3
    moves a3 in 4k3/8/8/8/8/P7/8/4K3 w - - 0 1: a3a4 a3a5 -> a3a4 a3a5
tripleStepRegionWhite = *2
    moves b4 in 4k3/8/8/Pp6/1p6/8/8/4K3 b - a3a4 0 1: b4b3 -> b4a3 b4b3
tripleStepRegionWhite = *2
    moves b5 in 4k3/8/8/Pp6/1p6/8/8/4K3 b - a3a4 0 1: none -> b5a4
enPassantRegion = *3
    moves a5 in 7k/8/8/Pp6/2N5/8/8/K7 w - b6 0 2: a5a6 a5b6 -> a5a6
enPassantTypes = -
    moves a5 in 7k/8/8/Pp6/2N5/8/8/K7 w - b6 0 2: a5a6 a5b6 -> a5a6
xKingJumpSafe = true, with king = k:KimAimDimN; castling = false; xInitialOnce = true; doubleStepRegionWhite = *2
    moves a2 in 7k/8/8/1r6/8/8/K7/8 w K - 0 1: a2a1 a2a3 a2a4 a2c1 a2c2 a2c3 a2c4 -> a2a1 a2a3 a2a4
xKingJumpSafe = true, with king = k:KimAimDimN; castling = false; xInitialOnce = true; doubleStepRegionWhite = *2
    moves a2 in 7k/8/8/r7/8/8/K7/8 w K - 0 1: a2b1 a2b2 a2b3 a2b4 a2c1 a2c2 a2c3 a2c4 -> a2b1 a2b2 a2b3
xKingJumpSafe = true, with king = k:KimAimDimN; castling = false; xInitialOnce = true; doubleStepRegionWhite = *2
    moves a2 in 7k/8/8/8/8/8/K7/7r w K - 0 1: a2a3 a2a4 a2b2 a2b3 a2b4 a2c2 a2c3 a2c4 -> a2a3 a2a4 a2b2 a2b3 a2b4 a2c2 a2c3 a2c4
castling = false
    moves e1c1 in r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1: e1c1 -> refused
castling = false; startFen = 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1
    moves e1 in the start: none -> e1d1 e1d2 e1e2 e1f1 e1f2
castlingKingFile = d, with castlingQueensideFile = b; startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    moves d1g1 in 3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1: refused -> d1g1
castlingKingsideFile = h, with maxFile = 9; startFen = 4k4/9/9/9/9/9/9/4K4 w - - 0 1
    moves e1h1 in 4k4/9/9/9/9/9/9/4K3R w K - 0 1: none -> e1h1
castlingQueensideFile = b
    moves e1b1 in r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1: none -> e1b1
castlingRookKingsideFile = h, with maxFile = 9; startFen = 4k4/9/9/9/9/9/9/4K4 w - - 0 1
    moves e1g1 in 4k4/9/9/9/9/9/9/4K2R1 w K - 0 1: refused -> e1g1
castlingRookQueensideFile = b, with startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    moves e1c1 in 4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1: refused -> e1c1
castlingRank = 2, with startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    moves e2g2 in 4k3/8/8/8/8/8/4K2R/8 w K - 0 1: refused -> e2g2
castlingRookPieces = b, with startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    moves e1g1 in 4k3/8/8/8/8/8/8/4K2B w K - 0 1: refused -> e1g1
stalemateValue = loss
    outcome of 8/8/8/8/8/6k1/5q2/7K w - - 0 1: stalemate, draw -> stalemate, black wins
stalemateValue = win
    outcome of 8/8/8/8/8/6k1/5q2/7K w - - 0 1: stalemate, draw -> stalemate, white wins
nMoveRule = 20
    outcome of 4k2r/8/8/8/8/8/8/4K3 w - - 40 60: goes on -> move rule, draw
nMoveRuleTypes = n
    outcome after a1b3 in 4k3/8/8/8/8/8/8/N3K3 w - - 99 60: move rule, draw -> goes on
nMoveRuleTypes = -
    outcome after a2a3 in 4k3/8/8/8/8/8/P7/4K3 w - - 99 60: goes on -> move rule, draw
countingRule = makruk
    moves a1a8 in 4k3/8/8/8/8/8/8/R3K3 w - 32 8 60: refused -> a1a8
nFoldRule = 2
    outcome of 4k2r/8/8/8/8/8/8/4K3 w - - 0 1 x2: goes on -> repetition, draw
checkmateValue = win
    outcome of R3k3/8/4K3/8/8/8/8/8 b - - 0 1: checkmate, white wins -> checkmate, black wins
nFoldValue = loss
    outcome of 4k3/8/8/8/8/8/8/4K3 w - - 0 1 x3: repetition, draw -> repetition, black wins
extinctionValue = loss; extinctionPieceTypes = q
    outcome of 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1: goes on -> extinction, white wins
extinctionPieceTypes = q; extinctionValue = loss
    outcome of 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1: goes on -> extinction, white wins
extinctionPieceTypes = *; extinctionValue = loss
    outcome of 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1: goes on -> goes on
extinctionPieceCount = 1, with extinctionValue = loss; extinctionPieceTypes = *
    outcome of 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1: goes on -> extinction, white wins
extinctionOpponentPieceCount = 2, with extinctionValue = loss; extinctionPieceTypes = q
    outcome of 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1: extinction, white wins -> goes on
extinctionClaim = true, with extinctionValue = loss; extinctionPieceTypes = *; extinctionPieceCount = 1; extinctionOpponentPieceCount = 2
    outcome of 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1: extinction, white wins -> goes on
extinctionPseudoRoyal = true; extinctionPieceTypes = q
    moves d2e2 in 3r3k/8/8/8/8/8/3Q4/7K w - - 0 1: d2e2 -> d2e2
extinctionPseudoRoyal = true; extinctionPieceTypes = q
    moves h1g1 in 3r3k/8/8/8/8/8/3Q4/7K w - - 0 1: h1g1 -> none
extinctionPseudoRoyal = true, with king = -; commoner = k; castlingKingPiece = k; extinctionPieceTypes = k; extinctionValue = loss
    moves e1g1 in 4k3/8/8/8/8/4r3/8/4K2R w K - 0 1: e1g1 -> none
extinctionPseudoRoyal = true, with king = -; commoner = k; castlingKingPiece = k; extinctionPieceTypes = k; extinctionValue = loss
    moves e1g1 in 4k3/8/8/8/8/5r2/8/4K2R w K - 0 1: e1g1 -> none
extinctionPseudoRoyal = true, with king = -; commoner = k; castlingKingPiece = k; extinctionPieceTypes = k; extinctionValue = loss
    moves e1g1 in 4k3/8/8/8/8/7r/8/4K2R w K - 0 1: e1g1 -> e1g1
flagPiece = q, with flagRegion = e8
    outcome of 4K3/8/8/8/8/8/8/k7 b - - 0 1: reaching the goal, white wins -> goes on
flagPieceWhite = q, with flagRegion = e8
    outcome of 4K3/8/8/8/8/8/8/k7 b - - 0 1: reaching the goal, white wins -> goes on
flagPieceBlack = q, with flagRegion = e1
    outcome of K7/8/8/8/8/8/8/4k3 w - - 0 1: reaching the goal, black wins -> goes on
flagRegion = e8
    outcome of 4K3/8/8/8/8/8/8/k7 b - - 0 1: insufficient material, draw -> reaching the goal, white wins
flagRegionWhite = e8
    outcome of 4K3/8/8/8/8/8/8/k7 b - - 0 1: insufficient material, draw -> reaching the goal, white wins
flagRegionBlack = e1
    outcome of K7/8/8/8/8/8/8/4k3 w - - 0 1: insufficient material, draw -> reaching the goal, black wins
flagPieceCount = 2, with flagRegion = *8
    outcome of R7/8/8/8/8/8/k7/7K b - - 0 1: reaching the goal, white wins -> goes on
flagPieceBlockedWin = true, with flagRegion = e8 f8; flagPieceCount = 3
    outcome of R3KB2/k7/8/8/8/8/8/8 b - - 0 1: goes on -> reaching the goal, white wins
flagPieceSafe = true, with flagRegion = a8
    outcome of R7/1k6/8/8/8/8/8/7K b - - 0 1: reaching the goal, white wins -> goes on
flagMove = true, with flagRegion = *8
    outcome of R7/8/8/8/8/8/k7/7K b - - 0 1: reaching the goal, white wins -> goes on
checkCounting = true; startFen = 4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1
    outcome after a1a8 in 4k3/8/8/8/8/8/8/R3K3 w - - 0 1: goes on -> checks, white wins
connectN = 3
    outcome of 4k3/8/8/8/PPP5/8/8/4K3 b - - 0 1: goes on -> a row of pieces, white wins
connectPieceTypes = n, with connectN = 3
    outcome of 4k3/8/8/8/PPP5/8/8/4K3 b - - 0 1: a row of pieces, white wins -> goes on
connectHorizontal = false, with connectN = 3
    outcome of 4k3/8/8/8/PPP5/8/8/4K3 b - - 0 1: a row of pieces, white wins -> goes on
connectVertical = false, with connectN = 3
    outcome of 4k3/8/8/P7/P7/P7/8/4K3 b - - 0 1: a row of pieces, white wins -> goes on
connectDiagonal = false, with connectN = 3
    outcome of 4k3/8/8/P7/1P6/2P5/8/4K3 b - - 0 1: a row of pieces, white wins -> goes on
connectValue = loss, with connectN = 3
    outcome of 4k3/8/8/8/PPP5/8/8/4K3 b - - 0 1: a row of pieces, white wins -> a row of pieces, black wins
mustCapture = true
    moves a2a1q in 4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1: a2a1q -> none
checking = false
    moves a1a8 in 4k3/8/8/8/8/8/8/R5K1 w - - 0 1: a1a8 -> none
flyingGeneral = true
    moves e1d1 in 3k4/8/8/8/8/8/8/4K3 w - - 0 1: e1d1 -> none
castlingKingPiece = k, with king = -; commoner = k; startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    moves e1g1 in r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1: refused -> e1g1
startFen = 4k3/8/8/8/8/8/8/4K3 b - - 0 1
    moves e8 in the start: none -> e8d7 e8d8 e8e7 e8f7 e8f8
startFen = 4k3/8/8/8/3*4/8/8/4K3 w - - 0 1
    moves d1 in 4k3/8/8/8/3*4/8/8/3RK3 w - - 0 1: refused -> d1a1 d1b1 d1c1 d1d2 d1d3
startFen = 4k3/8/8/8/8/3*4/8/4K3 w - - 0 1
    moves d2 in 4k3/8/8/8/8/3*4/3P4/4K3 w - - 0 1: refused -> none
startFen = 4k3/8/8/8/8/8/8/1*2K3 w - - 0 1
    moves e1c1 in 4k3/8/8/8/8/8/8/R*2K3 w Q - 0 1: refused -> none
xImmobile = n
    moves a7 in 8/N6k/8/8/8/8/8/K7 w - - 0 1: a7b5 a7c6 a7c8 -> none
xPieceNames = n:horse
    piece n: knight 3250 -> horse 3250
xPieceDrawings = n:camel
    drawing n: knight -> camel
xPieceValues = n:2.5
    piece n: knight 3250 -> knight 2500
xCastlingSteps = 3
    moves e1b1 in r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1: none -> e1b1
xCastlingAny = true
    moves e1b1 in r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1: none -> e1b1
xCastlingDistance = 4
    moves e1g1 in r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1: e1g1 -> none
";

/// A property of a variant. `moves` are those from a square, in the start position or in a FEN, which may be refused.
/// `outcome` is that of a position, which has occurred as often as the number after "x". `piece` is its name and value.
fn property(variant: &Arc<Variant>, text: &str) -> String {
    if let Some(letter) = text.strip_prefix("drawing ").and_then(|letter| letter.chars().next()) {
        let kind = variant.kind_by_letter(letter).expect("a piece");
        return variant.rules().drawing(kind).to_owned();
    }
    if let Some(letter) = text.strip_prefix("piece ").and_then(|letter| letter.chars().next()) {
        let piece = variant.piece(variant.kind_by_letter(letter).expect("a piece"));
        return format!("{} {}", piece.name, piece.value.unwrap_or_default());
    }
    if let Some(text) = text.strip_prefix("outcome of ") {
        let (fen, times) = text.split_once(" x").unwrap_or((text, "1"));
        return outcome(&fen::parse(variant, fen).expect("legal"), times.parse().expect("a number"));
    }
    if let Some((mv, fen)) = text.strip_prefix("outcome after ").and_then(|text| text.split_once(" in ")) {
        let mut position = fen::parse(variant, fen).expect("a legal position");
        position.play(coords::parse_move(&position, mv).expect("a legal move")).expect("a legal move");
        return outcome(&position, 1);
    }
    let (from, fen) =
        text.strip_prefix("moves ").and_then(|text| text.split_once(" in ")).expect("a property");
    let fen = if fen == "the start" { "" } else { fen };
    if !fen.is_empty() && fen::parse(variant, fen).is_err() {
        return "refused".to_owned();
    }
    let moves: Vec<_> = moves(variant, fen).into_iter().filter(|mv| mv.starts_with(from)).collect();
    if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }
}

fn outcome(position: &Position, times: usize) -> String {
    let Some(outcome) = position.outcome(times) else { return "goes on".to_owned() };
    let result = outcome.winner().map_or("draw".to_owned(), |winner| format!("{winner} wins"));
    format!("{}, {result}", outcome.name())
}

fn child(lines: &str) -> Arc<Variant> {
    variant(&format!("[t:chess]\n{lines}\n"))
}

/// Each row of the table has its property without and with its lines, and every key has a row.
#[test]
fn every_key_has_an_effect() {
    let lines: Vec<_> = EFFECTS.trim().lines().collect();
    for row in lines.chunks(2) {
        let (changed, unchanged) = row[0].split_once(", with ").unwrap_or((row[0], ""));
        let (before, after) = row[1].split_once(" -> ").expect("two values");
        let (text, before) = before.trim().split_once(": ").expect("a property and its value");
        let child = |lines: &str| child(&lines.replace("; ", "\n"));
        assert_eq!(property(&child(unchanged), text), before, "without {row:?}");
        assert_eq!(property(&child(&format!("{unchanged}; {changed}")), text), after, "with {row:?}");
    }
    // `xInitialOnce` needs a game, and `xShuffle` a shuffled start. They have their own tests.
    let apart = ["xInitialOnce", "xShuffle"];
    let has_row = |key: &str| apart.contains(&key) || EFFECTS.contains(&format!("\n{key} = "));
    let missing: Vec<_> = KEYS.iter().map(|row| row.name).filter(|name| !has_row(name)).collect();
    assert!(missing.is_empty(), "no test shows what these keys do: {missing:?}");
}

/// A pawn steps to another square of the region. From there it has no double step with `xInitialOnce`, and has one
/// without this key.
#[test]
fn initial_once_forbids_the_double_step_of_a_moved_pawn() {
    let beside = "doubleStepRegionWhite = *2 *3";
    let double_after_step = |variant: &Arc<Variant>| {
        let mut position = fen::parse(variant, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1").expect("legal");
        for mv in ["a2a3", "e8e7"] {
            position.play(coords::parse_move(&position, mv).expect("legal")).expect("legal");
        }
        coords::parse_move(&position, "a3a5").is_some()
    };
    assert!(double_after_step(&child(beside)));
    assert!(!double_after_step(&child(&format!("{beside}\nxInitialOnce = true"))));
}

/// From the middle of an empty board each built-in piece has the moves of a custom piece with its notation.
#[test]
fn every_built_in_piece_moves_by_its_notation() {
    for (name, notation) in PIECES {
        if name == "king" || name == "pawn" {
            continue;
        }
        let rules = "castling = false\nstartFen = k7/8/8/8/8/8/8/K7 w - - 0 1\npromotionPieceTypes = -";
        let start = "8/8/8/3X4/k7/8/8/7K w - - 0 1";
        let built_in = variant(&format!("[t]\nking = k\n{name} = x\n{rules}"));
        let custom = variant(&format!("[t]\nking = k\ncustomPiece7 = x:{notation}\n{rules}"));
        let (one, other) = (moves(&built_in, start), moves(&custom, start));
        assert_eq!(one, other, "{name}");
        let still = ["immobile", "clobber", "janggiCannon"].contains(&name);
        assert_eq!(one.iter().any(|mv| mv.starts_with("d5")), !still, "{name}");
    }
}

/// A child keeps, changes and removes pieces and values of its parent.
#[test]
fn a_child_inherits_from_its_parent() {
    let text = "
        [a:chess]
        queen = -
        knight = s
        cannon = r
        xPieceValues = r:4
        startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
        [t:a]
        customPiece3 = x:NN
        startFen = sxb1k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let t = variant(text);
    let table: Vec<_> = t.kinds().map(|kind| (t.piece(kind).letter, t.piece(kind).name.as_str())).collect();
    let expected = [
        ('p', "pawn"),
        ('s', "knight"),
        ('b', "bishop"),
        ('k', "king"),
        ('r', "cannon"),
        ('x', "nightrider"),
    ];
    assert_eq!(table, expected);
    assert_eq!(
        t.piece(t.kind_by_letter('s').expect("s")).value,
        Some(3250),
        "values go with the piece, not its letter"
    );
    assert_eq!(t.piece(t.kind_by_letter('r').expect("r")).value, Some(4000));
    assert_eq!(t.rules().promotion.to.len(), 2, "of queen, rook, bishop, knight two are left");
}
