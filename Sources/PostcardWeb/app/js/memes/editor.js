import { forget as forgetItem, isAbort, mayWrite, newID, refresh, send } from '../base/api.js';
import { fill, h, icon, iconButton, set } from '../base/dom.js';
import { keepDraft } from '../base/drafts.js';
import { keys } from '../base/keys.js';
import { ask, later } from '../base/later.js';
import { askBeforeLeaving } from '../base/router.js';
import { effect, firstOf, signal } from '../base/signal.js';
import { empty, failed, head, loading } from '../base/states.js';
import { complain, toast } from '../base/toast.js';
import { offerUndo, restore } from '../base/undo.js';
import { strings } from '../strings/editor.js';
import { addOverlay, bodyOf, Draft, sourceOf, textsOf } from './draft.js';
import { cutParts, panels, wordsPanel } from './panels.js';
import {
    dropMeme,
    openInEditor,
    Preview,
    readMeme,
    takePictures,
    titleOf,
    upload,
    withOwnPictures,
} from './preview.js';
import { baseFrame, stage } from './stage.js';

const chooser = later(() => import('./chooser.js'), 'chooser');
const deliver = later(() => import('./send.js'), 'deliver');
const saveAsTemplate = later(() => import('./templates.js'), 'saveAsTemplate');
const sendMenu = later(() => import('./send.js'), 'sendMenu');
const partOfVideo = later(() => import('./video.js'), 'partOfVideo');

/** The meme editor, for the source in the URL, or for a source that the user chooses first. */
export default function editor(screen) {
    const element = h('div', { class: 'editor-screen' });
    let shown = '';
    let stop = new AbortController();
    async function begin() {
        shown = location.search;
        stop.abort();
        stop = new AbortController();
        const until = firstOf([stop.signal, screen.until]);
        if (!mayWrite()) {
            return fill(
                element,
                h(
                    'div',
                    { class: 'page' },
                    head({ title: strings.newMeme, back: '/app/memes' }),
                    empty({
                        title: strings.viewOnly,
                        text: strings.askOwner,
                        picture: 'meme',
                    }),
                ),
            );
        }
        fill(element, loading(2));
        try {
            const kept = await readMeme();
            const source = await sourceOf(new URLSearchParams(shown), until);
            screen.title(source ? source.title : strings.newMeme);
            if (!source) fill(element, await chooser(screen, until));
            else if (source.refusal) fill(element, refused(source));
            else if (source.video) fill(element, video(screen, source));
            else open(screen, element, source, until, kept?.search === shown ? kept.meme : null);
        } catch (problem) {
            if (!isAbort(problem)) {
                fill(
                    element,
                    h(
                        'div',
                        { class: 'page' },
                        head({ title: strings.newMeme, back: '/app/memes' }),
                        failed(
                            problem,
                            begin,
                            h('a', { class: 'button', href: '/app/memes/new' }, strings.chooseOther),
                        ),
                    ),
                );
            }
        }
    }
    screen.returned = () => {
        if (location.pathname === '/app/memes/new' && location.search !== shown) begin();
    };
    begin();
    return element;
}

function refused(source) {
    return h(
        'div',
        { class: 'page' },
        head({ title: source.title, back: '/app/memes' }),
        empty({
            title: strings.cantChange,
            text: source.refusal,
            picture: 'meme',
            actions: h('a', { class: 'button', href: '/app/memes/new' }, strings.chooseOther),
        }),
    );
}

/** The screen for a video before a part is chosen. */
function video(screen, source) {
    const take = async () => {
        const part = await partOfVideo(source.video);
        if (part) openInEditor(part, (query) => screen.go(`/app/memes/new?${query}`, { replace: true }));
    };
    take();
    return h(
        'div',
        { class: 'page' },
        head({ title: source.title, back: '/app/memes' }),
        empty({
            title: strings.isVideo,
            text: strings.videoText,
            picture: 'video',
            actions: h('button', { class: 'button button-primary', onclick: take }, strings.choosePart),
        }),
    );
}

