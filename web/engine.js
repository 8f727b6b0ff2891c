// Runs the engine's WebAssembly module: a job is a line, and so is each of its answers. In a worker, the first message is the
// compiled module and each further one a job. A search reads the clock, which sends a sign of life every second: the message
// `null` of a worker.

export async function startEngine(module, send, sendSignOfLife = () => {}) {
    let memory;
    let lastSign = performance.now();
    const text = (start, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
    const env = {
        clock: () => {
            const now = performance.now();
            if (now - lastSign >= 1000) {
                lastSign = now;
                sendSignOfLife();
            }
            return now;
        },
        send: (start, length) => send(text(start, length)),
    };
    const { exports } = await WebAssembly.instantiate(module, { env });
    memory = exports.memory;
    return (line) => {
        const bytes = new TextEncoder().encode(line);
        const start = exports.line(bytes.length);
        new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
        exports.receive();
    };
}

if (typeof WorkerGlobalScope !== "undefined") {
    const engine = new Promise((resolve) => {
        addEventListener("message", ({ data }) => resolve(startEngine(data, (line) => postMessage(line), () => postMessage(null))), { once: true });
    });
    // An error that is thrown outside of the promise reaches `onerror` of the page, which starts another worker.
    const fail = (error) => setTimeout(() => { throw error; });
    addEventListener("message", ({ data }) => {
        if (typeof data === "string") {
            engine.then((receive) => receive(data)).catch(fail);
        }
    });
}
