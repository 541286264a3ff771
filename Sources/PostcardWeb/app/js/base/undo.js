import { strings } from '../strings/dialogs.js';
import { forget, isAbort, lists, send } from './api.js';
import { complain, toast } from './toast.js';
import { plural } from './words.js';

/** The actions that Ctrl+Z can undo, most recent last. */
const done = /** @type {any[]} */ ([]);
/** The actions that the last message offers to undo. */
let last = /** @type {any} */ ({});

/**
 * Offers to undo an action with a button in a message, or with Ctrl+Z.
 *
 * @param {string | ((count: number) => string)} text The action, such as `3 photos removed`. If `text` is a function
 *   of the number of items, the action is merged into the message on screen.
 * @param {() => Promise<any>} undo Undoes the action.
 * @returns {() => void} Withdraws the offer.
 */
export function offerUndo(text, undo, count = 1) {
    const entry = {
        count,
        undo: async () => {
            entry.close();
            const at = done.indexOf(entry);
            if (at < 0) return;
            done.splice(at, 1);
            try {
                await undo();
            } catch (problem) {
                if (!isAbort(problem)) complain(problem, () => offerUndo(text, undo, count));
            }
        },
        close: () => {},
    };
    done.push(entry);
    if (done.length > 200) done.shift();
    const kind = typeof text === 'function' && text(2);
    const entries = [...kind && last.kind === kind && last.close() ? last.entries : [], entry];
    const close = toast(
        typeof text === 'function' ? text(entries.reduce((sum, each) => sum + each.count, 0)) : text,
        {
            action: {
                text: strings.undo,
                run: async () => {
                    for (const each of entries.reverse()) await each.undo();
                },
            },
        },
    );
    for (const each of entries) each.close = close;
    last = { kind, entries, close };
    return () => {
        entry.close();
        if (done.includes(entry)) done.splice(done.indexOf(entry), 1);
    };
}

/** Undoes the most recent action for which Undo was offered. */
export async function undoLast() {
    await done.at(-1)?.undo();
}

/**
 * Deletes items at once and offers Undo. The caller has already removed them from the view.
 *
 * @param {string[]} ids Library ids, such as `photo-7k3x9w2mq4ta`.
 * @param {{ text?: string | ((count: number) => string), size?: number, putBack: (ids: string[]) => void,
 *   changed?: () => void }} options `text` is the message, and `size` the number of items that it reports;
 *   `putBack` shows items again after an undo or a failed deletion; `changed` is called after each change of
 *   the library.
 */
export async function deleteWithUndo(ids, { text, size = ids.length, putBack, changed = () => {} }) {
    const deletion = each(ids, deleteAll, deleteOne);
    // Undo is offered at once, but waits for the response to the deletion.
    const withdraw = offerUndo(text ?? strings.deleted(plural(ids.length, kindOf(ids[0]))), async () => {
        const [restored, fault] = await each((await deletion)[0], restoreAll, restoreOne);
        if (restored.length) putBack(restored);
        changed();
        if (fault) throw fault;
    }, size);
    const [deleted, problem] = await deletion;
    if (problem) {
        if (!deleted.length) withdraw();
        putBack(ids.filter((id) => !deleted.includes(id)));
        complain(problem);
    }
    changed();
}

/** Deletes items from a list, and offers Undo. The items disappear before the response arrives. */
export function deleteFromList(path, ids, text) {
    const known = lists(path).map((list) => ({ list, before: list.value.peek() ?? [] }));
    for (const { list, before } of known) {
        if (before.length) list.take(before.filter((each) => !ids.includes(each.id)));
    }
    for (const id of ids) forget(`${path}/${id}`);
    return deleteWithUndo(ids, {
        text,
        putBack: (back) => {
            for (const { list, before } of known) {
                if (before.length) list.take(withItems(list.value.peek(), before, back));
            }
        },
        changed: () => {
            refreshList(path);
            refreshList('/library/deleted');
        },
    });
}

/** Reloads a list and its searches, but not its items, since an item may have just been deleted. */
const refreshList = (path) => Promise.all(lists(path).map((each) => each.reload().catch(() => {})));

/** Returns a list with items from an earlier list, each one after the item that it followed. */
function withItems(list, before, ids) {
    const items = [...list];
    before.forEach((item, at) => {
        if (!ids.includes(item.id) || items.some((each) => each.id === item.id)) return;
        items.splice(items.findIndex((each) => each.id === before[at - 1]?.id) + 1, 0, item);
    });
    return items;
}

/** Restores items. Returns the ids of the items that were restored. */
export async function restore(ids) {
    const [restored, problem] = await each(ids, restoreAll, restoreOne);
    if (problem) throw problem;
    return restored;
}

const kindOf = (id) => id.split('-')[0];
const pathOf = (id) => `/library/${{ entry: 'entries' }[kindOf(id)] ?? `${kindOf(id)}s`}/${id}`;
const deleteAll = (ids) => send('POST', '/library/deletions', { body: { ids } });
const restoreAll = (ids) => send('POST', '/library/restorations', { body: { ids } });
const deleteOne = (id) => send('DELETE', pathOf(id));
const restoreOne = (id) => send('POST', `/library/deleted/${id}/restore`);

/**
 * Applies `many` to 500 ids at a time, or `one` to a single id. Returns the ids that succeeded, and a problem
 * or null.
 */
async function each(ids, many, one) {
    const succeeded = [];
    try {
        if (ids.length === 1) {
            await one(ids[0]);
            succeeded.push(ids[0]);
        }
        for (let start = 0; ids.length > 1 && start < ids.length; start += 500) {
            const part = ids.slice(start, start + 500);
            await many(part);
            succeeded.push(...part);
        }
        return [succeeded, null];
    } catch (problem) {
        return [succeeded, problem];
    }
}
