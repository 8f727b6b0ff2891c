// Plays in the page, in headless Chromium: node tests/web/play.mjs URL FOLDER_OF_PLAYWRIGHT PICTURES ENGINE.wasm

import { CHESS, XXL, announced, browser, check, click, drawn, expectAnnounced, finish, makeMove, middle, pictures, started, test, url } from "./browser.mjs";

/** Starts a game from the home screen. */
async function play(page) {
    await page.keyboard.press("Enter");
    await page.waitForTimeout(500);
}

const PHONE = { width: 390, height: 844, scale: 3, touch: true };
const ANALYSIS = "#variant=chess&analyse=" + encodeURIComponent("1. e4 e5 2. Qh5 Ke7 {a blunder} 3. Qxe5# 1-0");
const MATE = "#variant=chess&fen=" + encodeURIComponent("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");

await test("first visit", { width: 792, height: 672 }, async (game) => {
    await game.page.waitForTimeout(300);
});

await test("mate by clicks", { width: 792, height: 672, link: MATE }, async (game) => {
    await makeMove(game, "g5", "g7", CHESS);
    await expectAnnounced(game, /mate/i);
});

await test("mate by touch", { ...PHONE, link: MATE }, async (game) => {
    await makeMove(game, "g5", "g7", CHESS);
    await expectAnnounced(game, /mate/i);
});

await test("drag by touch", { ...PHONE, link: "#seed=1" }, async (game) => {
    const client = await game.context.newCDPSession(game.page);
    const at = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    const [pawn, target] = [middle(game, "g2", XXL), middle(game, "g4", XXL)];
    await at("touchStart", [pawn]);
    for (let step = 1; step <= 8; step++) {
        await at("touchMove", [[pawn[0], pawn[1] + (target[1] - pawn[1]) * step / 8]]);
        await game.page.waitForTimeout(20);
    }
    await at("touchEnd", []);
    await expectAnnounced(game, /g4/);
    await game.page.waitForTimeout(1500);
    // A finger that rests on a piece shows its card.
    await at("touchStart", [middle(game, "a1", XXL)]);
    await game.page.waitForTimeout(900);
    await game.page.screenshot({ path: `${pictures}/card-by-touch.png` });
    await at("touchEnd", []);
});

await test("resume", { width: 792, height: 672 }, async (game) => {
    await play(game.page);
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /g4[\s\S]*\n\S/);
    await game.page.waitForTimeout(1000);
    await game.page.reload();
    await started(game.page);
    await expectAnnounced(game, /You can continue your game/);
    await game.page.keyboard.press("Enter");
    await game.page.waitForTimeout(500);
    await makeMove(game, "h2", "h4", XXL);
    await expectAnnounced(game, /h4/);
});

// The game of a link goes on when the page is loaded again. It has the player's choices: no clock, and a question before
// resigning. The key that opens a field does not write into it.
await test("reload of a link", { width: 792, height: 672, link: "#variant=chess&level=1" }, async (game) => {
    const { page } = game;
    await makeMove(game, "e2", "e4", CHESS);
    await expectAnnounced(game, /e4[\s\S]*\n\S/);
    await page.waitForTimeout(1000);
    await page.reload();
    await started(page);
    await makeMove(game, "d2", "d3", CHESS);
    await expectAnnounced(game, /d3[\s\S]*\n\S/);
    await page.waitForTimeout(1000);
    const stored = await page.evaluate(() => Object.values(localStorage).join());
    check(/1\. e4 [^,]*2\. d3/.test(stored) && !/clk/.test(stored), `reload of a link: ${stored}`);
    await page.keyboard.press("Escape");
    await expectAnnounced(game, /Resign this game\?/);
    await page.keyboard.press("Escape");
    for (const key of ["m", "ArrowDown", "ArrowDown", "ArrowLeft", "Enter", "f", "c", "a", "p", "a"]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(300);
    }
    await page.screenshot({ path: `${pictures}/find.png` });
    await expectAnnounced(game, /\n3 variants\./);
});

