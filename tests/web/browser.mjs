// What the tests of the page have in common: a browser, and steps in the game.

import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

export const [url, tools, pictures, wasm] = process.argv.slice(2);
export const { chromium } = createRequire(resolve(tools, "node_modules/x.js"))("playwright-core");
mkdirSync(pictures, { recursive: true });

// SwiftShader renders WebGL without a graphics card.
const SOFTWARE = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/** How to start Chromium, with WebGL unless other arguments are given. */
export const chromiumOptions = (args = SOFTWARE) => ({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--mute-audio", ...args],
});

export const browser = await chromium.launch(chromiumOptions());
let failures = 0;

export function check(condition, text) {
    if (!condition) {
        failures += 1;
        console.error(`FAILED: ${text}`);
    }
}

/** Whether a test runs: all do, or with the variable ONLY those whose name contains its text. */
export const isWanted = (name) => name.includes(process.env.ONLY ?? "");

/** Runs `steps` with a new page. */
export async function test(
    name, { width, height, scale = 1, touch = false, link = "", worker = "block", before, mayLog }, steps,
) {
    if (!isWanted(name)) {
        return;
    }
    const context = await browser.newContext({
        viewport: { width, height }, deviceScaleFactor: scale, hasTouch: touch, isMobile: touch, serviceWorkers: worker,
    });
    const page = await context.newPage();
    const errors = [];
    page.on("console", (line) => line.type() === "error" && !mayLog?.test(line.text()) && errors.push(line.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    await before?.(page);
    const start = Date.now();
    try {
        await page.goto(url + link);
        await started(page);
        const seconds = (Date.now() - start) / 1000;
        const info = await steps({ page, context, width, height, touch });
        check(await page.locator("#failure").isHidden(), `${name}: the game has failed`);
        check(errors.length === 0, `${name}: errors on the console: ${errors.join("; ")}`);
        console.log(`${name}: started in ${seconds.toFixed(2)} s${info ? `, ${info}` : ""}`);
    } catch (error) {
        check(false, `${name}: ${error.message.replaceAll(/\s+/g, " ").slice(0, 400)} ${errors.join("; ")}`);
    }
    await page.screenshot({ path: `${pictures}/${name.replaceAll(" ", "-")}.png` }).catch(() => {});
    await context.close();
}

/** Waits for the first picture. Fails if the page reports a failure. */
export async function started(page) {
    await page.waitForFunction(() => document.getElementById("loading").hidden, null, { timeout: 60_000 });
    const failure = page.locator("#failure");
    if (await failure.isVisible()) {
        throw new Error(`the game was not started: ${await failure.innerText()}`);
    }
    await drawn(page);
}

/** Waits until the game has drawn a whole frame, which takes long on a busy machine. */
export async function drawn(page) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Returns the middle of a square of the board of a game with White at the bottom. */
export function middle({ width, height, touch }, square, [files, ranks]) {
    if (touch) {
        return middleForTouch({ width, height }, square, [files, ranks]);
    }
    const sidebar = Math.min(100, width * 0.21);
    const beside = Math.min(width / (files + 2.5), (width - sidebar) / files, height / ranks);
    const below = Math.min(width / files, height / (ranks + 2.5));
    const upright = beside < below * 0.95;
    const tile = Math.floor(upright ? below : beside);
    const room = upright ? height - tile * ranks : width - tile * files;
    const breadth = Math.floor(Math.min(room, tile * (upright ? 8 : 5)));
    const left = Math.floor((width - tile * files - (upright ? 0 : breadth)) / 2);
    let top = Math.floor((height - tile * ranks - (upright ? breadth : 0)) / 2);
    if (upright) {
        // The opponent's bar lies above the board, as in `BoardLayout::with_header`.
        const space = 2 * top + breadth;
        const unit = Math.min(tile * files / 360, Math.max(space / 270, Math.min(space / 120, 1)));
        const bar = Math.floor(Math.min(Math.max(space * 0.19, 22 * unit), 44 * unit));
        const strip = Math.floor(Math.min(space - bar, Math.max(tile * ranks, breadth)));
        top = Math.floor((space - bar - strip) / 2) + bar;
    }
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
    return [left + tile * (file + 0.5), top + tile * (ranks - rank - 0.5)];
}

/** Returns the same where the screen is touched, as in `BoardLayout::for_touch`. */
function middleForTouch({ width, height }, square, [files, ranks]) {
    const [unit, bar, panel] = [1.1, 46, [280, 200]];
    const upright = width < height;
    const beside = Math.min(height / ranks, (width - panel[0] * unit) / files);
    const below = Math.min(width / files, (height - panel[1] * unit) / ranks);
    const tile = Math.floor(upright ? below : beside);
    const left = upright ? Math.floor((width - tile * files) / 2) : 0;
    const top = upright ? Math.floor(bar * unit) : Math.floor((height - tile * ranks) / 2);
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
    return [left + tile * (file + 0.5), top + tile * (ranks - rank - 0.5)];
}

export async function click(game, square, board) {
    const [x, y] = middle(game, square, board);
    await (game.touch ? game.page.touchscreen.tap(x, y) : game.page.mouse.click(x, y));
    await game.page.waitForTimeout(150);
    // Two clicks in one frame would be one.
    await drawn(game.page);
}

/** Moves a piece. On the small squares of a phone a second tap confirms the move. */
export async function makeMove(game, from, to, board) {
    const [[x], [next]] = ["a1", "b1"].map((square) => middle(game, square, board));
    const isSmall = game.touch && next - x < 32;
    for (const square of isSmall ? [from, to, to] : [from, to]) {
        await click(game, square, board);
    }
}

export const announced = (page) => page.locator("#announcements").innerText();

/** Waits until the announced text matches. */
export async function expectAnnounced({ page }, pattern, timeout = 20_000) {
    const end = Date.now() + timeout;
    while (!pattern.test(await announced(page))) {
        if (Date.now() > end) {
            throw new Error(`${pattern} was not announced, but: ${(await announced(page)).slice(-300)}`);
        }
        await page.waitForTimeout(50);
    }
}

/** The window of the assignment. */
export const SIZE = { width: 792, height: 672 };
export const CHESS = [8, 8];
export const XXL = [14, 14];

/** Ends the browser and the process, also if a server of a failed attempt is still open. */
export async function finish() {
    await browser.close();
    process.exit(failures > 0 ? 1 : 0);
}
