import { isAbort, Problem } from '../base/api.js';
import { withOwnPictures } from './own-picture.js';

/** Milliseconds after which a request is stopped when there is a newer one: stopping costs the connection. */
const abortAfter = 250;

/**
 * Asks the service for pictures of a meme as it is changed: one request at a time, the newest one waits for it, and those between are forgotten.
 */
export class Preview {
    /**
     * @param {{ shown: (picture: Blob, report: any, body: any) => void, failed: (problem: Problem | null) => void, busy?: (isBusy: boolean) => void,
     *   until: AbortSignal }} options
     *   `failed` is called with null when drawing succeeds again.
     */
    constructor({ shown, failed, busy = () => {}, until }) {
        this.shown = shown;
        this.failed = failed;
        this.busy = busy;
        this.until = until;
        this.next = /** @type {any} */ (null);
        this.running = /** @type {{ stop: AbortController, began: number } | null} */ (null);
        this.timer = 0;
        until.addEventListener('abort', () => { this.next = null; clearTimeout(this.timer); this.running?.stop.abort(); });
    }

    /** Asks for a picture: `body` is that of `POST /memes`. */
    ask(body) {
        this.next = body;
        if (!this.running) return this.#draw();
        clearTimeout(this.timer);
        const age = performance.now() - this.running.began;
        this.timer = setTimeout(() => { if (this.next) this.running?.stop.abort(); }, Math.max(0, abortAfter - age));
    }

    async #draw() {
        const body = this.next;
        this.next = null;
        const stop = new AbortController();
        this.running = { stop, began: performance.now() };
        this.busy(true);
        try {
            const { picture, report } = await draw(body, stop.signal);
            if (!this.until.aborted) {
                this.shown(picture, report, body);
                this.failed(null);
            }
        } catch (error) {
            if (!isAbort(error) && !this.next && !this.until.aborted) this.failed(Problem.from(error));
        } finally {
            clearTimeout(this.timer);
            this.running = null;
            if (this.next && !this.until.aborted) this.#draw();
            else this.busy(false);
        }
    }
}

/**
 * A picture of a meme, not kept.
 *
 * @param {any} body
 * @param {AbortSignal} [until]
 * @throws {Problem}
 */
export async function draw(body, until) {
    const headers = { 'Content-Type': 'application/json', Accept: 'image/jpeg, application/problem+json', 'X-Postcard': '1' };
    return withOwnPictures({ ...body, format: 'jpg' }, async named => {
        const response = await fetch('/memes', { method: 'POST', headers, body: JSON.stringify(named), signal: until, credentials: 'same-origin' });
        if (!response.ok) throw await Problem.of(response);
        return { picture: await response.blob(), report: reportOf(response.headers.get('Meme-Report')) };
    });
}

/** What became of the letters: JSON in base64url; null where the service does not tell. */
export function reportOf(field) {
    if (!field) return null;
    try {
        const bytes = Uint8Array.from(atob(field.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
        return JSON.parse(new TextDecoder().decode(bytes));
    } catch { return null; }
}
