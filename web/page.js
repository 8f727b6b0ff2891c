// JavaScript of the page: the functions that the game's WebAssembly module calls (`web/browser`), and the workers of the
// engine. It is loaded after miniquad's gl.js, which draws and passes on input of mouse, touch and keyboard.
"use strict";

(() => {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    const bytes = (start, length) => new Uint8Array(wasm_memory.buffer, start, length);
    let result = null;

    // Files of the page. Their addresses contain the version, as that of this script does, so that a page never gets files
    // of two versions.
    const version = new URL(document.currentScript.src).search;
    async function file(name, integrity) {
        const response = await fetch(name + version, { integrity }).catch(() => null);
        if (!response?.ok) {
            throw new Error(missingFile(name));
        }
        return response;
    }
    /** Loads and compiles a module. `progress` is called with the number of bytes that have come so far. */
    async function compile(name, progress, integrity) {
        const response = await file(name, integrity);
        const counter = new TransformStream({ transform: (chunk, next) => { progress?.(chunk.length); next.enqueue(chunk); } });
        const counted = new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": "application/wasm" } });
        return WebAssembly.compileStreaming(counted).catch(() => {
            throw new Error(`The file ${name} of the game is incomplete or damaged, or your browser is too old for it. Reload ` +
                "the page. If that does not help, use a current version of your browser.");
        });
    }
    /** Ends the start, because of a failure that it shows. */
    function stop(text) {
        showFailure(text);
        throw new Error(text);
    }

    // Storage: localStorage with the paths of files as keys. The player may have blocked it.
    const PREFIX = "xxlchess:";
    const stored = (path) => localStorage.getItem(PREFIX + path);
    let storageProblem = null;
    try {
        stored("");
    } catch {
        storageProblem = "The browser blocks the storage of this page, so games and settings cannot be saved. " +
            "Allow site data or cookies for this page, and reload it.";
    }
    const reload = "Reload the page" + (storageProblem ? "." : ": your game is saved.");
    /** Splits a text at its first line break. */
    const split = (text) => [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)];

    // Locks of files, for all pages of the game. The browser releases the locks of a page that is closed. The locks of other
    // pages are read every second. Without https a page does not see the locks of other pages.
    const locks = new Map();
    let lockedElsewhere = new Set();
    function lock(path) {
        if (locks.has(path) || lockedElsewhere.has(path)) {
            return null;
        }
        const released = new Promise((release) => locks.set(path, release));
        navigator.locks?.request(path, () => released).catch(() => {});
        return "";
    }
    function unlock(path) {
        locks.get(path)?.();
        locks.delete(path);
    }
    async function watchLocks() {
        const own = crypto.randomUUID();
        const held = async () => (await navigator.locks.query()).held;
        await new Promise((granted, refused) => {
            // This lock is held as long as the page is open. Its name identifies this page among the holders of locks.
            navigator.locks.request(own, () => { granted(); return new Promise(() => {}); }).catch(refused);
        });
        const { clientId } = (await held()).find(({ name }) => name === own);
        const read = async () => {
            const others = (await held()).filter((lock) => lock.clientId !== clientId);
            lockedElsewhere = new Set(others.map(({ name }) => name));
        };
        await read();
        setInterval(read, 1000);
    }

    // Texts for screen readers. Each sentence is a new element, so that a repeated sentence is read again.
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

    // Moves and commands that are typed in the form.
    const form = document.getElementById("command");
    const typedText = document.getElementById("typed");
    let commands = [];
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        commands.push(typedText.value);
        typedText.value = "";
    });
    typedText.addEventListener("keydown", (event) => event.key === "Escape" && canvas.focus());

    // Elements for what is on the canvas, by which screen readers find it, also by touch. They are used by the commands that a
    // player would type. The Tab key passes them by, because the game moves its own focus.
    const elements = new Map();
    const TAGS = { button: "button", switch: "button", range: "input", text: "input", p: "p" };
    function makeElement(id, role) {
        const element = document.createElement(TAGS[role]);
        const run = (...lines) => commands.push(...lines.filter(Boolean));
        element.tabIndex = -1;
        if (role === "range") {
            Object.assign(element, { type: "range", min: 0, max: 2, value: 1 });
            element.addEventListener("input", () => {
                run(element.node.focus, element.value > 1 ? "right" : "left");
                element.value = 1;
            });
        } else if (role === "text") {
            element.addEventListener("change", () => run(element.node.focus, "erase", `write ${element.value}`));
        } else if (role !== "p") {
            element.addEventListener("click", () => run(element.node.press));
        }
        if (role === "switch") {
            element.setAttribute("role", "switch");
        }
        elements.set(id, element);
        return element;
    }
    function showNodes(text) {
        const nodes = JSON.parse(text);
        const parent = document.getElementById("nodes");
        const ids = new Set(nodes.map(({ id }) => id));
        for (const [id, element] of elements) {
            if (!ids.has(id)) {
                element.remove();
                elements.delete(id);
            }
        }
        let before = parent.firstChild;
        for (const node of nodes) {
            let element = elements.get(node.id);
            if (element && element.node.role !== node.role) {
                before = before === element ? before.nextSibling : before;
                element.remove();
                element = null;
            }
            element ??= makeElement(node.id, node.role);
            if (JSON.stringify(element.node) !== JSON.stringify(node)) {
                describe(element, node);
            }
            // Elements stay where they are unless the order has changed, so that a screen reader keeps its place.
            if (element === before) {
                before = before.nextSibling;
            } else {
                parent.insertBefore(element, before);
            }
        }
    }
    function describe(element, node) {
        const { role, name, value, bounds: [x, y, w, h] } = node;
        element.node = node;
        if (role === "p" || role === "button") {
            element.textContent = name;
        } else {
            element.setAttribute("aria-label", name);
        }
        if (role === "range") {
            element.setAttribute("aria-valuetext", value);
        } else if (role === "switch") {
            element.setAttribute("aria-checked", value === "on");
        } else if (role === "text" && element !== document.activeElement) {
            element.value = value;
        }
        element.disabled = !node.enabled;
        const { left, top } = canvas.getBoundingClientRect();
        Object.assign(element.style, { left: `${x + left}px`, top: `${y + top}px`, width: `${w}px`, height: `${h}px` });
    }

    // Clipboard.
    let pasted = null;
    window.addEventListener("paste", (event) => {
        event.stopImmediatePropagation();
        // A field of the page pastes by itself.
        if (event.target.localName === "input") {
            return;
        }
        pasted = (event.clipboardData || window.clipboardData).getData("text");
        event.preventDefault();
    }, { capture: true });
    // Without this miniquad would copy an empty text.
    for (const name of ["copy", "cut"]) {
        window.addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
    }

    function copy(text) {
        const byField = () => {
            const field = document.createElement("textarea");
            field.value = text;
            document.body.append(field);
            field.select();
            let isCopied = false;
            try {
                isCopied = document.execCommand("copy");
            } catch {
                // The browser does not know the command.
            }
            field.remove();
            if (!isCopied) {
                prompt("The browser does not let this page copy. Copy the text here:", text);
            }
            canvas.focus();
        };
        // Pages without https have no `navigator.clipboard`.
        if (navigator.clipboard) {
            navigator.clipboard.writeText(text).catch(byField);
        } else {
            byField();
        }
    }

    // Sound. Browsers allow it from the first click, touch or key on. Those of Apple want the AudioContext to be resumed while
    // such an event is handled, and again after a call has interrupted it.
    const sounds = new Map();
    let audio = null;
    for (const gesture of ["mousedown", "touchend", "keydown"]) {
        window.addEventListener(gesture, () => {
            audio ??= window.AudioContext && new AudioContext();
            audio?.resume().catch(() => {});
        }, { capture: true });
    }
    async function play(text) {
        const asked = performance.now();
        await audio?.resume();
        // Sounds that had to wait would be played all at once.
        if (!audio || performance.now() - asked > 500) {
            return;
        }
        const [number, gain] = text.split(" ").map(Number);
        const { rate, samples } = sounds.get(number);
        const buffer = audio.createBuffer(1, samples.length, rate);
        buffer.copyToChannel(samples, 0);
        const source = new AudioBufferSourceNode(audio, { buffer });
        source.connect(new GainNode(audio, { gain })).connect(audio.destination);
        source.start();
    }

    // Engines: a worker for each number, which is started when it is first used. Its answers are kept until the game fetches
    // them.
    let engineFiles = null;
    const engines = new Map();
    /** Loads the engine, which the first picture does not need. A load that fails is tried again. Its hashes are checked,
        because the server may have been updated since the page was loaded. */
    function loadEngine() {
        const script = async () => {
            const text = await (await file("engine.js", engineHashes["engine.js"])).text();
            return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
        };
        if (!engineFiles) {
            engineFiles = Promise.all([compile("engine.wasm", null, engineHashes["engine.wasm"]), script()]);
            engineFiles.catch(() => { engineFiles = null; });
        }
        return engineFiles;
    }
    // A worker can end without an error, for instance if the memory is short. If an engine that has a job sends nothing for
    // this many seconds, it has failed. A search shows every second that it goes on; the proof of a problem is silent.
    const PATIENCE = { move: 20, analysis: 20, endless: 20, check: 120, solve: 120, explain: 60 };
    setInterval(() => engines.forEach((engine) => {
        engine.seconds -= 1;
        if (engine.seconds === 0) {
            engine.answers.push("failed no answer");
        }
    }), 1000);
    /** Starts the worker of an engine, and posts the lines that have been waiting for it. */
    function startWorker(started, [module, script], answer) {
        if (started.isEnded) {
            return;
        }
        try {
            started.worker = new Worker(script, { type: "module" });
        } catch (error) {
            // The settings of the browser or of the server forbid workers.
            answer(`failed ${error.message}`);
            return;
        }
        started.worker.onmessage = ({ data }) => {
            if (data === null) {
                started.seconds = started.patience;
            } else {
                answer(data);
            }
        };
        started.worker.onerror = (event) => {
            // The game reports it to the player, so it is no error of the page.
            event.preventDefault();
            answer(`failed ${event.message || "the worker ended"}`);
        };
        started.worker.postMessage(module);
        started.lines.forEach((line) => post(started, line));
    }
    function post(started, line) {
        if (!started.worker) {
            started.lines.push(line);
            return;
        }
        started.worker.postMessage(line);
        const word = line.split(";", 1)[0];
        started.patience = started.seconds = PATIENCE[word];
        started.isEndless = word === "endless";
    }
    function engine(number) {
        if (!engines.has(number)) {
            // The time that is left for an answer is infinite if there is no job.
            const started = { worker: null, lines: [], answers: [], patience: 0, seconds: Infinity, isEnded: false };
            engines.set(number, started);
            const answer = (text) => {
                started.answers.push(text);
                started.seconds = Infinity;
                countHiddenTime();
            };
            loadEngine().then((files) => startWorker(started, files, answer), (error) => answer(`failed ${error.message}`));
        }
        return engines.get(number);
    }

    // Time in which the page is hidden and the opponent, engine 0, has no job.
    let hiddenTime = 0;
    let countedUntil = 0;
    let isCounting = false;
    function countHiddenTime() {
        const now = performance.now();
        hiddenTime += isCounting ? now - countedUntil : 0;
        countedUntil = now;
        isCounting = document.hidden && (engines.get("0")?.seconds ?? Infinity) === Infinity;
    }
    document.addEventListener("visibilitychange", countHiddenTime);

    // An endless analysis stops while the page is hidden. The game has no frames then, and starts it again afterwards,
    // because it sees that the page was hidden.
    document.addEventListener("visibilitychange", () => engines.forEach((started) => {
        if (document.hidden && started.isEndless) {
            started.worker?.terminate();
            started.seconds = Infinity;
        }
    }));

    /** Shows that the game has ended by an error. */
    function fail(reason) {
        console.error(reason);
        showFailure("The game has failed. " + reload);
    }

    /** Makes the page work offline. The service worker loads all files once more. If it did so while the page loads them,
        Chromium would sometimes break off the load of the page, and the first picture would come later. */
    function keepFiles() {
        try {
            // This fails in private windows and without https, where the page works without it.
            navigator.serviceWorker?.register("service-worker.js").catch((error) => console.warn(error.message));
        } catch (error) {
            console.warn(error.message);
        }
    }

    // Browsers delete what pages have stored if the disk is full, or after some weeks, unless they are asked not to.
    let isStorageKept = false;
    function keepStorage() {
        if (!isStorageKept) {
            isStorageKept = true;
            navigator.storage?.persist?.().catch((error) => console.warn(error.message));
        }
    }

    const isTouched = () => matchMedia("(pointer: coarse)").matches;

    const functions = {
        scale: () => String(canvas.width / canvas.clientWidth),
        touch: () => isTouched() ? "" : null,
        vibrate: () => navigator.vibrate?.(40) && null,
        now: () => String(Date.now()),
        random: () => crypto.getRandomValues(new BigUint64Array(1))[0].toString(),
        parameter: (name) => parameters.get(name),
        // The game calls this when its last screen was closed, or when it ends because the graphics are lost.
        restart_game: () => {
            if (graphicsLost) {
                resumeGame();
            } else {
                location.href = functions.address();
            }
        },
        depth: (text) => setDepth(Number(text)),
        end_requested: () => graphicsLost ? "" : null,
        address: () => location.href.split("#")[0],
        fail,
        // Errors until now, such as those of an extension of the browser, have not kept the game from starting.
        ready: () => {
            document.getElementById("loading").hidden = true;
            document.getElementById("failure").hidden = true;
            // The first picture is painted before the next frame but one.
            requestAnimationFrame(() => requestAnimationFrame(() => {
                loadEngine().catch((error) => console.warn(error.message)).then(keepFiles);
            }));
        },
        announce,
        show_nodes: showNodes,
        // Whether the player has asked the system for less motion.
        reduces_motion: () => matchMedia("(prefers-reduced-motion: reduce)").matches ? "" : null,
        // Whether the player has asked the system for more contrast.
        wants_contrast: () => matchMedia("(prefers-contrast: more)").matches ? "" : null,
        commands: () => {
            const text = commands.join("\n");
            commands = [];
            return text || null;
        },
        copy,
        // Each letter of the content stands for a byte.
        download: (text) => {
            const [name, content] = split(text);
            const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
            const link = document.createElement("a");
            link.href = URL.createObjectURL(new Blob([bytes]));
            link.download = name;
            link.click();
            setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
        },
        paste: () => {
            const text = pasted;
            pasted = null;
            return text;
        },
        // Phones open their keyboard only for fields and dialogs of the page.
        prompt: (text) => isTouched() ? prompt("Type here:", text) : null,
        // In browsers without this function, and without the permission, the player pastes into a field.
        ask_paste: () => {
            const byField = () => prompt("FEN or PGN:") ?? "";
            const read = navigator.clipboard?.readText?.() ?? Promise.reject();
            read.catch(byField).then((text) => pasted = text);
        },
        // The text of the file is pasted.
        pick_file: () => {
            const input = document.createElement("input");
            input.type = "file";
            input.accept = ".pgn,.txt,text/plain,application/x-chess-pgn";
            input.addEventListener("change", async () => pasted = await input.files[0]?.text() ?? null);
            input.click();
        },
        // Returns nothing if the browser has no sound.
        play: (text) => {
            play(text).catch((error) => console.warn(error.message));
            return window.AudioContext && "";
        },
        storage_problem: () => storageProblem,
        load: (path) => stored(path),
        store: (text) => {
            const [path, content] = split(text);
            keepStorage();
            try {
                localStorage.setItem(PREFIX + path, content);
            } catch (error) {
                return error.name === "QuotaExceededError" ? "the browser's storage is full"
                    : error.name === "SecurityError" ? "the browser blocks the storage of this page" : error.message;
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
        hidden_time: () => {
            countHiddenTime();
            const time = Math.floor(hiddenTime);
            hiddenTime -= time;
            return String(time);
        },
        post: (text) => {
            const [number, line] = split(text);
            post(engine(number), line);
        },
        answer: (number) => engine(number).answers.shift(),
        restart: (number) => {
            const started = engine(number);
            started.worker?.terminate();
            started.isEnded = true;
            engines.delete(number);
        },
    };

    // The parameters of the link. The page resumes a game once, when it has reloaded itself.
    const parameters = new URLSearchParams(location.hash.slice(1));
    if (parameters.has("resume")) {
        history.replaceState(null, "", functions.address());
    }
    // A link is not opened again when the page is reloaded, or was taken from memory: its game goes on. A game with a seed
    // begins anew, because it is to be repeated.
    function gameOfLink() {
        try {
            const [link, file] = JSON.parse(sessionStorage.getItem("game")) ?? [];
            return link && link === location.hash ? file : null;
        } catch {
            return null;
        }
    }
    function noteGame() {
        try {
            sessionStorage.setItem("game", JSON.stringify([location.hash, [...locks.keys()][0]]));
        } catch {
            // Without storage there is no saved game either.
        }
    }
    const isOpenedAgain = performance.getEntriesByType("navigation")[0]?.type !== "navigate" || document.wasDiscarded;
    const savedGame = gameOfLink();
    if (isOpenedAgain && savedGame && !parameters.has("seed")) {
        parameters.set("resume", savedGame);
    }
    window.addEventListener("pagehide", noteGame);
    document.addEventListener("visibilitychange", noteGame);

    // A phone may take the graphics from a page that is not shown, and a driver may fail. The game saves itself in the next
    // frame, and goes on in a new page.
    let graphicsLost = false;
    canvas.addEventListener("webglcontextlost", () => { graphicsLost = true; });
    function resumeGame() {
        const [file] = locks.keys();
        const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
        if (isReload && performance.now() < 60_000) {
            showFailure("The browser takes the graphics from the game again and again. Close other pages and programs, " +
                "then do this: " + reload);
            return;
        }
        if (file) {
            history.replaceState(history.state, "", "#resume=" + encodeURIComponent(file));
        }
        location.reload();
    }

    // Back, a gesture or key of phones, closes the topmost screen. Each screen above the first one has an entry in the history
    // of the browser; going back from it presses Escape. The entry of a screen that was closed otherwise is left at once.
    let entries = history.state ?? 0;
    let isLeavingEntry = false;
    function setDepth(depth) {
        if (isLeavingEntry) {
            return;
        }
        while (entries < depth) {
            entries += 1;
            history.pushState(entries, "");
        }
        if (entries > depth) {
            isLeavingEntry = true;
            history.go(depth - entries);
        }
    }
    window.addEventListener("popstate", ({ state }) => {
        const isBack = (state ?? 0) < entries && !isLeavingEntry;
        entries = state ?? 0;
        isLeavingEntry = false;
        if (isBack) {
            const ESCAPE = 256;
            wasm_exports.key_down(ESCAPE, 0, false);
            wasm_exports.key_up(ESCAPE, 0);
        }
    });

    function call(name, text) {
        try {
            return functions[name](text);
        } catch (error) {
            // The game goes on without the function, for instance without storage.
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

    // The window library clears the canvas in every frame. The clearing is put off until something is painted: if nothing is,
    // the picture stays, and the browser need not show it again.
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

    // The browser can refuse full screen, and the player can leave it by a key of the browser.
    importObject.env.sapp_set_fullscreen = (wanted) => {
        if (wanted) {
            // Phones of Apple have no full screen.
            canvas.requestFullscreen?.().catch(() => {});
        } else if (document.fullscreenElement) {
            document.exitFullscreen();
        }
    };
    // Ctrl S and Ctrl P save and play a game in the workshop.
    const isOurs = (event) => event.key === "F11" || event.ctrlKey && ["s", "p"].includes(event.key);
    window.addEventListener("keydown", (event) => isOurs(event) && event.preventDefault());

    // The wheel in notches. Mice report about a hundred pixels for a notch, touch pads single pixels.
    let turned = 0;
    window.addEventListener("wheel", (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        // Firefox reports three lines for a notch. A turn in the other direction starts anew.
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 100 / 3;
        turned = turned * pixels > 0 ? -pixels : turned - pixels;
        const notches = Math.trunc(turned / 100);
        turned -= notches * 100;
        if (notches !== 0) {
            wasm_exports.mouse_wheel(0, notches);
        }
    }, { capture: true, passive: false });

    // A mouse button may be released outside of the canvas.
    window.addEventListener("mouseup", (event) => event.target !== canvas && canvas.onmouseup?.(event));

    // The game reports its panics itself. Other traps of WebAssembly are reported here.
    const failed = (error) => error instanceof WebAssembly.RuntimeError && fail(error.message);
    window.addEventListener("unhandledrejection", ({ reason }) => failed(reason));
    window.addEventListener("error", ({ error }) => failed(error));
    // Any error in a frame ends the game, because the window library requests the next frame after it.
    const { animation } = window;
    window.animation = () => {
        try {
            animation();
        } catch (error) {
            fail(error);
        }
    };
    // The browser does not load the page again for a link that differs only behind the `#`.
    window.addEventListener("hashchange", () => location.reload());
    window.addEventListener("contextmenu", (event) => event.preventDefault());
    async function start() {
        if (typeof WebAssembly === "undefined") {
            stop("The game needs WebAssembly, which is missing or turned off. Use a current version of your browser.");
        }
        // The window library uses the same context.
        if (!canvas.getContext("webgl")) {
            stop("The game needs WebGL to draw. Turn on graphics acceleration (hardware acceleration) in the " +
                "settings of your browser and reload the page, or use another browser.");
        }
        const locksWatched = navigator.locks ? watchLocks().catch((error) => console.warn(error.message)) : null;
        const bar = document.getElementById("progress");
        const progress = (bytes) => { bar.value += bytes; };
        const gameModule = await compile("game.wasm", progress).catch((error) => stop(error.message));
        await locksWatched;
        const { exports } = await WebAssembly.instantiate(gameModule, importObject);
        wasm_memory = exports.memory;
        wasm_exports = exports;
        canvas.focus();
        exports.main();
    }
    const slow = "Loading … This takes long. Check your connection, or reload the page.";
    setTimeout(() => { document.getElementById("words").textContent = slow; }, 20_000);
    start().catch((error) => {
        console.error(error);
        showFailure(`The game could not be started: ${error.message}. Reload the page.`);
    });
})();