await test("two pages", { width: 792, height: 672 }, async (game) => {
    await play(game.page);
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /g4[\s\S]*\n\S/);
    await game.page.waitForTimeout(1000);
    const other = await game.context.newPage();
    await other.goto(url);
    await started(other);
    await other.waitForTimeout(500);
    check(!/continue your game/.test(await announced(other)), "two pages: the second one offers the game of the first");
    await play(other);
    await click({ ...game, page: other }, "h2", XXL);
    await click({ ...game, page: other }, "h4", XXL);
    await expectAnnounced({ page: other }, /h4/);
    await game.page.bringToFront();
    await game.page.reload();
    await started(game.page);
    await expectAnnounced(game, /You can continue your game/);
    await game.page.keyboard.press("Enter");
    await game.page.waitForTimeout(500);
    await makeMove(game, "g4", "g5", XXL);
    await expectAnnounced(game, /g5/);
});

await test("keyboard", { width: 1920, height: 1080, link: "#variant=chess&seed=1" }, async (game) => {
    // The cursor starts on the king.
    for (const key of ["Tab", "ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"]) {
        await game.page.keyboard.press(key);
        await game.page.waitForTimeout(150);
    }
    await expectAnnounced(game, /e4[\s\S]*\n\S/);
});

await test("copy link", { width: 1920, height: 1080, link: MATE }, async (game) => {
    await game.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    // This is the last link of the panel at 1920x1080.
    await game.page.mouse.click(1676, 944);
    await game.page.waitForTimeout(500);
    const copied = await game.page.evaluate(() => navigator.clipboard.readText());
    check(copied === url + "#variant=chess&fen=7k/8/5K2/6Q1/8/8/8/8%20w%20-%20-%200%201", `copied link: ${copied}`);
});

// The link to a game opens the analysis board with it. The files arrive, and a link that is copied opens the same game.
await test("analysis board", { width: 1280, height: 800, link: ANALYSIS }, async (game) => {
    const { page } = game;
    await game.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await expectAnnounced(game, /Analysis\. Move 3, /);
    // Black's mistake, 2...Ke7, becomes a puzzle when the game has been evaluated.
    for (let tries = 0; tries < 20 && !/Find a better move/.test(await announced(page)); tries++) {
        await page.keyboard.press("l");
        await page.waitForTimeout(1000);
    }
    await expectAnnounced(game, /2…Ke7\. Find a better move for Black/);
    await page.screenshot({ path: `${pictures}/mistake.png` });
    await page.keyboard.press("Escape");
    for (const key of ["Home", "ArrowRight", "s"]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(500);
    }
    const press = async (tabs) => {
        for (let tab = 0; tab < tabs; tab++) {
            await page.keyboard.press("Tab");
        }
        await page.keyboard.press("Enter");
    };
    for (const [tabs, ending] of [[0, "png"], [1, "svg"], [3, "gif"], [1, "pgn"]]) {
        const [file] = await Promise.all([page.waitForEvent("download", { timeout: 20_000 }), press(tabs)]);
        check(file.suggestedFilename() === `xxlchess.${ending}`, `analysis board: ${file.suggestedFilename()}`);
    }
    await press(2);
    await page.waitForTimeout(500);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.screenshot({ path: `${pictures}/share.png` });
    const other = await game.context.newPage();
    await other.goto(link);
    await started(other);
    await expectAnnounced({ page: other }, /Analysis\. Move 3, /);
    await other.waitForTimeout(2000);
    await other.screenshot({ path: `${pictures}/analysis-by-link.png` });
});

await test("wrong link", { width: 792, height: 672, link: "#variant=chess&fen=8" }, async (game) => {
    await game.page.keyboard.press("Enter");
    await game.page.waitForTimeout(300);
});

