import { mayWrite, newID, send } from '../base/api.js';
import { ask, dialog } from '../base/dialog.js';
import { fill, freshID, h } from '../base/dom.js';
import { dropDraft, keepDraft, readDraft } from '../base/drafts.js';
import { keys } from '../base/keys.js';
import { isAbort } from '../base/problem.js';
import { askBeforeLeaving } from '../base/router.js';
import { empty, failed, loading } from '../base/states.js';
import { toast } from '../base/toast.js';
import { upload } from '../base/uploads.js';
import { mediaField } from './media-field.js';

/** The form of an entry, new or there already: an overlay of the entries. */
export default function form(screen) {
    const id = screen.params.entry ?? null;
    const name = id ?? 'new';
    const title = id ? 'Edit the entry' : 'New entry';
    const content = h('div', { class: 'stack' }, loading(2));
    let isDone = false;
    let isChanged = () => false;
    const mayLeave = async () => isDone || !isChanged()
        || ask({ title: 'Throw the changes away?', text: id ? 'The entry stays as it was.' : 'What you wrote and added is not kept.', confirm: 'Throw away',
        cancel: 'Keep writing', isDangerous: true });
    const box = dialog({ title, content, kind: 'full', until: screen.until,
        mayClose: async () => { const may = await mayLeave(); if (may && !isDone) dropDraft(name); return may; } });
    screen.title(title);
    box.closed.then(() => { askBeforeLeaving(null); if (!screen.until.aborted) screen.back('/app/entries'); });

    const load = async () => {
        try {
            const [found, draft] = await Promise.all([id ? send('GET', `/library/entries/${id}`, { until: screen.until }) : null, readDraft(name)]);
            begin(found?.value, draft, found?.etag);
        } catch (problem) { if (!isAbort(problem)) fill(content, failed(problem, load)); }
    };
    if (mayWrite()) load();
    else fill(content, empty({ title: 'You may only read here', text: 'Writing entries needs a token that may write.', picture: 'entry' }));

    function begin(entry, draft, etag) {
        const ids = { text: freshID('text'), media: freshID('media'), date: freshID('date'), textNote: freshID('note'), mediaNote: freshID('note') };
        const text = h('textarea', { id: ids.text, class: 'input', rows: 5, value: draft?.text ?? entry?.text ?? '', 'aria-describedby': ids.textNote,
            required: true, placeholder: 'What was it like?', dir: 'auto' });
        const [, local = '', zone = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d)?(.*)$/.exec(entry?.date ?? '') ?? [];
        const date = h('input', { id: ids.date, class: 'input', type: 'datetime-local', value: draft?.date ?? local });
        const [textNote, mediaNote] = [h('p', { class: 'field-problem', id: ids.textNote }), h('p', { class: 'field-problem', id: ids.mediaNote })];
        const pictures = mediaField({ entry, draft, changed, describedBy: ids.mediaNote, dropsOn: box.element, until: screen.until });
        const kept = h('span', { class: 'soft small grow', role: 'status' });
        const submit = h('button', { type: 'submit', class: 'button button-primary' }, 'Save');
        const cancel = h('button', { class: 'button',
            onclick: async () => { if (await mayLeave()) { if (!isDone) dropDraft(name); box.close(); } } }, 'Cancel');
        isChanged = () => text.value !== (entry?.text ?? '') || date.value !== local || pictures.isChanged();
        let timer = 0;
        const contents = () => ({ text: text.value, date: date.value, items: pictures.items() });

        function changed() {
            clear();
            kept.textContent = '';
            askBeforeLeaving(isChanged() ? mayLeave : null);
            clearTimeout(timer);
            timer = setTimeout(async () => {
                if (isDone) return;
                const isKept = isChanged() && await keepDraft(name, contents()) !== null;
                if (!isKept) await dropDraft(name);
                kept.textContent = isKept ? 'Draft kept in this browser' : '';
            }, 400);
        }
        function clear() {
            if (text.value.trim()) { textNote.textContent = ''; text.removeAttribute('aria-invalid'); }
            if (pictures.items().length) mediaNote.textContent = '';
        }

        async function save(event) {
            event?.preventDefault();
            textNote.textContent = text.value.trim() ? '' : 'Write something first.';
            mediaNote.textContent = pictures.items().length ? '' : 'Add a picture or a video.';
            text.toggleAttribute('aria-invalid', !text.value.trim());
            if (!text.value.trim()) return text.focus();
            if (!pictures.items().length) return pictures.focus();
            if (isDone) return;
            isDone = true;
            clearTimeout(timer);
            // It goes on by itself from here, and is a draft again where it cannot be sent.
            upload([{ method: id ? 'PATCH' : 'POST', path: id ? `/library/entries/${id}` : `/library/entries?id=${newID('entry')}`, etag,
                parts: [['text', text.value.trim()], ...date.value ? [['date', `${date.value.slice(0, 16)}:00${zone}`]] : [], ...pictures.parts()],
                refresh: ['/library/entries', '/library/journals'], told: id ? 'Entry changed' : 'Entry saved',
                draft: { name, path: location.pathname, value: contents() } }]);
            await dropDraft(name);
            box.close();
        }

        text.addEventListener('input', changed);
        date.addEventListener('input', changed);
        keys({ 'Ctrl+Enter Ctrl+s': ['Save the entry', () => { save(); }] }, { until: screen.until, root: box.element });
        fill(content, h('form', { class: 'stack', novalidate: true, onsubmit: save },
            h('label', { class: 'field', for: ids.text }, 'Text'), text, textNote, pictures.element, mediaNote,
            h('label', { class: 'field', for: ids.date }, 'Day and time ',
                h('span', { class: 'soft' }, id ? '' : '(left empty: when the pictures were taken)')), date,
            h('div', { class: 'dialog-actions' }, kept, cancel, submit)));
        if (draft) askBeforeLeaving(mayLeave);
        if (draft && !draft.isFresh) toast('Your draft is back.');
        text.focus();
    }
}
