import { isAbort, mayWrite, newID, picture, send } from '../base/api.js';
import { ask, dialog } from '../base/dialog.js';
import { chooseFiles, fill, freshID, h, icon } from '../base/dom.js';
import { dropDraft, keepDraft, readDraft } from '../base/drafts.js';
import { keys, takeFiles } from '../base/keys.js';
import { later } from '../base/later.js';
import { askBeforeLeaving, go } from '../base/router.js';
import { empty, failed, loading } from '../base/states.js';
import { toast } from '../base/toast.js';
import { upload } from '../base/uploads.js';
import { size } from '../base/words.js';
import { strings } from '../strings/entries.js';

const capture = later(() => import('../journals/capture.js'), 'capture');
const pickPictures = later(() => import('../memes/photo-picker.js'), 'pickPictures');

/**
 * The media field in an entry's form: existing media, files, and photos from albums.
 *
 * @param {{ entry: any, draft: any, changed: () => void, describedBy: string, dropsOn: Element, until:
 *   AbortSignal }} options `dropsOn` accepts dropped files.
 */
function mediaField({ entry, draft, changed, describedBy, dropsOn, until }) {
    const before = (entry?.media ?? []).map((medium, at) => ({
        kind: 'kept',
        number: at + 1,
        medium,
        path: `/library/entries/${entry.id}/media/${at + 1}`,
    }));
    let items =
        draft?.items.map((item) => item.kind === 'kept' ? before[item.number - 1] : item).filter(Boolean) ??
            before;
    const tiles = h('ul', { class: 'chosen-media' });
    const add = (list) => {
        items = [...items, ...list.map((file) => ({ kind: 'file', file }))];
        show();
        changed();
    };
    const button = (name, text, run) =>
        h('button', { class: 'button', 'aria-describedby': describedBy, onclick: run }, icon(name), text);
    const first = button('image', strings.fromDevice, () => chooseFiles('image/*,video/*', add));

    function tile(item, at) {
        const name = item.kind === 'kept'
            ? item.medium.title || item.medium.name || strings.pictureNumber(at + 1)
            : item.kind === 'photo'
            ? item.photo.title ||
                strings.photo
            : item.file.name;
        return h(
            'li',
            null,
            thumbnail(item),
            h(
                'span',
                { class: 'small one-line' },
                item.kind === 'file' ? `${name} · ${size(item.file.size)}` : name,
            ),
            h('button', {
                class: 'icon-button chosen-remove',
                'aria-label': strings.remove(name),
                onclick: () => {
                    items = items.filter((each) => each !== item);
                    show();
                    changed();
                    first.focus();
                },
            }, icon('close')),
        );
    }

    function show() {
        fill(tiles, items.map(tile));
        tiles.hidden = !items.length;
    }
    show();

    const element = h(
        'fieldset',
        { class: 'choice' },
        h('legend', { class: 'field' }, strings.media),
        tiles,
        h(
            'div',
            { class: 'row' },
            first,
            button('camera', strings.camera, async () => {
                if (matchMedia('(pointer: coarse)').matches) {
                    return chooseFiles('image/*', add, { usesCamera: true });
                }
                const file = await capture('image');
                if (file) add([file]);
            }),
            button('image', strings.myPictures, async () => {
                const photos = await pickPictures({ isMultiple: true });
                if (photos?.length) {
                    items = [...items, ...photos.map((photo) => ({ kind: 'photo', photo }))];
                    show();
                    changed();
                }
            }),
        ),
    );
    takeFiles(dropsOn, add, until);

    return {
        element,
        items: () => items,
        focus: () => first.focus(),
        hasRemoved: () => before.some((item) => !items.includes(item)),
        isChanged: () => items.length !== before.length || items.some((item, at) => item !== before[at]),
        /** Returns the form fields to send: the media to keep, and the photos and files to add. */
        parts() {
            if (!this.isChanged()) return [];
            const kept = items.filter((item) => item.kind === 'kept').map((item) => item.number);
            return [
                ...kept.length ? [['keep', kept.join(',')]] : [],
                ...items.flatMap((item) =>
                    item.kind === 'photo'
                        ? [['photo', item.photo.id]]
                        : item.kind === 'file'
                        ? [['media', item.file]]
                        : []
                ),
            ];
        },
    };
}

