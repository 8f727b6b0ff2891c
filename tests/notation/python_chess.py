#!/usr/bin/env python3
"""Reads and writes PGN with python-chess, for the ignored tests of pgn.rs.

`read` prints the moves and annotations of the game on stdin as `describe` in pgn.rs does. `write` prints a random game,
whose seed is on stdin. The module `chess` must be installed or on PYTHONPATH.
"""

import random
import sys

import chess
import chess.engine
import chess.pgn
import chess.svg

COLORS = ["green", "red", "yellow", "blue"]


def quoted(text):
    """A comment without white space at the ends of its lines, as Rust's Debug format writes it."""
    text = "\n".join(line.rstrip() for line in text.strip().split("\n"))
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + text.replace("\n", "\\n").replace("\r", "\\r") + '"'


def lines(game):
    """The description of every node. Nodes with several variations have all of them in order."""
    stack = [game]
    while stack:
        node = stack.pop()
        clock, score, depth, arrows = node.clock(), node.eval(), node.eval_depth(), node.arrows()
        node.set_clock(None)
        node.set_eval(None)
        node.set_arrows([])
        score = score and score.white()
        if score is None:
            score = "-"
        else:
            score = f"#{score.mate()}" if score.is_mate() else str(score.score())
        shapes = "".join(
            f" {a.color.capitalize()}{chess.square_name(a.tail)}{chess.square_name(a.head)}" for a in arrows)
        yield " ".join([
            str(node.ply()),
            node.san().rstrip("+#") if node.parent else "",
            quoted(getattr(node, "starting_comment", "")),
            quoted(node.comment),
            str(sorted(node.nags)),
            "-" if clock is None else f"{clock:.3f}",
            score,
            "-" if depth is None else str(depth),
        ]) + shapes
        stack.extend(reversed(node.variations))


def write(seed):
    random.seed(seed)
    words = ["good", "(better 1. d4)", "$1", "; 1-0", "*", "Žižka", "\\", '"', "%", "\n", "[x]"]
    game = chess.pgn.Game()
    nodes = [game]
    for _ in range(60):
        node = random.choice(nodes + nodes[-1:] * 40)
        moves = list(node.board().legal_moves)
        if not moves:
            continue
        child = node.add_variation(random.choice(moves))
        nodes.append(child)
        if random.random() < 0.4:
            child.comment = " ".join(random.choices(words, k=random.randint(1, 5))).strip()
        if random.random() < 0.2 and child.starts_variation():
            child.starting_comment = random.choice(words).strip()
        if random.random() < 0.3:
            child.nags.add(random.randint(1, 255))
        if random.random() < 0.3:
            child.set_clock(random.randint(0, 10**7) / 10)
        if random.random() < 0.3:
            score = random.choice([chess.engine.Cp(random.randint(-999, 999)), chess.engine.Mate(random.choice([-9, 4]))])
            depth = random.choice([None, 20])
            child.set_eval(chess.engine.PovScore(score, chess.WHITE), depth)
        if random.random() < 0.3:
            squares = [(0, 0), (9, 9), (1, 18), (63, 0)]
            shapes = [chess.svg.Arrow(*random.choice(squares), color=random.choice(COLORS)) for _ in range(3)]
            shapes.sort(key=lambda arrow: arrow.tail != arrow.head)
            child.set_arrows(shapes)
    print(game)


if sys.argv[1] == "read":
    for line in lines(chess.pgn.read_game(sys.stdin)):
        print(line)
else:
    write(int(sys.stdin.read()))
