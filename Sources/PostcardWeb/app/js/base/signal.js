/**
 * A value that effects can watch.
 *
 * @template T
 * @typedef {{ value: T, peek(): T }} Signal
 */

/** @type {{ run(): void, sources: Set<Set<any>> } | null} */
let reader = null;
let waiting = new Set();
let isScheduled = false;

/**
 * Returns a signal. Setting another value runs the effects that read it, after the current task.
 *
 * @template T
 * @param {T} value
 * @returns {Signal<T>}
 */
export function signal(value) {
    const readers = new Set();
    return {
        get value() {
            if (reader) {
                readers.add(reader);
                reader.sources.add(readers);
            }
            return value;
        },
        set value(next) {
            if (Object.is(next, value)) return;
            value = next;
            for (const each of readers) waiting.add(each);
            if (waiting.size && !isScheduled) {
                isScheduled = true;
                queueMicrotask(flush);
            }
        },
        peek: () => value,
    };
}

/**
 * Runs a function now, and whenever a signal that it read changes.
 *
 * @param {() => void} run
 * @param {AbortSignal} [until] Ends the effect.
 */
export function effect(run, until) {
    const self = {
        sources: new Set(),
        run: () => {
            if (until?.aborted) return;
            clear(self);
            const outer = reader;
            reader = self;
            try {
                run();
            } finally {
                reader = outer;
            }
        },
    };
    until?.addEventListener('abort', () => clear(self));
    self.run();
}

/**
 * Returns a signal that is aborted as soon as one of several signals is aborted. `any` is in brackets because Debian's
 * compiler does not support it.
 *
 * @type {(signals: AbortSignal[]) => AbortSignal}
 */
export const firstOf = (signals) => AbortSignal['any'](signals);

function clear(self) {
    for (const readers of self.sources) readers.delete(self);
    self.sources.clear();
}

function flush() {
    // If an effect sets signals, their effects run in the same flush. Effects that never settle are stopped.
    for (let round = 0; waiting.size && round < 100; round += 1) {
        const now = waiting;
        waiting = new Set();
        for (const each of now) {
            try {
                each.run();
            } catch (error) {
                reportError(error);
            }
        }
    }
    isScheduled = false;
}
