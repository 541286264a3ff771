import { draftNames } from './drafts.js';

/** What this browser has and the library does not: notes that were not saved, and the mark of files on their way. */
const isUnsaved = (name) => /^postcard-(note |uploads$)/.test(name);

/**
 * The things in this browser that would be lost with it, as a person calls them.
 *
 * @returns {Promise<string[]>} Empty for none.
 */
export async function unsaved() {
    const drafts = await draftNames() ?? [];
    const isNote = (name) => name.startsWith('postcard-note ') && localStorage.getItem(name)?.trim();
    return [
        drafts.some((name) => !/^(meme|upload-)/.test(name)) && 'an unsaved entry',
        drafts.some((name) => name.startsWith('meme')) && 'an unsaved meme',
        Object.keys(localStorage).some(isNote) && 'an unsaved note',
        (localStorage.getItem('postcard-uploads') || drafts.some((name) => name.startsWith('upload-'))) &&
        'files that are not sent yet',
    ].filter((each) => typeof each === 'string');
}

/**
 * Erases what this browser keeps of the app. Scripts do it, since browsers heed `Clear-Site-Data` only on
 * encrypted connections.
 *
 * @param {{ keepsUnsaved?: boolean }} options `keepsUnsaved` leaves what `unsaved` lists.
 */
export async function erase({ keepsUnsaved = false } = {}) {
    sessionStorage.clear();
    for (const name of Object.keys(localStorage)) {
        if (!keepsUnsaved || !isUnsaved(name)) localStorage.removeItem(name);
    }
    // Each part is erased even where another cannot be.
    await Promise.allSettled([keepsUnsaved || eraseDatabases(), eraseCopies()]);
}

async function eraseDatabases() {
    const known = await indexedDB.databases?.() ?? [];
    const names = new Set(['postcard-drafts', ...known.map((each) => each.name ?? '')]);
    await Promise.all([...names].map((name) =>
        new Promise((resolve) => {
            const request = indexedDB.deleteDatabase(name);
            // What another tab has open is deleted when that closes it.
            request.onsuccess = request.onerror = request.onblocked = resolve;
        })
    ));
}

async function eraseCopies() {
    // Without the worker first, since it would keep more.
    for (const worker of await navigator.serviceWorker?.getRegistrations() ?? []) await worker.unregister();
    if ('caches' in window) { for (const name of await caches.keys()) await caches.delete(name); }
}
