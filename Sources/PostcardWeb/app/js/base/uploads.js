import { strings } from '../strings/dialogs.js';
import { get, newID, Problem, refresh, send, session } from './api.js';
import { fill, h, set } from './dom.js';
import { dropDraft, keepDraft, readDraft, readDrafts } from './drafts.js';
import { go } from './router.js';
import { effect, signal } from './signal.js';
import { toast } from './toast.js';
import { plural, size } from './words.js';

/**
 * An upload. It continues when the user changes screens, and after a reload if the browser kept its files.
 *
 * @typedef {{ path: string, method?: string, etag?: string | null, parts: [name: string, value: string |
 *   File][], isRaw?: boolean, refresh?: string[], message?: string, draft?: { name: string, path: string, value:
 *   any } }} Upload `path` contains the id of the new item, so repeated requests create it only once; `parts` are
 *   form fields; a raw upload is a single file, which is not kept; `refresh` lists the paths that the upload changes;
 *   `draft` is restored if the upload fails; `message` is shown when it ends.
 */

const atATime = 2;
/** The key of a mark that is set while the browser may contain unfinished uploads. */
const mark = 'postcard-uploads';
/** All jobs since the queue was last empty. */
let jobs = /** @type {any[]} */ ([]);
/** The reason why nothing is being sent. */
let trouble = null;
let began = 0;
/** The number of unfinished uploads of entries. */
export const pendingEntries = signal(0);
/** Drafts that are being deleted. */
let dropping = /** @type {Promise<any>} */ (Promise.resolve());
/** Entries by journal. */
const known = new Map();

const inState = (...states) => jobs.filter((job) => states.includes(job.state));
const open = () => inState('waiting', 'running');
const filesOf = (job) => job.parts.map(([, value]) => value).filter((value) => typeof value !== 'string');
const part = (job, name) => job.parts.find((each) => each[0] === name)?.[1];
const sizeOf = (job) => filesOf(job).length || 1;
/** Returns the number of files and their noun. */
function counted(list) {
    const kinds = new Set(list.flatMap(filesOf).map((file) => file.type?.split('/')[0]));
    return plural(
        list.reduce((sum, job) => sum + sizeOf(job), 0),
        kinds.size === 1 && { image: 'photo', video: 'video' }[[...kinds][0]] || 'file',
    );
}
const failure = (status, detail) => new Problem({ status, title: '', detail });

/**
 * Uploads files, two requests at a time.
 *
 * @param {Upload[]} list
 * @returns {Promise<any[]>} The response to each upload; null if it failed or the file already exists.
 */
export function upload(list) {
    /** @type {(Upload & { key: string, kept?: Promise<void> })[]} */
    const added = list.map((each, at) => ({
        method: 'POST',
        refresh: [],
        from: location.pathname,
        at: Date.now() + at / 1000,
        ...each,
        key: newID('upload'),
    }));
    for (const job of added) {
        if (!job.isRaw) job.kept = keep({ ...job });
        hold(job);
    }
    return begin(added);
}

/**
 * Uploads the user's photos to a pin's album; without a pin, to the pins where the photos were taken.
 *
 * @param {File[]} files
 * @param {string} [pin]
 */
export const uploadPhotos = (files, pin) =>
    upload(files.map((file) => ({
        path: `/library/${pin ? `pins/${pin}/album/` : ''}photos?id=${newID('photo')}`,
        parts: [['media', file]],
        refresh: ['/library/pins', '/library/albums', '/library/pictures'],
    })));

/** Resumes the uploads of pages that were closed. */
export async function resumeUploads() {
    const all = await readDrafts('upload-') ?? [];
    const mine = [];
    for (const job of all) if (await hold(job)) mine.push(job);
    if (!all.length) {
        localStorage.removeItem(mark);
        toast(
            strings.interrupted,
            {
                isProblem: true,
            },
        );
    }
    begin(mine.sort((one, other) => one.at - other.at));
}

/** Forgets all uploads. */
export async function dropUploads() {
    jobs.forEach(leave);
    await dropping;
}

function begin(added) {
    if (!open().length) {
        began = performance.now();
        setTimeout(draw, 400);
    }
    jobs.push(...added);
    const answers = Promise.all(added.map((job) =>
        new Promise((resolve) => {
            Object.assign(job, { state: 'waiting', part: 0, resolve });
        })
    ));
    const entries = added.filter((job) => job.refresh?.includes('/library/entries')).length;
    pendingEntries.value += entries;
    answers.then(() => {
        pendingEntries.value -= entries;
    });
    resume();
    return answers;
}

async function keep(job) {
    localStorage.setItem(mark, '1');
    if (await keepDraft(job.key, job) !== null) return;
    const parts = job.parts.map((
        [name, value],
    ) => [name, value.name ? { name: value.name, type: value.type } : value]);
    await keepDraft(job.key, { ...job, parts, draft: null });
}

