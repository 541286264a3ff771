import { languageKey } from '../strings/language.js';
import { strings } from '../strings/sign-in.js';
import { draftNames } from './drafts.js';

/** True for data that only this browser has: unsaved notes, and the mark for pending uploads. */
const isUnsaved = (name) => /^postcard-(note |uploads$)/.test(name);

/**
 * Returns descriptions of the unsaved data in this browser.
 *
 * @returns {Promise<string[]>} Empty if all data is saved.
 */
export async function unsaved() {
    const drafts = await draftNames() ?? [];
    const isNote = (name) => name.startsWith('postcard-note ') && localStorage.getItem(name)?.trim();
    return [
        drafts.some((name) => !/^(meme|upload-)/.test(name)) && strings.entry,
        drafts.some((name) => name.startsWith('meme')) && strings.meme,
        Object.keys(localStorage).some(isNote) && strings.note,
        (localStorage.getItem('postcard-uploads') || drafts.some((name) => name.startsWith('upload-'))) &&
        strings.files,
    ].filter((each) => typeof each === 'string');
}

/**
 * Erases the app's data from this browser. A script does this, because browsers obey `Clear-Site-Data` only over
 * HTTPS.
 *
 * @param {{ keepsUnsaved?: boolean }} options `keepsUnsaved` keeps the data that `unsaved` lists.
 */
export async function erase({ keepsUnsaved = false } = {}) {
    sessionStorage.clear();
    for (const name of Object.keys(localStorage)) {
        if (name !== languageKey && (!keepsUnsaved || !isUnsaved(name))) localStorage.removeItem(name);
    }
    // Each part is erased even if erasing another part fails.
    await Promise.allSettled([keepsUnsaved || eraseDatabases(), eraseCopies()]);
}

async function eraseDatabases() {
    const known = await indexedDB.databases?.() ?? [];
    const names = new Set(['postcard-drafts', ...known.map((each) => each.name ?? '')]);
    await Promise.all([...names].map((name) =>
        new Promise((resolve) => {
            const request = indexedDB.deleteDatabase(name);
            // A database that is open in another tab is deleted when that tab closes it.
            request.onsuccess = request.onerror = request.onblocked = resolve;
        })
    ));
}

async function eraseCopies() {
    // The service worker is removed first, since it would store more copies.
    for (const worker of await navigator.serviceWorker?.getRegistrations() ?? []) await worker.unregister();
    if ('caches' in window) { for (const name of await caches.keys()) await caches.delete(name); }
}
