/**
 * What outlives a closed page, in the browser's own database: words and files of drafts, and files on their
 * way.
 */

const open = () =>
    new Promise((resolve, reject) => {
        const request = indexedDB.open('postcard-drafts', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('drafts');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

/** A browser that keeps nothing, as in a private window, is no fault: null. */
async function run(mode, act) {
    try {
        const database = await open();
        try {
            return await new Promise((resolve, reject) => {
                const transaction = database.transaction('drafts', mode);
                const request = act(transaction.objectStore('drafts'));
                // Whether there was room is known at its end.
                transaction.oncomplete = () => resolve(request.result ?? null);
                transaction.onabort = () => reject(transaction.error);
            });
        } finally {
            database.close();
        }
    } catch {
        return null;
    }
}

/** @param {string} name @returns {Promise<any>} Null where there is none. */
export const readDraft = (name) => run('readonly', (store) => store.get(name));
/** All whose names begin so. */
export const readDrafts = (prefix) =>
    run('readonly', (store) => store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
/** The names of all drafts. */
export const draftNames = () => run('readonly', (store) => store.getAllKeys());
export const keepDraft = (name, value) => run('readwrite', (store) => store.put(value, name));
export const dropDraft = (name) => run('readwrite', (store) => store.delete(name));