/** Resolves with true if no other page is running the job. */
const hold = (job) =>
    new Promise((resolve) => {
        if (!navigator.locks) return resolve(true);
        navigator.locks.request(job.key, { ifAvailable: true }, (lock) => {
            resolve(Boolean(lock));
            return lock && new Promise((done) => {
                job.release = done;
            });
        });
    });

function next() {
    for (const job of inState('waiting')) {
        if (!trouble && session.peek() && (job.isRaw || inState('running').length < atATime)) run(job);
    }
    draw();
}

function resume() {
    trouble = null;
    known.clear();
    next();
}

async function run(job) {
    const stop = new AbortController();
    Object.assign(job, { state: 'running', stop });
    try {
        for (const file of filesOf(job)) {
            try {
                await file.slice(0, 1).arrayBuffer();
            } catch {
                throw failure(410, strings.chooseAgain);
            }
        }
        const there = await stateThere(job);
        stop.signal.throwIfAborted();
        end(job, there ?? 'sent', there ? null : await transfer(job, stop.signal));
    } catch (error) {
        if (stop.signal.aborted) return;
        const problem = Problem.from(error);
        job.part = 0;
        if (problem.status === 412 && await wasMade(job)) end(job, 'sent');
        else if ([400, 404, 409, 410, 412, 413, 415, 422].includes(problem.status)) fail(job, problem);
        else {
            job.state = 'waiting';
            trouble ??= problem;
        }
    }
    next();
}

/** Removes the mark if the browser contains no more unfinished uploads. */
async function forgetMark() {
    await dropping;
    const left = await readDrafts('upload-');
    if (!left?.length) localStorage.removeItem(mark);
}

function end(job, state, value = null) {
    job.state = state;
    dropping = Promise.all([
        dropping,
        Promise.resolve(job.kept).then(() => dropDraft(job.key)).then(() => job.release?.()),
    ]);
    refresh(...state === 'sent' ? job.refresh : []).then(() => job.resolve(value));
    if (state === 'sent' && job.message) toast(job.message);
}

function fail(job, problem) {
    Object.assign(job, { state: 'failed', problem });
    job.resolve(null);
}

function leave(job) {
    end(job, 'left');
    job.stop?.abort();
    jobs = jobs.filter((each) => each !== job);
}

/**
 * Returns `sent` if an earlier request created the entry, or `there` if the journal's place already has the file or
 * an upload of it; otherwise null.
 */
async function stateThere(job) {
    const [, journal, id] = /^(.*)\/media\?id=(.*)/.exec(job.path) ?? [];
    if (!journal) return null;
    if (!known.has(journal)) {
        known.set(
            journal,
            get(journal).then(({ stops }) => stops.flatMap((stop) => stop.entries)),
        );
    }
    const [entries, [file], place] = [await known.get(journal), filesOf(job), part(job, 'place')];
    if (entries.some((entry) => entry.id === id)) return 'sent';
    const others = jobs.slice(0, jobs.indexOf(job)).filter((each) =>
        each.path.startsWith(`${journal}/media`) && part(each, 'place') === place &&
        each.state !== 'failed'
    ).flatMap(filesOf);
    for (
        const other of [
            ...entries.filter((entry) => !place || entry.place === place).flatMap((entry) => entry.media),
            ...others,
        ]
    ) {
        if (file.size !== (other.blob ? other.bytes : other.size)) continue;
        const [one, two] = [await digest(file), other.blob ?? await digest(other)];
        if (one && two ? one === two : file.name === other.name) return 'there';
    }
    return null;
}

