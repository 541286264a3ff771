/** @typedef {import('./base/router.js').Route} Route */

const map = { name: 'map', path: '/app/', load: () => import('./map/map-screen.js') };
const album = { name: 'album', path: '/app/pins/:pin', load: () => import('./album/album.js') };
const pictures = { name: 'pictures', path: '/app/pictures', load: () => import('./grid/pictures.js') };
const journals = { name: 'journals', path: '/app/journals', load: () => import('./journals/list.js') };
const journal = { name: 'journal', path: '/app/journals/:journal', load: () => import('./journals/journal.js') };
const place = { name: 'place', path: '/app/journals/:journal/places/:place', load: () => import('./journals/place.js') };
const entries = { name: 'entries', path: '/app/entries', load: () => import('./entries/list.js') };
const entryForm = { name: 'entry-form', path: '/app/entries/new', load: () => import('./entries/form.js') };
const memes = { name: 'memes', path: '/app/memes', load: () => import('./memes/gallery.js') };
const editor = { name: 'editor', path: '/app/memes/new', load: () => import('./memes/editor.js') };
const meme = { name: 'meme', path: '/app/memes/:meme', load: () => import('./memes/meme.js') };
const settings = { name: 'settings', path: '/app/settings', load: () => import('./settings/settings.js') };
const trash = { name: 'trash', path: '/app/trash', load: () => import('./trash/trash.js') };

/**
 * All screens. The last pane is what the address names; those before it stand at its left on a wide screen, and stay as they were beneath
 * it on a phone.
 * An overlay is opened over the panes.
 *
 * @type {Route[]}
 */
export const routes = [
    { pattern: '/app/', tab: 'map', panes: [map] },
    { pattern: '/app/pins/:pin', tab: 'map', panes: [map, album] },
    { pattern: '/app/pins/:pin/photos/:photo', tab: 'map', panes: [map, album],
        overlay: { name: 'photo', path: '/app/pins/:pin/photos/:photo', load: () => import('./viewer/photo.js') } },
    { pattern: '/app/pictures', tab: 'pictures', panes: [pictures] },
    { pattern: '/app/pictures/:picture', tab: 'pictures', panes: [pictures],
        overlay: { name: 'picture', path: '/app/pictures/:picture', load: () => import('./viewer/picture.js') } },
    { pattern: '/app/journals', tab: 'journals', panes: [journals] },
    { pattern: '/app/journals/:journal', tab: 'journals', panes: [journals, journal] },
    { pattern: '/app/journals/:journal/places/:place', tab: 'journals', panes: [journal, place] },
    { pattern: '/app/entries', tab: 'entries', panes: [entries] },
    { pattern: '/app/entries/new', tab: 'entries', panes: [entries], overlay: entryForm },
    { pattern: '/app/entries/:entry/edit', tab: 'entries', panes: [entries], overlay: { ...entryForm, path: '/app/entries/:entry/edit' } },
    { pattern: '/app/memes', tab: 'memes', panes: [memes] },
    { pattern: '/app/memes/new', tab: 'memes', panes: [editor] },
    { pattern: '/app/memes/:meme', tab: 'memes', panes: [memes], overlay: meme },
    { pattern: '/app/settings', tab: 'settings', panes: [settings] },
    { pattern: '/app/trash', tab: 'trash', panes: [trash] },
];

/** What an address outside of all these shows. */
export const missing = { pattern: '', panes: [{ name: 'missing', path: '/app/missing', load: () => import('./base/missing.js') }] };
