import { strings } from '../strings/base.js';
import { signal } from './signal.js';

/** The reason why a request failed: a problem document from the service, or no response. */
export class Problem extends Error {
    /**
     * @param {{ status: number, title: string, detail: string, code?: string, said?: string, request?: string
     *   | null }} fields `status` is 0 if there was no response.
     */
    constructor({ status, title, detail, code, said = '', request = null }) {
        super(detail || title);
        this.name = 'Problem';
        this.status = status;
        this.title = title;
        this.detail = detail;
        /** The service's code for the failure. */
        this.code = code;
        /** The service's message, for bug reports. */
        this.said = said;
        /** The id of the request, to find it in the service's log. */
        this.request = request;
    }

    /** True if another client changed the item first. */
    get isOutdated() {
        return this.status === 412;
    }

    /** True if the item does not exist. */
    get isMissing() {
        return this.status === 404 || this.status === 410;
    }

    /** True if the service did not respond, or a proxy responded instead. */
    get isOffline() {
        return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
    }

    /** @param {Response} response */
    static async of(response) {
        const request = response.headers.get('X-Request-ID');
        const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json');
        const body = isProblem ? await response.json().catch(() => ({})) : {};
        // Without the module, the sentences for unknown problems are used.
        const [title, detail] = await import('./sentences.js').then(
            ({ sentenceFor }) => sentenceFor(body.code, response.status),
            () => strings.internalError,
        );
        return new Problem({
            status: response.status,
            code: body.code,
            title,
            detail,
            said: body.detail,
            request,
        });
    }

    /** @param {unknown} error The error that `fetch` threw. */
    static from(error) {
        if (error instanceof Problem) return error;
        if (error instanceof TypeError) {
            return new Problem({
                status: 0,
                title: strings.notResponding,
                detail: navigator.onLine ? strings.checkPostcard : strings.youAreOffline,
            });
        }
        const [title, detail] = strings.internalError;
        return new Problem({
            status: -1,
            title,
            detail,
            said: String(error instanceof Error ? error.message : error),
        });
    }
}

/** True if a request was canceled because its response is no longer needed. */
export function isAbort(error) {
    return error?.name === 'AbortError';
}

/** The session, as `GET /session` describes it: null before it is known, false when signed out. */
export const session = signal(/** @type {any} */ (null));

/** The time of the copy that is shown while the service is unreachable; null if the data is current. */
export const asOf = signal(/** @type {string | null} */ (null));

/** True if the user may change the library. */
export const mayWrite = () => Boolean(session.value) && session.value.scope !== 'read';

/**
 * Sends a request.
 *
 * @param {string} method
 * @param {string} path
 * @param {{ body?: any, etag?: string | null, headers?: Record<string, string>, until?: AbortSignal,
 *   keepalive?: boolean, isFile?: boolean, progress?: (part: number) => void }} options `body` is a form, a
 *   blob, or a value to send as JSON; `etag` is the version to change; `isFile` is true if the response is a
 *   file; `progress` is called with the sent part of the body, 0 to 1.
 * @returns {Promise<{ value: any, etag: string | null, location: string | null, response: Response }>}
 *   `value` is a blob if `isFile` is true; otherwise it is null unless the response is JSON.
 * @throws {Problem}
 */
