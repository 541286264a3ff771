import { fill, h, set } from '../base/dom.js';
import { Problem } from '../base/problem.js';
import { newID, session } from '../base/api.js';
import { size } from '../base/words.js';

const atATime = 2;

/**
 * Sends files one by one, two at a time, and shows how far each is. Those that fail stay, with the reason.
 *
 * @param {{ path: string, fields?: Record<string, string>, done: () => void, until: AbortSignal }} options `path` takes a form with a file named
 *   `media`; `done` is called after each file.
 */
export function uploads({ path, fields = {}, done, until }) {
    const element = h('ul', { class: 'uploads', 'aria-label': 'Files on their way' });
    const waiting = /** @type {(() => void)[]} */ ([]);
    let running = 0;
    const next = () => {
        while (running < atATime && waiting.length && !until.aborted) {
            running += 1;
            waiting.shift()?.();
        }
    };

    function add(files) {
        for (const file of files) begin(file, newID('entry'));
        next();
    }

    /** Retry sends a file under the same id. */
    function begin(file, id) {
        const bar = h('div', { class: 'progress', role: 'progressbar', 'aria-label': file.name, 'aria-valuemin': 0, 'aria-valuemax': 100,
            'aria-valuenow': 0 }, h('i'));
        const note = h('span', { class: 'soft small' }, `waiting · ${size(file.size)}`);
        const action = h('button', { class: 'button button-quiet' }, 'Stop');
        const row = h('li', { class: 'upload' }, h('span', { class: 'grow one-line' }, file.name), note, action, bar);
        const stop = new AbortController();
        action.onclick = () => { stop.abort(); row.remove(); };
        element.append(row);
        const run = async () => {
            try {
                if (stop.signal.aborted) return;
                const most = session.value?.maximumUploadBytes;
                if (most && file.size > most) throw new Problem({ status: 413, title: '',
                    detail: `is larger than ${size(most)}, which is the most that this service takes` });
                await sent(`${path}?id=${id}`, fields, file, AbortSignal.any([stop.signal, until]), part => {
                    note.textContent = part < 1 ? `${Math.round(part * 100)} % of ${size(file.size)}` : 'being read';
                    set(bar, { 'aria-valuenow': Math.round(part * 100) });
                    /** @type {HTMLElement} */ (bar.firstElementChild).style.setProperty('--part', String(part));
                });
                row.remove();
                done();
            } catch (problem) {
                if (stop.signal.aborted || until.aborted) return;
                row.classList.add('is-failed');
                const isHopeless = [413, 415, 422].includes(problem.status);
                fill(row, h('span', { class: 'grow', role: 'alert' }, h('b', null, file.name), ` ${problem.message}`),
                    !isHopeless && h('button', { class: 'button', onclick: () => { row.remove(); begin(file, id); next(); } }, 'Retry'),
                    h('button', { class: 'button button-quiet', onclick: () => row.remove() }, isHopeless ? 'OK' : 'Leave it out'));
            } finally {
                running -= 1;
                next();
            }
        };
        waiting.push(run);
    }
    return { element, add };
}

/** One file. */
function sent(path, fields, file, until, progress) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('media', file, file.name);
    return sendForm('POST', path, form, { until, progress });
}

/**
 * Sends a form by a request that tells how far it is, which `fetch` does not.
 *
 * @param {string} method
 * @param {string} path
 * @param {FormData} form
 * @param {{ until: AbortSignal, progress?: (part: number) => void }} options
 * @returns {Promise<any>} The value of the answer.
 * @throws {Problem}
 */
export function sendForm(method, path, form, { until, progress = () => {} }) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open(method, path);
        request.setRequestHeader('X-Postcard', '1');
        request.setRequestHeader('Accept', 'application/json, application/problem+json');
        request.upload.onprogress = event => { if (event.lengthComputable) progress(event.loaded / event.total); };
        request.onload = async () => {
            const fields = { 'Content-Type': request.getResponseHeader('Content-Type') ?? '',
                'X-Request-ID': request.getResponseHeader('X-Request-ID') ?? '' };
            if (request.status < 300) return resolve(/json/.test(fields['Content-Type']) ? JSON.parse(request.responseText) : null);
            if (request.status === 401) session.value = false;
            reject(await Problem.of(new Response(request.responseText || null, { status: request.status, headers: fields })));
        };
        request.onerror = () => reject(Problem.from(new TypeError('no answer')));
        until.addEventListener('abort', () => { request.abort(); reject(new DOMException('Stopped', 'AbortError')); }, { once: true });
        request.send(form);
    });
}
