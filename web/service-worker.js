// Service worker: keeps the files of the page, so that it works offline after the first visit. `web/build` fills in the
// version and the names of the files.
"use strict";

const CACHE = "xxlchess-@VERSION@";
const FILES = @FILES@;

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

// The files of one version belong together, so the cache of an earlier version is deleted.
self.addEventListener("activate", (event) => {
    const outdated = (name) => name.startsWith("xxlchess-") && name !== CACHE;
    event.waitUntil(caches.keys()
        .then((names) => Promise.all(names.filter(outdated).map((name) => caches.delete(name))))
        .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
    event.respondWith(caches.open(CACHE)
        .then((cache) => cache.match(event.request, { ignoreSearch: true }))
        .then((kept) => kept || fetch(event.request)));
});
