// Times to the first picture and to the engine on slow connections, with compressed files, in headless Chromium:
// node tests/web/speed.mjs FOLDER_OF_PAGE FOLDER_OF_PLAYWRIGHT

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [dist, tools] = process.argv.slice(2);
const { chromium } = createRequire(resolve(tools, "node_modules/x.js"))("playwright-core");
const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm", png: "image/png" };
const files = new Map();

const server = createServer(({ url }, response) => {
    const name = url.split("?")[0].slice(1) || "index.html";
    const path = join(dist, name);
    if (!files.has(name) && existsSync(path)) {
        files.set(name, gzipSync(readFileSync(path), { level: 9 }));
    }
    const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
    response.writeHead(files.has(name) ? 200 : 404, { "Content-Type": type, "Content-Encoding": "gzip" });
    response.end(files.get(name));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
for (const megabits of [1.6, 9, 1000]) {
    const context = await browser.newContext({
        viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: "block",
    });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send("Network.emulateNetworkConditions", {
        offline: false, latency: 150, downloadThroughput: megabits * 1e6 / 8, uploadThroughput: megabits * 1e6 / 8,
    });
    const start = Date.now();
    const engine = page.waitForEvent("requestfinished", {
        predicate: (request) => /engine\.wasm/.test(request.url()), timeout: 120_000,
    });
    engine.catch(() => {});
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(() => document.getElementById("loading")?.hidden, null, { timeout: 120_000 });
    const first = (Date.now() - start) / 1000;
    await engine;
    const all = (Date.now() - start) / 1000;
    console.log(`${megabits} Mbit/s: first picture after ${first.toFixed(1)} s, engine after ${all.toFixed(1)} s`);
    await context.close();
}
await browser.close();
server.close();
