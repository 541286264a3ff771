/**
 * Runs `postcard batch` from Node: one process for many images, open as long as you need it. Uses only Node's modules.
 *
 *     import { Batch } from './postcard_batch.mjs';
 *
 *     const batch = new Batch();
 *     const { status, path, message } = await batch.run({ input: 'photo.jpg', operations: [{ resize: { width: 320 } }], output: 'small.webp' });
 *     await batch.end();
 *
 * Any number of jobs may run at a time. For jobs and results, see Documentation/Reference/Jobs.md.
 */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export class Batch {
    #process;
    #ended;
    #error = null;
    #last = 0;
    /** The jobs without a result, by their ids. */
    #waiting = new Map();

    /** `command` is the program and its options. A failed image is a result, and a repeated job replaces its earlier result. */
    constructor(command = ['postcard', 'batch', '--answered', '--existing', 'replace']) {
        this.#process = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
        // Without a reader, the process ends, which is reported below.
        this.#process.stdin.on('error', () => {});
        createInterface({ input: this.#process.stdout }).on('line', (line) => {
            const result = JSON.parse(line);
            this.#waiting.get(result.id)?.resolve(result);
            this.#waiting.delete(result.id);
        });
        this.#ended = new Promise((resolve) => {
            this.#process.on('error', (error) => resolve(this.#fail(error)));
            this.#process.on('close', (status, signal) => resolve(this.#fail(new Error(`postcard ended with ${signal ?? `status ${status}`}.`))));
        });
    }

    /** Returns the result of a job. Rejects if the process ends without one; then the job may be sent again to a new process. */
    run(job) {
        if (this.#error) return Promise.reject(this.#error);
        return new Promise((resolve, reject) => {
            this.#waiting.set(++this.#last, { resolve, reject });
            this.#process.stdin.write(`${JSON.stringify({ ...job, id: this.#last })}\n`);
        });
    }

    /** Ends the process after the jobs that are running. */
    end() {
        this.#process.stdin.end();
        return this.#ended;
    }

    #fail(error) {
        this.#error ??= error;
        for (const { reject } of this.#waiting.values()) reject(this.#error);
        this.#waiting.clear();
    }
}
