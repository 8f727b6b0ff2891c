// Updates of the page from one version to the next, in headless Chromium: node tests/web/updates.mjs URL
// FOLDER_OF_PLAYWRIGHT PICTURES ENGINE.wasm. The page is the folder of the engine; it is served here.

import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { SIZE, XXL, browser, check, click, drawn, expectAnnounced, finish, isWanted, started, wasm } from "./browser.mjs";

// Each version has its number in its scripts.
const versions = mkdtempSync(join(tmpdir(), "xxlchess-versions-"));
for (const version of [1, 2]) {
    const folder = join(versions, `${version}`);
    cpSync(dirname(wasm), folder, { recursive: true });
    for (const script of ["page.js", "engine.js"]) {
        appendFileSync(join(folder, script), `\nglobalThis.pageVersion = ${version};\n`);
    }
    execFileSync("web/stamp", [folder]);
}

/** Serves files that `find` returns for paths, until it is closed. */
async function serve(find, headers) {
    const types = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm", ".png": "image/png" };
    const server = createServer((request, response) => {
        const path = new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html");
        const file = find(path);
        if (!statSync(file, { throwIfNoEntry: false })) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/json", ...headers });
        response.end(readFileSync(file));
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const close = () => {
        server.closeAllConnections();
        return new Promise((closed) => server.close(closed));
    };
    return { address: `http://127.0.0.1:${server.address().port}/`, close };
}

/** Opens a page, and waits until it works offline. */
async function open(context, address) {
    const page = await context.newPage();
    await page.goto(address + "#seed=1");
    await started(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    return page;
}

/** Reloads a page until it has a version. */
async function reloadUntil(page, version) {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
        await page.reload();
        await started(page);
        if (await page.evaluate(() => pageVersion) === version) {
            return;
        }
        // Chromium looks for an update a second after a load.
        await page.waitForTimeout(3000);
    }
    throw new Error(`version ${version} does not arrive`);
}

/** Plays a move, which starts the engine, and returns the versions of page and engine. */
async function playedVersions(page) {
    await page.bringToFront();
    // A page in the background draws nothing.
    await drawn(page);
    await click({ page, ...SIZE }, "g2", XXL);
    await click({ page, ...SIZE }, "g4", XXL);
    await expectAnnounced({ page }, /^Black:/m);
    const engine = await page.workers()[0].evaluate(() => pageVersion);
    return `${await page.evaluate(() => pageVersion)} ${engine}`;
}

async function update(name, steps) {
    if (!isWanted(name)) {
        return;
    }
    const context = await browser.newContext({ viewport: SIZE });
    try {
        await steps(context);
        console.log(`${name}: done`);
    } catch (error) {
        check(false, `${name}: ${error.message.split("\n")[0]}`);
    }
    await context.close();
}

const policies = {
    "not stored": { "Cache-Control": "no-store" },
    "stored for a year": { "Cache-Control": "max-age=31536000" },
    "no rule": { "Last-Modified": "Wed, 01 Jan 2020 00:00:00 GMT" },
};
for (const [policy, headers] of Object.entries(policies)) {
    await update(`update, ${policy}`, async (context) => {
        let version = 1;
        // While a server is updated, it has files of both versions.
        let old = [];
        const find = (path) => join(versions, `${old.includes(path) ? 1 : version}`, path);
        const { address, close } = await serve(find, headers);
        const first = await open(context, address);
        const second = await open(context, address);
        [version, old] = [2, ["/page.js"]];
        await second.reload();
        await second.waitForTimeout(2000);
        await second.reload();
        await started(second);
        check(await playedVersions(second) === "1 1", `update, ${policy}: half an update is used`);
        old = [];
        await reloadUntil(second, 2);
        check(await playedVersions(second) === "2 2", `update, ${policy}: the new page has another engine`);
        check(await playedVersions(first) === "1 1", `update, ${policy}: the open page has another engine`);
        await close();
        await second.reload();
        await started(second);
        check(await playedVersions(second) === "2 2", `update, ${policy}: not the last version offline`);
    });
}

await update("two pages of one server", async (context) => {
    const { address, close } = await serve((path) => join(versions, path), {});
    const pages = [await open(context, address + "1/"), await open(context, address + "2/")];
    await pages[1].waitForTimeout(1000);
    await close();
    for (const [i, page] of pages.entries()) {
        await page.reload();
        await started(page);
        check(await playedVersions(page) === `${i + 1} ${i + 1}`, "two pages of one server: another version");
    }
});
await update("a page below another", async (context) => {
    const { address, close } = await serve((path) => join(versions, path.startsWith("/2/") ? path : `1${path}`), {});
    const above = await open(context, address);
    await above.waitForTimeout(1000);
    const below = await open(context, address + "2/");
    check(await playedVersions(below) === "2 2", "a page below another: the page above answers");
    await close();
});
await update("update after the first picture", async (context) => {
    // The page and the game are of the old version, the engine of the new one.
    const { address, close } = await serve((path) => join(versions, path.startsWith("/engine.") ? "2" : "1", path), {});
    const page = await context.newPage();
    await page.goto(address + "#seed=1");
    await started(page);
    await click({ page, ...SIZE }, "g2", XXL);
    await click({ page, ...SIZE }, "g4", XXL);
    await expectAnnounced({ page }, /engine has failed again. Reload the page/);
    check(page.workers().length === 0, "update after the first picture: the engine of another version is used");
    await close();
});
rmSync(versions, { recursive: true });

await finish();
