/**
 * Data in the browser's database that remains after the page is closed: texts and files of drafts, and files being
 * uploaded.
 */

const open = () =>
    new Promise((resolve, reject) => {
        const request = indexedDB.open('postcard-drafts', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('drafts');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

/** Returns null if the browser cannot store anything, such as in a private window. This is not an error. */
async function run(mode, act) {
    try {
        const database = await open();
        try {
            return await new Promise((resolve, reject) => {
                const transaction = database.transaction('drafts', mode);
                const request = act(transaction.objectStore('drafts'));
                // Only a completed transaction proves that there was enough space.
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

/** @param {string} name @returns {Promise<any>} The draft; null if there is none. */
export const readDraft = (name) => run('readonly', (store) => store.get(name));
/** Returns all drafts whose names start with a prefix. */
export const readDrafts = (prefix) =>
    run('readonly', (store) => store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
/** Returns the names of all drafts. */
export const draftNames = () => run('readonly', (store) => store.getAllKeys());
export const keepDraft = (name, value) => run('readwrite', (store) => store.put(value, name));
export const dropDraft = (name) => run('readwrite', (store) => store.delete(name));