/** Opens the editor. `kept` is the meme of an earlier draft. */
function open(screen, element, source, until, kept) {
    const draft = new Draft(source.meme);
    if (kept) {
        draft.replace(kept);
        toast(strings.draftRestored);
    }
    const { search } = location;
    let timer = 0;
    effect(() => {
        const meme = draft.meme.value;
        clearTimeout(timer);
        if (draft.isChanged) timer = setTimeout(() => keepDraft('meme', { search, meme }), 400);
    }, until);
    const report = signal(/** @type {any} */ (null));
    const status = h('div', { class: 'stage-status', role: 'status' });
    const remove = (key) => draft.remove(key);
    const words = wordsPanel(draft, { report, remove, until });
    const view = stage(draft, { edit: (key) => words.focus(key), remove, until });
    const lower = panels(draft, { source, until });
    const room = h('div', { class: 'stage' }, view.element, status);

    const edge = () =>
        Math.min(
            1200,
            Math.max(
                240,
                Math.round(Math.max(room.clientWidth, room.clientHeight) * devicePixelRatio / 40) * 40,
            ),
        );
    const body = () => bodyOf(source.background, draft.meme.peek());
    const request = () => ({ ...body(), size: String(edge()) });
    const preview = new Preview({
        until,
        busy: (isBusy) => set(room, { 'aria-busy': String(isBusy) }),
        shown: (blob, reported, body) => {
            report.value = reported;
            view.show(blob, altOf(body.meme), (width, height) => {
                const side = Number(body.size);
                const [, , cropWidth, cropHeight] = body.crop?.split(',').map(Number) ?? [];
                const base = cropHeight
                    ? { width: cropWidth, height: cropHeight }
                    : !body.crop && source.base || { width, height };
                const factor = side / Math.max(base.width, base.height);
                return baseFrame(body.meme, { width, height }, {
                    width: base.width * factor,
                    height: base.height * factor,
                }, reported?.frame);
            });
        },
        failed: (problem) =>
            fill(
                status,
                problem && [
                    h('p', null, problem.message),
                    h('button', { class: 'button', onclick: () => preview.ask(request()) }, strings.retry),
                ],
            ),
    });
    effect(() => {
        draft.meme.value;
        preview.ask(request());
    }, until);
    effect(
        () => view.arrange(draft.meme.value, draft.selected.value, cutParts(draft.meme.value, report.value)),
        until,
    );
    new ResizeObserver((_, watcher) => {
        if (until.aborted) watcher.disconnect();
        else if (edge() > shownEdge * 1.3) {
            shownEdge = edge();
            preview.ask(request());
        }
    }).observe(room);
    let shownEdge = edge();

    const undo = iconButton(strings.undo, 'undo', () => draft.undo());
    const redo = iconButton(strings.redo, 'redo', () => draft.redo());
    const save = h('button', { class: 'button button-primary', onclick: () => saveMeme() }, strings.save);
    effect(() => {
        const depth = draft.depth.value;
        undo.disabled = !depth.undo;
        redo.disabled = !depth.redo;
        askBeforeLeaving(
            draft.isChanged
                ? async () => {
                    const may = await ask({
                        title: strings.leaveMeme,
                        text: strings.notSaved,
                        confirm: strings.leave,
                        cancel: strings.stay,
                        isDangerous: true,
                    });
                    if (may) forget();
                    return may;
                }
                : null,
        );
    }, until);

    function forget() {
        clearTimeout(timer);
        dropMeme();
    }

    let sent = { meme: /** @type {any} */ (null), id: '' };

    async function saveMeme() {
        if (save.getAttribute('aria-busy') === 'true') return;
        set(save, { 'aria-busy': 'true' });
        const meme = draft.meme.peek();
        if (sent.meme !== meme) sent = { meme, id: newID('meme') };
        try {
            const { value } = await withOwnPictures(
                { ...body(), record: true },
                (body) => send('POST', `/memes?id=${sent.id}`, { body }),
            );
            draft.saved = meme;
            forget();
            askBeforeLeaving(null);
            if (source.replaces) await replace(source.replaces, value.id);
            else toast(strings.memeSaved);
            refresh('/library/memes');
            screen.go(`/app/memes/${value.id}`, { replace: true });
        } catch (problem) {
            complain(problem, saveMeme);
        } finally {
            save.removeAttribute('aria-busy');
        }
    }

    /** Deletes the earlier meme. Undo restores the earlier meme and deletes the new meme. */
    async function replace(old, id) {
        const exchange = async (back, away) => {
            if (back) await restore([back]);
            await send('DELETE', `/library/memes/${away}`);
            forgetItem(`/library/memes/${away}`);
            refresh('/library/memes', '/library/deleted');
        };
        await exchange('', old);
        offerUndo(strings.memeChanged, async () => {
            await exchange(old, id);
            if (location.pathname === `/app/memes/${id}`) screen.go(`/app/memes/${old}`, { replace: true });
        });
    }

    takePictures(screen.element, async (file) => addOverlay(draft, await upload(file)), until);
    keys({
        'Ctrl+z': [strings.undo, () => draft.undo()],
        'Ctrl+Shift+z Ctrl+y': [strings.redo, () => draft.redo()],
        'Ctrl+s Ctrl+Enter': [strings.saveMeme, () => {
            saveMeme();
        }],
    }, { until });
    const help = h(
        'p',
        { id: 'stage-help', class: 'visually-hidden' },
        strings.keysHelp,
    );
    fill(
        element,
        h(
            'div',
            { class: 'editor' },
            h(
                'div',
                { class: 'head editor-head' },
                h(
                    'a',
                    { class: 'icon-button head-back', href: '/app/memes', 'aria-label': strings.close },
                    icon('close'),
                ),
                h('h1', { class: 'head-title one-line', dir: 'auto' }, source.title),
                h('div', { class: 'head-actions' }, undo, redo, save),
            ),
            room,
            help,
            h(
                'div',
                { class: 'editor-side' },
                words.element,
                lower,
                sendRow(
                    body,
                    () => textsOf(draft.meme.peek()),
                    () =>
                        saveAsTemplate(
                            source,
                            draft.meme.peek(),
                            (id) => screen.go(`/app/memes/new?template=${id}`),
                        ),
                ),
                source.credit && h('p', { class: 'soft small', dir: 'auto' }, source.credit),
            ),
        ),
    );
    if (matchMedia('(hover: hover)').matches) words.focus(draft.selected.peek() ?? '');
}

/** Returns the buttons to download, share, export for apps, or make a template. `body` is the request body. */
function sendRow(body, texts, saveTemplate) {
    const button = (name, text, kind, run) =>
        h(
            'button',
            { class: ['button', kind], onclick: (event) => run(event.currentTarget) },
            icon(name),
            text,
        );
    return h(
        'div',
        { class: 'send-row' },
        button(
            'download',
            strings.download,
            'button-primary',
            (from) => deliver(from, 'download', body(), texts()),
        ),
        button('share', strings.share, '', (from) => deliver(from, 'share', body(), texts())),
        button('next', strings.forApps, 'button-quiet', (from) => sendMenu(from, body(), texts())),
        button('next', strings.makeTemplate, 'button-quiet', saveTemplate),
    );
}

const altOf = (meme) => titleOf(textsOf(meme), strings.withoutText);
