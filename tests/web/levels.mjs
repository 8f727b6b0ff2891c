// Sends the same jobs to the engine of the browser and to the same engine as a program; the answers must be the same.
//
// usage: node tests/web/levels.mjs ENGINE.wasm PROGRAM

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { startEngine } from "../../web/engine.js";

const [wasm, program] = process.argv.slice(2);

// All levels and an analysis, at the start of some variants, and problems of chess.
const jobs = [];
for (const [variant, fog] of [["xxl", false], ["chess", false], ["xxlfairy", true]]) {
    for (const seed of [1, "18446744073709551615"]) {
        const request = `variant=${variant};fog=${fog};deterministic=true;seed=${seed}`;
        jobs.push(`analysis;${request};ms=1000`);
        for (let level = 1; level <= 10; level++) {
            jobs.push(`move;${request};level=${level};character=balanced`);
        }
    }
}
const moves = jobs.length;
const problem = "variant=chess;fen=7k/8/5K2/8/8/8/8/R7 w - - 0 1;goal=mate;moves=2";
jobs.push(`check;${problem};line=f6f7`, `check;${problem};line=a1a7`, `solve;${problem}`);
jobs.push("solve;variant=chess;fen=r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4;goal=mate;moves=1");

const answers = [];
const receive = await startEngine(await WebAssembly.compile(await readFile(wasm)), (line) => answers.push(line));
jobs.forEach(receive);

const result = spawnSync(program, { input: jobs.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 26 });
const expected = result.stdout.split("\n").slice(0, -1);
const reports = expected.filter((line) => /^report;.*;line=./.test(line)).length;
const different = expected.findIndex((line, i) => line !== answers[i]);
if (result.status !== 0 || reports !== moves || expected.length !== answers.length || different >= 0) {
    console.error(`${reports} moves; ${expected.length} answers of the program, ${answers.length} of the browser's engine`);
    console.error(`expected: ${expected[different]}\nfound:    ${answers[different]}`);
    process.exit(1);
}

// A search by time shows every second that it goes on. Without these signs the page would start its engine again.
let signs = 0;
const search = await startEngine(await WebAssembly.compile(await readFile(wasm)), () => {}, () => { signs += 1; });
search("analysis;variant=xxl;ms=3500");
if (signs !== 3) {
    console.error(`${signs} signs of life in 3.5 seconds`);
    process.exit(1);
}
console.log(`${moves} moves and ${expected.length - moves} other answers are the same`);
