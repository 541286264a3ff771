/** Drafts of entries, which outlive a closed page: their words and their files, in the browser's own database. */

const open = () => new Promise((resolve, reject) => {
    const request = indexedDB.open('postcard-drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

async function run(mode, act) {
    const database = await open();
    try {
        return await new Promise((resolve, reject) => {
            const request = act(database.transaction('drafts', mode).objectStore('drafts'));
            request.onsuccess = () => resolve(request.result ?? null);
            request.onerror = () => reject(request.error);
        });
    } finally { database.close(); }
}

/** A browser that keeps nothing, as in a private window, is no fault. */
const orNull = promise => promise.catch(() => null);

/** @param {string} name @returns {Promise<any>} Null where there is none. */
export const readDraft = name => orNull(run('readonly', store => store.get(name)));
export const keepDraft = (name, value) => orNull(run('readwrite', store => store.put(value, name)));
export const dropDraft = name => orNull(run('readwrite', store => store.delete(name)));
