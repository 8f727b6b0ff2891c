// The page's side of the game: what its WebAssembly module calls (`web/browser`), and the workers of the engine.
// Loaded after miniquad's gl.js, which draws, and passes on mouse, touch and keyboard.
"use strict";

(() => {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    const bytes = (start, length) => new Uint8Array(wasm_memory.buffer, start, length);
    let result = null;

    // Storage: localStorage with the paths of files as keys. Private windows may not have it.
    const PREFIX = "xxlchess:";
    const stored = (path) => localStorage.getItem(PREFIX + path);
    /** The name and the rest of a text of two parts. */
    const split = (text) => [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)];

    // Locks of files, for all pages of the game: the browser releases those of a page that is closed. What the others hold
    // is read every second. Without https there are only the page's own.
    const locks = new Map();
    let lockedElsewhere = new Set();
    function lock(path) {
        if (locks.has(path) || lockedElsewhere.has(path)) {
            return null;
        }
        const released = new Promise((release) => locks.set(path, release));
        navigator.locks?.request(path, () => released);
        return "";
    }
    function unlock(path) {
        locks.get(path)?.();
        locks.delete(path);
    }
    async function watchLocks() {
        const own = crypto.randomUUID();
        const held = async () => (await navigator.locks.query()).held;
        await new Promise((granted) => {
            // Held as long as the page is open.
            navigator.locks.request(own, () => { granted(); return new Promise(() => {}); });
        });
        const { clientId } = (await held()).find(({ name }) => name === own);
        const read = async () => {
            const others = (await held()).filter((lock) => lock.clientId !== clientId);
            lockedElsewhere = new Set(others.map(({ name }) => name));
        };
        await read();
        setInterval(read, 1000);
    }

    // Texts for screen readers. A new element for each sentence, so that the same one twice is read twice.
    function announce(text) {
        const region = document.getElementById("announcements");
        for (const sentence of text.split("\n")) {
            const line = document.createElement("p");
            line.textContent = sentence;
            region.append(line);
        }
        while (region.children.length > 50) {
            region.firstChild.remove();
        }
    }

    // Clipboard.
    let pasted = null;
    window.addEventListener("paste", (event) => {
        pasted = (event.clipboardData || window.clipboardData).getData("text");
        event.stopImmediatePropagation();
        event.preventDefault();
    }, { capture: true });
    // miniquad would copy an empty text.
    for (const name of ["copy", "cut"]) {
        window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
    }

    function copy(text) {
        const byField = () => {
            const field = document.createElement("textarea");
            field.value = text;
            document.body.append(field);
            field.select();
            document.execCommand("copy");
            field.remove();
            canvas.focus();
        };
        // Pages that are not loaded by https have no clipboard.
        if (navigator.clipboard) {
            navigator.clipboard.writeText(text).catch(byField);
        } else {
            byField();
        }
    }

    // Sound. Browsers allow none before the first click or key.
    const sounds = new Map();
    let audio = null;
    function play(text) {
        const [number, gain] = text.split(" ").map(Number);
        audio ??= new AudioContext();
        audio.resume();
        const { rate, samples } = sounds.get(number);
        const buffer = audio.createBuffer(1, samples.length, rate);
        buffer.copyToChannel(samples, 0);
        const source = new AudioBufferSourceNode(audio, { buffer });
        source.connect(new GainNode(audio, { gain })).connect(audio.destination);
        source.start();
    }

    // Engines: a worker for each number, started when it is first used. What they answer waits to be fetched.
    const compiled = fetch("engine.wasm").then((file) => WebAssembly.compileStreaming(file));
    // The module may not arrive; each worker reports that.
    compiled.catch(() => {});
    const engines = new Map();
    function engine(number) {
        if (!engines.has(number)) {
            const worker = new Worker("engine.js", { type: "module" });
            const started = { worker, answers: [] };
            const fail = (error) => started.answers.push(`failed ${error && error.message || "the worker ended"}`);
            worker.onmessage = ({ data }) => started.answers.push(data);
            worker.onerror = (event) => {
                // Reported to the player, so not an error of the page.
                event.preventDefault();
                fail(event);
            };
            compiled.then((module) => worker.postMessage(module), fail);
            started.send = (line) => compiled.then(() => worker.postMessage(line), () => {});
            engines.set(number, started);
        }
        return engines.get(number);
    }

    /** Shows that the game has ended by an error. */
    function fail(reason) {
        console.error(reason);
        const message = document.getElementById("failure");
        message.textContent = "The game has failed. Reload the page: your game is saved.";
        message.hidden = false;
    }

    const functions = {
        scale: () => String(canvas.width / canvas.clientWidth),
        now: () => String(Date.now()),
        random: () => crypto.getRandomValues(new BigUint64Array(1))[0].toString(),
        parameter: (name) => new URLSearchParams(location.hash.slice(1)).get(name),
        // The last screen was closed.
        restart_game: () => { location.href = functions.address(); },
        address: () => location.href.split("#")[0],
        fail,
        ready: () => { document.getElementById("loading").hidden = true; },
        announce,
        copy,
        paste: () => {
            const text = pasted;
            pasted = null;
            return text;
        },
        // Phones open their keyboard only for fields and dialogs of the page.
        prompt: (text) => matchMedia("(pointer: coarse)").matches ? prompt("Type here:", text) : null,
        play,
        load: (path) => stored(path),
        store: (text) => {
            const [path, content] = split(text);
            try {
                localStorage.setItem(PREFIX + path, content);
            } catch (error) {
                return error.name === "QuotaExceededError" ? "the browser's storage is full" : error.message;
            }
            return null;
        },
        remove: (path) => localStorage.removeItem(PREFIX + path),
        list: (folder) => {
            const start = PREFIX + folder;
            return Object.keys(localStorage).filter((key) => key.startsWith(start))
                .map((key) => key.slice(PREFIX.length)).join("\n");
        },
        lock,
        unlock,
        post: (text) => {
            const [number, line] = split(text);
            engine(number).send(line);
        },
        answer: (number) => engine(number).answers.shift(),
        restart: (number) => {
            engine(number).worker.terminate();
            engines.delete(number);
        },
    };

    function call(name, text) {
        try {
            return functions[name](text);
        } catch (error) {
            // Without storage, for instance, the game goes on.
            console.warn(`${name}: ${error.message}`);
            return name === "store" ? error.message : null;
        }
    }

    Object.assign(importObject.env, {
        browser_clock: () => performance.now(),
        browser_call: (name, nameLength, text, length) => {
            const found = call(decoder.decode(bytes(name, nameLength)), decoder.decode(bytes(text, length)));
            result = found === null || found === undefined ? null : encoder.encode(found);
            return result === null ? -1 : result.length;
        },
        browser_result: (start) => bytes(start, result.length).set(result),
        browser_sound: (number, rate, start, count) => {
            sounds.set(number, { rate, samples: new Float32Array(wasm_memory.buffer, start, count).slice() });
        },
    });

    // The window library clears the canvas in every frame. It is cleared only if something is painted then: otherwise the
    // picture stays, and the browser need not show it again.
    const { glClear } = importObject.env;
    let clears = [];
    importObject.env.glClear = (buffers) => { clears.push(buffers); };
    for (const name of ["glDrawArrays", "glDrawArraysInstanced", "glDrawElements", "glDrawElementsInstanced"]) {
        const draw = importObject.env[name];
        importObject.env[name] = (...drawn) => {
            clears.forEach(glClear);
            clears = [];
            draw(...drawn);
        };
    }

    // Full screen can be refused, and left without the game.
    importObject.env.sapp_set_fullscreen = (wanted) => {
        if (wanted) {
            canvas.requestFullscreen().catch(() => {});
        } else if (document.fullscreenElement) {
            document.exitFullscreen();
        }
    };
    window.addEventListener("keydown", (event) => event.key === "F11" && event.preventDefault());

    // The wheel in notches: mice report about a hundred pixels for each, touch pads single ones.
    let turned = 0;
    window.addEventListener("wheel", (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        turned -= event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 33;
        const notches = Math.trunc(turned / 100);
        turned -= notches * 100;
        if (notches !== 0) {
            wasm_exports.mouse_wheel(0, notches);
        }
    }, { capture: true, passive: false });

    // A button that is released outside the page.
    window.addEventListener("mouseup", (event) => event.target !== canvas && canvas.onmouseup?.(event));

    // A panic of the game was reported by itself; other traps are not.
    const failed = (error) => error instanceof WebAssembly.RuntimeError && fail(error.message);
    window.addEventListener("unhandledrejection", ({ reason }) => failed(reason));
    window.addEventListener("error", ({ error }) => failed(error));
    // Another link of the same page, which the browser does not load.
    window.addEventListener("hashchange", () => location.reload());
    window.addEventListener("contextmenu", (event) => event.preventDefault());
    if (navigator.serviceWorker) {
        // Not in private windows, nor without https.
        navigator.serviceWorker.register("service-worker.js").catch((error) => console.warn(error.message));
    }
    canvas.focus();
    const start = () => load("game.wasm");
    (navigator.locks ? watchLocks() : Promise.resolve()).catch((error) => console.warn(error.message)).then(start);
})();