await test("puzzles", { width: 792, height: 672, link: "#puzzles" }, async (game) => {
    await game.page.waitForTimeout(300);
    await game.page.screenshot({ path: `${pictures}/puzzles-start.png` });
    // Opens the first puzzle and plays its solution, which the engine finds.
    await game.page.keyboard.press("Enter");
    await game.page.waitForTimeout(500);
    await game.page.keyboard.press("l");
    await expectAnnounced(game, /solution|mate/i);
    await game.page.waitForTimeout(3000);
});

await test("menu on a phone", { ...PHONE, link: "#menu" }, async (game) => {
    await game.page.waitForTimeout(500);
});

await test("name of a level on a phone", { ...PHONE, link: "#seed=1" }, async (game) => {
    await game.page.keyboard.press("e");
    await game.page.keyboard.press("s");
    await game.page.waitForTimeout(300);
    // The browser opens a dialog when the field of the name is tapped. The second name replaces the first one.
    for (const name of ["Fence and ditch", "Fence"]) {
        game.page.once("dialog", (dialog) => dialog.accept(name));
        await game.page.touchscreen.tap(250, 382);
        await expectAnnounced(game, new RegExp(`Name: ${name}\\.`));
    }
    await game.page.screenshot({ path: `${pictures}/name-by-touch.png` });
    await game.page.keyboard.press("Enter");
    await expectAnnounced(game, /Saved/);
    check(await game.page.evaluate(() => Object.keys(localStorage).some((key) => /Fence/.test(key))), "no level Fence");
});

/** Lets the first engine throw an error at its first search. */
const failOnce = (page) => page.addInitScript(() => {
    let failed = false;
    const RealWorker = Worker;
    window.Worker = class extends RealWorker {
        postMessage(message) {
            if (!failed && typeof message === "string" && message.startsWith("move;")) {
                failed = true;
                setTimeout(() => this.onerror(new ErrorEvent("error", { message: "a test", cancelable: true })));
            } else {
                super.postMessage(message);
            }
        }
    };
});
await test("failing engine", { width: 792, height: 672, link: "#seed=1", before: failOnce }, async (game) => {
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /The engine has failed and was started again/);
    await expectAnnounced(game, /started again[\s\S]*\n\S/);
});

// Back closes the help, then the puzzles below it, and only then leaves the page. Screens that were closed by Escape leave no
// entry behind.
await test("back on a phone", { ...PHONE, link: "#seed=1" }, async (game) => {
    const keys = async (...keys) => {
        for (const key of keys) {
            await game.page.keyboard.press(key);
            await game.page.waitForTimeout(500);
        }
    };
    const back = async () => {
        await game.page.evaluate(() => history.back());
        await game.page.waitForTimeout(500);
    };
    await game.page.touchscreen.tap(...middle(game, "a7", XXL));
    await keys("m", "Escape", "p", "F1");
    const entries = () => game.page.evaluate(() => history.state);
    check(await entries() === 2, `back on a phone: ${await entries()} entries for two screens`);
    await game.page.screenshot({ path: `${pictures}/back-1.png` });
    await back();
    check(await entries() === 1, `back on a phone: ${await entries()} entries for one screen`);
    await game.page.screenshot({ path: `${pictures}/back-2.png` });
    await back();
    check(await entries() === null, `back on a phone: ${await entries()} entries for no screen`);
    await keys("m");
    await game.page.reload();
    await started(game.page);
    await game.page.waitForTimeout(500);
    check(await entries() === null, `back on a phone: ${await entries()} entries after a reload`);
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /^Black: /m);
    const left = game.page.waitForURL("about:blank", { timeout: 5000 });
    await game.page.evaluate(() => { setTimeout(() => history.back()); });
    await left;
    await game.page.goto(url);
    await started(game.page);
});

