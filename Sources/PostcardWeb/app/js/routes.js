import { h } from './base/dom.js';
import { empty } from './base/states.js';
import { useStyle } from './base/theme.js';
import { strings } from './strings/base.js';

/** @typedef {import('./base/router.js').Route} Route */

/**
 * A screen: its name, its path, its style sheets, and its module. Modules and style sheets load in parallel.
 */
const screen = (name, path, styles, load) => ({
    name,
    path,
    load: async () => (await Promise.all([load(), ...styles.map(useStyle)]))[0],
});

const map = screen('map', '/app/', ['map'], () => import('./map/map-screen.js'));
const album = screen('album', '/app/pins/:pin', ['grid'], () => import('./album/album.js'));
const photo = screen('photo', '/app/pins/:pin/photos/:photo', ['viewer'], () => import('./viewer/photo.js'));
const pictures = screen('pictures', '/app/pictures', ['grid'], () => import('./grid/pictures.js'));
const picture = screen('picture', '/app/pictures/:picture', ['viewer'], () => import('./viewer/picture.js'));
const journals = screen('journals', '/app/journals', ['journals'], () => import('./journals/list.js'));
const journal = screen(
    'journal',
    '/app/journals/:journal',
    ['journals'],
    () => import('./journals/journal.js'),
);
const sharedPage = screen(
    'shared-page',
    '/app/journals/:journal/page',
    ['journals'],
    () => import('./journals/page.js'),
);
const place = screen(
    'place',
    '/app/journals/:journal/places/:place',
    ['journals', 'grid', 'viewer'],
    () => import('./journals/place.js'),
);
const medium = screen(
    'medium',
    '/app/journals/:journal/places/:place/media/:medium',
    ['viewer'],
    () => import('./viewer/medium.js'),
);
const entries = screen(
    'entries',
    '/app/entries',
    ['entries', 'journals', 'viewer'],
    () => import('./entries/list.js'),
);
const entryForm = screen(
    'entry-form',
    '/app/entries/new',
    ['entries', 'choices'],
    () => import('./entries/form.js'),
);
const memes = screen('memes', '/app/memes', ['memes', 'grid'], () => import('./memes/gallery.js'));
const editor = screen('editor', '/app/memes/new', ['memes', 'choices'], () => import('./memes/editor.js'));
const meme = screen('meme', '/app/memes/:meme', ['memes'], () => import('./memes/meme.js'));
const settings = screen(
    'settings',
    '/app/settings',
    ['settings', 'choices'],
    () => import('./settings/settings.js'),
);
const trash = screen('trash', '/app/trash', [], () => import('./trash/trash.js'));

/**
 * All screens. The last pane contains the screen for the URL. Earlier panes are to its left on a wide screen, and
 * stay unchanged under it on a phone. An overlay opens over the panes.
 *
 * @type {Route[]}
 */
export const routes = [
    { pattern: '/app/', tab: 'map', panes: [map] },
    { pattern: '/app/pins/:pin', tab: 'map', panes: [map, album] },
    { pattern: '/app/pins/:pin/photos/:photo', tab: 'map', panes: [map, album], overlay: photo },
    { pattern: '/app/pictures', tab: 'pictures', panes: [pictures] },
    { pattern: '/app/pictures/:picture', tab: 'pictures', panes: [pictures], overlay: picture },
    { pattern: '/app/journals', tab: 'journals', panes: [journals] },
    { pattern: '/app/journals/:journal', tab: 'journals', panes: [journals, journal] },
    {
        pattern: '/app/journals/:journal/page',
        tab: 'journals',
        panes: [journals, journal],
        overlay: sharedPage,
    },
    { pattern: '/app/journals/:journal/places/:place', tab: 'journals', panes: [journal, place] },
    {
        pattern: '/app/journals/:journal/places/:place/media/:medium',
        tab: 'journals',
        panes: [journal, place],
        overlay: medium,
    },
    {
        pattern: '/app/entries/media/:medium',
        tab: 'entries',
        panes: [entries],
        overlay: { ...medium, path: '/app/entries/media/:medium' },
    },
    { pattern: '/app/entries', tab: 'entries', panes: [entries] },
    { pattern: '/app/entries/new', tab: 'entries', panes: [entries], overlay: entryForm },
    {
        pattern: '/app/entries/:entry/edit',
        tab: 'entries',
        panes: [entries],
        overlay: { ...entryForm, path: '/app/entries/:entry/edit' },
    },
    { pattern: '/app/memes', tab: 'memes', panes: [memes] },
    { pattern: '/app/memes/new', tab: 'memes', panes: [editor] },
    { pattern: '/app/memes/:meme', tab: 'memes', panes: [memes], overlay: meme },
    { pattern: '/app/settings', tab: 'settings', panes: [settings] },
    { pattern: '/app/trash', tab: 'trash', panes: [trash] },
];

/** The route for unknown paths. */
export const missing = {
    pattern: '',
    panes: [screen('missing', '/app/missing', [], async () => ({ default: missingScreen }))],
};

/** The screen for unknown paths. */
function missingScreen(screen) {
    screen.title(strings.notFound);
    return h(
        'div',
        { class: 'page' },
        h('h1', { class: 'visually-hidden' }, strings.notFound),
        empty({
            title: strings.pageNotFound,
            text: strings.deletedOrIncomplete,
            picture: 'map',
            actions: h('a', { class: 'button button-primary', href: '/app/' }, strings.openMap),
        }),
    );
}
