import { sentenceFor } from './sentences.js';
import { signal } from './signal.js';

/** What a request failed with: a problem document of the service, or no answer at all. */
export class Problem extends Error {
    /**
     * @param {{ status: number, title: string, detail: string, code?: string, said?: string, request?: string
     *   | null }} fields `status` 0 for no answer.
     */
    constructor({ status, title, detail, code, said = '', request = null }) {
        super(detail || title);
        this.name = 'Problem';
        this.status = status;
        this.title = title;
        this.detail = detail;
        /** The kind of failure, as the service names it. */
        this.code = code;
        /** The sentence of the service, for those who help. */
        this.said = said;
        /** The id of the request, for the service's log. */
        this.request = request;
    }

    /** Another client changed it first. */
    get isOutdated() {
        return this.status === 412;
    }

    /** It is not there. */
    get isMissing() {
        return this.status === 404 || this.status === 410;
    }

    /** Nobody answered. */
    get isOffline() {
        return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
    }

    /** @param {Response} response */
    static async of(response) {
        const request = response.headers.get('X-Request-ID');
        const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json');
        const body = isProblem ? await response.json().catch(() => ({})) : {};
        const [title, detail] = sentenceFor(body.code, response.status);
        return new Problem({
            status: response.status,
            code: body.code,
            title,
            detail,
            said: body.detail,
            request,
        });
    }

    /** @param {unknown} error What `fetch` threw. */
    static from(error) {
        if (error instanceof Problem) return error;
        if (error instanceof TypeError) {
            return new Problem({
                status: 0,
                title: 'Postcard does not answer',
                detail: navigator.onLine
                    ? 'It has stopped, or this browser cannot reach it. Start Postcard again, then try once more.'
                    : 'You are offline. Try again when you are back.',
            });
        }
        const [title, detail] = sentenceFor('internalError');
        return new Problem({
            status: -1,
            title,
            detail,
            said: String(error instanceof Error ? error.message : error),
        });
    }
}

/** An error that says that nobody waits for the answer any more. */
export function isAbort(error) {
    return error?.name === 'AbortError';
}

/** Who is signed in: what `GET /session` says; null before it is known, false when nobody is. */
export const session = signal(/** @type {any} */ (null));

/** When the copy was made that is shown because nobody answers; null when answers are fresh. */
export const asOf = signal(/** @type {string | null} */ (null));

/** Whether the library may be changed. */
export const mayWrite = () => Boolean(session.value) && session.value.scope !== 'read';

/**
 * Sends a request.
 *
 * @param {string} method
 * @param {string} path
 * @param {{ body?: any, etag?: string | null, headers?: Record<string, string>, until?: AbortSignal,
 *   keepalive?: boolean }} options `body` is a form, a blob, or a value sent as JSON; `etag` the version that
 *   is changed.
 * @returns {Promise<{ value: any, etag: string | null, location: string | null, response: Response }>}
 *   `value` is null unless the answer is JSON.
 * @throws {Problem}
 */
export async function send(method, path, { body, etag, headers = {}, until, keepalive } = {}) {
    const isRaw = body instanceof FormData || body instanceof Blob || body === undefined;
    const all = { 'X-Postcard': '1', Accept: 'application/json, application/problem+json', ...headers };
    if (!isRaw) all['Content-Type'] = 'application/json';
    if (etag) all['If-Match'] = etag;
    let response;
    try {
        response = await fetch(path, {
            method,
            headers: all,
            body: isRaw ? body : JSON.stringify(body),
            signal: until,
            keepalive,
            credentials: 'same-origin',
        });
        const copied = response.headers.get('X-Postcard-As-Of');
        if (method === 'GET') asOf.value = copied;
        if (!response.ok && response.status !== 304) throw await Problem.of(response);
        const isJSON = /json/.test(response.headers.get('Content-Type') ?? '');
        const value = isJSON ? await response.json() : null;
        return {
            value,
            etag: response.headers.get('ETag'),
            location: response.headers.get('Location'),
            response,
        };
    } catch (error) {
        if (isAbort(error)) throw error;
        const problem = Problem.from(error);
        if (problem.status === 401 && path !== '/session') session.value = false;
        throw problem;
    }
}

/** An id for something new, by which a request that is sent again finds it. */
export const newID = (kind) =>
    `${kind}-${
        [...crypto.getRandomValues(new Uint8Array(12))]
            .map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte & 31]).join('')
    }`;

/** The value at an address. */
export const get = async (path, until) => (await send('GET', path, { until })).value;

/** @type {Map<string, Resource>} */
const resources = new Map();

