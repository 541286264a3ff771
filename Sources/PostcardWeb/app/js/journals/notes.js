import { get, mayWrite, newID, send } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { fill, h, icon, set } from '../base/dom.js';
import { openMenu } from '../base/later.js';
import { failed, loading } from '../base/states.js';
import { deleteWithUndo } from '../base/undo.js';
import { dayAndTimeOf, since } from '../base/words.js';
import { strings } from '../strings/journals.js';

/**
 * Shows two versions of a note, to keep one or both.
 *
 * @returns {Promise<string | null>} The chosen text; null if the user did not decide.
 */
function bothVersions(mine, theirs) {
    const side = (title, text) =>
        h(
            'section',
            { class: 'version' },
            h('h3', null, title),
            h('p', { class: 'written', dir: 'auto' }, text),
        );
    const button = (text, value, kind = '') =>
        h('button', { class: ['button', kind], onclick: () => box.close(value) }, text);
    const box = dialog({
        title: strings.noteChanged,
        content: h(
            'div',
            { class: 'stack' },
            h(
                'p',
                { class: 'soft' },
                strings.noteChangedText,
            ),
            h('div', { class: 'versions' }, side(strings.yours, mine), side(strings.theirs, theirs)),
        ),
        actions: [
            button(strings.keepTheirs, theirs),
            button(strings.keepBoth, `${theirs}\n\n${mine}`),
            button(strings.keepMine, mine, 'button-primary'),
        ],
    });
    return box.closed;
}

/** Shows the earlier versions of a note. */
function showHistory(id, takeBack) {
    const content = h('div', { class: 'stack' }, loading(2));
    const box = dialog({ title: strings.earlierVersions, content });
    const load = async () => {
        try {
            const versions = await get(`/library/notes/${id}/history`);
            const older = versions.filter((version) => version.text);
            fill(
                content,
                older.length
                    ? h(
                        'ul',
                        { class: 'list' },
                        older.map((version) =>
                            h(
                                'li',
                                { class: 'version' },
                                h('p', { class: 'soft small' }, since(version.date)),
                                h('p', { class: 'written', dir: 'auto' }, version.text),
                                h('button', {
                                    class: 'button',
                                    onclick: () => {
                                        box.close();
                                        takeBack(version.text);
                                    },
                                }, strings.restore),
                            )
                        ),
                    )
                    : h('p', { class: 'soft' }, strings.neverChanged),
            );
        } catch (problem) {
            fill(content, failed(problem, load));
        }
    };
    load();
}

const pause = 800;

/**
 * Returns the notes of a place. Each note is saved automatically: 800 ms after the last keystroke, and when it loses
 * focus.
 *
 * @param {{ journal: string, where: { place?: string, date?: string }, reload: () => void, until: AbortSignal
 *   }} options
 */
export function notesList({ journal, where, reload, until }) {
    const element = h('div', { class: 'notes' });
    /** @type {Map<string, ReturnType<typeof noteField>>} */
    const fields = new Map();
    const remove = async (field) => {
        await field.drop();
        // A deleted note stays known until the list is without it, so that other changes do not show it again.
        const forget = () => fields.delete(field.key);
        if (!field.id) return forget();
        deleteWithUndo([field.id], { text: strings.noteDeleted, putBack: forget, changed: reload });
    };
    const create = (note) => {
        const field = noteField(note, {
            journal,
            where,
            saved: reload,
            remove: () => remove(field),
            until,
        });
        fields.set(field.key, field);
        element.append(field.element);
        return field;
    };
    return {
        element,
        /** Shows notes. Notes that are being edited are not changed. */
        show(notes) {
            for (const [id, field] of fields) {
                // A new note may not be saved yet.
                if (field.id && !notes.some((note) => note.id === id)) {
                    field.element.remove();
                    fields.delete(id);
                }
            }
            for (const note of notes) {
                if (!mayWrite()) {
                    if (!fields.has(note.id)) {
                        const plain = plainNote(note);
                        fields.set(note.id, /** @type {any} */ (plain));
                        element.append(plain.element);
                    }
                    continue;
                }
                if (fields.has(note.id)) fields.get(note.id)?.take(note);
                else create(note);
            }
        },
        /** Restores a note that could not be saved. */
        resume() {
            if (mayWrite() && localStorage.getItem(`postcard-note ${draftOf(journal, where)}`)?.trim()) {
                create(null);
            }
        },
        /** Starts a note, unless there is one that is not saved yet. */
        begin() {
            const unsaved = [...fields.values()].find((field) => !field.id && field.element.isConnected);
            (unsaved ?? create(null)).focus();
        },
    };
}

/** Returns the storage key for a new note at a place. */
const draftOf = (journal, where) => `${journal} ${where.place ?? where.date ?? ''}`;

const plainNote = (note) => ({
    id: note.id,
    element: h('article', { class: 'note written', dir: 'auto' }, note.text),
    take() {},
});

