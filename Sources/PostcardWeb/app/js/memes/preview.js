import { isAbort, Problem } from '../base/api.js';
import { h } from '../base/dom.js';
import { dropDraft, keepDraft, readDraft } from '../base/drafts.js';
import { takeFiles } from '../base/keys.js';
import { later } from '../base/later.js';
import { toast } from '../base/toast.js';

const send = later(() => import('../base/uploads.js'), 'upload');
const partOfVideo = later(() => import('./video.js'), 'partOfVideo');

/** Files by the names that memes know them by, which stay when a file is sent again. */
const files = new Map();
/** What the service calls them at present. */
const present = new Map();
const sizes = new Map();

async function sendFile(file) {
    const [answer] = await send([{ path: '/memes/pictures', parts: [['', file]], isRaw: true }]) ?? [];
    if (answer) sizes.set(answer.name, answer);
    return answer?.name;
}

/** The size in pixels of a picture that was sent; null where it is not known. */
export const sentSize = (name) => sizes.get(name) ?? null;

/**
 * Sends a picture of one's own for a while, so that previews need not send it again.
 *
 * @param {Blob} file
 * @returns {Promise<string | undefined>} Its name in requests: `upload:ID`; none where it was not sent, which
 *   is told.
 */
export async function upload(file) {
    if (kindOf(file) !== 'image') {
        toast(kindOf(file) ? 'This is a video. Begin a new meme with it.' : 'This file is no picture.', {
            isProblem: true,
        });
        return undefined;
    }
    const name = await sendFile(file);
    if (name) {
        keepDraft('meme files', [...files.set(name, file)].map(([key, kept]) => [key, kept, sentSize(key)]));
    }
    return name;
}

/**
 * The draft of a meme that a page before this one kept, with the files that it names; null where there is
 * none.
 */
export async function readMeme() {
    for (const [name, file, size] of await readDraft('meme files') ?? []) {
        files.set(name, file);
        sizes.set(name, size);
    }
    return readDraft('meme');
}

export function dropMeme() {
    files.clear();
    for (const name of ['meme', 'meme files']) dropDraft(name);
}

/**
 * Asks by a body that may name pictures of one's own; those that the service keeps no longer are sent again.
 *
 * @template T
 * @param {any} body
 * @param {(body: any) => Promise<T>} ask
 * @returns {Promise<T>}
 */
export async function withOwnPictures(body, ask) {
    const named = () => JSON.parse(JSON.stringify(body), (_, value) => present.get(value) ?? value);
    try {
        return await ask(named());
    } catch (problem) {
        const text = JSON.stringify(body);
        const gone = problem.isMissing ? [...files].filter(([name]) => text.includes(name)) : [];
        if (!gone.length) throw problem;
        for (const [name, file] of gone) present.set(name, await sendFile(file));
        return ask(named());
    }
}

/** `image` or `video`; undefined for another file. Some systems know no type of some pictures. */
const kindOf = (file) =>
    /^(image|video)\//.exec(file.type)?.[1] ??
        (/\.(heic|heif|avif|jxl)$/i.test(file.name) ? 'image' : undefined);

/** The first picture that was pasted or dropped; null when there is none. */
const pictureIn = (transfer) => [...transfer?.files ?? []].find(kindOf) ?? null;

/**
 * Opens the editor with a picture or a part of a video of one's own, unless somebody has gone elsewhere
 * meanwhile.
 */
export async function letter(file, open) {
    const from = location.href;
    const picture = kindOf(file) === 'video' ? await partOfVideo(URL.createObjectURL(file)) : file;
    const name = picture && await upload(picture);
    if (name && location.href === from) open(`upload=${encodeURIComponent(name.replace(/^upload:/, ''))}`);
}

/** A button that asks for a picture of this device, or what else is accepted. */
export function pictureButton(take, accept, ...content) {
    const input = h('input', {
        type: 'file',
        accept,
        class: 'visually-hidden',
        tabindex: '-1',
        'aria-hidden': 'true',
        onchange: () => {
            if (input.files?.[0]) take(input.files[0]);
            input.value = '';
        },
    });
    return [input, h('button', { class: 'button', onclick: () => input.click() }, content)];
}

/** Calls a function with the picture that is pasted while a screen is open, or dropped on it. */
export function takePictures(element, take, until) {
    document.addEventListener('paste', (event) => {
        const file = pictureIn(event.clipboardData);
        if (!file || document.querySelector('dialog:modal')) return;
        event.preventDefault();
        take(file);
    }, { signal: until });
    takeFiles(element, (files) => {
        const file = pictureIn({ files });
        if (file) take(file);
    }, until);
}

const wordsOf = (texts) => texts.map((text) => text.trim()).filter(Boolean);

/** A meme's words on one line, which are its title too. */
export const titleOf = (texts, otherwise = 'Meme without words') => wordsOf(texts).join(' / ') || otherwise;

/** The name of a meme's file, made of its words. */
export function fileName(texts, format) {
    const words = texts.join(' ').normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(
        /^-|-$/g,
        '',
    ).slice(0, 50);
    return `${words || 'meme'}.${{ jpeg: 'jpg' }[format] ?? format ?? 'jpg'}`;
}

/** Milliseconds after which a request is stopped when there is a newer one: stopping costs the connection. */
const abortAfter = 250;

/**
 * Asks the service for pictures of a meme as it is changed: one request at a time, the newest one waits for
 * it, and those between are forgotten.
 */
export class Preview {
    /**
     * @param {{ shown: (picture: Blob, report: any, body: any) => void, failed: (problem: Problem | null) =>
     *   void, busy?: (isBusy: boolean) => void, until: AbortSignal }} options `failed` is called with null
     *   when drawing succeeds again.
     */
    constructor({ shown, failed, busy = () => {}, until }) {
        this.shown = shown;
        this.failed = failed;
        this.busy = busy;
        this.until = until;
        this.next = /** @type {any} */ (null);
        this.running = /** @type {{ stop: AbortController, began: number } | null} */ (null);
        this.timer = 0;
        until.addEventListener('abort', () => {
            this.next = null;
            clearTimeout(this.timer);
            this.running?.stop.abort();
        });
    }

    /** Asks for a picture: `body` is that of `POST /memes`. */
    ask(body) {
        this.next = body;
        if (!this.running) return this.#draw();
        clearTimeout(this.timer);
        const age = performance.now() - this.running.began;
        this.timer = setTimeout(() => {
            if (this.next) this.running?.stop.abort();
        }, Math.max(0, abortAfter - age));
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
    const headers = {
        'Content-Type': 'application/json',
        Accept: 'image/jpeg, application/problem+json',
        'X-Postcard': '1',
    };
    return withOwnPictures({ ...body, format: 'jpg' }, async (named) => {
        const response = await fetch('/memes', {
            method: 'POST',
            headers,
            body: JSON.stringify(named),
            signal: until,
            credentials: 'same-origin',
        });
        if (!response.ok) throw await Problem.of(response);
        return { picture: await response.blob(), report: reportOf(response.headers.get('Meme-Report')) };
    });
}

/** What became of the letters: JSON in base64url; null where the service does not tell. */
export function reportOf(field) {
    if (!field) return null;
    try {
        const bytes = Uint8Array.from(
            atob(field.replaceAll('-', '+').replaceAll('_', '/')),
            (letter) => letter.charCodeAt(0),
        );
        return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
        return null;
    }
}
