import { translated } from './language.js';

/** The texts that all screens may use. */
export const strings = translated('base', {
    nouns: {
        entry: { one: 'entry', other: 'entries' },
        file: { one: 'file', other: 'files' },
        item: { one: 'item', other: 'items' },
        journal: { one: 'journal', other: 'journals' },
        meme: { one: 'meme', other: 'memes' },
        note: { one: 'note', other: 'notes' },
        photo: { one: 'photo', other: 'photos' },
        picture: { one: 'picture', other: 'pictures' },
        pin: { one: 'pin', other: 'pins' },
        place: { one: 'place', other: 'places' },
        video: { one: 'video', other: 'videos' },
    },
    compass: ['N', 'S', 'E', 'W'],
    none: (nouns) => `no ${nouns}`,
    inBytes: (bytes) => `${bytes} bytes`,
    withoutName: 'Without a name',
    map: 'Map',
    journals: 'Journals',
    entries: 'Entries',
    memes: 'Memes',
    pictures: 'Pictures',
    trash: 'Trash',
    settings: 'Settings',
    skipLink: 'Skip to content',
    signInTitle: 'Sign in · Postcard',
    showShortcuts: 'Show the keyboard shortcuts',
    shortcuts: 'Keyboard shortcuts',
    offline: 'Offline',
    copyFrom: (time) => `Postcard is not responding. This is a copy from ${time}.`,
    notResponding: 'Postcard is not responding',
    checkPostcard: 'Check that Postcard is running and reachable, then try again.',
    youAreOffline: 'You are offline. Try again when you are online.',
    notOpened: 'This screen could not be opened',
    noCopy: 'You are offline, and this browser has no copy of this screen.',
    internalError: [
        'Something went wrong',
        'Try again. If it happens again, include the details in a bug report.',
    ],
    overview: 'Overview',
    notFound: 'Not found',
    pageNotFound: 'Page not found',
    deletedOrIncomplete: 'It may have been deleted, or the link is incomplete.',
    openMap: 'Open the map',
    retry: 'Retry',
    bugReport: 'Details for a bug report',
    request: (id) => `request ${id}`,
    loading: 'Loading',
    back: 'Back',
    more: 'More',
    closeMessage: 'Close message',
    undo: 'Undo',
    cancel: 'Cancel',
    close: 'Close',
    deleted: (name) => `${name} deleted`,
    delete: 'Delete',
    name: 'Name',
    rename: 'Rename',
    save: 'Save',
    share: 'Share',
});

/**
 * Returns the texts of a screen, with those that all screens may use.
 *
 * @template T
 * @param {string} name
 * @param {T} own
 * @returns {typeof strings & T}
 */
export const screenStrings = (name, own) => ({ ...strings, ...translated(name, own) });

/**
 * The texts that a translation of a screen contains.
 *
 * @template T
 * @typedef {Omit<T, keyof typeof strings>} Own
 */