function noteField(note, { journal, where, saved, remove, until }) {
    let [id, text, etag, timer] = [note?.id ?? '', note?.text ?? '', /** @type {string | null} */ (null), 0];
    const idKey = `postcard-note-id ${draftOf(journal, where)}`;
    /** The id of a new note. It is kept with the text, so that a note that was saved before a reload is not saved twice. */
    const fresh = !note && localStorage.getItem(idKey) || newID('note');
    /** The storage key for unsaved text. */
    const key = () => `postcard-note ${id || draftOf(journal, where)}`;
    /** Removes text that is stored under a key; for a new note, also its id and its first text. */
    const forget = (storedAs) => {
        localStorage.removeItem(storedAs);
        if (localStorage.getItem(idKey) !== (id || fresh)) return;
        for (const each of [idKey, `postcard-note ${draftOf(journal, where)}`]) localStorage.removeItem(each);
    };
    let running = /** @type {Promise<void> | null} */ (null);
    const status = h(
        'span',
        { class: 'soft small note-status', role: 'status' },
        note ? dayAndTimeOf(note.date) : '',
    );
    const input = h('textarea', {
        class: 'input note-input',
        'aria-label': strings.note,
        placeholder: strings.whatHappened,
        rows: 2,
        value: text,
        maxlength: 100000,
        dir: 'auto',
    });
    const more = h('button', {
        class: 'icon-button',
        'aria-label': strings.moreForNote,
        onclick: (event) =>
            openMenu(event.currentTarget, [
                id
                    ? {
                        text: strings.earlierVersions,
                        icon: 'restore',
                        run: () =>
                            showHistory(id, (old) => {
                                input.value = old;
                                save();
                            }),
                    }
                    : null,
                { text: strings.delete, icon: 'trash', isDangerous: true, run: remove },
            ]),
    }, icon('more'));
    const self = {
        element: h('article', { class: 'note' }, input, h('div', { class: 'note-foot' }, status, more)),
        key: note?.id ?? fresh,
        get id() {
            return id;
        },
        focus: () => input.focus(),
        /** Removes the note from the screen with its unsaved text. Resolves after a request that is running. */
        async drop() {
            clearTimeout(timer);
            input.value = '';
            self.element.remove();
            await running;
            forget(key());
        },
        take(next) {
            if (document.activeElement !== input && input.value === text && next.text !== text) {
                text = next.text;
                input.value = text;
                etag = null;
            }
        },
    };

    const isDirty = () => input.value !== text && input.value.trim() !== '';
    async function write(keepalive) {
        const [wanted, keptAs] = [input.value, key()];
        status.textContent = strings.saving;
        // True if the library contains a different text.
        let isBehind = id !== '';
        try {
            if (!id) {
                const { etag: tag, response } = await send(
                    'POST',
                    `/library/journals/${journal}/notes?id=${fresh}`,
                    { body: { text: wanted, ...where }, keepalive },
                );
                [id, etag, isBehind] = [fresh, tag, response.status === 200];
            }
            if (isBehind) {
                etag =
                    (await send('PATCH', `/library/notes/${id}`, { body: { text: wanted }, etag, keepalive }))
                        .etag;
            }
            text = wanted;
            forget(keptAs);
            // Kept: text that was typed in the meantime, and a space at the end, which the service removes.
            if (input.value !== wanted || /\s$/.test(wanted)) localStorage.setItem(key(), input.value);
            status.textContent = strings.saved(since(new Date()));
            saved();
        } catch (problem) {
            if (problem.isOutdated) return merge(wanted);
            // When the service is back, its first event tries again.
            addEventListener('postcard-changed', () => save(), { once: true, signal: until });
            status.textContent = strings.notSaved(problem.message);
            status.append(
                ' ',
                h('button', { class: 'button button-quiet', onclick: () => save() }, strings.retry),
            );
        }
    }

    /** Shows both versions after another client changed the note first. */
    async function merge(mine) {
        const { value, etag: tag } = await send('GET', `/library/notes/${id}`);
        const chosen = await bothVersions(mine, value.text);
        // If the user does not decide, the next save asks again.
        if (chosen === null) {
            return status.replaceChildren(
                strings.changedElsewhere,
                h('button', { class: 'button button-quiet', onclick: () => save() }, strings.decide),
            );
        }
        [text, etag] = [value.text, tag];
        input.value = chosen;
        if (chosen === value.text) status.textContent = strings.keptOther;
        else await write(false);
    }

    function save(keepalive = false) {
        clearTimeout(timer);
        if (!isDirty()) return;
        // Changes are sent one at a time: each response contains the version that the next change needs.
        running = (running ?? Promise.resolve()).then(() => isDirty() ? write(keepalive) : undefined).catch(
            (problem) => {
                status.textContent = problem.message;
            },
        ).finally(() => {
            running = null;
        });
    }

    input.addEventListener('focus', async () => {
        // The next change needs the current version for If-Match.
        if (id && !etag) {
            etag = await send('GET', `/library/notes/${id}`).then(
                ({ value, etag: tag }) => value.text === text ? tag : null,
                () => null,
            );
        }
    });
    input.addEventListener('input', () => {
        localStorage.setItem(key(), input.value);
        if (!id) localStorage.setItem(idKey, fresh);
        clearTimeout(timer);
        timer = setTimeout(save, pause);
    });
    input.addEventListener('blur', () => {
        if (!isDirty() && /\s$/.test(input.value)) localStorage.removeItem(key());
        save();
    });
    addEventListener('pagehide', () => save(true), { signal: until });
    until.addEventListener('abort', () => save(true));
    set(input, { 'data-key': id || 'new-note' });
    const kept = localStorage.getItem(key());
    if (kept?.trim() && kept !== text) {
        input.value = kept;
        if (kept.trimEnd() === text) text = kept;
        else {
            status.textContent = strings.textRestored;
            save();
        }
    }
    return self;
}
