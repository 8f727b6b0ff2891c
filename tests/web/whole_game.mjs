// Plays a whole game in the page, in headless Chromium: node tests/web/whole_game.mjs URL FOLDER_OF_PLAYWRIGHT PICTURES
// ENGINE.wasm

import { readFile } from "node:fs/promises";
import { startEngine } from "../../web/engine.js";
import { XXL, announced, expectAnnounced, finish, makeMove, test, wasm } from "./browser.mjs";

/** Starts an engine that chooses the moves of the player. */
async function startAdviser() {
    let answer;
    const send = await startEngine(await WebAssembly.compile(await readFile(wasm)), (line) => { answer = line; });
    // The first search builds the tables of the variant, which can take all of 100 ms.
    send("analysis;variant=xxl;played=;ms=1500");
    return (moves) => {
        send(`analysis;variant=xxl;played=${moves.join(" ")};ms=100`);
        return answer.match(/;line=(\S+)/)[1];
    };
}

/** Returns the move of Black that a sentence describes. The squares are those of XXL chess. */
function moveOf(sentence) {
    const castles = sentence.match(/castles (king|queen)side/);
    if (castles) {
        return castles[1] === "king" ? "h14j14" : "h14f14";
    }
    // A capture en passant names the square of the captured pawn between the two others.
    const squares = sentence.match(/[a-n]\d+/g);
    return squares[0] + squares.at(-1) + (/promotes/.test(sentence) ? "q" : "");
}

/** Plays White from the start of XXL chess to mate. */
async function playToMate(game) {
    const adviser = await startAdviser();
    const moves = [];
    while (moves.length < 300) {
        const move = adviser(moves);
        const [, from, to] = move.match(/^([a-n]\d+)([a-n]\d+)/);
        await game.page.evaluate(() => document.getElementById("announcements").replaceChildren());
        await makeMove(game, from, to, XXL);
        moves.push(move);
        await expectAnnounced(game, /^Black(:| castles| is checkmated)/m);
        const answer = (await announced(game.page)).match(/^Black(:| castles| is checkmated).*/m)[0];
        if (/checkmated/.test(answer)) {
            return `${Math.ceil(moves.length / 2)} moves`;
        }
        moves.push(moveOf(answer));
        // The piece slides to its square.
        await game.page.waitForTimeout(400);
    }
    throw new Error("no mate after 300 plies");
}

// Pixels of a phone would be nine times as many to draw.
await test("a whole game by touch", { width: 390, height: 844, touch: true, link: "#variant=xxl&level=1&seed=2" }, playToMate);

await finish();