/**
 * The shared copy of what is at an address; two screens that ask for it have the same one.
 *
 * @param {string} path
 * @returns {Resource}
 */
export function resource(path) {
    const found = resources.get(path) ?? new Resource(path);
    resources.delete(path);
    resources.set(path, found);
    if (resources.size > 60) resources.delete(/** @type {string} */ (resources.keys().next().value));
    return found;
}

/** Forgets what is at an address, because it was deleted. */
export const forget = (path) => {
    resources.delete(path);
};

/** Forgets everything, for a change of who is signed in. */
export const forgetAll = () => resources.clear();

/** Asks again for all resources whose address begins so, and that somebody has looked at. */
export const refresh = (...prefixes) =>
    Promise.all(
        [...resources.values()]
            .filter((each) => prefixes.some((prefix) => each.path.startsWith(prefix))).map((each) =>
                each.reload().catch(() => {})
            ),
    );

/**
 * Asks again for a list, searched ones too, and not for what is in it: something of that may just have been
 * deleted.
 */
export const refreshList = (path) =>
    Promise.all(
        [...resources.values()]
            .filter((each) => each.path === path || each.path.startsWith(`${path}?`)).map((each) =>
                each.reload().catch(() => {})
            ),
    );

/** What is at an address, kept: shown at once, asked for again, known by its version. */
class Resource {
    constructor(path) {
        this.path = path;
        /** The value; undefined before it came. Lists are whole, all their pages. */
        this.value = signal(/** @type {any} */ (undefined));
        /** What the last request failed with. */
        this.problem = signal(/** @type {Problem | null} */ (null));
        this.etag = /** @type {string | null} */ (null);
        this.running = /** @type {Promise<any> | null} */ (null);
    }

    /** Asks for it, unless a request is under way. Answers what it is now; rejects with a problem. */
    load() {
        this.running ??= this.#load().finally(() => {
            this.running = null;
        });
        return this.running;
    }

    /** Asks for it again, after the request that is under way. */
    async reload() {
        await this.running?.catch(() => {});
        return this.load();
    }

    /** Asks in the background; what fails is in `problem`. */
    touch() {
        this.load().catch(() => {});
        return this;
    }

    /** Takes a value that an answer to a change had. */
    take(value, etag = null) {
        this.etag = etag;
        this.value.value = value;
    }

    async #load() {
        try {
            const first = await send('GET', this.path, {
                headers: this.etag && this.value.peek() !== undefined ? { 'If-None-Match': this.etag } : {},
            });
            this.problem.value = null;
            if (first.response.status === 304) return this.value.peek();
            let { value, response } = first;
            for (let next = nextPage(response); next; next = nextPage(response)) {
                const page = await send('GET', next);
                value = value.concat(page.value);
                response = page.response;
            }
            // The version of the first page says nothing about those after it.
            this.take(value, nextPage(first.response) ? null : first.etag);
            return value;
        } catch (error) {
            if (!isAbort(error)) this.problem.value = /** @type {Problem} */ (error);
            throw error;
        }
    }
}

/** The address of the page after this one. */
function nextPage(response) {
    const link = response.headers.get('Link')?.match(/<([^>]+)>\s*;\s*rel="?next"?/);
    return link
        ? new URL(link[1], location.origin).pathname + new URL(link[1], location.origin).search
        : null;
}

/** The widths that the service makes of a picture, in pixels. */
const widths = [160, 320, 640, 1280, 2560];

/**
 * The address of a smaller version of a picture; with its blob's digest it can be cached for good.
 *
 * @param {string} path Of the item, such as `/library/photos/photo-7k3x9w2mq4ta` or
 *   `/library/entries/entry-7k3x9w2mq4ta/media/1`.
 * @param {string | undefined} blob The digest of its file, or the beginning of it.
 * @param {number} width In CSS pixels; the next width for this screen is taken.
 */
export function picture(path, blob, width) {
    const wanted = width * Math.min(devicePixelRatio, 3);
    return address(path, blob, widths.find((each) => each >= wanted) ?? widths[widths.length - 1]);
}

/** All versions of a picture, for `srcset`. */
export const choices = (path, blob) =>
    widths.map((width) => `${address(path, blob, width)} ${width}w`).join(', ');

/** The address of the file itself. */
export const file = (path, blob) => `${path}/file${query(blob)}`;

/** The address of a video as all browsers play it. */
export const playable = (path, blob) => `${path}/video${query(blob)}`;

const address = (path, blob, width) => `${path}/w${width}${query(blob)}`;
const query = (blob) => blob ? `?v=${blob.slice(0, 12)}` : '';
