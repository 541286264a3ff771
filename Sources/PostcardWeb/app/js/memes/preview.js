import { isAbort, parsed, Problem, send } from '../base/api.js';
import { fileInput, h } from '../base/dom.js';
import { dropDraft, keepDraft, readDraft } from '../base/drafts.js';
import { takeFiles } from '../base/keys.js';
import { later } from '../base/later.js';
import { toast } from '../base/toast.js';
import { strings } from '../strings/memes.js';

const sendFiles = later(() => import('../base/uploads.js'), 'upload');
const partOfVideo = later(() => import('./video.js'), 'partOfVideo');

/** Files by their names in memes. The names stay the same when a file is uploaded again. */
const files = new Map();
/** The current names of the files in the service. */
const present = new Map();
const sizes = new Map();

async function sendFile(file) {
    const [answer] = await sendFiles([{ path: '/memes/pictures', parts: [['', file]], isRaw: true }]) ?? [];
    if (answer) sizes.set(answer.name, answer);
    return answer?.name;
}

/** Returns the size of an uploaded picture in pixels; null if it is unknown. */
export const sentSize = (name) => sizes.get(name) ?? null;

/**
 * Uploads a picture temporarily, so previews do not need to send it each time.
 *
 * @param {Blob} file
 * @returns {Promise<string | undefined>} The picture's name in requests, `upload:ID`; undefined after a failure,
 *   which the user sees.
 */
export async function upload(file) {
    if (kindOf(file) !== 'image') {
        toast(kindOf(file) ? strings.isVideo : strings.notPicture, {
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

/** Returns the stored draft of a meme, and loads its files; null if there is no draft. */
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
 * Sends a request whose body may contain uploaded pictures. Expired uploads are sent again.
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

/**
 * Returns `image` or `video`; undefined for other files. For some picture formats, some systems report no type.
 */
const kindOf = (file) =>
    /^(image|video)\//.exec(file.type)?.[1] ??
        (/\.(heic|heif|avif|jxl)$/i.test(file.name) ? 'image' : undefined);

/** Returns the first picture or video that was pasted or dropped; null if there is none. */
const pictureIn = (transfer) => [...transfer?.files ?? []].find(kindOf) ?? null;

/**
 * Opens the editor with the user's picture or a part of a video, unless the user has left the screen.
 */
export async function openInEditor(file, open) {
    const from = location.href;
    const picture = kindOf(file) === 'video' ? await partOfVideo(URL.createObjectURL(file)) : file;
    const name = picture && await upload(picture);
    if (name && location.href === from) open(`upload=${encodeURIComponent(name.replace(/^upload:/, ''))}`);
}

/** Returns a button that opens the file picker for pictures or other accepted types. */
export function pictureButton(take, accept, ...content) {
    const input = fileInput(accept, ([file]) => take(file), { isMultiple: false });
    return [input, h('button', { class: 'button', onclick: () => input.click() }, content)];
}

/** Calls a function with a picture that is pasted or dropped while a screen is open. */
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

/** Returns a meme's title: all its texts on one line. */
export const titleOf = (texts, otherwise = strings.withoutText) => wordsOf(texts).join(' / ') || otherwise;

/** Returns the file name of a meme, made from its texts. */
export function fileName(texts, format) {
    const words = texts.join(' ').normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(
        /^-|-$/g,
        '',
    ).slice(0, 50);
    return `${words || 'meme'}.${{ jpeg: 'jpg' }[format] ?? format ?? 'jpg'}`;
}

/** The age at which a newer request aborts a running one, in milliseconds: aborting closes the connection. */
const abortAfter = 250;

/**
 * Requests previews of a meme while it is edited. Only one request runs at a time. The newest request waits, and
 * older waiting requests are dropped.
 */
export class Preview {
    /**
     * @param {{ shown: (picture: Blob, report: any, body: any) => void, failed: (problem: Problem | null) =>
     *   void, busy?: (isBusy: boolean) => void, until: AbortSignal }} options `failed` is called with null
     *   when drawing succeeds.
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

    /** Requests a preview; `body` is the body of `POST /memes`. */
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
 * Draws a meme without saving it.
 *
 * @param {any} body
 * @param {AbortSignal} [until]
 * @throws {Problem}
 */
export async function draw(body, until) {
    return withOwnPictures({ ...body, format: 'jpg' }, async (named) => {
        const { value, response } = await send('POST', '/memes', { body: named, until, isFile: true });
        return { picture: value, report: reportOf(response.headers.get('Meme-Report')) };
    });
}

/** Decodes the report on drawn text, which is JSON in base64url; null if the report is missing. */
function reportOf(field) {
    if (!field) return null;
    try {
        const bytes = Uint8Array.from(
            atob(field.replaceAll('-', '+').replaceAll('_', '/')),
            (character) => character.charCodeAt(0),
        );
        return parsed(new TextDecoder().decode(bytes));
    } catch {
        return null;
    }
}