export async function send(
    method,
    path,
    { body, etag, headers = {}, until, keepalive, isFile = false, progress } = {},
) {
    const isRaw = body instanceof FormData || body instanceof Blob || body === undefined;
    const all = {
        'X-Postcard': '1',
        Accept: isFile ? '*/*' : 'application/json, application/problem+json',
        ...headers,
    };
    if (!isRaw) all['Content-Type'] = 'application/json';
    if (etag) all['If-Match'] = etag;
    try {
        const request = {
            method,
            headers: all,
            body: isRaw ? body : JSON.stringify(body),
            signal: until,
            keepalive,
            credentials: /** @type {const} */ ('same-origin'),
        };
        const response = progress
            ? await (await import('./streams.js')).transmit(path, request, progress)
            : await fetch(path, request);
        const copied = response.headers.get('X-Postcard-As-Of');
        if (method === 'GET' && !isFile) asOf.value = copied;
        if (!response.ok && response.status !== 304) throw await Problem.of(response);
        const isJSON = /json/.test(response.headers.get('Content-Type') ?? '');
        return {
            value: isFile ? await response.blob() : isJSON ? await response.json() : null,
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

/** Returns the value at a path. */
export const get = async (path, until) => (await send('GET', path, { until })).value;

/** Returns the response for a file of the app, such as `world.bin`. */
export async function appFile(name) {
    const response = await fetch(new URL(`../../${name}`, import.meta.url));
    if (!response.ok) throw await Problem.of(response);
    return response;
}

/** Returns the value of JSON text from this browser or a stream; null for missing text and text that is not JSON. */
export function parsed(text) {
    try {
        return JSON.parse(text ?? 'null');
    } catch {
        return null;
    }
}

/** Returns an id for a new item. With this id, repeated requests create the item only once. */
export const newID = (kind) =>
    `${kind}-${
        [...crypto.getRandomValues(new Uint8Array(12))]
            .map((byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte & 31]).join('')
    }`;

/** @type {Map<string, Resource>} */
const resources = new Map();

/**
 * Returns the cached value at a path, which all screens share.
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

/** Forgets a deleted item. */
export const forget = (path) => {
    resources.delete(path);
};

/** Forgets everything, after signing in or out. */
export const forgetAll = () => resources.clear();

/** Reloads all known resources whose path starts with one of the prefixes. */
export const refresh = (...prefixes) =>
    Promise.all(
        [...resources.values()]
            .filter((each) => prefixes.some((prefix) => each.path.startsWith(prefix))).map((each) =>
                each.reload().catch(() => {})
            ),
    );

/** Returns the known versions of a list, such as its searches. */
export const lists = (path) =>
    [...resources.values()].filter((each) => each.path === path || each.path.startsWith(`${path}?`));

/** A cached value at a path. The value is shown at once, and revalidated by its ETag. */
class Resource {
    constructor(path) {
        this.path = path;
        /** The value; undefined before it arrives. Lists contain all pages that have arrived. */
        this.value = signal(/** @type {any} */ (undefined));
        /** The problem of the last request. */
        this.problem = signal(/** @type {Problem | null} */ (null));
        this.etag = /** @type {string | null} */ (null);
        this.running = /** @type {Promise<any> | null} */ (null);
    }

    /** Loads the value, or waits for a running request. Returns the value; rejects with a problem. */
    load() {
        this.running ??= this.#load().finally(() => {
            this.running = null;
        });
        return this.running;
    }

    /** Loads the value again, once any request in progress has finished. */
    async reload() {
        await this.running?.catch(() => {});
        return this.load();
    }

    /** Loads the value in the background; a failure is stored in `problem`. */
    touch() {
        this.load().catch(() => {});
        return this;
    }

    /** Stores a value from the response to a change. */
    take(value, etag = null) {
        this.etag = etag;
        this.value.value = value;
    }

    async #load() {
        const isFirst = this.value.peek() === undefined;
        try {
            const first = await send('GET', this.path, {
                headers: this.etag && !isFirst ? { 'If-None-Match': this.etag } : {},
            });
            this.problem.value = null;
            if (first.response.status === 304) return this.value.peek();
            let { value, etag, response } = first;
            for (let next = nextPage(response); next; next = nextPage(response)) {
                // At first, each page is shown when it arrives. Items may be removed before the next page.
                if (isFirst) this.take(value);
                const page = await send('GET', next);
                value = (isFirst ? this.value.peek() : value).concat(page.value);
                response = page.response;
                // Pages with the same version are one moment of the list.
                if (plain(page.etag) !== plain(etag)) etag = null;
            }
            this.take(value, etag);
            return value;
        } catch (error) {
            if (!isAbort(error)) this.problem.value = /** @type {Problem} */ (error);
            throw error;
        }
    }
}

/** Returns an ETag without the mark of compression. */
const plain = (etag) => etag?.replace(/-gzip"$/, '"');

/** Returns the path of the next page; undefined after the last one. */
const nextPage = (response) => response.headers.get('Link')?.match(/<([^>]+)>; rel="next"/)?.[1];

/** The widths at which the service provides a picture, in pixels. */
const widths = [160, 320, 640, 1280, 2560];

/**
 * Returns the URL of a smaller version of a picture. A URL with the blob's digest can be cached permanently.
 *
 * @param {string} path The path of the item, such as `/library/photos/photo-7k3x9w2mq4ta` or
 *   `/library/entries/entry-7k3x9w2mq4ta/media/1`.
 * @param {string | undefined} blob The digest of the item's file, or a prefix of the digest.
 * @param {number} width The width in CSS pixels; the next larger version for this screen is used.
 */
export function picture(path, blob, width) {
    const wanted = width * Math.min(devicePixelRatio, 3);
    const chosen = widths.find((each) => each >= wanted) ?? widths[widths.length - 1];
    return `${path}/w${chosen}${query(blob)}`;
}

/** Returns the URL of the original picture or video file. */
export const file = (path, blob) => `${path}/file${query(blob)}`;

/** Returns the URL of a video version that all browsers can play. */
export const playable = (path, blob) => `${path}/video${query(blob)}`;

const query = (blob) => blob ? `?v=${blob.slice(0, 12)}` : '';
