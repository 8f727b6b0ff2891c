// Service worker: keeps the files of the page, so that it works offline after the first visit. `web/stamp` fills in the
// version and the files with their hashes.
"use strict";

// Several pages of one server share their caches, and this name differs between them.
const PREFIX = `xxlchess ${registration.scope} `;
const CACHE = PREFIX + "@VERSION@";
const FILES = @FILES@;

// The files come from the server: the browser's own cache may have those of an earlier version. If one of them is not of this
// version, the worker is not installed, and the browser tries again at the next visit.
self.addEventListener("install", (event) => {
    const requests = Object.entries(FILES).map(([file, integrity]) => new Request(file, { cache: "reload", integrity }));
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)).then(() => self.skipWaiting()));
});

// The last version is kept for a page that is still loading its files.
self.addEventListener("activate", (event) => {
    event.waitUntil(caches.keys()
        .then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).slice(0, -1))
        .then((outdated) => Promise.all(outdated.map((name) => caches.delete(name))))
        .then(() => self.clients.claim()));
});

// Whether a request opens the page of this worker, rather than another address below it.
function opensPage({ mode, url }) {
    const { origin, pathname } = new URL(url);
    const page = [registration.scope, registration.scope + "index.html"];
    return mode === "navigate" && page.includes(origin + pathname);
}

async function respond(request) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(opensPage(request) ? "./" : request);
    // A page of the last version asks for files of its version.
    return kept || await caches.match(request) || fetch(request);
}
self.addEventListener("fetch", (event) => event.respondWith(respond(event.request).catch(() => fetch(event.request))));
