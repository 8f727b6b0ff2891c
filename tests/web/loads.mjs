// Loads of the page that fail, in headless Chromium: node tests/web/loads.mjs URL FOLDER_OF_PLAYWRIGHT PICTURES
// ENGINE.wasm. Every failure must show a sentence that says what is wrong and what the player can do.

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
    SIZE, XXL, announced, browser, check, chromium, chromiumOptions, click, expectAnnounced, finish, isWanted, makeMove, pictures, started, test, url,
} from "./browser.mjs";

/** Opens a page that cannot start or go on, and compares the sentence that it shows. */
async function failing(name, pattern, before, { args, after } = {}) {
    if (!isWanted(name)) {
        return;
    }
    const own = args ? await chromium.launch(chromiumOptions(args)) : browser;
    const context = await own.newContext({ viewport: SIZE, serviceWorkers: "block" });
    const page = await context.newPage();
    await before(page);
    await page.goto(url);
    await after?.(page);
    const failure = page.locator("#failure:not([hidden])");
    const text = await failure.innerText({ timeout: 8_000 }).catch(() => "nothing");
    check(pattern.test(text), `${name}: shows ${text}`);
    check(await page.locator("#loading").isHidden().catch(() => false), `${name}: still loading`);
    console.log(`${name}: ${text}`);
    await page.screenshot({ path: `${pictures}/${name.replaceAll(/\W/g, "-")}.png` });
    await context.close();
    if (args) {
        await own.close();
    }
}

for (const file of ["gl.js", "page.js", "game.wasm"]) {
    const is = (address) => address.pathname === `/${file}`;
    const pattern = new RegExp(`${file.replace(".", "\\.")}.*[Rr]eload`);
    await failing(`missing ${file}`, pattern, (page) => page.route(is, (route) => route.fulfill({ status: 404 })));
    await failing(`${file} without a connection`, pattern, (page) => page.route(is, (route) => route.abort()));
    const broken = { status: 200, contentType: file.endsWith("js") ? "text/javascript" : "application/wasm", body: "a b c" };
    await failing(`broken ${file}`, /[Rr]eload/, (page) => page.route(is, (route) => route.fulfill(broken)));
}

// The engine comes after the first picture. Without it the computer moves by simple rules.
for (const file of ["engine.js", "engine.wasm"]) {
    const missing = (page) => page.route(new RegExp(file), (route) => route.abort());
    const name = `${file} without a connection`;
    await test(name, { ...SIZE, link: "#seed=1", before: missing, mayLog: /ERR_FAILED/ }, async (game) => {
        await makeMove(game, "g2", "g4", XXL);
        await expectAnnounced(game, /^Black:/m);
        await expectAnnounced(game, /The engine has failed again\. Reload the page/);
    });
}

await failing("no WebAssembly", /WebAssembly.*browser/, (page) => page.addInitScript("delete window.WebAssembly"));

await failing("no WebGL", /WebGL.*browser/, () => {}, { args: ["--disable-3d-apis"] });

// A file that does not arrive, and no error.
if (isWanted("slow file")) {
    const context = await browser.newContext({ viewport: SIZE, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.clock.install();
    await page.route(/game\.wasm/, () => {});
    await page.goto(url);
    await page.clock.fastForward(20_000);
    const text = await page.locator("#loading").innerText();
    check(/long.*reload/.test(text), `slow file: shows ${text}`);
    console.log(`slow file: ${text}`);
    await context.close();
}

// A server that does not know the type of WebAssembly modules.
const plain = (page) => page.route(/\.wasm/, async (route) => {
    await route.fulfill({ response: await route.fetch(), contentType: "application/octet-stream" });
});
await test("modules without their type", { ...SIZE, link: "#seed=1", before: plain }, async (game) => {
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /^Black:/m);
});

// The player blocks the data of all pages in the settings of the browser.
if (isWanted("blocked storage")) {
    const folder = mkdtempSync(join(tmpdir(), "xxlchess-page-"));
    mkdirSync(join(folder, "Default"));
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify(settings));
    const context = await chromium.launchPersistentContext(folder, { ...chromiumOptions(), viewport: SIZE });
    const page = await context.newPage();
    try {
        await page.goto(url + "#seed=1");
        const blocked = await page.evaluate(() => { try { return !localStorage; } catch { return true; } });
        check(blocked, "blocked storage: the browser does not block it");
        await started(page);
        await expectAnnounced({ page }, /storage.*cannot be saved/);
        await click({ page, ...SIZE }, "g2", XXL);
        await click({ page, ...SIZE }, "g4", XXL);
        await expectAnnounced({ page }, /^Black:/m);
        console.log("blocked storage: the game is played");
    } catch (error) {
        check(false, `blocked storage: ${error.message.split("\n")[0]}`);
    }
    await page.screenshot({ path: `${pictures}/blocked-storage.png` });
    await context.close();
    rmSync(folder, { recursive: true });
}

// The graphics are lost in the middle of a game, which goes on by itself. If they are lost again at once, the page says so.
await test("lost graphics", { ...SIZE, link: "#seed=1" }, async (game) => {
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /^Black:/m);
    const lose = () => game.page.evaluate(() => canvas.getContext("webgl").getExtension("WEBGL_lose_context").loseContext());
    await Promise.all([game.page.waitForEvent("load"), lose()]);
    await started(game.page);
    await game.page.waitForTimeout(1000);
    check(!/continue your game/.test(await announced(game.page)), "lost graphics: the game is offered instead of resumed");
    check(!/#/.test(game.page.url()), "lost graphics: the address is changed");
    await makeMove(game, "h2", "h4", XXL);
    await expectAnnounced(game, /h4[\s\S]*^Black:/m);
    const games = await game.page.evaluate(() => Object.values(localStorage).filter((text) => /1\. g4/.test(text)));
    check(games.length === 1 && /2\. h4/.test(games[0]), `lost graphics: saved games: ${games.join("; ")}`);
    await lose();
    await game.page.locator("#failure", { hasText: /graphics.*again.*saved/ }).waitFor({ timeout: 5000 });
    await game.page.reload();
    await started(game.page);
    await expectAnnounced(game, /You can continue your game/);
});

// Workers are forbidden. The computer moves without its engine, by simple rules.
const withoutWorkers = (page) => page.addInitScript(() => {
    window.Worker = class { constructor() { throw new DOMException("a test", "SecurityError"); } };
});
await test("no workers", { ...SIZE, link: "#seed=1", before: withoutWorkers }, async (game) => {
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /^Black:/m);
    await expectAnnounced(game, /The engine has failed again\. Reload the page/);
});

// The system ends a worker without an error.
await test("engine that ends", { ...SIZE, link: "#seed=1" }, async (game) => {
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /^Black:/m);
    game.page.workers()[0].evaluate(() => close()).catch(() => {});
    await game.page.evaluate(() => document.getElementById("announcements").replaceChildren());
    await makeMove(game, "h2", "h4", XXL);
    await expectAnnounced(game, /The engine has failed and was started again[\s\S]*^Black:/m, 40_000);
});

// An error in a frame ends the game, which does not paint another one.
await failing("error in a frame", /failed.*Reload.*saved/, () => {}, { after: async (page) => {
    await started(page);
    await page.evaluate(() => { wasm_exports = { ...wasm_exports, frame: () => { throw new Error("a test"); } }; });
} });

await finish();
