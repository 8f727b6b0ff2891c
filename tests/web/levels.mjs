// Sends the same lines to the engine of the browser and to the same engine as a program; the answers must be the same.
//
// usage: node tests/web/levels.mjs ENGINE.wasm PROGRAM

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { startEngine } from "../../web/engine.js";

const [wasm, program] = process.argv.slice(2);

// All levels play some positions of each variant, with the nodes that they have for a move in a game.
const lines = [];
for (const [variant, fog] of [["xxl", false], ["chess", false], ["xxlfairy", true]]) {
    lines.push(`setoption name UCI_Variant value ${variant}`, `setoption name Fog value ${fog}`);
    lines.push("setoption name Deterministic value true");
    for (let level = 0; level <= 10; level++) {
        lines.push("position startpos", `setoption name Skill Level value ${level}`);
        for (const seed of [1, "18446744073709551615"]) {
            lines.push(`setoption name Seed value ${seed}`, level === 0 ? "go movetime 1000" : "go");
        }
    }
}
lines.push("setoption name UCI_Variant value chess", "setoption name Fog value false");
lines.push("position fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1", "check mate 2 f6f7", "check mate 2 a1a7", "solve mate 2");
lines.push("position fen r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "solve mate 1");

const answers = [];
const receive = await startEngine(await WebAssembly.compile(await readFile(wasm)), (line) => answers.push(line));
lines.forEach(receive);

const result = spawnSync(program, { input: lines.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 26 });
const expected = result.stdout.split("\n").slice(0, -1);
const moves = expected.filter((line) => line.startsWith("bestmove ")).length;
const different = expected.findIndex((line, i) => line !== answers[i]);
if (result.status !== 0 || moves !== 66 || expected.length !== answers.length || different >= 0) {
    console.error(`${moves} moves; ${expected.length} lines of the program, ${answers.length} of the browser's engine`);
    console.error(`expected: ${expected[different]}\nfound:    ${answers[different]}`);
    process.exit(1);
}
console.log(`${moves} moves and ${expected.length - moves} other lines are the same`);