/** Sound as in browsers of Apple: it is allowed only while a touch, click or key is handled. */
const strictSound = (page) => page.addInitScript(() => {
    const node = class {
        constructor(audio) { this.audio = audio; }
        connect(next) { return next; }
        start() { played.push(this.audio.state); }
    };
    window.played = [];
    window.AudioBufferSourceNode = window.GainNode = node;
    window.AudioContext = class {
        state = "suspended";
        constructor() { window.lastAudio = this; }
        createBuffer() { return { copyToChannel() {} }; }
        resume() {
            if (window.event?.isTrusted && ["touchend", "click", "mousedown", "keydown"].includes(window.event.type)) {
                this.state = "running";
            }
            return this.state === "running" ? Promise.resolve() : new Promise(() => {});
        }
    };
});
// The move of the first two taps has its sound, and so has one after a call.
await test("sound by touch", { ...PHONE, link: "#seed=1", before: strictSound }, async (game) => {
    const played = () => game.page.evaluate(() => window.played.splice(0).join());
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /^Black: /m);
    await game.page.waitForTimeout(1000);
    check(/^running(,running)*$/.test(await played()), "sound by touch: no sound");
    await game.page.evaluate(() => { lastAudio.state = "interrupted"; });
    await makeMove(game, "h2", "h4", XXL);
    await game.page.waitForTimeout(1000);
    check(/^running(,running)*$/.test(await played()), "sound by touch: no sound after an interruption");
});

/** Lets the page pass a test's time by, and hides it. */
const withClock = (page) => page.addInitScript(() => {
    const now = performance.now.bind(performance);
    window.added = 0;
    performance.now = () => now() + added;
    const request = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (step) => request(() => document.hidden ? requestAnimationFrame(step) : step(performance.now()));
    window.hide = (hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        document.dispatchEvent(new Event("visibilitychange"));
    };
});
// The player leaves the page for ten minutes as soon as they have moved, and again in their own turn. Each clock has three
// minutes, of which a hidden page uses only those in which the computer thinks.
await test("hidden page", { width: 792, height: 672, link: "#seed=1", before: withClock }, async (game) => {
    await makeMove(game, "g2", "g4", XXL);
    for (const wait of [2000, 500]) {
        await game.page.evaluate(() => hide(true));
        await game.page.waitForTimeout(wait);
        await game.page.evaluate(() => { added += 600_000; });
        await game.page.waitForTimeout(500);
        await game.page.evaluate(() => hide(false));
        await expectAnnounced(game, /^Black: /m);
        await game.page.waitForTimeout(1000);
    }
    await game.page.evaluate(() => document.getElementById("announcements").replaceChildren());
    await makeMove(game, "h2", "h4", XXL);
    await expectAnnounced(game, /h4[\s\S]*^Black: /m);
    check(!/ on time/.test(await announced(game.page)), "hidden page: a clock has run out");
    const clocks = await game.page.evaluate(() => Object.values(localStorage).join().match(/clk [\d:]+/g).join());
    check(/^clk 0:03:0\d,clk 0:0(2:5|3:0)\d,clk 0:0(2:5|3:0)\d/.test(clocks), `hidden page: ${clocks}`);
});

await test("offline", { width: 792, height: 672, link: "#seed=1", worker: "allow" }, async (game) => {
    await game.page.evaluate(() => navigator.serviceWorker.ready);
    await game.context.setOffline(true);
    await game.page.reload();
    await started(game.page);
    await makeMove(game, "g2", "g4", XXL);
    await expectAnnounced(game, /g4[\s\S]*\n\S/);
});

await test("level 10", { width: 792, height: 672, link: "#seed=3&level=10" }, async (game) => {
    await makeMove(game, "g2", "g4", XXL);
    // Frames are counted later, because every frame is painted while the piece slides, and the browser optimises the engine in
    // the first second.
    await game.page.waitForTimeout(1500);
    const frames = await game.page.evaluate(() => new Promise((done) => {
        const paint = wasm_exports.frame;
        const [times, begin] = [[], performance.now()];
        // Replaces miniquad's `animation` by one that measures each frame.
        window.animation = () => {
            const start = performance.now();
            paint();
            times.push(performance.now() - start);
            if (start - begin > 2000) {
                times.sort((a, b) => a - b);
                done({ count: times.length / 2, median: times[times.length >> 1], longest: times.at(-1) });
            }
            requestAnimationFrame(window.animation);
        };
    }));
    await expectAnnounced(game, /g4[\s\S]*\n\S/, 60_000);
    check(frames.median < 8, `level 10: a frame takes ${frames.median} ms`);
    return `${frames.count} frames a second of thinking, of ${frames.median.toFixed(1)} ms, the longest ${frames.longest.toFixed(1)} ms`;
});