/** Returns the SHA-256 of a file; null without HTTPS, or if the file is too large for memory. */
async function digest(file) {
    if (!crypto.subtle || file.size > 2 ** 28) return null;
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** True if a change was made by a request whose response was lost. */
async function wasMade(job) {
    const entry = await get(job.path).catch(() => null);
    const media = job.parts.flatMap(([name, value]) =>
        name === 'keep' ? value.split(',') : /media|photo/.test(name) ? [value] : []
    );
    return entry?.text === part(job, 'text') && (!media.length || entry.media.length === media.length);
}

/** Sends the request of a job, and returns the response's value. */
async function transfer(job, until) {
    const most = session.peek()?.maximumUploadBytes;
    if (filesOf(job).some((file) => file.size > most)) {
        throw failure(
            413,
            strings.tooLarge(size(most)),
        );
    }
    const [file] = filesOf(job);
    const form = new FormData();
    for (const [name, value] of job.parts) form.append(name, value);
    const { value } = await send(job.method, job.path, {
        body: job.isRaw ? file : form,
        etag: job.etag,
        headers: job.isRaw ? { 'Content-Type': file.type || 'application/octet-stream' } : {},
        until,
        progress: (part) => {
            job.part = part;
            draw();
        },
    });
    return value;
}

// MARK: Progress

const rows = h('ul', { class: 'list' });
const text = h('span', { id: 'uploads-text' });
const why = h('span', { class: 'soft', role: 'alert' });
const toggle = h('button', { class: 'button', onclick: () => trouble ? resume() : stop() });
const leaveOut = h('button', {
    class: 'button button-quiet',
    onclick: () => {
        for (const job of open()) job.draft ? fail(job, failure(0, strings.notUploaded)) : leave(job);
        resume();
    },
}, strings.cancel);
const bar = h('div', {
    class: 'progress',
    role: 'progressbar',
    'aria-labelledby': text.id,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
}, h('i'));
const line = h('div', { class: 'row' }, h('span', { class: 'grow' }, text, ' ', why), toggle, leaveOut);
const element = h('aside', { class: 'uploads', 'aria-label': strings.uploads }, rows, line, bar);

function stop() {
    trouble = failure(-1, strings.stopped);
    for (const job of inState('running')) {
        Object.assign(job, { state: 'waiting', part: 0 });
        job.stop.abort();
    }
    draw();
}

function draw() {
    const [failed, isOpen] = [inState('failed'), open().length > 0];
    if (!isOpen && jobs.length > failed.length) finish(failed);
    if (!jobs.length) {
        element.remove();
        return forgetMark();
    }
    // Quick uploads show no progress, to avoid flicker.
    if (!failed.length && !trouble && performance.now() - began < 400) return;
    if (!element.isConnected) document.body.append(element);
    const keys = failed.map((job) => job.key).join();
    if (rows.dataset.keys !== keys) {
        fill(
            rows,
            failed.length > 2 && h(
                'li',
                { class: 'row' },
                h('button', {
                    class: 'button',
                    onclick: () => {
                        for (const job of failed) if (!job.draft) leave(job);
                        draw();
                    },
                }, strings.skipAll),
            ),
            failed.map(row),
        );
    }
    rows.dataset.keys = keys;
    rows.hidden = !keys;
    line.hidden = bar.hidden = !isOpen;
    leaveOut.hidden = !trouble;
    toggle.textContent = !trouble ? strings.stop : trouble.status === -1 ? strings.continue : strings.retry;
    const reason = trouble ? `${trouble.status === 0 ? `${trouble.title}. ` : ''}${trouble.message}` : '';
    if (why.textContent !== reason) why.textContent = reason;
    const done = inState('sent', 'there').reduce((sum, job) => sum + sizeOf(job), 0);
    text.textContent = strings.progress(done, counted(jobs));
    const share = (done + open().reduce((sum, job) => sum + job.part * sizeOf(job), 0)) /
        jobs.reduce((sum, job) => sum + sizeOf(job), 0);
    set(bar, { 'aria-valuenow': Math.round(100 * share), style: { '--part': share } });
}

function row(job) {
    const [first, ...rest] = filesOf(job).map((file) => file.name);
    const isHopeless = [410, 412, 413, 415, 422].includes(job.problem.status);
    const { message } = job.problem;
    return h(
        'li',
        { class: 'row' },
        h(
            'span',
            { class: 'grow', role: 'alert' },
            !message.includes(first) &&
                h(
                    'b',
                    null,
                    first ?? strings.theEntry,
                    rest.length > 0 && strings.andMore(rest.length),
                    ': ',
                ),
            message,
        ),
        !isHopeless && h('button', {
            class: 'button',
            onclick: () => {
                jobs = jobs.filter((each) => each !== job);
                begin([job]);
            },
        }, strings.retry),
        job.draft ? h('button', { class: 'button', onclick: () => edit(job) }, strings.edit) : h('button', {
            class: 'button button-quiet',
            onclick: () => {
                leave(job);
                draw();
            },
        }, isHopeless ? strings.ok : strings.skip),
    );
}

/** Turns a failed upload back into a draft. */
async function edit(job) {
    const { name, path, value } = job.draft;
    if (await readDraft(name)) {
        return toast(strings.finishFirst, { isProblem: true });
    }
    await keepDraft(name, value);
    leave(job);
    draw();
    go(path);
}

/** Reports the results, unless the current screen shows them. */
function finish(failed) {
    const [away, there] = [
        jobs.filter((job) =>
            job.state === 'sent' && !job.message && !job.isRaw && job.from !== location.pathname
        ),
        inState('there'),
    ];
    if (away.length) toast(strings.uploaded(counted(away)));
    if (there.length) toast(strings.alreadyHere(counted(there), there.length));
    jobs = failed;
}

addEventListener('beforeunload', (event) => {
    if (!open().length) return;
    event.preventDefault();
    event.returnValue = true;
});
for (const name of ['online', 'focus', 'postcard-changed']) {
    addEventListener(name, () => {
        if (trouble?.isOffline) resume();
    });
}
effect(() => {
    if (session.value && trouble?.status === 401) resume();
});