function thumbnail(item) {
    if (item.kind === 'kept') return h('img', { src: picture(item.path, item.medium.blob, 120), alt: '' });
    if (item.kind === 'photo') {
        const path = item.photo.path ?? `/library/photos/${item.photo.id}`;
        return h('img', { src: picture(path, item.photo.blob, 120), alt: '' });
    }
    if (!item.file.type.startsWith('image/') || /hei[cf]/.test(item.file.type)) {
        return h(
            'span',
            { class: 'chosen-blank' },
            icon(item.file.type.startsWith('video/') ? 'video' : 'image'),
        );
    }
    const url = URL.createObjectURL(item.file);
    return h('img', {
        src: url,
        alt: '',
        onload: () => URL.revokeObjectURL(url),
        onerror: () => URL.revokeObjectURL(url),
    });
}

/** The form for a new or existing entry: an overlay over the list of entries. */
export default function form(screen) {
    const id = screen.params.entry ?? null;
    const name = id ?? 'new';
    const title = id ? strings.editEntry : strings.newEntry;
    const content = h('div', { class: 'stack' }, loading(2));
    let isDone = false;
    let isChanged = () => false;
    const mayLeave = async () =>
        isDone || !isChanged() ||
        ask({
            title: strings.discardChanges,
            text: id ? strings.entryStays : strings.willBeLost,
            confirm: strings.discard,
            cancel: strings.keepWriting,
            isDangerous: true,
        });
    const box = dialog({
        title,
        content,
        kind: 'full',
        isScreen: true,
        until: screen.until,
        mayClose: async () => {
            const may = await mayLeave();
            if (may && !isDone) dropDraft(name);
            return may;
        },
    });
    screen.title(title);
    box.closed.then(() => {
        askBeforeLeaving(null);
        if (!screen.until.aborted) screen.back('/app/entries');
    });

    const load = async () => {
        try {
            const [found, draft] = await Promise.all([
                id ? send('GET', `/library/entries/${id}`, { until: screen.until }) : null,
                readDraft(name),
            ]);
            begin(found?.value, draft, found?.etag);
        } catch (problem) {
            if (!isAbort(problem)) fill(content, failed(problem, load));
        }
    };
    if (mayWrite()) load();
    else {fill(
            content,
            empty({
                title: strings.viewOnly,
                text: strings.askOwner,
                picture: 'entry',
            }),
        );}

    function begin(entry, draft, etag) {
        const ids = {
            text: freshID('text'),
            media: freshID('media'),
            date: freshID('date'),
            textNote: freshID('note'),
            mediaNote: freshID('note'),
        };
        const text = h('textarea', {
            id: ids.text,
            class: 'input',
            rows: 5,
            value: draft?.text ?? entry?.text ?? '',
            'aria-describedby': ids.textNote,
            required: true,
            placeholder: strings.whatWasItLike,
            dir: 'auto',
        });
        const [, local = '', zone = ''] =
            /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?(.*)$/.exec(entry?.date ?? '') ?? [];
        const date = h('input', {
            id: ids.date,
            class: 'input',
            type: 'datetime-local',
            value: draft?.date ?? local,
        });
        const [textNote, mediaNote] = [
            h('p', { class: 'field-problem', id: ids.textNote }),
            h('p', { class: 'field-problem', id: ids.mediaNote }),
        ];
        const pictures = mediaField({
            entry,
            draft,
            changed,
            describedBy: ids.mediaNote,
            dropsOn: box.element,
            until: screen.until,
        });
        const kept = h('span', { class: 'soft small grow', role: 'status' });
        const submit = h('button', { type: 'submit', class: 'button button-primary' }, strings.save);
        const cancel = h('button', {
            class: 'button',
            onclick: async () => {
                if (await mayLeave()) {
                    if (!isDone) dropDraft(name);
                    box.close();
                }
            },
        }, strings.cancel);
        isChanged = () => text.value !== (entry?.text ?? '') || date.value !== local || pictures.isChanged();
        let timer = 0;
        const contents = () => ({ text: text.value, date: date.value, items: pictures.items() });

        function changed() {
            clear();
            kept.textContent = '';
            askBeforeLeaving(isChanged() ? mayLeave : null);
            clearTimeout(timer);
            const own = timer = setTimeout(async () => {
                if (isDone) return;
                const isKept = isChanged() && await keepDraft(name, contents()) !== null;
                if (!isKept) await dropDraft(name);
                // If there was a newer change, it is not stored yet.
                if (own === timer) kept.textContent = isKept ? strings.draftSaved : '';
            }, 400);
        }
        function clear() {
            if (text.value.trim()) {
                textNote.textContent = '';
                text.removeAttribute('aria-invalid');
            }
            if (pictures.items().length) mediaNote.textContent = '';
        }

        async function save(event) {
            event?.preventDefault();
            textNote.textContent = text.value.trim() ? '' : strings.writeFirst;
            mediaNote.textContent = pictures.items().length ? '' : strings.addMedia;
            text.toggleAttribute('aria-invalid', !text.value.trim());
            if (!text.value.trim()) return text.focus();
            if (!pictures.items().length) return pictures.focus();
            if (
                pictures.hasRemoved() && !await ask({
                    title: strings.saveWithout,
                    text: strings.cantRestore,
                    confirm: strings.save,
                    isDangerous: true,
                })
            ) return;
            if (isDone) return;
            isDone = true;
            clearTimeout(timer);
            // The upload continues in the background. If it fails, it becomes a draft again.
            upload([{
                method: id ? 'PATCH' : 'POST',
                path: id ? `/library/entries/${id}` : `/library/entries?id=${newID('entry')}`,
                etag,
                parts: [
                    ['text', text.value.trim()],
                    ...date.value ? [['date', `${date.value.slice(0, 16)}:00${zone}`]] : [],
                    ...pictures.parts(),
                ],
                refresh: ['/library/entries', '/library/journals'],
                message: id ? strings.entryChanged : strings.entrySaved,
                draft: { name, path: location.pathname, value: contents() },
            }]);
            await dropDraft(name);
            box.close();
        }

        text.addEventListener('input', changed);
        date.addEventListener('input', changed);
        keys({
            'Ctrl+Enter Ctrl+s': [strings.saveEntry, () => {
                save();
            }],
        }, { until: screen.until, root: box.element });
        fill(
            content,
            h(
                'form',
                { class: 'stack', novalidate: true, onsubmit: save },
                h('label', { class: 'field', for: ids.text }, strings.text),
                text,
                textNote,
                pictures.element,
                mediaNote,
                h(
                    'label',
                    { class: 'field', for: ids.date },
                    strings.dateAndTime,
                    h('span', { class: 'soft' }, id ? '' : strings.emptyForPhotos),
                ),
                date,
                h('div', { class: 'dialog-actions' }, kept, cancel, submit),
            ),
        );
        if (draft) askBeforeLeaving(mayLeave);
        if (draft && !draft.isFresh) toast(strings.draftRestored);
        text.focus();
    }
}

/**
 * Starts an entry with files that were dropped on a screen without a drop target. If a draft exists, the files are
 * added to it.
 *
 * @param {File[]} files
 */
export async function beginEntry(files) {
    const media = files.filter((file) =>
        /^(image|video)\//.test(file.type) || /\.(hei[cf]|avif|jxl|mov)$/i.test(file.name)
    );
    if (!mayWrite()) return void toast(strings.cantChange);
    if (!media.length) return void toast(strings.onlyMedia, { isProblem: true });
    const draft = await readDraft('new');
    const isKept = await keepDraft('new', {
        text: '',
        date: '',
        ...draft,
        items: [...draft?.items ?? [], ...media.map((file) => ({ kind: 'file', file }))],
        isFresh: !draft,
    });
    if (isKept === null) {
        return void toast(strings.noDrafts, {
            isProblem: true,
        });
    }
    go('/app/entries/new');
}