// A game with a piece of its own is made and played. The link to its position opens in a browser that does not know the game.
await test("workshop", { width: 1280, height: 800, link: "#variant=chess&menu" }, async (game) => {
    const steps = async (...actions) => {
        for (const action of actions) {
            await action();
            await game.page.waitForTimeout(150);
            await drawn(game.page);
        }
    };
    const [key, at] = [(name) => () => game.page.keyboard.press(name), (x, y) => () => game.page.mouse.click(x, y)];
    const type = (text) => () => game.page.keyboard.type(text);
    await steps(key("w"), at(70, 760), type("panda"), key("Enter"), type("WyafsW"), key("Escape"));
    await steps(at(915, 299), at(880, 716));
    await game.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await steps(key("k"));
    const link = await game.page.evaluate(() => navigator.clipboard.readText());
    check(/#variant=%5Bmy-game.*WyafsW.*&fen=/.test(link), `workshop: ${link}`);
    const context = await browser.newContext({ viewport: { width: game.width, height: game.height }, serviceWorkers: "block" });
    const other = await context.newPage();
    await other.goto(link);
    await started(other);
    await other.screenshot({ path: `${pictures}/workshop-link.png` });
    // The piece goes from c3 to c4. The squares have 96 pixels beside a panel of this width.
    for (const y of [538, 442]) {
        await other.mouse.click(304, y);
        await drawn(other);
        await other.waitForTimeout(150);
    }
    await expectAnnounced({ page: other }, /c4/);
    // What cannot be read is named in a sentence.
    for (const hostile of ["%5B".repeat(20_000), "[crowd:chess]%0AmaxRank = 99"]) {
        await other.goto(`${url}?${Math.random()}#variant=${hostile}&fen=%zz`);
        await started(other);
        await expectAnnounced({ page: other }, /cannot be used/);
    }
    await context.close();
});

// A game by the form and by the elements for screen readers alone.
await test("typed moves", { width: 792, height: 672, link: "#variant=chess&seed=1" }, async (game) => {
    const { page } = game;
    const type = async (text) => {
        await page.locator("#typed").fill(text);
        await page.locator("#typed").press("Enter");
    };
    await type("p Q");
    await expectAnnounced(game, /White: queen d1\./);
    await type("e4");
    await expectAnnounced(game, /White: pawn e2 to e4\.[\s\S]*Black: /);
    const press = (name) => page.locator("#nodes > button", { hasText: name }).first().dispatchEvent("click");
    await press("d2, White pawn");
    await expectAnnounced(game, /pawn d2 selected, 2 moves/);
    await press("d3, empty, can be reached");
    await expectAnnounced(game, /White: pawn d2 to d3/);
    await press("Resign");
    await expectAnnounced(game, /White resigns/);
    // An element lies over what it names.
    const box = await page.locator("#nodes > button", { hasText: "a1, White rook" }).boundingBox();
    const [x, y] = middle(game, "a1", CHESS);
    check(box.x < x && x < box.x + box.width && box.y < y && y < box.y + box.height, `a1 is at ${JSON.stringify(box)}`);
});

await test("less motion and more contrast", { width: 792, height: 672, before: (page) => page.emulateMedia({ reducedMotion: "reduce", contrast: "more" }) }, async (game) => {
    await game.page.locator("#typed").fill("preferences");
    await game.page.locator("#typed").press("Enter");
    await game.page.locator("#typed").fill("controls");
    await game.page.locator("#typed").press("Enter");
    await expectAnnounced(game, /Theme: contrast[\s\S]*Animation: off/i);
});

await finish();
